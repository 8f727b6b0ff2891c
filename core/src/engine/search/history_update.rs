//! Updates of killers, counter move and histories by the result of a node.

use super::Node;
use crate::engine::history::{FromTo, PieceTo, PreviousMoves, SearchedMove, SearchedMoves, history_bonus};
use crate::engine::threats::Threats;
use crate::engine::tt::TtEntry;
use crate::engine::worker::Worker;
use crate::rules::Move;

impl Worker<'_> {
    /// Updates killers, counter move and histories. `best` gets a bonus, and the moves searched before it get a malus.
    ///
    /// Quiet moves get a malus only if `best` is quiet, because a good capture is no evidence against them.
    pub(super) fn update_histories(
        &mut self,
        node: &Node,
        best: Move,
        quiets: &SearchedMoves,
        noisies: &SearchedMoves,
    ) {
        let board = self.position.board();
        let Some(piece) = board.piece_at(best.from) else { return };
        let piece_to = PieceTo::new(piece.kind, best.to);
        let from_to = self.butterfly_index(node.ply, best);
        let best_searched = SearchedMove { from_to, piece_to, captured: board.piece_at(best.to) };
        let p = self.shared.parameters;
        let bonus = history_bonus(p, node.depth);
        if self.is_noisy(best) {
            self.history.update_capture(&best_searched, bonus);
        } else {
            self.update_quiet_histories(node.ply, best, piece_to, bonus);
            for quiet in quiets.iter() {
                let previous_moves = node.previous_moves;
                self.history.update_quiet(quiet.from_to, quiet.piece_to, previous_moves, -bonus);
            }
        }
        for noisy in noisies.iter() {
            self.history.update_capture(noisy, -bonus);
        }
        // The best move refutes the opponent's last move, which gets a malus if it is quiet and was searched early.
        let previous = self.stack_before(node.ply, 1);
        if p.more_history_updates > 0
            && (previous.move_count == 1 + usize::from(previous.tt_hit)
                || previous.quiet_move.is_some() && previous.quiet_move == previous.killers[0])
        {
            self.update_previous_move(node.ply, -history_bonus(p, node.depth + 1));
        }
    }

    /// Bonus for a quiet move that failed high: killers, counter move and histories.
    fn update_quiet_histories(&mut self, ply: usize, mv: Move, piece_to: PieceTo, bonus: i32) {
        let killers = &mut self.stack_mut(ply).killers;
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        let previous_moves = self.previous_moves(ply);
        self.history.set_counter_move(previous_moves[0], mv);
        self.history.update_quiet(self.butterfly_index(ply, mv), piece_to, previous_moves, bonus);
    }

    /// Adds `bonus` to the continuation histories of the last move before the node at `ply`, if that move is quiet.
    pub(super) fn update_previous_move(&mut self, ply: usize, bonus: i32) {
        let previous = self.stack_before(ply, 1);
        if let (Some(piece_to), Some(_)) = (previous.piece_to, previous.quiet_move) {
            let before = [2, 3, 5].map(|plies| self.stack_before(ply, plies).piece_to);
            self.history.update_continuations(before, piece_to, bonus);
        }
    }

    /// Updates the histories after a TT cutoff, as a search of the node would.
    pub(super) fn update_histories_by_tt(
        &mut self,
        entry: &TtEntry,
        ply: usize,
        depth: i32,
        fails_high: bool,
    ) {
        let Some(mv) = self.legal_tt_move(Some(entry)) else { return };
        let Some(piece) = self.position.board().piece_at(mv.from) else { return };
        let (p, piece_to) = (self.shared.parameters, PieceTo::new(piece.kind, mv.to));
        let bonus = history_bonus(p, depth);
        let is_quiet = !self.is_noisy(mv);
        if is_quiet {
            self.stack_mut(ply).attacked = Threats::new(self.shared.evaluator, &self.position).by_any;
        }
        if fails_high {
            if is_quiet {
                self.update_quiet_histories(ply, mv, piece_to, bonus);
            }
            if self.stack_before(ply, 1).move_count <= 2 {
                self.update_previous_move(ply, -history_bonus(p, depth + 1));
            }
        } else if is_quiet {
            self.history.update_quiet(
                self.butterfly_index(ply, mv),
                piece_to,
                self.previous_moves(ply),
                -bonus,
            );
        }
    }

    /// Index of a move of the node at `ply` in the butterfly history.
    #[inline]
    pub(super) fn butterfly_index(&self, ply: usize, mv: Move) -> FromTo {
        FromTo::new(self.position.turn(), mv, self.stack(ply).attacked)
    }

    /// The moves one, two and four plies before the node at `ply`.
    pub(super) fn previous_moves(&self, ply: usize) -> PreviousMoves {
        [1, 2, 4].map(|plies| self.stack_before(ply, plies).piece_to)
    }
}
