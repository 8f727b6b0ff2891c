//! What the game's screen does about keeping games: it tells of every change, offers a game that was left, and takes
//! texts in and hands them out.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::Duration;

use crate::common::variant;
use xxlchess::engine::heuristic::HeuristicPlayer;
use xxlchess::game::clock::TimeControl;
use xxlchess::game::game_record::GameRecord;
use xxlchess::game::keeper::Keeper;
use xxlchess::game::opponent::Inline;
use xxlchess::game::options::{OptionKey, Options};
use xxlchess::game::session::{ComputerSettings, Session};
use xxlchess::game::{Command, Game, GameSetup, PlayerKind};
use xxlchess::notation::coords;
use xxlchess::notation::pgn::PgnGame;
use xxlchess::rules::{ByColor, Color, Position, Square};
use xxlchess::view::app::App;
use xxlchess::view::input::{Input, InputEvent, Key, MouseButton};
use xxlchess::view::layout::Layout;
use xxlchess::view::scene::{Item, Point, Rect};
use xxlchess::view::screen::Screen;
use xxlchess::view::screens::play::PlayScreen;
use xxlchess::view::screens::play::offer::Offer;
use xxlchess::view::shell::Shell;
use xxlchess::view::widgets::board::animation::Speed;

const FIRST: (f32, f32) = (792.0, 672.0);

/// Keeps every score sheet it is told, and complains when asked to.
#[derive(Clone, Default)]
struct Notebook {
    sheets: Rc<RefCell<Vec<GameRecord>>>,
    complaint: Rc<RefCell<Option<String>>>,
}

impl Keeper for Notebook {
    fn keep(&mut self, sheet: GameRecord) {
        self.sheets.borrow_mut().push(sheet);
    }

    fn trouble(&mut self) -> Option<String> {
        self.complaint.take()
    }
}

impl Notebook {
    fn len(&self) -> usize {
        self.sheets.borrow().len()
    }

    fn last(&self) -> GameRecord {
        self.sheets.borrow().last().expect("something was kept").clone()
    }
}

fn game(options: &[OptionKey]) -> Game {
    let control = TimeControl { initial: Duration::from_secs(600), increment: Duration::ZERO };
    let mut chosen = Options::default();
    options.iter().for_each(|&option| chosen.set(option, 1));
    Game::new(GameSetup {
        position: Position::start(&variant("xxl")).expect("a legal start"),
        players: ByColor { white: PlayerKind::Human, black: PlayerKind::Human },
        controls: ByColor { white: Some(control), black: Some(control) },
        options: chosen,
    })
}

fn screen(game: Game) -> PlayScreen {
    let options = *game.options();
    let manner = ComputerSettings { seed: 1, repeatable: true, pause: Duration::ZERO };
    let session = Session::new(game, Box::new(Inline::new(Box::new(HeuristicPlayer))), manner);
    PlayScreen::new(session, Speed { pixels_a_frame: 1000.0, longest: Duration::ZERO }).with_options(options)
}

fn played(moves: &[&str]) -> Game {
    let mut game = game(&[]);
    for text in moves {
        let mv = coords::parse_move(game.position(), text).expect("a legal move");
        game.apply(Command::Play(mv));
    }
    game
}

fn middle(square: &str) -> Point {
    let square: Square = coords::parse_square(square).expect("a square");
    Layout::new(FIRST, (14, 14), Color::White).tile_rect(square).center()
}

fn key(key: Key) -> InputEvent {
    InputEvent::Key { key, control: false }
}

/// A window with one screen in it.
struct Window {
    shell: Shell,
    copied: Option<String>,
}

impl Window {
    fn with(screen: PlayScreen) -> Self {
        let mut window = Self { shell: Shell::new(Box::new(screen)), copied: None };
        window.frame(&[]);
        window
    }

    fn frame(&mut self, happenings: &[InputEvent]) {
        let (elapsed, pointer) = (Duration::from_millis(100), Point::default());
        let frame = self.shell.frame(&Input { elapsed, size: FIRST, pointer, events: happenings.to_vec() });
        self.copied = frame.copied;
    }

    fn click(&mut self, point: Point) {
        self.frame(&[
            InputEvent::Pressed(MouseButton::Left, point),
            InputEvent::Released(MouseButton::Left, point),
        ]);
        self.frame(&[]);
    }

    fn moves(&mut self, mv: &str) {
        let (from, to) = mv.split_at(if mv.as_bytes()[2].is_ascii_digit() { 3 } else { 2 });
        self.click(middle(from));
        self.click(middle(to));
    }

    fn has_piece(&self, square: &str) -> bool {
        let scene = self.shell.scene(FIRST);
        scene.sprites().any(|sprite| sprite.rect.contains(middle(square)))
    }

