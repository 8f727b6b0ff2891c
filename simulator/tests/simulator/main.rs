//! Tests of the simulator: the moves of each kind of piece, the board, observers, the registry, the program, and a
//! comparison with a second implementation.

mod board;
mod observers;
mod pieces;
mod program;
mod random;
mod registry;
mod second;

use xxlchess_simulator::{Board, Piece, PieceRegistry, rule_set};

/// The piece `name` of the rule set `simplified`.
fn piece(name: &str) -> Piece {
    piece_of("simplified", name)
}

fn piece_of(rules: &str, name: &str) -> Piece {
    PieceRegistry::for_variant(&rule_set(rules).unwrap()).create_piece(name).unwrap()
}

/// A board of the rule set `simplified` with the pieces of `layout`, such as `e1=wk e8=bk`.
fn board(layout: &str) -> Board {
    board_of("simplified", layout)
}

fn board_of(rules: &str, layout: &str) -> Board {
    let mut board = Board::new(&rule_set(rules).unwrap());
    for line in layout.split_whitespace() {
        let (square, name) = line.split_once('=').unwrap();
        board.add_piece(piece_of(rules, name), square).unwrap();
    }
    board
}

/// Targets of the piece `name` from `square` among the pieces of `layout`, in alphabetical order.
fn moves(layout: &str, name: &str, square: &str) -> String {
    moves_of("simplified", layout, name, square)
}

fn moves_of(rules: &str, layout: &str, name: &str, square: &str) -> String {
    let squares = board_of(rules, layout).moves(&piece_of(rules, name), square).unwrap();
    let mut squares: Vec<_> = squares.iter().map(ToString::to_string).collect();
    squares.sort();
    squares.join(" ")
}
