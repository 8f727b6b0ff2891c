//! The workshop: from the home screen to a game of the player's own, by mouse and keyboard, and links with such games.

use crate::common::window::{Driver, FIRST, WIDE, Window};
use crate::common::{TempFolder, app_setup, faults};
use xxlchess::app::{App, AppSetup, FirstScreen};
use xxlchess::config::Config;
use xxlchess::game::workshop::{Edit, Workshop};
use xxlchess::notation::variants_ini::Variants;
use xxlchess::rules::Color;
use xxlchess::view::input::{InputEvent, Key};
use xxlchess::view::scene::{Point, Rect, Sprite};
use xxlchess::view::screen::Size;

/// The home screen with chess as the variant.
fn at_home(folder: &TempFolder, size: Size) -> Window {
    at_home_of(folder, "chess", size)
}

/// The home screen with this variant.
fn at_home_of(folder: &TempFolder, variant: &str, size: Size) -> Window {
    let mut choices = Config::built_in().new_game("chess");
    choices.level = variant.to_owned();
    folder.storage().save_settings(&choices, &[]).expect("saved");
    let setup = AppSetup {
        storage: folder.storage(),
        first_screen: FirstScreen::Home,
        seed: None,
        ..app_setup(choices)
    };
    Window::of_size(App::new(setup).expect("a screen"), size, ())
}

/// The workshop with a new game on chess.
fn at_work(folder: &TempFolder, size: Size) -> Window {
    let mut window = at_home(folder, size);
    window.key(Key::Char('w'));
    window
}

/// Label of the field with the notation of the moves.
const MOVES: &str = "Moves: click squares below, or type Betza notation";
/// Key that undoes the last change.
const CTRL_Z: InputEvent = InputEvent::Key { key: Key::Char('z'), control: true };
/// Key that saves the game.
const CTRL_S: InputEvent = InputEvent::Key { key: Key::Char('s'), control: true };

/// Clicks below a label, into its field.
fn click_field(window: &mut Window, label: &str) {
    let at = window.word(label).unwrap_or_else(|| panic!("no {label}"));
    window.click(Point::new(at.x, at.y + 26.0));
}

/// Clicks the picture of the selected piece, which opens the drawings.
fn open_drawings(window: &mut Window, name: &str) {
    let scene = window.scene();
    let mut sprites = scene.sprites().filter(|sprite| sprite.name == name).map(|sprite| sprite.rect);
    let picture = sprites.find(|rect| rect.y < 200.0 && rect.x > 250.0).expect("the picture of the piece");
    window.click(picture.center());
}

/// The sprites of a piece in both colours, the largest coordinate first where they stand on the board.
fn count(window: &Window, name: &str) -> usize {
    window.scene().sprites().filter(|sprite: &&Sprite| sprite.name == name).count()
}

/// A player opens the workshop by `W`, adds a piece of their own, writes its moves and plays. The game has the piece, and is in
/// the menu at the next start.
#[test]
fn a_game_is_made_and_played() {
    let folder = TempFolder::new();
    let mut window = at_work(&folder, WIDE);
    assert!(window.shows("Start position") && window.shows("Pieces"));
    window.click_word("New piece");
    window.click_word("A piece of your own");
    assert!(window.shows("My-piece"));
    // The moves that the new piece has are selected, and are replaced.
    click_field(&mut window, MOVES);
    window.type_text("WyafsW");
    window.key(Key::Escape);
    let before = count(&window, "my-piece");
    // The keyboard puts the piece on a1, and Black's on a8.
    window.key(Key::Enter);
    window.key(Key::Enter);
    assert_eq!(count(&window, "my-piece"), before + 2);
    window.click_word("Play");
    assert!(window.shows("My game · playing White"), "the sidebar names the variant");
    let start = window.app.game_start().expect("a game").position.clone();
    let rules = start.variant().rules();
    assert_eq!(rules.name, "my-game");
    let kind = rules.pieces.iter().position(|piece| piece.name == "my-piece").expect("a piece");
    assert_eq!(start.board().pieces().filter(|(_, piece)| piece.kind.index() == kind).count(), 2);
    drop(window);
    let (variants, problems) = folder.storage().variants();
    assert!(problems.is_empty(), "{problems:?}");
    assert_eq!(variants.own_names().collect::<Vec<_>>(), ["my-game"]);
}

