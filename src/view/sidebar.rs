//! The sidebar: both clocks, the message between them, and what the keys do.

use super::keys::{self, Action, Binding, When};
use super::layout::Layout;
use super::measure::{fit, measure, wrap};
use super::scene::{Align, Font, Item, Point, Rect, Rgba, Text, TextRole};
use super::theme::Theme;
use super::widgets::pen::mix;
use crate::game::options::{OptionKey, Options};
use crate::game::{Game, Player, clock};
use crate::rules::Color;

/// Width of the sidebar in the window's first size: all measures here are told for it.
const REFERENCE_WIDTH: f32 = 120.0;
/// Smallest font that can be read.
const SMALLEST: f32 = 10.0;

/// Height of a row of keys, and of a key cap in it.
const KEY_ROW: f32 = 26.0;
const KEY_CAP: f32 = 20.0;

/// Draws the sidebar of one game into a list of items.
pub struct Sidebar<'a> {
    game: &'a Game,
    theme: Theme,
    sound_on: bool,
    area: Rect,
    upright: bool,
    bottom: Color,
    /// Pixels for one pixel of the window's first size.
    unit: f32,
    items: Vec<Item>,
    /// What can be pressed, and where.
    buttons: Vec<(Rect, Action)>,
}

impl<'a> Sidebar<'a> {
    /// The sidebar of `game`, shown by `options`, where `layout` has it.
    #[must_use]
    pub fn new(game: &'a Game, options: &Options, layout: &Layout) -> Self {
        let (theme, sound_on) = (Theme::of(options), options.is_on(OptionKey::Sound));
        let area = layout.sidebar;
        let upright = layout.is_upright();
        let unit = if upright { area.h / REFERENCE_WIDTH } else { area.w / REFERENCE_WIDTH };
        let unit = unit.min(layout.tile / 32.0);
        let (items, buttons) = (Vec::new(), Vec::new());
        let bottom = layout.bottom;
        let mut sidebar = Self { game, theme, sound_on, area, upright, bottom, unit, items, buttons };
        sidebar.draw();
        sidebar
    }

    /// What is to be drawn.
    #[must_use]
    pub fn items(self) -> Vec<Item> {
        self.items
    }

    /// What a press at `point` asks for, if there is a button.
    #[must_use]
    pub fn action_at(&self, point: Point) -> Option<Action> {
        self.buttons.iter().find(|(rect, _)| rect.contains(point)).map(|&(_, action)| action)
    }

    fn draw(&mut self) {
        let margin = self.px(10.0);
        let block = self.px(68.0);
        let inner = self.area.inset(margin);
        if self.upright {
            let width = (inner.w * 0.26).floor();
            self.player(!self.bottom, Rect::new(inner.x, inner.y, width, block), true);
            self.player(self.bottom, Rect::new(inner.x + inner.w - width, inner.y, width, block), true);
            let middle =
                Rect::new(inner.x + width + margin, inner.y, inner.w - 2.0 * (width + margin), inner.h);
            let keys = self.px(26.0);
            self.message(Rect { h: middle.h - keys, ..middle });
            self.keys(Rect { y: middle.y + middle.h - keys, h: keys, ..middle });
            return;
        }
        self.player(!self.bottom, Rect { h: block, ..inner }, true);
        self.player(self.bottom, Rect { y: inner.y + inner.h - block, h: block, ..inner }, false);
        let keys = self.px(KEY_ROW) * self.shown().count() as f32 + self.px(8.0);
        let top = inner.y + block;
        let bottom = inner.y + inner.h - block - keys;
        self.message(Rect { y: top, h: bottom - top, ..inner });
        self.keys(Rect { y: bottom, h: keys, ..inner });
    }

    /// So many pixels of the window's first size, in whole pixels of this one.
    fn px(&self, pixels: f32) -> f32 {
        (pixels * self.unit).round()
    }

    fn size(&self, pixels: f32) -> u16 {
        // Fonts are some tens of pixels high.
        (pixels * self.unit).round().max(SMALLEST) as u16
    }

    /// Name and clock of a side: the name above the clock, or below it.
    fn player(&mut self, color: Color, area: Rect, name_above: bool) {
        let name_height = self.px(24.0);
        let clock_height = area.h - name_height;
        let (name_y, clock_y) =
            if name_above { (area.y, area.y + name_height) } else { (area.y + clock_height, area.y) };
        let clock = Rect::new(area.x, clock_y, area.w, clock_height);
        self.name(color, Rect::new(area.x, name_y, area.w, name_height));
        self.clock(color, clock);
    }

    fn name(&mut self, color: Color, area: Rect) {
        let radius = self.px(5.0);
        let center = Point::new(area.x + radius + self.px(1.0), area.center().y.round());
        let fill = if color == Color::White { Rgba::hex(0xFFF6E0) } else { Rgba::hex(0x14110F) };
        self.items.push(Item::Disc { center, radius, color: self.theme.faint });
        self.items.push(Item::Disc { center, radius: radius - self.px(1.0).max(1.0), color: fill });
        let x = area.x + self.px(17.0);
        let (name, size) = fit(self.player_name(color), Font::Regular, self.size(14.0), area.x + area.w - x);
        self.text(
            &name,
            TextRole::Player(color),
            Point::new(x, center.y),
            size,
            Font::Regular,
            self.theme.text,
        );
    }

