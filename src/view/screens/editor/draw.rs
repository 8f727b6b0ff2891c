//! Drawing of the editor: board, palette and what is dragged.

use super::input::ghost_of;
use super::tool::{Stroke, Tool, tools};
use super::{Editor, Id};
use crate::view::layout::Layout;
use crate::view::scene::{Item, Point, Rect, Rgba, Sprite};
use crate::view::screen::Env;
use crate::view::widgets::board::cursor;
use crate::view::widgets::board::sprite;
use crate::view::widgets::pen::mix;
use crate::view::widgets::{Page, Pen};

/// Opacity of the chosen piece on the tile under the pointer.
const GHOST: u8 = 130;

impl Editor {
    pub(super) fn draw_editor(&self, ctx: &Env, items: &mut Vec<Item>) {
        let layout = self.layout(ctx);
        let (page, theme) = (self.page(&layout, ctx.game_in_progress), ctx.theme());
        let player_view = self.player_view();
        let board = self.board.view(&player_view, &layout, &theme);
        self.board.draw(&board, None, items);
        self.draw_ghost(&layout, items);
        if self.ui.focus() == Some(Id::Board) {
            cursor::draw(layout.tile_rect(self.cursor), items);
        }
        self.ui.draw(&page, &theme, items);
        self.draw_palette(&mut Pen { theme: &theme, unit: page.unit(), items }, &page);
        self.board.draw_above(&board, items);
        self.draw_fetched(&layout, items);
    }

    /// The piece that a click would put on the tile under the pointer.
    fn draw_ghost(&self, layout: &Layout, items: &mut Vec<Item>) {
        let Some(square) = self.ui.pointer().and_then(|at| layout.square_at(at)) else { return };
        if let Some(piece) = ghost_of(self.tool, self.stroke, self.draft.piece_at(square)) {
            let drawing = sprite(self.draft.variant(), piece, None, layout.tile_rect(square));
            items.push(Item::Sprite(Sprite { alpha: GHOST, ..drawing }));
        }
    }

    /// The piece that is dragged from the palette.
    fn draw_fetched(&self, layout: &Layout, items: &mut Vec<Item>) {
        let (Stroke::Fetch { piece, moved: true }, Some(at)) = (self.stroke, self.ui.pointer()) else {
            return;
        };
        let half = layout.tile / 2.0;
        let rect = Rect::new((at.x - half).round(), (at.y - half).round(), layout.tile, layout.tile);
        items.push(Item::Sprite(sprite(self.draft.variant(), piece, None, rect)));
    }

    fn draw_palette(&self, pen: &mut Pen, page: &Page<Id>) {
        for (index, tool) in tools(self.draft.variant()).into_iter().enumerate() {
            let Some(cell) = page.rect(Id::Cell(index)) else { continue };
            let look = self.ui.look(Id::Cell(index));
            let chosen = tool == self.tool;
            let background = match (chosen, look.hovers(cell)) {
                (true, _) => pen.theme.selected.light,
                (false, true) => mix(pen.theme.tile.light, pen.theme.accent, 0.35),
                (false, false) => pen.theme.tile.light,
            };
            // A line of the background between the cells.
            let inner = Rect { w: cell.w - 1.0, h: cell.h - 1.0, ..cell };
            pen.items.push(Item::Panel { rect: inner, radius: 0.0, color: background });
            match tool {
                Tool::Put(piece) => {
                    pen.items.push(Item::Sprite(sprite(self.draft.variant(), piece, None, inner)));
                }
                Tool::Move => arrow(inner, pen.items),
                Tool::Erase => cross(inner, pen.items),
            }
            if chosen {
                // Also shows the choice to players who cannot distinguish the colours.
                let width = pen.px(2.0).max(2.0);
                pen.items.push(Item::Frame { rect: inner, width, color: INK });
            }
            if look.focused {
                cursor::draw(inner, pen.items);
            }
        }
    }
}

/// Colour of the tools' pictures, on the colour of a light tile.
const INK: Rgba = Rgba::hex(0x26231F);

/// The arrow of a pointer.
fn arrow(rect: Rect, items: &mut Vec<Item>) {
    let at = |x: f32, y: f32| Point::new(rect.x + rect.w * x, rect.y + rect.h * y);
    items.push(Item::Triangle { corners: [at(0.3, 0.18), at(0.3, 0.72), at(0.68, 0.56)], color: INK });
    let width = (rect.w * 0.11).max(2.0);
    items.push(Item::Line { from: at(0.45, 0.55), to: at(0.58, 0.82), width, color: INK });
}

/// A cross.
fn cross(rect: Rect, items: &mut Vec<Item>) {
    let at = |x: f32, y: f32| Point::new(rect.x + rect.w * x, rect.y + rect.h * y);
    let width = (rect.w * 0.11).max(2.0);
    for (from, to) in [(at(0.27, 0.27), at(0.73, 0.73)), (at(0.27, 0.73), at(0.73, 0.27))] {
        items.push(Item::Line { from, to, width, color: Rgba::hex(0xB3261E) });
    }
}
