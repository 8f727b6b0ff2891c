//! Drawing of the editor: the board, the palette and the piece that is dragged.

use std::rc::Rc;

use super::Editor;
use super::keys::Message;
use super::tool::{Stroke, Tool};
use crate::game::speech::command::BOARD_COMMANDS;
use crate::game::speech::describe_square;
use crate::rules::{Piece, Variant};
use crate::view::frame::PointerShape;
use crate::view::input::{InputEvent, Key};
use crate::view::layout::BoardLayout;
use crate::view::scene::{Item, Point, Rect, Rgba, Sprite};
use crate::view::screen::Env;
use crate::view::widgets::board::{BoardInput, cursor, sprite};
use crate::view::widgets::build::picture;
use crate::view::widgets::pen::mix;
use crate::view::widgets::{Look, Node, Pen};

/// Opacity of the chosen piece on the tile under the pointer, of 255.
const GHOST: u8 = 130;
/// Name of the node of the board, which gets the focus.
pub(super) const BOARD: &str = "board";

impl Editor {
    /// The board, with a ghost of the piece that a click would put on the tile under the pointer.
    pub(super) fn board_node(&self, layout: &BoardLayout, env: &Env) -> Node<Message> {
        let (layout, view, cursor) = (*layout, self.player_view(), self.cursor);
        let words = if env.has_focus(BOARD) { describe_square(&view, cursor) } else { String::new() };
        let ghost = match (self.tool, self.stroke) {
            (Tool::Put(piece), Stroke::None) => Some(piece),
            _ => None,
        };
        let hovered = self.board.hover.square();
        let is_busy = self.board.is_holding() || self.stroke != Stroke::None;
        let stands = hovered.is_some_and(|square| self.draft.piece_at(square).is_some());
        let changes = stands || self.picked.is_some() || matches!(self.tool, Tool::Put(_));
        let pointer = if changes { PointerShape::Hand } else { PointerShape::Arrow };
        let shown = Rc::new((self.board.clone(), view));
        let above = Rc::clone(&shown);
        picture(move |pen, _, look| {
            let (board, view) = &*shown;
            board.draw(&board.view(view, &layout, pen.theme), None, pen.items);
            let pointed = look.pointer.and_then(|at| layout.square_at(at));
            if let (Some(piece), Some(square)) = (ghost, pointed)
                && view.piece_at(square) != Some(piece)
            {
                let drawing = sprite(&view.variant, piece, None, layout.tile_rect(square));
                pen.items.push(Item::Sprite(Sprite { alpha: GHOST, ..drawing }));
            }
            if look.focused {
                cursor::draw(layout.tile_rect(cursor), pen.items);
            }
        })
        .paint_above(move |pen, _, _| {
            let (board, view) = &*above;
            board.draw_above(&board.view(view, &layout, pen.theme), pen.items);
        })
        .on_input(move |event, _| match *event {
            // Ctrl+Z and Ctrl+S undo and save in most programs.
            InputEvent::Command(ref text) => Some(Message::Typed(text.clone())),
            InputEvent::Key { key: Key::Char('z'), control: true } => Some(Message::Undo),
            InputEvent::Key { key: Key::Char('s'), control: true } => Some(Message::Save),
            InputEvent::Moved(at) if !is_busy && layout.square_at(at) == hovered => None,
            InputEvent::Moved(_)
            | InputEvent::Pressed(..)
            | InputEvent::Dragged(_)
            | InputEvent::Released(..)
            | InputEvent::PointerLeft => Some(Message::Board(BoardInput { event: event.clone(), layout })),
            _ => None,
        })
        .pointer(Some(pointer))
        .commands(BOARD_COMMANDS)
        .focusable()
        .keyed(BOARD)
        .spoken(words)
    }
}

pub(super) fn draw_cell(
    variant: &Variant,
    tool: Tool,
    is_chosen: bool,
    pen: &mut Pen,
    cell: Rect,
    look: Look,
) {
    let background = match (is_chosen, look.hovers(cell)) {
        (true, _) => pen.theme.selected.light,
        (false, true) => mix(pen.theme.tile.light, pen.theme.accent, 0.35),
        (false, false) => pen.theme.tile.light,
    };
    // The cell is a pixel smaller, so that a line of the background separates it from the next cell.
    let inner = Rect { w: cell.w - 1.0, h: cell.h - 1.0, ..cell };
    pen.items.push(Item::Panel { rect: inner, radius: 0.0, color: background });
    match tool {
        Tool::Put(piece) => pen.items.push(Item::Sprite(sprite(variant, piece, None, inner))),
        Tool::Move => draw_arrow(inner, pen.items),
        Tool::Erase => draw_cross(inner, pen.items),
    }
    if is_chosen {
        // A frame shows the chosen tool to players who cannot distinguish the colours.
        let width = pen.px(2.0).max(2.0);
        pen.items.push(Item::Frame { rect: inner, width, color: INK });
    }
    if look.focused {
        cursor::draw(inner, pen.items);
    }
}

/// Draws the piece that is dragged from the palette, after it has left `palette`.
pub(super) fn draw_dragged(
    variant: &Variant,
    piece: Piece,
    tile: f32,
    pen: &mut Pen,
    palette: Rect,
    look: Look,
) {
    if let Some(at) = look.pointer.filter(|&at| !palette.contains(at)) {
        let half = tile / 2.0;
        let rect = Rect::new((at.x - half).round(), (at.y - half).round(), tile, tile);
        pen.items.push(Item::Sprite(sprite(variant, piece, None, rect)));
    }
}

/// Colour of the arrow and of the frame of the chosen tool. It contrasts with a light tile.
const INK: Rgba = Rgba::hex(0x26231F);

/// Draws the picture of the tool that moves pieces: the arrow of a pointer.
fn draw_arrow(rect: Rect, items: &mut Vec<Item>) {
    let at = |x: f32, y: f32| Point::new(rect.x + rect.w * x, rect.y + rect.h * y);
    items.push(Item::Triangle { corners: [at(0.3, 0.18), at(0.3, 0.72), at(0.68, 0.56)], color: INK });
    let width = (rect.w * 0.11).max(2.0);
    items.push(Item::Line { from: at(0.45, 0.55), to: at(0.58, 0.82), width, color: INK });
}

/// Draws the picture of the tool that erases pieces: a red cross.
fn draw_cross(rect: Rect, items: &mut Vec<Item>) {
    let at = |x: f32, y: f32| Point::new(rect.x + rect.w * x, rect.y + rect.h * y);
    let width = (rect.w * 0.11).max(2.0);
    for (from, to) in [(at(0.27, 0.27), at(0.73, 0.73)), (at(0.27, 0.73), at(0.73, 0.27))] {
        items.push(Item::Line { from, to, width, color: Rgba::hex(0xB3261E) });
    }
}
