//! Start page of the puzzles: go on, the puzzle of the day, a streak, the player's rating, and puzzles by theme, piece and
//! rating.

use std::cmp::Reverse;

use super::Request;
use super::book::{Book, with_commas};
use super::keys;
use super::statistics::{bar, draw_ratings};
use crate::engine::piece_value;
use crate::game::options::Options;
use crate::game::puzzle::catalog::Tally;
use crate::game::puzzle::selection::Selection;
use crate::game::puzzle::theme::THEMES;
use crate::rules::{Color, Piece, PieceKind};
use crate::view::input::{InputEvent, Key};
use crate::view::scene::{Item, Rect, Scene};
use crate::view::screen::{Action, Context, Env};
use crate::view::screens::help::HelpScreen;
use crate::view::screens::menu::preview;
use crate::view::text::capitalized;
use crate::view::widgets::board::sprite;
use crate::view::widgets::node::{
    Ink, Surface, area, button, choice, close_cross, column, list, paragraph, row, space, text,
};
use crate::view::widgets::{Button, Node, Page, Pen, Ui, UiEvent};

/// Window for which the design is made, the smallest scale that can be read, and the largest.
const DESIGN: (f32, f32) = (1280.0, 800.0);
const SCALES: (f32, f32) = (0.9, 1.6);
/// Width from which two cards stand side by side in one column. Width from which there are two columns, and the part of it that the left one takes, at least and at most.
const TWO_CARDS: f32 = 480.0;
const TWO_COLUMNS: f32 = 760.0;
const LEFT: (f32, f32, f32) = (0.33, 300.0, 400.0);
/// Edge of the board in a wide column and in a narrow one.
const BOARD: (f32, f32) = (168.0, 112.0);
/// Least width of the tile of a theme, and the size of that of a piece.
const THEME_TILE: f32 = 160.0;
const PIECE_TILE: (f32, f32) = (76.0, 70.0);
/// Width from which the bands of ratings stand in one row.
const BANDS: f32 = 560.0;
const BUTTON: f32 = 32.0;
const TILE_PADDING: f32 = 12.0;
/// Space between tiles, and between cards.
const GAP: f32 = 10.0;
const CARD_GAP: f32 = 14.0;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Id {
    Left,
    Right,
    Variant,
    Close,
    Board,
    Solve,
    Day,
    Streak,
    Statistics,
    Graph,
    Mixed,
    Retry,
    List,
    Theme(usize),
    Piece(usize),
    /// Picture of a piece.
    Picture(usize),
    Band(usize),
}

/// A selection with its puzzles counted.
struct Tile {
    selection: Selection,
    title: String,
    /// What the theme means.
    description: &'static str,
    tally: Tally,
}

impl Tile {
    fn new(book: &Book, selection: Selection, title: String, description: &'static str) -> Option<Self> {
        let tally = book.tally(&selection);
        (tally.all > 0).then_some(Self { selection, title, description, tally })
    }

    /// For screen readers.
    fn label(&self) -> String {
        format!("{}, {} of {} solved", self.title, self.tally.solved, self.tally.all)
    }
}

/// What the page shows, counted once.
#[derive(Default)]
struct Summary {
    /// The selection to go on with and its next puzzle.
    next: Option<(Selection, usize)>,
    all: Tally,
    to_retry: usize,
    ratings: Vec<u16>,
    themes: Vec<Tile>,
    pieces: Vec<(PieceKind, Tile)>,
    bands: Vec<Tile>,
    /// The texts of the cards.
    variant: String,
    task: String,
    next_rating: String,
    date: String,
    day_rating: String,
    day_solved: bool,
    /// The present streak and the best one.
    streak: [String; 2],
    in_streak: bool,
    rating: String,
    /// Whether there has been any attempt.
    has_begun: bool,
}