/// In the list of pieces a name is typed at once. "Griffin" finds a piece of another name, and Enter adds it. A name that no piece
/// has becomes a piece of the player's own, whose moves are typed next, also if it is a part of another piece's name: an admiral is
/// also called dragon king.
#[test]
fn pieces_are_found_by_typing_their_names() {
    let folder = TempFolder::new();
    let mut window = at_work(&folder, WIDE);
    window.click_word("New piece");
    window.type_text("griffin");
    window.key(Key::Enter);
    assert!(window.shows("Aanca"));
    window.click_word("New piece");
    window.type_text("panda");
    window.key(Key::Enter);
    window.type_text("fRbBsF");
    window.click_word("New piece");
    window.type_text("Dragon");
    window.key(Key::Enter);
    window.type_text("AH");
    window.click_word("Copy as text");
    let text = window.copied.clone().expect("a text");
    assert!(text.contains(":FyafsF\n") && text.contains(":fRbBsF\n"), "{text}");
    assert!(text.contains(":AH\n"), "{text}");
    assert!(text.contains("panda") && text.contains("Dragon"), "{text}");
}

/// Knights get other moves in a game that has a saved game with a knight's move. Saving asks, and the answer "Save as new"
/// leaves the earlier game as it is. A change of a value asks nothing.
#[test]
fn games_stay_readable_when_rules_change() {
    let folder = TempFolder::new();
    let storage = folder.storage();
    let text = "[my-game:chess]\ncastling = false\n";
    storage.save_variant("my-game", text, false).expect("saved");
    let games = folder.join("games");
    std::fs::create_dir_all(&games).expect("a folder");
    let tags = [
        "Event \"XXL chess\"",
        "Result \"*\"",
        "WhiteType \"human\"",
        "BlackType \"program\"",
        "TimeControl \"-\"",
        "Options \"opponent=human\"",
        "Termination \"unterminated\"",
        "Variant \"my-game\"",
    ];
    let pgn: String = tags.iter().map(|tag| format!("[{tag}]\n")).collect::<String>() + "\n1. Nf3 *\n";
    std::fs::write(games.join("2025-01-31_14-22-33.pgn"), pgn).expect("written");
    let mut window = at_home_of(&folder, "my-game", WIDE);
    window.key(Key::Char('w'));
    window.click_word("Knight");
    window.click_word("Measure");
    window.click_word("Save");
    assert!(window.word("Save as new").is_none(), "a value breaks no game");
    click_field(&mut window, MOVES);
    window.key(Key::SelectAll);
    window.type_text("W");
    let before = std::fs::read_to_string(folder.join("variants/my-game.ini")).expect("a file");
    window.click_word("Save");
    window.click_word("Save as new");
    assert!(window.shows("My game 2"));
    assert_eq!(std::fs::read_to_string(folder.join("variants/my-game.ini")).expect("a file"), before);
    let (variants, _) = storage.variants();
    assert!(variants.own_names().eq(["my-game-2", "my-game"]));
}

/// A name keeps its capitals and its space on the screen and in the saved game.
#[test]
fn names_of_pieces_keep_capitals_and_spaces() {
    let folder = TempFolder::new();
    let mut window = at_work(&folder, WIDE);
    window.click_word("New piece");
    window.type_text("Snow Leopard");
    window.key(Key::Enter);
    assert!(window.shows("Snow Leopard"));
    window.type_text("W");
    window.input(vec![CTRL_S]);
    let pieces = folder.storage().variants().0.known_pieces();
    assert!(pieces.iter().any(|piece| piece.name == "Snow Leopard"), "{pieces:?}");
}

/// A game can begin with king and pawns only. Pawns become the first piece that is added. A piece without moves is a fault.
#[test]
fn a_game_begins_with_king_and_pawns() {
    let folder = TempFolder::new();
    let mut window = at_work(&folder, WIDE);
    let shows = |window: &Window, words: &str| window.scene().texts().any(|text| text.text.contains(words));
    window.click_word("Chess");
    window.click_word("Empty");
    assert!(window.shows("King") && !window.shows("Rook"));
    assert!(shows(&window, "Pawns promote"), "pawns can become nothing");
    window.click_word("New piece");
    window.type_text("panda");
    window.key(Key::Enter);
    assert!(shows(&window, "no moves"));
    window.type_text("W");
    assert!(shows(&window, "No faults"));
}

/// The list of pieces stays where it is when a piece is chosen that is in sight.
#[test]
fn the_list_does_not_move_when_a_piece_is_chosen() {
    let folder = TempFolder::new();
    let mut window = at_home_of(&folder, "xxl", (792.0, 560.0));
    window.key(Key::Char('w'));
    let mut chosen = 0;
    for name in ["Knight", "Bishop", "Rook", "Queen", "King", "Camel", "General", "Archbishop", "Amazon"] {
        if let Some(place) = window.word(name) {
            window.click(place);
            assert_eq!(window.word(name), Some(place), "{name}");
            chosen += 1;
        }
    }
    assert!(chosen > 3);
}

