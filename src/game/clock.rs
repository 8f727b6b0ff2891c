//! Chess clocks with a Fischer increment.

use std::time::Duration;

use crate::rules::{ByColor, Color};

/// Time control of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// Time at the start.
    pub initial: Duration,
    /// Time added after each move.
    pub increment: Duration,
}

/// The clocks of both sides. A side without a time control never runs out.
///
/// ```
/// use std::time::Duration;
/// use xxlchess::game::clock::{Clocks, TimeControl};
/// use xxlchess::rules::{ByColor, Color};
///
/// let control = TimeControl { initial: Duration::from_secs(60), increment: Duration::from_secs(2) };
/// let mut clocks = Clocks::new(ByColor { white: Some(control), black: None });
/// assert!(!clocks.tick(Color::White, Duration::from_secs(10)));
/// clocks.add_increment(Color::White);
/// assert_eq!(clocks.remaining(Color::White), Some(Duration::from_secs(52)));
/// assert_eq!(clocks.remaining(Color::Black), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clocks {
    controls: ByColor<Option<TimeControl>>,
    remaining: ByColor<Duration>,
}

impl Clocks {
    /// Clocks that show the initial time.
    pub fn new(controls: ByColor<Option<TimeControl>>) -> Self {
        let remaining = ByColor::from_fn(|c| controls[c].map_or(Duration::ZERO, |control| control.initial));
        Self { controls, remaining }
    }

    /// The time `color` has left, or `None` if it plays without a clock.
    pub fn remaining(&self, color: Color) -> Option<Duration> {
        self.controls[color].map(|_| self.remaining[color])
    }

    /// The time control of `color`, or `None` if it plays without a clock.
    pub fn control(&self, color: Color) -> Option<TimeControl> {
        self.controls[color]
    }

    /// Sets the time that `color` has left.
    pub fn set(&mut self, color: Color, remaining: Duration) {
        self.remaining[color] = remaining;
    }

    /// Subtracts `elapsed` from the clock of `color`. Returns whether the clock has run out.
    pub fn tick(&mut self, color: Color, elapsed: Duration) -> bool {
        if self.controls[color].is_none() {
            return false;
        }
        self.remaining[color] = self.remaining[color].saturating_sub(elapsed);
        self.remaining[color].is_zero()
    }

    /// Adds the increment of `color`, which has just moved, to its clock.
    pub fn add_increment(&mut self, color: Color) {
        if let Some(control) = self.controls[color] {
            self.remaining[color] = self.remaining[color].saturating_add(control.increment);
        }
    }
}

/// Formats a time as `M:SS`, rounded up, so that `0:00` means lost.
pub fn format_clock(time: Duration) -> String {
    let seconds = time.as_secs() + u64::from(time.subsec_nanos() > 0);
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

/// Formats a time as [`format_clock`] does, but with tenths of a second if it is below ten seconds.
pub fn format_clock_with_tenths(time: Duration) -> String {
    match time.as_nanos().div_ceil(100_000_000) {
        tenths @ 1..100 => format!("0:{:02}.{}", tenths / 10, tenths % 10),
        _ => format_clock(time),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clocks(initial: u64, increment: u64) -> Clocks {
        let control =
            TimeControl { initial: Duration::from_secs(initial), increment: Duration::from_secs(increment) };
        Clocks::new(ByColor { white: Some(control), black: None })
    }

    /// Times around whole seconds and tenths: only an empty clock reads 0:00.
    #[test]
    fn display_rounds_up() {
        for (millis, shown, tenths) in [
            (0, "0:00", "0:00"),
            (1, "0:01", "0:00.1"),
            (1000, "0:01", "0:01.0"),
            (1001, "0:02", "0:01.1"),
            (9_900, "0:10", "0:09.9"),
            (9_901, "0:10", "0:10"),
            (10_001, "0:11", "0:11"),
            (59_001, "1:00", "1:00"),
            (180_000, "3:00", "3:00"),
            (6_000_000, "100:00", "100:00"),
        ] {
            let time = Duration::from_millis(millis);
            assert_eq!(
                (format_clock(time).as_str(), format_clock_with_tenths(time).as_str()),
                (shown, tenths)
            );
        }
    }

    /// A clock of one second stops at zero, and a side without a clock never runs out.
    #[test]
    fn clock_runs_out_at_zero() {
        let mut clocks = clocks(1, 2);
        assert!(!clocks.tick(Color::White, Duration::from_millis(999)));
        assert!(clocks.tick(Color::White, Duration::from_millis(5)));
        assert_eq!(clocks.remaining(Color::White), Some(Duration::ZERO));
        assert!(!clocks.tick(Color::Black, Duration::from_secs(1_000_000)));
        assert_eq!(clocks.remaining(Color::Black), None);
    }

    /// A clock of ten seconds runs for three seconds and gets two seconds, which leaves nine.
    #[test]
    fn increment_is_added_after_a_move() {
        let mut clocks = clocks(10, 2);
        clocks.tick(Color::White, Duration::from_secs(3));
        clocks.add_increment(Color::White);
        assert_eq!(clocks.remaining(Color::White), Some(Duration::from_secs(9)));
    }
}
