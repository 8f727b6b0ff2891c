//! Which moves of a node are pruned (step 12), and how far late moves are reduced (step 15).

use super::Node;
use crate::engine::check_squares::CheckSquares;
use crate::engine::history::{FromTo, PieceTo};
use crate::engine::move_picker::MovePicker;
use crate::engine::parameters::SearchParameters;
use crate::engine::score::{MATE_IN_MAX_PLY, Value};
use crate::engine::see::see_ge;
use crate::engine::tt::{Bound, TtEntry};
use crate::engine::worker::{LMR_TABLE_SIZE, ReductionTable, Worker};
use crate::rules::{Move, Piece};

/// Late-move reduction (LMR): the reduction is one ply larger if the next ply has had more beta cutoffs than this.
const LMR_CUTOFF_COUNT: u8 = 3;

/// Features of a move that is to be searched.
pub(super) struct MoveContext {
    pub mv: Move,
    /// Number of the move among the moves of the node, from 1.
    pub move_count: usize,
    pub from_to: FromTo,
    pub piece_to: PieceTo,
    /// The piece on the target square, which has none before an en passant capture.
    pub captured: Option<Piece>,
    pub is_noisy: bool,
    /// Whether the moved piece gives check or, where captures are mandatory, can be captured. Unlike in Stockfish, discovered
    /// checks and checks by a promoted piece do not count.
    pub gives_check: bool,
    pub history_score: i32,
    /// Late-move reduction by depth and move number, one ply more if the position is not improving.
    pub base_reduction: i32,
}

pub(super) enum Pruning {
    Search,
    Prune,
    /// This move and all remaining quiet moves are pruned by futility, but no checks in variants that count them. The value is
    /// an estimate of theirs.
    PruneQuiets(Value),
}

/// Table of the late-move reductions by depth and move number.
pub fn reduction_table(p: &SearchParameters) -> ReductionTable {
    let [base, divisor, not_improving_min] = [p.lmr_base, p.lmr_divisor, p.lmr_not_improving_min]
        .map(|thousandths| f64::from(thousandths) / 1000.0);
    let mut table = [[[0; LMR_TABLE_SIZE]; LMR_TABLE_SIZE]; 2];
    for (improving, table) in table.iter_mut().enumerate() {
        for (depth, row) in table.iter_mut().enumerate().skip(1) {
            for (move_count, reduction) in row.iter_mut().enumerate().skip(1) {
                let plies = (depth as f64).ln() * (move_count as f64).ln() / divisor;
                *reduction = (base + plies) as u8 + u8::from(improving == 0 && plies >= not_improving_min);
            }
        }
    }
    table
}

