//! Lessons: texts in every window, keys, stars to be saved, and how they are opened.

use std::time::Duration;

use crate::common::window::{Driver, FORMS, WIDE, Window};
use crate::common::{
    AT_ONCE, Alone, TempFolder, app_setup, app_with, cut_texts, misplaced_shapes, misplaced_texts,
};
use xxlchess::app::{App, AppSetup, FirstScreen};
use xxlchess::config::Config;
use xxlchess::config::lessons::packaged;
use xxlchess::game::lesson::Step;
use xxlchess::game::lesson::generate::generate;
use xxlchess::game::lesson::progress::LessonProgress;
use xxlchess::game::options::{Options, TextSize};
use xxlchess::notation::variants_ini::Variants;
use xxlchess::rules::{Color, Square};
use xxlchess::view::host::Host;
use xxlchess::view::input::{InputEvent, Key};
use xxlchess::view::layout::BoardLayout;
use xxlchess::view::scene::{Rect, TextRole, Tint};
use xxlchess::view::screens::learn::{LearnScreen, LearnVariants};
use xxlchess::view::widgets::board::animation::Speed;

/// Progress in which all steps are done except the step with this title.
fn all_but(title: &str) -> LessonProgress {
    let mut progress = LessonProgress::default();
    for step in packaged().iter().filter(|step| step.is_exercise() && step.title != title) {
        progress.mark_done(step, 3);
    }
    progress
}

/// The lessons of XXL chess. Those of chess can be chosen, too.
fn learn(progress: LessonProgress, options: Options) -> Host<LearnScreen> {
    let variants = Variants::built_in();
    let entry = |title: &str, name| (title.to_owned(), variants.get(name).expect("built in"));
    let all = vec![entry("XXL chess", "xxl"), entry("Chess", "chess")];
    LearnScreen::new(packaged(), LearnVariants { all, open: 0 }, progress, options).expect("there are steps")
}

fn screen(progress: LessonProgress, options: Options) -> Alone<Host<LearnScreen>> {
    Alone::new(learn(progress, options), options, AT_ONCE)
}

/// A window with the step of this title.
fn open(title: &str) -> Window<()> {
    let options = Options::default();
    let screen = learn(all_but(title), options);
    Window::with(app_with(screen, options, AT_ONCE), ())
}

fn all_text<S>(window: &Window<S>) -> String {
    window.scene().texts().map(|text| text.text.as_str()).collect::<Vec<_>>().join(" ")
}

impl Window<()> {
    /// Clicks both squares of a move, and waits for a reply.
    fn play(&mut self, from: &str, to: &str) {
        self.click_squares(&[from, to]);
        self.wait(1);
    }

    fn wait(&mut self, seconds: u64) {
        self.after(Duration::from_millis(500), vec![]);
        for _ in 0..seconds * 2 {
            self.after(Duration::from_millis(500), vec![]);
        }
    }

    fn tint(&self, square: Square) -> Option<Tint> {
        self.scene().tint(square)
    }
}

/// Every step with its hint has all its texts and buttons, in windows of all forms and with all text sizes.
#[test]
fn texts_fit_in_every_window() {
    for &text_size in TextSize::ALL {
        let options = Options { text_size, ..Options::default() };
        for size in FORMS {
            let mut alone = screen(LessonProgress::default(), options);
            alone.ctx.size = size;
            for step in packaged() {
                // With little room the hint takes the place of the text.
                for words in [&step.text, &step.hint] {
                    let scene = alone.scene();
                    let layout = BoardLayout::scaled(size, (14, 14), Color::White, alone.ctx.theme().scale());
                    let case = format!("{size:?} {text_size:?} {}", step.title);
                    assert_eq!(misplaced_texts(&scene.items, layout.sidebar), [""; 0], "{case}");
                    assert_eq!(cut_texts(&scene.items), [""; 0], "{case}");
                    let said: Vec<_> = scene.texts().map(|text| text.text.as_str()).collect();
                    let all = said.join(" ");
                    for words in [&step.title, words, &step.instruction()] {
                        assert!(all.contains(words.as_str()), "{case}: {words} in {all}");
                    }
                    let own: &[_] = if step.is_exercise() { &["Hint", "Next"] } else { &["Play level 1"] };
                    for label in ["Restart", "Back", "Help", "Close"].iter().chain(own) {
                        assert!(said.contains(label), "{case}: {label}");
                    }
                    alone.key(Key::Char('h'));
                }
                alone.key(Key::Right);
            }
        }
    }
}

