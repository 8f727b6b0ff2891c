//! Actions in a game other than moves, and their keys: hint, draw, rematch, new game, turning the board.

use std::cell::Cell;
use std::rc::Rc;
use std::time::{Duration, Instant};

use crate::common::window::{Driver, Window};
use crate::common::{
    FakeAnalyst, FakeOpponent, GameScreen, HUMAN_WHITE, Silent, TWO_HUMANS, app_setup, at, control,
    deterministic, variant, xxl,
};
use xxlchess::app::App;
use xxlchess::engine::{AnalysisRequest, Score, SearchReport, SearchRequest};
use xxlchess::game::GameController;
use xxlchess::game::fog::VisibleBoard;
use xxlchess::game::new_game::{BySeat, ColorChoice, NewGame};
use xxlchess::game::options::Options;
use xxlchess::game::worker::{ThreadedWorker, Worker};
use xxlchess::game::{Command, Event, Game, GameSetup, PlayerKind, Termination};
use xxlchess::notation::coords::parse_move;
use xxlchess::notation::fen;
use xxlchess::rules::{ByColor, Color, Move, Position};
use xxlchess::view::input::Key;
use xxlchess::view::scene::TextRole;
use xxlchess::view::screen::Action;
use xxlchess::view::widgets::board::animation::Speed;

const MS: Duration = Duration::from_millis(1);
const SECOND: Duration = Duration::from_secs(1);
/// Kings on h1 and h14, a pawn on its second rank each.
const QUIET: &str = "7k6/p13/14/14/14/14/14/14/14/14/14/14/P13/7K6 w - - 0 1";
/// White mates by b3b14.
const MATE_IN_ONE: &str = "7k6/R13/14/14/14/14/14/14/14/14/14/1R12/14/7K6 w - - 0 1";

fn mv(from: &str, to: &str) -> Move {
    Move::normal(at(from), at(to))
}

/// Sets the reply of `analyst`.
fn reply(analyst: &FakeAnalyst, best: Move, score: Score) {
    analyst.set_reply(SearchReport::from_move(Some(best), score));
}

fn setup(position: Position, players: ByColor<PlayerKind>) -> GameSetup {
    let controls = ByColor { white: control(100, 0), black: control(200, 0) };
    GameSetup { position, players, controls, options: Options::default() }
}

/// A setup without clocks, because there are hints only in games without clocks.
fn untimed(position: Position, players: ByColor<PlayerKind>) -> GameSetup {
    GameSetup { controls: ByColor::default(), ..setup(position, players) }
}

fn controller(setup: GameSetup, analyst: &FakeAnalyst) -> (GameController, FakeOpponent) {
    let opponent = FakeOpponent::default();
    let controller = GameController::new(Game::new(setup), Box::new(opponent.clone()), deterministic(3));
    (controller.with_analyst(Box::new(analyst.clone())), opponent)
}

fn play(controller: &mut GameController, text: &str) -> Vec<Event> {
    let mv = parse_move(controller.game().position(), text).expect("a legal move");
    controller.apply(Command::Play(mv))
}

fn message(controller: &GameController) -> String {
    controller.game().message().unwrap_or_default()
}

/// The notice that a hint is not possible is removed by the next move.
#[test]
fn the_next_move_removes_a_notice() {
    let (mut controller, _) = controller(setup(xxl(QUIET), TWO_HUMANS), &FakeAnalyst::default());
    controller.request_hint();
    controller.apply(Command::Tick(MS));
    assert_eq!(message(&controller), "No hints between two people");
    play(&mut controller, "a2a3");
    assert_eq!(message(&controller), "");
}

