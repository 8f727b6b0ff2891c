//! Pieces: kinds, the rows of a variant's table of pieces, and pieces of a side.

use super::betza::Component;
use super::color::Color;

/// Most kinds of piece in a variant.
pub const MAX_KINDS: usize = 32;

/// A kind of piece: its row in the variant's table of pieces, `0..MAX_KINDS`.
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
    /// Letter in FEN and layouts, lower case.
    pub letter: char,
    /// Name in words: `archbishop`.
    pub name: String,
    /// Movement. Without components the piece never moves.
    pub moves: Vec<Component>,
    /// Value in thousandths of a pawn, if the table gives one.
    pub value: Option<i32>,
}

/// A piece of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece {
    /// Its side.
    pub color: Color,
    /// Its kind.
    pub kind: PieceKind,
}

impl Piece {
    /// A piece of `color` and `kind`.
    pub const fn new(color: Color, kind: PieceKind) -> Self {
        Self { color, kind }
    }
}
