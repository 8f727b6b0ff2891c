//! The help page: every key of the table, and what the mouse does.

use std::time::Duration;

use super::input::{Button, Happening, Key};
use super::keys::{self, Action, BINDINGS};
use super::measure::measure;
use super::scene::{Font, Item, Rect, Rgba, TextRole};
use super::screen::{Screen, Size, Transition};
use super::theme::Theme;
use super::widgets::Pen;
use super::widgets::pen::{Style, line_height, mix, size};

/// What the mouse does, in the form of the keys: where, and what happens.
pub const MOUSE: [(&str, &str); 2] = [
    ("Click a piece", "Selects it: its moves turn blue, its captures light red."),
    ("Click a tile", "Moves the selected piece there. To castle, click the tile the king goes to."),
];

/// Width of a window in which the page has its design's measure.
const DESIGN: Size = (600.0, 460.0);

/// The help page.
pub struct HelpScreen {
    theme: Theme,
}

impl HelpScreen {
    /// A page in the colours of `theme`.
    #[must_use]
    pub const fn new(theme: Theme) -> Self {
        Self { theme }
    }
}

impl Screen for HelpScreen {
    fn tick(&mut self, _elapsed: Duration) -> Transition {
        Transition::Stay
    }

    fn happen(&mut self, happening: Happening, _size: Size) -> Transition {
        let help = Some(Action::Help);
        let closes = match happening {
            Happening::Key { key, .. } => {
                matches!(key, Key::Escape | Key::Enter | Key::Space) || keys::action(key) == help
            }
            Happening::Typed(sign) => keys::typed(sign) == help,
            Happening::Pressed(Button::Left, _) => true,
            _ => false,
        };
        if closes { Transition::Close(None) } else { Transition::Stay }
    }

    fn draw(&self, window: Size, items: &mut Vec<Item>) {
        let unit = (window.0 / DESIGN.0).min(window.1 / DESIGN.1).clamp(0.8, 2.5);
        let mut pen = Pen { theme: &self.theme, unit, items };
        let rows: Vec<(&str, &str)> = BINDINGS.iter().map(|row| (row.cap, row.help)).chain(MOUSE).collect();
        let bold = size(13.0, unit);
        let caps = rows.iter().map(|row| measure(row.0, Font::Bold, bold).ceil()).fold(0.0, f32::max);
        let (pad, gap) = (pen.px(20.0), pen.px(14.0));
        let caps = caps + pen.px(14.0);
        let w = (window.0 - pen.px(16.0)).min(pen.px(560.0)).floor();
        let words = w - 2.0 * pad - caps - gap;
        let line = line_height(size(13.0, unit));
        let heights = rows.iter().map(|row| {
            let lines = super::measure::wrap(row.1, Font::Regular, size(13.0, unit), words).len();
            line * lines as f32 + pen.px(10.0)
        });
        let heights: Vec<f32> = heights.collect();
        let head = pen.px(44.0);
        let h = (head + heights.iter().sum::<f32>() + 2.0 * pad - pen.px(10.0)).min(window.1);
        let panel = Rect::new(((window.0 - w) / 2.0).floor(), ((window.1 - h) / 2.0).floor(), w, h);
        let veil = Rect::new(0.0, 0.0, window.0, window.1);
        pen.items.push(Item::Panel { rect: veil, radius: 0.0, color: Rgba(0, 0, 0, 150) });
        let rim = pen.px(1.0).max(1.0);
        let color = mix(self.theme.panel, self.theme.faint, 0.35);
        pen.items.push(Item::Panel { rect: panel, radius: pen.px(10.0), color });
        let rect = panel.inset(rim);
        pen.items.push(Item::Panel { rect, radius: pen.px(10.0) - rim, color: self.theme.ground });
        let inner = panel.inset(pad);
        let style = Style { role: TextRole::Help, ..Style::control(self.theme.text) };
        pen.label("Keys and mouse", Rect { h: head - gap, ..inner }, style.sized(22.0).font(Font::Bold));
        let mut y = inner.y + head;
        for ((cap, help), height) in rows.into_iter().zip(heights) {
            let rect = Rect::new(inner.x, y, caps, line + pen.px(2.0));
            pen.panel(rect, self.theme.panel);
            pen.label(cap, rect.inset(1.0), style.sized(13.0).font(Font::Bold).centered());
            let words = Rect::new(inner.x + caps + gap, y + pen.px(1.0), words, height);
            let faint = Style { color: mix(self.theme.faint, self.theme.text, 0.5), ..style };
            pen.paragraph(help, words, faint.sized(13.0));
            y += height;
        }
    }

    fn ground(&self) -> Rgba {
        self.theme.ground
    }
}
