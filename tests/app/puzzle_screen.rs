//! The screen of the puzzles: what it says and shows, its buttons and keys, and progress kept through it.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use crate::common::{app_with, assert_apart};
use xxlchess::app::App;
use xxlchess::config::puzzles::packaged;
use xxlchess::game::options::{OptionKey, Options};
use xxlchess::game::puzzle::Puzzle;
use xxlchess::game::puzzle::arbiter::{Arbiter, Inline};
use xxlchess::game::puzzle::progress::Progress;
use xxlchess::rules::{Color, Move, Square};
use xxlchess::sound::Sound;
use xxlchess::view::input::{Input, InputEvent, Key, MouseButton};
use xxlchess::view::layout::Layout;
use xxlchess::view::scene::{Item, Point, Scene, TextRole, Tint};
use xxlchess::view::screen::{Action, Context, Screen};
use xxlchess::view::screens::puzzles::PuzzleScreen;
use xxlchess::view::theme::Theme;
use xxlchess::view::widgets::board::animation::Speed;

const FIRST: (f32, f32) = (792.0, 672.0);

/// Every text of progress that was kept, the last one last.
type Kept = Rc<RefCell<Vec<Progress>>>;

/// Notes the progress that a screen of puzzles hands on to be saved.
struct Noting(PuzzleScreen, Kept);

impl Screen for Noting {
    fn update(&mut self, input: &[InputEvent], ctx: &mut Context) -> Option<Action> {
        let action = self.0.update(input, ctx);
        self.1.borrow_mut().extend(ctx.effects.progress.clone());
        action
    }

    fn draw(&self, ctx: &Context, scene: &mut Scene) {
        self.0.draw(ctx, scene);
    }
}

fn app(options: Options, puzzles: Vec<Puzzle>, progress: Progress, kept: &Kept) -> App {
    let arbiter = Rc::new(|| Box::new(Inline::default()) as Box<dyn Arbiter>);
    let screen = PuzzleScreen::new(puzzles, progress, arbiter, options).expect("there are puzzles");
    let speed = Speed { pixels_a_frame: 6.0, longest: Duration::ZERO };
    app_with(Noting(screen, Rc::clone(kept)), options, speed)
}

struct Window {
    app: App,
    size: (f32, f32),
    /// How much larger than usual the texts are.
    scale: f32,
    scene: Scene,
    /// Every sound so far.
    heard: Vec<Sound>,
    quit: bool,
}

impl Window {
    fn open(puzzles: Vec<Puzzle>, progress: Progress, kept: &Kept) -> Self {
        Self::with(Options::default(), puzzles, progress, kept)
    }

    fn with(options: Options, puzzles: Vec<Puzzle>, progress: Progress, kept: &Kept) -> Self {
        let mut app = app(options, puzzles, progress, kept);
        let frame = app.frame(&input(FIRST, Duration::ZERO, vec![]));
        Self {
            app,
            size: FIRST,
            scale: Theme::of(&options).scale(),
            scene: frame.scene,
            heard: Vec::new(),
            quit: false,
        }
    }

    fn frame(&mut self, elapsed: Duration, events: Vec<InputEvent>) {
        let frame = self.app.frame(&input(self.size, elapsed, events));
        self.scene = frame.scene;
        self.heard.extend(frame.sound.map(|cue| cue.sound));
        self.quit = frame.quit;
    }

    fn wait(&mut self, seconds: u64) {
        for _ in 0..seconds * 10 {
            self.frame(Duration::from_millis(100), vec![]);
        }
    }

    fn key(&mut self, key: Key) {
        self.frame(Duration::ZERO, vec![InputEvent::Key { key, control: false }]);
    }

    /// Clicks from and to of a move, on a board with `bottom` below.
    fn play(&mut self, mv: Move, bottom: Color) {
        for square in [mv.from, mv.to] {
            let at = self.layout(bottom).tile_rect(square).center();
            let click =
                [InputEvent::Pressed(MouseButton::Left, at), InputEvent::Released(MouseButton::Left, at)];
            self.frame(Duration::ZERO, click.to_vec());
        }
    }

