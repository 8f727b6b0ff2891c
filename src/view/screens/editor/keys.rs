//! The one table of what can be pressed in the editor: buttons, keys, words.

use crate::view::input::Key;
use crate::view::widgets::bindings;

/// What a button or a key of the editor does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KeyAction {
    /// Gives the move to the other side.
    Turn,
    /// Takes the last change back.
    Undo,
    /// Takes every piece away.
    Clear,
    /// Sets the pieces up as a game begins.
    SetUp,
    /// Shows the board from the other side.
    Flip,
    /// Opens the question for the name of the level.
    Save,
    /// Starts a game.
    Play,
    /// Closes the editor.
    Close,
    /// Puts the position into the clipboard.
    Copy,
    /// Takes the position from the clipboard: the window brings it.
    Paste,
    /// Opens the help page.
    Help,
}

/// A row of the table.
pub type Binding = bindings::Binding<KeyAction>;

/// All of them, in the order of the help page.
pub const BINDINGS: [Binding; 11] = [
    Binding::new(KeyAction::Turn, Key::Char('t'), "T", "Side to move", "Gives the move to the other side."),
    Binding::new(KeyAction::Undo, Key::Char('z'), "Z", "Undo", "Takes the last change back."),
    Binding::new(KeyAction::Clear, Key::Char('c'), "C", "Clear", "Takes every piece away."),
    Binding::new(
        KeyAction::SetUp,
        Key::Char('r'),
        "R",
        "Start position",
        "Sets the pieces up as a game begins.",
    ),
    Binding::new(KeyAction::Flip, Key::Char('f'), "F", "Turn board", "Shows the board from the other side."),
    Binding::new(
        KeyAction::Save,
        Key::Char('s'),
        "S",
        "Save level",
        "Keeps the position as a level of your own.",
    ),
    Binding::new(
        KeyAction::Play,
        Key::Char('p'),
        "P",
        "Play",
        "Starts a game from here, with the choices of the menu.",
    ),
    Binding::new(
        KeyAction::Close,
        Key::Escape,
        "Esc",
        "Close",
        "Lets go of what is held, then closes the editor.",
    ),
    Binding::new(KeyAction::Copy, Key::Copy, "Ctrl C", "Copy position", "Copies the position, as FEN."),
    Binding::new(
        KeyAction::Paste,
        Key::Paste,
        "Ctrl V",
        "Paste position",
        "Takes the position of the FEN in the clipboard.",
    ),
    Binding::new(KeyAction::Help, Key::F1, "F1", "Help", "Opens and closes this page."),
];

/// The row of `action`.
#[must_use]
pub fn binding(action: KeyAction) -> &'static Binding {
    let row = BINDINGS.iter().find(|binding| binding.action == action);
    row.unwrap_or(&BINDINGS[BINDINGS.len() - 1])
}

/// What `key` does, the control key being held or not.
#[must_use]
pub fn action(key: Key, control: bool) -> Option<KeyAction> {
    // What one's fingers know from other editors.
    let known = matches!(key, Key::Char('z' | 's') | Key::Copy | Key::Paste);
    if known || !control { bindings::find(&BINDINGS, key) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every row is in `docs/keys.md`.
    #[test]
    fn keys_are_unique_and_documented() {
        bindings::assert_sound(&BINDINGS);
        for row in &BINDINGS {
            assert_eq!(action(row.key, false), Some(row.action));
            assert_eq!(binding(row.action).cap, row.cap);
        }
        assert_eq!(action(Key::Char('z'), true), Some(KeyAction::Undo));
        assert_eq!(action(Key::Char('c'), true), None);
    }
}
