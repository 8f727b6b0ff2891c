//! Search worker: the state of one search thread, which makes moves and decides when to stop.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use crate::rules::counting::Count;
use crate::rules::variant::Rules;
use crate::rules::{Bitboard, GenType, Move, MoveFlag, NullUndo, Position, Undo};

use super::eval::network::HiddenSums;
use super::eval::{Accumulator, Evaluator};
use super::goals::wins_at_once;
use super::history::{History, PieceTo};
use super::limits::Limits;
use super::move_picker::{MoveBuffer, MovePicker};
use super::parameters::SearchParameters;
use super::score::{DRAW, INFINITE, MAX_PLY, Score, Value, mate_in, mate_or_stalemate_value, value_for};
use super::time::TimeManager;
use super::tt::{Bound, TranspositionTable, TtEntry};

/// Number of plies before a draw by the move rule or by a count of moves in which the table cuts off no node.
const DRAW_BY_MOVES_MARGIN: u16 = 10;
/// Number of stack entries before the root. The search looks up to five plies back, also near the root.
const STACK_OFFSET: usize = 5;
/// Greatest number of nodes between two looks at clock and flags.
const MAX_CHECK_INTERVAL: u64 = 16;
/// If two looks at the clock are further apart than this, the next one comes after one node. A node of a crowded board can
/// cost a millisecond.
const CHECK_TIME: Duration = Duration::from_millis(2);
/// Each thread adds its nodes to the shared number once in this many nodes.
const REPORT_INTERVAL: u64 = 512;
/// Number of nodes that the first iteration may take even if the node limit is reached, so that a search chooses the move.
const FIRST_ITERATION_NODES: u64 = 8_000;
/// Time that the first iteration may take even if the time is over or the stop flag is set, for the same reason.
const FIRST_ITERATION_TIME: Duration = Duration::from_millis(10);

/// Number of depths and of move numbers in the reduction table, both from 0. Greater ones count as the last.
pub(super) const LMR_TABLE_SIZE: usize = 64;

/// Plies of late-move reduction. The indices are whether the position is improving, the depth and the move number.
pub(super) type ReductionTable = [[[u8; LMR_TABLE_SIZE]; LMR_TABLE_SIZE]; 2];

/// State shared by all threads of one search.
pub(super) struct SharedState<'a> {
    pub tt: &'a TranspositionTable,
    pub evaluator: &'a Evaluator,
    pub limits: &'a Limits,
    pub time: TimeManager,
    /// The caller sets this flag to end the search.
    pub stop: &'a AtomicBool,
    /// The main thread sets this flag when it has finished, to end the helper threads.
    pub main_finished: AtomicBool,
    /// Nodes of all threads. Each thread adds its own once in [`REPORT_INTERVAL`] nodes.
    pub nodes: AtomicU64,
    pub parameters: &'a SearchParameters,
    pub reductions: &'a ReductionTable,
    pub threads: usize,
}

impl SharedState<'_> {
    /// The report of the variation that `root_move` begins, after an iteration to `depth`. `rank` is counted from 1.
    pub fn info(&self, root_move: &RootMove, depth: u32, rank: usize) -> SearchInfo {
        SearchInfo {
            depth,
            seldepth: root_move.seldepth,
            multi_pv: rank,
            score: Score::from_value(root_move.last_value()),
            bound: Bound::Exact,
            nodes: self.nodes.load(Ordering::Relaxed),
            time: self.time.elapsed(),
            hashfull: self.tt.hashfull(),
            pv: root_move.pv.clone(),
        }
    }
}

