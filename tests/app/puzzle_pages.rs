//! Pages of the puzzles: the start page, the list, statistics, and going on within a selection.

use std::rc::Rc;
use std::time::Duration;

use crate::common::window::{Driver, FORMS, WIDE, Window};
use crate::common::{
    AT_ONCE, TempFolder, app_setup, app_with, cut_texts, misplaced_shapes, misplaced_texts, variant,
};
use xxlchess::app::{App, AppSetup, FirstScreen};
use xxlchess::config::Config;
use xxlchess::config::puzzles::{PUZZLE_SETS, packaged};
use xxlchess::game::options::{Options, TextSize};
use xxlchess::game::puzzle::Puzzle;
use xxlchess::game::puzzle::progress::{Date, Progress};
use xxlchess::game::worker::ThreadedWorker;
use xxlchess::rules::{Bitboard, Move};
use xxlchess::view::input::{InputEvent, Key};
use xxlchess::view::scene::{Item, Point, Rect, TextRole};
use xxlchess::view::screens::puzzles::Puzzles;

const TODAY: Date = Date { year: 2026, month: 11, day: 23 };

fn app(options: Options, log: &str) -> App {
    let solver = Rc::new(|| Box::new(ThreadedWorker::puzzle_solver().inline()) as _);
    let puzzles = Puzzles::new(packaged(), Progress::parse(log), TODAY, solver, options);
    let variants = [("xxl", "XXL chess"), ("capablanca", "Capablanca chess"), ("chess", "Chess")];
    let variants = variants.map(|(name, title)| (name.to_owned(), title.to_owned()));
    let screen = puzzles.expect("there are puzzles").start(variants.to_vec());
    app_with(screen, options, AT_ONCE)
}

fn window_with(options: Options, log: &str) -> Window {
    let mut window = Window::new(app(options, log));
    window.size = WIDE;
    window.input(vec![]);
    window
}

fn window(log: &str) -> Window {
    window_with(Options::default(), log)
}

fn said(window: &Window) -> String {
    window.scene().texts().map(|text| text.text.as_str()).collect::<Vec<_>>().join("|")
}

/// The puzzle on the board, by the title that is shown.
fn on_board(window: &Window) -> Puzzle {
    let said = said(window).replace('|', " ");
    packaged().into_iter().find(|puzzle| said.contains(&puzzle.title)).expect("a puzzle on the board")
}

fn play(window: &mut Window, mv: Move) {
    window.click_squares(&[&mv.from.to_string(), &mv.to.to_string()]);
}

fn wait(window: &mut Window, seconds: u64) {
    (0..seconds * 10).for_each(|_| window.after(Duration::from_millis(100), vec![]));
}

/// Solves the puzzle on the board.
fn solve(window: &mut Window) -> Puzzle {
    let puzzle = on_board(window);
    for pair in puzzle.solution.chunks(2) {
        play(window, pair[0]);
        wait(window, 1);
    }
    assert_eq!(window.text_of(TextRole::Message), "Solved!", "{}", puzzle.title);
    puzzle
}

/// Plays a wrong first move.
fn err(window: &mut Window) {
    let puzzle = on_board(window);
    let wrong = puzzle.position.legal_moves().into_iter().find(|mv| *mv != puzzle.solution[0]);
    play(window, wrong.expect("another move"));
    wait(window, 1);
}

/// The start page lists the ways to solve and the themes before anything has been solved.
#[test]
fn the_start_page_shows_what_there_is() {
    let window = window("");
    let said = said(&window);
    let count = packaged().len();
    for words in [
        &format!("{count} puzzles"),
        "Start here",
        "Solve",
        "Puzzle of the day",
        "23 November",
        "Streak",
        "1200?",
        "0 solved",
        "All puzzles",
        "Mixed",
        "By theme",
        "Mate in 2",
        "0 / 11",
        "Camel",
        "1200–1500",
    ] {
        assert!(said.contains(words), "{words} in {said}");
    }
    assert!(!said.contains("to try again"));
    assert!(said.contains("Smothered mate"), "as a theme to choose");
    let xxl = variant("xxl");
    for kind in xxl.kinds() {
        let name = &xxl.piece(kind).name;
        assert!(window.scene().sprites().any(|sprite| sprite.name == *name), "no {name} to choose");
    }
    assert!(
        window.announced.iter().any(|words| words.starts_with("Puzzles. 0 solved.")),
        "{:?}",
        window.announced
    );
}

