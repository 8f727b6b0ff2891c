//! Inputs that are far too large are refused within a few seconds, without being read as a whole.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::bad_files::{program, uci};
use crate::invariants;
use xxlchess::config::{self, Config};
use xxlchess::files::{self, ReadError};
use xxlchess::game::puzzle::progress::{Attempt, AttemptResult, Date, Details};
use xxlchess::game::puzzle::selection::Selection;
use xxlchess::notation::pgn::PgnGame;
use xxlchess::notation::{fen, layout};
use xxlchess::rules::betza;
use xxlchess::storage::Storage;

const MIB: usize = 1 << 20;
/// Maximum time of a refusal on a busy machine.
const SOON: Duration = Duration::from_secs(5);

/// A sparse file of `bytes` zeros, removed at the end of the test.
struct Hollow(PathBuf);

impl Hollow {
    fn new(name: &str, bytes: u64) -> Self {
        let path = std::env::temp_dir().join(format!("xxlchess-{}-sizes-{name}", std::process::id()));
        File::create(&path).and_then(|file| file.set_len(bytes)).expect("the temporary folder takes a file");
        Self(path)
    }
}

impl Drop for Hollow {
    fn drop(&mut self) {
        // The system empties the temporary folder.
        let _ = fs::remove_file(&self.0);
    }
}

/// The result of `ask`, which must return within [`SOON`].
fn soon<T>(what: &str, ask: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let answer = ask();
    assert!(start.elapsed() < SOON, "{what} took {:?}", start.elapsed());
    answer
}

/// The text of an error, which must be short.
fn short(error: &impl std::fmt::Display) -> String {
    let words = error.to_string();
    assert!(words.len() < 2000, "an error of {} bytes", words.len());
    words
}

/// A file of 1 GiB and a line of 100 MiB are refused at once by every reader.
#[test]
fn huge_files_are_refused_at_once() {
    let xxl = invariants::variants().get("xxl").expect("built in");
    for (name, length) in [("gigabyte", 1 << 30), ("line", 100 << 20)] {
        let hollow = Hollow::new(name, length);
        let path = &hollow.0;
        let refused = |words: String| assert!(words.contains("is too long; expected at most "), "{words}");
        refused(soon("a config", || short(&Config::load(path).expect_err("too long"))));
        refused(soon("a level", || short(&config::load_level(path, &xxl, None).expect_err("too long"))));
        refused(soon("puzzles", || short(&config::puzzles::load(path, &xxl).expect_err("too long"))));
        refused(soon("variants", || program(&["check", &path.display().to_string()])));
        refused(soon("variants", || program(&["perft", "1", "--variants", &path.display().to_string()])));
        refused(soon("moves", || program(&["simulate", "-", &path.display().to_string()])));
        let line = format!("setoption name VariantPath value {}\n", path.display());
        refused(soon("variants", || uci(line.as_bytes())));
        assert_eq!(files::read(path, 10 << 20), Err(ReadError::TooLong(10 << 20)));
    }
}

/// A line of 100 MiB to the engine is skipped, and the next line is answered.
#[test]
fn a_huge_line_to_the_engine_is_skipped() {
    let long = std::io::repeat(b'x').take(100 << 20);
    let output = soon("a long line", || uci(long.chain(&b"\nisready\nquit\n"[..])));
    assert_eq!(output, "info string a line of more than 1048576 bytes is ignored\nreadyok\n");
    let endless = std::io::repeat(b'x').take(100 << 20);
    let output = soon("a long line without an end", || uci(endless));
    assert!(output.starts_with("info string a line of more than "), "{output}");
}

/// Forty thousand moves in one line are played, and the error for a long word does not repeat it.
#[test]
fn forty_thousand_moves_in_one_line_are_played() {
    let game = format!("position startpos moves {}\nisready\n", "b1c3 b8c6 c3b1 c6b8 ".repeat(10_000));
    assert_eq!(uci(game.as_bytes()), "readyok\n");
    let word =
        format!("position startpos moves {0}\nsetoption name {0}\n{0}\ngo {0} 1\n", "x".repeat(100_000));
    let output = uci(word.as_bytes());
    assert_eq!(output.lines().count(), 5, "an error for each line, and an answer to go");
    assert!(output.lines().all(|line| line.len() < 500), "{output}");
}

/// A number of 400 digits in any field of a FEN is an error.
#[test]
fn a_number_of_400_digits_in_a_fen_is_an_error() {
    let digits = "9".repeat(400);
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let fields: Vec<&str> = start.split(' ').collect();
    let chess = invariants::variants().get("chess").expect("built in");
    for place in 0..fields.len() {
        let mut fields = fields.clone();
        let pieces = fields[0].replacen('8', &digits, 1);
        fields[place] = if place == 0 { &pieces } else { &digits };
        short(&fen::parse(&chess, &fields.join(" ")).expect_err("no number is so large"));
    }
    let long = format!("{start} {}", " ".repeat(10 * MIB));
    short(&soon("a long FEN", || fen::parse(&chess, &long).expect_err("too long")));
}

