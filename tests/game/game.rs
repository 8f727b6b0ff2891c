//! The game and the computer in it, driven without a window: events, messages, clocks, thinking and its end.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use crate::common::{
    self, FakeOpponent, HUMAN_BLACK, HUMAN_WHITE, TWO_COMPUTERS, TWO_HUMANS, at, control, play, xxl,
};
use xxlchess::engine::difficulty::Difficulty;
use xxlchess::engine::{self, SearchRequest};
use xxlchess::game::options::Options;
use xxlchess::game::worker::{ThreadedWorker, Worker};
use xxlchess::game::{Command, Event, Game, GameSetup, PlayerKind, Termination};
use xxlchess::game::{ComputerSettings, GameController};
use xxlchess::notation::coords::parse_move;
use xxlchess::rules::{ByColor, Color, Move, Outcome, Position};

const MS: Duration = Duration::from_millis(1);
const SECOND: Duration = Duration::from_secs(1);

/// Kings on h1 and h14, a pawn on its second rank each.
const QUIET: &str = "7k6/p13/14/14/14/14/14/14/14/14/14/14/P13/7K6 w - - 0 1";
/// White mates by b3b14.
const MATE_IN_ONE: &str = "7k6/R13/14/14/14/14/14/14/14/14/14/1R12/14/7K6 w - - 0 1";
/// White stalemates by b8b12.
const STALEMATE_IN_ONE: &str = "k13/14/14/14/14/14/1Q12/14/14/14/14/14/2K11/14 w - - 0 1";

fn game(fen: &str, players: ByColor<PlayerKind>) -> Game {
    let controls = ByColor { white: control(10, 2), black: control(20, 3) };
    Game::new(GameSetup { position: xxl(fen), players, controls, options: Options::default() })
}

fn message(game: &Game) -> String {
    game.message().unwrap_or_default()
}

/// Every ending has its message, with a human on either side, on both and on none.
#[test]
fn every_ending_has_its_message() {
    let of = |fen, players, command: &str| {
        let mut game = game(fen, players);
        match command {
            "time" => drop(game.apply(Command::Tick(100 * SECOND))),
            "escape" => drop(game.apply(Command::Resign)),
            mv => drop(play(&mut game, mv)),
        }
        message(&game)
    };
    for (fen, command, texts) in [
        (
            MATE_IN_ONE,
            "b3b14",
            [
                "You won by checkmate",
                "You lost by checkmate",
                "White won by checkmate",
                "White won by checkmate",
            ],
        ),
        (QUIET, "time", ["You lost on time", "You won on time", "Black won on time", "Black won on time"]),
        (QUIET, "escape", ["You resigned", "You resigned", "White resigned", "Black resigned"]),
        (STALEMATE_IN_ONE, "b8b12", ["Stalemate – draw"; 4]),
        (QUIET, "a2a3", [""; 4]),
        (MATE_IN_ONE, "a13a14", ["Check!"; 4]),
    ] {
        let players = [HUMAN_WHITE, HUMAN_BLACK, TWO_HUMANS, TWO_COMPUTERS];
        assert_eq!(players.map(|players| of(fen, players, command)), texts, "{command}");
    }
}

/// White or Black resigns a game of two people, whichever is to move.
#[test]
fn of_two_players_the_one_to_move_resigns() {
    let mut game = game(QUIET, TWO_HUMANS);
    play(&mut game, "a2a3");
    let ended = game.apply(Command::Resign);
    assert_eq!(ended, [Event::Ended(Termination::Resignation { winner: Color::White })]);
    assert_eq!(message(&game), "Black resigned");
}

/// A move causes its events in a fixed order, and an illegal move causes none.
#[test]
fn events_are_in_order() {
    let mut game = game(MATE_IN_ONE, HUMAN_WHITE);
    assert_eq!(game.apply(Command::Click(at("b3"))), [Event::Selected(at("b3"))]);
    assert_eq!(game.apply(Command::Click(at("b3"))), [Event::Deselected]);
    let before = game.position().clone();
    assert_eq!(game.apply(Command::Play(Move::normal(at("b3"), at("c4")))), []);
    assert_eq!(*game.position(), before);
    assert_eq!(game.apply(Command::Restart), []);
    game.apply(Command::Click(at("b3")));
    let events = game.apply(Command::Click(at("b14")));
    assert!(
        matches!(
            events[..],
            [Event::Moved(made), Event::Deselected, Event::Check(Color::Black), Event::Ended(ending)]
                if made.mv == Move::normal(at("b3"), at("b14"))
                    && ending == Termination::Outcome(Outcome::Checkmate { winner: Color::White })
        ),
        "{events:?}"
    );
    assert_eq!(game.side_to_move(), None);
    for command in [Command::Click(at("b14")), Command::Resign, Command::Tick(100 * SECOND)] {
        assert_eq!(game.apply(command), [], "{command:?}");
    }
    assert_eq!(game.apply(Command::Restart), [Event::Restarted]);
    assert_eq!((game.position(), game.moves().len(), game.keys().len()), (&before, 0, 1));
}

