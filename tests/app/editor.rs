//! The board editor on the scene: by mouse, by keyboard, in windows of every shape, saving and playing.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use crate::common::window::{Driver, FIRST, SIZES, Window, key_event};
use crate::common::{self, Hosted, TempFolder, app_setup, overlap, variant};
use xxlchess::app::{App, AppSetup, FirstScreen};
use xxlchess::config::Config;
use xxlchess::game::board_setup::BoardSetup;
use xxlchess::game::new_game::{BySeat, ColorChoice, NewGame, PRESETS, preset};
use xxlchess::game::options::{Options, TextSize, ThemeName};
use xxlchess::notation::fen;
use xxlchess::rules::{Color, Position, Square, Variant};
use xxlchess::storage::levels::SavedLevel;
use xxlchess::view::frame::{Frame, PointerShape};
use xxlchess::view::input::{InputEvent, Key, MouseButton};
use xxlchess::view::scene::{Item, Point, Rect, Scene, Sprite, TextRole, Tint};
use xxlchess::view::screen::Size;
use xxlchess::view::screens::editor::{Editor, EditorSetup};
use xxlchess::view::text::bounds;
use xxlchess::view::theme::THEMES;

fn choices() -> NewGame {
    let clocks = BySeat::both(Some(preset(PRESETS[1])));
    NewGame { level: "xxl".to_owned(), color: ColorChoice::Black, clocks, options: Options::default() }
}

/// State of the tests of the editor besides its window.
struct State {
    folder: TempFolder,
    refusal: Rc<RefCell<Option<String>>>,
    busy: Rc<Cell<bool>>,
}

type Person = Window<State>;

impl Person {
    /// Opens an editor with `draft`.
    fn edit(draft: BoardSetup, options: Options) -> Self {
        let folder = TempFolder::new();
        let (refusal, busy) = (Rc::new(RefCell::new(None)), Rc::new(Cell::new(false)));
        let choices = NewGame { options, ..choices() };
        let setup =
            EditorSetup { draft, bottom: Color::White, choices: choices.clone(), name: String::new() };
        let editor = Hosted {
            screen: Editor::new(setup),
            refusal: Rc::clone(&refusal),
            game_in_progress: Rc::clone(&busy),
        };
        let setup = AppSetup { storage: folder.storage(), ..app_setup(choices) };
        Self::with(App::with_screen(setup, Box::new(editor)), State { folder, refusal, busy })
    }

    fn own_levels(&self) -> Vec<(String, String)> {
        let levels = self.folder.storage().levels().expect("a folder").list(&variant("xxl"));
        let level = |level: Result<SavedLevel, _>| {
            let level = level.expect("it can be read");
            (level.name, fen::format(&level.position))
        };
        levels.into_iter().map(level).collect()
    }

    /// The FEN and the choices of the game on the board.
    fn played(&self) -> Option<(String, NewGame)> {
        self.app.game_start().map(|start| (fen::format(&start.position), start.choices.clone()))
    }

    /// Opens an editor with the start of `variant`.
    fn at_start_of(variant: &Arc<Variant>) -> Self {
        Self::edit(BoardSetup::from_position(&Position::start(variant).expect("a start")), Options::default())
    }

    fn at_xxl() -> Self {
        Self::at_start_of(&variant("xxl"))
    }

    /// Opens an editor with an empty board of xxl.
    fn at_empty() -> Self {
        Self::edit(BoardSetup::new(&variant("xxl"), [], Color::White), Options::default())
    }

    /// A frame without time and input; all announcements since the last one.
    fn next_frame(&mut self) -> Frame {
        self.after(Duration::ZERO, vec![]);
        Frame { announcements: std::mem::take(&mut self.announced), ..self.frame.clone() }
    }

    /// The middle of a piece of the palette.
    fn palette(&self, color: Color, name: &str) -> Point {
        let scene = self.scene();
        let inside =
            |sprite: &&Sprite| sprite.square.is_none() && sprite.color == color && sprite.name == name;
        scene.sprites().find(inside).unwrap_or_else(|| panic!("no {color} {name}")).rect.center()
    }