/// Ten thousand levels or pieces, and deep nesting, are errors with a line.
#[test]
fn huge_lists_in_a_config_are_errors() {
    let with = |key: &str, value: &str| {
        let sample = include_str!("../../config.json").trim_end().strip_suffix('}').expect("an object");
        let text = format!("{sample}, \"{key}\":\n{value}}}");
        short(&soon(key, || Config::parse(Path::new("config.json"), &text).expect_err(key)))
    };
    let many = |item: &str| format!("[{}]", vec![item; 10_000].join(","));
    with("levels", &many("{\"layout\": \"a.txt\"}"));
    with("pieces", &many(r#"{"symbol": "z", "name": "zebra", "combines": []}"#));
    for deep in ["[", "{\"a\":", "[[{\"pieces\":["] {
        for key in ["pieces", "levels", "unoutput_of", "layout"] {
            assert!(with(key, &deep.repeat(100_000)).starts_with("config.json:"));
        }
    }
    let word = "x".repeat(MIB);
    for key in ["player_colour", "opponent", word.as_str()] {
        with(key, &format!("\"{word}\""));
    }
    // Any word may be the name of a variant. Whether there is such a variant is checked later.
    short(&invariants::variants().find(&word).expect_err("no such variant"));
}

/// Megabytes of brackets and quotes are read within the time limit, and the errors are short.
#[test]
fn the_worst_pgn_is_read_soon() {
    let read =
        |text: &str| PgnGame::parse(text, |_| invariants::variants().get("xxl").ok_or_else(String::new));
    let refused = |what: &str, text: &str| {
        assert!(short(&soon(what, || read(text).expect_err(what))).starts_with("line "));
    };
    refused("more than is read", &" ".repeat(MIB + 1));
    refused("brackets in an open value", &format!("[A \"{}", "]".repeat(MIB - 10)));
    refused("brackets without a value", &format!("[{}]", "[".repeat(MIB - 10)));
    refused("variations in variations", &"(".repeat(MIB));
    refused("a long word", &"x".repeat(MIB));
    refused("a long tag", &format!("[{}]", "x".repeat(MIB - 10)));
    refused("a long name of a variant and a long FEN", &format!("[FEN \"{}\"]", "1".repeat(MIB - 20)));
    let many_tags = "[A \"\"]".repeat(MIB / 10);
    assert!(soon("many tags", || read(&many_tags)).is_ok());
    let there_and_back = "Nc3 Nc12 Nb1 Nb14 ".repeat(MIB / 18);
    assert!(soon("a game of two hundred thousand moves", || read(&there_and_back)).is_ok());
}

/// More attempts are saved than what is read has room for. The oldest are left out, and the file can be read.
#[test]
fn a_log_of_attempts_is_never_longer_than_what_is_read() {
    let folder = std::env::temp_dir().join(format!("xxlchess-{}-attempts", std::process::id()));
    let storage = Storage { data_dir: Some(folder.clone()), config_dir: None };
    let attempt = |number: usize| Attempt {
        id: format!("{number:016x}"),
        details: Some(Details {
            date: Date { year: 2026, month: 11, day: 23 },
            result: AttemptResult::Right,
            rating: Some(1000),
            selection: Selection::Mixed,
        }),
    };
    storage.save_attempts(&(0..100_000).map(attempt).collect::<Vec<_>>()).expect("saved");
    storage.save_attempts(&[attempt(100_000)]).expect("saved");
    assert_eq!(storage.keep_damaged(), [""; 0]);
    let progress = storage.load_progress();
    let is_kept = |number| progress.record(&attempt(number).id).is_some();
    assert!(is_kept(100_000) && is_kept(50_000) && !is_kept(0));
    std::fs::remove_dir_all(folder).expect("removed");
}

/// Variant files that are too long or have long lines, many faults, many keys or many variants are refused within the
/// time limit.
#[test]
fn the_largest_variant_file_is_read_soon() {
    let read = |text: &str| invariants::variants().with_file("own.ini", text).map(|all| all.names().count());
    let refused = |what: &str, text: &str| {
        assert!(short(&soon(what, || read(text).expect_err(what))).starts_with("own.ini:"));
    };
    refused("too long", &"#".repeat(MIB + 1));
    refused("a long line", &"x".repeat(MIB));
    refused("many faults", &"x\n".repeat(MIB / 2));
    refused("many keys", &format!("[own:xxl]\n{}", "nonesuch = 1\n".repeat(MIB / 13 - 1)));
    let many: String = (0..1001).map(|number| format!("[own{number}:chess]\n")).collect();
    refused("too many variants", &many);
}

/// Layouts and movements of any length are read or refused within the time limit.
#[test]
fn long_layouts_and_movements_are_refused_soon() {
    let xxl = invariants::variants().get("xxl").expect("built in");
    let long = "k".repeat(100 * MIB);
    short(&soon("a layout", || layout::parse(&xxl, long.as_bytes(), None).expect_err("too long")));
    let line = "k".repeat(layout::MAX_BYTES);
    short(&soon("a line", || layout::parse(&xxl, line.as_bytes(), None).expect_err("too long")));
    for text in ["W", "f", "0", "fsN", "NN"] {
        soon("a movement", || betza::parse(&text.repeat(MIB / 4)).map_or_else(|e| drop(short(&e)), drop));
    }
}
