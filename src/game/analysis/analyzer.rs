//! Computer analysis in progress: an endless search of the position that is shown, and the evaluation of the whole game.

use std::collections::HashMap;
use std::time::Duration;

use super::Analysis;
use crate::engine::{AnalysisRequest, SearchReport, SearchRequest};
use crate::game::worker::Analyst;
use crate::notation::game_tree::NodeId;
use crate::rules::Color;

/// Time of a thorough search, as a multiple of the time of the first search. Positions around the worst moves get a
/// thorough search, because a short search may misjudge a move.
const THOROUGH: u32 = 4;
/// Time for which a position must be shown before its endless search begins, so that stepping through a game starts no
/// searches.
const SETTLE: Duration = Duration::from_millis(80);
/// Time for which a position that is shown is searched before the evaluation of the game goes on.
const FIRST_LOOK: Duration = Duration::from_secs(1);

/// Number of failures in a row after which the analyst is given up. At one a frame this takes half a second.
const MAX_FAILURES: u8 = 30;

/// Limits for the time of searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnalysisLimits {
    /// Time of the first search of each position of the game. It is short, so that the whole game is soon evaluated.
    pub first: Duration,
    /// Whether the same game must give the same analysis on every machine.
    pub deterministic: bool,
}

impl Default for AnalysisLimits {
    /// A limit of a quarter of a second.
    fn default() -> Self {
        Self { first: Duration::from_millis(250), deterministic: false }
    }
}

/// Settings of the endless search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Live {
    /// Whether the position that is shown is searched.
    pub is_on: bool,
    /// Number of lines, at least 1.
    pub lines: usize,
    /// Whether the search is about what the other side would do if it were to move.
    pub is_threat: bool,
}

/// A search in progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Search {
    /// For a fixed time, for the evaluation of the game.
    Timed(NodeId, Duration),
    /// Until something else is shown.
    Endless(NodeId, Live),
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
    /// The position that is shown.
    shown: NodeId,
    /// Time for which it has been shown.
    shown_for: Duration,
    live: Live,
    /// The last report of the endless search of the position that is shown, and the time of the search until then.
    report: Option<(SearchReport, Duration)>,
    /// Time of the present search.
    time: Duration,
    /// Whether the positions of the game are being evaluated.
    evaluates: bool,
    /// For each position of the game, the time of its longest search for the evaluation.
    searched: HashMap<NodeId, Duration>,
}

impl Analyzer {
    /// Continues `analysis`, with `shown` shown. If `evaluates` is set, the positions of the game are evaluated.
    pub fn new(
        analysis: Analysis,
        shown: NodeId,
        analyst: Box<Analyst>,
        limits: AnalysisLimits,
        live: Live,
        evaluates: bool,
    ) -> Self {
        let line = analysis.line();
        // An evaluation from a file is not computed again.
        let known = line.iter().filter(|&&id| analysis.evaluation(id).is_some());
        let searched = known.map(|&id| (id, limits.first * THOROUGH)).collect();
        Self {
            evaluates: evaluates && line.len() > 1,
            analysis,
            analyst: Some(analyst),
            failures: 0,
            limits,
            search: None,
            shown,
            shown_for: Duration::ZERO,
            live,
            report: None,
            time: Duration::ZERO,
            searched,
        }
    }

    /// The analysis so far.
    pub fn analysis(&self) -> &Analysis {
        &self.analysis
    }

    /// The worker, for another analysis; `None` after too many failures.
    pub fn into_analyst(mut self) -> Option<Box<Analyst>> {
        self.start(None);
        self.analyst
    }

    /// The analysis, to be changed.
    pub fn analysis_mut(&mut self) -> &mut Analysis {
        &mut self.analysis
    }

    /// The position that is shown.
    pub fn shown(&self) -> NodeId {
        self.shown
    }

    /// Shows another position.
    pub fn show(&mut self, id: NodeId) {
        if id != self.shown {
            (self.shown, self.shown_for, self.report) = (id, Duration::ZERO, None);
        }
    }

    /// Settings of the endless search.
    pub fn live(&self) -> Live {
        self.live
    }

    /// Changes the settings of the endless search.
    pub fn set_live(&mut self, live: Live) {
        if (live.is_threat, live.is_on) != (self.live.is_threat, self.live.is_on) {
            self.report = None;
        }
        self.live = live;
    }

    /// The last report of the endless search of the position that is shown, and the time of the search until then.
    pub fn report(&self) -> Option<&(SearchReport, Duration)> {
        self.report.as_ref()
    }

    /// Starts or stops the evaluation of the game. A game that has been evaluated is evaluated again: with evaluations of a
    /// file for the usual time, or else for longer.
    pub fn set_evaluating(&mut self, evaluates: bool) {
        if evaluates && self.next_timed().is_none() {
            let of_file = self.analysis.line().into_iter().any(|id| self.analysis.is_of_file(id));
            self.limits.first *= if of_file { 1 } else { THOROUGH };
            self.searched.clear();
        }
        self.evaluates = evaluates;
    }

    /// Whether the game is being evaluated.
    pub fn is_evaluating(&self) -> bool {
        self.evaluates && self.analyst.is_some()
    }

    /// Whether every position of the game has been evaluated.
    pub fn is_complete(&self) -> bool {
        self.analysis.is_complete()
    }

    /// Number of positions of the game that are evaluated, number of all, and the time that the rest takes about.
    pub fn progress(&self) -> (usize, usize, Duration) {
        let line = self.analysis.line();
        let done = line.iter().filter(|&&id| self.is_searched(id)).count();
        let left = self.limits.first * (line.len() - done) as u32;
        let around = self.around_worst().filter(|id| !self.is_thorough(*id)).count();
        (done, line.len(), left + self.limits.first * THOROUGH * around as u32)
    }

