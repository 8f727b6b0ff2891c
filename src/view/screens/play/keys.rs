//! The one table of keys: what the game listens to, what the sidebar and the help page show, what the docs say.

use crate::view::input::Key;

/// What a key does while a game is on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KeyAction {
    /// Gives the game up.
    Resign,
    /// Starts the level again.
    Restart,
    /// Goes back to the person's last turn.
    TakeBack,
    /// Shows a good move.
    Hint,
    /// Offers a draw, or takes one.
    OfferDraw,
    /// Turns the board round.
    TurnBoard,
    /// Starts a new game.
    NewGame,
    /// Starts the level again with colours changed.
    Rematch,
    /// Opens the analysis of the game.
    Analyse,
    /// Opens the menu.
    Menu,
    /// Opens the board editor.
    Edit,
    /// Turns the sounds off, or on again.
    Mute,
    /// Shows the position one move earlier.
    StepBack,
    /// Shows the position one move later.
    StepForth,
    /// Shows the position the game began with.
    ToStart,
    /// Shows the present again.
    ToPresent,
    /// Opens the help page.
    Help,
    /// Copies the position shown.
    CopyPosition,
    /// Copies the game.
    CopyGame,
    /// Starts a new game from the text in the clipboard: the window brings it.
    Paste,
    /// Shows a cursor on the board for the keyboard, or hides it.
    Cursor,
    /// Fills the screen, or goes back to a window: heard above all screens.
    FullScreen,
}

/// When a key has a button in the sidebar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// While the game runs.
    Running,
    /// When it has ended.
    Ended,
    /// Always.
    Always,
}