    fn layout(&self, bottom: Color) -> Layout {
        Layout::scaled(self.size, (14, 14), bottom, self.scale)
    }

    /// The middle of `square` on a board with White below.
    fn tile(&self, square: Square) -> Point {
        self.layout(Color::White).tile_rect(square).center()
    }

    /// Presses the button whose label is `label`.
    fn press(&mut self, label: &str) {
        let text = self.scene.texts().find(|text| text.text == label).expect("a button").at;
        self.frame(
            Duration::ZERO,
            vec![InputEvent::Pressed(MouseButton::Left, Point::new(text.x + 2.0, text.y))],
        );
    }

    fn all_text(&self) -> String {
        self.scene.texts().map(|text| text.text.as_str()).collect::<Vec<_>>().join("\n")
    }

    fn king(&self, color: Color) -> Option<Square> {
        self.scene.sprites().find(|sprite| sprite.name == "king" && sprite.color == color)?.square
    }
}

fn input(size: (f32, f32), elapsed: Duration, events: Vec<InputEvent>) -> Input {
    Input { elapsed, size, pointer: Point::default(), events: events }
}

fn open() -> (Window, Vec<Puzzle>, Kept) {
    let kept = Kept::default();
    (Window::open(packaged(), Progress::default(), &kept), packaged(), kept)
}

/// Number, title, theme, stars, moves left, keys.
#[test]
fn a_puzzle_shows_its_task_and_progress() {
    let (window, puzzles, _) = open();
    let said = window.all_text().replace('\n', " ");
    let count = puzzles.len();
    for words in [
        &format!("Puzzle 1 of {count}"),
        "No room to breathe",
        "smothered mate",
        "★☆☆☆☆",
        "White mates in 1",
        "Moves left: 1",
        &format!("0 of {count} solved"),
    ] {
        assert!(said.contains(words), "{words} in {said}");
    }
    for binding in xxlchess::view::screens::puzzles::keys::BINDINGS {
        assert!(said.contains(binding.label) && said.contains(binding.cap), "{}", binding.label);
    }
}

/// The next one opens by its button; the screen starts at the first unsolved puzzle.
#[test]
fn solving_a_puzzle_is_stored_at_once() {
    let (mut window, puzzles, kept) = open();
    window.play(puzzles[0].solution[0], Color::White);
    window.wait(1);
    assert_eq!(window.scene.says(TextRole::Message), "Solved!");
    assert_eq!(kept.borrow().len(), 1, "kept once");
    let count = puzzles.len();
    let said = window.all_text();
    assert!(
        said.contains(&format!("1 of {count} solved")) && said.contains(&format!("Puzzle 1 of {count} ✓"))
    );
    let mating = window.scene.tiles().filter(|tile| tile.tint == Some(Tint::Mating)).count();
    assert!(mating > 0, "the mate is shown");
    window.press("Next");
    assert!(window.all_text().contains(&format!("Puzzle 2 of {count}")));
    let progress = kept.borrow()[0].clone();
    let again = Window::open(packaged(), progress, &Kept::default());
    assert!(again.all_text().contains(&format!("Puzzle 2 of {count}")));
}

/// The player's move, the reply and the end.
#[test]
fn puzzle_moves_have_sounds() {
    let (_, puzzles, kept) = open();
    let place = puzzles.iter().position(|puzzle| puzzle.title == "Castle in the desert").expect("a puzzle");
    let mut window = Window::open(vec![puzzles[place].clone()], Progress::default(), &kept);
    window.wait(1);
    assert_eq!(window.heard, []);
    let solution = &puzzles[place].solution;
    for (made, pair) in solution.chunks(2).enumerate() {
        window.play(pair[0], Color::White);
        assert_eq!(window.heard.len(), 2 * made + 1);
        window.wait(1);
    }
    assert_eq!((window.heard.len(), window.heard.last()), (solution.len(), Some(&Sound::End)));
    assert_eq!(window.heard.first(), Some(&Sound::Castling));
}

