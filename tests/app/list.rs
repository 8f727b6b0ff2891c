//! The list of moves and what goes with it on the screen: looking back, captured pieces, the card of a piece.

use std::time::Duration;

use crate::common::window::FIRST;
use crate::common::{
    self, AT_ONCE, FakeOpponent, GameScreen, HUMAN_WHITE, TWO_HUMANS, deterministic, misplaced_texts,
    variant, within,
};
use xxlchess::game::GameController;
use xxlchess::game::clock::TimeControl;
use xxlchess::game::options::{Options, TextSize};
use xxlchess::game::{Command, Game, GameSetup, PlayerKind};
use xxlchess::notation::coords::{parse_move, parse_square};
use xxlchess::notation::fen;
use xxlchess::rules::{ByColor, Color, Square};
use xxlchess::view::input::{InputEvent, Key, MouseButton};
use xxlchess::view::layout::Layout;
use xxlchess::view::scene::{Item, Point, Scene, Text, TextRole, Tint};
use xxlchess::view::screen::Size;
use xxlchess::view::text::bounds;

const SIZES: [Size; 8] = [
    FIRST,
    (480.0, 400.0),
    (500.0, 760.0),
    (1280.0, 800.0),
    (400.0, 480.0),
    (1920.0, 1080.0),
    (600.0, 600.0),
    (1080.0, 1920.0),
];
const RESTS: Duration = Duration::from_millis(650);
/// Pieces with long names and ranks of two digits; White can capture, promote and give check.
const OPEN: &str = "4k9/1h12/14/8q5/14/14/14/P13/14/14/14/8A5/13P/4K9 w - - 0 1";

/// White to move; Black has a pawn.
const BLACK_PAWN: &str = "4k9/14/2p11/14/14/14/14/14/14/14/14/14/14/4K9 w - - 0 1";

struct Seat {
    screen: GameScreen,
    opponent: FakeOpponent,
    size: Size,
}

impl Seat {
    fn at(name: &str, text: &str, players: ByColor<PlayerKind>, options: Options) -> Self {
        let position = fen::parse(&variant(name), text).expect("a legal position");
        let control = TimeControl { initial: Duration::from_secs(600), increment: Duration::ZERO };
        let controls = ByColor { white: Some(control), black: Some(control) };
        let game = Game::new(GameSetup { position, players, controls, options });
        let opponent = FakeOpponent::default();
        let controller = GameController::new(game, Box::new(opponent.clone()), deterministic(0));
        let screen = GameScreen::of(controller, options, AT_ONCE);
        Self { screen, opponent, size: FIRST }
    }

    fn game(&self) -> &Game {
        self.screen.controller().game()
    }

    fn scene(&self) -> Scene {
        self.screen.scene(self.size)
    }

    fn tick(&mut self, time: Duration) {
        self.screen.tick(time);
    }

    fn key(&mut self, key: Key) {
        self.screen.input(InputEvent::Key { key, control: false }, self.size);
    }

    fn press(&mut self, point: Point) {
        self.screen.input(InputEvent::Pressed(MouseButton::Left, point), self.size);
        self.screen.input(InputEvent::Released(MouseButton::Left, point), self.size);
    }

    fn tile(&self, square: &str) -> Point {
        let square = parse_square(square).expect("a square");
        self.scene().tiles().find(|tile| tile.square == square).expect("a tile").rect.center()
    }

    fn point(&mut self, square: &str) {
        let point = self.tile(square);
        self.screen.input(InputEvent::Moved(point), self.size);
    }

    /// Makes the moves, each by two clicks, the computer's by telling it.
    fn play(&mut self, moves: &[&str]) {
        for text in moves {
            let mv = parse_move(self.game().position(), text).expect("a legal move");
            if self.game().player(self.game().position().turn()) == PlayerKind::Computer {
                self.answer(text);
                continue;
            }
            for square in [mv.from, mv.to] {
                let point = self.tile(&square.to_string());
                self.press(point);
            }
            self.tick(Duration::from_millis(10));
            if self.game().handover_to().is_some() {
                self.key(Key::Enter);
            }
        }
    }

    fn answer(&mut self, text: &str) {
        let mv = parse_move(self.game().position(), text).expect("a legal move");
        self.opponent.set_reply(Some(mv));
        self.tick(Duration::from_millis(10));
        self.tick(Duration::from_millis(10));
    }

    fn text_of(&self, role: TextRole) -> String {
        self.scene().text_of(role)
    }

    fn pieces(&self) -> Vec<(Square, String)> {
        let scene = self.scene();
        let mut pieces: Vec<_> =
            scene.sprites().filter_map(|sprite| Some((sprite.square?, sprite.name.clone()))).collect();
        pieces.sort();
        pieces
    }

    fn text(&self, words: &str) -> Text {
        self.scene().texts().find(|text| text.text == words).expect("the text").clone()
    }
}

