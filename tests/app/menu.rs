//! The menu on the scene, by mouse alone and by keyboard alone, in windows of every shape, with a game below it and
//! without one.

use std::cell::{Cell, RefCell};
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use crate::common::window::{Driver, FIRST, FORMS, SIZES, SMALL, Window, key_event};
use crate::common::{self, Hosted, Silent, TempFolder, app_setup, variant};
use xxlchess::app::{App, AppSetup, FirstScreen};
use xxlchess::engine::difficulty::{CHARACTERS, Difficulty};
use xxlchess::game::clock::TimeControl;
use xxlchess::game::new_game::{BySeat, ColorChoice, NewGame, PRESETS, preset};
use xxlchess::game::options::{OPTIONS, OpponentKind, Options, PromotionRule, TextSize, ThemeName};
use xxlchess::notation::fen;
use xxlchess::rules::{Color, Position};
use xxlchess::view::frame::PointerShape;
use xxlchess::view::input::{InputEvent, Key, MouseButton};
use xxlchess::view::scene::{Item, Point, Rect, TextRole};
use xxlchess::view::screen::{LevelEntry, MenuTab};
use xxlchess::view::screens::menu::Menu;
use xxlchess::view::theme::THEMES;

/// XXL chess in which the side not to move is in check.
const FOG_ONLY: &str = "7k6/14/14/14/14/14/14/7R6/14/14/14/14/14/7K6 w - - 0 1";

/// Three levels of the menu.
fn levels() -> Rc<Vec<LevelEntry>> {
    let level = |(id, title): (&str, &str)| LevelEntry {
        id: id.to_owned(),
        group: "Large boards",
        title: title.to_owned(),
        description: "",
        position: Position::start(&variant(id)).expect("a start"),
        text: String::new(),
    };
    [("xxl", "XXL chess"), ("chess", "Chess"), ("xxl16", "XXL on 16 × 16")].map(level).to_vec().into()
}

fn configured() -> NewGame {
    let clocks = BySeat::both(Some(preset(PRESETS[1])));
    NewGame { level: "xxl".to_owned(), color: ColorChoice::White, clocks, options: Options::default() }
}

/// State of the tests of the menu besides its window.
struct State {
    folder: TempFolder,
    /// How many games were started.
    started: Rc<Cell<usize>>,
    refusal: Rc<RefCell<Option<String>>>,
}

type Person = Window<State>;

impl Person {
    /// Opens the menu before the first game.
    fn at_menu() -> Self {
        Self::at_menu_with(configured())
    }

    /// Opens the menu with these choices before the first game.
    fn at_menu_with(choices: NewGame) -> Self {
        Self::open(configured(), |setup, refusal| {
            let (screen, game_in_progress) = (Menu::new(choices, &levels(), MenuTab::Game), Rc::default());
            App::with_screen(setup, Box::new(Hosted { screen, refusal, game_in_progress }))
        })
    }

    /// Starts a game with `choices`.
    fn at_game(choices: &NewGame) -> Self {
        Self::open(choices.clone(), |setup, _| App::new(setup).expect("a game"))
    }

    fn open(choices: NewGame, open: impl FnOnce(AppSetup, Rc<RefCell<Option<String>>>) -> App) -> Self {
        let (folder, started, refusal) = (TempFolder::new(), Rc::new(Cell::new(0)), Rc::default());
        let (mut setup, count) = (app_setup(choices), Rc::clone(&started));
        setup.storage = folder.storage();
        setup.computers.opponent = Box::new(move |_| {
            count.set(count.get() + 1);
            Box::new(Silent)
        });
        let app = open(setup, Rc::clone(&refusal));
        Self::with(app, State { folder, started, refusal })
    }

    /// The choices of the game on the board.
    fn played(&self) -> NewGame {
        self.app.game_start().expect("a game was started").choices.clone()
    }

    /// The settings that were saved.
    fn saved(&self) -> Option<NewGame> {
        self.settings_file().exists().then(|| self.folder.storage().load_settings(&configured()))
    }

    fn settings_file(&self) -> PathBuf {
        self.folder.0.join("menu.json")
    }

    fn refuse(&mut self, reason: Option<&str>) {
        *self.refusal.borrow_mut() = reason.map(str::to_owned);
    }

    /// The point at `x` in the row of a label.
    fn beside(&self, label: &str, x: f32) -> Point {
        Point::new(x, self.word(label).unwrap_or_else(|| panic!("no row {label}")).y)
    }

    /// Clicks the colours of the theme with this index.
    fn click_theme(&mut self, index: usize) {
        let (label, color) = (self.word("Theme").expect("the row"), THEMES[index].tile.light);
        let is_near = |rect: &Rect| rect.x > label.x && (rect.y - label.y).abs() < 20.0;
        let found = self.scene().items.iter().find_map(|item| match item {
            Item::Panel { rect, color: shown, .. } if *shown == color && is_near(rect) => Some(rect.center()),
            _ => None,
        });
        self.click(found.expect("its colours"));
    }

    fn menu_is_open(&self) -> bool {
        self.shows("Variant") && self.shows("Preferences")
    }

    fn message(&self) -> String {
        self.scene().text_of(TextRole::Message)
    }

    /// Moves the focus to the row `label`, on either page. The label of the focused row is brighter.
    fn tab_to(&mut self, label: &str) {
        for page in ["", "Preferences", "Game"] {
            if !page.is_empty() {
                self.click_word(page);
            }
            for _ in 0..26 {
                self.key(Key::Tab);
                let theme = &THEMES[0];
                if self.scene().texts().any(|text| text.text == label && text.color == theme.text) {
                    return;
                }
            }
        }
        panic!("the keyboard never comes to {label}");
    }
}

/// The pointer is a hand over a button of the menu and an arrow over its background.
#[test]
fn the_pointer_is_a_hand_over_a_button() {
    let mut person = Person::at_menu();
    let at = person.word("Play").expect("the button");
    let mut cursor_at = |pointer: Point| {
        person.move_to(pointer);
        person.input(vec![]);
        person.frame.cursor
    };
    assert_eq!(cursor_at(at), PointerShape::Hand);
    assert_eq!(cursor_at(Point::new(1.0, 1.0)), PointerShape::Arrow);
}

/// The menu darkens a game below it. If there is no game, it has no veil.
#[test]
fn only_a_menu_above_a_game_has_a_veil() {
    let has_veil = |person: &Person| {
        let window = Rect::new(0.0, 0.0, FIRST.0, FIRST.1);
        let fills = |item: &Item| matches!(item, Item::Panel { rect, .. } if *rect == window);
        person.scene().items.iter().any(fills)
    };
    assert!(!has_veil(&Person::at_menu()));
    let mut person = Person::at_game(&configured());
    assert!(!has_veil(&person));
    person.key(Key::Char('m'));
    assert!(has_veil(&person));
}

