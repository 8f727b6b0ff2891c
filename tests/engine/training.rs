//! Training of networks: the games of the match, and the same games with any number of threads and after an interruption.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use xxlchess::notation::pgn::PgnGame;
use xxlchess::notation::variants_ini::Variants;
use xxlchess::training::samples::read_games;
use xxlchess::training::{Training, TrainingProgress};

use crate::common::TempFolder;

fn training(folder: &Path, threads: usize) -> Training {
    Training {
        variant: Variants::built_in().get("chess").expect("built in"),
        folder: folder.to_owned(),
        positions: 1_500,
        rounds: 1,
        nodes: 60,
        threads,
        seed: 5,
    }
}

/// Runs a training; returns whether it played a match, and whether its network was kept.
fn run(training: &Training) -> (bool, Option<bool>) {
    let (mut played, mut kept) = (false, None);
    let report = |progress| match progress {
        TrainingProgress::Match(_) => played = true,
        TrainingProgress::Round { kept: won, .. } => kept = Some(won),
        _ => {}
    };
    training.run(report).expect("the folder can be written");
    (played, kept)
}

/// The games of the match are written as PGN in pairs: both from one opening, the new network with White in the first game
/// and with Black in the second.
#[test]
fn the_games_of_the_match_are_kept() {
    let folder = TempFolder::new();
    run(&training(&folder.0, 2));
    let text = fs::read_to_string(folder.0.join("round-1.pgn")).expect("written");
    let variant = Variants::built_in().get("chess").expect("built in");
    let games: Vec<_> = text
        .split("[Event ")
        .skip(1)
        .map(|game| PgnGame::parse(&format!("[Event {game}"), |_| Ok(Arc::clone(&variant))).expect("a game"))
        .collect();
    assert!(games.len() >= 2 && games.len().is_multiple_of(2), "{} games", games.len());
    for pair in games.chunks(2) {
        assert_eq!(pair[0].start.key(), pair[1].start.key());
        assert_eq!(pair[0].tags.get("White"), Some("new"));
        assert_eq!(pair[1].tags.get("White"), Some("old"));
        assert!(pair.iter().all(|game| game.result != "*" && !game.moves.is_empty()));
    }
}

/// A training with two threads finds a file of games that ends in the middle of a game, as if the program had been
/// killed. In the end it has the same games as a training with one thread. A round that has ended gets no further
/// games.
#[test]
fn a_training_has_the_same_games_on_any_threads_and_after_an_end() {
    let (one, two) = (TempFolder::new(), TempFolder::new());
    let games = |folder: &TempFolder| folder.0.join("round-1.games");
    // A network of so few positions loses.
    assert_eq!(run(&training(&one.0, 1)), (true, Some(false)));
    let whole = fs::read(games(&one)).expect("written");
    fs::write(games(&two), &whole[..whole.len() / 2]).expect("the folder can be written");
    assert!(
        read_games(&games(&two)).expect("whole games").len() < read_games(&games(&one)).expect("games").len()
    );
    assert_eq!(run(&training(&two.0, 2)), (true, Some(false)));
    assert!(fs::read(games(&two)).expect("written") == whole, "other games");
    // The round has ended, so it plays no match and no games although more positions are wanted.
    let larger = Training { positions: 20_000, ..training(&one.0, 2) };
    assert_eq!(run(&larger), (false, Some(false)));
    assert!(fs::read(games(&one)).expect("written") == whole, "games were added");
}

/// A training that takes a second: 64 games with one node a move.
fn short_training(folder: &Path) -> Training {
    Training { positions: 1, nodes: 1, ..training(folder, 2) }
}

/// The error of a training as text.
fn error_of(training: &Training) -> String {
    training.run(|_| {}).expect_err("the training is refused").to_string()
}

/// A training of no positions, of no rounds or with no nodes a move is an error.
#[test]
fn a_training_of_nothing_is_refused() {
    let folder = TempFolder::new();
    let training = short_training(&folder);
    let least = "positions, rounds and nodes must be at least 1";
    assert_eq!(error_of(&Training { positions: 0, ..training.clone() }), least);
    assert_eq!(error_of(&Training { rounds: 0, ..training.clone() }), least);
    assert_eq!(error_of(&Training { nodes: 0, ..training }), least);
}

