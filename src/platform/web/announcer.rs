//! Announcements for screen readers, in a live region of the page.

/// Adds sentences to the live region.
pub struct Announcer;

impl Announcer {
    /// Uses the live region of the page.
    pub fn start() -> Option<Self> {
        Some(Self)
    }

    /// Announces lines.
    pub fn print(&self, lines: Vec<String>) {
        if !lines.is_empty() {
            super::page::call("announce", &lines.join("\n"));
        }
    }

    /// Does nothing: the page has the lines already.
    pub fn finish(self) {}
}
