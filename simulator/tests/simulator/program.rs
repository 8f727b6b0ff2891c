//! The program on files: valid files have their output and invalid ones their error.

use std::fs;
use std::path::{Path, PathBuf};

use xxlchess_simulator::parse::{self, MAX_BYTES, Source};
use xxlchess_simulator::{PieceRegistry, RunError, rule_set, run};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The cases of a folder below `tests/data`, each with its name and its path without extension.
fn cases(folder: &str) -> Vec<(String, PathBuf)> {
    let folder = root().join("tests/data").join(folder);
    let mut cases: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == "moves"))
        .map(|path| (path.file_stem().unwrap().to_str().unwrap().to_owned(), path.with_extension("")))
        .collect();
    cases.sort();
    cases
}

/// Runs a case. Its rules are `mess` if its name begins so, and without a layout file it has the start position.
fn run_case(name: &str, path: &Path, unicode: bool) -> (Result<(), RunError>, String) {
    let rules = rule_set(if name.starts_with("mess") { "mess" } else { "simplified" }).unwrap();
    let layout = fs::read(path.with_extension("layout")).ok();
    let moves = fs::read(path.with_extension("moves")).unwrap();
    let layout = layout.as_deref().map(|bytes| Source { name: "layout", bytes });
    let mut out = Vec::new();
    let result = run(layout, Source { name: "moves", bytes: &moves }, &rules, unicode, &mut out);
    (result, String::from_utf8(out).unwrap())
}

/// The output of every case of `tests/data/good` is that of its `.out` file.
#[test]
fn valid_files_give_their_output() {
    let cases = cases("good");
    assert_eq!(cases.len(), 9);
    for (name, path) in cases {
        let (result, out) = run_case(&name, &path, name.ends_with("unicode"));
        assert!(result.is_ok(), "{name}: {}", result.unwrap_err());
        assert_eq!(out, fs::read_to_string(path.with_extension("out")).unwrap(), "{name}");
    }
}

/// The error of every case of `tests/data/bad` is that of its `.err` file.
#[test]
fn invalid_files_give_their_error_and_no_output() {
    let cases = cases("bad");
    assert_eq!(cases.len(), 27);
    for (name, path) in cases {
        let (result, out) = run_case(&name, &path, false);
        let error = result.expect_err(&name);
        assert_eq!(format!("{error}\n"), fs::read_to_string(path.with_extension("err")).unwrap(), "{name}");
        assert_eq!(out, "", "{name}");
    }
}

/// `assets/layout1` is the start position, and all moves of `assets/moves1` can be played.
#[test]
fn the_sample_files_run() {
    let read = |name: &str| fs::read(root().join("assets").join(name)).unwrap();
    let (layout, moves) = (read("layout1"), read("moves1"));
    let rules = rule_set("simplified").unwrap();
    let write = |layout: Option<&[u8]>, moves: &[u8]| {
        let mut out = Vec::new();
        let layout = layout.map(|bytes| Source { name: "layout1", bytes });
        run(layout, Source { name: "moves1", bytes: moves }, &rules, false, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    };
    assert_eq!(write(Some(&layout), b""), write(None, b""));
    let out = write(Some(&layout), &moves);
    assert!(out.starts_with("wp e2-e4\nbp d7-d5\nwp e4-d5\nwp captures bp\n"), "{out}");
    assert!(out.contains("\nbk d7-c7\nbk captures wn\n  a  b"), "{out}");
}

/// A move file of the largest size is played. A longer one is an error in the line that exceeds the limit.
#[test]
fn a_file_may_not_exceed_its_limit() {
    let rules = rule_set("simplified").unwrap();
    let there_and_back = "a1-a2\na2-a1\n".repeat(MAX_BYTES / 12);
    let layout = Source { name: "layout", bytes: b"a1=wk" };
    let play = |moves: &str, out: &mut Vec<u8>| {
        run(Some(layout), Source { name: "moves", bytes: moves.as_bytes() }, &rules, false, out)
    };
    let mut out = Vec::new();
    play(&there_and_back, &mut out).unwrap();
    assert_eq!(out.iter().filter(|&&b| b == b'\n').count(), there_and_back.lines().count() + 9);
    out.clear();
    let error = play(&(there_and_back.clone() + "a1-a2\na2-a1\n"), &mut out).unwrap_err();
    let line = MAX_BYTES / 6 + 1;
    assert_eq!(error.to_string(), format!(r#"moves:{line}: the file is longer than 1048576 bytes: "a1-a2""#));
    assert!(out.is_empty());
}

/// An output that is full after ten bytes gives an error.
#[test]
fn a_failing_output_is_an_error() {
    let rules = rule_set("simplified").unwrap();
    let mut full: &mut [u8] = &mut [0; 10];
    let result = run(None, Source { name: "moves", bytes: b"" }, &rules, false, &mut full);
    let error = result.unwrap_err().to_string();
    assert!(error.starts_with("cannot write the output: "), "{error}");
}

/// A layout and moves are parsed without a board, and a wrong line does not end the moves.
#[test]
fn the_parsers_work_without_a_board() {
    let mess = rule_set("mess").unwrap();
    let registry = PieceRegistry::for_variant(&mess);
    let layout = Source { name: "f", bytes: b"#\na1=bq\n" };
    let layout = parse::layout(layout, mess.geometry(), &registry).unwrap();
    assert_eq!((layout[0].piece.to_string().as_str(), layout[0].line), ("bq", 2));
    let moves = Source { name: "f", bytes: b"a1-h8\nx\n" };
    let moves: Vec<_> = parse::moves(moves, mess.geometry()).collect();
    assert_eq!(moves[0].as_ref().unwrap().line.number, 1);
    assert!(moves[1].is_err());
}
