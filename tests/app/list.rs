//! The list of moves and the parts of the sidebar around it: earlier positions, captured pieces, the card of a piece.

use std::collections::BTreeSet;
use std::time::Duration;

use crate::common::window::{Driver, FIRST, FORMS, SIZES, SMALL, UPRIGHT, WIDE};
use crate::common::{
    self, AT_ONCE, FakeOpponent, GameScreen, HUMAN_WHITE, TWO_HUMANS, control, deterministic, in_panel,
    misplaced_texts, variant, within,
};
use xxlchess::game::GameController;
use xxlchess::game::options::{Options, TextSize};
use xxlchess::game::{Command, Game, GameSetup, PlayerKind};
use xxlchess::notation::coords::{parse_move, parse_square};
use xxlchess::notation::fen;
use xxlchess::rules::{ByColor, Color, Square};
use xxlchess::view::input::{InputEvent, Key, MouseButton};
use xxlchess::view::layout::BoardLayout;
use xxlchess::view::scene::{Item, TextRole, Tint};
use xxlchess::view::text::bounds;

const RESTS: Duration = Duration::from_millis(650);
/// Pieces with long names and ranks of two digits; White can capture, promote and give check.
const OPEN: &str = "4k9/1h12/14/8q5/14/14/14/P13/14/14/14/8A5/13P/4K9 w - - 0 1";

/// White to move; Black has a pawn.
const BLACK_PAWN: &str = "4k9/14/2p11/14/14/14/14/14/14/14/14/14/14/4K9 w - - 0 1";

type Seat = GameScreen<FakeOpponent>;

impl Seat {
    fn at(name: &str, text: &str, players: ByColor<PlayerKind>, options: Options) -> Self {
        let position = fen::parse(&variant(name), text).expect("a legal position");
        let controls = ByColor { white: control(600, 0), black: control(600, 0) };
        let game = Game::new(GameSetup { position, players, controls, options });
        let opponent = FakeOpponent::default();
        let controller = GameController::new(game, Box::new(opponent.clone()), deterministic(0));
        GameScreen::of(controller, options, AT_ONCE).with(opponent)
    }

    fn point(&mut self, square: &str) {
        self.move_to(self.tile(square));
    }

    /// Makes the moves: those of the player by clicks, those of the computer by its reply.
    fn play(&mut self, moves: &[&str]) {
        for text in moves {
            let mv = parse_move(self.game().position(), text).expect("a legal move");
            if self.game().player(self.game().position().turn()) == PlayerKind::Computer {
                self.reply(text);
                continue;
            }
            self.click_move(mv);
            self.tick(Duration::from_millis(10));
            if self.game().handover_to().is_some() {
                self.key(Key::Enter);
            }
        }
    }

    fn reply(&mut self, text: &str) {
        self.answer(parse_move(self.game().position(), text).expect("a legal move"));
    }

    /// Clicks the notice of an earlier position.
    fn click_notice(&mut self) {
        let notice = self.scene().texts().find(|text| text.role == TextRole::Past).expect("a notice").at;
        self.click(notice);
    }

    fn pieces(&self) -> Vec<(Square, String)> {
        let scene = self.scene();
        let mut pieces: Vec<_> =
            scene.sprites().filter_map(|sprite| Some((sprite.square?, sprite.name.clone()))).collect();
        pieces.sort();
        pieces
    }
}

