//! Computer analysis in progress. It searches every position of the game once, then the positions around the worst
//! moves more thoroughly, then the position that is shown.

use std::time::Duration;

use super::{Analysis, WORST};
use crate::game::MadeMove;
use crate::game::worker::Analyst;
use crate::rules::Color;

/// Time of a thorough search, as a multiple of the time of the first search. Positions around the worst moves get a
/// thorough search, because a short search may misjudge a move.
const THOROUGH: u32 = 4;

/// Number of failures in a row after which the analyst is given up. At one a frame this takes half a second.
const MAX_FAILURES: u8 = 30;

/// Limits for the time of searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnalysisLimits {
    /// Time of the first search of each position. It is short, so that the whole game is soon evaluated.
    pub first: Duration,
    /// Maximum time of a search. Each further search of a position takes twice as long, up to this time.
    pub longest: Duration,
    /// Whether the same game must give the same analysis on every machine.
    pub deterministic: bool,
}

impl Default for AnalysisLimits {
    /// Limits of a quarter of a second and eight seconds.
    fn default() -> Self {
        Self { first: Duration::from_millis(250), longest: Duration::from_secs(8), deterministic: false }
    }
}

/// A search in progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Search {
    ply: usize,
    time: Duration,
}

/// An analysis and the worker that evaluates its positions.
pub struct Analyzer {
    analysis: Analysis,
    /// The worker; `None` after too many failures.
    analyst: Option<Box<Analyst>>,
    /// Number of failures since the last report.
    failures: u8,
    limits: AnalysisLimits,
    search: Option<Search>,
    /// For each position, the time of its next search.
    next_time: Vec<Duration>,
    /// Ply of the position that is shown.
    ply: usize,
}

impl Analyzer {
    /// Continues `analysis`, with its last position shown.
    pub fn new(analysis: Analysis, analyst: Box<Analyst>, limits: AnalysisLimits) -> Self {
        let ply = analysis.last_ply();
        let next = |at| if analysis.eval(at).is_some() { limits.first * 2 } else { limits.first };
        let next_time = (0..analysis.variation().end).map(next).collect();
        Self { analysis, analyst: Some(analyst), failures: 0, limits, search: None, next_time, ply }
    }

    /// The analysis so far.
    pub fn analysis(&self) -> &Analysis {
        &self.analysis
    }

    /// The ply of the position that is shown.
    pub fn ply(&self) -> usize {
        self.ply
    }

    /// Shows the position at `ply`. If there is no such position, shows the last one.
    pub fn set_ply(&mut self, ply: usize) {
        self.ply = ply.min(self.analysis.variation().end - 1);
    }

    /// Makes a move in the position that is shown, and shows the position after it. If the move is neither the next
    /// move of the game nor of the variation, it replaces the rest of the variation.
    pub fn play(&mut self, made: MadeMove) {
        if let Some(next) = self.analysis.after(self.ply, made.mv) {
            self.ply = next;
        } else if let Some(next) = self.analysis.add(self.ply, made) {
            self.ply = next;
            self.next_time.truncate(next);
            self.next_time.push(self.limits.first);
            if self.search.is_some_and(|search| search.ply >= next) {
                self.start(None);
            }
        }
    }

    /// Whether every position of the game has been evaluated.
    pub fn is_complete(&self) -> bool {
        self.analysis.evaluated() > self.analysis.last_ply()
    }

    /// Whether positions are still being evaluated for the first time.
    pub fn is_running(&self) -> bool {
        self.analyst.is_some() && self.analysis.next_unevaluated().is_some()
    }

    /// The plies of the positions after the worst moves of both sides, in the order of the game.
    pub fn worst(&self) -> Vec<usize> {
        let mut plies = Vec::with_capacity(2 * WORST);
        for color in Color::ALL {
            plies.extend(self.analysis.worst(color).iter().map(|judged| judged.ply));
        }
        plies.sort_unstable();
        plies
    }

    /// Takes the analyst's report and starts the next search. Returns the ply that has a new evaluation.
    pub fn tick(&mut self) -> Option<usize> {
        let changed = self.take_report();
        let wanted = self.next_search();
        // First searches are short, so they are not stopped if another position is shown.
        let first = self.search.is_some_and(|search| search.time == self.limits.first);
        if !first && wanted != self.search {
            self.start(wanted);
        }
        changed
    }

    fn take_report(&mut self) -> Option<usize> {
        let search = self.search?;
        let report = self.analyst.as_mut()?.poll()?;
        self.search = None;
        if report.pv.is_empty() {
            // The position has a legal move, so the analyst's thread failed or could not be started.
            self.failures += 1;
            if self.failures == MAX_FAILURES {
                self.analyst = None;
            }
            return None;
        }
        self.failures = 0;
        self.next_time[search.ply] = search.time * 2;
        self.analysis.update(search.ply, report).then_some(search.ply)
    }

    fn start(&mut self, search: Option<Search>) {
        let Some(analyst) = &mut self.analyst else { return };
        self.search = search;
        match search {
            Some(Search { ply, time }) => {
                analyst.start(self.analysis.request(ply, time, self.limits.deterministic));
            }
            None => analyst.cancel(),
        }
    }

    /// The next search, in this order:
    /// 1. positions without an evaluation: the shown position, then the others from the end of the game backwards;
    /// 2. the shown position, then the positions around the worst moves, until each has had a thorough search;
    /// 3. the shown position, for a longer time in each search.
    fn next_search(&self) -> Option<Search> {
        let unevaluated = self.analysis.eval(self.ply).is_none().then_some(self.ply);
        if let Some(ply) = unevaluated.or_else(|| self.analysis.next_unevaluated()) {
            return Some(Search { ply, time: self.limits.first });
        }
        let shown_within = |time| Some(self.ply).filter(|&ply| self.can_search(ply, time));
        let ply = shown_within(self.thorough_time())
            .or_else(|| self.next_around_worst())
            .or_else(|| shown_within(self.limits.longest))?;
        Some(Search { ply, time: self.next_time[ply] })
    }

    /// Time of a thorough search.
    fn thorough_time(&self) -> Duration {
        (self.limits.first * THOROUGH).min(self.limits.longest)
    }

    /// A position before or after one of the worst moves that has had no thorough search.
    fn next_around_worst(&self) -> Option<usize> {
        let around = self.worst().into_iter().flat_map(|ply| [ply, ply - 1]);
        around.into_iter().find(|&ply| self.can_search(ply, self.thorough_time()))
    }

    /// Whether the game is not over at `ply`, and the next search of this position takes at most `longest`.
    fn can_search(&self, ply: usize, longest: Duration) -> bool {
        let over = self.analysis.eval(ply).is_some_and(|eval| eval.line.is_empty());
        !over && self.next_time[ply] <= longest
    }
}
