//! Clocks over ten minutes, frame by frame as in the window: pacing, stack of screens, tick of the screen.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use crate::common::window::{Driver, Window};
use crate::common::{Dice, Shared, Silent, app_with, deterministic, variant};
use xxlchess::game::GameController;
use xxlchess::game::clock::TimeControl;
use xxlchess::game::options::Options;
use xxlchess::game::{Game, GameSetup, PlayerKind, Termination};
use xxlchess::gui::pacing::Pacer;
use xxlchess::rules::{ByColor, Color, Move, MoveFlag, Position};
use xxlchess::view::host::Host;
use xxlchess::view::input::{InputEvent, MouseButton};
use xxlchess::view::screens::play::PlayScreen;
use xxlchess::view::widgets::board::animation::Speed;

const INCREMENT: Duration = Duration::from_secs(2);
/// Largest error of a clock.
const TOLERANCE: Duration = Duration::from_millis(10);
/// Time between two moves. It is not a multiple of any frame.
const TURN: Duration = Duration::from_millis(4_937);
/// Time of each side at the start of a game.
const TEN_MINUTES: Duration = Duration::from_secs(600);

/// A game of two people in an app without a window. It has a simulated time and paced frames, which take random times.
///
/// A move counts at the time of the frame that handles it, so the expected clocks use the time of that frame.
struct Table {
    screen: Rc<RefCell<Host<PlayScreen>>>,
    window: Window,
    pacer: Pacer,
    step: Duration,
    dice: Dice,
    /// The simulated time.
    now: Duration,
    /// Start of the last frame.
    last: Duration,
    /// Time at which the expected clock of the side to move was started.
    turn_began: Duration,
    /// The expected time on each clock. Each move subtracts the time since the move before it.
    truth: ByColor<Duration>,
}

impl Table {
    fn new(frames_a_second: u32, initial: Duration) -> Self {
        let control = Some(TimeControl { initial, increment: INCREMENT });
        let game = Game::new(GameSetup {
            position: Position::start(&variant("xxl")).expect("a legal start"),
            players: ByColor { white: PlayerKind::Human, black: PlayerKind::Human },
            controls: ByColor { white: control, black: control },
            options: Options::default(),
        });
        let controller = GameController::new(game, Box::new(Silent), deterministic(0));
        let speed = Speed { pixels_a_frame: 6.0, longest: Duration::from_secs(1) };
        let screen = Rc::new(RefCell::new(PlayScreen::new(controller, Color::White, None)));
        let app = app_with(Shared(Rc::clone(&screen)), Options::default(), speed);
        Self {
            screen,
            window: Window::new(app),
            pacer: Pacer::new(Duration::ZERO),
            step: Duration::from_secs(1) / frames_a_second,
            dice: Dice::new(u64::from(frames_a_second)),
            now: Duration::ZERO,
            last: Duration::ZERO,
            turn_began: Duration::ZERO,
            truth: ByColor { white: initial, black: initial },
        }
    }

    /// One frame of the window's loop (`gui::window`): measures the time, handles input, works, and sleeps until the
    /// next frame.
    fn turn_of_loop(&mut self, events: Vec<InputEvent>) {
        let start = self.now;
        let elapsed = start - self.last;
        self.last = start;
        self.window.after(elapsed, events);
        // Most frames take little time, and some take longer than the interval between frames.
        let most = if self.dice.below(20) == 0 { 70_000_000 } else { 6_000_000 };
        self.now += Duration::from_nanos(self.dice.below(most) as u64);
        let pause = self.pacer.pause(self.now, self.step);
        // A sleep lasts a little longer than requested.
        self.now += pause + Duration::from_nanos(self.dice.below(300_000) as u64);
    }

    /// Lets frames pass until `time`.
    fn wait_until(&mut self, time: Duration) {
        while self.now < time {
            self.turn_of_loop(vec![]);
        }
    }

