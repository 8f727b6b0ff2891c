//! The stack of screens in the app: time, input, and how screens open and close.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::Duration;

use crate::common::window::{Driver, Window, key_event};
use crate::common::{AT_ONCE, Silent, app_with, control, deterministic, variant};
use xxlchess::game::GameController;
use xxlchess::game::options::{Options, TextSize};
use xxlchess::game::{Game, GameSetup, PlayerKind};
use xxlchess::rules::{ByColor, Color, Position};
use xxlchess::view::host::Host;
use xxlchess::view::input::{InputEvent, Key, MouseButton};
use xxlchess::view::scene::{Item, Rect, Rgba, Scene, TextRole};
use xxlchess::view::screen::{Action, Context, Effects, Env, OpenScreen, Screen};
use xxlchess::view::screens::play::PlayScreen;
use xxlchess::view::widgets::Node;
use xxlchess::view::widgets::node::column;

fn letter(letter: char) -> InputEvent {
    key_event(Key::Char(letter))
}

/// Time before the first frame does not count. In a frame, time passes before input is handled.
#[test]
fn the_first_clock_starts_with_the_first_frame() {
    let game = Game::new(GameSetup {
        position: Position::start(&variant("xxl")).expect("a legal start"),
        players: ByColor { white: PlayerKind::Human, black: PlayerKind::Computer },
        controls: ByColor { white: control(10, 0), black: control(10, 0) },
        options: Options::default(),
    });
    let controller = GameController::new(game, Box::new(Silent), deterministic(0));
    let screen = PlayScreen::new(controller, Color::White, None);
    let mut window = Window::new(app_with(screen, Options::default(), AT_ONCE));
    let clocks = |window: &Window| Color::ALL.map(|color| window.frame.scene.text_of(TextRole::Clock(color)));

    // The first frame comes after an hour.
    assert_eq!(clocks(&window), ["0:10", "0:10"]);
    assert!(!window.frame.quit && window.frame.fullscreen.is_none());
    // The second of the frame with the move is subtracted from White's clock.
    let press = |square| InputEvent::Pressed(MouseButton::Left, window.tile(square));
    let events = vec![press("b2"), press("b4")];
    window.after(Duration::from_secs(1), events);
    assert_eq!(clocks(&window), ["0:09", "0:10"]);
    window.after(Duration::from_secs(2), vec![]);
    assert_eq!(clocks(&window), ["0:09", "0:08"]);
    window.input(vec![InputEvent::CloseRequested]);
    assert!(window.frame.quit);
}

/// Log of what happened to the screens, in order.
type Diary = Rc<RefCell<Vec<String>>>;

/// A screen that logs what happens to it, and returns an action for some keys.
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

/// A window with one screen called `game` that has shown its first frame.
fn noting() -> (Window, Diary) {
    let diary = Diary::default();
    let window = Window::new(app_with(Noting::new("game", &diary), Options::default(), AT_ONCE));
    diary.borrow_mut().clear();
    (window, diary)
}

/// Time passes on all open screens, and keys go to the top screen. The screens are drawn from the lowest to the
/// topmost.
#[test]
fn top_screen_gets_input_and_all_get_time() {
    let (mut window, diary) = noting();
    window.after(Duration::from_secs(1), vec![letter('o'), letter('x')]);
    window.after(Duration::from_secs(2), vec![]);
    let scene = window.frame.scene.clone();
    window.after(Duration::ZERO, vec![letter('c'), letter('x')]);
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

/// The action of a dialog that closes is carried out for the screen below.
#[test]
fn closing_dialog_acts_for_the_screen_below() {
    let (mut window, diary) = noting();
    window.after(Duration::ZERO, vec![letter('o')]);
    window.after(Duration::ZERO, vec![letter('t')]);
    assert!(window.frame.quit);
    assert_eq!(*diary.borrow(), ["game gets o", "menu gets t", "menu leaves", "game leaves"]);
}

/// The program ends when a screen asks for it, when the last screen closes, and when the window is closed. Further
/// input is dropped.
#[test]
fn program_ends_with_its_last_screen() {
    for (events, quit) in [
        (vec![letter('x')], false),
        (vec![letter('q')], true),
        (vec![letter('o'), letter('q')], true),
        (vec![letter('o'), letter('c')], false),
        (vec![letter('c'), letter('x')], true),
        (vec![letter('o'), InputEvent::CloseRequested], true),
    ] {
        let (mut window, _) = noting();
        window.input(events.clone());
        assert_eq!(window.frame.quit, quit, "{events:?}");
    }
}

/// F11 requests full screen and a window in turn, each in one frame only.
#[test]
fn f11_toggles_full_screen() {
    let (mut window, _) = noting();
    let f11 = || vec![key_event(Key::F11)];
    let requested = [f11(), vec![], f11(), vec![]].map(|events| {
        window.input(events);
        window.frame.fullscreen
    });
    assert_eq!(requested, [Some(true), None, Some(false), None]);
}

/// A screen that counts how often its widgets are built.
struct Counted(Rc<Cell<usize>>);

impl Screen for Counted {
    type Message = ();

    fn view(&self, _env: &Env) -> Node<()> {
        self.0.set(self.0.get() + 1);
        column([])
    }

    fn update(&mut self, (): (), _env: &Env, _effects: &mut Effects) {}
}

/// A screen below another one is updated as covered and paused, and drawn as if it were on top. Its widgets are built once
/// for both, not twice in each frame.
#[test]
fn a_screen_below_another_is_built_once() {
    let built = Rc::new(Cell::new(0));
    let mut screen = Host::new(Counted(Rc::clone(&built)));
    let mut ctx = Context::new(Options::default(), AT_ONCE, Rc::default());
    ctx.size = (792.0, 672.0);
    let drawn = ctx.env.clone();
    (ctx.env.is_top, ctx.env.is_hidden, ctx.env.is_paused) = (false, true, true);
    ctx.env.window_hidden = Duration::from_millis(16);
    for _ in 0..5 {
        screen.update(&[], &mut ctx);
        screen.draw(&drawn, &mut Scene::new(drawn.theme().background, drawn.options.piece_set));
    }
    assert_eq!(built.get(), 1);
}

/// The result of a game that was resigned after a move was taken back has more lines than a small window has room for. The winner is
/// among the lines that are shown.
#[test]
fn a_result_shows_its_first_lines_where_not_all_have_room() {
    for (size, text_size) in [((792.0, 672.0), TextSize::Largest), ((480.0, 800.0), TextSize::Normal)] {
        let options = Options { text_size, ..Options::default() };
        let position = Position::start(&variant("chess")).expect("a legal start");
        let game = Game::new(GameSetup::with_human(position, Color::White, options));
        let controller = GameController::new(game, Box::new(Silent), deterministic(0));
        let mut window: Window<()> =
            Window::with(app_with(PlayScreen::new(controller, Color::White, None), options, AT_ONCE), ());
        window.size = size;
        window.click_squares(&["e2", "e4"]);
        window.key(Key::Backspace);
        window.click_squares(&["e2", "e4"]);
        window.keys(&[Key::Escape, Key::Escape]);
        let texts: Vec<_> = window.scene().texts().map(|text| text.text.clone()).collect();
        assert!(texts.join(" ").contains("Casual won"), "{size:?}: {texts:?}");
    }
}
