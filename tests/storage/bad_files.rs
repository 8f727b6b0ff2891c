//! Files that are missing, are no files, or end too early: each reader reports an error.

use std::fs;
use std::io::{BufReader, Read};
use std::path::Path;
use std::process::Command;

use crate::common::TempFolder;
use crate::invariants;
use xxlchess::config::{self, Config};
use xxlchess::game::puzzle::file as puzzles;
use xxlchess_simulator::parse::Source;
use xxlchess_simulator::run;

/// The error of each reader of files for `path`, by the reader's name.
fn errors(path: &Path) -> Vec<(&'static str, String)> {
    let xxl = invariants::variants().get("xxl").expect("built in");
    let file = path.display().to_string();
    vec![
        ("config", Config::load(path).expect_err("no config").to_string()),
        ("level", config::load_level(path, &xxl, None).expect_err("no level").to_string()),
        ("puzzles", config::puzzles::load(path, &xxl).expect_err("no puzzles").to_string()),
        ("check", program(&["check", &file])),
        ("variants", program(&["perft", "1", "--variants", &file])),
        ("layout", program(&["simulate", &file, "simulator/assets/moves1"])),
        ("moves", program(&["simulate", "-", &file])),
        ("VariantPath", variant_path(&file)),
    ]
}

/// The error that the program prints, with nothing on standard output.
pub fn program(arguments: &[&str]) -> String {
    let mut program = Command::new(env!("CARGO_BIN_EXE_xxlchess"));
    let output = program.args(arguments).current_dir(env!("CARGO_MANIFEST_DIR")).output();
    let output = output.expect("the program runs");
    assert!(
        output.stdout.is_empty() && matches!(output.status.code(), Some(1 | 2)),
        "{arguments:?}: {output:?}"
    );
    String::from_utf8(output.stderr).expect("UTF-8")
}

/// Output of the engine after `lines`.
pub fn uci(lines: impl Read + Send) -> String {
    let mut output = Vec::new();
    xxlchess::protocol::uci::run(BufReader::new(lines), &mut output);
    String::from_utf8(output).expect("UTF-8")
}

/// The line that the engine prints about a file of variants. It answers the next command.
fn variant_path(path: &str) -> String {
    let output = uci(format!("setoption name VariantPath value {path}\nisready\n").as_bytes());
    output.strip_suffix("\nreadyok\n").expect("one line and the answer").to_owned()
}

/// Every reader reports `words` with the name of the file at `path`.
fn assert_all_report(path: &Path, words: &str) {
    for (reader, error) in errors(path) {
        assert!(error.contains(&path.display().to_string()), "{reader} does not name the file: {error}");
        assert!(error.contains(words), "{reader} should say {words:?}: {error}");
        assert!(error.trim_end().lines().count() <= 3, "{reader}: {error}");
    }
}

/// Every reader reports a missing file and a folder in place of a file in one line.
#[test]
fn missing_files_and_folders_are_reported() {
    let folder = TempFolder::new();
    assert_all_report(&folder.join("nonesuch"), "there is no such file");
    assert_all_report(&folder.join("nonesuch/deeper"), "there is no such file");
    assert_all_report(&folder.0, "is a folder; expected a file");
}

/// A file name or argument with an escape sequence and a mark that turns the direction of writing is printed escaped.
#[cfg(unix)]
#[test]
fn foreign_names_do_not_control_the_terminal() {
    let folder = TempFolder::new();
    let name = "a\x1B]0;owned\x07\x1B[2J\u{202E}nosj.";
    let path = folder.join(name);
    fs::write(&path, "[x]\n\x1B[31m").expect("written");
    let file = path.display().to_string();
    for arguments in [
        &["--config", &file][..],
        &["--level", &file],
        &["--pgn", &file],
        &["perft", "1", "--variants", &file],
        &["simulate", "-", &file],
        &["simulate", &file, &file, "--rules", name],
        &["check", "x", name],
        &["play", "--variant", name],
    ] {
        let error = program(arguments);
        let is_safe = |c: char| c == '\n' || !c.is_control() && c != '\u{202E}';
        assert!(error.chars().all(is_safe) && error.contains("u{202e}nosj"), "{error:?}");
    }
}