/// Letters that are typed while no field has the focus do nothing. Tab leads from the letter of a new piece to its moves. With Ctrl
/// S the game is saved while a field has the focus.
#[test]
fn typed_letters_are_no_shortcuts() {
    let folder = TempFolder::new();
    let mut window = at_work(&folder, WIDE);
    window.type_text("sprz");
    assert!(window.app.game_start().is_none() && window.shows("Start position"));
    assert_eq!(folder.storage().variants().0.own_names().count(), 0);
    window.click_word("New piece");
    window.click_word("A piece of your own");
    window.type_text("panda");
    window.keys(&[Key::Tab, Key::Tab]);
    window.type_text("FyafsF");
    window.input(vec![CTRL_S]);
    let (variants, _) = folder.storage().variants();
    let pieces = variants.known_pieces();
    assert!(pieces.iter().any(|piece| piece.name == "panda" && piece.moves == "FyafsF"), "{pieces:?}");
}

/// Closing the workshop asks for changes. "Save" saves and closes, and "Cancel" leaves it open.
#[test]
fn closing_offers_to_save() {
    let folder = TempFolder::new();
    let mut window = at_work(&folder, WIDE);
    window.click_word("My game");
    window.type_text("Garden");
    let cross = Point::new(WIDE.0 - 28.0, 28.0);
    window.click(cross);
    window.click_word("Cancel");
    assert!(window.shows("Start position") && folder.storage().variants().0.own_names().count() == 0);
    window.click(cross);
    // The first "Save" is a button of the workshop below the question.
    window.key(Key::Enter);
    assert!(!window.shows("Start position"));
    assert!(folder.storage().variants().0.own_names().eq(["garden"]));
}

/// The cross closes the workshop at the first click, also while a field has the focus.
#[test]
fn the_cross_closes_while_a_field_has_the_focus() {
    let folder = TempFolder::new();
    let mut window = at_work(&folder, WIDE);
    click_field(&mut window, MOVES);
    window.click(Point::new(WIDE.0 - 28.0, 28.0));
    assert!(!window.shows("Start position"));
}

/// Moves that cannot be read are shown as a fault while they are typed, and the game can be neither played nor saved. Undo makes it
/// right again.
#[test]
fn faults_are_shown_while_typing() {
    let folder = TempFolder::new();
    let mut window = at_work(&folder, WIDE);
    click_field(&mut window, MOVES);
    window.type_text("x");
    let words =
        |window: &Window| window.scene().texts().map(|text| text.text.clone()).collect::<Vec<_>>().join(" ");
    assert!(words(&window).contains("'x'"), "{}", words(&window));
    assert!(!words(&window).contains("No faults"));
    window.click_word("Play");
    window.click_word("Save");
    assert!(window.app.game_start().is_none());
    window.click_word("Undo");
    assert!(words(&window).contains("No faults"), "{}", words(&window));
}

/// A piece is dragged from the list to the board, moved there and dropped beside the board. Black's piece follows each time.
#[test]
fn pieces_are_dragged_to_the_board_and_off_it() {
    let folder = TempFolder::new();
    let mut window = at_work(&folder, WIDE);
    let from = window.word("Knight").expect("a row");
    let board = |window: &Window, name: &str| {
        // The board is at the right side of the window, above the rules.
        let sprites = window.scene();
        let on_board = sprites
            .sprites()
            .filter(|sprite| sprite.name == name && sprite.rect.x > 800.0 && sprite.rect.y < 400.0);
        let mut places: Vec<_> = on_board.map(|sprite| sprite.rect.center()).collect();
        places.sort_by(|a, b| b.y.total_cmp(&a.y).then(a.x.total_cmp(&b.x)));
        places
    };
    let knights = board(&window, "knight");
    assert_eq!(knights.len(), 4);
    let tile = board(&window, "pawn")[1].x - board(&window, "pawn")[0].x;
    let e4 = Point::new(knights[0].x + 3.0 * tile, knights[0].y - 3.0 * tile);
    window.drag(from, e4);
    assert_eq!(board(&window, "knight").len(), 6);
    window.drag(e4, Point::new(e4.x, e4.y + tile));
    assert_eq!(board(&window, "knight").len(), 6);
    window.drag(Point::new(e4.x, e4.y + tile), Point::new(20.0, 400.0));
    assert_eq!(board(&window, "knight").len(), 4);
    window.right_click(knights[0]);
    assert_eq!(board(&window, "knight").len(), 2);
}

/// The copied text is a section that the workshop reads again when it is pasted. A text with a fault changes nothing and is
/// refused with its line.
#[test]
fn a_copied_game_is_pasted() {
    let folder = TempFolder::new();
    let mut window = at_work(&folder, WIDE);
    window.input(vec![InputEvent::Paste("[quick:chess]\nnMoveRule = 7\nstalemateValue = loss\n".to_owned())]);
    window.click_word("Copy as text");
    let text = window.copied.clone().expect("a text");
    assert!(
        text.starts_with("[quick:chess]\n")
            && text.contains("\nnMoveRule = 7\n")
            && text.contains("\nstalemateValue = loss\n"),
        "{text}"
    );
    window.input(vec![InputEvent::Paste("[bad:chess]\nnMoveRule = many\n".to_owned())]);
    let words = window.scene().texts().map(|text| text.text.clone()).collect::<Vec<_>>().join(" ");
    assert!(words.contains(":2:") && words.contains("many"), "{words}");
    window.click_word("Copy as text");
    assert_eq!(window.copied.clone().expect("a text"), text);
}

