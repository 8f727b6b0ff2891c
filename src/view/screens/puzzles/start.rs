//! Start page of the puzzles: go on, the puzzle of the day, a streak, the player's rating, and puzzles by theme, piece and
//! rating.

use std::cmp::Reverse;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use super::Puzzles;
use super::book::{Book, with_commas};
use super::list::ListScreen;
use super::statistics::{StatisticsScreen, bar, graph};
use crate::engine::piece_value;
use crate::game::puzzle::catalog::Tally;
use crate::game::puzzle::selection::Selection;
use crate::game::puzzle::theme::THEMES;
use crate::rules::{Color, Piece, PieceKind, Position, Variant};
use crate::view::form::PAGE;
use crate::view::host::Host;
use crate::view::input::Key;
use crate::view::scene::{Item, Rect};
use crate::view::screen::{Action, Effects, Env, LayerKind, Reply, Screen};
use crate::view::screens::menu::preview;
use crate::view::text::capitalized;
use crate::view::widgets::Node;
use crate::view::widgets::board::sprite;
use crate::view::widgets::build::{button, choice, cross, list, picture};
use crate::view::widgets::keymap::{Binding, KeyGroup};
use crate::view::widgets::node::{Ink, Surface, column, paragraph, row, space, text};

/// Width from which two cards stand side by side in one column.
const TWO_CARDS: f32 = 480.0;
/// Width from which there are two columns.
const TWO_COLUMNS: f32 = 760.0;
/// Largest width of the left column.
const LEFT: f32 = 400.0;
/// Least width of the tile of a theme.
const THEME_TILE: f32 = 160.0;
const TILE_PADDING: f32 = 12.0;
/// Size of the tile of a piece.
const PIECE_TILE: (f32, f32) = (76.0, 70.0);
/// Space between cards.
const CARD_GAP: f32 = 14.0;

#[derive(Clone, Debug, PartialEq)]
pub enum Message {
    Solve(Selection),
    List,
    Statistics,
    /// Another variant, by its place among all.
    Variant(usize),
    Help,
    Close,
}

pub(in crate::view::screens) const KEYS: &[KeyGroup<Message>] = &[KeyGroup {
    title: "",
    gestures: &[
        ("Tab, arrows", "Go to the next or previous button or tile"),
        ("Enter, Space", "Begin with the puzzles of the button or tile"),
        ("Wheel", "Scroll the cards or the tiles where not all fit"),
        ("Rest on a theme", "Show what it means"),
    ],
    bindings: &[
        Binding::new(Message::Close, &[Key::Escape, Key::Char('p')], "Close", "Close the puzzles"),
        Binding::new(Message::Help, &[Key::F1, Key::Sign('?')], "Help", "Show or hide this page"),
    ],
}];

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

    fn message(&self) -> Message {
        Message::Solve(self.selection.clone())
    }

    /// For screen readers.
    fn label(&self) -> String {
        format!("{}, {} of {} solved", self.title, self.tally.solved, self.tally.all)
    }
}