/// Where a key has a button.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Beside the board and below it, where there is room for four or five.
    Everywhere,
    /// Beside the board only, where there is room for about nine.
    Beside,
    /// Nowhere: the help page tells of it.
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
        help: "Closes what is open; if nothing is, gives the game up.",
        when: When::Running,
        place: Place::Everywhere,
    },
    Binding {
        action: KeyAction::Restart,
        key: Key::Char('r'),
        sign: None,
        cap: "R",
        label: "Play again",
        help: "Starts the level again when the game has ended.",
        when: When::Ended,
        place: Place::Everywhere,
    },
    Binding {
        action: KeyAction::TakeBack,
        key: Key::Char('z'),
        sign: None,
        cap: "Z",
        label: "Take back",
        help: "Goes back to your last turn, clocks too, also after the end; so does Backspace.",
        when: When::Always,
        place: Place::Everywhere,
    },
    Binding {
        action: KeyAction::Hint,
        key: Key::Char('h'),
        sign: None,
        cap: "H",
        label: "Hint",
        help: "Shows a good move, in games against the computer.",
        when: When::Running,
        place: Place::Everywhere,
    },
    Binding {
        action: KeyAction::OfferDraw,
        key: Key::Char('d'),
        sign: None,
        cap: "D",
        label: "Draw",
        help: "Offers a draw; takes the one that the other person offers.",
        when: When::Running,
        place: Place::Beside,
    },
    Binding {
        action: KeyAction::TurnBoard,
        key: Key::Char('f'),
        sign: None,
        cap: "F",
        label: "Turn",
        help: "Turns the board round.",
        when: When::Always,
        place: Place::Beside,
    },
    Binding {
        action: KeyAction::NewGame,
        key: Key::Char('n'),
        sign: None,
        cap: "N",
        label: "New game",
        help: "Starts a new game; asks first if this one is running.",
        when: When::Ended,
        place: Place::Everywhere,
    },
    Binding {
        action: KeyAction::Rematch,
        key: Key::Char('x'),
        sign: None,
        cap: "X",
        label: "Rematch",
        help: "Starts the level again with colours changed when the game has ended.",
        when: When::Ended,
        place: Place::Everywhere,
    },
    Binding {
        action: KeyAction::Analyse,
        key: Key::Char('a'),
        sign: None,
        cap: "A",
        label: "Analysis",
        help: "Opens the analysis of the game when it has ended.",
        when: When::Ended,
        place: Place::Everywhere,
    },
    Binding {
        action: KeyAction::Menu,
        key: Key::Char('m'),
        sign: None,
        cap: "M",
        label: "Menu",
        help: "Opens and closes the menu: level, opponent, clocks, options.",
        when: When::Always,
        place: Place::Everywhere,
    },
    Binding {
        action: KeyAction::Mute,
        key: Key::Char('s'),
        sign: None,
        cap: "S",
        label: "Sound",
        help: "Turns the sounds off, or on again.",
        when: When::Always,
        place: Place::Beside,
    },
    Binding {
        action: KeyAction::CopyPosition,
        key: Key::Copy,
        sign: None,
        cap: "Ctrl C",
        label: "Copy position",
        help: "Copies the position shown, as FEN.",
        when: When::Always,
        place: Place::HelpPage,
    },
    Binding {
        action: KeyAction::CopyGame,
        key: Key::CopyMore,
        sign: None,
        cap: "Ctrl Shift C",
        label: "Copy game",
        help: "Copies the game, as PGN.",
        when: When::Always,
        place: Place::HelpPage,
    },
    Binding {
        action: KeyAction::Paste,
        key: Key::Paste,
        sign: None,
        cap: "Ctrl V",
        label: "Paste",
        help: "Starts a new game from the FEN or PGN in the clipboard.",
        when: When::Always,
        place: Place::HelpPage,
    },
    Binding {
        action: KeyAction::Edit,
        key: Key::Char('e'),
        sign: None,
        cap: "E",
        label: "Edit board",
        help: "Opens the board editor, from the position shown.",
        when: When::Ended,
        place: Place::Beside,
    },
    Binding {
        action: KeyAction::StepBack,
        key: Key::Left,
        sign: None,
        cap: "←",
        label: "Back",
        help: "Looks back by one move.",
        when: When::Always,
        place: Place::HelpPage,
    },
    Binding {
        action: KeyAction::StepForth,
        key: Key::Right,
        sign: None,
        cap: "→",
        label: "Forth",
        help: "Looks forward by one move.",
        when: When::Always,
        place: Place::HelpPage,
    },
    Binding {
        action: KeyAction::ToStart,
        key: Key::Home,
        sign: None,
        cap: "Home",
        label: "Start",
        help: "Looks back to the start; so does the arrow up.",
        when: When::Always,
        place: Place::HelpPage,
    },
    Binding {
        action: KeyAction::ToPresent,
        key: Key::End,
        sign: None,
        cap: "End",
        label: "Present",
        help: "Returns to the present; so do the arrow down and a click on the board.",
        when: When::Always,
        place: Place::HelpPage,
    },
    Binding {
        action: KeyAction::Help,
        key: Key::F1,
        sign: Some('?'),
        cap: "F1",
        label: "Help",
        help: "Opens and closes this page; so does the question mark.",
        when: When::Always,
        place: Place::HelpPage,
    },
    Binding {
        action: KeyAction::Cursor,
        key: Key::Tab,
        sign: None,
        cap: "Tab",
        label: "Cursor",
        help: "Shows a cursor on the board, or hides it. The arrows move it; Enter and Space are a click.",
        when: When::Always,
        place: Place::HelpPage,
    },
    Binding {
        action: KeyAction::FullScreen,
        key: Key::F11,
        sign: None,
        cap: "F11",
        label: "Full screen",
        help: "Fills the screen, or goes back to a window.",
        when: When::Always,
        place: Place::HelpPage,
    },
];

/// What `key` does, pressed without the control key.
#[must_use]
pub fn action(key: Key) -> Option<KeyAction> {
    let key = match key {
        // Whoever wants to undo something has this one at hand.
        Key::Backspace => Key::Char('z'),
        // As in the lists of moves that players know.
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
            assert!(row.help.ends_with('.') && !row.label.is_empty() && !row.cap.is_empty());
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
