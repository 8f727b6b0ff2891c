//! Analysis screen: texts, graph, list of moves, keys and mouse.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::common::window::{Driver, SIZES, WIDE, Window};
use crate::common::{
    AT_ONCE, AnalysisLog, Dice, HUMAN_BLACK, ScriptedAnalyst, Silent, TempFolder, app_setup, at,
    deterministic, misplaced_texts, variant,
};
use xxlchess::app::{App, AppSetup, FirstScreen};
use xxlchess::game::GameController;
use xxlchess::game::analysis::analyzer::AnalysisLimits;
use xxlchess::game::analysis::judgment::accuracy;
use xxlchess::game::analysis::{Evaluation, winning_chances_scale};
use xxlchess::game::clock::TimeControl;
use xxlchess::game::new_game::{BySeat, ColorChoice, NewGame};
use xxlchess::game::options::{Options, PromotionRule, TextSize};
use xxlchess::game::worker::ThreadedWorker;
use xxlchess::game::{Command, Game, GameSetup, PlayerKind};
use xxlchess::notation::coords::parse_move;
use xxlchess::notation::fen;
use xxlchess::notation::pgn::Tags;
use xxlchess::reason::{Gain, Reason, ReasonKind, ReasonRequest};
use xxlchess::rules::{Bitboard, ByColor, Color, Position};
use xxlchess::view::input::{InputEvent, Key, Modifier, MouseButton};
use xxlchess::view::scene::{Item, Point, Rect, Rgba, TextRole, Tile, Tint};
use xxlchess::view::screens::play::PlayScreen;
use xxlchess::view::text::bounds;

const LIGHT: Rgba = Rgba::hex(0xF4EBD6);
const DARK: Rgba = Rgba::hex(0x14110F);

/// A window, and the requests to the analyst.
type AnalysisWindow = Window<AnalysisLog>;

impl AnalysisWindow {
    /// A window with `game` on its play screen; `scores` are the evaluations of its positions.
    fn of(game: Game, scores: Vec<i32>) -> Self {
        Self::set_up(game, scores, |_| ())
    }

    /// A window with `game` on its play screen, after `change` of its setup.
    fn set_up(game: Game, scores: Vec<i32>, change: impl FnOnce(&mut AppSetup)) -> Self {
        let options = *game.options();
        let requests = AnalysisLog::default();
        let scripted = ScriptedAnalyst::new(&game, &scores, &requests);
        let controller = GameController::new(game, Box::new(Silent), deterministic(0));
        let speed = AT_ONCE;
        let choices =
            NewGame { level: String::new(), color: ColorChoice::White, clocks: BySeat::default(), options };
        let mut setup = AppSetup { speed, ..app_setup(choices) };
        change(&mut setup);
        setup.computers.analyst = Box::new(move |_| Box::new(scripted.clone()));
        let second = Duration::from_secs(1);
        setup.computers.analysis_limits = AnalysisLimits { first: second, deterministic: true };
        let app = App::with_screen(setup, Box::new(PlayScreen::new(controller, Color::White, None)));
        Self::with(app, requests)
    }

    /// Number of positions of the game that the analyst has been asked about, without endless searches.
    fn asked(&self) -> usize {
        self.borrow().iter().flatten().filter(|(_, time)| *time < Duration::MAX).count()
    }

    /// The moves of the tree in the order of the list, with their signs.
    fn moves(&self) -> Vec<String> {
        let texts = self.frame.scene.texts().filter(|text| text.role == TextRole::Moves);
        texts.map(|text| text.text.clone()).collect()
    }

    /// The texts of the panel from top to bottom.
    fn words(&self) -> String {
        self.frame.scene.texts().map(|text| text.text.as_str()).collect::<Vec<_>>().join(" ")
    }

    fn frames(&mut self, count: usize) {
        (0..count).for_each(|_| self.input(vec![]));
    }

    /// The comment on the current position.
    fn comment(&self) -> String {
        self.frame.scene.text_of(TextRole::Message)
    }

    /// The rectangles of a colour in the panel.
    fn areas(&self, color: Rgba) -> Vec<Rect> {
        let sharp = |item: &Item| match item {
            Item::Panel { rect, radius, color: fill } if *radius == 0.0 && *fill == color => Some(*rect),
            _ => None,
        };
        self.frame.scene.items.iter().filter_map(sharp).collect()
    }

    /// The line of the graph at the current position.
    fn cursor(&self) -> Rect {
        *self.areas(Rgba::hex(0xE0A84A)).last().expect("a line")
    }
}

fn new_game(name: &str, options: Options) -> Game {
    let position = Position::start(&variant(name)).expect("a legal start");
    let players = ByColor { white: PlayerKind::Human, black: PlayerKind::Human };
    Game::new(GameSetup { position, players, controls: ByColor { white: None, black: None }, options })
}

fn play(game: &mut Game, moves: &[&str]) {
    for text in moves {
        let mv = parse_move(game.position(), text).expect("a legal move");
        game.apply(Command::Ready);
        game.apply(Command::Play(mv));
    }
}

/// Six plies of XXL chess and a resignation; White's second move and Black's last are blunders.
fn short() -> (Game, Vec<i32>) {
    let mut game = new_game("xxl", Options::default());
    play(&mut game, &["e2e4", "e13e11", "b1c3", "b14c12", "f2f4", "f13f11"]);
    game.apply(Command::Resign);
    (game, vec![20, 25, 20, -400, -390, -395, 10])
}

/// The accuracy of White and of Black in percent, from these evaluations of every position.
///
/// It depends on the scale of the variant's network, which changes with every training.
fn accuracies(game: &Game, scores: &[i32]) -> [u8; 2] {
    let scale = winning_chances_scale(game.position().variant());
    let losses = |color: Color| -> Vec<f64> {
        let chances = |score| Evaluation::Centipawns(score).winning_chances(color, scale);
        let moves = scores.windows(2).skip(color as usize).step_by(2);
        moves.map(|around| (chances(around[0]) - chances(around[1])).max(0.0)).collect()
    };
    Color::ALL.map(|color| accuracy(&losses(color)).map_or(0, |percent| percent.round() as u8))
}

