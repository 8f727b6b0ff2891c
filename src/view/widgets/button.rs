//! A button, with or without the cap of the key that does the same.

use super::node::Ink;
use super::pen::{self, Style, mix};
use super::{Look, Pen, Response, Widget};
use crate::view::input::Key;
use crate::view::scene::{Font, Item, Point, Rect, Rgba, TextRole};
use crate::view::text::measure;

/// Height of a control, in pixels of the design.
pub const CONTROL_HEIGHT: f32 = 28.0;
/// Height of the font of a button that has a key, and of one without.
const KEY_TEXT: f32 = 12.0;
const LABEL_TEXT: f32 = 13.0;
/// Space at both sides of the label of a button without a key.
const AROUND: f32 = 6.0;
/// Space beside the sign on a cap, between cap and label, and behind the label.
const CAP_AROUND: f32 = 5.0;
const GAP: f32 = 6.0;
const END: f32 = 3.0;

/// How a button is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    Plain,
    /// The button that is pressed most.
    Strong,
    /// Cannot be pressed now.
    Off,
    /// Without a panel unless it is pointed at: a button that is pressed rarely.
    Flat,
}

/// A sign that a button has in the place of a label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Icon {
    First,
    Back,
    Forward,
    Last,
}

/// A button.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Button {
    pub label: String,
    /// The sign on the key that does the same.
    pub cap: Option<&'static str>,
    pub weight: Weight,
    /// A sign in the place of the label, which is announced only.
    pub icon: Option<Icon>,
}

impl Button {
    /// A button with the text `label`; the `primary` one is that which is pressed most.
    pub fn new(label: &str, primary: bool) -> Self {
        let weight = if primary { Weight::Strong } else { Weight::Plain };
        Self { label: label.to_owned(), cap: None, weight, icon: None }
    }

    /// A button with the text `label` and the key `cap`.
    pub fn with_key(cap: &'static str, label: &str, weight: Weight) -> Self {
        Self { label: label.to_owned(), cap: Some(cap), weight, icon: None }
    }

    /// A button with a sign in the place of its label.
    pub fn with_icon(icon: Icon, label: &str) -> Self {
        Self { icon: Some(icon), ..Self::flat(label) }
    }

    /// A button without a panel.
    pub fn flat(label: &str) -> Self {
        Self { weight: Weight::Flat, ..Self::new(label, false) }
    }

    fn font(&self) -> (Font, f32) {
        match (self.cap, self.weight) {
            (Some(_), _) => (Font::Regular, KEY_TEXT),
            (None, Weight::Strong) => (Font::Bold, LABEL_TEXT),
            (None, Weight::Flat) => (Font::Regular, KEY_TEXT),
            (None, _) => (Font::Regular, LABEL_TEXT),
        }
    }

    /// Space at both sides of the label.
    fn around(&self) -> f32 {
        match (self.cap, self.weight) {
            (Some(_), _) => END,
            (None, Weight::Flat) => 2.0,
            (None, _) => AROUND,
        }
    }

    /// The width that the label needs, without the cap.
    pub fn label_width(&self, unit: f32) -> f32 {
        if self.icon.is_some() {
            return pen::px(CONTROL_HEIGHT, unit);
        }
        let (font, size) = self.font();
        let around = self.around();
        measure(&self.label, font, pen::size(size, unit)).ceil() + 2.0 * pen::px(around, unit)
    }

    /// The width of the cap on a button `height` high.
    fn cap_width(&self, height: f32, unit: f32) -> f32 {
        let sign = measure(self.cap.unwrap_or_default(), Font::Bold, pen::size(KEY_TEXT, unit)).ceil();
        (sign + 2.0 * pen::px(CAP_AROUND, unit)).max(height)
    }

    /// Whether there is a cap that has room in `rect` beside the label.
    pub fn has_room_for_cap(&self, rect: Rect, unit: f32) -> bool {
        let label = measure(&self.label, Font::Regular, pen::size(KEY_TEXT, unit)).ceil();
        let needed = self.cap_width(rect.h, unit) + pen::px(GAP, unit) + label + pen::px(END, unit);
        self.cap.is_some() && needed <= rect.w
    }

    /// Draws it in `rect` with the cap of its key.
    pub fn draw_with_cap(&self, pen: &mut Pen, rect: Rect, look: Look) {
        let (fill, style) = self.draw_surface(pen, rect, look);
        let cap = Rect { w: self.cap_width(rect.h, pen.unit).min(rect.w), ..rect };
        pen.panel(cap, mix(fill, style.color, 0.16));
        pen.label(self.cap.unwrap_or_default(), cap, style.centered().font(Font::Bold));
        let x = cap.x + cap.w + pen.px(GAP);
        let w = (rect.x + rect.w - x - pen.px(END)).max(1.0);
        pen.label(&self.label, Rect { x, w, ..rect }, style);
    }

    /// Draws what is below the label; returns its colour and the style of the label.
    fn draw_surface(&self, pen: &mut Pen, rect: Rect, look: Look) -> (Rgba, Style) {
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
        let (font, size) = self.font();
        let role = if self.cap.is_some() { TextRole::Help } else { TextRole::Label };
        (fill, Style { role, ..Style::control(ink) }.sized(size).font(font))
    }
}

impl Widget for Button {
    fn value_text(&self) -> String {
        self.label.clone()
    }

    fn draw(&self, pen: &mut Pen, rect: Rect, look: Look) {
        let (_, style) = self.draw_surface(pen, rect, look);
        if let Some(icon) = self.icon {
            draw_icon(pen, icon, rect, style.color);
            return;
        }
        let around = pen.px(self.around());
        let label = Rect { x: rect.x + around, w: (rect.w - 2.0 * around).max(1.0), ..rect };
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
        pen.items.push(Item::Panel { rect: bar, radius: 0.0, color });
    }
}
