//! Check squares: the squares from which a piece gives check.

use arrayvec::ArrayVec;

use crate::rules::piece::MAX_KINDS;
use crate::rules::{Bitboard, Move, Piece, Position};

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
        if position.variant().rules().must_capture {
            // A piece on a square that the opponent attacks forces a capture.
            let enemies = position.variant().kinds().map(|kind| Piece::new(!color, kind));
            let attacks = enemies.flat_map(|piece| position.attacks_of_each(piece));
            let forcing = attacks.fold(Bitboard::EMPTY, |all, squares| all | squares);
            self.0.extend(position.variant().kinds().map(|_| forcing));
            return;
        }
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
}