    /// The middle of the palette's cell for moving pieces, or of the cell for removing them.
    fn tool(&self, color: Color) -> Point {
        // The cell is to the left of the first kind of piece.
        let first = self.palette(color, "pawn");
        let width = self.palette(color, "rook").x - first.x;
        Point::new(first.x - width, first.y)
    }

    /// The message of the topmost screen.
    fn message(&self) -> String {
        topmost(&self.scene(), self.size).text_of(TextRole::Message)
    }

    /// The pieces on the board, as in a FEN, read from the picture alone.
    fn board(&self) -> String {
        let rules = variant("xxl");
        let mut setup = rules.start().clone();
        let scene = self.scene();
        let standing = scene.sprites().filter_map(|sprite| Some((sprite.square?, sprite)));
        let piece = |sprite: &Sprite| {
            let kind = rules.rules().kind_by_letter(sprite.letter).expect("a kind");
            xxlchess::rules::Piece::new(sprite.color, kind)
        };
        setup.pieces = standing.map(|(square, sprite)| (square, piece(sprite))).collect();
        fen::format_board(&rules, &setup)
    }

    /// Puts both kings on the board by the palette.
    fn put_kings(&mut self) {
        for (color, square) in [(Color::White, "h1"), (Color::Black, "h14")] {
            let (king, tile) = (self.palette(color, "king"), self.tile(square));
            self.click(king);
            self.click(tile);
        }
    }
}

const EMPTY: &str = "14/14/14/14/14/14/14/14/14/14/14/14/14/14";
const KINGS: &str = "7k6/14/14/14/14/14/14/14/14/14/14/14/14/7K6";
const START: &str =
    "rnbhcgakgcebnr/pppppppppppppp/14/14/14/14/14/14/14/14/14/14/PPPPPPPPPPPPPP/RNBHCGAKGCEBNR";

/// A second click removes a painted piece, a fast drag skips no tile, and a drag is one step to undo.
#[test]
fn a_piece_is_painted_by_clicks_and_drags() {
    let mut person = Person::at_empty();
    let (queen, d4) = (person.palette(Color::White, "queen"), person.tile("d4"));
    person.click(queen);
    person.click(d4);
    assert_eq!(person.board(), "14/14/14/14/14/14/14/14/14/14/3Q10/14/14/14");
    person.click(d4);
    assert_eq!(person.board(), EMPTY);
    let (a2, n2) = (person.tile("a2"), person.tile("n2"));
    let pawn = person.palette(Color::Black, "pawn");
    person.click(pawn);
    person.drag(a2, n2);
    let ranks = "14/14/14/14/14/14/14/14/14/14/14/14/pppppppppppppp/14";
    assert_eq!(person.board(), ranks);
    person.keys(&[Key::Char('z')]);
    assert_eq!(person.board(), EMPTY);
    person.keys(&[Key::Redo, Key::Char('y')]);
    assert_eq!(person.board(), ranks);
    person.keys(&[Key::Char('z')]);
    person.keys(&[Key::Char('z'); 3]);
    assert_eq!(person.board(), EMPTY);
}

/// Pieces are moved by drags and by two clicks, and removed by a drag off the board, the right button and the cross of
/// the palette.
#[test]
fn pieces_are_moved_replaced_and_removed() {
    let mut person = Person::at_xxl();
    let [a1, a5, a14, b2, c2, d2] = ["a1", "a5", "a14", "b2", "c2", "d2"].map(|name| person.tile(name));
    person.drag(a1, a5);
    person.click(a5);
    assert_eq!(person.scene().tint(Square::new(0, 4)), Some(Tint::Selected));
    person.click(a1);
    assert_eq!(person.board(), START);
    person.drag(a1, a14);
    assert!(person.board().starts_with("Rnbh") && person.board().ends_with("/1NBHCGAKGCEBNR"));
    person.drag(a14, Point::new(760.0, 300.0));
    assert!(person.board().starts_with("1nbh"));
    person.press(MouseButton::Right, b2);
    person.move_to(c2);
    person.release(MouseButton::Right, c2);
    let eraser = person.tool(Color::Black);
    person.click(eraser);
    person.click(d2);
    assert!(person.board().contains("/P3PPPPPPPPPP/"));
    let amazon = person.palette(Color::White, "amazon");
    person.drag(amazon, a14);
    assert!(person.board().starts_with("Anbh"));
    // A piece that was dragged from the palette is not chosen, so a drag moves pieces again.
    person.drag(a14, a5);
    assert!(person.board().starts_with("1nbh") && person.board().contains("/A13/"));
    person.keys(&[Key::Char('z'); 5]);
    person.input(vec![InputEvent::Key { key: Key::Char('z'), control: true }]);
    assert_eq!(person.board(), START);
}

