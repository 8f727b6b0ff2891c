//! A button that has a key: the cap of the key, and what it does.

use super::pen::{Style, mix};
use super::{Look, Pen};
use crate::view::scene::{Font, Rect, Rgba, TextRole};
use crate::view::text::measure;

/// Height of its font, in pixels of the design.
const TEXT: f32 = 12.0;
/// Room between the cap and the words, and behind the words.
const GAP: f32 = 6.0;
const END: f32 = 3.0;

/// How a button with a key is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// It can be pressed.
    Plain,
    /// It is what one wants now.
    Strong,
    /// It cannot be pressed now.
    Off,
}

/// A button that has a key.
#[derive(Clone, Copy, Debug)]
pub struct KeyButton<'a> {
    /// What is written on the key.
    pub cap: &'a str,
    /// What it does, in a word or two.
    pub label: &'a str,
    /// How it is shown.
    pub weight: Weight,
}

impl KeyButton<'_> {
    /// Whether the cap has room in `rect` beside the words.
    #[must_use]
    pub fn has_room(&self, pen: &Pen, rect: Rect) -> bool {
        let words = measure(self.label, Font::Regular, pen.size(TEXT)).ceil();
        self.cap_width(pen, rect) + pen.px(GAP) + words + pen.px(END) <= rect.w
    }

    fn cap_width(&self, pen: &Pen, rect: Rect) -> f32 {
        (measure(self.cap, Font::Bold, pen.size(TEXT)).ceil() + pen.px(10.0)).max(rect.h)
    }

    /// Draws it in `rect`, with the cap of its key.
    pub fn draw(&self, pen: &mut Pen, rect: Rect, look: Look) {
        let (fill, style) = self.surface(pen, rect, look);
        let cap = Rect { w: self.cap_width(pen, rect).min(rect.w), ..rect };
        pen.panel(cap, mix(fill, style.color, 0.16));
        pen.label(self.cap, cap, style.centered().font(Font::Bold));
        let x = cap.x + cap.w + pen.px(GAP);
        let room = (rect.x + rect.w - x - pen.px(END)).max(1.0);
        pen.label(self.label, Rect { x, w: room, ..rect }, style);
    }

    /// Draws it in `rect` without the cap.
    pub fn draw_words(&self, pen: &mut Pen, rect: Rect, look: Look) {
        let (_, style) = self.surface(pen, rect, look);
        let room = Rect { x: rect.x + pen.px(END), w: (rect.w - 2.0 * pen.px(END)).max(1.0), ..rect };
        pen.label(self.label, room, style.centered());
    }

    /// Draws its ground; tells the colour of it, and how words on it are set.
    fn surface(&self, pen: &mut Pen, rect: Rect, look: Look) -> (Rgba, Style) {
        pen.focus(rect, look.focused);
        let theme = pen.theme;
        let (fill, ink) = match (self.weight, look.hovers(rect)) {
            (Weight::Strong, false) => (theme.active, theme.active_text),
            (Weight::Strong, true) => (mix(theme.active, theme.accent, 0.3), theme.active_text),
            (Weight::Plain, hovered) => (pen.surface(hovered), theme.text),
            (Weight::Off, _) => (mix(theme.ground, theme.panel, 0.5), mix(theme.ground, theme.text, 0.45)),
        };
        pen.panel(rect, fill);
        (fill, Style { role: TextRole::Help, ..Style::control(ink) }.sized(TEXT))
    }
}
