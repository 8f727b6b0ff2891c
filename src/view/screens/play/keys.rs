//! Table of the keys of the game screen, for input, sidebar, help page and docs/keys.md.

use crate::view::input::Key;
use crate::view::widgets::bindings::{self, Binding};
use KeyAction::*;

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
    Analyze,
    Menu,
    Learn,
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
    /// Has a button, and only in a browser.
    CopyLink,
    Paste,
    Cursor,
    /// Handled by the app, above all screens.
    FullScreen,
}

/// All keys of the game, in the order in which they are shown.
pub const BINDINGS: &[Binding<KeyAction>] = &[
    Binding::new(Resign, Key::Escape, "Esc", "Resign", "Cancel, go back or resign"),
    Binding::new(Restart, Key::Char('r'), "R", "Play again", "Play the level again"),
    Binding::new(TakeBack, Key::Char('z'), "Z Backspace", "Take back", "Take back your last move"),
    Binding::new(Hint, Key::Char('h'), "H", "Hint", "Show a good move"),
    Binding::new(OfferDraw, Key::Char('d'), "D", "Draw", "Offer a draw, or accept one"),
    Binding::new(TurnBoard, Key::Char('f'), "F", "Flip", "Flip the board"),
    Binding::new(NewGame, Key::Char('n'), "N", "New game", "Start a new game"),
    Binding::new(Rematch, Key::Char('x'), "X", "Rematch", "Play again, colours swapped"),
    Binding::new(Analyze, Key::Char('a'), "A", "Analyse", "Analyse the finished game"),
    Binding::new(Menu, Key::Char('m'), "M", "Menu", "Open or close the menu"),
    Binding::new(Learn, Key::Char('l'), "L", "Learn", "Learn the pieces and the rules"),
    Binding::new(Puzzles, Key::Char('p'), "P", "Puzzles", "Solve puzzles"),
    Binding::new(Games, Key::Char('g'), "G", "Games", "Open the list of your games"),
    Binding::new(Mute, Key::Char('s'), "S", "Sound", "Turn sounds on or off"),
    Binding::new(CopyPosition, Key::Copy, "Ctrl C", "Copy position", "Copy the position as FEN"),
    Binding::new(CopyGame, Key::CopyMore, "Ctrl Shift C", "Copy game", "Copy the game as PGN"),
    Binding::new(Paste, Key::Paste, "Ctrl V", "Paste", "Play a copied FEN or PGN"),
    Binding::new(Edit, Key::Char('e'), "E", "Edit board", "Edit the position on the board"),
    Binding::new(StepBack, Key::Left, "←", "Back", "Go back one move"),
    Binding::new(StepForth, Key::Right, "→", "Forward", "Go forward one move"),
    Binding::new(ToStart, Key::Home, "Home ↑", "First", "Go to the first move"),
    Binding::new(ToPresent, Key::End, "End ↓", "Last", "Go to the last move"),
    Binding::new(Help, Key::F1, "F1 ?", "Help", "Show or hide this page"),
    Binding::new(Cursor, Key::Tab, "Tab", "Cursor", "Move by arrows and Enter"),
    Binding::new(FullScreen, Key::F11, "F11", "Full screen", "Turn full screen on or off"),
];

/// What `key` does, pressed without the control key.
pub fn action(key: Key) -> Option<KeyAction> {
    let key = match key {
        Key::Backspace => Key::Char('z'),
        // As on lichess.
        Key::Up => Key::Home,
        Key::Down => Key::End,
        key => key,
    };
    bindings::find(BINDINGS, key)
}

/// The action of a typed character, wherever it is on the keyboard.
pub fn typed(sign: char) -> Option<KeyAction> {
    (sign == '?').then_some(KeyAction::Help)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each key does one thing, and is documented.
    #[test]
    fn keys_are_documented() {
        bindings::assert_sound(BINDINGS);
        assert_eq!((action(Key::Space), typed('!')), (None, None));
    }
}
