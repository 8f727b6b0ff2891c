//! Check squares: from where a piece gives check.

use crate::rules::piece::MAX_KINDS;
use crate::rules::{Bitboard, Move, Position};

/// Squares from which each kind of piece of the side to move would give check, computed when first needed.
pub(super) struct CheckSquares {
    computed: bool,
    by_kind: [Bitboard; MAX_KINDS],
}

impl CheckSquares {
    pub const fn new() -> Self {
        Self { computed: false, by_kind: [Bitboard::EMPTY; MAX_KINDS] }
    }

    /// Whether the piece that `mv` moves attacks the enemy king from its new square.
    ///
    /// Unlike Stockfish's `gives_check` this ignores discovered checks, and a promoting pawn counts as a pawn.
    pub fn gives_check(&mut self, position: &Position, mv: Move) -> bool {
        let color = position.turn();
        if !self.computed {
            self.computed = true;
            if let Some(king) = position.king_square(!color) {
                for kind in position.variant().kinds() {
                    if position.board().by_piece(color, kind).any() {
                        self.by_kind[kind.index()] = position.attacking_squares(king, color, kind);
                    }
                }
            }
        }
        position
            .board()
            .piece_at(mv.from)
            .is_some_and(|piece| self.by_kind[piece.kind.index()].contains(mv.to))
    }
}
