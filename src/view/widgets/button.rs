//! A button: one thing that happens when it is pressed.

use super::pen::Style;
use super::{Look, Pen, Response, Widget};
use crate::view::input::Key;
use crate::view::scene::{Font, Point, Rect};

/// A button.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Button {
    /// What it says.
    pub label: String,
    /// Whether it is the one that is pressed most.
    pub primary: bool,
}

impl Button {
    /// A button that says `label`.
    #[must_use]
    pub fn new(label: &str, primary: bool) -> Self {
        Self { label: label.to_owned(), primary }
    }
}

impl Widget for Button {
    fn words(&self) -> String {
        self.label.clone()
    }

    fn draw(&self, pen: &mut Pen, rect: Rect, look: Look) {
        pen.focus(rect, look.focused);
        let hovered = look.hovers(rect);
        let (fill, ink) = match (self.primary, hovered) {
            (true, false) => (pen.theme.active, pen.theme.active_text),
            (true, true) => (super::pen::mix(pen.theme.active, pen.theme.accent, 0.3), pen.theme.active_text),
            (false, _) => (pen.surface(hovered), pen.theme.text),
        };
        pen.panel(rect, fill);
        let room = rect.inset(pen.px(6.0));
        let style = Style::control(ink).centered().font(Font::Bold);
        pen.label(&self.label, Rect { y: rect.y, h: rect.h, ..room }, style);
    }

    fn press(&mut self, _at: Point, _rect: Rect, _unit: f32) -> Response {
        Response::Activated
    }

    fn key(&mut self, key: Key) -> Response {
        match key {
            Key::Enter | Key::Space => Response::Activated,
            _ => Response::Ignored,
        }
    }
}
