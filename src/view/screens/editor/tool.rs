//! Tools of the editor's palette, and strokes with them.

use crate::rules::{Color, Piece, Variant};
use crate::view::scene::Point;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tool {
    #[default]
    Move,
    Erase,
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

pub fn index_of(tool: Tool, variant: &Variant) -> Option<usize> {
    tools(variant).into_iter().position(|other| other == tool)
}

/// Action of a mouse button that is held, unless it drags a piece of the board.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Stroke {
    #[default]
    None,
    /// Every tile under the pointer gets this piece, or is emptied.
    Paint {
        piece: Option<Piece>,
        /// Last place of the pointer.
        last: Point,
    },
    /// This piece is dragged from the palette.
    Fetch(Piece),
}
