//! Layout of the home screen: the board beside the cards, above the first card, or none, by the size of the window.

use std::sync::Arc;

use super::{Home, KEYS, Message};
use crate::engine::difficulty::Difficulty;
use crate::game::new_game::ColorChoice;
use crate::game::odds;
use crate::game::options::{OddsSide, StartKind};
use crate::game::shuffled_start::ShuffledStarts;
use crate::rules::{Color, Piece, Position, Square};
use crate::view::form::PAGE;
use crate::view::home_setup::Unfinished;
use crate::view::scene::{Item, Rect};
use crate::view::screen::{Env, MenuTab};
use crate::view::screens::menu::preview;
use crate::view::screens::puzzles::book::with_commas;
use crate::view::text::capitalized;
use crate::view::widgets::board::{is_light, sprite};
use crate::view::widgets::build::{button, choice, cross, list, picture, slider};
use crate::view::widgets::keymap::binding;
use crate::view::widgets::node::{Ink, Surface, column, paragraph, row, space, text};
use crate::view::widgets::{Node, Slider};

const TITLE: &str = "XXL chess";
/// Width of the column of cards beside the board.
const CARDS: f32 = 400.0;
/// Width from which the board stands beside the cards.
const BOARD_BESIDE: f32 = 1000.0;
/// Width from which there are two columns of cards, unless an upright window has room for all in one.
const TWO_COLUMNS: f32 = 700.0;
/// Least edge of the board above the cards.
const LEAST_BOARD: f32 = 160.0;
/// Height of the card of the next game.
const PLAY_CARD: f32 = 264.0;
/// Height of all cards with the gaps between them, but without that of a game to go on with.
const ALL_CARDS: f32 = PLAY_CARD + 308.0;
/// Additional height of all cards and of the links below them on a touch screen.
const FOR_FINGERS: f32 = 64.0;
/// Height of the card of a game to go on with, with the gap below it.
const CONTINUE_CARD: f32 = 166.0;
/// Width in which the links to all other screens have room.
const ALL_LINKS: f32 = 400.0;
/// Space between cards.
const GAP: f32 = 12.0;
/// Space around the page and around the contents of a card.
const PADDING: f32 = 14.0;
/// Edge of the board in the card of the game to go on with.
const SMALL_BOARD: f32 = 126.0;
/// Edge of the picture of a puzzle, and the number of tiles along it.
const PUZZLE: (f32, u8) = (98.0, 7);
/// Height of the main buttons of the cards, and width of those beside a text.
const BUTTON: (f32, f32) = (104.0, 36.0);
/// Largest edge of the drawing of a piece in the card of the lessons.
const PIECE: f32 = 44.0;

impl Home {
    pub(super) fn page(&self, env: &Env) -> Node<Message> {
        let (w, h) = env.design_size();
        let (width, height) = (w - 2.0 * PADDING, h - 2.0 * PADDING);
        // Height of the cards: the parts above and below them take the rest.
        let body = height - PAGE.button - PAGE.link - 2.0 * GAP;
        let all_cards = ALL_CARDS + if env.touch { FOR_FINGERS } else { 0.0 };
        let [play, learn, puzzles] = [self.play_card(false), self.learn_card(), self.puzzles_card()];
        let page = if env.touch && w > h && body < PLAY_CARD + 40.0 {
            // A phone on its side shows one card after the other.
            let play = self.play_card(true);
            let cards = cards(self.continue_card(true).into_iter().chain([play, learn, puzzles]));
            column([self.head(), cards.fill(1.0), self.links(width)]).gap(GAP)
        } else if w >= BOARD_BESIDE && w >= h * 1.2 {
            let side = height.min(width - CARDS - PADDING);
            let cards = cards(self.continue_card(false).into_iter().chain([play, learn, puzzles]));
            let panel =
                column([self.head(), cards.fill(1.0), self.links(CARDS)]).gap(GAP).width(CARDS).rigid();
            row([self.board().width(side).rigid(), panel]).gap(1.5 * PADDING).justify_center()
        } else if w >= TWO_COLUMNS && (w >= h || body - all_cards < LEAST_BOARD) {
            let has_board = body - PLAY_CARD - GAP >= LEAST_BOARD;
            let left = column([self.board().fill(1.0).when(has_board), play]).gap(GAP).fill(1.0);
            let right = cards(self.continue_card(!has_board).into_iter().chain([learn, puzzles]));
            column([self.head(), row([left, right.fill(1.0)]).gap(GAP).fill(1.0), self.links(width)]).gap(GAP)
        } else {
            let has_board = body - all_cards >= LEAST_BOARD;
            let game = self.continue_card(!has_board || body - all_cards - CONTINUE_CARD < LEAST_BOARD);
            let needed = all_cards + if game.is_some() { CONTINUE_CARD } else { 0.0 };
            let board = self.board().height((body - needed).min(width)).when(body - needed >= LEAST_BOARD);
            let cards = cards(game.into_iter().chain([play, learn, puzzles]));
            column([self.head(), board, cards.fill(1.0), self.links(width)]).gap(GAP)
        };
        let game = self.setup.unfinished.as_ref().map(Unfinished::sentence).unwrap_or_default();
        page.padding(PADDING).spoken(format!("{TITLE}. {game}").trim_end())
    }

