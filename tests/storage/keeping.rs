//! Saving and resuming games through the app: autosave, the offer of an unfinished game, and texts by clipboard.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::{Duration, SystemTime};

use crate::common::window::{Driver, Window};
use crate::common::{TempFolder, app_setup, app_with, at, deterministic, variant};
use crate::games::becomes_true;
use xxlchess::app::{App, AppSetup, FirstScreen};
use xxlchess::engine::heuristic::HeuristicPlayer;
use xxlchess::game::GameController;
use xxlchess::game::clock::TimeControl;
use xxlchess::game::game_record::GameRecord;
use xxlchess::game::new_game::{BySeat, ColorChoice, NewGame};
use xxlchess::game::options::{OpponentKind, Options};
use xxlchess::game::worker::ThreadedWorker;
use xxlchess::game::{Command, Game, GameSetup, PlayerKind};
use xxlchess::notation::pgn::PgnGame;
use xxlchess::notation::{coords, fen};
use xxlchess::rules::{ByColor, Color, Position};
use xxlchess::view::host::Host;
use xxlchess::view::input::{InputEvent, Key};
use xxlchess::view::scene::{Item, Point, Rect, Scene, TextRole};
use xxlchess::view::screen::{Action, Context, Env, OpenScreen};
use xxlchess::view::screens::play::PlayScreen;
use xxlchess::view::widgets::board::animation::Speed;

const SPEED: Speed = Speed { pixels_a_frame: 1000.0, longest: Duration::ZERO };

fn game(options: Options) -> Game {
    let control = TimeControl { initial: Duration::from_secs(600), increment: Duration::ZERO };
    Game::new(GameSetup {
        position: Position::start(&variant("xxl")).expect("a legal start"),
        players: ByColor { white: PlayerKind::Human, black: PlayerKind::Human },
        controls: ByColor { white: Some(control), black: Some(control) },
        options,
    })
}

fn screen(game: Game) -> Host<PlayScreen> {
    let controller = GameController::new(
        game,
        Box::new(ThreadedWorker::opponent(Box::new(HeuristicPlayer)).inline()),
        deterministic(1),
    );
    PlayScreen::new(controller, Color::White, None)
}

/// An app with two people at the board, its games in `folder`.
fn setup(folder: &TempFolder, first_screen: FirstScreen) -> AppSetup {
    let control = TimeControl { initial: Duration::from_secs(600), increment: Duration::ZERO };
    let options = Options { opponent: OpponentKind::Human, ..Options::default() };
    let clocks = BySeat::both(Some(control));
    let choices = NewGame { level: String::new(), color: ColorChoice::White, clocks, options };
    let mut setup = app_setup(choices);
    // A live analysis does not end, so it must not run on the thread of the test.
    setup.computers.analyst = Box::new(|_| Box::new(ThreadedWorker::analyst(1, 16)));
    AppSetup { storage: folder.storage(), speed: SPEED, first_screen, ..setup }
}

fn played(moves: &[&str]) -> Game {
    let mut game = game(Options::default());
    for text in moves {
        let mv = coords::parse_move(game.position(), text).expect("a legal move");
        game.apply(Command::Play(mv));
    }
    game
}

/// Time of a frame in which a move arrives and a dialog opens.
const STEP: Duration = Duration::from_millis(100);

/// A window with one screen.
fn window(game: Game) -> Window {
    let options = *game.options();
    Window::new(app_with(screen(game), options, SPEED))
}

/// A window with an app that saves in `folder`.
fn open(folder: &TempFolder, first_screen: FirstScreen) -> Window {
    Window::new(App::new(setup(folder, first_screen)).expect("a game"))
}

impl Window {
    fn moves(&mut self, mv: &str) {
        let (from, to) = mv.split_at(if mv.as_bytes()[2].is_ascii_digit() { 3 } else { 2 });
        self.click_squares(&[from, to]);
        self.step();
    }

    fn step(&mut self) {
        self.after(STEP, vec![]);
    }

    fn has_piece(&self, square: &str) -> bool {
        self.scene().sprites().any(|sprite| sprite.square == Some(at(square)))
    }

    /// All texts beside the board, in the order of painting.
    fn words(&self) -> String {
        let scene = self.scene();
        let beside = scene.texts().filter(|text| text.at.x > 672.0).map(|text| text.text.as_str());
        beside.collect::<Vec<_>>().join(" ")
    }
}

/// Records that a game screen has pushed to be saved.
type Records = Rc<RefCell<Vec<GameRecord>>>;

/// A game screen that logs the records it pushes.
struct Noting(Host<PlayScreen>, Records);

impl Noting {
    fn note(&self, ctx: &mut Context) {
        self.1.borrow_mut().extend(ctx.effects.record.take());
    }
}

impl OpenScreen for Noting {
    fn update(&mut self, input: &[InputEvent], ctx: &mut Context) -> Option<Action> {
        let action = self.0.update(input, ctx);
        self.note(ctx);
        action
    }

