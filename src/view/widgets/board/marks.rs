//! Marks that the player draws with the right button: arrows by dragging, circles by clicking.

use crate::rules::Square;
use crate::view::input::{InputEvent, Modifier, MouseButton};
use crate::view::layout::Layout;
use crate::view::scene::{Item, Point, Rgba};

/// The colours of marks: without a modifier, with Shift or Control, with Alt, and with both.
const INKS: [Rgba; 4] =
    [Rgba(30, 110, 60, 190), Rgba(136, 32, 32, 190), Rgba(0, 60, 150, 190), Rgba(210, 130, 0, 200)];
/// The colour of a hint.
pub const HINT: Rgba = Rgba(96, 56, 176, 190);
/// The colour of the reply to a wrong move.
pub const REFUTATION: Rgba = Rgba(176, 24, 24, 200);

/// An arrow from one tile to another, or a circle round a tile if both are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Mark {
    from: Square,
    to: Square,
    ink: Rgba,
}

/// All marks on the board.
#[derive(Clone, Debug, Default)]
pub struct Marks {
    marks: Vec<Mark>,
    /// Where the button went down, while it is held.
    begun: Option<Square>,
    /// Whether Shift or Control is held.
    shift: bool,
    alt: bool,
}

impl Marks {
    /// The right button draws marks in the colour of the modifiers, unless `enabled` is not set; the left one removes
    /// them.
    pub fn handle(&mut self, event: &InputEvent, layout: &Layout, enabled: bool) {
        match *event {
            InputEvent::Modifier(Modifier::Shift, down) => self.shift = down,
            InputEvent::Modifier(Modifier::Alt, down) => self.alt = down,
            // The window may have lost the focus while a key was held.
            InputEvent::PointerLeft => (self.shift, self.alt) = (false, false),
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

    /// It went up on `square`: a mark is drawn, or removed if it was there already in this colour.
    pub fn end(&mut self, square: Option<Square>) {
        let (Some(from), Some(to)) = (self.begun.take(), square) else { return };
        let mark = Mark { from, to, ink: INKS[usize::from(self.shift) + 2 * usize::from(self.alt)] };
        let drawn = self.marks.contains(&mark);
        self.marks.retain(|other| (other.from, other.to) != (from, to));
        if !drawn {
            self.marks.push(mark);
        }
    }

    /// Removes all marks.
    pub fn clear(&mut self) {
        self.marks.clear();
        self.begun = None;
    }

    /// Draws the marks.
    pub fn draw(&self, layout: &Layout, items: &mut Vec<Item>) {
        for mark in &self.marks {
            draw_mark((mark.from, mark.to), mark.ink, layout, items);
        }
    }
}

/// Draws an arrow from one tile to another, or a circle round a tile if both are the same.
pub fn draw_mark((from, to): (Square, Square), color: Rgba, layout: &Layout, items: &mut Vec<Item>) {
    let center = layout.tile_rect(from).center();
    if from == to {
        let width = (layout.tile * 0.07).max(2.0);
        items.push(Item::Ring { center, radius: layout.tile * 0.44, width, color });
    } else {
        arrow(center, layout.tile_rect(to).center(), layout.tile, color, items);
    }
}

/// An arrow whose point lies in the middle of a tile.
fn arrow(from: Point, tip: Point, tile: f32, color: Rgba, items: &mut Vec<Item>) {
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
    items.push(Item::Line { from, to: neck, width: tile * 0.13, color });
    items.push(Item::Triangle { corners, color });
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A click draws a circle, a drag an arrow; released outside the board nothing.
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

    /// As on lichess; another colour replaces a mark, the same one removes it.
    #[test]
    fn modifiers_choose_the_color_of_a_mark() {
        let (a, b) = (Square::new(0, 0), Square::new(3, 4));
        let layout = Layout::new((792.0, 672.0), (14, 14), crate::rules::Color::White);
        let mut marks = Marks::default();
        let mut inks = Vec::new();
        for (modifier, down) in
            [(Modifier::Alt, false), (Modifier::Shift, true), (Modifier::Alt, true), (Modifier::Shift, false)]
        {
            marks.handle(&InputEvent::Modifier(modifier, down), &layout, true);
            marks.begin(Some(a));
            marks.end(Some(b));
            inks.extend(marks.marks.iter().map(|mark| mark.ink));
        }
        assert_eq!(inks, [INKS[0], INKS[1], INKS[3], INKS[2]]);
        assert!(!INKS.contains(&HINT));
        marks.begin(Some(a));
        marks.end(Some(b));
        assert!(marks.marks.is_empty());
    }
}