/// Per-ply search state (Stockfish: `Stack`).
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct StackEntry {
    pub accumulator: Accumulator,
    pub static_eval: Option<Value>,
    /// Piece and target square of the move that was made at this ply; `None` for a null move.
    pub piece_to: Option<PieceTo>,
    /// The move that was made at this ply, if it is quiet.
    pub quiet_move: Option<Move>,
    /// Number of the move that was made at this ply, counted from 1 among the moves of the node. It is 0 outside of the loop
    /// over the moves.
    pub move_count: usize,
    pub tt_hit: bool,
    /// Whether the node is a PV node or was one in an earlier search.
    pub tt_pv: bool,
    pub killers: [Option<Move>; 2],
    /// Squares that the opponent of the side to move attacks. They are set before the moves of a node are searched and before its
    /// TT move gets a bonus. A node that has not set them has those of another node.
    pub attacked: Bitboard,
    /// The move that a singular-extension search leaves out.
    pub excluded_move: Option<Move>,
    /// Number of beta cutoffs at this ply since the search entered the present node two plies before.
    pub cutoff_count: u8,
    /// Number of double extensions between the root and this ply.
    pub double_extensions: u8,
}

/// A legal move in the root position with the results of its search.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub mv: Move,
    /// Value in this iteration; `-INFINITE` for a move that was refuted or not yet searched.
    pub value: Value,
    pub previous_value: Value,
    pub pv: Vec<Move>,
    /// Number of nodes that this iteration has searched after the move.
    pub nodes: u64,
    pub seldepth: usize,
}

impl RootMove {
    pub fn new(mv: Move) -> Self {
        Self { mv, value: -INFINITE, previous_value: -INFINITE, pv: vec![mv], nodes: 0, seldepth: 0 }
    }

    /// Value in this iteration, or in the one before if this one has not searched the move.
    pub fn last_value(&self) -> Value {
        if self.value == -INFINITE { self.previous_value } else { self.value }
    }
}

/// Progress report of a search.
#[derive(Clone, Debug)]
pub enum SearchEvent {
    /// A principal variation of a finished iteration, or a bound of its score.
    Variation(SearchInfo),
    /// A root move whose search begins. Root moves are reported after the first three seconds of a search.
    CurrentMove {
        /// Depth in plies.
        depth: u32,
        /// The root move.
        mv: Move,
        /// Number of the move among the root moves, from 1.
        number: usize,
    },
}

/// A principal variation and its score.
#[derive(Clone, Debug)]
pub struct SearchInfo {
    /// Depth in plies.
    pub depth: u32,
    /// Selective depth: the longest line searched, in plies.
    pub seldepth: usize,
    /// Rank of this variation, from 1.
    pub multi_pv: usize,
    /// Score for the side to move.
    pub score: Score,
    /// Whether the score is exact. If it is only a bound, the search is repeated with another window.
    pub bound: Bound,
    /// Number of nodes of all threads.
    pub nodes: u64,
    /// Time since the start of the search.
    pub time: Duration,
    /// How full the transposition table is, in permille.
    pub hashfull: u32,
    /// Principal variation.
    pub pv: Vec<Move>,
}

/// One search thread.
pub(super) struct Worker<'a> {
    pub shared: &'a SharedState<'a>,
    pub history: &'a mut History,
    pub position: Position,
    pub is_main: bool,
    /// Receives the progress of the main thread.
    pub on_event: &'a mut dyn FnMut(&SearchEvent),
    pub root_depth: i32,
    pub root_moves: Vec<RootMove>,
    /// Index of the variation that is searched. The root moves before this index begin better variations and are not
    /// searched again.
    pub pv_index: usize,
    /// Principal variation from each ply (triangular table).
    pub pv: Vec<Vec<Move>>,
    pub nodes: u64,
    pub seldepth: usize,
    /// Whether the search was aborted. If so, every value that it returns is meaningless.
    pub stopped: bool,
    /// First ply at which null moves are tried. It is above 0 during a verification search (Stockfish: `nmpMinPly`).
    pub null_move_min_ply: usize,
    /// Keys of all positions before this one: first those of the game, then those of the searched line.
    keys: Vec<u64>,
    /// Keys of the positions of the game that are draws when they occur again.
    drawing_keys: Vec<u64>,
    /// Number of keys of the game at the start of `keys`.
    game_key_count: usize,
    stack: Vec<StackEntry>,
    /// Hidden sums of the network at each ply; empty without a network.
    sums: Vec<HiddenSums>,
    /// Pool of free move lists, so that nodes allocate nothing.
    move_buffers: Vec<MoveBuffer>,
    /// Number of `nodes` that are already counted in `shared.nodes`.
    reported_nodes: u64,
    /// Limit of the nodes of this thread; `u64::MAX` in helper threads.
    node_limit: u64,
    /// Time of the search at which this thread began.
    start: Duration,
    /// Time of the last look at the clock.
    last_check: Duration,
    /// Number of nodes between two looks at the clock.
    check_interval: u64,
    /// Number of `nodes` at the next look at the clock. It is at most `node_limit`.
    next_check: u64,
}