/// The event of castling has the rook with its squares, that of a capture the captured piece.
#[test]
fn a_move_event_has_castling_rook_and_capture() {
    let mut game = game("7k6/13p/14/14/14/14/14/14/14/14/14/14/14/R6K5R w KQ - 0 1", TWO_HUMANS);
    let events = play(&mut game, "h1f1");
    let Some(Event::Moved(made)) = events.first() else { panic!("{events:?}") };
    assert_eq!(made.castling_rook.map(|(_, from, to)| (from, to)), Some((at("a1"), at("g1"))));
    play(&mut game, "h14i14");
    let events = play(&mut game, "n1n13");
    let Some(Event::Moved(made)) = events.first() else { panic!("{events:?}") };
    assert_eq!(made.captured.map(|(square, piece)| (square, piece.color)), Some((at("n13"), Color::Black)));
    assert_eq!(made.castling_rook, None);
}

/// The clock of the side to move runs to the nanosecond and gets its increment. No clock runs after the end.
#[test]
fn only_the_clock_of_the_side_to_move_runs() {
    let mut game = game(QUIET, TWO_HUMANS);
    let left = |game: &Game| Color::ALL.map(|color| game.clocks().remaining(color).expect("a clock"));
    game.apply(Command::Tick(Duration::from_nanos(1)));
    assert_eq!(left(&game), [10 * SECOND - Duration::from_nanos(1), 20 * SECOND]);
    play(&mut game, "a2a3");
    assert_eq!(left(&game), [12 * SECOND - Duration::from_nanos(1), 20 * SECOND]);
    game.apply(Command::Tick(20 * SECOND - Duration::from_nanos(1)));
    assert_eq!((game.side_to_move(), left(&game)[1]), (Some(Color::Black), Duration::from_nanos(1)));
    let ended = game.apply(Command::Tick(Duration::from_nanos(1)));
    assert_eq!(ended, [Event::Ended(Termination::Time { winner: Color::White })]);
    game.apply(Command::Tick(SECOND));
    assert_eq!(left(&game), [12 * SECOND - Duration::from_nanos(1), Duration::ZERO]);

    let controls = ByColor { white: None, black: control(1, 0) };
    let mut game = Game::new(GameSetup {
        position: xxl(QUIET),
        players: TWO_HUMANS,
        controls,
        options: Options::default(),
    });
    assert_eq!(game.apply(Command::Tick(1_000_000 * SECOND)), []);
    assert_eq!(game.side_to_move(), Some(Color::White));
}

/// The king flashes three times, whatever the steps of time are.
#[test]
fn the_king_flashes_three_times() {
    for step in [MS, 7 * MS, 16 * MS, 50 * MS, 249 * MS] {
        let mut game = game("8k5/14/7r6/14/14/14/14/14/14/7N6/14/14/14/7K6 w - - 0 1", HUMAN_WHITE);
        game.apply(Command::Click(at("h5")));
        let events = game.apply(Command::Click(at("f6")));
        assert_eq!(events, [Event::MustDefendKing(Color::White), Event::Deselected]);
        let mut since = Duration::ZERO;
        while since < Duration::from_millis(1500) {
            let dark = since.as_millis() % 500 < 250;
            assert_eq!(game.king_flash(), Some((at("h1"), dark)), "{since:?} in steps of {step:?}");
            assert_eq!(message(&game), "You must defend your king!");
            since += step;
            game.apply(Command::Tick(step));
        }
        assert_eq!((game.king_flash(), game.message()), (None, None));
    }
}

