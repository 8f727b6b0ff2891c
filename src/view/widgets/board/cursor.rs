//! Keyboard cursor on the board, an alternative to the mouse.

use crate::game::{Command, Game};
use crate::rules::Square;
use crate::view::input::Key;
use crate::view::layout::BoardLayout;
use crate::view::scene::{Item, Point, Rect, Rgba};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CursorResponse {
    Ignored,
    /// The cursor was shown, hidden or moved.
    Moved,
    Command(Command),
}

/// A square that the arrow keys move, hidden until Tab is pressed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cursor {
    shown: bool,
    /// The square of the cursor. It is kept while the cursor is hidden.
    square: Option<Square>,
}

impl Cursor {
    /// The square of the cursor while it is shown.
    pub fn square(&self) -> Option<Square> {
        self.square.filter(|_| self.shown)
    }

    /// Shows the cursor on `square`.
    pub fn show(&mut self, square: Square) {
        *self = Self { shown: true, square: Some(square) };
    }

    /// Handles a key. Tab shows or hides the cursor. While it is shown, the arrow keys move it in their direction on
    /// the screen, Enter and Space click its square, and Escape hides it.
    pub fn key(&mut self, key: Key, game: &Game, layout: &BoardLayout) -> CursorResponse {
        if key == Key::Tab {
            self.toggle(game, layout);
            return CursorResponse::Moved;
        }
        let Some(square) = self.square() else { return CursorResponse::Ignored };
        let step = match key {
            Key::Left => (-1, 0),
            Key::Right => (1, 0),
            Key::Up => (0, -1),
            Key::Down => (0, 1),
            Key::Enter | Key::Space => return CursorResponse::Command(Command::Click(square)),
            Key::Escape => {
                self.shown = false;
                return CursorResponse::Moved;
            }
            _ => return CursorResponse::Ignored,
        };
        self.square = layout.step(square, step).or(Some(square));
        CursorResponse::Moved
    }

    /// Shows or hides the cursor. It is shown on its last square, the first time in the middle of the lowest row.
    fn toggle(&mut self, game: &Game, layout: &BoardLayout) {
        self.shown = !self.shown;
        let board = game.position().variant().geometry().board();
        if self.square.is_none_or(|square| !board.contains(square)) {
            let Rect { y, h, .. } = layout.board;
            let middle = Point::new(layout.board.center().x, y + h - layout.tile / 2.0);
            self.square = layout.square_at(middle);
        }
    }

    pub fn draw(&self, layout: &BoardLayout, items: &mut Vec<Item>) {
        if let Some(square) = self.square() {
            draw(layout.tile_rect(square), items);
        }
    }
}

/// Draws a cursor on `tile`: the four corners of a frame, white in black, which stands out from every tile and piece.
pub fn draw(tile: Rect, items: &mut Vec<Item>) {
    let (arm, width) = ((tile.w * 0.34).round(), (tile.w * 0.1).round().max(3.0));
    let rim = (width / 3.0).floor().max(1.0);
    for (by, color) in [(0.0, Rgba::hex(0)), (rim, Rgba::hex(0xFFFFFF))] {
        let (long, thin) = (arm - 2.0 * by, width - 2.0 * by);
        for right in [false, true] {
            for low in [false, true] {
                let x = |w: f32| if right { tile.x + tile.w - by - w } else { tile.x + by };
                let y = |h: f32| if low { tile.y + tile.h - by - h } else { tile.y + by };
                let across = Rect::new(x(long), y(thin), long, thin);
                let along = Rect::new(x(thin), y(long), thin, long);
                items.extend([across, along].map(|rect| Item::fill(rect, color)));
            }
        }
    }
}
