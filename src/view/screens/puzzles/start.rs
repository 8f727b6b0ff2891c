//! Start page of the puzzles: the next one, the puzzle of the day, a streak, the rating of the player, and puzzles by
//! theme, piece and rating.

use std::cmp::Reverse;
use std::sync::Arc;
use std::time::Duration;

use super::Puzzles;
use super::book::{Book, Tile, with_commas};
use super::list::ListScreen;
use super::statistics::{StatisticsScreen, TOO_FEW, bar, graph};
use crate::engine::piece_value;
use crate::game::puzzle::Puzzle;
use crate::game::puzzle::catalog::Tally;
use crate::game::puzzle::selection::Selection;
use crate::game::puzzle::theme::THEMES;
use crate::rules::{Color, Piece, PieceKind, Variant};
use crate::view::form::PAGE;
use crate::view::host::Host;
use crate::view::input::Key;
use crate::view::scene::{Item, Rect};
use crate::view::screen::{Action, Effects, Env, LayerKind, Reply, Screen};
use crate::view::screens::menu::preview;
use crate::view::screens::variant_list;
use crate::view::widgets::Node;
use crate::view::widgets::board::sprite;
use crate::view::widgets::build::{button, cross, list, picture};
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
/// Space at the left and at the right of the texts of a tile of a theme.
const TILE_PADDING: f32 = 12.0;
/// Size of the tile of a piece.
const PIECE_TILE: (f32, f32) = (76.0, 70.0);
/// Width of the row of the chosen variant in the heading.
const VARIANT: f32 = 190.0;
/// Width of the list of variants where it stands beside the cards.
const VARIANT_LIST: f32 = 260.0;
/// Space between cards.
const CARD_GAP: f32 = 14.0;

#[derive(Clone, Debug, PartialEq)]
pub enum Message {
    Solve(Selection),
    List,
    /// The page of the player's mistakes.
    Mistakes,
    Statistics,
    /// Opens or closes the list of variants.
    Variants,
    /// A variant, by its place among all.
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
        Binding::help(Message::Help),
    ],
}];

/// The parts of the page that take time to count.
struct Summary {
    /// The selection to go on with, and its next puzzle.
    next: (Selection, Option<usize>),
    /// The puzzle of the day.
    day: Option<usize>,
    all: Tally,
    to_retry: usize,
    themes: Vec<(Tile, &'static str)>,
    pieces: Vec<(Tile, PieceKind)>,
    bands: Vec<Tile>,
}

impl Summary {
    fn new(book: &Book) -> Self {
        let last = book.progress.last_selection().cloned().unwrap_or(Selection::Mixed);
        let is_special = matches!(last, Selection::Streak | Selection::Day | Selection::Retry);
        let number = if is_special { None } else { book.next(&last, &[]) };
        // A selection whose puzzles are all solved is not continued.
        let next = match number.filter(|&number| !book.record(number).solved) {
            Some(number) => (last, Some(number)),
            None => (Selection::Mixed, book.next(&Selection::Mixed, &[])),
        };
        let variant = book.variant();
        let mut kinds: Vec<PieceKind> = variant.kinds().collect();
        kinds.sort_by_key(|&kind| Reverse(piece_value::value(variant, kind)));
        let pieces = kinds.into_iter().filter_map(|kind| {
            Some((Tile::of(book, Selection::Piece(variant.piece(kind).name.clone()))?, kind))
        });
        let themes = THEMES.iter().filter_map(|theme| {
            Some((Tile::of(book, Selection::Theme(theme.name.to_owned()))?, theme.description))
        });
        Self {
            next,
            day: book.next(&Selection::Day, &[]),
            all: book.tally(&Selection::List),
            to_retry: book.tally(&Selection::Retry).all,
            themes: themes.collect(),
            pieces: pieces.collect(),
            bands: Selection::bands().filter_map(|band| Tile::of(book, band)).collect(),
        }
    }

    /// The results in words: `142 solved · 78% at the first try`.
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
    /// Whether the list of variants is open.
    is_choosing: bool,
    summary: Summary,
    /// Why another variant could not be opened.
    notice: String,
    /// Whether a screen above hides this one.
    hidden: bool,
}

impl StartScreen {
    pub fn new(puzzles: Puzzles, variants: Vec<(String, String)>) -> Host<Self> {
        let summary = Summary::new(&puzzles.book.borrow());
        Host::new(Self {
            puzzles,
            variants,
            is_choosing: false,
            summary,
            notice: String::new(),
            hidden: false,
        })
    }

    fn heading(&self, width: f32) -> Node<Message> {
        let count = format!("{} puzzles", with_commas(self.summary.all.all));
        let note = match self.notice.as_str() {
            "" if width < TWO_CARDS => String::new(),
            "" => count,
            notice => notice.to_owned(),
        };
        let variants = self.variants.get(self.open_variant()).filter(|_| self.variants.len() > 1);
        let variants = variants.map(|(_, title)| {
            let chosen = variant_list::chosen(title, self.is_choosing, PAGE.text, Message::Variants);
            chosen.width(VARIANT).height(PAGE.button)
        });
        let title = text("Puzzles").bold().sized(PAGE.heading).rigid();
        let note = text(note).ink(Ink::Faint).sized(PAGE.text).fill(1.0);
        let parts = [title, note].into_iter().chain(variants).chain([cross(PAGE.button, Message::Close)]);
        row(parts).gap(18.0).align_center().height(PAGE.button)
    }

