//! When turns begin and clocks run: the computer's turn begins when the person's piece has arrived, and a resignation can
//! be undone.

use std::time::Duration;

use crate::common::window::{Driver, Window};
use crate::common::{
    AT_ONCE, FakeAnalyst, FakeOpponent, GameScreen, HUMAN_WHITE, app_setup, at, control, deterministic,
    variant, xxl,
};
use xxlchess::app::App;
use xxlchess::game::clock::TimeControl;
use xxlchess::game::new_game::{BySeat, ColorChoice, NewGame};
use xxlchess::game::options::{Options, PromotionRule};
use xxlchess::game::{Command, ComputerSettings, Event, Game, GameController, GameSetup, Termination};
use xxlchess::notation::coords::parse_move;
use xxlchess::notation::fen;
use xxlchess::rules::{ByColor, Color, Position};
use xxlchess::view::input::Key;
use xxlchess::view::scene::TextRole;
use xxlchess::view::widgets::board::animation::Speed;

const MS: Duration = Duration::from_millis(1);
const ROOKS: &str = "r6k6/14/14/14/14/14/14/14/14/14/14/14/14/R6K6 w - - 0 1";

fn game(position: Position, control: Option<TimeControl>) -> Game {
    let controls = ByColor { white: control, black: control };
    Game::new(GameSetup { position, players: HUMAN_WHITE, controls, options: Options::default() })
}

fn settings(pause: u32) -> ComputerSettings {
    ComputerSettings { pause: pause * MS, ..deterministic(1) }
}

fn apply(controller: &mut GameController, text: &str) {
    let mv = parse_move(controller.game().position(), text).expect("a legal move");
    controller.apply(Command::Play(mv));
}

/// While a piece slides for a second, the computer's clock stands and no search is started. After the slide the search
/// gets the whole time.
#[test]
fn the_computers_turn_begins_when_the_piece_has_arrived() {
    let opponent = FakeOpponent::default();
    let controller =
        GameController::new(game(xxl(ROOKS), control(10, 0)), Box::new(opponent.clone()), settings(0));
    let speed = Speed { pixels_a_frame: 1.0, longest: 1000 * MS };
    let mut screen = GameScreen::of(controller, Options::default(), speed);
    screen.click_squares(&["a1", "a9"]);
    let left = |screen: &GameScreen| screen.game().clocks().remaining(Color::Black);
    screen.tick(990 * MS);
    assert_eq!((left(&screen), opponent.0.borrow().requests.len()), (Some(10_000 * MS), 0));
    screen.tick(10 * MS);
    assert_eq!(opponent.0.borrow().requests[0].time_left, Some(10_000 * MS));
    screen.tick(500 * MS);
    assert_eq!(left(&screen), Some(9_500 * MS));
}

/// A captured rook, the lead in material and the move are in the sidebar when the piece arrives, not before.
#[test]
fn the_sidebar_shows_a_move_when_its_piece_arrives() {
    let controller =
        GameController::new(game(xxl(ROOKS), None), Box::new(FakeOpponent::default()), settings(0));
    let speed = Speed { pixels_a_frame: 1.0, longest: 1000 * MS };
    let mut screen = GameScreen::of(controller, Options::default(), speed);
    screen.click_squares(&["a1", "a14"]);
    screen.tick(500 * MS);
    let shown = |screen: &GameScreen| (screen.shows("Rxa14+"), screen.text_of(TextRole::Lead(Color::White)));
    assert_eq!(shown(&screen), (false, String::new()));
    screen.tick(600 * MS);
    assert_eq!(shown(&screen), (true, "+5.3".to_owned()));
}

