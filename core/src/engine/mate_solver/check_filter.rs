//! Check filter: finds moves that may give check, without making them.

use crate::engine::check_squares::CheckSquares;
use crate::rules::{Bitboard, Move, MoveFlag, Position};

/// Filter for moves that may give check. A move that it rules out never gives check.
pub(in crate::engine) struct CheckFilter<'p> {
    position: &'p Position,
    /// Check squares; `None` if every move may give check.
    check_squares: Option<CheckSquares>,
    /// Pieces whose moves may discover a check. Each is the only piece between the enemy king and a piece of its side.
    discoverers: Bitboard,
}

impl<'p> CheckFilter<'p> {
    pub(in crate::engine) fn new(position: &'p Position) -> Self {
        let (us, variant, board) = (position.turn(), position.variant(), position.board());
        let king = position.royal_king(!us).filter(|_| !variant.has_complex_attacks());
        let check_squares = king.map(|_| CheckSquares::new());
        let own = board.by_color(us);
        let mut discoverers = Bitboard::EMPTY;
        for (king, piece) in king.into_iter().flat_map(|king| own.into_iter().map(move |piece| (king, piece)))
        {
            let between = variant.geometry().between(king, piece) & board.occupied();
            if between.count() == 1 {
                discoverers |= between & own;
            }
        }
        Self { position, check_squares, discoverers }
    }

    pub(in crate::engine) fn may_check(&mut self, mv: Move) -> bool {
        let (Some(check_squares), MoveFlag::Normal) = (&mut self.check_squares, mv.flag) else { return true };
        self.discoverers.contains(mv.from) || check_squares.gives_check(self.position, mv)
    }
}
