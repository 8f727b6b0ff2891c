//! Variants of the player's own: files in the data folder, from the menu to a saved game.

use std::fs;

use crate::common::window::{Driver, Window};
use crate::common::{TempFolder, app_setup};
use xxlchess::app::{App, AppSetup, FirstScreen};
use xxlchess::config::Config;
use xxlchess::view::input::Key;

const QUICK: &str = "[quick-game:chess]\n# A comment.\nnMoveRule = 10\nknight = -\ncustomPiece1 = h:NN\n\
                     startFen = rhbqkbhr/pppppppp/8/8/8/8/PPPPPPPP/RHBQKBHR w KQkq - 0 1\n";

/// Writes a file with variants into the folder.
fn write(folder: &TempFolder, name: &str, text: &str) {
    let variants = folder.join("variants");
    fs::create_dir_all(&variants).expect("a folder");
    fs::write(variants.join(name), text).expect("written");
}

fn open(folder: &TempFolder, first_screen: FirstScreen) -> Window {
    let setup = AppSetup {
        storage: folder.storage(),
        first_screen,
        seed: None,
        ..app_setup(Config::built_in().new_game("xxl"))
    };
    Window::new(App::new(setup).expect("a screen"))
}

/// A variant of a file is in the menu under its own title. It is played, and the game is resumed at the next start.
#[test]
fn own_variant_is_chosen_played_and_resumed() {
    let folder = TempFolder::new();
    write(&folder, "a.ini", QUICK);
    let mut window = open(&folder, FirstScreen::Home);
    assert!(window.app.warnings().is_empty(), "{:?}", window.app.warnings());
    window.click_word("Variants");
    // The list scrolls to the chosen variant, so the last one is reached by going up from the first.
    for _ in 0..200 {
        if window.shows("Quick game") {
            break;
        }
        window.key(Key::Down);
        let middle = xxlchess::view::scene::Point::new(400.0, 350.0);
        window.input_at(middle, vec![xxlchess::view::input::InputEvent::Wheel(-3.0)]);
    }
    window.click_word("Quick game");
    window.click_word("Play");
    let name =
        |window: &Window| window.app.game_start().expect("a game").position.variant().rules().name.clone();
    assert_eq!(name(&window), "quick-game");
    window.click_squares(&["d2", "d4"]);
    drop(window);
    let window = open(&folder, FirstScreen::Resume);
    assert_eq!(name(&window), "quick-game");
    assert!(window.scene().sprites().any(|sprite| sprite.rect.contains(window.tile("d4"))));
}

/// A faulty section is named with file, line and what is expected. The other sections and files are read nevertheless. The home
/// screen shows the first fault and the number of the others.
#[test]
fn own_variant_with_a_fault_is_named_and_the_others_are_read() {
    let folder = TempFolder::new();
    write(&folder, "a.ini", &format!("[bad:chess]\nmaxRank = many\n{QUICK}"));
    write(&folder, "b.ini", "[child:quick-game]\nnMoveRule = 20\n[chess]\nmaxRank = 4\n");
    fs::write(folder.join("variants/c.ini"), b"[x:chess]\n\xFF").expect("written");
    write(&folder, "notes.txt", "no variants");
    let window = open(&folder, FirstScreen::Home);
    let warnings = window.app.warnings();
    let expected = [
        ("a.ini:1: [bad] is left out: line 2: maxRank = many: a number from 1 to 16 is needed", 0),
        ("b.ini:3: [chess] is left out", 1),
        ("c.ini:2", 2),
    ];
    for (words, place) in expected {
        assert!(warnings[place].contains(words), "{words}: {warnings:?}");
    }
    assert_eq!(warnings.len(), 3, "{warnings:?}");
    let words = window.scene().texts().map(|text| text.text.clone()).collect::<Vec<_>>().join(" ");
    assert!(words.contains("[bad]") && words.contains("(and 2 other faults)"), "{words}");
    let (variants, _) = folder.storage().variants();
    assert_eq!(variants.own_names().collect::<Vec<_>>(), ["quick-game", "child"]);
}

/// The file of a variant is removed. Its unfinished game is kept, and the home screen names the missing variant.
#[test]
fn own_variant_that_is_gone_is_named_by_its_game() {
    let folder = TempFolder::new();
    write(&folder, "a.ini", QUICK);
    let mut setup =
        AppSetup { storage: folder.storage(), ..app_setup(Config::built_in().new_game("quick-game")) };
    let quick = folder.storage().variants().0.get("quick-game").expect("a variant");
    setup.level.0 = xxlchess::rules::Position::start(&quick).expect("a start");
    let mut window = Window::new(App::new(setup).expect("a game"));
    window.click_squares(&["d2", "d4"]);
    drop(window);
    fs::remove_file(folder.join("variants/a.ini")).expect("removed");
    let window = open(&folder, FirstScreen::Home);
    let warnings = window.app.warnings().join("\n");
    assert!(warnings.contains("unknown variant \"quick-game\""), "{warnings}");
    assert_eq!(fs::read_dir(folder.join("games")).expect("a folder").count(), 1);
}

/// A variant that is alone in a file of another name is replaced and deleted in that file. A variant in a file with others is
/// neither replaced nor deleted, and the error names the file.
#[test]
fn own_variant_is_changed_in_its_file() {
    let folder = TempFolder::new();
    write(&folder, "mine.ini", QUICK);
    write(&folder, "two.ini", "[one:chess]\nnMoveRule = 20\n[other:chess]\nnMoveRule = 30\n");
    let storage = folder.storage();
    assert!(storage.save_variant("quick-game", QUICK, false).is_err());
    let changed = "[quick-game:chess]\nnMoveRule = 11\n";
    storage.save_variant("quick-game", changed, true).expect("saved");
    let mine = folder.join("variants/mine.ini");
    assert_eq!(fs::read_to_string(&mine).expect("a file"), changed);
    assert!(!folder.join("variants/quick-game.ini").exists());
    for result in [storage.save_variant("other", "[other:chess]\n", true), storage.delete_variant("other")] {
        assert!(result.is_err_and(|reason| reason.contains("two.ini")));
    }
    storage.delete_variant("quick-game").expect("deleted");
    assert!(!mine.exists());
    // A file without the variant, such as one of other games, is never replaced.
    assert!(storage.save_variant("two", "[two:chess]\n", true).is_err());
    assert!(fs::read_to_string(folder.join("variants/two.ini")).expect("a file").contains("[other:chess]"));
}