/// A game that is saved can be changed from the menu and is replaced then. Another one cannot take its name. It is deleted after a
/// question.
#[test]
fn a_saved_game_is_changed_and_deleted() {
    let folder = TempFolder::new();
    let mut window = at_work(&folder, WIDE);
    window.click_word("Save");
    window.key(Key::Escape);
    window.key(Key::Char('w'));
    assert!(window.shows("My game 2"), "the name of a new game is free");
    window.key(Key::Escape);
    let storage = folder.storage();
    assert!(storage.save_variant("my-game", "[my-game:chess]\n", false).is_err());
    assert!(storage.save_variant("../x", "[x:chess]\n", false).is_err());
    assert!(storage.save_variant("con", "[con:chess]\n", false).is_err());
    window.click_word("Variants");
    let middle = Point::new(640.0, 400.0);
    for _ in 0..100 {
        window.input_at(middle, vec![InputEvent::Wheel(-5.0)]);
    }
    window.click_word("Delete");
    window.key(Key::Char('y'));
    assert_eq!(storage.variants().0.own_names().count(), 0);
}

/// Rules are chosen from their rows, the value is measured, and a drawing is chosen. The copied text has all of that, and Undo takes
/// it back.
#[test]
fn rules_value_and_drawing_are_in_the_text() {
    let folder = TempFolder::new();
    let mut window = at_work(&folder, (1280.0, 1400.0));
    window.click_word("Knight");
    window.click_word("Measure");
    window.click_word("forced");
    window.click_word("forbidden");
    window.click_word("Choose");
    let tile =
        window.scene().sprites().find(|sprite| sprite.name == "wizard").expect("a drawing").rect.center();
    window.click(tile);
    assert!(window.shows("Letter"), "the piece is shown again");
    window.click_word("Copy as text");
    let text = window.copied.clone().expect("a text");
    for line in
        ["checking = false\n", "mustCapture = true\n", "xPieceDrawings = n:wizard\n", "xPieceValues = n:"]
    {
        assert!(text.contains(line), "{line}{text}");
    }
    (0..4).for_each(|_| window.input(vec![CTRL_Z]));
    window.click_word("Copy as text");
    assert!(window.copied.clone().is_some_and(|text| text.starts_with("[my-game:chess]\nstartFen")));
}

/// An SVG that is pasted becomes the drawing of the selected piece and stays in the folder of variants. A text that is no drawing
/// is refused in a sentence.
#[test]
fn pasted_svg_is_the_drawing_of_the_piece() {
    let folder = TempFolder::new();
    let mut window = at_work(&folder, WIDE);
    window.click_word("Knight");
    open_drawings(&mut window, "knight");
    window.click_word("Open SVG");
    window.input(vec![InputEvent::Paste("<html></html>".to_owned())]);
    assert!(window.shows("The text is not SVG."), "refused");
    let svg = "<svg xmlns='http://www.w3.org/2000/svg' width='64' height='64'><circle r='20'/></svg>";
    window.input(vec![InputEvent::Dropped(Ok(svg.to_owned()))]);
    window.click_word("Copy as text");
    assert!(window.copied.clone().is_some_and(|text| text.contains("xPieceDrawings = n:my-knight\n")));
    let storage = folder.storage();
    assert_eq!(
        (storage.drawings(), storage.drawing("my-knight")),
        (vec!["my-knight".to_owned()], Ok(svg.to_owned()))
    );
    assert_eq!(storage.free_drawing_name("knight"), "my-knight-2");
    assert!(
        storage.drawing("../my-knight").is_err() && storage.save_drawing("x", &"<".repeat(300_000)).is_err()
    );
}

/// The square of the selected piece in its diagram, which is `name` on the board.
fn in_diagram(window: &Window, name: &str) -> Rect {
    let scene = window.scene();
    let sprites = scene.sprites().filter(|sprite| sprite.name == name).map(|sprite| sprite.rect);
    let mut sprites = sprites.filter(|rect| rect.y > 250.0 && (260.0..640.0).contains(&rect.x));
    sprites.next().expect("the piece of the diagram")
}

