//! The player's own levels, on disk.

use std::fs;
use std::path::Path;

use crate::common::{TempFolder, random_games, variant, xxl};
use xxlchess::game::board_setup::BoardSetup;
use xxlchess::rules::Position;
use xxlchess::storage::levels::{LevelSaved, LevelStore};

fn store(folder: &Path) -> LevelStore {
    LevelStore::new(folder.to_owned())
}

/// The names of the levels that are listed for a variant, and their positions.
fn listed(folder: &Path, name: &str) -> Vec<(String, Position)> {
    let levels = store(folder).list(&variant(name)).into_iter().map(|level| level.expect("a level"));
    levels.map(|level| (level.name, level.position)).collect()
}

/// Levels of every variant, with either side to move and either side lower, are read as they were saved.
#[test]
fn a_saved_level_is_read_as_the_same_position() {
    let folder = TempFolder::new();
    let mut forms = [0, 0];
    for name in ["xxl", "chess", "xxl16", "xxlfairy", "capablanca", "dozen", "knightmate"] {
        random_games(&Position::start(&variant(name)).expect("a start"), 3, 400, |position, dice| {
            if dice.below(40) > 0 {
                return;
            }
            let draft = BoardSetup::from_position(position);
            let position = draft.position().expect("legal");
            let Ok(LevelSaved::Saved(path)) = store(&folder).save("level", position, true) else {
                panic!("not kept")
            };
            forms[usize::from(path.extension().is_some_and(|ending| ending == "fen"))] += 1;
            assert_eq!(listed(&folder, name), [("level".to_owned(), position.clone())]);
        });
    }
    assert!(forms[0] > 5 && forms[1] > 5, "{forms:?}");
}

/// Names of Windows devices are refused in any case of letters, with and without a number.
#[test]
fn names_of_devices_are_refused() {
    let folder = TempFolder::new();
    let start = Position::start(&variant("xxl")).expect("a start");
    for name in ["nul", "CON", "Aux", "prn", "com1", "LPT9"] {
        let error = store(&folder).save(name, &start, false).expect_err(name).to_string();
        assert!(error.contains("device") && error.lines().count() == 1, "{error}");
    }
    for name in ["nuls", "com", "com10", "Con game", "lptx"] {
        assert!(matches!(store(&folder).save(name, &start, false), Ok(LevelSaved::Saved(_))), "{name}");
    }
}

/// A level is saved as a level file if that format can hold its position, and as a FEN if not. It replaces a level of
/// the same name in the other format.
#[test]
fn a_level_is_saved_as_layout_or_fen() {
    let folder = TempFolder::new();
    let start = Position::start(&variant("xxl")).expect("a start");
    let path = folder.join("xxl/My level.txt");
    assert_eq!(store(&folder).save(" My level ", &start, false), Ok(LevelSaved::Saved(path.clone())));
    assert_eq!(fs::read_to_string(&path).expect("readable"), include_str!("../../level1.txt"));
    for fen in [
        "7k6/14/14/14/14/14/14/14/14/14/14/14/14/7K6 b - - 0 1",
        "7K6/14/14/14/14/14/14/14/14/14/14/14/14/7k6 w - - 0 1",
    ] {
        let kept = store(&folder).save("My level", &xxl(fen), true);
        assert_eq!(kept, Ok(LevelSaved::Saved(folder.join("xxl/My level.fen"))));
        assert_eq!(listed(&folder, "xxl"), [("My level".to_owned(), xxl(fen))]);
    }
    assert_eq!(store(&folder).save("My level", &start, true), Ok(LevelSaved::Saved(path)));
    assert_eq!(fs::read_dir(folder.join("xxl")).expect("readable").count(), 1);
}

/// A level of the same name is not replaced unless `overwrite` is set, whichever formats the two levels have.
#[test]
fn a_level_is_not_replaced_without_asking() {
    let folder = TempFolder::new();
    let start = Position::start(&variant("xxl")).expect("a start");
    let other = xxl("7k6/14/14/14/14/14/14/14/14/14/14/14/14/7K6 b - - 0 1");
    for (first, second) in [(&start, &other), (&other, &start)] {
        let Ok(LevelSaved::Saved(path)) = store(&folder).save("level", first, true) else {
            panic!("not kept")
        };
        assert_eq!(store(&folder).save("level", second, false), Ok(LevelSaved::NameTaken(path)));
        assert_eq!(listed(&folder, "xxl"), [("level".to_owned(), first.clone())]);
    }
}

/// Names that are empty, too long or paths are refused, and so is a folder that cannot be written.
#[test]
fn an_invalid_name_is_refused() {
    let folder = TempFolder::new();
    let start = Position::start(&variant("xxl")).expect("a start");
    for name in ["", "   ", "../../away", "a/b", "a.txt", "C:x", &"x".repeat(31)] {
        let refusal = store(&folder).save(name, &start, true).expect_err("no name").to_string();
        assert!(refusal.ends_with("use 1 to 30 letters, digits, spaces, - and _."), "{refusal}");
    }
    assert_eq!(fs::read_dir(&*folder).expect("readable").count(), 0);
    let refusal = store(Path::new("/dev/null")).save("level", &start, true);
    let refusal = refusal.expect_err("no folder").to_string();
    assert!(refusal.starts_with("/dev/null/xxl/level.txt cannot be written: "), "{refusal}");
}

/// Invalid levels are reported, other files are skipped, and valid levels are read. A missing folder has no levels.
#[test]
fn files_that_are_no_levels_are_reported_or_skipped() {
    let folder = TempFolder::new();
    let start = Position::start(&variant("xxl")).expect("a start");
    store(&folder).save("level", &start, false).expect("kept");
    for (name, text) in [("bad.txt", "x"), ("bad.fen", "k w"), ("notes.md", "x"), ("level.123.new", "")] {
        fs::write(folder.join("xxl").join(name), text).expect("written");
    }
    let read = store(&folder).list(&variant("xxl"));
    let faults: Vec<String> =
        read.iter().filter_map(|level| Some(level.as_ref().err()?.to_string())).collect();
    assert_eq!(read.len(), 3);
    assert!(
        faults[0].contains("bad.fen: FEN, pieces: 1 ranks")
            && faults[1].contains("bad.txt:1:1: 'x' is not a piece")
    );
    assert!(store(&folder.join("nowhere")).list(&variant("xxl")).is_empty());
}
