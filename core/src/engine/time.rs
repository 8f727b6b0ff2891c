//! Time management: computes the time for a move from the clocks of the game.

use std::sync::LazyLock;
use std::time::{Duration, Instant};

use crate::rules::Color;

use super::limits::Limits;

/// A monotonic clock. It returns the time since a fixed moment.
pub type Clock = fn() -> Duration;

/// The clock of the system. It panics in a browser, where an engine must be given another clock.
pub fn system_clock() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}

/// Time for sending the answer, which is subtracted from a fixed time for a move. It is shorter than the move overhead,
/// because no game is lost by exceeding a fixed time.
const ANSWER_TIME: Duration = Duration::from_millis(2);
/// The time left is divided among a number of moves that is the number of squares divided by this, because games on larger
/// boards last longer.
const SQUARES_PER_MOVE: u32 = 6;

/// Time for one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeBudget {
    /// Base time, of which usually about half is used. `iteration_deadline` computes the part of it after which no new
    /// iteration starts. `None` means that all of `maximum` is used.
    pub optimum: Option<Duration>,
    /// Time after which the search is aborted; `None` if it is not limited.
    pub maximum: Option<Duration>,
}

impl TimeBudget {
    /// Computes the time that `limits` give to the side `turn` on a board of this many squares. `overhead` is the time that
    /// each move loses on its way between engine and clock.
    pub fn new(limits: &Limits, turn: Color, overhead: Duration, squares: u32) -> Self {
        let mut budget =
            Self { optimum: None, maximum: limits.move_time.map(|t| t.saturating_sub(ANSWER_TIME)) };
        if let Some(clocks) = &limits.clocks {
            let left = clocks.time[turn].saturating_sub(overhead);
            let increment = clocks.increment[turn].saturating_sub(overhead);
            let horizon = (squares / SQUARES_PER_MOVE).max(1);
            let moves = clocks.moves_to_go.map_or(horizon, |moves| moves.clamp(1, horizon));
            // About half of the optimum is used, so with one and a half increments in it most of an increment is used.
            let share = left / moves + increment * 15 / 10;
            // The last move before the time control may use most of the clock, and any other move three tenths of it.
            let ceiling = if moves == 1 { left * 8 / 10 } else { left * 3 / 10 };
            budget.optimum = Some(share.min(ceiling));
            let maximum = (share * 4).min(ceiling);
            budget.maximum = Some(budget.maximum.map_or(maximum, |given| given.min(maximum)));
        }
        budget
    }
}

/// Statistics of the last iteration, on which the used part of the time depends.
#[derive(Clone, Copy, Debug, Default)]
pub struct IterationStats {
    /// Number of iterations for which the best move has been the same.
    pub best_move_stability: u32,
    /// Centipawns by which the score is lower than that of the previous iteration.
    pub score_drop: i32,
    /// Part of the nodes that the iteration has searched after the best move, in percent.
    pub best_move_effort: u32,
    pub only_move: bool,
    /// Whether a mate was found by a search deeper than the mate is long.
    pub mate_proven: bool,
}

/// The clock of one search.
#[derive(Clone, Copy, Debug)]
pub struct TimeManager {
    clock: Clock,
    start: Duration,
    budget: TimeBudget,
}

impl TimeManager {
    pub fn start(budget: TimeBudget, clock: Clock) -> Self {
        Self { clock, start: clock(), budget }
    }

    pub fn elapsed(&self) -> Duration {
        (self.clock)().saturating_sub(self.start)
    }

    /// Whether the search must be aborted.
    pub fn is_maximum_reached(&self) -> bool {
        self.budget.maximum.is_some_and(|maximum| self.elapsed() >= maximum)
    }

    pub fn should_end_iterations(&self, stats: &IterationStats) -> bool {
        self.budget.optimum.is_some_and(|optimum| self.elapsed() >= iteration_deadline(optimum, stats))
    }
}