    /// All texts beside the board, in the order of painting.
    fn words(&self) -> String {
        let scene = self.shell.scene(FIRST);
        let text = |item: &Item| match item {
            Item::Text(text) if text.at.x > 672.0 => Some(text.text.clone()),
            _ => None,
        };
        scene.items.iter().filter_map(text).collect::<Vec<_>>().join(" ")
    }
}

/// Shows that the keeper is told of the start, of every move, of moves taken back, of the end and of the next game,
/// and of nothing between them.
#[test]
fn every_change_is_told() {
    let notebook = Notebook::default();
    let mut window = Window::with(screen(game(&[])).with_keeper(Box::new(notebook.clone())));
    assert_eq!((notebook.len(), notebook.last().moves.len()), (1, 0));
    window.moves("d2d4");
    window.moves("d13d11");
    for _ in 0..20 {
        window.frame(&[]);
    }
    assert_eq!((notebook.len(), notebook.last().moves.len()), (3, 2));
    window.frame(&[key(Key::Char('z'))]);
    window.frame(&[]);
    assert_eq!((notebook.len(), notebook.last().moves.len()), (4, 1));
    window.frame(&[key(Key::Escape)]);
    window.frame(&[]);
    assert!(notebook.len() == 5 && notebook.last().termination.is_some());
    window.frame(&[key(Key::Char('r'))]);
    window.frame(&[]);
    assert!(notebook.len() == 6 && notebook.last().moves.is_empty() && notebook.last().termination.is_none());
}

/// Shows that a game that is left is told once more, with its clocks as they stand then, and one that has ended is not.
#[test]
fn leaving_tells_the_clocks() {
    let notebook = Notebook::default();
    let mut window = Window::with(screen(game(&[])).with_keeper(Box::new(notebook.clone())));
    window.moves("d2d4");
    for _ in 0..30 {
        window.frame(&[]);
    }
    drop(window);
    assert_eq!(notebook.len(), 3);
    let left = notebook.last().remaining.black.expect("a clock");
    assert!(left < Duration::from_secs(597), "{left:?}");
    let mut window = Window::with(screen(game(&[])).with_keeper(Box::new(notebook.clone())));
    window.moves("d2d4");
    window.frame(&[key(Key::Escape)]);
    window.frame(&[]);
    let told = notebook.len();
    drop(window);
    assert_eq!(notebook.len(), told);
}

/// Shows that what the keeper complains of is shown between the clocks, and gives way to what the game has to say.
#[test]
fn complaints_are_shown() {
    let notebook = Notebook::default();
    let mut window = Window::with(screen(game(&[])).with_keeper(Box::new(notebook.clone())));
    *notebook.complaint.borrow_mut() = Some("The game cannot be saved: the disk is full.".to_owned());
    window.frame(&[]);
    assert!(window.words().contains("cannot be saved"), "{}", window.words());
    window.frame(&[key(Key::Escape)]);
    window.frame(&[]);
    assert!(!window.words().contains("cannot be saved") && window.words().contains("resigned"));
}

/// A screen with the offer of a game, and which of its doors was opened.
fn offering() -> (Window, Rc<Cell<&'static str>>) {
    let opened = Rc::new(Cell::new(""));
    let door = |name: &'static str, moves: &'static [&str]| {
        let opened = Rc::clone(&opened);
        let door = move || {
            opened.set(name);
            Ok(Box::new(screen(played(moves))) as Box<dyn Screen>)
        };
        Box::new(door)
    };
    let sheet = played(&["d2d4", "d13d11", "a2a3"]).record(Color::White);
    let age = Duration::from_secs(12 * 60 + 5);
    let offer = Offer::new(&sheet, age, None, door("resume", &["d2d4", "d13d11", "a2a3"]), door("anew", &[]));
    (Window::with(screen(game(&[])).with_offer(offer)), opened)
}

/// Shows that the offer says which game it is, that Enter and its button go on with it, that Escape, N and the other
/// button start anew, and that none of these resigns.
#[test]
fn the_offer_is_answered() {
    let (window, _) = offering();
    let words = window.words();
    for part in ["Resume", "the game", "Move 2", "two persons", "12 minutes ago"] {
        assert!(words.contains(part), "{part:?} is not in {words:?}");
    }
    let buttons = |window: &Window| {
        let scene = window.shell.scene(FIRST);
        let find = |words: &str| {
            let text = |item: &Item| match item {
                Item::Text(text) if text.text == words => Some(text.at),
                _ => None,
            };
            scene.items.iter().rev().find_map(text).expect("a button")
        };
        (find("Resume"), find("New game"))
    };
    for (answer, opened) in [
        (key(Key::Enter), "resume"),
        (key(Key::Escape), "anew"),
        (key(Key::Char('n')), "anew"),
        (InputEvent::Pressed(MouseButton::Left, buttons(&window).0), "resume"),
        (InputEvent::Pressed(MouseButton::Left, buttons(&window).1), "anew"),
    ] {
        let (mut window, seen) = offering();
        window.frame(&[answer]);
        assert_eq!(seen.get(), opened, "{answer:?}");
        let words = window.words();
        assert!(!words.contains("you left?") && !words.contains("resigned"), "{words:?}");
    }
}

