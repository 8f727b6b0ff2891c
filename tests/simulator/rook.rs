//! Rooks of the simulator.

use crate::{moves, moves_of};

/// Both rule sets.
#[test]
fn a_rook_slides_along_row_and_column() {
    for rules in ["simplified", "mess"] {
        assert_eq!(moves_of(rules, "", "wr", "d4"), "a4 b4 c4 d1 d2 d3 d5 d6 d7 d8 e4 f4 g4 h4");
        assert_eq!(moves_of(rules, "", "br", "h8"), "a8 b8 c8 d8 e8 f8 g8 h1 h2 h3 h4 h5 h6 h7");
    }
}

/// Own and enemy pieces on its lines.
#[test]
fn a_rook_stops_before_own_pieces_and_captures_enemies() {
    let layout = "d6=wp d2=bp f4=bk c4=wk";
    assert_eq!(moves(layout, "wr", "d4"), "d2 d3 d5 e4 f4");
    assert_eq!(moves(layout, "br", "d4"), "c4 d3 d5 d6 e4");
}

/// The start position.
#[test]
fn a_rook_cannot_move_in_the_start_position() {
    assert_eq!(moves("a2=wp b1=wn", "wr", "a1"), "");
}
