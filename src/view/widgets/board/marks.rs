//! Marks that the player draws with the right button: arrows by dragging, circles by clicking.

use crate::notation::game_tree::{Shape, ShapeColor};
use crate::rules::Square;
use crate::view::input::{InputEvent, Modifier, MouseButton};
use crate::view::layout::BoardLayout;
use crate::view::scene::{Item, Point, Rgba};

/// Colours of marks: without a modifier, with Shift or Control, with Alt, and with Alt and one of the others.
const INKS: [(ShapeColor, Rgba); 4] = [
    (ShapeColor::Green, Rgba(30, 110, 60, 190)),
    (ShapeColor::Red, Rgba(136, 32, 32, 190)),
    (ShapeColor::Blue, Rgba(0, 60, 150, 190)),
    (ShapeColor::Yellow, Rgba(210, 130, 0, 200)),
];
/// Colour of a hint.
pub const HINT: Rgba = Rgba(96, 56, 176, 190);
/// Colour of the reply to a wrong move.
pub const REFUTATION: Rgba = Rgba(176, 24, 24, 200);

/// The marks on a board.
#[derive(Clone, Debug, Default)]
pub struct Marks {
    marks: Vec<Shape>,
    /// Whether the left button leaves the marks.
    is_kept: bool,
    /// The square on which the button went down, while it is held.
    begun: Option<Square>,
    /// Whether Shift or Control is held.
    pub(super) shift: bool,
    alt: bool,
}

impl Marks {
    /// The right button draws a mark in the colour of the modifiers if `enabled` is set. The left button removes all
    /// marks, unless they are kept.
    pub fn handle(&mut self, event: &InputEvent, layout: &BoardLayout, enabled: bool) {
        match *event {
            InputEvent::Modifier(Modifier::Shift, down) => self.shift = down,
            InputEvent::Modifier(Modifier::Alt, down) => self.alt = down,
            // A key that is released after the window has lost the focus sends no event.
            InputEvent::PointerLeft => (self.shift, self.alt) = (false, false),
            InputEvent::Pressed(MouseButton::Left, _) if !self.is_kept => self.clear(),
            InputEvent::Pressed(MouseButton::Right, point) if enabled => self.begin(layout.square_at(point)),
            InputEvent::Released(MouseButton::Right, point) => self.end(layout.square_at(point)),
            _ => {}
        }
    }

    /// The right button went down on `square`.
    pub fn begin(&mut self, square: Option<Square>) {
        self.begun = square;
    }

    /// The right button went up on `square`: a mark is drawn, or removed if there is one in this colour.
    pub fn end(&mut self, square: Option<Square>) {
        let (Some(from), Some(to)) = (self.begun.take(), square) else { return };
        let (color, _) = INKS[usize::from(self.shift) + 2 * usize::from(self.alt)];
        let mark = Shape { color, from, to };
        let drawn = self.marks.contains(&mark);
        self.marks.retain(|other| (other.from, other.to) != (from, to));
        if !drawn {
            self.marks.push(mark);
        }
    }

    pub fn clear(&mut self) {
        self.marks.clear();
        self.begun = None;
    }

    /// Shows these marks, which the left button does not remove.
    pub fn keep(&mut self, marks: Vec<Shape>) {
        (self.marks, self.is_kept) = (marks, true);
    }

    pub fn marks(&self) -> &[Shape] {
        &self.marks
    }

    pub fn draw(&self, layout: &BoardLayout, items: &mut Vec<Item>) {
        for mark in &self.marks {
            let ink = INKS.iter().find(|(color, _)| *color == mark.color).map_or(HINT, |(_, ink)| *ink);
            draw_mark((mark.from, mark.to), ink, 1.0, layout, items);
        }
    }
}

