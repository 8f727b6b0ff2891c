//! Kings of the simulator: ordinary pieces.

use crate::{board, moves, moves_of};

const BOTH: [&str; 2] = ["simplified", "mess"];

/// Both rule sets.
#[test]
fn a_king_steps_in_eight_directions() {
    for rules in BOTH {
        assert_eq!(moves_of(rules, "", "wk", "e4"), "d3 d4 d5 e3 e5 f3 f4 f5");
        assert_eq!(moves_of(rules, "", "bk", "e4"), "d3 d4 d5 e3 e5 f3 f4 f5");
    }
}

/// Corners and edges.
#[test]
fn a_king_stays_on_the_board() {
    assert_eq!(moves("", "wk", "a1"), "a2 b1 b2");
    assert_eq!(moves("", "wk", "h8"), "g7 g8 h7");
    assert_eq!(moves("", "bk", "a5"), "a4 a6 b4 b5 b6");
}

/// Own and enemy pieces beside it.
#[test]
fn a_king_captures_enemies_and_not_own_pieces() {
    let layout = "d5=bp e5=wp f5=bk";
    assert_eq!(moves(layout, "wk", "e4"), "d3 d4 d5 e3 f3 f4 f5");
    assert_eq!(moves(layout, "bk", "e4"), "d3 d4 e3 e5 f3 f4");
}

/// Attacked squares, several kings, and a capture of a king.
#[test]
fn a_king_is_an_ordinary_piece() {
    let mut board = board("e4=wk a4=wk a8=br e8=br h5=wk");
    board.move_piece("a4", "a5").unwrap();
    board.move_piece("e4", "d5").unwrap();
    board.move_piece("d5", "e5").unwrap();
    let captured = board.move_piece("e8", "e5").unwrap().unwrap();
    assert_eq!(captured.to_string(), "wk");
}

/// Free squares between king and rook.
#[test]
fn a_king_does_not_castle() {
    for rules in BOTH {
        assert_eq!(moves_of(rules, "e1=wk h1=wr a1=wr", "wk", "e1"), "d1 d2 e2 f1 f2");
        assert_eq!(moves_of(rules, "e8=bk h8=br a8=br", "bk", "e8"), "d7 d8 e7 f7 f8");
    }
}
