//! Check squares: the squares from which a piece gives check.

use arrayvec::ArrayVec;

use crate::rules::piece::MAX_KINDS;
use crate::rules::{Bitboard, Move, Position};

/// Check squares of all kinds of pieces of the side to move. They are computed when they are first needed.
pub(super) struct CheckSquares(ArrayVec<Bitboard, MAX_KINDS>);

impl CheckSquares {
    pub const fn new() -> Self {
        Self(ArrayVec::new_const())
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
        let slides = position.king_square(!color).map(|king| position.slides_from(king));
        let squares =
            |kind| slides.map_or(Bitboard::EMPTY, |slides| position.attacking_squares(&slides, color, kind));
        self.0.extend(position.variant().kinds().map(squares));
    }
}
