//! Engines of other programs: added on their page, chosen in the menu, and played against.

use std::time::Duration;

use crate::common::window::{Driver, Window};
use crate::common::{TempFolder, app_setup};
use xxlchess::app::{App, AppSetup, FirstScreen};
use xxlchess::config::Config;
use xxlchess::game::engines::EngineList;
use xxlchess::game::options::OpponentKind;
use xxlchess::platform::clock::sleep;
use xxlchess::protocol::uci::client::EngineInfo;
use xxlchess::view::input::{InputEvent, Key};

/// Opens the menu with these engines. The opponent is an engine.
fn at_menu(folder: &TempFolder, engines: EngineList) -> Window<()> {
    let mut choices = Config::built_in().new_game("xxl");
    choices.options.opponent = OpponentKind::Engine;
    let setup = AppSetup {
        storage: folder.storage(),
        engines,
        first_screen: FirstScreen::Menu,
        ..app_setup(choices)
    };
    Window::new(App::new(setup).expect("the menu"))
}

/// Shows frames until `is_done` is true.
fn wait(window: &mut Window<()>, is_done: impl Fn(&Window<()>) -> bool) {
    for _ in 0..1_000 {
        window.after(Duration::from_millis(10), vec![]);
        if is_done(window) {
            return;
        }
        sleep(Duration::from_millis(10));
    }
    let scene = window.scene();
    let texts: Vec<_> = scene.texts().map(|text| text.text.as_str()).collect();
    panic!("ten seconds are over: {texts:?}");
}

/// Whether the texts on the screen contain `words`.
fn says(window: &Window<()>, words: &str) -> bool {
    let scene = window.scene();
    scene.texts().map(|text| text.text.as_str()).collect::<Vec<_>>().join(" ").contains(words)
}

/// A list with an engine that plays chess only.
fn fish() -> EngineList {
    let info = EngineInfo::parse(
        "id name Fish\n\
        option name Hash type spin default 16 min 1 max 64\n\
        option name Clear Hash type button\n\
        option name UCI_Elo type spin default 1500 min 1000 max 2000\n\
        option name UCI_LimitStrength type check default false\n\
        option name UCI_Chess960 type check default false",
    );
    let mut list = EngineList { opponent: "Fish".to_owned(), ..EngineList::default() };
    list.add("/opt/fish", info);
    list
}

/// The path of this program's own engine is pasted on the page of engines, tested and stored. In the menu the engine is the
/// opponent, and it replies in the game, whose file has its name.
#[test]
fn an_engine_is_added_and_played_against() {
    let folder = TempFolder::new();
    let mut window = at_menu(&folder, EngineList::default());
    window.click_word("Preferences");
    window.input(vec![InputEvent::Wheel(-1.0); 40]);
    window.click_word("Manage");
    window.input(vec![InputEvent::Paste("/no/such/engine".to_owned())]);
    window.click_word("Add");
    wait(&mut window, |window| says(window, "cannot be started"));
    assert_eq!(folder.storage().load_engines().entries, []);
    window.input(vec![InputEvent::Paste(format!("file://{} uci", env!("CARGO_BIN_EXE_xxlchess")))]);
    window.click_word("Add");
    wait(&mut window, |window| says(window, "variants"));
    let stored = folder.storage().load_engines();
    let name = stored.entries[0].name().to_owned();
    assert!(name.starts_with("xxlchess ") && stored.entries[0].info.variants().len() > 20);
    window.key(Key::Escape);
    window.click_word("Game");
    // The row shows one opponent at a time. A press on it chooses the next one.
    window.click_word("Computer");
    window.click_word("Human");
    assert!(window.shows(&name));
    assert_eq!(folder.storage().load_engines().opponent, name);
    window.click_word("Play");
    assert!(window.shows(&name), "the panel has its name");
    window.click_squares(&["g2", "g4"]);
    wait(&mut window, |window| {
        let scene = window.scene();
        let last_moves = scene.texts().filter(|text| text.text == "1").count();
        last_moves > 0 && window.shows("g4") && !window.shows("thinking…")
    });
    drop(window);
    let file = folder.storage().games().expect("a folder").files().pop().expect("a game");
    let text = std::fs::read_to_string(file).expect("a file");
    assert!(text.contains(&format!("[Black \"{name}\"]")) && text.contains("[White \"Person\"]"), "{text}");
    assert!(text.contains("opponent=engine"), "{text}");
}

