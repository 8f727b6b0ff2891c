//! The help page: every key of the table, and what the mouse does.

use crate::view::input::{InputEvent, Key, MouseButton};
use crate::view::scene::{Font, Item, Point, Rect, Rgba, Scene, TextRole};
use crate::view::screen::{Action, Context, Screen, Size};
use crate::view::screens::play::keys::{self, BINDINGS, KeyAction};
use crate::view::text::{measure, wrap};
use crate::view::widgets::pen::{Style, line_height, mix, px, size};
use crate::view::widgets::scroll::BAR;
use crate::view::widgets::{Look, Pen, Scroll};

/// What the mouse does, in the form of the keys: where, and what happens.
pub const MOUSE: [(&str, &str); 3] = [
    ("Rest on a piece", "Shows beside the board what it is worth and how it moves."),
    ("Click a piece", "Selects it: its moves turn blue, its captures light red."),
    ("Click a tile", "Moves the selected piece there. To castle, click the tile the king goes to."),
];

/// Window for which the page has its design's measure.
const DESIGN: Size = (600.0, 460.0);
/// The smallest measure that is tried before the page is made to scroll.
const SMALLEST: f32 = 0.6;
/// The measure at which it scrolls; also the smallest for people who asked for larger texts.
const READABLE: f32 = 0.8;
/// Width of one column in pixels of the design, at most.
const COLUMN: f32 = 560.0;
/// Height of the font, room around the page, between a cap and its words, and below a row.
const TEXT: f32 = 13.0;
const PAD: f32 = 18.0;
const GAP: f32 = 14.0;
const ROW_GAP: f32 = 8.0;
/// Height of the heading with the room below it.
const HEAD: f32 = 40.0;

/// A key or what the mouse does, and what happens.
type Words = (&'static str, &'static str);

/// The help page.
pub struct HelpScreen {
    rows: Vec<Words>,
    scroll: Scroll,
    announced: bool,
}

impl HelpScreen {
    /// The keys of the game, and the mouse.
    #[must_use]
    pub fn of_game() -> Self {
        Self::of(BINDINGS.iter().map(|row| (row.cap, row.help)).chain(MOUSE).collect())
    }

    /// A page of other keys, each with what it does.
    #[must_use]
    pub fn of(rows: Vec<Words>) -> Self {
        Self { rows, scroll: Scroll::default(), announced: false }
    }

    fn scroll(&mut self, rows: isize, ctx: &Context) {
        let room = Plan::room(&self.rows, ctx.size, ctx.theme().scale());
        self.scroll.shift(rows, self.rows.len(), room);
    }

    fn handle(&mut self, event: &InputEvent, ctx: &Context) -> Option<Action> {
        let help = Some(KeyAction::Help);
        let closes = match *event {
            InputEvent::Key { key: Key::Down, .. } => {
                self.scroll(1, ctx);
                false
            }
            InputEvent::Key { key: Key::Up, .. } => {
                self.scroll(-1, ctx);
                false
            }
            InputEvent::Wheel(notches) => {
                self.scroll(if notches > 0.0 { -1 } else { 1 }, ctx);
                false
            }
            InputEvent::Key { key, .. } => {
                matches!(key, Key::Escape | Key::Enter | Key::Space) || keys::action(key) == help
            }
            InputEvent::Typed(sign) => keys::typed(sign) == help,
            InputEvent::Pressed(MouseButton::Left, _) => true,
            _ => false,
        };
        closes.then_some(Action::Close)
    }
}

impl Screen for HelpScreen {
    fn update(&mut self, input: &[InputEvent], ctx: &mut Context) -> Option<Action> {
        if !std::mem::replace(&mut self.announced, true) {
            self.rows.iter().for_each(|(cap, help)| ctx.announce(format!("{cap}: {help}")));
        }
        input.iter().find_map(|event| self.handle(event, ctx))
    }

    fn draw(&self, ctx: &Context, scene: &mut Scene) {
        let (window, theme) = (ctx.size, &ctx.theme());
        let plan = Plan::fitting(&self.rows, window, theme.scale(), self.scroll);
        let mut pen = Pen { theme, unit: plan.unit, items: &mut scene.items };
        let veil = Rect::new(0.0, 0.0, window.0, window.1);
        pen.items.push(Item::Panel { rect: veil, radius: 0.0, color: Rgba(0, 0, 0, 150) });
        let rim = pen.px(1.0).max(1.0);
        let color = mix(theme.panel, theme.faint, 0.35);
        pen.items.push(Item::Panel { rect: plan.panel, radius: pen.px(10.0), color });
        let rect = plan.panel.inset(rim);
        pen.items.push(Item::Panel { rect, radius: pen.px(10.0) - rim, color: theme.ground });
        let style = Style { role: TextRole::Help, ..Style::control(theme.text) }.sized(TEXT);
        let head = plan.panel.inset(pen.px(PAD));
        let title = Rect { h: pen.px(HEAD - GAP), ..head };
        pen.label("Keys and mouse", title, style.sized(22.0).font(Font::Bold));
        let faint = Style { color: mix(theme.faint, theme.text, 0.5), ..style };
        for row in &plan.rows {
            pen.panel(row.cap_rect, theme.panel);
            pen.label(row.cap, row.cap_rect.inset(1.0), style.font(Font::Bold).centered());
            pen.paragraph(row.help, row.help_rect, faint);
        }
        if plan.rows.len() < self.rows.len() {
            let (w, top) = (pen.px(BAR), head.y + pen.px(HEAD));
            let h = plan.panel.y + plan.panel.h - pen.px(PAD) - top;
            let bar = Rect::new(plan.panel.x + plan.panel.w - w - pen.px(4.0), top, w, h);
            self.scroll.draw(&mut pen, bar, self.rows.len(), plan.rows.len(), Look::default());
        }
    }
}

