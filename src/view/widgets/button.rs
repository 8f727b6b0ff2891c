//! Button with a label or a sign.

use super::ink::Ink;
use super::pen::{self, Style, mix};
use super::{Look, Pen, Response, Widget};
use crate::view::input::Key;
use crate::view::scene::{Font, Item, Point, Rect, Rgba};
use crate::view::text::measure;

/// Height of a control, in pixels of the design.
pub const CONTROL_HEIGHT: f32 = 28.0;
/// Height of a button from which its letter stands above its label.
const STACKED: f32 = 46.0;
/// Font height of a letter above a label.
const GLYPH: f32 = 20.0;

/// How a button is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    Plain,
    /// The button that is pressed most.
    Strong,
    /// A button that cannot be pressed now.
    Off,
    /// A button that is pressed rarely: its panel is drawn only under the pointer.
    Flat,
}

/// A sign in place of a label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Icon {
    First,
    Back,
    Forward,
    Last,
    /// No sign: other nodes are drawn on the button.
    Nodes,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Button {
    pub label: String,
    pub weight: Weight,
    /// A sign that is drawn in place of the label. The label is still announced.
    pub icon: Option<Icon>,
    /// A letter of the font that is drawn before the label where both have room; empty for none.
    pub glyph: &'static str,
}

impl Button {
    pub fn new(label: &str, primary: bool) -> Self {
        let weight = if primary { Weight::Strong } else { Weight::Plain };
        Self { label: label.to_owned(), weight, icon: None, glyph: "" }
    }

    pub fn with_icon(icon: Icon, label: &str) -> Self {
        Self { icon: Some(icon), ..Self::flat(label) }
    }

    pub fn below_nodes(label: &str) -> Self {
        Self { icon: Some(Icon::Nodes), ..Self::new(label, false) }
    }

    pub fn flat(label: &str) -> Self {
        Self { weight: Weight::Flat, ..Self::new(label, false) }
    }

    /// The font of the label, its height, and the space at both sides of the label.
    fn label_sizes(&self) -> (Font, f32, f32) {
        match self.weight {
            Weight::Strong => (Font::Bold, 13.0, 6.0),
            Weight::Plain | Weight::Off => (Font::Regular, 13.0, 6.0),
            Weight::Flat => (Font::Regular, 12.0, 2.0),
        }
    }

    /// Width of the button at which its label is not cut.
    pub fn label_width(&self, unit: f32) -> f32 {
        if self.icon.is_some() {
            return pen::px(CONTROL_HEIGHT, unit);
        }
        let (font, size, padding) = self.label_sizes();
        measure(&self.label, font, pen::size(size, unit)).ceil() + 2.0 * pen::px(padding, unit)
    }

    /// Draws the panel; returns the colour of the label on it.
    fn draw_panel(&self, pen: &mut Pen, rect: Rect, look: Look) -> Rgba {
        pen.focus(rect, look.focused);
        let theme = pen.theme;
        let hovered = look.hovers(rect);
        let pressed = hovered && look.held;
        let on_accent = theme.text_color_on(theme.accent);
        let (fill, ink) = match self.weight {
            Weight::Strong if pressed => (mix(theme.accent, theme.background, 0.2), on_accent),
            Weight::Strong if hovered => (mix(theme.accent, theme.text, 0.25), on_accent),
            Weight::Strong => (theme.accent, on_accent),
            Weight::Plain | Weight::Flat if pressed => (mix(theme.panel, theme.background, 0.5), theme.text),
            Weight::Plain => (pen.surface(hovered), theme.text),
            Weight::Flat if hovered => (theme.panel, theme.text),
            Weight::Flat => (theme.background, Ink::Soft.color(theme)),
            Weight::Off => (mix(theme.background, theme.panel, 0.5), mix(theme.background, theme.text, 0.45)),
        };
        if self.weight != Weight::Flat || hovered {
            pen.panel(rect, fill);
        }
        ink
    }
}

impl Widget for Button {
    fn value_text(&self) -> String {
        self.label.clone()
    }

    fn draw(&self, pen: &mut Pen, rect: Rect, look: Look) {
        let ink = self.draw_panel(pen, rect, look);
        if let Some(icon) = self.icon {
            draw_icon(pen, icon, rect, ink);
            return;
        }
        let (font, size, padding) = self.label_sizes();
        let padding = pen.px(padding);
        let mut label = Rect { x: rect.x + padding, w: (rect.w - 2.0 * padding).max(1.0), ..rect };
        let style = Style::control(ink).sized(size).font(font);
        let width = |text: &str| measure(text, font, pen::size(size, pen.unit)).ceil();
        if !self.glyph.is_empty() && rect.h >= pen.px(STACKED) {
            let upper = Rect { h: (rect.h * 0.55).round(), ..rect };
            pen.label(self.glyph, upper, style.sized(GLYPH).centered());
            let y = rect.y + upper.h;
            let lower = Rect { y, h: (rect.y + rect.h - y) * 0.8, ..rect };
            pen.label(&self.label, lower, style.sized(12.0).centered());
            return;
        }
        let (words, sign) = (width(&self.label), width(self.glyph) + padding);
        if !self.glyph.is_empty() && sign + words <= label.w {
            let x = (label.x + (label.w - sign - words) / 2.0).round();
            pen.label(self.glyph, Rect { x, w: sign, ..label }, style);
            (label.x, label.w) = (x + sign, words);
        }
        pen.label(&self.label, label, style.centered());
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

fn draw_icon(pen: &mut Pen, icon: Icon, rect: Rect, color: Rgba) {
    if icon == Icon::Nodes {
        return;
    }
    let forward = matches!(icon, Icon::Forward | Icon::Last);
    let (c, h) = (rect.center(), pen.px(5.0).max(4.0));
    let way = if forward { 1.0 } else { -1.0 };
    let x = c.x.round();
    let tip = h * 0.8 * way;
    let corners = [Point::new(x - tip, c.y - h), Point::new(x - tip, c.y + h), Point::new(x + tip, c.y)];
    pen.items.push(Item::Triangle { corners, color });
    if matches!(icon, Icon::First | Icon::Last) {
        let w = pen.px(2.0).max(1.0);
        let x = if forward { x + h * 0.8 } else { x - h * 0.8 - w };
        let bar = Rect::new(x.round(), (c.y - h).round(), w, (2.0 * h).round());
        pen.items.push(Item::fill(bar, color));
    }
}
