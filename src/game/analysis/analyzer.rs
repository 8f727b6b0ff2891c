//! Computer analysis in progress: every position once, the worst moves more thoroughly, then the one that is shown.

use std::time::Duration;

use super::{Analysis, WORST};
use crate::game::MadeMove;
use crate::game::worker::Analyst;
use crate::rules::Color;

/// Positions around the worst moves are searched until one search took this many times the first one: a short search
/// may misjudge a move.
const THOROUGH: u32 = 4;

/// How many times in a row the analyst may fail before it is given up: half a second of frames.
const MAX_FAILURES: u8 = 30;

/// How long positions are searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnalysisLimits {
    /// The first search of each position. Short, so that the whole game is soon evaluated.
    pub first: Duration,
    /// Each further search of a position takes twice as long, up to this.
    pub longest: Duration,
    /// Whether the same game must give the same analysis on every machine.
    pub deterministic: bool,
}

impl Default for AnalysisLimits {
    /// From a quarter of a second to eight seconds.
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

/// An analysis and the worker that extends it.
pub struct Analyzer {
    analysis: Analysis,
    /// `None` after too many failures: the analysis stays as it is.
    analyst: Option<Box<Analyst>>,
    /// Failures since the last report.
    failures: u8,
    limits: AnalysisLimits,
    search: Option<Search>,
    /// For each position how long its next search takes.
    next_time: Vec<Duration>,
    /// The position that is shown.
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

    /// The position that is shown.
    pub fn ply(&self) -> usize {
        self.ply
    }

    /// Shows the position of this number, at most the last one.
    pub fn set_ply(&mut self, ply: usize) {
        self.ply = ply.min(self.analysis.variation().end - 1);
    }

    /// Makes a move in the position that is shown, and shows the position after it. A move that neither the game nor the
    /// variation goes on with replaces the variation from there on.
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

    /// The worst moves of both sides in the order of the game, by the plies they led to.
    pub fn worst(&self) -> Vec<usize> {
        let mut plies = Vec::with_capacity(2 * WORST);
        for color in Color::ALL {
            plies.extend(self.analysis.worst(color).iter().map(|judged| judged.ply));
        }
        plies.sort_unstable();
        plies
    }

    /// Takes the analyst's report and starts the next search. Returns the ply whose evaluation changed.
    pub fn tick(&mut self) -> Option<usize> {
        let changed = self.take_report();
        let wanted = self.next_search();
        // First searches are short and run to their end, even if another position is shown meanwhile.
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

    /// The next search. First, positions without an evaluation: the shown one, then from the end backwards. Then
    /// the shown one and those around the worst moves until they are thorough. Then the shown one, longer each time.
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

    /// How long a thorough search takes.
    fn thorough_time(&self) -> Duration {
        (self.limits.first * THOROUGH).min(self.limits.longest)
    }

    /// A position before or after one of the worst moves that has had no thorough search.
    fn next_around_worst(&self) -> Option<usize> {
        let around = self.worst().into_iter().flat_map(|ply| [ply, ply - 1]);
        around.into_iter().find(|&ply| self.can_search(ply, self.thorough_time()))
    }

    /// Whether the game goes on at `ply` and the next search of it takes no longer than `longest`.
    fn can_search(&self, ply: usize, longest: Duration) -> bool {
        let over = self.analysis.eval(ply).is_some_and(|eval| eval.line.is_empty());
        !over && self.next_time[ply] <= longest
    }
}
