//! Flow of a game in the program: screens that hide the board pause it, and a check sounds when the piece arrives.

use std::time::Duration;

use crate::common::window::{Driver, Window, key_event};
use crate::common::{TWO_HUMANS, TempFolder, app_setup, control, play, xxl};
use xxlchess::app::{App, AppSetup};
use xxlchess::game::new_game::{BySeat, ColorChoice, NewGame};
use xxlchess::game::options::{OpponentKind, Options};
use xxlchess::game::{Command, Game, GameSetup};
use xxlchess::rules::{ByColor, Color};
use xxlchess::sound::Sound;
use xxlchess::view::input::Key;
use xxlchess::view::scene::TextRole;
use xxlchess::view::sound::SoundCues;

const SECOND: Duration = Duration::from_secs(1);

/// White's clock and the message, after these keys and this time.
fn after(window: &mut Window, elapsed: Duration, keys: &[Key]) -> (String, String) {
    window.after(elapsed, keys.iter().map(|&key| key_event(key)).collect());
    (window.text_of(TextRole::Clock(Color::White)), window.text_of(TextRole::Message))
}

fn new_game(options: Options) -> Window {
    let clocks = BySeat::both(control(180, 2));
    let choices = NewGame { level: String::new(), color: ColorChoice::White, clocks, options };
    Window::new(App::new(app_setup(choices)).expect("a game"))
}

/// A minute in the menu, the help and the puzzles costs no time, and "Paused" is shown as long as they are open.
#[test]
fn a_screen_that_hides_the_board_pauses_the_game() {
    for opens in [Key::Char('m'), Key::F1, Key::Char('p')] {
        let mut window = new_game(Options::default());
        after(&mut window, SECOND, &[opens]);
        let (_, message) = after(&mut window, 60 * SECOND, &[]);
        // The puzzles fill the window.
        assert_eq!(message, if opens == Key::Char('p') { "" } else { "Paused" }, "{opens:?}");
        after(&mut window, Duration::ZERO, &[Key::Escape]);
        let back = after(&mut window, Duration::ZERO, &[]);
        assert_eq!(back, ("2:59".to_owned(), String::new()), "{opens:?}");
        assert_eq!(after(&mut window, SECOND, &[]).0, "2:58", "{opens:?}");
    }
}

/// The editor and the list of games show the position of the game, so ten seconds in them cost ten seconds.
#[test]
fn a_screen_that_shows_the_position_leaves_the_clocks_running() {
    for opens in [Key::Char('e'), Key::Char('g')] {
        let folder = TempFolder::new();
        let clocks = BySeat::both(control(180, 2));
        let options = Options::default();
        let choices = NewGame { level: String::new(), color: ColorChoice::White, clocks, options };
        let setup = AppSetup { storage: folder.storage(), ..app_setup(choices) };
        let mut window = Window::new(App::new(setup).expect("a game"));
        after(&mut window, SECOND, &[opens]);
        after(&mut window, 10 * SECOND, &[]);
        after(&mut window, Duration::ZERO, &[Key::Escape]);
        let back = after(&mut window, Duration::ZERO, &[]);
        assert_eq!(back, ("2:49".to_owned(), String::new()), "{opens:?}");
    }
}

/// A minute in a hidden window costs no time in a game against the computer. Between two people the clock runs on.
#[test]
fn a_hidden_window_pauses_a_game_against_the_computer() {
    for (opponent, left) in [(OpponentKind::Computer, "2:58"), (OpponentKind::Human, "1:58")] {
        let mut window = new_game(Options { opponent, ..Options::default() });
        after(&mut window, SECOND, &[]);
        window.after_hidden(61 * SECOND, 60 * SECOND, Vec::new());
        assert_eq!(window.text_of(TextRole::Clock(Color::White)), left, "{opponent:?}");
    }
}

/// A question leaves the board visible, so the clock runs on.
#[test]
fn a_question_does_not_pause_the_game() {
    let mut window = new_game(Options::default());
    after(&mut window, SECOND, &[Key::Tab, Key::Up, Key::Enter, Key::Up, Key::Enter]);
    after(&mut window, Duration::ZERO, &[Key::Char('n')]);
    after(&mut window, SECOND, &[]);
    let (_, message) = after(&mut window, Duration::ZERO, &[Key::Escape]);
    assert_eq!(message, "");
}

/// A move that gives check sounds like a move at once, and like a check when the piece has arrived.
#[test]
fn a_check_sounds_when_the_piece_arrives() {
    let mut game = Game::new(GameSetup {
        position: xxl("7k6/14/14/14/14/14/14/14/14/14/14/14/14/R7K5 w - - 0 1"),
        players: TWO_HUMANS,
        controls: ByColor::default(),
        options: Options::default(),
    });
    let events = play(&mut game, "a1h1");
    let mut cues = SoundCues::default();
    cues.update(&events, &game, true);
    let mut take = |arrived| cues.take(&Options::default(), arrived).map(|cue| cue.sound);
    assert_eq!([take(false), take(false), take(true)], [Some(Sound::Move), None, Some(Sound::Check)]);
}

/// Each second of a human's last ten has one tick, down to the last one.
#[test]
fn the_last_ten_seconds_tick() {
    let mut game = Game::new(GameSetup {
        position: xxl("7k6/14/14/14/14/14/14/14/14/14/14/14/14/R7K5 w - - 0 1"),
        players: TWO_HUMANS,
        controls: ByColor { white: control(12, 0), black: None },
        options: Options::default(),
    });
    let mut cues = SoundCues::default();
    let mut ticks = 0;
    for _ in 0..110 {
        let events = game.apply(Command::Tick(SECOND / 10));
        cues.update(&events, &game, false);
        let cue = cues.take(&Options::default(), true);
        ticks += usize::from(cue.is_some_and(|cue| cue.sound == Sound::Tick));
    }
    assert_eq!(ticks, 8, "between ten seconds and one");
}

/// With "confirm_resign", resigning opens a question, and the game goes on unless the answer is y. Enter presses the safe
/// button.
#[test]
fn resigning_can_be_confirmed() {
    let mut window = new_game(Options { confirm_resign: true, ..Options::default() });
    for answer in [Key::Escape, Key::Enter, Key::Char('y')] {
        after(&mut window, Duration::ZERO, &[Key::Escape]);
        let (_, message) = after(&mut window, Duration::ZERO, &[answer]);
        assert_eq!(message, if answer == Key::Char('y') { "You resigned" } else { "" });
    }
}
