//! The mouse on the game screen: dragging, choice of promotion, premoves, marks.

use std::sync::Arc;
use std::time::Duration;

use crate::common::window::Driver;
use crate::common::{FakeOpponent, GameScreen, at, deterministic, variant};
use xxlchess::engine::heuristic::HeuristicPlayer;
use xxlchess::game::GameController;
use xxlchess::game::options::{Options, PromotionRule};
use xxlchess::game::worker::{Opponent, ThreadedWorker};
use xxlchess::game::{Game, GameSetup, PlayerKind};
use xxlchess::notation::coords::parse_move;
use xxlchess::notation::fen;
use xxlchess::rules::{ByColor, Variant};
use xxlchess::view::input::{Key, MouseButton};
use xxlchess::view::scene::{Item, Point, Tint};
use xxlchess::view::widgets::board::animation::Speed;

fn screen(text: &str, options: Options, opponent: Box<Opponent>) -> GameScreen {
    screen_for(PlayerKind::Computer, text, options, opponent)
}

fn screen_for(black: PlayerKind, text: &str, options: Options, opponent: Box<Opponent>) -> GameScreen {
    let xxl = variant("xxl");
    let free = Arc::new(Variant::new(xxl.rules().clone().with_promotion_choice(), xxl.start().clone()));
    let game = Game::new(GameSetup {
        position: fen::parse(&free, text).expect("a legal position"),
        players: ByColor { white: PlayerKind::Human, black },
        controls: ByColor::default(),
        options,
    });
    let speed = Speed { pixels_a_frame: 6.0, longest: Duration::from_secs(1) };
    GameScreen::of(GameController::new(game, opponent, deterministic(1)), options, speed)
}

fn piece(screen: &GameScreen, square: &str) -> Option<String> {
    let position = screen.game().position();
    position.board().piece_at(at(square)).map(|piece| position.variant().piece(piece.kind).name.clone())
}

const START: &str =
    "rnbhcgakgcebnr/pppppppppppppp/14/14/14/14/14/14/14/14/14/14/PPPPPPPPPPPPPP/RNBHCGAKGCEBNR w KQkq - 0 1";
const PROMOTING: &str = "7k6/14/14/14/14/14/14/3P10/14/14/14/14/14/7K6 w - - 0 1";

/// A dragged piece is drawn above everything else, with a pale copy on its square, and does not slide when it is
/// dropped.
#[test]
fn a_dragged_piece_follows_the_pointer() {
    let mut screen = screen(START, Options::default(), Box::new(FakeOpponent::default()));
    screen.press_square("b2");
    let target = screen.tile("b4");
    screen.move_to(Point::new(target.x + 5.0, target.y));
    let held = screen.scene();
    let Some(Item::Sprite(last)) = held.items.last() else { panic!("the held piece is drawn last") };
    assert_eq!((last.square, last.rect.center()), (Some(at("b2")), Point::new(target.x + 5.0, target.y)));
    assert!(held.sprites().any(|s| s.square == Some(at("b2")) && s.alpha < 255));
    screen.release_square("b4");
    assert_eq!(piece(&screen, "b4").as_deref(), Some("pawn"));
    let now = screen.scene();
    let sprite = now.sprites().find(|s| s.square == Some(at("b4"))).expect("the pawn");
    assert_eq!(sprite.rect.center(), target);
}

/// A piece dropped on an illegal square or beside the board stays where it was, and a tiny drag is a click.
#[test]
fn a_drag_to_an_illegal_square_changes_nothing() {
    let mut screen = screen(START, Options::default(), Box::new(FakeOpponent::default()));
    screen.press_square("b2");
    screen.release_square("b9");
    assert_eq!(screen.game().selected(), None);
    screen.press_square("b2");
    screen.move_to(Point::new(700.0, 20.0));
    screen.release(MouseButton::Left, Point::new(700.0, 20.0));
    assert!(screen.game().moves().is_empty());
    screen.click_square("c2");
    assert_eq!(screen.game().selected(), Some(at("c2")));
    screen.click_square("c2");
    assert_eq!(screen.game().selected(), None);
}

