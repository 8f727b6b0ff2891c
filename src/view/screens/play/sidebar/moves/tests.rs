//! The list of moves: its rows, what a press hits, where it rests.

use super::*;
use crate::game::options::Options;
use crate::game::{Command, Game, GameSetup, PlayerKind};
use crate::notation::{coords, fen, variants_ini::Variants};
use crate::rules::ByColor;

const START: &str = "4k3/7p/8/8/8/8/P7/4K3 w - - 0 9";
const AREA: Rect = Rect::new(10.0, 100.0, 104.0, 128.0);

fn game(text: &str, moves: &[&str]) -> Game {
    let variant = Variants::built_in().get("chess").expect("built in");
    let position = fen::parse(&variant, text).expect("a legal position");
    let players = ByColor { white: PlayerKind::Human, black: PlayerKind::Human };
    let controls = ByColor { white: None, black: None };
    let mut game = Game::new(GameSetup { position, players, controls, options: Options::default() });
    for text in moves {
        let mv = coords::parse_move(game.position(), text).expect("a legal move");
        game.apply(Command::Play(mv));
    }
    game
}

/// Both kings and pawns walking, for as many plies as asked for.
fn walk(count: usize) -> Vec<&'static str> {
    let moves =
        ["e1d1", "e8d8", "d1c1", "d8c8", "c1d2", "c8d7", "d2c2", "d7c7", "c2b2", "c7b7", "b2c2", "b7c7"];
    moves.iter().copied().take(count).collect()
}

fn rows(list: &MoveList) -> Vec<(usize, bool, Vec<usize>)> {
    let row = |row: &Row| (row.number, row.continued, row.cells.iter().map(|cell| cell.place).collect());
    list.rows.iter().map(row).collect()
}

/// Games begun by either side, from any number.
#[test]
fn rows_are_numbered_by_full_moves() {
    let review = Review::of(&game(START, &walk(3)));
    let list = MoveList::new(&review, AREA, 1.0);
    assert_eq!(rows(&list), [(9, false, vec![0, 1]), (10, false, vec![2])]);
    let black = START.replace('w', "b");
    let review = Review::of(&game(&black, &["e8d8", "e1d1"]));
    let list = MoveList::new(&review, AREA, 1.0);
    assert_eq!(rows(&list), [(9, false, vec![0]), (10, false, vec![1])]);
    assert!(list.rows[0].cells[0].x > list.rows[1].cells[0].x, "Black's move stands in Black's column");
}

/// The reply follows below, with dots.
#[test]
fn a_long_move_has_a_row_of_its_own() {
    let queens = "1k6/8/8/Q6Q/8/8/8/Q3K3 w - - 0 1";
    let review = Review::of(&game(queens, &["a5e5", "b8b7"]));
    assert_eq!(review.lines()[0].text, "Qa5e5+");
    let narrow = MoveList::new(&review, AREA, 1.0);
    assert_eq!(rows(&narrow), [(1, false, vec![0]), (1, true, vec![1])]);
    let wide = MoveList::new(&review, Rect { w: 160.0, ..AREA }, 1.0);
    assert_eq!(rows(&wide), [(1, false, vec![0, 1])]);
}

/// A press elsewhere gives nothing.
#[test]
fn a_press_on_a_move_gives_its_ply() {
    let review = Review::of(&game(START, &walk(4)));
    let list = MoveList::new(&review, AREA, 1.0);
    let mut hits = Vec::new();
    for y in 0..128 {
        for x in 0..104 {
            let hit = list.ply_at(Point::new(AREA.x + x as f32, AREA.y + y as f32));
            if let Some(ply) = hit
                && hits.last() != Some(&ply)
                && !hits.contains(&ply)
            {
                hits.push(ply);
            }
        }
    }
    assert_eq!(hits, [1, 2, 3, 4]);
    assert_eq!(list.ply_at(Point::new(AREA.x + 20.0, AREA.y + 120.0)), None, "below the last row");
}

/// Longer lists than the panel; the wheel stops at both ends.
#[test]
fn the_shown_move_is_visible_in_the_list() {
    let game = game(START, &walk(12));
    let mut review = Review::of(&game);
    let short = Rect { h: 40.0, ..AREA };
    let seen = |review: &Review| -> Vec<usize> {
        let list = MoveList::new(review, short, 1.0);
        list.shown().map(|(_, row)| row.number).collect()
    };
    assert_eq!(seen(&review), [13, 14]);
    for ply in (0..12).rev() {
        review.look(&game, ply);
        let number = if ply == 0 { 9 } else { review.number(ply - 1).0 };
        assert!(seen(&review).contains(&number), "{ply}: {:?}", seen(&review));
    }
    review.scroll = Some(MoveList::new(&review, short, 1.0).scrolled(3));
    assert_eq!(seen(&review), [12, 13]);
    review.scroll = Some(MoveList::new(&review, short, 1.0).scrolled(9));
    assert_eq!(seen(&review), [13, 14]);
    review.look(&game, 2);
    assert_eq!(review.scroll, None, "looking at a move shows it");
}
