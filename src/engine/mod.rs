//! The computer player: search and evaluation for any variant; knows the rules, no screen and no protocol.
//!
//! [`Engine`] is the facade: [`Engine::go`] searches a position within [`Limits`] and reports by callback.

pub mod bench;
mod candidate;
pub mod eval;
pub mod heuristic;
mod history;
pub mod levels;
pub mod limits;
mod line;
pub mod mate_solver;
mod move_picker;
mod node;
pub mod piece_value;
mod player;
mod quiesce;
pub mod score;
mod search;
pub mod see;
mod shortcuts;
pub mod time;
mod tried;
pub mod tt;
mod worker;

use std::collections::TryReserveError;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use crate::rules::variant::StalemateValue;
use crate::rules::{Move, Position, Variant};

pub use eval::{Evaluator, Weights};
use history::History;
pub use limits::{ClockTimes, Limits};
pub use player::{Player, SearchReport, SearchRequest};
use score::INFINITE;
pub use score::Score;
use time::{Budget, Timer};
use tt::TranspositionTable;
pub use worker::Info;
use worker::{RootMove, Shared, Worker};

/// What can be set about an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Size of the transposition table in MiB, from 1.
    pub hash_mib: usize,
    /// Searching threads, from 1.
    pub threads: usize,
    /// How many best lines to find, from 1.
    pub multi_pv: usize,
    /// Time lost on the way of each move, left on the clock.
    pub move_overhead: Duration,
}

impl Default for Options {
    fn default() -> Self {
        Self { hash_mib: 64, threads: 1, multi_pv: 1, move_overhead: Duration::from_millis(30) }
    }
}

/// What a search found.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The move to play; `None` when there is no legal one.
    pub best: Option<Move>,
    /// The answer expected to it.
    pub ponder: Option<Move>,
    /// The score for the side to move.
    pub score: Score,
    /// The depth of the last whole iteration, in plies.
    pub depth: u32,
    /// Nodes of all threads.
    pub nodes: u64,
    /// The time it took.
    pub time: Duration,
    /// The moves both sides are expected to play.
    pub pv: Vec<Move>,
}

/// What an engine keeps for one variant.
#[derive(Debug)]
struct Prepared {
    evaluator: Evaluator,
    /// One for each thread.
    histories: Vec<History>,
}

/// The computer player: remembers between searches what it learned.
#[derive(Debug)]
pub struct Engine {
    options: Options,
    table: TranspositionTable,
    prepared: Option<Prepared>,
    weights: Weights,
    reductions: [[u8; 64]; 64],
}

impl Engine {
    /// An engine with `options`.
    #[must_use]
    pub fn new(options: Options) -> Self {
        Self::with_weights(options, Weights::default())
    }

    /// An engine that evaluates by other weights, for fitting them.
    #[must_use]
    pub fn with_weights(options: Options, weights: Weights) -> Self {
        // Without room for a table the search is weaker, but it is one.
        let table =
            TranspositionTable::new(options.hash_mib).unwrap_or_else(|_| TranspositionTable::smallest());
        Self { options, table, prepared: None, weights, reductions: candidate::reductions() }
    }

    /// The options.
    #[must_use]
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Changes the options; a new size of the table empties it.
    ///
    /// Errors: there is no room for a table of that size; then all stays as it was.
    pub fn set_options(&mut self, options: Options) -> Result<(), TryReserveError> {
        if options.hash_mib != self.options.hash_mib {
            self.table = TranspositionTable::new(options.hash_mib)?;
        }
        self.options = options;
        Ok(())
    }

    /// Forgets all earlier searches.
    pub fn new_game(&mut self) {
        self.table.clear();
        self.prepared = None;
    }

    /// The evaluation used for positions of `variant`.
    pub fn evaluator(&mut self, variant: &Arc<Variant>) -> &Evaluator {
        &self.prepare(variant).evaluator
    }

    fn prepare(&mut self, variant: &Arc<Variant>) -> &mut Prepared {
        if self.prepared.as_ref().is_some_and(|p| !Arc::ptr_eq(p.evaluator.variant(), variant)) {
            self.new_game();
        }
        let threads = self.options.threads.max(1);
        let weights = &self.weights;
        let prepared = self.prepared.get_or_insert_with(|| Prepared {
            evaluator: Evaluator::new(variant, weights.clone()),
            histories: Vec::new(),
        });
        prepared.histories.resize_with(threads, || History::new(variant));
        prepared
    }