/// A drag that leaves the window and one that is cancelled by Escape change nothing.
#[test]
fn a_cancelled_drag_changes_nothing() {
    let mut person = Person::at_xxl();
    let [a1, a5] = ["a1", "a5"].map(|name| person.tile(name));
    for end in [InputEvent::PointerLeft, key_event(Key::Escape)] {
        person.press(MouseButton::Left, a1);
        person.move_to(a5);
        person.input(vec![end]);
        person.release(MouseButton::Left, a5);
        assert_eq!(person.board(), START);
    }
}

/// The message names two faults and the number of others. Only legal positions are played or saved.
#[test]
fn faults_are_shown_at_once() {
    let mut person = Person::at_empty();
    assert_eq!(person.message(), "White has no king; black has no king.");
    for key in ['p', 's'] {
        person.keys(&[Key::Char(key)]);
    }
    person.click_word("Play");
    assert!(person.played().is_none() && person.word("Cancel").is_none());
    person.put_kings();
    assert_eq!(person.message(), "No castling.");
    let (king, a1, rook, h7) = (
        person.palette(Color::White, "king"),
        person.tile("a1"),
        person.palette(Color::White, "rook"),
        person.tile("h7"),
    );
    person.click(king);
    person.click(a1);
    person.click(rook);
    person.click(h7);
    assert!(person.message().starts_with("White has 2 kings (a1, h1); black's king is attacked"));
    person.keys(&[Key::Char('t')]);
    assert_eq!(person.message(), "White has 2 kings (a1, h1).");
    person.click(king);
    person.click(a1);
    assert_eq!(person.message(), "Check! No castling.");
    assert_eq!(person.scene().tint(Square::new(7, 13)), Some(Tint::Danger));
}

/// Analyse opens the analysis of the position on the board, and closing it leads back to the editor. A position with
/// faults cannot be analysed.
#[test]
fn a_position_of_the_editor_can_be_analysed() {
    let mut person = Person::at_empty();
    person.keys(&[Key::Char('a')]);
    assert!(person.shows("Redo"), "a board without kings");
    person.put_kings();
    let before = person.board();
    person.keys(&[Key::Char('a')]);
    assert!(!person.shows("Redo"), "the analysis hides the editor");
    assert_eq!(person.board(), before);
    person.keys(&[Key::Escape]);
    assert!(person.shows("Redo"));
    assert_eq!(person.board(), before);
}

/// The pointer is a hand over pieces, and over every square while a piece is picked up.
#[test]
fn the_pointer_is_a_hand_where_a_click_changes_something() {
    let mut person = Person::at_xxl();
    let cursors = |person: &mut Person| {
        ["a1", "a7"].map(|name| {
            person.move_to(person.tile(name));
            person.next_frame().cursor
        })
    };
    assert_eq!(cursors(&mut person), [PointerShape::Hand, PointerShape::Arrow]);
    let a1 = person.tile("a1");
    person.click(a1);
    assert_eq!(cursors(&mut person), [PointerShape::Hand; 2], "the piece picked up goes to any square");
}