/// Level, colour, opponent, clock and options are chosen by clicks and a drag, played and saved.
#[test]
fn a_game_can_be_set_up_by_mouse() {
    let mut person = Person::at_menu();
    person.click_word("Variant");
    person.click_word("Chess");
    person.click_word("Game");
    assert!(person.shows("Chess") && !person.shows("XXL chess"));
    person.click_word("Random");
    person.click_word("Human");
    person.click_word("3 + 2");
    person.click_word("Choose");
    // The last rows are below the others.
    person.input(vec![InputEvent::Wheel(-9.0)]);
    let switch = person.beside("Fog of war", person.word("Choose").unwrap().x - 60.0);
    person.click(switch);
    person.click_word("Preferences");
    person.click_theme(1);
    person.input(vec![InputEvent::Wheel(-1.0); 30]);
    let (from, to) = (person.beside("Volume", 560.0), person.beside("Volume", 300.0));
    person.drag(from, to);
    person.click_word("Game");
    person.click_word("Play");
    let played = person.played();
    assert_eq!((played.level.as_str(), played.color), ("chess", ColorChoice::Random));
    assert_eq!(played.clocks, BySeat::both(Some(preset(PRESETS[2]))));
    let expected = Options {
        opponent: OpponentKind::Human,
        promotion: PromotionRule::Choose,
        fog_of_war: true,
        volume: 0,
        theme: ThemeName::Marble,
        drag: true,
        ..played.options
    };
    assert_eq!(played.options, expected);
    assert_eq!(person.saved(), Some(played));
    assert!(!person.menu_is_open());
    assert_eq!(person.scene().tiles().count(), 64);
}

/// Enter starts the game from any row, and on the tabs goes to the first row. Space changes a choice and a switch.
#[test]
fn enter_starts_the_game() {
    for label in ["Opponent", "Premoves"] {
        let mut person = Person::at_menu();
        person.tab_to(label);
        person.key(Key::Enter);
        assert!(!person.menu_is_open(), "{label}");
        assert_eq!(person.played().options, configured().options);
    }
    let mut person = Person::at_menu();
    // The tabs come two stops after the button Play.
    person.keys(&[Key::Down, Key::Down, Key::Enter, Key::Space, Key::Enter]);
    assert_eq!(person.played().options.opponent, OpponentKind::Human);
}

/// Every kind of control is changed by the keyboard.
#[test]
fn a_game_can_be_set_up_by_keyboard() {
    let mut person = Person::at_menu();
    // The focus starts at the button Play. The tabs come two stops after it, and the third variant four stops after
    // the tabs.
    person.keys(&[Key::Down, Key::Down, Key::Left]);
    person.keys(&[Key::Down, Key::Down, Key::Down, Key::Down, Key::Enter]);
    person.click_word("Game");
    person.tab_to("Colour");
    person.key(Key::Right);
    person.tab_to("Level");
    person.keys(&[Key::Right, Key::Right, Key::Right]);
    person.tab_to("Clock");
    person.keys(&[Key::Left, Key::Left]);
    person.tab_to("Premoves");
    person.key(Key::Space);
    person.tab_to("Sound");
    person.key(Key::Space);
    person.tab_to("Theme");
    let clear = ThemeName::ALL.iter().position(|&theme| theme == ThemeName::Clear).expect("a theme");
    // The left arrow goes from the first theme to the last one.
    person.keys(&vec![Key::Left; THEMES.len() - clear]);
    person.click_word("Game");
    person.click_word("Play");
    let played = person.played();
    assert_eq!((played.level.as_str(), played.color), ("xxl16", ColorChoice::Black));
    assert_eq!(played.clocks, BySeat::both(None));
    let difficulty = Options::default().difficulty + 3;
    let theme = ThemeName::Clear;
    let expected = Options { difficulty, premoves: true, sound: false, theme, ..played.options };
    assert_eq!(played.options, expected);
}

/// Every option has a row with its help. A row that has no effect against one kind of opponent has no control, and its
/// help says so.
#[test]
fn every_option_has_a_row_in_the_menu() {
    for two in [false, true] {
        let mut person = Person::at_menu();
        if two {
            person.click_word("Human");
        }
        for row in &OPTIONS {
            let is_off = match row.key {
                "difficulty" | "character" | "adapt_level" => two,
                "turn_board" => !two,
                "odds_of" | "confirm_moves" => true,
                _ => false,
            };
            if is_off {
                person.click_word(if row.live { "Preferences" } else { "Game" });
                let at = person.word(row.label).unwrap_or_else(|| panic!("no row {}", row.label));
                person.move_to(at);
                person.input(vec![]);
                assert!(person.text_of(TextRole::Label).contains("Only "), "{}", row.label);
            } else {
                person.tab_to(row.label);
                let help = match row.key {
                    "difficulty" => Difficulty::new(Options::default().difficulty).row().description,
                    "character" => CHARACTERS[0].description,
                    _ => row.help,
                };
                assert!(person.shows(help) || person.text_of(TextRole::Label).contains(help));
            }
        }
    }
}

/// A change of the sounds or of their volume plays a sound as it was chosen. Other options and muting play none.
#[test]
fn the_player_hears_the_chosen_sounds() {
    let mut person = Person::at_menu();
    for (label, key, expected) in [
        ("Volume", Key::Right, Some((0, 8))),
        ("Sounds", Key::Right, Some((1, 8))),
        ("Sound", Key::Space, None),
        ("Sound", Key::Space, Some((1, 8))),
        ("Piece card", Key::Space, None),
    ] {
        person.tab_to(label);
        person.key(key);
        let cue = person.frame.sound;
        assert_eq!(cue.map(|cue| (cue.set, cue.volume)), expected, "{label}");
    }
}

/// If no sound device was found, the help of the row `Sound` says so.
#[test]
fn the_sound_row_names_a_missing_device() {
    let mut person = Person::at_menu();
    person.tab_to("Sound");
    let missing = "No sound device was found";
    assert!(!person.shows(missing));
    person.no_audio = true;
    person.input(vec![]);
    person.input(vec![]);
    assert!(person.shows(missing));
}

