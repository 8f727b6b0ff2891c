//! Config files: every refusal and every oddity that is let pass, each a file in `tests/data/config`.

use crate::common::cases;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use xxlchess::config::{self, Config, OwnMoves, OwnPiece};

fn outcome(path: &Path) -> String {
    let config = match Config::load(path) {
        Ok(config) => config,
        Err(error) => return format!("error: {error}"),
    };
    let pieces = config.pieces.iter().map(piece);
    let text = format!(
        "layout: {}\nplayer: {:?} + {:?}\ncpu: {:?} + {:?}\nplayer_color: {}\npiece_movement_speed: {:?}\n\
         max_movement_time: {:?}\nbottom: {}\nvariant: {}",
        config.layout.display(),
        config.clocks.player.initial,
        config.clocks.player.increment,
        config.clocks.cpu.initial,
        config.clocks.cpu.increment,
        config.player_color,
        config.piece_movement_speed,
        config.max_movement_time,
        config.bottom.map_or("-".to_owned(), |side| side.to_string()),
        config.variant.clone().unwrap_or("-".to_owned()),
    );
    let levels = config.levels.iter().map(|level| format!("level: {level:?}"));
    std::iter::once(text).chain(pieces).chain(levels).collect::<Vec<_>>().join("\n")
}

fn piece(piece: &OwnPiece) -> String {
    let moves = match &piece.moves {
        OwnMoves::Betza(components) => format!("{} components", components.len()),
        OwnMoves::Combined(names) => names.join(" + "),
    };
    let svg = piece.svg.as_ref().map_or("-".to_owned(), |svg| svg.display().to_string());
    format!("piece {}: {}, {moves}, value {:?}, drawing {svg}", piece.symbol, piece.name, piece.value)
}

/// Shows that every config file of the folder gives the values or the error that are written beside it.
#[test]
fn every_case_has_its_outcome() {
    cases::run(&cases::folder("config"), "json", |path, _| outcome(path));
}

/// Shows that each expected error is one to three lines, names its file, and has no word of Rust or serde in it.
#[test]
fn errors_are_in_plain_words() {
    assert!(errors().len() > 50);
    for error in errors() {
        assert!(error.split(':').next().unwrap().ends_with(".json"), "{error}");
        assert!(error.lines().count() <= 3 && error.len() < 3 * 160, "{error}");
        for word in
            ["f64", "u64", "struct", "enum", "field", "variant `", "invalid type", "sequence", "EOF", "Some("]
        {
            assert!(!error.contains(word), "{word:?} in {error}");
        }
    }
}

/// Shows that a config cut off after any byte is an error and no panic, and that only the whole one is read.
#[test]
fn a_config_cut_off_anywhere_is_refused() {
    let text = include_str!("../../config.json");
    for end in 0..text.trim_end().len() {
        let error = Config::parse(Path::new("config.json"), &text[..end]).unwrap_err().to_string();
        assert!(error.contains("the file ends too early"), "after {end} bytes: {error}");
    }
}

/// Shows that the built-in config is the file at the top of the repository and says what the assignment's does.
#[test]
fn the_built_in_config_is_the_sample() {
    let config = Config::built_in();
    assert_eq!(config.layout, PathBuf::from("level1.txt"));
    let on_disk = outcome(&Path::new(env!("CARGO_MANIFEST_DIR")).join("config.json"));
    let folder = format!("{}/", env!("CARGO_MANIFEST_DIR"));
    let sample = fs::read_to_string(cases::folder("config").join("sample.expected")).unwrap();
    assert_eq!(on_disk.replace(&folder, ""), sample.split_once('\n').unwrap().1.trim_end());
}

/// Shows that the clocks go by colour to whoever plays it.
#[test]
fn clocks_by_colour_follow_the_player() {
    let text = include_str!("../../config.json").replacen("180", "60", 1).replace("white", "black");
    let config = Config::parse(Path::new("config.json"), &text).unwrap();
    assert_eq!(config.time_controls().black, config.clocks.player);
    assert_eq!(config.time_controls().white, config.clocks.cpu);
    assert_eq!(config.clocks.player.initial.as_secs(), 60);
}

