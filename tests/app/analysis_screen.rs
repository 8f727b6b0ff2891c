//! Analysis screen: texts, graph, list of moves, keys and mouse.

use std::time::Duration;

use crate::common::window::{Driver, SIZES, Window};
use crate::common::{
    AT_ONCE, AnalysisLog, Dice, HUMAN_BLACK, ScriptedAnalyst, Silent, app_setup, deterministic,
    misplaced_texts, variant,
};
use xxlchess::app::{App, AppSetup};
use xxlchess::game::GameController;
use xxlchess::game::analysis::analyzer::AnalysisLimits;
use xxlchess::game::analysis::judgment::accuracy;
use xxlchess::game::analysis::{Evaluation, winning_chances_scale};
use xxlchess::game::new_game::{BySeat, ColorChoice, NewGame};
use xxlchess::game::options::{Options, PromotionRule, TextSize};
use xxlchess::game::{Command, Game, GameSetup, PlayerKind};
use xxlchess::notation::coords::{parse_move, parse_square};
use xxlchess::notation::fen;
use xxlchess::rules::{Bitboard, ByColor, Color, Position};
use xxlchess::view::input::{InputEvent, Key, MouseButton};
use xxlchess::view::scene::{Item, Point, Rect, Rgba, TextRole, Tile, Tint};
use xxlchess::view::screens::play::PlayScreen;

const LIGHT: Rgba = Rgba::hex(0xF4EBD6);
const DARK: Rgba = Rgba::hex(0x14110F);

/// A window, and the requests to the analyst.
type AnalysisWindow = Window<AnalysisLog>;

impl AnalysisWindow {
    /// A window with `game` on its play screen; `scores` are the evaluations of its positions.
    fn of(game: Game, scores: Vec<i32>) -> Self {
        let options = *game.options();
        let requests = AnalysisLog::default();
        let scripted = ScriptedAnalyst::new(&game, &scores, &requests);
        let controller = GameController::new(game, Box::new(Silent), deterministic(0));
        let speed = AT_ONCE;
        let choices =
            NewGame { level: String::new(), color: ColorChoice::White, clocks: BySeat::default(), options };
        let mut setup = AppSetup { speed, ..app_setup(choices) };
        setup.computers.analyst = Box::new(move || Box::new(scripted.clone()));
        let second = Duration::from_secs(1);
        setup.computers.analysis_limits =
            AnalysisLimits { first: second, longest: second, deterministic: true };
        let app = App::with_screen(setup, Box::new(PlayScreen::new(controller, Color::White, None)));
        Self::with(app, requests)
    }

