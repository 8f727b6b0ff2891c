//! The browser asks for a picture when one is due, so the window is asked for input in every frame.

use std::time::Duration;

/// Reports no input.
pub struct InputWatch;

impl InputWatch {
    /// Watches nothing.
    pub fn start(_class: &str) -> Self {
        Self
    }

    /// Returns false: a hidden page paints no frames.
    pub fn is_hidden(&self) -> bool {
        false
    }

    /// Returns false: the window must be asked for input.
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
