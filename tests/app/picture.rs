//! The picture of a game as a value: slides, layout, sidebar and coordinates, in windows of many shapes.

use std::collections::BTreeSet;
use std::time::Duration;

use crate::common::window::{Driver, FIRST, FORMS, SIZES};
use crate::common::{
    GameScreen, Silent, TWO_HUMANS, at, control, cut_texts, deterministic, in_panel, misplaced_shapes,
    misplaced_texts, overlap, variant, within,
};
use xxlchess::engine::difficulty::Difficulty;
use xxlchess::game::GameController;
use xxlchess::game::options::Options;
use xxlchess::game::{Game, GameSetup, PlayerKind};
use xxlchess::notation::fen;
use xxlchess::rules::{ByColor, Color, Position};
use xxlchess::view::input::Key;
use xxlchess::view::layout::BoardLayout;
use xxlchess::view::scene::{Item, Rect, Sprite, TextRole};
use xxlchess::view::screen::Size;
use xxlchess::view::text::bounds;
use xxlchess::view::widgets::board::animation::Speed;

const SPEED: Speed = Speed { pixels_a_frame: 6.0, longest: Duration::from_secs(1) };
/// White can castle to both sides, capture, and slide far.
const OPEN: &str = "7k6/p13/14/14/14/3n10/14/14/14/3R10/14/1N12/P12P/R6K5R w KQ - 0 1";

fn screen_of(name: &str, fen: &str, players: ByColor<PlayerKind>, seconds: [u64; 2]) -> GameScreen {
    let position = fen::parse(&variant(name), fen).expect("a legal position");
    let controls = ByColor { white: control(seconds[0], 0), black: control(seconds[1], 0) };
    let game = Game::new(GameSetup { position, players, controls, options: Options::default() });
    GameScreen::of(GameController::new(game, Box::new(Silent), deterministic(0)), Options::default(), SPEED)
}

fn human(color: Color) -> ByColor<PlayerKind> {
    ByColor::from_fn(|c| if c == color { PlayerKind::Human } else { PlayerKind::Computer })
}

fn sprite(screen: &GameScreen, square: &str, size: Size) -> Sprite {
    let scene = screen.scene_at(size);
    scene.sprites().filter(|sprite| sprite.square == Some(at(square))).last().expect("a piece").clone()
}

/// All kinds of moves slide straight at 6 pixels a frame for one second at most, in windows of all forms.
#[test]
fn slides_are_straight_steady_and_limited_in_time() {
    for (from, to, moved) in [
        ("d5", "d9", "d9"),
        ("d5", "n5", "n5"),
        ("b3", "c5", "c5"),
        ("a2", "a4", "a4"),
        ("d5", "d6", "d6"),
        ("h1", "j1", "j1"),
        ("h1", "j1", "i1"),
        ("h1", "f1", "g1"),
    ] {
        for size in FORMS {
            let mut screen = screen_of("xxl", OPEN, human(Color::White), [180; 2]);
            let origin = match moved {
                "i1" => "n1",
                "g1" => "a1",
                _ => from,
            };
            let start = sprite(&screen, origin, size).rect;
            screen.click_squares(&[from, to]);
            let layout = BoardLayout::new(size, (14, 14), Color::White).with_header();
            let end = layout.tile_rect(at(moved));
            let (across, down) = ((end.x - start.x) / layout.tile, (end.y - start.y) / layout.tile);
            let whole = (f64::from(across.hypot(down)) * 48.0 / 6.0 / 60.0).min(1.0);
            for step in 0..=70 {
                let done = (f64::from(step) * 0.0165 / whole).min(1.0) as f32;
                let seen = sprite(&screen, moved, size).rect;
                let (x, y) = (start.x + (end.x - start.x) * done, start.y + (end.y - start.y) * done);
                let near = (seen.x - x).abs() <= 0.6 && (seen.y - y).abs() <= 0.6;
                assert!(near, "{from}{to} in {size:?} after {step}: {seen:?}, not {x} {y}");
                assert_eq!((seen.w, seen.h), (layout.tile, layout.tile));
                screen.tick(Duration::from_micros(16_500));
            }
            assert_eq!(sprite(&screen, moved, size).rect, end);
        }
    }
}