    /// Number of positions that the analyst has been asked about.
    fn asked(&self) -> usize {
        self.borrow().iter().flatten().count()
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

    /// The buttons with arrows below the list of moves, from left to right.
    fn step_buttons(&self) -> Vec<Point> {
        let arrows = self.frame.scene.items.iter().filter_map(|item| match item {
            Item::Triangle { corners, .. } if corners[0].x > 672.0 => Some(corners[0]),
            _ => None,
        });
        arrows.collect()
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

/// A game in progress and a game without moves have no analysis. The analysis of a finished game can be closed and
/// opened again, and then goes on.
#[test]
fn the_analysis_opens_after_the_game_only() {
    let mut running = new_game("xxl", Options::default());
    play(&mut running, &["e2e4", "e13e11"]);
    let mut window = AnalysisWindow::of(running, vec![0; 3]);
    let before = window.frame.scene.clone();
    window.key(Key::Char('a'));
    assert_eq!((window.frame.scene == before, window.asked()), (true, 0));
    let (game, scores) = short();
    let mut window = AnalysisWindow::of(game, scores);
    // After this time a resignation cannot be undone.
    window.after(Duration::from_secs(10), vec![]);
    let ended = window.frame.scene.clone();
    window.key(Key::Char('a'));
    window.frames(2);
    assert_eq!(window.asked(), 3);
    window.key(Key::Escape);
    assert_eq!(window.frame.scene, ended);
    window.frames(9);
    assert_eq!(window.asked(), 4, "a closed analysis goes on");
    window.key(Key::Char('a'));
    window.frames(20);
    // The position that was being analysed when the screen was closed is requested again.
    assert_eq!(window.asked(), 8);
    window.key(Key::Char('a'));
    assert!(window.shows("Rematch"));
    let mut nothing = new_game("xxl", Options::default());
    nothing.apply(Command::Resign);
    let mut window = AnalysisWindow::of(nothing, vec![0]);
    let ended = window.frame.scene.clone();
    window.key(Key::Char('a'));
    assert_eq!(window.frame.scene, ended, "a game without moves has nothing to analyse");
}

/// The accuracy is shown at the end of the game and in its result. Against a computer the result has that of the
/// person alone.
#[test]
fn the_accuracy_is_shown_once_the_game_is_analyzed() {
    let words = |window: &AnalysisWindow| {
        window.frame.scene.texts().map(|text| text.text.as_str()).collect::<Vec<_>>().join(" ")
    };
    let (game, scores) = short();
    let [white, black] = accuracies(&game, &scores);
    let both = &format!("Accuracy: White {white}%, Black {black}%");
    let mut window = opened((game, scores));
    assert!(window.comment().contains(both), "{}", window.comment());
    window.key(Key::Home);
    assert!(!words(&window).contains("Accuracy"));
    window.key(Key::Escape);
    window.input(vec![]);
    assert!(words(&window).contains(both), "{}", words(&window));

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
    assert!(!words(&window).contains("Accuracy"));
    window.key(Key::Char('a'));
    window.frames(90);
    window.key(Key::Escape);
    window.input(vec![]);
    assert!(words(&window).contains(&format!("accuracy {black}%")), "{}", words(&window));
}

/// The comment has evaluation, depth, annotated move and best line, and at the end the result.
#[test]
fn each_position_has_a_comment() {
    let (game, scores) = short();
    let [white, black] = accuracies(&game, &scores);
    let mut window = opened((game, scores));
    let said = window.comment();
    let start = format!(
        "+0.10 depth 12 3… f11?? White resigned Accuracy: White {white}%, Black {black}% Blunder: from −3.95 to +0.10. "
    );
    assert!(said.starts_with(&start), "{said}");
    window.key(Key::Up);
    let said = window.comment();
    assert!(said.starts_with("−4.00 depth 12 2. Nc3?? Blunder: from +0.20 to −4.00. "), "{said}");
    assert!(said.contains("Best: 2…"), "{said}");
    window.key(Key::Right);
    assert!(window.comment().starts_with("−3.90 depth 12 2… Nc12 "), "{}", window.comment());
    window.key(Key::Home);
    assert!(window.comment().starts_with("+0.20 depth 12 Start Best: 1."), "{}", window.comment());
    for words in ["Mistakes", "Nc3??", "f11??", "e4"] {
        assert!(window.shows(words), "{words}");
    }
}

/// Keys, wheel, buttons, rows of the list, and clicks and drags in the graph go to a position. The board shows it with
/// its last move and the best move as an arrow.
#[test]
fn keys_and_mouse_go_through_the_game() {
    let mut window = opened(short());
    let at = |window: &AnalysisWindow, words: &str| {
        let said = window.comment();
        assert!(said.contains(words), "{words}: {said}");
    };
    at(&window, " 3… f11?? ");
    for (key, words) in [
        (Key::Right, " 3… f11?? "),
        (Key::Left, " 3. f4 "),
        (Key::Up, " 2. Nc3?? "),
        (Key::Up, " 2. Nc3?? "),
        (Key::Down, " 3… f11?? "),
        (Key::Home, " Start "),
        (Key::Left, " Start "),
        (Key::Right, " 1. e4 "),
        (Key::End, " 3… f11?? "),
    ] {
        window.key(key);
        at(&window, words);
    }
    for (place, words) in [(0, " Start "), (2, " 1. e4 "), (1, " Start "), (3, " 3… f11?? ")] {
        let button = window.step_buttons()[place];
        window.press(MouseButton::Left, button);
        at(&window, words);
    }
    window.input(vec![InputEvent::Wheel(1.0), InputEvent::Wheel(1.0)]);
    at(&window, " 2… Nc12 ");
    window.input(vec![InputEvent::Wheel(-1.0)]);
    at(&window, " 3. f4 ");
    let in_list = |window: &AnalysisWindow, words: &str| {
        let text = window.frame.scene.texts().find(|text| text.role == TextRole::Moves && text.text == words);
        text.cloned().expect("a move of the list")
    };
    let usual = in_list(&window, "Nc3??");
    window.press(MouseButton::Left, usual.at);
    at(&window, " 2. Nc3?? ");
    assert_ne!(in_list(&window, "Nc3??").color, usual.color, "the move shown is marked");
    // Over the list the wheel scrolls.
    window.input(vec![InputEvent::Wheel(-1.0)]);
    at(&window, " 2. Nc3?? ");
    let tinted: Vec<_> =
        window.frame.scene.tiles().filter(|tile| tile.tint == Some(Tint::LastMove)).collect();
    let squares: Vec<_> = tinted.iter().map(|tile| tile.square).collect();
    assert_eq!(squares, ["b1", "c3"].map(|name| parse_square(name).expect("a square")));
    assert!(window.frame.scene.items.iter().any(|item| matches!(item, Item::Triangle { .. })), "an arrow");
    let graph = window.cursor();
    window.press(MouseButton::Left, Point::new(100_000.0, graph.center().y));
    at(&window, " 2. Nc3?? ");
    let ends = |(left, right): (f32, f32), area: &Rect| (left.min(area.x), right.max(area.x + area.w));
    let (left, right) = window.areas(LIGHT).iter().fold((f32::MAX, f32::MIN), ends);
    window.press(MouseButton::Left, Point::new(left + 1.0, graph.center().y));
    at(&window, " Start ");
    window.move_to(Point::new((left + right) / 2.0, graph.center().y));
    at(&window, " 2. Nc3?? ");
    window.move_to(Point::new(5000.0, graph.center().y));
    at(&window, " 3… f11?? ");
    window.release(MouseButton::Left, window.pointer);
    window.move_to(Point::new(left, graph.center().y));
    at(&window, " 3… f11?? ");
}

/// Moves by clicks and drags make variations with evaluations, which are listed, can be left, and are kept while the
/// analysis is closed. Escape first cancels the selection.
#[test]
fn own_moves_can_be_tried() {
    let mut window = opened(short());
    let at = |window: &AnalysisWindow, words: &str| {
        let said = window.comment();
        assert!(said.contains(words), "{words}: {said}");
    };
    let moves = |window: &AnalysisWindow| -> Vec<String> {
        let moves = window.frame.scene.texts().filter(|text| text.role == TextRole::Moves);
        moves.map(|text| text.text.clone()).collect()
    };
    window.keys(&[Key::Home, Key::Right]);
    at(&window, " 1. e4 ");
    window.click_square("d13");
    assert!(window.frame.scene.tiles().any(|tile| tile.tint == Some(Tint::Selected)));
    window.click_square("d11");
    window.frames(3);
    assert!(window.announced.iter().any(|said| said == "Black: pawn d13 to d11."));
    at(&window, "+0.20 depth 12 1… d11 Best: 2.");
    let (from, to) = (window.tile("g1"), window.tile("h3"));
    window.drag(from, to);
    window.frames(3);
    at(&window, "−4.00 depth 12 2. Ah3?? Blunder: from +0.20 to −4.00. ");
    let listed = ["1", "e4", "e11", "1", "d11", "2", "Ah3??", "2", "Nc3??", "Nc12", "3", "f4", "f11??"];
    assert_eq!(moves(&window), listed);
    for (key, words) in [
        (Key::Left, " 1… d11 "),
        (Key::End, " 2. Ah3?? "),
        (Key::Left, " 1… d11 "),
        (Key::Left, " 1. e4 "),
        (Key::Right, " 1… e11 "),
        (Key::End, " 3… f11?? "),
    ] {
        window.key(key);
        at(&window, words);
    }
    let in_list = window.text("Ah3??").expect("a move of the list").at;
    window.press(MouseButton::Left, in_list);
    at(&window, " 2. Ah3?? ");
    window.click_square("b14");
    window.key(Key::Escape);
    at(&window, " 2. Ah3?? ");
    assert!(window.frame.scene.tiles().all(|tile| tile.tint != Some(Tint::Selected)));
    window.keys(&[Key::Escape, Key::Char('a')]);
    assert_eq!(moves(&window), listed);
    window.key(Key::Home);
    window.click_squares(&["c2", "c4"]);
    window.frames(3);
    assert_eq!(moves(&window)[..5], ["1", "e4", "e11", "1", "c4"]);
    assert!(!window.shows("Ah3??"));
}

/// A promotion in a variation opens the picker, and its choice is the move.
#[test]
fn a_pawn_of_a_variation_promotes() {
    let options = Options { promotion: PromotionRule::Choose, ..Options::default() };
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
    assert!(
        window.comment().contains(" 3. a8=R") || window.comment().contains(" 2. a8=R"),
        "{}",
        window.comment()
    );
}

/// The light part of the graph is White's winning chance. Badges mark the worst moves, Black's above it and White's
/// below.
#[test]
fn the_graph_grows_with_the_analysis() {
    // White errs at plies 10, 30 and 50, Black at plies 15, 17 and 41: each score holds up to its ply.
    let until = [(10, 0), (15, -400), (17, -100), (30, 400), (41, -200), (50, 400), (60, -300)];
    let score = |ply| until.iter().find(|(last, _)| ply <= *last).expect("the game has 60 plies").1;
    let mut window = AnalysisWindow::of(long(60).0, (0..=60).map(score).collect());
    window.key(Key::Char('a'));
    // The graph covers the positions that have been analysed, from the last one backwards.
    let start =
        |window: &AnalysisWindow| window.areas(LIGHT).iter().map(|area| area.x).fold(f32::MAX, f32::min);
    let mut starts = vec![start(&window)];
    for _ in 0..4 {
        window.frames(15);
        starts.push(start(&window));
    }
    assert!(starts.windows(2).all(|pair| pair[1] < pair[0]), "{starts:?}");
    assert!(window.shows("Analysing"));
    window.frames(10);
    assert!(!window.shows("Analysing"));
    let badges = window.frame.scene.texts().filter(|text| ["?!", "?", "??"].contains(&text.text.as_str()));
    let middle = window.cursor().center().y;
    let (above, below): (Vec<f32>, Vec<f32>) = badges.map(|text| text.at.y).partition(|&y| y < middle);
    // Two of Black's moves are so near each other that one badge stands for both.
    assert_eq!((above.len(), below.len()), (2, 3));
    // White's chance is the light part: half of it at even chances, nearly all of it when White is winning.
    let part = |score| {
        let mut window = opened((long(10).0, vec![score; 11]));
        window.key(Key::Home);
        assert!(window.shows("No mistakes found"));
        let height = |color| window.areas(color).iter().map(|area| area.h).fold(0.0, f32::max);
        height(LIGHT) / (height(LIGHT) + height(DARK))
    };
    for (score, expected) in [(0, 0.5), (1114, 0.9), (-1114, 0.1)] {
        assert!((part(score) - expected).abs() < 0.02, "{score}: {}", part(score));
    }
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
    assert!(window.comment().contains(" 1. d4"), "{}", window.comment());
    assert!(window.announced.iter().any(|said| said == "White: pawn d2 to d4."), "{:?}", window.announced);
}

/// A circle drawn by the right button disappears with the next position.
#[test]
fn marks_can_be_drawn_on_the_board() {
    let mut window = opened(short());
    window.right_click(window.tile("d5"));
    assert!(window.has_ring("d5"));
    window.key(Key::Left);
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

/// All texts fit in windows of all sizes, with two board sizes and the largest texts, during the analysis and after
/// it.
#[test]
fn texts_fit_in_every_window() {
    for (size, name, text_size) in SIZES.into_iter().flat_map(|size| {
        [(size, "xxl", TextSize::Normal), (size, "chess", TextSize::Normal), (size, "xxl", TextSize::Largest)]
    }) {
        let options = Options { text_size, ..Options::default() };
        let (game, scores) = swinging(name, 60, options);
        let (at_ninth, ninth) = (game.position_at(9), game.moves()[9].mv);
        let mut window = AnalysisWindow::of(game, scores);
        window.size = size;
        window.key(Key::Char('a'));
        window.frames(10);
        check_texts(&window);
        window.frames(60);
        for key in [Key::End, Key::Left, Key::Up, Key::Up, Key::Up, Key::Up, Key::Up, Key::Up, Key::Home] {
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
            assert!(window.frame.scene.tiles().any(is_last), "{mv:?} was not made");
            check_texts(&window);
        }
    }
}

fn check_texts(window: &AnalysisWindow) {
    // A text beside the board lies outside the rectangle of its tiles.
    let board = window.frame.scene.tiles().map(|tile| tile.rect).reduce(|a, b| Rect {
        x: a.x.min(b.x),
        y: a.y.min(b.y),
        w: (a.x + a.w).max(b.x + b.w) - a.x.min(b.x),
        h: (a.y + a.h).max(b.y + b.h) - a.y.min(b.y),
    });
    let board = board.expect("a board");
    let (width, height) = window.size;
    let below = Rect::new(0.0, board.y + board.h, width, height - board.y - board.h);
    let beside = Rect::new(board.x + board.w, 0.0, width - board.x - board.w, height);
    let area = if below.h > beside.w { below } else { beside };
    let texts: Vec<_> = window.frame.scene.texts().filter(|text| text.role != TextRole::Coordinate).collect();
    assert!(texts.len() > 8);
    for text in &texts {
        let whole = text.role != TextRole::Help || !text.text.contains('…');
        assert!(whole, "{:?}: {:?} is cut short", window.size, text.text);
    }
    assert_eq!(misplaced_texts(&window.frame.scene.items, area), [""; 0], "{:?}", window.size);
}