/// Draws an arrow from one tile to another, `width` times as wide as usual, or a circle round a tile if both are the same.
pub fn draw_mark(
    (from, to): (Square, Square),
    color: Rgba,
    width: f32,
    layout: &BoardLayout,
    items: &mut Vec<Item>,
) {
    let center = layout.tile_rect(from).center();
    if from == to {
        let width = (layout.tile * 0.07).max(2.0);
        items.push(Item::Ring { center, radius: layout.tile * 0.44, width, color });
    } else {
        arrow(center, layout.tile_rect(to).center(), layout.tile * width, color, items);
    }
}

/// Draws a thin, dashed arrow from one tile to another.
pub fn draw_dashed((from, to): (Square, Square), color: Rgba, layout: &BoardLayout, items: &mut Vec<Item>) {
    let (start, tip) = (layout.tile_rect(from).center(), layout.tile_rect(to).center());
    let (x, y) = direction(start, tip);
    let (corners, neck) = arrow_head(tip, (x, y), layout.tile * 0.3, layout.tile * 0.16);
    let (length, dash) = ((neck.x - start.x).hypot(neck.y - start.y), layout.tile * 0.12);
    let at = |way: f32| Point::new(start.x + x * way, start.y + y * way);
    let mut way = 0.0;
    while way < length {
        let (from, to) = (at(way), at((way + dash).min(length)));
        items.push(Item::Line { from, to, width: layout.tile * 0.09, color });
        way += 2.0 * dash;
    }
    items.push(Item::Triangle { corners, color });
}

/// An arrow from the middle of a tile to that of another one.
fn arrow(from: Point, tip: Point, tile: f32, color: Rgba, items: &mut Vec<Item>) {
    let (corners, neck) = arrow_head(tip, direction(from, tip), tile * 0.36, tile * 0.2);
    items.push(Item::Line { from, to: neck, width: tile * 0.13, color });
    items.push(Item::Triangle { corners, color });
}

/// The direction from one point to another as a vector of length 1; zero if they are the same.
pub fn direction(from: Point, to: Point) -> (f32, f32) {
    let (x, y) = (to.x - from.x, to.y - from.y);
    // Different tiles are at least a pixel apart.
    let length = x.hypot(y).max(1.0);
    (x / length, y / length)
}

/// The corners of the head of an arrow, and the point where the head begins. `half` is half of its width.
pub fn arrow_head(tip: Point, (x, y): (f32, f32), length: f32, half: f32) -> ([Point; 3], Point) {
    let neck = Point::new(tip.x - x * length, tip.y - y * length);
    let left = Point::new(neck.x - y * half, neck.y + x * half);
    let right = Point::new(neck.x + y * half, neck.y - x * half);
    ([tip, left, right], neck)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A click draws a circle, a drag an arrow, and a release outside the board nothing. Each of the two is removed
    /// when it is drawn again.
    #[test]
    fn drawing_a_mark_again_removes_it() {
        let (a, b) = (Square::new(0, 0), Square::new(3, 4));
        let layout = BoardLayout::new((792.0, 672.0), (14, 14), crate::rules::Color::White);
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

    /// The four combinations of modifiers give four colours. A mark replaces a mark in another colour on its squares,
    /// and removes one in the same colour.
    #[test]
    fn modifiers_choose_the_color_of_a_mark() {
        let (a, b) = (Square::new(0, 0), Square::new(3, 4));
        let layout = BoardLayout::new((792.0, 672.0), (14, 14), crate::rules::Color::White);
        let mut marks = Marks::default();
        let mut inks = Vec::new();
        for (modifier, down) in
            [(Modifier::Alt, false), (Modifier::Shift, true), (Modifier::Alt, true), (Modifier::Shift, false)]
        {
            marks.handle(&InputEvent::Modifier(modifier, down), &layout, true);
            marks.begin(Some(a));
            marks.end(Some(b));
            inks.extend(marks.marks.iter().map(|mark| mark.color));
        }
        assert_eq!(inks, [INKS[0].0, INKS[1].0, INKS[3].0, INKS[2].0]);
        assert!(INKS.iter().all(|(_, ink)| *ink != HINT));
        marks.begin(Some(a));
        marks.end(Some(b));
        assert!(marks.marks.is_empty());
    }
}
