//! Table of the keys of the game screen, for input, sidebar, help page and docs/keys.md.

use crate::view::input::Key;
use KeyAction::*;
use Place::*;
use When::*;

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
    Puzzles,
    Games,
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
    Running,
    Ended,
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
    pub action: KeyAction,
    pub key: Key,
    /// Text on the key.
    pub cap: &'static str,
    pub label: &'static str,
    /// Line of the help page.
    pub help: &'static str,
    pub when: When,
    pub place: Place,
}

/// All keys of the game, in the order in which they are shown.
pub const BINDINGS: [Binding; 24] = [
    row(Resign, Key::Escape, "Esc", "Resign", "Cancel or go back; in a game, resign", Running, Everywhere),
    row(Restart, Key::Char('r'), "R", "Play again", "Play the level again after the end", Ended, Everywhere),
    row(
        TakeBack,
        Key::Char('z'),
        "Z",
        "Take back",
        "Take back your last move (or Backspace)",
        Always,
        Everywhere,
    ),
    row(
        Hint,
        Key::Char('h'),
        "H",
        "Hint",
        "Show a good move, in games against the computer",
        Running,
        Everywhere,
    ),
    row(OfferDraw, Key::Char('d'), "D", "Draw", "Offer a draw, or accept one", Running, Beside),
    row(TurnBoard, Key::Char('f'), "F", "Flip", "Flip the board", Always, Beside),
    row(NewGame, Key::Char('n'), "N", "New game", "Start a new game", Ended, Everywhere),
    row(
        Rematch,
        Key::Char('x'),
        "X",
        "Rematch",
        "Play again after the end, with colours swapped",
        Ended,
        Everywhere,
    ),
    row(Analyse, Key::Char('a'), "A", "Analyse", "Analyse the game after the end", Ended, Everywhere),
    row(
        Menu,
        Key::Char('m'),
        "M",
        "Menu",
        "Open or close the menu: new game and preferences",
        Always,
        Everywhere,
    ),
    row(Puzzles, Key::Char('p'), "P", "Puzzles", "Solve puzzles", Always, HelpPage),
    row(Games, Key::Char('g'), "G", "Games", "Open the list of your games", Always, HelpPage),
    row(Mute, Key::Char('s'), "S", "Sound", "Turn sounds on or off", Always, Beside),
    row(CopyPosition, Key::Copy, "Ctrl C", "Copy position", "Copy the position as FEN", Always, HelpPage),
    row(CopyGame, Key::CopyMore, "Ctrl Shift C", "Copy game", "Copy the game as PGN", Always, HelpPage),
    row(
        Paste,
        Key::Paste,
        "Ctrl V",
        "Paste",
        "Start a game from the FEN or PGN in the clipboard",
        Always,
        HelpPage,
    ),
    row(Edit, Key::Char('e'), "E", "Edit board", "Open the board editor with this position", Ended, Beside),
    row(StepBack, Key::Left, "←", "Back", "Go back one move", Always, HelpPage),
    row(StepForth, Key::Right, "→", "Forward", "Go forward one move", Always, HelpPage),
    row(ToStart, Key::Home, "Home ↑", "First", "Go to the first move", Always, HelpPage),
    row(ToPresent, Key::End, "End ↓", "Last", "Go to the last move (or click the board)", Always, HelpPage),
    row(Help, Key::F1, "F1 ?", "Help", "Show or hide this page", Always, HelpPage),
    row(
        Cursor,
        Key::Tab,
        "Tab",
        "Cursor",
        "Show or hide a cursor: arrows move it, Enter clicks",
        Always,
        HelpPage,
    ),
    row(FullScreen, Key::F11, "F11", "Full screen", "Turn full screen on or off", Always, HelpPage),
];

const fn row(
    action: KeyAction,
    key: Key,
    cap: &'static str,
    label: &'static str,
    help: &'static str,
    when: When,
    place: Place,
) -> Binding {
    Binding { action, key, cap, label, help, when, place }
}

/// The row of `action`: every action has one.
pub fn binding(action: KeyAction) -> &'static Binding {
    BINDINGS.iter().find(|binding| binding.action == action).unwrap_or(&BINDINGS[0])
}

/// What `key` does, pressed without the control key.
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

/// The action of a typed character, wherever it is on the keyboard.
pub fn typed(sign: char) -> Option<KeyAction> {
    (sign == '?').then_some(KeyAction::Help)
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