/// A game of random moves, resigned, with evaluations that swing.
fn swinging(name: &str, plies: usize, options: Options) -> (Game, Vec<i32>) {
    let (mut game, mut dice) = (new_game(name, options), Dice::new(7));
    for _ in 0..plies {
        let legal = game.position().legal_moves();
        game.apply(Command::Play(legal[dice.below(legal.len())]));
    }
    game.apply(Command::Resign);
    (game, (0..=plies).map(|ply| 30 * (ply as i32 % 30) - 450 + dice.below(200) as i32).collect())
}

fn long(plies: usize) -> (Game, Vec<i32>) {
    swinging("xxl", plies, Options::default())
}

fn opened((game, scores): (Game, Vec<i32>)) -> AnalysisWindow {
    let mut window = AnalysisWindow::of(game, scores);
    window.key(Key::Char('a'));
    window.frames(90);
    window
}

/// A game of two people without clocks can be analysed at any time, and the analysis goes on where it was closed. A game
/// with clocks can be analysed only when it has ended.
#[test]
fn a_timed_game_is_analysed_after_its_end_only() {
    let mut running = new_game("xxl", Options::default());
    play(&mut running, &["e2e4", "e13e11"]);
    let mut window = AnalysisWindow::of(running, vec![0; 3]);
    window.size = WIDE;
    window.key(Key::Char('a'));
    assert!(window.shows("Analysis"));
    let minute = Some(TimeControl { initial: Duration::from_secs(60), increment: Duration::ZERO });
    let position = Position::start(&variant("xxl")).expect("a legal start");
    let players = ByColor { white: PlayerKind::Human, black: PlayerKind::Human };
    let controls = ByColor { white: minute, black: minute };
    let setup = GameSetup { position, players, controls, options: Options::default() };
    let mut timed = Game::new(setup);
    play(&mut timed, &["e2e4"]);
    let mut window = AnalysisWindow::of(timed, vec![0; 2]);
    window.size = WIDE;
    window.key(Key::Char('a'));
    assert!(!window.shows("Analysis") && window.asked() == 0);
    let (game, scores) = short();
    let mut window = AnalysisWindow::of(game, scores);
    window.size = WIDE;
    window.key(Key::Char('a'));
    window.frames(2);
    assert!(window.asked() > 0 && window.shows("Analysis"));
    window.key(Key::Escape);
    assert!(window.shows("Rematch"));
    window.frames(9);
    let asked = window.asked();
    window.frames(9);
    assert_eq!(window.asked(), asked, "a closed analysis asks nothing");
    window.key(Key::Char('a'));
    window.frames(90);
    let asked = window.asked();
    assert!(asked >= 7);
    window.keys(&[Key::Char('a'), Key::Char('a')]);
    window.frames(90);
    assert_eq!(window.asked(), asked, "what is known is not computed again");
}

/// A game that goes on against the computer counts as helped when its analysis has been opened. The analysis shows a notice.
#[test]
fn an_analysis_of_a_game_that_goes_on_is_help() {
    let position = Position::start(&variant("xxl")).expect("a legal start");
    let mut game = Game::new(GameSetup::with_human(position, Color::White, Options::default()));
    play(&mut game, &["e2e4"]);
    let mut controller = GameController::new(game.clone(), Box::new(Silent), deterministic(0));
    assert!(!controller.game().record(Color::White).is_assisted);
    controller.note_analysis();
    assert!(controller.game().record(Color::White).is_assisted);
    let mut window = opened((game, vec![0; 3]));
    let notice = "This game will not count for your rating";
    assert!(window.comment().contains(notice), "{}", window.comment());
    window.keys(&[Key::Escape, Key::Char('a')]);
    assert!(!window.comment().contains(notice), "the second time nothing changes");
}

/// The accuracy of both sides is in the panel and in the result of the game. Against a computer the result has that of the
/// person alone.
#[test]
fn the_accuracy_is_shown_once_the_game_is_analyzed() {
    let (game, scores) = short();
    let [white, black] = accuracies(&game, &scores);
    let mut window = opened((game, scores));
    for words in [format!("White {white}%"), format!("Black {black}%")] {
        let short = words.replace("White", "W").replace("Black", "B");
        assert!(window.shows(&words) || window.shows(&short), "{}", window.words());
    }
    window.key(Key::Escape);
    window.input(vec![]);
    let both = &format!("Accuracy: White {white}%, Black {black}%");
    assert!(window.words().contains(both), "{}", window.words());

    let (two, scores) = short();
    let mut game = Game::new(GameSetup {
        position: two.position_at(0),
        players: HUMAN_BLACK,
        controls: ByColor { white: None, black: None },
        options: Options::default(),
    });
    two.moves().iter().for_each(|made| drop(game.apply(Command::Play(made.mv))));
    game.apply(Command::Resign);
    let mut window = AnalysisWindow::of(game, scores);
    assert!(!window.words().contains("ccuracy"));
    window.key(Key::Char('a'));
    window.frames(90);
    window.key(Key::Escape);
    window.input(vec![]);
    assert!(window.words().contains(&format!("accuracy {black}%")), "{}", window.words());
}

/// The panel has the score, the depth and the best line of the position, what was wrong with the move, and how the game
/// ended.
#[test]
fn each_position_has_a_score_and_a_remark() {
    let mut window = opened(short());
    window.size = WIDE;
    window.frames(2);
    let said = window.comment();
    assert!(said.starts_with("+0.1 Mistake: from −3.95 to +0.10. "), "{said}");
    window.key(Key::Up);
    window.frames(1);
    let said = window.comment();
    assert!(said.starts_with("−4.0 Blunder: from +0.20 to −4.00. "), "{said}");
    for words in ["depth 12", "Nc3", "??", "f11", "−3.9", "2…"] {
        assert!(window.words().contains(words), "{words} in {}", window.words());
    }
    window.key(Key::Home);
    assert!(window.comment().starts_with("+0.2"), "{}", window.comment());
    let ending = "White resigned";
    assert!(window.words().contains(ending), "the title has the result");
}

