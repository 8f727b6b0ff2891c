//! Pieces: the kinds of a variant, which are rows of its table of pieces, and the pieces of a side.

use super::betza::Component;
use super::color::Color;

/// Greatest number of kinds of pieces in a variant.
pub const MAX_KINDS: usize = 32;

/// A kind of piece, given by its row in the variant's table of pieces, `0..MAX_KINDS`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PieceKind(u8);

impl PieceKind {
    /// The kind in row `row`, `0..MAX_KINDS`. Larger numbers wrap.
    pub const fn from_index(row: usize) -> Self {
        Self((row % MAX_KINDS) as u8)
    }

    /// The row in the variant's table of pieces.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A row of a variant's table of pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceType {
    /// Letter in FEN and level files, in lower case.
    pub letter: char,
    /// Name, such as `archbishop`.
    pub name: String,
    /// Movement. A piece without components never moves.
    pub moves: Vec<Component>,
    /// Value in thousandths of a pawn, if the table gives one.
    pub value: Option<i32>,
}

/// A piece of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece {
    /// Side of the piece.
    pub color: Color,
    /// Kind of the piece.
    pub kind: PieceKind,
}

impl Piece {
    /// The piece of `color` and `kind`.
    pub const fn new(color: Color, kind: PieceKind) -> Self {
        Self { color, kind }
    }
}
