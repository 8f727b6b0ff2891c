//! The one table of what can be pressed while an analysis is on the screen: keys, buttons, words.

use crate::view::input::Key;

/// What a key or a button of the analysis does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Goes to the start of the game.
    First,
    /// Goes one move back.
    Back,
    /// Goes one move on.
    On,
    /// Goes to the end of the game.
    Last,
    /// Goes to the worst move before.
    WorstBefore,
    /// Goes to the next of the worst moves.
    WorstNext,
    /// Closes the analysis.
    Close,
    /// Copies the position.
    Copy,
    /// Opens the help page.
    Help,
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

/// All of them.
pub const BINDINGS: [Binding; 9] = [
    row(Action::First, Key::Home, "Home", "Start", "Goes to the start of the game."),
    row(Action::Back, Key::Left, "←", "Back", "Goes one move back; so does the wheel turned up."),
    row(Action::On, Key::Right, "→", "On", "Goes one move on; so does the wheel turned down."),
    row(Action::Last, Key::End, "End", "End", "Goes to the end of the game."),
    row(Action::WorstBefore, Key::Up, "↑", "Worst before", "Goes back to the nearest of the worst moves."),
    row(Action::WorstNext, Key::Down, "↓", "Worst next", "Goes on to the next of the worst moves."),
    row(Action::Close, Key::Escape, "Esc", "Close", "Closes the analysis; so does the key A."),
    row(Action::Copy, Key::Copy, "Ctrl C", "Copy position", "Copies the position shown, as FEN."),
    row(Action::Help, Key::F1, "F1", "Help", "Opens and closes this page."),
];

/// What `key` does, pressed without the control key.
#[must_use]
pub fn action(key: Key) -> Option<Action> {
    // The key that opened it closes it too.
    let key = if key == Key::Char('a') { Key::Escape } else { key };
    BINDINGS.iter().find(|binding| binding.key == key).map(|binding| binding.action)
}

/// The mouse, in the form of the keys: what is done with it, and what happens.
pub const MOUSE: [(&str, &str); 4] = [
    ("Click the graph", "Goes to that position; the line can be dragged."),
    ("Click a move", "Goes to that one of the worst moves."),
    ("The arrow", "Is the best move of the position shown."),
    ("Other button", "Draws arrows and circles of your own."),
];

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
