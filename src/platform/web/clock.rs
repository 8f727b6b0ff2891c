//! Elapsed time, the time of day, and pauses.

use std::time::{Duration, SystemTime};

use super::page::{call, clock};

/// A moment of a monotonic clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Instant(Duration);

impl Instant {
    /// The present moment.
    pub fn now() -> Self {
        Self(Duration::from_secs_f64(clock() / 1000.0))
    }

    /// The time from an earlier moment to this one; zero if it is later.
    pub fn duration_since(&self, earlier: Self) -> Duration {
        self.0.saturating_sub(earlier.0)
    }

    /// The time since this moment.
    pub fn elapsed(&self) -> Duration {
        Self::now().0.saturating_sub(self.0)
    }
}

/// Does nothing: the browser pauses between two frames.
pub fn sleep(_time: Duration) {}

/// The time of day.
pub fn system_time() -> SystemTime {
    let now = call("now", "").and_then(|text| text.parse().ok()).unwrap_or_default();
    SystemTime::UNIX_EPOCH + Duration::from_millis(now)
}
