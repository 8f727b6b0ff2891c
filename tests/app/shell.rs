//! The stack of screens in the app: time, input, and how screens open and close.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use crate::common::{AT_ONCE, Silent, app_with, deterministic, variant, window::FIRST};
use xxlchess::app::App;
use xxlchess::game::GameController;
use xxlchess::game::clock::TimeControl;
use xxlchess::game::options::Options;
use xxlchess::game::{Game, GameSetup, PlayerKind};
use xxlchess::rules::{ByColor, Color, Position};
use xxlchess::view::frame::Frame;
use xxlchess::view::input::{Input, InputEvent, Key, MouseButton};
use xxlchess::view::scene::{Item, Point, Rect, Rgba, Scene, TextRole};
use xxlchess::view::screen::{Action, Context, Env, OpenScreen};
use xxlchess::view::screens::play::PlayScreen;

fn input(elapsed: Duration, events: Vec<InputEvent>) -> Input {
    Input { elapsed, size: FIRST, pointer: Point::default(), events }
}

fn key(letter: char) -> InputEvent {
    InputEvent::Key { key: Key::Char(letter), control: false }
}

/// Whatever time passed before; in a frame, time comes before input.
#[test]
fn the_first_clock_starts_with_the_first_frame() {
    let control = TimeControl { initial: Duration::from_secs(10), increment: Duration::ZERO };
    let game = Game::new(GameSetup {
        position: Position::start(&variant("xxl")).expect("a legal start"),
        players: ByColor { white: PlayerKind::Human, black: PlayerKind::Computer },
        controls: ByColor { white: Some(control), black: Some(control) },
        options: Options::default(),
    });
    let controller = GameController::new(game, Box::new(Silent), deterministic(0));
    let speed = AT_ONCE;
    let mut app = app_with(PlayScreen::new(controller, Color::White, None), Options::default(), speed);
    let clock = |frame: &Frame, color| frame.scene.text_of(TextRole::Clock(color));

    let frame = app.frame(&input(Duration::from_secs(3600), vec![]));
    assert_eq!(clock(&frame, Color::White), "0:10");
    assert!(!frame.quit && frame.fullscreen.is_none());
    let click = |x, y| InputEvent::Pressed(MouseButton::Left, Point::new(x, y));
    // The pawn on b2 to b4: the second of this frame was White's.
    let frame = app.frame(&input(Duration::from_secs(1), vec![click(72.0, 600.0), click(72.0, 504.0)]));
    assert_eq!((clock(&frame, Color::White), clock(&frame, Color::Black)), ("0:09".into(), "0:10".into()));
    let frame = app.frame(&input(Duration::from_secs(2), vec![]));
    assert_eq!((clock(&frame, Color::White), clock(&frame, Color::Black)), ("0:09".into(), "0:08".into()));
    assert!(app.frame(&input(Duration::ZERO, vec![InputEvent::CloseRequested])).quit);
}

/// What the screens went through, in order.
type Diary = Rc<RefCell<Vec<String>>>;

/// A screen that notes what happens to it and does what keys are for.
struct Noting {
    name: &'static str,
    diary: Diary,
}

impl Noting {
    fn new(name: &'static str, diary: &Diary) -> Self {
        Self { name, diary: Rc::clone(diary) }
    }

    fn note(&self, what: &str) {
        self.diary.borrow_mut().push(format!("{} {what}", self.name));
    }
}

impl OpenScreen for Noting {
    fn update(&mut self, input: &[InputEvent], ctx: &mut Context) -> Option<Action> {
        if input.is_empty() && !ctx.elapsed.is_zero() {
            self.note(&ctx.elapsed.as_secs().to_string());
        }
        input.iter().find_map(|event| {
            let InputEvent::Key { key: Key::Char(letter), .. } = *event else { return None };
            self.note(&format!("gets {letter}"));
            match letter {
                'o' => Some(Action::Open(Box::new(Self::new("menu", &self.diary)))),
                'c' => Some(Action::Close),
                't' => Some(Action::CloseThen(Box::new(Action::Close))),
                'q' => Some(Action::Quit),
                _ => None,
            }
        })
    }

    fn leave(&mut self, _ctx: &mut Context) {
        self.note("leaves");
    }

    fn draw(&self, _ctx: &Env, scene: &mut Scene) {
        let rect = Rect::new(self.name.len() as f32, 0.0, 1.0, 1.0);
        scene.items.push(Item::Panel { rect, radius: 0.0, color: Rgba::hex(1) });
    }
}

/// An app with one screen called `game` that has shown its first frame.
fn noting() -> (App, Diary) {
    let diary = Diary::default();
    let speed = AT_ONCE;
    let mut app = app_with(Noting::new("game", &diary), Options::default(), speed);
    app.frame(&input(Duration::ZERO, vec![]));
    diary.borrow_mut().clear();
    (app, diary)
}

/// Time passes on all open screens; keys go to the top screen; all are drawn from the lowest up.
#[test]
fn top_screen_gets_input_and_all_get_time() {
    let (mut app, diary) = noting();
    app.frame(&input(Duration::from_secs(1), vec![key('o'), key('x')]));
    let scene = app.frame(&input(Duration::from_secs(2), vec![])).scene;
    app.frame(&input(Duration::ZERO, vec![key('c'), key('x')]));
    let expected = [
        "game 1",
        "game gets o",
        "menu gets x",
        "menu 2",
        "game 2",
        "menu gets c",
        "menu leaves",
        "game gets x",
    ];
    assert_eq!(*diary.borrow(), expected);
    let drawn: Vec<_> = scene
        .items
        .iter()
        .map(|item| if let Item::Panel { rect, .. } = item { rect.x } else { 0.0 })
        .collect();
    assert_eq!(drawn, [4.0, 4.0]);
}

/// The action of a dialog is done for the screen below.
#[test]
fn closing_dialog_acts_for_the_screen_below() {
    let (mut app, diary) = noting();
    app.frame(&input(Duration::ZERO, vec![key('o')]));
    assert!(app.frame(&input(Duration::ZERO, vec![key('t')])).quit);
    assert_eq!(*diary.borrow(), ["game gets o", "menu gets t", "menu leaves", "game leaves"]);
}

/// The program ends by an action, with the last screen, and with the window. Input after that goes nowhere.
#[test]
fn program_ends_with_its_last_screen() {
    for (events, quit) in [
        (vec![key('x')], false),
        (vec![key('q')], true),
        (vec![key('o'), key('q')], true),
        (vec![key('o'), key('c')], false),
        (vec![key('c'), key('x')], true),
        (vec![key('o'), InputEvent::CloseRequested], true),
    ] {
        let (mut app, _) = noting();
        assert_eq!(app.frame(&input(Duration::ZERO, events.clone())).quit, quit, "{events:?}");
    }
}

/// Requested once each.
#[test]
fn f11_toggles_full_screen() {
    let (mut app, _) = noting();
    let f11 = InputEvent::Key { key: Key::F11, control: false };
    let asked: Vec<_> = [vec![f11.clone()], vec![], vec![f11], vec![]]
        .into_iter()
        .map(|events| {
            let pointer = Point::default();
            app.frame(&Input { elapsed: Duration::ZERO, size: (792.0, 672.0), pointer, events }).fullscreen
        })
        .collect();
    assert_eq!(asked, [Some(true), None, Some(false), None]);
}