/// The message names castling rights as a level file would have them, and a mate on the board.
#[test]
fn castling_rights_and_ends_are_shown() {
    let mut person = Person::at_xxl();
    assert_eq!(person.message(), "Castling: White and Black.");
    let a1 = person.tile("a1");
    person.right_click(a1);
    assert_eq!(person.message(), "Castling: White O-O and Black.");
    let mate = common::xxl("k13/1Q12/2K11/14/14/14/14/14/14/14/14/14/14/14 b - - 0 1");
    let person = Person::edit(BoardSetup::from_position(&mate), Options::default());
    assert_eq!(person.message(), "Checkmate: the game is over.");
}

/// Play starts a game with the settings of the menu, and asks before it ends another game. If it is not possible, the
/// reason is shown.
#[test]
fn play_starts_a_game_from_the_position() {
    let mut person = Person::at_empty();
    person.put_kings();
    person.keys(&[Key::Char('t')]);
    *person.refusal.borrow_mut() = Some("The computer is away.".to_owned());
    person.keys(&[Key::Char('p')]);
    assert_eq!(person.message(), "The computer is away.");
    *person.refusal.borrow_mut() = None;
    person.busy.set(true);
    person.click_word("Play");
    assert!(person.text_of(TextRole::Label).contains("Play this position?"));
    person.keys(&[Key::Escape, Key::Char('p')]);
    assert!(person.played().is_none());
    person.click_word("Play");
    assert_eq!(person.played(), Some((format!("{KINGS} b - - 0 1"), choices())));
    let saved = person.folder.storage().load_settings(&NewGame { color: ColorChoice::White, ..choices() });
    assert_eq!(saved, choices(), "the next game is played by them, too");
    assert!(person.word("Save level").is_none() && person.scene().tiles().next().is_some());
}

/// A saved level is shown with its path. It is replaced only after a question, and failures are shown.
#[test]
fn a_level_is_saved_under_its_name() {
    let mut person = Person::at_empty();
    person.put_kings();
    person.keys(&[Key::Char('s'), Key::Enter]);
    assert_eq!(person.message(), "Enter a name for the level.");
    person.type_text("Two/ kings");
    assert!(person.message().starts_with("The level appears"));
    let blocked = person.folder.0.join("levels");
    std::fs::write(&blocked, "no folder").expect("written");
    person.keys(&[Key::Enter]);
    assert!(person.message().replace(' ', "").contains("d/levels"), "{}", person.message());
    assert!(!person.message().starts_with("Saved."), "{}", person.message());
    std::fs::remove_file(blocked).expect("removed");
    person.keys(&[Key::Enter]);
    // The path is broken between its folders where it is too long for a line.
    let said = person.message().replace(' ', "");
    assert!(said.contains("/aperson/d/levels/xxl/Twokings.txt"), "{said}");
    person.keys(&[Key::Enter]);
    let first = [("Two kings".to_owned(), format!("{KINGS} w - - 0 1"))];
    assert_eq!(person.own_levels(), first);
    // The name stays, and so does the level unless the question is answered.
    person.keys(&[Key::Char('t'), Key::Char('s'), Key::Enter]);
    assert_eq!(person.message(), "There is already a level called Two kings. Replace it?");
    assert_eq!(person.own_levels(), first);
    // The second press of a double click is no answer.
    person.click_word("Replace");
    person.keys(&[Key::Enter]);
    assert_eq!(person.own_levels(), first);
    person.after(Duration::from_millis(500), vec![]);
    person.click_word("Replace");
    assert_eq!(person.own_levels(), [("Two kings".to_owned(), format!("{KINGS} b - - 0 1"))]);
    person.click_word("Done");
    // The first Escape releases the chosen king. The second closes the editor, because nothing would be lost.
    person.keys(&[Key::Escape, Key::Escape]);
    assert!(person.scene().items.is_empty());
}

/// The dialog gives the reason why a level file cannot hold the position.
#[test]
fn the_dialog_tells_why_a_fen_is_saved() {
    for (fen, words) in [
        ("7k6/14/14/14/14/14/14/14/14/14/14/14/14/7K6 b - - 0 1", "in a level file White moves first"),
        ("7K6/14/14/14/14/14/14/14/14/14/14/14/14/7k6 w - - 0 1", "White's pieces stand below Black's"),
    ] {
        let mut person = Person::edit(BoardSetup::from_position(&common::xxl(fen)), Options::default());
        person.keys(&[Key::Char('s')]);
        assert!(person.message().contains(words), "{}", person.message());
    }
}

