//! A piece seen where it stands: it knows its board and its position for as long as it is looked at.

use std::fmt;

use crate::rules::{Color, Square};

use super::board::{Board, ToSquare};
use super::error::IllegalPosition;
use super::piece::Piece;

/// Names a piece on a board for as long as it stands there, wherever it goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PieceId(pub(super) u64);

/// A piece on a board.
///
/// It borrows the board, so what it says cannot be out of date.
#[derive(Clone, Copy)]
pub struct PieceRef<'b> {
    pub(super) board: &'b Board,
    pub(super) square: Square,
    pub(super) id: PieceId,
    pub(super) piece: &'b Piece,
}

impl<'b> PieceRef<'b> {
    /// The side that owns it.
    #[must_use]
    pub fn color(&self) -> Color {
        self.piece.color()
    }

    /// The square it stands on, which is written as in `a2`.
    #[must_use]
    pub fn position(&self) -> Square {
        self.square
    }

    /// The squares it may go to, from White's left corner rank by rank.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<Square> {
        self.board.destinations(self.piece, self.square).into_iter().collect()
    }

    /// The piece itself.
    #[must_use]
    pub fn piece(&self) -> &'b Piece {
        self.piece
    }

    /// The name by which [`Board::find`] finds it again.
    #[must_use]
    pub fn id(&self) -> PieceId {
        self.id
    }
}

impl fmt::Display for PieceRef<'_> {
    /// Writes the piece as in layout files.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.piece.fmt(f)
    }
}

impl fmt::Debug for PieceRef<'_> {
    /// Writes it as a line of a layout file: `a2=wp`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.square, self.piece)
    }
}

/// A piece on a board that can be put elsewhere.
pub struct PieceMut<'b> {
    pub(super) board: &'b mut Board,
    pub(super) square: Square,
}

impl PieceMut<'_> {
    /// The square it stands on.
    #[must_use]
    pub fn position(&self) -> Square {
        self.square
    }

    /// Puts it on another square, whether or not the rules would let it go there; listeners do not hear of it.
    ///
    /// # Errors
    /// When `position` is no square of the board, or another piece stands there.
    pub fn set_position(&mut self, position: impl ToSquare) -> Result<(), IllegalPosition> {
        self.square = self.board.relocate(self.square, position)?;
        Ok(())
    }
}