/// Shows that who plays by the keyboard has turned the offer down, too: Enter is a click then, and Escape hides the
/// cursor before it does anything else.
#[test]
fn the_keyboard_plays_under_the_offer() {
    let (mut window, opened) = offering();
    for pressed in [Key::Tab, Key::Up, Key::Enter] {
        window.frame(&[key(pressed)]);
    }
    assert_eq!(opened.get(), "");
    assert!(!window.words().contains("you left?"), "{}", window.words());
    (0..50).for_each(|_| window.frame(&[]));
    assert_eq!(window.words().matches("10:00").count(), 1, "the clock runs: {}", window.words());
    let (mut window, opened) = offering();
    window.frame(&[key(Key::Tab)]);
    window.frame(&[key(Key::Escape)]);
    assert_eq!(opened.get(), "", "the first Escape hides the cursor");
    window.frame(&[key(Key::Escape)]);
    assert_eq!(opened.get(), "anew");
}

/// Shows that the offer covers nothing of the board, that no clock runs below it, and that who plays on the board has
/// turned it down.
#[test]
fn the_board_is_free_under_the_offer() {
    let (mut window, opened) = offering();
    for item in &window.shell.scene(FIRST).items {
        if let Item::Panel { rect, .. } = item {
            let board = Rect::new(0.0, 0.0, 672.0, 672.0);
            assert!(!board.contains(rect.center()), "{rect:?} covers the board");
        }
    }
    let clocks = |window: &Window| window.words().matches("10:00").count();
    (0..50).for_each(|_| window.frame(&[]));
    assert_eq!(clocks(&window), 2, "the clocks stand while the question is open: {}", window.words());
    window.click(middle("d2"));
    assert!(!window.words().contains("you left?"));
    (0..50).for_each(|_| window.frame(&[]));
    assert_eq!(clocks(&window), 1, "the new game has begun: {}", window.words());
    window.click(middle("d4"));
    assert!(window.has_piece("d4"), "the move was made");
    assert_eq!(opened.get(), "");
}

/// Shows that the position is copied as FEN and the game as PGN, that both can be read again, and that the person is
/// told.
#[test]
fn position_and_game_are_copied() {
    let mut window = Window::with(screen(played(&["d2d4", "d13d11"])));
    window.frame(&[key(Key::Copy)]);
    let fen = window.copied.take().expect("copied");
    assert!(fen.ends_with(" w KQkq - 0 2"), "{fen}");
    assert!(window.words().contains("Position"), "{}", window.words());
    window.frame(&[key(Key::CopyMore)]);
    let pgn = window.copied.take().expect("copied");
    let read = PgnGame::parse(&pgn, |_| Ok(variant("xxl"))).expect("a PGN");
    assert_eq!(read.moves.len(), 2);
    window.frame(&[]);
    assert_eq!(window.copied, None);
}

/// Shows that nothing hidden by the fog gets out by way of the clipboard, and that all of it does after the end.
#[test]
fn the_fog_is_not_copied() {
    let mut window = Window::with(screen(game(&[OptionKey::FogOfWar])));
    for copy in [Key::Copy, Key::CopyMore] {
        window.frame(&[key(copy)]);
        assert_eq!(window.copied, None);
        assert!(window.words().contains("fog"), "{}", window.words());
    }
    window.frame(&[key(Key::Escape), key(Key::Copy)]);
    assert!(window.copied.is_some());
}

/// Shows that a pasted game is opened at once, or when the person agrees to give up the one that has begun, and that
/// a text that is none is told as such.
#[test]
fn texts_are_pasted() {
    let taking = |game: Game| {
        Window::with(screen(game).with_texts(Box::new(|text, _| match text {
            "game" => Ok(Box::new(screen(played(&["a2a3"]))) as Box<dyn Screen>),
            _ => Err("Nothing to paste: it is no game".to_owned()),
        })))
    };
    let is_open = |window: &Window| window.has_piece("a3");
    let mut window = taking(game(&[]));
    window.shell.paste("game");
    assert!(is_open(&window));
    let mut window = taking(game(&[]));
    window.shell.paste("dog");
    assert!(!is_open(&window) && window.words().contains("Nothing to paste"), "{}", window.words());
    for (answer, opens) in [(Key::Enter, true), (Key::Escape, false)] {
        let mut window = taking(played(&["d2d4"]));
        window.frame(&[]);
        window.shell.paste("game");
        assert!(!is_open(&window), "it asks first");
        window.frame(&[key(answer)]);
        assert_eq!(is_open(&window), opens);
    }
}
