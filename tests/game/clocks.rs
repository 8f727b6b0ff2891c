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
/// How far a clock may be from the truth.
const TOLERANCE: Duration = Duration::from_millis(10);
/// A person's move every so often, not a multiple of any frame.
const TURN: Duration = Duration::from_millis(4_937);
const TEN_MINUTES: Duration = Duration::from_secs(600);

/// The app without a window: a time of its own, paced frames of random cost, and a game of two people.
///
/// A move counts from the frame that takes it in: that frame's time is what the clocks are compared with.
struct Table {
    screen: Rc<RefCell<Host<PlayScreen>>>,
    window: Window,
    pacer: Pacer,
    step: Duration,
    dice: Dice,
    /// The time now, when the last frame began, and when the clock of the side to move was started: of the true clock.
    now: Duration,
    last: Duration,
    turn_began: Duration,
    /// What either clock must show, kept by subtracting one time from another once a move.
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

    /// One turn of the window's loop (`gui::window`): measure, take in, work, sleep until the next frame is due.
    fn turn_of_loop(&mut self, events: Vec<InputEvent>) {
        let start = self.now;
        let elapsed = start - self.last;
        self.last = start;
        self.window.after(elapsed, events);
        // Mostly quick, sometimes longer than a frame is due; never a round number.
        let most = if self.dice.below(20) == 0 { 70_000_000 } else { 6_000_000 };
        self.now += Duration::from_nanos(self.dice.below(most) as u64);
        let pause = self.pacer.pause(self.now, self.step);
        // Whoever sleeps wakes up a little late.
        self.now += pause + Duration::from_nanos(self.dice.below(300_000) as u64);
    }

    /// Lets frames pass until `time`.
    fn wait_until(&mut self, time: Duration) {
        while self.now < time {
            self.turn_of_loop(vec![]);
        }
    }

    /// A move of the side to move by two clicks in one frame; the true clocks are set by the frame's time.
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

    /// A legal move by chance that needs no second choice and does not end the game.
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

    /// Both clocks are what they must be at the last frame.
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

/// 120 moves of ten minutes at 20, 60 and 144 uneven frames a second: the clocks are right to 10 ms.
#[test]
fn clocks_are_right_at_any_frame_rate() {
    for rate in [20, 60, 144] {
        let mut table = Table::new(rate, TEN_MINUTES);
        let mut moves = 0;
        while table.now < TEN_MINUTES {
            table.wait_until(table.turn_began + TURN);
            table.play();
            moves += 1;
            table.check(&format!("{rate} frames a second, move {moves}"));
        }
        assert!(moves > 110, "{moves} moves");
    }
}

/// A program that stood still for two seconds takes them from the side to move and nothing from the other one, even
/// if a move was waiting.
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

/// A clock that ran out while the program stood still is lost, even if a move was made in that time.
#[test]
fn a_clock_can_run_out_during_a_halt() {
    let mut table = Table::new(60, Duration::from_secs(4));
    table.wait_until(Duration::from_secs(3));
    table.now += Duration::from_secs(2);
    table.turn_of_loop(vec![]);
    let screen = table.screen.borrow();
    assert_eq!(screen.controller().game().termination(), Some(Termination::Time { winner: Color::Black }));
}