/// Closing asks only if the position differs from the one that was opened.
#[test]
fn closing_asks_only_if_there_are_changes() {
    let mut person = Person::at_xxl();
    let [a2, a4] = ["a2", "a4"].map(|name| person.tile(name));
    person.drag(a2, a4);
    person.keys(&[Key::Escape]);
    assert!(person.word("Close without saving?").is_some());
    person.keys(&[Key::Escape, Key::Char('z'), Key::Escape]);
    assert!(person.scene().items.is_empty());
    let mut person = Person::at_xxl();
    person.drag(a2, a4);
    person.keys(&[Key::Escape, Key::Char('y')]);
    assert!(person.scene().items.is_empty());
}

/// Tools, cursor, pieces and buttons are used by the keyboard alone.
#[test]
fn a_position_can_be_made_by_keyboard() {
    let mut person = Person::at_empty();
    // The keys go to the palette, choose the white pawn and go back to the board, where the cursor is in the middle.
    person.keys(&[Key::Tab, Key::Tab, Key::Right, Key::Enter, Key::Enter]);
    person.keys(&[Key::Right, Key::Up, Key::Space]);
    assert_eq!(person.board(), "14/14/14/14/14/8P5/7P6/14/14/14/14/14/14/14");
    person.keys(&[Key::Escape, Key::Enter, Key::Left, Key::Enter, Key::Delete]);
    assert_eq!(person.board(), "14/14/14/14/14/14/7P6/14/14/14/14/14/14/14");
    // On the turned board the arrows move the cursor as on the screen.
    person.keys(&[Key::Char('f'), Key::Up, Key::Enter, Key::Left, Key::Enter]);
    assert_eq!(person.board(), "14/14/14/14/14/14/8P5/14/14/14/14/14/14/14");
    // Tab passes the palette and the buttons for side to move, castling, undo and clear. Down goes to the start position.
    person.keys(&[Key::Tab; 6]);
    person.keys(&[Key::Down, Key::Enter]);
    assert_eq!(person.board(), START);
    person.keys(&[Key::Char('c')]);
    assert_eq!(person.board(), EMPTY);
}

/// Delete empties the tile of the cursor only while the cursor is shown.
#[test]
fn a_click_hides_the_cursor() {
    let mut person = Person::at_xxl();
    let a2 = person.tile("a2");
    person.key(Key::Tab);
    person.click(a2);
    person.click(a2);
    person.key(Key::Delete);
    assert_eq!(person.board(), START);
    person.key(Key::Delete);
    assert!(person.board().contains("/1PPPPPPPPPPPPP/"));
}

/// A pasted position, legal or not, is undone in one step. Another text changes nothing and is refused with a reason.
#[test]
fn positions_are_copied_and_pasted() {
    let mut person = Person::at_xxl();
    person.key(Key::Copy);
    assert_eq!(person.copied.take(), Some(format!("{START} w KQkq - 0 1")));
    person.keys(&[Key::Char('c'), Key::Char('t'), Key::Copy]);
    assert_eq!(person.copied.take(), Some(format!("{EMPTY} b - - 0 1")));
    person.input(vec![InputEvent::Paste(format!(" {KINGS} b - - 0 1\n"))]);
    assert_eq!((person.board().as_str(), person.message().as_str()), (KINGS, "No castling."));
    assert!(person.word("Black to move").is_some());
    person.input(vec![InputEvent::Paste("8/8 w".to_owned())]);
    assert!(person.message().starts_with("FEN, pieces: 2 ranks; 14 are needed"), "{}", person.message());
    assert_eq!(person.board(), KINGS);
    person.keys(&[Key::Char('z')]);
    assert_eq!(person.board(), EMPTY);
}