impl<'a> Worker<'a> {
    pub fn new(
        shared: &'a SharedState<'a>,
        history: &'a mut History,
        position: &Position,
        game_keys: &[u64],
        root_moves: &[RootMove],
        is_main: bool,
        on_event: &'a mut dyn FnMut(&SearchEvent),
    ) -> Self {
        // There are two more entries, because a node resets those of the next two plies.
        let mut stack = vec![StackEntry::default(); STACK_OFFSET + MAX_PLY + 2];
        stack[STACK_OFFSET].accumulator = shared.evaluator.accumulate(position);
        let start = shared.time.elapsed();
        let sums = shared.evaluator.network().map(|network| vec![network.sums(position); MAX_PLY + 2]);
        Self {
            shared,
            history,
            position: position.clone(),
            is_main,
            on_event,
            root_depth: 0,
            root_moves: root_moves.to_vec(),
            pv_index: 0,
            pv: (0..MAX_PLY).map(|_| Vec::with_capacity(MAX_PLY)).collect(),
            nodes: 0,
            seldepth: 0,
            stopped: false,
            null_move_min_ply: 0,
            drawing_keys: drawing_keys(position, game_keys),
            keys: game_keys.to_vec(),
            game_key_count: game_keys.len(),
            stack,
            sums: sums.unwrap_or_default(),
            move_buffers: Vec::new(),
            reported_nodes: 0,
            node_limit: shared.limits.nodes.filter(|_| is_main).unwrap_or(u64::MAX),
            start,
            last_check: start,
            check_interval: 1,
            next_check: 0,
        }
    }

    #[inline]
    pub fn stack(&self, ply: usize) -> &StackEntry {
        &self.stack[ply + STACK_OFFSET]
    }

    #[inline]
    pub fn stack_mut(&mut self, ply: usize) -> &mut StackEntry {
        &mut self.stack[ply + STACK_OFFSET]
    }

    /// The stack entry at most five `plies` before the node at `ply` (Stockfish: `ss - plies`). The entries before the root
    /// are empty.
    #[inline]
    pub fn stack_before(&self, ply: usize, plies: usize) -> &StackEntry {
        &self.stack[ply + STACK_OFFSET - plies]
    }

    #[inline]
    pub fn make(&mut self, mv: Move, ply: usize) -> Undo {
        self.keys.push(self.position.key());
        self.nodes += 1;
        self.shared.tt.prefetch(self.position.key_after(mv));
        let undo = self.position.make(mv);
        let accumulator = self.stack(ply).accumulator;
        self.stack_mut(ply + 1).accumulator = self.shared.evaluator.accumulator_after(accumulator, mv, &undo);
        if let Some(network) = self.shared.evaluator.network() {
            self.sums[ply + 1] = network.sums_after(&self.sums[ply], mv, &undo);
        }
        let is_quiet = undo.captured.is_none() && mv.promotion().is_none();
        let entry = self.stack_mut(ply);
        entry.piece_to = Some(PieceTo::new(undo.moved.kind, mv.to));
        entry.quiet_move = is_quiet.then_some(mv);
        undo
    }

    #[inline]
    pub fn unmake(&mut self, mv: Move, undo: &Undo) {
        self.position.unmake(mv, undo);
        self.keys.pop();
    }

