//! The one table of what can be pressed while a puzzle is on the screen: buttons, keys, words.

use crate::view::input::Key;

/// What a button or a key of the puzzle screen does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
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
#[derive(Clone, Copy, Debug)]
pub struct Binding {
    /// What it does.
    pub action: Action,
    /// The key.
    pub key: Key,
    /// What is written on the key.
    pub cap: &'static str,
    /// What it does, in a word or two.
    pub label: &'static str,
    /// What it does, in a sentence.
    pub help: &'static str,
}

const fn row(
    action: Action,
    key: Key,
    cap: &'static str,
    label: &'static str,
    help: &'static str,
) -> Binding {
    Binding { action, key, cap, label, help }
}

/// All of them, in the order in which they are shown.
pub const BINDINGS: [Binding; 6] = [
    row(Action::Hint, Key::Char('h'), "H", "Hint", "Shows which piece moves; once more, where it goes."),
    row(
        Action::Solution,
        Key::Char('l'),
        "L",
        "Solution",
        "Plays the solution; the puzzle does not count as solved by it.",
    ),
    row(Action::Again, Key::Char('r'), "R", "Again", "Begins the puzzle again."),
    row(Action::Previous, Key::Left, "←", "Previous", "Goes to the puzzle before."),
    row(Action::Next, Key::Right, "→", "Next", "Goes to the next puzzle; so do Enter and Space."),
    row(Action::Close, Key::Escape, "Esc", "Close", "Closes the puzzles."),
];

/// What `key` does, pressed without the control key.
#[must_use]
pub fn action(key: Key) -> Option<Action> {
    // After a solved puzzle one wants to go on, and these are the keys one has at hand.
    let key = if matches!(key, Key::Enter | Key::Space) { Key::Right } else { key };
    BINDINGS.iter().find(|binding| binding.key == key).map(|binding| binding.action)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Shows that no key does two things, and that the documentation has every row with the words of the table.
    #[test]
    fn the_table_is_sound_and_documented() {
        let docs = include_str!("../../../docs/keys.md");
        for row in &BINDINGS {
            assert_eq!(BINDINGS.iter().filter(|other| other.key == row.key).count(), 1, "{}", row.cap);
            assert_eq!(action(row.key), Some(row.action));
            let line = format!("| `{}` | {} | {} |", row.cap, row.label, row.help);
            assert!(docs.contains(&line), "docs/keys.md has no line\n{line}");
        }
    }
}
