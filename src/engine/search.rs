//! The search of one position: principal variation search with selective depth.

use crate::rules::{Color, Move};

use super::candidate::{Candidate, CheckSquares, Fate, Singular};
use super::history::PieceTo;
use super::move_picker::{Context, MovePicker};
use super::score::{INFINITE, LEAST_MATE, MAX_PLY, Value, mate_in, mated_in};
use super::tried::{Tried, TriedMoves};
use super::tt::{Bound, Entry};
use super::worker::{BEFORE, Worker};

/// What is known about a node before its moves are looked at.
pub(super) struct Node {
    /// Half-moves from the root.
    pub ply: usize,
    /// Plies to be searched.
    pub depth: i32,
    pub root: bool,
    /// Whether a value of at least beta is expected.
    pub cut: bool,
    pub in_check: bool,
    /// The move that a search for a second good one leaves out.
    pub excluded: Option<Move>,
    /// What the table knows.
    pub entry: Option<Entry>,
    pub hash: Option<Move>,
    pub hash_is_noisy: bool,
    /// The static evaluation, if not in check.
    pub static_value: Option<Value>,
    /// The same, bettered by what the table knows.
    pub value_now: Value,
    /// Whether the evaluation is better than at this side's last move.
    pub improving: bool,
    /// Landings one, two and four half-moves ago.
    pub earlier: [Option<PieceTo>; 3],
}

