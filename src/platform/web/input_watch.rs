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