    /// Makes a move by two clicks in one frame, and updates the expected clocks by the time of the frame.
    fn play(&mut self) {
        let mv = self.quiet_move();
        let mover = self.turn();
        let events = [mv.from, mv.to].into_iter().flat_map(|square| {
            let at = self.window.tile(&square.to_string());
            [InputEvent::Pressed(MouseButton::Left, at), InputEvent::Released(MouseButton::Left, at)]
        });
        self.turn_of_loop(events.collect());
        assert_eq!(self.turn(), !mover, "{mv:?} is made");
        self.truth[mover] = self.truth[mover] - (self.last - self.turn_began) + INCREMENT;
        self.turn_began = self.last;
    }

    fn turn(&self) -> Color {
        self.screen.borrow().controller().game().position().turn()
    }

    /// A random legal move that does not end the game. It is no castling, no promotion and no en passant capture.
    fn quiet_move(&mut self) -> Move {
        let position = self.screen.borrow().controller().game().position().clone();
        let moves = position.legal_moves();
        loop {
            let mv = moves[self.dice.below(moves.len())];
            let mut next = position.clone();
            next.make(mv);
            if matches!(mv.flag, MoveFlag::Normal | MoveFlag::DoubleStep) && next.outcome(1).is_none() {
                return mv;
            }
        }
    }

    /// Asserts that both clocks of the last frame are as expected.
    fn check(&self, what: &str) {
        let (screen, turn) = (self.screen.borrow(), self.turn());
        let game = screen.controller().game();
        assert_eq!(game.termination(), None, "{what}");
        for color in Color::ALL {
            let running = if color == turn { self.last - self.turn_began } else { Duration::ZERO };
            let truth = self.truth[color] - running;
            let shown = game.clocks().remaining(color).expect("a clock");
            assert!(shown.abs_diff(truth) <= TOLERANCE, "{what}: {color:?} shows {shown:?}, not {truth:?}");
        }
    }
}

/// In 40 moves within 200 seconds, at 20, 60 and 144 uneven frames a second, no clock is wrong by more than 10 ms.
#[test]
fn clocks_are_right_at_any_frame_rate() {
    for rate in [20, 60, 144] {
        let mut table = Table::new(rate, TEN_MINUTES);
        let mut moves = 0;
        while table.now < TEN_MINUTES / 3 {
            table.wait_until(table.turn_began + TURN);
            table.play();
            moves += 1;
            table.check(&format!("{rate} frames a second, move {moves}"));
        }
        assert!(moves > 36, "{moves} moves");
    }
}

/// If the program halts for two seconds, they are subtracted from the clock of the side to move only, even if a move is
/// waiting.
#[test]
fn a_halt_of_two_seconds_costs_the_side_to_move_two_seconds() {
    for rate in [20, 60, 144] {
        let mut table = Table::new(rate, TEN_MINUTES);
        table.wait_until(Duration::from_secs(3));
        table.play();
        table.wait_until(Duration::from_secs(5));
        let halted = table.turn();
        let before = table.screen.borrow().controller().game().clocks().clone();
        table.now += Duration::from_secs(2);
        table.play();
        table.check(&format!("{rate} frames a second, after the halt"));
        let after = table.screen.borrow().controller().game().clocks().clone();
        let spent = before.remaining(halted).unwrap() + INCREMENT - after.remaining(halted).unwrap();
        assert!(spent >= Duration::from_secs(2) && spent < Duration::from_millis(2_200), "{spent:?}");
        assert_eq!(before.remaining(!halted), after.remaining(!halted));
        table.wait_until(Duration::from_secs(60));
        table.play();
        table.check(&format!("{rate} frames a second, a minute later"));
    }
}

/// If a clock runs out while the program halts, the game is lost, even if a move was made in that time.
#[test]
fn a_clock_can_run_out_during_a_halt() {
    let mut table = Table::new(60, Duration::from_secs(4));
    table.wait_until(Duration::from_secs(3));
    table.now += Duration::from_secs(2);
    table.turn_of_loop(vec![]);
    let screen = table.screen.borrow();
    assert_eq!(screen.controller().game().termination(), Some(Termination::Time { winner: Color::Black }));
}
