//! Announcements for screen readers, in a live region of the page.

/// Adds sentences to the live region.
pub struct Announcer;

impl Announcer {
    pub fn start() -> Option<Self> {
        Some(Self)
    }

    pub fn print(&self, lines: Vec<String>) {
        if !lines.is_empty() {
            super::page::call("announce", &lines.join("\n"));
        }
    }

    pub fn finish(self) {}
}
