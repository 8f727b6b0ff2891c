//! The search: negamax with its pruning and reductions, quiescence search.
//!
//! It is a principal variation search. These are its functions, in the order in which they are called:
//!
//! * [`Worker::iterative_deepening`] searches the root to depth 1, 2, 3, … until time or a limit ends it, each time with a
//!   narrow window around the last value. It is in `iterative_deepening.rs`;
//! * [`Worker::negamax`] searches a node in numbered steps, which Stockfish numbers differently. Steps 6 to 8 are in
//!   [`Worker::prune_node`], step 10 is in [`Worker::probcut`], and steps 11 to 19 are in [`Worker::moves_loop`];
//! * [`Worker::moves_loop`] searches the moves of a node. It calls [`Worker::prune_noisy`] and [`Worker::prune_quiet`] for
//!   step 12, [`Worker::singular_extension`] for step 13, [`Worker::late_move_reduction`] for step 15 and
//!   [`Worker::update_histories`] for step 19. The formulas of steps 12 and 15 are in `pruning.rs`, and the histories are
//!   updated in `history_update.rs`;
//! * [`Worker::qsearch`] replaces negamax at depth 0. It searches captures until the position is quiet.
//!
//! The terms are those of Stockfish. A *value* is in centipawns from the view of the side to move. *PV nodes* are searched
//! with an open window (`beta - alpha > 1`). All other nodes are searched with a null window, which only decides whether
//! the value is at least `beta`. A *cut node* is a node in which a value of at least `beta` (fail high) is expected.
//! *Noisy* moves are captures and promotions, and all other moves are *quiet*. The *TT move* and the *TT value* are those
//! of the position's entry in the transposition table. The search is *fail-soft*: it may return values outside the window.
//!
//! `worker.rs` has the state of the search: it makes moves, keeps the stack of plies and decides when to stop.
//! `move_picker.rs` orders the moves by the histories of `history.rs` and by the static exchange evaluation (SEE) of
//! `see.rs`.

mod history_update;
mod iterative_deepening;
mod pruning;

use std::time::Duration;

use super::check_squares::CheckSquares;
use super::history::{FromTo, PieceTo, PreviousMoves, SearchedMove, SearchedMoves, history_bonus};
use super::move_picker::{MovePicker, OrderingHints};
use super::score::{DRAW, INFINITE, MATE_IN_MAX_PLY, MAX_PLY, Value, mate_in, mated_in};
use super::threats::Threats;
use super::tt::{Bound, TtEntry};
use super::worker::{SearchEvent, Worker};
use crate::rules::Move;
use pruning::Pruning;
pub(super) use pruning::reduction_table;

// Limits of the search, with depths in plies and values in centipawns. `parameters.rs` has the parameters to be tuned.

/// Time from the start of a search after which the current root move is reported.
const CURRENT_MOVE_REPORT_TIME: Duration = Duration::from_secs(3);

/// Depth of the TT entries of quiescence nodes with quiet checks.
const QS_DEPTH_WITH_CHECKS: i32 = 0;
/// Depth of the TT entries of quiescence nodes without quiet checks.
const QS_DEPTH: i32 = -1;
/// First ply of quiescence in which only recaptures are searched. Crowded boards have too many captures for more.
const QS_RECAPTURES_ONLY_PLY: usize = 7;
/// First ply of quiescence in which the first iteration searches only recaptures. Its window is open, so that few captures are
/// cut off. With captures of all pieces for seven plies it took up to 30,000 nodes in grasshopper chess, and a search of fewer
/// nodes returned no value.
const QS_RECAPTURES_ONLY_PLY_FIRST_ITERATION: usize = 3;
/// Number of moves after which quiescence in check searches no more quiet or losing evasions.
const QS_MAX_EVASIONS: usize = 3;

/// State of a node that several steps use.
struct Node {
    ply: usize,
    /// Depth in plies. Step 9 may reduce it for the later steps and for the TT entry.
    depth: i32,
    is_root: bool,
    is_cut_node: bool,
    /// The move that a singular-extension search leaves out.
    excluded_move: Option<Move>,
    tt_entry: Option<TtEntry>,
    tt_move: Option<Move>,
    tt_move_is_noisy: bool,
    /// Whether the side to move must capture.
    must_capture: bool,
    /// Static evaluation; `None` if the king is attacked, even in variants in which it may stay attacked.
    static_eval: Option<Value>,
    /// The TT value if its bound shows that it is nearer to the true value than the static evaluation, otherwise the static
    /// evaluation; `-INFINITE` in check.
    eval: Value,
    /// Whether the static evaluation is better than it was two plies ago, at this side's last move.
    improving: bool,
    /// The moves before this node, for the continuation histories. The history score of a move uses only the first two.
    previous_moves: PreviousMoves,
}

