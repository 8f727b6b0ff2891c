//! The pile of screens: where time starts, who hears the person, and how screens come and go.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use crate::common::{Silent, variant};
use xxlchess::game::clock::TimeControl;
use xxlchess::game::options::Options;
use xxlchess::game::session::{ComputerSettings, Session};
use xxlchess::game::{Game, GameSetup, PlayerKind};
use xxlchess::rules::{ByColor, Color, Position};
use xxlchess::view::app::App;
use xxlchess::view::input::{Input, InputEvent, Key, MouseButton};
use xxlchess::view::scene::{Item, Point, Rect, Rgba, TextRole};
use xxlchess::view::screen::{Screen, Size, Transition};
use xxlchess::view::screens::play::PlayScreen;
use xxlchess::view::shell::Shell;
use xxlchess::view::widgets::board::animation::Speed;

const FIRST: Size = (792.0, 672.0);

fn input(elapsed: Duration, events: Vec<InputEvent>) -> Input {
    Input { elapsed, size: FIRST, pointer: Point::default(), events: events }
}

fn key(letter: char) -> InputEvent {
    InputEvent::Key { key: Key::Char(letter), control: false }
}

/// Shows that White's clock starts with the first frame shown, whatever time passed before it, and that a frame
/// gives the game first its time and then what the person did.
#[test]
fn the_first_clock_starts_with_the_first_frame() {
    let control = TimeControl { initial: Duration::from_secs(10), increment: Duration::ZERO };
    let game = Game::new(GameSetup {
        position: Position::start(&variant("xxl")).expect("a legal start"),
        players: ByColor { white: PlayerKind::Human, black: PlayerKind::Computer },
        controls: ByColor { white: Some(control), black: Some(control) },
        options: Options::default(),
    });
    let manner = ComputerSettings { seed: 0, repeatable: true, pause: Duration::ZERO };
    let session = Session::new(game, Box::new(Silent), manner);
    let speed = Speed { pixels_a_frame: 6.0, longest: Duration::ZERO };
    let mut shell = Shell::new(Box::new(PlayScreen::new(session, speed)));
    let clock = |frame: &xxlchess::view::app::Frame, color| frame.scene.says(TextRole::Clock(color));

    let frame = shell.frame(&input(Duration::from_secs(3600), vec![]));
    assert_eq!(clock(&frame, Color::White), "0:10");
    assert!(!frame.quit && frame.fullscreen.is_none());
    let click = |x, y| InputEvent::Pressed(MouseButton::Left, Point::new(x, y));
    // The pawn on b2 to b4: the second of this frame was White's.
    let frame = shell.frame(&input(Duration::from_secs(1), vec![click(72.0, 600.0), click(72.0, 504.0)]));
    assert_eq!((clock(&frame, Color::White), clock(&frame, Color::Black)), ("0:09".into(), "0:10".into()));
    let frame = shell.frame(&input(Duration::from_secs(2), vec![]));
    assert_eq!((clock(&frame, Color::White), clock(&frame, Color::Black)), ("0:09".into(), "0:08".into()));
    assert!(shell.frame(&input(Duration::ZERO, vec![InputEvent::CloseRequested])).quit);
}

/// What the screens of a pile went through, in order.
type Diary = Rc<RefCell<Vec<String>>>;

/// A screen that notes what happens to it and does what keys say.
struct Noting {
    name: &'static str,
    diary: Diary,
}

impl Noting {
    fn boxed(name: &'static str, diary: &Diary) -> Box<dyn Screen> {
        Box::new(Self { name, diary: Rc::clone(diary) })
    }
}

impl Screen for Noting {
    fn tick(&mut self, elapsed: Duration) -> Transition {
        self.diary.borrow_mut().push(format!("{} {}", self.name, elapsed.as_secs()));
        // A clock that runs out under a menu puts the end in its place.
        if elapsed.as_secs() == 99 && self.name == "game" {
            return Transition::Replace(Self::boxed("end", &self.diary));
        }
        Transition::Stay
    }