/// A hint is searched once, with a message during the search. It is shown until a move is made or taken back.
#[test]
fn a_hint_stays_until_the_board_changes() {
    let analyst = FakeAnalyst::default();
    let (mut controller, opponent) = controller(untimed(xxl(QUIET), HUMAN_WHITE), &analyst);
    for _ in 0..3 {
        controller.request_hint();
    }
    assert_eq!(analyst.0.borrow().requests.len(), 1);
    assert_eq!((message(&controller).as_str(), controller.hint()), ("Looking for a hint", None));
    reply(&analyst, mv("a2", "a4"), Score::Centipawns(0));
    assert_eq!(controller.apply(Command::Tick(MS)), [Event::Hint(mv("a2", "a4"))]);
    assert_eq!((message(&controller).as_str(), controller.hint()), ("", Some(mv("a2", "a4"))));
    controller.apply(Command::Tick(9 * SECOND));
    assert!(controller.hint().is_some());
    play(&mut controller, "a2a3");
    assert_eq!(controller.hint(), None);

    // No hint is searched while the computer thinks.
    controller.request_hint();
    assert_eq!(analyst.0.borrow().requests.len(), 1);
    opponent.set_reply(Some(mv("a13", "a12")));
    controller.apply(Command::Tick(MS));
    controller.request_hint();
    reply(&analyst, mv("a3", "a4"), Score::Centipawns(0));
    controller.apply(Command::Tick(MS));
    assert!(controller.hint().is_some());
    controller.apply(Command::TakeBack);
    assert_eq!(controller.hint(), None);
}

/// A move, a move taken back, resignation and the end of the time cancel the search for a hint, and its late answer is
/// ignored.
#[test]
fn the_search_for_a_hint_is_cancelled() {
    for end in [Command::Play(mv("a3", "a4")), Command::TakeBack, Command::Resign] {
        let analyst = FakeAnalyst::default();
        let (mut controller, opponent) = controller(untimed(xxl(QUIET), HUMAN_WHITE), &analyst);
        play(&mut controller, "a2a3");
        opponent.set_reply(Some(mv("a13", "a12")));
        controller.apply(Command::Tick(MS));
        controller.request_hint();
        controller.apply(end);
        assert_eq!(analyst.0.borrow().cancelled, 1, "{end:?}");
        reply(&analyst, mv("h1", "h2"), Score::Centipawns(0));
        controller.apply(Command::Tick(MS));
        assert_eq!(controller.hint(), None, "{end:?}");
        assert!(!message(&controller).contains("hint"), "{end:?}: {}", message(&controller));
    }
}

/// Two players get a notice in place of a hint. An illegal move is not shown as a hint.
#[test]
fn two_players_get_no_hints() {
    let analyst = FakeAnalyst::default();
    let (mut controller, _) = controller(untimed(xxl(QUIET), HUMAN_WHITE), &analyst);
    controller.request_hint();
    reply(&analyst, mv("a2", "h9"), Score::Centipawns(0));
    assert_eq!((controller.apply(Command::Tick(MS)), controller.hint()), (vec![], None));

    let (mut controller, _) = self::controller(untimed(xxl(QUIET), TWO_HUMANS), &analyst);
    controller.request_hint();
    assert_eq!(analyst.0.borrow().requests.len(), 1);
    assert_eq!(message(&controller), "No hints between two people");
}

/// The position given to the engine has only the pieces that the player sees, and its moves are those that the player
/// can see.
#[test]
fn a_hint_in_the_fog_uses_only_what_the_player_sees() {
    let position = Position::start(&variant("xxl")).expect("a start").in_fog();
    let analyst = FakeAnalyst::default();
    let mut setup = untimed(position.clone(), HUMAN_WHITE);
    setup.options.fog_of_war = true;
    let (mut controller, _) = controller(setup, &analyst);
    controller.request_hint();
    let asked = analyst.0.borrow();
    let task = &asked.requests.first().expect("a question").search;
    let seen = VisibleBoard::of(&position, Color::White);
    assert_eq!(task.position.board().pieces().collect::<Vec<_>>(), seen.pieces());
    assert!(task.position.board().by_color(Color::Black).is_empty());
    assert_eq!(
        (task.search_moves.as_deref(), &task.key_history),
        (Some(seen.moves()), &vec![task.position.key()])
    );
}

