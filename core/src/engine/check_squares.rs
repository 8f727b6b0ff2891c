//! Check squares: the squares from which a piece gives check or forces the reply in another way.

use arrayvec::ArrayVec;

use crate::rules::piece::MAX_KINDS;
use crate::rules::{Bitboard, Move, Piece, Position};

/// Check squares of all kinds of pieces of the side to move. They are computed when they are first needed.
pub(super) struct CheckSquares(ArrayVec<Bitboard, MAX_KINDS>);

impl CheckSquares {
    pub const fn new() -> Self {
        Self(ArrayVec::new_const())
    }

    /// Squares from which a piece forces the reply: the check squares, and where captures are mandatory all squares on which
    /// the opponent can capture.
    #[inline]
    pub fn forcing(position: &Position) -> Self {
        let mut squares = Self::new();
        if position.variant().rules().must_capture {
            squares.add_offers(position);
        }
        squares
    }

    /// Whether the piece that `mv` moves attacks the enemy king from its new square.
    ///
    /// Unlike in Stockfish, discovered checks do not count, and a promoting pawn counts as a pawn.
    #[inline]
    pub fn gives_check(&mut self, position: &Position, mv: Move) -> bool {
        if self.0.is_empty() {
            self.compute(position);
        }
        let piece = position.board().piece_at(mv.from);
        piece.is_some_and(|piece| self.0[piece.kind.index()].contains(mv.to))
    }

    #[inline(never)]
    fn compute(&mut self, position: &Position) {
        let color = position.turn();
        let targets = position.last_pieces(!color);
        let targets =
            position.king_square(!color).map_or(targets, |king| targets | Bitboard::from_square(king));
        let slides = targets.into_iter().map(|target| position.slides_from(target));
        self.0.extend(position.variant().kinds().map(|_| Bitboard::EMPTY));
        for slides in slides {
            for (squares, kind) in self.0.iter_mut().zip(position.variant().kinds()) {
                *squares |= position.attacking_squares(&slides, color, kind);
            }
        }
    }

    #[inline(never)]
    fn add_offers(&mut self, position: &Position) {
        self.compute(position);
        let enemies = position.variant().kinds().map(|kind| Piece::new(!position.turn(), kind));
        let attacks = enemies.flat_map(|piece| position.attacks_of_each(piece));
        let offers = attacks.fold(Bitboard::EMPTY, |all, squares| all | squares);
        self.0.iter_mut().for_each(|squares| *squares |= offers);
    }
}