    fn happen(&mut self, happening: InputEvent, _size: Size) -> Transition {
        let InputEvent::Key { key: Key::Char(letter), .. } = happening else { return Transition::Stay };
        self.diary.borrow_mut().push(format!("{} hears {letter}", self.name));
        match letter {
            'o' => Transition::Open(Self::boxed("menu", &self.diary)),
            'p' => Transition::Replace(Self::boxed("other", &self.diary)),
            'c' => Transition::Close(None),
            'q' => Transition::Quit,
            _ => Transition::Stay,
        }
    }

    fn draw(&self, _size: Size, items: &mut Vec<Item>) {
        let rect = Rect::new(self.name.len() as f32, 0.0, 1.0, 1.0);
        items.push(Item::Panel { rect, radius: 0.0, color: self.ground() });
    }

    fn ground(&self) -> Rgba {
        Rgba::hex(self.name.len() as u32)
    }
}

/// A pile with one screen called `game` that has shown its first frame.
fn pile() -> (Shell, Diary) {
    let diary = Diary::default();
    let mut shell = Shell::new(Noting::boxed("game", &diary));
    shell.update(&input(Duration::ZERO, vec![]));
    diary.borrow_mut().clear();
    (shell, diary)
}

/// Shows that time passes for all open screens, keys are heard by the topmost alone, all are drawn from the lowest
/// up, and closing leads back to the one below.
#[test]
fn the_topmost_hears_and_all_live() {
    let (mut shell, diary) = pile();
    shell.update(&input(Duration::from_secs(1), vec![key('o'), key('x')]));
    shell.update(&input(Duration::from_secs(2), vec![key('c'), key('x')]));
    let expected =
        ["game 1", "game hears o", "menu hears x", "menu 2", "game 2", "menu hears c", "game hears x"];
    assert_eq!(*diary.borrow(), expected);
    shell.update(&input(Duration::ZERO, vec![key('o'), key('p')]));
    let scene = shell.scene(FIRST);
    let drawn: Vec<_> = scene
        .items
        .iter()
        .map(|item| if let Item::Panel { rect, .. } = item { rect.x } else { 0.0 })
        .collect();
    assert_eq!((drawn, scene.ground), (vec![4.0, 5.0], Rgba::hex(4)));
}

/// Shows that a screen can put another in the place of itself and of all above it, while only time passes.
#[test]
fn a_lower_screen_can_make_way() {
    let (mut shell, diary) = pile();
    shell.update(&input(Duration::ZERO, vec![key('o')]));
    shell.update(&input(Duration::from_secs(99), vec![key('x')]));
    assert_eq!(diary.borrow().last().map(String::as_str), Some("end hears x"));
    assert_eq!(shell.scene(FIRST).items.len(), 1);
}

/// Shows that the program ends when a screen says so, when the last one closes, and when the window is closed; and
/// that nothing is heard after the last screen has gone.
#[test]
fn the_program_ends() {
    for (events, quit) in [
        (vec![key('x')], false),
        (vec![key('q')], true),
        (vec![key('o'), key('q')], true),
        (vec![key('o'), key('c')], false),
        (vec![key('c'), key('x')], true),
        (vec![key('o'), InputEvent::CloseRequested], true),
    ] {
        let (mut shell, _) = pile();
        assert_eq!(shell.frame(&input(Duration::ZERO, events.clone())).quit, quit, "{events:?}");
    }
}

/// Shows that F11 asks for the full screen and, pressed again, for the window, each once.
#[test]
fn f11_fills_the_screen_and_back() {
    let mut shell = Shell::new(Noting::boxed("game", &Rc::default()));
    let f11 = InputEvent::Key { key: Key::F11, control: false };
    let asked: Vec<_> = [vec![f11], vec![], vec![f11], vec![]]
        .into_iter()
        .map(|events| {
            let pointer = Point::default();
            shell
                .frame(&Input { elapsed: Duration::ZERO, size: (792.0, 672.0), pointer, events: events })
                .fullscreen
        })
        .collect();
    assert_eq!(asked, [Some(true), None, Some(false), None]);
}