impl Summary {
    fn new(book: &Book) -> Self {
        let last = book
            .progress
            .last_selection()
            .filter(|selection| !matches!(selection, Selection::Streak | Selection::Day | Selection::Retry));
        let next = last.cloned().and_then(|selection| Some((book.next(&selection, &[])?, selection)));
        // What is solved already is no reason to go on.
        let next = next.filter(|(number, _)| !book.record(*number).solved);
        let next = next.or_else(|| Some((book.next(&Selection::Mixed, &[])?, Selection::Mixed)));
        let next = next.map(|(number, selection)| (selection, number));
        let day = book.next(&Selection::Day, &[]);
        let variant = book.variant();
        let mut kinds: Vec<PieceKind> = variant.kinds().collect();
        kinds.sort_by_key(|&kind| Reverse(piece_value::value(variant, kind)));
        let pieces = kinds.into_iter().filter_map(|kind| {
            let name = &variant.piece(kind).name;
            Some((kind, Tile::new(book, Selection::Piece(name.clone()), capitalized(name), "")?))
        });
        let themes = THEMES.iter().filter_map(|theme| {
            let selection = Selection::Theme(theme.name.to_owned());
            Tile::new(book, selection, theme.title.to_owned(), theme.description)
        });
        let bands = Selection::bands().filter_map(|band| {
            let title = band.title();
            Tile::new(book, band, title, "")
        });
        let rating = |number: usize| book.puzzle(number).rating.map(|rating| format!("rating {rating}"));
        let (streak, best) = (book.progress.streak(), book.progress.best_streak());
        Self {
            all: book.tally(&Selection::List),
            to_retry: book.tally(&Selection::Retry).all,
            ratings: book.progress.ratings(),
            themes: themes.collect(),
            pieces: pieces.collect(),
            bands: bands.collect(),
            variant: variant.rules().name.clone(),
            task: next.as_ref().map(|(_, number)| book.puzzle(*number).instruction()).unwrap_or_default(),
            next_rating: next.as_ref().and_then(|(_, number)| rating(*number)).unwrap_or_default(),
            date: book.today.day_and_month(),
            day_rating: day.and_then(rating).unwrap_or_default(),
            day_solved: day.is_some_and(|number| book.record(number).solved),
            streak: match (streak, best) {
                (0, 0) => ["Keep solving until".to_owned(), "your first mistake".to_owned()],
                (now, best) => [format!("{now} in a row"), format!("best {best}")],
            },
            in_streak: streak > 0,
            rating: book.rating_text(),
            has_begun: book.progress.last_selection().is_some(),
            next,
        }
    }

    /// `142 solved · 78% at the first try`.
    fn solved(&self) -> String {
        let solved = format!("{} solved", with_commas(self.all.solved));
        match self.all.first_try_percent() {
            Some(percent) => format!("{solved} · {percent}% at the first try"),
            None => solved,
        }
    }
}

pub struct StartPage {
    /// Names and titles of the variants with puzzles.
    variants: Vec<(String, String)>,
    options: Options,
    summary: Summary,
    /// Why another variant could not be opened.
    pub notice: String,
    ui: Ui<Id>,
}

impl StartPage {
    pub fn new(book: &Book, variants: Vec<(String, String)>, options: Options) -> Self {
        let summary = Summary::new(book);
        Self { variants, options, summary, notice: String::new(), ui: Ui::focused(Id::Solve) }
    }

    /// Counts again after some puzzles.
    pub fn refresh(&mut self, book: &Book) {
        self.summary = Summary::new(book);
        // The pointer has moved on another page since.
        self.ui.leave();
    }

    /// Place of the variant among all.
    fn variant(&self) -> usize {
        self.variants.iter().position(|(name, _)| *name == self.summary.variant).unwrap_or_default()
    }

    fn page(&self, ctx: &Env) -> Page<Id> {
        let (w, h) = ctx.size;
        let scale = ctx.theme().scale();
        let unit = (w / DESIGN.0).min(h / DESIGN.1).clamp(SCALES.0, SCALES.1) * scale;
        let margin = if unit > SCALES.0 * scale { 32.0 } else { 12.0 };
        let width = (w / unit - 2.0 * margin).max(1.0);
        let body = if width >= TWO_COLUMNS {
            let left = (width * LEFT.0).clamp(LEFT.1, LEFT.2);
            let right = width - left - 2.0 * CARD_GAP;
            row([
                list(Id::Left, self.cards(left)).width(left).rigid(),
                list(Id::Right, self.tiles(right)).fill(1.0),
            ])
            .gap(2.0 * CARD_GAP)
        } else {
            let width = width - 20.0;
            column([list(Id::Left, self.cards(width).into_iter().chain(self.tiles(width))).fill(1.0)])
        };
        let root = column([self.heading(width), body.fill(1.0)]).gap(16.0).padded(margin, margin * 0.75);
        self.ui.page(&root, Rect::new(0.0, 0.0, w, h), unit)
    }

