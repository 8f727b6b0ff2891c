//! The texts of the field: FEN, coordinates, layouts, variant files.

pub mod coords;
pub mod fen;
pub mod layout;
pub mod placement;
pub mod text;
pub mod variants_ini;