/// A resigned game opens at its end, which is named there. After the last move is deleted, the move before it is not the end.
#[test]
fn the_end_of_the_game_goes_with_its_last_move() {
    let (game, _) = short();
    let mut window = opened((game, vec![20; 7]));
    let ends = |window: &AnalysisWindow| window.comment().contains("White resigned");
    assert!(ends(&window), "{}", window.comment());
    window.key(Key::Delete);
    assert!(!ends(&window), "{}", window.comment());
    window.key(Key::Char('z'));
    window.key(Key::Home);
    window.key(Key::End);
    assert!(ends(&window), "the deletion is undone: {}", window.comment());
}

/// Below each mistake in the list stands why it was bad, also of moves that were never shown.
#[test]
fn the_list_has_the_reasons_of_all_mistakes() {
    let reason = |request: &ReasonRequest, _: &AtomicBool, reply: &mut dyn FnMut(Option<Reason>)| {
        let text = format!("It loses by {}{}.", request.mv.from, request.mv.to);
        reply(Some(Reason {
            kind: ReasonKind::Material,
            missed: false,
            line: Vec::new(),
            squares: Vec::new(),
            gain: Gain::Result,
            text,
        }));
    };
    let (game, scores) = short();
    let mut window = AnalysisWindow::set_up(game, scores, |setup| {
        setup.computers.explainer =
            Box::new(move || Box::new(ThreadedWorker::new("explainer", Box::new(reason), |_| None).inline()));
    });
    window.size = WIDE;
    window.key(Key::Char('a'));
    window.frames(90);
    window.key(Key::Home);
    for words in ["It loses by b1c3.", "It loses by f13f11."] {
        assert!(window.words().contains(words), "{words} in {}", window.words());
    }
}

/// Keys, wheel, rows of the list, and clicks and drags in the graph go to a position. The board shows it with its last move
/// and the best move as an arrow.
#[test]
fn keys_and_mouse_go_through_the_game() {
    let mut window = opened(short());
    let at = |window: &AnalysisWindow, squares: &[&str]| {
        let tinted = window.frame.scene.tiles().filter(|tile| tile.tint == Some(Tint::LastMove));
        let found: Vec<_> = tinted.map(|tile| tile.square.to_string()).collect();
        assert!(
            found.len() == squares.len() && squares.iter().all(|s| found.contains(&s.to_string())),
            "{squares:?}: {found:?}"
        );
    };
    let (start, first, second): (&[&str], &[&str], &[&str]) = (&[], &["e2", "e4"], &["b1", "c3"]);
    let last: &[&str] = &["f13", "f11"];
    at(&window, last);
    for (key, squares) in [
        (Key::Right, last),
        (Key::Left, &["f2", "f4"][..]),
        (Key::Up, second),
        (Key::Up, second),
        (Key::Down, last),
        (Key::Home, start),
        (Key::Left, start),
        (Key::Right, first),
        (Key::End, last),
    ] {
        window.key(key);
        window.frames(1);
        at(&window, squares);
    }
    window.input(vec![InputEvent::Wheel(1.0), InputEvent::Wheel(1.0), InputEvent::Wheel(1.0)]);
    at(&window, second);
    window.input(vec![InputEvent::Wheel(-1.0)]);
    at(&window, &["b14", "c12"]);
    let usual = window.text("f4").expect("a move of the list");
    window.press(MouseButton::Left, usual.at);
    at(&window, &["f2", "f4"]);
    assert_ne!(window.text("f4").expect("the move").color, usual.color, "the move shown is marked");
    window.keys(&[Key::Left; 2]);
    at(&window, second);
    assert!(window.frame.scene.items.iter().any(|item| matches!(item, Item::Triangle { .. })), "an arrow");
    let graph = window.cursor();
    let ends = |(left, right): (f32, f32), area: &Rect| (left.min(area.x), right.max(area.x + area.w));
    // The bar beside the board has the same colours.
    let areas: Vec<_> = window.areas(LIGHT).into_iter().filter(|area| area.x > 600.0).collect();
    let (left, right) = areas.iter().fold((f32::MAX, f32::MIN), ends);
    window.press(MouseButton::Left, Point::new(left + 1.0, graph.center().y));
    at(&window, start);
    window.move_to(Point::new((left + right) / 2.0, graph.center().y));
    at(&window, second);
    window.move_to(Point::new(5000.0, graph.center().y));
    at(&window, last);
    window.release(MouseButton::Left, window.pointer);
    window.move_to(Point::new(left, graph.center().y));
    at(&window, last);
}

/// Moves by clicks and drags make variations with scores, which are listed, can be left, and are kept while the analysis is
/// closed. Escape first cancels the selection.
#[test]
fn own_moves_can_be_tried() {
    let mut window = opened(short());
    window.keys(&[Key::Home, Key::Right]);
    window.click_square("d13");
    assert!(window.frame.scene.tiles().any(|tile| tile.tint == Some(Tint::Selected)));
    window.click_square("d11");
    window.frames(9);
    assert!(window.announced.iter().any(|said| said == "Black: pawn d13 to d11."));
    let (from, to) = (window.tile("g1"), window.tile("h3"));
    window.drag(from, to);
    window.frames(20);
    let listed = window.moves();
    for words in ["e4", "e11", "1…d11", "2.Ah3", "??", "Nc3"] {
        assert!(listed.iter().any(|word| word == words), "{words} in {listed:?}");
    }
    window.click_square("b14");
    window.key(Key::Escape);
    assert!(window.frame.scene.tiles().all(|tile| tile.tint != Some(Tint::Selected)));
    window.keys(&[Key::Left, Key::Left, Key::Right]);
    let tinted = |window: &AnalysisWindow, name: &str| {
        window
            .frame
            .scene
            .tiles()
            .any(|tile| tile.square.to_string() == name && tile.tint == Some(Tint::LastMove))
    };
    assert!(tinted(&window, "e11"), "the main line goes first");
    window.keys(&[Key::End, Key::Escape, Key::Char('a')]);
    window.size = WIDE;
    window.frames(1);
    assert!(window.moves().iter().any(|word| word == "2.Ah3"), "{:?}", window.moves());
}