/// What the page shows, counted once.
struct Summary {
    /// The selection to go on with.
    next: Selection,
    /// Its next puzzle, and the side that solves it.
    board: Option<(Position, Color)>,
    all: Tally,
    to_retry: usize,
    ratings: Rc<[u16]>,
    themes: Vec<Tile>,
    pieces: Vec<(PieceKind, Tile)>,
    bands: Vec<Tile>,
    variant: Arc<Variant>,
    /// What the next puzzle asks for.
    task: String,
    next_rating: String,
    /// Today.
    date: String,
    /// Rating of the puzzle of the day.
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
        let (number, next) = next.unzip();
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
        let puzzle = number.map(|number| book.puzzle(number));
        let rating = |number: usize| book.puzzle(number).rating.map(|rating| format!("rating {rating}"));
        let (streak, best) = (book.progress.streak(), book.progress.best_streak());
        Self {
            all: book.tally(&Selection::List),
            to_retry: book.tally(&Selection::Retry).all,
            ratings: book.progress.ratings().into(),
            themes: themes.collect(),
            pieces: pieces.collect(),
            bands: bands.collect(),
            variant: Arc::clone(variant),
            board: puzzle.map(|puzzle| (puzzle.position.clone(), puzzle.side())),
            task: puzzle.map_or_else(String::new, |puzzle| puzzle.instruction()),
            next_rating: number.and_then(rating).unwrap_or_default(),
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
            next: next.unwrap_or(Selection::Mixed),
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

pub struct StartScreen {
    puzzles: Puzzles,
    /// Names and titles of the variants with puzzles.
    variants: Vec<(String, String)>,
    summary: Summary,
    /// Why another variant could not be opened.
    notice: String,
    /// Whether a screen above hides this one.
    hidden: bool,
}

impl StartScreen {
    pub fn new(puzzles: Puzzles, variants: Vec<(String, String)>) -> Host<Self> {
        let summary = Summary::new(&puzzles.book.borrow());
        Host::new(Self { puzzles, variants, summary, notice: String::new(), hidden: false })
    }

    fn heading(&self, width: f32) -> Node<Message> {
        let count = format!("{} puzzles", with_commas(self.summary.all.all));
        let note = match self.notice.as_str() {
            "" if width < TWO_CARDS => String::new(),
            "" => count,
            notice => notice.to_owned(),
        };
        let titles: Vec<String> = self.variants.iter().map(|(_, title)| title.clone()).collect();
        let variants = (titles.len() > 1).then(|| {
            let widest = if width >= TWO_COLUMNS { 420.0 } else { 190.0 };
            let name = &self.summary.variant.rules().name;
            let place = self.variants.iter().position(|(other, _)| other == name).unwrap_or_default();
            let variants = choice(titles, place, Message::Variant).named("Variant");
            variants.width(widest).height(PAGE.button)
        });
        let title = text("Puzzles").bold().sized(PAGE.heading).rigid();
        let note = text(note).ink(Ink::Faint).sized(PAGE.text).fill(1.0);
        let parts = [title, note].into_iter().chain(variants).chain([cross(PAGE.button, Message::Close)]);
        row(parts).gap(18.0).align_center().height(PAGE.button)
    }

    /// Rows of the left column, `width` pixels of the design wide.
    fn cards(&self, width: f32) -> Vec<Node<Message>> {
        let below = |card: Node<Message>| column([card, space().height(CARD_GAP)]);
        let pair =
            |left: Node<Message>, right: Node<Message>| row([left.fill(1.0), right.fill(1.0)]).gap(CARD_GAP);
        let (next, rating) = (self.next_card(width), self.rating_card());
        let small = pair(self.day_card(), self.streak_card());
        if width >= TWO_CARDS {
            return [pair(next, rating), small, self.links()].map(below).into();
        }
        [next, small, rating, self.links()].map(below).into()
    }

    fn next_card(&self, width: f32) -> Node<Message> {
        let summary = &self.summary;
        let is_wide = (LEFT * 0.9..=LEFT).contains(&width) || width >= LEFT * 2.0;
        let side = if is_wide { 168.0 } else { 112.0 };
        let words = column([
            text(if summary.has_begun { "Continue" } else { "Start here" }).bold().sized(PAGE.title),
            paragraph(summary.task.as_str()).ink(Ink::Soft).sized(PAGE.text),
            text(summary.next_rating.as_str()).ink(Ink::Soft).sized(PAGE.text),
            text(summary.next.title()).ink(Ink::Faint).sized(PAGE.text).smallest(10.0),
            space().fill(1.0),
            button("Solve", Message::Solve(summary.next.clone())).primary(true).focused().height(PAGE.button),
        ]);
        let board = summary.board.clone();
        let board = board.map_or_else(space, |(position, side)| preview::board(position, side));
        row([board.width(side).height(side).rigid(), words.gap(3.0).fill(1.0)])
            .gap(16.0)
            .padding(14.0)
            .surface(Surface::Box)
    }

    fn day_card(&self) -> Node<Message> {
        let summary = &self.summary;
        let label = if summary.day_solved { "Solved ✓" } else { "Open" };
        self.small_card("Puzzle of the day", [&summary.date, &summary.day_rating], Selection::Day, label)
    }

    fn streak_card(&self) -> Node<Message> {
        let label = if self.summary.in_streak { "Go on" } else { "Start" };
        let [now, best] = &self.summary.streak;
        self.small_card("Streak", [now, best], Selection::Streak, label)
    }

    fn small_card(&self, title: &str, lines: [&str; 2], selection: Selection, label: &str) -> Node<Message> {
        let lines = lines.map(|line| text(line).ink(Ink::Soft).sized(PAGE.text).smallest(10.0));
        column([
            text(title).bold().sized(PAGE.title).smallest(11.0),
            column(lines),
            button(label, Message::Solve(selection)).height(PAGE.button),
        ])
        .gap(6.0)
        .padding(14.0)
        .surface(Surface::Box)
    }

    fn rating_card(&self) -> Node<Message> {
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
                    .sized(PAGE.title)
                    .smallest(11.0)
                    .fill(1.0),
                text(summary.rating.as_str()).bold().sized(20.0).rigid(),
            ])
            .align_center(),
            graph(&summary.ratings).min_height(56.0).grow(),
            text(summary.solved()).ink(Ink::Soft).sized(PAGE.text).smallest(10.0),
        ])
        .gap(8.0)
        .padding(14.0)
        .as_button(
            &format!("Statistics: rating {}, {}", summary.rating, summary.solved()),
            Message::Statistics,
        )
        .tip(tip, "")
    }

    fn links(&self) -> Node<Message> {
        let retry = self.summary.to_retry;
        let link = |label: &str, message| button(label, message).height(28.0).grow();
        let mixed = link("Mixed", Message::Solve(Selection::Mixed));
        let mixed = mixed.tip("Puzzles of all kinds near your rating", "");
        let retry = format!("{} to try again", with_commas(retry));
        let retry = link(&retry, Message::Solve(Selection::Retry)).when(self.summary.to_retry > 0);
        let all = link("All puzzles", Message::List);
        row([mixed, retry, all]).gap(8.0).wrap()
    }

    /// Rows of the right column.
    fn tiles(&self, width: f32) -> Vec<Node<Message>> {
        let heading = |words: &str| text(words).bold().sized(PAGE.title).height(28.0);
        let line = |mut tiles: Vec<Node<Message>>, columns: usize, padding: f32| {
            // A last row that is not full has tiles of the same width.
            tiles.resize_with(columns.max(tiles.len()), || space().padded(padding, 0.0).fill(1.0));
            column([row(tiles).gap(PAGE.gap), space().height(PAGE.gap)])
        };
        // Some tiles at most.
        let columns = |tile: f32| (((width + PAGE.gap) / (tile + PAGE.gap)).floor() as usize).max(1);
        let summary = &self.summary;
        let mut rows = vec![heading("By theme")];
        for themes in summary.themes.chunks(columns(THEME_TILE)) {
            rows.push(line(themes.iter().map(theme_tile).collect(), columns(THEME_TILE), TILE_PADDING));
        }
        rows.push(heading("By piece"));
        for pieces in summary.pieces.chunks(columns(PIECE_TILE.0)) {
            let tiles = pieces.iter().map(|(kind, tile)| piece_tile(&summary.variant, *kind, tile));
            rows.push(line(tiles.collect(), 0, 0.0));
        }
        rows.push(heading("By rating"));
        let columns = if width >= 560.0 { 6 } else { 3 };
        for bands in summary.bands.chunks(columns) {
            let buttons = bands.iter().map(|tile| {
                let tip = format!("{} of {} solved", tile.tally.solved, tile.tally.all);
                button(&tile.title, tile.message()).height(28.0).fill(1.0).tip(tip, "")
            });
            rows.push(line(buttons.collect(), columns, 0.0));
        }
        rows
    }
}

