//! Key bindings and buttons of the editor.

use crate::view::input::Key;
use crate::view::widgets::bindings;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KeyAction {
    Turn,
    Undo,
    Clear,
    SetUp,
    Flip,
    Save,
    Play,
    Close,
    Copy,
    Paste,
    Help,
}

pub type Binding = bindings::Binding<KeyAction>;

/// In the order of the help page.
pub const BINDINGS: &[Binding] = &[
    Binding::new(KeyAction::Turn, Key::Char('t'), "T", "Side to move", "Change the side to move"),
    Binding::new(KeyAction::Undo, Key::Char('z'), "Z", "Undo", "Undo the last change"),
    Binding::new(KeyAction::Clear, Key::Char('c'), "C", "Clear", "Remove all pieces"),
    Binding::new(KeyAction::SetUp, Key::Char('r'), "R", "Start position", "Set up the start position"),
    Binding::new(KeyAction::Flip, Key::Char('f'), "F", "Flip board", "Flip the board"),
    Binding::new(KeyAction::Save, Key::Char('s'), "S", "Save level", "Save the position as a level"),
    Binding::new(
        KeyAction::Play,
        Key::Char('p'),
        "P",
        "Play",
        "Play from this position with the settings of the menu",
    ),
    Binding::new(KeyAction::Close, Key::Escape, "Esc", "Close", "Cancel, or close the editor"),
    Binding::new(KeyAction::Copy, Key::Copy, "Ctrl C", "Copy position", "Copy the position as FEN"),
    Binding::new(KeyAction::Paste, Key::Paste, "Ctrl V", "Paste position", "Paste a position as FEN"),
    Binding::new(KeyAction::Help, Key::F1, "F1 ?", "Help", "Show or hide this page"),
];

/// What `key` does, the control key being held or not.
pub fn action(key: Key, control: bool) -> Option<KeyAction> {
    // As in other editors.
    let known = matches!(key, Key::Char('z' | 's') | Key::Copy | Key::Paste);
    if known || !control { bindings::find(BINDINGS, key) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every row is in `docs/keys.md`.
    #[test]
    fn keys_are_unique_and_documented() {
        bindings::assert_sound(BINDINGS);
        for row in BINDINGS {
            assert_eq!(action(row.key, false), Some(row.action));
        }
        assert_eq!(action(Key::Char('z'), true), Some(KeyAction::Undo));
        assert_eq!(action(Key::Char('c'), true), None);
    }
}