    fn heading(&self, width: f32) -> Node<Id> {
        let count = format!("{} puzzles", with_commas(self.summary.all.all));
        let note = match self.notice.as_str() {
            "" if width < TWO_CARDS => String::new(),
            "" => count,
            notice => notice.to_owned(),
        };
        let titles: Vec<String> = self.variants.iter().map(|(_, title)| title.clone()).collect();
        let variants = (titles.len() > 1).then(|| {
            let widest = if width >= TWO_COLUMNS { 420.0 } else { 190.0 };
            choice(Id::Variant, titles, self.variant()).named("Variant").width(widest).height(BUTTON)
        });
        let title = text("Puzzles").bold().sized(22.0).rigid();
        let note = text(note).ink(Ink::Faint).sized(13.0).fill(1.0);
        let parts = [title, note].into_iter().chain(variants).chain([close_cross(Id::Close, BUTTON)]);
        row(parts).gap(18.0).align_center().height(BUTTON)
    }

    /// Rows of the left column, `width` pixels of the design wide.
    fn cards(&self, width: f32) -> Vec<Node<Id>> {
        let below = |card: Node<Id>| column([card, space().height(CARD_GAP)]);
        let pair = |left: Node<Id>, right: Node<Id>| row([left.fill(1.0), right.fill(1.0)]).gap(CARD_GAP);
        let (next, rating) = (self.next_card(width), self.rating_card());
        let small = pair(self.day_card(), self.streak_card());
        if width > LEFT.2 && width >= TWO_CARDS {
            return [pair(next, rating), small, self.links()].map(below).into();
        }
        [next, small, rating, self.links()].map(below).into()
    }

    fn next_card(&self, width: f32) -> Node<Id> {
        let summary = &self.summary;
        let is_wide = (LEFT.2 * 0.9..=LEFT.2).contains(&width) || width >= LEFT.2 * 2.0;
        let side = if is_wide { BOARD.0 } else { BOARD.1 };
        let selection = summary.next.as_ref().map(|(selection, _)| selection.title()).unwrap_or_default();
        let words = column([
            text(if summary.has_begun { "Continue" } else { "Start here" }).bold().sized(15.0),
            paragraph(summary.task.as_str()).ink(Ink::Soft).sized(13.0),
            text(summary.next_rating.as_str()).ink(Ink::Soft).sized(13.0),
            text(selection).ink(Ink::Faint).sized(13.0).smallest(10.0),
            space().fill(1.0),
            button(Id::Solve, Button::new("Solve", true)).height(BUTTON),
        ]);
        let board = area(Id::Board).width(side).height(side).rigid();
        row([board, words.gap(3.0).fill(1.0)]).gap(16.0).padding(14.0).surface(Surface::Box)
    }

    fn day_card(&self) -> Node<Id> {
        let summary = &self.summary;
        let label = if summary.day_solved { "Solved ✓" } else { "Open" };
        self.small_card("Puzzle of the day", [&summary.date, &summary.day_rating], Id::Day, label)
    }

    fn streak_card(&self) -> Node<Id> {
        let label = if self.summary.in_streak { "Go on" } else { "Start" };
        let [now, best] = &self.summary.streak;
        self.small_card("Streak", [now, best], Id::Streak, label)
    }

    fn small_card(&self, title: &str, lines: [&str; 2], id: Id, label: &str) -> Node<Id> {
        let lines = lines.map(|line| text(line).ink(Ink::Soft).sized(13.0).smallest(10.0));
        column([
            text(title).bold().sized(15.0).smallest(11.0),
            column(lines),
            button(id, Button::new(label, false)).height(BUTTON),
        ])
        .gap(6.0)
        .padding(14.0)
        .surface(Surface::Box)
    }

