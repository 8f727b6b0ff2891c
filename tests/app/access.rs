//! Accessibility: keyboard, shapes beside colours, large texts, announcements, and no animation.

use std::time::Duration;

use crate::common::window::{Driver, SIZES, Window};
use crate::common::{
    AT_ONCE, FakeOpponent, HUMAN_BLACK, HUMAN_WHITE, TWO_HUMANS, app_with, cut_texts, deterministic,
    in_panel, misplaced_texts, variant,
};
use xxlchess::game::GameController;
use xxlchess::game::options::{Marks, Options, PromotionRule, TextSize};
use xxlchess::game::{Game, GameSetup, PlayerKind};
use xxlchess::notation::coords::{parse_move, parse_square};
use xxlchess::notation::fen;
use xxlchess::rules::{ByColor, Color, Square};
use xxlchess::view::input::Key;
use xxlchess::view::layout::BoardLayout;
use xxlchess::view::scene::{Item, Scene, TextRole, Tint};
use xxlchess::view::screens::play::PlayScreen;
use xxlchess::view::widgets::board::animation::Speed;

/// Position in which White can castle, capture, give check and promote.
const OPEN: &str = "7k6/p13/14/14/14/3n10/14/5P8/14/3R10/14/1N12/P12P/R6K5R w KQ - 0 1";
/// Start position of XXL chess.
const START: &str =
    "rnbhcgakgcebnr/pppppppppppppp/14/14/14/14/14/14/14/14/14/14/PPPPPPPPPPPPPP/RNBHCGAKGCEBNR w KQkq - 0 1";

/// State of these tests besides the window.
struct State {
    answer: FakeOpponent,
    options: Options,
    bottom: Color,
}

type Person = Window<State>;

impl Person {
    fn play(text: &str, players: ByColor<PlayerKind>, options: Options) -> Self {
        Self::sliding(text, players, options, Duration::ZERO)
    }

    fn sliding(text: &str, players: ByColor<PlayerKind>, options: Options, longest: Duration) -> Self {
        let game = Game::new(GameSetup {
            position: fen::parse(&options.applied_to(&variant("xxl")), text).expect("a legal position"),
            players,
            controls: ByColor::default(),
            options,
        });
        let bottom = game.orientation();
        let answer = FakeOpponent::default();
        let speed = Speed { pixels_a_frame: 6.0, longest };
        let controller = GameController::new(game, Box::new(answer.clone()), deterministic(1));
        let app = app_with(PlayScreen::new(controller, Color::White, None), options, speed);
        Self::with(app, State { answer, options, bottom })
    }

    fn layout(&self) -> BoardLayout {
        let scale = xxlchess::view::theme::Theme::of(&self.options).scale();
        BoardLayout::scaled(self.size, (14, 14), self.bottom, scale).with_header()
    }

    /// Makes the computer reply with `mv` in `position`.
    fn answers(&mut self, position: &str, mv: &str) {
        let position = fen::parse(&variant("xxl"), position).expect("a legal position");
        self.answer.set_reply(Some(parse_move(&position, mv).expect("a legal move")));
        self.input(vec![]);
        self.input(vec![]);
    }

    /// The square of the cursor, which is the tile whose corners are drawn over.
    fn cursor(&self) -> Option<Square> {
        let at = self.frame.scene.items.iter().find_map(|item| match item {
            Item::Panel { rect, radius: 0.0, color } if color.0 == 0 && color.3 == 255 => Some(rect.center()),
            _ => None,
        })?;
        self.layout().square_at(at)
    }

    /// Announcements since the last call.
    fn announcements(&mut self) -> String {
        std::mem::take(&mut self.announced).join("|")
    }
}

fn at(square: &str) -> Option<Square> {
    parse_square(square)
}

/// The cursor is hidden until Tab, starts in the lowest row, moves as the arrows point with either side at the bottom,
/// and stays on the board.
#[test]
fn arrows_move_the_cursor_as_they_point() {
    for (players, first, right, up, corner) in
        [(HUMAN_WHITE, "h1", "i1", "i2", "n1"), (HUMAN_BLACK, "g14", "f14", "f13", "a14")]
    {
        let mut person = Person::play(START, players, Options::default());
        let plain = person.frame.scene.clone();
        person.keys(&[Key::Right, Key::Up]);
        assert_eq!(person.frame.scene, plain, "hidden, it ignores keys");
        person.keys(&[Key::Tab]);
        assert_eq!(person.cursor(), at(first));
        person.keys(&[Key::Right]);
        assert_eq!(person.cursor(), at(right));
        person.keys(&[Key::Up]);
        assert_eq!(person.cursor(), at(up));
        person.keys(&[Key::Down; 3]);
        person.keys(&[Key::Right; 20]);
        assert_eq!(person.cursor(), at(corner));
        person.keys(&[Key::Tab]);
        assert_eq!(person.frame.scene, plain);
        person.keys(&[Key::Tab]);
        assert_eq!(person.cursor(), at(corner), "it is where it was");
    }
}

