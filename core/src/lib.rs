//! Rules, notation and engine of XXL chess. In the rules every variant is a table, and the engine plays all of them.
//!
//! The crate `xxlchess` re-exports all modules. Its documentation has an overview and examples.

pub mod engine;
pub mod files;
pub mod notation;
pub mod protocol;
pub mod reason;
pub mod rules;
