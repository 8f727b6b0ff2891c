//! What spares a node its moves: razoring, futility, the null move, captures that win much.

use super::move_picker::{Context, MovePicker};
use super::score::{LEAST_MATE, Value};
use super::search::Node;
use super::tt::{Bound, Entry};
use super::worker::{BEFORE, Worker};

/// Deepest node that reverse futility spares, in plies.
const FUTILE_DEPTH: i32 = 9;
/// From this depth on a pass that holds is verified by a search without passes, in plies.
const VERIFIED_DEPTH: i32 = 14;
/// Least depth at which captures are tried ahead, in plies.
const PROBED_DEPTH: i32 = 5;

impl Worker<'_> {
    /// The value of a node outside the principal variation that can be told without trying all its moves; `None` if it
    /// cannot, or the search was stopped meanwhile.
    pub(super) fn without_looking(&mut self, node: &Node, alpha: Value, beta: Value) -> Option<Value> {
        let evaluation = node.static_value.filter(|_| node.excluded.is_none())?;
        let (ply, depth) = (node.ply, node.depth);
        // Razoring: so far below that only captures can help.
        if alpha < LEAST_MATE && node.value_now + 280 + 210 * depth * depth <= alpha {
            let value = self.quiesce::<false>(alpha, alpha + 1, ply);
            if value <= alpha {
                return Some(value);
            }
        }
        // Reverse futility: so far above that the opponent will not come near.
        let margin = 85 * depth - if node.improving { 70 } else { 0 };
        let safe = node.value_now - margin >= beta && node.value_now < LEAST_MATE && beta > -LEAST_MATE;
        if depth <= FUTILE_DEPTH && safe {
            return Some((node.value_now + beta) / 2);
        }
        // Null move: if passing holds, a move will. Not without pieces, for fear of zugzwang.
        let may_pass = ply >= self.null_from
            && self.landing_before(ply, 1).is_some()
            && node.value_now >= beta
            && evaluation >= beta - 22 * depth + 170
            && beta > -LEAST_MATE
            && depth >= 2
            && self.shared.evaluator.has_pieces(&self.position, self.position.turn());
        if may_pass { self.pass(node, beta) } else { None }
    }

    /// Passes the turn: a value of at least `beta`, if passing gives one.
    fn pass(&mut self, node: &Node, beta: Value) -> Option<Value> {
        let (ply, depth) = (node.ply, node.depth);
        let reduction = 4 + depth / 4 + ((node.value_now - beta) / 190).min(3);
        let value = self.search_null(beta, depth - reduction, ply, !node.cut);
        if self.stopped || value < beta {
            return None;
        }
        let value = if value >= LEAST_MATE { beta } else { value };
        if depth < VERIFIED_DEPTH || self.null_from > 0 {
            return Some(value);
        }
        // Deep down the pass must be verified by a search without it.
        self.null_from = ply + 3 * ((depth - reduction).max(1) as usize) / 4;
        let verified = self.search::<false>(beta - 1, beta, depth - reduction, ply, false);
        self.null_from = 0;
        (verified >= beta).then_some(value)
    }

    /// Passes the turn and searches the rest.
    fn search_null(&mut self, beta: Value, depth: i32, ply: usize, cut: bool) -> Value {
        self.keys.push(self.position.key());
        self.nodes += 1;
        let undo = self.position.make_null();
        self.frame(ply).landing = None;
        self.frame(ply + 1).accumulator = self.frames[ply + BEFORE].accumulator;
        let value = -self.search::<false>(-beta, -beta + 1, depth, ply + 1, cut);
        self.position.unmake_null(&undo);
        self.keys.pop();
        value
    }

    /// A capture that wins much at a small depth will win at this one too: a value far above `beta` if there is one.
    pub(super) fn winning_capture(&mut self, node: &Node, beta: Value) -> Option<Value> {
        let high = beta + 190 - if node.improving { 40 } else { 0 };
        let shallow = |entry: &Entry| entry.depth < node.depth - 3 || entry.value >= high;
        let promising = !node.in_check
            && node.excluded.is_none()
            && node.depth >= PROBED_DEPTH
            && beta.abs() < LEAST_MATE
            && node.entry.as_ref().is_none_or(shallow);
        if promising { self.probe_captures(high, node) } else { None }
    }

    /// Tries the captures that could lift the value to `high`; a value if one does.
    fn probe_captures(&mut self, high: Value, node: &Node) -> Option<Value> {
        let (ply, depth) = (node.ply, node.depth);
        let hash = node.hash.filter(|_| node.hash_is_noisy);
        let evaluator = self.shared.evaluator;
        let needed = high - self.frames[ply + BEFORE].evaluation?;
        let context = Context { hash, ..Context::default() };
        let mut picker = MovePicker::noisy(self.rooms.pop().unwrap_or_default(), context, needed);
        let mut found = None;
        while let Some(scored) = picker.next(&self.position, evaluator, self.history) {
            let undo = self.make(scored.mv, ply);
            let mut value = -self.quiesce::<false>(-high, -high + 1, ply + 1);
            if value >= high {
                value = -self.search::<false>(-high, -high + 1, depth - 4, ply + 1, !node.cut);
            }
            self.unmake(scored.mv, &undo);
            if self.stopped {
                break;
            }
            if value >= high {
                let entry = Entry {
                    mv: Some(scored.mv),
                    value,
                    bound: Bound::Lower,
                    depth: depth - 3,
                    evaluation: self.frames[ply + BEFORE].evaluation,
                };
                self.shared.table.store(self.position.key(), ply, &entry);
                found = Some(value);
                break;
            }
        }
        self.rooms.push(picker.into_room());
        found
    }
}