/// After the end; analysis of a game without moves is disabled.
#[test]
fn buttons_below_a_small_board_have_all_their_text() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    for size in [(500.0, 760.0), (1080.0, 1920.0)] {
        let mut seat = Seat::at("chess", start, HUMAN_WHITE, Options::default());
        seat.size = size;
        seat.key(Key::Escape);
        let said: Vec<String> = seat.scene().texts().map(|text| text.text.clone()).collect();
        let scene = seat.scene();
        let layout = Layout::new(size, (8, 8), Color::White);
        assert_eq!(misplaced_texts(&scene.items, layout.sidebar), [""; 0], "{size:?}");
        for word in ["Rematch", "Analyse", "New game", "Menu"] {
            assert!(said.iter().any(|text| text == word), "{size:?}: {word} in {said:?}");
        }
    }
    let ink = |seat: &Seat| seat.text("Analyse").color;
    let mut seat = Seat::at("chess", start, HUMAN_WHITE, Options::default());
    seat.key(Key::Escape);
    let idle = ink(&seat);
    let mut seat = Seat::at("chess", start, HUMAN_WHITE, Options::default());
    seat.play(&["e2e4"]);
    seat.key(Key::Escape);
    assert_ne!(ink(&seat), idle);
}

fn is_framed(seat: &Seat) -> bool {
    let board = Layout::new(seat.size, (14, 14), Color::White).board;
    seat.scene().items.iter().any(|item| matches!(item, Item::Frame { rect, .. } if *rect == board))
}

/// Letters of the table, ranks of two digits, check, capture, promotion.
#[test]
fn the_list_has_every_move_in_algebraic_notation() {
    let mut seat = Seat::at("xxl", OPEN, TWO_HUMANS, Options::default());
    assert_eq!(seat.text_of(TextRole::Moves), "");
    seat.play(&["i3i11", "b13i6", "a7a8q", "i6h8"]);
    assert_eq!(seat.text_of(TextRole::Moves), "1 Axi11 Hi6 2 a8=Q Hh8");
    seat.play(&["i11e11"]);
    assert_eq!(seat.text_of(TextRole::Moves), "1 Axi11 Hi6 2 a8=Q Hh8 3 Ae11+");
    let (ink, active) = (seat.text("Ae11+").color, xxlchess::view::theme::OAK.active_text);
    assert_eq!(ink, active, "the last move is marked");
    let at = bounds(&seat.text("Ae11+"));
    let scene = seat.scene();
    let panel = |item: &&Item| matches!(item, Item::Panel { rect, color, .. } if *color == xxlchess::view::theme::OAK.active && within(at, *rect));
    assert!(scene.items.iter().any(|item| panel(&item)));
}

/// Home and End too; a notice and a frame tell so.
#[test]
fn arrow_keys_show_earlier_positions() {
    let mut seat = Seat::at("xxl", OPEN, TWO_HUMANS, Options::default());
    let mut seen = vec![seat.pieces()];
    for mv in ["i3i11", "b13i6", "a7a8q", "i6h8"] {
        seat.play(&[mv]);
        seen.push(seat.pieces());
    }
    let notice = |seat: &Seat| seat.text_of(TextRole::Past);
    assert!(notice(&seat).is_empty() && !is_framed(&seat));
    for (back, words) in [(3, "move 2 of 2"), (2, "move 1 of 2"), (1, "move 1 of 2"), (0, "the start")] {
        seat.key(Key::Left);
        assert_eq!(seat.pieces(), seen[back]);
        assert_eq!(notice(&seat), format!("Looking back {words}"));
        assert!(is_framed(&seat));
        let yellow = seat.scene().tiles().filter(|tile| tile.tint == Some(Tint::LastMove)).count();
        assert_eq!(yellow, if back == 0 { 0 } else { 2 });
    }
    seat.key(Key::Left);
    assert_eq!(seat.pieces(), seen[0]);
    seat.key(Key::Right);
    assert_eq!(seat.pieces(), seen[1]);
    for (key, place) in [(Key::End, 4), (Key::Home, 0), (Key::Down, 4), (Key::Up, 0)] {
        seat.key(key);
        assert_eq!((seat.pieces(), is_framed(&seat)), (seen[place].clone(), place < 4));
    }
    (0..4).for_each(|_| seat.key(Key::Right));
    assert!(!is_framed(&seat) && notice(&seat).is_empty(), "the last move is the present");
}

