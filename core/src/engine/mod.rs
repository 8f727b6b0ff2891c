//! The chess engine: search and evaluation for any variant.
//!
//! | Entry point | Purpose |
//! |---|---|
//! | [`Engine::go`] | searches a position within [`Limits`] and reports its progress to a callback |
//! | [`difficulty::DifficultyPlayer`] | plays at a level of [`difficulty::DIFFICULTIES`] |
//! | [`heuristic::choose`] | chooses a move by six simple rules |
//! | [`mate_solver::Solver`] | proves what a side can force in a problem |
//! | [`Evaluator`] | static evaluation of a position |
//! | [`piece_value::value`] | value of a piece |
//!
//! Scores and evaluations are in centipawns from the view of the side to move. Values of pieces are in thousandths of a
//! pawn, and depths in plies.
//!
//! # Example
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//!
//! use xxlchess_core::engine::{Engine, Limits, Options, Score, SearchEvent};
//! use xxlchess_core::notation::{coords, fen, variants_ini::Variants};
//!
//! let chess = Variants::built_in().get("chess").unwrap();
//! let position = fen::parse(&chess, "7k/8/5K2/8/8/8/8/R7 w - - 0 1").unwrap();
//!
//! let mut engine = Engine::new(Options { hash_mib: 1, ..Options::default() });
//! let mut depths = Vec::new();
//! let report = engine.go(&position, &[], &Limits::depth(6), &AtomicBool::new(false), |event| {
//!     if let SearchEvent::Variation(info) = event {
//!         depths.push(info.depth);
//!     }
//! });
//! assert_eq!(report.score, Score::Mate(2));
//! let mv = coords::format_move(&chess, report.best_move().unwrap());
//! assert!(["f6f7", "f6g6"].contains(&&*mv));
//! assert!(depths.starts_with(&[1, 2]));
//! ```

mod board_class;
mod check_squares;
pub mod difficulty;
pub mod eval;
mod goals;
pub mod heuristic;
mod history;
mod large_table;
mod limits;
pub mod mate_solver;
pub mod measured_value;
mod move_picker;
pub mod openings;
mod parameters;
pub mod piece_value;
mod player;
mod score;
mod search;
mod see;
mod threads;
mod threats;
mod time;
mod tt;
mod worker;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use allocator_api2::collections::TryReserveError;

use crate::rules::{Move, Position, Variant};

pub use eval::network::{Network, NetworkError};
pub use eval::{Evaluator, Weights};
use history::History;
pub use limits::{ClockTimes, Limits};
pub use parameters::SearchParameters;
pub use player::{AnalysisRequest, Player, SearchReport, SearchRequest};
use score::{DRAW, INFINITE, MATE, mate_or_stalemate_value};
pub use score::{Score, Value};
pub use see::see_ge;
pub use time::{Clock, system_clock};
use time::{TimeBudget, TimeManager};
pub use tt::Bound;
use tt::TranspositionTable;
use worker::{ReductionTable, RootMove, SharedState};
pub use worker::{SearchEvent, SearchInfo};

/// Greatest size of the histories of a thread, in bytes.
const HISTORY_BYTES: usize = 36 << 20;
/// Memory that a running thread needs for its stack and lists of moves, in bytes.
const THREAD_BYTES: usize = 8 << 20;
/// Size of a transposition table for analyses of some seconds, in MiB.
pub const ANALYSIS_HASH_MIB: usize = 16;
/// Number of nodes of a deterministic analysis.
const DETERMINISTIC_NODES: u64 = 50_000;
/// Number of plies to which the principal variation of an analysis is extended.
const ANALYSIS_PV_LENGTH: usize = 10;

/// Greatest number of search threads that the protocols and the command line accept.
pub const MAX_THREADS: usize = 256;

/// Options of an engine.
///
/// By default an engine has a table of 64 MiB, one thread, one principal variation, a move overhead of 30 ms, the clock
/// of the system and the network of the variant.
#[derive(Clone, Debug)]
pub struct Options {
    /// Size of the transposition table in MiB; 0 is a table of a few entries.
    pub hash_mib: usize,
    /// Number of search threads; 0 counts as 1.
    pub threads: usize,
    /// Number of principal variations to search. 0 counts as 1, and the maximum is the number of legal moves.
    pub multi_pv: usize,
    /// Time that each move loses on its way between engine and clock.
    pub move_overhead: Duration,
    /// The clock that measures the time of a search.
    pub clock: Clock,
    /// The network that corrects the evaluation.
    pub network: NetworkChoice,
    /// Parameters of the search, to tune them; `None` for those of the class of the board.
    pub parameters: Option<SearchParameters>,
}

