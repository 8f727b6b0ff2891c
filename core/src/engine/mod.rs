//! The chess engine: search and evaluation for any variant. It uses the rules only: no screen, no protocol.
//!
//! [`Engine`] is the facade: [`Engine::go`] searches a position within [`Limits`] and reports by callback. The search
//! is in `search.rs`, the evaluation in [`eval`], the weaker levels in [`difficulty`].

mod by_board_size;
mod check_squares;
pub mod difficulty;
pub mod eval;
pub mod heuristic;
mod history;
pub mod limits;
pub mod mate_solver;
mod move_picker;
pub mod parameters;
pub mod piece_value;
mod player;
pub mod score;
mod search;
pub mod see;
mod threads;
pub mod time;
pub mod tt;
mod worker;

use std::collections::TryReserveError;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use crate::rules::{Move, Position, Variant};

pub use eval::network::Network;
pub use eval::{Evaluator, Weights};
use history::History;
pub use limits::{ClockTimes, Limits};
use parameters::SearchParameters;
pub use player::{Player, SearchReport, SearchRequest};
pub use score::Score;
use score::{DRAW, INFINITE, MATE, mate_or_stalemate_value};
use time::{Clock, TimeBudget, TimeManager};
pub use tt::Bound;
use tt::TranspositionTable;
use worker::{ReductionTable, RootMove, SharedState};
pub use worker::{SearchEvent, SearchInfo};

/// Bytes of the histories of a thread, at most.
const HISTORY_BYTES: usize = 34 << 20;
/// Bytes that a running thread needs besides its histories.
const THREAD_BYTES: usize = 8 << 20;
/// Nodes of a search that must not depend on the speed of the machine.
const DETERMINISTIC_NODES: u64 = 50_000;
/// Principal variations of an analysis are extended to this many plies.
const ANALYSIS_PV_LENGTH: usize = 10;

/// Options of an engine.
#[derive(Clone, Debug)]
pub struct Options {
    /// Size of the transposition table in MiB.
    pub hash_mib: usize,
    /// Search threads, from 1.
    pub threads: usize,
    /// Number of best lines to search, from 1.
    pub multi_pv: usize,
    /// Time lost between engine and clock on each move.
    pub move_overhead: Duration,
    /// The clock that measures the time of a search.
    pub clock: Clock,
    /// The network that evaluates positions.
    pub network: NetworkChoice,
}

/// Which network an engine evaluates with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum NetworkChoice {
    /// The built-in one of the variant; without one the written evaluation.
    #[default]
    BuiltIn,
    /// None: the written evaluation.
    Written,
    /// This one, for variants that it fits.
    Network(Arc<Network>),
}

impl NetworkChoice {
    fn network(&self, variant: &Variant) -> Option<Arc<Network>> {
        match self {
            Self::BuiltIn => Network::built_in(variant),
            Self::Written => None,
            Self::Network(network) => Some(Arc::clone(network)).filter(|network| network.fits(variant)),
        }
    }
}

impl Default for Options {
    fn default() -> Self {
        Self {
            hash_mib: 64,
            threads: 1,
            multi_pv: 1,
            move_overhead: Duration::from_millis(30),
            clock: time::system_clock,
            network: NetworkChoice::BuiltIn,
        }
    }
}

/// A chess engine with its tables, which keep what earlier searches found.
#[derive(Debug)]
pub struct Engine {
    options: Options,
    tt: TranspositionTable,
    /// For the variant searched last.
    tables: Option<VariantTables>,
    missing_threads: usize,
}

/// Tables of an engine that depend on the variant.
#[derive(Debug)]
struct VariantTables {
    evaluator: Evaluator,
    parameters: SearchParameters,
    reductions: ReductionTable,
    /// One for each thread.
    histories: Vec<History>,
}

impl Engine {
    /// An engine with `options`. If there is no memory for its transposition table, it gets a minimal one.
    pub fn new(options: Options) -> Self {
        let tt = TranspositionTable::new(options.hash_mib).unwrap_or_else(|_| TranspositionTable::minimal());
        Self { options, tt, tables: None, missing_threads: 0 }
    }

