//! Features of a game of the player's own: a network and puzzles of its own, jobs that go on without the window, links to its
//! positions and games, and the commands of the command line.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::common::window::{Driver, FIRST, SMALL, UPRIGHT, WIDE, Window};
use crate::common::{TempFolder, app_setup, faults};
use xxlchess::app::{App, AppSetup, FirstScreen};
use xxlchess::config::Config;
use xxlchess::engine::eval::network::Inputs;
use xxlchess::engine::{Engine, Network, NetworkChoice, Options};
use xxlchess::game::background_job::{JobKind, JobStatus};
use xxlchess::notation::text::percent_encode;
use xxlchess::rules::Position;
use xxlchess::storage::{FOUND_PUZZLES, Storage};
use xxlchess::view::input::{InputEvent, Key};
use xxlchess::view::scene::{Item, Rect};
use xxlchess::view::text::bounds;

/// A game on 6x6 with a knight that leaps farther.
const QUICK: &str = "[quick:losalamos]\nknight = -\ncustomPiece1 = n:C\nxPieceNames = n:camel\n";

/// A puzzle of that game: the queen mates beside its king.
const PUZZLE: &str = "[0001]\nfen = 5k/6/5K/Q5/6/6 w - - 0 1\ngoal = mate 1\nrating = 900\nthemes = mate in 1\nunique = line\n\
                      solution = a3a6\n\n# games = 16\n";

fn save(storage: &Storage, text: &str) {
    storage.save_variant("quick", text, true).expect("saved");
}