    /// Makes a null move in the node at `ply`.
    pub fn make_null(&mut self, ply: usize) -> NullUndo {
        self.keys.push(self.position.key());
        self.nodes += 1;
        let undo = self.position.make_null();
        self.stack_mut(ply).piece_to = None;
        self.stack_mut(ply).quiet_move = None;
        self.stack_mut(ply + 1).accumulator = self.stack(ply).accumulator;
        if !self.sums.is_empty() {
            self.sums[ply + 1] = self.sums[ply];
        }
        undo
    }

    pub fn unmake_null(&mut self, undo: &NullUndo) {
        self.position.unmake_null(undo);
        self.keys.pop();
    }

    /// Takes a move list from the pool.
    pub fn take_buffer(&mut self) -> MoveBuffer {
        self.move_buffers.pop().unwrap_or_default()
    }

    /// Returns the move list of `picker` to the pool. An aborted search need not do so.
    pub fn recycle_buffer(&mut self, picker: MovePicker) {
        self.move_buffers.push(picker.into_buffer());
    }

    pub fn evaluate(&self, ply: usize) -> Value {
        let value = self.shared.evaluator.evaluate_with(&self.position, self.stack(ply).accumulator);
        match self.shared.evaluator.network() {
            Some(network) => network.correct(value, &self.position, &self.sums[ply]),
            None => value,
        }
    }

    /// Evaluation of the position at `ply`, and whether it is the full evaluation. Far outside the window the evaluation is
    /// [lazy](Evaluator::evaluate_lazily).
    pub fn evaluate_lazily(&self, ply: usize, alpha: Value, beta: Value) -> (Value, bool) {
        let accumulator = self.stack(ply).accumulator;
        match self.shared.evaluator.evaluate_lazily(&self.position, accumulator, alpha, beta) {
            Some(value) => (value, false),
            None => (self.evaluate(ply), true),
        }
    }

    /// Whether the side to move must answer a threat: its king is attacked or another piece whose capture loses the game, or
    /// the opponent could reach its region by its next move. Unlike for [`Position::is_check`], the king may be capturable
    /// (fog of war).
    pub fn is_threatened(&self) -> bool {
        let (turn, position) = (self.position.turn(), &self.position);
        let is_attacked = |square| position.is_attacked(square, !turn);
        position.king_square(turn).is_some_and(is_attacked)
            || position.is_in_special_check(turn)
            || position.last_pieces(turn).into_iter().any(is_attacked)
            || self.shared.evaluator.near_region(position, !turn).any()
    }

    /// The value of the position if the game ends here: by a goal of the variant, by a draw by repetition or move rule, or
    /// because the side to move wins by its next move.
    #[inline]
    pub fn end_of_game(&mut self, ply: usize) -> Option<Value> {
        if let Some((_, winner)) = self.position.reached_goal() {
            return Some(value_for(winner, self.position.turn(), ply));
        }
        let draw = self.draw_value(ply);
        if draw.is_none() && self.shared.evaluator.goals.can_win_at_once && self.wins_at_once() {
            return Some(mate_in(ply + 1));
        }
        draw
    }

    fn wins_at_once(&mut self) -> bool {
        let mut buffer = self.take_buffer();
        let region = self.shared.evaluator.near_region(&self.position, self.position.turn());
        let wins = wins_at_once(region, &mut self.position, &mut buffer.moves);
        self.move_buffers.push(buffer);
        wins
    }