/// At the weakest level the computer has no character, and against a second player it has no level: the rows stay where
/// they were, and the keyboard passes over them.
#[test]
fn rows_without_effect_stay_in_their_place() {
    let mut person = Person::at_menu();
    let labels = ["Opponent", "Level", "Character", "Adapt level", "Colour", "Clock", "Promotion"];
    let places = |person: &Person| labels.map(|label| person.word(label).expect("a row"));
    let before = places(&person);
    person.tab_to("Level");
    person.key(Key::Home);
    assert_eq!(places(&person), before);
    person.announced.clear();
    person.key(Key::Tab);
    assert_eq!(person.announced, ["Colour: White."]);
    person.click_word("Human");
    assert_eq!(places(&person), before);
}

/// Lost games lower the level of rematches, restarts and the menu, by at most one level a game and not below level 1.
/// Without the option the level stays.
#[test]
fn the_level_follows_the_rating_if_the_player_wants_it() {
    for adapt_level in [true, false] {
        let mut choices = configured();
        choices.options = Options { adapt_level, difficulty: 3, ..Options::default() };
        let mut person = Person::at_game(&choices);
        let mut levels = vec![person.played().options.difficulty];
        for key in [Key::Char('r'); 11].into_iter().chain([Key::Char('x')]) {
            person.click_squares(&["a2", "a4"]);
            person.key(Key::Escape);
            person.key(key);
            levels.push(person.played().options.difficulty);
        }
        assert!(levels.windows(2).all(|pair| pair[0] - pair[1] <= 1), "{levels:?}");
        let last = if adapt_level { 1 } else { 3 };
        assert_eq!(levels.last(), Some(&last), "{levels:?}");
        assert_eq!(person.saved().map(|settings| settings.options.difficulty), adapt_level.then_some(1));
        assert_eq!(person.started.get(), if adapt_level { 13 } else { 1 });
    }
}

/// Each win on time raises the rating. After some wins the next game has a higher level.
#[test]
fn wins_raise_rating_and_level() {
    let mut choices = configured();
    let second = TimeControl { initial: Duration::from_secs(1), increment: Duration::ZERO };
    choices.clocks = BySeat::both(Some(second));
    choices.options = Options { adapt_level: true, difficulty: 8, ..Options::default() };
    let mut person = Person::at_game(&choices);
    for game in 0..4 {
        person.click_square("a2");
        person.click_square("a4");
        person.after(2 * second.initial, Vec::new());
        assert_eq!(person.message(), "You won on time", "game {game}");
        person.key(Key::Char('r'));
        assert!(!person.shows("Your rating"), "the rating is repeated after game {game}");
    }
    let results = person.folder.storage().load_results();
    let ratings: Vec<_> = results.ratings("xxl").iter().map(|rating| rating.rounded()).collect();
    assert!(ratings.len() == 4 && ratings.is_sorted(), "{ratings:?}");
    assert!(person.played().options.difficulty > 8, "{ratings:?}");
}

/// A resignation counts once the game is left, and not if it is undone. A game in which a move was taken back does not count.
#[test]
fn results_count_when_they_stand() {
    let mut person = Person::at_game(&configured());
    person.click_squares(&["a2", "a4"]);
    let games = |person: &Person| {
        let results = person.folder.storage().load_results();
        results.tally("xxl", Difficulty::new(configured().options.difficulty)).iter().sum::<usize>()
    };
    person.key(Key::Escape);
    person.key(Key::Char('u'));
    assert_eq!(games(&person), 0, "the resignation was undone");
    person.key(Key::Escape);
    assert_eq!(games(&person), 0, "the resignation can be undone");
    person.key(Key::Char('r'));
    assert_eq!(games(&person), 1);
    person.click_squares(&["a2", "a4"]);
    person.key(Key::Backspace);
    person.click_squares(&["a2", "a4"]);
    person.key(Key::Escape);
    person.key(Key::Char('r'));
    assert_eq!(games(&person), 1, "a move was taken back");
}

/// Typed times are used, and invalid ones start nothing. Times of a config that the fields cannot show are kept
/// exactly.
#[test]
fn clock_times_can_be_typed() {
    let mut person = Person::at_menu();
    person.tab_to("Clock");
    person.keys(&[Key::Left, Key::Left, Key::Left]);
    assert!(person.shows("Custom") && person.shows("Your clock") && person.shows("Computer's clock"));
    person.tab_to("Your clock");
    person.keys(&[Key::Backspace, Key::Backspace]);
    person.click_word("Play");
    assert_eq!(person.started.get(), 0);
    assert!(person.text_of(TextRole::Label).contains("Your clock: enter minutes"));
    // The focus is at the fault already. Letters that belong to no time are not accepted. Other choices take effect
    // nevertheless.
    person.tab_to("Theme");
    person.key(Key::Left);
    assert_ne!(person.scene().background, THEMES[0].background);
    person.key(Key::Right);
    person.click_word("Game");
    person.size = SMALL;
    person.keys(&[Key::Down; 3]);
    person.click_word("Play");
    assert!(person.shows("Your clock"), "the fault is where one can see it");
    person.size = FIRST;
    person.type_text("1x:30");
    person.key(Key::Tab);
    person.key(Key::Backspace);
    person.type_text("0.5");
    person.key(Key::Enter);
    let played = person.played();
    let [mine, other] = [played.clocks.person, played.clocks.opponent].map(|clock| clock.expect("a clock"));
    assert_eq!((mine.initial, mine.increment), (Duration::from_secs(90), Duration::from_millis(500)));
    assert_eq!(other, preset(PRESETS[1]));

    let mut odd = configured();
    odd.clocks.opponent = Some(xxlchess::game::clock::TimeControl {
        initial: Duration::new(61, 1),
        increment: Duration::from_nanos(5),
    });
    let mut person = Person::at_game(&configured());
    person.folder.storage().save_settings(&odd, &[]).expect("saved");
    person.keys(&[Key::Char('m'), Key::Enter]);
    assert_eq!(person.started.get(), 2);
    assert_eq!(person.played().clocks, odd.clocks);
}

/// The menu is opened by its key and its button, and closed by key, Escape, cross and Back. Escape resigns only when
/// nothing is open.
#[test]
fn the_menu_opens_and_closes() {
    let mut person = Person::at_game(&configured());
    for way in 0..4 {
        if way % 2 == 0 {
            person.key(Key::Char('m'))
        } else {
            person.click_word("Menu")
        }
        assert!(person.menu_is_open(), "{way}");
        match way {
            0 => person.key(Key::Escape),
            1 => person.key(Key::Char('m')),
            2 => person.click_word("Back"),
            _ => {
                let title = person.word("New game").expect("the title");
                let items = person.scene().items;
                let middles = items.iter().filter_map(|item| match item {
                    Item::Line { from, to, .. } => {
                        Some(Point::new((from.x + to.x) / 2.0, (from.y + to.y) / 2.0))
                    }
                    _ => None,
                });
                let mut beside_title = middles.filter(|middle| (middle.y - title.y).abs() < 4.0);
                let cross = beside_title.next().expect("the cross");
                person.click(cross);
            }
        }
        assert!(!person.menu_is_open(), "{way}");
        assert_eq!(person.message(), "");
    }
    person.key(Key::Escape);
    assert_eq!(person.message(), "You resigned");
}

