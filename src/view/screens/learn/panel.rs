//! Panel of the lessons: the list of lessons, the card of the step, the message, and the buttons.

use super::{KEYS, LearnScreen, Message};
use crate::game::lesson::MAX_STARS;
use crate::rules::{Color, Piece};
use crate::view::form::{Form, Metrics};
use crate::view::layout::BoardLayout;
use crate::view::scene::{Item, TextRole};
use crate::view::screen::Screen as _;
use crate::view::screens::variant_list;
use crate::view::text::capitalized;
use crate::view::widgets::board::sprite;
use crate::view::widgets::build::{fit, fit_or, list, picture};
use crate::view::widgets::keymap::binding;
use crate::view::widgets::node::{Bar, Ink, Surface, column, equal_row, paragraph, row, space, text};
use crate::view::widgets::{Node, piece_card};

/// Smallest scale of texts in a low panel.
const SMALLEST: f32 = 0.6;
/// Width of a panel from which the list of lessons stands beside the card.
const TWO_COLUMNS: f32 = 360.0;
/// Width from which the parts of a strip for fingers stand side by side.
const BESIDE: f32 = 560.0;
/// Height below which a panel for fingers has no list.
const LOW: f32 = 420.0;
/// Width of the list beside the card.
const LIST: f32 = 170.0;
/// Height from which a narrow panel has the list, in pixels of the window and of the design.
const HIGH: f32 = 560.0;
/// Heights of the list above the card, the usual one first. The list is lower where the texts need its place.
const LIST_HEIGHTS: [f32; 2] = [172.0, 94.0];
/// Height of a row of the list that has a drawing.
const ROW: f32 = 36.0;
/// Edge of the drawing in a row.
const ICON: f32 = 26.0;
/// Height of other rows of the list.
const PLAIN_ROW: f32 = 25.0;

/// How much a panel shows, most first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Room {
    /// Everything.
    List,
    /// Everything but the list of lessons.
    NoList,
    /// Title, text or hint, and goal.
    Little,
}

impl Room {
    const ALL: [Self; 3] = [Self::List, Self::NoList, Self::Little];
}

impl LearnScreen {
    pub(super) fn panel(&self, layout: &BoardLayout) -> Node<Message> {
        let metrics = layout.metrics();
        match layout.form() {
            Form::Tiny => {
                let task = paragraph(self.controller.step().instruction()).bold().sized(metrics.text);
                column([task.smallest(8.0)]).padding(2.0)
            }
            // A phone on its side has no room for the list.
            Form::Panel if layout.is_touch() && layout.sidebar.h / layout.unit() < LOW => {
                fit([Room::NoList, Room::Little].map(|room| self.one_column(room, metrics)), SMALLEST)
            }
            Form::Panel if layout.sidebar.w / layout.unit() >= TWO_COLUMNS => self.two_columns(metrics),
            Form::Panel | Form::Column if layout.sidebar.h / layout.unit().max(1.0) >= HIGH => {
                self.with_list(metrics)
            }
            Form::Panel | Form::Column => {
                fit([Room::NoList, Room::Little].map(|room| self.one_column(room, metrics)), SMALLEST)
            }
            // The strip below the board of a phone is as wide as a panel.
            Form::Strip if layout.is_touch() && layout.sidebar.w / layout.unit() < BESIDE => {
                fit([Room::NoList, Room::Little].map(|room| self.one_column(room, metrics)), SMALLEST)
            }
            Form::Strip => fit(Room::ALL.map(|room| self.below(room, metrics)), SMALLEST),
        }
    }

    fn two_columns(&self, metrics: &Metrics) -> Node<Message> {
        let game = self.controller.game();
        let card = self.board.explained(&game.player_view()).map(|piece| {
            piece_card::panel(game.position().variant(), piece, game.orientation()).max_height(230.0)
        });
        let middle = column(card).fill(1.0);
        let parts = [self.card(Room::List, true), self.moves(), self.result(), middle];
        let right = column(parts.into_iter().chain(self.buttons(metrics))).gap(metrics.gap + 2.0);
        let lessons = if self.is_choosing { self.variants() } else { self.lessons(false) };
        let lessons = lessons.width(LIST).rigid();
        let head = row([self.head(metrics).fill(1.0), self.variant().fill(1.0)]).gap(14.0).align_center();
        column([head, row([lessons, right.fill(1.0)]).gap(14.0).fill(1.0)])
            .gap(metrics.gap + 2.0)
            .padded(metrics.margin + 2.0, 2.0)
    }

    /// The list above the card. Its height depends on the texts in few steps only, so that its rows seldom move. Texts for which
    /// even the lowest list leaves no room are shown without it.
    fn with_list(&self, metrics: &Metrics) -> Node<Message> {
        let middle = if self.is_choosing {
            self.variants()
        } else {
            let texts = |room| column([self.card(room, false), self.moves(), self.result()]).gap(5.0);
            let below = |height| {
                let list = self.lessons(true).height(height).rigid();
                column([list, fit([texts(Room::List)], SMALLEST).fill(1.0)]).gap(5.0)
            };
            let alone = fit([Room::NoList, Room::Little].map(texts), SMALLEST);
            // The list itself is not scaled.
            fit_or(LIST_HEIGHTS.map(below), f32::INFINITY, alone)
        };
        let parts = [self.head(metrics), self.variant(), middle.fill(1.0)];
        column(parts.into_iter().chain(self.buttons(metrics))).gap(5.0).padding(6.0)
    }