    /// The value of the position if it is a draw by bare kings, by the count of a counting rule or by the move rule, or if it
    /// is a repetition, which usually is a draw.
    ///
    /// A position of the searched line counts as soon as it is repeated once, since both sides could repeat it again.
    fn draw_value(&self, ply: usize) -> Option<Value> {
        let rules = self.position.variant().rules();
        if self.position.has_only_kings() {
            return Some(DRAW);
        }
        let clock = usize::from(self.position.halfmove_clock());
        if self.position.count().is_some_and(Count::is_over) {
            return (!self.position.is_check() || self.position.has_legal_move()).then_some(DRAW);
        }
        if rules.move_rule_plies > 0 && clock >= usize::from(rules.move_rule_plies) {
            return (!self.position.is_check() || self.position.has_legal_move()).then_some(DRAW);
        }
        let key = self.position.key();
        let repetitions_for_draw = repetitions_for_draw(rules);
        let mut repetitions = 0;
        for plies_back in (2..=plies_that_may_recur(&self.position).min(self.keys.len())).step_by(2) {
            let index = self.keys.len() - plies_back;
            if self.keys[index] == key {
                repetitions += 1;
                // `keys[game_key_count]` is the key of the root. A larger index is one of the searched line.
                if index > self.game_key_count || repetitions >= repetitions_for_draw {
                    let turn = self.position.turn();
                    return Some(value_for(rules.repetition.winner(turn), turn, ply));
                }
            }
        }
        None
    }

    /// Whether the game will soon be drawn by the move rule or by a count of moves. The values of the transposition table are
    /// wrong then, because the key of a position has neither.
    pub fn is_draw_by_moves_near(&self) -> bool {
        let limit = self.position.variant().rules().move_rule_plies;
        let clock = self.position.halfmove_clock().saturating_add(DRAW_BY_MOVES_MARGIN);
        let is_near = |count: Count| count.plies.saturating_add(DRAW_BY_MOVES_MARGIN) >= count.limit;
        limit > 0 && clock >= limit || self.position.count().is_some_and(is_near)
    }

    /// Whether the side to move can draw by repetition (part of Stockfish's `upcoming_repetition`): at the first three plies by
    /// a position of the game, and later by taking back its last move, as the opponent has just done. A repetition that is not
    /// a draw is ignored.
    pub fn can_repeat(&mut self, ply: usize) -> bool {
        // The root may be repeated once, so the position must be after the root.
        if ply < 4 {
            return ply > 0 && self.can_repeat_game();
        }
        let moves = [3, 2, 1].map(|plies| self.stack_before(ply, plies).quiet_move);
        let [Some(first), Some(own), Some(last)] = moves else { return false };
        let turn = self.position.turn();
        let back = Move { from: own.to, to: own.from, flag: MoveFlag::Normal };
        if (first.from, first.to) != (last.to, last.from)
            || self.position.variant().rules().repetition.winner(turn).is_some()
            || !self.position.is_pseudo_legal(back)
        {
            return false;
        }
        // Castling rights and en passant target may differ from those three plies ago. If the keys are equal, the move is
        // legal, since it leads to a position of the line.
        let undo = self.position.make(back);
        let recurs = self.position.key() == self.keys[self.keys.len() - 3];
        self.position.unmake(back, &undo);
        recurs
    }

    /// Whether a quiet move leads to one of `drawing_keys`. The search could prune this move as late or futile if the side to
    /// move is losing.
    fn can_repeat_game(&mut self) -> bool {
        if self.drawing_keys.is_empty() {
            return false;
        }
        let mut buffer = self.take_buffer();
        buffer.moves.clear();
        self.position.generate(GenType::Quiet, &mut buffer.moves);
        let repeats = |&mv: &Move| self.drawing_keys.contains(&self.position.key_after(mv));
        let can_repeat = buffer.moves.iter().any(repeats);
        self.move_buffers.push(buffer);
        can_repeat
    }

    /// The value at `ply` of a position without a legal move: checkmate or stalemate.
    pub fn mate_or_stalemate_value(&self, ply: usize) -> Value {
        mate_or_stalemate_value(&self.position, ply).unwrap_or_else(|| self.evaluate(ply))
    }

    /// The entry of the position at `ply` in the transposition table. While moves are counted it has no evaluation, because
    /// the evaluation depends on the count, which the key does not have.
    #[inline]
    pub fn probe_table(&self, ply: usize) -> Option<TtEntry> {
        let entry = self.shared.tt.probe(self.position.key(), ply)?;
        let static_eval = entry.static_eval.filter(|_| self.position.count().is_none());
        Some(TtEntry { static_eval, ..entry })
    }