/// Puzzles are opened by mouse and keyboard in the chosen theme, and Escape returns to the menu. If there are none,
/// the reason is shown.
#[test]
fn the_menu_opens_the_puzzles() {
    let mut person = Person::at_game(&configured());
    person.key(Key::Char('m'));
    for theme in [0, 1] {
        if theme == 0 {
            // The focus goes from the button Play over Back, the tabs and Learn.
            person.keys(&[Key::Down; 4]);
            person.key(Key::Enter);
        } else {
            person.click_word("Preferences");
            person.click_theme(1);
            person.click_word("Puzzles");
        }
        let said = person.scene().texts().map(|text| text.text.clone()).collect::<Vec<_>>().join(" ");
        assert!(said.contains("Puzzle of the day"), "{said}");
        assert!(!person.menu_is_open() && !said.contains("Opponent"), "{said}");
        assert_eq!(person.scene().background, THEMES[theme].background);
        person.key(Key::Escape);
        assert!(person.menu_is_open());
    }
    person.key(Key::Escape);
    assert!(!person.menu_is_open());
    assert_eq!(person.message(), "");
    let mut person = Person::at_menu();
    person.refuse(Some("There are no puzzles."));
    person.click_word("Puzzles");
    assert!(person.text_of(TextRole::Label).contains("There are no puzzles."));
}

/// The help page lists every key in windows of all sizes and with the largest texts. It opens by both its keys and
/// closes without resigning.
#[test]
fn the_help_page_lists_every_key() {
    let mut person = Person::at_game(&configured());
    for size in SIZES {
        person.size = size;
        person.input(vec![InputEvent::Typed('?')]);
        let mut said = person.text_of(TextRole::Help);
        for _ in xxlchess::view::screens::play::keys::KEYS.iter().flat_map(|group| group.bindings) {
            person.key(Key::Down);
            said.push_str(&person.text_of(TextRole::Help));
        }
        for binding in xxlchess::view::screens::play::keys::KEYS.iter().flat_map(|group| group.bindings) {
            for word in binding.help.split(' ').chain([&*xxlchess::view::widgets::keymap::cap(binding.keys)])
            {
                assert!(said.contains(word), "{size:?} {word}");
            }
        }
        let found = faults(&person, "help");
        assert!(found.is_empty(), "{}", found.join("\n"));
        person.key(Key::Escape);
        person.key(Key::F1);
        assert!(person.text_of(TextRole::Help).starts_with("Help"));
        person.input(vec![InputEvent::Typed('?')]);
        assert!(!person.text_of(TextRole::Help).starts_with("Help"));
        assert_eq!(person.message(), "");
    }
    let mut choices = configured();
    choices.options.text_size = TextSize::Largest;
    let mut person = Person::at_game(&choices);
    for size in SIZES {
        person.size = size;
        person.key(Key::F1);
        for _ in xxlchess::view::screens::play::keys::KEYS.iter().flat_map(|group| group.bindings) {
            let found = faults(&person, "large help");
            assert!(found.is_empty(), "{}", found.join("\n"));
            person.key(Key::Down);
        }
        person.key(Key::Escape);
    }
}

/// Focus, values, and the help page are announced once each.
#[test]
fn the_menu_is_announced() {
    fn announced(person: &mut Person, keys: &[Key]) -> String {
        person.input(keys.iter().map(|&key| key_event(key)).collect());
        std::mem::take(&mut person.announced).join("|")
    }
    let mut person = Person::at_menu();
    assert_eq!(announced(&mut person, &[]), "New game.|Button: Play.");
    assert_eq!(announced(&mut person, &[]), "");
    assert_eq!(announced(&mut person, &[Key::Tab]), "Button: Back.");
    assert_eq!(announced(&mut person, &[Key::Tab]), "Page: Game.");
    assert_eq!(announced(&mut person, &[Key::Left]), "Choose a variant.|Page: Variant.");
    assert_eq!(announced(&mut person, &[Key::Tab]), "Find a variant: .");
    assert_eq!(announced(&mut person, &[Key::Tab; 2]), "Button: XXL chess.|Button: Chess.");
    assert_eq!(announced(&mut person, &[Key::Enter]), "Variant: Chess.");
    assert_eq!(announced(&mut person, &[Key::Up; 2]), "Button: XXL chess.|Find a variant: .");
    assert_eq!(announced(&mut person, &[Key::Up]), "Page: Variant.");
    assert_eq!(announced(&mut person, &[Key::Right]), "New game.|Page: Game.");
    assert_eq!(announced(&mut person, &[Key::Tab; 2]), "Button: Learn.|Button: Puzzles.");
    assert_eq!(
        announced(&mut person, &[Key::Tab; 5]),
        "Button: Games.|Button: Editor.|Button: Analysis.|Button: Rules.|Opponent: Computer."
    );
    let level = format!("Level: {} · casual.", Options::default().difficulty);
    assert_eq!(announced(&mut person, &[Key::Tab]), level);
    person.tab_to("Sound");
    person.announced.clear();
    assert_eq!(announced(&mut person, &[Key::Space]), "Sound: off.");
    let mut person = Person::at_game(&configured());
    announced(&mut person, &[]);
    let help = announced(&mut person, &[Key::F1]);
    assert!(help.contains("Esc: Cancel, go back or resign"), "{help}");
}

/// In a window in which larger texts leave room for few rows, the row of the text size stays in sight while it is
/// changed.
#[test]
fn larger_texts_do_not_scroll_the_changed_row_away() {
    let mut person = Person::at_menu();
    person.size = (640.0, 480.0);
    person.tab_to("Text size");
    for _ in 0..3 {
        person.key(Key::Right);
        assert!(person.shows("Text size"));
    }
}