/// The analyst finds a mate on this thread and on another one. A cancelled search leaves no thread.
#[test]
fn the_engine_finds_a_mate_as_hint() {
    let question = AnalysisRequest::timed(SearchRequest::new(xxl(MATE_IN_ONE)), SECOND);
    let summary = |report: Option<SearchReport>| report.map(|report| (report.best_move(), report.score));
    let expected = Some((Some(mv("b3", "b14")), Score::Mate(1)));
    let mut inline = ThreadedWorker::analyst(1, 16).inline();
    inline.start(question.clone());
    assert_eq!((summary(inline.poll()), inline.poll()), (expected, None));
    let mut threaded = ThreadedWorker::analyst(1, 16);
    assert_eq!(threaded.poll(), None);
    threaded.start(question.clone());
    let start = Instant::now();
    let found = loop {
        let found = threaded.poll();
        if found.is_some() || start.elapsed() > 20 * SECOND {
            break found;
        }
        std::thread::sleep(MS);
    };
    assert_eq!((summary(found), threaded.poll()), (expected, None));
    let mut long = question;
    long.search.position = Position::start(&variant("xxl")).expect("a start");
    (long.search.deterministic, long.time) = (false, None);
    threaded.start(long);
    threaded.cancel();
    assert_eq!(threaded.poll(), None);
    let start = Instant::now();
    drop(threaded);
    assert!(start.elapsed() < 5 * SECOND);
}

/// Lets both sides move their kings to and fro until `plies` moves are made and it is White's turn.
fn shuffle(controller: &mut GameController, opponent: &FakeOpponent, plies: usize) {
    let round = ["h1g1", "h14g14", "g1h1", "g14h14"];
    for text in round.into_iter().cycle().take(plies) {
        if controller.game().is_human_turn() {
            play(controller, text);
        } else {
            opponent.set_reply(parse_move(controller.game().position(), text));
            controller.apply(Command::Tick(MS));
        }
    }
    assert_eq!(controller.game().moves().len(), plies);
}

/// The computer declines a draw in the first ten moves and when it is better, and decides once for each position.
#[test]
fn the_computer_accepts_a_draw_only_if_it_is_not_better() {
    for (plies, score, agrees) in [
        (18, None, false),
        (20, Some(Score::Centipawns(0)), true),
        // The scores are those of the side to move.
        (20, Some(Score::Centipawns(-25)), true),
        (20, Some(Score::Centipawns(-26)), false),
        (20, Some(Score::Centipawns(500)), true),
        (20, Some(Score::Mate(2)), true),
        (20, Some(Score::Mate(-2)), false),
        (21, Some(Score::Centipawns(25)), true),
        (21, Some(Score::Centipawns(26)), false),
        (21, Some(Score::Mate(2)), false),
        (21, Some(Score::Mate(-2)), true),
    ] {
        let analyst = FakeAnalyst::default();
        let (mut controller, opponent) = controller(setup(xxl(QUIET), HUMAN_WHITE), &analyst);
        shuffle(&mut controller, &opponent, plies);
        let mut events = controller.apply(Command::OfferDraw);
        assert_eq!(analyst.0.borrow().requests.len(), usize::from(score.is_some()), "{plies}");
        if let Some(score) = score {
            assert_eq!(message(&controller), "Draw offered");
            let any = controller.game().position().legal_moves()[0];
            reply(&analyst, any, score);
            events = controller.apply(Command::Tick(MS));
        }
        if agrees {
            assert_eq!(events, [Event::Ended(Termination::Agreement)], "{plies}, {score:?}");
            assert_eq!(message(&controller), "Draw by agreement");
            continue;
        }
        assert_eq!(events.last(), Some(&Event::DrawDeclined(Color::Black)), "{plies}, {score:?}");
        assert_eq!(message(&controller), "Draw declined");
        let asked = analyst.0.borrow().requests.len();
        controller.apply(Command::OfferDraw);
        assert_eq!(
            (message(&controller).as_str(), analyst.0.borrow().requests.len()),
            ("Draw declined", asked)
        );
        controller.apply(Command::Tick(5 * SECOND));
        assert_eq!(message(&controller), "");
    }
}

