//! Statistics of the puzzles: the player's rating over time, and the share solved at the first try by theme, piece and
//! rating.

use super::Request;
use super::book::{Book, with_commas};
use crate::game::puzzle::catalog::Tally;
use crate::game::puzzle::selection::Selection;
use crate::game::puzzle::theme::THEMES;
use crate::view::input::{InputEvent, Key};
use crate::view::scene::{Item, Point, Rect, Scene};
use crate::view::screen::{Context, Env};
use crate::view::text::capitalized;
use crate::view::widgets::node::{Ink, Surface, area, button, column, list, row, space, text};
use crate::view::widgets::pen::{Style, mix};
use crate::view::widgets::{Button, Node, Page, Pen, Ui, UiEvent};

/// Window for which the design is made, the smallest scale that can be read, and the largest.
const DESIGN: (f32, f32) = (1000.0, 640.0);
const SCALES: (f32, f32) = (0.8, 1.5);
/// Width from which there are two columns.
const TWO_COLUMNS: f32 = 720.0;
const BUTTON: f32 = 32.0;
/// Least distance of two points of the graph, in pixels, and least range of ratings.
const STEP: f32 = 3.0;
const LEAST_RANGE: f32 = 200.0;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Id {
    Back,
    Graph,
    Rows,
}

/// A line of the table.
struct Line {
    title: String,
    tally: Tally,
}

pub struct StatisticsPage {
    ratings: Vec<u16>,
    /// Titles of groups, with their lines.
    groups: Vec<(&'static str, Vec<Line>)>,
    all: Tally,
    ui: Ui<Id>,
}

impl StatisticsPage {
    pub fn new(book: &Book) -> Self {
        let line = |selection: Selection, title: String| {
            let tally = book.tally(&selection);
            (tally.tried > 0).then_some(Line { title, tally })
        };
        let themes = THEMES.iter();
        let themes =
            themes.filter_map(|theme| line(Selection::Theme(theme.name.to_owned()), theme.title.to_owned()));
        let variant = book.variant();
        let names = variant.kinds().map(|kind| &variant.piece(kind).name);
        let pieces = names.filter_map(|name| line(Selection::Piece(name.clone()), capitalized(name)));
        let bands = Selection::bands().filter_map(|band| {
            let title = band.title();
            line(band, title)
        });
        let groups = vec![
            ("By theme", themes.collect()),
            ("By piece", pieces.collect()),
            ("By rating", bands.collect()),
        ];
        Self {
            ratings: book.progress.ratings(),
            groups,
            all: book.tally(&Selection::List),
            ui: Ui::default(),
        }
    }

    fn page(&self, book: &Book, ctx: &Env) -> Page<Id> {
        let (w, h) = ctx.size;
        let unit = (w / DESIGN.0).min(h / DESIGN.1).clamp(SCALES.0, SCALES.1) * ctx.theme().scale();
        let heading = row([
            text("Statistics").bold().sized(22.0).fill(1.0),
            button(Id::Back, Button::new("Back", false)).height(BUTTON).width(80.0).rigid(),
        ]);
        let body = if w / unit >= TWO_COLUMNS {
            let rating = column([self.rating(book, 220.0)]).fill(0.8);
            row([rating, list(Id::Rows, self.rows()).fill(1.0)]).gap(24.0)
        } else {
            let rating = column([self.rating(book, 80.0), space().height(12.0)]);
            column([list(Id::Rows, [rating].into_iter().chain(self.rows())).fill(1.0)])
        };
        let root = column([heading.align_center().height(BUTTON), body.fill(1.0)]).gap(14.0).padding(16.0);
        self.ui.page(&root, Rect::new(0.0, 0.0, w, h), unit)
    }

    /// The rating with its graph, `height` pixels of the design high, and what else is counted.
    fn rating(&self, book: &Book, height: f32) -> Node<Id> {
        let highest = self.ratings.iter().max().map(|best| format!("highest {best}"));
        let streak = book.progress.best_streak();
        let first_try = self.all.first_try_percent().map(|percent| format!("{percent}% at the first try"));
        let lines = [
            highest,
            Some(book.solved_text()),
            first_try,
            (streak > 0).then(|| format!("best streak {}", with_commas(streak))),
        ];
        let lines = lines.into_iter().flatten().map(|line| text(line).ink(Ink::Soft).sized(13.0));
        let head = row([
            text("Your rating").bold().sized(15.0).fill(1.0),
            text(book.rating_text()).bold().sized(20.0).rigid(),
        ]);
        let parts = [head.align_center(), area(Id::Graph).height(height)].into_iter().chain(lines);
        column(parts).gap(8.0).padding(14.0).surface(Surface::Box)
    }

    fn rows(&self) -> Vec<Node<Id>> {
        let mut rows = Vec::new();
        for (title, lines) in self.groups.iter().filter(|(_, lines)| !lines.is_empty()) {
            let heading = text(*title).bold().sized(15.0).fill(1.0);
            let note = text("at the first try").ink(Ink::Faint).sized(12.0).rigid();
            rows.push(row([heading, note]).align_center().height(30.0));
            rows.extend(lines.iter().map(line_of));
        }
        if rows.is_empty() {
            rows.push(text("Solve some puzzles first.").ink(Ink::Soft).sized(13.0).height(30.0));
        }
        rows
    }