/// Faults of other sections of a file of variants are counted and are no hindrance. A file is refused if the variant that is wanted
/// has faults or is not in it.
#[test]
fn a_variant_is_loaded_from_a_file_with_other_faulty_sections() {
    let folder = TempFolder::new();
    let path = folder.join("mixed.ini");
    fs::write(&path, "[good:chess]\nnMoveRule = 10\n[bad:chess]\nmaxRank = x\n").expect("written");
    let file = path.display().to_string();
    let arguments = |name| ["perft", "1", "--variants", &file, "--variant", name];
    let mut good = Command::new(env!("CARGO_BIN_EXE_xxlchess"));
    let output = good.args(arguments("good")).output().expect("the program runs");
    let [answer, warning] =
        [output.stdout, output.stderr].map(|text| String::from_utf8(text).expect("UTF-8"));
    assert!(output.status.success() && answer.contains("Nodes searched: 20"), "{answer}");
    assert!(warning.contains("mixed.ini: 1 section left out because of faults"), "{warning}");
    for name in ["bad", "chess", "missing"] {
        let error = program(&arguments(name));
        assert!(error.contains("mixed.ini:4: maxRank = x"), "{name}: {error}");
    }
}

/// Pipes, devices and links in a circle are reported at once and not waited for.
#[cfg(target_os = "linux")]
#[test]
fn pipes_devices_and_link_loops_are_reported() {
    let folder = TempFolder::new();
    let pipe = folder.join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo runs").success());
    assert_all_report(&pipe, "is a device or a pipe; expected a file");
    assert_all_report(Path::new("/dev/zero"), "is a device or a pipe; expected a file");
    assert_all_report(Path::new("/proc/self/mem"), "cannot be read: ");
    let link = folder.join("loop");
    std::os::unix::fs::symlink(&link, &link).expect("a link can be made");
    assert_all_report(&link, "cannot be read: ");
    let file = folder.join("file");
    fs::write(&file, "").expect("a file can be written");
    assert_all_report(&file.join("below"), "cannot be read: ");
}

/// A file without permission is reported. The test is skipped if the user may read everything.
#[cfg(unix)]
#[test]
fn a_file_without_permission_is_reported() {
    use std::os::unix::fs::PermissionsExt;
    let folder = TempFolder::new();
    let file = folder.join("secret");
    fs::write(&file, "").expect("a file can be written");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o000)).expect("leave can be taken");
    if fs::read(&file).is_ok() {
        println!("not asked: whoever runs this may read every file");
        return;
    }
    assert_all_report(&file, "cannot be read: ");
}

/// Every reader reports a byte that is no UTF-8 with its line and column.
#[test]
fn bytes_that_are_no_text_are_reported_with_their_place() {
    let folder = TempFolder::new();
    let file = folder.join("bytes");
    fs::write(&file, b"\n\xFF\xFE").expect("a file can be written");
    for (reader, error) in errors(&file) {
        if reader == "layout" || reader == "moves" {
            // The simulator's files may have no blank line, so that comes first.
            assert!(error.contains("bytes:1: a blank line"), "{reader}: {error}");
        } else {
            assert!(
                error.contains(":2:1: found the byte 0xFF, which is not UTF-8 text"),
                "{reader}: {error}"
            );
        }
    }
}

/// Each kind of file, cut off after every byte, is read or refused with a message.
#[test]
fn truncated_files_are_read_or_refused() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |name: &str| fs::read(root.join(name)).expect("a file of the repository");
    let prefixes = |name: &str, check: &dyn Fn(&[u8])| {
        let bytes = read(name);
        (0..=bytes.len()).for_each(|end| check(&bytes[..end]));
    };
    let xxl = invariants::variants().get("xxl").expect("built in");
    let config = |bytes: &[u8]| invariants::config::check(bytes);
    prefixes("config.json", &config);
    prefixes("assets/configs/own-pieces/config.json", &config);
    prefixes("assets/configs/puzzles/config.json", &config);
    prefixes("level1.txt", &|bytes| {
        for bottom in [0, 1, 2] {
            invariants::layout::check(&[&[0, bottom], bytes].concat());
        }
    });
    prefixes("assets/configs/puzzles/endings.txt", &|bytes| {
        let text = std::str::from_utf8(bytes).unwrap_or_default();
        if let Err(fault) = puzzles::parse(&xxl, text) {
            assert!((1..=text.lines().count().max(1)).contains(&fault.line), "{fault}");
        }
    });
    let simplified = invariants::variants().get("simplified").expect("built in");
    let (layout, moves) = (read("simulator/assets/layout1"), read("simulator/assets/moves1"));
    let play = |layout: &[u8], moves: &[u8]| {
        let (layout, moves) =
            (Source { name: "layout", bytes: layout }, Source { name: "moves", bytes: moves });
        let mut out = Vec::new();
        let played = run(Some(layout), moves, &simplified, false, &mut out);
        assert_eq!(played.is_err(), out.is_empty());
    };
    (0..=layout.len()).for_each(|end| play(&layout[..end], &moves));
    (0..=moves.len()).for_each(|end| play(&layout, &moves[..end]));
}

