//! Pieces on the board: a side and a row of the variant's table.

use super::color::Color;

/// Most kinds of piece that a variant may have.
pub const MAX_KINDS: usize = 32;

/// A kind of piece: the number of its row in the variant's table, `0..MAX_KINDS`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PieceKind(u8);

impl PieceKind {
    /// The kind of row `row` of the table, `0..MAX_KINDS`; larger numbers wrap.
    #[must_use]
    pub const fn from_index(row: usize) -> Self {
        Self((row % MAX_KINDS) as u8)
    }

    /// The row of the variant's table.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A piece of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece {
    /// The side that owns it.
    pub color: Color,
    /// What it is.
    pub kind: PieceKind,
}

impl Piece {
    /// A piece of `color` and `kind`.
    #[must_use]
    pub const fn new(color: Color, kind: PieceKind) -> Self {
        Self { color, kind }
    }
}
