//! Tools of the editor's palette, and strokes with them.

use crate::rules::{Color, Piece, Variant};
use crate::view::scene::Point;

/// A tool of the palette.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tool {
    /// Moves pieces.
    #[default]
    Move,
    /// Takes pieces away.
    Erase,
    /// Puts pieces like this one.
    Put(Piece),
}

/// The tools in the order of the palette: moving and White's kinds, removing and Black's kinds.
pub fn tools(variant: &Variant) -> Vec<Tool> {
    let block = |tool, color| {
        let kinds = variant.kinds().map(move |kind| Tool::Put(Piece::new(color, kind)));
        std::iter::once(tool).chain(kinds)
    };
    block(Tool::Move, Color::White).chain(block(Tool::Erase, Color::Black)).collect()
}

/// Index of `tool` in the palette.
pub fn index_of(tool: Tool, variant: &Variant) -> Option<usize> {
    tools(variant).into_iter().position(|other| other == tool)
}

/// What goes on while a button of the mouse is held, unless a piece of the board is dragged.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Stroke {
    /// Nothing.
    #[default]
    None,
    /// Every tile under the pointer gets this piece, or is emptied.
    Paint {
        /// What it gets.
        piece: Option<Piece>,
        /// Where the pointer was last.
        last: Point,
    },
    /// A piece of the palette may be going with the pointer.
    Fetch {
        /// Which.
        piece: Piece,
        /// Whether the pointer has left the palette's cell.
        moved: bool,
    },
}
