//! Bishops of the simulator.

use crate::{moves, moves_of};

/// Both rule sets.
#[test]
fn a_bishop_slides_along_diagonals() {
    for rules in ["simplified", "mess"] {
        assert_eq!(moves_of(rules, "", "wb", "d4"), "a1 a7 b2 b6 c3 c5 e3 e5 f2 f6 g1 g7 h8");
        assert_eq!(moves_of(rules, "", "bb", "h1"), "a8 b7 c6 d5 e4 f3 g2");
    }
}

/// Own and enemy pieces on the diagonals.
#[test]
fn a_bishop_stops_before_own_pieces_and_captures_enemies() {
    let layout = "c5=wp e5=bp f2=wr b2=bk";
    assert_eq!(moves(layout, "wb", "d4"), "b2 c3 e3 e5");
    assert_eq!(moves(layout, "bb", "d4"), "c3 c5 e3 f2");
}

/// Pieces on rows and columns.
#[test]
fn pieces_beside_the_diagonals_do_not_block() {
    assert_eq!(moves("a2=bp b1=bp", "wb", "a1"), "b2 c3 d4 e5 f6 g7 h8");
}
