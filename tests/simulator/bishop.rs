//! The bishop: any number of free squares along a diagonal.

use crate::{moves, moves_of};

/// To the edge, both rule sets.
#[test]
fn a_bishop_slides_along_diagonals() {
    for rules in ["simplified", "mess"] {
        assert_eq!(moves_of(rules, "", "wb", "d4"), "a1 a7 b2 b6 c3 c5 e3 e5 f2 f6 g1 g7 h8");
        assert_eq!(moves_of(rules, "", "bb", "h1"), "a8 b7 c6 d5 e4 f3 g2");
    }
}

/// Own pieces and captures.
#[test]
fn a_bishop_is_stopped_by_pieces() {
    let layout = "c5=wp e5=bp f2=wr b2=bk";
    assert_eq!(moves(layout, "wb", "d4"), "b2 c3 e3 e5");
    assert_eq!(moves(layout, "bb", "d4"), "c3 c5 e3 f2");
}

/// Pieces beside the diagonals.
#[test]
fn a_bishop_passes_between_pieces() {
    assert_eq!(moves("a2=bp b1=bp", "wb", "a1"), "b2 c3 d4 e5 f6 g7 h8");
}