impl Screen for StartScreen {
    type Message = Message;
    const LAYER: LayerKind = LayerKind {
        design: (1280.0, 800.0),
        upright: (1280.0, 800.0),
        scales: (0.9, 1.6),
        ..LayerKind::PAGE
    };

    fn view(&self, env: &Env) -> Node<Message> {
        let is_large = env.unit > Self::LAYER.scales.0 * env.theme().scale();
        let margin = if is_large { 32.0 } else { 12.0 };
        let width = (env.design_size().0 - 2.0 * margin).max(1.0);
        let body = if width >= TWO_COLUMNS {
            let left = (width * 0.33).clamp(300.0, LEFT);
            let right = width - left - 2.0 * CARD_GAP;
            let cards = list(self.cards(left)).width(left).rigid();
            row([cards, list(self.tiles(right)).fill(1.0)]).gap(2.0 * CARD_GAP)
        } else {
            let width = width - 20.0;
            column([list(self.cards(width).into_iter().chain(self.tiles(width))).fill(1.0)])
        };
        let (solved, rating) = (self.summary.solved(), &self.summary.rating);
        column([self.heading(width), body.fill(1.0)])
            .gap(16.0)
            .padded(margin, margin * 0.75)
            .keymap(KEYS)
            .spoken(format!("Puzzles. {solved}. Your rating: {rating}."))
    }

