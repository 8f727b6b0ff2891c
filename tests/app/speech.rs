//! Playing without seeing the board: typed commands and moves on every screen, and what is announced.

use std::time::Duration;

use crate::common::window::{Driver, Window};
use crate::common::{
    AT_ONCE, FakeOpponent, HUMAN_WHITE, TempFolder, app_setup, app_with, deterministic, variant,
};
use xxlchess::app::{App, AppSetup, FirstScreen};
use xxlchess::config::Config;
use xxlchess::game::options::{Options, PromotionRule};
use xxlchess::game::{Game, GameController, GameSetup};
use xxlchess::notation::coords::parse_move;
use xxlchess::notation::fen;
use xxlchess::rules::{ByColor, Color, Position};
use xxlchess::view::input::{InputEvent, Key};
use xxlchess::view::screens::play::PlayScreen;
use xxlchess::view::text::bounds;

const PROMOTION: &str = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1";

/// A game of chess against an opponent whose replies the test sets.
fn game(text: &str, opponent: &FakeOpponent) -> Window {
    let position = fen::parse(&variant("chess"), text).expect("a legal position");
    let options = Options { promotion: PromotionRule::Choose, ..Options::default() };
    let game = Game::new(GameSetup { position, players: HUMAN_WHITE, controls: ByColor::default(), options });
    let controller = GameController::new(game, Box::new(opponent.clone()), deterministic(1));
    Window::new(app_with(PlayScreen::new(controller, Color::White, None), options, AT_ONCE))
}

fn new_game() -> Window {
    let start = Position::start(&variant("chess")).expect("a start");
    game(&fen::format(&start), &FakeOpponent::default())
}

/// Announcements after a typed command.
fn say(window: &mut Window, text: &str) -> String {
    window.announced.clear();
    window.input(vec![InputEvent::Command(text.to_owned())]);
    window.input(vec![]);
    std::mem::take(&mut window.announced).join("|")
}

/// A whole exchange by typing: a move, the reply, questions about both, and the way through the moves and back.
#[test]
fn a_game_is_played_by_typing() {
    let opponent = FakeOpponent::default();
    let start = Position::start(&variant("chess")).expect("a start");
    let mut window = game(&fen::format(&start), &opponent);
    assert_eq!(say(&mut window, "knight f3"), "White: knight g1 to f3.");
    let after = fen::parse(&variant("chess"), "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1");
    opponent.set_reply(Some(parse_move(&after.expect("legal"), "d7d5").expect("legal")));
    window.announced.clear();
    window.input(vec![]);
    window.input(vec![]);
    assert_eq!(window.announced, ["Black: pawn d7 to d5."]);
    assert_eq!(say(&mut window, "l"), "Black: pawn d7 to d5.");
    assert_eq!(say(&mut window, "t"), "Move 2. White to move.");
    assert_eq!(say(&mut window, "back"), "Move 1. White: knight g1 to f3.");
    assert_eq!(say(&mut window, "p n"), "Black: knight b8, g8.");
    assert!(say(&mut window, "e4").starts_with("An earlier position is shown."));
    assert_eq!(say(&mut window, "last"), "Move 1. Black: pawn d7 to d5. This is the last move.");
    assert!(say(&mut window, "Qd5").starts_with("\"Qd5\" is not a legal move here."));
    assert_eq!(say(&mut window, "resign"), "White resigns. Black wins.");
}

/// A square is clicked by name: a piece is selected, its moves are named, and a square that it does not reach is refused.
#[test]
fn squares_are_clicked_by_name() {
    let mut window = new_game();
    assert_eq!(say(&mut window, "click b1"), "knight b1 selected, 2 moves.");
    assert_eq!(say(&mut window, "m"), "knight b1, 2 moves: a3, c3.");
    assert_eq!(say(&mut window, "click b5"), "b1 to b5 is not a legal move. Nothing is selected.");
    assert_eq!(say(&mut window, "click b5"), "b5, empty.");
    assert_eq!(say(&mut window, "cursor d1"), "d1, White queen.");
    window.announced.clear();
    window.keys(&[Key::Char('w')]);
    assert_eq!(
        window.announced,
        ["d1, White queen. White defends it with king e1. Black does not attack it."]
    );
}

/// A promotion by clicks asks for the piece, which may be typed by name.
#[test]
fn a_promotion_is_chosen_by_name() {
    let mut window = game(PROMOTION, &FakeOpponent::default());
    say(&mut window, "click a7");
    assert!(say(&mut window, "click a8").starts_with("Choose what the pawn becomes on a8."));
    assert_eq!(say(&mut window, "rook"), "White: pawn a7 to a8, promotes to rook, check.");
}

/// `/` opens the line in which a command is typed. The answer is drawn above it, letters are no shortcuts, and Escape closes it.
#[test]
fn the_command_line_takes_typed_letters() {
    let mut window = new_game();
    let plain = window.frame.scene.clone();
    window.type_text("/");
    assert_ne!(window.frame.scene, plain);
    window.type_text("p N");
    window.key(Key::Enter);
    window.input(vec![]);
    assert!(window.shows("White: knight b1, g1."), "the answer");
    window.type_text("e4");
    window.key(Key::Enter);
    assert!(window.announced.contains(&"White: pawn e2 to e4.".to_owned()), "{:?}", window.announced);
    window.key(Key::Escape);
    window.input(vec![]);
    assert!(!window.shows("White: pawn e2 to e4."));
    assert!(!window.announced.iter().any(|said| said.contains("resigns")), "{:?}", window.announced);
}

