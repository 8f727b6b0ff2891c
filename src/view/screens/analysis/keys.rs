//! The one table of what can be pressed while an analysis is on the screen: keys, buttons, words.

use crate::view::input::Key;
use crate::view::widgets::bindings;

/// What a key or a button of the analysis does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KeyAction {
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
pub type Binding = bindings::Binding<KeyAction>;

/// All of them.
pub const BINDINGS: [Binding; 9] = [
    Binding::new(KeyAction::First, Key::Home, "Home", "Start", "Goes to the start of the game."),
    Binding::new(KeyAction::Back, Key::Left, "←", "Back", "Goes one move back; so does the wheel turned up."),
    Binding::new(KeyAction::On, Key::Right, "→", "On", "Goes one move on; so does the wheel turned down."),
    Binding::new(KeyAction::Last, Key::End, "End", "End", "Goes to the end of the game."),
    Binding::new(
        KeyAction::WorstBefore,
        Key::Up,
        "↑",
        "Worst before",
        "Goes back to the nearest of the worst moves.",
    ),
    Binding::new(
        KeyAction::WorstNext,
        Key::Down,
        "↓",
        "Worst next",
        "Goes on to the next of the worst moves.",
    ),
    Binding::new(KeyAction::Close, Key::Escape, "Esc", "Close", "Closes the analysis; so does the key A."),
    Binding::new(KeyAction::Copy, Key::Copy, "Ctrl C", "Copy position", "Copies the position shown, as FEN."),
    Binding::new(KeyAction::Help, Key::F1, "F1", "Help", "Opens and closes this page."),
];

/// What `key` does, pressed without the control key.
#[must_use]
pub fn action(key: Key) -> Option<KeyAction> {
    // The key that opened it closes it too.
    let key = if key == Key::Char('a') { Key::Escape } else { key };
    bindings::find(&BINDINGS, key)
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

    /// Every row is in `docs/keys.md`.
    #[test]
    fn keys_are_unique_and_documented() {
        bindings::assert_sound(&BINDINGS);
        assert_eq!(action(Key::Char('a')), Some(KeyAction::Close));
    }
}