/// The folder of the networks and puzzles of the game, which is created.
fn folder_of(storage: &Storage) -> PathBuf {
    let folder = storage.variant_folder(&storage.variants().0, "quick").expect("a folder");
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// The home screen of a program that can start jobs.
fn open(folder: &TempFolder) -> Window {
    open_with(folder, Some(env!("CARGO_BIN_EXE_xxlchess").into()))
}

fn open_with(folder: &TempFolder, program: Option<PathBuf>) -> Window {
    let setup = AppSetup {
        storage: folder.storage(),
        first_screen: FirstScreen::Home,
        seed: None,
        program,
        ..app_setup(Config::built_in().new_game("chess"))
    };
    Window::of_size(App::new(setup).expect("a screen"), WIDE, ())
}

/// The evaluation of the start with the network of the variant, and without.
fn evaluations(storage: &Storage) -> [i32; 2] {
    let variant = storage.variants().0.get("quick").expect("the variant");
    let start = Position::start(&variant).expect("a start");
    [NetworkChoice::OfVariant, NetworkChoice::Written].map(|network| {
        let mut engine = Engine::new(Options { hash_mib: 1, network, ..Options::default() });
        engine.evaluator(&variant).evaluate(&start)
    })
}

/// The last network that won its match is used, and one that lost is not. It is that of the rules: with other moves of a piece it is
/// not used, but with other names of the pieces it is. It is removed with the game.
#[test]
fn the_network_of_a_training_is_used_for_its_rules() {
    let folder = TempFolder::new();
    let storage = folder.storage();
    save(&storage, QUICK);
    let [with, without] = evaluations(&storage);
    assert_eq!(with, without);
    let variant = storage.variants().0.get("quick").expect("the variant");
    let inputs = Inputs::new(&variant);
    let network = |bias: f32| {
        let mut weights = vec![0.0; inputs.weight_count()];
        weights[inputs.output_bias()..].fill(bias);
        Network::from_weights(inputs.clone(), &weights, 400).to_bytes()
    };
    let networks = folder_of(&storage);
    fs::write(networks.join("round-1.network"), network(0.5)).expect("written");
    fs::write(networks.join("round-2.rejected"), network(-0.5)).expect("written");
    let [with, without] = evaluations(&storage);
    assert!((150..250).contains(&(with - without)), "{with} and {without}");
    save(&storage, &QUICK.replace("n:camel", "n:dromedary"));
    assert_ne!(evaluations(&storage)[0], without);
    save(&storage, &QUICK.replace("n:C", "n:Z"));
    let [with, without] = evaluations(&storage);
    assert_eq!(with, without);
    storage.delete_variant("quick").expect("deleted");
    assert!(!networks.exists());
}

/// A damaged network is not used, and a sentence at the start names its file.
#[test]
fn a_damaged_network_is_left_out() {
    let folder = TempFolder::new();
    let storage = folder.storage();
    save(&storage, QUICK);
    fs::write(folder_of(&storage).join("round-1.network"), "xxlchess network 2\n6 6 prnqk").expect("written");
    let [with, without] = evaluations(&storage);
    assert_eq!(with, without);
    let (_, problems) = storage.variants();
    let words = ["The network of quick is not used: ", "round-1.network: the second line has 3 fields"];
    assert!(problems.len() == 1 && words.iter().all(|part| problems[0].contains(part)), "{problems:?}");
}

/// Puzzles of a game of the player's own are on the page of puzzles, and those that are damaged are left out.
#[test]
fn found_puzzles_are_solved() {
    let folder = TempFolder::new();
    let storage = folder.storage();
    save(&storage, QUICK);
    let damaged = PUZZLE.replace("0001", "0002").replace("5k/6/5K", "5k/9/5K");
    fs::write(folder_of(&storage).join(FOUND_PUZZLES), format!("{damaged}{PUZZLE}")).expect("written");
    let mut window = open(&folder);
    window.click_word("Variants");
    choose(&mut window);
    window.key(Key::Escape);
    window.key(Key::Char('p'));
    assert!(window.shows("1 puzzles") || window.shows("1 puzzle"), "{:?}", words(&window));
    window.key(Key::Enter);
    window.click_squares(&["a3", "a6"]);
    window.after(Duration::from_secs(2), vec![]);
    assert!(storage.load_progress().rating().value > 1200.0);
}

fn words(window: &Window) -> String {
    window.scene().texts().map(|text| text.text.clone()).collect::<Vec<_>>().join(" | ")
}

/// Chooses the game of the player's own in the list of variants.
fn choose(window: &mut Window) {
    for _ in 0..200 {
        if window.shows("Quick") {
            break;
        }
        window.key(Key::Down);
        let middle = xxlchess::view::scene::Point::new(640.0, 400.0);
        window.input_at(middle, vec![InputEvent::Wheel(-3.0)]);
    }
    window.click_word("Quick");
}

/// Opens the page of the jobs from the menu.
fn open_jobs(window: &mut Window) {
    window.click_word("Variants");
    choose(window);
    window.click_word("Train");
}

/// Waits until the page of the jobs shows what is expected.
fn wait_until(window: &mut Window, is_expected: impl Fn(&Window) -> bool) {
    let end = Instant::now() + Duration::from_secs(60);
    while !is_expected(window) {
        assert!(Instant::now() < end, "{}", words(window));
        std::thread::sleep(Duration::from_millis(50));
        window.after(Duration::from_millis(600), vec![]);
    }
}

/// Number of jobs that can be stopped.
fn running(window: &Window) -> usize {
    window.scene().texts().filter(|text| text.text == "Stop").count()
}

/// A training is started from the menu, goes on when the window is closed, is shown by the next window, and is stopped. It can be
/// continued then. Puzzles are searched for likewise.
#[test]
#[cfg(target_os = "linux")]
fn a_job_goes_on_without_the_window() {
    let folder = TempFolder::new();
    save(&folder.storage(), QUICK);
    let mut window = open(&folder);
    open_jobs(&mut window);
    for size in [WIDE, FIRST, SMALL, UPRIGHT] {
        window.size = size;
        window.after(Duration::from_millis(600), vec![]);
        // The texts of the page lie over those of the menu.
        let mut found = faults(&window.scene().items, Rect::new(0.0, 0.0, size.0, size.1));
        found.retain(|fault| !fault.contains(" over "));
        assert!(found.is_empty(), "{size:?}: {found:#?}");
    }
    window.size = WIDE;
    window.after(Duration::from_millis(600), vec![]);
    window.click_word("Train");
    wait_until(&mut window, |window| words(window).contains("Playing games"));
    window.click_word("Find puzzles");
    wait_until(&mut window, |window| {
        words(window).matches("Playing games").count() == 2 && running(window) == 2
    });
    drop(window);
    let mut window = open(&folder);
    open_jobs(&mut window);
    wait_until(&mut window, |window| running(window) == 2);
    for left in [1, 0] {
        window.click_word("Stop");
        wait_until(&mut window, |window| running(window) == left && !window.shows("Stopping…"));
    }
    assert!(words(&window).contains("Stopped. Playing games") && window.shows("Go on"), "{}", words(&window));
    assert!(folder_of(&folder.storage()).join("round-1.games").exists());
}

/// Both jobs ended with an error of many words. The dialog grows around the words and its buttons.
#[test]
fn a_long_error_stays_inside_the_dialog() {
    let folder = TempFolder::new();
    save(&folder.storage(), QUICK);
    let error = "The games of this training were played by other rules: choose another folder. ".repeat(4);
    let status = JobStatus { percent: 30, words: error, is_running: false };
    for kind in JobKind::ALL {
        fs::write(kind.status_file(&folder_of(&folder.storage())), status.to_text()).expect("written");
    }
    for size in [FIRST, UPRIGHT] {
        let mut window = open(&folder);
        window.size = size;
        open_jobs(&mut window);
        let scene = window.scene();
        let close = scene.texts().find(|text| text.text == "Close").expect("a button");
        let is_dialog = |item: &Item| match item {
            Item::Panel { rect, .. } => {
                (300.0..size.0 - 20.0).contains(&rect.w)
                    && rect.h > 300.0
                    && rect.contains(bounds(close).center())
            }
            _ => false,
        };
        assert!(scene.items.iter().any(is_dialog), "the button is in the dialog");
    }
}

/// Where no program can be started, a job is refused in a sentence.
#[test]
fn a_job_that_cannot_be_started_is_refused() {
    let folder = TempFolder::new();
    save(&folder.storage(), QUICK);
    let mut window = open_with(&folder, None);
    open_jobs(&mut window);
    window.click_word("Find puzzles");
    assert!(words(&window).contains("cannot be started here"), "{}", words(&window));
}

/// A link to a position of somebody's game opens it with the rules of the link, which are saved, from the home screen and from a
/// game. The name of its variant is taken already, so the game and its PGN get another one.
#[test]
fn a_link_to_a_position_brings_its_variant() {
    let folder = TempFolder::new();
    save(&folder.storage(), "[quick:chess]\nnMoveRule = 7\n");
    let start = "https://page/#variant=";
    let rules = percent_encode(QUICK);
    let fen = percent_encode("5k/6/5K/Q5/6/N5 w - - 0 1");
    let mut window = open(&folder);
    window.input(vec![InputEvent::Paste(format!("{start}{rules}&fen={fen}"))]);
    let game = window.app.game_start().expect("a game").position.clone();
    assert_eq!((game.variant().rules().name.as_str(), game.board().pieces().count()), ("quick-2", 4));
    let pgn = percent_encode("[Variant \"quick\"]\n\n1. Nc4 *");
    window.input(vec![InputEvent::Paste(format!("{start}{rules}&analyse={pgn}"))]);
    window.key(Key::Char('y'));
    let game = window.app.game_start().expect("a game").position.clone();
    assert_eq!(game.variant().rules().name, "quick-2", "{}", words(&window));
    window.input(vec![InputEvent::Paste(format!(
        "{start}{}",
        percent_encode("[quick:chess]\nmaxRank = many\n")
    ))]);
    assert!(words(&window).contains("maxRank"), "{}", words(&window));
    assert_eq!(folder.storage().variants().0.own_names().count(), 2);
}

/// The command line and the engine accept the names of the player's own games.
#[test]
#[cfg(target_os = "linux")]
fn commands_know_the_games_of_the_workshop() {
    let folder = TempFolder::new();
    let storage = Storage { data_dir: Some(folder.join("xxlchess")), config_dir: None };
    save(&storage, QUICK);
    let run = |arguments: &[&str]| output(&folder, arguments);
    assert!(run(&["perft", "1", "--variant", "quick"]).contains("Nodes searched: "));
    let board = run(&["setoption name UCI_Variant value quick", "go depth 2", "quit"]);
    assert!(board.contains("bestmove "), "{board}");
    assert!(run(&["isready", "uci", "quit"]).contains(" var quick"));
    fs::write(folder.join("a.pgn"), "[Variant \"quick\"]\n\n1. a3 a4 *\n").expect("written");
    let [pgn, fen] = ["a.pgn", "a.fen"].map(|name| folder.join(name).display().to_string());
    assert_eq!(run(&["convert", &pgn, &fen]), "");
    assert!(fs::read_to_string(&fen).expect("written").contains(" w "));
    let own = "-engine name=a -engine name=b -each nodes=50 -variant quick -rounds 1 -maxmoves 10";
    let arguments: Vec<_> = std::iter::once("match").chain(own.split(' ')).collect();
    assert!(run(&arguments).contains("a"), "{}", run(&arguments));
}

/// Output of the program with these arguments and this folder of data.
fn output(data: &Path, arguments: &[&str]) -> String {
    let mut program = std::process::Command::new(env!("CARGO_BIN_EXE_xxlchess"));
    let output = program.args(arguments).env("XDG_DATA_HOME", data).output().expect("a program");
    String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned()
}
