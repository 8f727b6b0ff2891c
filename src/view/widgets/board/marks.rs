//! Marks that the player draws with the right button: arrows by dragging, circles by clicking.

use crate::rules::Square;
use crate::view::input::{InputEvent, MouseButton};
use crate::view::layout::Layout;
use crate::view::scene::{Item, Point, Rgba};

/// The colour of marks.
const INK: Rgba = Rgba(30, 110, 60, 190);

/// An arrow from one tile to another, or a circle round a tile if both are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Mark {
    from: Square,
    to: Square,
}

/// All marks on the board.
#[derive(Clone, Debug, Default)]
pub struct Marks {
    marks: Vec<Mark>,
    /// Where the button went down, while it is held.
    begun: Option<Square>,
}

impl Marks {
    /// The right button draws marks, unless `enabled` is not set; the left one removes them.
    pub fn handle(&mut self, event: &InputEvent, layout: &Layout, enabled: bool) {
        match *event {
            InputEvent::Pressed(MouseButton::Left, _) => self.clear(),
            InputEvent::Pressed(MouseButton::Right, point) if enabled => self.begin(layout.square_at(point)),
            InputEvent::Released(MouseButton::Right, point) => self.end(layout.square_at(point)),
            _ => {}
        }
    }

    /// The other button went down on `square`.
    pub fn begin(&mut self, square: Option<Square>) {
        self.begun = square;
    }

    /// It went up on `square`: a mark is drawn, or taken away if it was there already.
    pub fn end(&mut self, square: Option<Square>) {
        let (Some(from), Some(to)) = (self.begun.take(), square) else { return };
        let mark = Mark { from, to };
        let before = self.marks.len();
        self.marks.retain(|other| *other != mark);
        if self.marks.len() == before {
            self.marks.push(mark);
        }
    }

    /// Takes all marks away.
    pub fn clear(&mut self) {
        self.marks.clear();
        self.begun = None;
    }

    /// Draws the marks.
    pub fn draw(&self, layout: &Layout, items: &mut Vec<Item>) {
        for mark in &self.marks {
            draw_mark(mark.from, mark.to, layout, items);
        }
    }
}

/// Draws an arrow from one tile to another, or a circle round a tile if both are the same.
pub fn draw_mark(from: Square, to: Square, layout: &Layout, items: &mut Vec<Item>) {
    let center = layout.tile_rect(from).center();
    if from == to {
        let width = (layout.tile * 0.07).max(2.0);
        items.push(Item::Ring { center, radius: layout.tile * 0.44, width, color: INK });
    } else {
        arrow(center, layout.tile_rect(to).center(), layout.tile, items);
    }
}

/// An arrow whose point lies in the middle of a tile.
fn arrow(from: Point, tip: Point, tile: f32, items: &mut Vec<Item>) {
    let (x, y) = (tip.x - from.x, tip.y - from.y);
    // Two different tiles are at least a tile apart.
    let length = x.hypot(y).max(1.0);
    let (x, y) = (x / length, y / length);
    let (head, half) = (tile * 0.36, tile * 0.2);
    let neck = Point::new(tip.x - x * head, tip.y - y * head);
    let corners = [
        tip,
        Point::new(neck.x - y * half, neck.y + x * half),
        Point::new(neck.x + y * half, neck.y - x * half),
    ];
    items.push(Item::Line { from, to: neck, width: tile * 0.13, color: INK });
    items.push(Item::Triangle { corners, color: INK });
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A click draws a circle, a drag an arrow; released beside the board nothing.
    #[test]
    fn drawing_a_mark_again_removes_it() {
        let (a, b) = (Square::new(0, 0), Square::new(3, 4));
        let layout = Layout::new((792.0, 672.0), (14, 14), crate::rules::Color::White);
        let mut marks = Marks::default();
        let drawn = |marks: &Marks| {
            let mut items = Vec::new();
            marks.draw(&layout, &mut items);
            items
        };
        for (to, count) in [(Some(a), 1), (Some(b), 3), (None, 3), (Some(a), 2), (Some(b), 0)] {
            marks.begin(Some(a));
            marks.end(to);
            assert_eq!(drawn(&marks).len(), count, "{to:?}");
        }
    }
}