/// A pasted position keeps single rights to castle, its en passant target and its counters until the board is changed.
#[test]
fn a_pasted_fen_is_copied_as_it_was() {
    let mut person = Person::at_start_of(&variant("chess"));
    for fen in
        ["r3k2r/8/8/8/8/8/8/R3K2R b Kq - 3 20", "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b Kq e3 0 3"]
    {
        person.input(vec![InputEvent::Paste(fen.to_owned())]);
        person.key(Key::Copy);
        assert_eq!(person.copied.take().as_deref(), Some(fen));
    }
    let a2 = person.tile("a2");
    person.right_click(a2);
    person.key(Key::Copy);
    let changed = "rnbqkbnr/ppp1pppp/8/8/3pP3/8/1PPP1PPP/RNBQKBNR b KQkq - 0 1";
    assert_eq!(person.copied.take().as_deref(), Some(changed));
    person.keys(&[Key::Char('z'), Key::Copy]);
    let restored = person.copied.take();
    assert_eq!(restored.as_deref(), Some("rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b Kq e3 0 3"));
}

/// Focus, faults and the result of saving are announced. Squares under the mouse are not.
#[test]
fn focus_and_faults_are_announced() {
    let mut person = Person::at_xxl();
    assert_eq!(person.next_frame().announcements, ["Castling: White and Black."]);
    let mut announced = |keys: &[Key]| {
        person.keys(keys);
        person.next_frame().announcements
    };
    assert_eq!(announced(&[Key::Tab]), ["h8, empty."]);
    assert_eq!(
        announced(&[Key::Tab, Key::Right]),
        ["Move pieces; drop one off the board to remove it", "White pawn"]
    );
    assert_eq!(announced(&[Key::Enter, Key::Enter]), ["h8, empty.", "h8, White pawn."]);
    assert_eq!(announced(&[Key::Char('c')])[1], "White has no king; black has no king.");
    assert_eq!(announced(&[Key::Tab, Key::Tab])[1], "T: Change the side to move");
    let a2 = person.tile("a2");
    person.move_to(a2);
    assert!(person.next_frame().announcements.is_empty());
    person.put_kings();
    person.keys(&[Key::Char('s')]);
    let said = person.next_frame().announcements;
    assert_eq!(said[said.len() - 1], "Name: .");
    person.type_text("a");
    person.keys(&[Key::Enter]);
    let said = person.next_frame().announcements;
    assert!(said[said.len() - 2].starts_with("Saved."), "{said:?}");
    assert_eq!(said[said.len() - 1], "Button: Done.");
}

/// The editor is opened by button and key, and the level it has saved is selected in the menu afterwards.
#[test]
fn the_menu_opens_the_editor() {
    let mut person = Person::at_xxl();
    let setup = AppSetup {
        storage: person.folder.storage(),
        first_screen: FirstScreen::Menu,
        ..app_setup(choices())
    };
    person.app = App::new(setup).expect("a menu");
    person.click_word("Editor");
    assert_eq!(person.board(), START);
    // The editor fills the window, so nothing of the menu is drawn below it.
    assert!(person.word("New game").is_none());
    // Black is at the bottom, as chosen in the menu.
    assert!(person.tile("h14").y > person.tile("h1").y);
    person.keys(&[Key::Escape, Key::Char('e')]);
    let a2 = person.tile("a2");
    person.right_click(a2);
    person.keys(&[Key::Char('s')]);
    person.type_text("mine");
    person.keys(&[Key::Enter, Key::Enter, Key::Escape]);
    assert!(person.word("mine").is_some() && person.word("New game").is_some());
    // The dialog has the name when the level is edited again.
    person.keys(&[Key::Char('e'), Key::Char('s'), Key::Enter]);
    assert!(person.message().contains("already a level called mine"));
}

/// The items of the topmost screen, which begin with the veil over the screen below.
fn topmost(scene: &Scene, (w, h): Size) -> Scene {
    let veil = |item: &Item| matches!(item, Item::Panel { rect, .. } if *rect == Rect::new(0.0, 0.0, w, h));
    let start = scene.items.iter().rposition(veil).map_or(0, |place| place + 1);
    Scene { items: scene.items[start..].to_vec(), ..scene.clone() }
}

