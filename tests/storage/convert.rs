//! `xxlchess convert`.

use std::fs;
use std::process::Command;

use crate::common::TempFolder;

/// Runs `xxlchess convert` in a folder. Returns whether it succeeded, and its errors.
fn convert(folder: &TempFolder, arguments: &[&str]) -> (bool, String) {
    let mut program = Command::new(env!("CARGO_BIN_EXE_xxlchess"));
    let output = program.arg("convert").args(arguments).current_dir(&folder.0).output().expect("it runs");
    (output.status.success(), String::from_utf8(output.stderr).expect("UTF-8"))
}

/// A PGN becomes the FEN of its last position or of an earlier one, and a FEN a PGN without moves, which is read again.
#[test]
fn games_become_positions_and_positions_become_games() {
    let folder = TempFolder::new();
    fs::write(folder.0.join("game.pgn"), "[Variant \"chess\"]\n\n1. e4 e5 2. Nf3 1-0\n").expect("a file");
    let read = |name: &str| fs::read_to_string(folder.0.join(name)).expect("a written file");
    assert_eq!(convert(&folder, &["game.pgn", "last.fen"]), (true, String::new()));
    assert_eq!(read("last.fen"), "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2\n");
    assert!(convert(&folder, &["game.pgn", "first.fen", "--ply", "1"]).0);
    assert!(read("first.fen").starts_with("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b"));
    assert!(convert(&folder, &["last.fen", "position.pgn", "--variant", "chess"]).0);
    assert!(convert(&folder, &["position.pgn", "again.fen"]).0);
    assert_eq!(read("again.fen"), read("last.fen"));
    assert!(convert(&folder, &["game.pgn", "part.pgn", "--ply", "2"]).0);
    assert!(read("part.pgn").ends_with("\n1. e4 e5 *\n"));
}

/// A folder that does not exist is not made for the output.
#[test]
fn a_missing_folder_of_the_output_is_an_error() {
    let folder = TempFolder::new();
    fs::write(folder.0.join("game.pgn"), "[Variant \"chess\"]\n\n1. e4 *\n").expect("a file");
    let (success, error) = convert(&folder, &["game.pgn", "new/last.fen"]);
    assert!(!success && error.contains("there is no folder new"), "{error}");
    assert!(!folder.join("new").exists());
}

/// Any game of a file is converted, with its variations and comments.
#[test]
fn any_game_of_a_file_is_converted() {
    let folder = TempFolder::new();
    let text = "[Variant \"chess\"]\n\n1. e4 *\n\n[Variant \"chess\"]\n\n1. d4 {good} (1. c4) d5 *\n";
    fs::write(folder.0.join("games.pgn"), text).expect("a file");
    assert_eq!(convert(&folder, &["games.pgn", "second.pgn", "--game", "2"]), (true, String::new()));
    let second = fs::read_to_string(folder.0.join("second.pgn")).expect("a written file");
    assert!(second.ends_with("\n1. d4 {good} ( 1. c4 ) 1... d5 *\n"), "{second}");
    // The other games would be lost.
    let (success, error) = convert(&folder, &["games.pgn", "./games.pgn", "--game", "2"]);
    assert!(!success && error.contains("./games.pgn is the file of the game"), "{error}");
    assert_eq!(fs::read_to_string(folder.0.join("games.pgn")).expect("a file"), text);
    let (success, error) = convert(&folder, &["games.pgn", "third.pgn", "--game", "3"]);
    assert!(!success && error.contains("games.pgn has 2 games, but --game is 3"), "{error}");
}

/// Pictures begin with the signature of their format and have the size that was asked for.
#[test]
#[cfg(feature = "gui")]
fn games_become_pictures() {
    let folder = TempFolder::new();
    let fen = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
    for (name, signature) in [("a.png", "\u{89}PNG"), ("a.SVG", "<svg"), ("a.gif", "GIF89a")] {
        let arguments = [fen, name, "--variant", "chess", "--size", "80", "--flip", "--theme", "night"];
        assert_eq!(convert(&folder, &arguments), (true, String::new()), "{name}");
        let bytes = fs::read(folder.0.join(name)).expect("a written file");
        assert!(bytes.starts_with(&signature.chars().map(|c| c as u8).collect::<Vec<_>>()), "{name}");
    }
    let svg = fs::read_to_string(folder.0.join("a.SVG")).expect("a written file");
    assert!(svg.contains("width=\"80\" height=\"80\""));
}

/// An unknown ending, a missing file, a faulty game and a ply after the end are refused with a sentence.
#[test]
fn errors_of_conversions_say_what_is_wrong() {
    let folder = TempFolder::new();
    fs::write(folder.0.join("game.pgn"), "[Variant \"chess\"]\n\n1. e4 e5 2. Ke3\n").expect("a file");
    let fen = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
    for (arguments, error) in [
        (
            vec![fen, "a.jpg"],
            "a.jpg: unknown format; expected a name that ends in .pgn, .fen, .png, .svg or .gif",
        ),
        (vec!["none.pgn", "a.fen"], "none.pgn: there is no such file, and it is not a FEN"),
        (vec!["game.pgn", "a.fen"], "game.pgn:3: "),
        (
            vec![fen, "a.fen", "--variant", "chess", "--ply", "1"],
            "--ply 1: the game has 0 moves of both sides",
        ),
        (vec![fen, "game.pgn/a.fen", "--variant", "chess"], "game.pgn/a.fen: "),
        (vec![fen, "a.png", "--theme", "pink"], "invalid value 'pink'"),
    ] {
        let (success, text) = convert(&folder, &arguments);
        assert!(!success && text.contains(error), "{arguments:?}: {text}");
    }
}