/// Variations are promoted, moved up, hidden and deleted by keys, and each change is undone. A comment is typed and
/// pasted, and its braces are copied with it. A move gets two glyphs from the menu of the right button.
#[test]
fn the_tree_is_edited() {
    let mut window = opened(short());
    window.size = WIDE;
    window.frames(1);
    let has = |window: &AnalysisWindow, word: &str| window.moves().iter().any(|found| found == word);
    for square in ["d4", "c4"] {
        window.key(Key::Home);
        window.click_squares(&[&square.replace('4', "2"), square]);
    }
    assert!(has(&window, "1.d4") && has(&window, "1.c4"));
    window.key(Key::Char('u'));
    let place = |window: &AnalysisWindow, word: &str| window.moves().iter().position(|found| found == word);
    assert!(place(&window, "1.c4") < place(&window, "1.d4"));
    window.key(Key::Char('p'));
    assert!(has(&window, "c4") && has(&window, "1.e4"), "{:?}", window.moves());
    window.key(Key::Char('z'));
    assert!(has(&window, "1.c4") && has(&window, "e4"));
    window.key(Key::Delete);
    assert!(!has(&window, "1.c4"));
    window.input(vec![InputEvent::Key { key: Key::Char('z'), control: true }]);
    assert!(has(&window, "1.c4"));
    window.key(Key::Char('h'));
    assert!(!has(&window, "1.c4"), "{:?}", window.moves());
    window.key(Key::Char('h'));
    window.key(Key::Char('c'));
    // A space, shortcuts, and the signs that stand around a comment in a PGN.
    window.type_text("a fine move, {xy}");
    window.input(vec![InputEvent::Key { key: Key::Char('z'), control: true }]);
    window.input(vec![InputEvent::Paste(" and\npasted".to_owned())]);
    window.key(Key::Enter);
    assert!(window.words().contains("a fine move, {xy} and pasted"), "{}", window.words());
    let at = window.text("e4").expect("the move").at;
    window.right_click(at);
    window.click_word("!?");
    assert!(has(&window, "!?"), "{:?}", window.moves());
    window.click_word("±");
    assert!(has(&window, "!?±"), "{:?}", window.moves());
    window.click_word("Close");
    window.key(Key::CopyMore);
    let pgn = window.copied.clone().expect("a text");
    assert!(pgn.contains("e4") && pgn.contains("a fine move, {xy} and pasted"), "{pgn}");
}

/// A move that is typed is made, by its algebraic name or by its squares. Another text is not. A capital letter begins a move,
/// also one that is a key of the board without Shift. The field has a label.
#[test]
fn moves_are_typed() {
    let mut window = opened(short());
    window.key(Key::Home);
    for (text, word) in [("d4", "1.d4"), ("d13d11", "d11"), ("Zz", "Zz is not a move here")] {
        window.key(Key::Enter);
        window.type_text(text);
        window.key(Key::Enter);
        window.frames(2);
        assert!(window.words().contains(word), "{word}: {}", window.words());
    }
    window.size = WIDE;
    window.key(Key::Home);
    window.input(vec![InputEvent::Modifier(Modifier::Shift, true)]);
    // As X11 sends them.
    window.input(vec![InputEvent::Typed('N'), InputEvent::Key { key: Key::Char('n'), control: false }]);
    window.input(vec![InputEvent::Modifier(Modifier::Shift, false)]);
    assert!(window.shows("Move") && window.shows("N"), "{}", window.words());
    window.type_text("c3");
    window.key(Key::Enter);
    assert!(window.words().contains("1.Nc3"), "{}", window.words());
}

/// The switch turns the engine off and on, and keys change the number of its lines. A click on a move of a line makes the
/// moves up to it, and the pointer on it shows the board after it.
#[test]
fn the_engine_is_controlled() {
    let mut window = opened(short());
    window.size = WIDE;
    window.frames(20);
    assert!(window.shows("3 lines"));
    window.type_text("+---");
    assert!(window.shows("1 line"), "{}", window.words());
    let requests = |window: &AnalysisWindow| {
        window.borrow().iter().flatten().filter(|(_, time)| *time == Duration::MAX).count()
    };
    window.key(Key::Char('e'));
    window.frames(9);
    let before = requests(&window);
    window.key(Key::Left);
    window.frames(9);
    assert_eq!(requests(&window), before, "the engine is off");
    window.key(Key::Char('e'));
    window.frames(9);
    assert_eq!(requests(&window), before + 1);
    let sprites = |window: &AnalysisWindow| window.frame.scene.sprites().count();
    let count = sprites(&window);
    let line = window.frame.scene.texts().find(|text| text.text.starts_with("3…")).cloned().expect("a line");
    window.move_to(bounds(&line).center());
    assert!(sprites(&window) > count, "a small board");
    window.press(MouseButton::Left, bounds(&line).center());
    window.frames(2);
    let name = line.text.trim_start_matches("3…").to_owned();
    assert!(window.moves().iter().any(|word| word.ends_with(&name)), "{name}: {:?}", window.moves());
}

/// After a click on the switch of the engine, arrow keys go through the moves and leave the switch as it is.
#[test]
fn arrow_keys_step_after_a_click_on_the_switch() {
    let mut window = opened(short());
    window.size = WIDE;
    window.frames(20);
    // The switch is the first disc in the line of the buttons of the engine.
    let line = window.word("3 lines").expect("the number of lines").y;
    let knobs = window.frame.scene.items.iter().filter_map(|item| match item {
        Item::Disc { center, .. } if (center.y - line).abs() < 15.0 => Some(*center),
        _ => None,
    });
    let switch = knobs.min_by(|one, other| one.x.total_cmp(&other.x)).expect("a switch");
    window.click(switch);
    assert!(window.shows("engine off"), "{}", window.words());
    let last_move = |window: &AnalysisWindow| window.frame.scene.tint(at("f11"));
    let before = last_move(&window);
    window.key(Key::Left);
    assert!(last_move(&window) != before && window.shows("engine off"), "{}", window.words());
    window.key(Key::Right);
    assert!(last_move(&window) == before && window.shows("engine off"), "{}", window.words());
}

/// A game with evaluations of a file can be evaluated by the engine, by a button that is gone afterwards.
#[test]
fn a_game_with_evaluations_of_a_file_can_be_analysed() {
    let mut window = opened(short());
    window.size = WIDE;
    let pgn = "[Variant \"xxl\"]\n\n1. e4 {[%eval 0.1]} e11 {[%eval 0.2]} 2. Nc3 {[%eval 0.1]} *\n";
    window.input(vec![InputEvent::Paste(pgn.to_owned())]);
    window.frames(20);
    let before = window.asked();
    window.click_word("Analyse game");
    window.after(Duration::from_secs(2), vec![]);
    window.frames(30);
    assert!(!window.shows("Analyse game") && window.asked() >= before + 4, "{}", window.words());
}

