//! Menu of a move: its glyphs, its comment, and the order of variations.

use super::{AnalysisScreen, KEYS, Message};
use crate::notation::game_tree::NodeId;
use crate::notation::glyph::{GLYPHS, Glyph};
use crate::view::layout::BoardLayout;
use crate::view::scene::Rect;
use crate::view::screen::Env;
use crate::view::widgets::Node;
use crate::view::widgets::build::{button, grid};
use crate::view::widgets::keymap::binding;
use crate::view::widgets::node::{Surface, column, row, space, text};

/// Size of the menu for a mouse, in pixels of the design.
const SIZE: (f32, f32) = (224.0, 352.0);
/// Size of the menu for fingers, in pixels of the design.
const FOR_FINGERS: (f32, f32) = (320.0, 352.0);
/// Number of glyphs about moves. They have one row of the menu.
const OF_MOVES: usize = 7;
/// Number of glyphs about positions in a row. They have two rows of the menu.
const OF_POSITIONS: usize = 4;

impl AnalysisScreen {
    /// The open menu, with a layer below it that closes it.
    pub(super) fn menu(&self, layout: &BoardLayout, env: &Env) -> Vec<Node<Message>> {
        let Some((id, at)) = self.menu else { return Vec::new() };
        let (window_w, window_h) = env.size;
        let size = if layout.is_touch() { FOR_FINGERS } else { SIZE };
        let unit = layout.unit().min(window_h / size.1).min(window_w / size.0);
        let (w, h) = (size.0 * unit, size.1 * unit);
        let x = at.x.min(window_w - w).max(0.0).floor();
        // Where the menu has no room below the point, it is above it.
        let y = if at.y + h > window_h { (at.y - h).min(window_h - h).max(0.0) } else { at.y }.floor();
        let outside = space().on_press(Message::Menu(None)).inert();
        let menu = self
            .entries(id, if layout.is_touch() { 2 } else { 1 })
            .padding(10.0)
            .surface(Surface::Dialog)
            .inert();
        vec![
            outside.at(Rect::new(0.0, 0.0, window_w, window_h), unit),
            menu.at(Rect::new(x, y, w.floor(), h.floor()), unit),
        ]
    }

    /// The glyphs, and the other entries in so many columns.
    fn entries(&self, id: NodeId, columns: usize) -> Node<Message> {
        let tree = self.tree();
        let (is_move, is_variation) = (id != NodeId::ROOT, !tree.is_main_line(id));
        let chosen = &tree.annotations(id).glyphs;
        let glyph = |glyph: &Glyph| {
            let node =
                button(glyph.sign, Message::Glyph(glyph.number)).primary(chosen.contains(&glyph.number));
            node.enabled(is_move).tip(glyph.name, "").fill(1.0)
        };
        let glyphs = |from: usize, count: usize| {
            row(GLYPHS.iter().skip(from).take(count).map(glyph)).gap(2.0).height(26.0)
        };
        let title = text(self.last_move()).bold().sized(14.0).smallest(10.0);
        let entry = |message: Message, is_enabled: bool| {
            let button = binding(KEYS, &message).button().enabled(is_enabled);
            column([button.fill(1.0)]).height(27.0)
        };
        let up = tree.variation_start(id).and_then(|first| tree.parent(first));
        let can_move_up = up.is_some_and(|up| tree.children(up).len() > 2);
        let close = button("Close", Message::Menu(None)).flat();
        let head = [
            row([title.fill(1.0)]).height(20.0),
            glyphs(0, OF_MOVES),
            glyphs(OF_MOVES, OF_POSITIONS),
            glyphs(OF_MOVES + OF_POSITIONS, OF_POSITIONS),
        ];
        let entries = [
            entry(Message::Comment, true),
            entry(Message::Promote, is_variation),
            entry(Message::MainLine, is_variation),
            entry(Message::MoveUp, can_move_up),
            entry(Message::Fold, true),
            entry(Message::Delete, is_move),
        ];
        let rows = head.into_iter().chain(grid(columns, 4.0, entries));
        column(rows.chain([column([close.fill(1.0)]).height(22.0)])).gap(4.0)
    }
}

/// Adds a glyph or removes it. A move has at most one glyph about the move and one about the position.
pub(super) fn toggle_glyph(glyphs: &mut Vec<u8>, glyph: u8) {
    let is_new = !glyphs.contains(&glyph);
    let is_of_move = |number: u8| Glyph::by_number(number).is_some_and(Glyph::is_of_move);
    glyphs.retain(|&other| is_of_move(other) != is_of_move(glyph));
    if is_new {
        glyphs.push(glyph);
    }
}
