//! Texts that the browser asks for: a phone has no keyboard until it does.

/// The text that the player enters in place of `text` in a dialog of the browser. `None` if they cancel it, and where a
/// keyboard is expected.
pub fn ask_text(text: &str) -> Option<String> {
    super::page::call("prompt", text)
}
