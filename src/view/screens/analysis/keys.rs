//! Keys and buttons of the analysis screen.

use crate::view::input::Key;
use crate::view::widgets::bindings;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KeyAction {
    First,
    Back,
    Forward,
    Last,
    PreviousMistake,
    NextMistake,
    Close,
    Copy,
    Help,
}

pub type Binding = bindings::Binding<KeyAction>;

pub const BINDINGS: &[Binding] = &[
    Binding::new(KeyAction::First, Key::Home, "Home", "Start", "Go to the start of the game"),
    Binding::new(KeyAction::Back, Key::Left, "←", "Back", "Go back one move; also the wheel up"),
    Binding::new(KeyAction::Forward, Key::Right, "→", "Forward", "Go forward one move; also the wheel down"),
    Binding::new(KeyAction::Last, Key::End, "End", "End", "Go to the end of the game or the variation"),
    Binding::new(
        KeyAction::PreviousMistake,
        Key::Up,
        "↑",
        "Previous mistake",
        "Go to the previous of the worst moves",
    ),
    Binding::new(KeyAction::NextMistake, Key::Down, "↓", "Next mistake", "Go to the next of the worst moves"),
    Binding::new(KeyAction::Close, Key::Escape, "Esc", "Close", "Close the analysis; also A"),
    Binding::new(KeyAction::Copy, Key::Copy, "Ctrl C", "Copy position", "Copy the position as FEN"),
    Binding::new(KeyAction::Help, Key::F1, "F1 ?", "Help", "Show or hide this page"),
];

/// The action of `key`, without Ctrl.
pub fn action(key: Key) -> Option<KeyAction> {
    // The key that opens the analysis also closes it.
    let key = if key == Key::Char('a') { Key::Escape } else { key };
    bindings::find(BINDINGS, key)
}

/// What the mouse does, for the help page.
pub const MOUSE: [(&str, &str); 5] = [
    ("Click or drag a piece", "Try another move: a variation, with its evaluation"),
    ("Click the graph", "Go to that position; drag to move through the game"),
    ("Click a move", "Go to that move"),
    ("Arrow", "Best move of the position"),
    ("Right button", "Draw arrows and circles"),
];

#[cfg(test)]
mod tests {
    use super::*;

    /// No key has two actions, and docs/keys.md has every row.
    #[test]
    fn the_keys_are_unique_and_documented() {
        bindings::assert_sound(BINDINGS);
        assert_eq!(action(Key::Char('a')), Some(KeyAction::Close));
    }
}
