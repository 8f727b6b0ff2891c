//! `xxlchess analyse`.

use std::fs;
use std::process::{Command, Output};

use xxlchess::notation::evaluation::Evaluation;
use xxlchess::notation::pgn::PgnGame;
use xxlchess::notation::pgn::collection::Games;
use xxlchess::notation::variants_ini::Variants;

use crate::common::TempFolder;

/// White loses the queen by the second move, and Black is mated in the second game.
const GAMES: &str = "[Event \"first\"]\n[Variant \"chess\"]\n\n1. e4 (1. d4 $1) 1... e5 2. Qg4 $2 {hm} Nf6 3. Qxg7 Bxg7 *\n\n\
     [Event \"second\"]\n[Variant \"chess\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";

fn analyse(folder: &TempFolder, arguments: &[&str]) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_xxlchess"));
    program
        .args(["analyse", "--nodes", "3000"])
        .args(arguments)
        .current_dir(&folder.0)
        .output()
        .expect("it runs")
}

fn games(text: &str) -> Vec<PgnGame> {
    let chess = Variants::built_in().get("chess").expect("built in");
    let game = |range| PgnGame::parse_lenient(&text[range], |_| Ok(chess.clone())).expect("a game");
    Games::new(text).map(|entry| game(entry.range)).collect()
}

/// Each position has an evaluation, bad moves have a glyph and a better line, and what was noted before is kept. The
/// mate and the loss of the queen are blunders; a glyph of the author stays.
#[test]
fn games_are_annotated() {
    let folder = TempFolder::new();
    fs::write(folder.join("games.pgn"), GAMES).expect("a file");
    let output = analyse(&folder, &["games.pgn"]);
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let [first, second] = &games(&text)[..] else { panic!("{text}") };
    for game in [first, second] {
        let line = game.tree.main_line();
        assert!(line.iter().all(|&id| game.tree.annotations(id).evaluation.is_some()), "{text}");
    }
    let tree = &first.tree;
    let line = tree.main_line();
    assert_eq!(tree.annotations(line[2]).glyphs, [2]);
    assert_eq!(tree.annotations(line[2]).comment, "hm");
    assert_eq!(tree.annotations(line[4]).glyphs, [4], "{text}");
    assert_eq!(tree.children(tree.parent(line[0]).expect("the start")).len(), 2);
    assert!(tree.children(line[3]).len() > 1, "a better move than Qxg7: {text}");
    let tree = &second.tree;
    let line = tree.main_line();
    assert_eq!(tree.annotations(line[2]).glyphs, [4], "{text}");
    assert!(
        matches!(tree.annotations(line[3]).evaluation, Some(Evaluation::Mate { moves: 0, .. })),
        "{text}"
    );
}

/// A call with the same output skips the games that are there, and writes a game again that was not written to its end.
/// An output of other games is refused.
#[test]
fn an_analysis_is_resumed() {
    let folder = TempFolder::new();
    fs::write(folder.join("games.pgn"), GAMES).expect("a file");
    let output = folder.join("out.pgn");
    let run = || analyse(&folder, &["games.pgn", "--output", "out.pgn", "--lines", "0"]);
    assert!(run().status.success());
    let whole = fs::read_to_string(&output).expect("a file");
    let second = whole.find("[Event \"second\"]").expect("the second game");
    let marked = whole[..second].replace("{hm}", "{marked}");
    let marked = if marked.contains("marked") { marked } else { whole[..second].replace(" hm}", " marked}") };
    fs::write(&output, format!("{marked}{}", &whole[second..whole.len() - 9])).expect("a file");
    assert!(run().status.success());
    let resumed = fs::read_to_string(&output).expect("a file");
    assert_eq!(resumed, format!("{marked}{}", &whole[second..]));
    let done = run();
    assert!(done.status.success() && done.stderr.is_empty());
    assert_eq!(fs::read_to_string(&output).expect("a file"), resumed);
    fs::write(folder.join("games.pgn"), "[Variant \"chess\"]\n\n1. d4 *\n").expect("a file");
    let refused = run();
    let error = String::from_utf8(refused.stderr).expect("UTF-8");
    assert!(!refused.status.success() && error.contains("out.pgn has other games than games.pgn"), "{error}");
}

/// Outputs that no earlier call has written are refused and stay as they are: a text, a collection of other games, the games of
/// the input with comments of one's own and no empty line after the last one, a copy of the input, and the input itself.
#[test]
fn an_output_of_something_else_stays_as_it_is() {
    let folder = TempFolder::new();
    fs::write(folder.join("games.pgn"), GAMES).expect("a file");
    let other = "[Event \"mine\"]\n\n1. c4 *\n\n[Event \"mine too\"]\n\n1. g3 *\n";
    let commented = GAMES.replace("2. g4", "2. g4 {Ouch.}");
    for text in ["dear diary\n", other, &format!("{other}\n"), &commented, &format!("{GAMES}\n")] {
        fs::write(folder.join("out.pgn"), text).expect("a file");
        let refused = analyse(&folder, &["games.pgn", "--output", "out.pgn"]);
        let error = String::from_utf8(refused.stderr).expect("UTF-8");
        assert!(!refused.status.success() && error.ends_with("; name another file\n"), "{text}: {error}");
        assert_eq!(fs::read_to_string(folder.join("out.pgn")).expect("a file"), text);
    }
    let refused = analyse(&folder, &["games.pgn", "--output", "./games.pgn"]);
    let error = String::from_utf8(refused.stderr).expect("UTF-8");
    assert!(!refused.status.success() && error.contains("--output is the file of the games"), "{error}");
    assert_eq!(fs::read_to_string(folder.join("games.pgn")).expect("a file"), GAMES);
}

/// More threads than an engine can have are refused.
#[test]
fn a_hundred_thousand_threads_are_refused() {
    let folder = TempFolder::new();
    fs::write(folder.join("games.pgn"), GAMES).expect("a file");
    let refused = analyse(&folder, &["games.pgn", "--threads", "100000"]);
    let error = String::from_utf8(refused.stderr).expect("UTF-8");
    assert!(!refused.status.success() && error.contains("1..=256"), "{error}");
}

/// A game that cannot be read is named with its line, and the others are annotated.
#[test]
fn games_that_cannot_be_read_are_named() {
    let folder = TempFolder::new();
    let text = format!("[Variant \"nonsense\"]\n\n1. e4 *\n\n{GAMES}");
    fs::write(folder.join("games.pgn"), text).expect("a file");
    let output = analyse(&folder, &["games.pgn"]);
    let errors = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(!output.status.success());
    assert!(errors.contains("games.pgn: game 1 in line 1: "), "{errors}");
    assert!(errors.ends_with("1 game cannot be read\n"), "{errors}");
    assert_eq!(games(&String::from_utf8(output.stdout).expect("UTF-8")).len(), 2);
}
