//! Text dialogs of the browser. A phone shows its keyboard only for them.

/// Opens a dialog in which the player edits `text`, and returns the new text. `None` if the player cancels the dialog,
/// and on devices that have a keyboard.
pub fn ask_text(text: &str) -> Option<String> {
    super::page::call("prompt", text)
}

/// Opens a dialog in which the player chooses a file. Its text is pasted.
pub fn pick_file() {
    super::page::call("pick_file", "");
}
