//! Drawing of widgets: scaled lengths, panels, labels and paragraphs.

use crate::view::scene::{Align, Font, Item, Point, Rect, Rgba, Text, TextRole};
use crate::view::text::{fit, measure, wrap};
use crate::view::theme::Theme;

/// Height of the font of controls, in pixels of the design.
pub const TEXT: f32 = 14.0;

/// Draws in the colours of a theme at some scale.
pub struct Pen<'a> {
    pub theme: &'a Theme,
    /// Pixels of the window for each pixel of the design. The design is made for the size of the first window.
    pub unit: f32,
    pub items: &'a mut Vec<Item>,
}

impl Pen<'_> {
    /// `pixels` of the design in whole pixels of the window.
    pub fn px(&self, pixels: f32) -> f32 {
        px(pixels, self.unit)
    }

    /// Font size for a text that is `pixels` high in the design.
    pub fn size(&self, pixels: f32) -> u16 {
        size(pixels, self.unit).max(self.theme.least_text)
    }

    /// A panel with rounded corners.
    pub fn panel(&mut self, rect: Rect, color: Rgba) {
        let radius = self.px(5.0).min(rect.w / 2.0).min(rect.h / 2.0);
        self.items.push(Item::Panel { rect, radius, color });
    }

    /// Colour of a panel that can be pressed, stronger under the pointer.
    pub fn surface(&self, hovered: bool) -> Rgba {
        if hovered { mix(self.theme.panel, self.theme.text, 0.12) } else { self.theme.panel }
    }

    /// Width of the ring around a widget with the keyboard focus.
    pub fn focus_width(&self) -> f32 {
        self.px(2.0).max(2.0)
    }

    /// Draws the focus ring around the panel of `rect`. It is drawn before the panel.
    pub fn focus(&mut self, rect: Rect, focused: bool) {
        if focused {
            let by = self.focus_width();
            let color = self.theme.accent;
            self.items.push(Item::Panel { rect: rect.inset(-by), radius: self.px(5.0) + by, color });
            self.panel(rect, self.theme.background);
        }
    }

    /// One line of text in `rect`, vertically centred. It is made smaller or cut if it does not fit.
    pub fn label(&mut self, text: &str, rect: Rect, style: Style) {
        let least = style.smallest.map_or(self.theme.least_text, |pixels| self.size(pixels));
        let (text, size) = fit(text, style.font, self.size(style.size), rect.w, least);
        let x = match style.align {
            Align::Left => rect.x,
            Align::Center => rect.center().x,
            Align::Right => rect.x + rect.w,
        };
        let at = Point::new(x.round(), rect.center().y.round());
        let Style { role, font, color, align, .. } = style;
        self.items.push(Item::Text(Text { text, role, at, size, font, color, align }));
    }

    /// Whether [`Pen::paragraph`] shows all of `text` in `rect`.
    pub fn has_room(&self, text: &str, rect: Rect, style: Style) -> bool {
        let size = self.size(style.size);
        let lines = wrap(text, style.font, size, rect.w);
        let narrow = lines.iter().all(|line| measure(line, style.font, size) <= rect.w);
        narrow && line_height(size) * lines.len() as f32 <= rect.h
    }

    /// As many lines of text as fit, from the top of `rect`. The last one ends with an ellipsis if words are left.
    pub fn paragraph(&mut self, text: &str, rect: Rect, style: Style) {
        let font_size = self.size(style.size);
        let height = line_height(font_size);
        let room = (rect.h / height).floor().max(0.0) as usize;
        let mut lines = wrap(text, style.font, font_size, rect.w);
        if lines.len() > room {
            lines.truncate(room);
            if let Some(last) = lines.last_mut() {
                last.push('…');
            }
        }
        for (row, line) in lines.iter().enumerate() {
            let y = rect.y + height * row as f32;
            self.label(line, Rect { y, h: height, ..rect }, style);
        }
    }

    /// The cross of a button that closes something.
    pub fn cross(&mut self, rect: Rect, hovered: bool) {
        if hovered {
            self.panel(rect, self.surface(true));
        }
        let (c, r, width) = (rect.center(), self.px(6.0), self.px(2.0).max(1.5));
        for sign in [-1.0, 1.0] {
            let (from, to) = (Point::new(c.x - r, c.y - r * sign), Point::new(c.x + r, c.y + r * sign));
            self.items.push(Item::Line { from, to, width, color: self.theme.faint });
        }
    }

    /// A triangle that points left or right in the middle of `rect`.
    pub fn arrow(&mut self, rect: Rect, right: bool, color: Rgba) {
        let (c, h) = (rect.center(), self.px(4.5).max(3.0));
        let tip = if right { h * 0.6 } else { -h * 0.6 };
        let corners =
            [Point::new(c.x - tip, c.y - h), Point::new(c.x - tip, c.y + h), Point::new(c.x + tip, c.y)];
        self.items.push(Item::Triangle { corners, color });
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Style {
    pub role: TextRole,
    /// Height of the font in pixels of the design.
    pub size: f32,
    /// Least height of the font of a label before it is cut, in pixels of the design; `None` for the least of the theme.
    pub smallest: Option<f32>,
    pub font: Font,
    pub color: Rgba,
    pub align: Align,
}

impl Style {
    /// Text of a control in `color`, aligned to the left.
    pub const fn control(color: Rgba) -> Self {
        let (role, font) = (TextRole::Label, Font::Regular);
        Self { role, size: TEXT, smallest: None, font, color, align: Align::Left }
    }

    pub const fn centered(self) -> Self {
        Self { align: Align::Center, ..self }
    }

    pub const fn right(self) -> Self {
        Self { align: Align::Right, ..self }
    }

    pub const fn font(self, font: Font) -> Self {
        Self { font, ..self }
    }

    /// Sets the height of the font, in pixels of the design.
    pub const fn sized(self, size: f32) -> Self {
        Self { size, ..self }
    }
}

/// Distance of two lines of text in a font of `size`.
pub fn line_height(size: u16) -> f32 {
    (f32::from(size) * 1.4).round()
}

/// `pixels` of the design in whole pixels of the window.
pub fn px(pixels: f32, unit: f32) -> f32 {
    (pixels * unit).round()
}

/// Font size for a text that is `pixels` high in the design. Text below 10 pixels cannot be read.
pub fn size(pixels: f32, unit: f32) -> u16 {
    // Fonts are at most some tens of pixels high.
    (pixels * unit).round().max(10.0) as u16
}

/// The colour `part` of the way from `a` to `b`, 0 to 1.
pub fn mix(a: Rgba, b: Rgba, part: f32) -> Rgba {
    let mix = |a: u8, b: u8| (f32::from(a) + (f32::from(b) - f32::from(a)) * part).round() as u8;
    Rgba(mix(a.0, b.0), mix(a.1, b.1), mix(a.2, b.2), mix(a.3, b.3))
}
