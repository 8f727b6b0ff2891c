//! The pawn: one step ahead, two from its home row, captures aslant, and nothing from its last row.

use crate::{board, board_of, moves, moves_of};

/// Shows that a pawn goes one step towards the other side, in both rule sets.
#[test]
fn steps_ahead() {
    for rules in ["simplified", "mess"] {
        assert_eq!(moves_of(rules, "", "wp", "e4"), "e5");
        assert_eq!(moves_of(rules, "", "bp", "e4"), "e3");
    }
}

/// Shows that from its home row a pawn goes one or two steps, and from the other side's one.
#[test]
fn steps_twice_from_its_home_row() {
    for rules in ["simplified", "mess"] {
        assert_eq!(moves_of(rules, "", "wp", "e2"), "e3 e4");
        assert_eq!(moves_of(rules, "", "bp", "e7"), "e5 e6");
        assert_eq!(moves_of(rules, "", "wp", "e7"), "e8");
        assert_eq!(moves_of(rules, "", "bp", "e2"), "e1");
    }
}

/// Shows that a pawn goes only to free squares ahead, and past none that is taken.
#[test]
fn is_stopped() {
    assert_eq!(moves("e3=bp", "wp", "e2"), "");
    assert_eq!(moves("e3=wn", "wp", "e2"), "");
    assert_eq!(moves("e4=bp", "wp", "e2"), "e3");
    assert_eq!(moves("e6=wp", "bp", "e7"), "");
    assert_eq!(moves("e5=wp", "bp", "e7"), "e6");
}

/// Shows that a pawn captures one square aslant, the other side's pieces only, and goes there by no other way.
#[test]
fn captures_aslant() {
    let layout = "d5=bp f5=wp d3=wq f3=bk";
    assert_eq!(moves(layout, "wp", "e4"), "d5 e5");
    assert_eq!(moves(layout, "bp", "e4"), "d3 e3");
    assert_eq!(moves("h5=bp a6=bp", "wp", "a4"), "a5");
}

/// Shows that the double step goes by the row: a pawn that came to its home row may make it, one that left may not.
#[test]
fn goes_by_row_and_not_by_history() {
    let mut board = board("e1=wp d7=bp");
    board.move_piece("e1", "e2").unwrap();
    board.move_piece("e2", "e4").unwrap();
    assert!(board.move_piece("e4", "e6").is_err());
    board.move_piece("d7", "d6").unwrap();
    assert!(board.move_piece("d6", "d4").is_err());
}

/// Shows that a pawn may stand on any row: on its first it steps once, on its last it has no move and stays a pawn.
#[test]
fn may_stand_on_any_row() {
    assert_eq!(moves("", "wp", "e1"), "e2");
    assert_eq!(moves("", "bp", "e8"), "e7");
    for rules in ["simplified", "mess"] {
        assert_eq!(moves_of(rules, "d7=br f7=br", "wp", "e8"), "");
        assert_eq!(moves_of(rules, "d2=wr f2=wr", "bp", "e1"), "");
        let mut board = board_of(rules, "e7=wp d8=bn");
        board.move_piece("e7", "d8").unwrap();
        assert_eq!(board.piece_at("d8").unwrap().unwrap().to_string(), "wp");
    }
}

/// Shows that a pawn that has just stepped twice cannot be taken in passing.
#[test]
fn is_not_taken_in_passing() {
    let mut board = board("e5=wp d7=bp");
    board.move_piece("d7", "d5").unwrap();
    assert!(board.move_piece("e5", "d6").is_err());
}
