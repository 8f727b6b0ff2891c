//! Texts that the system asks for. The keyboard is always there.

/// Returns nothing: the text is edited in the window.
pub fn ask_text(_text: &str) -> Option<String> {
    None
}