    fn leave(&mut self, ctx: &mut Context) {
        self.0.leave(ctx);
        self.note(ctx);
    }

    fn draw(&self, ctx: &Env, scene: &mut Scene) {
        self.0.draw(ctx, scene);
    }
}

fn noting() -> (Window, Records) {
    let records = Records::default();
    let screen = Noting(screen(game(Options::default())), Rc::clone(&records));
    (Window::new(app_with(screen, Options::default(), SPEED)), records)
}

/// The start, every move, moves taken back, the end and the next game are saved, and nothing between them.
#[test]
fn every_change_is_saved() {
    let (mut window, records) = noting();
    let last = || records.borrow().last().map(|record| (record.moves.len(), record.termination.is_some()));
    let count = || records.borrow().len();
    assert_eq!((count(), last()), (1, Some((0, false))));
    window.moves("d2d4");
    window.moves("d13d11");
    for _ in 0..20 {
        window.step();
    }
    assert_eq!((count(), last()), (3, Some((2, false))));
    window.key(Key::Char('z'));
    window.step();
    assert_eq!((count(), last()), (4, Some((1, false))));
    window.key(Key::Escape);
    window.step();
    assert_eq!((count(), last()), (5, Some((1, true))));
    window.key(Key::Char('r'));
    window.step();
    assert_eq!((count(), last()), (6, Some((0, false))));
}

/// A game that is left is saved once more with its present clocks. A game that has ended is not saved again.
#[test]
fn leaving_saves_the_clocks() {
    let (mut window, records) = noting();
    window.moves("d2d4");
    for _ in 0..30 {
        window.step();
    }
    drop(window);
    assert_eq!(records.borrow().len(), 3);
    let left = records.borrow()[2].remaining.black.expect("a clock");
    assert!(left < Duration::from_secs(597), "{left:?}");
    let (mut window, records) = noting();
    window.moves("d2d4");
    window.key(Key::Escape);
    window.step();
    let count = records.borrow().len();
    drop(window);
    assert_eq!(records.borrow().len(), count);
}

