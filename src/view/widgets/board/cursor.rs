//! Keyboard cursor on the board: does what clicks of the mouse do.

use crate::game::{Command, Game};
use crate::rules::Square;
use crate::view::input::Key;
use crate::view::layout::Layout;
use crate::view::scene::{Item, Point, Rect, Rgba};

/// The frame: dark around light, so that it stands out from every tile and piece.
const OUTER: Rgba = Rgba(0, 0, 0, 255);
const INNER: Rgba = Rgba(255, 255, 255, 255);
/// Length and width of the arms of the frame's corners, in tiles.
const ARM: (f32, f32) = (0.34, 0.1);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CursorResponse {
    Ignored,
    /// It was shown, hidden or moved.
    Moved,
    Command(Command),
}

/// A square that the arrow keys move, hidden until Tab is pressed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cursor {
    shown: bool,
    /// Its square, or its last one while it is hidden.
    square: Option<Square>,
}

impl Cursor {
    pub fn square(&self) -> Option<Square> {
        self.square.filter(|_| self.shown)
    }

    /// Handles a key: Tab shows and hides it; while it is shown, arrows move it as they point on the screen, Enter
    /// and Space are a click, and Escape hides it.
    pub fn key(&mut self, key: Key, game: &Game, layout: &Layout) -> CursorResponse {
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

    /// Shows it where it was the last time, at first in the middle of the lowest row; or hides it.
    fn toggle(&mut self, game: &Game, layout: &Layout) {
        self.shown = !self.shown;
        let board = game.position().variant().geometry().board();
        if self.square.is_none_or(|square| !board.contains(square)) {
            let Rect { y, h, .. } = layout.board;
            let middle = Point::new(layout.board.center().x, y + h - layout.tile / 2.0);
            self.square = layout.square_at(middle);
        }
    }

    pub fn draw(&self, layout: &Layout, items: &mut Vec<Item>) {
        if let Some(square) = self.square() {
            draw(layout.tile_rect(square), items);
        }
    }
}

/// Draws a cursor on `tile`: the four corners of a frame.
pub fn draw(tile: Rect, items: &mut Vec<Item>) {
    let (arm, width) = ((tile.w * ARM.0).round(), (tile.w * ARM.1).round().max(3.0));
    let rim = (width / 3.0).floor().max(1.0);
    for (by, color) in [(0.0, OUTER), (rim, INNER)] {
        let (long, thin) = (arm - 2.0 * by, width - 2.0 * by);
        for right in [false, true] {
            for low in [false, true] {
                let x = |w: f32| if right { tile.x + tile.w - by - w } else { tile.x + by };
                let y = |h: f32| if low { tile.y + tile.h - by - h } else { tile.y + by };
                let across = Rect::new(x(long), y(thin), long, thin);
                let along = Rect::new(x(thin), y(long), thin, long);
                items.extend([across, along].map(|rect| Item::Panel { rect, radius: 0.0, color }));
            }
        }
    }
}