    fn head(&self) -> Node<Message> {
        let title = text(TITLE).bold().sized(PAGE.heading).rigid();
        let notice = paragraph(self.notice.as_str()).ink(Ink::Alarm).sized(PAGE.text).smallest(8.0).middle();
        let close = cross(PAGE.button, Message::Close).when(self.setup.is_above_game);
        let notice = notice.spoken(self.notice.as_str()).fill(1.0);
        row([title, notice, close]).gap(GAP).align_center().height(PAGE.button)
    }

    /// The board of the game to go on with, or of the next game. A press starts that game.
    fn board(&self) -> Node<Message> {
        let unfinished = self.setup.unfinished.as_ref().and_then(|game| game.board.clone());
        match unfinished {
            Some((position, bottom)) => preview::board(position, bottom).on_press(Message::Continue),
            None => {
                let bottom = self.setup.choices.color.resolve(Color::White);
                preview::board(self.setup.level.position.clone(), bottom).on_press(Message::Play)
            }
        }
    }

    /// The choices of the next game and the button that starts it, which are beside them if `is_low` is set.
    fn play_card(&self, is_low: bool) -> Node<Message> {
        let choices = &self.setup.choices;
        let level = Difficulty::new(choices.options.difficulty);
        // The six rules are no person, and only the menu offers them.
        let weakest = level.min(Difficulty::WEAKEST).number();
        let levels = Slider::new(weakest, Difficulty::STRONGEST.number(), level.number());
        let levels = levels.named(level.row().name);
        let description = match level.row().rating {
            Some(rating) => format!("Rating about {rating}. {}.", level.row().description),
            None => format!("{}.", level.row().description),
        };
        let levels = slider(levels, |level| Message::Level(level as u8)).keyed("level");
        let names = self.clocks.iter().map(|(name, _)| (*name).to_owned()).collect();
        let clocks = self.clocks.iter().position(|(_, clocks)| *clocks == choices.clocks).unwrap_or_default();
        let color = ColorChoice::ALL.iter().position(|color| *color == choices.color).unwrap_or_default();
        let colors = ColorChoice::ALL.map(|color| capitalized(color.name())).to_vec();
        let colors = choice(colors, color, |index| Message::Color(ColorChoice::ALL[index]));
        let is_main = self.setup.unfinished.is_none();
        let play = button("Play", Message::Play).primary(is_main).tip("Start a game", "");
        let play = if is_main { play.focused() } else { play };
        let more = binding(KEYS, &Message::Menu(MenuTab::Game)).button();
        let variant = button(&self.setup.level.title, Message::Menu(MenuTab::Variant)).flat();
        let variant = variant.tip("Choose a variant", "");
        if is_low {
            let fields = [
                field("Level", levels),
                field("Clock", choice(names, clocks, Message::Clocks)),
                field("Colour", colors),
            ];
            let buttons = column([variant, play, more]).gap(8.0).fill(1.0);
            return card([row([column(fields).gap(8.0).fill(1.8), buttons]).gap(2.0 * GAP)]);
        }
        card([
            row([title("Play").fill(1.0), variant]).align_center(),
            field("Level", levels),
            // The buttons must not move with the slider, and the longest text has two lines.
            paragraph(description + &self.conditions()).ink(Ink::Soft).sized(PAGE.small).min_height(32.0),
            field("Clock", choice(names, clocks, Message::Clocks)),
            field("Colour", colors),
            space().grow(),
            row([play.fill(1.0), more.width(BUTTON.0).rigid()]).gap(PAGE.button_gap).height(BUTTON.1),
        ])
    }