/// The next puzzle of a selection has its theme, the count of the theme grows, and a puzzle with an error is offered
/// again.
#[test]
fn a_selection_goes_on_with_its_own_puzzles() {
    let mut window = window("");
    window.click_word("Mate in 1");
    let first = solve(&mut window);
    assert!(first.themes.iter().any(|theme| theme == "mate in 1"));
    assert!(said(&window).contains("Mate in 1 ✓"), "{}", said(&window));
    window.key(Key::Enter);
    let second = on_board(&window);
    assert!(second.themes.iter().any(|theme| theme == "mate in 1") && second.title != first.title);
    assert!(!said(&window).contains("mate ·"), "themes are shown after the puzzle");
    window.key(Key::Char('b'));
    assert_eq!(on_board(&window).title, first.title, "back to the puzzle before");
    window.key(Key::Char('n'));
    assert_eq!(on_board(&window).title, second.title);
    err(&mut window);
    wait(&mut window, 60);
    assert_eq!(window.text_of(TextRole::Message), "Not mate yet – try again", "it stays");
    window.key(Key::Escape);
    assert!(window.shows("1 / 4") && window.shows("1 to try again"), "{}", said(&window));
    assert!(said(&window).contains("1 solved · 50% at the first try"), "{}", said(&window));
    assert!(said(&window).contains("Continue|White mates in 1"), "the theme goes on: {}", said(&window));
    window.click_word("1 to try again");
    assert_eq!(solve(&mut window).title, second.title);
    window.key(Key::Char('n'));
    assert_eq!(window.text_of(TextRole::Message), "There are no more of these puzzles");
    window.key(Key::Escape);
    assert!(window.shows("2 / 4") && !window.shows("1 to try again"), "{}", said(&window));
    window.key(Key::Escape);
    assert!(window.frame.quit);
}

/// A right answer raises the rating and a hint lowers it, and the change is shown beside it. A second attempt does not
/// count.
#[test]
fn the_rating_moves_with_the_first_attempt() {
    let mut window = window("");
    window.click_word("Solve");
    assert!(window.shows("Your rating: 1200?"), "{}", said(&window));
    solve(&mut window);
    let rating = |window: &Window| {
        let texts: Vec<String> = window.scene().texts().map(|text| text.text.clone()).collect();
        texts.into_iter().find(|text| text.starts_with("Your rating")).expect("the rating")
    };
    let after = rating(&window);
    assert!(after.contains('+'), "{after}");
    window.key(Key::Char('r'));
    err(&mut window);
    assert_eq!(rating(&window), after, "an error after it does not count");
    window.key(Key::Char('n'));
    window.key(Key::Char('h'));
    assert!(rating(&window).contains('−'), "{}", rating(&window));
}

/// A streak grows until the first error, and the best one is kept. It does not change the rating.
#[test]
fn a_streak_ends_with_the_first_error() {
    let mut window = window("");
    window.click_word("Start");
    for run in 1..=2 {
        solve(&mut window);
        assert!(window.shows(&format!("Streak: {run}")), "{}", said(&window));
        window.key(Key::Enter);
    }
    window.key(Key::Escape);
    assert!(window.shows("2 in a row"));
    window.click_word("Go on");
    err(&mut window);
    assert!(window.shows("Streak over: 2") && window.shows("New streak"), "{}", said(&window));
    assert_eq!(window.text_of(TextRole::Message), "Streak over: 2 solved. Best: 2.");
    window.key(Key::Escape);
    assert!(window.shows("0 in a row") && window.shows("best 2"), "{}", said(&window));
    assert!(window.shows("1200?"), "{}", said(&window));
}