/// After a declined offer, the same number of moves with another position lets the computer decide anew.
#[test]
fn a_declined_draw_can_be_offered_in_another_position() {
    let analyst = FakeAnalyst::default();
    let (mut controller, opponent) = controller(setup(xxl(QUIET), HUMAN_WHITE), &analyst);
    shuffle(&mut controller, &opponent, 20);
    controller.apply(Command::OfferDraw);
    let any = controller.game().position().legal_moves()[0];
    reply(&analyst, any, Score::Mate(-2));
    controller.apply(Command::Tick(MS));
    assert_eq!(message(&controller), "Draw declined");
    controller.apply(Command::TakeBack);
    assert_eq!(controller.game().moves().len(), 18);
    play(&mut controller, "g1g2");
    opponent.set_reply(parse_move(controller.game().position(), "g14h14"));
    controller.apply(Command::Tick(MS));
    assert_eq!(controller.game().moves().len(), 20);
    let asked = analyst.0.borrow().requests.len();
    controller.apply(Command::OfferDraw);
    assert_eq!(analyst.0.borrow().requests.len(), asked + 1);
}

/// A draw offered while the computer thinks is declined by its move, and the search for an answer is cancelled.
#[test]
fn a_move_of_the_computer_declines_a_draw_offer() {
    let analyst = FakeAnalyst::default();
    let (mut controller, opponent) = controller(setup(xxl(QUIET), HUMAN_WHITE), &analyst);
    shuffle(&mut controller, &opponent, 20);
    controller.apply(Command::OfferDraw);
    play(&mut controller, "h1g1");
    assert_eq!((controller.game().draw_offer(), analyst.0.borrow().cancelled), (Some(Color::White), 0));
    opponent.set_reply(Some(mv("h14", "g14")));
    let events = controller.apply(Command::Tick(MS));
    assert!(events.contains(&Event::DrawDeclined(Color::Black)), "{events:?}");
    assert_eq!((controller.game().draw_offer(), analyst.0.borrow().cancelled), (None, 1));
}

/// Without an analyst a draw is declined at once, and there are no hints.
#[test]
fn without_an_engine_a_draw_is_declined() {
    let opponent = FakeOpponent::default();
    let game = Game::new(untimed(xxl(QUIET), HUMAN_WHITE));
    let mut controller = GameController::new(game, Box::new(opponent.clone()), deterministic(3));
    shuffle(&mut controller, &opponent, 20);
    controller.request_hint();
    assert_eq!(message(&controller), "");
    let events = controller.apply(Command::OfferDraw);
    assert_eq!(events, [Event::DrawOffered(Color::White), Event::DrawDeclined(Color::Black)]);
}

/// Between two players a draw is accepted by the key and declined by a move. Offering it again changes nothing.
#[test]
fn two_players_accept_or_decline_a_draw() {
    let (mut controller, _) = controller(setup(xxl(QUIET), TWO_HUMANS), &FakeAnalyst::default());
    assert_eq!(controller.apply(Command::OfferDraw), [Event::DrawOffered(Color::White)]);
    assert_eq!(controller.apply(Command::OfferDraw), []);
    assert_eq!(message(&controller), "White offers a draw");
    play(&mut controller, "a2a3");
    assert_eq!(message(&controller), "White offers a draw");
    let events = play(&mut controller, "a13a12");
    assert!(events.contains(&Event::DrawDeclined(Color::Black)), "{events:?}");
    assert_eq!((message(&controller).as_str(), controller.game().draw_offer()), ("Draw declined", None));
    play(&mut controller, "a3a4");
    controller.apply(Command::OfferDraw);
    assert_eq!(message(&controller), "Black offers a draw");
    play(&mut controller, "h14g14");
    assert_eq!(controller.apply(Command::OfferDraw), [Event::Ended(Termination::Agreement)]);
    assert_eq!(
        (message(&controller).as_str(), controller.game().termination().and_then(Termination::winner)),
        ("Draw by agreement", None)
    );
}