/// With an engine that does not play the variant of the menu, a sentence names the fault and Play starts no game.
#[test]
fn an_engine_that_does_not_know_the_variant_is_refused() {
    let folder = TempFolder::new();
    let mut window = at_menu(&folder, fish());
    assert!(says(&window, "Fish does not play"));
    window.click_word("Play");
    assert!(window.app.game_start().is_none());
    window.click_word("Computer");
    assert!(!says(&window, "Fish does not play"));
    window.click_word("Play");
    assert!(window.app.game_start().is_some());
}

/// The options of an engine stand on its page, those of its strength first, without those that the program sets. A value
/// within the range is stored, one outside is not. A removed engine is gone, and the computer plays in its place.
#[test]
fn options_of_an_engine_are_stored() {
    let folder = TempFolder::new();
    let mut window = at_menu(&folder, fish());
    window.click_word("Preferences");
    window.input(vec![InputEvent::Wheel(-1.0); 40]);
    window.click_word("Manage");
    let scene = window.scene();
    let labels = ["UCI_Elo", "UCI_LimitStrength", "Hash"].map(|name| {
        scene.texts().position(|text| text.text == name).unwrap_or_else(|| panic!("{name} is not shown"))
    });
    assert!(labels.is_sorted());
    assert!(!window.shows("UCI_Chess960") && !window.shows("Clear Hash"));
    let value = |folder: &TempFolder| folder.storage().load_engines().entries[0].value("Hash");
    window.click_word("16");
    window.keys(&[Key::End, Key::Backspace, Key::Backspace]);
    window.type_text("32");
    assert_eq!(value(&folder), "32");
    window.type_text("0");
    assert_eq!(value(&folder), "32", "320 is out of range");
    window.click_word("Remove");
    assert_eq!(folder.storage().load_engines(), EngineList::default());
    window.key(Key::Escape);
    window.click_word("Game");
    window.click_word("Play");
    let options = window.app.game_start().expect("a game").choices.options;
    assert_eq!(options.opponent, OpponentKind::Computer);
}

/// Opens a game of chess against the engine of [`fish`], which cannot be started, and makes the first move.
fn game_against_fish(folder: &TempFolder) -> Window<()> {
    let mut choices = Config::built_in().new_game("chess");
    choices.options.opponent = OpponentKind::Engine;
    folder.storage().save_settings(&choices, &[]).expect("saved");
    let mut window = at_menu(folder, fish());
    window.click_word("Play");
    assert!(window.shows("Fish") && !window.shows("Casual"));
    window.click_squares(&["e2", "e4"]);
    window
}

/// An engine that cannot be started is given up after two attempts. The computer plays on, and the panel has its name.
#[test]
fn the_computer_takes_the_name_of_an_engine_that_has_failed() {
    let folder = TempFolder::new();
    let mut window = game_against_fish(&folder);
    wait(&mut window, |window| window.shows("Casual") && !window.shows("thinking…"));
    assert!(!window.shows("Fish"));
}

/// An engine that fails while the help is above the game is given up as well: the panel has the computer's name afterwards.
#[test]
fn an_engine_fails_beneath_another_screen() {
    let folder = TempFolder::new();
    let mut window = game_against_fish(&folder);
    window.key(Key::F1);
    for _ in 0..50 {
        window.after(Duration::from_millis(10), vec![]);
        sleep(Duration::from_millis(10));
    }
    window.key(Key::Escape);
    wait(&mut window, |window| window.shows("Casual"));
    assert!(!window.shows("Fish"));
}

/// A match of two levels with clocks is stopped after a few moves. The list of games has the game as one that nobody plays, so that
/// it is analysed and deleted like others.
#[test]
fn the_game_of_a_stopped_match_can_be_analysed_and_deleted() {
    let folder = TempFolder::new();
    let mut window = at_menu(&folder, EngineList::default());
    window.click_word("Preferences");
    window.input(vec![InputEvent::Wheel(-1.0); 40]);
    window.click_word("Match");
    window.click_word("No clock");
    window.click_word("Start");
    let files = || folder.storage().games().expect("a folder").files();
    wait(&mut window, |_| !files().is_empty());
    window.key(Key::Escape);
    window.click_word("Stop");
    window.key(Key::Char('g'));
    wait(&mut window, |window| window.shows("Not finished"));
    assert!(!window.shows("Being played"));
    window.click_word("Analyse");
    assert!(window.shows("Threat"), "the analysis board has a button for it");
    window.key(Key::Escape);
    window.click_word("Delete");
    window.key(Key::Char('y'));
    wait(&mut window, |window| !window.shows("Not finished"));
    assert!(files().is_empty());
}
