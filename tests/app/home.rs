//! The home screen: what it shows, the game it starts, and the ways in and out of it.

use std::time::Duration;

use crate::common::window::{Driver, SIZES, Window};
use crate::common::{TempFolder, app_setup, faults};
use xxlchess::app::{App, AppSetup, FirstScreen};
use xxlchess::config::Config;
use xxlchess::config::lessons::packaged;
use xxlchess::game::lesson::progress::LessonProgress;
use xxlchess::game::new_game::{BySeat, ColorChoice, NewGame, PRESETS, preset};
use xxlchess::game::options::{Marks, OpponentKind, Options, TextSize};
use xxlchess::view::input::Key;
use xxlchess::view::scene::{Point, Rect, TextRole};

/// The choices of the assignment's config, which has clocks of 180 seconds.
fn config_game() -> NewGame {
    Config::built_in().new_game("xxl")
}

fn setup(folder: &TempFolder, first_screen: FirstScreen) -> AppSetup {
    // Without a seed the program offers an unfinished game.
    AppSetup { storage: folder.storage(), first_screen, seed: None, ..app_setup(config_game()) }
}

fn open(folder: &TempFolder, first_screen: FirstScreen) -> Window {
    Window::new(App::new(setup(folder, first_screen)).expect("a screen"))
}

fn at_home(folder: &TempFolder) -> Window {
    open(folder, FirstScreen::Home)
}

/// The choices of the game on the board.
fn played(window: &Window) -> NewGame {
    window.app.game_start().expect("a game was started").choices.clone()
}

fn is_home(window: &Window) -> bool {
    window.shows("Learn the pieces") && window.shows("Solve puzzles")
}

/// Leaves an unfinished game with the move d2d4 in the folder.
fn leave_a_game(folder: &TempFolder) {
    let mut window = open(folder, FirstScreen::Game { search: false });
    window.click_squares(&["d2", "d4"]);
}

/// A new player has no game to go on with. Enter starts an easy game without clocks against the computer.
#[test]
fn a_newcomer_begins_by_enter() {
    let folder = TempFolder::new();
    let mut window = at_home(&folder);
    assert!(is_home(&window) && !window.shows("Continue") && window.app.game_start().is_none());
    window.key(Key::Enter);
    let choices = played(&window);
    assert!(!is_home(&window) && window.shows("Resign"));
    assert!(choices.options.difficulty < Options::default().difficulty, "{choices:?}");
    assert_eq!((choices.clocks, choices.color), (BySeat::both(None), ColorChoice::White));
    assert_eq!(choices.options.opponent, OpponentKind::Computer);
}

/// Level, clock and colour of the card are those of the game, and of the card at the next start.
#[test]
fn the_choices_of_the_card_are_played_and_kept() {
    let folder = TempFolder::new();
    let mut window = at_home(&folder);
    // The line of the slider ends left of the name of the level.
    let (label, name) = (window.word("Level").expect("a row"), window.word("2 · beginner").expect("a level"));
    window.click(Point::new((label.x + name.x) / 2.0, label.y));
    let clock = window.word("No clock").expect("a clock");
    window.click(clock);
    window.click_word("Black");
    window.click_word("Play");
    let choices = played(&window);
    assert!(choices.options.difficulty > 2, "{choices:?}");
    assert_eq!(choices.clocks, BySeat::both(Some(preset(PRESETS[0]))));
    assert_eq!(choices.color, ColorChoice::Black);
    drop(window);
    let mut window = at_home(&folder);
    assert!(window.shows(PRESETS[0].0));
    window.key(Key::Enter);
    assert_eq!(played(&window), choices);
}

/// A game between two people in the settings does not make the card of levels start such a game.
#[test]
fn the_card_is_for_games_against_the_computer() {
    let folder = TempFolder::new();
    let options = Options { opponent: OpponentKind::Human, ..Options::default() };
    folder.storage().save_settings(&NewGame { options, ..config_game() }, &[]).expect("saved");
    let mut window = at_home(&folder);
    window.key(Key::Enter);
    assert_eq!(played(&window).options.opponent, OpponentKind::Computer);
}