/// A time in minutes has its unit, which does not touch the next field. `0:03` has no unit.
#[test]
fn times_have_their_unit() {
    let mut person = Person::at_menu();
    person.tab_to("Clock");
    person.keys(&[Key::Left; 3]);
    let (unit, seconds) = (person.word("min").expect("the unit"), person.word("2").expect("the field"));
    assert!(seconds.x - unit.x > 30.0);
    person.tab_to("Your clock");
    person.key(Key::Backspace);
    person.type_text("0:03");
    let label = person.word("Your clock").expect("the row");
    let scene = person.scene();
    assert!(!scene.texts().any(|text| text.text == "min" && (text.at.y - label.y).abs() < 8.0));
}

/// The rules open from the menu and from the help page and fit in windows of all forms. Escape returns.
#[test]
fn the_rules_page_opens_and_closes() {
    let mut person = Person::at_game(&configured());
    for size in FORMS {
        person.size = size;
        person.key(Key::F1);
        person.click_word("Rules of the game");
        assert!(person.shows("How to win") && person.shows("Rules"), "{size:?}");
        for _ in 0..12 {
            let found = faults(&person, "rules");
            assert!(found.is_empty(), "{}", found.join("\n"));
            person.key(Key::Down);
        }
        assert!(person.shows("Queen"), "{size:?}");
        person.key(Key::Escape);
        person.key(Key::Escape);
        person.key(Key::Char('m'));
        person.click_word("Rules");
        assert!(person.shows("How to win"));
        person.key(Key::Escape);
        assert!(person.menu_is_open());
        person.key(Key::Escape);
    }
    assert_eq!(person.message(), "");
}

/// However long the menu is open, the clocks stand still.
#[test]
fn the_menu_pauses_the_game() {
    let mut person = Person::at_game(&configured());
    person.key(Key::Char('m'));
    person.after(Duration::from_secs(100), vec![]);
    assert_eq!(person.text_of(TextRole::Clock(Color::White)), "3:00");
    person.after(Duration::from_secs(100), vec![]);
    person.key(Key::Escape);
    person.after(Duration::ZERO, vec![]);
    assert_eq!(person.message(), "");
}

/// Play asks before it ends a game in progress. It does not ask in a game without moves or after the end.
#[test]
fn play_asks_before_it_ends_a_running_game() {
    let mut person = Person::at_game(&configured());
    person.click_squares(&["b2", "b4"]);
    person.keys(&[Key::Char('m'), Key::Enter]);
    assert_eq!(person.started.get(), 1);
    assert!(person.shows("Start new game") && !person.shows("Play"));
    person.click_word("Black");
    assert!(person.shows("Play"));
    person.click_word("Play");
    assert_eq!(person.started.get(), 1);
    person.click_word("Start new game");
    assert_eq!(person.started.get(), 2);
    assert_eq!(person.played().color, ColorChoice::Black);
    person.keys(&[Key::Char('m'), Key::Enter]);
    assert_eq!(person.started.get(), 3);
    // A game from the menu asks before it is resigned.
    person.keys(&[Key::Escape, Key::Enter, Key::Char('m'), Key::Enter]);
    assert_eq!(person.started.get(), 4);
    person.after(Duration::from_secs(1), vec![]);
    assert_eq!(person.message(), "");
}

/// A game that cannot start leaves the menu open. Closing the menu then stores nothing.
#[test]
fn a_game_that_cannot_start_leaves_the_menu_open() {
    let mut person = Person::at_menu();
    person.click_word("Black");
    person.refuse(Some("The level is gone."));
    person.click_word("Play");
    assert!(person.menu_is_open() && person.text_of(TextRole::Label).contains("The level is gone."));
    person.refuse(None);
    person.key(Key::Escape);
    assert!(person.saved().is_none() && !person.menu_is_open());
}

/// An option that was changed in the menu before the first game applies to it.
#[test]
fn options_apply_to_the_first_game() {
    let mut person = Person::open(configured(), |setup, _| {
        App::new(AppSetup { first_screen: FirstScreen::Menu, ..setup }).expect("a menu")
    });
    person.click_word("Preferences");
    person.click_theme(1);
    person.keys(&[Key::Escape, Key::Enter]);
    let mut wanted = NewGame { clocks: BySeat::both(None), ..configured() };
    wanted.options = Options { theme: ThemeName::Marble, confirm_resign: true, ..wanted.options };
    assert_eq!(person.played(), wanted);
    assert_eq!(person.saved().map(|saved| saved.options.theme), Some(ThemeName::Marble));
}

/// A theme is changed in the running game and saved. Without a change nothing is saved.
#[test]
fn options_apply_to_the_running_game() {
    let mut person = Person::at_game(&configured());
    person.key(Key::Char('m'));
    person.click_word("Preferences");
    person.click_theme(1);
    for _ in 0..2 {
        // The theme has changed behind the menu and after the menu is closed.
        let tile = person.scene().tiles().next().expect("a tile").color;
        assert!([THEMES[1].tile.light, THEMES[1].tile.dark].contains(&tile));
        assert_eq!(person.scene().background, THEMES[1].background);
        person.key(Key::Escape);
    }
    let mut kept = NewGame { clocks: BySeat::both(None), ..configured() };
    kept.options.theme = ThemeName::Marble;
    assert_eq!(person.saved(), Some(kept));
    std::fs::remove_file(person.settings_file()).expect("removed");
    person.key(Key::Char('m'));
    person.click_word("Preferences");
    assert_eq!(person.scene().background, THEMES[1].background);
    person.key(Key::Escape);
    assert_eq!(person.saved(), None, "nothing has changed");
}

/// A folder is in place of the settings file. The player reads so once, the menu shows what was chosen, and the settings
/// are saved at the end.
#[test]
fn settings_that_cannot_be_saved_are_kept_and_saved_later() {
    let mut person = Person::at_game(&configured());
    std::fs::create_dir_all(person.settings_file()).expect("made");
    let problem = "Settings and progress cannot be saved: ";
    for _ in 0..2 {
        person.key(Key::Char('m'));
        person.tab_to("Sound");
        person.keys(&[Key::Space, Key::Escape]);
    }
    person.key(Key::Char('m'));
    person.tab_to("Promotion line");
    person.keys(&[Key::Space, Key::Escape]);
    assert_eq!(person.announced.iter().filter(|said| said.starts_with(problem)).count(), 1);
    person.keys(&[Key::Char('m'), Key::Enter, Key::Enter]);
    assert!(person.played().options.promotion_line);
    std::fs::remove_dir(person.settings_file()).expect("removed");
    let Window { app, state: State { folder, .. }, .. } = person;
    drop(app);
    assert!(folder.storage().load_settings(&configured()).options.promotion_line);
}

