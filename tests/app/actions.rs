//! What the person can do in a game besides moving: hint, draw, rematch, new game, turning the board, by their keys.

use std::cell::Cell;
use std::rc::Rc;
use std::time::{Duration, Instant};

use crate::common::{
    FakeAnalyst, FakeOpponent, GameScreen, HUMAN_WHITE, Silent, TWO_HUMANS, app_setup, deterministic,
    variant, window::FIRST, xxl,
};
use xxlchess::app::App;
use xxlchess::engine::{Score, SearchReport, SearchRequest};
use xxlchess::game::GameController;
use xxlchess::game::clock::TimeControl;
use xxlchess::game::fog::VisibleBoard;
use xxlchess::game::new_game::{BySeat, ColorChoice, NewGame};
use xxlchess::game::options::Options;
use xxlchess::game::worker::{AnalysisRequest, ThreadedWorker, Worker};
use xxlchess::game::{Command, Event, Game, GameSetup, PlayerKind, Termination};
use xxlchess::notation::coords::{parse_move, parse_square};
use xxlchess::notation::fen;
use xxlchess::rules::{ByColor, Color, Move, Position, Square};
use xxlchess::view::input::{Input, InputEvent, Key, MouseButton};
use xxlchess::view::layout::Layout;
use xxlchess::view::scene::{Item, Point, Scene, TextRole};
use xxlchess::view::screen::Action;
use xxlchess::view::widgets::board::animation::Speed;

const MS: Duration = Duration::from_millis(1);
const SECOND: Duration = Duration::from_secs(1);
/// Kings on h1 and h14, a pawn on its second rank each.
const QUIET: &str = "7k6/p13/14/14/14/14/14/14/14/14/14/14/P13/7K6 w - - 0 1";
/// White mates by b3b14.
const MATE_IN_ONE: &str = "7k6/R13/14/14/14/14/14/14/14/14/14/1R12/14/7K6 w - - 0 1";

fn at(square: &str) -> Square {
    parse_square(square).expect("a square")
}

fn mv(from: &str, to: &str) -> Move {
    Move::normal(at(from), at(to))
}

/// Sets the reply of `analyst`.
fn reply(analyst: &FakeAnalyst, best: Move, score: Score) {
    analyst.set_reply(SearchReport::from_move(Some(best), score));
}