impl Worker<'_> {
    /// Creates the context of the legal move `mv`.
    #[inline]
    pub(super) fn move_context(
        &self,
        node: &Node,
        mv: Move,
        move_count: usize,
        check_squares: &mut CheckSquares,
    ) -> MoveContext {
        let piece = self.position.board().piece_at(mv.from).expect("a legal move starts from a piece");
        let is_noisy = self.is_noisy(mv);
        let piece_to = PieceTo::new(piece.kind, mv.to);
        let from_to = self.butterfly_index(node.ply, mv);
        let captured = self.position.board().piece_at(mv.to);
        let gives_check = check_squares.gives_check(&self.position, mv);
        let history_score = if is_noisy {
            self.history.capture(piece_to, captured)
        } else {
            self.history.quiet(from_to)
                + self.history.continuation(node.previous_moves[0], piece_to)
                + self.history.continuation(node.previous_moves[1], piece_to)
        };
        let table = &self.shared.reductions[usize::from(node.improving)];
        let row = &table[(node.depth as usize).min(LMR_TABLE_SIZE - 1)];
        let base_reduction = i32::from(row[move_count.min(LMR_TABLE_SIZE - 1)]);
        MoveContext {
            mv,
            move_count,
            from_to,
            piece_to,
            captured,
            is_noisy,
            gives_check,
            history_score,
            base_reduction,
        }
    }

    /// Step 12 for a noisy move. `is_good` is true for the TT move and for moves that the picker found good by their exchange.
    #[inline]
    pub(super) fn prune_noisy(
        &self,
        node: &Node,
        context: &MoveContext,
        alpha: Value,
        is_good: bool,
    ) -> Pruning {
        let (evaluator, p) = (self.shared.evaluator, self.shared.parameters);
        let lmr_depth = (node.depth - context.base_reduction).max(0);
        // Futility pruning: the evaluation plus the value of the captured piece is too far below alpha.
        if let Some(static_eval) = node.static_eval
            && !context.gives_check
            && lmr_depth <= p.futility_noisy_max_depth
        {
            let futility_value = static_eval
                + p.futility_noisy_base
                + p.futility_noisy_per_depth * lmr_depth
                + evaluator.material_gain(context.mv, context.captured)
                + context.history_score / p.futility_noisy_history_divisor;
            if futility_value <= alpha {
                return Pruning::Prune;
            }
        }
        if context.gives_check && evaluator.goals.counts_checks {
            return Pruning::Search;
        }
        // SEE pruning: the exchange loses too much. The move picker has already tested the good noisy moves. The TT move is
        // always searched.
        let loses = || !see_ge(evaluator, &self.position, context.mv, p.see_noisy_per_depth * node.depth);
        if !is_good && loses() { Pruning::Prune } else { Pruning::Search }
    }

    /// Step 12 for a quiet move. Late-move pruning makes `picker` skip the remaining quiet moves as well, except in variants
    /// that count checks.
    #[inline]
    pub(super) fn prune_quiet(
        &self,
        node: &Node,
        context: &MoveContext,
        alpha: Value,
        picker: &mut MovePicker,
    ) -> Pruning {
        let (depth, history_score, p) = (node.depth, context.history_score, self.shared.parameters);
        if alpha >= MATE_IN_MAX_PLY {
            // After a mate was found, only a faster mate matters. At depth 1 only checks can mate. A row of pieces and a
            // stalemate can win, too, but are not worth a search of all moves.
            let prune = depth <= 1 && !context.gives_check;
            return if prune { Pruning::Prune } else { Pruning::Search };
        }
        // Late-move pruning, by the number of the move.
        let percent = if node.improving { p.lmp_improving_percent } else { p.lmp_not_improving_percent };
        let max_moves = (p.lmp_base + depth * depth) * percent / 100;
        let counts_checks = self.shared.evaluator.goals.counts_checks;
        if context.move_count >= max_moves as usize && depth <= p.lmp_max_depth {
            if !counts_checks {
                picker.skip_quiets();
            }
            if !context.gives_check {
                return Pruning::Prune;
            }
        }
        if context.gives_check && counts_checks {
            return Pruning::Search;
        }
        // History pruning.
        if history_score < p.history_pruning_per_depth * depth && depth <= p.history_pruning_max_depth {
            return Pruning::Prune;
        }
        // Futility pruning: the evaluation is so far below alpha that no quiet move is expected to reach it.
        let lmr_depth = (depth - context.base_reduction).max(0);
        if let Some(static_eval) = node.static_eval
            && !context.gives_check
            && lmr_depth <= p.futility_quiet_max_depth
        {
            let futility_value = static_eval
                + p.futility_quiet_base
                + p.futility_quiet_per_depth * lmr_depth
                + history_score / p.futility_quiet_history_divisor;
            if futility_value <= alpha {
                return Pruning::PruneQuiets(futility_value);
            }
        }
        // SEE pruning: the piece is captured on its new square, and too little is won back.
        let see_threshold = p.see_quiet_per_depth_squared * lmr_depth * lmr_depth;
        let loses = !see_ge(self.shared.evaluator, &self.position, context.mv, see_threshold);
        if loses { Pruning::Prune } else { Pruning::Search }
    }

    /// Step 15: late-move reduction of a move, in plies.
    #[inline]
    pub(super) fn late_move_reduction<const PV: bool>(
        &self,
        node: &Node,
        context: &MoveContext,
        is_refutation: bool,
        is_quiet_singular: bool,
    ) -> i32 {
        let p = self.shared.parameters;
        let mut reduction = context.base_reduction;
        // The history is ignored in check, because few moves are legal there.
        reduction -= if node.static_eval.is_none() {
            0
        } else if context.is_noisy {
            context.history_score / p.lmr_noisy_history_divisor
        } else {
            (context.history_score - p.lmr_quiet_history_offset) / p.lmr_quiet_history_divisor
        };
        if node.is_cut_node {
            reduction += 1 + if context.is_noisy { 0 } else { p.lmr_cut_node_quiet };
        }
        reduction += i32::from(node.tt_move_is_noisy && !context.is_noisy);
        reduction += i32::from(self.stack(node.ply + 1).cutoff_count > LMR_CUTOFF_COUNT);
        reduction += if PV { -1 } else { p.lmr_non_pv };
        let refutes_node = |entry: &TtEntry| entry.bound != Bound::Lower && entry.depth >= node.depth;
        let is_likely_fail_low = PV && node.tt_entry.as_ref().is_some_and(refutes_node);
        reduction -= p.lmr_tt_pv * i32::from(self.stack(node.ply).tt_pv && !is_likely_fail_low);
        reduction -= i32::from(context.gives_check);
        reduction -= p.lmr_refutation * i32::from(is_refutation);
        reduction -= p.lmr_singular_quiet * i32::from(is_quiet_singular);
        reduction
    }
}
