//! Scrolling of a list by whole rows, and its scroll bar.

use super::pen::mix;
use super::{Look, Pen};
use crate::view::scene::{Item, Point, Rect};

/// Scroll position of a list: the first row shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Scroll {
    first: usize,
}

impl Scroll {
    pub const fn at(first: usize) -> Self {
        Self { first }
    }

    /// The first row shown if `room` of `count` rows fit: there is no empty space below the last row.
    pub fn first(self, count: usize, room: usize) -> usize {
        self.first.min(count.saturating_sub(room))
    }

    /// Scrolls by `rows`, down if positive.
    pub fn shift(&mut self, rows: isize, count: usize, room: usize) {
        let first = self.first(count, room).saturating_add_signed(rows);
        self.first = Self { first }.first(count, room);
    }

    /// Scrolls as little as possible to show `row`.
    pub fn reveal(&mut self, row: usize, count: usize, room: usize) {
        let first = self.first(count, room);
        self.first = first.clamp((row + 1).saturating_sub(room), row);
    }

    /// Scrolls so that the middle of the thumb is at the height of the pointer `at`.
    pub fn drag(&mut self, at: Point, bar: Rect, count: usize, room: usize) {
        let hidden = count.saturating_sub(room);
        let shown = room as f32 / count.max(1) as f32;
        let way = bar.h * (1.0 - shown);
        let part = (at.y - bar.y - bar.h * shown / 2.0) / way.max(1.0);
        // The result is between 0 and `hidden`.
        self.first = (part.clamp(0.0, 1.0) * hidden as f32).round() as usize;
    }

    pub fn draw(self, pen: &mut Pen, bar: Rect, count: usize, room: usize, look: Look) {
        let (count_f, first) = (count.max(1) as f32, self.first(count, room) as f32);
        let radius = bar.w / 2.0;
        pen.items.push(Item::Panel { rect: bar, radius, color: pen.theme.panel });
        let thumb = Rect {
            y: (bar.y + bar.h * first / count_f).round(),
            h: (bar.h * room.min(count) as f32 / count_f).round(),
            ..bar
        };
        let color = if look.hovers(bar) { pen.theme.text } else { mix(pen.theme.panel, pen.theme.text, 0.5) };
        pen.items.push(Item::Panel { rect: thumb, radius, color });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Scrolling stops at both ends of 20 rows, and a list that fits is not scrolled.
    #[test]
    fn a_list_stops_at_both_ends() {
        let mut scroll = Scroll::default();
        scroll.shift(-1, 20, 5);
        assert_eq!(scroll.first(20, 5), 0);
        scroll.shift(99, 20, 5);
        assert_eq!(scroll.first(20, 5), 15);
        assert_eq!(scroll.first(3, 5), 0);
    }

    /// A row above becomes the first, a row below becomes the last, and a row in sight scrolls nothing.
    #[test]
    fn revealing_a_row_scrolls_as_little_as_possible() {
        let mut scroll = Scroll::at(15);
        scroll.reveal(3, 20, 5);
        assert_eq!(scroll.first(20, 5), 3);
        scroll.reveal(9, 20, 5);
        assert_eq!(scroll.first(20, 5), 5);
        scroll.reveal(7, 20, 5);
        assert_eq!(scroll.first(20, 5), 5);
    }

    /// A drag to either end of the bar shows that end of the list, and does nothing if the list fits.
    #[test]
    fn the_scroll_bar_reaches_both_ends() {
        let bar = Rect::new(0.0, 100.0, 10.0, 200.0);
        let mut scroll = Scroll::default();
        scroll.drag(Point::new(5.0, 299.0), bar, 20, 5);
        assert_eq!(scroll.first(20, 5), 15);
        scroll.drag(Point::new(5.0, 100.0), bar, 20, 5);
        assert_eq!(scroll.first(20, 5), 0);
        scroll.drag(Point::new(5.0, 299.0), bar, 5, 9);
        assert_eq!(scroll.first(5, 9), 0);
    }
}