/// A training with more threads than any system can start, and with the largest seed, comes to its end.
#[test]
fn any_number_of_threads_and_any_seed_are_allowed() {
    let folder = TempFolder::new();
    let (played, kept) = run(&Training { threads: usize::MAX, seed: u64::MAX, ..short_training(&folder) });
    assert!(played && kept.is_some());
}

/// The variant `name` of the text of a variant file.
fn own_variant(text: &str, name: &str) -> Arc<Variant> {
    Variants::built_in().with_file("own.ini", text).expect("a valid file").get(name).expect("in the file")
}

/// Variants in which a training would play for ever are errors: White wins in the opening or is far ahead after it, the start
/// is a mate, or the game is drawn before the first move that is not random.
#[test]
fn a_variant_without_useful_games_is_an_error() {
    let text = "
        [reach:chess]
        flagPiece = *
        flagRegion = a3 b3 c3 d3 e3 f3 g3 h3 a6 b6 c6 d6 e6 f6 g6 h6 a4 b4 c4 d4 e4 f4 g4 h4 a5 b5 c5 d5 e5 f5 g5 h5
        [odds2:chess]
        startFen = 1nb1kbn1/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1
        [pawns:chess]
        startFen = 4k3/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1
        [mated:chess]
        startFen = 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1
        castling = false
        [bare:chess]
        startFen = 4k3/8/8/8/8/8/8/4K3 w - - 0 1
        castling = false
        nMoveRule = 1
        [locked:chess]
        startFen = k7/8/p1p1p1p1/P1P1P1P1/8/8/8/K7 w - - 0 1
        castling = false
        nMoveRule = 1
    ";
    let text: String = text.lines().map(|line| line.trim().to_owned() + "\n").collect();
    for name in ["reach", "odds2", "pawns", "mated", "bare", "locked"] {
        let folder = TempFolder::new();
        let error = error_of(&Training { variant: own_variant(&text, name), ..short_training(&folder) });
        let expected = if ["bare", "locked"].contains(&name) { "quiet position" } else { "balanced" };
        assert!(error.contains(expected), "{name}: {error}");
    }
}

/// While a training runs, a second one cannot write into its folder. After it has ended, another one can.
#[test]
fn two_trainings_do_not_write_into_one_folder() {
    let folder = TempFolder::new();
    let training = short_training(&folder);
    let mut errors = Vec::new();
    training.run(|_| errors.push(error_of(&training))).expect("a training");
    assert!(errors.iter().all(|error| error.contains("another training")), "{errors:?}");
    assert_eq!(run(&training).0, false);
}

/// A program that the system ends while it writes a network, because files may not exceed 100 KB, leaves no part of the
/// network, so that the round can be finished later.
#[cfg(target_os = "linux")]
#[test]
fn a_network_that_was_not_written_completely_does_not_end_the_round() {
    let folder = TempFolder::new();
    let variants =
        "[few:xxl]\nstartFen = 7k6/7p6/14/14/14/14/14/14/14/14/14/14/7P6/7K6 w - - 0 1\nnMoveRule = 6\n";
    fs::write(folder.join("few.ini"), variants).expect("the folder can be written");
    let mut program = std::process::Command::new("sh");
    program.args(["-c", "ulimit -f 200; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_xxlchess"), "train"]);
    program.args([
        "--variants",
        "few.ini",
        "--variant",
        "few",
        "--positions",
        "1",
        "--rounds",
        "1",
        "--nodes",
        "1",
    ]);
    let output = program.current_dir(&folder.0).output().expect("it runs");
    assert!(!output.status.success());
    let files: Vec<_> = fs::read_dir(folder.join("training-few")).expect("a folder").collect();
    let names: Vec<_> = files.into_iter().map(|file| file.expect("a file").file_name()).collect();
    assert!(names.iter().any(|name| name == "round-1.games"), "{names:?}");
    assert!(!names.iter().any(|name| name == "round-1.network" || name == "round-1.rejected"), "{names:?}");
}