/// On the last one, the present.
#[test]
fn a_click_on_a_move_shows_its_position() {
    for size in SIZES {
        let mut seat = Seat::at("xxl", OPEN, TWO_HUMANS, Options::default());
        seat.size = size;
        seat.play(&["i3i11"]);
        let first = seat.pieces();
        seat.play(&["b13i6", "a7a8q", "i6h8"]);
        let last = seat.pieces();
        let list = seat.text_of(TextRole::Moves);
        if !list.contains("Axi11") {
            // Small windows show the last moves only: the wheel brings the first one.
            let point = seat.text("Hh8").at;
            seat.screen.input(InputEvent::Moved(point), size);
            seat.screen.input(InputEvent::Wheel(9.0), size);
        }
        let point = seat.text("Axi11").at;
        seat.press(point);
        assert_eq!(seat.pieces(), first, "{size:?}");
        seat.key(Key::Left);
        if seat.text_of(TextRole::Moves).contains("Hh8") {
            let point = seat.text("Hh8").at;
            seat.press(point);
        } else {
            let notice = seat.scene().texts().find(|text| text.role == TextRole::Past).expect("a notice").at;
            seat.press(notice);
        }
        assert_eq!((seat.pieces(), seat.text_of(TextRole::Past)), (last, String::new()), "{size:?}");
    }
}

/// They return to the present.
#[test]
fn clicks_on_an_earlier_position_make_no_move() {
    let mut seat = Seat::at("xxl", OPEN, TWO_HUMANS, Options::default());
    seat.play(&["i3i11", "b13i6"]);
    let present = seat.pieces();
    for square in ["i3", "a7", "i6", "e1"] {
        seat.key(Key::Home);
        let point = seat.tile(square);
        seat.press(point);
        assert_eq!((seat.pieces(), seat.game().selected()), (present.clone(), None));
        assert_eq!(seat.text_of(TextRole::Past), "");
    }
    seat.key(Key::Home);
    let notice = seat.scene().texts().find(|text| text.role == TextRole::Past).expect("a notice").at;
    seat.press(notice);
    assert_eq!((seat.pieces(), seat.game().moves().len()), (present, 2));
    seat.play(&["a7a8q"]);
    assert_eq!(seat.game().moves().len(), 3);
}

/// Taking back, a hint and a restart return to the present.
#[test]
fn a_move_of_the_computer_leaves_the_earlier_position_shown() {
    let mut seat = Seat::at("xxl", OPEN, HUMAN_WHITE, Options::default());
    let start = seat.pieces();
    seat.play(&["i3i11"]);
    seat.key(Key::Home);
    seat.answer("b13i6");
    assert_eq!((seat.game().moves().len(), seat.pieces()), (2, start.clone()));
    assert_eq!(seat.text_of(TextRole::Past), "Looking back the start");
    assert_eq!(seat.text_of(TextRole::Moves), "1 Axi11 Hi6");
    for key in [Key::Char('z'), Key::Char('h')] {
        seat.key(Key::Home);
        seat.key(key);
        assert_eq!(seat.text_of(TextRole::Past), "", "{key:?}");
        if seat.game().moves().is_empty() {
            seat.play(&["i3i11", "b13i6"]);
        }
    }
    seat.key(Key::Escape);
    seat.key(Key::Home);
    assert_eq!(seat.pieces(), start);
    assert!(is_framed(&seat) && seat.text_of(TextRole::Message).contains("resigned"));
    seat.key(Key::Char('r'));
    assert!(!is_framed(&seat) && seat.game().moves().is_empty());
    assert_eq!(seat.text_of(TextRole::Moves), "");
}

/// Promotions included, for the position shown.
#[test]
fn captured_pieces_and_material_difference_are_shown() {
    let text = "4k9/14/14/4p2q6/14/14/14/P13/14/14/4R9/7A6/13P/3K10 w - - 0 1";
    let mut seat = Seat::at("xxl", text, TWO_HUMANS, Options::default());
    let captured = |seat: &Seat| -> Vec<(String, Color)> {
        let scene = seat.scene();
        let mut all: Vec<_> = scene.sprites().filter(|sprite| sprite.square.is_none()).collect();
        all.sort_by(|a, b| a.rect.x.total_cmp(&b.rect.x));
        all.iter().map(|sprite| (sprite.name.clone(), sprite.color)).collect()
    };
    let lead = |seat: &Seat| [Color::White, Color::Black].map(|color| seat.text_of(TextRole::Lead(color)));
    // Two pawns, rook and amazon against pawn and queen.
    assert_eq!(lead(&seat), ["+8.8".to_owned(), String::new()]);
    assert!(captured(&seat).is_empty());
    seat.play(&["e4e11"]);
    assert_eq!(captured(&seat), [("pawn".to_owned(), Color::Black)]);
    assert_eq!(lead(&seat)[0], "+9.8");
    seat.play(&["h11e11"]);
    assert_eq!(lead(&seat)[0], "+4.5");
    seat.play(&["a7a8q"]);
    assert_eq!(lead(&seat)[0], "+13", "a queen for a pawn");
    seat.play(&["e14d14"]);
    seat.key(Key::Home);
    assert_eq!((lead(&seat)[0].as_str(), captured(&seat).len()), ("+8.8", 0));
    seat.key(Key::Right);
    assert_eq!(captured(&seat).len(), 1);
    seat.key(Key::End);
    assert_eq!(captured(&seat).len(), 2);
}

