//! Input is not reported in a browser: the browser starts each frame, and the window is asked for input in it.

use std::time::Duration;

/// Reports no input.
pub struct InputWatch;

impl InputWatch {
    /// Watches nothing.
    pub fn start(_class: &str) -> Self {
        Self
    }

    /// Returns false, because a hidden page has no frames.
    pub fn is_hidden(&self) -> bool {
        false
    }

    /// The time since the last call in which the page was hidden and the opponent had no job. A hidden page has no frames,
    /// so an answer of the opponent would otherwise be charged with the time until the page is shown again.
    pub fn hidden_time(&self, elapsed: Duration, _waiting: bool) -> Duration {
        let milliseconds = super::page::call("hidden_time", "").and_then(|time| time.parse().ok());
        Duration::from_millis(milliseconds.unwrap_or_default()).min(elapsed)
    }

    /// Returns false: the window must be asked for input in every frame.
    pub const fn reports_input(&self) -> bool {
        false
    }

    /// Returns at once.
    pub fn wait(&mut self, _timeout: Duration) -> bool {
        true
    }

    /// Does nothing.
    pub fn clear(&mut self) {}
}