/// Each built-in variant, cut off after every byte, is read or refused with a message.
#[test]
fn truncated_variants_are_read_or_refused() {
    let text = include_str!("../../core/assets/variants.ini");
    let mut sections = 0;
    for section in text.split("\n[").skip(1) {
        let own = format!("[own-{section}");
        for end in 0..=own.len() {
            invariants::variants::check(&own.as_bytes()[..end]);
        }
        sections += 1;
    }
    assert!(sections > 5);
}

/// A closed pipe and a full disk end the program with an exit code and no panic, also while it prints its help.
#[cfg(target_os = "linux")]
#[test]
fn an_answer_that_cannot_be_written_is_no_panic() {
    let started = |arguments: &[&str], out: std::process::Stdio| {
        let mut program = Command::new(env!("CARGO_BIN_EXE_xxlchess"));
        let program = program.args(arguments).stdout(out).stderr(std::process::Stdio::piped());
        program.spawn().expect("the program runs")
    };
    let ended = |program: std::process::Child| {
        let output = program.wait_with_output().expect("an end");
        (output.status.code(), String::from_utf8(output.stderr).expect("UTF-8"))
    };
    for arguments in [&["perft", "3"][..], &["--help"], &["--version"], &["train", "-h"]] {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        assert_eq!(ended(started(arguments, writer.into())), (Some(1), String::new()), "{arguments:?}");
        let full = fs::File::options().write(true).open("/dev/full").expect("a full disk");
        let (code, words) = ended(started(arguments, full.into()));
        assert!(code == Some(1) && words.starts_with("xxlchess: the answer cannot be written: "), "{words}");
    }
}

/// A training without positions, rounds, nodes or threads is refused.
#[test]
fn a_training_of_nothing_is_refused() {
    for option in ["--positions", "--rounds", "--nodes", "--match-nodes", "--threads"] {
        let mut program = Command::new(env!("CARGO_BIN_EXE_xxlchess"));
        let output =
            program.args(["train", "--variant", "chess", "--folder", "/dev/null/x", option, "0"]).output();
        let output = output.expect("the program runs");
        let words = String::from_utf8(output.stderr).expect("UTF-8");
        assert!(output.status.code() == Some(2) && words.contains(option), "{option}: {words}");
    }
}

/// A training in a file, or with games of a folder that does not exist, is refused and writes nothing.
#[test]
fn a_training_without_its_folders_is_refused() {
    let folder = TempFolder::new();
    fs::write(folder.join("file"), "text").expect("written");
    for (arguments, expected) in [
        (&["--folder", "file"][..], "file: is a file; expected a folder"),
        (&["--data", "nowhere"], "nowhere: there is no such folder"),
    ] {
        let mut program = Command::new(env!("CARGO_BIN_EXE_xxlchess"));
        program.args(["train", "--variant", "chess"]).args(arguments).current_dir(&folder.0);
        let output = program.output().expect("the program runs");
        let words = String::from_utf8(output.stderr).expect("UTF-8");
        assert!(output.status.code() == Some(2) && words.contains(expected), "{words}");
        assert!(!folder.join("training-chess").exists());
    }
}

/// A broken link called `config.json` in the current folder is an error and not a missing config.
#[cfg(unix)]
#[test]
fn a_config_link_to_nowhere_is_reported() {
    let folder = TempFolder::new();
    std::os::unix::fs::symlink(folder.join("gone.json"), folder.join("config.json")).expect("a link");
    let output = Command::new(env!("CARGO_BIN_EXE_xxlchess")).current_dir(&folder.0).output();
    let output = output.expect("the program runs");
    let words = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!(output.status.code(), Some(2), "{words}");
    assert!(words.starts_with("xxlchess: config.json: there is no such file"), "{words}");
}
