//! Damaged files of every kind except saved games: each is read or refused with a message, and the program keeps a copy
//! before it replaces one.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::Value;

use crate::common::Dice;
use crate::damage::mutate;
use crate::invariants::variants;
use xxlchess::config::{Config, load_level, puzzles, read};
use xxlchess::game::puzzle::Puzzle;
use xxlchess::notation::fen;
use xxlchess::rules::Variant;
use xxlchess::storage::Storage;
use xxlchess::storage::levels::LevelStore;
use xxlchess_simulator::parse::Source;
use xxlchess_simulator::run;

/// Reads a file. Returns its content or the error as text.
type Reader = fn(&Path) -> Result<String, String>;

/// Every kind of file: its name, a valid example, and its reader.
const KINDS: [(&str, &[u8], Reader); 11] = [
    ("level1.txt", include_bytes!("../../level1.txt"), |path| {
        let level = load_level(path, &variant("xxl"), None).map_err(|error| error.to_string())?;
        Ok(fen::format(&level))
    }),
    ("own.fen", b"14/14/14/5k8/14/14/14/14/14/7r6/14/14/P13/1K12 w - - 0 1\n", |path| {
        let level = LevelStore::new(folder_of(path, 2)).list(&variant("xxl")).remove(0);
        level.map(|level| fen::format(&level.position)).map_err(|error| error.to_string())
    }),
    ("config.json", include_bytes!("../../config.json"), |path| {
        Config::load(path).map(|config| format!("{config:?}")).map_err(|error| error.to_string())
    }),
    ("own.json", include_bytes!("../../assets/configs/own-pieces/config.json"), |path| {
        let config = Config::load(path).map_err(|error| error.to_string())?;
        let variant = config.with_own_pieces(&variant("xxl")).map_err(|error| error.to_string())?;
        Ok(format!("{:?}", variant.rules()))
    }),
    ("endings.txt", include_bytes!("../../assets/configs/puzzles/endings.txt"), |path| {
        let puzzles = puzzles::load(path, &variant("xxl")).map_err(|error| error.to_string())?;
        Ok(puzzles.iter().map(Puzzle::id).collect())
    }),
    ("own.ini", b"[own:chess]\ncustomPiece1 = c:C\npromotionPieceTypes = qc\ncastling = false\n", |path| {
        let text = String::from_utf8(bytes_of(path)).map_err(|error| error.to_string())?;
        let own = variants().with_file("own.ini", &text).map_err(|error| error.to_string())?;
        Ok(format!("{:?}", own.rules("own")))
    }),
    ("layout", LAYOUT, |path| simulate(&bytes_of(path), MOVES)),
    ("moves", MOVES, |path| simulate(LAYOUT, &bytes_of(path))),
    ("window.txt", b"1280x800\n", |path| {
        storage(path).load_window_size().map(|size| format!("{size:?}")).ok_or("the first size".to_owned())
    }),
    ("puzzles.txt", PUZZLES, |path| {
        let before = bytes_of(path);
        let after = replaced(path, |storage| {
            storage.save_attempts(&[]).expect("saved");
        })?;
        let before = String::from_utf8(before).expect("UTF-8");
        let mut solved = before.lines().filter(|line| !line.starts_with('#'));
        assert!(solved.all(|line| after.contains(line.trim())), "{before}\n{after}");
        Ok(after)
    }),
    (
        "menu.json",
        br#"{ "level": "chess", "side": "black", "clocks": { "person": null, "opponent":
            { "seconds": 60, "increment": 0.5 } }, "options": { "theme": "night", "difficulty": 3 } }"#,
        |path| {
            let before = bytes_of(path);
            let after = replaced(path, |storage| {
                let settings = storage.load_settings(&Config::built_in().new_game("xxl"));
                storage.save_settings(&settings, &[]).expect("saved");
            })?;
            let json = |text| serde_json::from_slice(text).expect("JSON");
            assert!(contains(&json(after.as_bytes()), &json(&before)), "{after}");
            Ok(after)
        },
    ),
];

/// File of the progress in puzzles, with a line of an earlier version and two of this one.
const PUZZLES: &[u8] =
    b"# Puzzles solved\n0123456789abcdef\n2026-11-23 023ac75e0f0f3c1b right 1340 theme fork\n\
    2026-11-23 0123456789abcdee wrong - list\n";
/// Layout of the simulator, which the tests change.
const LAYOUT: &[u8] = include_bytes!("../../simulator/assets/layout1");
/// Moves of the simulator, which the tests change.
const MOVES: &[u8] = include_bytes!("../../simulator/assets/moves1");