/// The card of the solved puzzle of the day has a tick, also after a restart, and a mixed puzzle follows it.
#[test]
fn the_puzzle_of_the_day_is_solved_once() {
    let mut window = window("");
    window.click_word("Open");
    assert!(window.shows("Puzzle of the day"));
    let day = solve(&mut window);
    window.key(Key::Char('n'));
    assert!(window.shows("Mixed") && on_board(&window).title != day.title);
    window.key(Key::Escape);
    assert!(window.shows("Solved ✓"));
    let log = format!("{}\n", day.id());
    assert!(self::window(&log).shows("Solved ✓"), "also after a start of the program");
}

/// Two attempts end while a folder is in place of the file. The player reads so once, both count on the start page when
/// it is opened again, and they are saved at the end.
#[test]
fn attempts_that_cannot_be_saved_are_kept_and_saved_later() {
    let folder = TempFolder::new();
    let setup = app_setup(Config::built_in().new_game("xxl"));
    let setup = AppSetup { storage: folder.storage(), first_screen: FirstScreen::BuiltInPuzzles, ..setup };
    let mut window = Window::new(App::new(setup).expect("puzzles"));
    window.size = WIDE;
    window.input(vec![]);
    let start = said(&window);
    std::fs::create_dir(folder.join("puzzles.txt")).expect("made");
    let problem = "Settings and progress cannot be saved: ";
    window.click_word("Solve");
    for is_said in [true, false] {
        window.key(Key::Char('l'));
        window.input(vec![]);
        assert_eq!(window.text_of(TextRole::Message).starts_with(problem), is_said, "{}", said(&window));
        wait(&mut window, 20);
        assert!(!window.text_of(TextRole::Message).starts_with(problem));
        window.key(Key::Enter);
    }
    assert_eq!(window.announced.iter().filter(|said| said.starts_with(problem)).count(), 1);
    window.key(Key::Escape);
    let before = said(&window);
    assert_ne!(before, start);
    for (open, other) in [("XXL chess", "Chess"), ("Chess", "XXL chess")] {
        window.click_word(open);
        window.click_word(other);
        assert_eq!(said(&window) == before, other == "XXL chess");
    }
    std::fs::remove_dir(folder.join("puzzles.txt")).expect("removed");
    drop(window);
    assert_eq!(folder.storage().load_progress().ratings().len(), 2);
}

/// The list has ticks and crosses, opens puzzles by keys and mouse, and goes round at its end.
#[test]
fn the_list_has_all_puzzles_with_ticks() {
    let puzzles = packaged();
    let log = format!("{}\n2026-11-22 {} wrong 900 mixed\n", puzzles[0].id(), puzzles[1].id());
    let mut window = window(&log);
    window.click_word("All puzzles");
    let list = said(&window);
    assert!(list.contains(&format!("✓|{}|{}", puzzles[0].title, puzzles[0].instruction())), "{list}");
    assert!(list.contains(&format!("✗|{}", puzzles[1].title)), "{list}");
    assert!(list.contains(&format!("1 of {} solved", puzzles.len())), "{list}");
    // The second puzzle is the first that is not solved.
    window.keys(&[Key::Down, Key::Down, Key::Up, Key::Enter]);
    assert_eq!(on_board(&window).title, puzzles[2].title);
    assert!(said(&window).contains(&format!("Puzzle 3 of {}", puzzles.len())));
    window.keys(&[Key::Char('b'), Key::Escape]);
    window.click_word("All puzzles");
    window.key(Key::End);
    let last = &puzzles[puzzles.len() - 1].title;
    window.click_word(last);
    assert_eq!(on_board(&window).title, *last);
    window.key(Key::Char('n'));
    assert_eq!(on_board(&window).title, puzzles[0].title, "the list goes round");
}

/// The tip of a theme is shown while the pointer rests on it, not after a press, and not when the page is shown again.
#[test]
fn a_theme_is_explained_by_its_tip() {
    let mut window = window("");
    let at = window.word("Smothered mate").expect("a theme");
    window.move_to(at);
    assert_eq!(window.text_of(TextRole::Tip), "");
    wait(&mut window, 1);
    assert_eq!(window.text_of(TextRole::Tip), "A leaper mates a king that its own pieces hem in.");
    window.click(at);
    wait(&mut window, 1);
    window.key(Key::Escape);
    wait(&mut window, 1);
    assert_eq!(window.text_of(TextRole::Tip), "");
}