    fn one_column(&self, room: Room, metrics: &Metrics) -> Node<Message> {
        let head = [self.head(metrics).when(room != Room::Little), self.variant().when(room != Room::Little)];
        let middle = if self.is_choosing {
            vec![self.variants().fill(1.0)]
        } else {
            vec![self.card(room, false), self.moves(), self.result(), space().fill(1.0)]
        };
        let parts = head.into_iter().chain(middle);
        // Buttons at the bottom do not move when texts change.
        column(parts.chain(self.buttons(metrics))).gap(5.0).padding(6.0)
    }

    /// The card, the buttons and, if it has room, the list side by side.
    fn below(&self, room: Room, metrics: &Metrics) -> Node<Message> {
        let head = self.head(metrics).when(room != Room::Little);
        let variant = self.variant().when(room != Room::Little);
        let parts = [head, variant, self.moves(), self.result().fill(1.0)];
        let middle = column(parts.into_iter().chain(self.buttons(metrics))).gap(4.0).fill(1.0);
        let lessons = self.lessons(true).fill(0.8).when(room == Room::List);
        let card = if self.is_choosing { self.variants() } else { self.card(room, false) };
        row([card.fill(1.25), middle, lessons]).gap(8.0).padding(8.0)
    }

    /// The heading, and how many steps are done.
    fn head(&self, metrics: &Metrics) -> Node<Message> {
        let steps = self.steps.iter().filter(|step| step.is_exercise());
        let (count, done) =
            (steps.clone().count(), steps.filter(|step| self.progress.stars(step) > 0).count());
        let done = text(format!("{done} of {count} done")).ink(Ink::Faint).sized(11.5);
        row([text("Learn").bold().sized(metrics.heading), done.right().rigid()])
            .gap(6.0)
            .justify_between()
            .align_center()
            .wrap()
    }

    /// The variant of the lessons. A press opens the list of variants, or closes it.
    fn variant(&self) -> Node<Message> {
        let title = self.variants.all.get(self.variants.open).map_or("", |(title, _)| title.as_str());
        variant_list::chosen(title, self.is_choosing, 12.5, Message::Variants)
    }

    /// All variants that have lessons.
    fn variants(&self) -> Node<Message> {
        let titles = self.variants.all.iter().map(|(title, _)| title.as_str());
        variant_list::variants(titles, self.variants.open, 12.5, Message::Variant, Message::Variants)
    }

    /// All lessons with their stars.
    fn lessons(&self, is_narrow: bool) -> Node<Message> {
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
            let icon = icon.map(|piece| self.icon(piece).width(ICON).height(ICON).rigid());
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
            let line = if is_narrow { line.min_height(22.0) } else { line.height(height) };
            line.surface(if current { Surface::Active } else { Surface::Hover })
                .on_press(Message::Lesson(lesson))
        });
        list(rows).anchored(Some(self.list_at.1)).bar(Bar::Thin).keyed(("lessons", self.list_at))
    }

    /// The piece after which the lesson is named, if there is one.
    fn kind(&self, lesson: usize) -> Option<Piece> {
        let step = self.steps.get(self.lessons.get(lesson)?.start)?;
        let variant = step.position.variant();
        let kind = variant.kinds().find(|&kind| capitalized(&variant.piece(kind).name) == step.lesson)?;
        Some(Piece::new(Color::White, kind))
    }

    /// The fewest stars of a step of the lesson, or the number of steps done if not all of them are.
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

    /// Title, text and goal of the step, and the hint. With little room, a hint replaces the text, and a message replaces
    /// the least number of moves.
    fn card(&self, room: Room, is_wide: bool) -> Node<Message> {
        let step = self.controller.step();
        let words = |words: &str| paragraph(words).sized(12.5).smallest(9.0);
        let hint = self.controller.hint_words().map(|hint| words(hint).ink(Ink::Accent));
        let is_little = room == Room::Little;
        let mut parts = Vec::new();
        let (number, count) = self.step_number();
        if count > 1 && !is_little {
            parts.push(text(format!("Step {number} of {count}")).ink(Ink::Faint).sized(11.0));
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

    fn moves(&self) -> Node<Message> {
        text(format!("Moves: {}", self.controller.moves())).ink(Ink::Faint).sized(12.0)
    }

    /// The message, and the stars of a step that is done.
    fn result(&self) -> Node<Message> {
        let notice = self.notice.as_ref().map(|notice| notice.text().to_owned());
        let Some(message) = notice.or_else(|| self.message()) else { return space() };
        let is_done = self.is_done();
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

    fn buttons(&self, metrics: &Metrics) -> [Node<Message>; 3] {
        let (is_done, last) = (self.is_done(), self.steps.len() - 1);
        let button = |message| binding(KEYS, &message).button().enabled(self.can(&message));
        let (hint, back) = (button(Message::Hint), button(Message::Back));
        let end = vec![button(Message::Help).flat(), button(Message::Close).flat()];
        let confirm = self.board.confirm_buttons(Message::Confirm);
        let mut rows = if self.place < last {
            [vec![hint, button(Message::Again)], vec![back, button(Message::Next).primary(is_done)], end]
        } else {
            // The long label needs the whole width. The last step has no hint.
            [vec![button(Message::Play).primary(true)], vec![back, button(Message::Again)], end]
        };
        if let Some(confirm) = confirm {
            rows[0] = confirm.into();
        }
        rows.map(|nodes| equal_row(nodes).gap(4.0).height(metrics.button))
    }

    fn icon(&self, piece: Piece) -> Node<Message> {
        let variant = self.controller.game().position().variant().clone();
        picture(move |pen, rect, _| pen.items.push(Item::Sprite(sprite(&variant, piece, None, rect))))
    }
}
