//! Touch screens: every screen has targets and texts that are large enough on phones and tablets.

use crate::common::window::{Driver, Window};
use crate::common::{Silent, TempFolder, app_setup, at, control, overlap};
use xxlchess::access::{AccessNode, Role};
use xxlchess::app::{App, AppSetup, FirstScreen};
use xxlchess::config::Config;
use xxlchess::game::new_game::{BySeat, ColorChoice};
use xxlchess::game::options::{ConfirmMoves, OpponentKind, Options};
use xxlchess::rules::Color;
use xxlchess::view::input::{InputEvent, Key, MouseButton};
use xxlchess::view::scene::{Point, Rect, Sprite, TextRole, Tint};
use xxlchess::view::screen::Size;

const PHONE: Size = (390.0, 844.0);
/// Phones and tablets, and the part of a small phone that the bars of a browser leave.
const SIZES: [Size; 5] = [PHONE, (844.0, 390.0), (768.0, 1024.0), (820.0, 1180.0), (360.0, 640.0)];

/// How a screen is reached: the first screen, and the steps from it.
type Steps = fn(&mut Window);

fn letter(letter: char) -> Key {
    Key::Char(letter)
}

fn nothing(_: &mut Window) {}

/// A game with some moves, and a piece selected.
fn some_moves(window: &mut Window) {
    for [from, to] in [["e2", "e4"], ["e13", "e11"], ["b1", "c3"], ["b14", "c12"]] {
        // The second tap on the destination confirms the move.
        window.click_squares(&[from, to, to]);
        (0..3).for_each(|_| window.input(vec![]));
    }
    window.click_square("j1");
}

/// All screens, by name.
const SCREENS: &[(&str, First, Steps)] = &[
    ("home", First::Home, nothing),
    ("play", First::Game, nothing),
    ("play-moves", First::Game, some_moves),
    ("play-pending", First::Game, |window| {
        some_moves(window);
        window.click_squares(&["j1", "h1", "g1", "e4", "e5"]);
    }),
    ("play-resigned", First::Game, |window| {
        some_moves(window);
        window.keys(&[Key::Escape, Key::Escape]);
    }),
    ("play-past", First::Game, |window| {
        some_moves(window);
        window.keys(&[Key::Escape, Key::Left]);
    }),
    ("question", First::Game, |window| {
        some_moves(window);
        window.key(letter('n'));
    }),
    ("help", First::Game, |window| window.key(Key::F1)),
    ("menu-game", First::Game, |window| window.key(letter('m'))),
    ("menu-variant", First::Game, |window| {
        window.key(letter('m'));
        window.click_word("Variant");
    }),
    ("menu-preferences", First::Game, |window| {
        window.key(letter('m'));
        window.click_word("Preferences");
    }),
    ("learn", First::Game, |window| window.key(letter('l'))),
    ("puzzles", First::Game, |window| window.key(letter('p'))),
    ("puzzle", First::Game, |window| window.keys(&[letter('p'), Key::Enter])),
    ("games", First::Game, |window| {
        some_moves(window);
        window.keys(&[Key::Escape, Key::Escape, letter('g')]);
    }),
    ("results", First::Game, |window| {
        window.key(letter('g'));
        window.click_word("Results");
    }),
    ("import", First::Game, |window| {
        window.key(letter('g'));
        window.click_word("Import");
    }),
    ("analysis", First::Game, |window| {
        some_moves(window);
        window.keys(&[Key::Escape, Key::Escape, letter('a')]);
        (0..3).for_each(|_| window.input(vec![]));
    }),
    ("analysis-share", First::Game, |window| {
        some_moves(window);
        window.keys(&[Key::Escape, Key::Escape, letter('a')]);
        window.click_word("Share");
    }),
    ("analysis-edit", First::Game, |window| {
        some_moves(window);
        window.keys(&[Key::Escape, Key::Escape, letter('a')]);
        window.click_word("Edit");
    }),
    ("editor", First::Game, |window| window.key(letter('e'))),
    ("workshop", First::Home, |window| window.key(letter('w'))),
    ("rules", First::Game, |window| {
        window.key(Key::F1);
        window.click_word("Rules of the game");
    }),
];