enum Singular {
    /// Plies by which the TT move is extended. It is reduced if they are negative.
    Extension(i32),
    /// Multi-cut: a second move is expected to fail high, too, so the node is pruned with this value.
    MultiCut(Value),
}

/// Bound of the value that a search with the window from `alpha` to `beta` has returned.
fn bound_of(value: Value, alpha: Value, beta: Value) -> Bound {
    if value >= beta {
        Bound::Lower
    } else if value > alpha {
        Bound::Exact
    } else {
        Bound::Upper
    }
}

impl Worker<'_> {
    /// Searches the node at `ply` to `depth` plies. `PV` is whether it is a PV node.
    fn negamax<const PV: bool>(
        &mut self,
        mut alpha: Value,
        mut beta: Value,
        depth: i32,
        ply: usize,
        is_cut_node: bool,
    ) -> Value {
        // Step 1. Upcoming repetition. A side that can repeat a position has at least a draw.
        if alpha < DRAW && self.can_repeat(ply) {
            alpha = DRAW;
            if alpha >= beta {
                self.pv[ply].clear();
                return alpha;
            }
        }
        // At depth 0 the quiescence search takes over.
        if depth <= 0 {
            return self.qsearch::<PV>(alpha, beta, ply, 0);
        }
        // After an abort no caller uses the value.
        if self.should_stop() {
            return 0;
        }
        let is_root = PV && ply == 0;
        if PV {
            self.pv[ply].clear();
            self.seldepth = self.seldepth.max(ply + 1);
        }
        if !is_root {
            // Step 2. End of the game: draw by repetition or move rule, goals of the variant.
            if let Some(value) = self.end_of_game(ply) {
                return value;
            }
            // Step 3. Mate distance pruning. If a mate nearer to the root was found, the value of this node does not matter.
            alpha = alpha.max(mated_in(ply));
            beta = beta.min(mate_in(ply + 1));
            if alpha >= beta {
                return alpha;
            }
        }
        let in_check = self.is_threatened();
        // The stack ends at the maximum ply.
        if ply >= MAX_PLY - 1 {
            return if in_check { DRAW } else { self.evaluate(ply) };
        }

        // Step 4. Transposition table lookup. It is skipped while a move is excluded, because the entry is for all moves.
        let excluded_move = self.stack(ply).excluded_move;
        let p = self.shared.parameters;
        let tt_entry = match excluded_move {
            None => self.probe_table(ply),
            Some(_) => None,
        };
        self.stack_mut(ply).move_count = 0;
        if excluded_move.is_none() {
            self.stack_mut(ply).tt_hit = tt_entry.is_some();
            self.stack_mut(ply).tt_pv = PV || tt_entry.as_ref().is_some_and(|entry| entry.is_pv);
        }
        if !PV
            && let Some(entry) = &tt_entry
            && let Some(value) = entry.cutoff(depth, alpha, beta)
            && !self.is_draw_by_moves_near()
        {
            if p.more_history_updates > 0 {
                self.update_histories_by_tt(entry, ply, depth, value >= beta);
            }
            return value;
        }
        let tt_move = if is_root {
            Some(self.root_moves[self.pv_index].mv)
        } else {
            self.legal_tt_move(tt_entry.as_ref())
        };

        // Step 5. Static evaluation, whether it is improving, and reset of the stack entries of the next plies.
        let static_eval = match &tt_entry {
            _ if in_check => None,
            _ if excluded_move.is_some() => self.stack(ply).static_eval,
            Some(TtEntry { static_eval: Some(stored), .. }) => Some(*stored),
            _ => Some(self.evaluate(ply)),
        };
        self.stack_mut(ply).static_eval = static_eval;
        // Bonus or malus for the opponent's last move, proportional to the change of the evaluation by that move.
        let previous = self.stack_before(ply, 1);
        if p.history_bonus_by_eval > 0
            && excluded_move.is_none()
            && let (Some(mv), Some(before), Some(now)) =
                (previous.quiet_move, previous.static_eval, static_eval)
        {
            let bonus = (-p.history_bonus_by_eval * depth * (before + now))
                .clamp(-p.eval_bonus_max, p.eval_bonus_max);
            let from_to = FromTo::new(!self.position.turn(), mv, previous.attacked);
            self.history.update_butterfly(from_to, bonus);
        }
        let eval = match (static_eval, &tt_entry) {
            (Some(static_eval), Some(entry)) => entry.refine_eval(static_eval),
            (Some(static_eval), None) => static_eval,
            (None, _) => -INFINITE,
        };
        // If this side was in check two plies ago, the evaluation of four plies ago is used.
        let earlier_eval = self.stack_before(ply, 2).static_eval.or(self.stack_before(ply, 4).static_eval);
        // `None`, which means check, is less than any value. A position in check is therefore never improving, and a position
        // after two checks always is.
        let improving = static_eval > earlier_eval;
        // Reset the stack entries of children and grandchildren. A child has the node's number of double extensions, unless
        // step 14 adds one for a move that is extended by two plies.
        self.stack_mut(ply + 1).excluded_move = None;
        self.stack_mut(ply + 1).double_extensions = self.stack(ply).double_extensions;
        self.stack_mut(ply + 2).killers = [None; 2];
        self.stack_mut(ply + 2).cutoff_count = 0;

        let mut node = Node {
            ply,
            depth,
            is_root,
            is_cut_node,
            excluded_move,
            tt_entry,
            tt_move,
            tt_move_is_noisy: tt_move.is_some_and(|mv| self.is_noisy(mv)),
            must_capture: self.position.must_capture(),
            static_eval,
            eval,
            improving,
            previous_moves: self.previous_moves(ply),
        };

        // Steps 6 to 8. Pruning of the whole node without searching its moves.
        if !PV
            && !node.must_capture
            && let Some(value) = self.prune_node(&node, alpha, beta)
        {
            return value;
        }
        if self.stopped {
            return 0;
        }

        // Step 9. Internal iterative reduction. Without a TT move the order of the moves is poor, so the node is searched
        // less deeply. The move that is found orders the moves of the next iteration.
        if tt_move.is_none() && excluded_move.is_none() && depth >= p.iir_min_depth && (PV || is_cut_node) {
            node.depth -= 1;
        }

        // Step 10. ProbCut.
        if !PV
            && !node.must_capture
            && let Some(value) = self.probcut(&node, beta)
        {
            return value;
        }
        if self.stopped {
            return 0;
        }

        // Steps 11 to 19. The moves.
        self.moves_loop::<PV>(&node, alpha, beta)
    }

    /// Steps 6 to 8: pruning of a whole node without searching its moves. Nodes in check and nodes with an excluded move are
    /// not pruned.
    ///
    /// Returns the value of the node, or `None` if its moves must be searched. After an abort the result is meaningless.
    fn prune_node(&mut self, node: &Node, alpha: Value, beta: Value) -> Option<Value> {
        let (Some(static_eval), None) = (node.static_eval, node.excluded_move) else { return None };
        let (ply, depth, eval) = (node.ply, node.depth, node.eval);
        let p = self.shared.parameters;

        // Step 6. Razoring. If the evaluation is so far below alpha that only captures can help, quiescence decides.
        let razoring_margin = p.razoring_base + p.razoring_per_depth_squared * depth * depth;
        if alpha < MATE_IN_MAX_PLY && eval + razoring_margin <= alpha {
            let value = self.qsearch::<false>(alpha, alpha + 1, ply, 0);
            if value <= alpha {
                return Some(value);
            }
        }

        // Step 7. Reverse futility pruning. If the evaluation is so far above beta that the opponent can hardly catch up,
        // the node is pruned. The node after a root move is not, because the root move may be a sacrifice.
        let margin = p.reverse_futility_per_depth * depth
            - if node.improving { p.reverse_futility_improving } else { 0 };
        if ply > 1
            && depth <= p.reverse_futility_max_depth
            && eval - margin >= beta
            && beta > -MATE_IN_MAX_PLY
        {
            // The evaluation is only an estimate, so the mean of evaluation and beta is returned.
            return Some((eval + beta) / 2);
        }

        // Step 8. Null-move pruning. If the value is at least beta although this side passes, it should be at least beta
        // after some move, too. There are no two null moves in a row, and none in pawn endings, where zugzwang is likely.
        let try_null_move = ply >= self.null_move_min_ply
            && self.stack_before(ply, 1).piece_to.is_some()
            && eval >= beta.max(static_eval)
            && static_eval >= beta + p.null_move_eval_base - p.null_move_eval_per_depth * depth
            && beta > -MATE_IN_MAX_PLY
            && depth >= p.null_move_min_depth
            && self.shared.evaluator.has_non_pawn_material(&self.position, self.position.turn());
        if !try_null_move {
            return None;
        }
        let reduction = p.null_move_reduction
            + depth / p.null_move_depth_divisor
            + ((eval - beta) / p.null_move_eval_divisor).min(p.null_move_max_eval_reduction);
        let undo = self.make_null(ply);
        let value = -self.negamax::<false>(-beta, -beta + 1, depth - reduction, ply + 1, !node.is_cut_node);
        self.unmake_null(&undo);
        if self.stopped || value < beta {
            return None;
        }
        // A mate that was found after passing is not proven.
        let value = if value >= MATE_IN_MAX_PLY { beta } else { value };
        if depth < p.null_move_verification_depth || self.null_move_min_ply > 0 {
            return Some(value);
        }
        // At high depth a search verifies the cutoff. It tries no null moves in the first three quarters of its plies.
        self.null_move_min_ply = ply + 3 * ((depth - reduction).max(1) as usize) / 4;
        let verified = self.negamax::<false>(beta - 1, beta, depth - reduction, ply, false);
        self.null_move_min_ply = 0;
        (verified >= beta).then_some(value)
    }

    /// Step 10: ProbCut. If a shallow search of a capture has a value far above beta, a deep search would probably have at
    /// least beta, so the node is pruned.
    fn probcut(&mut self, node: &Node, beta: Value) -> Option<Value> {
        let (ply, depth) = (node.ply, node.depth);
        let p = self.shared.parameters;
        let probcut_beta = beta + p.probcut_margin - if node.improving { p.probcut_improving } else { 0 };
        // The TT entry refutes ProbCut if it is from a search at least as deep and its value is lower. Its bound is ignored.
        let tt_refutes =
            |entry: &TtEntry| entry.depth > depth - p.probcut_reduction && entry.value < probcut_beta;
        // There is no ProbCut in check or while a move is excluded.
        let (Some(static_eval), None) = (node.static_eval, node.excluded_move) else { return None };
        if depth < p.probcut_min_depth
            || beta.abs() >= MATE_IN_MAX_PLY
            || node.tt_entry.as_ref().is_some_and(tt_refutes)
        {
            return None;
        }
        let tt_move = node.tt_move.filter(|_| node.tt_move_is_noisy);
        let hints = OrderingHints { tt_move, ..OrderingHints::default() };
        let mut picker = MovePicker::noisy(self.take_buffer(), hints, probcut_beta - static_eval);
        let mut result = None;
        while let Some(mv) = picker.next(&self.position, self.shared.evaluator, self.history, p, None) {
            let undo = self.make(mv, ply);
            // Quiescence search comes first, because it is cheap and refutes most captures.
            let mut value = -self.qsearch::<false>(-probcut_beta, -probcut_beta + 1, ply + 1, 0);
            if value >= probcut_beta {
                value = -self.negamax::<false>(
                    -probcut_beta,
                    -probcut_beta + 1,
                    depth - p.probcut_reduction,
                    ply + 1,
                    !node.is_cut_node,
                );
            }
            self.unmake(mv, &undo);
            if self.stopped {
                break;
            }
            if value >= probcut_beta {
                let entry = TtEntry {
                    mv: Some(mv),
                    value,
                    bound: Bound::Lower,
                    // The move itself adds one ply to the depth.
                    depth: depth - p.probcut_reduction + 1,
                    is_pv: self.stack(ply).tt_pv,
                    static_eval: node.static_eval,
                };
                self.shared.tt.store(self.position.key(), ply, &entry);
                result = Some(value);
                break;
            }
        }
        self.recycle_buffer(picker);
        result
    }

    /// Steps 11 to 19: searches the moves of a node.
    fn moves_loop<const PV: bool>(&mut self, node: &Node, mut alpha: Value, beta: Value) -> Value {
        let (ply, depth, is_cut_node) = (node.ply, node.depth, node.is_cut_node);
        let (evaluator, p) = (self.shared.evaluator, self.shared.parameters);
        let color = self.position.turn();
        let threats = Threats::new(evaluator, &self.position);
        self.stack_mut(ply).attacked = threats.by_any;
        let hints = OrderingHints {
            tt_move: node.tt_move,
            killers: self.stack(ply).killers,
            counter_move: self.history.counter_move(node.previous_moves[0]),
            previous_moves: node.previous_moves,
            threats: Some(&threats),
        };
        let mut picker = MovePicker::all(self.take_buffer(), hints);
        let mut check_squares = CheckSquares::forcing(&self.position);
        let (mut best_value, mut best_move) = (-INFINITE, None);
        let old_alpha = alpha;
        let mut move_count = 0_usize;
        let mut quiets_searched = SearchedMoves::new();
        let mut noisies_searched = SearchedMoves::new();
        let mut is_quiet_singular = false;

        // Step 11. Loop over all moves, the most promising first, until one fails high.
        while let Some(mv) = picker.next(&self.position, evaluator, self.history, p, Some(&mut check_squares))
        {
            if Some(mv) == node.excluded_move {
                continue;
            }
            if node.is_root && !self.root_moves[self.pv_index..].iter().any(|root_move| root_move.mv == mv) {
                continue;
            }
            move_count += 1;
            if node.is_root && self.is_main && self.shared.time.elapsed() >= CURRENT_MOVE_REPORT_TIME {
                let number = self.pv_index + move_count;
                (self.on_event)(&SearchEvent::CurrentMove { depth: self.root_depth as u32, mv, number });
            }
            let context = self.move_context(node, mv, move_count, &mut check_squares);

            // Step 12. Pruning of single moves, as soon as a move is known that does not lose by mate. No move is pruned in
            // pawn endings.
            if !node.is_root
                && !node.must_capture
                && best_value > -MATE_IN_MAX_PLY
                && evaluator.has_non_pawn_material(&self.position, color)
            {
                let pruning = if context.is_noisy {
                    self.prune_noisy(node, &context, alpha, picker.last_is_tt_or_good_noisy())
                } else {
                    self.prune_quiet(node, &context, alpha, &mut picker)
                };
                match pruning {
                    Pruning::Search => {}
                    Pruning::Prune => continue,
                    Pruning::PruneQuiets(futility_value) => {
                        best_value = best_value.max(futility_value);
                        if !evaluator.goals.counts_checks {
                            picker.skip_quiets();
                        }
                        continue;
                    }
                }
            }

            // Step 13. Extension of a singular TT move and, near the leaves, of checks by the TT move and by good noisy
            // moves.
            let mut extension = 0;
            if Some(mv) == node.tt_move && !node.is_root && node.excluded_move.is_none() {
                match self.singular_extension::<PV>(node, mv, beta) {
                    Singular::Extension(plies) => {
                        extension = plies;
                        is_quiet_singular = plies > 0 && !node.tt_move_is_noisy;
                    }
                    Singular::MultiCut(value) => {
                        self.recycle_buffer(picker);
                        return value;
                    }
                }
            }
            if extension == 0
                && context.gives_check
                && !evaluator.variant().rules().must_capture
                && depth <= p.check_extension_max_depth
                && picker.last_is_tt_or_good_noisy()
            {
                extension = 1;
            }
            // The only legal capture is extended, where captures are mandatory.
            if extension == 0
                && node.must_capture
                && move_count == 1
                && ply < 2 * self.root_depth as usize
                && self.position.count_legal_moves() == 1
            {
                extension = 1;
            }

            // Step 14. Make the move.
            let nodes_before = self.nodes;
            let double_extensions = self.stack(ply).double_extensions + u8::from(extension > 1);
            let undo = self.make(mv, ply);
            self.stack_mut(ply).move_count = move_count;
            self.stack_mut(ply + 1).double_extensions = double_extensions;
            let new_depth = depth - 1 + extension;
            let mut value = -INFINITE;

            // Step 15. Late-move reduction (LMR). Late moves are searched to a reduced depth with a null window. A move that
            // turns out to be better than alpha is searched again to full depth. Good noisy moves are reduced only in cut
            // nodes.
            let unreduced_moves = if node.is_root { p.lmr_root_moves as usize } else { 1 };
            let is_reducible = depth >= p.lmr_min_depth
                && !node.must_capture
                && move_count > unreduced_moves
                && (!context.is_noisy || !picker.last_is_tt_or_good_noisy() || is_cut_node);
            if is_reducible {
                let is_refutation = hints.killers.contains(&Some(mv)) || hints.counter_move == Some(mv);
                let reduction =
                    self.late_move_reduction::<PV>(node, &context, is_refutation, is_quiet_singular);
                let reduced_depth = (new_depth - reduction).clamp(1, new_depth.max(1));
                value = -self.negamax::<false>(-alpha - 1, -alpha, reduced_depth, ply + 1, true);
                if value > alpha && reduced_depth < new_depth {
                    value = -self.negamax::<false>(-alpha - 1, -alpha, new_depth, ply + 1, !is_cut_node);
                    if p.more_history_updates > 0 && !context.is_noisy && !self.stopped {
                        let bonus = history_bonus(p, new_depth);
                        let bonus = if value > alpha { bonus } else { -bonus };
                        self.history.update_continuations(node.previous_moves, context.piece_to, bonus);
                    }
                }
            } else if !PV || move_count > 1 {
                // Step 16. Search to full depth with a null window, if the move is not reduced.
                value = -self.negamax::<false>(-alpha - 1, -alpha, new_depth, ply + 1, !is_cut_node);
            }

            // Step 17. In PV nodes the first move and each move better than alpha are searched with the full window.
            if PV && (move_count == 1 || value > alpha) {
                value = -self.negamax::<true>(-beta, -alpha, new_depth, ply + 1, false);
            }

            // Step 18. Unmake the move, and check for a new best move.
            self.unmake(mv, &undo);
            if self.stopped {
                return 0;
            }
            if node.is_root {
                self.update_root_move(mv, value, alpha, move_count == 1, self.nodes - nodes_before);
            }
            if value > best_value {
                best_value = value;
                if value > alpha {
                    best_move = Some(mv);
                    if PV {
                        self.update_pv(mv, ply);
                    }
                    if value >= beta {
                        break;
                    }
                    alpha = value;
                }
            }
            if Some(mv) != best_move {
                let searched = SearchedMove {
                    from_to: context.from_to,
                    piece_to: context.piece_to,
                    captured: context.captured,
                };
                let searched_before =
                    if context.is_noisy { &mut noisies_searched } else { &mut quiets_searched };
                // The list has room for 32 moves. Further moves get no malus.
                let _ = searched_before.try_push(searched);
            }
        }
        self.recycle_buffer(picker);

        // Step 19. Checkmate and stalemate, histories, transposition table.
        if move_count == 0 {
            // If the excluded move is the only move, it is singular, so the search fails low.
            return if node.excluded_move.is_some() { old_alpha } else { self.mate_or_stalemate_value(ply) };
        }
        debug_assert!(best_value > -INFINITE, "step 12 prunes nothing before a move has been searched");
        if best_value >= beta {
            let cutoff_count = &mut self.stack_mut(ply).cutoff_count;
            *cutoff_count = cutoff_count.saturating_add(1);
        }
        if let Some(mv) = best_move {
            self.update_histories(node, mv, &quiets_searched, &noisies_searched);
        } else if p.more_history_updates > 0 && (PV || depth >= 3) {
            self.update_previous_move(ply, history_bonus(p, depth));
        }
        // After a fail low the opponent's last move was good, so this node counts as a PV node if its parent does. After any
        // other result it goes on counting as one only if its last child does.
        if depth > 3 && best_value <= old_alpha {
            self.stack_mut(ply).tt_pv |= self.stack_before(ply, 1).tt_pv;
        } else if depth > 3 {
            self.stack_mut(ply).tt_pv &= self.stack(ply + 1).tt_pv;
        }
        // A search of only some root moves does not give the value of the position.
        let is_partial_root =
            node.is_root && (self.pv_index > 0 || !self.shared.limits.search_moves.is_empty());
        if node.excluded_move.is_none() && !is_partial_root {
            let bound = bound_of(best_value, old_alpha, beta);
            // After a fail low no best move is known, so the entry keeps the TT move.
            let mv = best_move.or(node.tt_move.filter(|_| bound == Bound::Upper));
            let is_pv = self.stack(ply).tt_pv;
            let entry = TtEntry { mv, value: best_value, bound, depth, is_pv, static_eval: node.static_eval };
            self.shared.tt.store(self.position.key(), ply, &entry);
        }
        best_value
    }

    /// Step 13: singular extension.
    ///
    /// A reduced search without the TT move finds whether the value of another move comes near the TT value. If not, the TT
    /// move is singular and is searched deeper.
    fn singular_extension<const PV: bool>(&mut self, node: &Node, tt_move: Move, beta: Value) -> Singular {
        let (ply, depth) = (node.ply, node.depth);
        let p = self.shared.parameters;
        let Some(entry) = &node.tt_entry else { return Singular::Extension(0) };
        let is_reliable = entry.bound != Bound::Upper
            && entry.depth >= depth - p.singular_tt_depth_margin
            && entry.value.abs() < MATE_IN_MAX_PLY;
        // The limit of the ply keeps the extended tree from growing without end.
        if !is_reliable || depth < p.singular_min_depth || ply >= 2 * self.root_depth as usize {
            return Singular::Extension(0);
        }
        let singular_beta = entry.value - p.singular_beta_per_depth * depth;
        self.stack_mut(ply).excluded_move = Some(tt_move);
        let value =
            self.negamax::<false>(singular_beta - 1, singular_beta, (depth - 1) / 2, ply, node.is_cut_node);
        self.stack_mut(ply).excluded_move = None;
        if value < singular_beta {
            let extend_twice = !PV
                && value < singular_beta - p.double_extension_margin
                && i32::from(self.stack(ply).double_extensions) < p.double_extension_max;
            Singular::Extension(if extend_twice { 2 } else { 1 })
        } else if singular_beta >= beta {
            // The TT move is not singular, because another move is expected to fail high as well.
            Singular::MultiCut(singular_beta)
        } else if entry.value >= beta {
            // The TT move is expected to fail high, but it is reduced, because other moves are nearly as good.
            Singular::Extension(-2)
        } else if node.is_cut_node {
            // A fail high is expected, but not from the TT move.
            Singular::Extension(-1)
        } else {
            Singular::Extension(0)
        }
    }

    /// Quiescence search. It searches noisy moves, so that no exchange is cut off in the middle. In its first plies it also
    /// searches quiet checks; the goals of the variant determine how many plies that are. If the side to move is in check or
    /// must capture, it searches all moves.
    ///
    /// `qs_ply` is the number of plies since the start of the quiescence search.
    fn qsearch<const PV: bool>(&mut self, mut alpha: Value, beta: Value, ply: usize, qs_ply: usize) -> Value {
        // Step 1. Check for an aborted search and for the end of the game.
        if self.should_stop() {
            return 0;
        }
        if PV {
            self.pv[ply].clear();
            self.seldepth = self.seldepth.max(ply + 1);
        }
        if let Some(value) = self.end_of_game(ply) {
            return value;
        }
        let recaptures_only_ply = match self.root_depth {
            1 => QS_RECAPTURES_ONLY_PLY_FIRST_ITERATION,
            _ => QS_RECAPTURES_ONLY_PLY,
        };
        // A threat that is no check is answered only in the first plies. Where reaching a region does not win at once, because the
        // other side has one more move, both sides may be threatened at every ply.
        let in_check = self.is_threatened() && (qs_ply < recaptures_only_ply || self.position.is_check());
        if ply >= MAX_PLY - 1 {
            return if in_check { DRAW } else { self.evaluate(ply) };
        }

        // Step 2. Transposition table lookup. The depth of the entry depends on which moves the node searches.
        let (evaluator, p) = (self.shared.evaluator, self.shared.parameters);
        let is_forced = in_check || self.position.must_capture();
        let with_checks = qs_ply < evaluator.goals.qs_checks_plies;
        let depth = if is_forced || with_checks { QS_DEPTH_WITH_CHECKS } else { QS_DEPTH };
        let tt_entry = self.probe_table(ply);
        if !PV && let Some(value) = tt_entry.as_ref().and_then(|entry| entry.cutoff(depth, alpha, beta)) {
            return value;
        }

        // Step 3. Stand pat. A side that need not capture has at least the value of the evaluation. Where captures are
        // mandatory, the evaluation is used although the side has no choice, because the exchanges would never end.
        let old_alpha = alpha;
        let mut best_value = -INFINITE;
        let mut static_eval = None;
        if !in_check {
            // A lazy evaluation is exact enough only for this window, so it is not stored.
            let (value, is_full) = match tt_entry.as_ref().and_then(|entry| entry.static_eval) {
                Some(stored) => (stored, true),
                None => self.evaluate_lazily(ply, alpha, beta),
            };
            static_eval = is_full.then_some(value);
            best_value = tt_entry.as_ref().map_or(value, |entry| entry.refine_eval(value));
            if best_value >= beta {
                // The result is not stored, because it could replace the entry of a deeper search, and evaluating costs
                // little.
                return best_value;
            }
            alpha = alpha.max(best_value);
        }
        let stand_pat = best_value;

        // Step 4. Loop over the moves until one fails high.
        let tt_move = self.legal_tt_move(tt_entry.as_ref()).filter(|&mv| is_forced || self.is_noisy(mv));
        let hints = OrderingHints { tt_move, ..OrderingHints::default() };
        let buffer = self.take_buffer();
        let mut picker = match is_forced {
            true => MovePicker::all(buffer, hints),
            false if with_checks => MovePicker::noisy_and_checks(buffer, hints),
            false => MovePicker::noisy(buffer, hints, 0),
        };
        let mut check_squares = (with_checks && !is_forced).then(CheckSquares::new);
        let recapture_square = self.stack_before(ply, 1).piece_to.map(PieceTo::square);
        let mut best_move = None;
        let mut move_count = 0;
        while let Some(mv) = picker.next(&self.position, evaluator, self.history, p, check_squares.as_mut()) {
            move_count += 1;

            // Step 5. Pruning of moves other than recaptures late in quiescence, of futile captures, and of late evasions
            // that are quiet or lose material.
            if qs_ply >= recaptures_only_ply && !is_forced && recapture_square != Some(mv.to) {
                continue;
            }
            if !is_forced && picker.last_is_tt_or_good_noisy() {
                let captured = self.position.board().piece_at(mv.to);
                let futility_value = stand_pat + evaluator.material_gain(mv, captured) + p.qs_futility_margin;
                if futility_value <= alpha {
                    best_value = best_value.max(futility_value);
                    continue;
                }
            }
            let is_late_evasion =
                is_forced && move_count > QS_MAX_EVASIONS && !picker.last_is_tt_or_good_noisy();
            if is_late_evasion && best_value > -MATE_IN_MAX_PLY {
                break;
            }

            // Step 6. Make and search the move, and check for a new best move.
            let undo = self.make(mv, ply);
            let value = -self.qsearch::<PV>(-beta, -alpha, ply + 1, qs_ply + 1);
            self.unmake(mv, &undo);
            if self.stopped {
                return 0;
            }
            if value > best_value {
                best_value = value;
                if value > alpha {
                    best_move = Some(mv);
                    if PV {
                        self.update_pv(mv, ply);
                    }
                    if value >= beta {
                        break;
                    }
                    alpha = value;
                }
            }
        }
        self.recycle_buffer(picker);

        // Step 7. Checkmate, transposition table.
        if is_forced && move_count == 0 {
            return self.mate_or_stalemate_value(ply);
        }
        let bound = bound_of(best_value, old_alpha, beta);
        // Unlike in step 19 of the main search, the entry does not keep the TT move after a fail low.
        let is_pv = tt_entry.is_some_and(|entry| entry.is_pv);
        let entry = TtEntry { mv: best_move, value: best_value, bound, depth, is_pv, static_eval };
        self.shared.tt.store(self.position.key(), ply, &entry);
        best_value
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::tt::TranspositionTable;
    use crate::engine::worker::with_worker;
    use crate::notation::fen;
    use crate::notation::variants_ini::Variants;

    /// The table has a lead for a position. A search returns that lead, but not if only one ply is left until the game is drawn
    /// by the move rule, or by the count of moves in Makruk.
    #[test]
    fn the_table_does_not_hide_a_draw_by_moves() {
        let value_at = |variant: &str, text: &str| {
            let variant = Variants::built_in().find(variant).expect("built in");
            let position = fen::parse(&variant, text).expect("a legal position");
            let table = TranspositionTable::minimal();
            let entry = TtEntry {
                mv: None,
                value: 900,
                bound: Bound::Lower,
                depth: 20,
                is_pv: false,
                static_eval: None,
            };
            table.store(position.key(), 1, &entry);
            with_worker(&position, &table, |worker| worker.negamax::<false>(499, 500, 2, 1, true))
        };
        assert_eq!(value_at("chess", "8/8/8/3k4/8/8/1Q6/K7 w - - 0 60"), 900);
        assert!(value_at("chess", "8/8/8/3k4/8/8/1Q6/K7 w - - 99 60") < 500);
        assert_eq!(value_at("makruk", "8/8/8/3k4/8/8/1R6/K7 w - 32 4 60"), 900);
        assert!(value_at("makruk", "8/8/8/3k4/8/8/1R6/K7 w - 32 32 60") < 500);
    }
}
