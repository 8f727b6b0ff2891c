//! Setups: positions that have not been checked.

use super::bitboard::Bitboard;
use super::color::{ByColor, Color};
use super::counting::Count;
use super::piece::Piece;
use super::square::Square;

/// A position that may be illegal. [`Position::from_setup`](super::position::Position::from_setup) checks it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// Pieces with their squares. Two pieces on one square are a fault.
    pub pieces: Vec<(Square, Piece)>,
    /// The side to move.
    pub turn: Color,
    /// Initial-move rights: squares of the pieces that may still castle or make their initial move. Other squares are
    /// ignored.
    pub initial_move_rights: Bitboard,
    /// En passant target: the square that a pawn has just passed.
    pub en_passant: Option<Square>,
    /// Square of the pawn that an en passant capture takes, if the pawn is not directly behind the target. This happens
    /// after a diagonal double step.
    pub en_passant_pawn: Option<Square>,
    /// Plies since the last capture or pawn move.
    pub halfmove_clock: u16,
    /// Number of the move, from 1. It is incremented after Black's move.
    pub fullmove_number: u16,
    /// Checks that each side must still give to win, in variants that count them.
    pub checks_left: ByColor<u8>,
    /// The count of the moves that are left to give mate, in variants with a counting rule.
    pub count: Option<Count>,
}

impl Setup {
    /// A setup with White to move and all initial-move rights.
    ///
    /// ```
    /// # use xxlchess_core::rules::{Color, Piece, PieceKind, Setup, Square};
    /// let king = Piece::new(Color::White, PieceKind::from_index(5));
    /// let setup = Setup::at_start(vec![(Square::new(4, 0), king)]);
    /// assert_eq!((setup.turn, setup.piece_at(Square::new(4, 0))), (Color::White, Some(king)));
    /// ```
    pub fn at_start(pieces: Vec<(Square, Piece)>) -> Self {
        Self {
            pieces,
            turn: Color::White,
            initial_move_rights: Bitboard::FULL,
            en_passant: None,
            en_passant_pawn: None,
            halfmove_clock: 0,
            fullmove_number: 1,
            checks_left: ByColor { white: 1, black: 1 },
            count: None,
        }
    }

    /// The piece on `square`, found by linear search.
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.pieces.iter().find(|(s, _)| *s == square).map(|&(_, piece)| piece)
    }
}
