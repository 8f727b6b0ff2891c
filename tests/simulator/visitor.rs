//! Visitors of the simulator's board.

use std::collections::BTreeMap;

use xxlchess::rules::Square;
use xxlchess::simulator::{BoardVisitor, Piece};

use crate::board;

/// Counts the visits of each square and stores the pieces.
#[derive(Default)]
struct Census {
    visits: BTreeMap<String, u32>,
    pieces: BTreeMap<String, String>,
}

impl BoardVisitor for Census {
    fn visit(&mut self, square: Square, piece: Option<&Piece>) {
        *self.visits.entry(square.to_string()).or_default() += 1;
        if let Some(piece) = piece {
            self.pieces.insert(square.to_string(), piece.to_string());
        }
    }
}

/// 64 squares.
#[test]
fn a_visitor_gets_every_square_once() {
    for layout in ["", "a1=wr h8=br e4=wk"] {
        let mut census = Census::default();
        board(layout).visit(&mut census);
        let squares = (b'a'..=b'h').flat_map(|x| (b'1'..=b'8').map(move |n| [x, n]));
        let expected: BTreeMap<_, _> =
            squares.map(|name| (String::from_utf8(name.to_vec()).unwrap(), 1)).collect();
        assert_eq!(expected.len(), 64);
        assert_eq!(census.visits, expected);
    }
}

/// The start position.
#[test]
fn a_visitor_gets_the_piece_of_each_square() {
    let mut census = Census::default();
    board("a1=wr h8=br e4=wk").visit(&mut census);
    let pieces: Vec<_> = census.pieces.iter().map(|(square, piece)| format!("{square}={piece}")).collect();
    assert_eq!(pieces, ["a1=wr", "e4=wk", "h8=br"]);
}

/// After a move.
#[test]
fn a_visitor_gets_the_current_board() {
    let mut board = board("a1=wr a8=br");
    board.move_piece("a1", "a8").unwrap();
    let mut census = Census::default();
    board.visit(&mut census);
    assert_eq!(census.pieces.into_iter().collect::<Vec<_>>(), [("a8".to_owned(), "wr".to_owned())]);
}