/// Three of four first tries are 75 percent, and the ratings after them are drawn as a graph.
#[test]
fn statistics_count_first_tries() {
    let puzzles = packaged();
    let lines = puzzles.iter().take(4).enumerate().map(|(place, puzzle)| {
        let result = if place == 1 { "wrong" } else { "right" };
        format!("2026-11-22 {} {result} {} mixed\n", puzzle.id(), puzzle.rating.unwrap_or(1000))
    });
    let mut window = window(&lines.collect::<String>());
    // The graph joins the ratings after each of the four puzzles.
    let has_graph = |window: &Window| {
        let lines = window.scene().items.into_iter().filter_map(|item| match item {
            Item::Line { from, to, .. } => Some((from, to)),
            _ => None,
        });
        let lines: Vec<_> = lines.collect();
        lines.windows(3).any(|three| three[0].1 == three[1].0 && three[1].1 == three[2].0)
    };
    assert!(has_graph(&window));
    window.click_word("Your rating, all variants");
    assert!(has_graph(&window));
    let said = said(&window);
    for words in ["Statistics", "75% at the first try", "Mate in 1|3 of 4, 75%", "King|0 of 1, 0%", "highest"]
    {
        assert!(said.contains(words), "{words} in {said}");
    }
    window.key(Key::Escape);
    assert!(window.shows("By theme"));
}

/// Analysis is offered after the end only, and closing it leads back to the puzzle.
#[test]
fn a_solved_puzzle_can_be_analysed() {
    let mut window = window("");
    window.click_word("Solve");
    window.key(Key::Char('a'));
    assert!(!window.shows("Analyse"), "not before the end");
    let puzzle = solve(&mut window);
    window.click_word("Analyse");
    assert!(!said(&window).contains(&puzzle.title), "{}", said(&window));
    window.key(Key::Home);
    let shown: Bitboard = window.scene().sprites().filter_map(|sprite| sprite.square).collect();
    assert_eq!(shown, puzzle.position.board().pieces().map(|(square, _)| square).collect());
    window.key(Key::Escape);
    assert_eq!(window.text_of(TextRole::Message), "Solved!");
}

/// In windows of all forms Enter begins with the next puzzle when the page has opened.
#[test]
fn the_next_puzzle_has_the_focus_at_first() {
    for size in FORMS {
        let mut window = Window::of_size(app(Options::default(), ""), size, ());
        window.key(Key::Enter);
        assert!(window.scene().tiles().next().is_some(), "{size:?}: no board");
    }
}

/// Tab and arrows reach every button of the start page, and each stop is announced.
#[test]
fn the_start_page_can_be_used_by_keyboard() {
    let mut window = window("");
    window.announced.clear();
    window.keys(&[Key::Tab, Key::Tab, Key::Tab]);
    assert_eq!(
        window.announced,
        ["Button: Puzzle of the day.", "Button: Streak.", "Button: Statistics: rating 1200?, 0 solved."]
    );
    window.announced.clear();
    window.keys(&[Key::Tab, Key::Tab, Key::Tab, Key::Tab]);
    assert_eq!(window.announced.last().map(String::as_str), Some("Button: Mate in 1, 0 of 4 solved."));
    window.keys(&[Key::Right, Key::Enter]);
    assert!(window.shows("Mate in 2"), "{}", said(&window));
    assert!(on_board(&window).themes.iter().any(|theme| theme == "mate in 2"));
    window.key(Key::Escape);
    window.input(vec![InputEvent::Typed('?')]);
    assert!(window.shows("Show what it means"), "{}", said(&window));
}

