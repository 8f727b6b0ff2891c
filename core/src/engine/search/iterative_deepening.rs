//! Iterative deepening with aspiration windows: searches of the root to greater and greater depth.

use std::time::Duration;

use super::bound_of;
use crate::engine::score::{INFINITE, MATE, MATE_IN_MAX_PLY, MAX_PLY, Score, Value};
use crate::engine::time::IterationStats;
use crate::engine::tt::Bound;
use crate::engine::worker::{SearchEvent, SearchInfo, Worker};

/// Minimum depth at which aspiration windows are used.
const ASPIRATION_MIN_DEPTH: i32 = 5;
/// Time from the start of a search after which values outside the aspiration window are reported.
const BOUND_REPORT_TIME: Duration = Duration::from_secs(1);
/// Maximum half-width of an aspiration window. A wider window is opened completely.
const ASPIRATION_MAX_DELTA: Value = 1_500;

// Iterative deepening ends when depth > factor * plies to mate + margin.
const MATE_DEPTH_FACTOR: i32 = 2;
const MATE_DEPTH_MARGIN: i32 = 6;

impl Worker<'_> {
    /// Iterative deepening: searches to greater and greater depth until time or a limit ends the search.
    ///
    /// Sorts the root moves, the best first. Returns the depth of the last completed iteration.
    pub fn iterative_deepening(&mut self, multi_pv: usize) -> u32 {
        let max_depth = self.shared.limits.depth.unwrap_or(u32::MAX).clamp(1, MAX_PLY as u32 - 1);
        let multi_pv = multi_pv.clamp(1, self.root_moves.len().max(1));
        let mut stats = IterationStats { only_move: self.root_moves.len() == 1, ..IterationStats::default() };
        let mut completed_depth = 0;
        let mut reported_move = None;
        for depth in 1..=max_depth {
            self.root_depth = depth as i32;
            let nodes_before = self.nodes;
            let (last_best, last_value) = (self.root_moves[0].mv, self.root_moves[0].value);
            for root_move in &mut self.root_moves {
                root_move.previous_value = root_move.value;
                root_move.value = -INFINITE;
                root_move.nodes = 0;
            }
            for pv_index in 0..multi_pv {
                self.pv_index = pv_index;
                self.seldepth = 0;
                self.aspiration_search(depth as i32);
                // Sort the moves that begin no variation yet, then sort those that do.
                self.sort_root_moves(pv_index..self.root_moves.len());
                self.sort_root_moves(0..pv_index + 1);
                if self.stopped {
                    break;
                }
            }
            if self.stopped {
                break;
            }
            completed_depth = depth;
            if !self.is_main {
                continue;
            }
            self.report_nodes();
            for pv_index in 0..multi_pv {
                let info = self.info(depth, pv_index);
                (self.on_event)(&SearchEvent::Variation(info));
            }
            let best = &self.root_moves[0];
            reported_move = Some(best.mv);
            stats.best_move_stability = if best.mv == last_best { stats.best_move_stability + 1 } else { 0 };
            // The drop is measured from the last iteration's value even if the best move has changed.
            stats.score_drop = if depth > 1 { (last_value - best.value).clamp(-500, 500) } else { 0 };
            stats.best_move_effort = (best.nodes * 100 / (self.nodes - nodes_before).max(1)) as u32;
            let mate_distance = MATE - best.value.abs();
            // Late moves are reduced, so a search to the depth of the mate may miss a defence. The margin of two plies makes
            // up for it.
            stats.mate_proven = best.value.abs() >= MATE_IN_MAX_PLY && depth as i32 > mate_distance + 2;
            // An iteration much deeper than the distance to mate would hardly find a shorter mate.
            let mate_settled = best.value.abs() >= MATE_IN_MAX_PLY
                && depth as i32 > MATE_DEPTH_FACTOR * mate_distance + MATE_DEPTH_MARGIN
                && multi_pv == 1
                && !self.shared.limits.infinite;
            let mate_found = self.shared.limits.mate.is_some_and(|wanted| {
                matches!(Score::from_value(best.value), Score::Mate(moves) if moves > 0 && moves as u32 <= wanted)
            });
            let time_is_used = self.shared.time.should_end_iterations(&stats);
            if mate_found || (!self.is_pondering() && (mate_settled || time_is_used)) {
                break;
            }
        }
        // The last iteration may have found another move before it was aborted.
        if self.is_main && multi_pv == 1 && reported_move.is_some_and(|mv| mv != self.root_moves[0].mv) {
            let info = self.info(self.root_depth as u32, 0);
            (self.on_event)(&SearchEvent::Variation(info));
        }
        completed_depth
    }

    /// Sorts a range of the root moves, the best first.
    ///
    /// Moves that were refuted or not yet searched have the value `-INFINITE`. They are ordered by their values in the
    /// previous iteration. The sort is stable, so moves without a value in either iteration keep their order.
    fn sort_root_moves(&mut self, range: std::ops::Range<usize>) {
        self.root_moves[range]
            .sort_by_key(|root_move| std::cmp::Reverse((root_move.value, root_move.previous_value)));
    }

    /// Searches the root with an aspiration window around the last value, which is widened until it contains the value.
    fn aspiration_search(&mut self, depth: i32) {
        let expected = self.root_moves[self.pv_index].previous_value;
        let mut delta = self.shared.parameters.aspiration_delta;
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        if depth >= ASPIRATION_MIN_DEPTH && expected.abs() < MATE_IN_MAX_PLY {
            (alpha, beta) = (expected - delta, expected + delta);
        }
        // The re-search is one ply shallower for each fail high, but at most three plies.
        let mut failed_high_count = 0;
        loop {
            let value = self.negamax::<true>(alpha, beta, (depth - failed_high_count).max(1), 0, false);
            if self.stopped {
                return;
            }
            self.sort_root_moves(self.pv_index..self.root_moves.len());
            let bound = bound_of(value, alpha, beta);
            if self.is_main && bound != Bound::Exact && self.shared.time.elapsed() >= BOUND_REPORT_TIME {
                let info = self.info(depth as u32, self.pv_index);
                let info = SearchInfo { score: Score::from_value(value), bound, ..info };
                (self.on_event)(&SearchEvent::Variation(info));
            }
            if value <= alpha && alpha > -INFINITE {
                beta = (alpha + beta) / 2;
                alpha = (value - delta).max(-INFINITE);
                failed_high_count = 0;
            } else if value >= beta && beta < INFINITE {
                beta = (value + delta).min(INFINITE);
                failed_high_count = (failed_high_count + 1).min(3);
            } else {
                return;
            }
            delta += delta / 2;
            if delta > ASPIRATION_MAX_DELTA {
                (alpha, beta) = (-INFINITE, INFINITE);
            }
        }
    }
}