    /// Searches `position` until `limits` or `stop` end it.
    ///
    /// `earlier_keys` are the keys of the game's positions so far, for draws by repetition; whether this one's
    /// stands last among them does not matter. Limits cut the first iteration
    /// short only where it takes thousands of nodes, so there is a move even without time.
    pub fn go(
        &mut self,
        position: &Position,
        earlier_keys: &[u64],
        limits: &Limits,
        stop: &AtomicBool,
        mut on_info: impl FnMut(&Info),
    ) -> Outcome {
        let timer = Timer::start(Budget::new(limits, position.turn(), self.options.move_overhead));
        let lines = self.options.multi_pv;
        let earlier_keys = match earlier_keys.split_last() {
            Some((last, before)) if *last == position.key() => before,
            _ => earlier_keys,
        };
        self.prepare(position.variant());
        self.table.age();
        let Some(Prepared { evaluator, histories }) = &mut self.prepared else {
            unreachable!("prepared just above");
        };
        let shared = Shared {
            table: &self.table,
            evaluator,
            limits,
            timer,
            stop,
            quit: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            reductions: &self.reductions,
            threads: self.options.threads.max(1),
        };
        let root = root_moves(position, limits);
        if root.is_empty() {
            return no_move(position, timer.elapsed());
        }
        if let Some(taking) = root.iter().find(|root| position.captures_king(root.mv)) {
            return king_capture(taking.mv, timer.elapsed());
        }
        let Some((first, others)) = histories.split_first_mut() else { unreachable!("one history a thread") };
        let (depth, root) = std::thread::scope(|scope| {
            let quit = Quit(&shared.quit);
            for history in others {
                let (shared, root) = (&shared, &root);
                let help = move || {
                    let mut worker = Worker::new(shared, history, position, earlier_keys, root, false);
                    worker.deepen(1, &mut |_| {});
                };
                if std::thread::Builder::new().spawn_scoped(scope, help).is_err() {
                    // The system gives no more threads: those there are do.
                    break;
                }
            }
            let mut worker = Worker::new(&shared, first, position, earlier_keys, &root, true);
            let depth = worker.deepen(lines, &mut on_info);
            drop(quit);
            worker.flush();
            (depth, worker.root)
        });
        let best = &root[0];
        let searched = [best.score, best.previous].into_iter().find(|&value| value != -INFINITE);
        // On a crowded board time may be over before anything is known of the first move.
        let value = searched.unwrap_or_else(|| shared.evaluator.evaluate(position));
        Outcome {
            best: Some(best.mv),
            ponder: best.pv.get(1).copied(),
            score: Score::from_value(value),
            depth,
            nodes: shared.nodes.load(Ordering::Relaxed),
            time: timer.elapsed(),
            pv: best.pv.clone(),
        }
    }
}

/// Ends the helping threads when the main one ends, and if it does so by a panic: else nobody would.
struct Quit<'a>(&'a AtomicBool);

impl Drop for Quit<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// The legal moves that `limits` allow; all if it names none of them.
fn root_moves(position: &Position, limits: &Limits) -> Vec<RootMove> {
    let legal = position.legal_moves();
    let mut moves: Vec<_> = legal.iter().copied().filter(|mv| limits.search_moves.contains(mv)).collect();
    if moves.is_empty() {
        moves = legal;
    }
    let root =
        |mv| RootMove { mv, score: -INFINITE, previous: -INFINITE, pv: vec![mv], nodes: 0, seldepth: 0 };
    moves.into_iter().map(root).collect()
}

/// The capture of a king, which needs no search.
fn king_capture(mv: Move, time: Duration) -> Outcome {
    Outcome { best: Some(mv), ponder: None, score: Score::Mate(1), depth: 1, nodes: 0, time, pv: vec![mv] }
}

fn no_move(position: &Position, time: Duration) -> Outcome {
    let rules = position.variant().rules();
    let score = match rules.stalemate {
        // In the fog it will have a move with pieces that are not seen.
        _ if rules.fog => Score::Centipawns(0),
        _ if position.is_check() => Score::Mate(0),
        StalemateValue::Draw => Score::Centipawns(0),
        StalemateValue::Loss => Score::Mate(0),
        // There is no nearer win to be told.
        StalemateValue::Win => Score::Mate(1),
    };
    Outcome { best: None, ponder: None, score, depth: 0, nodes: 0, time, pv: Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Shows that what is found of some moves alone is not kept as the value of the position, and that of all is.
    #[test]
    fn the_value_of_some_moves_is_not_kept() {
        let chess = crate::notation::variants_ini::Variants::built_in().find("chess").expect("built in");
        let position = Position::start(&chess).expect("a legal start");
        let kept = |moves: Vec<Move>| {
            let mut engine = Engine::new(Options { hash_mib: 1, ..Options::default() });
            let limits = Limits { search_moves: moves, ..Limits::depth(3) };
            engine.go(&position, &[], &limits, &AtomicBool::new(false), |_| {});
            engine.table.probe(position.key(), 0).is_some()
        };
        assert!(kept(Vec::new()));
        assert!(!kept(position.legal_moves()[..2].to_vec()));
    }
}