/// A narrow column has the buttons of the engine. Where a board of chess leaves room above and below it, they are there, with
/// the depth, and the lines have the numbers of their moves.
#[test]
fn a_small_window_has_the_tools_of_the_engine() {
    for (name, has_room) in [("xxl", false), ("chess", true)] {
        let (game, scores) = swinging(name, 6, Options::default());
        let mut window = AnalysisWindow::of(game, scores);
        window.size = (792.0, 672.0);
        window.key(Key::Char('a'));
        window.after(Duration::from_secs(2), vec![]);
        window.frames(20);
        assert!(["Threat", "−", "+"].into_iter().all(|word| window.shows(word)), "{}", window.words());
        assert_eq!(window.shows("3 lines") && window.shows("depth 12"), has_room, "{}", window.words());
        let is_line = |text: &&str| text.starts_with("4.") && text.len() > 3;
        assert_eq!(
            window.frame.scene.texts().map(|text| text.text.as_str()).any(|text| is_line(&text)),
            has_room
        );
    }
}

/// A board that is opened after the program was started again has the engine off and four lines, as they were left.
#[test]
fn the_engine_is_as_it_was_left() {
    let folder = TempFolder::new();
    let (game, scores) = short();
    let mut window = AnalysisWindow::set_up(game, scores, |setup| setup.storage = folder.storage());
    window.key(Key::Char('a'));
    window.type_text("+e");
    drop(window);
    let level = String::new();
    let fallback =
        NewGame { level, color: ColorChoice::White, clocks: BySeat::default(), options: Options::default() };
    let options = folder.storage().load_settings(&fallback).options;
    let mut window = AnalysisWindow::of(new_game("xxl", options), vec![0]);
    window.size = WIDE;
    window.key(Key::Char('a'));
    assert!(window.shows("4 lines") && window.shows("engine off"), "{}", window.words());
}

/// A promotion in a variation opens the picker, and its choice is the move, also if the game promotes without asking.
#[test]
fn a_pawn_of_a_variation_promotes() {
    [PromotionRule::Choose, PromotionRule::Queen].into_iter().for_each(promote_in_a_variation);
}

fn promote_in_a_variation(promotion: PromotionRule) {
    let options = Options { promotion, ..Options::default() };
    let position = fen::parse(&variant("chess"), "7k/8/P7/8/8/8/8/7K w - - 0 1").expect("a legal position");
    let players = ByColor { white: PlayerKind::Human, black: PlayerKind::Human };
    let controls = ByColor { white: None, black: None };
    let mut game = Game::new(GameSetup { position, players, controls, options });
    play(&mut game, &["a6a7", "h8h7"]);
    game.apply(Command::Resign);
    let mut window = opened((game, vec![0; 9]));
    window.click_squares(&["a7", "a8"]);
    window.keys(&[Key::Down, Key::Enter]);
    window.frames(3);
    assert!(window.moves().iter().any(|word| word == "a8=R"), "{:?}", window.moves());
}

/// The light part of the graph is White's winning chance, and it grows with the evaluation from the end backwards. Mistakes
/// have marks.
#[test]
fn the_graph_grows_with_the_analysis() {
    let mut window = AnalysisWindow::of(long(60).0, vec![0; 61]);
    window.key(Key::Char('a'));
    let in_graph = |window: &AnalysisWindow, color| -> Vec<Rect> {
        window.areas(color).into_iter().filter(|area| area.x > 600.0).collect()
    };
    let start =
        |window: &AnalysisWindow| in_graph(window, LIGHT).iter().map(|area| area.x).fold(f32::MAX, f32::min);
    window.after(Duration::from_secs(2), vec![]);
    let mut starts = vec![start(&window)];
    for _ in 0..4 {
        window.frames(12);
        starts.push(start(&window));
    }
    assert!(starts.windows(2).all(|pair| pair[1] < pair[0]), "{starts:?}");
    assert!(window.shows("Stop"));
    window.frames(20);
    assert!(!window.shows("Stop"));
    // White's chance is the light part: half of it at even chances, nearly all of it when White is winning.
    let part = |score| {
        let mut window = opened((long(10).0, vec![score; 11]));
        window.key(Key::Home);
        let height = |color| in_graph(&window, color).iter().map(|area| area.h).fold(0.0, f32::max);
        height(LIGHT) / (height(LIGHT) + height(DARK))
    };
    // A score of ln 9 times the scale means chances of nine to one.
    let nine_to_one = (winning_chances_scale(long(10).0.position().variant()) * 9_f64.ln()) as i32;
    for (score, expected) in [(0, 0.5), (nine_to_one, 0.9), (-nine_to_one, 0.1)] {
        assert!((part(score) - expected).abs() < 0.03, "{score}: {}", part(score));
    }
}

/// The bar beside the board has White's part below, and above when the board is flipped.
#[test]
fn the_bar_flips_with_the_board() {
    let mut window = opened((long(4).0, vec![500; 5]));
    let bar = |window: &AnalysisWindow| {
        let left = window.tile("a14").x.min(window.tile("n14").x);
        let areas = window.areas(LIGHT);
        *areas.iter().find(|area| area.x < left).expect("a bar")
    };
    let usual = bar(&window);
    window.key(Key::Char('f'));
    let flipped = bar(&window);
    assert!(usual.y > flipped.y && usual.h == flipped.h && usual.h > 300.0, "{usual:?} {flipped:?}");
}

/// Every position of a game in the fog is shown with all its pieces, and moves in it can be tried.
#[test]
fn the_analysis_has_no_fog() {
    let mut options = Options::default();
    options.fog_of_war = !options.fog_of_war;
    let mut game = new_game("xxl", options);
    play(&mut game, &["e2e4", "e13e11", "b1c3"]);
    game.apply(Command::Resign);
    let positions: Vec<_> = (0..3).map(|ply| game.position_at(ply)).collect();
    let mut window = opened((game, vec![0; 4]));
    for position in positions.iter().rev() {
        window.key(Key::Left);
        assert!(window.frame.scene.tiles().all(|tile| tile.tint != Some(Tint::Fog)));
        let shown: Bitboard = window.frame.scene.sprites().filter_map(|sprite| sprite.square).collect();
        assert_eq!(shown, position.board().pieces().map(|(square, _)| square).collect());
    }
    window.click_squares(&["d2", "d4"]);
    assert!(window.frame.scene.tiles().all(|tile| tile.tint != Some(Tint::Fog)));
    assert!(window.announced.iter().any(|said| said == "White: pawn d2 to d4."), "{:?}", window.announced);
}