/// All texts of all pages fit in windows of all forms and with all text sizes. A page that does not fit is scrolled to
/// its end.
#[test]
fn texts_fit_on_every_page() {
    let puzzles = packaged();
    let lines = puzzles.iter().enumerate().map(|(place, puzzle)| {
        let (id, rating) = (puzzle.id(), puzzle.rating.unwrap_or(1000));
        let result = if place % 3 == 0 { "wrong" } else { "right" };
        format!("2026-11-22 {id} {result} {rating} streak\n")
    });
    let log: String = lines.collect();
    for &text_size in TextSize::ALL {
        let options = Options { text_size, ..Options::default() };
        for way in ["", "All puzzles", "Your rating, all variants", "XXL chess"] {
            let mut window = window_with(options, &log);
            // In a large window every button is in sight.
            window.size = (3840.0, 2160.0);
            window.input(vec![]);
            if !way.is_empty() {
                window.click_word(way);
            }
            for size in FORMS {
                window.size = size;
                window.pointer = Point::new(40.0, size.1 / 2.0);
                // No time passes, so no tip covers other texts.
                window.after(Duration::ZERO, vec![InputEvent::Wheel(99.0)]);
                loop {
                    let scene = window.frame.scene.clone();
                    let area = Rect::new(0.0, 0.0, size.0, size.1);
                    let place = format!("{size:?} {text_size:?} {way:?}");
                    assert_eq!(misplaced_texts(&scene.items, area), [""; 0], "{place}");
                    assert_eq!(misplaced_shapes(&scene.items, area), [""; 0], "{place}");
                    assert_eq!(cut_texts(&scene.items), [""; 0], "{place}");
                    window.after(Duration::ZERO, vec![InputEvent::Wheel(-2.0)]);
                    if window.frame.scene == scene {
                        break;
                    }
                }
            }
        }
    }
}

/// The page opens with the puzzles of the variant on the board. The variant's name opens a list of all variants with puzzles, which
/// Escape closes, and a puzzle is on the board of its variant. The number of those that are solved has the variant's name.
#[test]
fn every_variant_with_puzzles_can_be_chosen() {
    let page = |name: &str| {
        let setup = app_setup(Config::built_in().new_game("xxl"));
        let level = xxlchess::rules::Position::start(&variant(name)).expect("a start");
        let setup = AppSetup {
            level: (level, "a level".to_owned()),
            first_screen: FirstScreen::BuiltInPuzzles,
            ..setup
        };
        let mut window = Window::new(App::new(setup).expect("puzzles"));
        window.size = WIDE;
        window.input(vec![]);
        window
    };
    let counts = |name: &str| {
        let of_variant = PUZZLE_SETS.iter().filter(|other| other.variant == name);
        let count: usize = of_variant.map(|set| set.load().len()).sum();
        let count =
            if count < 1000 { count.to_string() } else { format!("{},{:03}", count / 1000, count % 1000) };
        format!("{count} puzzles")
    };
    let mut names: Vec<&str> = PUZZLE_SETS.iter().map(|set| set.variant).collect();
    names.dedup();
    let titles = ["XXL chess", "Capablanca chess", "Chess", "Metamachy", "Gigachess II", "Terachess II"];
    assert_eq!(names.len(), titles.len());
    let (mut chosen, mut open) = (page(names[0]), titles[0]);
    for (name, title) in names.into_iter().zip(titles) {
        chosen.click_word(open);
        assert!(titles.iter().all(|title| chosen.shows(title)), "{}", said(&chosen));
        chosen.key(Key::Escape);
        assert!(chosen.shows("By theme") && !chosen.frame.quit, "{}", said(&chosen));
        chosen.click_word(open);
        chosen.click_word(title);
        open = title;
        assert!(said(&chosen).contains(&format!("{title}: 0 solved")), "{}", said(&chosen));
        assert!(chosen.shows(&counts(name)), "{name}: {}", said(&chosen));
        let mut window = page(name);
        assert!(window.shows(&counts(name)), "{name}: {}", said(&window));
        window.click_word("Solve");
        let scene = window.scene();
        let corner = scene.tiles().map(|tile| (tile.square.file() + 1, tile.square.rank() + 1)).max();
        let rules = variant(name).rules().clone();
        assert_eq!(corner, Some((rules.files, rules.ranks)), "{name}");
    }
}