/// A check during a draw offer shows both messages at once.
#[test]
fn check_is_shown_beside_a_draw_offer() {
    let (mut controller, _) = controller(setup(xxl(MATE_IN_ONE), TWO_HUMANS), &FakeAnalyst::default());
    controller.apply(Command::OfferDraw);
    play(&mut controller, "a13a14");
    assert_eq!(message(&controller), "Check! White offers a draw");
}

/// A rematch is possible only after the end. It swaps the players and their clocks.
#[test]
fn a_rematch_swaps_colors_and_time() {
    let (mut controller, _) = controller(setup(xxl(QUIET), HUMAN_WHITE), &FakeAnalyst::default());
    play(&mut controller, "a2a3");
    assert_eq!(controller.apply(Command::Rematch), []);
    controller.apply(Command::Resign);
    assert_eq!(controller.apply(Command::Rematch), [Event::Restarted]);
    let game = controller.game();
    assert_eq!(
        (game.player(Color::White), game.player(Color::Black)),
        (PlayerKind::Computer, PlayerKind::Human)
    );
    assert_eq!(game.orientation(), Color::Black);
    let clocks = Color::ALL.map(|color| game.clocks().remaining(color));
    assert_eq!(clocks, [Some(200 * SECOND), Some(100 * SECOND)]);
    assert!(game.moves().is_empty() && *game.position() == xxl(QUIET));
    controller.apply(Command::Resign);
    controller.apply(Command::Restart);
    assert_eq!(controller.game().orientation(), Color::Black);
}

/// The game screen of `setup`, and what the computer answers.
fn screen(setup: GameSetup, analyst: &FakeAnalyst) -> (GameScreen, FakeOpponent) {
    let options = setup.options;
    let (controller, opponent) = controller(setup, analyst);
    (GameScreen::of(controller, options, Speed { pixels_a_frame: 6.0, longest: SECOND }), opponent)
}

/// Z and Backspace take a move back, and the piece slides back to its square.
#[test]
fn z_and_backspace_take_back() {
    for back in [Key::Char('z'), Key::Backspace] {
        let (mut screen, _) = screen(setup(xxl(QUIET), TWO_HUMANS), &FakeAnalyst::default());
        screen.click_squares(&["a2", "a4"]);
        screen.tick(2 * SECOND);
        let (from, to) = (screen.tile("a2"), screen.tile("a4"));
        screen.key(back);
        assert!(screen.game().moves().is_empty());
        let drawn = |screen: &GameScreen| {
            let scene = screen.scene();
            let pawn = scene.sprites().find(|s| s.square == Some(at("a2"))).expect("the pawn");
            pawn.rect.center()
        };
        assert_eq!(drawn(&screen), to);
        screen.tick(100 * MS);
        assert!(drawn(&screen).y > to.y && drawn(&screen).y < from.y);
        screen.tick(2 * SECOND);
        assert_eq!(drawn(&screen), from);
    }
}

/// F turns the board, and clicks find their squares on it. The next game starts with the board unturned.
#[test]
fn f_turns_the_board() {
    for players in [HUMAN_WHITE, TWO_HUMANS] {
        let (mut screen, _) = screen(setup(xxl(QUIET), players), &FakeAnalyst::default());
        let lower = screen.tile("a1");
        screen.key(Key::Char('f'));
        assert_eq!(screen.tile("n14"), lower);
        screen.click_squares(&["a2", "a4"]);
        assert_eq!(screen.game().moves().len(), 1);
        screen.key(Key::Char('f'));
        assert_eq!(screen.tile("a1"), lower);
        screen.key(Key::Char('f'));
        screen.key(Key::Escape);
        screen.key(Key::Char('r'));
        assert_eq!(screen.tile("a1"), lower);
    }
}

/// A rematch against the computer and between two players turns the board.
#[test]
fn a_rematch_turns_the_board() {
    for players in [HUMAN_WHITE, TWO_HUMANS] {
        let (mut screen, _) = screen(setup(xxl(QUIET), players), &FakeAnalyst::default());
        let lower = screen.tile("a1");
        screen.key(Key::Char('x'));
        assert_eq!(screen.tile("a1"), lower);
        screen.key(Key::Escape);
        screen.key(Key::Char('x'));
        assert_eq!(screen.tile("n14"), lower);
        assert_eq!(screen.game().termination(), None);
    }
}