/// From the home screen a game is begun by the numbers and labels of its controls, which have names.
#[test]
fn the_home_screen_is_used_by_typing() {
    let folder = TempFolder::new();
    let setup = app_setup(Config::built_in().new_game("xxl"));
    let setup = AppSetup { storage: folder.storage(), first_screen: FirstScreen::Home, seed: None, ..setup };
    let mut window = Window::new(App::new(setup).expect("a screen"));
    let controls = say(&mut window, "controls");
    for (number, control) in controls.split('|').enumerate() {
        assert!(control.starts_with(&format!("{}. ", number + 1)) && control.len() > 5, "{controls}");
    }
    let level = controls.split('|').find(|control| control.contains("Level")).expect("the level");
    let number = level.split('.').next().expect("a number");
    for text in [number, number, "level"] {
        assert!(say(&mut window, text).starts_with("Level: "), "{text}");
    }
    let before = say(&mut window, "controls");
    say(&mut window, "right");
    assert_ne!(say(&mut window, "controls"), before);
    assert!(say(&mut window, "nonsense").starts_with("nonsense is no command here."));
    window.announced.clear();
    window.input(vec![InputEvent::Command("play".to_owned())]);
    window.after(Duration::from_millis(100), vec![]);
    assert!(window.announced.join(" ").contains("to move."), "{:?}", window.announced);
}

/// Help names the commands of the board, of every screen and of this one, and explains one.
#[test]
fn help_names_and_explains_commands() {
    let mut window = new_game();
    let help = say(&mut window, "help");
    for words in ["pieces, p [piece]", "controls, i", "Hint; Draw"] {
        assert!(help.contains(words), "{words} in {help}");
    }
    assert_eq!(say(&mut window, "help x"), "attackers, x [square]: Name the attackers of a square.");
    assert_eq!(say(&mut window, "help flip"), "flip, key F: Flip the board.");
    assert_eq!(say(&mut window, "flip"), "Black is at the bottom.");
    assert_eq!(say(&mut window, "sound"), "Sound off.");
}

/// A label of a key that does nothing now is refused, and it is not named by help. A decline without an offer, a rematch during
/// the game and taking back without a move are such labels.
#[test]
fn labels_that_do_nothing_are_refused() {
    let mut window = new_game();
    let help = say(&mut window, "help");
    for label in ["Decline", "Rematch", "Take back", "Undo"] {
        assert_eq!(say(&mut window, &label.to_lowercase()), format!("{label} is not possible now."));
        assert!(!help.contains(label), "{label} in {help}");
    }
    say(&mut window, "resign");
    assert_eq!(say(&mut window, "hint"), "Hint is not possible now.");
    assert_eq!(say(&mut window, "rematch"), "You play Black. White to move.");
}

/// The cursor is shown and hidden without naming a square, and full screen is turned on on every screen.
#[test]
fn cursor_and_full_screen_are_turned_on() {
    let mut window = new_game();
    assert_eq!(say(&mut window, "cursor"), "e1, White king.");
    assert_eq!(say(&mut window, "cursor"), "The cursor is hidden.");
    window.input(vec![InputEvent::Command("full screen".to_owned())]);
    assert_eq!(window.frame.fullscreen, Some(true));
}

/// While the command line is open, the whole board is above it.
#[test]
fn the_command_line_leaves_the_board_free() {
    let mut window = new_game();
    window.type_text("/");
    let lowest = |window: &Window| {
        let tiles = window.frame.scene.tiles().map(|tile| tile.rect.y + tile.rect.h);
        tiles.fold(0.0, f32::max)
    };
    let field =
        window.frame.scene.texts().find(|text| text.text.starts_with("Command line.")).expect("the bar");
    assert!(lowest(&window) <= bounds(field).y, "{}", lowest(&window));
}

/// A step of the lessons is done by typing: the task is read again with the stars that are left, the end names the next step, and
/// a lesson is opened by its name.
#[test]
fn a_lesson_is_done_by_typing() {
    let mut window = new_game();
    let intro = say(&mut window, "learn");
    assert!(intro.contains("Stars: l4, e10, l10."), "{intro}");
    say(&mut window, "Re10");
    let rest = "Collect all the stars. Stars: l4, l10. Can be done in 3 moves. White to move.";
    assert_eq!(say(&mut window, "turn"), rest);
    say(&mut window, "Rl10");
    assert_eq!(say(&mut window, "Rl4"), "White: rook l10 to l4.|Well done! Next: The rook captures.");
    assert_eq!(say(&mut window, "turn"), "Well done! Next: The rook captures.");
    assert_eq!(say(&mut window, "restart"), intro);
    let mate = say(&mut window, "check and mate");
    assert!(mate.starts_with("Learn, Check and mate, step 1 of "), "{mate}");
    assert!(say(&mut window, "controls").contains("Check and mate, chosen."));
    assert_eq!(say(&mut window, "close"), "The game. You play White. White to move.");
}

/// The page of the puzzles is announced after a puzzle with the new rating only: a hint has lowered it from 1200.
#[test]
fn a_closed_screen_leads_back_to_present_texts() {
    let mut window = new_game();
    assert!(say(&mut window, "puzzles").contains("Your rating: 1200?"));
    say(&mut window, "solve");
    assert!(say(&mut window, "hint").contains("Your rating: 11"));
    let page = say(&mut window, "close");
    assert!(page.contains("Your rating: 11") && !page.contains("1200"), "{page}");
}