/// In the window's first size, the title, the goal and the hint of each step are shown whole in the lessons of all games, also where
/// the moves of a piece take many words.
#[test]
fn goals_and_hints_of_long_lessons_are_shown() {
    let (variants, options) = (Variants::built_in(), Options::default());
    for name in ["metamachy", "gigachess2", "tamerlane2", "zanzibarxl", "wildebeest", "shako"] {
        let variant = variants.get(name).expect("built in");
        let steps = generate(&variant);
        let all = vec![(name.to_owned(), variant)];
        let variants = LearnVariants { all, open: 0 };
        let learn =
            LearnScreen::new(steps.clone(), variants, LessonProgress::default(), options).expect("steps");
        let mut alone = Alone::new(learn, options, AT_ONCE);
        alone.ctx.size = (792.0, 672.0);
        for step in &steps {
            for hint in [None, Some(&step.hint)] {
                let scene = alone.scene();
                let case = format!("{name}, {} {}", step.lesson, step.title);
                assert_eq!(cut_texts(&scene.items), [""; 0], "{case}");
                let shown: Vec<_> = scene.texts().map(|text| text.text.as_str()).collect();
                for words in [&step.title, &step.instruction()].into_iter().chain(hint) {
                    assert!(shown.join(" ").contains(words.as_str()), "{case}: {words} in {shown:?}");
                }
                alone.key(Key::Char('h'));
            }
            alone.key(Key::Right);
        }
    }
}

/// The longest message fits in windows of all forms and with all text sizes.
#[test]
fn messages_fit_in_every_window() {
    for &text_size in TextSize::ALL {
        let options = Options { text_size, ..Options::default() };
        for size in FORMS {
            let mut alone = screen(all_but("Look before you take"), options);
            alone.ctx.size = size;
            alone.click_squares(&["d4", "d8"]);
            let scene = alone.scene();
            let said: Vec<_> = scene.texts().map(|text| text.text.as_str()).collect();
            let case = format!("{size:?} {text_size:?}: {said:?}");
            let message = "Careful: the pawn on e9 takes your queen on d8. Try again.";
            assert!(said.join(" ").contains(message), "{case}");
            assert_eq!(cut_texts(&scene.items), [""; 0], "{case}");
            let layout = BoardLayout::scaled(size, (14, 14), Color::White, alone.ctx.theme().scale());
            assert_eq!(misplaced_texts(&scene.items, layout.sidebar), [""; 0], "{case}");
        }
    }
}

/// A window without room for buttons shows the goal.
#[test]
fn a_tiny_window_shows_the_goal() {
    let alone = screen(LessonProgress::default(), Options::default());
    let scene = alone.scene_at((200.0, 200.0));
    let said: Vec<_> = scene.texts().map(|text| text.text.as_str()).collect();
    assert!(said.join(" ").contains("Collect"), "{said:?}");
    let sidebar = BoardLayout::new((200.0, 200.0), (14, 14), Color::White).sidebar;
    assert_eq!(misplaced_shapes(&scene.items[196..], sidebar), [""; 0]);
}

/// Stars disappear one by one, the last move is tinted, and a step with all stars collected is done and saved.
#[test]
fn stars_are_collected_and_saved() {
    let folder = TempFolder::new();
    let setup =
        AppSetup { storage: folder.storage(), first_screen: FirstScreen::Learn, ..app_setup(config_game()) };
    let mut window = Window::new(App::new(setup).expect("lessons"));
    let stars =
        |window: &Window<()>| window.scene().texts().filter(|text| text.role == TextRole::Star).count();
    let start = stars(&window);
    assert!(start > 0 && all_text(&window).contains("0 of 48 done"), "{}", all_text(&window));
    window.play("e3", "e10");
    assert!(stars(&window) < start);
    assert_eq!(window.tint(Square::new(4, 2)), Some(Tint::LastMove));
    window.play("e10", "l10");
    window.play("l10", "l4");
    assert_eq!(stars(&window), 0);
    let text = all_text(&window);
    assert!(text.contains("★★★") && text.contains("Well done!") && text.contains("1 of 48 done"), "{text}");
    assert_eq!(folder.storage().load_lessons().stars(&packaged()[0]), 3);
    window.key(Key::Right);
    assert!(all_text(&window).contains("The rook captures"));
}