/// An unfinished game has a card with its age, and Enter resumes it. A game that has ended has none.
#[test]
fn enter_continues_the_unfinished_game() {
    let folder = TempFolder::new();
    leave_a_game(&folder);
    let mut window = at_home(&folder);
    assert!(window.shows("Your game") && window.shows("Move 1, a moment ago"));
    window.key(Key::Enter);
    assert!(window.scene().sprites().any(|sprite| sprite.rect.contains(window.tile("d4"))));
    window.key(Key::Escape);
    assert!(window.shows("Resign this game?"), "the config does not describe this game");
    window.key(Key::Char('y'));
    drop(window);
    let window = at_home(&folder);
    assert!(is_home(&window) && !window.shows("Your game"));
}

/// The board of an unfinished game in the fog is not shown: it would reveal what is hidden.
#[test]
fn a_game_in_the_fog_shows_no_board() {
    for fog_of_war in [false, true] {
        let folder = TempFolder::new();
        let mut setup = setup(&folder, FirstScreen::Game { search: false });
        setup.choices.options.fog_of_war = fog_of_war;
        let mut window = Window::new(App::new(setup).expect("a game"));
        window.click_squares(&["d2", "d4"]);
        drop(window);
        let mut window = at_home(&folder);
        window.size = (500.0, 430.0);
        assert!(window.shows("Continue"));
        // At this size the first card is the only one with a board.
        assert_eq!(window.scene().sprites().count() > 50, !fog_of_war);
    }
}

/// The game of the config opens at once, with its clocks running from the first frame, and has no home screen. With the
/// option "start_menu" the home screen comes first.
#[test]
fn the_game_of_the_config_opens_without_a_home_screen() {
    let folder = TempFolder::new();
    let mut window = open(&folder, FirstScreen::Game { search: true });
    assert!(!is_home(&window) && window.shows("Resign") && window.shows("3:00"));
    window.after(Duration::from_secs(2), vec![]);
    assert!(window.shows("2:58"));
    let mut setup = setup(&folder, FirstScreen::Game { search: true });
    setup.choices.options.start_menu = true;
    assert!(is_home(&Window::new(App::new(setup).expect("a screen"))));
}

/// The menu leads from a game to the home screen and pauses the clocks. Escape goes back, and so does Continue.
#[test]
fn the_menu_leads_home_and_back() {
    let folder = TempFolder::new();
    let mut window = open(&folder, FirstScreen::Game { search: false });
    window.click_squares(&["d2", "d4"]);
    let clock = |window: &Window| window.scene().texts().find(|text| text.text.starts_with("2:5")).cloned();
    window.after(Duration::from_secs(5), vec![]);
    let before = clock(&window).expect("a clock");
    for keys in [[Key::Escape], [Key::Enter]] {
        window.key(Key::Char('m'));
        window.click_word("Home");
        assert!(is_home(&window) && window.shows("Continue") && window.app.open_screens() == 2);
        window.after(Duration::from_secs(30), vec![]);
        window.keys(&keys);
        assert!(!is_home(&window) && window.shows("Resign"));
        assert_eq!(clock(&window).map(|text| text.text), Some(before.text.clone()));
    }
    // From the menu above the home screen, Home closes the menu.
    window.key(Key::Char('m'));
    window.click_word("Home");
    window.key(Key::Char('m'));
    window.click_word("Home");
    assert!(is_home(&window) && window.app.open_screens() == 2);
}

/// Escape on the first screen does nothing.
#[test]
fn escape_on_the_first_screen_does_nothing() {
    let mut window = at_home(&TempFolder::new());
    window.key(Key::Escape);
    assert!(is_home(&window) && !window.frame.quit);
}

