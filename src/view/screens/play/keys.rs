//! Messages of the game screen, and the table of its keys.

use crate::game::Command::{self, OfferDraw, Rematch, Resign, Restart, TakeBack, UndoResignation};
use crate::view::input::Key::{self, Char};
use crate::view::widgets::board::BoardInput;
use crate::view::widgets::keymap::{Binding, KeyGroup};
use Message::*;

#[derive(Clone, Debug, PartialEq)]
pub enum Message {
    Do(Command),
    Hint,
    Flip,
    NewGame,
    Analyze,
    Menu,
    Home,
    Learn,
    Puzzles,
    Games,
    Edit,
    Mute,
    StepBack,
    StepForward,
    /// Shows the position after this many moves, or the current position if the game has fewer moves.
    GoTo(usize),
    Help,
    CopyPosition,
    CopyGame,
    CopyLink,
    Paste(String),
    /// Accepts or declines the offer to resume a game or to learn.
    AnswerOffer(bool),
    /// Makes or cancels the move that waits for a second tap.
    Confirm(bool),
    Board(BoardInput),
    /// Placeholder in the table of keys for a key that the app, the window or the board handles.
    Elsewhere,
}

/// Key of the button that declines a draw or an offer.
pub const DECLINE: Key = Char('c');

pub const KEYS: &[KeyGroup<Message>] = &[
    KeyGroup {
        title: "Play",
        gestures: &[
            ("Click, drag", "Select a piece and move it"),
            ("Click the rook", "Castle the selected king"),
        ],
        bindings: &[
            Binding::new(Do(TakeBack), &[Char('z'), Key::Backspace], "Take back", "Take back your last move"),
            Binding::new(Hint, &[Char('h')], "Hint", "Show a good move"),
            Binding::new(Do(OfferDraw), &[Char('d')], "Draw", "Offer a draw, or accept one"),
            Binding::new(Elsewhere, &[DECLINE], "Decline", "Decline a draw, or close an offer"),
            Binding::new(Do(Resign), &[Key::Escape], "Resign", "Cancel, go back or resign"),
        ],
    },
    KeyGroup {
        title: "Look at the game",
        gestures: &[
            ("Rest on a piece", "Show its value and moves"),
            ("Wheel", "Step through the moves"),
            ("Right button", "Draw arrows and circles"),
            ("Shift, Alt", "Draw in red, blue or yellow"),
        ],
        bindings: &[
            Binding::new(StepBack, &[Key::Left], "Back", "Go back one move"),
            Binding::new(StepForward, &[Key::Right], "Forward", "Go forward one move"),
            // Up and Down go to the first and to the last move, as on lichess.
            Binding::new(GoTo(0), &[Key::Home, Key::Up], "First", "Go to the first move"),
            Binding::new(GoTo(usize::MAX), &[Key::End, Key::Down], "Last", "Go to the last move"),
            Binding::new(Flip, &[Char('f')], "Flip", "Flip the board"),
        ],
    },
    KeyGroup {
        title: "After the game",
        gestures: &[],
        bindings: &[
            Binding::new(Do(UndoResignation), &[Char('u')], "Undo", "Go on with a game you resigned"),
            Binding::new(Do(Rematch), &[Char('x')], "Rematch", "Play again, colours swapped"),
            Binding::new(Do(Restart), &[Char('r')], "Play again", "Play the level again"),
            Binding::new(NewGame, &[Char('n')], "New game", "Start a new game"),
            Binding::new(Analyze, &[Char('a')], "Analyse", "Open the analysis board with this game"),
            Binding::new(Edit, &[Char('e')], "Edit board", "Edit the position on the board"),
        ],
    },
    KeyGroup {
        title: "Open",
        gestures: &[],
        bindings: &[
            Binding::new(Menu, &[Char('m')], "Menu", "Open or close the menu"),
            Binding::new(Home, &[Char('o')], "Home", "Go to the home screen"),
            Binding::new(Learn, &[Char('l')], "Learn", "Learn the pieces and the rules"),
            Binding::new(Puzzles, &[Char('p')], "Puzzles", "Solve puzzles"),
            Binding::new(Games, &[Char('g')], "Games", "Open the list of your games"),
            Binding::help(Help),
        ],
    },
    KeyGroup {
        title: "Copy and paste",
        gestures: &[],
        bindings: &[
            Binding::copy_position(CopyPosition),
            Binding::new(CopyGame, &[Key::CopyMore], "Copy game", "Copy the game as PGN"),
            Binding::new(Elsewhere, &[Key::Paste], "Paste", "Play a copied FEN or PGN"),
        ],
    },
    KeyGroup {
        title: "Sound and screen",
        gestures: &[],
        bindings: &[
            Binding::new(Mute, &[Char('s')], "Sound", "Turn sounds on or off"),
            Binding::new(Elsewhere, &[Key::F11], "Full screen", "Turn full screen on or off"),
            Binding::new(Elsewhere, &[Key::Tab], "Cursor", "Move by arrows and Enter"),
        ],
    },
];
