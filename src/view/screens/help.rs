//! Help page: every key of a screen, and what the mouse does.

use crate::view::input::{InputEvent, Key, MouseButton};
use crate::view::scene::{Font, Rect, Scene, TextRole};
use crate::view::screen::{Action, Context, Screen};
use crate::view::screens::play::keys::{self, BINDINGS, KeyAction};
use crate::view::text::measure;
use crate::view::widgets::node::{Ink, Surface, column, dialog, list, paragraph, row, space, text};
use crate::view::widgets::pen::{px, size};
use crate::view::widgets::{Node, Page, Ui, UiEvent, largest_scale};

/// What the mouse does in a game.
pub const MOUSE: [(&str, &str); 3] = [
    ("Rest on a piece", "Show its value and how it moves"),
    ("Click a piece", "Select it: its moves turn blue, its captures light red"),
    ("Click a square", "Move the selected piece there; to castle, click the square the king goes to"),
];

/// Window in which the page has the size of its design.
const DESIGN: (f32, f32) = (600.0, 460.0);
/// Smallest and largest scale of a page that shows all rows.
const SCALES: (f32, f32) = (0.6, 2.5);
/// Scale of a page that scrolls; also the smallest for larger texts.
const READABLE: f32 = 0.8;
/// Largest width of a column.
const COLUMN: f32 = 560.0;
/// Height of the font.
const TEXT: f32 = 13.0;
/// Space around the page and between its columns.
const PADDING: f32 = 18.0;

/// A key or a gesture of the mouse, and what it does.
type Help = (&'static str, &'static str);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Rows;

pub struct HelpScreen {
    rows: Vec<Help>,
    ui: Ui<Rows>,
    announced: bool,
}

impl HelpScreen {
    /// The keys of the game, and the mouse.
    pub fn of_game() -> Self {
        Self::of(BINDINGS.iter().map(|row| (row.cap, row.help)).chain(MOUSE).collect())
    }

    /// A page of other keys, each with what it does.
    pub fn of(rows: Vec<Help>) -> Self {
        Self { rows, ui: Ui::default(), announced: false }
    }

    /// The page at the largest scale at which all rows have room, in one column or in two; a list that scrolls where
    /// no scale will do.
    fn page(&self, ctx: &Context) -> Page<Rows> {
        let window = ctx.size;
        let area = Rect::new(0.0, 0.0, window.0, window.1);
        let scale = ctx.theme().scale();
        let (smallest, largest) = SCALES;
        let smallest = if scale > 1.0 { READABLE * scale } else { smallest };
        let largest = (window.0 / DESIGN.0).min(window.1 / DESIGN.1).clamp(READABLE, largest) * scale;
        let whole = largest_scale(largest, smallest, |unit| {
            let page = |columns| self.ui.page(&dialog(self.panel(unit, columns)), area, unit);
            [1, 2].into_iter().map(page).find(Page::fits)
        });
        if let Some(page) = whole {
            return page;
        }
        let unit = READABLE * scale;
        let rows = self.rows(unit).collect::<Vec<_>>();
        let panel = self.framed(list(Rows, rows).fill(1.0), 1).height_part(1.0);
        self.ui.page(&dialog(panel), area, unit)
    }

    fn panel(&self, unit: f32, columns: usize) -> Node<Rows> {
        let mut rows: Vec<_> = self.rows(unit).collect();
        let second = if columns > 1 { rows.split_off(rows.len().div_ceil(2)) } else { Vec::new() };
        let halves = [rows, second].into_iter().filter(|half| !half.is_empty());
        self.framed(row(halves.map(|half| column(half).fill(1.0))).gap(PADDING), columns)
    }

    /// `body` below a heading, in a frame as wide as so many columns may be.
    fn framed(&self, body: Node<Rows>, columns: usize) -> Node<Rows> {
        let heading = text("Keys and mouse").role(TextRole::Help).bold().sized(22.0).height(26.0);
        let width = columns as f32 * (COLUMN + PADDING) - PADDING;
        let panel = column([heading, space().height(14.0), body]).padding(PADDING);
        panel.surface(Surface::Dialog).width_part(0.98).max_width(width)
    }

    fn rows(&self, unit: f32) -> impl Iterator<Item = Node<Rows>> {
        let widths = self.rows.iter().map(|(cap, _)| measure(cap, Font::Bold, size(TEXT, unit)).ceil());
        let width = (widths.fold(0.0, f32::max) + px(12.0, unit)) / unit;
        self.rows.iter().map(move |&(cap, help)| {
            let set = |node: Node<Rows>| node.sized(TEXT).role(TextRole::Help);
            let cap = set(text(cap)).bold().centered().surface(Surface::Panel).rigid().width(width);
            let help = set(paragraph(help)).ink(Ink::Soft).fill(1.0);
            column([row([cap, help]).gap(14.0).align_start(), space().height(8.0)])
        })
    }

    fn handle(&mut self, event: &InputEvent, ctx: &Context) -> Option<Action> {
        let page = self.page(ctx);
        if matches!(self.ui.update(&page, event), UiEvent::Handled) {
            return None;
        }
        let closes = match *event {
            InputEvent::Key { key: key @ (Key::Down | Key::Up), .. } => {
                self.ui.scroll_by(&page, Rows, if key == Key::Down { 1 } else { -1 });
                false
            }
            InputEvent::Key { key, .. } => {
                matches!(key, Key::Escape | Key::Enter | Key::Space)
                    || keys::action(key) == Some(KeyAction::Help)
            }
            InputEvent::Typed(sign) => keys::typed(sign) == Some(KeyAction::Help),
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
        let action = input.iter().find_map(|event| self.handle(event, ctx));
        ctx.effects.cursor = self.ui.cursor();
        action
    }

    fn draw(&self, ctx: &Context, scene: &mut Scene) {
        self.ui.draw(&self.page(ctx), &ctx.theme(), &mut scene.items);
    }
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;
    use std::time::Duration;

    use super::*;
    use crate::game::options::Options;
    use crate::view::scene::Item;
    use crate::view::text::bounds;
    use crate::view::widgets::board::animation::Speed;

    /// In windows of several shapes no line comes nearer to the edge of the panel than half its padding.
    #[test]
    fn all_lines_lie_inside_the_panel() {
        for size in [(792.0, 672.0), (1280.0, 800.0), (500.0, 760.0), (480.0, 400.0)] {
            let speed = Speed { pixels_a_frame: 1.0, longest: Duration::ZERO };
            let ctx = Context { size, ..Context::new(Options::default(), speed, Rc::new([])) };
            let mut scene = Scene::new(ctx.theme().background);
            HelpScreen::of_game().draw(&ctx, &mut scene);
            let is_window = |rect: &Rect| (rect.w, rect.h) == size;
            let panel = scene.items.iter().find_map(|item| match item {
                Item::Panel { rect, .. } if !is_window(rect) => Some(*rect),
                _ => None,
            });
            let panel = panel.expect("a help page has a panel");
            assert!(panel.y >= 0.0 && panel.y + panel.h <= size.1, "{panel:?} in {size:?}");
            for text in scene.texts() {
                let ink = bounds(text);
                let below = panel.y + panel.h - (ink.y + ink.h);
                assert!(below >= PADDING / 2.0 * SCALES.0, "{} in {size:?}: {below}", text.text);
            }
        }
    }
}