/// Whichever was captured first.
#[test]
fn the_most_valuable_captured_piece_comes_first() {
    let text = "4k9/14/14/p12q/14/14/14/14/14/14/R12R/14/14/2K11 w - - 0 1";
    let mut seat = Seat::at("xxl", text, TWO_HUMANS, Options::default());
    seat.play(&["a4a11", "e14d14", "n4n11"]);
    let scene = seat.scene();
    let mut captured: Vec<_> = scene.sprites().filter(|sprite| sprite.square.is_none()).collect();
    captured.sort_by(|a, b| a.rect.x.total_cmp(&b.rect.x));
    let names: Vec<_> = captured.iter().map(|sprite| sprite.name.as_str()).collect();
    assert_eq!(names, ["queen", "pawn"]);
}

/// All is shown after the end.
#[test]
fn the_list_hides_what_the_fog_hid() {
    let text = "4k9/1h12/14/8q5/14/14/14/P13/14/14/14/8R5/13P/4K9 w - - 0 1";
    let mut seat = Seat::at("xxl", text, HUMAN_WHITE, Options { fog_of_war: true, ..Options::default() });
    seat.play(&["n2n4", "b13c12", "n4n5", "i11i3"]);
    assert_eq!(seat.text_of(TextRole::Moves), "1 n4 … 2 n5 …xi3");
    let mut whole = Seat::at("xxl", text, HUMAN_WHITE, Options { fog_of_war: true, ..Options::default() });
    whole.play(&["n2n4"]);
    let then = whole.pieces();
    seat.key(Key::Left);
    seat.key(Key::Left);
    seat.key(Key::Left);
    assert_eq!(seat.pieces(), then);
    assert!(!then.iter().any(|(_, name)| name == "archbishop"), "it is hidden");
    assert!(seat.scene().tiles().any(|tile| tile.tint == Some(Tint::Fog)));
    seat.key(Key::Escape);
    assert_eq!(seat.text_of(TextRole::Moves), "1 n4 … 2 n5 …xi3", "back to the present");
    seat.key(Key::Escape);
    assert_eq!(seat.text_of(TextRole::Moves), "1 n4 Hc12 2 n5 Qxi3");
    seat.key(Key::Home);
    assert!(seat.pieces().iter().any(|(_, name)| name == "archbishop"), "the game has ended");
}

/// Nothing is shown while the board is passed on.
#[test]
fn two_players_in_the_fog_have_their_own_lists() {
    let text = "4k9/1h12/14/8q5/14/14/14/P13/14/14/14/8R5/13P/4K9 w - - 0 1";
    let mut seat = Seat::at("xxl", text, TWO_HUMANS, Options { fog_of_war: true, ..Options::default() });
    seat.play(&["n2n4"]);
    assert_eq!(seat.text_of(TextRole::Moves), "1 …");
    seat.play(&["b13c12"]);
    assert_eq!(seat.text_of(TextRole::Moves), "1 n4 …");
    for square in ["n4", "n5"] {
        let point = seat.tile(square);
        seat.press(point);
    }
    assert!(seat.game().handover_to().is_some());
    seat.key(Key::Home);
    assert_eq!((seat.pieces().len(), seat.text_of(TextRole::Past)), (0, String::new()));
    assert_eq!(seat.text_of(TextRole::Moves), "1 … … 2 …");
}

/// Name, value and diagram, until the pointer leaves; none while dragging.
#[test]
fn a_card_explains_the_piece_under_the_pointer() {
    let mut seat = Seat::at("xxl", OPEN, HUMAN_WHITE, Options::default());
    let card = |seat: &Seat| seat.text_of(TextRole::Card);
    seat.point("i3");
    seat.tick(Duration::from_millis(500));
    assert_eq!(card(&seat), "");
    seat.tick(Duration::from_millis(150));
    assert_eq!(card(&seat), "Amazon 12 Moves like a queen or a knight.");
    let layout = Layout::new(FIRST, (14, 14), Color::White);
    let drawn = |seat: &Seat| {
        let items = seat.scene().items;
        items.iter().filter(|item| matches!(item, Item::Line { .. } | Item::Ring { .. })).count()
    };
    let outside = seat
        .scene()
        .sprites()
        .filter(|sprite| sprite.square.is_none())
        .all(|sprite| within(sprite.rect, layout.sidebar));
    assert!(outside && drawn(&seat) == 8, "eight lines of a queen");
    seat.point("b13");
    assert_eq!(card(&seat), "");
    seat.tick(RESTS);
    assert!(card(&seat).starts_with("Archbishop Value 7.5"), "{}", card(&seat));
    seat.point("n2");
    seat.tick(RESTS);
    let pawn = card(&seat);
    assert!(
        pawn.starts_with("Pawn Value 1 ") && pawn.ends_with("Becomes a queen on rank 8 or higher."),
        "{pawn}"
    );
    seat.point("h7");
    seat.tick(RESTS);
    assert_eq!(card(&seat), "", "an empty tile");
    seat.point("e14");
    seat.tick(RESTS);
    assert!(card(&seat).starts_with("King"));
    seat.screen.input(InputEvent::PointerLeft, FIRST);
    assert_eq!(card(&seat), "");
    let (from, to) = (seat.tile("i3"), seat.tile("i4"));
    seat.screen.input(InputEvent::Pressed(MouseButton::Left, from), FIRST);
    seat.screen.input(InputEvent::Moved(to), FIRST);
    seat.tick(RESTS);
    assert_eq!(card(&seat), "", "while it is dragged");
    seat.screen.input(InputEvent::Released(MouseButton::Left, from), FIRST);
    seat.key(Key::Escape);
    seat.point("i3");
    seat.tick(RESTS);
    assert!(card(&seat).starts_with("Amazon"));
}