    fn player_name(&self, color: Color) -> &'static str {
        match (self.game.player(color), self.game.player(!color), color) {
            (Player::Computer, Player::Human, _) => "Computer",
            (Player::Human, Player::Computer, _) => "You",
            (_, _, Color::White) => "White",
            (_, _, Color::Black) => "Black",
        }
    }

    fn clock(&mut self, color: Color, area: Rect) {
        let running = self.game.running() == Some(color);
        let (panel, ink) = if running {
            (self.theme.active, self.theme.active_text)
        } else {
            (self.theme.panel, self.theme.text)
        };
        self.items.push(Item::Panel { rect: area, radius: self.px(6.0), color: panel });
        if running {
            // A mark beside the digits says which clock runs without colour, too.
            let (x, y, h) = (area.x + self.px(8.0), area.center().y, self.px(6.0));
            let corners = [Point::new(x, y - h), Point::new(x, y + h), Point::new(x + h * 1.2, y)];
            self.items.push(Item::Triangle { corners, color: ink });
        }
        let time = self.game.clocks().remaining(color).map_or_else(|| "–:––".to_owned(), clock::text);
        let right = area.x + area.w - self.px(8.0);
        let (time, size) = fit(&time, Font::Mono, self.size(26.0), area.w - self.px(26.0));
        let at = Point::new(right, area.center().y);
        self.items.push(Item::Text(Text {
            text: time,
            role: TextRole::Clock(color),
            at,
            size,
            font: Font::Mono,
            color: ink,
            align: Align::Right,
        }));
    }

    fn message(&mut self, area: Rect) {
        let Some(message) = self.game.message() else { return };
        let color = if self.game.ending().is_some() { self.theme.text } else { self.theme.alarm };
        let lines = wrap(&message, Font::Bold, self.size(18.0), area.w);
        // One size for all lines: the one in which the widest word fits.
        let fitting = |line: &String| fit(line, Font::Bold, self.size(18.0), area.w).1;
        let size = lines.iter().map(fitting).min().unwrap_or_default();
        let line_height = (f32::from(size) * 1.35).round();
        let top = area.center().y - line_height * (lines.len() as f32 - 1.0) / 2.0;
        for (i, line) in lines.iter().enumerate() {
            let (line, size) = fit(line, Font::Bold, size, area.w);
            let at = Point::new(area.center().x, (top + line_height * i as f32).round());
            self.items.push(Item::Text(Text {
                text: line,
                role: TextRole::Message,
                at,
                size,
                font: Font::Bold,
                color,
                align: Align::Center,
            }));
        }
    }

    /// The keys that are shown now; beside the board there is room for all of them.
    fn shown(&self) -> impl Iterator<Item = &'static Binding> + use<> {
        keys::shown(self.game.ending().is_some(), !self.upright)
    }

    /// What the keys do, each as a key cap and a word: below each other, or beside each other under the board.
    fn keys(&mut self, area: Rect) {
        let shown: Vec<_> = self.shown().collect();
        let (row, gap) = (self.px(KEY_ROW), self.px(6.0));
        let width = (area.w / shown.len().max(1) as f32).floor();
        for (place, binding) in shown.into_iter().enumerate() {
            let place = place as f32;
            let rect = if self.upright {
                Rect::new(area.x + width * place, area.y, width - gap, self.px(KEY_CAP))
            } else {
                Rect::new(area.x, area.y + row * place, area.w, self.px(KEY_CAP))
            };
            self.binding(binding, rect);
        }
    }

    fn binding(&mut self, binding: &Binding, rect: Rect) {
        let size = self.size(12.0);
        let button = matches!(binding.when, When::Button | When::Beside);
        let (mut cap_color, mut ink) = (self.theme.panel, self.theme.faint);
        if button {
            self.items.push(Item::Panel { rect, radius: self.px(4.0), color: self.theme.panel });
            self.buttons.push((rect, binding.action));
            (cap_color, ink) = (mix(self.theme.panel, self.theme.text, 0.16), self.theme.text);
        }
        let cap_width = (measure(binding.cap, Font::Bold, size).ceil() + self.px(10.0)).min(rect.w);
        let cap = Rect { w: cap_width, ..rect };
        self.items.push(Item::Panel { rect: cap, radius: self.px(4.0), color: cap_color });
        let middle = cap.center().y.round();
        self.items.push(Item::Text(Text {
            text: binding.cap.to_owned(),
            role: TextRole::Help,
            at: Point::new(cap.center().x, middle),
            size,
            font: Font::Bold,
            color: self.theme.text,
            align: Align::Center,
        }));
        let x = cap.x + cap.w + self.px(7.0);
        let label = match (binding.action, self.sound_on) {
            (Action::Mute, true) => "Sound: on",
            (Action::Mute, false) => "Sound: off",
            _ => binding.label,
        };
        let (label, size) = fit(label, Font::Regular, size, rect.x + rect.w - x);
        self.text(&label, TextRole::Help, Point::new(x, middle), size, Font::Regular, ink);
    }

    fn text(&mut self, text: &str, role: TextRole, at: Point, size: u16, font: Font, color: Rgba) {
        let text = text.to_owned();
        self.items.push(Item::Text(Text { text, role, at, size, font, color, align: Align::Left }));
    }
}
