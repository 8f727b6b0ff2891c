//! Moves, and what must be remembered to take one back.

use super::bitboard::Bitboard;
use super::piece::{Piece, PieceKind};
use super::square::Square;

/// What a move does beside going from one square to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum MoveFlag {
    /// Nothing.
    Normal,
    /// A pawn's double step, after which it can be taken in passing.
    DoubleStep,
    /// Takes a pawn in passing.
    EnPassant,
    /// The king castles; `to` is the king's target.
    Castle,
    /// The piece becomes one of this kind.
    Promote(PieceKind),
}

/// A move of one piece; castling is told by the king's squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    /// Where the piece stands.
    pub from: Square,
    /// Where it goes.
    pub to: Square,
    /// What else happens.
    pub flag: MoveFlag,
}

impl Move {
    /// A move without anything special.
    #[must_use]
    #[inline]
    pub const fn normal(from: Square, to: Square) -> Self {
        Self { from, to, flag: MoveFlag::Normal }
    }

    /// The kind the piece becomes, if it promotes.
    #[must_use]
    pub const fn promotion(self) -> Option<PieceKind> {
        match self.flag {
            MoveFlag::Promote(kind) => Some(kind),
            _ => None,
        }
    }
}

/// What [`Position::unmake`](super::position::Position::unmake) needs to take a move back.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    /// The piece that moved, as it was before.
    pub moved: Piece,
    /// The piece captured, and where it stood.
    pub captured: Option<(Square, Piece)>,
    /// The castling partner's way, from and to, and what it is.
    pub castling_rook: Option<(Square, Square, PieceKind)>,
    pub(super) first_move_rights: Bitboard,
    pub(super) en_passant: Option<Square>,
    pub(super) halfmove_clock: u16,
    pub(super) state_key: u64,
}

/// What [`Position::unmake_null`](super::position::Position::unmake_null) needs to take a null move back.
#[derive(Clone, Copy, Debug)]
pub struct NullUndo {
    pub(super) en_passant: Option<Square>,
    pub(super) halfmove_clock: u16,
}