/// The computer finds its answer to a check at once. It makes the move after a second, which its clock does not lose.
/// With five seconds left it makes the move after a tenth of them, which its clock loses.
#[test]
fn a_check_stands_before_the_computers_answer() {
    for (seconds, after, left) in [(60, 1050, 60_000), (5, 460, 4_540)] {
        let opponent = FakeOpponent::default();
        let game = game(xxl("7k6/14/14/14/14/14/14/14/14/14/14/14/14/R6K6 w - - 0 1"), control(seconds, 0));
        let mut controller = GameController::new(game, Box::new(opponent.clone()), settings(350));
        apply(&mut controller, "a1a14");
        controller.apply(Command::Tick(Duration::ZERO));
        opponent.set_reply(parse_move(controller.game().position(), "h14h13"));
        let mut passed = Duration::ZERO;
        while controller.game().moves().len() == 1 {
            controller.apply(Command::Tick(10 * MS));
            passed += 10 * MS;
        }
        assert_eq!(passed, after * MS, "{seconds}");
        let clock = controller.game().clocks().remaining(Color::Black).expect("a clock");
        // The first tick finds the answer.
        assert!((left * MS).abs_diff(clock) <= 10 * MS, "{seconds}: {clock:?}");
    }
}

/// In a game with clocks the computer gives no hint, and a message has the reason.
#[test]
fn there_are_no_hints_in_a_game_with_clocks() {
    let analyst = FakeAnalyst::default();
    let controller =
        GameController::new(game(xxl(ROOKS), control(60, 0)), Box::new(FakeOpponent::default()), settings(0));
    let mut controller = controller.with_analyst(Box::new(analyst.clone()));
    controller.request_hint();
    assert!(analyst.0.borrow().requests.is_empty());
    assert_eq!(controller.game().message().as_deref(), Some("No hints with clocks"));
}

/// A resignation is undone within ten seconds: the game goes on, and the side to move has used the
/// time since then. After ten seconds the resignation stands, as it does if the time is over before.
#[test]
fn a_resignation_can_be_undone_for_ten_seconds() {
    for (seconds, wait, undone) in [(60, 9_990, true), (60, 10_000, false), (5, 9_000, false)] {
        let mut game = game(xxl(ROOKS), control(seconds, 0));
        game.apply(Command::Tick(1000 * MS));
        game.apply(Command::Resign);
        game.apply(Command::Tick(wait * MS));
        let events = game.apply(Command::UndoResignation);
        assert_eq!(events.contains(&Event::ResignationUndone), wait < 10_000, "{wait}");
        assert_eq!(game.termination().is_none(), undone, "{wait}");
        if undone {
            assert_eq!(game.clocks().remaining(Color::White), Some((59_000 - wait) * MS));
        }
    }
}

/// A resignation in the fog cannot be undone, because the end of the game shows the whole board. A lost clock cannot be
/// undone either.
#[test]
fn only_a_resignation_without_fog_can_be_undone() {
    let options = Options { fog_of_war: true, ..Options::default() };
    let position = Position::start(&variant("xxl")).expect("a start").in_fog();
    let controls = ByColor::default();
    let mut fog = Game::new(GameSetup { position, players: HUMAN_WHITE, controls, options });
    fog.apply(Command::Resign);
    let mut lost = game(xxl(ROOKS), control(1, 0));
    lost.apply(Command::Tick(1000 * MS));
    for game in [fog, lost] {
        assert!(game.termination().is_some() && !game.can_undo_resignation());
    }
}

fn config_game() -> Window {
    let choices = NewGame {
        level: String::new(),
        color: ColorChoice::White,
        clocks: BySeat::both(control(180, 2)),
        options: Options::default(),
    };
    Window::new(App::new(app_setup(choices)).expect("a game"))
}