    /// A sentence about what the menu has changed in the next game and the card does not show; empty if there is nothing.
    fn conditions(&self) -> String {
        let (options, position) = (&self.setup.choices.options, &self.setup.level.position);
        let kinds = odds::kinds(position);
        let piece =
            options.odds.checked_sub(1).and_then(|index| kinds.get(usize::from(index)).or(kinds.last()));
        let odds = piece.map(|&kind| {
            let whose = if options.odds_of == OddsSide::You { "your" } else { "the opponent's" };
            format!("without {whose} {}", position.variant().piece(kind).name)
        });
        let is_shuffled =
            options.start == StartKind::Shuffled && ShuffledStarts::of(position.variant()).is_some();
        let fog = options.fog_of_war.then(|| "in the fog of war".to_owned());
        let start = is_shuffled.then(|| "from a shuffled start".to_owned());
        let words: Vec<_> = [fog, start, odds].into_iter().flatten().collect();
        if words.is_empty() { String::new() } else { format!(" Played {}.", words.join(", ")) }
    }

    /// The card of the game to go on with, if there is one, with or without its board.
    fn continue_card(&self, has_board: bool) -> Option<Node<Message>> {
        let game = self.setup.unfinished.as_ref()?;
        let line = |words: &str| text(words).ink(Ink::Soft).sized(PAGE.text).smallest(9.0);
        let details = game.details.iter();
        let details = details.map(|words| paragraph(words.as_str()).ink(Ink::Faint).sized(PAGE.small));
        let words = [title("Your game"), line(&game.variant), line(&game.opponent)];
        let words = column(words.into_iter().chain(details)).gap(2.0);
        let button = binding(KEYS, &Message::Continue).button().primary(true).focused().height(BUTTON.1);
        let card = match game.board.clone().filter(|_| has_board) {
            Some((position, bottom)) => {
                let board = preview::board(position, bottom).on_press(Message::Continue);
                let board = board.width(SMALL_BOARD).height(SMALL_BOARD).rigid();
                row([board, column([words, space().grow(), button]).fill(1.0)])
            }
            None => row([words.fill(1.0), button.width(BUTTON.0).rigid()]).align_center(),
        };
        Some(card.gap(PADDING).padding(PADDING).surface(Surface::Box))
    }

    fn learn_card(&self) -> Node<Message> {
        let variant = self.setup.level.position.variant();
        let (kinds, label) = match &self.setup.new_pieces[..] {
            [] => (variant.kinds().collect(), "Pieces"),
            new => (new.to_vec(), "New pieces"),
        };
        let names: Vec<_> = kinds.iter().map(|&kind| variant.piece(kind).name.as_str()).collect();
        let names = names.join(", ");
        let pieces = picture({
            let variant = Arc::clone(variant);
            move |pen, rect, _| {
                let edge = rect.h.min(rect.w / kinds.len().max(1) as f32).floor();
                for (place, &kind) in kinds.iter().enumerate() {
                    let tile = Rect::new(rect.x + edge * place as f32, rect.y, edge, edge);
                    pen.items.push(Item::fill(tile, pen.theme.tile_color(place % 2 == 0, None)));
                    let piece = Piece::new(Color::White, kind);
                    pen.items.push(Item::Sprite(sprite(&variant, piece, None, tile)));
                }
            }
        });
        let (steps, done) = (self.setup.steps, self.setup.steps_done);
        let progress = match done {
            0 => format!("{steps} short steps"),
            _ => format!("{done} of {steps} steps"),
        };
        let start = binding(KEYS, &Message::Learn).button();
        let start = start.labelled(if (1..steps).contains(&done) { "Continue" } else { "Start" });
        let start = start.height(BUTTON.1).width(BUTTON.0).rigid();
        card([
            row([title("Learn the pieces").fill(1.0), note(&progress)]).align_center(),
            row([pieces.height(PIECE).fill(1.0), start]).gap(PAGE.button_gap).align_center(),
            paragraph(format!("{label}: {names}")).ink(Ink::Soft).sized(PAGE.small),
        ])
    }

