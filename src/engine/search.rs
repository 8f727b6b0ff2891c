//! The search of one position: principal variation search with selective depth.

use crate::rules::piece::MAX_KINDS;
use crate::rules::variant::StalemateValue;
use crate::rules::{Bitboard, Color, Move, Piece, Position, Undo};

use super::history::Landing;
use super::order::{Context, Picker};
use super::score::{INFINITE, LEAST_MATE, MAX_PLY, Value, mate_in, mated_in};
use super::see;
use super::tt::{Bound, Entry};
use super::worker::{BEFORE, Frame, Worker};

/// Deepest entry of the table of reductions.
const TABLE: usize = 63;

/// How many plies less the `move`th move is searched at a depth, by depth and move number.
pub(super) fn reductions() -> [[u8; 64]; 64] {
    let mut table = [[0; 64]; 64];
    for (depth, row) in table.iter_mut().enumerate().skip(1) {
        for (count, cell) in row.iter_mut().enumerate().skip(1) {
            let plies = 0.4 + (depth as f64).ln() * (count as f64).ln() / 2.05;
            *cell = plies as u8;
        }
    }
    table
}

/// The squares from which each kind of the side to move would give check; made when first asked for.
struct CheckSquares {
    made: bool,
    squares: [Bitboard; MAX_KINDS],
}

impl CheckSquares {
    const fn new() -> Self {
        Self { made: false, squares: [Bitboard::EMPTY; MAX_KINDS] }
    }

    /// Whether `mv` attacks the enemy king from where it lands; discovered checks are not seen.
    fn has(&mut self, position: &Position, mv: Move) -> bool {
        let color = position.turn();
        if !self.made {
            self.made = true;
            if let Some(king) = position.king_square(!color) {
                for kind in position.variant().kinds() {
                    if position.board().of(color, kind).any() {
                        self.squares[kind.index()] = position.attacked_from(king, color, kind);
                    }
                }
            }
        }
        position.board().piece_at(mv.from).is_some_and(|p| self.squares[p.kind.index()].has(mv.to))
    }
}

/// A move tried in vain, remembered until its node ends.
#[derive(Clone, Copy)]
struct Tried {
    mv: Move,
    landing: Landing,
    captured: Option<Piece>,
}

/// Moves tried in vain; those beyond its room are forgotten.
struct TriedMoves {
    count: usize,
    moves: [Option<Tried>; 32],
}

impl TriedMoves {
    const fn new() -> Self {
        Self { count: 0, moves: [None; 32] }
    }