    /// The options.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Changes the options. Another size of the transposition table empties it.
    ///
    /// # Errors
    /// There is no memory for a table of that size; nothing is changed then.
    pub fn set_options(&mut self, options: Options) -> Result<(), TryReserveError> {
        if options.hash_mib != self.options.hash_mib {
            self.tt = TranspositionTable::new(options.hash_mib)?;
        }
        if options.network != self.options.network {
            self.new_game();
        }
        self.options = options;
        Ok(())
    }

    /// Clears the transposition table and the histories.
    pub fn new_game(&mut self) {
        self.tt.clear();
        self.tables = None;
    }

    /// The evaluation of positions of `variant`.
    pub fn evaluator(&mut self, variant: &Arc<Variant>) -> &Evaluator {
        self.prepare_tables(variant);
        &self.tables.as_ref().expect("just prepared").evaluator
    }

    /// Makes the tables for `variant`; clears all if the last search was of another variant.
    fn prepare_tables(&mut self, variant: &Arc<Variant>) {
        if self.tables.as_ref().is_some_and(|tables| !Arc::ptr_eq(tables.evaluator.variant(), variant)) {
            self.new_game();
        }
        let tables = self.tables.get_or_insert_with(|| {
            let parameters = SearchParameters::new(variant);
            VariantTables {
                evaluator: Evaluator::new(variant).with_network(self.options.network.network(variant)),
                reductions: search::reduction_table(&parameters),
                parameters,
                histories: Vec::new(),
            }
        });
        let (histories, threads) = (&mut tables.histories, self.options.threads.max(1));
        histories.truncate(threads);
        while histories.is_empty()
            || histories.len() < threads && has_memory(HISTORY_BYTES + THREAD_BYTES * histories.len())
        {
            histories.push(History::new(variant, &tables.parameters));
        }
        self.missing_threads = threads - histories.len();
    }

    /// Number of threads that the last search had no memory for; 0 when asked again.
    pub fn take_missing_threads(&mut self) -> usize {
        std::mem::take(&mut self.missing_threads)
    }

    /// Searches `position` until a limit or `stop` ends the search, and passes its progress to `on_event`.
    ///
    /// `game_keys` are the keys of the game's positions so far, for draws by repetition; the present position may be
    /// the last of them or missing. A move is found even without time: limits do not apply to the first iteration,
    /// unless it takes thousands of nodes.
    pub fn go(
        &mut self,
        position: &Position,
        game_keys: &[u64],
        limits: &Limits,
        stop: &AtomicBool,
        mut on_event: impl FnMut(&SearchEvent),
    ) -> SearchReport {
        let squares = position.variant().geometry().board().count();
        let budget = TimeBudget::new(limits, position.turn(), self.options.move_overhead, squares);
        let time = TimeManager::start(budget, self.options.clock);
        let root_moves = root_moves(position, limits);
        if root_moves.is_empty() {
            return SearchReport::from_move(None, score_without_moves(position));
        }
        if let Some(root_move) = root_moves.iter().find(|root_move| position.captures_king(root_move.mv)) {
            return SearchReport::from_move(Some(root_move.mv), Score::Mate(1));
        }
        self.prepare_tables(position.variant());
        self.tt.new_search();
        let VariantTables { evaluator, parameters, reductions, histories } =
            self.tables.as_mut().expect("just prepared");
        let shared = SharedState {
            tt: &self.tt,
            evaluator,
            limits,
            time,
            stop,
            main_finished: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            parameters,
            reductions,
            threads: histories.len(),
        };
        let game_keys = match game_keys.split_last() {
            Some((last, before)) if *last == position.key() => before,
            _ => game_keys,
        };
        let multi_pv = self.options.multi_pv;
        let (depth, root_moves) =
            threads::search(&shared, histories, position, game_keys, &root_moves, multi_pv, &mut on_event);
        let best = &root_moves[0];
        let score = [best.value, best.previous_value].into_iter().find(|&value| value != -INFINITE);
        // On a crowded board the first iteration may end before the first move has a score.
        let value = score.unwrap_or_else(|| shared.evaluator.evaluate(position));
        SearchReport {
            score: Score::from_value(value),
            depth,
            nodes: shared.nodes.load(Ordering::Relaxed),
            pv: best.pv.clone(),
        }
    }