/// In variants with a repetition rule or a move rule the game ends at the limit of the rule.
#[test]
fn repetition_and_fifty_moves_end_a_game() {
    let start = |clock| format!("7k6/p13/14/14/14/14/14/14/14/14/14/14/P13/7K6 w - - {clock} 1");
    let game_of = |fen: &str| {
        let position =
            xxlchess::notation::fen::parse(&common::variant("xxlm"), fen).expect("a legal position");
        Game::new(GameSetup {
            position,
            players: TWO_HUMANS,
            controls: ByColor { white: None, black: None },
            options: Options::default(),
        })
    };
    let mut game = game_of(&start(0));
    for mv in ["h1g1", "h14g14", "g1h1", "g14h14", "h1g1", "h14g14", "g1h1"] {
        play(&mut game, mv);
        assert_eq!(game.termination(), None, "{mv}");
    }
    play(&mut game, "g14h14");
    assert_eq!(
        (game.termination(), message(&game).as_str()),
        (Some(Termination::Outcome(Outcome::Repetition)), "Repetition – draw")
    );
    let mut game = game_of(&start(99));
    play(&mut game, "h1g1");
    assert_eq!(
        (game.termination(), message(&game).as_str()),
        (Some(Termination::Outcome(Outcome::MoveRule)), "Move rule – draw")
    );
    assert_eq!(Termination::Outcome(Outcome::MoveRule).winner(), None);
}

/// In variants in which a stalemate is won or lost the game ends with that result.
#[test]
fn stalemate_can_be_won_or_lost() {
    let ini = "[lost:xxl]\nstalemateValue = loss\n";
    let variants = xxlchess::notation::variants_ini::Variants::built_in();
    let variants = variants.with_file("test.ini", ini).expect("a valid file");
    let position = xxlchess::notation::fen::parse(&variants.get("lost").expect("it"), STALEMATE_IN_ONE);
    let controls = ByColor { white: None, black: None };
    let setup = GameSetup {
        position: position.expect("legal"),
        players: HUMAN_WHITE,
        controls,
        options: Options::default(),
    };
    let mut game = Game::new(setup);
    play(&mut game, "b8b12");
    assert_eq!(message(&game), "You won by stalemate");
    assert_eq!(game.termination().and_then(Termination::winner), Some(Color::White));
}

fn controller(game: Game, pause: Duration) -> (GameController, FakeOpponent) {
    let opponent = FakeOpponent::default();
    let settings = ComputerSettings { seed: 7, deterministic: true, pause };
    (GameController::new(game, Box::new(opponent.clone()), settings), opponent)
}

fn play_in(controller: &mut GameController, mv: &str) {
    let mv = parse_move(controller.game().position(), mv).expect("a legal move");
    controller.apply(Command::Play(mv));
}

/// The computer gets one request for each move, with the position, the earlier keys, its time, the moves so far and the seed of
/// the game.
#[test]
fn the_computer_is_asked_once_a_move() {
    let (mut controller, opponent) = controller(game(QUIET, HUMAN_WHITE), Duration::ZERO);
    controller.apply(Command::Tick(MS));
    assert!(opponent.0.borrow().requests.is_empty() && !controller.is_thinking());
    play_in(&mut controller, "a2a3");
    for _ in 0..10 {
        controller.apply(Command::Tick(MS));
    }
    assert!(controller.is_thinking());
    opponent.set_reply(parse_move(controller.game().position(), "a13a12"));
    controller.apply(Command::Tick(MS));
    assert_eq!(controller.game().side_to_move(), Some(Color::White));
    assert!(!controller.is_thinking());
    play_in(&mut controller, "a3a4");
    controller.apply(Command::Tick(MS));
    let asked = opponent.0.borrow();
    let [first, second] = &asked.requests[..] else { panic!("asked {} times", asked.requests.len()) };
    assert_eq!(first.position.turn(), Color::Black);
    assert_eq!(first.time_left, Some(20 * SECOND - MS));
    assert_eq!(first.increment, 3 * SECOND);
    assert_eq!(first.key_history.len(), 2);
    assert_eq!(first.key_history.last(), Some(&first.position.key()));
    assert_eq!(second.key_history.len(), 4);
    assert_eq!((first.moves().len(), second.moves().len()), (1, 3));
    assert!(first.deterministic && first.seed == second.seed);
}

/// At a level that searches the computer's move comes after the pause, or with little time after a twentieth of that time.
#[test]
fn the_computers_move_comes_after_a_pause() {
    let options = Options { difficulty: Difficulty::STRONGEST.number(), ..Options::default() };
    for (used, pause) in [(Duration::ZERO, 350), (9 * SECOND, 50)] {
        let controls = ByColor { white: control(10, 2), black: control(20, 3) };
        let game = Game::new(GameSetup { position: xxl(QUIET), players: TWO_COMPUTERS, controls, options });
        let (mut controller, opponent) = controller(game, 350 * MS);
        controller.apply(Command::Tick(used));
        opponent.set_reply(parse_move(controller.game().position(), "a2a3"));
        let mut waited = 0;
        while controller.game().side_to_move() == Some(Color::White) {
            controller.apply(Command::Tick(MS));
            waited += 1;
        }
        assert_eq!(controller.game().side_to_move(), Some(Color::Black));
        assert!((pause - 5..=pause).contains(&waited), "{waited} ms after {used:?}");
    }
}