/// Without dragging a press only selects the piece.
#[test]
fn dragging_can_be_turned_off() {
    let mut screen =
        screen(START, Options { drag: false, ..Options::default() }, Box::new(FakeOpponent::default()));
    screen.press_square("b2");
    screen.release_square("b4");
    assert!(screen.game().moves().is_empty());
    assert_eq!(screen.game().selected(), Some(at("b2")));
}

/// With the option the player chooses the piece, an amazon for example; without it the pawn becomes a queen.
#[test]
fn the_promotion_piece_is_chosen_with_the_option() {
    let mut usual = screen(PROMOTING, Options::default(), Box::new(FakeOpponent::default()));
    usual.click_squares(&["d7", "d8"]);
    assert_eq!(piece(&usual, "d8").as_deref(), Some("queen"));

    let mut choosing = screen(
        PROMOTING,
        Options { promotion: PromotionRule::Choose, ..Options::default() },
        Box::new(FakeOpponent::default()),
    );
    choosing.click_square("d7");
    let offered =
        |screen: &GameScreen, name: &str| screen.scene().sprites().any(|sprite| sprite.name == name);
    assert!(!offered(&choosing, "amazon"));
    choosing.click_square("d8");
    assert_eq!(piece(&choosing, "d8"), None);
    for name in
        ["queen", "amazon", "chancellor", "archbishop", "general", "rook", "bishop", "knight", "camel"]
    {
        assert!(offered(&choosing, name), "{name}");
    }
    choosing.key(Key::Char('a'));
    assert_eq!(piece(&choosing, "d8").as_deref(), Some("amazon"));
}

/// Any number of premoves is shown on the board, and one is played on each turn.
#[test]
fn premoves_are_played_in_turn() {
    let opponent = FakeOpponent::default();
    let mut screen =
        screen(START, Options { premoves: true, ..Options::default() }, Box::new(opponent.clone()));
    screen.click_squares(&["b2", "b3"]);
    screen.click_square("c2");
    assert_eq!(screen.scene().tint(at("c4")), Some(Tint::Target));
    screen.click_squares(&["c4", "c4"]);
    screen.click_square("c5");
    assert_eq!(screen.game().premoves().len(), 2);
    assert_eq!(screen.scene().tint(at("c5")), Some(Tint::Premove));
    assert!(screen.scene().sprites().any(|s| s.square == Some(at("c5"))));
    for (answer, moved) in [("a13a12", "c4"), ("a12a11", "c5")] {
        screen.tick(Duration::from_secs(2));
        opponent.set_reply(parse_move(screen.game().position(), answer));
        screen.tick(Duration::from_millis(16));
        assert_eq!(piece(&screen, moved).as_deref(), Some("pawn"), "{moved}");
    }
    assert!(screen.game().premoves().is_empty());
}

/// A rook premoves away and a queen premoves to its square. Each premove from this square moves the right piece.
#[test]
fn equal_premoves_belong_to_their_own_pieces() {
    let text = "7k6/14/14/14/14/14/14/14/14/14/14/14/P13/R2Q3K6 w - - 0 1".replace("P13", "7P6");
    let mut screen =
        screen(&text, Options { premoves: true, ..Options::default() }, Box::new(FakeOpponent::default()));
    screen.click_squares(&["h2", "h3", "a1", "a5", "a5", "c5", "d1", "a1", "a1", "a5"]);
    let game = screen.game();
    assert_eq!(game.premoves().len(), 4);
    let name = |square: &str| {
        let piece = game.own_piece_at(at(square))?;
        Some(game.position().variant().piece(piece.kind).name.clone())
    };
    assert_eq!((name("a5").as_deref(), name("c5").as_deref()), (Some("queen"), Some("rook")));
}

/// One premove that has become illegal, or the right button, cancels all premoves.
#[test]
fn premoves_are_dropped_together() {
    let opponent = FakeOpponent::default();
    let text = "7k6/14/14/14/14/14/14/14/14/14/7b6/14/9N4/7K6 w - - 0 1";
    let mut screen =
        screen(text, Options { premoves: true, ..Options::default() }, Box::new(opponent.clone()));
    screen.click_squares(&["h1", "g1"]);
    screen.click_squares(&["j2", "k4", "k4", "l6"]);
    assert_eq!(screen.game().premoves().len(), 2);
    let point = screen.tile("a1");
    screen.press(MouseButton::Right, point);
    assert!(screen.game().premoves().is_empty());
    screen.click_squares(&["j2", "k4", "k4", "l6"]);
    screen.tick(Duration::from_secs(2));
    opponent.set_reply(parse_move(screen.game().position(), "h4j2"));
    screen.tick(Duration::from_millis(16));
    let game = screen.game();
    assert_eq!(game.moves().len(), 2, "the knight is gone, and none of its moves was made");
    assert!(game.premoves().is_empty());
}