/// After the end the buttons below a small board are whole. The button for analysis is disabled in a game without
/// moves.
#[test]
fn buttons_below_a_small_board_have_all_their_text() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    for size in [UPRIGHT, (1080.0, 1920.0)] {
        let mut seat = Seat::at("chess", start, HUMAN_WHITE, Options::default());
        seat.ctx.size = size;
        seat.key(Key::Escape);
        // Before that, Undo has the place of the button for a new game.
        seat.tick(Duration::from_secs(11));
        let scene = seat.scene();
        let layout = BoardLayout::new(size, (8, 8), Color::White).with_header();
        assert_eq!(in_panel(&scene.items, &layout, misplaced_texts), [""; 0], "{size:?}");
        for word in ["Rematch", "Analyse", "New game", "Menu"] {
            assert!(seat.shows(word), "{size:?}: {word}");
        }
    }
    let ink = |seat: &Seat| seat.text("Analyse").expect("the text").color;
    let mut seat = Seat::at("chess", start, HUMAN_WHITE, Options::default());
    seat.key(Key::Escape);
    let idle = ink(&seat);
    let mut seat = Seat::at("chess", start, HUMAN_WHITE, Options::default());
    seat.play(&["e2e4"]);
    seat.key(Key::Escape);
    assert_ne!(ink(&seat), idle);
}

fn is_framed(seat: &Seat) -> bool {
    let board = BoardLayout::new(seat.ctx.size, (14, 14), Color::White).with_header().board;
    seat.scene().items.iter().any(|item| matches!(item, Item::Frame { rect, .. } if *rect == board))
}

/// Moves are listed with the letters of the variant, ranks of two digits, checks, captures and promotions.
#[test]
fn the_list_has_every_move_in_algebraic_notation() {
    let mut seat = Seat::at("xxl", OPEN, TWO_HUMANS, Options::default());
    assert_eq!(seat.text_of(TextRole::Moves), "");
    seat.play(&["i3i11", "b13i6", "a7a8q", "i6h8"]);
    assert_eq!(seat.text_of(TextRole::Moves), "1 Axi11 Hi6 2 a8=Q Hh8");
    seat.play(&["i11e11"]);
    assert_eq!(seat.text_of(TextRole::Moves), "1 Axi11 Hi6 2 a8=Q Hh8 3 Ae11+");
    let (ink, active) = (seat.text("Ae11+").expect("the text").color, xxlchess::view::theme::OAK.active_text);
    assert_eq!(ink, active, "the last move is marked");
    let at = bounds(&seat.text("Ae11+").expect("the text"));
    let scene = seat.scene();
    let panel = |item: &&Item| matches!(item, Item::Panel { rect, color, .. } if *color == xxlchess::view::theme::OAK.active && within(at, *rect));
    assert!(scene.items.iter().any(|item| panel(&item)));
}

/// Arrow keys, Home and End show earlier positions, with a notice and a frame round the board.
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

/// A click on a move of the list shows the position after it, and a click on the last one the present.
#[test]
fn a_click_on_a_move_shows_its_position() {
    for size in SIZES {
        let mut seat = Seat::at("xxl", OPEN, TWO_HUMANS, Options::default());
        seat.ctx.size = size;
        seat.play(&["i3i11"]);
        let first = seat.pieces();
        seat.play(&["b13i6", "a7a8q", "i6h8"]);
        let last = seat.pieces();
        let list = seat.text_of(TextRole::Moves);
        if !list.contains("Axi11") {
            // Small windows show only the last moves, so the wheel scrolls to the first one.
            let point = seat.text("Hh8").expect("the text").at;
            seat.move_to(point);
            seat.input(vec![InputEvent::Wheel(9.0)]);
        }
        seat.click_word("Axi11");
        assert_eq!(seat.pieces(), first, "{size:?}");
        seat.key(Key::Left);
        if seat.text_of(TextRole::Moves).contains("Hh8") {
            seat.click_word("Hh8");
        } else {
            seat.click_notice();
        }
        assert_eq!((seat.pieces(), seat.text_of(TextRole::Past)), (last, String::new()), "{size:?}");
    }
}

/// Clicks on the board and on the notice of an earlier position return to the present and make no move.
#[test]
fn clicks_on_an_earlier_position_make_no_move() {
    let mut seat = Seat::at("xxl", OPEN, TWO_HUMANS, Options::default());
    seat.play(&["i3i11", "b13i6"]);
    let present = seat.pieces();
    for square in ["i3", "a7", "i6", "e1"] {
        seat.key(Key::Home);
        seat.click_square(square);
        assert_eq!((seat.pieces(), seat.game().selected()), (present.clone(), None));
        assert_eq!(seat.text_of(TextRole::Past), "");
    }
    seat.key(Key::Home);
    seat.click_notice();
    assert_eq!((seat.pieces(), seat.game().moves().len()), (present, 2));
    seat.play(&["a7a8q"]);
    assert_eq!(seat.game().moves().len(), 3);
}

