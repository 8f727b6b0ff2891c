//! The page that the program runs in. Its functions are handed in, because calling JavaScript needs `unsafe`, which
//! `web/browser` alone has.

use std::sync::OnceLock;

/// Functions of the page.
pub struct Page {
    /// Calls the function of this name with a text. Its result is a text or nothing.
    pub call: fn(&str, &str) -> Option<String>,
    /// Milliseconds by a monotonic clock.
    pub clock: fn() -> f64,
    /// Passes number, rate and samples of a sound.
    pub add_sound: fn(u32, u32, &[f32]),
}

static PAGE: OnceLock<Page> = OnceLock::new();

/// Connects the program to its page, once and before anything else.
pub fn connect(page: Page) {
    // A second page would be the same one.
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
