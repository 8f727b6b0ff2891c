//! An analysis and the adviser at work on it: all positions once, those that matter again, then deeper the one looked
//! at.

use std::time::Duration;

use super::{Analysis, WORST};
use crate::game::adviser::Adviser;
use crate::rules::Color;

/// Positions before and after the worst moves are looked into until one look took so many times the first one, for a
/// first look is easily mistaken.
const CERTAIN: u32 = 4;

/// How long positions are looked into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnalysisLimits {
    /// The first time: short, so that the whole game is soon known.
    pub first: Duration,
    /// While it is looked at a position is looked into again, twice as long each time, but never longer than this.
    pub longest: Duration,
    /// Whether the same game must give the same analysis on every machine.
    pub repeatable: bool,
}

impl Default for AnalysisLimits {
    /// A quarter of a second, and then up to eight.
    fn default() -> Self {
        Self { first: Duration::from_millis(250), longest: Duration::from_secs(8), repeatable: false }
    }
}

/// A position being looked into, and for how long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Asked {
    ply: usize,
    time: Duration,
}

/// So often in a row an adviser may fail before it is asked no more: half a second of frames.
const MOST_FAILURES: u8 = 30;

/// An analysis with the adviser at work on it.
pub struct Analyzer {
    analysis: Analysis,
    /// Gone when it has failed too often: then no more will be known.
    adviser: Option<Box<dyn Adviser>>,
    /// How often it has failed since it last answered.
    failures: u8,
    effort: AnalysisLimits,
    asked: Option<Asked>,
    /// How long each position has to be looked into the next time.
    next: Vec<Duration>,
    /// The position looked at.
    ply: usize,
}

impl Analyzer {
    /// A study that begins with the last position.
    #[must_use]
    pub fn new(analysis: Analysis, adviser: Box<dyn Adviser>, effort: AnalysisLimits) -> Self {
        let ply = analysis.last_ply();
        let next = |at| if analysis.eval(at).is_some() { effort.first * 2 } else { effort.first };
        let next = (0..=ply).map(next).collect();
        Self { analysis, adviser: Some(adviser), failures: 0, effort, asked: None, next, ply }
    }

    /// What is known so far.
    #[must_use]
    pub fn analysis(&self) -> &Analysis {
        &self.analysis
    }

    /// The position looked at.
    #[must_use]
    pub fn ply(&self) -> usize {
        self.ply
    }

    /// Looks at position number `ply`, or at the last one beyond the end.
    pub fn set_ply(&mut self, ply: usize) {
        self.ply = ply.min(self.analysis.last_ply());
    }

    /// Whether every position has been looked into.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.analysis.next_unevaluated().is_none()
    }

    /// Whether the adviser is at work on positions of which nothing is known yet.
    #[must_use]
    pub fn is_running(&self) -> bool {
        self.adviser.is_some() && !self.is_complete()
    }

    /// Whether the worst moves have been looked into long enough to be relied on.
    #[must_use]
    pub fn is_final(&self) -> bool {
        self.is_complete() && (self.adviser.is_none() || self.uncertain().is_none())
    }

    /// The worst moves of both sides in the order of the game: the numbers of the positions they led to.
    #[must_use]
    pub fn worst(&self) -> Vec<usize> {
        let mut places = Vec::with_capacity(2 * WORST);
        for color in Color::ALL {
            places.extend(self.analysis.worst(color).iter().map(|judgement| judgement.ply));
        }
        places.sort_unstable();
        places
    }

    /// Takes in what the adviser has found and asks the next question; gives the position of which more is known.
    pub fn tick(&mut self) -> Option<usize> {
        let news = self.listen();
        let wanted = self.wanted();
        // A first look is short: it is not given up for another position.
        let first = self.asked.is_some_and(|asked| asked.time == self.effort.first);
        if !first && wanted != self.asked {
            self.ask(wanted);
        }
        news
    }

    /// Takes in what the adviser has found.
    fn listen(&mut self) -> Option<usize> {
        let asked = self.asked?;
        let advice = self.adviser.as_mut()?.poll()?;
        self.asked = None;
        if advice.pv.is_empty() {
            // There is a move: the adviser's thread has failed, or there was none to be had.
            self.failures += 1;
            if self.failures == MOST_FAILURES {
                self.adviser = None;
            }
            return None;
        }
        self.failures = 0;
        self.next[asked.ply] = asked.time * 2;
        self.analysis.update(asked.ply, advice).then_some(asked.ply)
    }

    fn ask(&mut self, wanted: Option<Asked>) {
        let Some(adviser) = &mut self.adviser else { return };
        self.asked = wanted;
        match wanted {
            Some(Asked { ply, time }) => {
                adviser.ask(self.analysis.request(ply, time, self.effort.repeatable));
            }
            None => adviser.cancel(),
        }
    }

    /// The position looked at if nothing is known of it, else the last such one; then, to be more certain, the one
    /// looked at and those around the worst moves; then ever deeper the one looked at.
    fn wanted(&self) -> Option<Asked> {
        let unknown = self.analysis.eval(self.ply).is_none().then_some(self.ply);
        if let Some(ply) = unknown.or_else(|| self.analysis.next_unevaluated()) {
            return Some(Asked { ply, time: self.effort.first });
        }
        let certain = (self.effort.first * CERTAIN).min(self.effort.longest);
        let around = self.worst().into_iter().flat_map(|ply| [ply, ply - 1]);
        let uncertain = std::iter::once(self.ply).chain(around).find(|&ply| self.has_more(ply, certain));
        let ply =
            uncertain.or_else(|| Some(self.ply).filter(|&ply| self.has_more(ply, self.effort.longest)))?;
        Some(Asked { ply, time: self.next[ply] })
    }

    /// How long a look must take to be relied on.
    fn certain(&self) -> Duration {
        (self.effort.first * CERTAIN).min(self.effort.longest)
    }

    /// A position before or after one of the worst moves that has not been looked into for so long.
    fn uncertain(&self) -> Option<usize> {
        let around = self.worst().into_iter().flat_map(|ply| [ply, ply - 1]);
        around.into_iter().find(|&ply| self.has_more(ply, self.certain()))
    }

    /// Whether position number `ply` can be looked into once more, in `most` time at most.
    fn has_more(&self, ply: usize, most: Duration) -> bool {
        let over = self.analysis.eval(ply).is_some_and(|known| known.line.is_empty());
        !over && self.next[ply] <= most
    }
}
