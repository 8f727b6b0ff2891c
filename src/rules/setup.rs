//! Set-ups: positions as written down, perhaps not legal.

use super::bitboard::Bitboard;
use super::color::Color;
use super::piece::Piece;
use super::square::Square;

/// A position as written down; [`Position::from_setup`](super::position::Position::from_setup) checks it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The pieces; a square named twice is a fault.
    pub pieces: Vec<(Square, Piece)>,
    /// The side to move.
    pub turn: Color,
    /// Squares of pieces that have not moved; those for which it does not matter may be named too.
    pub first_move_rights: Bitboard,
    /// The square on which a pawn can be taken in passing.
    pub en_passant: Option<Square>,
    /// Half-moves since the last capture or pawn move.
    pub halfmove_clock: u16,
    /// The number of the move, counted from 1, up after Black's.
    pub fullmove_number: u16,
}

impl Setup {
    /// A set-up at the start of a game: White to move and no piece has moved.
    #[must_use]
    pub fn at_start(pieces: Vec<(Square, Piece)>) -> Self {
        Self {
            pieces,
            turn: Color::White,
            first_move_rights: Bitboard::FULL,
            en_passant: None,
            halfmove_clock: 0,
            fullmove_number: 1,
        }
    }

    /// The piece on `square`.
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.pieces.iter().find(|(s, _)| *s == square).map(|&(_, piece)| piece)
    }
}