    /// Place of the variant of the page.
    fn open_variant(&self) -> usize {
        let book = self.puzzles.book.borrow();
        let name = &book.variant().rules().name;
        self.variants.iter().position(|(other, _)| other == name).unwrap_or_default()
    }

    /// All variants with puzzles.
    fn variant_list(&self) -> Node<Message> {
        let titles = self.variants.iter().map(|(_, title)| title.as_str());
        variant_list::variants(titles, self.open_variant(), PAGE.text, Message::Variant, Message::Variants)
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
        let (book, (selection, number)) = (self.puzzles.book.borrow(), &self.summary.next);
        let is_wide = (LEFT * 0.9..=LEFT).contains(&width) || width >= LEFT * 2.0;
        let side = if is_wide { 168.0 } else { 112.0 };
        let puzzle = number.map(|number| book.puzzle(number));
        let has_begun = book.progress.last_selection().is_some();
        let solve = Message::Solve(selection.clone());
        let words = column([
            text(if has_begun { "Continue" } else { "Start here" }).bold().sized(PAGE.title),
            paragraph(puzzle.map_or_else(String::new, Puzzle::instruction)).ink(Ink::Soft).sized(PAGE.text),
            text(self.rating(&book, *number)).ink(Ink::Soft).sized(PAGE.text),
            text(selection.title()).ink(Ink::Faint).sized(PAGE.text).smallest(10.0),
            space().fill(1.0),
            button("Solve", solve).primary(true).focused().height(PAGE.button),
        ]);
        let board =
            puzzle.map_or_else(space, |puzzle| preview::board(puzzle.position.clone(), puzzle.side()));
        row([board.width(side).height(side).rigid(), words.gap(3.0).fill(1.0)])
            .gap(16.0)
            .padding(14.0)
            .surface(Surface::Box)
    }

    /// The rating of a puzzle in words: `rating 1450`.
    fn rating(&self, book: &Book, number: Option<usize>) -> String {
        let rating = number.and_then(|number| self.puzzles.rating(book, number, false));
        rating.map_or_else(String::new, |rating| format!("rating {rating}"))
    }

    fn day_card(&self) -> Node<Message> {
        let (book, day) = (self.puzzles.book.borrow(), self.summary.day);
        let is_solved = day.is_some_and(|number| book.record(number).solved);
        let label = if is_solved { "Solved ✓" } else { "Open" };
        let lines = [book.today.day_and_month(), self.rating(&book, day)];
        small_card("Puzzle of the day", lines, Selection::Day, label)
    }

    fn streak_card(&self) -> Node<Message> {
        let book = self.puzzles.book.borrow();
        let (now, best) = (book.progress.streak(), book.progress.best_streak());
        let lines = match (now, best) {
            (0, 0) => ["Keep solving until".to_owned(), "your first mistake".to_owned()],
            _ => [format!("{now} in a row"), format!("best {best}")],
        };
        small_card("Streak", lines, Selection::Streak, if now > 0 { "Go on" } else { "Start" })
    }

    fn rating_card(&self) -> Node<Message> {
        let (book, solved) = (self.puzzles.book.borrow(), self.summary.solved());
        // The rating is that of all variants, but the puzzles are counted for each.
        let variant = self.variants.get(self.open_variant()).filter(|_| self.variants.len() > 1);
        let of = variant.map_or_else(String::new, |(_, title)| format!("{title}: "));
        let rating = book.rating_text();
        let tip = if rating.ends_with('?') {
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
                text(rating.as_str()).bold().sized(20.0).rigid(),
            ])
            .align_center(),
            graph(book.progress.ratings(), TOO_FEW).min_height(56.0).grow(),
            text(of + &solved).ink(Ink::Soft).sized(PAGE.text).smallest(10.0),
        ])
        .gap(8.0)
        .padding(14.0)
        .as_button(&format!("Statistics: rating {rating}, {solved}"), Message::Statistics)
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
        let mistakes = link("Your mistakes", Message::Mistakes);
        let mistakes = mistakes.tip("Find better moves than in your games", "");
        row([mixed, retry, all, mistakes]).gap(8.0).wrap()
    }

    /// Rows of the right column.
    fn tiles(&self, width: f32) -> Vec<Node<Message>> {
        let heading = |words: &str| text(words).bold().sized(PAGE.title).height(28.0);
        let line = |mut tiles: Vec<Node<Message>>, columns: usize, padding: f32| {
            // The tiles of a last row that is not full are as wide as the others.
            tiles.resize_with(columns.max(tiles.len()), || space().padded(padding, 0.0).fill(1.0));
            column([row(tiles).gap(PAGE.gap), space().height(PAGE.gap)])
        };
        // The quotient is a small number.
        let columns = |tile: f32| (((width + PAGE.gap) / (tile + PAGE.gap)).floor() as usize).max(1);
        let (book, summary) = (self.puzzles.book.borrow(), &self.summary);
        let mut rows = vec![heading("By theme")];
        for themes in summary.themes.chunks(columns(THEME_TILE)) {
            rows.push(line(
                themes.iter().map(|(tile, meaning)| theme_tile(tile, meaning)).collect(),
                columns(THEME_TILE),
                TILE_PADDING,
            ));
        }
        rows.push(heading("By piece"));
        for pieces in summary.pieces.chunks(columns(PIECE_TILE.0)) {
            let tiles = pieces.iter().map(|(tile, kind)| piece_tile(book.variant(), *kind, tile));
            rows.push(line(tiles.collect(), 0, 0.0));
        }
        rows.push(heading("By rating"));
        let columns = if width >= 560.0 { 6 } else { 3 };
        for bands in summary.bands.chunks(columns) {
            let buttons = bands.iter().map(|tile| {
                let tip = format!("{} of {} solved", tile.tally.solved, tile.tally.all);
                button(&tile.title, Message::Solve(tile.selection.clone()))
                    .height(28.0)
                    .fill(1.0)
                    .tip(tip, "")
            });
            rows.push(line(buttons.collect(), columns, 0.0));
        }
        rows
    }
}