/// The network that corrects the evaluation of an engine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum NetworkChoice {
    /// The network of the variant: its own, or the built-in one, if there is one.
    #[default]
    OfVariant,
    /// No network: the engine uses the hand-written evaluation alone.
    Written,
    /// A network of the caller. It is used in variants that it [fits](Network::fits).
    Network(Arc<Network>),
}

impl NetworkChoice {
    fn network(&self, variant: &Variant) -> Option<Arc<Network>> {
        match self {
            Self::OfVariant => Network::of(variant),
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
            network: NetworkChoice::OfVariant,
            parameters: None,
        }
    }
}

/// A chess engine. Its transposition table and histories keep the results of earlier searches.
#[derive(Debug)]
pub struct Engine {
    options: Options,
    tt: TranspositionTable,
    /// Tables for the variant of the last search.
    tables: Option<VariantTables>,
    /// Number of threads for which the last search had no memory.
    missing_threads: usize,
}

/// Tables of an engine that depend on the variant.
#[derive(Debug)]
struct VariantTables {
    evaluator: Evaluator,
    parameters: SearchParameters,
    reductions: ReductionTable,
    /// The histories of each thread.
    histories: Vec<History>,
}

impl Engine {
    /// Creates an engine with `options`. If there is not enough memory for the transposition table, it gets a table of a few
    /// entries.
    pub fn new(options: Options) -> Self {
        let tt = TranspositionTable::new(options.hash_mib).unwrap_or_else(|_| TranspositionTable::minimal());
        Self { options, tt, tables: None, missing_threads: 0 }
    }

    /// The options.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Changes the options. A new size of the transposition table empties the table. A new network and new parameters clear all
    /// tables.
    ///
    /// # Errors
    /// If there is not enough memory for a transposition table of this size. The engine keeps its table and its options.
    ///
    /// ```
    /// # use xxlchess_core::engine::{Engine, Options};
    /// let mut engine = Engine::new(Options { hash_mib: 1, ..Options::default() });
    /// assert!(engine.set_options(Options { hash_mib: usize::MAX, ..Options::default() }).is_err());
    /// assert_eq!(engine.options().hash_mib, 1);
    /// ```
    pub fn set_options(&mut self, options: Options) -> Result<(), TryReserveError> {
        if options.hash_mib != self.options.hash_mib {
            self.tt = TranspositionTable::new(options.hash_mib)?;
        }
        if options.network != self.options.network || options.parameters != self.options.parameters {
            self.clear_tables();
        }
        self.options = options;
        Ok(())
    }

    /// Clears the transposition table and the histories, so that the next search does not depend on earlier ones.
    pub fn new_game(&mut self) {
        self.tt.clear();
        if let Some(tables) = &mut self.tables {
            tables.histories.clear();
        }
    }

    /// Clears everything that depends on the variant, the network or the parameters.
    fn clear_tables(&mut self) {
        self.new_game();
        self.tables = None;
    }

    /// The evaluation of positions of `variant`, with the network of the options.
    ///
    /// ```
    /// # use xxlchess_core::{engine::Engine, notation::{fen, variants_ini::Variants}};
    /// let chess = Variants::built_in().get("chess").unwrap();
    /// let position = fen::parse(&chess, "4k3/8/8/8/8/8/8/3QK3 w - - 0 1").unwrap();
    /// assert!(Engine::new(Default::default()).evaluator(&chess).evaluate(&position) > 500);
    /// ```
    pub fn evaluator(&mut self, variant: &Arc<Variant>) -> &Evaluator {
        self.prepare_tables(variant);
        &self.tables.as_ref().expect("just prepared").evaluator
    }

