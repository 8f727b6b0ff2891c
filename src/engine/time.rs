//! How long to think: from the clocks to the time for one move.

use std::time::{Duration, Instant};

use crate::rules::Color;

use super::limits::Limits;

/// Time that a given time for one move leaves for answering.
const ANSWER: Duration = Duration::from_millis(2);
/// Moves that the rest of the clock is planned for.
const HORIZON: u32 = 50;

/// The time for one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// After this no new iteration begins, for a usual position; `None`: the time is used whole.
    pub planned: Option<Duration>,
    /// After this the search stops where it is.
    pub most: Option<Duration>,
}

impl Budget {
    /// The time that `limits` give the side `turn`; `overhead` is lost on the way of each move.
    #[must_use]
    pub fn new(limits: &Limits, turn: Color, overhead: Duration) -> Self {
        let mut budget = Self { planned: None, most: limits.move_time.map(|t| t.saturating_sub(ANSWER)) };
        if let Some(clocks) = &limits.clocks {
            let left = clocks.time[turn].saturating_sub(overhead);
            let increment = clocks.increment[turn].saturating_sub(overhead.min(clocks.increment[turn]));
            let moves = clocks.moves_to_go.map_or(HORIZON, |moves| moves.clamp(1, HORIZON));
            // Of what is planned about half is used (see `wanted`): so most of each increment.
            let share = left / moves + increment * 16 / 10;
            // Part of the clock that one move may take: all but a rest if the clock is set anew after it.
            let ceiling = if moves == 1 { left * 8 / 10 } else { left * 3 / 10 };
            budget.planned = Some(share.min(ceiling));
            let most = (share * 4).min(ceiling);
            budget.most = Some(budget.most.map_or(most, |given| given.min(most)));
        }
        budget
    }
}

/// What the search knows about how settled its choice is, after an iteration.
#[derive(Clone, Copy, Debug, Default)]
pub struct Settled {
    /// Iterations for which the best move has been the same.
    pub iterations: u32,
    /// How much the score fell since the iteration before, in hundredths of a pawn; negative: it rose.
    pub fall: i32,
    /// The part of the last iteration's nodes spent on the best move, in percent.
    pub effort: u32,
    /// Whether there is only one legal move.
    pub only_move: bool,
    /// Whether a mate was found and looked at deep enough.
    pub mate: bool,
}

/// A running clock for one search.
#[derive(Clone, Copy, Debug)]
pub struct Timer {
    start: Instant,
    budget: Budget,
}

impl Timer {
    /// Starts now.
    #[must_use]
    pub fn start(budget: Budget) -> Self {
        Self { start: Instant::now(), budget }
    }

    /// Time since the start.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Whether the search must stop where it is.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.budget.most.is_some_and(|most| self.elapsed() >= most)
    }

    /// Whether another iteration is not worth its time.
    #[must_use]
    pub fn is_enough(&self, settled: &Settled) -> bool {
        self.budget.planned.is_some_and(|planned| self.elapsed() >= wanted(planned, settled))
    }
}

/// The part of the planned time that a position like this one deserves before a new iteration begins.
fn wanted(planned: Duration, settled: &Settled) -> Duration {
    if settled.only_move || settled.mate {
        return planned / 80;
    }
    let stable = 115_u32.saturating_sub(8 * settled.iterations.min(8));
    let falling = (100 + settled.fall / 2).clamp(80, 180) as u32;
    let effort = if settled.effort > 90 { 60 } else { 100 };
    // Of iterations that begin about two in three would not end in time: begin none after 65 percent.
    planned * 65 / 100 * stable / 100 * falling / 100 * effort / 100
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::limits::ClockTimes;
    use crate::rules::ByColor;

    fn clock(left: u64, increment: u64, moves_to_go: Option<u32>) -> Budget {
        let both = |ms| ByColor { white: Duration::from_millis(ms), black: Duration::ZERO };
        let clocks = ClockTimes { time: both(left), increment: both(increment), moves_to_go };
        let limits = Limits { clocks: Some(clocks), ..Limits::default() };
        Budget::new(&limits, Color::White, Duration::from_millis(20))
    }

    /// Shows that no clock, however short, is planned beyond its end.
    #[test]
    fn never_more_than_there_is() {
        for left in [0, 1, 10, 50, 100, 1_000, 180_000, 36_000_000] {
            for increment in [0, 10, 2_000, 60_000] {
                for moves_to_go in [None, Some(0), Some(1), Some(40)] {
                    let budget = clock(left, increment, moves_to_go);
                    let most = budget.most.unwrap();
                    assert!(most <= Duration::from_millis(left.saturating_sub(20)) * 8 / 10);
                    assert!(budget.planned.unwrap() <= most);
                }
            }
        }
    }

    /// Shows that 180 + 2 gives an ordinary move between one and four seconds, and an only move hardly any.
    #[test]
    fn three_minutes_and_two_seconds() {
        let planned = clock(180_000, 2_000, None).planned.unwrap();
        let usual = wanted(planned, &Settled { iterations: 5, effort: 50, ..Settled::default() });
        assert!((1_000..4_000).contains(&usual.as_millis()), "{usual:?}");
        let only = wanted(planned, &Settled { only_move: true, ..Settled::default() });
        assert!(only.as_millis() < 100, "{only:?}");
    }

    /// Shows that in a long game a good part of the clock is used, not the increments alone, and that it never comes near
    /// its end.
    #[test]
    fn the_whole_clock_is_used() {
        for (minutes, increment) in [(180_000, 2_000), (10_000, 100), (60_000, 1_000)] {
            let mut left = minutes;
            for _ in 0..150 {
                let planned = clock(left, increment, None).planned.unwrap();
                let usual = wanted(planned, &Settled { iterations: 6, effort: 50, ..Settled::default() });
                left = left - usual.as_millis() as u64 + increment;
                assert!(left > 2 * increment, "{left} of {minutes} + {increment}");
            }
            assert!(left < minutes * 3 / 4, "{left} of {minutes} + {increment} are left over");
        }
    }

    /// Shows that a time for one move is used whole but for the answer.
    #[test]
    fn move_time() {
        let limits = Limits::move_time(Duration::from_millis(100));
        let budget = Budget::new(&limits, Color::White, Duration::from_millis(20));
        assert_eq!(budget, Budget { planned: None, most: Some(Duration::from_millis(98)) });
    }
}