/// Down the board for Black.
#[test]
fn the_card_of_a_black_pawn_names_the_ranks_below() {
    let mut seat = Seat::at("xxl", BLACK_PAWN, HUMAN_WHITE, Options::default());
    seat.point("c12");
    seat.tick(RESTS);
    assert!(seat.text_of(TextRole::Card).ends_with("Becomes a queen on rank 7 or lower."));
}

/// A game with everything at once: many captures, a long list, moves of many letters.
fn rich(players: ByColor<PlayerKind>) -> Seat {
    let text = "r3k3r5/pppp10/qqqq10/14/14/14/14/14/14/14/14/QQQQ10/PPPP10/R3K3R5 w KQkq - 0 95";
    let mut seat = Seat::at("xxl", text, players, Options::default());
    let mut dice = common::Dice::new(7);
    for _ in 0..60 {
        let position = seat.game().position().clone();
        let moves = position.legal_moves();
        let captures: Vec<_> =
            moves.iter().filter(|mv| position.board().piece_at(mv.to).is_some()).copied().collect();
        let among = if captures.is_empty() || dice.below(2) == 0 { &moves } else { &captures };
        if among.is_empty() || seat.game().termination().is_some() {
            break;
        }
        let mv = among[dice.below(among.len())];
        let text = format!("{}{}", mv.from, mv.to);
        let before = seat.game().moves().len();
        seat.play(&[&text]);
        assert_eq!(seat.game().moves().len(), before + 1, "{text}");
    }
    assert!(seat.game().moves().len() > 30);
    seat
}

/// List, notice, captured pieces and card, in windows of all shapes.
#[test]
fn no_text_of_the_sidebar_is_clipped() {
    let mut seat = rich(TWO_HUMANS);
    let mut found = Vec::new();
    let mut cards = 0;
    for size in SIZES {
        seat.size = size;
        for past in [None, Some(Key::Home), Some(Key::Left)] {
            for square in [None, Some("a13"), Some("e1"), Some("b12"), Some("a1"), Some("a14")] {
                seat.key(Key::End);
                past.into_iter().for_each(|key| seat.key(key));
                seat.screen.input(InputEvent::PointerLeft, size);
                if let Some(square) = square {
                    seat.point(square);
                    seat.tick(RESTS);
                }
                cards += usize::from(!seat.text_of(TextRole::Card).is_empty());
                let faults = faults(&seat).into_iter();
                found.extend(faults.map(|fault| format!("{size:?} {past:?} {square:?}: {fault}")));
            }
        }
    }
    assert!(cards > 40, "{cards}");
    assert!(found.is_empty(), "{} faults\n{}", found.len(), found.join("\n"));
}

/// Faults of the sidebar.
fn faults(seat: &Seat) -> Vec<String> {
    let rules = seat.game().position().variant().rules();
    let scale = seat.screen.ctx.theme().scale();
    let layout = Layout::scaled(seat.size, (rules.files, rules.ranks), Color::White, scale);
    let mut items = seat.scene().items;
    items.retain(|item| !matches!(item, Item::Frame { rect, .. } if *rect == layout.board));
    common::faults(&items, layout.sidebar)
}

/// Built-in variants and example configs, both sides.
#[test]
fn every_piece_has_a_card_that_fits() {
    for name in ["xxl", "chess", "xxlfairy", "capablanca", "knightmate"] {
        let rows = variant(name);
        let start = fen::format(&xxlchess::rules::Position::start(&rows).expect("a legal start"));
        let mut seat = Seat::at(name, &start, HUMAN_WHITE, Options::default());
        let squares: Vec<_> = seat.game().position().board().pieces().collect();
        for (square, piece) in squares {
            seat.point(&square.to_string());
            seat.tick(RESTS);
            let words = seat.text_of(TextRole::Card).to_lowercase();
            assert!(words.starts_with(&rows.piece(piece.kind).name), "{name} {square}: {words}");
        }
    }
}

