//! The laws of the readers, as the tests have them, for the fuzzer's targets.

#[path = "../../tests/invariants/mod.rs"]
pub mod invariants;
