//! Keys and buttons of the puzzle screen.

use crate::view::input::Key;
use crate::view::widgets::bindings;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KeyAction {
    Hint,
    Analyze,
    Solution,
    Restart,
    Previous,
    Next,
    Copy,
    Help,
    Close,
}

/// Widgets of the panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Id {
    Button(KeyAction),
    Card,
}

pub type Binding = bindings::Binding<KeyAction>;

pub const BINDINGS: &[Binding] = &[
    Binding::new(
        KeyAction::Hint,
        Key::Char('h'),
        "H",
        "Hint",
        "Show the piece to move, then the move; it counts as an error",
    ),
    Binding::new(
        KeyAction::Analyze,
        Key::Char('a'),
        "A",
        "Analyse",
        "After the puzzle: explore its moves on the analysis board",
    ),
    Binding::new(
        KeyAction::Solution,
        Key::Char('l'),
        "L",
        "Solution",
        "Play the solution; it counts as an error",
    ),
    Binding::new(KeyAction::Restart, Key::Char('r'), "R", "Restart", "Start the puzzle again"),
    Binding::new(KeyAction::Previous, Key::Left, "←", "Previous", "Go to the previous puzzle"),
    Binding::new(KeyAction::Next, Key::Right, "→", "Next", "Go to the next puzzle; also Enter and Space"),
    Binding::new(KeyAction::Copy, Key::Copy, "Ctrl C", "Copy position", "Copy the position as FEN"),
    Binding::new(KeyAction::Help, Key::F1, "F1 ?", "Help", "Show or hide this page"),
    Binding::new(KeyAction::Close, Key::Escape, "Esc", "Back", "Go back to all puzzles, or close them"),
];

/// What the mouse does, for the help page.
pub const MOUSE: [(&str, &str); 3] = [
    ("Click or drag", "Move a piece"),
    ("Rest on a piece", "Show its value and how it moves"),
    ("Right button", "Draw arrows and circles"),
];

/// Keys and mouse on the start page, for its help page.
pub const START: [(&str, &str); 5] = [
    ("Tab, arrows", "Go to the next or previous button or tile"),
    ("Enter, Space", "Begin with the puzzles of the button or tile"),
    ("Wheel", "Scroll the cards or the tiles where not all fit"),
    ("Rest on a theme", "Show what it means"),
    ("Esc, P", "Close the puzzles"),
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