/// The menu has the choices of the card. What it changes in the preferences is in effect in the next game.
#[test]
fn the_menu_has_the_choices_of_the_card() {
    let folder = TempFolder::new();
    let mut window = at_home(&folder);
    window.click_word("Black");
    window.click_word("Options");
    window.key(Key::Enter);
    assert_eq!(played(&window).color, ColorChoice::Black);
    let mut window = at_home(&folder);
    window.click_word("Preferences");
    window.click_word("Shapes");
    window.key(Key::Escape);
    assert!(is_home(&window));
    window.key(Key::Enter);
    assert_eq!(played(&window).options.marks, Marks::Shapes);
}

/// A variant that was chosen in the menu is that of the card after Back and after Home, with its pieces.
#[test]
fn back_and_home_of_the_menu_keep_the_chosen_variant() {
    for button in ["Back", "Home"] {
        let mut window = at_home(&TempFolder::new());
        window.click_word("Variants");
        window.click_word("XXL fairy chess");
        window.click_word(button);
        window.input(vec![]);
        assert!(is_home(&window) && window.shows("XXL fairy chess"));
        assert!(window.scene().texts().any(|text| text.text.contains("grasshopper")));
        window.key(Key::Enter);
        assert_eq!(played(&window).level, "xxlfairy");
    }
}

/// A variant that was chosen in the menu of a game is that of the card after Home.
#[test]
fn home_of_the_menu_of_a_game_keeps_the_chosen_variant() {
    let mut window = open(&TempFolder::new(), FirstScreen::Game { search: false });
    window.key(Key::Char('m'));
    window.click_word("Variant");
    window.click_word("XXL fairy chess");
    window.click_word("Home");
    assert!(is_home(&window) && window.shows("XXL fairy chess"));
}

/// The card of the lessons has the number of steps, and after the first step how many are done, at the next start, too.
#[test]
fn the_card_of_the_lessons_shows_the_progress() {
    let folder = TempFolder::new();
    let window = at_home(&folder);
    assert!(window.shows("48 short steps") && window.shows("Start"));
    drop(window);
    let mut progress = LessonProgress::default();
    progress.mark_done(&packaged()[0], 2);
    folder.storage().save_lessons(&progress).expect("saved");
    let window = at_home(&folder);
    assert!(window.shows("1 of 48 steps") && window.shows("Continue") && !window.shows("Start"));
}

/// A variant without puzzles has those of another one on its card, which is named.
#[test]
fn the_card_of_puzzles_of_another_variant_names_it() {
    let mut window = at_home(&TempFolder::new());
    let words =
        |window: &Window| window.scene().texts().map(|text| text.text.clone()).collect::<Vec<_>>().join(" ");
    assert!(words(&window).contains("Find the best move. "), "{}", words(&window));
    window.click_word("Variants");
    window.click_word("XXL fairy chess");
    window.click_word("Home");
    assert!(words(&window).contains("Find the best move in XXL chess. "), "{}", words(&window));
}

/// A rated game in which a move is taken back does not count. A notice and the result have a sentence about it.
#[test]
fn a_game_with_help_is_said_not_to_count() {
    let words = |window: &Window| {
        let scene = window.scene();
        scene.texts().map(|text| text.text.as_str()).collect::<Vec<_>>().join(" ")
    };
    for takes_back in [false, true] {
        let mut window = at_home(&TempFolder::new());
        window.key(Key::Enter);
        window.click_squares(&["d2", "d4"]);
        if takes_back {
            window.key(Key::Char('z'));
            assert!(words(&window).contains("This game will not count"), "{}", words(&window));
            window.click_squares(&["d2", "d4"]);
        }
        window.keys(&[Key::Escape, Key::Char('y')]);
        assert_eq!(words(&window).contains("Not counted for your rating"), takes_back, "{}", words(&window));
    }
}