    /// Whether the game goes on in the position shown, so that the position can be searched.
    pub fn is_searchable(&self) -> bool {
        self.analysis.end(self.shown).is_none()
    }

    /// Takes the analyst's reports and starts the next search. If the position is not visible, there is no endless search.
    /// Returns whether something has changed.
    pub fn tick(&mut self, elapsed: Duration, is_visible: bool) -> bool {
        self.shown_for += elapsed;
        self.time += elapsed;
        let mut has_changed = self.take_reports();
        let timed = if self.is_evaluating() { self.next_timed() } else { None };
        if self.is_evaluating() && timed.is_none() {
            self.evaluates = false;
            self.analysis.add_better_lines();
            has_changed = true;
        }
        let is_due = is_visible && self.live.is_on && self.shown_for >= SETTLE;
        let endless = if is_due { self.endless() } else { None };
        let wanted = match (endless, timed) {
            (Some(endless), None) => Some(endless),
            (Some(endless), _) if self.shown_for < FIRST_LOOK => Some(endless),
            (_, timed) => timed,
        };
        // First searches are short, so they are not stopped if another position is shown.
        let is_first = |search| matches!(search, Search::Timed(_, time) if time == self.limits.first);
        let goes_on = self.evaluates && self.search.is_some_and(is_first);
        if !goes_on && wanted != self.search {
            self.start(wanted);
        }
        has_changed
    }

    fn take_reports(&mut self) -> bool {
        let mut has_changed = false;
        while let (Some(search), Some(analyst)) = (self.search, &mut self.analyst)
            && let Some(report) = analyst.poll()
        {
            if report.pv.is_empty() {
                // The position has a legal move, so the analyst's thread failed or could not be started.
                self.search = None;
                self.failures += 1;
                if self.failures == MAX_FAILURES {
                    self.analyst = None;
                }
                break;
            }
            self.failures = 0;
            has_changed = true;
            match search {
                Search::Timed(id, time) => {
                    self.analysis.update(id, &report);
                    self.searched.insert(id, time);
                    self.search = None;
                }
                Search::Endless(id, live) => {
                    // Judgements must not change while the player walks through moves that have been judged.
                    let is_kept = self.searched.contains_key(&id) || self.analysis.is_of_file(id);
                    if !live.is_threat && is_kept {
                        self.analysis.update_live(id, &report);
                    } else if !live.is_threat {
                        self.analysis.update(id, &report);
                    }
                    if id == self.shown && live.is_threat == self.live.is_threat {
                        self.report = Some((report, self.time));
                    }
                }
            }
        }
        has_changed
    }

    fn start(&mut self, search: Option<Search>) {
        let Some(analyst) = &mut self.analyst else { return };
        (self.search, self.time) = (search, Duration::ZERO);
        let deterministic = self.limits.deterministic;
        match search {
            Some(Search::Timed(id, time)) => {
                let request = self.analysis.request(id, deterministic);
                analyst.start(AnalysisRequest::timed(request, time));
            }
            Some(Search::Endless(id, live)) => {
                let mut search = self.analysis.request(id, deterministic);
                if live.is_threat {
                    let mut position = search.position;
                    position.make_null();
                    search = SearchRequest { deterministic, ..SearchRequest::new(position) };
                }
                analyst.start(AnalysisRequest { search, time: None, lines: live.lines });
            }
            None => analyst.cancel(),
        }
    }

    /// The endless search of the position that is shown, if the game is not over there.
    fn endless(&self) -> Option<Search> {
        let search = Search::Endless(self.shown, self.live);
        if self.search == Some(search) {
            return self.search;
        }
        let can_pass = !self.analysis.tree().position(self.shown).is_check();
        (self.is_searchable() && (can_pass || !self.live.is_threat)).then_some(search)
    }

    /// The next search for the evaluation of the game, in this order:
    /// 1. positions that have had no search for it: the shown position, then the others from the end of the game backwards;
    /// 2. the positions around the worst moves, until each has had a thorough search.
    fn next_timed(&self) -> Option<Search> {
        let line = self.analysis.line();
        let unknown = |id: &&NodeId| !self.is_searched(**id);
        let shown = line.iter().find(|&&id| id == self.shown).filter(unknown);
        if let Some(&id) = shown.or_else(|| line.iter().rfind(unknown)) {
            return Some(Search::Timed(id, self.limits.first));
        }
        let id = self.around_worst().find(|id| !self.is_thorough(*id))?;
        Some(Search::Timed(id, self.limits.first * THOROUGH))
    }

    /// The positions before and after the worst moves of both sides.
    fn around_worst(&self) -> impl Iterator<Item = NodeId> {
        let worst = Color::ALL.into_iter().flat_map(|color| self.analysis.worst(color));
        worst.flat_map(|judged| [Some(judged.id), self.analysis.tree().parent(judged.id)]).flatten()
    }

    /// Whether the game is over at `id`, or it has been searched.
    fn is_searched(&self, id: NodeId) -> bool {
        self.analysis.is_over(id) || self.searched.contains_key(&id)
    }

    /// Whether the game is over at `id`, or its search was thorough.
    fn is_thorough(&self, id: NodeId) -> bool {
        let is_long = |time: &Duration| *time >= self.limits.first * THOROUGH;
        self.is_searched(id) && self.searched.get(&id).is_none_or(is_long)
    }
}
