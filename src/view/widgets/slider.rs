//! Slider for a whole number in a range.

use super::pen::{self, Style};
use super::{Look, Pen, Response, Widget};
use crate::view::input::Key;
use crate::view::scene::{Font, Item, Point, Rect};

/// Width of a number and its name.
const NAMED_WIDTH: f32 = 136.0;
/// Space between the line and a name.
const GAP: f32 = 10.0;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slider {
    low: u8,
    high: u8,
    value: u8,
    /// Name of the value, if it has one.
    name: Option<&'static str>,
}

/// How a slider is laid out, in pixels of the window.
struct Parts {
    /// The line along which the centre of the knob moves.
    line: Rect,
    /// Radius of the knob.
    knob: f32,
    /// Whether the name of the value is shown beside the number.
    shows_name: bool,
}

impl Slider {
    /// A slider from `low` to `high`; `value` is clamped to that range.
    pub fn new(low: u8, high: u8, value: u8) -> Self {
        let high = high.max(low);
        Self { low, high, value: value.clamp(low, high), name: None }
    }

    /// Adds a name of the value, shown beside the number.
    pub fn named(self, name: &'static str) -> Self {
        Self { name: Some(name), ..self }
    }

    pub const fn value(&self) -> u8 {
        self.value
    }

    fn set(&mut self, value: u8) -> Response {
        let value = value.clamp(self.low, self.high);
        if std::mem::replace(&mut self.value, value) == value { Response::Taken } else { Response::Changed }
    }

    fn parts(&self, rect: Rect, unit: f32) -> Parts {
        let (number_width, named_width, shortest_line) = (34.0, NAMED_WIDTH + GAP, 40.0);
        let shows_name = self.name.is_some() && rect.w >= pen::px(named_width + shortest_line, unit);
        let text_width = pen::px(if shows_name { named_width } else { number_width }, unit);
        let knob = pen::px(8.0, unit);
        let w = (rect.w - text_width - 2.0 * knob).max(1.0);
        Parts { line: Rect { x: rect.x + knob, w, ..rect }, knob, shows_name }
    }

    /// Position of the value on the line, 0 to 1.
    fn part(&self) -> f32 {
        f32::from(self.value - self.low) / f32::from((self.high - self.low).max(1))
    }
}

impl Widget for Slider {
    fn value_text(&self) -> String {
        match self.name {
            Some(name) => format!("{} · {name}", self.value),
            None => self.value.to_string(),
        }
    }

    fn draw(&self, pen: &mut Pen, rect: Rect, look: Look) {
        let Parts { line, knob: radius, shows_name } = self.parts(rect, pen.unit);
        let (y, h) = (line.center().y.round(), pen.px(6.0).max(4.0));
        let x = (line.x + line.w * self.part()).round();
        let bar = Rect::new(line.x - h / 2.0, y - h / 2.0, line.w + h, h);
        pen.items.push(Item::Panel { rect: bar, radius: h / 2.0, color: pen.surface(look.hovers(rect)) });
        let filled = Rect { w: x - bar.x, ..bar };
        if self.value > self.low {
            pen.items.push(Item::Panel { rect: filled, radius: h / 2.0, color: pen.theme.accent });
        }
        let center = Point::new(x, y);
        if look.focused {
            let by = pen.focus_width();
            pen.items.push(Item::Disc { center, radius: radius + 2.0 * by, color: pen.theme.accent });
            pen.items.push(Item::Disc { center, radius: radius + by, color: pen.theme.background });
        }
        pen.items.push(Item::Disc { center, radius, color: pen.theme.active });
        let style = Style::control(pen.theme.text).right().font(Font::Bold);
        let text = if shows_name { self.value_text() } else { self.value.to_string() };
        let left = line.x + line.w + radius + if shows_name { pen.px(GAP) } else { 0.0 };
        pen.label(&text, Rect { x: left, w: rect.x + rect.w - left, ..rect }, style);
    }

    fn press(&mut self, at: Point, rect: Rect, unit: f32) -> Response {
        self.drag(at, rect, unit)
    }

    fn drag(&mut self, at: Point, rect: Rect, unit: f32) -> Response {
        let Parts { line, .. } = self.parts(rect, unit);
        let part = ((at.x - line.x) / line.w).clamp(0.0, 1.0);
        self.set(self.low + (part * f32::from(self.high - self.low)).round() as u8)
    }

    fn key(&mut self, key: Key) -> Response {
        match key {
            Key::Left => self.set(self.value.saturating_sub(1)),
            Key::Right => self.set(self.value.saturating_add(1)),
            Key::Home => self.set(self.low),
            Key::End => self.set(self.high),
            _ => Response::Ignored,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::difficulty::Difficulty;
    use crate::game::options::Options;
    use crate::view::text::measure;
    use crate::view::theme::Theme;

    const RECT: Rect = Rect::new(100.0, 0.0, 250.0, 30.0);

    /// A pointer beyond an end of the line sets the value to that end of the range.
    #[test]
    fn a_slider_follows_the_pointer() {
        let mut slider = Slider::new(1, 10, 4);
        assert_eq!(slider.press(Point::new(100.0, 15.0), RECT, 1.0), Response::Changed);
        assert_eq!(slider.value(), 1);
        slider.drag(Point::new(9999.0, -50.0), RECT, 1.0);
        assert_eq!(slider.value(), 10);
        assert_eq!(slider.drag(Point::new(-5.0, 0.0), RECT, 1.0), Response::Changed);
        assert_eq!(slider.drag(Point::new(-9.0, 0.0), RECT, 1.0), Response::Taken);
    }

    /// The names of all levels at the size of the first window: each text is whole, and there is a gap between it and
    /// the knob at the end of the line.
    #[test]
    fn names_do_not_touch_the_line() {
        for level in Difficulty::all() {
            let slider = Slider::new(1, 10, level.number()).named(level.row().name);
            let mut items = Vec::new();
            let theme = Theme::of(&Options::default());
            let mut pen = Pen { theme: &theme, unit: 1.0, items: &mut items };
            slider.draw(&mut pen, RECT, Look::default());
            let text =
                items.iter().find_map(|item| if let Item::Text(text) = item { Some(text) } else { None });
            let text = text.expect("the number and the name");
            assert_eq!(text.text, slider.value_text());
            let left = text.at.x - measure(&text.text, text.font, text.size);
            let Parts { line, knob, .. } = slider.parts(RECT, 1.0);
            assert!(left >= line.x + line.w + knob + 6.0, "{}", text.text);
        }
    }

    /// A key that would leave the range is used, but changes nothing.
    #[test]
    fn keys_step_a_slider_and_stop_at_its_ends() {
        let mut slider = Slider::new(0, 10, 200);
        assert_eq!((slider.value(), slider.key(Key::Right)), (10, Response::Taken));
        assert_eq!((slider.key(Key::Left), slider.value()), (Response::Changed, 9));
        assert_eq!((slider.key(Key::Home), slider.value()), (Response::Changed, 0));
        assert_eq!(slider.key(Key::Left), Response::Taken);
    }
}