/// A click on the diagram of a new piece adds a leap to its notation, a second one makes it a slide, and Undo takes one click
/// back. With `This way only`, a click adds one square.
#[test]
fn moves_are_made_by_clicks_on_squares() {
    let folder = TempFolder::new();
    let mut window = at_work(&folder, WIDE);
    window.click_word("New piece");
    window.type_text("panda");
    window.key(Key::Enter);
    let rect = in_diagram(&window, "panda");
    let at =
        |right: f32, up: f32| Point::new(rect.center().x + right * rect.w, rect.center().y - up * rect.h);
    let moves = |window: &mut Window| {
        window.click_word("Copy as text");
        let text = window.copied.clone().expect("a text");
        let moves = text.lines().find_map(|line| line.strip_prefix("customPiece1 = a:").map(str::to_owned));
        moves.unwrap_or_else(|| panic!("no piece: {text}"))
    };
    window.click(at(1.0, 2.0));
    window.click(at(0.0, 1.0));
    assert_eq!(moves(&mut window), "WN");
    window.click(at(0.0, 1.0));
    assert_eq!(moves(&mut window), "RN");
    window.click_word("Undo");
    assert_eq!(moves(&mut window), "WN");
    window.click(at(0.0, 1.0));
    window.click_word("This way only");
    window.click(at(1.0, 1.0));
    assert_eq!(moves(&mut window), "RNfrF");
    window.click(at(4.0, 1.0));
    let words = window.scene().texts().map(|text| text.text.clone()).collect::<Vec<_>>().join(" ");
    assert!(words.contains("No letter"), "{words}");
}

/// Where "Obstacle" is chosen, a click on the diagram puts a black piece in the way, another one a white piece, and a third one
/// removes it. The right button always does.
#[test]
fn pieces_are_put_in_the_way() {
    let folder = TempFolder::new();
    let mut window = at_work(&folder, WIDE);
    window.click_word("Rook");
    let pawns = |window: &Window| {
        let scene = window.scene();
        let in_diagram =
            scene.sprites().filter(|sprite| sprite.name == "pawn" && (260.0..640.0).contains(&sprite.rect.x));
        in_diagram.map(|sprite| sprite.color).collect::<Vec<_>>()
    };
    let rect = in_diagram(&window, "rook");
    let before = pawns(&window).len();
    let square = Point::new(rect.center().x + rect.w, rect.center().y);
    window.click_word("Obstacle");
    for expected in [Some(Color::Black), Some(Color::White), None] {
        if expected == Some(Color::White) {
            window.right_click(square);
        } else {
            window.click(square);
        }
        let now = pawns(&window);
        assert_eq!(now.len(), before + usize::from(expected.is_some()), "{now:?}");
        assert!(expected.is_none_or(|color| now.contains(&color)), "{now:?}");
    }
}

/// In each form of the window all texts of the workshop and of its panels are inside the window, apart from each other, and not cut.
#[test]
fn workshop_fits_into_every_window() {
    let folder = TempFolder::new();
    for size in [WIDE, FIRST, (480.0, 800.0), (1920.0, 1080.0), (1024.0, 768.0)] {
        let mut window = at_work(&folder, size);
        let area = Rect::new(0.0, 0.0, size.0, size.1);
        let mut found = faults(&window.scene().items, area);
        for name in ["Board and rules", "Board", "All pieces"] {
            if window.shows(name) {
                window.click_word(name);
                found.extend(faults(&window.scene().items, area));
            }
        }
        if window.shows("New piece") {
            window.click_word("New piece");
        }
        found.extend(faults(&window.scene().items, area));
        assert!(found.is_empty(), "{size:?}: {found:#?}");
    }
}

/// The text of a link becomes a game of the player's own. Opened again it is the same one, and another game of the same name gets
/// a number.
#[test]
fn the_game_of_a_link_is_saved_once() {
    let folder = TempFolder::new();
    let storage = folder.storage();
    assert_eq!(storage.variant_of_link("chess"), Ok("chess".to_owned()));
    let link = "[quick:chess]\nnMoveRule = 7\n";
    for _ in 0..2 {
        assert_eq!(storage.variant_of_link(link), Ok("quick".to_owned()));
    }
    assert_eq!(storage.variant_of_link("[quick:chess]\nnMoveRule = 8\n"), Ok("quick-2".to_owned()));
    let child = "[quick:chess]\nnMoveRule = 7\n[more:quick]\nnFoldRule = 0\n";
    assert_eq!(storage.variant_of_link(child), Ok("more".to_owned()));
    let (variants, problems) = storage.variants();
    assert!(problems.is_empty(), "{problems:?}");
    let mut names: Vec<_> = variants.own_names().collect();
    names.sort_unstable();
    assert_eq!(names, ["more", "quick", "quick-2"]);
    let rules = |name| variants.rules(name).expect("a variant").move_rule_plies;
    assert_eq!((rules("more"), rules("quick"), rules("quick-2")), (14, 14, 16));
}

