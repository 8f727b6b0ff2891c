//! The picture in the fog does not depend on pieces that the player does not see.

use std::cell::Cell;
use std::time::Duration;

use xxlchess::game::fog::VisibleBoard;
use xxlchess::game::options::Options;
use xxlchess::game::{Game, GameController, GameSetup};
use xxlchess::notation::coords::parse_move;
use xxlchess::rules::{Bitboard, ByColor, Color, Move, Position, Square};
use xxlchess::view::input::Key;
use xxlchess::view::scene::{Item, Point, Sprite, TextRole, Tint};
use xxlchess::view::widgets::board::animation::Speed;

use super::hidden::pairs;
use super::{TWO_HUMANS, against_computer, at, controller, fogged, start};
use crate::common::window::{Driver, FRAME};
use crate::common::{Dice, FakeOpponent, GameScreen, deterministic, random_games};

type Seat = GameScreen<FakeOpponent>;

impl Seat {
    fn at(position: &Position, players: ByColor<xxlchess::game::PlayerKind>) -> Self {
        let opponent = FakeOpponent::default();
        let speed = Speed { pixels_a_frame: 6.0, longest: Duration::from_secs(1) };
        let controller = controller(position.clone(), players, Box::new(opponent.clone()));
        GameScreen::of(controller, Options::default(), speed).with(opponent)
    }
}

/// In pairs of games that differ only in hidden pieces the pictures are equal at once, after any click, after premoves
/// and over time.
#[test]
fn hidden_pieces_do_not_change_the_picture() {
    for (name, games) in [("xxl", 2), ("xxlfairy", 2), ("chess", 2)] {
        let clicks = Cell::new(0);
        let count = pairs(&start(name), games, 160, |one, other, side, dice| {
            if dice.below(4) > 0 {
                return;
            }
            let players = against_computer(side);
            let (mut one, mut other) = (Seat::at(one, players), Seat::at(other, players));
            assert_eq!(one.scene(), other.scene());
            for _ in 0..12 {
                let seats = [&mut one, &mut other];
                let moves = seats[0].game().moves().len();
                if moves > 0 || seats[0].game().termination().is_some() {
                    break;
                }
                let tiles: Vec<Square> = seats[0].scene().tiles().map(|tile| tile.square).collect();
                let square = tiles[dice.below(tiles.len())];
                let own = seats[0].game().position().board().by_color(side);
                let own: Vec<Square> = own.into_iter().collect();
                let square = if dice.below(2) == 0 { own[dice.below(own.len())] } else { square };
                seats.into_iter().for_each(|seat| seat.click_square(&square.to_string()));
                clicks.set(clicks.get() + 1);
                if one.game().moves().is_empty() {
                    assert_eq!(one.scene(), other.scene(), "after a click on {square} of {name}");
                }
                one.tick(FRAME);
                other.tick(FRAME);
            }
        });
        assert!(count > 50 && clicks.get() > 100, "{name}: {count} pairs, {} clicks", clicks.get());
    }
}

/// Enemy moves that look alike to the player have the same last-move marks, slides and effects of a click.
#[test]
fn equal_views_give_equal_pictures_of_enemy_moves() {
    let (mut same, mut unseen) = (0, 0);
    random_games(&start("xxl"), 2, 160, |position, dice| {
        let (side, enemy) = (!position.turn(), position.turn());
        if position.outcome(1).is_some() || dice.below(5) > 0 {
            return;
        }
        let before = VisibleBoard::of(position, side);
        let mut first = Vec::<(VisibleBoard, Move, Seat)>::new();
        for mv in position.legal_moves() {
            let mut after = position.clone();
            after.make(mv);
            if after.outcome(1).is_some() {
                continue;
            }
            let after = VisibleBoard::of(&after, side);
            unseen += usize::from(after.pieces() == before.pieces());
            let mut seat = Seat::at(position, against_computer(!enemy));
            seat.answer(mv);
            match first.iter().find(|(seen, ..)| *seen == after) {
                None => first.push((after, mv, seat)),
                Some((_, like_mv, like)) => {
                    same += 1;
                    assert_eq!(like.scene(), seat.scene());
                    // Time passes on another screen of the same position, so that the first screen stays as it is for
                    // the next move.
                    let mut again = Seat::at(position, against_computer(!enemy));
                    again.answer(*like_mv);
                    seat.tick(7 * FRAME);
                    again.tick(7 * FRAME);
                    assert_eq!(seat.scene(), again.scene());
                    for key in [Key::Left, Key::Right] {
                        for seat in [&mut seat, &mut again] {
                            seat.key(key);
                            seat.tick(FRAME);
                        }
                        assert_eq!(seat.scene(), again.scene(), "after {key:?}");
                    }
                }
            }
        }
    });
    assert!(same > 200 && unseen > 200, "{same} moves looked like others, {unseen} were not seen");
}

