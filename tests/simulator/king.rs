//! The king: one step any way, and no more precious than others.

use crate::{board, moves, moves_of};

const BOTH: [&str; 2] = ["simplified", "mess"];

/// Shows that a king goes one step any way, in both rule sets.
#[test]
fn steps_any_way() {
    for rules in BOTH {
        assert_eq!(moves_of(rules, "", "wk", "e4"), "d3 d4 d5 e3 e5 f3 f4 f5");
        assert_eq!(moves_of(rules, "", "bk", "e4"), "d3 d4 d5 e3 e5 f3 f4 f5");
    }
}

/// Shows that a king stays on the board.
#[test]
fn stays_on_the_board() {
    assert_eq!(moves("", "wk", "a1"), "a2 b1 b2");
    assert_eq!(moves("", "wk", "h8"), "g7 g8 h7");
    assert_eq!(moves("", "bk", "a5"), "a4 a6 b4 b5 b6");
}

/// Shows that a king captures the other side's pieces and not its own.
#[test]
fn captures_only_the_other_side() {
    let layout = "d5=bp e5=wp f5=bk";
    assert_eq!(moves(layout, "wk", "e4"), "d3 d4 d5 e3 f3 f4 f5");
    assert_eq!(moves(layout, "bk", "e4"), "d3 d4 e3 e5 f3 f4");
}

/// Shows that a king may go to an attacked square, stay attacked, and be captured, and that there may be many.
#[test]
fn is_an_ordinary_piece() {
    let mut board = board("e4=wk a4=wk a8=br e8=br h5=wk");
    board.move_piece("a4", "a5").unwrap();
    board.move_piece("e4", "d5").unwrap();
    board.move_piece("d5", "e5").unwrap();
    let captured = board.move_piece("e8", "e5").unwrap().unwrap();
    assert_eq!(captured.to_string(), "wk");
}

/// Shows that a king does not castle from the standard set-up.
#[test]
fn does_not_castle() {
    for rules in BOTH {
        assert_eq!(moves_of(rules, "e1=wk h1=wr a1=wr", "wk", "e1"), "d1 d2 e2 f1 f2");
        assert_eq!(moves_of(rules, "e8=bk h8=br a8=br", "bk", "e8"), "d7 d8 e7 f7 f8");
    }
}