/// In the game of the config Escape resigns at once, and a button beside the result undoes the resignation. In a game
/// from the menu Escape asks, and the clocks wait for the first move.
#[test]
fn only_the_game_of_the_config_starts_and_ends_at_once() {
    let mut window = config_game();
    let clock = |window: &Window| window.text_of(TextRole::Clock(Color::White));
    window.after(Duration::ZERO, vec![]);
    window.after(1000 * MS, vec![]);
    assert_eq!(clock(&window), "2:59");
    window.key(Key::Escape);
    assert_eq!(window.text_of(TextRole::Message), "You resigned");
    window.click_word("Undo (10 s)");
    assert_eq!(window.text_of(TextRole::Message), "");
    // After a look at another screen, which could analyse the position, the resignation stands.
    window.keys(&[Key::Escape, Key::Char('m')]);
    window.after(MS, vec![]);
    window.key(Key::Escape);
    window.after(MS, vec![]);
    let shows_undo = window.scene().texts().any(|text| text.text.starts_with("Undo"));
    assert!(!shows_undo && window.shows("Rematch"));
    window.key(Key::Char('r'));
    // The level has started again by the same rules.
    window.key(Key::Escape);
    assert_eq!(window.text_of(TextRole::Message), "You resigned");

    window.keys(&[Key::Char('m'), Key::Enter]);
    window.after(1000 * MS, vec![]);
    window.key(Key::Escape);
    assert!(window.shows("Resign this game?"));
    window.key(Key::Char('y'));
    assert_eq!(window.text_of(TextRole::Message), "You resigned");
}

/// Clocks that wait stand at the start, in a game that begins after imported moves and in one that starts again, and run
/// after the next move.
#[test]
fn waiting_clocks_start_with_the_next_move() {
    let setup = game(xxl(ROOKS), control(60, 0)).record(Color::White).setup;
    let imported = [("a1a2", "a14a13"), ("a2a1", "a13a14")].map(|(white, black)| [white, black]).concat();
    let mut start = game(xxl(ROOKS), None);
    let moves: Vec<_> = imported
        .into_iter()
        .map(|text| {
            let mv = parse_move(start.position(), text).expect("a move");
            start.apply(Command::Play(mv));
            (mv, None)
        })
        .collect();
    let mut resigned = Game::new(setup.clone()).with_clocks_from_next_move();
    resigned.apply(Command::Resign);
    resigned.apply(Command::Restart);
    for mut game in [
        Game::new(setup.clone()).with_clocks_from_next_move(),
        Game::after_moves(setup, &moves).expect("legal").with_clocks_from_next_move(),
        resigned,
    ] {
        game.apply(Command::Tick(1000 * MS));
        assert_eq!(game.clocks().remaining(Color::White), Some(60_000 * MS));
        let mv = parse_move(game.position(), "a1a2").expect("a move");
        game.apply(Command::Play(mv));
        game.apply(Command::Tick(1000 * MS));
        assert_eq!(game.clocks().remaining(Color::Black), Some(59_000 * MS));
    }
}

/// The clock runs out while the player chooses what a pawn becomes: the choice closes, and the buttons of the result can be
/// clicked.
#[test]
fn a_lost_clock_closes_the_choice_of_a_promotion() {
    let options = Options { promotion: PromotionRule::Choose, ..Options::default() };
    let chess = options.applied_to(&variant("xxl"));
    let position = fen::parse(&chess, "7k6/14/14/14/14/14/14/3P10/14/14/14/14/14/7K6 w - - 0 1");
    let setup =
        GameSetup { options, ..game(position.expect("legal"), control(2, 0)).record(Color::White).setup };
    let controller = GameController::new(Game::new(setup), Box::new(FakeOpponent::default()), settings(0));
    let mut screen = GameScreen::of(controller, options, AT_ONCE);
    screen.click_squares(&["d7", "d8"]);
    assert!(screen.scene().sprites().any(|sprite| sprite.name == "amazon"), "the choice is open");
    screen.tick(3000 * MS);
    assert_eq!(screen.game().termination(), Some(Termination::Time { winner: Color::Black }));
    screen.click_word("Rematch");
    assert_eq!(screen.game().termination(), None);
    assert!(screen.game().position().board().piece_at(at("d7")).is_some());
}
