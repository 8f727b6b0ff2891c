//! Check filter: which moves may give check, before they are made.

use crate::rules::{Bitboard, Move, MoveFlag, Position};

/// Filter for moves that may give check. A move that it rules out never gives check.
pub(super) struct CheckFilter<'p> {
    position: &'p Position,
    /// Squares from which each kind attacks the enemy king; `None`: every move may give check.
    check_squares: Option<Vec<Bitboard>>,
    /// Pieces whose move may discover a check: each stands alone between the enemy king and another piece of its side.
    discoverers: Bitboard,
}

impl<'p> CheckFilter<'p> {
    pub(super) fn new(position: &'p Position) -> Self {
        let (us, variant, board) = (position.turn(), position.variant(), position.board());
        let king = position.royal_king(!us).filter(|_| !variant.has_complex_attacks());
        let check_squares = king.map(|king| {
            let slides = position.slides_from(king);
            variant.kinds().map(|kind| position.attacking_squares(&slides, us, kind)).collect()
        });
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

    pub(super) fn may_check(&self, mv: Move) -> bool {
        let (Some(check_squares), MoveFlag::Normal) = (&self.check_squares, mv.flag) else { return true };
        let piece = self.position.board().piece_at(mv.from);
        self.discoverers.contains(mv.from)
            || piece.is_none_or(|piece| check_squares[piece.kind.index()].contains(mv.to))
    }
}