/// The switch of the promotion line is on exactly while the board has the line: in the game of the config, after a change,
/// and in a game from the menu. A changed line is saved.
#[test]
fn the_switch_of_the_promotion_line_is_what_the_board_shows() {
    let mut person = Person::at_game(&configured());
    let dashes = |person: &Person| {
        let is_dash =
            |item: &&Item| matches!(item, Item::Panel { rect, .. } if rect.h == 2.0 && rect.w == 6.0);
        person.scene().items.iter().filter(is_dash).count()
    };
    for lines in [0, 4 * 14] {
        for key in [Key::Escape, Key::Enter] {
            assert_eq!(dashes(&person), lines);
            person.key(Key::Char('m'));
            person.tab_to("Promotion line");
            let words = person.text_of(TextRole::Label);
            assert_eq!(words.contains("Promotion line on"), lines > 0, "{words}");
            if key == Key::Enter {
                person.click_word("Game");
            }
            person.click_word(if key == Key::Enter { "Play" } else { "Back" });
        }
        person.key(Key::Char('m'));
        person.tab_to("Promotion line");
        person.keys(&[Key::Space, Key::Escape]);
        assert_eq!(person.saved().map(|saved| saved.options.promotion_line), Some(lines == 0));
    }
}

/// Games from the menu ask before resigning by default. Only a choice of the player is saved and restored.
#[test]
fn the_question_before_resigning_is_saved_only_if_it_is_changed() {
    let saved = |person: &Person, default| {
        let options = Options { confirm_resign: default, ..Options::default() };
        let fallback = NewGame { options, ..configured() };
        person.folder.storage().load_settings(&fallback).options.confirm_resign
    };
    let mut person = Person::at_game(&configured());
    // Another option is changed, and a game is started from the menu.
    person.key(Key::Char('m'));
    person.tab_to("Sound");
    person.keys(&[Key::Space, Key::Escape]);
    assert!(person.saved().is_some() && !saved(&person, false) && saved(&person, true));
    person.keys(&[Key::Char('m'), Key::Enter, Key::Enter]);
    assert!(person.played().options.confirm_resign);
    assert!(!saved(&person, false) && saved(&person, true));
    // The question is switched off and on again.
    for asks in [false, true] {
        person.key(Key::Char('m'));
        person.tab_to("Confirm resigning");
        person.keys(&[Key::Space, Key::Escape]);
        assert_eq!([saved(&person, false), saved(&person, true)], [asks; 2]);
    }
}

/// The preview has every piece of the level, with the chosen colour at the bottom.
#[test]
fn the_preview_shows_the_level() {
    let mut person = Person::at_menu();
    let king = |person: &Person, color| {
        let scene = person.scene();
        let found = scene.sprites().find(|sprite| sprite.name == "king" && sprite.color == color);
        found.expect("a king").rect.y
    };
    let drawn = |person: &Person| sorted(person.scene().sprites().map(|sprite| sprite.name.clone()));
    let of = |names: &[&str]| {
        let pieces = |name: &&str| {
            let variant = variant(name);
            let position = Position::start(&variant).expect("a start");
            position
                .board()
                .pieces()
                .map(|(_, piece)| variant.piece(piece.kind).name.clone())
                .collect::<Vec<_>>()
        };
        sorted(names.iter().flat_map(pieces))
    };
    assert_eq!(drawn(&person), of(&["xxl"]));
    assert!(king(&person, Color::White) > king(&person, Color::Black));
    person.click_word("Black");
    assert!(king(&person, Color::White) < king(&person, Color::Black));
    let board = person.scene().sprites().next().expect("a piece").rect.center();
    person.click(board);
    assert_eq!(drawn(&person), of(&["xxl", "chess", "xxl16"]), "a press shows the pictures of all levels");
    person.click_word("Chess");
    person.click_word("Game");
    assert_eq!(drawn(&person), of(&["chess"]));
}

fn sorted(names: impl Iterator<Item = String>) -> Vec<String> {
    let mut names: Vec<_> = names.collect();
    names.sort_unstable();
    names
}

/// A level in which the king of the side not to move is attacked is refused without fog. Another level can be played.
#[test]
fn a_level_that_needs_fog_is_not_started_without_it() {
    let position = fen::parse(&Arc::new(variant("xxl").in_fog()), FOG_ONLY).expect("legal in the fog");
    let needs_fog = LevelEntry {
        id: "own".to_owned(),
        group: "Your own levels",
        title: "Own".to_owned(),
        description: "",
        position,
        text: String::new(),
    };
    let levels: Vec<_> = std::iter::once(needs_fog).chain(levels().iter().cloned()).collect();
    let levels = Rc::new(levels);
    let mut choices = NewGame { level: "own".to_owned(), ..configured() };
    choices.options.fog_of_war = true;
    let mut person = Person::open(configured(), |setup, refusal| {
        let (screen, game_in_progress) = (Menu::new(choices, &levels, MenuTab::Game), Rc::default());
        App::with_screen(setup, Box::new(Hosted { screen, refusal, game_in_progress }))
    });
    let fault = "A king can be captured here, so this board needs fog of war";
    let is_refused = |person: &Person| person.text_of(TextRole::Label).contains(fault);
    person.tab_to("Fog of war");
    assert!(!is_refused(&person));
    person.key(Key::Space);
    assert!(is_refused(&person));
    person.click_word("Play");
    assert!(is_refused(&person) && person.menu_is_open());
    person.click_word("Variant");
    person.click_word("Chess");
    assert!(!is_refused(&person));
    person.click_word("Play");
    assert!(!person.menu_is_open());
}

/// A variant is chosen by mouse in windows of all forms, and each has a sentence below its title.
#[test]
fn a_variant_is_chosen_from_the_list() {
    for size in FORMS {
        let mut person = Person::at_game(&configured());
        person.size = size;
        person.keys(&[Key::Char('m')]);
        person.click_word("Variant");
        let mut seen = Vec::new();
        let words = ["Eleven kinds of piece", "The classical game", "Mate a king that leaps"];
        loop {
            let text = person.text_of(TextRole::Label);
            seen.extend(words.into_iter().filter(|words| text.contains(words)));
            if person.shows("Knightmate") {
                break;
            }
            person.input(vec![InputEvent::Wheel(-1.0)]);
        }
        assert!(words.iter().all(|words| seen.contains(words)), "{size:?}: {seen:?}");
        person.click_word("Knightmate");
        person.click_word("Game");
        assert!(person.shows("Knightmate") && !person.shows("XXL chess"), "{size:?}");
    }
}