/// If a game cannot be saved, the reason is shown between the clocks, until the game has a message of its own.
#[test]
fn problems_of_saving_are_shown() {
    let folder = TempFolder::new();
    let file = folder.0.join("file");
    std::fs::write(&file, "no folder").expect("written");
    let mut setup = setup(&folder, FirstScreen::Game { search: false });
    setup.storage.data_dir = Some(file);
    let mut window = Window::new(App::new(setup).expect("a game"));
    window.moves("d2d4");
    for _ in 0..500 {
        window.step();
        if window.words().contains("cannot be saved") {
            break;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    assert!(window.words().contains("cannot be saved"), "{}", window.words());
    window.key(Key::Escape);
    window.step();
    assert!(!window.words().contains("cannot be saved") && window.words().contains("resigned"));
}

/// A window with the offer of a game that was left twelve minutes ago.
fn offering(folder: &TempFolder) -> Window {
    let mut window = open(folder, FirstScreen::Game { search: true });
    ["d2d4", "d13d11", "a2a3"].into_iter().for_each(|mv| window.moves(mv));
    drop(window);
    let saved = folder.storage().games().expect("a folder").files();
    let file = std::fs::File::options().write(true).open(&saved[0]).expect("saved");
    file.set_modified(SystemTime::now() - Duration::from_secs(12 * 60 + 5)).expect("an age");
    open(folder, FirstScreen::Game { search: true })
}

/// How the offer was answered. The unfinished game is kept in any case.
#[derive(Debug, PartialEq)]
enum Answer {
    Open,
    Resumed,
    Dismissed,
}

fn answer(window: Window, folder: &TempFolder) -> Answer {
    let (open, resumed) = (window.words().contains("last game?"), window.has_piece("a3"));
    // The end of the app waits until everything is written.
    drop(window);
    let files = folder.storage().games().expect("a folder").files();
    let kept = |file| std::fs::read_to_string(file).is_ok_and(|text| text.contains("a3"));
    assert!(files.iter().any(kept), "{files:?}");
    match (open, resumed) {
        (true, _) => Answer::Open,
        (_, true) => Answer::Resumed,
        _ => Answer::Dismissed,
    }
}

/// The offer names the game; Enter and its button resume it, N and the other button close the offer, and none of these
/// resigns. Escape resigns as in every game of the config.
#[test]
fn offer_is_answered() {
    let folder = TempFolder::new();
    assert!(offering(&folder).words().contains("Resume your last game?"));
    type Give = fn(&mut Window);
    let answers: [(Give, Answer); 4] = [
        (|window| window.key(Key::Enter), Answer::Resumed),
        (|window| window.key(Key::Char('n')), Answer::Dismissed),
        (|window| window.click_word("Resume"), Answer::Resumed),
        (|window| window.click_word("Not now"), Answer::Dismissed),
    ];
    for (index, (give, expected)) in answers.into_iter().enumerate() {
        let folder = TempFolder::new();
        let mut window = offering(&folder);
        give(&mut window);
        let words = window.words();
        assert!(!words.contains("your last game?") && !words.contains("resigned"), "{words:?}");
        assert_eq!(answer(window, &folder), expected, "{index}");
    }
    let mut window = offering(&folder);
    window.key(Key::Escape);
    assert!(window.words().contains("resigned"), "{}", window.words());
}

/// While the offer is shown Enter on the board is a click, and Escape hides the cursor before it resigns.
#[test]
fn keyboard_plays_under_the_offer() {
    let folder = TempFolder::new();
    let mut window = offering(&folder);
    window.keys(&[Key::Tab, Key::Up, Key::Enter]);
    (0..50).for_each(|_| window.step());
    assert_eq!(window.words().matches("10:00").count(), 1, "the clock runs: {}", window.words());
    assert_eq!(answer(window, &folder), Answer::Open);
    let folder = TempFolder::new();
    let mut window = offering(&folder);
    window.key(Key::Tab);
    window.key(Key::Escape);
    assert!(window.words().contains("your last game?"), "the first Escape hides the cursor");
    window.key(Key::Escape);
    assert!(window.words().contains("resigned"), "{}", window.words());
}

/// If a folder stands in the place of the lock, a sentence is shown beside the board, and both games are in the list.
#[test]
fn a_game_that_cannot_be_locked_continues_in_another_file() {
    let folder = TempFolder::new();
    let mut window = offering(&folder);
    let files = || folder.storage().games().expect("a folder").files();
    std::fs::create_dir(files()[0].with_extension("lock")).expect("made");
    window.key(Key::Enter);
    window.step();
    assert!(window.has_piece("a3") && window.words().contains("another file"), "{}", window.words());
    window.moves("a13a11");
    drop(window);
    assert_eq!(files().len(), 2);
}

/// The new game runs below the offer, and a move closes the offer.
#[test]
fn the_offer_leaves_the_board_free() {
    let folder = TempFolder::new();
    let mut window = offering(&folder);
    for item in &window.scene().items {
        if let Item::Panel { rect, .. } = item {
            let board = Rect::new(0.0, 0.0, 672.0, 672.0);
            assert!(!board.contains(rect.center()), "{rect:?} covers the board");
        }
    }
    let clocks = |window: &Window| window.words().matches("10:00").count();
    (0..50).for_each(|_| window.step());
    assert_eq!(clocks(&window), 1, "the clock of the new game runs: {}", window.words());
    window.moves("d2d4");
    assert!(window.has_piece("d4") && !window.words().contains("your last game?"), "the move was made");
    assert_eq!(answer(window, &folder), Answer::Dismissed, "the game of before is kept");
}

/// The computer makes its first move, and the offer stays until the human moves.
#[test]
fn the_offer_does_not_stop_the_computer() {
    let folder = TempFolder::new();
    drop(offering(&folder));
    let mut setup = setup(&folder, FirstScreen::Game { search: true });
    setup.choices.options.opponent = OpponentKind::Computer;
    setup.choices.color = ColorChoice::Black;
    setup.computers.opponent =
        Box::new(|_| Box::new(ThreadedWorker::opponent(Box::new(HeuristicPlayer)).inline()));
    let mut window = Window::new(App::new(setup).expect("a game"));
    // The card of a piece under the pointer would take the place of the offer.
    window.pointer = Point::new(-1.0, -1.0);
    let moves = |window: &Window| window.text_of(TextRole::Moves);
    (0..200).for_each(|_| window.step());
    assert!(!moves(&window).is_empty(), "{}", window.words());
    assert!(window.words().contains("your last game?"), "{}", window.words());
    window.moves("d13d11");
    assert!(!window.words().contains("your last game?"), "{}", window.words());
}

/// The position is copied as FEN and the game as PGN, and both can be read again.
#[test]
fn position_and_game_are_copied() {
    let mut window = window(played(&["d2d4", "d13d11"]));
    window.key(Key::Copy);
    let fen = window.copied.take().expect("copied");
    assert!(fen.ends_with(" w KQkq - 0 2"), "{fen}");
    assert!(window.words().contains("Position"), "{}", window.words());
    window.key(Key::CopyMore);
    let pgn = window.copied.take().expect("copied");
    let read = PgnGame::parse(&pgn, |_| Ok(variant("xxl"))).expect("a PGN");
    assert_eq!(read.moves().len(), 2);
    window.step();
    assert_eq!(window.copied, None);
}

/// In the fog nothing is copied until the game has ended, and everything afterwards.
#[test]
fn nothing_hidden_by_fog_is_copied() {
    let mut window = window(game(Options { fog_of_war: true, ..Options::default() }));
    for copy in [Key::Copy, Key::CopyMore] {
        window.key(copy);
        assert_eq!(window.copied, None);
        assert!(window.words().contains("fog"), "{}", window.words());
    }
    window.keys(&[Key::Escape, Key::Copy]);
    assert!(window.copied.is_some());
}

/// A pasted game opens at once, or after a question if a game is in progress; other texts are refused with a reason.
#[test]
fn texts_are_pasted() {
    let text = fen::format(played(&["a2a3"]).position());
    let paste = |window: &mut Window, text: &str| window.input(vec![InputEvent::Paste(text.to_owned())]);
    let folder = TempFolder::new();
    let open = || open(&folder, FirstScreen::Game { search: false });
    let mut window = open();
    paste(&mut window, &text);
    assert!(window.has_piece("a3"));
    let mut window = open();
    paste(&mut window, "dog");
    assert!(
        !window.has_piece("a3") && window.words().contains("This cannot be pasted"),
        "{}",
        window.words()
    );
    for (answer, opens) in [(Key::Enter, true), (Key::Escape, false)] {
        let mut window = open();
        window.moves("d2d4");
        paste(&mut window, &text);
        assert!(!window.has_piece("a3"), "it asks first");
        window.key(answer);
        assert_eq!(window.has_piece("a3"), opens);
    }
}

/// A pasted game that is over opens on the analysis board, above the game on the board, which stays. A pasted game that goes
/// on is played, keeps the clock times of the text and adds no others.
#[test]
fn a_pasted_game_that_is_over_is_analysed() {
    let folder = TempFolder::new();
    let text = |result: &str| format!("[Variant \"xxl\"]\n\n1. a4 {{[%clk 0:00:30]}} a11 2. b4 {result}");
    for (result, words) in [("1-0", "White won"), ("0-1", "Black won"), ("1/2-1/2", "Draw"), ("½-½", "Draw")]
    {
        for in_progress in [false, true] {
            let mut window = open(&folder, FirstScreen::Game { search: false });
            if in_progress {
                window.moves("d2d4");
            }
            window.input(vec![InputEvent::Paste(text(result))]);
            let shown = all_words(&window);
            assert!(window.has_piece("b4") && shown.contains(words) && shown.contains("Stop"), "{shown}");
            window.key(Key::Escape);
            assert!(!window.has_piece("b4") && window.has_piece("d4") == in_progress);
        }
    }
    let mut window = open(&folder, FirstScreen::Game { search: false });
    window.input(vec![InputEvent::Paste(text("*"))]);
    assert!(window.has_piece("b4"));
    window.key(Key::CopyMore);
    let pgn = window.copied.take().expect("copied");
    assert!(pgn.matches("%clk").count() == 1 && pgn.contains("[%clk 0:00:30.0]"), "{pgn}");
    window.moves("b13b11");
    window.key(Key::CopyMore);
    assert_eq!(window.copied.take().expect("copied").matches("%clk").count(), 2);
}

/// A damaged game that is dropped on the window is analysed up to its fault, which is shown with its line. Its variations
/// are kept.
#[test]
fn a_dropped_game_is_analysed_up_to_its_fault() {
    let folder = TempFolder::new();
    let mut window = open(&folder, FirstScreen::Game { search: false });
    let text = "[Variant \"xxl\"]\n\n1. a4 (1. d4 d11) a11 2. Qz9 b11";
    window.input(vec![InputEvent::Dropped(Ok(text.to_owned()))]);
    let shown = all_words(&window);
    for words in ["1.d4", "d11", "a11", "Left out: line 3"] {
        assert!(shown.contains(words), "{words}: {shown}");
    }
    assert!(window.has_piece("a11"));
}

/// A text with several games opens as a list, wherever it comes from. A game opens on the analysis board with its fault, and
/// the list is there again after it, with the same game selected. A game that cannot be read has its reason in the list.
#[test]
fn several_games_of_a_text_are_listed() {
    let folder = TempFolder::new();
    let text = "[White \"Anna\"]\n[Black \"Bela\"]\n\n1. a4 a11 1-0\n\n\
                [White \"Clara\"]\n[Black \"Dora\"]\n[Variant \"xxl\"]\n\n1. a4 a11 2. Qz9 *\n\n\
                [White \"Eva\"]\n[Black \"Fred\"]\n[Variant \"unheard\"]\n\n1. a4 *\n";
    for way in [InputEvent::Dropped(Ok(text.to_owned())), InputEvent::Paste(text.to_owned())] {
        let mut window = open(&folder, FirstScreen::Game { search: false });
        window.input(vec![way]);
        window.step();
        let words = all_words(&window);
        for part in ["3 games", "Anna – Bela", "White won", "Clara – Dora", "Left out: line 10", "unheard"]
        {
            assert!(words.contains(part), "{part}: {words}");
        }
        window.keys(&[Key::Down, Key::Enter]);
        assert!(all_words(&window).replace('|', " ").contains("Left out: line 10"), "{}", all_words(&window));
        assert!(window.has_piece("a11"));
        window.key(Key::Escape);
        assert!(all_words(&window).contains("3 games"));
        window.keys(&[Key::Down, Key::Enter]);
        assert!(all_words(&window).matches("unheard").count() > 1, "{}", all_words(&window));
        window.key(Key::Char('f'));
        window.type_text("anna");
        assert!(all_words(&window).contains("1 of 3 games"), "{}", all_words(&window));
        window.type_text("x");
        window.click_word("Show all");
        assert!(all_words(&window).contains("3 games"), "{}", all_words(&window));
    }
    let mut setup = setup(&folder, FirstScreen::Analysis(text.to_owned()));
    setup.choices.options.opponent = OpponentKind::Human;
    let mut window = Window::new(App::new(setup).expect("a list"));
    window.step();
    assert!(all_words(&window).contains("3 games"), "{}", all_words(&window));
}

/// A file of the command line is analysed as far as it can be read, as one that is dropped on the window. A file without a
/// game is an error.
#[test]
fn a_damaged_file_is_analysed_from_the_command_line() {
    let folder = TempFolder::new();
    let analyse = |text: &str| App::new(setup(&folder, FirstScreen::Analysis(text.to_owned())));
    let mut window = Window::new(analyse("[Variant \"xxl\"]\n\n1. a4 a11 2. Qz9 b11").expect("a board"));
    window.step();
    assert!(all_words(&window).contains("Left out: line 3"), "{}", all_words(&window));
    assert!(analyse("Hello").is_err_and(|reason| reason.contains("neither a FEN nor a PGN")));
}

/// A file that cannot be read is reported where it is dropped.
#[test]
fn an_unreadable_file_that_is_dropped_is_reported() {
    let folder = TempFolder::new();
    let mut window = listing(&folder);
    window.input(vec![InputEvent::Dropped(Err("The file is too long.".to_owned()))]);
    window.step();
    assert!(all_words(&window).contains("The file is too long."), "{}", all_words(&window));
}

/// A game of the command line that is over opens on the board, with its analysis above it.
#[test]
fn a_game_of_the_command_line_that_is_over_is_analysed() {
    let folder = TempFolder::new();
    let open_text = |text: &str| {
        let mut setup = setup(&folder, FirstScreen::Menu);
        let (game, options) = setup.reader.read(text, &setup.choices.options, "xxl").expect("a game");
        setup.first_screen = FirstScreen::Text(Box::new(game), options);
        Window::new(App::new(setup).expect("a game"))
    };
    let mut window = open_text("1. a4 a11 2. b4 0-1");
    assert!(window.has_piece("b4") && all_words(&window).contains("Black won"), "{}", all_words(&window));
    window.key(Key::Escape);
    window.moves("b13b11");
    assert!(window.has_piece("b11"), "the game goes on");
    for (text, opens) in
        [("1. a4 a11 2. b4 *", false), ("[Variant \"chess\"]\n\n1. f3 e5 2. g4 Qh4# 0-1", true)]
    {
        let window = open_text(text);
        assert_eq!(window.app.open_screens() == 2, opens, "{text}");
    }
}

/// A window with the list of two games: one that was resigned, and after it one that was left after a move.
fn listing(folder: &TempFolder) -> Window {
    let mut window = open(folder, FirstScreen::Game { search: false });
    window.moves("d2d4");
    window.key(Key::Escape);
    drop(window);
    let finished = folder.storage().games().expect("a folder").files();
    let file = std::fs::File::options().write(true).open(&finished[0]).expect("saved");
    file.set_modified(SystemTime::now() - Duration::from_secs(60)).expect("an age");
    let mut window = open(folder, FirstScreen::Game { search: false });
    window.moves("a2a3");
    drop(window);
    let mut window = open(folder, FirstScreen::Game { search: false });
    window.key(Key::Char('g'));
    window
}

fn all_words(window: &Window) -> String {
    window.scene().texts().map(|text| text.text.clone()).collect::<Vec<_>>().join("|")
}

fn listed(window: &Window) -> (usize, usize) {
    let words = all_words(window);
    (words.matches("Two players").count(), words.matches("Not finished").count())
}

/// A finished and an unfinished game are in the list with result, length and boards.
#[test]
fn finished_and_unfinished_games_are_listed() {
    let folder = TempFolder::new();
    let window = listing(&folder);
    let words = all_words(&window);
    assert_eq!(listed(&window), (2, 1), "{words}");
    assert!(words.contains("2 games") && words.contains("1 move"), "{words}");
    let scene = window.scene();
    let kings = scene.sprites().filter(|sprite| sprite.name == "king").count();
    assert_eq!(kings, 2, "the selected game has a large board");
    // A piece of a small board is a spot.
    let spots = scene.items.iter().filter_map(|item| match item {
        Item::Panel { rect, .. } if rect.w == rect.h && rect.w < 4.0 => Some(rect.center()),
        _ => None,
    });
    let spots: Vec<_> = spots.collect();
    for row in scene.texts().filter(|text| text.text.contains("Two players")) {
        assert!(spots.iter().any(|spot| (spot.y - row.at.y).abs() < 20.0), "no small board beside {row:?}");
    }
}

/// Enter resumes the selected game. Its file is open after that, and the game before stays in the list.
#[test]
fn an_unfinished_game_is_resumed_from_the_list() {
    let folder = TempFolder::new();
    let mut window = listing(&folder);
    window.key(Key::Enter);
    assert!(window.has_piece("a3"), "{}", all_words(&window));
    window.key(Key::Char('g'));
    assert!(all_words(&window).contains("Being played"), "{}", all_words(&window));
    window.key(Key::Delete);
    assert!(!all_words(&window).contains("Delete this game?"), "a game on the board is not deleted");
}

/// A game of another variant is listed by the title that the variant has in the menu.
#[test]
fn the_list_shows_titles_of_variants() {
    let folder = TempFolder::new();
    let mut setup = setup(&folder, FirstScreen::Game { search: false });
    setup.level.0 = Position::start(&variant("capablanca")).expect("a legal start");
    let mut window = Window::new(App::new(setup).expect("a game"));
    window.moves("a2a4");
    drop(window);
    let mut window = open(&folder, FirstScreen::Game { search: false });
    window.key(Key::Char('g'));
    let words = all_words(&window);
    assert!(words.contains("Capablanca chess ·") && !words.contains("capablanca"), "{words}");
}

/// The list has the real title of every variant, and date and time of day. The filter lists what there is, and a filter that
/// no game matches has a button that shows all.
#[test]
fn the_list_is_filtered() {
    let folder = TempFolder::new();
    drop(listing(&folder));
    let mut setup = setup(&folder, FirstScreen::Game { search: false });
    setup.level.0 = Position::start(&variant("xxlm")).expect("a legal start");
    setup.choices.options.opponent = OpponentKind::Computer;
    let mut window = Window::new(App::new(setup).expect("a game"));
    window.moves("a2a3");
    window.key(Key::Char('r'));
    drop(window);
    let mut window = open(&folder, FirstScreen::Game { search: false });
    window.keys(&[Key::Char('g'), Key::Char('f')]);
    window.step();
    let words = all_words(&window);
    for text in ["3 games", "XXL chess · White", " UTC", "All variants", "All opponents", "All results"] {
        assert!(words.contains(text), "{text}: {words}");
    }
    window.click_word("All variants");
    assert!(all_words(&window).contains("1 of 3 games"), "{}", all_words(&window));
    assert_eq!(listed(&window), (0, 1));
}

/// An analysis that is saved with a game does not change the order of the list.
#[test]
fn a_saved_analysis_keeps_the_order_of_the_list() {
    let folder = TempFolder::new();
    drop(listing(&folder));
    let finished = folder.storage().games().expect("a folder").files().remove(1);
    std::fs::rename(&finished, finished.with_file_name("2025-01-31_14-22-33.pgn")).expect("renamed");
    let mut window = open(&folder, FirstScreen::Game { search: false });
    window.keys(&[Key::Char('g'), Key::Down]);
    window.click_word("Analyse");
    window.key(Key::Char('c'));
    window.type_text("a remark");
    window.keys(&[Key::Enter, Key::Escape]);
    let files = folder.storage().games().expect("a folder").files();
    let saved = std::fs::read_to_string(&files[0]).expect("the file");
    assert!(saved.contains("a remark}"), "{saved}");
    window.keys(&[Key::Escape, Key::Char('g')]);
    let words = all_words(&window);
    assert!(words.find("Not finished") < words.find("resigned"), "{words}");
}

/// A game that is played from the analysis of a saved game does not lose that analysis.
#[test]
fn a_game_from_here_saves_the_analysis_of_a_saved_game() {
    let folder = TempFolder::new();
    let mut window = listing(&folder);
    window.key(Key::Down);
    window.click_word("Analyse");
    window.key(Key::Char('c'));
    window.type_text("a remark");
    window.keys(&[Key::Enter, Key::Char('x'), Key::Enter]);
    window.step();
    assert!(!all_words(&window).contains("Play from here"), "{}", all_words(&window));
    let files = folder.storage().games().expect("a folder").files();
    let texts = files.iter().map(|file| std::fs::read_to_string(file).expect("a file"));
    assert_eq!(texts.filter(|text| text.contains("a remark}")).count(), 1);
}

/// In the list the position before the last move can be shown, and the game copied as PGN.
#[test]
fn a_listed_game_can_be_looked_through_and_copied() {
    let folder = TempFolder::new();
    let mut window = listing(&folder);
    let before = window.scene().items;
    window.key(Key::Left);
    assert_ne!(window.scene().items, before);
    window.key(Key::Copy);
    let pgn = window.copied.take().expect("copied");
    assert!(PgnGame::parse(&pgn, |_| Ok(variant("xxl"))).is_ok_and(|game| game.moves().len() == 1), "{pgn}");
    window.key(Key::Escape);
    assert!(!all_words(&window).contains("Not finished"), "the list is closed");
}

/// A pasted or dropped PGN is imported into the list: each game as a file of its own, known games only once, damaged games
/// whole, and faults are named with their lines. Imported games are not offered to be resumed and change no rating.
#[test]
fn games_are_imported_into_the_list() {
    let folder = TempFolder::new();
    let mut window = listing(&folder);
    let files = || folder.storage().games().expect("a folder").files();
    let text_of = |file: &std::path::PathBuf| std::fs::read_to_string(file).expect("a file");
    let before: Vec<_> = files().iter().map(|file| (file.clone(), text_of(file))).collect();
    let good =
        "[White \"Anna\"]\n[Black \"Bela\"]\n[Date \"1972.07.??\"]\n\n1. a4 (1. b4 {why} b11) a11 *\n\n";
    let damaged = "[White \"Clara\"]\n[Black \"Dora\"]\n\n1. a4 a11 2. Qz9 b11 *\n\n";
    let unreadable = "[White \"Eva\"]\n[Variant \"unheard\"]\n\n1. a4 *\n";
    let text = [good, good, damaged, unreadable].concat();
    for (event, report, fault) in [
        (
            InputEvent::Paste(text.clone()),
            "2 games imported, 1 of them up to a fault. 1 in the list already. 1 not imported.",
            "line 16",
        ),
        (
            InputEvent::Dropped(Ok(text)),
            "0 games imported. 3 in the list already. 1 not imported.",
            "line 19",
        ),
        (InputEvent::Paste("  ".to_owned()), "There is no game in this text.", ""),
    ] {
        window.input(vec![event]);
        (0..3).for_each(|_| window.step());
        let words = all_words(&window).replace('|', " ");
        assert!(words.contains(report) && words.contains(fault), "{report}: {words}");
        window.key(Key::Escape);
        assert!(all_words(&window).contains("4 games"), "{}", all_words(&window));
    }
    let words = all_words(&window);
    for part in ["Anna – Bela", "No result", "Jul 1972", "Clara – Dora", "Left out: line"] {
        assert!(words.contains(part), "{part}: {words}");
    }
    let texts: Vec<_> = files().iter().map(text_of).collect();
    assert!(texts.iter().any(|text| text.contains("1. b4 {why}")), "{texts:?}");
    assert!(texts.iter().any(|text| text.contains(damaged.trim_end())), "{texts:?}");
    assert!(before.iter().all(|(file, text)| text_of(file) == *text), "a game was replaced");
    assert!(!folder.storage().load_results().variants().iter().any(|_| true), "no result is noted");
    // A copy of a game of the list is known, whether the game was played here or imported.
    for _ in 0..2 {
        window.keys(&[Key::Down, Key::Copy]);
        let copied = window.copied.take().expect("copied");
        window.input(vec![InputEvent::Paste(copied)]);
        (0..3).for_each(|_| window.step());
        assert!(all_words(&window).contains("1 in the list already."), "{}", all_words(&window));
        window.key(Key::Escape);
    }
    drop(window);
    before.iter().for_each(|(file, _)| std::fs::remove_file(file).expect("removed"));
    let window = open(&folder, FirstScreen::Game { search: true });
    assert_eq!(window.app.warnings(), [""; 0]);
    assert!(!all_words(&window).contains("Resume"), "{}", all_words(&window));
}

/// An analysis of an imported game is saved with it, and its tags stay.
#[test]
fn an_imported_game_keeps_its_tags_when_it_is_analysed() {
    let folder = TempFolder::new();
    let mut window = open(&folder, FirstScreen::Game { search: false });
    window.key(Key::Char('g'));
    let text = "[White \"Anna\"]\n[Black \"Bela\"]\n[Opening \"Own\"]\n\n1. a4 a11 1-0\n";
    window.input(vec![InputEvent::Paste(text.to_owned())]);
    (0..3).for_each(|_| window.step());
    window.key(Key::Escape);
    window.click_word("Analyse");
    window.key(Key::Char('c'));
    window.type_text("a remark");
    window.keys(&[Key::Enter, Key::Escape]);
    let files = folder.storage().games().expect("a folder").files();
    let saved = std::fs::read_to_string(&files[0]).expect("the file");
    assert!(saved.contains("{a remark}") && saved.contains("[Opening \"Own\"]"), "{saved}");
    assert!(saved.starts_with("[Imported \"yes\"]") && saved.contains("1-0"), "{saved}");
}

/// Deleting a game opens a question. "No" deletes nothing, and neither does Enter.
#[test]
fn deleting_a_game_asks_first() {
    let folder = TempFolder::new();
    let mut window = listing(&folder);
    window.key(Key::Delete);
    assert!(all_words(&window).contains("Delete this game?"), "{}", all_words(&window));
    window.key(Key::Escape);
    assert_eq!(listed(&window), (2, 1));
    window.keys(&[Key::Delete, Key::Enter]);
    assert_eq!(listed(&window), (2, 1));
    window.keys(&[Key::Delete, Key::Char('y')]);
    assert_eq!(listed(&window), (1, 0), "{}", all_words(&window));
    assert_eq!(folder.storage().games().expect("a folder").files().len(), 1);
}

/// The list shows no board and no moves of an unfinished game in the fog, because they would reveal what is hidden.
#[test]
fn the_list_hides_boards_in_the_fog() {
    let folder = TempFolder::new();
    let open = || {
        let mut setup = setup(&folder, FirstScreen::Game { search: false });
        setup.choices.options.fog_of_war = true;
        Window::new(App::new(setup).expect("a game"))
    };
    let mut window = open();
    window.moves("d2d4");
    drop(window);
    let mut window = open();
    window.key(Key::Char('g'));
    assert_eq!(window.scene().sprites().count(), 0);
    assert!(all_words(&window).contains("Not finished"), "{}", all_words(&window));
    window.key(Key::Copy);
    assert_eq!(window.copied, None);
}

/// A game with clocks that goes on is shown in the list but not analysed, by button or Enter. After its end it is.
#[test]
fn a_game_with_clocks_is_analysed_only_after_its_end() {
    let folder = TempFolder::new();
    let mut window = open(&folder, FirstScreen::Game { search: false });
    window.moves("d2d4");
    let is_listed = |window: &Window| all_words(window).contains("1 game");
    for ended in [false, true] {
        let files = folder.storage().games().expect("a folder");
        let is_saved = |file: &std::path::PathBuf| {
            std::fs::read_to_string(file).is_ok_and(|text| text.contains("1-0") == ended)
        };
        assert!(becomes_true(|| files.files().iter().any(is_saved)), "the thread saves the game");
        window.key(Key::Char('g'));
        let reason = "A game with clocks can be analysed when it has ended.";
        assert_eq!(all_words(&window).contains(reason), !ended, "{}", all_words(&window));
        window.click_word("Analyse");
        window.key(Key::Enter);
        assert_eq!(is_listed(&window), !ended, "{}", all_words(&window));
        if ended {
            // Enter on the analysis board opens the field for a move.
            window.key(Key::Escape);
        }
        window.keys(&[Key::Escape, Key::Escape]);
        assert_eq!(window.text_of(TextRole::Message), "Black resigned");
    }
}

/// The PGN copied from the analysis of a game that has just ended has the date of the game, as its saved file has.
#[test]
fn the_analysis_of_a_played_game_has_its_date() {
    let folder = TempFolder::new();
    let mut window = open(&folder, FirstScreen::Game { search: false });
    window.moves("d2d4");
    window.keys(&[Key::Escape, Key::Char('a'), Key::CopyMore]);
    let text = window.copied.clone().expect("the game");
    let date = text.lines().find(|line| line.starts_with("[UTCDate ")).expect("a date");
    assert!(!text.contains("????.??.??"), "{text}");
    let files = folder.storage().games().expect("a folder");
    let has_date = |file: &std::path::PathBuf| {
        std::fs::read_to_string(file).is_ok_and(|saved| saved.lines().any(|line| line == date))
    };
    assert!(becomes_true(|| files.files().iter().any(has_date)), "{text}");
}

/// A remark about the level file, for instance that the board is turned, is shown in the window and is a warning for the
/// terminal.
#[test]
fn a_remark_about_the_level_file_is_shown() {
    let folder = TempFolder::new();
    let remark = Some("Black's pieces stand lower.".to_owned());
    let app = App::new(AppSetup { remark, ..setup(&folder, FirstScreen::Game { search: false }) });
    let mut window = Window::new(app.expect("a game"));
    assert_eq!(window.app.warnings(), ["Black's pieces stand lower."]);
    window.step();
    assert!(window.words().contains("pieces stand lower"), "{}", all_words(&window));
}

/// With the option "start_menu" the home screen has the unfinished game, and the next game has no offer.
#[test]
fn the_home_screen_replaces_the_offer() {
    let folder = TempFolder::new();
    drop(offering(&folder));
    let mut setup = setup(&folder, FirstScreen::Game { search: true });
    setup.choices.options.start_menu = true;
    let mut window = Window::new(App::new(setup).expect("a screen"));
    assert!(all_words(&window).contains("Move 2, 12 minutes ago"), "{}", all_words(&window));
    window.click_word("Play");
    assert!(!all_words(&window).contains("last game?") && !window.has_piece("a3"), "{}", all_words(&window));
}