/// Frames are urgent while something moves, so that a window without focus does not drop to its idle frame rate.
#[test]
fn the_frame_rate_stays_high_while_a_piece_slides_or_the_king_flashes() {
    let mut screen = screen_of("xxl", OPEN, TWO_HUMANS, [180; 2]);
    let urgent_for = |screen: &mut GameScreen| {
        {
            (0..100).take_while(|_| {
                screen.tick(Duration::from_millis(20));
                std::mem::take(&mut screen.ctx.effects).waiting
            })
        }
        .count()
    };
    assert_eq!(urgent_for(&mut screen), 0);
    screen.click_squares(&["d5", "d9"]);
    assert!((26..=27).contains(&urgent_for(&mut screen)), "a slide of 32 frames");
    let mut screen =
        screen_of("xxl", "7k6/14/14/14/14/14/14/7r6/14/14/14/7R6/14/7K6 w - - 0 1", TWO_HUMANS, [180; 2]);
    screen.click_squares(&["h3", "a3"]);
    assert_eq!(urgent_for(&mut screen), 74, "three flashes of half a second");
}

/// A captured piece is drawn below the capturing piece until the capturing piece arrives.
#[test]
fn a_captured_piece_is_drawn_until_the_other_arrives() {
    let mut screen = screen_of("xxl", OPEN, human(Color::White), [180; 2]);
    screen.click_squares(&["d5", "d9"]);
    let names = |screen: &GameScreen| -> Vec<String> {
        let scene = screen.scene();
        scene.sprites().filter(|s| s.square == Some(at("d9"))).map(|s| s.name.clone()).collect()
    };
    assert_eq!(names(&screen), ["knight", "rook"]);
    screen.tick(Duration::from_millis(530));
    assert_eq!(names(&screen), ["knight", "rook"]);
    screen.tick(Duration::from_millis(10));
    assert_eq!(names(&screen), ["rook"]);
}

/// A pawn that is captured en passant while it still slides is drawn once, and disappears when the capturing pawn
/// arrives.
#[test]
fn a_pawn_captured_en_passant_is_drawn_once() {
    let mut screen = screen_of("chess", "4k3/8/8/8/1p6/8/P7/4K3 w - - 0 1", TWO_HUMANS, [180; 2]);
    screen.click_squares(&["a2", "a4"]);
    screen.tick(Duration::from_millis(50));
    screen.click_squares(&["b4", "a3"]);
    let pawns = |screen: &GameScreen| -> Vec<Rect> {
        let scene = screen.scene();
        let pawn = |s: &&Sprite| s.name == "pawn" && s.color == Color::White && s.square.is_some();
        scene.sprites().filter(pawn).map(|s| s.rect).collect()
    };
    assert_eq!(pawns(&screen).len(), 1, "it is still on its way");
    screen.tick(Duration::from_millis(400));
    let tile = BoardLayout::new(FIRST, (8, 8), Color::White).tile_rect(at("a4"));
    assert_eq!(pawns(&screen), [tile]);
    screen.tick(Duration::from_secs(1));
    assert_eq!(pawns(&screen), []);
}

/// A promoting pawn is drawn as a pawn on its way and as a queen on arrival.
#[test]
fn a_promoting_pawn_slides_as_a_pawn() {
    let mut screen =
        screen_of("xxl", "7k6/14/14/14/14/14/14/P13/14/14/14/14/14/7K6 w - - 0 1", TWO_HUMANS, [180; 2]);
    screen.click_squares(&["a7", "a8"]);
    assert_eq!(sprite(&screen, "a8", FIRST).name, "pawn");
    screen.tick(Duration::from_secs(1));
    assert_eq!(sprite(&screen, "a8", FIRST).name, "queen");
}

