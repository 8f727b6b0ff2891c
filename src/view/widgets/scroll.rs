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

    /// The first row shown, where `room` of `count` rows fit.
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

    /// Scrolls to where a press or drag at `at` on the bar is: its middle follows the pointer.
    pub fn drag(&mut self, at: Point, bar: Rect, count: usize, room: usize) {
        let hidden = count.saturating_sub(room);
        let shown = room as f32 / count.max(1) as f32;
        let way = bar.h * (1.0 - shown);
        let part = (at.y - bar.y - bar.h * shown / 2.0) / way.max(1.0);
        // No longer than the list.
        self.first = (part.clamp(0.0, 1.0) * hidden as f32).round() as usize;
    }

    /// Draws the bar.
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

    /// As few rows as possible are scrolled to show a row.
    #[test]
    fn a_list_stops_at_both_ends() {
        let mut scroll = Scroll::default();
        scroll.shift(-1, 20, 5);
        assert_eq!(scroll.first(20, 5), 0);
        scroll.shift(99, 20, 5);
        assert_eq!(scroll.first(20, 5), 15);
        scroll.reveal(3, 20, 5);
        assert_eq!(scroll.first(20, 5), 3);
        scroll.reveal(9, 20, 5);
        assert_eq!(scroll.first(20, 5), 5);
        scroll.reveal(7, 20, 5);
        assert_eq!(scroll.first(20, 5), 5);
        assert_eq!(scroll.first(3, 5), 0);
    }

    /// Also of a list that fits.
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
