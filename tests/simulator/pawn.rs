//! Pawns of the simulator.

use crate::{board, board_of, moves, moves_of};

/// Both rule sets.
#[test]
fn a_pawn_steps_forward() {
    for rules in ["simplified", "mess"] {
        assert_eq!(moves_of(rules, "", "wp", "e4"), "e5");
        assert_eq!(moves_of(rules, "", "bp", "e4"), "e3");
    }
}

/// Both sides, and the second row of the other side.
#[test]
fn a_pawn_has_a_double_step_from_its_second_row() {
    for rules in ["simplified", "mess"] {
        assert_eq!(moves_of(rules, "", "wp", "e2"), "e3 e4");
        assert_eq!(moves_of(rules, "", "bp", "e7"), "e5 e6");
        assert_eq!(moves_of(rules, "", "wp", "e7"), "e8");
        assert_eq!(moves_of(rules, "", "bp", "e2"), "e1");
    }
}

/// One and two squares ahead.
#[test]
fn pieces_in_front_block_a_pawn() {
    assert_eq!(moves("e3=bp", "wp", "e2"), "");
    assert_eq!(moves("e3=wn", "wp", "e2"), "");
    assert_eq!(moves("e4=bp", "wp", "e2"), "e3");
    assert_eq!(moves("e6=wp", "bp", "e7"), "");
    assert_eq!(moves("e5=wp", "bp", "e7"), "e6");
}

/// Own pieces, enemy pieces and empty squares.
#[test]
fn a_pawn_captures_diagonally() {
    let layout = "d5=bp f5=wp d3=wq f3=bk";
    assert_eq!(moves(layout, "wp", "e4"), "d5 e5");
    assert_eq!(moves(layout, "bp", "e4"), "d3 e3");
    assert_eq!(moves("h5=bp a6=bp", "wp", "a4"), "a5");
}

/// A pawn that came to its second row, and one that left it.
#[test]
fn the_double_step_depends_on_the_row_and_not_on_history() {
    let mut board = board("e1=wp d7=bp");
    board.move_piece("e1", "e2").unwrap();
    board.move_piece("e2", "e4").unwrap();
    assert!(board.move_piece("e4", "e6").is_err());
    board.move_piece("d7", "d6").unwrap();
    assert!(board.move_piece("d6", "d4").is_err());
}

/// Its first row and its last row, where it has no move.
#[test]
fn a_pawn_may_stand_on_any_row() {
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

/// An enemy pawn beside a pawn after its double step.
#[test]
fn there_is_no_en_passant() {
    let mut board = board("e5=wp d7=bp");
    board.move_piece("d7", "d5").unwrap();
    assert!(board.move_piece("e5", "d6").is_err());
}