fn variant(name: &str) -> Arc<Variant> {
    variants().get(name).expect("a built-in variant")
}

fn bytes_of(path: &Path) -> Vec<u8> {
    read(path, 1 << 20).expect("readable")
}

fn folder_of(path: &Path, levels: usize) -> PathBuf {
    path.ancestors().nth(levels).expect("a folder").to_owned()
}

fn storage(path: &Path) -> Storage {
    let folder = Some(folder_of(path, 1));
    Storage { data_dir: folder.clone(), config_dir: folder }
}

fn simulate(layout: &[u8], moves: &[u8]) -> Result<String, String> {
    let (layout, moves) = (Source { name: "layout", bytes: layout }, Source { name: "moves", bytes: moves });
    let mut out = Vec::new();
    run(Some(layout), moves, &variant("simplified"), false, &mut out).map_err(|error| error.to_string())?;
    Ok(String::from_utf8(out).expect("UTF-8"))
}

/// Starts the program with the file and replaces the file. Returns the new content, or the report about the damage.
fn replaced(path: &Path, save: fn(&Storage)) -> Result<String, String> {
    let (before, storage) = (bytes_of(path), storage(path));
    let said = storage.keep_damaged().pop();
    assert_eq!(storage.keep_damaged().pop(), said, "the same copy serves the next start");
    save(&storage);
    let Some(words) = said else { return Ok(String::from_utf8(bytes_of(path)).expect("UTF-8")) };
    let copy = words.split_once("a copy is ").expect(&words).1.trim_end_matches('.');
    assert_eq!(bytes_of(Path::new(copy)), before);
    fs::remove_file(copy).expect("removed");
    Err(words.clone())
}

/// Whether the settings `all` have the entries of `some`.
fn contains(all: &Value, some: &Value) -> bool {
    match (all, some) {
        (Value::Object(all), Value::Object(some)) => {
            some.iter().all(|(key, value)| all.get(key).is_some_and(|other| contains(other, value)))
        }
        (Value::Number(one), Value::Number(other)) => one.as_f64() == other.as_f64(),
        _ => all == some,
    }
}

/// Files with one to three random changes each are read or refused. `FILES` sets another number of files of each
/// kind.
#[test]
fn damaged_files_are_read_or_refused_and_nothing_is_lost() {
    let files = std::env::var("FILES").map_or(100, |number| number.parse().expect("a number"));
    let root = std::env::temp_dir().join(format!("xxlchess-{}-mutated/xxl", std::process::id()));
    fs::create_dir_all(&root).expect("made");
    let mut dice = Dice::new(15);
    for (name, whole, reader) in KINDS {
        let path = root.join(name);
        let mut refused = 0;
        fs::write(&path, whole).expect("written");
        assert!(reader(&path).is_ok(), "{name}: {:?}", reader(&path));
        for _ in 0..files {
            let mut changed = whole.to_vec();
            (0..=dice.below(3)).for_each(|_| {
                if !changed.is_empty() {
                    changed = mutate(&changed, &mut dice);
                }
            });
            fs::write(&path, &changed).expect("written");
            if let Err(words) = reader(&path) {
                assert!(!words.is_empty() && words.len() < 2000, "{name}: {words}");
                refused += 1;
            }
        }
        assert!(refused > files / 5, "{name}: {refused} of {files}");
        fs::remove_file(path).expect("removed");
    }
    fs::remove_dir_all(folder_of(&root, 1)).expect("removed");
}

/// A file of settings or progress that is too long or a folder is not replaced by a save.
#[test]
fn a_file_that_cannot_be_read_is_not_replaced() {
    let root = std::env::temp_dir().join(format!("xxlchess-{}-unreadable", std::process::id()));
    fs::create_dir_all(root.join("menu.json")).expect("made");
    let progress = root.join("puzzles.txt");
    fs::write(&progress, "x".repeat(5 << 20)).expect("written");
    let storage = storage(&progress);
    let said = storage.keep_damaged();
    assert!(
        said[0].contains("menu.json is a folder") && said[1].contains("puzzles.txt is too long"),
        "{said:?}"
    );
    assert!(storage.save_attempts(&[]).is_err());
    assert!(storage.save_settings(&Config::built_in().new_game("xxl"), &[]).is_err());
    assert_eq!(fs::metadata(&progress).expect("there").len(), 5 << 20);
    fs::remove_dir_all(root).expect("removed");
}
