//! The clipboard. The browser passes a text to the page when the player pastes it, shortly after the key was pressed.

use super::page::call;

/// Copies and pastes text.
#[derive(Default)]
pub struct Clipboard;

impl Clipboard {
    /// Does nothing, because the page gets a pasted text from the browser.
    pub fn request_text(&mut self) {}

    /// Asks the browser for the text of the clipboard, as if the player had pasted it.
    pub fn ask_text(&mut self) {
        call("ask_paste", "");
    }

    /// The text that was pasted since the last call.
    pub fn poll_text(&mut self) -> Option<String> {
        call("paste", "")
    }

    /// Copies `text`.
    pub fn set_text(&mut self, text: String) {
        call("copy", &text);
    }

    /// Does nothing, because the page prevents the window library from claiming the clipboard.
    pub fn remember(&mut self) {}

    /// Does nothing, because the page prevents the window library from claiming the clipboard.
    pub fn restore(&mut self, _lost: bool) {}
}
