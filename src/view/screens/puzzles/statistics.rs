//! Statistics of the puzzles: the rating of the player over time, and the shares solved at the first try.

use super::book::{Book, Tile, with_commas};
use crate::game::puzzle::catalog::Tally;
use crate::game::puzzle::selection::Selection;
use crate::game::puzzle::theme::THEMES;
use crate::view::form::PAGE;
use crate::view::host::Host;
use crate::view::input::Key;
use crate::view::scene::{Item, Point, Rect};
use crate::view::screen::{Effects, Env, LayerKind, Screen};
use crate::view::widgets::build::{button, list, picture};
use crate::view::widgets::node::{Ink, Surface, column, row, space, text};
use crate::view::widgets::pen::{Style, mix};
use crate::view::widgets::{Node, Pen};

/// Text in place of a graph.
pub const TOO_FEW: &str = "A graph appears after two puzzles.";
/// Least distance of two points of the graph, in pixels.
const STEP: f32 = 3.0;
/// Least range of the ratings of the graph.
const LEAST_RANGE: f32 = 200.0;

pub struct StatisticsScreen {
    ratings: Vec<u16>,
    rating: String,
    /// Lines below the graph.
    totals: Vec<String>,
    /// Titles of groups, with their lines.
    groups: Vec<(&'static str, Vec<Tile>)>,
}

#[derive(Clone, Debug)]
pub struct Close;

impl StatisticsScreen {
    pub fn new(book: &Book) -> Host<Self> {
        let line = |selection| Tile::of(book, selection).filter(|tile| tile.tally.tried > 0);
        let themes = THEMES.iter().map(|theme| Selection::Theme(theme.name.to_owned()));
        let variant = book.variant();
        let pieces = variant.kinds().map(|kind| Selection::Piece(variant.piece(kind).name.clone()));
        let groups = vec![
            ("By theme", themes.filter_map(line).collect()),
            ("By piece", pieces.filter_map(line).collect()),
            ("By rating", Selection::bands().filter_map(line).collect()),
        ];
        let ratings = book.progress.ratings();
        let streak = book.progress.best_streak();
        let first_try = book.tally(&Selection::List).first_try_percent();
        let totals = [
            ratings.iter().max().map(|best| format!("highest {best}")),
            Some(book.solved_text()),
            first_try.map(|percent| format!("{percent}% at the first try")),
            (streak > 0).then(|| format!("best streak {}", with_commas(streak))),
        ];
        let totals = totals.into_iter().flatten().collect();
        Host::new(Self { ratings, rating: book.rating_text(), totals, groups })
    }

    /// The rating with its graph, `height` pixels of the design high, and what else is counted.
    fn rating(&self, height: f32) -> Node<Close> {
        let head = row([
            text("Your rating").bold().sized(PAGE.title).fill(1.0),
            text(self.rating.as_str()).bold().sized(20.0).rigid(),
        ]);
        let lines = self.totals.iter().map(|line| text(line).ink(Ink::Soft).sized(PAGE.text));
        let parts = [head.align_center(), graph(self.ratings.clone(), TOO_FEW).height(height)]
            .into_iter()
            .chain(lines);
        column(parts).gap(8.0).padding(14.0).surface(Surface::Box)
    }

    fn rows(&self) -> Vec<Node<Close>> {
        let mut rows = Vec::new();
        for (title, lines) in self.groups.iter().filter(|(_, lines)| !lines.is_empty()) {
            let heading = text(*title).bold().sized(PAGE.title).fill(1.0);
            let note = text("at the first try").ink(Ink::Faint).sized(PAGE.small).rigid();
            rows.push(row([heading, note]).align_center().height(30.0));
            rows.extend(lines.iter().map(line_of));
        }
        if rows.is_empty() {
            rows.push(text("Solve some puzzles first.").ink(Ink::Soft).sized(PAGE.text).height(30.0));
        }
        rows
    }
}

impl Screen for StatisticsScreen {
    type Message = Close;
    const LAYER: LayerKind =
        LayerKind { design: (1000.0, 640.0), upright: (1000.0, 640.0), ..LayerKind::PAGE };

    fn view(&self, env: &Env) -> Node<Close> {
        let back = button("Back", Close).keys(&[Key::Escape, Key::Enter]);
        let heading = row([
            text("Statistics").bold().sized(PAGE.heading).fill(1.0),
            back.height(PAGE.button).width(80.0).rigid(),
        ]);
        let body = if env.design_size().0 >= 720.0 {
            row([column([self.rating(220.0)]).fill(0.8), list(self.rows()).fill(1.0)]).gap(24.0)
        } else {
            let rating = column([self.rating(80.0), space().height(12.0)]);
            column([list([rating].into_iter().chain(self.rows())).fill(1.0)])
        };
        let lines = self.groups.iter().flat_map(|(_, lines)| lines);
        let lines: Vec<String> = lines.map(|line| format!("{}: {}", line.title, share(line.tally))).collect();
        column([heading.align_center().height(PAGE.button), body.fill(1.0)])
            .gap(14.0)
            .padding(16.0)
            .spoken(format!("Statistics. Your rating: {}. {}.", self.rating, lines.join(". ")))
    }

    fn update(&mut self, Close: Close, _env: &Env, effects: &mut Effects) {
        effects.close();
    }
}

/// The share of right first attempts in words: `14 of 18, 78%`.
fn share(tally: Tally) -> String {
    let percent = tally.first_try_percent().unwrap_or_default();
    format!("{} of {}, {percent}%", tally.first_try, tally.tried)
}

/// A line of the table: title, bar, share.
fn line_of<M>(line: &Tile) -> Node<M> {
    let Tally { tried, first_try, .. } = line.tally;
    let title = text(line.title.as_str()).sized(PAGE.text).smallest(10.0).width_part(0.36);
    let share =
        text(share(line.tally)).ink(Ink::Soft).sized(PAGE.small).smallest(9.0).right().width_part(0.27);
    let bar = column([bar(first_try, tried)]).justify_center().fill(1.0);
    row([title, bar, share]).gap(10.0).align_center().padded(12.0, 0.0).height(26.0)
}

pub fn bar<M>(part: usize, all: usize) -> Node<M> {
    let rest = all.saturating_sub(part);
    let done = (part > 0).then(|| space().surface(Surface::Accent).fill(part as f32));
    row(done.into_iter().chain((rest > 0).then(|| space().fill(rest as f32))))
        .height(5.0)
        .surface(Surface::Ground)
}

/// A graph of the player's rating after each rated puzzle or game. Fewer than two ratings are no graph; `too_few` is shown
/// instead.
pub fn graph<M>(ratings: Vec<u16>, too_few: &'static str) -> Node<M> {
    picture(move |pen, area, _| draw_ratings(pen, &ratings, too_few, area))
}

/// Draws the graph, with its range beside it.
fn draw_ratings(pen: &mut Pen, ratings: &[u16], too_few: &str, area: Rect) {
    let theme = pen.theme;
    let style = Style::control(theme.faint).sized(11.0);
    let Some((&last, earlier)) = ratings.split_last().filter(|(_, earlier)| !earlier.is_empty()) else {
        pen.label(too_few, area, style.centered());
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
    // The graph has at most one point every `STEP` pixels.
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
