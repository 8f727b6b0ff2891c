//! Tests of notation: FEN, layouts, PGN, and the properties that every parser keeps.

#[path = "../common/mod.rs"]
mod common;
#[path = "../invariants/mod.rs"]
mod invariants;

mod fen;
mod layout_files;
mod pgn;
mod properties;