/// Castling is premoved by a click on the king's target or on the rook, unless king or rook have another premove.
#[test]
fn castling_can_be_premoved() {
    let text = "7k6/p13/14/14/14/14/14/14/14/14/14/14/14/R6K5R w KQ - 0 1";
    for (squares, rook_to) in
        [(["h1", "j1"], "i1"), (["h1", "n1"], "i1"), (["h1", "f1"], "g1"), (["h1", "a1"], "g1")]
    {
        let opponent = FakeOpponent::default();
        let options = Options { premoves: true, ..Options::default() };
        let position = text.replace("/14/R6", "/2P11/R6");
        let mut screen = screen(&position, options, Box::new(opponent.clone()));
        for square in ["c2", "c3"].into_iter().chain(squares) {
            screen.click_square(square);
        }
        assert_eq!(screen.game().premoves().len(), 1, "{squares:?}");
        screen.tick(Duration::from_secs(2));
        opponent.set_reply(parse_move(screen.game().position(), "a13a12"));
        screen.tick(Duration::from_millis(16));
        assert_eq!(piece(&screen, rook_to).as_deref(), Some("rook"), "{squares:?}");
    }
    let options = Options { premoves: true, ..Options::default() };
    let mut screen = screen(&text.replace("/14/R6", "/2P11/R6"), options, Box::new(FakeOpponent::default()));
    screen.click_squares(&["c2", "c3", "n1", "n5", "h1", "n1"]);
    let game = screen.game();
    assert_eq!((game.premoves().len(), game.selected()), (1, None));
}

/// With two rooks on one side the king castles with the nearer one, as a move and as a premove. A click on the outer
/// rook selects it.
#[test]
fn a_king_castles_with_the_nearest_rook_only() {
    let text = "7k6/p13/14/14/14/14/14/14/14/14/14/14/2P11/R1R4K6 w QC - 0 1";
    let options = Options { premoves: true, ..Options::default() };
    for premoves in [&[][..], &["c2", "c3"]] {
        for (rook, selected) in [("a1", Some(at("a1"))), ("c1", None)] {
            let mut screen = screen(text, options, Box::new(FakeOpponent::default()));
            for square in premoves.iter().copied().chain(["h1", rook]) {
                screen.click_square(square);
            }
            assert_eq!(screen.game().selected(), selected, "{premoves:?} {rook}");
        }
    }
}

/// A click on the rook castles as one on the target of the king does. A click elsewhere, one without a selection, and one that
/// lets the player choose a promotion, make no move.
#[test]
fn the_move_of_a_click_is_known_before_it() {
    let move_by_click = |text: &str, promotion, selected: Option<&str>, to: &str| {
        let options = Options { promotion, ..Options::default() };
        let mut screen = screen(text, options, Box::new(FakeOpponent::default()));
        selected.into_iter().for_each(|name| screen.click_square(name));
        screen.game().move_by_click(at(to)).map(|mv| mv.to.to_string())
    };
    let castling = "7k6/14/14/14/14/14/14/14/14/14/14/14/14/7K5R w K - 0 1";
    let expected = [("n1", Some("j1")), ("j1", Some("j1")), ("g2", Some("g2")), ("h5", None)];
    for (to, expected) in expected {
        let found = move_by_click(castling, PromotionRule::Queen, Some("h1"), to);
        assert_eq!(found.as_deref(), expected, "{to}");
    }
    assert_eq!(move_by_click(castling, PromotionRule::Queen, None, "g2"), None);
    assert_eq!(move_by_click(PROMOTING, PromotionRule::Choose, Some("d7"), "d8"), None);
    assert_eq!(move_by_click(PROMOTING, PromotionRule::Queen, Some("d7"), "d8").as_deref(), Some("d8"));
}

