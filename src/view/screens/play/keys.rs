//! Table of the keys of the game screen, for input, sidebar, help page and docs/keys.md.

use crate::view::input::Key;

/// What a key or a button of the game screen does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KeyAction {
    Resign,
    Restart,
    TakeBack,
    Hint,
    OfferDraw,
    TurnBoard,
    NewGame,
    Rematch,
    Analyse,
    Menu,
    Edit,
    Mute,
    StepBack,
    StepForth,
    ToStart,
    ToPresent,
    Help,
    CopyPosition,
    CopyGame,
    Paste,
    Cursor,
    /// Handled by the app, above all screens.
    FullScreen,
}

/// When the sidebar has a button.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// While the game runs.
    Running,
    /// When it has ended.
    Ended,
    /// Always.
    Always,
}

/// Where the sidebar has a button.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Beside the board and below it, where there is room for four or five.
    Everywhere,
    /// Beside the board only, where there is room for about nine.
    Beside,
    /// Only on the help page.
    HelpPage,
}

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Binding {
    /// What it does.
    pub action: KeyAction,
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
    /// When the sidebar has a button for it.
    pub when: When,
    /// Where it has one.
    pub place: Place,
}

/// All keys of the game, in the order in which they are shown.
pub const BINDINGS: [Binding; 22] = [
    Binding {
        action: KeyAction::Resign,
        key: Key::Escape,
        sign: None,
        cap: "Esc",
        label: "Resign",
        help: "Cancel or go back; in a game, resign",
        when: When::Running,
        place: Place::Everywhere,
    },
    Binding {
        action: KeyAction::Restart,
        key: Key::Char('r'),
        sign: None,
        cap: "R",
        label: "Play again",
        help: "Play the level again after the end",
        when: When::Ended,
        place: Place::Everywhere,
    },
    Binding {
        action: KeyAction::TakeBack,
        key: Key::Char('z'),
        sign: None,
        cap: "Z",
        label: "Take back",
        help: "Take back your last move (or Backspace)",
        when: When::Always,
        place: Place::Everywhere,
    },
    Binding {
        action: KeyAction::Hint,
        key: Key::Char('h'),
        sign: None,
        cap: "H",
        label: "Hint",
        help: "Show a good move, in games against the computer",
        when: When::Running,
        place: Place::Everywhere,
    },
    Binding {
        action: KeyAction::OfferDraw,
        key: Key::Char('d'),
        sign: None,
        cap: "D",
        label: "Draw",
        help: "Offer a draw, or accept one",
        when: When::Running,
        place: Place::Beside,
    },
    Binding {
        action: KeyAction::TurnBoard,
        key: Key::Char('f'),
        sign: None,
        cap: "F",
        label: "Flip",
        help: "Flip the board",
        when: When::Always,
        place: Place::Beside,
    },
    Binding {
        action: KeyAction::NewGame,
        key: Key::Char('n'),
        sign: None,
        cap: "N",
        label: "New game",
        help: "Start a new game",
        when: When::Ended,
        place: Place::Everywhere,
    },
    Binding {
        action: KeyAction::Rematch,
        key: Key::Char('x'),
        sign: None,
        cap: "X",
        label: "Rematch",
        help: "Play again after the end, with colours swapped",
        when: When::Ended,
        place: Place::Everywhere,
    },
    Binding {
        action: KeyAction::Analyse,
        key: Key::Char('a'),
        sign: None,
        cap: "A",
        label: "Analyse",
        help: "Analyse the game after the end",
        when: When::Ended,
        place: Place::Everywhere,
    },
    Binding {
        action: KeyAction::Menu,
        key: Key::Char('m'),
        sign: None,
        cap: "M",
        label: "Menu",
        help: "Open or close the menu: level, opponent, clocks, options",
        when: When::Always,
        place: Place::Everywhere,
    },
    Binding {
        action: KeyAction::Mute,
        key: Key::Char('s'),
        sign: None,
        cap: "S",
        label: "Sound",
        help: "Turn sounds on or off",
        when: When::Always,
        place: Place::Beside,
    },
    Binding {
        action: KeyAction::CopyPosition,
        key: Key::Copy,
        sign: None,
        cap: "Ctrl C",
        label: "Copy position",
        help: "Copy the position as FEN",
        when: When::Always,
        place: Place::HelpPage,
    },
    Binding {
        action: KeyAction::CopyGame,
        key: Key::CopyMore,
        sign: None,
        cap: "Ctrl Shift C",
        label: "Copy game",
        help: "Copy the game as PGN",
        when: When::Always,
        place: Place::HelpPage,
    },
    Binding {
        action: KeyAction::Paste,
        key: Key::Paste,
        sign: None,
        cap: "Ctrl V",
        label: "Paste",
        help: "Start a game from the FEN or PGN in the clipboard",
        when: When::Always,
        place: Place::HelpPage,
    },
    Binding {
        action: KeyAction::Edit,
        key: Key::Char('e'),
        sign: None,
        cap: "E",
        label: "Edit board",
        help: "Open the board editor with this position",
        when: When::Ended,
        place: Place::Beside,
    },
    Binding {
        action: KeyAction::StepBack,
        key: Key::Left,
        sign: None,
        cap: "←",
        label: "Back",
        help: "Go back one move",
        when: When::Always,
        place: Place::HelpPage,
    },
    Binding {
        action: KeyAction::StepForth,
        key: Key::Right,
        sign: None,
        cap: "→",
        label: "Forward",
        help: "Go forward one move",
        when: When::Always,
        place: Place::HelpPage,
    },
    Binding {
        action: KeyAction::ToStart,
        key: Key::Home,
        sign: None,
        cap: "Home ↑",
        label: "First",
        help: "Go to the first move",
        when: When::Always,
        place: Place::HelpPage,
    },
    Binding {
        action: KeyAction::ToPresent,
        key: Key::End,
        sign: None,
        cap: "End ↓",
        label: "Last",
        help: "Go to the last move (or click the board)",
        when: When::Always,
        place: Place::HelpPage,
    },
    Binding {
        action: KeyAction::Help,
        key: Key::F1,
        sign: Some('?'),
        cap: "F1 ?",
        label: "Help",
        help: "Show or hide this page",
        when: When::Always,
        place: Place::HelpPage,
    },
    Binding {
        action: KeyAction::Cursor,
        key: Key::Tab,
        sign: None,
        cap: "Tab",
        label: "Cursor",
        help: "Show or hide a cursor: arrows move it, Enter clicks",
        when: When::Always,
        place: Place::HelpPage,
    },
    Binding {
        action: KeyAction::FullScreen,
        key: Key::F11,
        sign: None,
        cap: "F11",
        label: "Full screen",
        help: "Turn full screen on or off",
        when: When::Always,
        place: Place::HelpPage,
    },
];