    /// The move of `entry` if it is legal in the position.
    pub fn legal_tt_move(&mut self, entry: Option<&TtEntry>) -> Option<Move> {
        let mv = entry?.mv?;
        (self.position.is_pseudo_legal(mv) && self.position.is_safe_after(mv)).then_some(mv)
    }

    /// Whether `mv` is noisy, which means that it is a capture or a promotion.
    ///
    /// If promotion is optional, [`GenType::Noisy`] also generates moves of pawns that could promote but do not. These moves
    /// are quiet for the search.
    pub fn is_noisy(&self, mv: Move) -> bool {
        matches!(mv.flag, MoveFlag::Promote(_)) || self.position.is_capture(mv)
    }

    /// Sets the principal variation from `ply` to `mv`, followed by the variation from the next ply.
    pub fn update_pv(&mut self, mv: Move, ply: usize) {
        let (head, tail) = self.pv.split_at_mut(ply + 1);
        head[ply].clear();
        head[ply].push(mv);
        if let Some(child_pv) = tail.first() {
            head[ply].extend_from_slice(child_pv);
        }
    }

    /// Whether the search must be aborted.
    #[inline]
    pub fn should_stop(&mut self) -> bool {
        if !self.stopped && self.nodes >= self.next_check {
            self.stopped = self.is_limit_reached();
        }
        self.stopped
    }

    /// Reads clock and flags. Sets after how many nodes they are read again, so that little time passes between two looks
    /// even if nodes are slow.
    fn is_limit_reached(&mut self) -> bool {
        let now = self.shared.time.elapsed();
        let is_late = now.saturating_sub(self.last_check) > CHECK_TIME;
        self.last_check = now;
        self.check_interval = if is_late { 1 } else { (2 * self.check_interval).min(MAX_CHECK_INTERVAL) };
        if self.nodes >= self.reported_nodes + REPORT_INTERVAL {
            self.report_nodes();
        }
        let is_first_iteration = self.root_depth <= 1;
        let is_node_limit_reached = self.nodes >= self.node_limit;
        self.next_check = match is_node_limit_reached {
            // A search of one thread stops exactly at the limit, or at the end of what the first iteration may take.
            true => self.nodes,
            false => (self.nodes + self.check_interval).min(self.node_limit),
        };
        let must_choose_move = is_first_iteration && now < self.start + FIRST_ITERATION_TIME;
        let applies_node_limit = !is_first_iteration || self.nodes > FIRST_ITERATION_NODES;
        self.shared.main_finished.load(Ordering::Relaxed)
            || (!must_choose_move && (self.shared.stop.load(Ordering::Relaxed) || self.is_time_up()))
            || (applies_node_limit && (is_node_limit_reached || self.is_shared_node_limit_reached()))
    }

    /// Whether the time is over. Only the main thread reads the clock for this, and the other threads stop when it has
    /// finished.
    fn is_time_up(&self) -> bool {
        self.is_main && self.shared.time.is_maximum_reached() && !self.is_pondering()
    }

    /// Whether several threads together have reached the node limit. A search of one thread stops exactly at `node_limit`.
    fn is_shared_node_limit_reached(&self) -> bool {
        let shared = self.shared;
        shared.threads > 1
            && shared.limits.nodes.is_some_and(|limit| shared.nodes.load(Ordering::Relaxed) >= limit)
    }

    pub fn is_pondering(&self) -> bool {
        self.shared.limits.ponder.as_ref().is_some_and(|ponder| ponder.load(Ordering::Relaxed))
    }

    /// Adds the nodes since the last call to the shared number of nodes.
    pub fn report_nodes(&mut self) {
        self.shared.nodes.fetch_add(self.nodes - self.reported_nodes, Ordering::Relaxed);
        self.reported_nodes = self.nodes;
    }