/// In whole games against a computer no frame of a slide shows a piece where the player does not see it.
#[test]
fn only_what_is_seen_is_drawn() {
    for side in Color::ALL {
        let mut dice = Dice::new(3);
        let mut seat = Seat::at(&start("xxl"), against_computer(side));
        for _ in 0..120 {
            let game = seat.game();
            if game.termination().is_some() {
                break;
            }
            let position = game.position().clone();
            let moves = position.legal_moves();
            let mv = moves[dice.below(moves.len())];
            if position.turn() == side {
                seat.click_move(mv);
            } else {
                seat.answer(mv);
            }
            let game = seat.game();
            if game.termination().is_some() {
                break;
            }
            // A captured piece is drawn below the capturing piece until the capturing piece has arrived.
            let last = game.moves().iter().rev().take(2);
            let lost: Vec<Square> = last.filter_map(|made| made.captured).map(|(s, _)| s).collect();
            for _ in 0..4 {
                let (game, scene) = (seat.game(), seat.scene());
                let seen = VisibleBoard::of(&game.position_at(game.shown_moves()), side);
                let arriving = game.moves().last().filter(|_| !game.is_all_shown()).map(|made| made.mv.to);
                let strange = |sprite: &&Sprite| {
                    // A sprite without a square is a captured piece in the sidebar, which both sides know.
                    let Some(square) = sprite.square else { return false };
                    let piece = seen.piece_at(square);
                    !lost.contains(&square)
                        && Some(square) != arriving
                        && piece.is_none_or(|piece| piece.color != sprite.color)
                };
                let strange: Vec<_> = scene.sprites().filter(strange).collect();
                assert!(strange.is_empty(), "{strange:?}");
                let fogged: Bitboard =
                    scene.tiles().filter(|t| t.tint == Some(Tint::Fog)).map(|t| t.square).collect();
                assert!(!fogged.intersects(seen.visible()));
                let board = game_board(&seat);
                assert!(
                    (board.without(seen.visible()).without(fogged)).count() <= 2,
                    "but for the last move"
                );
                // Four of these steps are a second, so no slide is left for the next move.
                seat.tick(Duration::from_millis(250));
            }
        }
    }
}

fn game_board(seat: &Seat) -> Bitboard {
    seat.game().position().variant().geometry().board()
}