/// A circle drawn by the right button belongs to its position: it is gone in the next one and comes back with it, and a
/// click leaves it.
#[test]
fn marks_belong_to_their_position() {
    let mut window = opened(short());
    window.right_click(window.tile("d5"));
    assert!(window.has_ring("d5"));
    window.key(Key::Left);
    assert!(!window.has_ring("d5"));
    window.key(Key::Right);
    assert!(window.has_ring("d5"));
    window.click_square("d7");
    assert!(window.has_ring("d5"));
    window.right_click(window.tile("d5"));
    assert!(!window.has_ring("d5"));
}

/// A position reached by a key is announced once, and a copied one has a notice.
#[test]
fn positions_are_announced_and_can_be_copied() {
    let mut window = opened(short());
    window.key(Key::Up);
    let said = window.frame.announcements.join(" ");
    assert!(said.starts_with("Move 2, White: knight b1 to c3. Blunder: from +0.20 to −4.00. "), "{said}");
    assert!(said.ends_with("Evaluation −4.00."), "{said}");
    window.key(Key::Home);
    assert_eq!(window.frame.announcements, ["The start. Evaluation +0.20."]);
    window.input(vec![]);
    assert!(window.frame.announcements.is_empty());
    window.key(Key::Copy);
    let fen = fen::format(&Position::start(&variant("xxl")).expect("a legal start"));
    assert_eq!((window.frame.clipboard.as_deref(), window.frame.announcements.len()), (Some(&*fen), 1));
    assert!(window.comment().contains("Position copied (FEN)"));
    window.key(Key::Right);
    assert_eq!((window.frame.clipboard.is_none(), window.comment().contains("copied")), (true, false));
}

/// The menu opens the board with the start of its variant, in which moves can be made. The engine is off, because an endless
/// search does not return in a test.
#[test]
fn the_menu_opens_the_board_with_the_start() {
    let choices = NewGame {
        level: "level1".to_owned(),
        color: ColorChoice::White,
        clocks: BySeat::default(),
        options: Options { engine_on: false, ..Options::default() },
    };
    let app = App::new(AppSetup { first_screen: FirstScreen::Menu, ..app_setup(choices) }).expect("a menu");
    let mut window = Window::with(app, AnalysisLog::default());
    window.size = WIDE;
    window.key(Key::Char('a'));
    assert!(window.shows("Threat"), "{}", window.words());
    window.key(Key::Enter);
    window.type_text("e2e4");
    window.key(Key::Enter);
    assert!(window.moves().contains(&"e4".to_owned()), "{:?}", window.moves());
}

/// A window that analyses this FEN or PGN, with the engine off and the user's folders in `folder`.
fn analysing(text: &str, folder: &TempFolder) -> AnalysisWindow {
    let options = Options { engine_on: false, ..Options::default() };
    let choices =
        NewGame { level: "level1".to_owned(), color: ColorChoice::White, clocks: BySeat::default(), options };
    let setup = AppSetup { storage: folder.storage(), ..app_setup(choices) };
    let setup = AppSetup { first_screen: FirstScreen::Analysis(text.to_owned()), ..setup };
    let mut window = Window::with(App::new(setup).expect("a board"), AnalysisLog::default());
    window.size = WIDE;
    window.frames(1);
    window
}

/// A copied game has all tags of the file that it was read from, and the result of a mate even if the file has none. A game of
/// one's own has its players and its result.
#[test]
fn a_copied_game_keeps_tags_and_result() {
    let tags =
        ["[Event \"Cup\"]", "[Site \"Here\"]", "[White \"Anna\"]", "[Black \"Ben\"]", "[Opening \"Fool\"]"];
    let folder = TempFolder::new();
    for (moves, result) in [("1. f3 e5 2. g4 Qh4# *", "0-1"), ("1. e4 1-0", "1-0"), ("1. e4 *", "*")] {
        let text = format!("{}\n[Variant \"chess\"]\n\n{moves}\n", tags.join("\n"));
        let mut window = analysing(&text, &folder);
        assert!(window.words().contains("Anna – Ben"), "{}", window.words());
        window.key(Key::CopyMore);
        let pgn = window.copied.clone().expect("a text");
        for tag in tags.into_iter().chain([&*format!("[Result \"{result}\"]")]) {
            assert!(pgn.contains(tag), "{tag}: {pgn}");
        }
        assert!(pgn.trim_end().ends_with(&format!(" {result}")), "{pgn}");
    }
    let mut window = opened(short());
    window.key(Key::CopyMore);
    let pgn = window.copied.clone().expect("a text");
    assert!(pgn.contains("[White \"Person\"]") && pgn.contains("[Result \"0-1\"]"), "{pgn}");
}

/// Types a move on the analysis board.
fn type_move(window: &mut AnalysisWindow, mv: &str) {
    window.key(Key::Enter);
    window.type_text(mv);
    window.key(Key::Enter);
    assert!(window.words().contains(mv), "{mv}: {}", window.words());
}

