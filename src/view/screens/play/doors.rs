//! The ways that lead from a game to other screens, made by whoever knows more than the game.

use std::cell::Cell;
use std::rc::Rc;

use crate::game::options::Options;
use crate::rules::{Color, Piece, Square};
use crate::view::screen::Screen;

/// Makes the menu that opens above a game; it is told the game's options, and shares the knowledge whether the game
/// has begun and not ended.
pub type MenuDoor = Box<dyn Fn(&Options, Rc<Cell<bool>>) -> Box<dyn Screen>>;

/// What is shown of a game when the editor is opened above it.
pub struct Shown {
    /// The pieces that are seen.
    pub pieces: Vec<(Square, Piece)>,
    /// The side to move.
    pub turn: Color,
    /// The side below.
    pub bottom: Color,
    /// Whether the game has begun and not ended.
    pub busy: Rc<Cell<bool>>,
}

/// Makes the editor that opens above a game; it is told the game's options and what is shown of it.
pub type EditorDoor = Box<dyn Fn(&Options, Shown) -> Box<dyn Screen>>;

/// Makes the screen of another game like this one; it is told the game's options.
pub type NewGameDoor = Box<dyn Fn(&Options) -> Option<Box<dyn Screen>>>;
