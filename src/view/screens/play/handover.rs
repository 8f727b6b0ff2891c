//! Panel over the board while it is passed to the other player in the fog. It names the player to move.

use crate::game::Game;
use crate::rules::Color;
use crate::view::layout::BoardLayout;
use crate::view::widgets::Node;
use crate::view::widgets::build::layers;
use crate::view::widgets::node::{Ink, Surface, centered, column, text};

/// Edge of a tile of a board of 14 by 14, in pixels of the design.
const TILE: f32 = 50.0;
/// Height of a line of the panel.
const LINE: f32 = 0.75 * TILE;

/// The panel over the board while it is passed to `to`.
pub fn node<M>(game: &Game, to: Color, layout: &BoardLayout) -> Node<M> {
    let name = to.name();
    let line = |words: String, size: f32| {
        text(words).sized(size * layout.scale).smallest(8.0).centered().height(LINE)
    };
    // The clock runs from the other side's move on, as in every game, so changing seats takes time from it.
    let has_clock = game.clocks().remaining(to).is_some();
    let panel = column([
        line(format!("Pass the board to {name}"), 31.0).bold(),
        line(format!("{} when ready", if layout.is_touch() { "Tap" } else { "Click or press Enter" }), 23.0),
        line(format!("{name}'s clock is running"), 18.0).ink(Ink::Faint).when(has_clock),
    ]);
    let height = LINE * if has_clock { 4.0 } else { 3.0 };
    let panel = panel.padded(23.0, LINE / 2.0 - 2.0).surface(Surface::Panel).fill(1.0);
    let framed = column([panel]).padding(2.0).width(420.0).height(height).surface(Surface::Dialog);
    // The panel is as large on a board of any size as on one of 14 by 14.
    let unit = layout.board.w.min(layout.board.h) / 14.0 / TILE;
    layers([centered(framed).at(layout.board, unit)])
}
