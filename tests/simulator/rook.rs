//! The rook: any number of free squares along a row or column.

use crate::{moves, moves_of};

/// To the edge, both rule sets.
#[test]
fn a_rook_slides_along_row_and_column() {
    for rules in ["simplified", "mess"] {
        assert_eq!(moves_of(rules, "", "wr", "d4"), "a4 b4 c4 d1 d2 d3 d5 d6 d7 d8 e4 f4 g4 h4");
        assert_eq!(moves_of(rules, "", "br", "h8"), "a8 b8 c8 d8 e8 f8 g8 h1 h2 h3 h4 h5 h6 h7");
    }
}

/// Own pieces and captures.
#[test]
fn a_rook_is_stopped_by_pieces() {
    let layout = "d6=wp d2=bp f4=bk c4=wk";
    assert_eq!(moves(layout, "wr", "d4"), "d2 d3 d5 e4 f4");
    assert_eq!(moves(layout, "br", "d4"), "c4 d3 d5 d6 e4");
}

/// In its corner.
#[test]
fn a_rook_has_no_move_in_the_standard_setup() {
    assert_eq!(moves("a2=wp b1=wn", "wr", "a1"), "");
}