/// Enter and Space select a piece and make its move.
#[test]
fn a_move_can_be_made_by_keyboard() {
    for key in [Key::Enter, Key::Space] {
        let mut person = Person::play(START, HUMAN_WHITE, Options::default());
        person.keys(&[Key::Tab, Key::Up, key]);
        assert_eq!(person.frame.scene.tint(at("h2").unwrap()), Some(Tint::Selected));
        person.keys(&[Key::Up, Key::Up, key]);
        assert_eq!(person.frame.scene.tint(at("h4").unwrap()), Some(Tint::LastMove));
        assert!(person.frame.scene.sprites().any(|sprite| sprite.square == at("h4")));
    }
}

/// Escape cancels a selection, premoves and the cursor, one at a time. It resigns only when nothing is left to cancel.
#[test]
fn escape_cancels_before_it_resigns() {
    let message = |person: &Person| person.frame.scene.text_of(TextRole::Message);
    let mut person = Person::play(START, HUMAN_WHITE, Options::default());
    person.keys(&[Key::Tab, Key::Up, Key::Enter, Key::Escape]);
    assert_eq!(person.frame.scene.tint(at("h2").unwrap()), None);
    assert!(person.cursor().is_some());
    person.keys(&[Key::Escape]);
    assert_eq!((person.cursor(), message(&person).as_str()), (None, ""));
    person.keys(&[Key::Escape]);
    assert_eq!(message(&person), "You resigned");
    let mut person = Person::play(START, HUMAN_WHITE, Options::default());
    person.click_square("h2");
    person.keys(&[Key::Escape]);
    assert_eq!((person.frame.scene.tint(at("h2").unwrap()), message(&person).as_str()), (None, ""));
    person.keys(&[Key::Escape]);
    assert_eq!(message(&person), "You resigned");
    let mut person = Person::play(START, HUMAN_BLACK, Options { premoves: true, ..Options::default() });
    person.keys(&[Key::Tab, Key::Up, Key::Enter, Key::Up, Key::Enter]);
    assert!(person.frame.scene.tiles().any(|tile| tile.tint == Some(Tint::Premove)));
    person.keys(&[Key::Escape]);
    assert!(person.frame.scene.tiles().all(|tile| tile.tint != Some(Tint::Premove)));
    assert!(person.cursor().is_some());
}

/// With the option, tiles have shapes below the pieces that fit their tints, and the tints stay. Without the option
/// there are no shapes.
#[test]
fn with_the_option_every_tint_has_a_shape() {
    let shapes = |scene: &Scene| {
        let shape = |item: &&Item| !matches!(item, Item::Tile(_) | Item::Sprite(_) | Item::Text(_));
        let board = scene.items.iter().take_while(|item| !matches!(item, Item::Sprite(_)));
        board.filter(shape).cloned().collect::<Vec<_>>()
    };
    let mut usual = Person::play(OPEN, HUMAN_WHITE, Options::default());
    let mut marked = Person::play(OPEN, HUMAN_WHITE, Options { marks: Marks::Shapes, ..Options::default() });
    for person in [&mut usual, &mut marked] {
        person.click_square("d5");
    }
    assert!(shapes(&usual.frame.scene).is_empty());
    assert!(usual.frame.scene.tiles().eq(marked.frame.scene.tiles()));
    let drawn = shapes(&marked.frame.scene);
    for tile in usual.frame.scene.tiles() {
        let middle = tile.rect.center();
        let of_tile = |item: &&Item| match item {
            Item::Disc { center, .. } | Item::Ring { center, .. } => *center == middle,
            Item::Frame { rect, .. } => *rect == tile.rect,
            _ => false,
        };
        let shape: Vec<_> = drawn.iter().filter(of_tile).collect();
        let fits = match tile.tint {
            Some(Tint::Target) => matches!(shape[..], [Item::Disc { .. }]),
            Some(Tint::Capture) => matches!(shape[..], [Item::Ring { .. }]),
            Some(Tint::Selected) => matches!(shape[..], [Item::Frame { .. }]),
            _ => shape.is_empty(),
        };
        assert!(fits, "{} {:?}: {shape:?}", tile.square, tile.tint);
    }
    let checked = "7k6/14/14/14/14/14/14/14/14/14/14/7r6/P13/7K6 w - - 0 1";
    let mut person =
        Person::play(checked, TWO_HUMANS, Options { marks: Marks::Shapes, ..Options::default() });
    let framed =
        |scene: &Scene| shapes(scene).iter().filter(|item| matches!(item, Item::Frame { .. })).count();
    assert_eq!(framed(&person.frame.scene), 2, "a king in check");
    person.click_square("h1");
    person.click_square("i1");
    let corners = |item: &Item| matches!(item, Item::Triangle { .. });
    assert!(framed(&person.frame.scene) == 0 && shapes(&person.frame.scene).iter().all(corners));
    assert_eq!(shapes(&person.frame.scene).len(), 4, "both ends of the last move");
}

