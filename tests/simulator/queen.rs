//! Queens of the simulator.

use crate::{board_of, moves, moves_of};
use xxlchess::simulator::IllegalMove;

/// An empty board.
#[test]
fn a_queen_slides_in_eight_directions() {
    assert_eq!(
        moves("", "wq", "d4"),
        "a1 a4 a7 b2 b4 b6 c3 c4 c5 d1 d2 d3 d5 d6 d7 d8 e3 e4 e5 f2 f4 f6 g1 g4 g7 h4 h8"
    );
    assert_eq!(moves("", "bq", "a1"), "a2 a3 a4 a5 a6 a7 a8 b1 b2 c1 c3 d1 d4 e1 e5 f1 f6 g1 g7 h1 h8");
}

/// Own and enemy pieces on its lines.
#[test]
fn a_queen_stops_before_own_pieces_and_captures_enemies() {
    let layout = "d5=wp e5=bp f4=wn c4=bn d2=bb c3=wb e3=wr b6=bk g1=bk";
    assert_eq!(moves(layout, "wq", "d4"), "b6 c4 c5 d2 d3 e4 e5");
    assert_eq!(moves(layout, "bq", "d4"), "c3 c5 d3 d5 e3 e4 f4");
}

/// A queen surrounded by pieces.
#[test]
fn a_queen_does_not_leap() {
    assert_eq!(moves("a2=wp b1=wp b2=wp", "wq", "a1"), "");
}

/// Free squares and captures.
#[test]
fn a_queen_never_moves_in_mess() {
    assert_eq!(moves_of("mess", "", "wq", "d4"), "");
    assert_eq!(moves_of("mess", "d5=bp", "wq", "d4"), "");
    let mut board = board_of("mess", "d4=wq d5=bp");
    assert_eq!(board.piece_at("d4").unwrap().unwrap().legal_moves(), []);
    assert!(matches!(board.move_piece("d4", "d5"), Err(IllegalMove::Forbidden { .. })));
}
