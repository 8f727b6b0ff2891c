//! Help page: keys and mouse, grouped by task.

use std::cell::Cell;
use std::sync::Arc;

use crate::rules::Variant;
use crate::view::input::{InputEvent, Key, MouseButton};
use crate::view::scene::{Font, Rect, Scene, TextRole};
use crate::view::screen::{Action, Context, Screen, Size};
use crate::view::screens::play::keys::{self, BINDINGS, KeyAction};
use crate::view::screens::rules::RulesScreen;
use crate::view::text::measure;
use crate::view::widgets::node::{
    Ink, Surface, button, close_cross, column, dialog, list, paragraph, row, space, text,
};
use crate::view::widgets::pen::{px, size};
use crate::view::widgets::{Button, Node, Page, Ui, UiEvent, largest_scale};

/// Title of each group, its mouse gestures and its keys.
const GROUPS: &[(&str, &[Help], &[KeyAction])] = &[
    (
        "Play",
        &[("Click, drag", "Select a piece and move it"), ("Click the rook", "Castle the selected king")],
        &[KeyAction::TakeBack, KeyAction::Hint, KeyAction::OfferDraw, KeyAction::Resign],
    ),
    (
        "Look at the game",
        &[
            ("Rest on a piece", "Show its value and moves"),
            ("Wheel", "Step through the moves"),
            ("Right button", "Draw arrows and circles"),
            ("Shift, Alt", "Draw in red, blue or yellow"),
        ],
        &[
            KeyAction::StepBack,
            KeyAction::StepForth,
            KeyAction::ToStart,
            KeyAction::ToPresent,
            KeyAction::TurnBoard,
        ],
    ),
    (
        "After the game",
        &[],
        &[KeyAction::Rematch, KeyAction::Restart, KeyAction::NewGame, KeyAction::Analyze, KeyAction::Edit],
    ),
    (
        "Open",
        &[],
        &[KeyAction::Menu, KeyAction::Learn, KeyAction::Puzzles, KeyAction::Games, KeyAction::Help],
    ),
    ("Copy and paste", &[], &[KeyAction::CopyPosition, KeyAction::CopyGame, KeyAction::Paste]),
    ("Sound and screen", &[], &[KeyAction::Mute, KeyAction::FullScreen, KeyAction::Cursor]),
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
enum Id {
    Rows,
    Rules,
    Close,
}

/// A title and its rows.
type Group = (&'static str, Vec<Help>);

/// Layout of the page in a window. It is cached, because finding it takes many layouts.
#[derive(Clone, Copy)]
struct Layout {
    window: Size,
    /// Scale of the texts.
    scale: f32,
    /// Scale of the page and number of columns; without them the page scrolls.
    whole: Option<(f32, usize)>,
}

pub struct HelpScreen {
    groups: Vec<Group>,
    /// The variant whose rules the page opens.
    variant: Option<Arc<Variant>>,
    ui: Ui<Id>,
    layout: Cell<Option<Layout>>,
    announced: bool,
}

impl HelpScreen {
    /// The keys of a game of `variant`, and the mouse.
    pub fn of_game(variant: Option<Arc<Variant>>) -> Self {
        let group = |&(title, mouse, keys): &(&'static str, &[Help], &[KeyAction])| {
            let keys = keys.iter().filter_map(|key| BINDINGS.iter().find(|row| row.action == *key));
            (title, mouse.iter().copied().chain(keys.map(|row| (row.cap, row.help))).collect())
        };
        Self { variant, ..Self::of_groups(GROUPS.iter().map(group).collect()) }
    }

    /// A page of other keys, each with what it does.
    pub fn of(rows: Vec<Help>) -> Self {
        Self::of_groups(vec![("", rows)])
    }

    fn of_groups(groups: Vec<Group>) -> Self {
        Self { groups, variant: None, ui: Ui::default(), layout: Cell::default(), announced: false }
    }

    /// The page at the largest scale at which all rows have room, in one column or in two; a list that scrolls where
    /// no scale will do.
    fn page(&self, ctx: &Context) -> Page<Id> {
        let (window, scale) = (ctx.size, ctx.theme().scale());
        let area = Rect::new(0.0, 0.0, window.0, window.1);
        let page = |(unit, columns)| self.ui.page(&dialog(self.panel(unit, columns)), area, unit);
        let kept = self.layout.get().filter(|layout| (layout.window, layout.scale) == (window, scale));
        let layout = kept.unwrap_or_else(|| {
            let smallest = if scale > 1.0 { READABLE * scale } else { SCALES.0 };
            let largest = (window.0 / DESIGN.0).min(window.1 / DESIGN.1).clamp(READABLE, SCALES.1) * scale;
            let whole = largest_scale(largest, smallest, |unit| {
                [(unit, 1), (unit, 2)].into_iter().find(|&whole| page(whole).fits())
            });
            Layout { window, scale, whole }
        });
        self.layout.set(Some(layout));
        if let Some(whole) = layout.whole {
            return page(whole);
        }
        let unit = READABLE * scale;
        let width = self.cap_width(unit);
        let rows =
            self.groups.iter().flat_map(|group| self.rows(group, width, paragraph)).collect::<Vec<_>>();
        let panel = self.framed(list(Id::Rows, rows).fill(1.0), 1).height_part(1.0);
        self.ui.page(&dialog(panel), area, unit)
    }

    /// All groups in `columns` of about the same height.
    fn panel(&self, unit: f32, columns: usize) -> Node<Id> {
        let width = self.cap_width(unit);
        let size = |group: &Group| group.1.len() + 1;
        let all: usize = self.groups.iter().map(size).sum();
        let mut halves = [Vec::new(), Vec::new()];
        let mut used = 0;
        for group in &self.groups {
            // A group goes into the column that contains most of it.
            let second = columns > 1 && 2 * used + size(group) > all;
            if self.groups.len() > 1 || columns == 1 {
                halves[usize::from(second)].extend(self.rows(group, width, text));
            } else {
                halves[0].extend(self.rows(group, width, text));
                halves[1] = halves[0].split_off(halves[0].len().div_ceil(2));
            }
            used += size(group);
        }
        let halves = halves.into_iter().filter(|half| !half.is_empty());
        self.framed(row(halves.map(|half| column(half).fill(1.0))).gap(PADDING), columns)
    }

    /// `body` below a heading, in a panel as wide as `columns` columns may be.
    fn framed(&self, body: Node<Id>, columns: usize) -> Node<Id> {
        let title = text("Help").role(TextRole::Help).bold().sized(22.0).fill(1.0);
        let mut heading = vec![title];
        if self.variant.is_some() {
            heading.push(button(Id::Rules, Button::new("Rules of the game", false)).rigid());
        }
        heading.push(close_cross(Id::Close, 28.0));
        let heading = row(heading).gap(8.0).height(28.0);
        let width = columns as f32 * (COLUMN + PADDING) - PADDING;
        let panel = column([heading, space().height(12.0), body]).padding(PADDING);
        panel.surface(Surface::Dialog).width_part(0.98).max_width(width)
    }

    /// Width of the widest key.
    fn cap_width(&self, unit: f32) -> f32 {
        let all = self.groups.iter().flat_map(|(_, rows)| rows);
        let widths = all.map(|(cap, _)| measure(cap, Font::Bold, size(TEXT, unit)).ceil());
        (widths.fold(0.0, f32::max) + px(12.0, unit)) / unit
    }

    /// The rows of a group, with keys `width` wide and texts as `words` makes them.
    fn rows(&self, (title, rows): &Group, width: f32, words: fn(&'static str) -> Node<Id>) -> Vec<Node<Id>> {
        let set = |node: Node<Id>| node.sized(TEXT).role(TextRole::Help);
        let title = (!title.is_empty()).then(|| {
            let title = text(*title).role(TextRole::Help).bold().sized(14.0).ink(Ink::Accent);
            column([space().height(4.0), title, space().height(5.0)])
        });
        let row = |&(cap, help): &Help| {
            let cap = set(text(cap)).bold().centered().surface(Surface::Panel).rigid().width(width);
            let help = set(words(help)).ink(Ink::Soft).fill(1.0);
            column([row([cap, help]).gap(14.0).align_start(), space().height(6.0)])
        };
        title.into_iter().chain(rows.iter().map(row)).collect()
    }

    fn handle(&mut self, event: &InputEvent, ctx: &Context) -> Option<Action> {
        let page = self.page(ctx);
        match self.ui.update(&page, event) {
            UiEvent::Handled => return None,
            UiEvent::Pressed(Id::Rules) => {
                let variant = self.variant.as_ref()?;
                return Some(Action::Open(Box::new(RulesScreen::new(variant))));
            }
            UiEvent::Pressed(_) => return Some(Action::Close),
            _ => {}
        }
        let closes = match *event {
            InputEvent::Key { key: key @ (Key::Down | Key::Up), .. } => {
                self.ui.scroll_by(&page, Id::Rows, if key == Key::Down { 1 } else { -1 });
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
            let rows = self.groups.iter().flat_map(|(_, rows)| rows);
            rows.for_each(|(cap, help)| ctx.announce(format!("{cap}: {help}")));
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

    /// Each key once.
    #[test]
    fn every_key_is_in_one_group() {
        for row in BINDINGS {
            let groups = GROUPS.iter().filter(|(_, _, keys)| keys.contains(&row.action)).count();
            assert_eq!(groups, 1, "{}", row.label);
        }
    }

    /// In windows of several shapes no line comes nearer to the edge of the panel than half its padding.
    #[test]
    fn all_lines_lie_inside_the_panel() {
        for size in [(792.0, 672.0), (1280.0, 800.0), (500.0, 760.0), (480.0, 400.0)] {
            let speed = Speed { pixels_a_frame: 1.0, longest: Duration::ZERO };
            let ctx = Context { size, ..Context::new(Options::default(), speed, Rc::new([])) };
            let mut scene = Scene::new(ctx.theme().background);
            HelpScreen::of_game(None).draw(&ctx, &mut scene);
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