/// A move of the computer leaves the earlier position on the screen. Taking back, a hint and a restart return to the
/// present.
#[test]
fn a_move_of_the_computer_leaves_the_earlier_position_shown() {
    let mut seat = Seat::at("xxl", OPEN, HUMAN_WHITE, Options::default());
    let start = seat.pieces();
    seat.play(&["i3i11"]);
    seat.key(Key::Home);
    seat.reply("b13i6");
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

/// Captured pieces and the difference in material are those of the position shown, and count promotions. The difference
/// is shown in tenths of a pawn.
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
    // White has captured two pawns, a rook and an amazon, and Black a pawn and a queen.
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

/// Captured pieces are in the order of their values, not of their captures.
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

/// In the fog, moves that were not seen are dots and hidden pieces stay hidden in earlier positions. After the end all
/// of them are shown.
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

/// In a game of two players in the fog the list has the moves of the player at the board. It is empty while the board
/// is passed on.
#[test]
fn two_players_in_the_fog_have_their_own_lists() {
    let text = "4k9/1h12/14/8q5/14/14/14/P13/14/14/14/8R5/13P/4K9 w - - 0 1";
    let mut seat = Seat::at("xxl", text, TWO_HUMANS, Options { fog_of_war: true, ..Options::default() });
    seat.play(&["n2n4"]);
    assert_eq!(seat.text_of(TextRole::Moves), "1 …");
    seat.play(&["b13c12"]);
    assert_eq!(seat.text_of(TextRole::Moves), "1 n4 …");
    seat.click_squares(&["n4", "n5"]);
    assert!(seat.game().handover_to().is_some());
    seat.key(Key::Home);
    assert_eq!((seat.pieces().len(), seat.text_of(TextRole::Past)), (0, String::new()));
    assert_eq!(seat.text_of(TextRole::Moves), "1 … … 2 …");
}

/// A pointer that rests on a piece opens a card with name, value and diagram, until it leaves. There is no card while
/// a piece is dragged.
#[test]
fn a_card_explains_the_piece_under_the_pointer() {
    let mut seat = Seat::at("xxl", OPEN, HUMAN_WHITE, Options::default());
    let card = |seat: &Seat| seat.text_of(TextRole::Card);
    seat.point("i3");
    seat.tick(Duration::from_millis(500));
    assert_eq!(card(&seat), "");
    seat.tick(Duration::from_millis(150));
    assert_eq!(card(&seat), "Amazon 12 Moves like a queen or a knight.");
    let layout = BoardLayout::new(FIRST, (14, 14), Color::White);
    // The lines of the card's diagram, each as a direction to the right and down.
    let directions: BTreeSet<_> = seat
        .scene()
        .items
        .iter()
        .filter_map(|item| match item {
            Item::Line { from, to, .. } => {
                let sign =
                    |from: f32, to: f32| if (to - from).abs() < 1.0 { 0 } else { (to - from).signum() as i8 };
                Some((sign(from.x, to.x), sign(from.y, to.y)))
            }
            _ => None,
        })
        .collect();
    let eight = (-1..=1).flat_map(|x| (-1..=1).map(move |y| (x, y))).filter(|&way| way != (0, 0)).collect();
    assert_eq!(directions, eight, "the lines of a queen");
    let outside = seat
        .scene()
        .sprites()
        .filter(|sprite| sprite.square.is_none())
        .all(|sprite| within(sprite.rect, layout.sidebar));
    assert!(outside);
    seat.point("b13");
    assert_eq!(card(&seat), "");
    seat.tick(RESTS);
    assert!(card(&seat).starts_with("Archbishop Value 7.5"), "{}", card(&seat));
    seat.point("n2");
    seat.tick(RESTS);
    let pawn = card(&seat);
    assert!(pawn.starts_with("Pawn Value 1 ") && pawn.ends_with("Becomes a queen on rank 8."), "{pawn}");
    seat.point("h7");
    seat.tick(RESTS);
    assert_eq!(card(&seat), "", "an empty tile");
    seat.point("e14");
    seat.tick(RESTS);
    assert!(card(&seat).starts_with("King"));
    seat.input(vec![InputEvent::PointerLeft]);
    assert_eq!(card(&seat), "");
    let (from, to) = (seat.tile("i3"), seat.tile("i4"));
    seat.press(MouseButton::Left, from);
    seat.move_to(to);
    seat.tick(RESTS);
    assert!(card(&seat).starts_with("Amazon"), "while it is dragged");
    seat.release(MouseButton::Left, from);
    assert!(card(&seat).starts_with("Amazon"), "while it is selected");
    seat.key(Key::Escape);
    assert_eq!(card(&seat), "");
    seat.point("i3");
    seat.tick(RESTS);
    assert!(card(&seat).starts_with("Amazon"));
}

/// The card of a black pawn names the rank on which black pawns promote.
#[test]
fn the_card_of_a_black_pawn_names_its_rank() {
    let mut seat = Seat::at("xxl", BLACK_PAWN, HUMAN_WHITE, Options::default());
    seat.point("c12");
    seat.tick(RESTS);
    assert!(seat.text_of(TextRole::Card).ends_with("Becomes a queen on rank 7."));
}

/// A game with many captures, a long list of moves, and moves of many letters.
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

/// List, notice, captured pieces and card of a long game fit in windows of all shapes.
#[test]
fn no_text_of_the_sidebar_is_clipped() {
    let mut seat = rich(TWO_HUMANS);
    let mut found = Vec::new();
    let mut cards = 0;
    for size in SIZES {
        seat.ctx.size = size;
        for past in [None, Some(Key::Home), Some(Key::Left)] {
            for square in [None, Some("a13"), Some("e1"), Some("b12"), Some("a1"), Some("a14")] {
                seat.key(Key::End);
                past.into_iter().for_each(|key| seat.key(key));
                seat.input(vec![InputEvent::PointerLeft]);
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
    let scale = seat.ctx.theme().scale();
    let layout =
        BoardLayout::scaled(seat.ctx.size, (rules.files, rules.ranks), Color::White, scale).with_header();
    let mut items = seat.scene().items;
    items.retain(|item| !matches!(item, Item::Frame { rect, .. } if *rect == layout.board));
    common::in_panel(&items, &layout, common::faults)
}

/// Every piece of both sides has its card in built-in variants.
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

/// A frame without a new move reuses the texts of the list. A new move adds one, and a move taken back removes it.
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

/// With the cursor shown, arrows move it and Enter returns to the present. A cursor that rests shows the card of the
/// piece.
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
    assert!(seat.text_of(TextRole::Card).starts_with("King"), "the selected piece");
    assert_eq!(seat.game().selected(), parse_square("e1"));
}

/// While an earlier position is shown, that position is copied.
#[test]
fn the_position_shown_is_copied() {
    let mut seat = Seat::at("xxl", OPEN, HUMAN_WHITE, Options::default());
    seat.play(&["i3i11", "b13i6"]);
    seat.key(Key::Home);
    seat.key(Key::Copy);
    let start = seat.game().position_at(0);
    assert_eq!(seat.ctx.effects.clipboard.take(), Some(fen::format(&start)));
}

/// The game is saved every ten seconds for its clocks, because a page may be closed and a program be killed without
/// notice.
#[test]
fn the_clock_is_saved_every_ten_seconds() {
    let mut seat = Seat::at("xxl", OPEN, HUMAN_WHITE, Options::default());
    seat.play(&["i3i11", "b13i6"]);
    let mut saves = 0;
    for _ in 0..300 {
        saves += usize::from(seat.ctx.effects.record.take().is_some());
        seat.tick(Duration::from_millis(100));
    }
    // The first save is that of the last move.
    assert!((3..=4).contains(&saves), "{saves}");
}

/// The low sidebar below a board that is wider than high has all buttons, during the game and after its end.
#[test]
fn a_wide_board_leaves_room_for_all_buttons() {
    let start =
        fen::format(&xxlchess::rules::Position::start(&variant("capablanca")).expect("a legal start"));
    let mut seat = Seat::at("capablanca", &start, HUMAN_WHITE, Options::default());
    let always = ["Menu", "Help", "Flip", "Sound", "Games", "Puzzles", "Learn"];
    for label in ["Take back", "Hint", "Draw", "Resign"].iter().chain(&always) {
        assert!(seat.shows(label), "{label}");
    }
    assert_eq!(faults(&seat), [""; 0]);
    seat.play(&["a2a3", "a7a6"]);
    seat.key(Key::Escape);
    for label in ["Rematch", "Analyse", "New", "Undo (10 s)"].iter().chain(&always) {
        assert!(seat.shows(label), "{label}");
    }
    assert_eq!(faults(&seat), [""; 0]);
}

/// The space below the board has the buttons of the list, all links, and the length of a finished game.
#[test]
fn an_upright_window_uses_the_space_below_the_board() {
    for size in [(600.0, 900.0), (480.0, 800.0), (1080.0, 1920.0)] {
        let mut seat = Seat::at("xxl", OPEN, HUMAN_WHITE, Options::default());
        seat.ctx.size = size;
        let links = ["Menu", "Help", "Flip", "Sound", "New", "Games", "Puzzles", "Learn"];
        for label in ["Take back", "Hint", "Draw", "Resign"].iter().chain(&links) {
            assert!(seat.shows(label), "{size:?}: {label}");
        }
        assert_eq!(faults(&seat), [""; 0], "{size:?}");
        seat.play(&["i3i11"]);
        seat.reply("b13i6");
        seat.key(Key::Escape);
        for label in ["0–1 · 1 move", "Casual won", "Rematch", "Analyse"].iter().chain(&links) {
            assert!(seat.shows(label), "{size:?}: {label}");
        }
        assert_eq!(faults(&seat), [""; 0], "{size:?}");
        // The button for a new game takes the place of Undo, and its link that of a copy.
        seat.tick(Duration::from_secs(11));
        assert!(seat.shows("New game") && seat.shows("Copy") && !seat.shows("New"), "{size:?}");
        assert_eq!(faults(&seat), [""; 0], "{size:?}");
    }
}

/// In the first window the largest texts leave room for all links, below the buttons or in the empty slot above them. A
/// card takes the slot.
#[test]
fn the_largest_texts_leave_room_for_all_links() {
    for text_size in [TextSize::Large, TextSize::Largest] {
        let mut seat = Seat::at("xxl", OPEN, HUMAN_WHITE, Options { text_size, ..Options::default() });
        for label in ["Menu", "Help", "Flip", "Sound", "New", "Games", "Puzzles", "Learn"] {
            assert!(seat.shows(label), "{text_size:?}: {label}");
        }
        assert_eq!(faults(&seat), [""; 0], "{text_size:?}");
        seat.point("i3");
        seat.tick(RESTS);
        assert!(!seat.text_of(TextRole::Card).is_empty());
        assert_eq!(faults(&seat), [""; 0], "{text_size:?}");
    }
}

/// A small window has all buttons of the game, also below a board that is wider than high. Menu leads to the other
/// screens.
#[test]
fn a_small_window_has_all_buttons_of_the_game() {
    for (name, size) in [("capablanca", SMALL), ("chess", SMALL), ("xxl", SMALL), ("xxl", (420.0, 360.0))] {
        let start = fen::format(&xxlchess::rules::Position::start(&variant(name)).expect("a legal start"));
        let mut seat = Seat::at(name, &start, HUMAN_WHITE, Options::default());
        seat.ctx.size = size;
        for label in ["Take back", "Hint", "Draw", "Resign", "Menu", "Help"] {
            assert!(seat.shows(label), "{name} {size:?}: {label}");
        }
        assert_eq!(faults(&seat), [""; 0], "{name} {size:?}");
    }
}

/// Piece card, message, notice of an earlier position, draw offer and result cover nothing, with all text sizes and
/// boards of several shapes.
#[test]
fn the_slot_of_a_low_sidebar_covers_nothing() {
    let start = |name| fen::format(&xxlchess::rules::Position::start(&variant(name)).expect("a legal start"));
    let boards = [("xxl", start("xxl")), ("capablanca", start("capablanca")), ("chess", start("chess"))];
    let mut found = Vec::new();
    for (name, start) in &boards {
        for size in [FIRST, SMALL, WIDE, UPRIGHT, (960.0, 600.0)] {
            for &text_size in TextSize::ALL {
                let options = Options { text_size, ..Options::default() };
                let mut seat = Seat::at(name, start, TWO_HUMANS, options);
                seat.ctx.size = size;
                let mut see = |seat: &Seat, labels: &[&str]| {
                    let case = format!("{name} {size:?} {text_size:?} {labels:?}");
                    for &label in labels {
                        if !seat.shows(label) {
                            found.push(format!("{case}: no {label}"));
                        }
                    }
                    found.extend(faults(seat).into_iter().map(|fault| format!("{case}: {fault}")));
                };
                seat.play(&["a2a3"]);
                seat.point("b1");
                seat.tick(RESTS);
                see(&seat, &["Take back", "Resign"]);
                seat.input(vec![InputEvent::PointerLeft]);
                seat.key(Key::Home);
                see(&seat, &["Resign"]);
                assert_eq!(seat.text_of(TextRole::Past), "Looking back the start");
                seat.key(Key::End);
                seat.key(Key::Char('d'));
                see(&seat, &["Accept", "Decline"]);
                seat.click_word("Accept");
                see(&seat, &["Rematch", "Analyse", "Menu"]);
                let result = seat.text_of(TextRole::Message);
                assert_eq!(result, "Draw by agreement", "{name} {size:?} {text_size:?}");
            }
        }
    }
    assert!(found.is_empty(), "{} faults\n{}", found.len(), found.join("\n"));
}

/// A short notice and a common error leave the list of moves in sight. An error of many lines does so, too, except in
/// the smallest window.
#[test]
fn a_notice_leaves_the_moves_in_sight() {
    let texts = [
        "Position copied (FEN)".to_owned(),
        "This cannot be pasted: the text is neither a FEN nor a PGN".to_owned(),
        "This text is no position and no game. ".repeat(5),
    ];
    for (size, count) in [(FIRST, 3), (SMALL, 2), (WIDE, 3)] {
        for text in &texts[..count] {
            let mut seat = Seat::at("xxl", OPEN, TWO_HUMANS, Options::default());
            seat.ctx.size = size;
            seat.play(&["i3i11", "b13i6"]);
            let moves = seat.text_of(TextRole::Moves);
            seat.ctx.notice = Some(text.clone());
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

/// The smallest windows show clocks, messages and the button of the menu only, and none overlap.
#[test]
fn texts_of_the_smallest_window_do_not_overlap() {
    let mut seat = Seat::at("xxl", OPEN, TWO_HUMANS, Options::default());
    seat.ctx.size = (200.0, 200.0);
    assert_eq!(faults(&seat), [""; 0]);
    assert!(!seat.text_of(TextRole::Clock(Color::White)).is_empty());
    assert!(seat.shows("Menu"), "the menu can be opened by the mouse");
    seat.play(&["i3i11"]);
    seat.key(Key::Home);
    assert_eq!(faults(&seat), [""; 0]);
}

/// The result names the score, the length of the game and the level that won, also in a small window.
#[test]
fn the_result_names_score_moves_and_winner() {
    for size in [FIRST, SMALL] {
        let mut seat = Seat::at("xxl", OPEN, HUMAN_WHITE, Options::default());
        seat.ctx.size = size;
        seat.play(&["i3i11"]);
        seat.key(Key::Escape);
        for words in ["0–1 · 1 move", "Casual won", "Rematch", "Analyse", "Menu", "Games"] {
            assert!(seat.shows(words), "{size:?}: no {words}");
        }
        assert_eq!(faults(&seat), [""; 0], "{size:?}");
    }
}

/// A pointer that rests on a button opens a tip with its key, until the button is pressed.
#[test]
fn a_tip_names_the_key_of_a_button() {
    for size in FORMS {
        let mut seat = Seat::at("xxl", OPEN, HUMAN_WHITE, Options::default());
        seat.ctx.size = size;
        let button = seat.text("Hint").expect("the text").at;
        seat.move_to(button);
        seat.tick(Duration::from_millis(300));
        assert_eq!(seat.text_of(TextRole::Tip), "", "{size:?}");
        seat.tick(Duration::from_millis(300));
        let tip = seat.text_of(TextRole::Tip);
        assert!(tip.starts_with("Show a good move") && tip.ends_with('H'), "{size:?}: {tip}");
        seat.click(button);
        assert_eq!(seat.text_of(TextRole::Tip), "", "{size:?}");
    }
}

/// In a game of two people the buttons of a draw offer accept and decline it.
#[test]
fn a_draw_offer_is_accepted_or_declined() {
    for (label, ends) in [("Accept", true), ("Decline", false)] {
        let mut seat = Seat::at("xxl", OPEN, TWO_HUMANS, Options::default());
        seat.click_word("Draw");
        seat.click_word(label);
        assert_eq!(
            (seat.game().termination().is_some(), seat.game().draw_offer()),
            (ends, if ends { seat.game().draw_offer() } else { None })
        );
    }
}

/// Below ten seconds a clock has the colour of danger. The wide panel shows tenths, the narrow clock only seconds.
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
    seat.ctx.size = WIDE;
    assert_eq!((clock(&seat).as_str(), red(&seat)), ("0:08.4", true));
}

/// A finished game shows result, score, length and winner. Rematch is its only main button. A resignation can be undone
/// for ten seconds, which the button counts. There is one button for a new game, and R starts the level again.
#[test]
fn a_finished_game_shows_its_result_and_what_comes_next() {
    let mut seat = Seat::at("xxl", OPEN, HUMAN_WHITE, Options::default());
    seat.ctx.size = WIDE;
    seat.play(&["i3i11"]);
    seat.reply("b13i6");
    seat.key(Key::Escape);
    assert_eq!(seat.text_of(TextRole::Message), "You resigned");
    assert!(seat.shows("0–1") && seat.shows("1 move · Casual won"), "{}", seat.text_of(TextRole::Label));
    let accent = xxlchess::view::theme::OAK.accent;
    for (label, is_main) in [("Rematch", true), ("Analyse", false), ("New game", false)] {
        let at = bounds(&seat.text(label).expect("the text"));
        let filled = |item: &Item| matches!(item, Item::Panel { rect, color, .. } if *color == accent && within(at, *rect));
        assert_eq!(seat.scene().items.iter().any(filled), is_main, "{label}");
    }
    assert!(!seat.shows("Resign"));
    let place = seat.word("Rematch");
    seat.tick(Duration::from_millis(1_500));
    seat.click_word("Undo resignation (9 s)");
    assert!(seat.shows("Resign"));
    seat.key(Key::Escape);
    seat.tick(Duration::from_secs(11));
    assert!(!seat.text_of(TextRole::Label).contains("Undo"));
    assert_eq!(seat.word("Rematch"), place, "the buttons do not move when the time is over");
    let new_games = seat.scene().texts().filter(|text| text.text.starts_with("New game")).count();
    assert_eq!((new_games, seat.shows("Play again")), (1, false));
    seat.key(Key::Char('r'));
    assert!(seat.game().moves().is_empty() && seat.shows("Resign"));
}
