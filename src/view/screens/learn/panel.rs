//! Panel of the lessons: the list of lessons, the card of the step, the message, and the buttons.

use super::LearnScreen;
use super::keys::{BINDINGS, KeyAction};
use crate::game::lesson::MAX_STARS;
use crate::rules::{Color, Piece};
use crate::view::layout::Layout;
use crate::view::scene::{Item, TextRole};
use crate::view::text::capitalized;
use crate::view::widgets::bindings::{self, panel_unit};
use crate::view::widgets::board::sprite;
use crate::view::widgets::node::{Bar, Ink, Surface, area, column, list, paragraph, row, space, text};
use crate::view::widgets::{Node, Page, Pen, Weight, largest_scale};

/// Least height of the panel beside the board, and least size below it, in pixels of the design.
const LEAST_HEIGHT: f32 = 400.0;
const LEAST_BELOW: (f32, f32) = (470.0, 150.0);
/// Width from which the list of lessons stands beside the card, and its width.
const TWO_COLUMNS: f32 = 360.0;
const LIST: f32 = 170.0;
/// Least height of a list below the buttons.
const LEAST_LIST: f32 = 76.0;
/// Smallest scale of texts in a low panel.
const SMALLEST: f32 = 0.6;
/// Height of a row of the list, of its drawing, and of rows without one.
const ROW: f32 = 36.0;
const PLAIN_ROW: f32 = 25.0;
const ICON: f32 = 26.0;
/// Least height of a row of a narrow list.
const NARROW_ROW: f32 = 22.0;
/// Largest height of the card of a piece.
const CARD: f32 = 230.0;
const GAP: f32 = 10.0;

/// Widgets of the panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Id {
    Button(KeyAction),
    Lessons,
    Lesson(usize),
    /// Where the drawing of a lesson's piece is.
    Icon(usize),
    Card,
}

/// How much a panel shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Room {
    /// All.
    List,
    /// All but the list of lessons.
    NoList,
    /// Title, text or hint, and goal.
    Little,
}

impl Room {
    /// All of them, the one that shows most first.
    const ALL: [Self; 3] = [Self::List, Self::NoList, Self::Little];
}

impl LearnScreen {
    /// The panel beside or below the board.
    pub(super) fn page(&self, layout: &Layout) -> Page<Id> {
        let sidebar = layout.sidebar;
        let Some(unit) = panel_unit(layout, LEAST_HEIGHT, LEAST_BELOW) else {
            // Without room for buttons only their keys work.
            let task = paragraph(self.controller.step().instruction()).bold().sized(13.0).smallest(8.0);
            return self.ui.page(&column([task]).padding(2.0), sidebar, layout.unit().max(0.5));
        };
        let page = |root: &Node<Id>, unit| self.ui.page(root, sidebar, unit);
        if layout.is_wide() && sidebar.w / unit >= TWO_COLUMNS {
            return page(&self.two_columns(layout), unit);
        }
        let upright = layout.is_upright();
        let root = |room| if upright { self.below(layout, room) } else { self.one_column(layout, room) };
        let fitting = |unit| Room::ALL.into_iter().map(|room| page(&root(room), unit)).find(Page::fits);
        let smallest = SMALLEST.min(unit);
        largest_scale(unit, smallest, fitting).unwrap_or_else(|| page(&root(Room::Little), smallest))
    }

    fn two_columns(&self, layout: &Layout) -> Node<Id> {
        let [upper, lower, last] = self.buttons(layout);
        let middle = if self.explained().is_some() {
            let card = area(Id::Card).surface(Surface::Panel).fill(1.0).max_height(CARD);
            column([card])
        } else {
            space()
        };
        let right =
            [self.card(Room::List, true), self.moves(), self.result(), middle.fill(1.0), upper, lower, last];
        let lessons = self.lessons(false).width(LIST).rigid();
        column([self.head(20.0), row([lessons, column(right).gap(GAP).fill(1.0)]).gap(14.0).fill(1.0)])
            .gap(GAP)
            .padded(GAP + 4.0, 2.0)
    }