/// Variants are found by the size of the board and by a piece that no title has. A title that has the words comes before other
/// variants with such a piece. Enter chooses the first one and then plays it, and Escape clears the words.
#[test]
fn variants_are_found_by_words() {
    let mut person = Person::at_game(&configured());
    person.keys(&[Key::Char('m')]);
    person.click_word("Variant");
    for (words, found, other) in
        [("10X8", "Capablanca chess", "Grand chess"), ("8 × 8 khon", "Makruk", "Amazon chess")]
    {
        person.key(Key::Char('f'));
        person.type_text(words);
        assert!(person.shows(found) && !person.shows(other) && !person.shows("XXL chess"), "{words}");
        person.key(Key::Escape);
        assert!(person.menu_is_open() && person.shows("XXL chess"), "{words}");
    }
    person.type_text("amazon");
    let [amazon, xxl] = ["Amazon chess", "XXL chess"].map(|title| person.word(title).expect(title).y);
    assert!(amazon < xxl, "{amazon} {xxl}");
    person.key(Key::Escape);
    person.type_text("zzz");
    let text = person.text_of(TextRole::Label);
    assert!(text.contains("No variant has these words"), "{text}");
    person.keys(&[Key::Enter, Key::Escape, Key::Char('f')]);
    person.type_text("knightmate");
    person.key(Key::Enter);
    assert!(person.menu_is_open());
    person.key(Key::Enter);
    assert!(!person.menu_is_open());
    assert_eq!(person.played().level, "knightmate");
}

/// A level of the player's own is renamed, and deleted after a question. A name that is taken is refused in words.
#[test]
fn own_levels_are_renamed_and_deleted() {
    let mut person = Person::open(configured(), |setup, _| {
        let store = setup.storage.levels().expect("a folder");
        let start = Position::start(&variant("xxl")).expect("a start");
        for name in ["mine", "other"] {
            store.save(name, &start, false).expect("saved");
        }
        App::new(setup).expect("a game")
    });
    let names = |person: &Person| -> Vec<String> {
        let levels = person.folder.storage().levels().expect("a folder").list(&variant("xxl"));
        levels.into_iter().map(|level| level.expect("readable").name).collect()
    };
    person.key(Key::Char('m'));
    person.click_word("Variant");
    person.input(vec![InputEvent::Wheel(-99.0)]);
    // The row of "other" is the last one.
    person.click_word("Rename");
    person.keys(&[Key::Backspace; 5]);
    person.type_text("mine");
    person.key(Key::Enter);
    let words = person.text_of(TextRole::Label);
    assert!(words.contains("There is a level called \"mine\" already."), "{words}");
    person.type_text("2");
    person.key(Key::Enter);
    assert_eq!(names(&person), ["mine", "mine2"]);
    assert_eq!(person.announced.last().map(String::as_str), Some("Variant: mine2."));
    person.click_word("Rename");
    person.key(Key::Enter);
    assert!(person.shows("Rename") && !person.text_of(TextRole::Label).contains("There is a level"));
    person.click_word("Delete");
    assert!(person.shows("Delete the level \"mine2\"?"));
    person.key(Key::Char('y'));
    assert_eq!(names(&person), ["mine"]);
    assert!(person.shows("mine") && person.menu_is_open());
}

/// Odds of a knight and half the time of the computer are chosen by keys and kept in a rematch, in which the computer has
/// the other colour.
#[test]
fn odds_are_given_and_kept_in_a_rematch() {
    let mut choices = NewGame { level: "chess".to_owned(), ..configured() };
    choices.clocks = BySeat::both(Some(preset(PRESETS[2])));
    let mut person = Person::at_menu_with(choices);
    person.tab_to("Odds");
    person.keys(&[Key::Right, Key::Right]);
    person.tab_to("Time odds");
    person.key(Key::Right);
    person.click_word("Play");
    let knights = |person: &Person, color| {
        person.scene().sprites().filter(|sprite| sprite.name == "knight" && sprite.color == color).count()
    };
    assert_eq!((knights(&person, Color::White), knights(&person, Color::Black)), (2, 1));
    let clocks = person.played().clocks;
    let [own, other] = [clocks.person, clocks.opponent].map(|clock| clock.expect("a clock").initial);
    assert_eq!(own, other * 2);
    person.keys(&[Key::Escape, Key::Char('y')]);
    person.key(Key::Char('x'));
    assert_eq!((knights(&person, Color::White), knights(&person, Color::Black)), (1, 2));
}

/// A shuffled start is chosen by its number, shown on the small board and played, and played again. A number that is too
/// high is refused. Variants whose pieces cannot change places have no such start.
#[test]
fn a_shuffled_start_is_chosen_by_its_number() {
    let mut person = Person::at_game(&NewGame { level: "chess".to_owned(), ..configured() });
    person.key(Key::Char('m'));
    person.click_word("Variant");
    while !person.shows("Chess") {
        person.input(vec![InputEvent::Wheel(-1.0)]);
    }
    person.click_word("Chess");
    person.click_word("Game");
    assert!(!person.shows("Start number"));
    person.click_word("Shuffled");
    person.tab_to("Start number");
    person.type_text("960");
    person.click_word("Play");
    assert!(person.text_of(TextRole::Label).contains("Start number: enter 0 to 959"));
    person.keys(&[Key::Backspace; 3]);
    person.type_text("0");
    person.click_word("Play");
    let is_first = |person: &Person| {
        let scene = person.scene();
        let bishops =
            scene.sprites().filter(|sprite| sprite.name == "bishop" && sprite.color == Color::White);
        bishops.map(|sprite| sprite.rect.x).fold(0.0, f32::max)
            < scene.tiles().map(|tile| tile.rect.x).fold(0.0, f32::max) / 3.0
    };
    assert!(is_first(&person), "the bishops of start 0 stand on a1 and b1");
    person.keys(&[Key::Escape, Key::Char('y')]);
    person.key(Key::Char('r'));
    assert!(is_first(&person));
}

/// Two players are named by colour, and the board turns after a move if the option is set.
#[test]
fn two_players_can_play() {
    let mut choices = configured();
    choices.options.opponent = OpponentKind::Human;
    choices.color = ColorChoice::Black;
    for turning in [false, true] {
        choices.options.turn_board = turning;
        let mut person = Person::at_game(&choices);
        let lowest = |person: &Person| {
            let scene = person.scene();
            let tile = scene.tiles().max_by(|a, b| a.rect.y.total_cmp(&b.rect.y)).expect("a tile");
            if tile.square.rank() == 0 { Color::White } else { Color::Black }
        };
        assert_eq!(lowest(&person), if turning { Color::White } else { Color::Black });
        person.click_squares(&["b2", "b4"]);
        person.after(Duration::from_secs(1), vec![]);
        assert_eq!(lowest(&person), Color::Black);
        assert_eq!(person.text_of(TextRole::Player(Color::White)), "White");
        person.key(Key::Escape);
        assert_eq!(person.message(), "Black resigned");
    }
}