    /// Stores the result of a root move. `is_first` is whether the move was searched first in this iteration.
    pub fn update_root_move(&mut self, mv: Move, value: Value, alpha: Value, is_first: bool, nodes: u64) {
        let Some(root_move) =
            self.root_moves[self.pv_index..].iter_mut().find(|root_move| root_move.mv == mv)
        else {
            return;
        };
        root_move.nodes += nodes;
        if is_first || value > alpha {
            root_move.value = value;
            root_move.seldepth = self.seldepth;
            root_move.pv.clear();
            root_move.pv.push(mv);
            root_move.pv.extend_from_slice(&self.pv[1]);
        } else {
            // Only an upper bound is known. The move keeps its rank, because the sort is stable.
            root_move.value = -INFINITE;
        }
    }

    /// The report of the variation at `index` after an iteration to `depth`.
    pub fn info(&self, depth: u32, index: usize) -> SearchInfo {
        self.shared.info(&self.root_moves[index], depth, index + 1)
    }
}

/// Number of earlier occurrences in the game that make a position a draw. In variants without a repetition rule it is 1,
/// because nobody wins by repeating positions.
fn repetitions_for_draw(rules: &Rules) -> usize {
    usize::from(rules.repetition_limit.max(2)) - 1
}

/// Keys of the positions of the game that are draws when they occur again after `position`.
fn drawing_keys(position: &Position, game_keys: &[u64]) -> Vec<u64> {
    let rules = position.variant().rules();
    if rules.repetition.winner(position.turn()).is_some() {
        return Vec::new();
    }
    let recent = &game_keys[game_keys.len().saturating_sub(plies_that_may_recur(position))..];
    let occurrences = |key: &u64| recent.iter().filter(|&other| other == key).count();
    recent.iter().copied().filter(|key| occurrences(key) >= repetitions_for_draw(rules)).collect()
}

/// Number of plies before `position` after which a position may occur again. If moves of pieces other than pawns reset the
/// clock, these are all plies, because a position before the reset may occur again.
fn plies_that_may_recur(position: &Position) -> usize {
    let is_irreversible = position.variant().rules().zeroing_is_irreversible();
    if is_irreversible { position.halfmove_clock().into() } else { usize::MAX }
}

#[cfg(test)]
pub(super) use tests::with_worker;

#[cfg(test)]
mod tests {
    use rand::rngs::StdRng;
    use rand::seq::IndexedRandom;
    use rand::{RngExt, SeedableRng};

    use super::super::search::reduction_table;
    use super::super::time::{TimeBudget, system_clock};
    use super::*;
    use crate::notation::fen;
    use crate::notation::variants_ini::Variants;
    use crate::rules::Color;