/// Previous, next, again, close.
#[test]
fn keys_move_through_the_puzzles() {
    let (mut window, puzzles, kept) = open();
    let count = puzzles.len();
    window.key(Key::Left);
    assert!(window.all_text().contains(&format!("Puzzle {count} of {count}")));
    window.key(Key::Right);
    window.key(Key::Enter);
    assert!(window.all_text().contains(&format!("Puzzle 2 of {count}")));
    window.key(Key::Escape);
    assert!(window.quit);
    let place = puzzles.iter().position(|puzzle| puzzle.title == "Castle in the desert").expect("a puzzle");
    let mut window = Window::open(vec![puzzles[place].clone()], Progress::default(), &kept);
    let start = window.king(Color::White);
    window.play(puzzles[place].solution[0], Color::White);
    window.wait(1);
    assert_ne!(window.king(Color::White), start, "the king castles");
    assert_eq!(window.scene.says(TextRole::Message), "Right – go on");
    window.key(Key::Char('r'));
    assert_eq!(window.king(Color::White), start);
    window.wait(2);
    assert!(kept.borrow().is_empty(), "what was begun again is not solved");
}

/// A hint is first a circle, then an arrow.
#[test]
fn a_solution_that_was_shown_does_not_count() {
    let (mut window, _, kept) = open();
    let rings =
        |window: &Window| window.scene.items.iter().filter(|i| matches!(i, Item::Ring { .. })).count();
    let arrows =
        |window: &Window| window.scene.items.iter().filter(|i| matches!(i, Item::Line { .. })).count();
    assert_eq!((rings(&window), arrows(&window)), (0, 0));
    window.key(Key::Char('h'));
    assert_eq!((rings(&window), arrows(&window)), (1, 0));
    window.press("Hint");
    assert_eq!((rings(&window), arrows(&window)), (0, 1));
    window.press("Solution");
    assert_eq!(window.scene.says(TextRole::Message), "The solution");
    window.wait(3);
    assert_eq!(window.scene.says(TextRole::Message), "That was the solution");
    assert!(kept.borrow().is_empty());
}

/// It is solved there.
#[test]
fn a_puzzle_for_black_is_shown_from_blacks_side() {
    let place = packaged().iter().position(|puzzle| puzzle.side() == Color::Black).expect("one of Black's");
    let puzzle = packaged().swap_remove(place);
    let mut window = Window::open(vec![puzzle.clone()], Progress::default(), &Kept::default());
    let first = window.scene.tiles().find(|tile| tile.square == Square::new(0, 0)).expect("a tile");
    assert_eq!((first.rect.x, first.rect.y), (13.0 * 48.0, 0.0));
    for pair in puzzle.solution.chunks(2) {
        window.play(pair[0], Color::Black);
        window.wait(1);
    }
    assert_eq!(window.scene.says(TextRole::Message), "Solved!");
}

/// Windows of all shapes, texts of all sizes, every message.
#[test]
fn no_text_of_the_puzzle_screen_is_clipped() {
    for text_size in 0..3 {
        let mut options = Options::default();
        options.set(OptionKey::TextSize, text_size);
        for size in [
            FIRST,
            (480.0, 400.0),
            (500.0, 760.0),
            (1920.0, 1080.0),
            (3840.0, 2160.0),
            (500.0, 900.0),
            (672.0, 800.0),
        ] {
            let puzzles = packaged();
            let mut window = Window::with(options, puzzles.clone(), Progress::default(), &Kept::default());
            window.size = size;
            for puzzle in &puzzles {
                let wrong = puzzle.position.legal_moves().into_iter().find(|mv| *mv != puzzle.solution[0]);
                window.play(wrong.expect("another move"), puzzle.side());
                window.wait(1);
                assert_eq!(window.scene.says(TextRole::Message), "Not the solution – try again", "{size:?}");
                let layout = window.layout(puzzle.side());
                let texts: Vec<_> =
                    window.scene.texts().filter(|text| text.role != TextRole::Coordinate).collect();
                assert_apart(&texts, layout.sidebar, &format!("{size:?} {text_size} {}", puzzle.title));
                for binding in xxlchess::view::screens::puzzles::keys::BINDINGS {
                    let said = texts.iter().any(|text| text.text == binding.label);
                    assert!(said, "{size:?} {text_size}: {} is cut", binding.label);
                }
                window.key(Key::Right);
            }
        }
    }
}

