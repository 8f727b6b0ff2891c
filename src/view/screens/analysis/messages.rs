//! Messages and keys of the analysis board.

use Message::*;

use crate::notation::game_tree::NodeId;
use crate::rules::{Color, Move};
use crate::view::input::Key::{self, Char};
use crate::view::scene::Point;
use crate::view::widgets::Field;
use crate::view::widgets::board::BoardInput;
use crate::view::widgets::keymap::{Binding, KeyGroup};

#[derive(Clone, Debug, PartialEq)]
pub enum Message {
    First,
    Back,
    Forward,
    Last,
    PreviousMistake,
    NextMistake,
    GoTo(NodeId),
    /// The pointer drags the line of the graph to this position; `None` if it has released the line.
    DragGraph(Option<NodeId>),
    Flip,
    Engine,
    Lines(bool),
    /// Shows all lines of the engine below the board of an upright window, or the first alone.
    Unfold,
    Threat,
    /// Starts or stops the evaluation of the game.
    Evaluate,
    /// Opens the mistakes of a side as puzzles, or those of the side that learns.
    Learn(Option<Color>),
    /// Makes the first moves of a line of the engine: the index of the line, and how many moves.
    Follow(usize, usize),
    /// The pointer is on this move of a line of the engine.
    Preview(Option<(usize, usize)>),
    /// Opens the menu of a move, or closes it.
    Menu(Option<(NodeId, Point)>),
    Promote,
    MainLine,
    MoveUp,
    Delete,
    Fold,
    Glyph(u8),
    Comment,
    TypeMove,
    /// Opens the field of a move with its first letter.
    TypeLetter(char),
    Edited(Field),
    /// Accepts the text that was typed, or cancels typing.
    EndEdit(bool),
    Undo,
    PlayFromHere,
    Copy,
    CopyGame,
    /// Shows or hides the openings.
    Openings,
    /// Makes a move of the openings.
    PlayOpening(Move),
    /// Opens the dialog that saves and copies position and game.
    Share,
    Paste(String),
    /// Opens the dialog that begins another analysis.
    New,
    Help,
    Close,
    Board(BoardInput),
    /// Placeholder in the table of keys. The pasted text comes as [`Message::Paste`].
    Elsewhere,
}

pub const KEYS: &[KeyGroup<Message>] = &[
    KeyGroup {
        title: "Moves",
        gestures: &[
            ("Click or drag a piece", "Make a move: the next one of the line, or a variation"),
            ("Click a move", "Go to that move; the right button or a long press opens its menu"),
            ("Click the graph", "Go to that position; drag to move through the game"),
            ("Right button", "Draw arrows and circles, which are kept with the move"),
        ],
        bindings: &[
            Binding::new(First, &[Key::Home], "Start", "Go to the start"),
            Binding::new(Back, &[Key::Left], "Back", "Go back one move; also the wheel up"),
            Binding::new(Forward, &[Key::Right], "Forward", "Go forward one move; also the wheel down"),
            Binding::new(Last, &[Key::End], "End", "Go to the end of the line"),
            Binding::new(
                PreviousMistake,
                &[Key::Up],
                "Previous mistake",
                "Go to the mistake before this move",
            ),
            Binding::new(NextMistake, &[Key::Down], "Next mistake", "Go to the mistake after this move"),
            Binding::new(
                TypeMove,
                &[Key::Enter],
                "Type",
                "Type a move, such as Nf3 or g1f3; a capital letter begins one",
            ),
            Binding::new(Flip, &[Char('f')], "Flip", "Flip the board"),
        ],
    },
    KeyGroup {
        title: "Engine",
        gestures: &[(
            "Click a line",
            "Make the moves of the line up to that one; rest on it to see the board",
        )],
        bindings: &[
            Binding::new(Engine, &[Char('e')], "Engine", "Turn the engine on or off"),
            Binding::new(Lines(false), &[Key::Sign('-')], "Fewer lines", "Show fewer lines of the engine"),
            Binding::new(Lines(true), &[Key::Sign('+')], "More lines", "Show more lines of the engine"),
            Binding::new(Threat, &[Char('t')], "Threat", "Show what the other side would do"),
            Binding::new(
                Evaluate,
                &[Char('g')],
                "Analyse game",
                "Evaluate all moves of the game, again for longer, or stop it",
            ),
            Binding::new(
                Learn(None),
                &[Char('l')],
                "Learn",
                "Find better moves than the mistakes in this game",
            ),
            Binding::new(
                Openings,
                &[Char('o')],
                "Openings",
                "Show what was played here, and how the games ended",
            ),
            Binding::new(Follow(0, 1), &[Key::Space], "Best move", "Make the best move of the engine"),
        ],
    },
    KeyGroup {
        title: "Edit",
        gestures: &[],
        bindings: &[
            Binding::new(Comment, &[Char('c')], "Comment", "Write a comment on the move"),
            Binding::new(
                Promote,
                &[Char('p')],
                "Promote",
                "Put the variation before the line it departs from",
            ),
            Binding::new(MainLine, &[Char('m')], "Main line", "Make the variation the main line"),
            Binding::new(MoveUp, &[Char('u')], "Move up", "Put the variation before the one above it"),
            Binding::new(Fold, &[Char('h')], "Hide", "Hide or show the variations of the move"),
            Binding::new(Delete, &[Key::Delete], "Delete", "Delete the move and all that follows it"),
            Binding::new(Undo, &[Char('z')], "Undo", "Undo the last change of the moves; also Ctrl Z"),
        ],
    },
    KeyGroup {
        title: "Other",
        gestures: &[],
        bindings: &[
            Binding::new(
                PlayFromHere,
                &[Char('x')],
                "Play from here",
                "Play this position against the computer",
            ),
            Binding::copy_position(Copy),
            Binding::new(CopyGame, &[Key::CopyMore], "Copy game", "Copy the moves with comments as PGN"),
            Binding::new(Share, &[Char('s')], "Share", "Save a picture, an animation or a PGN, or copy them"),
            Binding::new(Elsewhere, &[Key::Paste], "Paste", "Analyse a copied FEN or PGN"),
            Binding::new(
                New,
                &[Char('n')],
                "New",
                "Begin an analysis, paste a FEN or PGN, or open an earlier analysis",
            ),
            // The key that opens the analysis also closes it.
            Binding::new(Close, &[Key::Escape, Char('a')], "Close", "Close the analysis"),
            Binding::help(Help),
        ],
    },
];