    fn puzzles_card(&self) -> Node<Message> {
        let of = self.setup.puzzles_of.as_ref().map_or_else(String::new, |title| format!(" in {title}"));
        let words = format!("Find the best move{of}. They start easy and follow your rating.");
        let puzzles = format!("{} puzzles", with_commas(self.setup.puzzles));
        let solve = binding(KEYS, &Message::Puzzles).button().height(BUTTON.1);
        let words = column([
            row([title("Puzzles").fill(1.0), note(&puzzles)]).align_center(),
            paragraph(words).ink(Ink::Soft).sized(PAGE.small),
            space().grow(),
            solve,
        ]);
        let picture = self.setup.puzzle.clone().map(puzzle_picture);
        let picture = picture.map(|picture| picture.width(PUZZLE.0).height(PUZZLE.0).rigid());
        let picture = picture.map(|picture| picture.on_press(Message::Puzzles));
        row(picture.into_iter().chain([words.gap(6.0).fill(1.0)]))
            .gap(PADDING)
            .padding(PADDING)
            .surface(Surface::Box)
    }

    /// Links to all other screens, as far as they have room in a line of this width.
    fn links(&self, width: f32) -> Node<Message> {
        let link = |message| binding(KEYS, &message).button();
        let preferences = button("Preferences", Message::Menu(MenuTab::Preferences));
        let links = [
            button("Variants", Message::Menu(MenuTab::Variant)).tip("Choose a variant", ""),
            link(Message::Edit),
            link(Message::Analysis),
            link(Message::Games),
            link(Message::Workshop).when(width >= ALL_LINKS),
            preferences.tip("Change appearance, handling and sound", ""),
            link(Message::Help),
        ];
        row(links.map(|link| link.flat().grow())).height(PAGE.link)
    }
}

fn cards(cards: impl IntoIterator<Item = Node<Message>>) -> Node<Message> {
    let gap = |place: usize| space().height(GAP).when(place > 0);
    list(cards.into_iter().enumerate().map(|(place, card)| column([gap(place), card])))
}

fn card(parts: impl IntoIterator<Item = Node<Message>>) -> Node<Message> {
    column(parts).gap(8.0).padding(PADDING).surface(Surface::Box)
}

fn title(words: &str) -> Node<Message> {
    text(words).bold().sized(16.0)
}

fn note(words: &str) -> Node<Message> {
    text(words).ink(Ink::Faint).sized(PAGE.small).rigid()
}

/// A control with its label.
fn field(label: &'static str, control: Node<Message>) -> Node<Message> {
    let words = text(label).ink(Ink::Soft).width(64.0).rigid();
    row([words, control.named(label).fill(1.0)]).gap(PAGE.button_gap).align_center().height(30.0)
}

/// The part of the board that has the most pieces, of the size in [`PUZZLE`].
fn puzzle_picture(position: Position) -> Node<Message> {
    picture(move |pen, rect, _| {
        let (_, tiles) = PUZZLE;
        let rules = position.variant().rules();
        let corners = |side: u8| 0..=side.saturating_sub(tiles);
        let is_inside = |(file, rank): (u8, u8), square: Square| {
            (file..file + tiles).contains(&square.file()) && (rank..rank + tiles).contains(&square.rank())
        };
        let pieces = || position.board().pieces();
        let count = |corner: &(u8, u8)| pieces().filter(|(square, _)| is_inside(*corner, *square)).count();
        let all = corners(rules.files).flat_map(|file| corners(rules.ranks).map(move |rank| (file, rank)));
        let corner = all.max_by_key(count).unwrap_or_default();
        let tile = (rect.w / f32::from(tiles)).floor();
        let place = |square: Square| {
            let (right, up) = (square.file() - corner.0, square.rank() - corner.1);
            let (x, y) = (tile * f32::from(right), tile * f32::from(tiles - 1 - up));
            Rect::new(rect.x + x, rect.y + y, tile, tile)
        };
        let board = position.variant().geometry().board().into_iter();
        for square in board.filter(|square| is_inside(corner, *square)) {
            pen.items.push(Item::fill(place(square), pen.theme.tile_color(is_light(square), None)));
        }
        for (square, piece) in pieces().filter(|(square, _)| is_inside(corner, *square)) {
            pen.items.push(Item::Sprite(sprite(position.variant(), piece, None, place(square))));
        }
    })
}