/// Also while a wrong move is shown.
#[test]
fn a_piece_can_be_dragged_before_the_reply() {
    let (_, puzzles, kept) = open();
    let puzzle = puzzles.iter().find(|puzzle| puzzle.title == "Castle in the desert").expect("a puzzle");
    let mut window = Window::open(vec![puzzle.clone()], Progress::default(), &kept);
    let wrong = puzzle.position.legal_moves().into_iter().find(|mv| *mv != puzzle.solution[0]);
    window.play(wrong.expect("another move"), Color::White);
    window.wait(1);
    assert_eq!(window.scene.says(TextRole::Message), "Not the solution – try again");
    for (first, &mv) in [(true, &puzzle.solution[0]), (false, &puzzle.solution[2])] {
        let (from, to) = (window.tile(mv.from), window.tile(mv.to));
        window.frame(Duration::ZERO, vec![InputEvent::Pressed(MouseButton::Left, from)]);
        window.frame(Duration::ZERO, vec![InputEvent::Moved(to)]);
        if !first {
            // The answer comes while the piece is held.
            window.wait(1);
        }
        window.frame(Duration::ZERO, vec![InputEvent::Released(MouseButton::Left, to)]);
    }
    window.wait(3);
    assert_ne!(window.scene.says(TextRole::Message), "Not the solution – try again");
    assert!(window.heard.len() >= 4, "{:?}", window.heard);
}

/// Without a cursor the arrows change the puzzle; everything is announced.
#[test]
fn a_puzzle_can_be_solved_by_keyboard() {
    let puzzles = packaged();
    let puzzle = puzzles.first().expect("a puzzle").clone();
    let kept = Kept::default();
    let mut app = app(Options::default(), vec![puzzle.clone(); 2], Progress::default(), &kept);
    let mut said = Vec::new();
    let mut key = |app: &mut App, key: Key| {
        let frame =
            app.frame(&input(FIRST, Duration::from_secs(1), vec![InputEvent::Key { key, control: false }]));
        said.extend(frame.announcements);
    };
    key(&mut app, Key::Tab);
    let bottom = if puzzle.position.turn() == Color::White { (7, 0) } else { (6, 13) };
    let mut at = Square::new(bottom.0, bottom.1);
    let mv = *puzzle.solution.first().expect("a solution");
    let layout = Layout::new(FIRST, (14, 14), puzzle.position.turn());
    for target in [mv.from, mv.to] {
        let (now, then) = (layout.tile_rect(at).center(), layout.tile_rect(target).center());
        let across = if then.x > now.x { Key::Right } else { Key::Left };
        let up = if then.y > now.y { Key::Down } else { Key::Up };
        (0..((then.x - now.x).abs() / layout.tile) as usize).for_each(|_| key(&mut app, across));
        (0..((then.y - now.y).abs() / layout.tile) as usize).for_each(|_| key(&mut app, up));
        key(&mut app, Key::Enter);
        at = target;
    }
    key(&mut app, Key::Escape);
    key(&mut app, Key::Right);
    let said = said.join("|");
    assert!(said.starts_with(&format!("Puzzle 1 of 2: {}.", puzzle.title)), "{said}");
    assert!(said.contains(&format!(" {} to {}", mv.from, mv.to)) || said.contains(" takes "), "{said}");
    assert!(said.contains("Puzzle 2 of 2"), "{said}");
}