/// What `key` does, pressed without the control key.
#[must_use]
pub fn action(key: Key) -> Option<KeyAction> {
    let key = match key {
        Key::Backspace => Key::Char('z'),
        // As on lichess.
        Key::Up => Key::Home,
        Key::Down => Key::End,
        key => key,
    };
    BINDINGS.iter().find(|binding| binding.key == key).map(|binding| binding.action)
}

/// What the typed sign does.
#[must_use]
pub fn typed(sign: char) -> Option<KeyAction> {
    BINDINGS.iter().find(|binding| binding.sign == Some(sign)).map(|binding| binding.action)
}

/// The keys that have a button in the sidebar of a game that has `ended` or not, `beside` the board or below it.
pub fn shown(ended: bool, beside: bool) -> impl Iterator<Item = &'static Binding> {
    BINDINGS.iter().filter(move |binding| {
        let now = match binding.when {
            When::Running => !ended,
            When::Ended => ended,
            When::Always => true,
        };
        let here = match binding.place {
            Place::Everywhere => true,
            Place::Beside => beside,
            Place::HelpPage => false,
        };
        now && here
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every row has a description.
    #[test]
    fn no_two_keys_have_the_same_sign() {
        for row in &BINDINGS {
            assert_eq!(BINDINGS.iter().filter(|other| other.key == row.key).count(), 1, "{}", row.cap);
            assert_eq!(action(row.key), Some(row.action));
            assert!(row.sign.is_none_or(|sign| typed(sign) == Some(row.action)));
            assert!(!row.help.is_empty() && !row.label.is_empty() && !row.cap.is_empty());
        }
        assert_eq!((action(Key::Space), typed('!')), (None, None));
    }

    /// Every row is in `docs/keys.md`.
    #[test]
    fn every_key_is_documented() {
        let docs = include_str!("../../../../docs/keys.md");
        for row in &BINDINGS {
            let line = format!("| `{}` | {} | {} |", row.cap, row.label, row.help);
            assert!(docs.contains(&line), "docs/keys.md has no line\n{line}");
        }
    }
}
