//! Mistakes: from the analysis of a game to better moves, and the page of all mistakes.

use std::time::Duration;

use crate::common::window::{Driver, FORMS, WIDE, Window};
use crate::common::{
    AT_ONCE, AnalysisLog, HUMAN_WHITE, ScriptedAnalyst, Silent, TempFolder, app_setup, cut_texts,
    deterministic, misplaced_texts, play, variant,
};
use xxlchess::app::{App, AppSetup};
use xxlchess::config::Config;
use xxlchess::game::analysis::analyzer::AnalysisLimits;
use xxlchess::game::worker::ThreadedWorker;
use xxlchess::game::{Command, Game, GameController, GameSetup};
use xxlchess::notation::pgn::Tags;
use xxlchess::reason::{Gain, Reason, ReasonKind};
use xxlchess::rules::{ByColor, Color, Position};
use xxlchess::view::input::Key;
use xxlchess::view::scene::TextRole;
use xxlchess::view::screens::play::PlayScreen;

/// A game that White has lost by two blunders, its second and its third move, and the evaluations of its positions.
fn game() -> (Game, Vec<i32>) {
    let position = Position::start(&variant("xxl")).expect("a legal start");
    let controls = ByColor { white: None, black: None };
    let mut game =
        Game::new(GameSetup { position, players: HUMAN_WHITE, controls, options: Default::default() });
    for text in ["e2e4", "e13e11", "b1c3", "b14c12", "f2f4", "f13f11"] {
        play(&mut game, text);
    }
    game.apply(Command::Resign);
    (game, vec![20, 25, 20, -400, -390, -1500, -1500])
}

/// The program with this game on the board, saved in `folder`, or with the home screen.
fn window_in(folder: &TempFolder, on_board: bool) -> Window {
    let (game, scores) = game();
    let scripted = ScriptedAnalyst::new(&game, &scores, &AnalysisLog::default());
    let choices = Config::built_in().new_game("xxl");
    let mut setup = AppSetup { speed: AT_ONCE, storage: folder.storage(), ..app_setup(choices) };
    setup.computers.analyst = Box::new(move |_| Box::new(scripted.clone()));
    setup.computers.analysis_limits = AnalysisLimits { first: Duration::from_secs(1), deterministic: true };
    setup.computers.explainer = Box::new(|| {
        let explain = |_: &_, _: &_, reply: &mut dyn FnMut(_)| {
            let (line, squares) = (Vec::new(), Vec::new());
            let text = "It allows a fork.".to_owned();
            reply(Some(Reason {
                kind: ReasonKind::Fork,
                missed: false,
                line,
                squares,
                gain: Gain::Result,
                text,
            }));
        };
        Box::new(ThreadedWorker::new("explainer", Box::new(explain), |_: &_| None).inline())
    });
    let app = if on_board {
        let controller = GameController::new(game, Box::new(Silent), deterministic(0));
        App::with_screen(setup, Box::new(PlayScreen::new(controller, Color::White, None)))
    } else {
        App::new(setup).expect("a game")
    };
    let mut window = Window::new(app);
    window.size = WIDE;
    window.input(vec![]);
    window
}

fn wait(window: &mut Window, seconds: u64) {
    (0..seconds * 10).for_each(|_| window.after(Duration::from_millis(100), vec![]));
}

fn said(window: &Window) -> String {
    window.scene().texts().map(|text| text.text.as_str()).collect::<Vec<_>>().join(" ")
}

/// Opens the page of mistakes from the puzzles.
fn open_page(window: &mut Window) {
    window.key(Key::Char('p'));
    window.click_word("Your mistakes");
    wait(window, 1);
}