/// Links that are too long, malformed, recursive, with unknown parents, with names of built-in variants, of folders and of devices,
/// or with markup are refused in a sentence, and leave no file.
#[test]
fn hostile_links_are_refused() {
    let folder = TempFolder::new();
    let storage = folder.storage();
    let long = format!("[long:chess]\n{}", "# text\n".repeat(2000));
    let many: String = (0..700).map(|number| format!("[v{number}:chess]\n")).collect();
    for link in [
        long.as_str(),
        many.as_str(),
        "[",
        "[]",
        "[a]",
        "[a:a]\n",
        "[a:b]\n[b:a]\n",
        "[a:nonesuch]\n",
        "[chess]\nmaxRank = 4\n",
        "[chess:xxl]\n",
        "[../../a:chess]\n",
        "[con:chess]\nnMoveRule = 7\n",
        "[a:chess]\nmaxRank = 255\n",
        "[a:chess]\nstartFen = 99999999999999999999/8 w - - 0 1\n",
        "[a:chess]\nxPieceNames = n:<script>\n",
        "[<b>:chess]\n",
        "[a:chess]\ncustomPiece1 = c:((((((\n",
        "[a:chess]\n\0\u{202e}= 1\n",
    ] {
        let refused = storage.variant_of_link(link);
        assert!(refused.as_ref().is_err_and(|reason| !reason.is_empty()), "{link:.40}: {refused:?}");
    }
    assert_eq!(storage.variants().0.own_names().count(), 0);
    assert!(!folder.join("variants").exists());
}

/// The text of a game on 16x16 with as many kinds of piece as there are letters, or as have room in a link. The kinds move by
/// `moves`, which is repeated, each with a notation of `length` bytes at most.
fn crowded(moves: &str, length: usize) -> String {
    let mut text =
        "[crowd:chess]\nmaxRank = 16\nmaxFile = 16\ncastling = false\npromotionRegionWhite = *16\n\
                    doubleStepRegionBlack = *15\npromotionPieceTypes = q\n"
            .to_owned();
    let start = [
        "q3k2q8", "16", "16", "16", "16", "16", "16", "16", "16", "16", "16", "16", "16", "16", "16",
        "Q3K2Q8",
    ];
    text += &format!("startFen = {} w - - 0 1\n", start.join("/"));
    let letters = ('a'..='z').filter(|letter| !"pnbrqk".contains(*letter));
    for (number, letter) in letters.enumerate() {
        let line = format!("customPiece{} = {letter}:{}\n", number + 1, moves.repeat(length / moves.len()));
        if text.len() + line.len() > xxlchess::notation::text::MAX_LINK_VARIANT {
            break;
        }
        text += &line;
    }
    text
}

/// Games of links with many kinds of piece, and with moves that are long to write, on the largest board: each is opened, shown and
/// played or refused in a sentence, within seconds.
#[test]
fn crowded_games_of_links_take_little_time() {
    for moves in [
        "yafsW", "yafsF0", "NN", "gQ", "pR", "nN", "mNcR", "ifmnD", "fsblrvW", "(1,3)0", "[F-bfR]", "HCZGAD",
        "W0F0",
    ] {
        for length in [250, 950] {
            let folder = TempFolder::new();
            let storage = folder.storage();
            let begun = std::time::Instant::now();
            let text = crowded(moves, length);
            let opened = storage.variant_of_link(&text);
            if let Ok(name) = &opened {
                let mut window = at_home(&folder, WIDE);
                let link =
                    format!("https://page/#variant={}", xxlchess::notation::text::percent_encode(&text));
                window.input(vec![InputEvent::Paste(link)]);
                let texts =
                    window.scene().texts().map(|text| text.text.clone()).collect::<Vec<_>>().join(" ");
                let game = window.app.game_start().unwrap_or_else(|| panic!("no game: {texts:.200}"));
                assert_eq!(game.position.variant().rules().name, *name);
                window.click_squares(&["e1", "e2"]);
                window.key(Key::Char('r'));
            }
            let time = begun.elapsed();
            eprintln!("{moves} {length}: {time:?} {:?}", opened.as_ref().map_err(|fault| fault.get(..100)));
            assert!(opened.is_ok() || opened.is_err_and(|reason| !reason.is_empty()));
            assert!(time < std::time::Duration::from_secs(20), "{moves}: {time:?}");
        }
    }
}