#[derive(Clone, Copy)]
enum First {
    Home,
    Game,
    Analysis(&'static str),
}

/// An analysis of a game with a variation.
const VARIATION: &str =
    "[Variant \"chess\"]\n\n1. e4 e5 2. Qh5 Ke7 (2... Nc6 3. Bc4 g6 4. Qf3 Nf6 5. Nc3) 3. Qxe5# 1-0";

fn open(folder: &TempFolder, first: First, size: Size, steps: Steps) -> Window {
    open_with(folder, first, size, steps, ConfirmMoves::Small)
}

fn open_with(
    folder: &TempFolder,
    first: First,
    size: Size,
    steps: Steps,
    confirm_moves: ConfirmMoves,
) -> Window {
    let mut choices = Config::built_in().new_game("xxl");
    choices.color = ColorChoice::White;
    choices.clocks = BySeat::both(control(180, 0));
    choices.options = Options { opponent: OpponentKind::Human, confirm_moves, ..choices.options };
    let first_screen = match first {
        First::Home => FirstScreen::Home,
        First::Game => FirstScreen::Game { search: false },
        First::Analysis(text) => FirstScreen::Analysis(text.to_owned()),
    };
    let mut setup = AppSetup {
        storage: folder.storage(),
        first_screen,
        page: Some("http://localhost/".to_owned()),
        ..app_setup(choices)
    };
    setup.computers.analyst = Box::new(|_| Box::new(Silent));
    let mut window = Window::of_size(App::new(setup).expect("a screen"), size, ());
    window.touch = true;
    window.input(vec![]);
    steps(&mut window);
    window.input(vec![]);
    window
}

/// Targets that are smaller than a finger, outside the window or over each other, and texts that are too small.
fn faults(window: &Window, (w, h): Size) -> Vec<String> {
    let nodes = window.app.access().into_iter();
    let targets =
        nodes.filter(|node| !node.press.is_empty() && node.role != Role::Square && node.bounds[2] > 0.0);
    let targets: Vec<_> = targets.collect();
    let named = |target: &AccessNode| format!("{:?} {:?}", target.name, target.bounds);
    let rect = |target: &AccessNode| {
        let [x, y, w, h] = target.bounds;
        Rect::new(x, y, w, h)
    };
    let mut faults = Vec::new();
    for (index, target) in targets.iter().enumerate() {
        let [x, y, width, height] = target.bounds;
        if width < 43.9 || height < 43.9 {
            faults.push(format!("{} is small", named(target)));
        }
        if x < -0.5 || y < -0.5 || x + width > w + 0.5 || y + height > h + 0.5 {
            faults.push(format!("{} is outside", named(target)));
        }
        for other in &targets[..index] {
            if overlap(rect(target).inset(0.6), rect(other).inset(0.6)) {
                faults.push(format!("{} is over {}", named(target), named(other)));
            }
        }
    }
    for text in window.scene().texts() {
        let is_on_board = matches!(text.role, TextRole::Coordinate | TextRole::Star);
        if text.size < 13 && !is_on_board {
            faults.push(format!("{:?} is {} px high", text.text, text.size));
        }
    }
    faults
}

/// On phones and tablets no screen has a target of less than 44 pixels, targets over each other or outside the window, or
/// a text of less than 13 pixels.
#[test]
fn every_screen_has_targets_for_fingers() {
    let mut all = Vec::new();
    for &(name, first, steps) in SCREENS {
        let folder = TempFolder::new();
        let mut window = open(&folder, first, PHONE, steps);
        for size in SIZES {
            window.size = size;
            window.input(vec![]);
            let (w, h) = size;
            all.extend(faults(&window, size).into_iter().map(|fault| format!("{name} {w}x{h}: {fault}")));
        }
    }
    assert!(all.is_empty(), "{} faults:\n{}", all.len(), all.join("\n"));
}

/// On phones held upright, the workshop shows the start position without scrolling. On a tall phone it shows the diagram of a
/// piece, too. Play and Save are below both.
#[test]
fn workshop_of_a_phone_shows_its_boards() {
    for size in [PHONE, (360.0, 640.0)] {
        let folder = TempFolder::new();
        let mut window = open(&folder, First::Home, size, |window| window.key(letter('w')));
        let knobs = |window: &Window| ["Play", "Save", "Rules"].map(|label| window.shows(label));
        if size == PHONE {
            assert!(window.shows("All directions") && knobs(&window) == [true; 3], "{size:?}");
            let middle = window.word("All directions").expect("the choice above the diagram");
            let piece = window.scene();
            let mut pieces = piece.sprites().filter(|sprite: &&Sprite| sprite.rect.y > middle.y);
            assert!(pieces.next().is_some(), "{size:?}: no piece in the diagram");
        }
        window.click_word("Board");
        assert_eq!(window.scene().sprites().count(), 56, "{size:?}");
        assert_eq!(knobs(&window), [true; 3], "{size:?}");
    }
}

/// The buttons that leave the editor are in sight in each size.
#[test]
fn editor_is_left_without_scrolling() {
    for size in SIZES {
        let folder = TempFolder::new();
        let window = open(&folder, First::Game, size, |window| window.key(letter('e')));
        let shown = ["Analyse", "Play", "Close"].map(|label| window.shows(label));
        assert_eq!(shown, [true; 3], "{size:?}");
    }
}

/// The moves of a variation are shown whole in the larger font of a touch screen.
#[test]
fn moves_of_a_variation_are_whole_on_touch_screens() {
    // The other sizes have one row of moves below the board.
    for size in [PHONE, (844.0, 390.0)] {
        let window = open(&TempFolder::new(), First::Analysis(VARIATION), size, nothing);
        let scene = window.scene();
        let moves = scene.texts().filter(|text| text.role == TextRole::Moves).map(|text| text.text.as_str());
        let moves: Vec<_> = moves.collect();
        assert!(moves.contains(&"2…Nc6") && moves.contains(&"Nf6"), "{size:?}: {moves:?}");
    }
}

/// The analysis has buttons that flip the board and open the help in each size, because phones have no keys.
#[test]
fn analysis_can_be_flipped_by_touch() {
    let (_, first, steps) = SCREENS.iter().find(|(name, ..)| *name == "analysis").expect("a screen");
    for size in SIZES {
        let folder = TempFolder::new();
        let mut window = open(&folder, *first, size, *steps);
        assert!(window.shows("?"), "{size:?}");
        let before = window.tile("a1");
        window.click_word("Flip");
        assert!(window.tile("a1") != before, "{size:?}");
    }
}

/// A game on a phone.
fn game(folder: &TempFolder) -> Window {
    open(folder, First::Game, PHONE, nothing)
}

/// A pawn that a finger drags from e2 to e4 is drawn large and above the finger, with a ring around the square below it, and
/// goes there.
#[test]
fn a_dragged_piece_is_shown_above_the_finger() {
    let folder = TempFolder::new();
    let mut window = game(&folder);
    let (from, to) = (window.tile("e2"), window.tile("e4"));
    window.input_at(from, vec![InputEvent::Moved(from), InputEvent::Dragged(from), InputEvent::Moved(to)]);
    let scene = window.scene();
    let lifted = scene.sprites().last().expect("the pawn");
    assert_eq!((lifted.name.as_str(), lifted.square), ("pawn", Some(at("e2"))));
    assert!(lifted.rect.w >= 64.0 && lifted.rect.y + lifted.rect.h < to.y, "{:?}", lifted.rect);
    assert!(window.has_ring("e4"));
    window.input_at(to, vec![InputEvent::Released(MouseButton::Left, to), InputEvent::PointerLeft]);
    let stands = |square| window.scene().sprites().any(|sprite| sprite.square == Some(at(square)));
    assert!(stands("e4") && !stands("e2"));
}

/// Two fingers that go apart by the factor 2 around e2 enlarge the board, and e2 stays between them. A tap reaches the square
/// that is shown there, and a double tap shows the whole board again.
#[test]
fn two_fingers_enlarge_the_board() {
    let folder = TempFolder::new();
    let mut window = game(&folder);
    let tiles = |window: &Window| window.scene().tiles().count();
    let (before, at) = (window.tile("e2"), window.tile("e2"));
    window.input(vec![InputEvent::Pinched { at, by: (0.0, 0.0), factor: 2.0 }]);
    let tile = window.scene().tiles().next().map(|tile| tile.rect.w);
    assert_eq!((tile, tiles(&window) < 100), (Some(54.0), true));
    let now = window.tile("e2");
    assert!((now.x - before.x).abs() <= 27.0 && (now.y - before.y).abs() <= 27.0, "{now:?}");
    window.click_squares(&["e2", "e4"]);
    window.input(vec![InputEvent::DoubleTapped(at)]);
    assert_eq!(tiles(&window), 196);
    assert!(window.scene().sprites().any(|sprite| sprite.square == Some(crate::common::at("e4"))));
}

/// Whether a piece that is drawn wholly, or else faintly, stands on the tile called `name`.
fn stands(window: &Window, name: &str, wholly: bool) -> bool {
    let is_there = |sprite: &Sprite| sprite.square == Some(at(name)) && (sprite.alpha == u8::MAX) == wholly;
    window.scene().sprites().any(is_there)
}

/// Whether the pawn of e2 waits on e4 for a second tap.
fn is_pending(window: &Window) -> bool {
    let has_piece = stands(window, "e2", false) && stands(window, "e4", false);
    has_piece && window.has_ring("e4") && window.shows("Confirm")
}

/// On the small squares of a phone a tap on e4 shows the pawn on e4, with a ring and two buttons. A second tap makes the move.
/// The button "Confirm" makes it, too. The move is announced when it is pending and when it is made.
#[test]
fn a_second_tap_confirms_a_move_to_a_small_square() {
    for by_button in [false, true] {
        let folder = TempFolder::new();
        let mut window = game(&folder);
        window.click_squares(&["e2", "e4"]);
        assert!(is_pending(&window));
        assert_eq!(window.announced.last().map(String::as_str), Some("Pawn e2 to e4. Tap again to confirm."));
        if by_button {
            window.click_word("Confirm");
        } else {
            window.click_square("e4");
        }
        assert!(stands(&window, "e4", true) && !stands(&window, "e2", true) && !is_pending(&window));
        assert_eq!(window.announced.last().map(String::as_str), Some("White: pawn e2 to e4."));
    }
}

/// The button "Cancel", a tap on an empty square, a tap on another piece, and Escape leave the pawn on e2. A tap on another
/// destination replaces the pending move.
#[test]
fn a_tap_elsewhere_cancels_a_pending_move() {
    let cancels: [fn(&mut Window); 4] = [
        |window| window.click_word("Cancel"),
        |window| window.click_square("h7"),
        |window| window.click_square("g2"),
        |window| window.key(Key::Escape),
    ];
    for cancel in cancels {
        let folder = TempFolder::new();
        let mut window = game(&folder);
        window.click_squares(&["e2", "e4"]);
        cancel(&mut window);
        assert!(stands(&window, "e2", true) && !stands(&window, "e4", false) && !window.shows("Confirm"));
        assert_eq!(window.announced.last().map(String::as_str), Some("Move cancelled."));
    }
    let folder = TempFolder::new();
    let mut window = game(&folder);
    window.click_squares(&["e2", "e4", "e3"]);
    assert!(stands(&window, "e3", false) && window.has_ring("e3") && !stands(&window, "e4", false));
    window.click_square("e3");
    assert!(stands(&window, "e3", true));
}

/// A finger that moves down from the slider of the level does not change the level, and one that moves to the side does.
#[test]
fn only_a_finger_that_moves_to_the_side_drags_a_slider() {
    for (step, changes) in [(Point::new(5.0, 200.0), false), (Point::new(120.0, 5.0), true)] {
        let mut window = open(&TempFolder::new(), First::Home, PHONE, nothing);
        let slider = window.app.access().into_iter().find(|node| node.role == Role::Slider);
        let [x, y, w, h] = slider.expect("the level").bounds;
        let from = Point::new(x + w * 0.3, y + h / 2.0);
        let to = Point::new(from.x + step.x, from.y + step.y);
        let before = window.text_of(TextRole::Label);
        window
            .input_at(from, vec![InputEvent::Moved(from), InputEvent::Dragged(from), InputEvent::Moved(to)]);
        window.input_at(to, vec![InputEvent::Released(MouseButton::Left, to), InputEvent::PointerLeft]);
        assert_eq!(window.text_of(TextRole::Label) != before, changes);
    }
}

/// Whether a tap, a dragged piece and a click of the mouse wait for a second tap, for each value of the option on small
/// squares and on larger ones.
#[test]
fn the_option_chooses_what_waits_for_a_second_tap() {
    use ConfirmMoves::{Always, Never, Small};
    let tap: fn(&mut Window) = |window| window.click_squares(&["e2", "e4"]);
    let drag: fn(&mut Window) = |window| {
        let (from, to) = (window.tile("e2"), window.tile("e4"));
        window
            .input_at(from, vec![InputEvent::Moved(from), InputEvent::Dragged(from), InputEvent::Moved(to)]);
        window.input_at(to, vec![InputEvent::Released(MouseButton::Left, to), InputEvent::PointerLeft]);
    };
    let mouse: fn(&mut Window) = |window| {
        window.touch = false;
        window.input(vec![]);
        window.click_squares(&["e2", "e4"]);
    };
    let tablet = (820.0, 1180.0);
    for (option, size, expected) in [
        (Small, PHONE, [true, false, false]),
        (Small, tablet, [false; 3]),
        (Never, PHONE, [false; 3]),
        (Always, PHONE, [true, true, false]),
        (Always, tablet, [true, true, false]),
    ] {
        let waits = [tap, drag, mouse].map(|moves| {
            let folder = TempFolder::new();
            let mut window = open_with(&folder, First::Game, size, nothing, option);
            moves(&mut window);
            is_pending(&window)
        });
        assert_eq!(waits, expected, "{option:?} {size:?}");
    }
}

/// A second tap soon after the first one makes the move and leaves the board enlarged.
#[test]
fn a_confirmed_move_is_no_double_tap() {
    let folder = TempFolder::new();
    let mut window = open_with(&folder, First::Game, PHONE, nothing, ConfirmMoves::Always);
    let at = window.tile("e2");
    window.input(vec![InputEvent::Pinched { at, by: (0.0, 0.0), factor: 2.0 }]);
    window.click_squares(&["e2", "e4", "e4"]);
    window.input(vec![InputEvent::DoubleTapped(window.tile("e4"))]);
    assert!(stands(&window, "e4", true) && window.scene().tiles().count() < 100);
}

/// In a puzzle and in a lesson a move to a small square waits for a second tap, too, and buttons to confirm and to cancel it
/// stand in the panel. On the analysis board it does not wait.
#[test]
fn puzzles_and_lessons_confirm_moves() {
    for (key, expected) in [('p', true), ('l', true), ('a', false)] {
        let folder = TempFolder::new();
        let mut window = game(&folder);
        window.keys(&[Key::Escape, letter(key)]);
        if key == 'p' {
            window.key(Key::Enter);
        }
        window.input(vec![]);
        let own: Vec<_> = window
            .scene()
            .sprites()
            .filter_map(|sprite| sprite.square.filter(|_| sprite.color == Color::White))
            .collect();
        let target = own.iter().find_map(|square| {
            window.click_square(&square.to_string());
            window.scene().tiles().find(|tile| tile.tint == Some(Tint::Target)).map(|tile| tile.square)
        });
        let target = target.expect("a move").to_string();
        window.click_square(&target);
        let words = [window.shows("Confirm"), window.shows("Cancel"), window.has_ring(&target)];
        assert_eq!(words, [expected; 3], "{key}");
        if expected {
            window.click_word("Confirm");
            assert!(!window.shows("Confirm") && stands(&window, &target, true), "{key}");
        }
    }
}