/// Opened from a game in the fog, the editor has the pieces that the player sees.
#[test]
fn the_editor_shows_only_what_the_player_sees() {
    for fog in [false, true] {
        let mut choices = choices();
        choices.options.fog_of_war = fog;
        let mut person = Person::at_empty();
        person.app = App::new(app_setup(choices)).expect("a game");
        person.input(vec![]);
        person.keys(&[Key::Char('e')]);
        let (black, white) = START.split_at(START.len() / 2);
        let seen = person.board();
        assert!(seen.starts_with(&black[..29]), "{seen}");
        assert_eq!(seen.ends_with(&white[white.len() - 29..]), !fog, "{seen}");
        assert_eq!(seen.contains(|letter: char| letter.is_ascii_uppercase()), !fog, "{seen}");
        assert!(person.tile("h14").y > person.tile("h1").y);
        person.keys(&[Key::Escape]);
        assert!(person.word("Save level").is_none() && person.scene().tiles().next().is_some());
    }
}

/// The faults of the picture and the texts that lie over the board.
fn faults(person: &Person, what: &str) -> Vec<String> {
    let size = person.size;
    let scene = topmost(&person.scene(), size);
    let mut faults = common::faults(&scene.items, Rect::new(0.0, 0.0, size.0, size.1));
    let texts = scene.texts().filter(|text| text.role != TextRole::Coordinate);
    let on_board = texts.filter(|text| {
        let ink = bounds(text);
        scene.tiles().any(|tile| overlap(ink, tile.rect))
    });
    faults.extend(on_board.map(|text| format!("{:?} is on the board", text.text)));
    faults.into_iter().map(|fault| format!("{what} {size:?}: {fault}")).collect()
}

/// All texts fit in windows of all sizes, with boards of all shapes, usual and largest texts, and in the dialog.
#[test]
fn no_text_of_the_editor_is_clipped() {
    let mut found = Vec::new();
    for name in ["xxl", "chess", "xxl16", "xxlfairy", "capablanca"] {
        let sizes = SIZES.into_iter().flat_map(|size| [(size, TextSize::Normal), (size, TextSize::Largest)]);
        for (size, letters) in sizes {
            let options = Options { text_size: letters, ..Options::default() };
            let start = BoardSetup::from_position(&Position::start(&variant(name)).expect("a start"));
            let mut person = Person::edit(start, options);
            person.size = size;
            found.extend(faults(&person, name));
            person.keys(&[Key::Char('s')]);
            found.extend(faults(&person, "naming"));
            person.type_text("A name of thirty letters is it");
            person.keys(&[Key::Enter]);
            found.extend(faults(&person, "saved"));
            person.keys(&[Key::Enter, Key::Char('c')]);
            found.extend(faults(&person, "empty"));
            person.busy.set(true);
            // The keyboard moves over the same buttons whatever the board is.
            for _ in 0..if name == "xxl" { 10 } else { 0 } {
                person.keys(&[Key::Tab]);
                found.extend(faults(&person, "keyboard"));
            }
        }
    }
    assert!(found.is_empty(), "{} faults\n{}", found.len(), found.join("\n"));
}

/// With every theme the palette has all pieces of both colours.
#[test]
fn the_editor_uses_the_theme_and_every_piece() {
    for (theme, &name) in THEMES.iter().zip(ThemeName::ALL) {
        let options = Options { theme: name, ..Options::default() };
        let fairy = variant("xxlfairy");
        let person = Person::edit(BoardSetup::new(&fairy, [], Color::White), options);
        let scene = person.scene();
        assert_eq!(scene.background, theme.background);
        for kind in fairy.kinds() {
            for color in Color::ALL {
                person.palette(color, &fairy.piece(kind).name);
            }
        }
    }
}

