//! Text formats: FEN, coordinates, algebraic notation, PGN, layouts and variant files.

pub mod coords;
pub mod fen;
pub mod import;
pub mod layout;
pub mod pgn;
pub mod san;
pub mod text;
pub mod variants_ini;