    fn one_column(&self, layout: &Layout, room: Room) -> Node<Id> {
        let [upper, lower, last] = self.buttons(layout);
        let head = (room != Room::Little).then(|| self.head(15.0));
        let mut parts: Vec<_> = head.into_iter().collect();
        parts.extend([self.card(room, false), self.moves(), self.result()]);
        parts.push(if room == Room::List {
            self.lessons(true).min_height(LEAST_LIST).fill(1.0)
        } else {
            space().fill(1.0)
        });
        // At the bottom the buttons stay where they are.
        parts.extend([upper, lower, last]);
        column(parts).gap(5.0).padding(6.0)
    }

    /// The card, and beside it the buttons, and the list if it has room.
    fn below(&self, layout: &Layout, room: Room) -> Node<Id> {
        let head = (room != Room::Little).then(|| self.head(15.0));
        let parts = head.into_iter().chain([self.moves(), self.result().fill(1.0)]);
        let buttons = column(parts.chain(self.buttons(layout)));
        let mut parts = vec![self.card(room, false).fill(1.25), buttons.gap(4.0).fill(1.0)];
        if room == Room::List {
            parts.push(self.lessons(true).fill(0.8));
        }
        row(parts).gap(8.0).padding(8.0)
    }

    /// The heading, and how many steps are done.
    fn head(&self, size: f32) -> Node<Id> {
        let steps = self.steps.iter().filter(|step| step.is_exercise());
        let (count, done) =
            (steps.clone().count(), steps.filter(|step| self.progress.stars(step) > 0).count());
        let done = text(format!("{done} of {count} done")).ink(Ink::Faint).sized(11.5);
        row([text("Learn").bold().sized(size), done.right().rigid()])
            .gap(6.0)
            .justify_between()
            .align_center()
            .wrap()
    }

    /// All lessons with their stars.
    fn lessons(&self, is_narrow: bool) -> Node<Id> {
        let open = self.lesson();
        let rows = self.lessons.iter().enumerate().map(|(lesson, _)| {
            let (current, kind) = (lesson == open, self.kind(lesson));
            let ink = match (current, kind) {
                (true, _) => Ink::OnActive,
                (false, Some(_)) => Ink::Text,
                (false, None) => Ink::Soft,
            };
            // A narrow list has room for the names only.
            let icon = kind.filter(|_| !is_narrow);
            let icon = icon.map(|_| area(Id::Icon(lesson)).width(ICON).height(ICON).rigid());
            let name = self.steps.get(self.lessons[lesson].start).map_or("", |step| step.lesson.as_str());
            let name = if is_narrow { paragraph(name).sized(10.5) } else { text(name).sized(13.0) };
            let stars = text(self.rating(lesson)).sized(if is_narrow { 9.5 } else { 11.5 }).rigid();
            let stars = stars.ink(if current { Ink::OnActive } else { Ink::Accent });
            let height = if kind.is_some() { ROW } else { PLAIN_ROW };
            let parts = icon.into_iter().chain([name.ink(ink).fill(1.0), stars]);
            let line = row(parts)
                .gap(if is_narrow { 3.0 } else { 10.0 })
                .padded(if is_narrow { 3.0 } else { 8.0 }, 2.0);
            let line = line.align_center();
            let line = if is_narrow { line.min_height(NARROW_ROW) } else { line.height(height) };
            line.surface(if current { Surface::Active } else { Surface::Hover })
                .id(Id::Lesson(lesson))
                .pressable()
        });
        list(Id::Lessons, rows).anchored(Some(open)).bar(Bar::Thin)
    }

    /// The kind of piece that a lesson is about, if it has the name of one.
    fn kind(&self, lesson: usize) -> Option<Piece> {
        let step = self.steps.get(self.lessons.get(lesson)?.start)?;
        let variant = step.position.variant();
        let kind = variant.kinds().find(|&kind| capitalized(&variant.piece(kind).name) == step.lesson)?;
        Some(Piece::new(Color::White, kind))
    }