    /// Creates the tables for `variant` if the last search was of another variant, and the histories of all threads.
    fn prepare_tables(&mut self, variant: &Arc<Variant>) {
        if self.tables.as_ref().is_some_and(|tables| !Arc::ptr_eq(tables.evaluator.variant(), variant)) {
            self.clear_tables();
        }
        let tables = self.tables.get_or_insert_with(|| {
            let evaluator = Evaluator::new(variant).with_network(self.options.network.network(variant));
            let parameters = self.options.parameters.clone();
            let mut parameters = parameters.unwrap_or_else(|| SearchParameters::new(variant));
            evaluator.goals.widen_margins(&mut parameters);
            VariantTables {
                evaluator,
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

    /// Number of threads for which the last search had no memory. A second call returns 0.
    pub fn take_missing_threads(&mut self) -> usize {
        std::mem::take(&mut self.missing_threads)
    }

    /// Searches `position` until a limit or the flag `stop` ends the search, and passes its progress to `on_event`. The
    /// [module](self) has an example.
    ///
    /// `game_keys` are the keys of the positions of the game so far, for draws by repetition. The key of `position` itself
    /// may be included or not.
    ///
    /// The report has a move even if there is no time, because the first iteration is completed unless it takes 10 ms, or
    /// thousands of nodes if only their number is limited.
    ///
    /// If there is no legal move, the report has no move, and its score is that of mate or stalemate.
    ///
    /// A move that wins by capturing the king is returned without a search.
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
        let result =
            threads::search(&shared, histories, position, game_keys, &root_moves, multi_pv, &mut on_event);
        // On a crowded board the first iteration may be aborted before any move has a value.
        let value = Some(result.root_moves[0].last_value()).filter(|&value| value != -INFINITE);
        let value = value.unwrap_or_else(|| shared.evaluator.evaluate(position));
        SearchReport {
            score: Score::from_value(value),
            depth: result.depth,
            nodes: shared.nodes.load(Ordering::Relaxed),
            pv: result.root_moves[0].pv.clone(),
            further: Vec::new(),
        }
    }

    /// Analyses a position for a fixed time and passes the report to `on_report`. Without a time the search ends when
    /// `stop` is set, and each iteration is reported. A deterministic request is searched with empty tables and a fixed
    /// number of nodes instead.
    ///
    /// The clock of the request is ignored. A principal variation of less than ten plies is extended by moves of the
    /// transposition table.
    ///
    /// ```
    /// # use std::{sync::atomic::AtomicBool, time::Duration};
    /// # use xxlchess_core::engine::{AnalysisRequest, Engine, Options, SearchRequest};
    /// # use xxlchess_core::{notation::variants_ini::Variants, rules::Position};
    /// let position = Position::start(&Variants::built_in().get("chess").unwrap()).unwrap();
    /// let mut engine = Engine::new(Options { hash_mib: 1, ..Options::default() });
    /// let request = AnalysisRequest::timed(SearchRequest::new(position), Duration::ZERO);
    /// let mut reports = Vec::new();
    /// engine.analyze(&request, &AtomicBool::new(false), &mut |report| reports.push(report));
    /// assert!(reports.len() == 1 && reports[0].pv.len() > 1);
    /// ```
    pub fn analyze(
        &mut self,
        request: &AnalysisRequest,
        stop: &AtomicBool,
        on_report: &mut dyn FnMut(SearchReport),
    ) {
        let AnalysisRequest { search: request, time, lines } = request;
        if request.deterministic {
            // The result must not depend on earlier searches.
            self.new_game();
        }
        let position = &request.position;
        if let Some(mv) = request.move_without_search() {
            let score = if position.captures_king(mv) { Score::Mate(1) } else { Score::Centipawns(0) };
            return on_report(SearchReport::from_move(Some(mv), score));
        }
        let limits = Limits {
            search_moves: request.search_moves.clone().unwrap_or_default(),
            nodes: request.deterministic.then_some(DETERMINISTIC_NODES),
            move_time: time.filter(|_| !request.deterministic),
            infinite: time.is_none(),
            ..Limits::default()
        };
        self.options.multi_pv = *lines;
        let count = (*lines).clamp(1, root_moves(position, &limits).len().max(1));
        let mut best: Vec<SearchInfo> = Vec::new();
        let mut reported = false;
        let report = self.go(position, &request.key_history, &limits, stop, |event| {
            let SearchEvent::Variation(info) = event else { return };
            if info.bound != Bound::Exact {
                return;
            }
            best.truncate(info.multi_pv - 1);
            best.push(info.clone());
            if time.is_none() && best.len() == count {
                on_report(report_of(&best));
                reported = true;
            }
        });
        if !reported {
            let further = report_of(&best).further;
            on_report(SearchReport { pv: self.extend_pv(position, report.pv), further, ..report });
        }
    }

    /// Extends a principal variation by moves of the transposition table, as long as no position repeats.
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

/// The report of an iteration with these lines, the best one first.
fn report_of(lines: &[SearchInfo]) -> SearchReport {
    let Some((best, further)) = lines.split_first() else {
        return SearchReport::from_move(None, Score::Centipawns(0));
    };
    let further = further.iter().map(|info| (info.score, info.pv.clone())).collect();
    SearchReport { score: best.score, depth: best.depth, nodes: best.nodes, pv: best.pv.clone(), further }
}

/// Whether the process can allocate this many bytes.
///
/// A failed allocation would end the process, so the engine searches with fewer threads if the system refuses memory.
/// Windows does so, and Linux if the address space is limited, as in the test
/// `too_many_threads_for_the_memory_are_reported`.
fn has_memory(bytes: usize) -> bool {
    Vec::<u8>::new().try_reserve_exact(bytes).is_ok()
}

/// The legal moves that `limits` allow, or all legal moves if they allow none.
fn root_moves(position: &Position, limits: &Limits) -> Vec<RootMove> {
    let legal = position.legal_moves();
    let mut moves: Vec<_> = legal.iter().copied().filter(|mv| limits.search_moves.contains(mv)).collect();
    if moves.is_empty() {
        moves = legal;
    }
    moves.into_iter().map(RootMove::new).collect()
}

fn score_without_moves(position: &Position) -> Score {
    match mate_or_stalemate_value(position, 0).unwrap_or(DRAW) {
        // The side to move has won already. A score of `Mate(0)` would mean that it has lost.
        MATE => Score::Mate(1),
        value => Score::from_value(value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::fen;
    use crate::notation::variants_ini::Variants;

    fn chess_start() -> Position {
        let chess = Variants::built_in().find("chess").expect("built in");
        Position::start(&chess).expect("a legal start")
    }

    /// A search of only two root moves does not give the value of the root position, so it stores no entry for it. A search
    /// of all root moves stores an entry.
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

    /// Two rooks against a lone king win, but not if the count ends with the next ply, which cannot give mate.
    #[test]
    fn a_count_that_ends_draws() {
        let makruk = Variants::built_in().find("makruk").expect("built in");
        let score = |count: &str| {
            let text = format!("8/8/8/3k4/8/8/R7/1K5R w - 16 {count} 60");
            let position = fen::parse(&makruk, &text).expect("a legal position");
            let mut engine = Engine::new(Options { hash_mib: 1, ..Options::default() });
            engine.go(&position, &[], &Limits::nodes(5_000), &AtomicBool::new(false), |_| {}).score
        };
        assert_eq!(score("16"), Score::Centipawns(0));
        assert_ne!(score("0"), Score::Centipawns(0));
    }

    /// The best move and the score of a search of 20,000 nodes.
    fn search(variant: &str, text: &str) -> (String, Score) {
        let variant = Variants::built_in().find(variant).expect("built in");
        let position = crate::notation::fen::parse(&variant, text).expect("a legal position");
        let mut engine = Engine::new(Options { hash_mib: 1, ..Options::default() });
        let report = engine.go(&position, &[], &Limits::nodes(20_000), &AtomicBool::new(false), |_| {});
        let mv = report.best_move().expect("a legal move");
        (crate::notation::coords::format_move(&variant, mv), report.score)
    }

    /// In antichess a side wins by offering its last piece to a pawn, which must capture it.
    #[test]
    fn the_last_piece_is_given_away_where_losing_all_pieces_wins() {
        assert_eq!(search("antichess", "8/8/8/1p6/8/8/8/R7 w - - 0 1"), ("a1a4".to_owned(), Score::Mate(1)));
    }

    /// In extinction chess a knight attacks the only queen and the only rook. One of them is lost, and with it the game.
    #[test]
    fn a_fork_of_two_last_pieces_wins_by_extinction() {
        let text = "6nk/7b/r3q2p/8/8/1N6/6P1/2RQ2BK w - - 0 1";
        assert_eq!(search("extinction", text), ("b3c5".to_owned(), Score::Mate(2)));
    }

    /// In three-check chess the last check wins at once even if it loses the queen. If the opponent threatens its last check,
    /// the move that is found prevents it.
    #[test]
    fn the_last_check_is_given_or_prevented() {
        let queen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/5Q2/PPPP1PPP/RNB1KBNR w KQkq - 1+3 0 3";
        assert_eq!(search("3check", queen), ("f3f7".to_owned(), Score::Mate(1)));
        let threat = "rnbqkbnr/pppp1ppp/8/4p3/4P3/5Q2/PPPP1PPP/RNB1KBNR b KQkq - 1+3 0 3";
        let (mv, score) = search("3check", threat);
        assert!(!matches!(score, Score::Mate(moves) if moves <= 0 && moves > -2), "{score}");
        // After the move White has no last check.
        let variant = Variants::built_in().find("3check").expect("built in");
        let mut position = fen::parse(&variant, threat).expect("a legal position");
        let mv = crate::notation::coords::parse_move(&position, &mv).expect("a legal move");
        position.make(mv);
        assert!(!goals::wins_at_once(
            Evaluator::new(&variant).near_region(&position, position.turn()),
            &mut position,
            &mut Vec::new()
        ));
    }

    /// With each limit of nodes the move that is returned begins the last line that was reported.
    #[test]
    fn the_last_line_begins_with_the_best_move() {
        let position = chess_start();
        for nodes in (200..6_000).step_by(97) {
            let mut engine = Engine::new(Options { hash_mib: 1, ..Options::default() });
            let mut last = None;
            let report = engine.go(&position, &[], &Limits::nodes(nodes), &AtomicBool::new(false), |event| {
                if let SearchEvent::Variation(info) = event {
                    last = info.pv.first().copied();
                }
            });
            assert_eq!(last, report.best_move(), "{nodes} nodes");
        }
    }

    /// A variation that was cut after its first move is extended by legal moves that repeat no position. The first of these
    /// is the reply that the search expected.
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
