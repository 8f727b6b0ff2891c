//! Knights of the simulator.

use crate::{moves, moves_of};

/// Both sides.
#[test]
fn a_knight_has_eight_leaps() {
    for name in ["wn", "bn"] {
        assert_eq!(moves("", name, "d4"), "b3 b5 c2 c6 e2 e6 f3 f5");
    }
}

/// Corners and edges.
#[test]
fn a_knight_stays_on_the_board() {
    assert_eq!(moves("", "wn", "a1"), "b3 c2");
    assert_eq!(moves("", "wn", "h8"), "f7 g6");
    assert_eq!(moves("", "bn", "g1"), "e2 f3 h3");
    assert_eq!(moves("", "bn", "h4"), "f3 f5 g2 g6");
}

/// Surrounded by own and enemy pieces.
#[test]
fn a_knight_leaps_over_pieces() {
    let around = "c3=bp c4=wp c5=bp d3=wp d5=bp e3=wp e4=bp e5=wp";
    assert_eq!(moves(around, "wn", "d4"), "b3 b5 c2 c6 e2 e6 f3 f5");
    assert_eq!(moves("b3=bp b5=wp c2=bk e6=wk", "wn", "d4"), "b3 c2 c6 e2 f3 f5");
    assert_eq!(moves("b3=bp b5=wp c2=bk e6=wk", "bn", "d4"), "b5 c6 e2 e6 f3 f5");
}

/// Free squares and captures.
#[test]
fn a_knight_never_moves_in_mess() {
    assert_eq!(moves_of("mess", "", "bn", "d4"), "");
    assert_eq!(moves_of("mess", "b3=wp", "bn", "d4"), "");
}