/// Shows that a fault found later still names the line of its key.
#[test]
fn a_later_fault_has_its_line() {
    let text = format!("\u{feff}{}", include_str!("../../config.json"));
    let config = Config::parse(Path::new("config.json"), &text).unwrap();
    let error = config.error("time_controls.cpu.seconds", "found 180; expected less");
    assert_eq!(error.to_string(), "config.json:9: time_controls.cpu.seconds: found 180; expected less");
}

/// Shows that a file of exactly the longest length is read, and one byte more is refused.
#[test]
fn a_file_may_not_be_too_long() {
    let path = temporary("longest.json");
    fs::write(&path, [b' '; 100]).unwrap();
    assert_eq!(config::read(&path, 100).map(|bytes| bytes.len()), Ok(100));
    assert!(
        config::read(&path, 99).unwrap_err().to_string().ends_with("is too long; expected at most 99 bytes")
    );
    let mut text = include_str!("../../config.json").to_owned();
    let longest = usize::try_from(config::MAX_BYTES).unwrap();
    text.extend(std::iter::repeat_n(' ', longest - text.len()));
    fs::write(&path, &text).unwrap();
    assert!(Config::load(&path).is_ok());
    fs::write(&path, text + " ").unwrap();
    let error = Config::load(&path).unwrap_err().to_string();
    assert!(error.ends_with("longest.json: is too long; expected at most 1048576 bytes"), "{error}");
    fs::remove_file(&path).unwrap();
}

/// Shows that devices are refused before they are read, and that the system's reason is told.
#[cfg(target_os = "linux")]
#[test]
fn what_the_system_will_not_read_is_refused() {
    let error = |path| Config::load(Path::new(path)).unwrap_err().to_string();
    assert_eq!(error("/dev/zero"), "/dev/zero: is a device or a pipe; expected a file");
    assert!(error("/proc/self/mem").starts_with("/proc/self/mem: cannot be read: "));
    assert_eq!(
        error("/dev/null/config.json"),
        "/dev/null/config.json: cannot be read: Not a directory (os error 20)"
    );
}

/// Shows that every key that an error names has a row in `docs/config.md`, with the words of the error in it.
#[test]
fn every_key_is_documented() {
    let docs = include_str!("../../docs/config.md");
    let mut keys = BTreeSet::new();
    for error in errors() {
        let Some((_, fault)) = error.split_once(": ") else { continue };
        let Some((key, fault)) = fault.split_once(": ") else { continue };
        let key = &in_general(key);
        let Some((found, expected)) = fault.split_once("; expected ") else { continue };
        if found == "unknown key" {
            let folder = key.rsplit_once('.').map_or(String::new(), |(folder, _)| format!("{folder}."));
            let expected = expected.strip_prefix("one of ").unwrap_or(expected);
            keys.extend(expected.split(", ").flat_map(|k| k.split(" or ")).map(|k| format!("{folder}{k}")));
        } else {
            let row = docs.lines().find(|line| line.starts_with(&format!("| `{key}` ")));
            assert!(row.is_some_and(|row| row.contains(expected)), "docs/config.md, {key}: {expected}");
            keys.insert(key.clone());
        }
    }
    assert!(keys.len() >= 11, "{keys:?}");
    for key in keys {
        assert!(docs.contains(&format!("| `{key}` ")), "docs/config.md has no row for {key}");
    }
}

/// A key without the numbers in it: `pieces[].symbol` for `pieces[3].symbol`.
fn in_general(key: &str) -> String {
    key.split('[')
        .map(|part| part.trim_start_matches(|c: char| c.is_ascii_digit()))
        .collect::<Vec<_>>()
        .join("[")
}

/// The errors that the cases expect.
fn errors() -> Vec<String> {
    let files = fs::read_dir(cases::folder("config")).unwrap().map(|entry| entry.unwrap().path());
    let texts = files.filter(|path| path.extension().is_some_and(|extension| extension == "expected"));
    let error = |path| Some(fs::read_to_string(path).unwrap().split_once("error: ")?.1.trim_end().to_owned());
    texts.filter_map(error).collect()
}

fn temporary(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("xxlchess-{}-config-files-{name}", std::process::id()))
}
