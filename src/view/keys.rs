//! The one table of keys: what the game listens to, what the sidebar and the help page show, what the docs say.

use super::input::Key;

/// What a key does while a game is on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Gives the game up.
    Resign,
    /// Starts the level again.
    Restart,
    /// Opens the menu.
    Menu,
    /// Turns the sounds off, or on again.
    Mute,
    /// Opens the help page.
    Help,
    /// Fills the screen, or goes back to a window: heard above all screens.
    FullScreen,
}

/// When a key is shown in the sidebar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// While the game runs.
    Running,
    /// When it has ended.
    Ended,
    /// Always, as a button that can be pressed.
    Button,
    /// As a button, where there is room: beside the board, not below it.
    Beside,
    /// Never: the help page tells of it.
    Never,
}

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Binding {
    /// What it does.
    pub action: Action,
    /// The key.
    pub key: Key,
    /// Another way to it: a sign that is typed, wherever it is on the keyboard.
    pub sign: Option<char>,
    /// What is written on the key.
    pub cap: &'static str,
    /// What it does, in a word or two.
    pub label: &'static str,
    /// What it does, in a sentence.
    pub help: &'static str,
    /// When the sidebar shows it.
    pub when: When,
}

/// All keys of the game, in the order in which they are shown.
pub const BINDINGS: [Binding; 6] = [
    Binding {
        action: Action::Resign,
        key: Key::Escape,
        sign: None,
        cap: "Esc",
        label: "Resign",
        help: "Closes what is open; if nothing is, gives the game up.",
        when: When::Running,
    },
    Binding {
        action: Action::Restart,
        key: Key::Char('r'),
        sign: None,
        cap: "R",
        label: "Play again",
        help: "Starts the level again when the game has ended.",
        when: When::Ended,
    },
    Binding {
        action: Action::Menu,
        key: Key::Char('m'),
        sign: None,
        cap: "M",
        label: "Menu",
        help: "Opens and closes the menu: level, opponent, clocks, options.",
        when: When::Button,
    },
    Binding {
        action: Action::Mute,
        key: Key::Char('s'),
        sign: None,
        cap: "S",
        label: "Sound",
        help: "Turns the sounds off, or on again.",
        when: When::Beside,
    },
    Binding {
        action: Action::Help,
        key: Key::F1,
        sign: Some('?'),
        cap: "F1",
        label: "Help",
        help: "Opens and closes this page; so does the question mark.",
        when: When::Never,
    },
    Binding {
        action: Action::FullScreen,
        key: Key::F11,
        sign: None,
        cap: "F11",
        label: "Full screen",
        help: "Fills the screen, or goes back to a window.",
        when: When::Never,
    },
];

/// What `key` does, pressed without the control key.
#[must_use]
pub fn action(key: Key) -> Option<Action> {
    BINDINGS.iter().find(|binding| binding.key == key).map(|binding| binding.action)
}

/// What the typed sign does.
#[must_use]
pub fn typed(sign: char) -> Option<Action> {
    BINDINGS.iter().find(|binding| binding.sign == Some(sign)).map(|binding| binding.action)
}

/// The keys the sidebar shows, of a game that has `ended` or not, `beside` the board or below it.
pub fn shown(ended: bool, beside: bool) -> impl Iterator<Item = &'static Binding> {
    BINDINGS.iter().filter(move |binding| match binding.when {
        When::Running => !ended,
        When::Ended => ended,
        When::Button => true,
        When::Beside => beside,
        When::Never => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Shows that no key and no sign does two things, and that every row says what it does.
    #[test]
    fn the_table_is_sound() {
        for row in &BINDINGS {
            assert_eq!(BINDINGS.iter().filter(|other| other.key == row.key).count(), 1, "{}", row.cap);
            assert_eq!(action(row.key), Some(row.action));
            assert!(row.sign.is_none_or(|sign| typed(sign) == Some(row.action)));
            assert!(row.help.ends_with('.') && !row.label.is_empty() && !row.cap.is_empty());
        }
        assert_eq!((action(Key::Space), typed('x')), (None, None));
    }

    /// Shows that the documentation has a line for every key, with the words of the table.
    #[test]
    fn every_key_is_documented() {
        let docs = include_str!("../../docs/keys.md");
        for row in &BINDINGS {
            let line = format!("| `{}` | {} | {} |", row.cap, row.label, row.help);
            assert!(docs.contains(&line), "docs/keys.md has no line\n{line}");
        }
    }
}