/// Every text of the sidebar fits in windows of all shapes and with all text sizes, and larger texts are larger.
#[test]
fn larger_texts_fit() {
    let mut found = Vec::new();
    for size in SIZES {
        let mut heights = Vec::new();
        for &text_size in TextSize::ALL {
            let mut person = Person::play(OPEN, HUMAN_WHITE, Options { text_size, ..Options::default() });
            person.size = size;
            person.keys(&[Key::Escape]);
            let layout = person.layout();
            let texts: Vec<_> = person.frame.scene.texts().collect();
            let name = texts.iter().find(|text| matches!(text.role, TextRole::Player(_))).expect("a name");
            heights.push(name.size);
            let items = &person.frame.scene.items;
            let faults = [in_panel(items, &layout, misplaced_texts), cut_texts(items)].concat().into_iter();
            found.extend(faults.map(|fault| format!("{size:?} {text_size:?} {fault}")));
        }
        assert!(heights[0] <= heights[1] && heights[0] < heights[2], "{size:?}: {heights:?}");
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// A pawn that is moved by keyboard with the largest texts opens the picker on its tile, and arrow and Enter choose a
/// piece.
#[test]
fn promotion_is_chosen_by_keyboard() {
    let text = "7k6/14/14/14/14/14/14/3P10/14/14/14/14/14/7K6 w - - 0 1";
    let xxl = variant("xxl");
    let free =
        xxlchess::rules::Variant::new(xxl.rules().clone().with_promotion_choice(), xxl.start().clone());
    let options =
        Options { promotion: PromotionRule::Choose, text_size: TextSize::Largest, ..Options::default() };
    let game = Game::new(GameSetup {
        position: fen::parse(&std::sync::Arc::new(free), text).expect("a legal position"),
        players: HUMAN_WHITE,
        controls: ByColor::default(),
        options,
    });
    let speed = AT_ONCE;
    let controller = GameController::new(game, Box::new(FakeOpponent::default()), deterministic(1));
    let mut person =
        Person::play(START, HUMAN_WHITE, Options { text_size: TextSize::Largest, ..Options::default() });
    person.app = app_with(PlayScreen::new(controller, Color::White, None), options, speed);
    let way = [vec![Key::Tab], vec![Key::Left; 4], vec![Key::Up; 6], vec![Key::Enter, Key::Up, Key::Enter]];
    person.keys(&way.concat());
    let tile = person.layout().tile_rect(at("d8").unwrap());
    let open =
        person.frame.scene.items.iter().any(|item| matches!(item, Item::Frame { rect, .. } if *rect == tile));
    assert!(open, "the picker stands on the tile");
    person.keys(&[Key::Down, Key::Enter]);
    let announced = person.announcements();
    assert!(announced.contains("Choose what the pawn becomes on d8."), "{announced}");
    assert!(announced.contains("White: pawn d7 to d8, promotes to "), "{announced}");
}

/// In a game against the computer the opening, captures, checks, refusals, castling and the end are announced once
/// each.
#[test]
fn moves_are_announced() {
    let mut person = Person::play(OPEN, HUMAN_WHITE, Options::default());
    assert_eq!(person.announcements(), "You play White. White to move.");
    person.click_square("d5");
    person.click_square("d9");
    assert_eq!(person.announcements(), "White: rook d5 takes knight d9.");
    person.input(vec![]);
    assert!(person.frame.waiting, "the computer is to move");
    person.answers("7k6/p13/14/14/14/3R10/14/5P8/14/14/14/1N12/P12P/R6K5R b KQ - 0 1", "a13a12");
    assert_eq!(person.announcements(), "Black: pawn a13 to a12.");
    assert!(!person.frame.waiting);
    person.click_square("h1");
    person.click_square("j1");
    assert_eq!(person.announcements(), "White castles kingside.");
    person.answers("7k6/14/p13/14/14/3R10/14/5P8/14/14/14/1N12/P12P/R7RK4 b - - 0 1", "a12a11");
    person.click_square("d9");
    person.click_square("d14");
    assert_eq!(person.announcements(), "Black: pawn a12 to a11.|White: rook d9 to d14, check.");
    person.keys(&[Key::Escape]);
    assert_eq!(person.announcements(), "White resigns. Black wins.");
    person.keys(&[Key::Char('r')]);
    assert_eq!(person.announcements(), "You play White. White to move.");
    let mut person = Person::play(OPEN, HUMAN_WHITE, Options::default());
    person.click_square("h1");
    person.click_square("f1");
    assert!(person.announcements().ends_with("White castles queenside."));
}

/// Mate, stalemate, a promotion, and a king that must be defended are announced.
#[test]
fn results_are_announced() {
    for (text, clicks, expected) in [
        (
            "7k6/R13/14/14/14/14/14/14/14/14/14/14/14/1R5K6 w - - 0 1",
            ["b1", "b14"],
            "White: rook b1 to b14, check.|Black is checkmated. White wins.",
        ),
        (
            "7k6/14/14/14/14/14/14/3P10/14/14/14/14/14/7K6 w - - 0 1",
            ["d7", "d8"],
            "White: pawn d7 to d8, promotes to queen.",
        ),
        (
            "7k6/14/14/14/14/14/14/14/14/14/14/7r6/P13/7K6 w - - 0 1",
            ["a2", "a3"],
            "You must defend your king!",
        ),
    ] {
        let mut person = Person::play(text, HUMAN_WHITE, Options::default());
        person.announcements();
        clicks.iter().for_each(|square| person.click_square(square));
        assert_eq!(person.announcements(), expected);
    }
    let in_check = "7k6/14/14/14/14/14/14/14/14/14/14/7r6/P13/7K6 w - - 0 1";
    let mut person = Person::play(in_check, TWO_HUMANS, Options::default());
    assert_eq!(person.announcements(), "White to move. White is in check.");
}

/// The square under the cursor is announced with its piece, what can be done there, and the selection.
#[test]
fn the_square_of_the_cursor_is_announced() {
    let mut person = Person::play(OPEN, HUMAN_WHITE, Options::default());
    person.announcements();
    person.keys(&[Key::Tab]);
    assert_eq!(person.announcements(), "h1, White king.");
    person.keys(&[Key::Up]);
    assert_eq!(person.announcements(), "h2, empty.");
    let way = [vec![Key::Left; 4], vec![Key::Up; 3]].concat();
    person.keys(&way);
    person.announcements();
    person.keys(&[Key::Enter]);
    assert_eq!(person.announcements(), "rook d5 selected, 21 moves.");
    person.keys(&[Key::Up]);
    assert_eq!(person.announcements(), "d6, empty, can be reached.");
    person.keys(&[Key::Up; 3]);
    assert!(person.announcements().ends_with("d9, Black knight, can be captured."));
    person.keys(&[Key::Escape]);
    assert_eq!(person.announcements(), "Nothing is selected.");
}

/// In the fog, moves that the player does not see are announced without squares, and so are all moves in a game of two
/// players. A captured piece is announced with its square.
#[test]
fn nothing_hidden_by_fog_is_announced() {
    let text = "7k6/p13/14/14/14/3n10/14/14/14/3R10/14/14/14/7K6 w - - 0 1";
    let fog = Options { fog_of_war: true, ..Options::default() };
    let mut person = Person::play(text, HUMAN_WHITE, fog);
    person.announcements();
    person.keys(&[Key::Tab, Key::Right, Key::Up, Key::Up]);
    let announced = person.announcements();
    assert!(announced.ends_with("i2, empty.|i3, fog."), "{announced}");
    person.click_square("d5");
    person.click_square("e5");
    person.announcements();
    let after = "7k6/p13/14/14/14/3n10/14/14/14/4R9/14/14/14/7K6 b - - 0 1";
    person.answers(after, "a13a12");
    assert_eq!(person.announcements(), "Black has moved, unseen.");
    let lost = "7k6/14/14/14/14/14/14/2q11/14/14/14/2P11/14/7K6 b - - 0 1";
    let mut person = Person::play(lost, HUMAN_WHITE, fog);
    person.announcements();
    person.answers(lost, "c7c3");
    assert_eq!(person.announcements(), "Black, unseen: takes pawn c3.");
    let mut two = Person::play(text, TWO_HUMANS, fog);
    two.announcements();
    two.click_square("d5");
    two.click_square("d9");
    assert_eq!(two.announcements(), "White has moved. Pass the board to Black.");
    two.keys(&[Key::Enter]);
    assert_eq!(two.announcements(), "Black to move.");
    // White moves the pawn beside the king's file by keyboard, and leaves no trace of where.
    let mut two = Person::play(START, TWO_HUMANS, fog);
    two.keys(&[Key::Tab, Key::Up, Key::Enter, Key::Up, Key::Enter]);
    assert_eq!(two.cursor(), None);
    two.keys(&[Key::Enter]);
    assert_eq!(two.cursor(), None);
    let promoting = "7k6/14/14/14/14/14/14/P13/14/14/14/14/14/7K6 w - - 0 1";
    let mut two = Person::play(promoting, TWO_HUMANS, Options { promotion: PromotionRule::Choose, ..fog });
    two.click_square("a7");
    two.announcements();
    two.click_square("a8");
    let announced = two.announcements();
    assert!(announced.contains("Choose what the pawn becomes.") && !announced.contains("a8"), "{announced}");
}

/// While an earlier position is shown, the cursor announces the piece of that position. A check is announced with the
/// move that gives it.
#[test]
fn announcements_match_what_is_shown() {
    let mut person = Person::play(START, TWO_HUMANS, Options::default());
    person.click_square("h2");
    person.click_square("h4");
    person.announcements();
    person.keys(&[Key::Home, Key::Tab, Key::Up]);
    let announced = person.announcements();
    assert!(announced.ends_with("h2, White pawn."), "{announced}");
    let checking = "7k6/13p/14/14/14/14/14/14/14/14/14/14/14/1R5K6 b - - 0 1";
    let mut person = Person::play(checking, TWO_HUMANS, Options::default());
    person.keys(&[Key::Char('d')]);
    person.click_square("n13");
    person.click_square("n12");
    person.announcements();
    person.click_square("b1");
    person.click_square("b14");
    assert_eq!(person.announcements(), "White: rook b1 to b14, check.|White declines the draw.");
}

/// Draw offers, refused hints and moves taken back are announced.
#[test]
fn answers_between_players_are_announced() {
    let mut person = Person::play(START, TWO_HUMANS, Options::default());
    person.announcements();
    person.click_square("h2");
    person.click_square("h4");
    person.announcements();
    person.keys(&[Key::Char('h')]);
    person.input(vec![]);
    assert_eq!(person.announcements(), "No hints between two people.");
    person.keys(&[Key::Char('z')]);
    assert_eq!(person.announcements(), "Taken back: White: pawn h2 to h4.");
    person.keys(&[Key::Char('d')]);
    assert_eq!(person.announcements(), "White offers a draw.");
    person.click_square("h2");
    person.click_square("h4");
    assert_eq!(person.announcements(), "White: pawn h2 to h4.");
    person.keys(&[Key::Char('d')]);
    assert_eq!(person.announcements(), "A draw by agreement.");
}

/// With a `max_movement_time` of 0 a moved piece is on its target in every frame. With one second it is not.
#[test]
fn without_animation_no_piece_is_between_two_tiles() {
    for (longest, between) in [(Duration::ZERO, false), (Duration::from_secs(1), true)] {
        let mut person = Person::sliding(OPEN, HUMAN_WHITE, Options::default(), longest);
        person.click_square("d5");
        person.click_square("d9");
        let target = person.layout().tile_rect(at("d9").unwrap());
        let mut away = false;
        for _ in 0..4 {
            away |=
                !person.frame.scene.sprites().any(|sprite| sprite.name == "rook" && sprite.rect == target);
            person.input(vec![]);
        }
        assert_eq!(away, between);
    }
}

/// A move by two clicks is made while the cursor is on the board.
#[test]
fn the_mouse_works_while_the_cursor_is_shown() {
    let mut person = Person::play(OPEN, HUMAN_WHITE, Options::default());
    person.keys(&[Key::Tab]);
    person.click_square("d5");
    person.click_square("d6");
    assert_eq!(person.frame.scene.tint(at("d6").unwrap()), Some(Tint::LastMove));
}