    /// Calls `run` with a worker that searches `position` with the table `tt`.
    pub fn with_worker<R>(
        position: &Position,
        tt: &TranspositionTable,
        run: impl FnOnce(&mut Worker<'_>) -> R,
    ) -> R {
        let variant = position.variant();
        let (evaluator, parameters) = (Evaluator::new(variant), SearchParameters::new(variant));
        let (limits, stop) = (Limits::default(), AtomicBool::new(false));
        let budget = TimeBudget::new(&limits, Color::White, Duration::ZERO, 64);
        let shared = SharedState {
            tt,
            evaluator: &evaluator,
            limits: &limits,
            time: TimeManager::start(budget, system_clock),
            stop: &stop,
            main_finished: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            parameters: &parameters,
            reductions: &reduction_table(&parameters),
            threads: 1,
        };
        let (mut history, mut ignore) = (History::new(variant, &parameters), |_: &SearchEvent| {});
        run(&mut Worker::new(&shared, &mut history, position, &[], &[], true, &mut ignore))
    }

    /// The white king can reach the centre, but not if the game is already drawn by the move rule.
    #[test]
    fn a_drawn_game_is_not_won_by_the_next_move() {
        let hill = Variants::built_in().find("kingofthehill").expect("built in");
        let value = |clock: u16| {
            let text = format!("7k/8/8/8/8/3K4/8/6R1 w - - {clock} 90");
            let position = fen::parse(&hill, &text).expect("a legal position");
            with_worker(&position, &TranspositionTable::minimal(), |worker| worker.end_of_game(0))
        };
        assert_eq!(value(99), Some(mate_in(1)));
        assert_eq!(value(100), Some(DRAW));
    }

    /// In random games `can_repeat` is true if and only if a legal move leads to the position three plies ago. The
    /// games have castling rights, captures and pawn moves.
    #[test]
    fn upcoming_repetitions_agree_with_trying_all_moves() {
        let chess = Variants::built_in().find("chess").expect("built in");
        let mut rng = StdRng::seed_from_u64(1);
        let mut found = 0;
        let position = fen::parse(&chess, "r3k3/7p/8/8/8/8/P7/4K2R w Kq - 0 1").expect("a legal position");
        for _ in 0..300 {
            with_worker(&position, &TranspositionTable::minimal(), |worker| {
                let mut last_moves: Vec<Move> = Vec::new();
                for ply in 0..20 {
                    let expected = ply >= 4 && {
                        let earlier = worker.keys[ply - 3];
                        worker.position.legal_moves().into_iter().any(|mv| {
                            let mut after = worker.position.clone();
                            after.make(mv);
                            after.key() == earlier
                        })
                    };
                    assert_eq!(worker.can_repeat(ply), expected, "{last_moves:?}");
                    found += usize::from(expected);
                    let moves = worker.position.legal_moves();
                    // Half of the moves take back the last move of their side, if that is possible.
                    let back = last_moves.len().checked_sub(2).map(|index| last_moves[index]);
                    let back = back
                        .and_then(|last| moves.iter().find(|mv| (mv.from, mv.to) == (last.to, last.from)));
                    let Some(mv) = back.filter(|_| rng.random()).or_else(|| moves.choose(&mut rng)) else {
                        break;
                    };
                    worker.make(*mv, ply);
                    last_moves.push(*mv);
                }
            });
        }
        assert!(found > 100, "{found}");
    }

    /// In random games with many repetitions `can_repeat` is true at the first three plies if and only if a legal move leads to
    /// a position that has occurred twice.
    #[test]
    fn third_occurrences_agree_with_trying_all_moves() {
        let king_step = |position: &Position, rng: &mut StdRng| {
            let is_step = |mv: &Move| {
                ["d1e1", "e1d1", "d8e8", "e8d8"].contains(&format!("{}{}", mv.from, mv.to).as_str())
            };
            let steps: Vec<_> = position.legal_moves().into_iter().filter(is_step).collect();
            steps.choose(rng).copied()
        };
        let chess = Variants::built_in().find("chess").expect("built in");
        let mut rng = StdRng::seed_from_u64(2);
        let mut found = [0; 2];
        for _ in 0..400 {
            let mut position =
                fen::parse(&chess, "r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1").expect("a legal position");
            let mut keys = Vec::new();
            for _ in 0..rng.random_range(4..20) {
                keys.push(position.key());
                position
                    .make(king_step(&position, &mut rng).expect("nothing attacks the squares of the kings"));
            }
            with_worker(&position, &TranspositionTable::minimal(), |worker| {
                worker.drawing_keys = drawing_keys(&position, &keys);
                for ply in 0..4 {
                    let occurred_twice = worker.position.legal_moves().into_iter().any(|mv| {
                        let mut after = worker.position.clone();
                        after.make(mv);
                        keys.iter().filter(|&&key| key == after.key()).count() >= 2
                    });
                    let expected = ply > 0 && occurred_twice;
                    assert_eq!(worker.can_repeat(ply), expected, "ply {ply}");
                    found[usize::from(expected)] += 1;
                    // Half of the moves do not lead back.
                    let moves = worker.position.legal_moves();
                    let step = king_step(&worker.position, &mut rng).filter(|_| rng.random());
                    let Some(mv) = step.or_else(|| moves.choose(&mut rng).copied()) else { break };
                    worker.make(mv, ply);
                }
            });
        }
        assert!(found.iter().all(|&count| count > 100), "{found:?}");
    }
}
