//! Properties of the parsers, shared with the tests, for the fuzz targets.

#[path = "../../tests/invariants/mod.rs"]
pub mod invariants;