impl Worker<'_> {
    /// Searches the position `ply` half-moves from the root to `depth`, for a value between `alpha` and `beta`.
    ///
    /// `PV`: the window is open, and the line is kept. `cut`: a value of at least `beta` is expected.
    pub(super) fn search<const PV: bool>(
        &mut self,
        mut alpha: Value,
        mut beta: Value,
        depth: i32,
        ply: usize,
        cut: bool,
    ) -> Value {
        if depth <= 0 {
            return self.quiesce::<PV>(alpha, beta, ply);
        }
        let root = PV && ply == 0;
        if self.must_stop() {
            return 0;
        }
        if PV {
            self.pv[ply].clear();
            self.seldepth = self.seldepth.max(ply + 1);
        }
        if !root {
            if self.can_take_king() {
                return mate_in(ply + 1);
            }
            if self.is_draw() {
                return 0;
            }
            alpha = alpha.max(mated_in(ply));
            beta = beta.min(mate_in(ply + 1));
            if alpha >= beta {
                return alpha;
            }
        }
        let in_check = self.in_check();
        if ply >= MAX_PLY - 1 {
            return if in_check { 0 } else { self.evaluate(ply) };
        }
        let excluded = self.frame(ply).excluded;
        let key = self.position.key();
        let entry = if excluded.is_none() { self.shared.table.probe(key, ply) } else { None };
        let hash =
            if root { Some(self.root[self.root_from].mv) } else { self.checked_hash_move(entry.as_ref()) };
        if let (false, Some(entry)) = (PV, &entry) {
            let fits = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => entry.value >= beta,
                Bound::Upper => entry.value <= alpha,
            };
            if fits && entry.depth >= depth {
                return entry.value;
            }
        }
        let mut node = self.enter(ply, depth, cut, in_check, excluded, entry, hash);
        node.root = root;
        if !PV && let Some(value) = self.without_looking(&node, alpha, beta) {
            return value;
        }
        if self.stopped {
            return 0;
        }
        // Without a hash move the order is poor: look less deep now, deeper next time.
        if hash.is_none() && excluded.is_none() && depth >= 4 && (PV || cut) {
            node.depth -= 1;
        }
        if !PV {
            if let Some(value) = self.winning_capture(&node, beta) {
                return value;
            }
            if self.stopped {
                return 0;
            }
        }
        self.search_moves::<PV>(&node, alpha, beta)
    }

    /// Evaluates a node and makes its children's frames ready.
    #[allow(clippy::too_many_arguments)] // All of them are found out on the way here, and each is used once.
    fn enter(
        &mut self,
        ply: usize,
        depth: i32,
        cut: bool,
        in_check: bool,
        excluded: Option<Move>,
        entry: Option<Entry>,
        hash: Option<Move>,
    ) -> Node {
        let static_value = match (in_check, excluded) {
            (true, _) => None,
            (_, Some(_)) => self.frame(ply).evaluation,
            _ => Some(match entry.as_ref().and_then(|e| e.evaluation) {
                Some(evaluation) => evaluation,
                None => self.evaluate(ply),
            }),
        };
        self.frame(ply).evaluation = static_value;
        let mut value_now = static_value.unwrap_or(-INFINITE);
        if let (Some(evaluation), Some(entry)) = (static_value, &entry) {
            let better = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => entry.value > evaluation,
                Bound::Upper => entry.value < evaluation,
            };
            if better && entry.value.abs() < LEAST_MATE {
                value_now = entry.value;
            }
        }
        let before = self.frames[ply + BEFORE - 2].evaluation.or(self.frames[ply + BEFORE - 4].evaluation);
        let improving = match (static_value, before) {
            (Some(now), Some(before)) => now > before,
            (Some(_), None) => true,
            _ => false,
        };
        self.frame(ply + 1).excluded = None;
        self.frame(ply + 2).killers = [None; 2];
        self.frame(ply + 2).cutoffs = 0;
        self.frame(ply + 1).doubles = self.frames[ply + BEFORE].doubles;
        let hash_is_noisy = hash.is_some_and(|mv| self.is_noisy(mv));
        let earlier = [1, 2, 4].map(|back| self.landing_before(ply, back));
        Node {
            ply,
            depth,
            root: false,
            cut,
            in_check,
            excluded,
            entry,
            hash,
            hash_is_noisy,
            static_value,
            value_now,
            improving,
            earlier,
        }
    }

    /// Tries the moves of a node, the most promising first.
    fn search_moves<const PV: bool>(&mut self, node: &Node, mut alpha: Value, beta: Value) -> Value {
        let (ply, depth, cut) = (node.ply, node.depth, node.cut);
        let evaluator = self.shared.evaluator;
        let color = self.position.turn();
        let context = Context {
            hash: node.hash,
            killers: self.frames[ply + BEFORE].killers,
            counter: self.history.counter(node.earlier[0]),
            before: node.earlier,
        };
        let mut picker = MovePicker::all(self.rooms.pop().unwrap_or_default(), context);
        let mut checks = CheckSquares::new();
        let (mut best, mut best_move) = (-INFINITE, None);
        let old_alpha = alpha;
        let mut count = 0_usize;
        let mut tried_quiet = TriedMoves::new();
        let mut tried_noisy = TriedMoves::new();

        while let Some(scored) = picker.next(&self.position, evaluator, self.history) {
            let mv = scored.mv;
            if Some(mv) == node.excluded {
                continue;
            }
            if node.root && !self.root[self.root_from..].iter().any(|r| r.mv == mv) {
                continue;
            }
            count += 1;
            let Some(candidate) = self.candidate(node, mv, count, color, &mut checks) else { continue };
            let usual = self.usual_reduction(node, count);
            if !node.root && best > -LEAST_MATE && evaluator.has_pieces(&self.position, color) {
                match self.fate(node, &candidate, alpha, usual, &mut picker) {
                    Fate::Searched => {}
                    Fate::Pruned => continue,
                    Fate::Hopeless(hope) => {
                        best = best.max(hope.min(alpha));
                        picker.skip_quiet();
                        continue;
                    }
                }
            }
            let mut extension = match self.singular::<PV>(node, mv, beta) {
                Singular::Extended(plies) => plies,
                Singular::Cut(value) => {
                    self.rooms.push(picker.into_room());
                    return value;
                }
            };
            if extension == 0 && candidate.gives_check && depth <= 6 && !picker.is_past_good_captures() {
                extension = 1;
            }

            let nodes = self.nodes;
            let doubles = self.frames[ply + BEFORE].doubles + u8::from(extension > 1);
            let undo = self.make(mv, ply);
            self.frame(ply + 1).doubles = doubles;
            let next = depth - 1 + extension;
            let mut value = -INFINITE;
            let reducible = depth >= 2
                && count > 1 + usize::from(node.root)
                && (!candidate.noisy || picker.is_past_good_captures() || cut);
            if reducible {
                let marked = context.killers.contains(&Some(mv)) || context.counter == Some(mv);
                let reduction = self.reduction::<PV>(node, &candidate, usual, marked);
                let reduced = (next - reduction).clamp(1, next.max(1));
                value = -self.search::<false>(-alpha - 1, -alpha, reduced, ply + 1, true);
                if value > alpha && reduced < next {
                    value = -self.search::<false>(-alpha - 1, -alpha, next, ply + 1, !cut);
                }
            } else if !PV || count > 1 {
                value = -self.search::<false>(-alpha - 1, -alpha, next, ply + 1, !cut);
            }
            if PV && (count == 1 || value > alpha) {
                value = -self.search::<true>(-beta, -alpha, next, ply + 1, false);
            }
            self.unmake(mv, &undo);
            if self.stopped {
                self.rooms.push(picker.into_room());
                return 0;
            }
            if node.root {
                self.note_root(mv, value, alpha, count == 1, self.nodes - nodes);
            }
            if value > best {
                best = value;
                if value > alpha {
                    best_move = Some(mv);
                    if PV {
                        self.keep_line(mv, ply);
                    }
                    if value >= beta {
                        break;
                    }
                    alpha = value;
                }
            }
            if Some(mv) != best_move {
                let tried = Tried { mv, landing: candidate.landing, captured: candidate.captured };
                if candidate.noisy { tried_noisy.push(tried) } else { tried_quiet.push(tried) }
            }
        }
        self.rooms.push(picker.into_room());

        if count == 0 {
            return if node.excluded.is_some() { old_alpha } else { self.without_moves(ply) };
        }
        if best == -INFINITE {
            // All were pruned.
            best = old_alpha;
        }
        if best >= beta {
            self.frame(ply).cutoffs = self.frames[ply + BEFORE].cutoffs.saturating_add(1);
        }
        if let Some(mv) = best_move {
            self.learn(mv, depth, ply, &tried_quiet, &tried_noisy);
        }
        self.remember::<PV>(node, best, best_move, beta);
        best
    }

    /// A move of the node with what is known about it; none stands where there is no piece.
    #[inline]
    fn candidate(
        &self,
        node: &Node,
        mv: Move,
        count: usize,
        color: Color,
        checks: &mut CheckSquares,
    ) -> Option<Candidate> {
        let mover = self.position.board().piece_at(mv.from)?;
        let noisy = self.is_noisy(mv);
        let landing = PieceTo::new(mover.kind, mv.to);
        let captured = self.position.board().piece_at(mv.to);
        let gives_check = checks.has(&self.position, mv);
        let past = if noisy {
            self.history.capture(landing, captured)
        } else {
            self.history.quiet(color, mv)
                + self.history.continuation(node.earlier[0], landing)
                + self.history.continuation(node.earlier[1], landing)
        };
        Some(Candidate { mv, count, landing, captured, noisy, gives_check, past })
    }

    /// Notes in the table what the search of a node gave.
    fn remember<const PV: bool>(&mut self, node: &Node, best: Value, best_move: Option<Move>, beta: Value) {
        // What was found of some of the moves alone is not the value of the position.
        let restricted = self.root_from > 0 || !self.shared.limits.search_moves.is_empty();
        if node.excluded.is_some() || node.root && restricted {
            return;
        }
        let bound = match best {
            value if value >= beta => Bound::Lower,
            _ if PV && best_move.is_some() => Bound::Exact,
            _ => Bound::Upper,
        };
        let mv = best_move.or(node.hash.filter(|_| bound == Bound::Upper));
        let entry = Entry { mv, value: best, bound, depth: node.depth, evaluation: node.static_value };
        self.shared.table.store(self.position.key(), node.ply, &entry);
    }

    /// Notes what the search of a root move gave.
    fn note_root(&mut self, mv: Move, value: Value, alpha: Value, first: bool, nodes: u64) {
        let (seldepth, rest) = (self.seldepth, self.pv[1].clone());
        let from = self.root_from;
        let Some(root) = self.root[from..].iter_mut().find(|r| r.mv == mv) else { return };
        root.nodes += nodes;
        if first || value > alpha {
            root.score = value;
            root.seldepth = seldepth;
            root.pv.clear();
            root.pv.push(mv);
            root.pv.extend(rest);
        } else {
            root.score = -INFINITE;
        }
    }
}