/// A frame only reads it.
#[test]
fn the_notation_of_a_game_is_computed_once() {
    let mut game = Seat::at("xxl", OPEN, TWO_HUMANS, Options::default());
    game.play(&["e1d1", "e14d14"]);
    let mut review = xxlchess::view::screens::play::review::Review::of(game.game());
    let kept = review.moves().texts.as_ptr();
    review.follow(game.game());
    assert_eq!((review.moves().texts.as_ptr(), review.moves().texts.len()), (kept, 2));
    game.play(&["d1e1"]);
    review.follow(game.game());
    let words: Vec<_> = review.moves().texts.iter().map(|line| line.text.as_str()).collect();
    assert_eq!(words, ["Kd1", "Kd14", "Ke1"]);
    let mut other = game.game().clone();
    other.apply(Command::TakeBack);
    review.follow(&other);
    assert!(review.moves().texts.len() < 3);
}

/// Arrows, Home, Enter; a resting cursor shows the card.
#[test]
fn the_cursor_works_on_earlier_positions() {
    let mut seat = Seat::at("xxl", OPEN, HUMAN_WHITE, Options::default());
    seat.play(&["i3i11", "b13i6"]);
    seat.key(Key::Tab);
    seat.key(Key::Left);
    assert!(!is_framed(&seat), "the arrow moves the cursor");
    seat.key(Key::Home);
    assert!(is_framed(&seat));
    seat.key(Key::Enter);
    assert_eq!((is_framed(&seat), seat.game().selected(), seat.game().moves().len()), (false, None, 2));
    (0..20).for_each(|_| seat.key(Key::Left));
    (0..4).for_each(|_| seat.key(Key::Right));
    assert_eq!(seat.text_of(TextRole::Card), "");
    seat.tick(RESTS);
    assert!(seat.text_of(TextRole::Card).starts_with("King"), "{}", seat.text_of(TextRole::Card));
    seat.key(Key::Enter);
    seat.tick(RESTS);
    assert_eq!(seat.text_of(TextRole::Card), "", "whoever selects does not ask");
    assert_eq!(seat.game().selected(), parse_square("e1"));
}

/// While an earlier position is shown.
#[test]
fn the_position_shown_is_copied() {
    let mut seat = Seat::at("xxl", OPEN, HUMAN_WHITE, Options::default());
    seat.play(&["i3i11", "b13i6"]);
    seat.key(Key::Home);
    seat.key(Key::Copy);
    let start = seat.game().position_at(0);
    assert_eq!(seat.screen.ctx.effects.clipboard.take(), Some(fen::format(&start)));
}

/// A page of the browser may be closed without notice, and a program killed.
#[test]
fn the_clock_is_saved_every_ten_seconds() {
    let mut seat = Seat::at("xxl", OPEN, HUMAN_WHITE, Options::default());
    seat.play(&["i3i11", "b13i6"]);
    let mut saves = 0;
    for _ in 0..300 {
        saves += usize::from(seat.screen.ctx.effects.record.take().is_some());
        seat.tick(Duration::from_millis(100));
    }
    // The first one is that of the last move.
    assert!((3..=4).contains(&saves), "{saves}");
}

/// A board that is wider than high leaves a low sidebar; in the game and after its end.
#[test]
fn a_wide_board_leaves_room_for_all_buttons() {
    let start =
        fen::format(&xxlchess::rules::Position::start(&variant("capablanca")).expect("a legal start"));
    let mut seat = Seat::at("capablanca", &start, HUMAN_WHITE, Options::default());
    let has = |seat: &Seat, label: &str| seat.scene().texts().any(|text| text.text == label);
    let always = ["Menu", "Help", "Flip", "Sound", "Games", "Puzzles", "Editor"];
    for label in ["Take back", "Hint", "Draw", "Resign"].iter().chain(&always) {
        assert!(has(&seat, label), "{label}");
    }
    assert_eq!(faults(&seat), [""; 0]);
    seat.play(&["a2a3", "a7a6"]);
    seat.key(Key::Escape);
    for label in ["Rematch", "Analyse", "New"].iter().chain(&always) {
        assert!(has(&seat, label), "{label}");
    }
    assert_eq!(faults(&seat), [""; 0]);
}

/// The free space below the board has the buttons of the list, all links, and the length of a finished game.
#[test]
fn an_upright_window_uses_the_space_below_the_board() {
    for size in [(600.0, 900.0), (480.0, 800.0), (1080.0, 1920.0)] {
        let mut seat = Seat::at("xxl", OPEN, HUMAN_WHITE, Options::default());
        seat.size = size;
        let has = |seat: &Seat, label: &str| seat.scene().texts().any(|text| text.text == label);
        let links = ["Menu", "Help", "Flip", "Sound", "New", "Games", "Puzzles", "Editor"];
        for label in ["Take back", "Hint", "Draw", "Resign"].iter().chain(&links) {
            assert!(has(&seat, label), "{size:?}: {label}");
        }
        assert_eq!(faults(&seat), [""; 0], "{size:?}");
        seat.play(&["i3i11"]);
        seat.answer("b13i6");
        seat.key(Key::Escape);
        let level = format!("level {}, casual", Options::default().difficulty);
        for label in ["1 move", &level, "Rematch", "Analyse", "New game"].iter().chain(&links) {
            assert!(has(&seat, label), "{size:?}: {label}");
        }
        assert_eq!(faults(&seat), [""; 0], "{size:?}");
    }
}

