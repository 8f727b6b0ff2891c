//! Occlusion: parts of the picture that an opaque panel covers are not drawn.
//!
//! A help page or a menu covers most of a game. At 1279x1023, software rendering took 32 ms a frame with the covered
//! parts, and takes 14 ms without them (docs/experiments.md).

use crate::view::scene::{Item, Rect};

/// An opaque rectangle of the scene that covers all items before it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Occluder {
    /// Index of the item in the scene.
    pub index: usize,
    /// The covered area, in whole pixels.
    pub rect: Rect,
}

impl Occluder {
    /// The largest opaque panel or tile of `items`.
    pub fn largest(items: &[Item]) -> Option<Self> {
        let opaque = items.iter().enumerate().filter_map(|(index, item)| Some((index, opaque_area(item)?)));
        let area = |rect: &Rect| rect.w * rect.h;
        let (index, rect) = opaque.max_by(|(_, a), (_, b)| area(a).total_cmp(&area(b)))?;
        Some(Self { index, rect })
    }

    /// The area in which the item at `index` is covered. `None` if the item is drawn over the occluder.
    pub fn hidden_area(&self, index: usize) -> Option<Rect> {
        (index < self.index).then_some(self.rect)
    }
}

/// The whole pixels that `item` fills with an opaque colour.
fn opaque_area(item: &Item) -> Option<Rect> {
    let (rect, radius, color) = match item {
        Item::Panel { rect, radius, color } => (*rect, *radius, *color),
        Item::Tile(tile) => (tile.rect, 0.0, tile.color),
        _ => return None,
    };
    // A rounded corner leaves 0.293 of its radius on each side of the largest rectangle inside the panel. The smooth
    // edge takes up to a pixel.
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

    /// An opaque panel covers the items before it, although there are a larger translucent panel and a smaller opaque
    /// one. The covered area leaves out the round corners.
    #[test]
    fn the_largest_panel_covers_the_items_before_it() {
        let items = [
            panel(Rect::new(0.0, 0.0, 900.0, 900.0), 0.0, INK.with_alpha(150)),
            panel(Rect::new(10.0, 20.0, 100.0, 200.0), 10.0, INK),
            panel(Rect::new(30.0, 20.0, 50.0, 50.0), 0.0, INK),
            Item::Disc { center: Point::new(9.0, 9.0), radius: 500.0, color: INK },
        ];
        let occluder = Occluder::largest(&items).expect("the second panel is opaque");
        assert_eq!(occluder, Occluder { index: 1, rect: Rect::new(14.0, 24.0, 92.0, 192.0) });
        assert_eq!(occluder.hidden_area(0), Some(occluder.rect));
        assert_eq!((occluder.hidden_area(1), occluder.hidden_area(2)), (None, None));
    }

    /// A panel that is nearly opaque covers nothing, and neither does one that is a pixel high.
    #[test]
    fn translucent_and_thin_panels_cover_nothing() {
        let translucent = panel(Rect::new(0.0, 0.0, 900.0, 900.0), 0.0, INK.with_alpha(254));
        let thin = panel(Rect::new(0.0, 0.0, 900.0, 1.0), 0.0, INK);
        assert_eq!(Occluder::largest(&[translucent, thin]), None);
    }
}
