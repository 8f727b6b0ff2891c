//! The player of a level: a thinker behind which stand the six rules, a human or the search.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::super::heuristic::HeuristicPlayer;
use super::super::{ClockTimes, Engine, Evaluator, Limits, Options, Player, SearchRequest, Weights};
use super::{HumanPlayer, Level, PlayStyle};
use crate::rules::{Move, Variant};

/// Time for a move in a game without clocks.
const UNTIMED: Duration = Duration::from_secs(2);
/// Size in MiB of the table of a search whose nodes are limited: more would never be filled.
const SMALL_TABLE: usize = 8;

/// Plays at a level.
#[derive(Debug)]
pub struct LevelPlayer {
    style: PlayStyle,
    threads: usize,
    /// Made when the search is first asked.
    engine: Option<Engine>,
    /// Made for the variant last played.
    evaluator: Option<Evaluator>,
}

impl LevelPlayer {
    /// A player of `level`; the strongest may think on so many `threads`, from 1.
    #[must_use]
    pub fn new(level: Level, threads: usize) -> Self {
        Self::with_style(level.row().style, threads)
    }

    /// A player who plays as no row of the table does, to try one.
    #[must_use]
    pub fn with_style(style: PlayStyle, threads: usize) -> Self {
        Self { style, threads, engine: None, evaluator: None }
    }

    /// A legal move for `task` within `limits`, which stand in for the task's clock, or `None` if there is none.
    ///
    /// Those who do not search by nodes and time answer long before any clock matters and heed `stop` alone.
    pub fn search(&mut self, task: &SearchRequest, limits: &Limits, stop: &AtomicBool) -> Option<Move> {
        if let Some(mv) = task.move_without_search() {
            return Some(mv);
        }
        match self.style {
            PlayStyle::Rules => HeuristicPlayer.choose_move(task, stop),
            PlayStyle::HumanLike(traits) => {
                HumanPlayer { traits }.choose(self.evaluator(task.position.variant()), task, stop)
            }
            PlayStyle::Search(effort) => {
                let mut limits = effort.apply_to(limits);
                limits.search_moves = task.search_moves.clone().unwrap_or_default();
                let mut options = Options::default();
                if limits.nodes.is_some() {
                    options.hash_mib = SMALL_TABLE;
                } else if effort.all_threads {
                    options.threads = self.threads.max(1);
                }
                let engine = self.engine.get_or_insert_with(|| Engine::new(options.clone()));
                // Where there is no room for another table, the old one will do.
                let _ = engine.set_options(options);
                engine.go(&task.position, &task.key_history, &limits, stop, |_| {}).best_move()
            }
        }
    }

    /// The evaluation for `variant`.
    fn evaluator(&mut self, variant: &Arc<Variant>) -> &Evaluator {
        if self.evaluator.as_ref().is_some_and(|evaluator| !Arc::ptr_eq(evaluator.variant(), variant)) {
            self.evaluator = None;
        }
        self.evaluator.get_or_insert_with(|| Evaluator::new(variant, Weights::default()))
    }

    /// What bounds the answer to `task`.
    fn limits(&self, task: &SearchRequest) -> Limits {
        if let (true, PlayStyle::Search(effort)) = (task.deterministic, self.style) {
            return Limits::nodes(effort.deterministic_nodes);
        }
        let Some(remaining) = task.time_left else { return Limits::move_time(UNTIMED) };
        let mut clocks = ClockTimes::default();
        clocks.time[task.position.turn()] = remaining;
        clocks.increment[task.position.turn()] = task.increment;
        Limits { clocks: Some(clocks), ..Limits::default() }
    }
}

impl Player for LevelPlayer {
    fn choose_move(&mut self, task: &SearchRequest, stop: &AtomicBool) -> Option<Move> {
        if let (true, Some(engine)) = (task.deterministic, &mut self.engine) {
            // What earlier searches left behind must not matter.
            engine.new_game();
        }
        let limits = self.limits(task);
        self.search(task, &limits, stop)
    }
}