/// A folder is in place of the file of the stars. The learner reads so once, and keeps the stars until there is room.
#[test]
fn stars_that_cannot_be_saved_are_kept_and_saved_later() {
    let folder = TempFolder::new();
    let mut window = first_game(&folder);
    window.key(Key::Enter);
    std::fs::remove_file(folder.join("learn.txt")).expect("removed");
    std::fs::create_dir(folder.join("learn.txt")).expect("made");
    let solve = |window: &mut Window<()>| {
        window.play("e3", "e10");
        window.play("e10", "l10");
        window.play("l10", "l4");
    };
    solve(&mut window);
    let problem = "Settings and progress cannot be saved: ";
    assert!(all_text(&window).contains(problem), "{}", all_text(&window));
    window.wait(15);
    assert!(!all_text(&window).contains(problem));
    window.keys(&[Key::Escape, Key::Char('m')]);
    window.click_word("Learn");
    assert!(all_text(&window).contains("1 of 48 done"), "{}", all_text(&window));
    assert_eq!(window.announced.iter().filter(|said| said.starts_with(problem)).count(), 1);
    std::fs::remove_dir(folder.join("learn.txt")).expect("removed");
    drop(window);
    assert_eq!(folder.storage().load_lessons().stars(&packaged()[0]), 3);
}

/// A step is done when its last move has arrived on the board, not while the piece slides.
#[test]
fn a_step_is_done_when_the_piece_has_arrived() {
    let title = packaged()[0].title.clone();
    let screen = learn(all_but(&title), Options::default());
    let slow = Speed { pixels_a_frame: 6.0, longest: Duration::from_secs(1) };
    let mut window = Window::with(app_with(screen, Options::default(), slow), ());
    window.play("e3", "e10");
    window.play("e10", "l10");
    window.click_squares(&["l10", "l4"]);
    window.after(Duration::from_millis(100), vec![]);
    let text = all_text(&window);
    assert!(text.contains("47 of 48 done") && !text.contains("Well done!"), "{text}");
    window.wait(1);
    let text = all_text(&window);
    assert!(text.contains("48 of 48 done") && text.contains("Well done!"), "{text}");
}

fn config_game() -> xxlchess::game::new_game::NewGame {
    Config::built_in().new_game("xxl")
}

/// The first hint is a sentence, the second an arrow.
#[test]
fn the_second_hint_is_an_arrow() {
    let mut window = open("The camel");
    window.click_word("Hint");
    assert!(all_text(&window).contains("Three ahead"), "{}", all_text(&window));
    assert!(!window.has_arrow_to("f6"));
    window.click_word("Hint");
    assert!(window.has_arrow_to("f6"));
    assert!(window.announced.iter().any(|said| said.starts_with("Hint: e3 to f6")), "{:?}", window.announced);
}

/// A move that loses the piece is answered by the capture. Both moves are taken back, and the move counts.
#[test]
fn a_wrong_move_is_taken_back() {
    let mut window = open("Look before you take");
    window.play("d4", "d8");
    assert!(all_text(&window).contains("Careful"), "{}", all_text(&window));
    window.wait(2);
    let queen =
        window.scene().sprites().find(|sprite| sprite.name == "queen" && sprite.square.is_some()).cloned();
    assert_eq!(queen.and_then(|queen| queen.square), Some(Square::new(3, 3)));
    assert!(all_text(&window).contains("Moves: 1"), "{}", all_text(&window));
    window.key(Key::Char('r'));
    assert!(all_text(&window).contains("Moves: 0"), "{}", all_text(&window));
}

/// Arrows go by steps and lessons and stay within the list. A click on a lesson opens its first step that is not done.
#[test]
fn keys_and_clicks_go_to_other_lessons() {
    let mut window = open("The rook");
    let title = |window: &Window<()>| all_text(window);
    window.key(Key::Left);
    assert!(title(&window).contains("The rook"));
    for (key, expected) in [
        (Key::Right, "The rook captures"),
        (Key::Down, "The bishop"),
        (Key::Enter, "The bishop captures"),
        (Key::Up, "The rook"),
    ] {
        window.key(key);
        assert!(title(&window).contains(expected), "{expected} in {}", title(&window));
    }
    window.size = WIDE;
    window.click_word("Practice board");
    assert!(title(&window).contains("Move any piece."));
    window.key(Key::Right);
    assert!(title(&window).contains("Move any piece."), "the last step stays");
    window.click_word("Camel");
    assert!(title(&window).contains("The camel"));
    window.key(Key::F1);
    assert!(title(&window).contains("Start the step again"));
    window.key(Key::Escape);
    window.key(Key::Escape);
    assert!(window.frame.quit);
}