/// Links that are long or not well encoded are refused in a sentence when they are pasted, and so is a position in which nobody can
/// move. Markup is shown as text.
#[test]
fn hostile_links_that_are_pasted_are_refused() {
    let folder = TempFolder::new();
    let mut window = at_home(&folder, WIDE);
    let rules = xxlchess::notation::text::percent_encode("[quick:chess]\nnMoveRule = 7\n");
    for link in [
        format!("https://page/#variant={}", "%5B".repeat(100_000)),
        format!("https://page/#variant={}", "%25".repeat(100_000)),
        format!("https://page/#variant={rules}&fen={}", "%FF%FE".repeat(1000)),
        "https://page/#variant=%&fen=%2&analyse=%zz".to_owned(),
        format!("https://page/#variant={rules}&fen={}", "8/".repeat(50_000)),
        format!("https://page/#variant={rules}&fen=k7/8/8/8/8/8/8/8"),
        format!("https://page/#variant={rules}&fen=<img%20src=x>"),
        format!("https://page/#variant={rules}&analyse={}", "1.%20e4%20(".repeat(50_000)),
        "https://page/#variant=<script>alert(1)</script>".to_owned(),
        "https://page/#variant=nonesuch&fen=8".to_owned(),
        format!("https://page/#{}", "variant=&".repeat(100_000)),
    ] {
        let begun = std::time::Instant::now();
        window.input(vec![InputEvent::Paste(link.clone())]);
        assert!(window.app.game_start().is_none(), "{link:.60}");
        assert!(begun.elapsed() < std::time::Duration::from_secs(5), "{link:.60}: {:?}", begun.elapsed());
        let texts = window.scene().texts().map(|text| text.text.clone()).collect::<Vec<_>>().join(" ");
        assert!(texts.contains("cannot be"), "{link:.60}: {texts}");
    }
    // A game that is over when it begins opens on the analysis board.
    let fen = xxlchess::notation::text::percent_encode("k7/8/1Q6/8/8/8/8/K7 b - - 0 1");
    window.input(vec![InputEvent::Paste(format!("https://page/#variant={rules}&fen={fen}"))]);
    assert!(window.app.open_screens() > 1);
}

/// The knight is chosen before the rook, which is worth more.
#[test]
fn without_a_choice_pawns_become_the_piece_of_the_highest_value() {
    let mut workshop = Workshop::new("chess", Variants::built_in().clone()).expect("a design");
    let names = ["queen", "rook", "bishop", "knight"];
    let [queen, rook, bishop, knight] = names.map(|name| {
        workshop.design().pieces.iter().position(|piece| piece.name == name).expect("a piece of chess")
    });
    for (piece, becomes) in [(queen, false), (rook, false), (bishop, false), (knight, true), (rook, true)] {
        workshop.apply(Edit::Becomes(piece, becomes));
    }
    let variant = workshop.variant().expect("no faults");
    let names = variant.rules().promotion.to.iter().map(|&kind| variant.piece(kind).name.as_str());
    assert_eq!(names.collect::<Vec<_>>(), ["rook", "knight"]);
}

/// A wrong letter in the moves points to the list of letters, in place of naming all modifiers of the notation.
#[test]
fn a_fault_in_the_moves_points_to_the_letters() {
    let folder = TempFolder::new();
    let mut window = at_work(&folder, WIDE);
    for (moves, letter) in [("twoF", "'t'"), ("X", "'X'")] {
        click_field(&mut window, MOVES);
        window.key(Key::SelectAll);
        window.type_text(moves);
        let shown = window.scene().texts().map(|text| text.text.clone()).collect::<Vec<_>>().join(" ");
        let words = format!("{letter} means nothing here; see \"What the letters mean\"");
        assert!(shown.contains(&words) && !shown.contains("modifier"), "{shown}");
    }
}

/// The index of a piece in a design.
fn index_of(workshop: &Workshop, name: &str) -> usize {
    workshop.design().pieces.iter().position(|piece| piece.name == name).expect("a piece of the design")
}

/// While the moves of the knight cannot be read, or it has none, the other pieces keep their values, and the knight has none.
#[test]
fn a_fault_in_one_piece_leaves_the_values_of_the_others() {
    let mut workshop = Workshop::new("chess", Variants::built_in().clone()).expect("a design");
    let [knight, queen] = ["knight", "queen"].map(|name| index_of(&workshop, name));
    let before = workshop.value(queen);
    for moves in ["Nx", ""] {
        workshop.apply(Edit::Moves(knight, moves.to_owned()));
        assert!(workshop.variant().is_none() && before.is_some());
        assert_eq!((workshop.value(knight), workshop.value(queen)), (None, before), "{moves:?}");
    }
}

/// The letter of a rook follows its new names while they are typed, to a free letter of the name. A letter that the player has
/// chosen stays.
#[test]
fn letters_follow_the_names_of_pieces() {
    let mut workshop = Workshop::new("chess", Variants::built_in().clone()).expect("a design");
    let rook = index_of(&workshop, "rook");
    let mut letter = |edit: Edit| {
        workshop.apply(edit);
        workshop.design().pieces[rook].letter
    };
    let names = [("", 'a'), ("T", 't'), ("Tower", 't'), ("Panda", 'a'), ("Qb", 'a'), ("Tower", 't')];
    for (name, expected) in names {
        assert_eq!(letter(Edit::Name(rook, name.to_owned())), expected, "{name}");
    }
    letter(Edit::Letter(rook, 'z'));
    assert_eq!(letter(Edit::Name(rook, "Castle".to_owned())), 'z');
}

