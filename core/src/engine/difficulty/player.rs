//! Player of a level: the six rules, a human-like player or the full search.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::super::heuristic::HeuristicPlayer;
use super::super::score::Value;
use super::super::time::{Clock, TimeBudget, TimeManager, system_clock};
use super::super::tt::Bound;
use super::super::{
    ClockTimes, Engine, Evaluator, Limits, Options, Player, Score, SearchEvent, SearchReport, SearchRequest,
};
use super::habits::Habits;
use super::human::HumanLikePlayer;
use super::sight::hash;
use super::table::{Difficulty, PlayStyle, SearchBudget};
use crate::rules::{Move, Variant};

/// Time for a move in a game without clocks.
const UNTIMED_MOVE: Duration = Duration::from_secs(2);
/// Time that a human-like player may take even if it has less, so that it chooses its move.
const MIN_HUMAN_TIME: Duration = Duration::from_millis(10);
/// Size in MiB of the transposition table of a level with limited nodes, which would not fill a larger one.
const SMALL_HASH_MIB: usize = 8;

/// Greatest disadvantage of a move that habits choose in place of the best one, in centipawns.
const MAX_HABIT_LOSS: Value = 60;

/// Nodes of a deterministic move of a level without a limit of nodes.
pub const DETERMINISTIC_NODES: u64 = 200_000;

/// Weight of the likes of a game at the levels that use the full search, in centipawns.
const SEARCH_TASTE: Value = 50;

/// Player at a level of difficulty. It keeps its tables from move to move. The [module](super) has an example.
#[derive(Debug)]
pub struct DifficultyPlayer {
    style: PlayStyle,
    threads: usize,
    clock: Clock,
    /// The engine of the full search. It is created when it is first needed.
    engine: Option<Engine>,
    /// Evaluation of the human-like player for the variant of its last move.
    evaluator: Option<Evaluator>,
}

impl DifficultyPlayer {
    /// Creates a player of `difficulty`. The strongest level searches on `threads` threads; 0 counts as 1.
    pub fn new(difficulty: Difficulty, threads: usize) -> Self {
        Self::with_style(difficulty.row().style, threads)
    }

    /// Creates a player with any style, even if no row of [`DIFFICULTIES`](super::DIFFICULTIES) has it.
    pub fn with_style(style: PlayStyle, threads: usize) -> Self {
        Self { style, threads, clock: system_clock, engine: None, evaluator: None }
    }

    /// Sets the clock of a search. The default is [`system_clock`].
    pub fn with_clock(self, clock: Clock) -> Self {
        Self { clock, ..self }
    }

    /// Chooses a move within `limits`, which replace the clock of the request. Returns `None` if there is no legal move.
    ///
    /// The six rules ignore the limits, and a human-like player all but the time, which it needs only on crowded boards.
    pub fn search(&mut self, request: &SearchRequest, limits: &Limits, stop: &AtomicBool) -> Option<Move> {
        if let Some(mv) = request.move_without_search() {
            return Some(mv);
        }
        match self.style {
            PlayStyle::Rules => HeuristicPlayer.choose_move(request, stop),
            PlayStyle::HumanLike(params) => {
                let (position, overhead) = (&request.position, Options::default().move_overhead);
                let squares = position.variant().geometry().board().count();
                let budget = TimeBudget::new(limits, position.turn(), overhead, squares);
                let time = TimeManager::start(budget, self.clock);
                let should_end = || {
                    stop.load(Ordering::Relaxed)
                        || (time.is_maximum_reached() && time.elapsed() >= MIN_HUMAN_TIME)
                };
                HumanLikePlayer { params }.search(self.evaluator(position.variant()), request, &should_end)
            }
            PlayStyle::Search(budget) => {
                let mut options = Options { clock: self.clock, ..Options::default() };
                if budget.nodes.or(limits.nodes).is_some() {
                    options.hash_mib = SMALL_HASH_MIB;
                } else {
                    options.threads = self.threads;
                }
                let engine = self.engine.get_or_insert_with(|| Engine::new(options.clone()));
                // If there is not enough memory for another table, the engine keeps its old one.
                let _ = engine.set_options(options);
                search_by_budget(engine, budget, request, limits, stop, |_| {}).best_move()
            }
        }
    }