impl Screen for StartScreen {
    type Message = Message;
    const LAYER: LayerKind = LayerKind::PAGE_OF_CARDS;

    fn view(&self, env: &Env) -> Node<Message> {
        let is_phone = env.touch && env.design_size().0 < TWO_COLUMNS;
        let is_large = env.unit > Self::LAYER.scales.0 * env.theme().scale() && !is_phone;
        let margin = if is_large { 32.0 } else { 12.0 };
        let width = (env.design_size().0 - 2.0 * margin).max(1.0);
        let body = if width >= TWO_COLUMNS {
            let left = (width * 0.33).clamp(300.0, LEFT);
            let right = width - left - 2.0 * CARD_GAP;
            let cards = list(self.cards(left)).width(left).rigid();
            if self.is_choosing {
                row([cards, space().fill(1.0), self.variant_list().width(VARIANT_LIST).rigid()])
            } else {
                row([cards, list(self.tiles(right)).fill(1.0)]).gap(2.0 * CARD_GAP)
            }
        } else if self.is_choosing {
            self.variant_list()
        } else {
            let width = width - 20.0;
            column([list(self.cards(width).into_iter().chain(self.tiles(width))).fill(1.0)])
        };
        let (solved, rating) = (self.summary.solved(), self.puzzles.book.borrow().rating_text());
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
            Message::Mistakes => effects.request(Action::OpenMistakes),
            Message::Statistics => effects.open(StatisticsScreen::new(&puzzles.book.borrow())),
            Message::Variants => self.is_choosing = !self.is_choosing,
            Message::Variant(place) if place == self.open_variant() => self.is_choosing = false,
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

fn small_card(title: &str, lines: [String; 2], selection: Selection, label: &str) -> Node<Message> {
    let lines = lines.map(|line| text(line).ink(Ink::Soft).sized(PAGE.text).smallest(10.0));
    column([
        text(title).bold().sized(PAGE.title).smallest(11.0),
        column(lines),
        button(label, Message::Solve(selection)).named(title).height(PAGE.button),
    ])
    .gap(6.0)
    .padding(14.0)
    .surface(Surface::Box)
}

/// Makes `content` the button of a selection.
fn tile_button(content: Node<Message>, tile: &Tile) -> Node<Message> {
    let label = format!("{}, {} of {} solved", tile.title, tile.tally.solved, tile.tally.all);
    content.as_button(&label, Message::Solve(tile.selection.clone()))
}

/// A theme with its puzzles counted, and a bar.
fn theme_tile(tile: &Tile, meaning: &str) -> Node<Message> {
    let Tally { all, solved, .. } = tile.tally;
    let name = text(tile.title.as_str()).sized(PAGE.text).smallest(10.0).fill(1.0);
    let count = text(format!("{solved} / {all}")).ink(Ink::Faint).sized(PAGE.small).rigid();
    let content = column([name, row([bar(solved, all).fill(1.0), count]).gap(6.0).align_center()]);
    tile_button(content.gap(1.0).padded(TILE_PADDING, 6.0), tile).fill(1.0).tip(meaning, "")
}

fn piece_tile(variant: &Arc<Variant>, kind: PieceKind, tile: &Tile) -> Node<Message> {
    let variant = Arc::clone(variant);
    let drawing = picture(move |pen, rect, _| {
        let edge = rect.w.min(rect.h);
        let middle = Rect::new((rect.center().x - edge / 2.0).round(), rect.y, edge, edge);
        pen.items.push(Item::Sprite(sprite(&variant, Piece::new(Color::White, kind), None, middle)));
    });
    let title = text(tile.title.as_str()).ink(Ink::Soft).sized(11.0).smallest(9.0).centered();
    let content = column([drawing.fill(1.0), title]).padded(3.0, 4.0);
    tile_button(content.width(PIECE_TILE.0).height(PIECE_TILE.1).rigid(), tile)
}