/// A click in the list of lessons moves none of its rows, although the texts of the lessons have different heights.
#[test]
fn a_click_in_the_list_moves_no_row() {
    let mut window = open("The rook");
    window.size = (792.0, 672.0);
    window.input(vec![]);
    let row = window.word("Camel").expect("a row");
    for lesson in ["Chancellor", "Queen", "General", "Rook"] {
        window.click_word(lesson);
        assert_eq!(window.word("Camel"), Some(row), "{lesson}");
    }
}

/// The only piece on the board goes to a star by one click. A click on a square that it cannot reach does nothing.
#[test]
fn the_only_piece_moves_by_one_click() {
    let mut window = open("The rook");
    window.click_squares(&["f9"]);
    assert!(all_text(&window).contains("Moves: 0"));
    for star in ["e10", "l10", "l4"] {
        window.click_squares(&[star]);
        window.wait(1);
    }
    assert!(all_text(&window).contains("Well done!"), "{}", all_text(&window));
}

/// With the keyboard alone, the text, goal, stars, moves and the result of a step are announced.
#[test]
fn a_step_can_be_done_by_keyboard() {
    let mut window = open("The pawn");
    assert!(window.announced[0].contains("Collect all the stars. Stars: e4, e6."), "{:?}", window.announced);
    // The cursor begins in the middle of the lowest rank.
    window.keys(&[Key::Tab, Key::Left, Key::Left, Key::Left, Key::Up, Key::Enter, Key::Up, Key::Up]);
    assert!(
        window.announced.iter().any(|said| said == "e4, star, can be reached."),
        "{:?}",
        window.announced
    );
    window.keys(&[Key::Enter, Key::Enter, Key::Up, Key::Enter, Key::Enter, Key::Up, Key::Enter]);
    window.wait(1);
    for words in ["Star collected, 1 left.", "Well done! Next: The pawn captures."] {
        assert!(window.announced.iter().any(|said| said == words), "{words} in {:?}", window.announced);
    }
}

/// The practice board has no goal, and every piece of it shows its moves.
#[test]
fn the_practice_board_shows_the_moves_of_every_piece() {
    let mut window = open("Practice board");
    window.key(Key::Up);
    window.keys(&[Key::Down; 20]);
    let xxl: Vec<Step> = packaged();
    let board = &xxl.last().expect("a step").position;
    for (square, _) in board.board().pieces().filter(|(_, piece)| piece.color == Color::White) {
        window.click_square(&square.to_string());
        assert_eq!(window.tint(square), Some(Tint::Selected), "{square}");
        let targets = window.scene().tiles().filter(|tile| tile.tint == Some(Tint::Target)).count();
        assert!(targets > 0, "{square}");
    }
    let kinds = board.board().pieces().filter(|(_, piece)| piece.color == Color::White).count();
    assert_eq!(kinds, 11);
}

/// Lessons open by the menu and by L, and closing them returns to the game.
#[test]
fn lessons_open_from_game_and_menu() {
    let mut window = Window::new(App::new(app_setup(config_game())).expect("a game"));
    window.key(Key::Char('l'));
    assert!(all_text(&window).contains("of 48 done"));
    window.key(Key::Escape);
    assert!(!all_text(&window).contains("of 48 done"));
    window.key(Key::Char('m'));
    window.click_word("Learn");
    assert!(all_text(&window).contains("of 48 done"));
    window.key(Key::Escape);
    assert!(window.shows("New game"));
}

const OFFER: &str = "New here?";

/// A window of a player with these files, at a usual start.
fn first_game(folder: &TempFolder) -> Window<()> {
    let first_screen = FirstScreen::Game { search: true };
    let setup = AppSetup { storage: folder.storage(), first_screen, ..app_setup(config_game()) };
    Window::new(App::new(setup).expect("a game"))
}

/// The offer of lessons does not come back after it is declined by a button, or accepted by a button or Enter.
#[test]
fn the_very_first_game_offers_the_lessons_once() {
    for (accepts, by_key) in [(false, false), (true, true), (true, false)] {
        let folder = TempFolder::new();
        let mut window = first_game(&folder);
        assert!(all_text(&window).contains(OFFER), "{}", all_text(&window));
        assert!(window.announced.iter().any(|said| said.contains("Press Enter to open the lessons.")));
        match (accepts, by_key) {
            (true, true) => window.key(Key::Enter),
            (true, false) => window.click_word("Learn"),
            (false, _) => window.click_word("Not now"),
        }
        assert_eq!(all_text(&window).contains("0 of 48 done"), accepts);
        if accepts {
            window.key(Key::Escape);
        }
        assert!(!all_text(&window).contains(OFFER) && window.shows("Resign"), "the game goes on");
        drop(window);
        assert!(!all_text(&first_game(&folder)).contains(OFFER));
    }
}