/// A notice of the last seconds does not stand in the place of the result.
#[test]
fn a_notice_does_not_hide_the_result() {
    let mut window = at_home(&TempFolder::new());
    window.key(Key::Enter);
    window.click_squares(&["d2", "d4"]);
    window.key(Key::Char('z'));
    window.keys(&[Key::Escape, Key::Char('y')]);
    assert_eq!(window.text_of(TextRole::Message), "You resigned");
    window.key(Key::CopyMore);
    assert_eq!(window.text_of(TextRole::Message), "You resigned");
    assert!(window.text_of(TextRole::Label).contains("copied"), "{}", window.text_of(TextRole::Label));
}

/// Fog of war and odds of the last game from the menu are named on the card, because they are those of the next game.
#[test]
fn the_card_names_fog_and_odds() {
    let folder = TempFolder::new();
    let words = |window: &Window| {
        let scene = window.scene();
        scene.texts().map(|text| text.text.as_str()).collect::<Vec<_>>().join(" ")
    };
    assert!(!words(&at_home(&folder)).contains("Played"));
    let options = Options { fog_of_war: true, odds: 1, ..Options::default() };
    folder.storage().save_settings(&NewGame { options, ..config_game() }, &[]).expect("saved");
    let window = at_home(&folder);
    assert!(
        words(&window).contains("Played in the fog of war, without the opponent's pawn."),
        "{}",
        words(&window)
    );
}

/// After its game was deleted in the list of games, the home screen offers it no more.
#[test]
fn a_deleted_game_leaves_the_home_screen() {
    let folder = TempFolder::new();
    leave_a_game(&folder);
    let mut window = at_home(&folder);
    window.keys(&[Key::Char('g'), Key::Delete, Key::Char('y'), Key::Escape]);
    window.input(vec![]);
    assert!(is_home(&window) && !window.shows("Your game"));
}

/// A game that another window plays cannot be continued, but when that window has closed it can.
#[test]
fn a_game_in_use_can_be_continued_later() {
    let folder = TempFolder::new();
    leave_a_game(&folder);
    let mut window = at_home(&folder);
    let other = open(&folder, FirstScreen::Resume);
    window.key(Key::Enter);
    assert!(is_home(&window) && window.shows("This game is open on a board."));
    drop(other);
    window.key(Key::Enter);
    assert!(!is_home(&window) && window.shows("Resign"));
}

/// A press on the board begins the game that the card describes.
#[test]
fn a_press_on_the_board_begins() {
    let folder = TempFolder::new();
    let mut window = at_home(&folder);
    window.size = (1280.0, 800.0);
    window.input(vec![]);
    window.click(Point::new(300.0, 400.0));
    assert!(!is_home(&window) && window.app.game_start().is_some());
}

/// All texts of the home screen fit in windows of all sizes, with usual and largest texts, with a game to go on with and
/// without one.
#[test]
fn no_text_of_the_home_screen_is_clipped() {
    let mut found = Vec::new();
    let folder = TempFolder::new();
    for has_game in [false, true] {
        if has_game {
            leave_a_game(&folder);
        }
        for text_size in [TextSize::Normal, TextSize::Largest] {
            let mut setup = setup(&folder, FirstScreen::Home);
            setup.choices.options.text_size = text_size;
            let mut window = Window::new(App::new(setup).expect("a screen"));
            for size in SIZES {
                window.size = size;
                window.input(vec![]);
                let area = Rect::new(0.0, 0.0, size.0, size.1);
                let faults = faults(&window.scene().items, area);
                found.extend(
                    faults.into_iter().map(|fault| format!("{size:?} {text_size:?} {has_game}: {fault}")),
                );
                assert!(window.shows(if has_game { "Continue" } else { "Play" }), "{size:?}");
            }
        }
    }
    assert!(found.is_empty(), "{} faults\n{}", found.len(), found.join("\n"));
}