/// Random input in windows of extreme sizes does not panic.
#[test]
fn no_window_and_no_input_makes_the_editor_panic() {
    let keys = [
        Key::Left,
        Key::Right,
        Key::Up,
        Key::Down,
        Key::Tab,
        Key::Enter,
        Key::Space,
        Key::Delete,
        Key::Escape,
        Key::Char('z'),
        Key::Char('t'),
        Key::Char('c'),
        Key::Char('r'),
        Key::Char('f'),
        Key::Char('s'),
    ];
    for size in [(1.0, 1.0), (0.0, 0.0), (90.0, 2000.0), (3000.0, 60.0), (200.0, 150.0), FIRST] {
        let mut person = Person::at_xxl();
        person.busy.set(true);
        person.size = size;
        let mut dice = common::Dice::new(size.0 as u64 + 1);
        for _ in 0..400 {
            let key = keys[dice.below(keys.len())];
            let at = Point::new(dice.below(900) as f32, dice.below(700) as f32);
            let button = if dice.below(3) == 0 { MouseButton::Right } else { MouseButton::Left };
            person.input_at(at, vec![InputEvent::Pressed(button, at), InputEvent::Typed('5')]);
            person.move_to(Point::new(dice.below(900) as f32 - 50.0, dice.below(700) as f32));
            person.input(vec![key_event(key), InputEvent::Released(button, person.pointer)]);
            let _ = person.scene();
        }
    }
}

/// Closing the window asks before a position is lost, and a second request closes it without an answer.
#[test]
fn closing_the_window_asks_before_a_position_is_lost() {
    let mut person = Person::at_empty();
    person.input(vec![InputEvent::CloseRequested]);
    assert!(person.next_frame().quit, "nothing is lost");
    for (answer, quits) in [(vec![Key::Enter], false), (vec![Key::Char('y')], true)] {
        let mut person = Person::at_empty();
        person.put_kings();
        person.input(vec![InputEvent::CloseRequested]);
        assert!(!person.next_frame().quit && person.word("Close without saving?").is_some());
        person.keys(&answer);
        assert_eq!(person.next_frame().quit, quits);
    }
    let mut person = Person::at_empty();
    person.put_kings();
    // After the question is cancelled, it is asked again.
    person.input(vec![InputEvent::CloseRequested]);
    person.keys(&[Key::Escape]);
    person.input(vec![InputEvent::CloseRequested]);
    assert!(!person.next_frame().quit);
    person.input(vec![InputEvent::CloseRequested]);
    assert!(person.next_frame().quit);
}

/// Pieces are set, named and removed by typing. A text that is none of that is answered by what can be typed.
#[test]
fn pieces_are_set_by_typing() {
    let mut person = Person::at_empty();
    let mut typed = |text: &str| {
        person.announced.clear();
        person.input(vec![InputEvent::Command(text.to_owned())]);
        std::mem::take(&mut person.announced).join("|")
    };
    assert!(typed("Kh1").starts_with("h1, White king."));
    assert!(typed("kh14").starts_with("h14, Black king."));
    assert!(typed("Rd5").starts_with("d5, White rook."));
    assert_eq!(typed("p R"), "White: rook d5.");
    assert!(typed("-d5").starts_with("d5, empty."));
    assert!(typed("fly").starts_with("Type a piece and a square"));
}

/// The editor would hide a clock that goes on. It opens before the first move and after the end of a game with clocks.
#[test]
fn a_game_with_clocks_is_not_edited_while_it_goes_on() {
    let mut person = Person::at_empty();
    person.app = App::new(app_setup(Config::built_in().new_game("xxl"))).expect("a game with clocks");
    person.input(vec![]);
    let is_editor = |person: &Person| person.shows("Redo");
    person.keys(&[Key::Char('e')]);
    assert!(is_editor(&person), "no clock runs");
    person.keys(&[Key::Escape]);
    for name in ["e2", "e4"] {
        let at = person.tile(name);
        person.click(at);
    }
    person.keys(&[Key::Char('e')]);
    assert!(!is_editor(&person));
    let texts: Vec<_> = person.scene().texts().map(|text| text.text.clone()).collect();
    assert!(texts.join(" ").contains("The board can be edited when the game is over"), "{texts:?}");
    person.keys(&[Key::Escape, Key::Char('e')]);
    assert!(is_editor(&person), "the game was resigned");
}