/// The offer of lessons leaves all texts beside the board inside the window, and a reply to a key is shown in its place until it
/// has been read.
#[test]
fn the_offer_of_lessons_covers_no_text_and_no_reply() {
    let folder = TempFolder::new();
    let mut window = first_game(&folder);
    for size in [(792.0, 672.0), (900.0, 700.0), (480.0, 400.0), (1280.0, 800.0), (390.0, 844.0)] {
        window.size = size;
        window.after(Duration::from_millis(100), vec![]);
        assert!(all_text(&window).contains("New here"), "{size:?}: {}", all_text(&window));
        let area = Rect::new(0.0, 0.0, size.0, size.1);
        assert_eq!(misplaced_texts(&window.scene().items, area), [""; 0], "{size:?}");
        window.key(Key::Char('h'));
        assert!(all_text(&window).contains("No hints with clocks"), "{size:?}: {}", all_text(&window));
        window.after(Duration::from_secs(5), vec![]);
    }
}

/// After the first move the game is saved, and lessons are not offered again. Without a folder for saved games they
/// are not offered at all.
#[test]
fn a_player_who_has_played_is_not_offered_the_lessons() {
    let folder = TempFolder::new();
    let mut window = first_game(&folder);
    window.click_square("e2");
    window.click_square("e4");
    assert!(!all_text(&window).contains(OFFER));
    drop(window);
    assert!(!all_text(&first_game(&folder)).contains(OFFER));
    // Without folders the program does not know whether the player is new.
    let first_screen = FirstScreen::Game { search: true };
    let window =
        Window::new(App::new(AppSetup { first_screen, ..app_setup(config_game()) }).expect("a game"));
    assert!(!all_text(&window).contains(OFFER));
}

/// The last step has a button that starts a game of the variant against level 1, without clocks. A game in progress is
/// left only after a question.
#[test]
fn the_lessons_end_with_a_game_against_level_1() {
    let mut window = Window::new(App::new(app_setup(config_game())).expect("a game"));
    window.click_squares(&["e2", "e4"]);
    window.key(Key::Char('l'));
    window.size = WIDE;
    window.click_word("Practice board");
    window.click_word("Play level 1");
    assert!(all_text(&window).contains("Start a new game?"), "{}", all_text(&window));
    window.click_word("New game");
    let start = window.app.game_start().expect("a game");
    assert_eq!(start.position.variant().rules().name, "xxl");
    assert_eq!(start.choices.options.difficulty, 1);
    assert_eq!((start.choices.clocks.person, start.choices.clocks.opponent), (None, None));
    assert!(window.shows("Resign"));
}

/// Escape closes the list of variants first, and the lessons only when the list is closed.
#[test]
fn escape_closes_the_list_of_variants_first() {
    let mut window = open("The rook");
    window.size = WIDE;
    window.input(vec![]);
    window.click_word("XXL chess");
    assert!(!window.shows("Camel"), "the list of variants replaces that of lessons");
    window.key(Key::Escape);
    assert!(window.shows("Camel") && !window.frame.quit);
    window.key(Key::Escape);
    assert!(window.frame.quit);
}

/// Another variant is chosen on the page, whose lessons open. Their stars are saved apart from those of XXL chess, whose
/// steps have the same titles.
#[test]
fn the_lessons_of_another_variant_are_chosen_on_the_page() {
    let folder = TempFolder::new();
    let setup =
        AppSetup { storage: folder.storage(), first_screen: FirstScreen::Learn, ..app_setup(config_game()) };
    let mut window = Window::new(App::new(setup).expect("lessons"));
    window.size = WIDE;
    window.click_word("XXL chess");
    // Chess is below the first rows.
    window.input(vec![InputEvent::Wheel(-99.0)]);
    window.click_word("Chess");
    assert!(all_text(&window).contains("The rook"), "{}", all_text(&window));
    window.play("d2", "d7");
    window.play("d7", "g7");
    window.play("g7", "g3");
    assert!(all_text(&window).contains("Well done!"), "{}", all_text(&window));
    let saved = folder.storage().load_lessons();
    assert_eq!((saved.stars(&packaged()[0]), saved.to_text().contains("3 chess/The rook\n")), (0, true));
}