/// After the analysis of a game the player finds better moves than the two blunders. The move of the game is refused, another
/// one counts, the second one is skipped and then shown. The next day's page has the mistakes of both sorts.
#[test]
fn better_moves_are_looked_for_after_the_analysis() {
    let folder = TempFolder::new();
    let mut window = window_in(&folder, true);
    window.key(Key::Char('a'));
    window.key(Key::Char('l'));
    assert!(said(&window).contains("Mistakes are known when the game has been analysed"));
    (0..90).for_each(|_| window.input(vec![]));
    window.click_word("Learn from 2 mistakes");
    window.input(vec![]);
    for words in
        ["1 of 2", "2.Nc3", "3.f4", "Nc3??", "Find a better move.", "It allows a fork.", "+0.2", "−4.0"]
    {
        assert!(said(&window).contains(words), "{words} in {}", said(&window));
    }
    // The arrow of the move that was played.
    assert!(window.has_arrow_to("c3"));
    window.click_squares(&["b1", "c3"]);
    wait(&mut window, 1);
    assert_eq!(window.text_of(TextRole::Message), "That was your move in the game. Find a better one.");
    wait(&mut window, 2);
    window.click_squares(&["a2", "a4"]);
    wait(&mut window, 1);
    assert!(
        window.text_of(TextRole::Message).starts_with("Good move!"),
        "{}",
        window.text_of(TextRole::Message)
    );
    assert!(!window.has_arrow_to("c3"));
    window.click_word("Next mistake");
    for words in ["2 of 2", "✗ 2.Nc3", "f4??"] {
        assert!(said(&window).contains(words), "{words} in {}", said(&window));
    }
    window.input(vec![]);
    window.click_word("Skip");
    for words in ["Solved 1, failed 0, skipped 1", "Try the skipped (1)", "Back to the analysis"] {
        assert!(said(&window).contains(words), "{words} in {}", said(&window));
    }
    assert!(!window.shows("Skip") && !window.shows("Next mistake"), "{}", said(&window));
    window.click_word("Try the skipped (1)");
    assert!(window.shows("Skip") && said(&window).contains("f4??"), "{}", said(&window));
    window.click_word("View the solution");
    wait(&mut window, 9);
    assert!(window.text_of(TextRole::Message).ends_with("was best."));
    assert!(said(&window).contains("Solved 1, failed 1, skipped 0"), "{}", said(&window));
    // The analysis of the whole game has the solution as a variation.
    window.click_word("Analyse");
    window.input(vec![]);
    for words in ["Analysis", "e4", "Blunder: from −3.90 to −15.00", "Learn from 2 mistakes"] {
        assert!(said(&window).contains(words), "{words} in {}", said(&window));
    }
    drop(window);
    let storage = folder.storage();
    let log = storage.load_progress().to_text(9_999);
    let results: Vec<_> = log.lines().skip(1).filter_map(|line| line.split(' ').nth(2)).collect();
    assert_eq!(results, ["wrong", "solved", "wrong"], "{log}");

    let mut window = window_in(&folder, false);
    open_page(&mut window);
    for words in ["0 due today", "2 mistakes · 0 learnt", "Allowed a fork", "Nothing is due today."] {
        assert!(said(&window).contains(words), "{words} in {}", said(&window));
    }
    window.click_word("Practise");
    assert!(said(&window).contains("1 of 2"), "{}", said(&window));
}

/// A saved game that was not evaluated is evaluated on the page, and its mistakes are due at once. A damaged mistake and one of
/// an unknown variant are left out with a notice. A mistake stays when its game is deleted.
#[test]
fn saved_games_are_evaluated_on_the_page() {
    let folder = TempFolder::new();
    let games = folder.join("games");
    std::fs::create_dir_all(&games).expect("a folder");
    let (game, _) = game();
    std::fs::write(games.join("1.pgn"), game.record(Color::White).to_pgn(None, &Tags::default()))
        .expect("a file");
    std::fs::write(games.join("2.pgn"), "?").expect("a file");
    let bad = "[Variant \"nowhere\"]\n\n*\n\n[Id \"1\"]\n[FEN \"x\"]\n\n1. e4 *\n";
    std::fs::write(folder.join("mistakes.pgn"), bad).expect("a file");
    let mut window = window_in(&folder, false);
    open_page(&mut window);
    for words in ["0 due today", "2 mistakes cannot be read.", "There are no mistakes yet"] {
        assert!(said(&window).contains(words), "{words} in {}", said(&window));
    }
    window.click_word("Evaluate my games");
    wait(&mut window, 4);
    for words in
        ["2 due today", "2 new mistakes found", "All games have been looked through.", "Allowed a fork"]
    {
        assert!(said(&window).contains(words), "{words} in {}", said(&window));
    }
    let saved = std::fs::read_to_string(games.join("1.pgn")).expect("the game");
    assert!(saved.contains("-4.00,12]"), "the analysis is kept: {saved}");
    for file in ["1.pgn", "2.pgn"] {
        std::fs::remove_file(games.join(file)).expect("removed");
    }
    window.click_word("Allowed a fork");
    assert!(said(&window).contains("1 of 2"), "{}", said(&window));
    window.key(Key::Escape);
    assert!(said(&window).contains("2 due today"));
    let text = std::fs::read_to_string(folder.join("mistakes.pgn")).expect("a file");
    assert_eq!(text.matches("[Mistake \"allowed a fork\"]").count(), 2, "{text}");
    assert!(text.contains("nowhere"), "what cannot be read is kept");
}

/// In windows of all forms the texts of page and board have room.
#[test]
fn mistakes_fit_in_every_window() {
    let folder = TempFolder::new();
    for size in FORMS {
        let mut window = window_in(&folder, true);
        window.key(Key::Char('a'));
        (0..90).for_each(|_| window.input(vec![]));
        window.size = size;
        window.key(Key::Char('l'));
        wait(&mut window, 1);
        let area = xxlchess::view::scene::Rect::new(0.0, 0.0, size.0, size.1);
        let scene = window.scene();
        assert_eq!(misplaced_texts(&scene.items, area), [""; 0], "{size:?}");
        assert_eq!(cut_texts(&scene.items), [""; 0], "{size:?}");
        window.keys(&[Key::Escape, Key::Escape, Key::Escape]);
        open_page(&mut window);
        let scene = window.scene();
        assert_eq!(misplaced_texts(&scene.items, area), [""; 0], "{size:?}");
        assert_eq!(cut_texts(&scene.items), [""; 0], "{size:?}");
    }
}
