//! Rules, notation and engine of XXL chess: a rules engine in which a variant is a table, and a UCI engine for it.
//!
//! The crate `xxlchess` re-exports all modules; its documentation has a map and examples.

pub mod engine;
pub mod files;
pub mod notation;
pub mod protocol;
pub mod rules;