/// A premove onto a hidden piece is marked blue like one onto an empty square, not red like a capture.
#[test]
fn a_click_into_the_fog_reveals_nothing() {
    for hidden in ["14", "4q9"] {
        let text = format!("13k/14/14/{hidden}/14/14/14/14/14/14/14/14/14/R6K6 w - - 0 1");
        let mut seat = Seat::at(&fogged(&text), against_computer(Color::White));
        seat.click_squares(&["a1", "e11"]);
        assert_eq!(seat.scene().tint(at("e11")), Some(Tint::Fog));
        assert_eq!(seat.text_of(TextRole::Message), "");
        assert_eq!(seat.game().selected(), None);
        seat.click_squares(&["a1", "e1", "e1"]);
        seat.tick(Duration::ZERO);
        let before = seat.scene();
        // It is the computer's turn, and the rook sees the file.
        assert_eq!(before.tint(at("e9")), Some(Tint::Target));
        let tint = if hidden == "14" { Tint::Target } else { Tint::Capture };
        assert_eq!(before.tint(at("e11")), Some(tint), "a piece in sight is red, of course");
        assert_eq!(before.tint(at("e13")), Some(Tint::Target));
    }
    // The queen on e13 is hidden behind the queen on e11.
    let text = "13k/4q9/14/4q9/14/14/14/14/14/14/14/14/14/R6K6 w - - 0 1";
    let mut seat = Seat::at(&fogged(text), against_computer(Color::White));
    seat.click_squares(&["a1", "e1", "e1"]);
    assert_eq!(seat.scene().tint(at("e11")), Some(Tint::Capture));
    assert_eq!(seat.scene().tint(at("e13")), Some(Tint::Target));
}

/// The screen between two turns shows no piece, names the next player, and goes on by a click, Enter, Space or
/// Escape.
#[test]
fn the_screen_between_two_turns_shows_no_piece() {
    let pass = |text: &str, mv: &str| {
        let mut seat = Seat::at(&fogged(text), TWO_HUMANS);
        let mark = seat.scene().tiles().next().expect("a tile").rect.center();
        seat.right_click(mark);
        let mv = parse_move(seat.game().position(), mv).expect("a legal move");
        seat.click_move(mv);
        seat
    };
    let one =
        "rnbhcgakgcebnr/pppppppppppppp/14/14/14/14/14/14/14/14/14/14/PPPPPPPPPPPPPP/RNBHCGAKGCEBNR w - - 0 1";
    let two = "7k6/14/14/3q10/14/14/14/14/14/14/14/14/14/R6K6 w - - 0 1";
    let (mut seat, other) = (pass(one, "b2b3"), pass(two, "a1a9"));
    assert_eq!(seat.scene(), other.scene());
    assert_eq!(seat.scene().sprites().count(), 0);
    assert!(seat.scene().tiles().all(|tile| tile.tint == Some(Tint::Fog)));
    assert!(!seat.scene().items.iter().any(|item| matches!(item, Item::Ring { .. })));
    let asks = |seat: &Seat| {
        seat.scene()
            .text_of(TextRole::Label)
            .contains("Pass the board to Black Click or press Enter when ready Black's clock is running")
    };
    assert!(asks(&seat));
    seat.tick(Duration::from_secs(2));
    assert_eq!(seat.text_of(TextRole::Clock(Color::Black)), "0:58");
    seat.key(Key::Char('x'));
    assert!(asks(&seat));
    seat.click(Point::new(750.0, 300.0));
    assert!(asks(&seat), "beside the board are buttons");
    seat.click(Point::new(300.0, 600.0));
    assert!(!asks(&seat));
    let drawn: Bitboard = seat.scene().sprites().filter_map(|sprite| sprite.square).collect();
    assert_eq!(drawn, seat.game().position().board().by_color(Color::Black));
    for key in [Key::Enter, Key::Space, Key::Escape] {
        let mut seat = pass(two, "a1a9");
        seat.key(key);
        assert!(!asks(&seat), "{key:?}");
        assert_eq!(seat.game().termination(), None, "{key:?}");
    }
    let mut seat = pass(two, "a1a9");
    assert!(!seat.shows("Resign"));
    seat.click_word("Show board");
    assert!(!asks(&seat));
    assert_eq!(seat.game().termination(), None);
    assert!(seat.shows("Resign") && !seat.shows("Show board"));
}

