//! What a node learns from its moves: those tried in vain, and the one that was best.

use crate::rules::{Color, Move, Piece};

use super::history::PieceTo;
use super::worker::{BEFORE, Worker};

/// A move tried in vain, remembered until its node ends.
#[derive(Clone, Copy)]
pub(super) struct Tried {
    pub mv: Move,
    pub landing: PieceTo,
    pub captured: Option<Piece>,
}

/// Moves tried in vain; those beyond its room are forgotten.
pub(super) struct TriedMoves {
    count: usize,
    moves: [Option<Tried>; 32],
}

impl TriedMoves {
    pub(super) const fn new() -> Self {
        Self { count: 0, moves: [None; 32] }
    }

    pub(super) fn push(&mut self, tried: Tried) {
        if let Some(cell) = self.moves.get_mut(self.count) {
            *cell = Some(tried);
            self.count += 1;
        }
    }

    fn iter(&self) -> impl Iterator<Item = Tried> + '_ {
        self.moves.iter().take(self.count).filter_map(|t| *t)
    }
}

impl Worker<'_> {
    /// Teaches the histories what cut off, and what did not.
    pub(super) fn learn(
        &mut self,
        best: Move,
        depth: i32,
        ply: usize,
        quiet: &TriedMoves,
        noisy: &TriedMoves,
    ) {
        let color: Color = self.position.turn();
        let bonus = (140 * depth - 60).min(1600);
        let Some(mover) = self.position.board().piece_at(best.from) else { return };
        let landing = PieceTo::new(mover.kind, best.to);
        let before = [1, 2, 4].map(|back| self.landing_before(ply, back));
        if self.is_noisy(best) {
            let captured = self.position.board().piece_at(best.to);
            self.history.learn_capture(landing, captured, bonus);
        } else {
            let killers = &mut self.frames[ply + BEFORE].killers;
            if killers[0] != Some(best) {
                *killers = [Some(best), killers[0]];
            }
            self.history.set_counter(before[0], best);
            self.history.learn_quiet(color, best, landing, before, bonus);
            for tried in quiet.iter() {
                self.history.learn_quiet(color, tried.mv, tried.landing, before, -bonus);
            }
        }
        for tried in noisy.iter() {
            self.history.learn_capture(tried.landing, tried.captured, -bonus);
        }
    }
}
