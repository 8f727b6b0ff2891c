//! Messages of the editor, and the table of its keys.

use crate::rules::Color;
use crate::view::input::Key::{self, Char};
use crate::view::widgets::board::BoardInput;
use crate::view::widgets::keymap::{Binding, KeyGroup};
use Message::*;

#[derive(Clone, Debug, PartialEq)]
pub enum Message {
    Turn,
    /// Switches castling on or off for a side.
    Castles(Color),
    Undo,
    Redo,
    Clear,
    SetUp,
    Flip,
    Save,
    Play,
    Analyze,
    Close,
    Copy,
    Paste(String),
    Help,
    /// Puts back a piece that is dragged or picked up, or goes back to moving pieces.
    Cancel,
    /// An arrow key: steps to the right and downwards.
    Step(i8, i8),
    /// Uses the tool at the cursor, or shows the cursor.
    UseTool,
    /// Empties the tile of the cursor or of the piece picked up.
    EmptyTile,
    /// A press on a cell of the palette, by its index.
    Cell(usize),
    /// A command was typed: a question about the board, or a piece and a square.
    Typed(String),
    Board(BoardInput),
    /// Placeholder in the table of keys. The pasted text comes as [`Message::Paste`].
    Elsewhere,
}

/// All keys of the editor, in the order of the help page.
pub const KEYS: &[KeyGroup<Message>] = &[KeyGroup {
    title: "",
    gestures: &[
        ("Click, drag", "Place the chosen piece, or move pieces; drop one off the board to remove it"),
        ("Right button", "Remove pieces"),
        ("Tab, arrows", "Go to board, palette and buttons; Enter uses the choice, Delete empties a tile"),
    ],
    bindings: &[
        Binding::new(Turn, &[Char('t')], "Side to move", "Change the side to move"),
        Binding::new(Castles(Color::White), &[Char('w')], "White castles", "Let White castle or not"),
        Binding::new(Castles(Color::Black), &[Char('b')], "Black castles", "Let Black castle or not"),
        Binding::new(Undo, &[Char('z')], "Undo", "Undo the last change"),
        Binding::new(Redo, &[Char('y'), Key::Redo], "Redo", "Make the last undone change again"),
        Binding::new(Clear, &[Char('c')], "Clear", "Remove all pieces"),
        Binding::new(SetUp, &[Char('r')], "Start position", "Set up the start position"),
        Binding::new(Flip, &[Char('f')], "Flip board", "Flip the board"),
        Binding::new(Save, &[Char('s')], "Save level", "Save the position as a level"),
        Binding::new(Play, &[Char('p')], "Play", "Play from this position with the settings of the menu"),
        Binding::new(Analyze, &[Char('a')], "Analyse", "Analyse this position, and try moves in it"),
        Binding::new(Close, &[Key::Escape], "Close", "Cancel, or close the editor"),
        Binding::copy_position(Copy),
        Binding::new(Elsewhere, &[Key::Paste], "Paste position", "Paste a position as FEN"),
        Binding::help(Help),
    ],
}];
