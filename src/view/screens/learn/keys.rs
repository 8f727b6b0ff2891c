//! Keys and buttons of the lessons.

use crate::view::input::Key;
use crate::view::widgets::bindings;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KeyAction {
    Hint,
    Again,
    Back,
    Next,
    PreviousLesson,
    NextLesson,
    Help,
    Close,
}

pub type Binding = bindings::Binding<KeyAction>;

pub const BINDINGS: &[Binding] = &[
    Binding::new(KeyAction::Hint, Key::Char('h'), "H", "Hint", "Show a hint; again: show the next move"),
    Binding::new(KeyAction::Again, Key::Char('r'), "R", "Restart", "Start the step again"),
    Binding::new(KeyAction::Back, Key::Left, "←", "Back", "Go to the step before"),
    Binding::new(KeyAction::Next, Key::Right, "→", "Next", "Go to the next step; also Enter and Space"),
    Binding::new(KeyAction::PreviousLesson, Key::Up, "↑", "Previous lesson", "Go to the lesson before"),
    Binding::new(KeyAction::NextLesson, Key::Down, "↓", "Next lesson", "Go to the next lesson"),
    Binding::new(KeyAction::Help, Key::F1, "F1 ?", "Help", "Show or hide this page"),
    Binding::new(KeyAction::Close, Key::Escape, "Esc", "Close", "Close the lessons"),
];

/// What the mouse does, for the help page.
pub const MOUSE: [(&str, &str); 4] = [
    ("Click or drag", "Move a piece"),
    ("Click a lesson", "Go to its first step that is not done"),
    ("Rest on a piece", "Show its value and how it moves"),
    ("Right button", "Draw arrows and circles"),
];

/// The action of `key`, without Ctrl.
pub fn action(key: Key) -> Option<KeyAction> {
    bindings::find_next(BINDINGS, key)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// No key has two actions, and docs/keys.md has every row.
    #[test]
    fn the_keys_are_unique_and_documented() {
        bindings::assert_sound(BINDINGS);
        assert_eq!(action(Key::Enter), Some(KeyAction::Next));
    }
}