/// An analysis of a file is there again after its board has closed, also in another run of the program. One that replaces it is
/// kept beside it, and both are in the list of earlier analyses. The start of the variant alone is not kept.
#[test]
fn an_analysis_is_kept_when_its_board_closes() {
    let folder = TempFolder::new();
    let kept = || folder.storage().load_analyses();
    drop(analysing("[Variant \"xxl\"]\n\n{[%eval 0.30,12]} *", &folder));
    assert!(kept().is_empty(), "{:?}", kept());
    let mut window = analysing("[White \"Anna\"]\n[Black \"Ben\"]\n\n1. a4 a11 *", &folder);
    assert!(kept().is_empty());
    type_move(&mut window, "b4");
    // Nothing is lost if the program ends here.
    assert!(kept().len() == 1 && kept()[0].contains("2. b4"), "{:?}", kept());
    type_move(&mut window, "b11");
    window.keys(&[Key::Escape, Key::Char('a')]);
    assert!(window.words().contains("Your last analysis") && window.shows("b11"), "{}", window.words());
    type_move(&mut window, "c4");
    drop(window);
    assert_eq!(kept().len(), 1, "{:?}", kept());

    let mut window = analysing("1. d4 *", &folder);
    window.input(vec![InputEvent::Paste("[White \"Cleo\"]\n[Black \"Dan\"]\n\n1. e4 *".to_owned())]);
    window.frames(1);
    assert!(window.words().contains("Cleo – Dan"), "{}", window.words());
    window.keys(&[Key::Char('n'), Key::Enter]);
    assert!(!window.words().contains("Cleo"), "{}", window.words());
    window.keys(&[Key::Char('n'), Key::Char('e')]);
    window.frames(2);
    let words = window.words();
    assert!(
        words.contains("Earlier analyses")
            && words.contains("3 games")
            && words.contains("Anna – Ben")
            && words.contains("Cleo – Dan"),
        "{words}"
    );
    window.keys(&[Key::Down, Key::Down, Key::Enter]);
    window.frames(1);
    assert!(window.shows("c4") && window.words().contains("Anna – Ben"), "{}", window.words());
    window.keys(&[Key::Escape, Key::Escape, Key::Char('a')]);
    assert!(window.words().contains("Cleo – Dan"), "{}", window.words());
}

/// An analysis of more than a mebibyte is not kept, and those that are made after it are.
#[test]
fn a_long_analysis_does_not_keep_others_from_being_saved() {
    let folder = TempFolder::new();
    let long = format!(
        "[White \"Anna\"]\n[Variant \"chess\"]\n\n{{{}}} *",
        "a".repeat(xxlchess::notation::pgn::MAX_BYTES - 100)
    );
    let mut window = analysing(&long, &folder);
    window.key(Key::Enter);
    window.type_text("e4");
    window.key(Key::Enter);
    window.input(vec![InputEvent::Paste("[White \"Cleo\"]\n[Variant \"chess\"]\n\n1. d4 *".to_owned())]);
    window.frames(1);
    type_move(&mut window, "d5");
    let kept = folder.storage().load_analyses();
    assert!(kept.len() == 1 && kept[0].contains("Cleo") && kept[0].contains("d5"), "{kept:?}");
}

/// A game that is played from a position of an analysis leads back to it by way of the home screen.
#[test]
fn a_game_from_here_leads_back_to_the_analysis() {
    let folder = TempFolder::new();
    let mut window = analysing("[White \"Anna\"]\n[Variant \"chess\"]\n\n1. a4 a5 *", &folder);
    type_move(&mut window, "b4");
    window.keys(&[Key::Char('x'), Key::Enter]);
    window.frames(2);
    assert!(!window.words().contains("Anna"), "{}", window.words());
    window.keys(&[Key::Char('o'), Key::Char('a')]);
    assert!(window.words().contains("Anna") && window.shows("b4"), "{}", window.words());
}

/// A file of analyses that cannot be read is no hindrance: its reason is shown, and the board opens with the start.
#[test]
fn a_damaged_analysis_opens_the_start() {
    let folder = TempFolder::new();
    let mut window = analysing("1. d4 *", &folder);
    window.key(Key::Escape);
    let damaged = "[Variant \"xxl\"]\n[FEN \"9/9 w\"]\n\n1. e4 *\n";
    std::fs::write(folder.join("analyses.pgn"), damaged).expect("a file");
    window.key(Key::Char('a'));
    assert!(window.words().contains("This cannot be read"), "{}", window.words());
    type_move(&mut window, "e4");
    window.key(Key::Escape);
    window.key(Key::Char('a'));
    assert!(window.shows("e4") && !window.words().contains("This cannot be read"), "{}", window.words());
}

/// All texts fit in windows of all sizes, with the usual texts on a large board and the largest ones on a small board,
/// during the analysis and after it.
#[test]
fn texts_fit_in_every_window() {
    for (size, name, text_size) in SIZES
        .into_iter()
        .flat_map(|size| [(size, "xxl", TextSize::Normal), (size, "chess", TextSize::Largest)])
    {
        let options = Options { text_size, ..Options::default() };
        let (game, scores) = swinging(name, 60, options);
        let (at_ninth, ninth) = (game.position_at(9), game.moves()[9].mv);
        let mut window = AnalysisWindow::of(game, scores);
        window.size = size;
        window.key(Key::Char('a'));
        window.frames(10);
        check_texts(&window);
        window.after(Duration::from_secs(2), vec![]);
        window.frames(80);
        for key in [Key::End, Key::Left, Key::Up, Key::Up, Key::Home, Key::Char('c'), Key::Escape] {
            window.key(key);
            check_texts(&window);
        }
        // A variation of six moves is made.
        window.keys(&[Key::Right; 9]);
        let mut position = at_ninth.clone();
        for _ in 0..6 {
            let other =
                position.legal_moves().into_iter().rfind(|mv| mv.promotion().is_none() && *mv != ninth);
            let mv = other.expect("another move");
            window.click_squares(&[&mv.from.to_string(), &mv.to.to_string()]);
            window.frames(2);
            position.make(mv);
            let is_last = |tile: &Tile| tile.square == mv.to && tile.tint == Some(Tint::LastMove);
            assert!(window.frame.scene.tiles().any(is_last), "{mv:?} was not made in {size:?}");
            check_texts(&window);
        }
    }
}

/// The labels of all buttons below the list have the same size in a wide window, also with the largest texts.
#[test]
fn all_buttons_of_the_panel_have_labels_of_the_same_size() {
    for &text_size in TextSize::ALL {
        let options = Options { text_size, ..Options::default() };
        let (game, scores) = swinging("xxl", 6, options);
        let mut window = AnalysisWindow::of(game, scores);
        window.size = (1200.0, 900.0);
        window.key(Key::Char('a'));
        window.frames(3);
        let size_of =
            |label: &str| window.frame.scene.texts().find(|text| text.text == label).map(|text| text.size);
        let flip = size_of("Flip");
        assert!(flip.is_some());
        assert_eq!(["Openings", "Edit", "Play", "Share", "New"].map(size_of), [flip; 5], "{text_size:?}");
    }
}

