//! The clipboard. The browser passes on a text when the player pastes it, soon after the key.

use super::page::call;

/// Copies and pastes text.
#[derive(Default)]
pub struct Clipboard;

impl Clipboard {
    /// Does nothing: the page passes the text on by itself.
    pub fn request_text(&mut self) {}

    /// The text that was pasted, once.
    pub fn poll_text(&mut self) -> Option<String> {
        call("paste", "")
    }

    /// Copies `text`.
    pub fn set_text(&mut self, text: String) {
        call("copy", &text);
    }

    /// Does nothing: the page keeps the window library from the clipboard.
    pub fn reclaim(&mut self) {}
}
