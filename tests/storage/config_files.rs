//! Config files in `tests/data/config`: every kind of error, and unusual files that are accepted.

use crate::common::cases;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use xxlchess::config::{self, Config, OwnMoves, OwnPiece};
use xxlchess::game::clock::TimeControl;
use xxlchess::rules::ByColor;

fn outcome(path: &Path) -> String {
    let config = match Config::load(path) {
        Ok(config) => config,
        Err(error) => return format!("error: {error}"),
    };
    let pieces = config.pieces.iter().map(piece);
    let clock = |control: Option<TimeControl>| {
        control.map(|control| format!("{:?} + {:?}", control.initial, control.increment)).expect("a clock")
    };
    let text = format!(
        "layout: {}\nplayer: {}\ncpu: {}\nplayer_color: {}\npiece_movement_speed: {:?}\n\
         max_movement_time: {:?}\nbottom: {}\nvariant: {}",
        config.layout.display(),
        clock(config.clocks.person),
        clock(config.clocks.opponent),
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

/// Each file of `tests/data/config` gives the values or the error in the file beside it.
#[test]
fn every_config_file_gives_its_expected_result() {
    cases::run(&cases::folder("config"), "json", |path, _| outcome(path));
}

/// Errors have one to three lines and the file's name, and no words of Rust or serde.
#[test]
fn errors_are_in_plain_english() {
    assert!(errors().len() > 50);
    for error in errors() {
        assert!(error.split(':').next().unwrap().ends_with(".json"), "{error}");
        assert!(error.lines().count() <= 3 && error.len() < 4 * 160, "{error}");
        for word in
            ["f64", "u64", "struct", "enum", "field", "variant `", "invalid type", "sequence", "EOF", "Some("]
        {
            assert!(!error.contains(word), "{word:?} in {error}");
        }
    }
}

/// A config cut off after every byte is refused.
#[test]
fn a_truncated_config_is_refused() {
    let text = include_str!("../../config.json");
    for end in 0..text.trim_end().len() {
        let error = Config::parse(Path::new("config.json"), &text[..end]).unwrap_err().to_string();
        assert!(error.contains("the file ends too early"), "after {end} bytes: {error}");
    }
}

/// The built-in config is the file at the top of the repository.
#[test]
fn the_built_in_config_is_that_of_the_assignment() {
    let config = Config::built_in();
    assert_eq!(config.layout, PathBuf::from("level1.txt"));
    let on_disk = outcome(&Path::new(env!("CARGO_MANIFEST_DIR")).join("config.json"));
    let folder = format!("{}/", env!("CARGO_MANIFEST_DIR"));
    let sample = fs::read_to_string(cases::folder("config").join("sample.expected")).unwrap();
    assert_eq!(on_disk.replace(&folder, ""), sample.split_once('\n').unwrap().1.trim_end());
}

/// The player's clock belongs to White or Black, whichever the config chooses.
#[test]
fn clocks_belong_to_the_colour_of_their_player() {
    let text = include_str!("../../config.json").replacen("180", "60", 1).replace("white", "black");
    let config = Config::parse(Path::new("config.json"), &text).unwrap();
    let controls = config.new_game("").time_controls(config.player_color);
    assert_eq!(controls, ByColor { white: config.clocks.opponent, black: config.clocks.person });
    assert_eq!(config.clocks.person.unwrap().initial.as_secs(), 60);
}

/// A missing level is reported with the line of its key in the config.
#[test]
fn an_error_found_later_has_its_line() {
    let text = format!("\u{feff}{}", include_str!("../../config.json"));
    let config = Config::parse(Path::new("config.json"), &text).unwrap();
    let error = config.error("time_controls.cpu.seconds", "found 180; expected less");
    assert_eq!(error.to_string(), "config.json:9: time_controls.cpu.seconds: found 180; expected less");
}

/// A config of exactly the longest length is read, and one byte more is refused.
#[test]
fn a_config_has_a_longest_length() {
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

/// A device in place of a config is refused before it is read, with the system's reason.
#[cfg(target_os = "linux")]
#[test]
fn devices_are_refused() {
    let error = |path| Config::load(Path::new(path)).unwrap_err().to_string();
    assert_eq!(error("/dev/zero"), "/dev/zero: is a device or a pipe; expected a file");
    assert!(error("/proc/self/mem").starts_with("/proc/self/mem: cannot be read: "));
    assert_eq!(
        error("/dev/null/config.json"),
        "/dev/null/config.json: cannot be read: Not a directory (os error 20)"
    );
}

/// `docs/config.md` has every key with its expected value.
#[test]
fn every_config_key_is_documented() {
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