    pub fn handle(&mut self, event: &InputEvent, book: &Book, ctx: &Env) -> Option<Request> {
        let page = self.page(book, ctx);
        match (self.ui.update(&page, event), event) {
            (UiEvent::Pressed(Id::Back), _) => Some(Request::Back),
            (UiEvent::Ignored, InputEvent::Key { key, control: false }) => match key {
                Key::Down | Key::Up => {
                    self.ui.scroll_by(&page, Id::Rows, if *key == Key::Down { 1 } else { -1 });
                    None
                }
                Key::Escape | Key::Enter => Some(Request::Back),
                _ => None,
            },
            _ => None,
        }
    }

    pub fn push_effects(&mut self, book: &Book, ctx: &mut Context) {
        ctx.effects.cursor = self.ui.cursor();
        if ctx.is_top {
            let page = self.page(book, ctx);
            let lines = self.groups.iter().flat_map(|(_, lines)| lines);
            let lines: Vec<String> =
                lines.map(|line| format!("{}: {}", line.title, share(line.tally))).collect();
            let message = format!("Statistics. Your rating: {}. {}.", book.rating_text(), lines.join(". "));
            ctx.effects.announcements.extend(self.ui.announcements(&page, &message));
        }
    }

    pub fn draw(&self, book: &Book, ctx: &Env, scene: &mut Scene) {
        let (page, theme) = (self.page(book, ctx), ctx.theme());
        self.ui.draw(&page, &theme, &mut scene.items);
        if let Some(rect) = page.rect(Id::Graph) {
            let mut pen = Pen { theme: &theme, unit: page.unit(), items: &mut scene.items };
            draw_ratings(&mut pen, &self.ratings, rect);
        }
    }
}

/// `14 of 18, 78%`.
fn share(tally: Tally) -> String {
    let percent = tally.first_try_percent().unwrap_or_default();
    format!("{} of {}, {percent}%", tally.first_try, tally.tried)
}

/// A line of the table: title, bar, share.
fn line_of(line: &Line) -> Node<Id> {
    let Tally { tried, first_try, .. } = line.tally;
    let title = text(line.title.as_str()).sized(13.0).smallest(10.0).width_part(0.36);
    let share = text(share(line.tally)).ink(Ink::Soft).sized(12.0).smallest(9.0).right().width_part(0.27);
    let bar = column([bar(first_try, tried)]).justify_center().fill(1.0);
    row([title, bar, share]).gap(10.0).align_center().padded(12.0, 0.0).height(26.0)
}

/// A bar that shows `part` of `all`.
pub fn bar<Id>(part: usize, all: usize) -> Node<Id> {
    let rest = all.saturating_sub(part);
    let done = (part > 0).then(|| space().surface(Surface::Accent).fill(part as f32));
    row(done.into_iter().chain((rest > 0).then(|| space().fill(rest as f32))))
        .height(5.0)
        .surface(Surface::Ground)
}

/// Draws the player's rating after each rated puzzle, with the range of the graph beside it.
pub fn draw_ratings(pen: &mut Pen, ratings: &[u16], area: Rect) {
    let theme = pen.theme;
    let style = Style::control(theme.faint).sized(11.0);
    let Some((&last, earlier)) = ratings.split_last().filter(|(_, earlier)| !earlier.is_empty()) else {
        pen.label("A graph appears after two puzzles.", area, style.centered());
        return;
    };
    let values = || ratings.iter().copied().map(f32::from);
    let (lowest, highest) = (values().fold(f32::MAX, f32::min), values().fold(0.0, f32::max));
    let (labels, whole) = (pen.px(36.0), area);
    let area = Rect { w: (area.w - labels).max(1.0), ..area };
    let middle = (lowest + highest) / 2.0;
    let half = ((highest - lowest) / 2.0).max(LEAST_RANGE / 2.0);
    let line = pen.px(1.0).max(1.0);
    for y in [area.y, area.y + area.h / 2.0, area.y + area.h - line] {
        let rect = Rect { y: y.round(), h: line, ..area };
        pen.items.push(Item::Panel { rect, radius: 0.0, color: mix(theme.background, theme.text, 0.14) });
    }
    // At most one point every `STEP` pixels.
    let most = (area.w / STEP).max(2.0) as usize;
    let count = ratings.len().min(most);
    let point = |place: usize| {
        let part = place as f32 / (count - 1) as f32;
        let index = place * earlier.len() / (count - 1);
        let value = f32::from(ratings.get(index).copied().unwrap_or(last));
        let up = (value - (middle - half)) / (2.0 * half);
        Point::new(area.x + area.w * part, area.y + area.h * (1.0 - up))
    };
    let width = pen.px(2.0).max(1.5);
    for place in 1..count {
        let (from, to) = (point(place - 1), point(place));
        pen.items.push(Item::Line { from, to, width, color: theme.accent });
    }
    let h = pen.px(14.0);
    for (value, y) in [(middle + half, area.y), ((middle - half).max(0.0), area.y + area.h - h)] {
        pen.label(&format!("{value:.0}"), Rect { y, h, ..whole }, style.right());
    }
}
