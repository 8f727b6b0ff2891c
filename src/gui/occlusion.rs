//! What a panel hides need not be drawn: a page over a game covers most of it.

use crate::view::scene::{Item, Rect};

/// The part of the window that one thing of a scene hides from all things before it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Occluder {
    /// Which thing, as its place in the order of painting.
    pub index: usize,
    /// Nothing shines through here; the edges lie between whole pixels.
    pub rect: Rect,
}

impl Occluder {
    /// The largest that one panel or tile of `items` makes.
    #[must_use]
    pub fn largest(items: &[Item]) -> Option<Self> {
        let covers = items.iter().enumerate().filter_map(|(index, item)| Some((index, opaque_area(item)?)));
        let area = |rect: &Rect| rect.w * rect.h;
        let (index, inside) = covers.max_by(|(_, a), (_, b)| area(a).total_cmp(&area(b)))?;
        Some(Self { index, rect: inside })
    }

    /// What it hides from the thing at `index`.
    #[must_use]
    pub fn hidden_area(&self, index: usize) -> Option<Rect> {
        (index < self.index).then_some(self.rect)
    }
}

/// The whole pixels that `item` fills without anything shining through.
fn opaque_area(item: &Item) -> Option<Rect> {
    let (rect, radius, color) = match item {
        Item::Panel { rect, radius, color } => (*rect, *radius, *color),
        Item::Tile(tile) => (tile.rect, 0.0, tile.color),
        _ => return None,
    };
    // A square within a circle leaves 0.293 of its radius free, and the smooth edge may take a pixel.
    let rect = rect.inset(0.3 * radius + 1.0);
    let (left, top) = (rect.x.ceil(), rect.y.ceil());
    let (right, bottom) = ((rect.x + rect.w).floor(), (rect.y + rect.h).floor());
    let whole = Rect::new(left, top, right - left, bottom - top);
    (color.3 == 255 && whole.w > 0.0 && whole.h > 0.0).then_some(whole)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::scene::{Point, Rgba};

    const INK: Rgba = Rgba(10, 20, 30, 255);

    fn panel(rect: Rect, radius: f32, color: Rgba) -> Item {
        Item::Panel { rect, radius, color }
    }

    /// Shows that the largest panel covers what comes before it, less its round corners, and nothing after it.
    #[test]
    fn the_largest_panel_covers_what_is_before_it() {
        let items = [
            panel(Rect::new(0.0, 0.0, 900.0, 900.0), 0.0, INK.with_alpha(150)),
            panel(Rect::new(10.0, 20.0, 100.0, 200.0), 10.0, INK),
            panel(Rect::new(30.0, 20.0, 50.0, 50.0), 0.0, INK),
            Item::Disc { center: Point::new(9.0, 9.0), radius: 500.0, color: INK },
        ];
        let cover = Occluder::largest(&items).expect("a panel that hides");
        assert_eq!(cover, Occluder { index: 1, rect: Rect::new(14.0, 24.0, 92.0, 192.0) });
        assert_eq!(cover.hidden_area(0), Some(cover.rect));
        assert_eq!((cover.hidden_area(1), cover.hidden_area(2)), (None, None));
    }

    /// Shows that what shines through, and what is no larger than its own edge, covers nothing.
    #[test]
    fn veils_and_hairs_cover_nothing() {
        let veil = panel(Rect::new(0.0, 0.0, 900.0, 900.0), 0.0, INK.with_alpha(254));
        let hair = panel(Rect::new(0.0, 0.0, 900.0, 1.0), 0.0, INK);
        assert_eq!(Occluder::largest(&[veil, hair]), None);
    }
}