    fn rating_card(&self) -> Node<Id> {
        let summary = &self.summary;
        let tip = if summary.rating.ends_with('?') {
            "Show statistics by theme. The rating is provisional (?): it still changes quickly."
        } else {
            "Show statistics by theme"
        };
        column([
            row([
                text(if self.variants.len() > 1 { "Your rating, all variants" } else { "Your rating" })
                    .bold()
                    .sized(15.0)
                    .smallest(11.0)
                    .fill(1.0),
                text(summary.rating.as_str()).bold().sized(20.0).rigid(),
            ])
            .align_center(),
            area(Id::Graph).min_height(56.0).grow(),
            text(summary.solved()).ink(Ink::Soft).sized(13.0).smallest(10.0),
        ])
        .gap(8.0)
        .padding(14.0)
        .button(Id::Statistics, &format!("Statistics: rating {}, {}", summary.rating, summary.solved()))
        .tip(tip, "")
    }

    fn links(&self) -> Node<Id> {
        let retry = self.summary.to_retry;
        let link = |id, label: &str| button(id, Button::new(label, false)).height(28.0).grow();
        let mixed = link(Id::Mixed, "Mixed").tip("Puzzles of all kinds near your rating", "");
        let retry = (retry > 0).then(|| link(Id::Retry, &format!("{} to try again", with_commas(retry))));
        let all = link(Id::List, "All puzzles");
        row([mixed].into_iter().chain(retry).chain([all])).gap(8.0).wrap()
    }

    /// Rows of the right column.
    fn tiles(&self, width: f32) -> Vec<Node<Id>> {
        let heading = |words: &str| text(words).bold().sized(15.0).height(28.0);
        let line = |mut tiles: Vec<Node<Id>>, columns: usize, padding: f32| {
            // A last row that is not full has tiles of the same width.
            tiles.resize_with(columns.max(tiles.len()), || space().padded(padding, 0.0).fill(1.0));
            column([row(tiles).gap(GAP), space().height(GAP)])
        };
        // Some tiles at most.
        let columns = |tile: f32| (((width + GAP) / (tile + GAP)).floor() as usize).max(1);
        let summary = &self.summary;
        let mut rows = vec![heading("By theme")];
        let themes: Vec<_> = summary.themes.iter().enumerate().collect();
        for themes in themes.chunks(columns(THEME_TILE)) {
            let tiles = themes.iter().map(|&(place, tile)| theme_tile(Id::Theme(place), tile));
            rows.push(line(tiles.collect(), columns(THEME_TILE), TILE_PADDING));
        }
        rows.push(heading("By piece"));
        let pieces: Vec<_> = summary.pieces.iter().enumerate().collect();
        for pieces in pieces.chunks(columns(PIECE_TILE.0)) {
            let tiles = pieces.iter().map(|&(place, (_, tile))| piece_tile(place, tile));
            rows.push(line(tiles.collect(), 0, 0.0));
        }
        rows.push(heading("By rating"));
        let bands: Vec<_> = summary.bands.iter().enumerate().collect();
        let columns = if width >= BANDS { 6 } else { 3 };
        for bands in bands.chunks(columns) {
            let buttons = bands.iter().map(|&(place, tile)| {
                let tip = format!("{} of {} solved", tile.tally.solved, tile.tally.all);
                button(Id::Band(place), Button::new(&tile.title, false)).height(28.0).fill(1.0).tip(tip, "")
            });
            rows.push(line(buttons.collect(), columns, 0.0));
        }
        rows
    }

    pub fn handle(&mut self, event: &InputEvent, ctx: &mut Context) -> Option<Request> {
        let page = self.page(ctx);
        match self.ui.update(&page, event) {
            UiEvent::Pressed(id) => self.press(id),
            UiEvent::Chosen(Id::Variant, value) => {
                let (name, _) = self.variants.get(value)?;
                let open = Action::OpenPuzzles { variant: name.clone(), options: self.options };
                Some(Request::follow(Action::CloseThen(Box::new(open))))
            }
            UiEvent::Ignored => match *event {
                InputEvent::Key { key: Key::Escape | Key::Char('p'), control: false } => {
                    Some(Request::follow(Action::Close))
                }
                InputEvent::Key { key: Key::F1, .. } | InputEvent::Typed('?') => {
                    Some(Request::follow(Action::Open(Box::new(HelpScreen::of(keys::START.to_vec())))))
                }
                _ => None,
            },
            _ => None,
        }
    }