/// Without the option clicks while the computer thinks add no premove.
#[test]
fn there_are_no_premoves_without_the_option() {
    let mut screen = screen(
        START,
        Options::default(),
        Box::new(ThreadedWorker::opponent(Box::new(HeuristicPlayer)).inline()),
    );
    screen.click_squares(&["b2", "b3"]);
    screen.click_squares(&["c2", "c4"]);
    assert!(screen.game().premoves().is_empty());
    assert_eq!(screen.game().moves().len(), 1);
}

/// The right button draws arrows, and a press of the left one erases them.
#[test]
fn arrows_are_drawn_and_erased() {
    let mut screen = screen(START, Options::default(), Box::new(FakeOpponent::default()));
    screen.press(MouseButton::Right, screen.tile("e4"));
    screen.release(MouseButton::Right, screen.tile("e7"));
    assert!(screen.has_arrow_to("e7"));
    screen.press_square("h8");
    assert!(!screen.has_arrow_to("e7"));
}

/// A drag that began before the board was turned makes no move, because its target was chosen on the other board.
#[test]
fn turning_the_board_cancels_a_drag() {
    let mut screen = screen_for(
        PlayerKind::Human,
        START,
        Options { turn_board: true, ..Options::default() },
        Box::new(FakeOpponent::default()),
    );
    screen.click_squares(&["b2", "b4"]);
    let below = |screen: &GameScreen| screen.tile("a1").y > screen.tile("a14").y;
    assert!(below(&screen), "the pawn still slides");
    screen.press_square("c13");
    for _ in 0..100 {
        screen.tick(Duration::from_millis(20));
    }
    assert!(!below(&screen), "the board has turned");
    screen.release_square("c11");
    assert_eq!(piece(&screen, "c11"), None);
    screen.press_square("d13");
    screen.release_square("d11");
    assert_eq!(piece(&screen, "d11").as_deref(), Some("pawn"));
}

/// The square below a dragged piece has a ring if the piece can be dropped there, and no tint.
#[test]
fn a_dragged_piece_marks_where_it_can_be_dropped() {
    let mut screen = screen(START, Options::default(), Box::new(FakeOpponent::default()));
    screen.press_square("b2");
    for (square, can_be_dropped) in [("b9", false), ("b4", true), ("c3", false)] {
        screen.move_to(screen.tile(square));
        assert_eq!(screen.has_ring(square), can_be_dropped, "{square}");
    }
}

/// The piece of the picker under the pointer is named, in the picker and on its card.
#[test]
fn the_promotion_picker_follows_the_pointer() {
    let options = Options { promotion: PromotionRule::Choose, ..Options::default() };
    let mut screen = screen(PROMOTING, options, Box::new(FakeOpponent::default()));
    screen.click_squares(&["d7", "d8"]);
    let kinds =
        ["Queen", "Amazon", "Chancellor", "Archbishop", "General", "Rook", "Bishop", "Knight", "Camel"];
    let mut named = |square: &str| {
        let point = screen.tile(square);
        screen.move_to(point);
        let scene = screen.scene();
        let names = scene.texts().map(|text| text.text.clone()).filter(|text| kinds.contains(&text.as_str()));
        names.collect::<std::collections::BTreeSet<_>>()
    };
    let (first, second) = (named("d8"), named("d7"));
    assert_eq!((first.len(), second.len()), (1, 1));
    assert_ne!(first, second);
}

/// With the option there are dashes at the lower edge of every tile of the first promotion rank, and nowhere else.
#[test]
fn the_promotion_rank_can_be_marked() {
    for promotion_line in [false, true] {
        let options = Options { promotion_line, ..Options::default() };
        let scene = screen(START, options, Box::new(FakeOpponent::default())).scene();
        for tile in scene.tiles() {
            let is_dash = |item: &Item| matches!(item, Item::Panel { rect, .. } if tile.rect.contains(rect.center()) && rect.center().y > tile.rect.center().y);
            let is_marked = promotion_line && tile.square.rank() == 7;
            assert_eq!(scene.items.iter().any(is_dash), is_marked, "{}", tile.square);
        }
    }
}