/// Games that together show every message, each with the words that it must show.
fn messages() -> Vec<(GameScreen, String)> {
    const CHECK: &str = "8k5/14/7r6/14/14/14/14/14/14/14/14/14/P13/7K6 w - - 0 1";
    const MATE: &str = "7k6/R13/14/14/14/14/14/14/14/14/14/1R12/14/7K6 w - - 0 1";
    const STALEMATE: &str = "k13/14/14/14/14/14/1Q12/14/14/14/14/14/2K11/14 w - - 0 1";
    let mut all = Vec::new();
    let mut add = |fen, players, clicks: &[&str], key, time: u64, message: &str| {
        for seconds in [[180, 180], [1_000_000, 999_999], [6_000, 5]] {
            let mut screen = screen_of("xxl", fen, players, seconds);
            screen.click_squares(clicks);
            screen.tick(Duration::from_secs(time));
            if let Some(key) = key {
                screen.key(key);
            }
            let lost_on_time = screen.game().termination().is_some() && message.is_empty();
            if !lost_on_time {
                all.push((screen, message.to_owned()));
            }
        }
    };
    let (white, black) = (human(Color::White), human(Color::Black));
    add(OPEN, white, &[], None, 0, "");
    add(OPEN, black, &[], None, 0, "");
    add(OPEN, TWO_HUMANS, &[], None, 0, "");
    add(CHECK, white, &[], None, 0, "Check!");
    add(CHECK, white, &["a2", "a3"], None, 1, "You must defend your king!");
    add(MATE, white, &["b3", "b14"], None, 1, "You won by checkmate");
    add(MATE, TWO_HUMANS, &["b3", "b14"], None, 1, "White won by checkmate");
    add(STALEMATE, white, &["b8", "b12"], None, 1, "Stalemate – draw");
    add(OPEN, white, &[], Some(Key::Escape), 0, "You resigned");
    add(OPEN, TWO_HUMANS, &[], Some(Key::Escape), 0, "White resigned");
    add(OPEN, white, &[], None, 2_000_000, "You lost on time");
    add(OPEN, black, &[], None, 2_000_000, "You won on time");
    add(OPEN, TWO_HUMANS, &[], None, 2_000_000, "Black won on time");
    let mated = "7k6/14/14/14/14/14/14/14/14/14/14/8n5/r13/r6K6 w - - 0 1";
    add(mated, white, &[], None, 0, "You lost by checkmate");
    all
}

/// No text of the sidebar is cut or misplaced, in windows of all sizes, with every message and clocks of all lengths.
#[test]
fn no_text_of_the_sidebar_is_cut() {
    let mut found = Vec::new();
    for (screen, message) in messages() {
        for size in SIZES {
            let scene = screen.scene_at(size);
            let layout = BoardLayout::new(size, (14, 14), screen.game().orientation()).with_header();
            let misplaced = in_panel(&scene.items, &layout, misplaced_texts);
            found.extend(misplaced.into_iter().map(|fault| (size, fault)));
            found.extend(cut_texts(&scene.items).into_iter().map(|fault| (size, fault)));
            assert_eq!(scene.text_of(TextRole::Message), message, "{size:?}");
        }
    }
    assert!(found.is_empty(), "{} faults\n{found:#?}", found.len());
}

/// Panels, marks and discs lie in the sidebar in windows of all sizes.
#[test]
fn all_shapes_lie_in_the_sidebar() {
    for (screen, _) in messages().into_iter().take(6) {
        for size in SIZES {
            let layout = BoardLayout::new(size, (14, 14), screen.game().orientation()).with_header();
            let faults = in_panel(&screen.scene_at(size).items, &layout, misplaced_shapes);
            assert_eq!(faults, [""; 0], "{size:?}");
        }
    }
}

/// With either colour the computer's clock is in the upper half and the person's in the lower.
#[test]
fn the_computers_clock_is_at_the_top() {
    for color in Color::ALL {
        let screen = screen_of("xxl", OPEN, human(color), [180; 2]);
        let scene = screen.scene();
        let clock = |color| scene.texts().find(|t| t.role == TextRole::Clock(color)).expect("a clock").at.y;
        assert!(clock(!color) < 336.0 && clock(color) > 336.0);
        assert_eq!(scene.text_of(TextRole::Player(color)), "You");
        assert_eq!(scene.text_of(TextRole::Player(!color)), "Casual");
    }
}

/// In an upright window the opponent's name and clock are above the board, and the person's are below it.
#[test]
fn the_opponent_is_above_an_upright_board() {
    for color in Color::ALL {
        let screen = screen_of("xxl", OPEN, human(color), [180; 2]);
        for size in [(390.0, 844.0), (600.0, 900.0), (500.0, 760.0), (400.0, 480.0)] {
            let scene = screen.scene_at(size);
            let tiles = || scene.tiles().map(|tile| tile.rect);
            let top = tiles().map(|rect| rect.y).fold(f32::MAX, f32::min);
            let bottom = tiles().map(|rect| rect.y + rect.h).fold(0.0, f32::max);
            for role in [TextRole::Clock as fn(Color) -> TextRole, TextRole::Player] {
                let y = |color| scene.texts().find(|text| text.role == role(color)).expect("the text").at.y;
                assert!(y(!color) < top && y(color) > bottom, "{size:?}: {:?}", role(color));
            }
        }
    }
}