fn setup(position: Position, players: ByColor<PlayerKind>) -> GameSetup {
    let control = |seconds| Some(TimeControl { initial: SECOND * seconds, increment: Duration::ZERO });
    let controls = ByColor { white: control(100), black: control(200) };
    GameSetup { position, players, controls, options: Options::default() }
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

/// A hint that is not possible.
#[test]
fn the_next_move_removes_a_notice() {
    let (mut controller, _) = controller(setup(xxl(QUIET), TWO_HUMANS), &FakeAnalyst::default());
    controller.request_hint();
    controller.apply(Command::Tick(MS));
    assert_eq!(message(&controller), "No hints between two people");
    play(&mut controller, "a2a3");
    assert_eq!(message(&controller), "");
}

/// It is asked for once, and shows that it is being searched.
#[test]
fn a_hint_stays_until_the_board_changes() {
    let analyst = FakeAnalyst::default();
    let (mut controller, opponent) = controller(setup(xxl(QUIET), HUMAN_WHITE), &analyst);
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

    // Not while the computer thinks.
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

/// By a move, taking back, the end of the game and a restart.
#[test]
fn the_search_for_a_hint_is_cancelled() {
    for end in
        [Command::Play(mv("a3", "a4")), Command::TakeBack, Command::Resign, Command::Tick(1000 * SECOND)]
    {
        let analyst = FakeAnalyst::default();
        let (mut controller, opponent) = controller(setup(xxl(QUIET), HUMAN_WHITE), &analyst);
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

/// An illegal move is no hint either.
#[test]
fn two_players_get_no_hints() {
    let analyst = FakeAnalyst::default();
    let (mut controller, _) = controller(setup(xxl(QUIET), HUMAN_WHITE), &analyst);
    controller.request_hint();
    reply(&analyst, mv("a2", "h9"), Score::Centipawns(0));
    assert_eq!((controller.apply(Command::Tick(MS)), controller.hint()), (vec![], None));

    let (mut controller, _) = self::controller(setup(xxl(QUIET), TWO_HUMANS), &analyst);
    controller.request_hint();
    assert_eq!(analyst.0.borrow().requests.len(), 1);
    assert_eq!(message(&controller), "No hints between two people");
}

/// The position given to the engine.
#[test]
fn a_hint_in_the_fog_uses_only_what_the_player_sees() {
    let position = Position::start(&variant("xxl")).expect("a start").in_fog();
    let analyst = FakeAnalyst::default();
    let mut setup = setup(position.clone(), HUMAN_WHITE);
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

/// On this thread and on another; a cancelled search leaves no thread.
#[test]
fn the_engine_finds_a_mate_as_hint() {
    let question = AnalysisRequest { search: SearchRequest::new(xxl(MATE_IN_ONE)), time: SECOND };
    let summary = |report: Option<SearchReport>| report.map(|report| (report.best_move(), report.score));
    let expected = Some((Some(mv("b3", "b14")), Score::Mate(1)));
    let mut inline = ThreadedWorker::analyst(1).inline();
    inline.start(question.clone());
    assert_eq!((summary(inline.poll()), inline.poll()), (expected, None));
    let mut threaded = ThreadedWorker::analyst(1);
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
    (long.search.deterministic, long.time) = (false, 1000 * SECOND);
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

/// Never in the first ten moves, and once for each position.
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

/// After the same number of moves.
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

/// The search for an answer is cancelled.
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

/// There are no hints either.
#[test]
fn without_an_engine_a_draw_is_declined() {
    let opponent = FakeOpponent::default();
    let game = Game::new(setup(xxl(QUIET), HUMAN_WHITE));
    let mut controller = GameController::new(game, Box::new(opponent.clone()), deterministic(3));
    shuffle(&mut controller, &opponent, 20);
    controller.request_hint();
    assert_eq!(message(&controller), "");
    let events = controller.apply(Command::OfferDraw);
    assert_eq!(events, [Event::DrawOffered(Color::White), Event::DrawDeclined(Color::Black)]);
}

/// By the key or by a move; offering again changes nothing.
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

/// Both messages at once.
#[test]
fn check_is_shown_beside_a_draw_offer() {
    let (mut controller, _) = controller(setup(xxl(MATE_IN_ONE), TWO_HUMANS), &FakeAnalyst::default());
    controller.apply(Command::OfferDraw);
    play(&mut controller, "a13a14");
    assert_eq!(message(&controller), "Check! White offers a draw");
}

/// Only after the end.
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

fn scene(screen: &GameScreen) -> Scene {
    screen.scene(FIRST)
}

fn key(key: Key) -> InputEvent {
    InputEvent::Key { key, control: false }
}

fn press(screen: &mut GameScreen, letter: char) -> Option<Action> {
    screen.input(key(Key::Char(letter)), FIRST)
}

fn center(screen: &GameScreen, square: &str) -> Point {
    scene(screen).tiles().find(|tile| tile.square == at(square)).expect("a tile").rect.center()
}

fn click(screen: &mut GameScreen, square: &str) {
    let point = center(screen, square);
    screen.input(InputEvent::Pressed(MouseButton::Left, point), FIRST);
    screen.input(InputEvent::Released(MouseButton::Left, point), FIRST);
}

/// The piece slides back.
#[test]
fn z_and_backspace_take_back() {
    for back in [Key::Char('z'), Key::Backspace] {
        let (mut screen, _) = screen(setup(xxl(QUIET), TWO_HUMANS), &FakeAnalyst::default());
        click(&mut screen, "a2");
        click(&mut screen, "a4");
        screen.tick(2 * SECOND);
        let (from, to) = (center(&screen, "a2"), center(&screen, "a4"));
        screen.input(key(back), FIRST);
        assert!(screen.controller().game().moves().is_empty());
        let drawn = |screen: &GameScreen| {
            let scene = scene(screen);
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

/// Clicks find their squares; the next game starts unturned.
#[test]
fn f_turns_the_board() {
    for players in [HUMAN_WHITE, TWO_HUMANS] {
        let (mut screen, _) = screen(setup(xxl(QUIET), players), &FakeAnalyst::default());
        let lower = center(&screen, "a1");
        press(&mut screen, 'f');
        assert_eq!(center(&screen, "n14"), lower);
        click(&mut screen, "a2");
        click(&mut screen, "a4");
        assert_eq!(screen.controller().game().moves().len(), 1);
        press(&mut screen, 'f');
        assert_eq!(center(&screen, "a1"), lower);
        press(&mut screen, 'f');
        screen.input(key(Key::Escape), FIRST);
        press(&mut screen, 'r');
        assert_eq!(center(&screen, "a1"), lower);
    }
}

/// Against the computer and between two players.
#[test]
fn a_rematch_turns_the_board() {
    for players in [HUMAN_WHITE, TWO_HUMANS] {
        let (mut screen, _) = screen(setup(xxl(QUIET), players), &FakeAnalyst::default());
        let lower = center(&screen, "a1");
        press(&mut screen, 'x');
        assert_eq!(center(&screen, "a1"), lower);
        screen.input(key(Key::Escape), FIRST);
        press(&mut screen, 'x');
        assert_eq!(center(&screen, "n14"), lower);
        assert_eq!(screen.controller().game().termination(), None);
    }
}

/// Until the next move.
#[test]
fn a_hint_is_drawn_as_an_arrow() {
    let analyst = FakeAnalyst::default();
    let (mut screen, _) = screen(setup(xxl(QUIET), HUMAN_WHITE), &analyst);
    let arrow = |screen: &GameScreen| {
        let items = scene(screen).items;
        // Shapes of a few pixels belong to the sidebar.
        let far = |item: &Item| match item {
            Item::Line { from, to, .. } => (from.x - to.x).hypot(from.y - to.y) > 30.0,
            _ => false,
        };
        let tip = |item: &Item| matches!(item, Item::Triangle { corners, .. } if corners[0] == center(screen, "a4"));
        (items.iter().any(far), items.iter().any(tip))
    };
    assert_eq!(arrow(&screen), (false, false));
    press(&mut screen, 'h');
    assert!(scene(&screen).text_of(TextRole::Message).contains("Looking"));
    reply(&analyst, mv("a2", "a4"), Score::Centipawns(0));
    screen.tick(MS);
    assert_eq!(arrow(&screen), (true, true));
    click(&mut screen, "a2");
    assert_eq!(arrow(&screen), (true, true));
    click(&mut screen, "a3");
    screen.tick(2 * SECOND);
    assert_eq!(arrow(&screen), (false, false));
}

/// The answer is in the sidebar.
#[test]
fn d_offers_a_draw() {
    let (mut screen, _) = screen(setup(xxl(QUIET), HUMAN_WHITE), &FakeAnalyst::default());
    press(&mut screen, 'd');
    assert_eq!(scene(&screen).text_of(TextRole::Message), "Draw declined");
}

/// N starts another game at once when nothing is lost by it, and asks when a game is in progress.
#[test]
fn new_game_asks_first() {
    let frame = |app: &mut App, events| {
        app.frame(&Input { elapsed: MS, size: FIRST, pointer: Point::default(), events });
    };
    let letter = |letter| key(Key::Char(letter));
    let words = |app: &App| app.scene(FIRST).text_of(TextRole::Label);
    let click = |square: &str| {
        let at = Layout::new(FIRST, (14, 14), Color::White).tile_rect(at(square)).center();
        [InputEvent::Pressed(MouseButton::Left, at), InputEvent::Released(MouseButton::Left, at)]
    };
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
        (App::new(setup).expect("a game"), started)
    };
    for end in [false, true] {
        let (mut app, started) = open();
        if end {
            frame(&mut app, [click("a2"), click("a4")].concat());
            frame(&mut app, vec![key(Key::Escape)]);
        }
        frame(&mut app, vec![letter('n')]);
        assert_eq!(started.get(), 2, "ended: {end}");
    }
    let (mut app, started) = open();
    frame(&mut app, [click("a2"), click("a4")].concat());
    frame(&mut app, vec![letter('n')]);
    assert!(words(&app).contains("Give up this game?"), "{}", words(&app));
    frame(&mut app, vec![key(Key::Escape)]);
    assert!(started.get() == 1 && !words(&app).contains("Give up"));
    frame(&mut app, vec![letter('n'), key(Key::Enter)]);
    assert_eq!(started.get(), 2);
    assert!(app.scene(FIRST).sprites().any(|sprite| sprite.square == Some(at("a2"))), "the pawn is back");
}

/// The engine's hint.
#[test]
fn a_hint_in_check_leaves_the_check() {
    let position = fen::parse(&variant("xxl"), "7k6/14/14/14/14/14/14/14/14/14/14/14/14/r6K6 w - - 0 1");
    let game = Game::new(setup(position.expect("a legal position"), HUMAN_WHITE));
    let controller = GameController::new(game, Box::new(FakeOpponent::default()), deterministic(3));
    let mut controller = controller.with_analyst(Box::new(ThreadedWorker::analyst(1).inline()));
    controller.request_hint();
    let events = controller.apply(Command::Tick(MS));
    let Some(Event::Hint(hint)) = events.first() else { panic!("{events:?}") };
    assert!(controller.game().position().is_legal(*hint));
}

/// Presses the button in the sidebar that says `label`.
fn press_button(screen: &mut GameScreen, label: &str) -> Option<Action> {
    let scene = scene(screen);
    let text = scene.texts().find(|text| text.text == label);
    let at = text.unwrap_or_else(|| panic!("no button says {label}")).at;
    screen.input(InputEvent::Pressed(MouseButton::Left, at), FIRST)
}

/// During the game and after it.
#[test]
fn buttons_do_what_keys_do() {
    let (mut screen, _) = screen(setup(xxl(QUIET), TWO_HUMANS), &FakeAnalyst::default());
    click(&mut screen, "a2");
    click(&mut screen, "a4");
    press_button(&mut screen, "Take back");
    assert!(screen.controller().game().moves().is_empty());
    let lower = center(&screen, "a1");
    press_button(&mut screen, "Flip");
    assert_eq!(center(&screen, "n14"), lower);
    press_button(&mut screen, "Flip");
    press_button(&mut screen, "Draw");
    assert_eq!(screen.controller().game().draw_offer(), Some(Color::White));
    press_button(&mut screen, "Hint");
    press_button(&mut screen, "Resign");
    assert!(screen.controller().game().termination().is_some());
    press_button(&mut screen, "Rematch");
    assert_eq!(center(&screen, "n14"), lower);
    press_button(&mut screen, "Resign");
    assert!(matches!(press_button(&mut screen, "New game"), Some(Action::NewGame)));
}

/// Taking back at the start, a hint between two players.
#[test]
fn disabled_buttons_are_paler() {
    let ink = |screen: &GameScreen, label: &str| {
        let scene = scene(screen);
        scene.texts().find(|text| text.text == label).expect("a button").color
    };
    let (mut one, _) = screen(setup(xxl(QUIET), HUMAN_WHITE), &FakeAnalyst::default());
    let usual = ink(&one, "Resign");
    assert!(ink(&one, "Take back") != usual && ink(&one, "Hint") == usual);
    click(&mut one, "a2");
    click(&mut one, "a4");
    assert_eq!(ink(&one, "Take back"), usual);
    let (two, _) = screen(setup(xxl(QUIET), TWO_HUMANS), &FakeAnalyst::default());
    assert_ne!(ink(&two, "Hint"), usual);
}

/// Not the messages between players.
#[test]
fn only_check_is_shown_in_the_alarm_color() {
    let (mut screen, _) = screen(setup(xxl(MATE_IN_ONE), TWO_HUMANS), &FakeAnalyst::default());
    let color = |screen: &GameScreen| {
        let scene = scene(screen);
        scene.texts().find(|text| text.role == TextRole::Message).expect("a message").color
    };
    press(&mut screen, 'd');
    let calm = color(&screen);
    click(&mut screen, "a13");
    click(&mut screen, "a14");
    screen.tick(SECOND);
    let alarm = color(&screen);
    screen.input(key(Key::Escape), FIRST);
    assert!(calm != alarm && color(&screen) == calm);
}