/// The arrow of a hint is drawn until the next move.
#[test]
fn a_hint_is_drawn_as_an_arrow() {
    let analyst = FakeAnalyst::default();
    let (mut screen, _) = screen(untimed(xxl(QUIET), HUMAN_WHITE), &analyst);
    assert!(!screen.has_arrow_to("a4"));
    screen.key(Key::Char('h'));
    assert!(screen.text_of(TextRole::Message).contains("Looking"));
    reply(&analyst, mv("a2", "a4"), Score::Centipawns(0));
    screen.tick(MS);
    assert!(screen.has_arrow_to("a4"));
    screen.click_square("a2");
    assert!(screen.has_arrow_to("a4"));
    screen.click_square("a3");
    screen.tick(2 * SECOND);
    assert!(!screen.has_arrow_to("a4"));
}

/// D offers a draw, and the answer is shown in the sidebar.
#[test]
fn d_offers_a_draw() {
    let (mut screen, _) = screen(setup(xxl(QUIET), HUMAN_WHITE), &FakeAnalyst::default());
    screen.key(Key::Char('d'));
    assert_eq!(screen.text_of(TextRole::Message), "Draw declined");
}

/// N starts another game at once when nothing is lost by it, and asks when a game is in progress.
#[test]
fn new_game_asks_first() {
    let open = || {
        let started = Rc::new(Cell::new(0));
        let count = Rc::clone(&started);
        let mut setup = app_setup(NewGame {
            level: String::new(),
            color: ColorChoice::White,
            clocks: BySeat::default(),
            options: Options::default(),
        });
        setup.level.0 = xxl(QUIET);
        setup.computers.opponent = Box::new(move |_| {
            count.set(count.get() + 1);
            Box::new(Silent)
        });
        (Window::new(App::new(setup).expect("a game")), started)
    };
    let question = |window: &Window| window.text_of(TextRole::Label).contains("Start a new game?");
    for end in [false, true] {
        let (mut window, started) = open();
        if end {
            window.click_squares(&["a2", "a4"]);
            window.key(Key::Escape);
        }
        window.key(Key::Char('n'));
        assert_eq!(started.get(), 2, "ended: {end}");
    }
    let (mut window, started) = open();
    window.click_squares(&["a2", "a4"]);
    window.key(Key::Char('n'));
    assert!(question(&window));
    window.key(Key::Escape);
    assert!(started.get() == 1 && !question(&window));
    window.keys(&[Key::Char('n'), Key::Enter]);
    assert_eq!(started.get(), 2);
    assert!(window.scene().sprites().any(|sprite| sprite.square == Some(at("a2"))), "the pawn is back");
}

/// A hint of the engine for a king in check is a legal move.
#[test]
fn a_hint_in_check_leaves_the_check() {
    let position = fen::parse(&variant("xxl"), "7k6/14/14/14/14/14/14/14/14/14/14/14/14/r6K6 w - - 0 1");
    let game = Game::new(untimed(position.expect("a legal position"), HUMAN_WHITE));
    let controller = GameController::new(game, Box::new(FakeOpponent::default()), deterministic(3));
    let mut controller = controller.with_analyst(Box::new(ThreadedWorker::analyst(1, 16).inline()));
    controller.request_hint();
    let events = controller.apply(Command::Tick(MS));
    let Some(Event::Hint(hint)) = events.first() else { panic!("{events:?}") };
    assert!(controller.game().position().is_legal(*hint));
}