/// How long the computer, which plays Black at level 4 with `seconds` on its clock, waits before `reply` to `mv`.
fn thought(fen: &str, mv: &str, reply: &str, seconds: Option<u64>) -> Duration {
    let controls = ByColor { white: None, black: seconds.and_then(|seconds| control(seconds, 0)) };
    let (position, options) = (xxl(fen), Options { difficulty: 4, ..Options::default() });
    let game = Game::new(GameSetup { position, players: HUMAN_WHITE, controls, options });
    let (mut controller, opponent) = controller(game, 350 * MS);
    play_in(&mut controller, mv);
    opponent.set_reply(parse_move(controller.game().position(), reply));
    let mut waited = Duration::ZERO;
    while controller.game().side_to_move() == Some(Color::Black) {
        controller.apply(Command::Tick(10 * MS));
        waited += 10 * MS;
    }
    waited
}

/// At a level that plays like a person a recapture comes in less than half a second. A quiet move takes longer where many
/// pieces are attacked, at most two and a half seconds. With ten seconds left, a move takes a fortieth of them at most.
#[test]
fn the_computer_thinks_longer_in_hard_positions() {
    let recapture =
        thought("7k6/14/14/4p9/3n10/14/14/14/14/3R10/14/14/14/7K6 w - - 0 1", "d5d10", "e11d10", None);
    assert!(recapture < 500 * MS, "{recapture:?}");
    let quiet = thought(QUIET, "a2a3", "a13a12", None);
    let full = "7k6/p1n1r1b1q1r2p/14/14/14/14/14/14/14/14/14/14/P1R1Q1B1R1N2P/7K6 w - - 0 1";
    let hard = thought(full, "a2a3", "a13a12", None);
    assert!(recapture < quiet && quiet < hard && hard <= 2_510 * MS, "{recapture:?} {quiet:?} {hard:?}");
    let hurried = thought(full, "a2a3", "a13a12", Some(10));
    assert!(hurried <= 260 * MS, "{hurried:?}");
}

/// Resignation, lost time and a restart cancel the search, and a late answer is not played.
#[test]
fn the_search_is_cancelled_with_the_game() {
    for end in [Command::Resign, Command::Tick(100 * SECOND)] {
        let (mut controller, opponent) = controller(game(QUIET, HUMAN_WHITE), Duration::ZERO);
        play_in(&mut controller, "a2a3");
        controller.apply(Command::Tick(MS));
        opponent.set_reply(None);
        controller.apply(end);
        assert_eq!((opponent.0.borrow().cancelled, controller.is_thinking()), (1, false), "{end:?}");
        opponent.set_reply(parse_move(controller.game().position(), "a13a12"));
        controller.apply(Command::Tick(MS));
        assert_eq!(controller.game().moves().len(), 1, "{end:?}");
        controller.apply(Command::Restart);
        assert_eq!(opponent.0.borrow().cancelled, 2, "{end:?}");
        controller.apply(Command::Tick(MS));
        assert_eq!(
            (controller.game().moves().len(), controller.game().side_to_move()),
            (0, Some(Color::White))
        );
    }
}

/// An illegal answer of the computer is dropped, and the computer is asked again.
#[test]
fn an_illegal_answer_is_not_played() {
    let (mut controller, opponent) = controller(game(QUIET, HUMAN_BLACK), Duration::ZERO);
    opponent.set_reply(Some(Move::normal(at("a2"), at("h9"))));
    controller.apply(Command::Tick(MS));
    assert_eq!(controller.game().moves().len(), 0);
    controller.apply(Command::Tick(MS));
    assert_eq!(opponent.0.borrow().requests.len(), 2);
}

/// A player whose search goes on until it was stopped and `may_end` is set. It reads both only every 50 milliseconds.
struct Endless {
    at_work: Arc<AtomicUsize>,
    may_end: Arc<AtomicBool>,
}

