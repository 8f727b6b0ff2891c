//! The file with the last choices of the menu. The program starts even if it is damaged.

use std::fs;
use std::path::Path;

use crate::common::TempFolder;
use xxlchess::config::Config;
use xxlchess::game::new_game::{BySeat, ColorChoice, NewGame};
use xxlchess::game::options::{OpponentKind, Options, ThemeName};
use xxlchess::storage::Storage;
use xxlchess::storage::settings_file::{load, save};

fn changed() -> NewGame {
    let mut choices = Config::built_in().new_game("chess");
    choices.color = ColorChoice::Random;
    choices.clocks = BySeat::both(None);
    choices.options.theme = ThemeName::Night;
    choices
}

/// Settings are saved in a new folder, a later save replaces the earlier, and no other file is left.
#[test]
fn settings_are_saved_and_read() {
    let folder = TempFolder::new();
    let path = folder.join("a/b/menu.json");
    let first = Config::built_in().new_game("xxl");
    for choices in [&first, &changed()] {
        save(&path, choices, &[]).expect("written");
        assert_eq!(load(&path, &first), *choices);
    }
    assert_eq!(fs::read_dir(folder.join("a/b")).expect("readable").count(), 1);
}

/// A missing, damaged, truncated or too long file gives the fallback.
#[test]
fn an_unreadable_settings_file_gives_the_defaults() {
    let folder = TempFolder::new();
    let path = folder.join("menu.json");
    let otherwise = changed();
    assert_eq!(load(&path, &otherwise), otherwise);
    save(&path, &Config::built_in().new_game("xxl"), &[]).expect("written");
    let whole = fs::read(&path).expect("readable");
    for end in 0..whole.trim_ascii_end().len() {
        fs::write(&path, &whole[..end]).expect("written");
        assert_eq!(load(&path, &otherwise), otherwise, "after {end} bytes");
    }
    for garbled in [vec![0xff; 9], b"[1, 2]".to_vec(), b"[".repeat(60_000), b" ".repeat(100_000)] {
        fs::write(&path, garbled).expect("written");
        assert_eq!(load(&path, &otherwise), otherwise);
    }
    assert_eq!(load(&folder, &otherwise), otherwise);
}

/// A save that fails is an error, and an earlier file stays.
#[test]
fn a_failed_save_of_settings_is_reported() {
    let folder = TempFolder::new();
    let file = folder.join("file");
    fs::write(&file, "here").expect("written");
    assert!(save(&file.join("menu.json"), &changed(), &[]).is_err());
    // A folder has the name of the new file, so the save fails. It leaves nothing behind.
    let taken = folder.join("menu.json");
    fs::create_dir_all(taken.join("full")).expect("made");
    assert!(save(&taken, &changed(), &[]).is_err());
    assert!(taken.join("full").is_dir());
    assert_eq!(fs::read_dir(&*folder).expect("readable").count(), 2);
    assert_eq!(fs::read_to_string(&file).expect("readable"), "here");
    assert!(save(Path::new(""), &changed(), &[]).is_err());
}

/// The example configs of the menu and of two players are read, with their levels.
#[test]
fn the_examples_of_menu_and_two_players_are_configs() {
    let variant = xxlchess::notation::variants_ini::Variants::built_in().get("xxl").expect("built in");
    let start_menu = |options: Options| options.start_menu;
    let two_persons = |options: Options| options.opponent == OpponentKind::Human;
    for (name, is_set) in [("menu", start_menu as fn(Options) -> bool), ("two-persons", two_persons)] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("assets/configs/{name}/config.json"));
        let config = Config::load(&path).expect(name);
        config.load_level(&config.layout, &variant).expect(name);
        assert!(is_set(config.options));
    }
}

/// When the settings file is a link, its target is replaced and the link stays.
#[cfg(unix)]
#[test]
fn a_link_stays_a_link() {
    let folder = TempFolder::new();
    let (file, link) = (folder.join("dotfiles/menu.json"), folder.join("menu.json"));
    let first = Config::built_in().new_game("xxl");
    save(&file, &first, &[]).expect("written");
    std::os::unix::fs::symlink(&file, &link).expect("a link");
    save(&link, &changed(), &[]).expect("written");
    assert!(fs::symlink_metadata(&link).expect("there").is_symlink());
    assert_eq!(load(&file, &first), changed());
    // A link to a folder or to nothing is replaced by a file, and nothing is written at its target.
    for target in [folder.join("dotfiles"), folder.join("nowhere")] {
        fs::remove_file(&link).expect("removed");
        std::os::unix::fs::symlink(&target, &link).expect("a link");
        save(&link, &changed(), &[]).expect("written");
        assert!(fs::symlink_metadata(&link).expect("there").is_file());
    }
    assert_eq!(fs::read_dir(folder.join("dotfiles")).expect("readable").count(), 1);
}

/// A size is saved, and another one replaces it. A text that is not the size of a window gives no size.
#[test]
fn the_size_of_the_window_is_remembered() {
    let folder = TempFolder::new();
    let storage = Storage { data_dir: None, config_dir: Some(folder.0.clone()) };
    assert_eq!(storage.load_window_size(), None);
    for size in [(1280, 800), (792, 672)] {
        storage.save_window_size(size).expect("written");
        assert_eq!(storage.load_window_size(), Some(size));
    }
    for text in ["", "800", "800x", "10x600", "99999x600", "800x600x1", "a"] {
        fs::write(folder.join("window.txt"), text).expect("written");
        assert_eq!(storage.load_window_size(), None, "{text:?}");
    }
}
