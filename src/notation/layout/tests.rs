//! Tests of reading and writing layouts.