    fn evaluator(&mut self, variant: &Arc<Variant>) -> &Evaluator {
        if self.evaluator.as_ref().is_some_and(|evaluator| !Arc::ptr_eq(evaluator.variant(), variant)) {
            self.evaluator = None;
        }
        self.evaluator.get_or_insert_with(|| Evaluator::new(variant))
    }

    /// The limits of a search for `request`: the nodes of a deterministic search, the clock of the request, or a fixed time if
    /// it has no clock.
    fn limits(&self, request: &SearchRequest) -> Limits {
        match self.style {
            PlayStyle::Search(SearchBudget { nodes: None, .. }) if request.deterministic => {
                return Limits::nodes(DETERMINISTIC_NODES);
            }
            _ if request.deterministic => return Limits::default(),
            _ => {}
        }
        let Some(time_left) = request.time_left else { return Limits::move_time(UNTIMED_MOVE) };
        let mut clocks = ClockTimes::default();
        clocks.time[request.position.turn()] = time_left;
        clocks.increment[request.position.turn()] = request.increment;
        Limits { clocks: Some(clocks), ..Limits::default() }
    }
}

/// Searches the position of `request` within `limits` and the nodes of `budget`. The report begins with the move that the
/// habits of people prefer among the best ones. Afterwards the engine has the options that it had before. Lines beyond the
/// number in these options are not passed to `on_event`.
pub fn search_by_budget(
    engine: &mut Engine,
    budget: SearchBudget,
    request: &SearchRequest,
    limits: &Limits,
    stop: &AtomicBool,
    mut on_event: impl FnMut(&SearchEvent),
) -> SearchReport {
    let multi_pv = budget.lines_at(request.moves().len());
    let mut limits = budget.apply_to(limits, multi_pv, request.candidate_moves().len());
    limits.search_moves = request.search_moves.clone().unwrap_or_default();
    let (position, keys) = (&request.position, &request.key_history);
    if budget.lines == 1 {
        return engine.go(position, keys, &limits, stop, on_event);
    }
    let options = engine.options().clone();
    // This cannot fail, because the size of the table stays the same.
    let _ = engine.set_options(Options { threads: 1, multi_pv, ..options.clone() });
    // The variations of the iteration that is under way, and of the one before.
    let (mut lines, mut previous) = (Vec::new(), Vec::new());
    let mut report = engine.go(position, keys, &limits, stop, |event| {
        if let SearchEvent::Variation(info) = event
            && info.bound == Bound::Exact
        {
            if info.multi_pv == 1 {
                previous = std::mem::take(&mut lines);
            }
            lines.push((info.score, info.pv.clone()));
        }
        if !matches!(event, SearchEvent::Variation(info) if info.multi_pv > options.multi_pv) {
            on_event(event);
        }
    });
    let _ = engine.set_options(options);
    if lines.len() < previous.len() {
        lines = previous;
    }
    let Some(&(Score::Centipawns(best), _)) = lines.first() else { return report };
    let seed = hash(request.seed, &[budget.nodes.unwrap_or(0)]);
    let habits = Habits::new(engine.evaluator(position.variant()), request, seed, SEARCH_TASTE);
    let liked = lines.into_iter().filter_map(|(score, pv)| match (score, pv.first()) {
        (Score::Centipawns(value), Some(&mv)) if value >= best - MAX_HABIT_LOSS => {
            Some((value + habits.bias(mv), score, pv))
        }
        _ => None,
    });
    if let Some((_, score, pv)) = liked.max_by_key(|(liking, ..)| *liking) {
        (report.score, report.pv) = (score, pv);
    }
    report
}

impl Player for DifficultyPlayer {
    fn choose_move(&mut self, request: &SearchRequest, stop: &AtomicBool) -> Option<Move> {
        if let (true, Some(engine)) = (request.deterministic, &mut self.engine) {
            // A deterministic answer must not depend on earlier searches.
            engine.new_game();
        }
        let limits = self.limits(request);
        self.search(request, &limits, stop)
    }
}
