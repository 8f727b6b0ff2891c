//! Text formats: FEN, coordinates, algebraic notation, PGN, layouts and variant files. PGN describes trees of moves with
//! annotations, which are here too.

pub mod coords;
pub mod evaluation;
pub mod fen;
pub mod game_tree;
pub mod glyph;
pub mod import;
pub mod layout;
pub mod pgn;
pub mod san;
pub mod text;
pub mod variant_tag;
pub mod variants_ini;