    /// The stars of a lesson: those of its worst step, or how many steps are done.
    fn rating(&self, lesson: usize) -> String {
        let steps =
            self.lessons.get(lesson).and_then(|places| self.steps.get(places.clone())).unwrap_or_default();
        let stars = || steps.iter().filter(|step| step.is_exercise()).map(|step| self.progress.stars(step));
        match (stars().min(), stars().filter(|&stars| stars > 0).count()) {
            (None, _) | (_, 0) => String::new(),
            (Some(0), done) => format!("{done}/{}", steps.len()),
            (Some(worst), _) => "★".repeat(usize::from(worst)),
        }
    }

    /// Title, text and goal of the step, and the hint. With little room a hint takes the place of the text, and a
    /// message that of the number of moves.
    fn card(&self, room: Room, is_wide: bool) -> Node<Id> {
        let step = self.controller.step();
        let words = |words: &str| paragraph(words).sized(12.5).smallest(9.0);
        let hint = self.controller.hint_words().map(|hint| words(hint).ink(Ink::Accent));
        let is_little = room == Room::Little;
        let mut parts = Vec::new();
        let steps = self.lessons.get(self.lesson()).cloned().unwrap_or_default();
        if steps.len() > 1 && !is_little {
            let number = format!("Step {} of {}", self.place + 1 - steps.start, steps.len());
            parts.push(text(number).ink(Ink::Faint).sized(11.0));
        }
        parts.push(
            paragraph(step.title.as_str()).bold().sized(if is_wide { 16.0 } else { 13.0 }).smallest(10.0),
        );
        if !(is_little && hint.is_some()) {
            parts.push(words(&step.text));
        }
        parts.push(words(&step.instruction()).bold());
        let fewest = step.fewest().filter(|_| !(is_little && self.message().is_some()));
        parts.extend(fewest.map(|fewest| words(&fewest).ink(Ink::Faint)));
        parts.extend(hint);
        column(parts).gap(5.0).padding(9.0).surface(Surface::Box).shrink()
    }

    /// The number of moves.
    fn moves(&self) -> Node<Id> {
        text(format!("Moves: {}", self.controller.moves())).ink(Ink::Faint).sized(12.0)
    }

    /// The message, and the stars of a step that is done.
    fn result(&self) -> Node<Id> {
        let Some(message) = self.message() else { return space() };
        let is_done = self.controller.is_done();
        let ink = match (is_done, self.controller.has_failed()) {
            (true, _) => Ink::Accent,
            (_, true) => Ink::Alarm,
            _ => Ink::Text,
        };
        let message = paragraph(message).role(TextRole::Message).ink(ink).bold().sized(14.0).smallest(9.0);
        let stars = is_done.then(|| {
            let stars = usize::from(self.controller.stars());
            let left = usize::from(MAX_STARS) - stars;
            text(format!("{}{}", "★".repeat(stars), "☆".repeat(left))).ink(Ink::Accent).sized(18.0).rigid()
        });
        column(stars.into_iter().chain([message])).gap(2.0).shrink()
    }

    /// Three rows of buttons.
    fn buttons(&self, layout: &Layout) -> [Node<Id>; 3] {
        use KeyAction::{Again, Back, Close, Help, Hint, Next};
        let button = |action| {
            let weight = match action {
                Back if self.place == 0 => Weight::Off,
                Next if self.place + 1 == self.steps.len() => Weight::Off,
                Next if self.controller.is_done() => Weight::Strong,
                Hint if !self.controller.step().is_exercise() || self.controller.is_done() => Weight::Off,
                Help | Close => Weight::Flat,
                _ => Weight::Plain,
            };
            let binding = bindings::row(BINDINGS, action);
            binding.button(Id::Button(action), binding.label, weight).fill(1.0)
        };
        [[Hint, Again], [Back, Next], [Help, Close]]
            .map(|pair| bindings::button_rows(&[&pair], layout, button))
    }

    /// Draws the pieces of the list.
    pub(super) fn draw_icons(&self, page: &Page<Id>, pen: &mut Pen) {
        for lesson in 0..self.lessons.len() {
            if let (Some(piece), Some(rect)) = (self.kind(lesson), page.rect(Id::Icon(lesson))) {
                let variant = self.controller.game().position().variant();
                pen.items.push(Item::Sprite(sprite(variant, piece, None, rect)));
            }
        }
    }
}