/// The panel between two turns has the same space above its first line and below its last one, with clocks and without.
#[test]
fn the_panel_between_two_turns_has_no_empty_line() {
    let position = fogged("7k6/14/14/3q10/14/14/14/14/14/14/14/14/14/R6K6 w - - 0 1");
    for controls in [ByColor::default(), super::setup(position.clone(), TWO_HUMANS).controls] {
        let game = Game::new(GameSetup { controls, ..super::setup(position.clone(), TWO_HUMANS) });
        let opponent = FakeOpponent::default();
        let controller = GameController::new(game, Box::new(opponent.clone()), deterministic(5));
        let speed = Speed { pixels_a_frame: 6.0, longest: Duration::ZERO };
        let mut seat = GameScreen::of(controller, Options::default(), speed).with(opponent);
        let mv = parse_move(seat.game().position(), "a1a9").expect("a legal move");
        seat.click_move(mv);
        let scene = seat.scene();
        let first = scene.texts().find(|text| text.text.starts_with("Pass the board")).expect("the panel").at;
        let panel = scene.items.iter().rev().find_map(|item| match item {
            Item::Panel { rect, .. } if rect.contains(first) => Some(*rect),
            _ => None,
        });
        let panel = panel.expect("the panel");
        let lines = scene.texts().filter(|text| panel.contains(text.at));
        let last = lines.map(|text| text.at.y).fold(first.y, f32::max);
        let (above, below) = (first.y - panel.y, panel.y + panel.h - last);
        assert!((above - below).abs() < 4.0, "{above} and {below}");
    }
}

/// A piece captured from out of sight disappears only after it has arrived on its square.
#[test]
fn an_unseen_piece_captures_one_that_has_arrived() {
    // The knight on b13 is hidden until it captures on a11, a square that the other rook sees.
    let text = "7k6/1n12/14/13R/14/14/14/14/14/14/14/14/14/R6K6 w - - 0 1";
    let mut seat = Seat::at(&fogged(text), against_computer(Color::White));
    seat.click_squares(&["a1", "a11"]);
    seat.tick(FRAME);
    let taken = parse_move(seat.game().position(), "b13a11").expect("a legal move");
    seat.answer(taken);
    let named = |seat: &Seat, name: &str| {
        seat.scene().sprites().filter(|sprite| sprite.name == name && sprite.square.is_some()).count()
    };
    assert_eq!((named(&seat, "rook"), named(&seat, "knight")), (2, 0));
    seat.tick(Duration::from_secs(1));
    assert_eq!((named(&seat, "rook"), named(&seat, "knight")), (1, 1));
}

/// A clock that runs out between two turns ends the game and shows the whole board.
#[test]
fn time_can_run_out_between_the_turns() {
    let mut seat = Seat::at(&start("xxl"), TWO_HUMANS);
    seat.click_squares(&["b2", "b3"]);
    seat.tick(Duration::from_secs(60));
    let scene = seat.scene();
    let drawn: Bitboard = scene.sprites().filter_map(|sprite| sprite.square).collect();
    assert_eq!(drawn, seat.game().position().board().pieces().map(|(square, _)| square).collect());
    assert!(!scene.text_of(TextRole::Label).contains("Pass the board"));
    assert_eq!(scene.text_of(TextRole::Message), "White won on time");
    assert!(scene.tiles().all(|tile| tile.tint != Some(Tint::Fog)));
}

/// Tiles of both colours are grey in the fog, and darker than any tile outside it.
#[test]
fn fogged_tiles_are_gray() {
    let scene = Seat::at(&start("xxl"), against_computer(Color::White)).scene();
    let light = |tile: &xxlchess::view::scene::Tile| u32::from(tile.color.0) + u32::from(tile.color.1);
    let (fogged, clear): (Vec<_>, Vec<_>) = scene.tiles().partition(|tile| tile.tint == Some(Tint::Fog));
    assert!(fogged.iter().all(|tile| tile.color.0 == tile.color.1 && tile.color.1 == tile.color.2));
    let brightest = fogged.iter().map(|tile| light(tile)).max().expect("fog at the start");
    assert!(clear.iter().all(|tile| light(tile) > brightest));
    // Two ranks of the player's pieces and the two ranks ahead are visible, because the camels reach no further.
    assert_eq!((clear.len(), fogged.len()), (4 * 14, 10 * 14));
}
