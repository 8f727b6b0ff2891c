//! The one table of what can be pressed while a puzzle is on the screen: buttons, keys, words.

use crate::view::input::Key;
use crate::view::widgets::bindings;

/// What a button or a key of the puzzle screen does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KeyAction {
    /// Shows the piece that moves, and then the whole move.
    Hint,
    /// Shows the solution.
    Solution,
    /// Begins the puzzle again.
    Again,
    /// Goes to the puzzle before.
    Previous,
    /// Goes to the next puzzle.
    Next,
    /// Closes the puzzles.
    Close,
}

/// A row of the table.
pub type Binding = bindings::Binding<KeyAction>;

/// All of them, in the order in which they are shown.
pub const BINDINGS: [Binding; 6] = [
    Binding::new(
        KeyAction::Hint,
        Key::Char('h'),
        "H",
        "Hint",
        "Shows which piece moves; once more, where it goes.",
    ),
    Binding::new(
        KeyAction::Solution,
        Key::Char('l'),
        "L",
        "Solution",
        "Plays the solution; the puzzle does not count as solved by it.",
    ),
    Binding::new(KeyAction::Again, Key::Char('r'), "R", "Again", "Begins the puzzle again."),
    Binding::new(KeyAction::Previous, Key::Left, "←", "Previous", "Goes to the puzzle before."),
    Binding::new(KeyAction::Next, Key::Right, "→", "Next", "Goes to the next puzzle; so do Enter and Space."),
    Binding::new(KeyAction::Close, Key::Escape, "Esc", "Close", "Closes the puzzles."),
];

/// What `key` does, pressed without the control key.
#[must_use]
pub fn action(key: Key) -> Option<KeyAction> {
    // After a solved puzzle one wants to go on, and these are the keys one has at hand.
    let key = if matches!(key, Key::Enter | Key::Space) { Key::Right } else { key };
    bindings::find(&BINDINGS, key)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every row is in `docs/keys.md`.
    #[test]
    fn keys_are_unique_and_documented() {
        bindings::assert_sound(&BINDINGS);
        assert_eq!(action(Key::Enter), Some(KeyAction::Next));
    }
}
