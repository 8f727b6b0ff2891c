//! The page that the program runs in. Its functions are passed to [`connect`], because calling JavaScript needs
//! `unsafe`, and only the package `web/browser` has that.

use std::sync::OnceLock;

/// Functions of the page.
pub struct Page {
    /// Calls the function of the page with this name and this text. Returns the text that the function returns, if any.
    pub call: fn(&str, &str) -> Option<String>,
    /// Returns the time of a monotonic clock in milliseconds.
    pub clock: fn() -> f64,
    /// Passes a sound to the page: its number, its sample rate and its samples.
    pub add_sound: fn(u32, u32, &[f32]),
}

static PAGE: OnceLock<Page> = OnceLock::new();

/// Connects the program to its page. This must be called first, and further calls do nothing.
pub fn connect(page: Page) {
    let _ = PAGE.set(page);
}

pub(super) fn call(name: &str, text: &str) -> Option<String> {
    (PAGE.get()?.call)(name, text)
}

pub(super) fn clock() -> f64 {
    PAGE.get().map_or(0.0, |page| (page.clock)())
}

#[cfg(feature = "gui")]
pub(super) fn add_sound(number: u32, rate: u32, samples: &[f32]) {
    if let Some(page) = PAGE.get() {
        (page.add_sound)(number, rate, samples);
    }
}
