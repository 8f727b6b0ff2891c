//! Moves, and the state needed to unmake them.

use super::bitboard::Bitboard;
use super::color::ByColor;
use super::counting::Count;
use super::piece::{Piece, PieceKind};
use super::square::Square;

/// Special kinds of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum MoveFlag {
    /// A move or capture without special effects.
    Normal,
    /// Double step of a pawn, after which an en passant capture is possible.
    DoubleStep,
    /// En passant capture.
    EnPassant,
    /// Castling. The squares of the move are those of the king.
    Castle,
    /// Promotion to this kind.
    Promote(PieceKind),
}

/// A move.
///
/// ```
/// # use xxlchess_core::{notation::{coords, variants_ini::Variants}, rules::{Move, Position, Square}};
/// let chess = Variants::built_in().find("chess").unwrap();
/// let start = Position::start(&chess).unwrap();
/// let mv = coords::parse_move(&start, "g1f3").unwrap();
/// assert_eq!(mv, Move::normal(Square::new(6, 0), Square::new(5, 2)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    /// Start square.
    pub from: Square,
    /// Target square.
    pub to: Square,
    /// Special kind of the move.
    pub flag: MoveFlag,
}

impl Move {
    /// A move with [`MoveFlag::Normal`].
    #[inline]
    pub const fn normal(from: Square, to: Square) -> Self {
        Self { from, to, flag: MoveFlag::Normal }
    }

    /// The kind to which the piece promotes.
    pub const fn promotion(self) -> Option<PieceKind> {
        match self.flag {
            MoveFlag::Promote(kind) => Some(kind),
            _ => None,
        }
    }
}

/// State that [`Position::unmake`](super::position::Position::unmake) restores.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    /// The piece that moved, before promotion.
    pub moved: Piece,
    /// The captured piece and its square.
    pub captured: Option<(Square, Piece)>,
    /// Start square, target square and kind of the castling rook.
    pub castling_rook: Option<(Square, Square, PieceKind)>,
    pub(super) initial_move_rights: Bitboard,
    pub(super) en_passant: Option<Square>,
    pub(super) en_passant_pawn: Option<Square>,
    pub(super) halfmove_clock: u16,
    pub(super) checks_left: ByColor<u8>,
    pub(super) count: Option<Count>,
    pub(super) state_key: u64,
}

/// State that [`Position::unmake_null`](super::position::Position::unmake_null) restores.
#[derive(Clone, Copy, Debug)]
pub struct NullUndo {
    pub(super) en_passant: Option<Square>,
    pub(super) en_passant_pawn: Option<Square>,
    pub(super) halfmove_clock: u16,
}