/// Time after which no new iteration starts. The clearer the choice of the best move is, the shorter the time is.
fn iteration_deadline(optimum: Duration, stats: &IterationStats) -> Duration {
    if stats.only_move || stats.mate_proven {
        return optimum / 100;
    }
    let stability = 115_u32.saturating_sub(8 * stats.best_move_stability.min(8));
    let falling_eval = (100 + stats.score_drop / 2).clamp(80, 180) as u32;
    let effort = if stats.best_move_effort > 90 { 60 } else { 100 };
    // An iteration that starts after 65 % of the time would rarely finish.
    optimum * 65 / 100 * stability / 100 * falling_eval / 100 * effort / 100
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::limits::ClockTimes;
    use crate::rules::ByColor;

    fn clock(left: u64, increment: u64, moves_to_go: Option<u32>, squares: u32) -> TimeBudget {
        let both = |ms| ByColor { white: Duration::from_millis(ms), black: Duration::ZERO };
        let clocks = ClockTimes { time: both(left), increment: both(increment), moves_to_go };
        let limits = Limits { clocks: Some(clocks), ..Limits::default() };
        TimeBudget::new(&limits, Color::White, Duration::from_millis(20), squares)
    }

    /// Deadline of an ordinary search: the best move has been the same for six iterations and took half of the nodes.
    fn usual_deadline(optimum: Duration) -> Duration {
        let stats = IterationStats { best_move_stability: 6, best_move_effort: 50, ..Default::default() };
        iteration_deadline(optimum, &stats)
    }

    /// No budget is larger than eight tenths of the time on the clock without the overhead, however little that is.
    #[test]
    fn the_budget_never_exceeds_the_clock() {
        for left in [0, 1, 10, 50, 100, 1_000, 180_000, 36_000_000] {
            for increment in [0, 10, 2_000, 60_000] {
                for moves_to_go in [None, Some(0), Some(1), Some(40)] {
                    let budget = clock(left, increment, moves_to_go, 64);
                    let maximum = budget.maximum.unwrap();
                    assert!(maximum <= Duration::from_millis(left.saturating_sub(20)) * 8 / 10);
                    assert!(budget.optimum.unwrap() <= maximum);
                }
            }
        }
    }

    /// With 180 seconds and an increment of two seconds an ordinary move takes one to five seconds. A move without an
    /// alternative takes less than 100 ms.
    #[test]
    fn a_forced_move_takes_almost_no_time() {
        let optimum = clock(180_000, 2_000, None, 196).optimum.unwrap();
        let usual = usual_deadline(optimum);
        assert!((1_000..5_000).contains(&usual.as_millis()), "{usual:?}");
        let only = iteration_deadline(optimum, &IterationStats { only_move: true, ..Default::default() });
        assert!(only.as_millis() < 100, "{only:?}");
    }

    /// A game of the usual length uses about half of the clock or more, on small and on large boards. More than two
    /// increments are always left.
    #[test]
    fn a_long_game_uses_the_clock() {
        for (squares, moves, most_left) in [(64, 60, 21), (80, 70, 26), (120, 60, 48), (196, 150, 52)] {
            for (base, increment) in [(180_000, 2_000), (10_000, 100), (60_000, 1_000)] {
                let mut left = base;
                for _ in 0..moves {
                    let usual = usual_deadline(clock(left, increment, None, squares).optimum.unwrap());
                    left = left - usual.as_millis() as u64 + increment;
                    assert!(left > 2 * increment, "{left} of {base} + {increment}");
                }
                assert!(
                    100 * left < base * most_left,
                    "{left} of {base} + {increment} left on {squares} squares"
                );
            }
        }
    }

    /// A search for a fixed time of 100 ms uses 98 ms. The rest is for the answer.
    #[test]
    fn a_fixed_move_time_is_used_up() {
        let limits = Limits::move_time(Duration::from_millis(100));
        let budget = TimeBudget::new(&limits, Color::White, Duration::from_millis(20), 64);
        assert_eq!(budget, TimeBudget { optimum: None, maximum: Some(Duration::from_millis(98)) });
    }
}