/// A board that is wider than high leaves little height; Menu leads to all other screens.
#[test]
fn a_small_window_has_all_buttons_of_the_game() {
    for (name, size) in [
        ("capablanca", (480.0, 400.0)),
        ("chess", (480.0, 400.0)),
        ("xxl", (480.0, 400.0)),
        ("xxl", (420.0, 360.0)),
    ] {
        let start = fen::format(&xxlchess::rules::Position::start(&variant(name)).expect("a legal start"));
        let mut seat = Seat::at(name, &start, HUMAN_WHITE, Options::default());
        seat.size = size;
        for label in ["Take back", "Hint", "Draw", "Resign", "Menu", "Help"] {
            assert!(seat.scene().texts().any(|text| text.text == label), "{name} {size:?}: {label}");
        }
        assert_eq!(faults(&seat), [""; 0], "{name} {size:?}");
    }
}

/// Piece card, message, looking back, draw offer and result with all text sizes, also beside a board wider than high.
#[test]
fn the_slot_of_a_low_sidebar_covers_nothing() {
    let start = |name| fen::format(&xxlchess::rules::Position::start(&variant(name)).expect("a legal start"));
    let boards = [("xxl", start("xxl")), ("capablanca", start("capablanca")), ("chess", start("chess"))];
    let mut found = Vec::new();
    for (name, start) in &boards {
        for size in [(480.0, 400.0), FIRST, (960.0, 600.0), (1280.0, 800.0), (500.0, 760.0)] {
            for &text_size in TextSize::ALL {
                let options = Options { text_size, ..Options::default() };
                let mut seat = Seat::at(name, start, TWO_HUMANS, options);
                seat.size = size;
                let mut see = |seat: &Seat, labels: &[&str]| {
                    let scene = seat.scene();
                    let case = format!("{name} {size:?} {text_size:?} {labels:?}");
                    for &label in labels {
                        if !scene.texts().any(|text| text.text == label) {
                            found.push(format!("{case}: no {label}"));
                        }
                    }
                    found.extend(faults(seat).into_iter().map(|fault| format!("{case}: {fault}")));
                };
                seat.play(&["a2a3"]);
                seat.point("b1");
                seat.tick(RESTS);
                see(&seat, &["Take back", "Resign"]);
                seat.screen.input(InputEvent::PointerLeft, size);
                seat.key(Key::Home);
                see(&seat, &["Resign"]);
                assert_eq!(seat.text_of(TextRole::Past), "Looking back the start");
                seat.key(Key::End);
                seat.key(Key::Char('d'));
                see(&seat, &["Accept", "Decline"]);
                let accept = seat.scene().texts().find(|text| text.text == "Accept").map(|text| text.at);
                accept.into_iter().for_each(|at| seat.press(at));
                see(&seat, &["Rematch", "Analyse", "Menu"]);
                let result = seat.text_of(TextRole::Message);
                assert_eq!(result, "Draw by agreement", "{name} {size:?} {text_size:?}");
            }
        }
    }
    assert!(found.is_empty(), "{} faults\n{}", found.len(), found.join("\n"));
}

/// A short notice, a common error, and one that is many lines long where the window is not the smallest.
#[test]
fn a_notice_leaves_the_moves_in_sight() {
    let texts = [
        "Position copied (FEN)".to_owned(),
        "Nothing to paste: the text is neither a FEN nor a PGN".to_owned(),
        "This text is no position and no game. ".repeat(5),
    ];
    for (size, count) in [(FIRST, 3), ((480.0, 400.0), 2), ((1280.0, 800.0), 3)] {
        for text in &texts[..count] {
            let mut seat = Seat::at("xxl", OPEN, TWO_HUMANS, Options::default());
            seat.size = size;
            seat.play(&["i3i11", "b13i6"]);
            let moves = seat.text_of(TextRole::Moves);
            seat.screen.ctx.notice = Some(text.clone());
            seat.tick(Duration::from_millis(10));
            assert!(
                seat.text_of(TextRole::Label).contains(text.split(' ').next().expect("a word")),
                "{size:?}"
            );
            assert_eq!(seat.text_of(TextRole::Moves), moves, "{size:?}");
            assert_eq!(faults(&seat), [""; 0], "{size:?}");
        }
    }
}

