//! Text dialogs of the system. They are needed only where there may be no keyboard.

/// Returns `None`: the player edits the text in the window.
pub fn ask_text(_text: &str) -> Option<String> {
    None
}

/// Does nothing: files are dropped on the window.
pub fn pick_file() {}
