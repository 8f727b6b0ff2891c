//! Fuzz target: Betza notation.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| xxlchess_fuzz::invariants::betza::check(bytes));
