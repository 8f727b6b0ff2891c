//! Switch: on or off.

use super::pen::{Style, mix};
use super::{Look, Pen, Response, Widget};
use crate::view::input::Key;
use crate::view::scene::{Item, Point, Rect};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Switch {
    on: bool,
}

impl Switch {
    pub const fn new(on: bool) -> Self {
        Self { on }
    }

    pub const fn is_on(&self) -> bool {
        self.on
    }
}

impl Widget for Switch {
    fn value_text(&self) -> String {
        if self.on { "on" } else { "off" }.to_owned()
    }

    fn draw(&self, pen: &mut Pen, rect: Rect, look: Look) {
        let (w, h) = (pen.px(44.0), pen.px(24.0).min(rect.h));
        let body = Rect::new(rect.x, (rect.y + (rect.h - h) / 2.0).round(), w, h);
        let radius = h / 2.0;
        if look.focused {
            let width = pen.focus_width();
            for (by, color) in [(2.0 * width, pen.theme.accent), (width, pen.theme.background)] {
                pen.items.push(Item::Panel { rect: body.inset(-by), radius: radius + by, color });
            }
        }
        let (fill, knob) = if self.on {
            (pen.theme.active, pen.theme.active_text)
        } else {
            (pen.surface(look.hovers(rect)), pen.theme.faint)
        };
        let fill = if self.on && look.hovers(rect) { mix(fill, pen.theme.accent, 0.3) } else { fill };
        pen.items.push(Item::Panel { rect: body, radius, color: fill });
        let x = if self.on { body.x + body.w - radius } else { body.x + radius };
        let center = Point::new(x, body.center().y);
        pen.items.push(Item::Disc { center, radius: radius - pen.px(4.0).max(3.0), color: knob });
        let words = Rect { x: body.x + w + pen.px(10.0), w: rect.w - w - pen.px(10.0), ..rect };
        if words.w > 0.0 {
            pen.label(&self.value_text(), words, Style::control(pen.theme.faint));
        }
    }

    fn press(&mut self, _at: Point, _rect: Rect, _unit: f32) -> Response {
        self.on = !self.on;
        Response::Changed
    }

    fn key(&mut self, key: Key) -> Response {
        let on = match key {
            Key::Left => false,
            Key::Right => true,
            Key::Space => !self.on,
            _ => return Response::Ignored,
        };
        if std::mem::replace(&mut self.on, on) == on { Response::Taken } else { Response::Changed }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A press and Space toggle it, the right arrow key turns it on and the left one off.
    #[test]
    fn a_switch_is_toggled() {
        let mut switch = Switch::new(false);
        assert_eq!(switch.press(Point::default(), Rect::default(), 1.0), Response::Changed);
        assert_eq!((switch.key(Key::Right), switch.is_on()), (Response::Taken, true));
        assert_eq!((switch.key(Key::Left), switch.is_on()), (Response::Changed, false));
        assert_eq!((switch.key(Key::Space), switch.is_on()), (Response::Changed, true));
        assert_eq!(switch.key(Key::Down), Response::Ignored);
    }
}