    fn update(&mut self, message: Message, _env: &Env, effects: &mut Effects) {
        let puzzles = &self.puzzles;
        match message {
            Message::Solve(selection) => {
                let number = puzzles.book.borrow().next(&selection, &[]);
                effects.action = number.map(|number| puzzles.solve(selection, number));
            }
            Message::List => effects.open(ListScreen::new(puzzles.clone())),
            Message::Statistics => effects.open(StatisticsScreen::new(&puzzles.book.borrow())),
            Message::Variant(place) => {
                let Some((name, _)) = self.variants.get(place) else { return };
                let open = Action::OpenPuzzles { variant: name.clone(), options: puzzles.options };
                effects.request(Action::CloseThen(Box::new(open)));
            }
            Message::Help => effects.open_help(None),
            Message::Close => effects.close(),
        }
    }

    /// Counts again when the screen that hid the page has closed.
    fn tick(&mut self, _elapsed: Duration, env: &Env, _effects: &mut Effects) -> bool {
        let is_back = self.hidden && !env.is_hidden;
        self.hidden = env.is_hidden;
        if is_back {
            self.summary = Summary::new(&self.puzzles.book.borrow());
        }
        is_back
    }

    fn reply(&mut self, reply: Reply, _env: &Env, _effects: &mut Effects) {
        if let Reply::Failed(reason) = reply {
            self.notice = reason;
        }
    }
}

/// A theme with its puzzles counted, and a bar.
fn theme_tile(tile: &Tile) -> Node<Message> {
    let Tally { all, solved, .. } = tile.tally;
    let name = text(tile.title.as_str()).sized(PAGE.text).smallest(10.0).fill(1.0);
    let count = text(format!("{solved} / {all}")).ink(Ink::Faint).sized(PAGE.small).rigid();
    let content = column([name, row([bar(solved, all).fill(1.0), count]).gap(6.0).align_center()]);
    let content = content.gap(1.0).padded(TILE_PADDING, 6.0);
    let content = content.as_button(&tile.label(), tile.message()).fill(1.0);
    if tile.description.is_empty() { content } else { content.tip(tile.description, "") }
}

fn piece_tile(variant: &Arc<Variant>, kind: PieceKind, tile: &Tile) -> Node<Message> {
    let variant = Arc::clone(variant);
    let drawing = picture(move |pen, rect, _| {
        let edge = rect.w.min(rect.h);
        let middle = Rect::new((rect.center().x - edge / 2.0).round(), rect.y, edge, edge);
        pen.items.push(Item::Sprite(sprite(&variant, Piece::new(Color::White, kind), None, middle)));
    });
    let title = text(tile.title.as_str()).ink(Ink::Soft).sized(11.0).smallest(9.0).centered();
    column([drawing.fill(1.0), title])
        .padded(3.0, 4.0)
        .width(PIECE_TILE.0)
        .height(PIECE_TILE.1)
        .rigid()
        .as_button(&tile.label(), tile.message())
}