    /// Analyses the position of `request` for `time`; a deterministic request is searched for a number of nodes.
    ///
    /// The clock of the request is ignored. The principal variation is extended by the transposition table.
    pub fn analyze(&mut self, request: &SearchRequest, time: Duration, stop: &AtomicBool) -> SearchReport {
        let position = &request.position;
        if let Some(mv) = request.move_without_search() {
            let score = if position.captures_king(mv) { Score::Mate(1) } else { Score::Centipawns(0) };
            return SearchReport::from_move(Some(mv), score);
        }
        let limits =
            if request.deterministic { Limits::nodes(DETERMINISTIC_NODES) } else { Limits::move_time(time) };
        let limits = Limits { search_moves: request.search_moves.clone().unwrap_or_default(), ..limits };
        let report = self.go(position, &request.key_history, &limits, stop, |_| {});
        SearchReport { pv: self.extend_pv(position, report.pv), ..report }
    }

    /// Extends a principal variation by the moves of the transposition table, without repeating a position.
    fn extend_pv(&self, position: &Position, mut pv: Vec<Move>) -> Vec<Move> {
        let mut position = position.clone();
        let mut keys = vec![position.key()];
        for &mv in &pv {
            position.make(mv);
            keys.push(position.key());
        }
        while pv.len() < ANALYSIS_PV_LENGTH {
            let tt_move = self.tt.probe(position.key(), 0).and_then(|entry| entry.mv);
            let Some(mv) = tt_move.filter(|&mv| position.is_legal(mv)) else { break };
            position.make(mv);
            if keys.contains(&position.key()) {
                break;
            }
            keys.push(position.key());
            pv.push(mv);
        }
        pv
    }
}

/// Whether the system would give this process that much memory.
fn has_memory(bytes: usize) -> bool {
    Vec::<u8>::new().try_reserve_exact(bytes).is_ok()
}

/// The legal moves that `limits` allow; all legal moves if that leaves none.
fn root_moves(position: &Position, limits: &Limits) -> Vec<RootMove> {
    let legal = position.legal_moves();
    let mut moves: Vec<_> = legal.iter().copied().filter(|mv| limits.search_moves.contains(mv)).collect();
    if moves.is_empty() {
        moves = legal;
    }
    moves.into_iter().map(RootMove::new).collect()
}

/// The score of a position without a legal move.
fn score_without_moves(position: &Position) -> Score {
    match mate_or_stalemate_value(position, 0).unwrap_or(DRAW) {
        // The least win that a score can express.
        MATE => Score::Mate(1),
        value => Score::from_value(value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::variants_ini::Variants;

    fn chess_start() -> Position {
        let chess = Variants::built_in().find("chess").expect("built in");
        Position::start(&chess).expect("a legal start")
    }

    /// A search of some root moves stores no value for the root position; a search of all moves does.
    #[test]
    fn a_partial_root_search_stores_no_root_value() {
        let position = chess_start();
        let is_stored = |search_moves: Vec<Move>| {
            let mut engine = Engine::new(Options { hash_mib: 1, ..Options::default() });
            let limits = Limits { search_moves, ..Limits::depth(3) };
            engine.go(&position, &[], &limits, &AtomicBool::new(false), |_| {});
            engine.tt.probe(position.key(), 0).is_some()
        };
        assert!(is_stored(Vec::new()));
        assert!(!is_stored(position.legal_moves()[..2].to_vec()));
    }

    /// A variation cut to its first move is extended by legal moves, as the search expected, without a repetition.
    #[test]
    fn a_short_variation_is_extended_from_the_table() {
        let position = chess_start();
        let mut engine = Engine::new(Options { hash_mib: 4, ..Options::default() });
        let report = engine.go(&position, &[], &Limits::nodes(60_000), &AtomicBool::new(false), |_| {});
        let pv = engine.extend_pv(&position, report.pv[..1].to_vec());
        assert!(pv.len() > 3 && pv.len() <= ANALYSIS_PV_LENGTH, "{pv:?}");
        assert_eq!(pv[..2], report.pv[..2]);
        let mut after = position;
        let mut keys = vec![after.key()];
        for mv in pv {
            after.play(mv).expect("a legal move");
            assert!(!keys.contains(&after.key()));
            keys.push(after.key());
        }
    }
}
