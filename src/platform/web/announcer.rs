//! Announcements for screen readers, in a live region of the page, and commands that are typed in a form.

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

    /// The commands that were typed since the last call.
    pub fn commands(&self) -> Vec<String> {
        super::page::call("commands", "")
            .map_or_else(Vec::new, |text| text.lines().map(str::to_owned).collect())
    }

    /// Does nothing, because the page has all lines.
    pub fn finish(self) {}
}