/// One row of the page.
struct Row {
    cap: &'static str,
    cap_rect: Rect,
    help: &'static str,
    help_rect: Rect,
    /// Where its words end, without the room below.
    end: f32,
}

/// Where everything is.
struct Plan {
    unit: f32,
    panel: Rect,
    rows: Vec<Row>,
}

impl Plan {
    /// The page at the greatest measure at which all of it has room, in one column or in two; or as much of it from
    /// where `scroll` is as a readable measure leaves room for. Texts are to be `scale` times as large as usual.
    fn fitting(keys: &[Words], window: Size, scale: f32, scroll: Scroll) -> Self {
        let mut unit = (window.0 / DESIGN.0).min(window.1 / DESIGN.1).clamp(0.8, 2.5) * scale;
        let least = if scale > 1.0 { READABLE * scale } else { SMALLEST };
        while unit >= least {
            let plans = [1, 2].map(|columns| Self::new(keys, window, unit, columns));
            if let Some(plan) = plans.into_iter().find(|plan| plan.panel.h <= window.1) {
                return plan;
            }
            unit *= 0.95;
        }
        let first = scroll.first(keys.len(), Self::room(keys, window, scale));
        let mut plan = Self::scrolled(&keys[first..], window, scale);
        // The page fills the window from top to bottom wherever it is.
        plan.raise(plan.panel.y);
        plan.panel.h = window.1;
        let end = window.1 - px(PAD, plan.unit);
        plan.rows.retain(|row| row.end <= end);
        plan
    }

    /// Moves everything up by so many pixels.
    fn raise(&mut self, by: f32) {
        self.panel.y -= by;
        for row in &mut self.rows {
            row.cap_rect.y -= by;
            row.help_rect.y -= by;
            row.end -= by;
        }
    }

    /// How many of the last rows have room where the page scrolls.
    fn room(keys: &[Words], window: Size, scale: f32) -> usize {
        let fits =
            |&count: &usize| Self::scrolled(&keys[keys.len() - count..], window, scale).panel.h <= window.1;
        (1..=keys.len()).take_while(fits).last().unwrap_or(1)
    }

    fn scrolled(keys: &[Words], window: Size, scale: f32) -> Self {
        Self::new(keys, window, READABLE * scale, 1)
    }

    /// The page in so many columns at the measure `unit`, however high that is.
    fn new(keys: &[Words], window: Size, unit: f32, columns: usize) -> Self {
        let (pad, gap, font) = (px(PAD, unit), px(GAP, unit), size(TEXT, unit));
        let caps = keys.iter().map(|(cap, _)| measure(cap, Font::Bold, font).ceil()).fold(0.0, f32::max);
        let (caps, count) = (caps + px(12.0, unit), columns as f32);
        let most = count * px(COLUMN, unit) + (count - 1.0) * pad;
        let width = (window.0 - px(16.0, unit)).min(most).floor();
        let column = ((width - 2.0 * pad - (count - 1.0) * pad) / count).floor();
        let (line, words) = (line_height(font), (column - caps - gap).max(1.0));
        let lines = |help| wrap(help, Font::Regular, font, words).len() as f32;
        let heights: Vec<f32> = keys.iter().map(|(_, help)| line * lines(help) + px(ROW_GAP, unit)).collect();
        let half = heights.iter().sum::<f32>() / count;
        let (mut rows, mut at, mut highest) = (Vec::new(), Point::new(pad, pad + px(HEAD, unit)), 0.0_f32);
        let top = at.y;
        for (&(cap, help), height) in keys.iter().zip(heights) {
            if at.y - top >= half {
                at = Point::new(at.x + column + pad, top);
            }
            let cap_rect = Rect::new(at.x, at.y, caps, line + px(2.0, unit));
            let help_rect = Rect::new(at.x + caps + gap, at.y + px(1.0, unit), words, height);
            let end = at.y + height - px(ROW_GAP, unit);
            rows.push(Row { cap, cap_rect, help, help_rect, end });
            at.y += height;
            highest = highest.max(at.y);
        }
        let height = highest + pad - px(ROW_GAP, unit);
        let corner = (((window.0 - width) / 2.0).floor(), ((window.1 - height) / 2.0).floor().max(0.0));
        for row in &mut rows {
            row.end += corner.1;
            for rect in [&mut row.cap_rect, &mut row.help_rect] {
                *rect = Rect { x: rect.x + corner.0, y: rect.y + corner.1, ..*rect };
            }
        }
        Self { unit, panel: Rect::new(corner.0, corner.1, width, height), rows }
    }
}