    fn push(&mut self, tried: Tried) {
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
    #[inline]
    pub(super) fn frame(&mut self, ply: usize) -> &mut Frame {
        &mut self.frames[ply + BEFORE]
    }

    /// The landing made `back` half-moves before `ply`.
    #[inline]
    fn landing_before(&self, ply: usize, back: usize) -> Option<Landing> {
        self.frames[ply + BEFORE - back].landing
    }

    /// Makes `mv` in the node at `ply`.
    #[inline]
    pub(super) fn make(&mut self, mv: Move, ply: usize) -> Undo {
        self.keys.push(self.position.key());
        self.nodes += 1;
        let undo = self.position.make(mv);
        self.shared.table.touch(self.position.key());
        let accumulator = self.frames[ply + BEFORE].accumulator;
        self.frames[ply + BEFORE + 1].accumulator = self.shared.evaluator.after(accumulator, mv, &undo);
        self.frames[ply + BEFORE].landing = Some(Landing::new(undo.moved.kind, mv.to));
        undo
    }

    #[inline]
    pub(super) fn unmake(&mut self, mv: Move, undo: &Undo) {
        self.position.unmake(mv, undo);
        self.keys.pop();
    }

    /// Whether the game is drawn here by repetition or by the move rule.
    ///
    /// One repetition inside the searched line counts: what happened once will happen again. So it does where the
    /// variant has no such rule, because a line that goes round in circles wins for nobody.
    pub(super) fn is_draw(&self) -> bool {
        let rules = self.position.variant().rules();
        let clock = usize::from(self.position.halfmove_clock());
        if rules.move_rule > 0 && clock >= usize::from(rules.move_rule) {
            return !self.position.is_check() || self.position.has_legal_move();
        }
        let key = self.position.key();
        let needed = usize::from(rules.fold_rule.max(2)) - 1;
        let mut times = 0;
        let mut back = 2;
        while back <= clock && back <= self.keys.len() {
            let at = self.keys.len() - back;
            if self.keys[at] == key {
                times += 1;
                if at > self.game_keys || times >= needed {
                    return true;
                }
            }
            back += 2;
        }
        false
    }

    /// Whether the king of the side to move is attacked, even where the rules let it be.
    pub(super) fn in_check(&self) -> bool {
        let (turn, position) = (self.position.turn(), &self.position);
        position.king_square(turn).is_some_and(|king| position.is_attacked(king, !turn))
    }

    /// Whether the side to move wins by capturing a king: then nothing else need be looked at.
    pub(super) fn can_take_king(&self) -> bool {
        let (turn, position) = (self.position.turn(), &self.position);
        position.variant().rules().king_capture.is_some()
            && position.king_square(!turn).is_some_and(|king| position.is_attacked(king, turn))
    }

    /// The value at `ply` for a side that has no legal move.
    pub(super) fn without_moves(&self, ply: usize) -> Value {
        if self.position.variant().rules().fog {
            // It will have some with pieces that are not seen.
            return self.evaluate(ply);
        }
        if self.position.is_check() { mated_in(ply) } else { self.stalemate(ply) }
    }

    /// What a side without a legal move and not in check gets.
    fn stalemate(&self, ply: usize) -> Value {
        match self.position.variant().rules().stalemate {
            StalemateValue::Draw => 0,
            StalemateValue::Win => mate_in(ply),
            StalemateValue::Loss => mated_in(ply),
        }
    }

    /// The hash move, if it is a legal move here.
    pub(super) fn checked_hash_move(&mut self, entry: Option<&Entry>) -> Option<Move> {
        let mv = entry?.mv?;
        (self.position.is_pseudo_legal(mv) && self.position.keeps_king_safe(mv)).then_some(mv)
    }

    pub(super) fn is_noisy(&self, mv: Move) -> bool {
        self.position.board().piece_at(mv.to).is_some()
            || !matches!(
                mv.flag,
                crate::rules::MoveFlag::Plain
                    | crate::rules::MoveFlag::Double
                    | crate::rules::MoveFlag::Castle
            )
    }

    /// Searches the position `ply` half-moves from the root to `depth`, for a value between `alpha` and `beta`.
    ///
    /// `PV`: the window is open, and the line is kept. `cut`: a value of at least `beta` is expected.
    pub(super) fn search<const PV: bool>(
        &mut self,
        mut alpha: Value,
        mut beta: Value,
        mut depth: i32,
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
        let evaluator = self.shared.evaluator;
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
        let hash_is_noisy = hash.is_some_and(|mv| self.is_noisy(mv));

        // Static evaluation, bettered by what the table knows.
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
        let color = self.position.turn();

        if let (false, None, Some(evaluation)) = (PV, excluded, static_value) {
            // Razoring: so far below that only captures can help.
            if value_now + 280 + 210 * depth * depth <= alpha {
                let value = self.quiesce::<false>(alpha, alpha + 1, ply);
                if value <= alpha {
                    return value;
                }
            }
            // Reverse futility: so far above that the opponent will not come near.
            let margin = 85 * depth - if improving { 70 } else { 0 };
            if depth <= 9 && value_now - margin >= beta && value_now < LEAST_MATE && beta > -LEAST_MATE {
                return (value_now + beta) / 2;
            }
            // Null move: if passing holds, a move will. Not without pieces, for fear of zugzwang.
            if ply >= self.null_from
                && self.landing_before(ply, 1).is_some()
                && value_now >= beta
                && evaluation >= beta - 22 * depth + 170
                && beta > -LEAST_MATE
                && depth >= 2
                && evaluator.has_pieces(&self.position, color)
            {
                let reduction = 4 + depth / 4 + ((value_now - beta) / 190).min(3);
                let value = self.search_null(beta, depth - reduction, ply, !cut);
                if self.stopped {
                    return 0;
                }
                if value >= beta {
                    let value = if value >= LEAST_MATE { beta } else { value };
                    if depth < 14 || self.null_from > 0 {
                        return value;
                    }
                    // Deep down the pass must be verified by a search without it.
                    self.null_from = ply + 3 * ((depth - reduction).max(1) as usize) / 4;
                    let verified = self.search::<false>(beta - 1, beta, depth - reduction, ply, false);
                    self.null_from = 0;
                    if verified >= beta {
                        return value;
                    }
                }
            }
        }

        // Without a hash move the order is poor: look less deep now, deeper next time.
        if hash.is_none() && excluded.is_none() && depth >= 4 && (PV || cut) {
            depth -= 1;
        }

        // A capture that wins much at a small depth will win at this one too.
        let high = beta + 190 - if improving { 40 } else { 0 };
        if !PV
            && !in_check
            && excluded.is_none()
            && depth >= 5
            && beta.abs() < LEAST_MATE
            && entry.as_ref().is_none_or(|e| e.depth < depth - 3 || e.value >= high)
        {
            if let Some(value) = self.probe_captures(high, depth, ply, hash.filter(|_| hash_is_noisy), cut) {
                return value;
            }
            if self.stopped {
                return 0;
            }
        }

        let earlier = [1, 2, 4].map(|back| self.landing_before(ply, back));
        let context = Context {
            hash,
            killers: self.frames[ply + BEFORE].killers,
            counter: self.history.counter(earlier[0]),
            before: earlier,
        };
        let mut picker = Picker::all(self.rooms.pop().unwrap_or_default(), context);
        let mut checks = CheckSquares::new();
        let (mut best, mut best_move) = (-INFINITE, None);
        let old_alpha = alpha;
        let mut count = 0_usize;
        let mut tried_quiet = TriedMoves::new();
        let mut tried_noisy = TriedMoves::new();

        while let Some(scored) = picker.next(&self.position, evaluator, self.history) {
            let mv = scored.mv;
            if Some(mv) == excluded {
                continue;
            }
            if root && !self.root[self.root_from..].iter().any(|r| r.mv == mv) {
                continue;
            }
            count += 1;
            let noisy = self.is_noisy(mv);
            let Some(mover) = self.position.board().piece_at(mv.from) else { continue };
            let landing = Landing::new(mover.kind, mv.to);
            let captured = self.position.board().piece_at(mv.to);
            let gives_check = checks.has(&self.position, mv);
            let mut extension = 0;
            let mut reduction =
                i32::from(self.shared.reductions[(depth as usize).min(TABLE)][count.min(TABLE)]);
            if !improving {
                reduction += 1;
            }
            let past = if noisy {
                self.history.capture(landing, captured)
            } else {
                self.history.quiet(color, mv)
                    + self.history.reply(earlier[0], landing)
                    + self.history.reply(earlier[1], landing)
            };

            // Moves that will hardly matter are not searched at all, once one is known that avoids mate.
            if !root && best > -LEAST_MATE && self.shared.evaluator.has_pieces(&self.position, color) {
                let left = (depth - reduction).max(0);
                if noisy {
                    if !gives_check && left < 7 && !in_check {
                        let gain = captured.map_or(0, |p| evaluator.value(p.kind))
                            + mv.promotion().map_or(0, |k| evaluator.value(k));
                        let hope = static_value.unwrap_or(0) + 260 + 220 * left + gain + past / 8;
                        if hope <= alpha {
                            continue;
                        }
                    }
                    if picker.is_past_good_captures()
                        && !see::at_least(evaluator, &self.position, mv, -110 * depth)
                    {
                        continue;
                    }
                } else {
                    let enough = (4 + depth * depth) as usize;
                    if count >= if improving { enough * 3 / 2 } else { enough * 3 / 4 } && depth <= 8 {
                        picker.skip_quiet();
                        if !gives_check {
                            continue;
                        }
                    }
                    if past < -3500 * depth && depth <= 5 {
                        continue;
                    }
                    if !in_check && !gives_check && left <= 8 {
                        let hope = static_value.unwrap_or(0) + 95 + 95 * left + past / 64;
                        if hope <= alpha {
                            best = best.max(hope.min(alpha));
                            picker.skip_quiet();
                            continue;
                        }
                    }
                    if !see::at_least(evaluator, &self.position, mv, -24 * left * left) {
                        continue;
                    }
                }
            }

            // A hash move much better than all others deserves a deeper look.
            let candidate = entry.as_ref().filter(|entry| {
                !root
                    && excluded.is_none()
                    && Some(mv) == hash
                    && depth >= 6
                    && ply < 2 * self.depth as usize
                    && entry.bound != Bound::Upper
                    && entry.depth >= depth - 3
                    && entry.value.abs() < LEAST_MATE
            });
            if let Some(entry) = candidate {
                let single = entry.value - 2 * depth;
                self.frame(ply).excluded = Some(mv);
                let value = self.search::<false>(single - 1, single, (depth - 1) / 2, ply, cut);
                self.frame(ply).excluded = None;
                if value < single {
                    extension = 1;
                    if !PV && value < single - 22 && self.frames[ply + BEFORE].doubles < 8 {
                        extension = 2;
                    }
                } else if single >= beta {
                    self.rooms.push(picker.into_room());
                    return single;
                } else if entry.value >= beta {
                    extension = -2;
                } else if cut {
                    extension = -1;
                }
            }
            if extension == 0 && gives_check && depth <= 6 && !picker.is_past_good_captures() {
                extension = 1;
            }

            let nodes = self.nodes;
            let doubles = self.frames[ply + BEFORE].doubles + u8::from(extension > 1);
            let undo = self.make(mv, ply);
            self.frame(ply + 1).doubles = doubles;
            let next = depth - 1 + extension;
            let mut value = -INFINITE;
            let reducible = depth >= 2
                && count > 1 + usize::from(root)
                && (!noisy || picker.is_past_good_captures() || cut);
            if reducible {
                if PV {
                    reduction -= 1;
                }
                if cut {
                    reduction += 1;
                }
                if hash_is_noisy && !noisy {
                    reduction += 1;
                }
                if gives_check {
                    reduction -= 1;
                }
                if context.killers.contains(&Some(mv)) || context.counter == Some(mv) {
                    reduction -= 1;
                }
                if self.frames[ply + BEFORE + 1].cutoffs > 3 {
                    reduction += 1;
                }
                reduction -= if noisy { past / 6000 } else { past / 9000 };
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
            if root {
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
                let tried = Tried { mv, landing, captured };
                if noisy { tried_noisy.push(tried) } else { tried_quiet.push(tried) }
            }
        }
        self.rooms.push(picker.into_room());

        if count == 0 {
            if excluded.is_some() {
                return old_alpha;
            }
            return self.without_moves(ply);
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
        if excluded.is_none() && !(root && self.root_from > 0) {
            let bound = match best {
                value if value >= beta => Bound::Lower,
                _ if PV && best_move.is_some() => Bound::Exact,
                _ => Bound::Upper,
            };
            let mv = best_move.or(hash.filter(|_| bound == Bound::Upper));
            let entry = Entry { mv, value: best, bound, depth, evaluation: static_value };
            self.shared.table.store(key, ply, &entry);
        }
        best
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

    /// Tries the captures that could lift the value to `high`; a value if one does.
    fn probe_captures(
        &mut self,
        high: Value,
        depth: i32,
        ply: usize,
        hash: Option<Move>,
        cut: bool,
    ) -> Option<Value> {
        let evaluator = self.shared.evaluator;
        let needed = high - self.frames[ply + BEFORE].evaluation?;
        let context = Context { hash, ..Context::default() };
        let mut picker = Picker::noisy(self.rooms.pop().unwrap_or_default(), context, needed);
        let mut found = None;
        while let Some(scored) = picker.next(&self.position, evaluator, self.history) {
            let undo = self.make(scored.mv, ply);
            let mut value = -self.quiesce::<false>(-high, -high + 1, ply + 1);
            if value >= high {
                value = -self.search::<false>(-high, -high + 1, depth - 4, ply + 1, !cut);
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

    /// The static evaluation of the position at `ply`.
    pub(super) fn evaluate(&self, ply: usize) -> Value {
        self.shared.evaluator.full(&self.position, self.frames[ply + BEFORE].accumulator)
    }

    /// Makes `mv`, followed by the line of the next ply, the line of this one.
    pub(super) fn keep_line(&mut self, mv: Move, ply: usize) {
        let (head, tail) = self.pv.split_at_mut(ply + 1);
        head[ply].clear();
        head[ply].push(mv);
        if let Some(rest) = tail.first() {
            head[ply].extend_from_slice(rest);
        }
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

    /// Teaches the histories what cut off, and what did not.
    fn learn(&mut self, best: Move, depth: i32, ply: usize, quiet: &TriedMoves, noisy: &TriedMoves) {
        let color: Color = self.position.turn();
        let bonus = (140 * depth - 60).min(1600);
        let Some(mover) = self.position.board().piece_at(best.from) else { return };
        let landing = Landing::new(mover.kind, best.to);
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