/// The smallest windows show clocks and messages only.
#[test]
fn texts_of_the_smallest_window_do_not_overlap() {
    let mut seat = Seat::at("xxl", OPEN, TWO_HUMANS, Options::default());
    seat.size = (200.0, 200.0);
    assert_eq!(faults(&seat), [""; 0]);
    assert!(!seat.text_of(TextRole::Clock(Color::White)).is_empty());
    assert!(seat.scene().texts().any(|text| text.text == "Menu"), "the menu can be opened by the mouse");
    seat.play(&["i3i11"]);
    seat.key(Key::Home);
    assert_eq!(faults(&seat), [""; 0]);
}

/// Also in a small window, where a new game is only among the links.
#[test]
fn the_result_names_moves_and_level() {
    for size in [FIRST, (480.0, 400.0)] {
        let mut seat = Seat::at("xxl", OPEN, HUMAN_WHITE, Options::default());
        seat.size = size;
        seat.play(&["i3i11"]);
        seat.key(Key::Escape);
        let said: Vec<String> = seat.scene().texts().map(|text| text.text.clone()).collect();
        for words in ["1 move", "level 4, casual", "Rematch", "Analyse", "Menu", "Games"] {
            assert!(said.iter().any(|text| text == words), "{size:?}: no {words} in {said:?}");
        }
        assert_eq!(faults(&seat), [""; 0], "{size:?}");
    }
}

/// A button under the pointer, after a moment.
#[test]
fn a_tip_names_the_key_of_a_button() {
    for size in [FIRST, (480.0, 400.0), (1280.0, 800.0), (500.0, 900.0)] {
        let mut seat = Seat::at("xxl", OPEN, HUMAN_WHITE, Options::default());
        seat.size = size;
        let button = seat.text("Hint").at;
        seat.screen.input(InputEvent::Moved(button), size);
        seat.tick(Duration::from_millis(300));
        assert_eq!(seat.text_of(TextRole::Tip), "", "{size:?}");
        seat.tick(Duration::from_millis(300));
        let tip = seat.text_of(TextRole::Tip);
        assert!(tip.starts_with("Show a good move") && tip.ends_with('H'), "{size:?}: {tip}");
        seat.press(button);
        assert_eq!(seat.text_of(TextRole::Tip), "", "{size:?}");
    }
}

/// By the buttons, in a game of two people.
#[test]
fn a_draw_offer_is_accepted_or_declined() {
    for (label, ends) in [("Accept", true), ("Decline", false)] {
        let mut seat = Seat::at("xxl", OPEN, TWO_HUMANS, Options::default());
        let button = seat.text("Draw").at;
        seat.press(button);
        let button = seat.text(label).at;
        seat.press(button);
        assert_eq!(
            (seat.game().termination().is_some(), seat.game().draw_offer()),
            (ends, if ends { seat.game().draw_offer() } else { None })
        );
    }
}

/// The wide panel has room for tenths, the narrow clock only for seconds; the colour is that of danger.
#[test]
fn little_time_is_shown_in_tenths_on_red() {
    let mut seat = Seat::at("xxl", OPEN, HUMAN_WHITE, Options::default());
    let clock = |seat: &Seat| seat.text_of(TextRole::Clock(Color::White));
    let red = |seat: &Seat| {
        let danger = xxlchess::view::theme::OAK.danger.light;
        seat.scene().items.iter().any(|item| matches!(item, Item::Panel { color, .. } if *color == danger))
    };
    seat.tick(Duration::from_millis(590_000));
    assert_eq!((clock(&seat).as_str(), red(&seat)), ("0:10", false));
    seat.tick(Duration::from_millis(1_650));
    assert_eq!((clock(&seat).as_str(), red(&seat)), ("0:09", true));
    seat.size = (1280.0, 800.0);
    assert_eq!((clock(&seat).as_str(), red(&seat)), ("0:08.4", true));
}

/// Result, length, level and what to do next.
#[test]
fn a_finished_game_shows_its_result_and_what_comes_next() {
    let mut seat = Seat::at("xxl", OPEN, HUMAN_WHITE, Options::default());
    seat.size = (1280.0, 800.0);
    seat.play(&["i3i11"]);
    seat.answer("b13i6");
    seat.key(Key::Escape);
    assert_eq!(seat.text_of(TextRole::Message), "You resigned");
    let expected = format!("1 move · level {}, casual", Options::default().difficulty);
    assert!(seat.text_of(TextRole::Label).contains(&expected), "{}", seat.text_of(TextRole::Label));
    let accent = xxlchess::view::theme::OAK.accent;
    for label in ["Rematch", "Analyse"] {
        let at = bounds(&seat.text(label));
        let filled = |item: &Item| matches!(item, Item::Panel { rect, color, .. } if *color == accent && within(at, *rect));
        assert!(seat.scene().items.iter().any(filled), "{label}");
    }
    assert!(!seat.scene().texts().any(|text| text.text == "Resign"));
}