impl engine::Player for Endless {
    fn choose_move(&mut self, task: &SearchRequest, stop: &AtomicBool) -> Option<Move> {
        self.at_work.fetch_add(1, Ordering::SeqCst);
        while !stop.load(Ordering::Relaxed) || !self.may_end.load(Ordering::SeqCst) {
            std::thread::sleep(50 * MS);
        }
        self.at_work.fetch_sub(1, Ordering::SeqCst);
        task.position.legal_moves().first().copied()
    }
}

fn task() -> SearchRequest {
    SearchRequest { deterministic: false, ..SearchRequest::new(xxl(QUIET)) }
}

/// Waits until `done` or for ten seconds at most.
fn wait_for(done: impl Fn() -> bool) {
    let start = Instant::now();
    while !done() && start.elapsed() < 10 * SECOND {
        std::thread::sleep(MS);
    }
    assert!(done());
}

/// Cancelling a search does not wait for its thread, which ends, and its answer is dropped.
#[test]
fn a_cancelled_search_stops_and_leaves_no_thread() {
    let at_work = Arc::new(AtomicUsize::new(0));
    let may_end = Arc::new(AtomicBool::new(false));
    let thinker = Endless { at_work: Arc::clone(&at_work), may_end: Arc::clone(&may_end) };
    let mut opponent = ThreadedWorker::opponent(Box::new(thinker));
    opponent.start(task());
    wait_for(|| at_work.load(Ordering::SeqCst) == 1);
    opponent.cancel();
    assert_eq!((opponent.poll(), at_work.load(Ordering::SeqCst)), (None, 1));
    may_end.store(true, Ordering::SeqCst);
    wait_for(|| at_work.load(Ordering::SeqCst) == 0);
    assert_eq!(opponent.poll(), None);

    opponent.start(task());
    wait_for(|| at_work.load(Ordering::SeqCst) == 1);
    opponent.cancel();
    opponent.start(task());
    drop(opponent);
    // The player has been dropped with the last thread that could use it.
    assert_eq!((at_work.load(Ordering::SeqCst), Arc::strong_count(&at_work)), (0, 1));
}

/// When the controller has been dropped, the thread of a search that was cancelled just before has ended.
#[test]
fn a_cancelled_thread_is_joined_at_the_end() {
    let at_work = Arc::new(AtomicUsize::new(0));
    let thinker = Endless { at_work: Arc::clone(&at_work), may_end: Arc::new(AtomicBool::new(true)) };
    let mut opponent = ThreadedWorker::opponent(Box::new(thinker));
    opponent.start(task());
    wait_for(|| at_work.load(Ordering::SeqCst) == 1);
    opponent.cancel();
    drop(opponent);
    assert_eq!((at_work.load(Ordering::SeqCst), Arc::strong_count(&at_work)), (0, 1));
}

/// A player that returns the first legal move, or fails.
struct First {
    fails: bool,
}

impl engine::Player for First {
    fn choose_move(&mut self, task: &SearchRequest, _stop: &AtomicBool) -> Option<Move> {
        assert!(!self.fails, "this thinker fails on purpose");
        task.position.legal_moves().first().copied()
    }
}

/// Workers with and without threads give each answer once. If the computer's player fails, the heuristic answers.
#[test]
fn opponents_answer_once() {
    let position: Position = task().position;
    let mut inline = ThreadedWorker::opponent(Box::new(First { fails: false })).inline();
    assert_eq!(inline.poll(), None);
    inline.start(task());
    assert!(inline.poll().is_some_and(|mv| position.is_legal(mv)));
    assert_eq!(inline.poll(), None);
    inline.start(task());
    inline.cancel();
    assert_eq!(inline.poll(), None);

    let mut threaded = ThreadedWorker::opponent(Box::new(First { fails: false }));
    assert_eq!(threaded.poll(), None);
    for _ in 0..3 {
        threaded.start(task());
        let start = Instant::now();
        let answer = loop {
            let answer = threaded.poll();
            if answer.is_some() || start.elapsed() > 10 * SECOND {
                break answer;
            }
        };
        assert!(answer.is_some_and(|mv| position.is_legal(mv)));
        assert_eq!(threaded.poll(), None);
    }

    let mut failing = ThreadedWorker::opponent(Box::new(First { fails: true }));
    for _ in 0..2 {
        failing.start(task());
        let answer = (0..5000).find_map(|_| {
            std::thread::sleep(MS);
            failing.poll()
        });
        assert!(answer.is_some_and(|mv| position.is_legal(mv)));
        assert_eq!(failing.poll(), None);
    }
}