/// The buttons of the sidebar work during the game and after it.
#[test]
fn buttons_do_what_keys_do() {
    let (mut screen, _) = screen(setup(xxl(QUIET), TWO_HUMANS), &FakeAnalyst::default());
    screen.click_squares(&["a2", "a4"]);
    screen.click_word("Take back");
    assert!(screen.game().moves().is_empty());
    let lower = screen.tile("a1");
    screen.click_word("Flip");
    assert_eq!(screen.tile("n14"), lower);
    screen.click_word("Flip");
    screen.click_word("Draw");
    assert_eq!(screen.game().draw_offer(), Some(Color::White));
    screen.click_word("Hint");
    screen.click_word("Resign");
    assert!(screen.game().termination().is_some());
    screen.click_word("Rematch");
    assert_eq!(screen.tile("n14"), lower);
    screen.click_word("Resign");
    screen.click_word("New game");
    assert!(matches!(screen.action, Some(Action::NewGame)));
}

/// Taking back at the start, and a hint between two players or with clocks, have paler buttons.
#[test]
fn disabled_buttons_are_paler() {
    let ink = |screen: &GameScreen, label: &str| screen.text(label).expect("a button").color;
    let (mut one, _) = screen(untimed(xxl(QUIET), HUMAN_WHITE), &FakeAnalyst::default());
    let usual = ink(&one, "Resign");
    assert!(ink(&one, "Take back") != usual && ink(&one, "Hint") == usual);
    one.click_squares(&["a2", "a4"]);
    assert_eq!(ink(&one, "Take back"), usual);
    let (two, _) = screen(setup(xxl(QUIET), TWO_HUMANS), &FakeAnalyst::default());
    assert_ne!(ink(&two, "Hint"), usual);
    let (timed, _) = screen(setup(xxl(QUIET), HUMAN_WHITE), &FakeAnalyst::default());
    assert_ne!(ink(&timed, "Hint"), usual);
}

/// While the computer thinks there is no hint, and the reason is shown.
#[test]
fn a_hint_in_the_turn_of_the_computer_is_refused_in_words() {
    let (mut screen, _) = screen(untimed(xxl(QUIET), HUMAN_WHITE), &FakeAnalyst::default());
    screen.click_squares(&["a2", "a4"]);
    screen.key(Key::Char('h'));
    assert!(screen.text_of(TextRole::Label).contains("wait for the computer's"));
}

/// A long notice takes its room from the list of moves, so that a second click meets the same button.
#[test]
fn a_long_notice_moves_no_button() {
    let start = Position::start(&variant("chess")).expect("a legal start");
    let (mut screen, _) = screen(untimed(start, HUMAN_WHITE), &FakeAnalyst::default());
    screen.click_squares(&["e2", "e4"]);
    let places = |screen: &GameScreen| ["Take back", "Resign", "Games"].map(|label| screen.word(label));
    let before = places(&screen);
    screen.key(Key::Char('h'));
    assert!(screen.text_of(TextRole::Label).contains("wait for the computer's"));
    assert_eq!(places(&screen), before);
}

/// The number of checks that are left to each side is shown where checks decide the game, in windows of all forms.
#[test]
fn checks_that_are_left_are_shown() {
    for size in [(792.0, 672.0), (1280.0, 800.0), (390.0, 844.0)] {
        let start = fen::parse(&variant("3check"), "4k3/8/8/8/8/8/8/4K2R w - - 2+3 0 1").expect("legal");
        let (mut screen, _) = screen(untimed(start, TWO_HUMANS), &FakeAnalyst::default());
        screen.ctx.size = size;
        screen.input(vec![]);
        let texts = screen.text_of(TextRole::Label);
        assert!(texts.contains("2 checks to win") && texts.contains("3 checks to win"), "{size:?}: {texts}");
    }
}

/// A check is shown in the alarm colour. Messages between players are not.
#[test]
fn only_check_is_shown_in_the_alarm_color() {
    let (mut screen, _) = screen(setup(xxl(MATE_IN_ONE), TWO_HUMANS), &FakeAnalyst::default());
    let color = |screen: &GameScreen| {
        let scene = screen.scene();
        scene.texts().find(|text| text.role == TextRole::Message).expect("a message").color
    };
    screen.key(Key::Char('d'));
    let calm = color(&screen);
    screen.click_squares(&["a13", "a14"]);
    screen.tick(SECOND);
    let alarm = color(&screen);
    screen.key(Key::Escape);
    assert!(calm != alarm && color(&screen) == calm);
}