    fn press(&self, id: Id) -> Option<Request> {
        let summary = &self.summary;
        let tile = |tile: Option<&Tile>| Some(Request::Solve(tile?.selection.clone()));
        match id {
            Id::Close => Some(Request::follow(Action::Close)),
            Id::Solve => summary.next.as_ref().map(|(selection, _)| Request::Solve(selection.clone())),
            Id::Day => Some(Request::Solve(Selection::Day)),
            Id::Streak => Some(Request::Solve(Selection::Streak)),
            Id::Mixed => Some(Request::Solve(Selection::Mixed)),
            Id::Retry => Some(Request::Solve(Selection::Retry)),
            Id::List => Some(Request::List),
            Id::Statistics => Some(Request::Statistics),
            Id::Theme(place) => tile(summary.themes.get(place)),
            Id::Piece(place) => tile(summary.pieces.get(place).map(|(_, tile)| tile)),
            Id::Band(place) => tile(summary.bands.get(place)),
            _ => None,
        }
    }

    pub fn push_effects(&mut self, ctx: &mut Context) {
        ctx.effects.cursor = self.ui.cursor();
        self.ui.tick(ctx.elapsed);
        if ctx.is_top {
            let page = self.page(ctx);
            let summary = &self.summary;
            let message = format!("Puzzles. {}. Your rating: {}.", summary.solved(), summary.rating);
            ctx.effects.announcements.extend(self.ui.announcements(&page, &message));
        }
    }

    pub fn draw(&self, book: &Book, ctx: &Env, scene: &mut Scene) {
        let (page, theme, items) = (self.page(ctx), ctx.theme(), &mut scene.items);
        self.ui.draw(&page, &theme, items);
        if let (Some((_, number)), Some(board)) = (&self.summary.next, page.rect(Id::Board)) {
            let puzzle = book.puzzle(*number);
            preview::draw(&puzzle.position, puzzle.side(), &theme, board, items);
        }
        for (place, (kind, _)) in self.summary.pieces.iter().enumerate() {
            if let Some(rect) = page.rect(Id::Picture(place)) {
                let edge = rect.w.min(rect.h);
                let middle = Rect::new((rect.center().x - edge / 2.0).round(), rect.y, edge, edge);
                let piece = Piece { color: Color::White, kind: *kind };
                items.push(Item::Sprite(sprite(book.variant(), piece, None, middle)));
            }
        }
        if let Some(rect) = page.rect(Id::Graph) {
            draw_ratings(&mut Pen { theme: &theme, unit: page.unit(), items }, &self.summary.ratings, rect);
        }
    }
}

/// A theme with its puzzles counted, and a bar.
fn theme_tile(id: Id, tile: &Tile) -> Node<Id> {
    let Tally { all, solved, .. } = tile.tally;
    let name = text(tile.title.as_str()).sized(13.0).smallest(10.0).fill(1.0);
    let count = text(format!("{solved} / {all}")).ink(Ink::Faint).sized(12.0).rigid();
    let content = column([name, row([bar(solved, all).fill(1.0), count]).gap(6.0).align_center()]);
    let content = content.gap(1.0).padded(TILE_PADDING, 6.0).button(id, &tile.label()).fill(1.0);
    if tile.description.is_empty() { content } else { content.tip(tile.description, "") }
}

fn piece_tile(place: usize, tile: &Tile) -> Node<Id> {
    column([
        area(Id::Picture(place)).fill(1.0),
        text(tile.title.as_str()).ink(Ink::Soft).sized(11.0).smallest(9.0).centered(),
    ])
    .padded(3.0, 4.0)
    .width(PIECE_TILE.0)
    .height(PIECE_TILE.1)
    .rigid()
    .button(Id::Piece(place), &tile.label())
}
