//! Rules of chess and its variants: squares, pieces, positions, legal moves.
//!
//! The rules read no clock, no file, no screen and no random source.

mod attacks;
pub mod betza;
pub mod bitboard;
pub mod board;
mod castling;
pub mod color;
mod count_moves;
pub mod counting;
pub mod geometry;
pub mod goals;
mod movegen;
mod movement;
pub mod mv;
pub mod outcome;
pub mod perft;
pub mod piece;
pub mod position;
#[cfg(test)]
pub(crate) mod random_game;
mod reached_goal;
pub mod setup;
pub mod square;
pub mod validate;
pub mod variant;
pub mod zobrist;

pub use attacks::Slides;
pub use bitboard::Bitboard;
pub use board::Board;
pub use color::{ByColor, Color};
pub use movegen::GenType;
pub use mv::{Move, MoveFlag, NullUndo, Undo};
pub use outcome::Outcome;
pub use piece::{Piece, PieceKind, PieceType};
pub use position::{IllegalMove, Position};
pub use setup::Setup;
pub use square::Square;
pub use validate::{InvalidPosition, PositionFault};
pub use variant::Variant;