/// The badge of a level has its number in a ring with a part for each level, of which as many are filled. The six rules
/// have neither ring nor rating.
#[test]
fn the_badge_of_the_computer_shows_its_level() {
    let levels = Difficulty::STRONGEST.number();
    for number in 0..=levels {
        let position = fen::parse(&variant("xxl"), OPEN).expect("a legal position");
        let options = Options { difficulty: number, ..Options::default() };
        let game = Game::new(GameSetup::with_human(position, Color::White, options));
        let controller = GameController::new(game, Box::new(Silent), deterministic(0));
        let scene = GameScreen::of(controller, options, SPEED).scene_at((1280.0, 800.0));
        let accent = xxlchess::view::theme::OAK.accent;
        let is_filled = |item: &&Item| matches!(item, Item::Line { color, .. } if *color == accent);
        let parts = scene.items.iter().filter(|item| matches!(item, Item::Line { .. })).count();
        let filled = scene.items.iter().filter(is_filled).count();
        let shown = (parts, filled, scene.texts().any(|text| text.text == number.to_string()));
        let about = match Difficulty::new(number).row().rating {
            Some(rating) => format!("level {number} · about {rating}"),
            None => "no rating".to_owned(),
        };
        assert!(scene.texts().any(|text| text.text == about), "{about}");
        let expected = if number == 0 { (0, 0, false) } else { (levels.into(), number.into(), true) };
        assert_eq!(shown, expected, "level {number}");
    }
}

/// With either side at the bottom the coordinates lie in the corners of their tiles, and in a wide window in the
/// gutter.
#[test]
fn coordinates_are_in_the_corners_of_their_tiles_or_in_the_gutter() {
    for color in Color::ALL {
        let screen = screen_of("xxl", OPEN, human(color), [180; 2]);
        for size in SIZES {
            let scene = screen.scene_at(size);
            let layout = BoardLayout::new(size, (14, 14), color).with_header();
            let texts: Vec<_> = scene.texts().filter(|text| text.role == TextRole::Coordinate).collect();
            if layout.is_wide() {
                assert_eq!(texts.len(), 28);
                let Rect { x, y, w, h } = layout.board;
                let left = Rect::new(0.0, y, x, h);
                let below = Rect::new(x, y + h, w, size.1 - y - h);
                for text in texts {
                    let ink = bounds(text);
                    assert!(within(ink, left) || within(ink, below), "{:?} {ink:?} at {size:?}", text.text);
                }
                continue;
            }
            // Each has a rim of eight copies in the colour of its tile.
            let (letters, rims): (Vec<_>, Vec<_>) =
                texts.iter().enumerate().partition(|(place, _)| place % 9 == 8);
            assert_eq!((letters.len(), rims.len()), (28, 28 * 8));
            for (place, text) in letters {
                assert!(
                    texts[place - 8..place]
                        .iter()
                        .all(|rim| rim.text == text.text && rim.color != text.color)
                );
                let ink = bounds(text);
                let square = layout.square_at(ink.center()).expect("a tile");
                let tile = layout.tile_rect(square);
                let is_rank = text.text.chars().all(|c| c.is_ascii_digit());
                let half = tile.h / 2.0;
                let corner = if is_rank {
                    assert!(layout.step(square, (-1, 0)).is_none());
                    assert_eq!(text.text, (square.rank() + 1).to_string());
                    Rect::new(tile.x, tile.y, tile.w * 0.6, half)
                } else {
                    assert!(layout.step(square, (0, 1)).is_none());
                    assert_eq!(text.text, char::from(b'a' + square.file()).to_string());
                    Rect::new(tile.x + tile.w * 0.4, tile.y + half, tile.w * 0.6, half)
                };
                assert!(within(ink, corner), "{:?} {ink:?} in {corner:?} at {size:?}", text.text);
            }
        }
    }
}

/// On a board with missing squares the first square of each rank and file has the coordinate.
#[test]
fn all_ranks_and_files_of_a_board_with_missing_squares_have_coordinates() {
    let start = fen::format(&Position::start(&variant("omega")).expect("a legal start"));
    let screen = screen_of("omega", &start, human(Color::White), [180; 2]);
    for size in SIZES {
        let scene = screen.scene_at(size);
        let texts = scene.texts().filter(|text| text.role == TextRole::Coordinate);
        let found: BTreeSet<String> = texts.map(|text| text.text.clone()).collect();
        let expected = (1..=12).map(|rank: u8| rank.to_string()).chain(('a'..='l').map(String::from));
        assert_eq!(found, expected.collect(), "{size:?}");
    }
}

