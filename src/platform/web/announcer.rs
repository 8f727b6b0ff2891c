//! Announcements for screen readers, in a live region of the page.

/// Adds announcements to the live region, which screen readers read aloud.
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

    /// Does nothing, because the page has all lines.
    pub fn finish(self) {}
}