/// Pawns become pieces that are added, also where the parent lets them become only some. After a choice of the player they do not.
#[test]
fn pawns_become_pieces_that_are_added() {
    let variants = Variants::built_in();
    let known = variants.known_pieces();
    let add = |name: &str| Edit::Add(known.iter().find(|piece| piece.name == name).expect("known").clone());
    for parent in ["chess", "xxlm", "capablanca"] {
        let mut workshop = Workshop::new(parent, variants.clone()).expect("a design");
        for name in ["zebra", "cannon"] {
            workshop.apply(add(name));
            assert!(workshop.design().promotion.contains(&index_of(&workshop, name)), "{parent} {name}");
        }
        workshop.apply(Edit::Becomes(index_of(&workshop, "zebra"), false));
        workshop.apply(add("nightrider"));
        assert!(!workshop.design().promotion.contains(&index_of(&workshop, "nightrider")), "{parent}");
    }
}

/// After a choice of the player, pawns do not become pieces that are added, also when the game is opened again. Without a choice they
/// do.
#[test]
fn the_choice_of_promotions_outlasts_the_workshop() {
    let variants = Variants::built_in();
    let known = variants.known_pieces();
    let zebra = known.iter().find(|piece| piece.name == "zebra").expect("known");
    for is_chosen in [false, true] {
        let mut workshop = Workshop::new("chess", variants.clone()).expect("a design");
        if is_chosen {
            workshop.apply(Edit::Becomes(index_of(&workshop, "queen"), false));
        }
        let saved = variants.with_file("own.ini", workshop.text()).expect("no fault");
        let mut again = Workshop::open("my-game", saved).expect("saved");
        again.apply(Edit::Add(zebra.clone()));
        let becomes = again.design().promotion.contains(&index_of(&again, "zebra"));
        assert_eq!(becomes, !is_chosen);
    }
}

/// A piece that is made a pawn is no longer among the pieces that pawns become, where a pawn cannot be removed.
#[test]
fn pawns_do_not_become_a_pawn() {
    let mut workshop = Workshop::new("chess", Variants::built_in()).expect("a design");
    let knight = index_of(&workshop, "knight");
    workshop.apply(Edit::Pawn(knight, true));
    assert!(!workshop.design().promotion.contains(&knight) && workshop.design().promotion.len() == 3);
}

/// Fewer than four files are refused in a sentence, and the board stays as it is.
#[test]
fn a_size_out_of_range_is_refused_in_a_sentence() {
    let folder = TempFolder::new();
    let mut window = at_work(&folder, WIDE);
    let words =
        |window: &Window| window.scene().texts().map(|text| text.text.clone()).collect::<Vec<_>>().join(" ");
    // The button for fewer files is below their label.
    let label = window.word("Files").expect("a label");
    let scene = window.scene();
    let buttons = scene.texts().filter(|text| text.text == "−" && text.at.y > label.y);
    let fewer = buttons.min_by(|a, b| a.at.y.total_cmp(&b.at.y)).expect("a button").at;
    for _ in 0..4 {
        window.click(fewer);
        assert!(!words(&window).contains("A board has"), "{}", words(&window));
    }
    window.click(fewer);
    assert!(window.shows("4x8") && words(&window).contains("A board has"), "{}", words(&window));
}

/// Castling is shown as off while no rook is on the board, with the reason.
#[test]
fn castling_is_off_without_rooks_on_the_board() {
    let folder = TempFolder::new();
    let mut window = at_work(&folder, WIDE);
    let reason = "Off: no piece on the board castles with the king.";
    assert!(!window.shows(reason));
    window.click_word("Rook");
    window.click_word("Remove");
    assert!(window.shows(reason));
    window.click_word("Copy as text");
    let text = window.copied.clone().expect("a text");
    assert!(text.contains("castling = false\n"), "{text}");
}

/// On a board with another number of ranks, pawns promote on the last one, also where it was rank 8 of 14. With another number of
/// files the rank of promotion stays.
#[test]
fn the_rank_of_promotion_follows_the_board() {
    for (parent, ranks, expected) in [("chess", 12, 12), ("chess", 6, 6), ("xxlm", 10, 10), ("xxlm", 14, 8)] {
        let mut workshop = Workshop::new(parent, Variants::built_in()).expect("a design");
        workshop.apply(Edit::Size(12, ranks));
        assert_eq!(workshop.design().promotion_rank, expected, "{parent}");
    }
}

/// The name of a game keeps its capitals and spaces in the workshop after it has been saved.
#[test]
fn the_name_of_a_game_keeps_its_capitals() {
    let folder = TempFolder::new();
    let mut window = at_work(&folder, WIDE);
    window.click_word("My game");
    window.type_text("Castle Garden");
    window.input(vec![CTRL_S]);
    assert!(window.shows("Castle Garden"));
    assert!(folder.storage().variants().0.own_names().eq(["castle-Garden"]));
}