/// Nothing is drawn over the upper right 8x8 pixels of a tile of 48 pixels, with a piece selected and after a mate.
#[test]
fn the_upper_right_corners_of_tiles_are_free() {
    for color in Color::ALL {
        let mut selected = screen_of("xxl", OPEN, human(color), [180; 2]);
        selected.click_square("h1");
        let mated = messages().into_iter().find(|(_, message)| message == "You won by checkmate");
        for screen in [selected, mated.expect("a mate").0] {
            let scene = screen.scene();
            let corners: Vec<_> =
                scene.tiles().map(|t| Rect::new(t.rect.x + 40.0, t.rect.y, 8.0, 8.0)).collect();
            for item in &scene.items {
                let rect = match item {
                    Item::Tile(_) | Item::Sprite(_) => continue,
                    Item::Text(text) => bounds(text),
                    Item::Panel { rect, .. } | Item::Frame { rect, .. } => *rect,
                    Item::Disc { center, radius, .. } | Item::Ring { center, radius, .. } => {
                        Rect::new(center.x - radius, center.y - radius, 2.0 * radius, 2.0 * radius)
                    }
                    Item::Line { from, .. } => Rect::new(from.x, from.y, 1.0, 1.0),
                    Item::Triangle { corners, .. } => {
                        Rect::new(corners[0].x - 9.0, corners[0].y - 9.0, 18.0, 18.0)
                    }
                };
                assert!(!corners.iter().any(|&corner| overlap(corner, rect)), "{item:?}");
            }
        }
    }
}

/// On every theme the coordinates are drawn after the pieces of the start position, with a contrast to their tile.
#[test]
fn coordinates_can_be_read_over_the_pieces() {
    for theme in xxlchess::game::options::ThemeName::ALL {
        let mut screen = screen_of("xxl", OPEN, human(Color::White), [180; 2]);
        screen.ctx.options.theme = *theme;
        let scene = screen.scene();
        let last_piece =
            scene.items.iter().rposition(|item| matches!(item, Item::Sprite(s) if s.square.is_some()));
        for (place, item) in scene.items.iter().enumerate() {
            let Item::Text(text) = item else { continue };
            if text.role != TextRole::Coordinate {
                continue;
            }
            assert!(Some(place) > last_piece, "{:?} is below a piece", text.text);
            let tile = scene.tiles().find(|tile| tile.rect.contains(bounds(text).center())).expect("a tile");
            let brightness = |c: xxlchess::view::scene::Rgba| {
                (299 * i32::from(c.0) + 587 * i32::from(c.1) + 114 * i32::from(c.2)) / 1000
            };
            let contrast = (brightness(text.color) - brightness(tile.color)).abs();
            assert!(contrast == 0 || contrast >= 70, "{theme:?} {:?}: {contrast}", text.text);
        }
    }
}

/// Tiles are squares of whole pixels. Larger tiles would not leave room for a sidebar of two and a half tiles or, in a
/// small window, 100 pixels, or for a panel of 260 pixels and a gutter.
#[test]
fn the_board_is_as_large_as_the_window_allows() {
    for size in SIZES {
        let layout = BoardLayout::new(size, (14, 14), Color::White);
        let window = Rect::new(0.0, 0.0, size.0, size.1);
        assert!(within(layout.board, window) && within(layout.sidebar, window), "{size:?}");
        assert!(!overlap(layout.board, layout.sidebar), "{size:?}");
        assert_eq!((layout.board.w, layout.board.h), (14.0 * layout.tile, 14.0 * layout.tile));
        assert_eq!(layout.tile.fract(), 0.0);
        if layout.is_wide() {
            let unit = layout.unit();
            assert!(layout.sidebar.w >= (260.0 * unit).floor(), "{size:?}");
            let spare = (size.0 - 32.0 * unit - 262.0 * unit, size.1 - 28.0 * unit);
            let larger = 14.0 * (layout.tile + 1.0);
            assert!(larger > spare.0.min(spare.1) - 3.0, "{size:?} has room for larger tiles");
            continue;
        }
        let larger = layout.tile + 1.0;
        let sidebar = (2.5 * larger).max((0.21 * size.0).min(100.0));
        let beside = 14.0 * larger + sidebar <= size.0 && 14.0 * larger <= size.1;
        // A column beside the board may cost a twentieth of the tiles: it has more room for buttons than a strip.
        let larger = if layout.is_upright() { larger } else { larger / 0.95 };
        let below = 14.0 * larger <= size.0 && 16.5 * larger <= size.1;
        assert!(!beside && !below, "{size:?} has room for tiles of {larger}");
    }
}