/// Faults of the topmost screen.
fn faults(person: &Person, what: &str) -> Vec<String> {
    let size = person.size;
    let window = Rect::new(0.0, 0.0, size.0, size.1);
    let scene = person.scene();
    // The items of the topmost screen begin with the veil over the game below.
    let veil = |item: &Item| matches!(item, Item::Panel { rect, .. } if *rect == window);
    let start = scene.items.iter().rposition(veil).map_or(0, |place| place + 1);
    let faults = common::faults(&scene.items[start..], window);
    faults.into_iter().map(|fault| format!("{what} {size:?}: {fault}")).collect()
}

/// A tiny window has room only for the tabs and the buttons at the bottom. In a low window the preview is smaller, so
/// that the buttons fit between it and the help line.
#[test]
fn the_menu_of_the_smallest_window_has_no_buttons_that_overlap() {
    let mut person = Person::at_game(&configured());
    person.size = (200.0, 200.0);
    person.key(Key::Char('m'));
    assert!(person.shows("Play") && person.shows("Game") && !person.shows("Rules"));
    person.size = SMALL;
    let [rules, back] = ["Rules", "Back"].map(|words| person.word(words).expect("a button").y);
    // Half the heights of both buttons.
    assert!(back - rules >= 29.0, "{rules} {back}");
}

/// All texts fit in windows of all sizes, with every focus, typed clocks, a fault, one player and two, and all text
/// sizes.
#[test]
fn no_text_of_the_menu_is_clipped() {
    let mut found = std::collections::BTreeSet::new();
    for size in SIZES {
        for two in [false, true] {
            let mut choices = configured();
            choices.options.opponent = if two { OpponentKind::Human } else { OpponentKind::Computer };
            choices.clocks.opponent = None;
            for level in ["xxl", "chess", "xxl16"] {
                choices.level = level.to_owned();
                let mut person = Person::at_game(&choices);
                person.size = size;
                person.key(Key::Char('m'));
                found.extend(faults(&person, level));
            }
            let mut person = Person::at_game(&choices);
            person.size = size;
            person.key(Key::Char('m'));
            for page in ["Game", "Preferences"] {
                person.click_word(page);
                for _ in 0..24 {
                    person.key(Key::Tab);
                    found.extend(faults(&person, "row"));
                }
            }
            // Two players have fewer rows, and none of their own.
            let larger = if two { &[][..] } else { &[TextSize::Large, TextSize::Largest] };
            for &text_size in larger {
                choices.options.text_size = text_size;
                let mut person = Person::at_game(&choices);
                person.size = size;
                person.key(Key::Char('m'));
                for page in ["Game", "Preferences"] {
                    person.click_word(page);
                    for _ in 0..24 {
                        person.key(Key::Tab);
                        found.extend(faults(&person, "large"));
                    }
                }
            }
            let mut person = Person::at_game(&configured());
            person.size = size;
            person.key(Key::Char('m'));
            person.tab_to("Clock");
            person.keys(&[Key::Left; 1]);
            person.tab_to("Computer's clock");
            person.keys(&[Key::Backspace, Key::Enter]);
            found.extend(faults(&person, "fault"));
        }
    }
    let found: Vec<_> = found.into_iter().collect();
    assert!(found.is_empty(), "{} faults\n{}", found.len(), found.join("\n"));
}

/// A menu that is longer than its window scrolls by wheel and bar, and follows the focus.
#[test]
fn a_long_menu_scrolls() {
    let mut person = Person::at_menu();
    person.size = SMALL;
    person.click_word("Preferences");
    assert!(person.shows("Theme") && !person.shows("Home at the start"));
    person.input(vec![InputEvent::Wheel(-1.0); 30]);
    assert!(!person.shows("Theme") && person.shows("Home at the start"));
    person.input(vec![InputEvent::Wheel(1.0); 30]);
    person.tab_to("Home at the start");
    assert!(!person.shows("Theme"));
    person.tab_to("Theme");
    let bar = person.scene().items.iter().rev().find_map(|item| match item {
        Item::Panel { rect, .. } if rect.w == 8.0 && rect.h > 200.0 => Some(*rect),
        _ => None,
    });
    let bar = bar.expect("the bar");
    person.click(Point::new(bar.x + 4.0, bar.y + bar.h - 1.0));
    assert!(person.shows("Home at the start"));
}

/// Random input in windows of extreme sizes does not panic.
#[test]
fn no_window_and_no_input_makes_the_menu_panic() {
    let keys = [
        Key::Left,
        Key::Right,
        Key::Up,
        Key::Down,
        Key::Tab,
        Key::Home,
        Key::End,
        Key::Space,
        Key::Backspace,
        Key::Delete,
        Key::Char('7'),
        Key::Char(':'),
    ];
    for size in [(1.0, 1.0), (0.0, 0.0), (90.0, 2000.0), (3000.0, 60.0), (200.0, 150.0)] {
        let mut person = Person::at_menu();
        person.size = size;
        let mut dice = common::Dice::new(size.0 as u64 + 1);
        for _ in 0..500 {
            let key = keys[dice.below(keys.len())];
            let at = Point::new(dice.below(3100) as f32, dice.below(2100) as f32);
            person.pointer = at;
            person.input(vec![
                InputEvent::Key { key, control: false },
                InputEvent::Typed('5'),
                InputEvent::Pressed(MouseButton::Left, at),
                InputEvent::Wheel(1.0),
                InputEvent::Released(MouseButton::Left, Point::new(-1.0, -1.0)),
            ]);
            let _ = person.scene();
        }
    }
}

/// Damaged settings are reported at the start and kept as a copy.
#[test]
fn damaged_settings_are_reported() {
    let mut setup = app_setup(configured());
    let folder = TempFolder::new();
    std::fs::write(folder.0.join("menu.json"), "{ \"level\": 7 }").expect("written");
    setup.storage = folder.storage();
    let app = App::new(setup).expect("a game");
    let warnings = app.warnings();
    assert!(warnings.len() == 1 && warnings[0].contains("menu.json is damaged"), "{warnings:?}");
    let copy = std::fs::read_to_string(folder.0.join("menu.damaged-1"));
    assert_eq!(copy.expect("a copy"), "{ \"level\": 7 }");
}
