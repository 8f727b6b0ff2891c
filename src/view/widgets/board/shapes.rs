//! Shapes on tinted squares, for players who cannot distinguish the tints.

use crate::view::scene::{Item, Point, Rect, Rgba, Tile, Tint};
use crate::view::theme::brightness;
use crate::view::widgets::pen::mix;

/// Ink on light tints and on dark ones.
const INKS: [Rgba; 2] = [Rgba(0, 0, 0, 255), Rgba(255, 255, 255, 255)];

/// Draws the shape of the tint of `tile`, below the piece on it.
pub fn draw(tile: &Tile, items: &mut Vec<Item>) {
    let Some(tint) = tile.tint else { return };
    let shape = Shape { rect: tile.rect, ink: ink(tile.color), items };
    match tint {
        Tint::Danger => shape.danger(),
        Tint::Mating => shape.ticks(),
        Tint::Selected => shape.frame(0.0),
        Tint::Capture => shape.ring(),
        Tint::Target => shape.dots(&[(0.5, 0.5)], 0.15),
        Tint::Premove => shape.dots(&[(0.3, 0.9), (0.5, 0.9), (0.7, 0.9)], 0.06),
        Tint::LastMove => shape.corners(),
        // Fog needs no shape: it is darker than every other tile.
        Tint::Fog => {}
    }
}

/// The colour of a shape on a tile of `color`: mostly ink, and soft enough that pieces stand out from it.
pub(crate) fn ink(color: Rgba) -> Rgba {
    mix(color, INKS[usize::from(brightness(color) < 110_000)], 0.78)
}

/// Draws one shape on one tile.
struct Shape<'a> {
    rect: Rect,
    ink: Rgba,
    items: &'a mut Vec<Item>,
}

impl Shape<'_> {
    /// `part` of the edge of the tile in pixels, at least two.
    fn width(&self, part: f32) -> f32 {
        (self.rect.w * part).round().max(2.0)
    }

    fn point(&self, x: f32, y: f32) -> Point {
        Point::new(self.rect.x + self.rect.w * x, self.rect.y + self.rect.h * y)
    }

    fn dots(self, places: &[(f32, f32)], radius: f32) {
        let radius = self.rect.w * radius;
        for &(x, y) in places {
            let center = self.point(x, y);
            self.items.push(Item::Disc { center, radius, color: self.ink });
        }
    }

    fn ring(self) {
        let (center, width) = (self.point(0.5, 0.5), self.width(0.08));
        self.items.push(Item::Ring { center, radius: self.rect.w * 0.49, width, color: self.ink });
    }

    /// A frame at a distance of `by` parts of the tile from its edge.
    fn frame(self, by: f32) {
        let rect = self.rect.inset((self.rect.w * by).round());
        let width = self.width(0.06);
        self.items.push(Item::Frame { rect, width, color: self.ink });
    }

    /// A double frame and an exclamation mark in the lower right corner.
    fn danger(self) {
        let Self { rect, ink, items } = self;
        Shape { rect, ink, items: &mut *items }.frame(0.0);
        Shape { rect, ink, items: &mut *items }.frame(0.12);
        let shape = Shape { rect, ink, items };
        let (center, radius) = (shape.point(0.83, 0.79), rect.w * 0.16);
        shape.items.push(Item::Disc { center, radius, color: ink });
        let paper = if ink.1 > 127 { INKS[0] } else { INKS[1] };
        let from = Point::new(center.x, center.y - radius * 0.7);
        let to = Point::new(center.x, center.y + radius * 0.2);
        shape.items.push(Item::Line { from, to, width: shape.width(0.05), color: paper });
        let dot = Point::new(center.x, center.y + radius * 0.6);
        shape.items.push(Item::Disc { center: dot, radius: rect.w * 0.03, color: paper });
    }

    /// Ticks that point from the middle of each edge to the middle of the tile.
    fn ticks(self) {
        let width = self.width(0.08);
        for (x, y) in [(0.5, 0.0), (0.5, 1.0), (0.0, 0.5), (1.0, 0.5)] {
            let from = self.point(x, y);
            let to = self.point(x + (0.5 - x) * 0.4, y + (0.5 - y) * 0.4);
            self.items.push(Item::Line { from, to, width, color: self.ink });
        }
    }

    /// A triangle in each corner at the right edge.
    fn corners(self) {
        for y in [0.0, 1.0] {
            let in_y = if y == 0.0 { 0.2 } else { 0.8 };
            let corners = [self.point(1.0, y), self.point(0.8, y), self.point(1.0, in_y)];
            self.items.push(Item::Triangle { corners, color: self.ink });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Square;

    const TINTS: [Tint; 7] = [
        Tint::Danger,
        Tint::Mating,
        Tint::Selected,
        Tint::Capture,
        Tint::Target,
        Tint::Premove,
        Tint::LastMove,
    ];
    const RECT: Rect = Rect::new(96.0, 48.0, 48.0, 48.0);

    fn drawn(tint: Option<Tint>, color: Rgba) -> Vec<Item> {
        let mut items = Vec::new();
        draw(&Tile { square: Square::new(2, 2), rect: RECT, tint, color }, &mut items);
        items
    }

    /// The shapes of all tints differ. A tile without a tint and one in the fog have no shape.
    #[test]
    fn every_state_has_a_shape_of_its_own() {
        let gray = Rgba::hex(0xAA_AA_AA);
        for (place, &tint) in TINTS.iter().enumerate() {
            let shape = drawn(Some(tint), gray);
            assert!(!shape.is_empty());
            assert!(TINTS[..place].iter().all(|&other| drawn(Some(other), gray) != shape), "{tint:?}");
        }
        assert!(drawn(None, gray).is_empty() && drawn(Some(Tint::Fog), gray).is_empty());
    }
}