/// The field for a comment shows a sentence as a whole beside and below a large board.
#[test]
fn a_comment_is_visible_while_it_is_typed() {
    for size in [(792.0, 672.0), (480.0, 640.0), (1200.0, 900.0)] {
        let (game, scores) = swinging("xxl", 6, Options::default());
        let mut window = AnalysisWindow::of(game, scores);
        window.size = size;
        window.key(Key::Char('a'));
        window.key(Key::Char('c'));
        let comment = "The knight goes to the edge";
        window.type_text(comment);
        assert!(window.shows(comment), "{size:?}: {}", window.words());
        // A press beside the field does not reach the board below it.
        let tints =
            |window: &AnalysisWindow| window.frame.scene.tiles().map(|tile| tile.tint).collect::<Vec<_>>();
        let before = tints(&window);
        window.click(window.word("Comment").expect("the label of the field"));
        assert!(window.shows(comment) && tints(&window) == before, "{size:?}: {}", window.words());
        window.key(Key::Enter);
        assert!(!window.shows("OK"), "{size:?}: {}", window.words());
        window.key(Key::Char('c'));
        assert!(window.shows(comment) && window.shows("OK"), "{size:?}: {}", window.words());
    }
}

fn check_texts(window: &AnalysisWindow) {
    let board = window.frame.scene.tiles().map(|tile| tile.rect).reduce(|a, b| Rect {
        x: a.x.min(b.x),
        y: a.y.min(b.y),
        w: (a.x + a.w).max(b.x + b.w) - a.x.min(b.x),
        h: (a.y + a.h).max(b.y + b.h) - a.y.min(b.y),
    });
    let board = board.expect("a board");
    let whole = Rect::new(0.0, 0.0, window.size.0, window.size.1);
    // The number of the bar, the coordinates and the badge of a move are in or beside the board.
    let is_beside_panel = |item: &&Item| match item {
        Item::Text(text) => {
            let at = text.at;
            text.role == TextRole::Coordinate
                || at.x <= board.x + board.w && (board.y..=board.y + board.h).contains(&at.y)
        }
        _ => true,
    };
    let panel: Vec<Item> =
        window.frame.scene.items.iter().filter(|item| !is_beside_panel(item)).cloned().collect();
    for item in &panel {
        let Item::Text(text) = item else { continue };
        assert!(text.size >= 8, "{:?}: {:?} is too small", window.size, text.text);
    }
    assert_eq!(misplaced_texts(&panel, whole), [""; 0], "{:?}", window.size);
}

/// "Share" saves the position and the whole line, and copies both. A picture has the board that is shown as its last one.
#[test]
fn position_and_game_are_shared() {
    let mut window = opened(short());
    window.keys(&[Key::Left, Key::Char('s')]);
    for (button, notice) in [
        ("Picture (PNG)", "Png of 6 boards"),
        ("Drawing (SVG)", "Svg of 6 boards"),
        ("Animation (GIF)", "Gif of 7 boards"),
        ("Save PGN", "PGN"),
        ("Copy FEN", "Position copied (FEN)"),
    ] {
        window.click_word(button);
        window.frames(3);
        assert!(window.shows(notice), "{button}: {}", window.words());
    }
    let at = window.word("Copy PGN").expect("a button");
    let mut copied = String::new();
    window.press(MouseButton::Left, at);
    copied.extend(window.frame.clipboard.clone());
    window.release(MouseButton::Left, at);
    copied.extend(window.frame.clipboard.clone());
    assert!(copied.contains("1. e4 "), "{copied}");
    window.key(Key::Escape);
    assert!(!window.shows("Copy FEN"));
}

/// An animation is made in steps, which end when the dialog closes.
#[test]
fn an_animation_shows_its_progress_and_can_be_stopped() {
    let mut window = opened(short());
    window.key(Key::Char('s'));
    window.click_word("Animation (GIF)");
    assert!(window.shows("Making the animation: 50 %. Close stops it."), "{}", window.words());
    window.key(Key::Escape);
    window.frames(3);
    window.key(Key::Char('s'));
    assert!(!window.words().contains("boards"), "{}", window.words());
}

/// The openings show the moves of the engine's games with their results and a note that these are no theory, and make a move by
/// a click. In a position without games there is a note in their place.
#[test]
fn openings_show_what_was_played() {
    let mut window = opened(short());
    window.keys(&[Key::Home, Key::Char('o')]);
    assert!(window.words().contains("Games of the engine against itself, not theory."), "{}", window.words());
    assert!(window.shows("a4"));
    window.click_word("k4");
    assert!(window.moves().iter().any(|mv| mv.ends_with("k4")), "{:?}", window.moves());
    window.keys(&[Key::Home, Key::End]);
    assert!(window.words().contains("No game of the engine or of yours has reached this position."));
    window.key(Key::Char('o'));
    assert!(!window.words().contains("No game of the engine"), "{}", window.words());
}

/// In a variant without games of the engine, the saved games of the player that have ended are shown.
#[test]
fn own_games_are_part_of_the_openings() {
    let folder = TempFolder::new();
    let mut game = new_game("amazon", Options::default());
    play(&mut game, &["e2e4", "e7e5"]);
    let games = folder.join("games");
    std::fs::create_dir_all(&games).expect("a folder");
    let unfinished = game.record(Color::White).to_pgn(None, &Tags::default());
    game.apply(Command::Resign);
    let finished = game.record(Color::White).to_pgn(None, &Tags::default());
    for (name, text) in
        [("1.pgn", &finished), ("2.pgn", &finished), ("3.pgn", &unfinished), ("4.pgn", &"?".to_owned())]
    {
        std::fs::write(games.join(name), text).expect("a file");
    }
    let mut window = AnalysisWindow::set_up(game, vec![0; 9], |setup| setup.storage = folder.storage());
    window.keys(&[Key::Char('a'), Key::Home, Key::Char('o')]);
    // Nothing was played by the engine, and White has resigned in both games.
    for words in ["–", "2", "100%"] {
        assert_eq!(window.shows(words), words != "100%", "{words}: {}", window.words());
    }
    assert!(window.shows("0%"));
}
