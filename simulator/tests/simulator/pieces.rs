//! Moves of the simulator's pieces.

use crate::{board, board_of, moves, moves_of};
use xxlchess_simulator::MoveError;

const BOTH: [&str; 2] = ["simplified", "mess"];

/// Asserts the targets of a piece among the pieces of a layout: rows of layout, piece, square and targets.
fn assert_moves(rule_sets: &[&str], rows: &[(&str, &str, &str, &str)]) {
    for rules in rule_sets {
        for &(layout, name, square, targets) in rows {
            assert_eq!(
                moves_of(rules, layout, name, square),
                targets,
                "{rules}: {name} on {square}: {layout}"
            );
        }
    }
}

/// A bishop moves along diagonals of an empty board, up to pieces of its side, onto enemies, and between pieces beside
/// the diagonals.
#[test]
fn a_bishop_slides_along_diagonals() {
    let layout = "c5=wp e5=bp f2=wr b2=bk";
    let rows = [
        ("", "wb", "d4", "a1 a7 b2 b6 c3 c5 e3 e5 f2 f6 g1 g7 h8"),
        ("", "bb", "h1", "a8 b7 c6 d5 e4 f3 g2"),
        (layout, "wb", "d4", "b2 c3 e3 e5"),
        (layout, "bb", "d4", "c3 c5 e3 f2"),
        ("a2=bp b1=bp", "wb", "a1", "b2 c3 d4 e5 f6 g7 h8"),
    ];
    assert_moves(&BOTH, &rows);
}

/// A rook moves along rows and columns of an empty board, up to pieces of its side, and onto enemies.
#[test]
fn a_rook_slides_along_row_and_column() {
    let layout = "d6=wp d2=bp f4=bk c4=wk";
    let rows = [
        ("", "wr", "d4", "a4 b4 c4 d1 d2 d3 d5 d6 d7 d8 e4 f4 g4 h4"),
        ("", "br", "h8", "a8 b8 c8 d8 e8 f8 g8 h1 h2 h3 h4 h5 h6 h7"),
        (layout, "wr", "d4", "d2 d3 d5 e4 f4"),
        (layout, "br", "d4", "c4 d3 d5 d6 e4"),
        ("a2=wp b1=wn", "wr", "a1", ""),
    ];
    assert_moves(&BOTH, &rows);
}

/// Knights leap from the middle, from corners and edges, over pieces around them, and onto enemies but not onto their
/// own pieces.
#[test]
fn a_knight_leaps_over_pieces() {
    let around = "c3=bp c4=wp c5=bp d3=wp d5=bp e3=wp e4=bp e5=wp";
    let targets = "b3=bp b5=wp c2=bk e6=wk";
    let rows = [
        ("", "wn", "d4", "b3 b5 c2 c6 e2 e6 f3 f5"),
        ("", "bn", "d4", "b3 b5 c2 c6 e2 e6 f3 f5"),
        ("", "wn", "a1", "b3 c2"),
        ("", "wn", "h8", "f7 g6"),
        ("", "bn", "g1", "e2 f3 h3"),
        ("", "bn", "h4", "f3 f5 g2 g6"),
        (around, "wn", "d4", "b3 b5 c2 c6 e2 e6 f3 f5"),
        (targets, "wn", "d4", "b3 c2 c6 e2 f3 f5"),
        (targets, "bn", "d4", "b5 c6 e2 e6 f3 f5"),
    ];
    assert_moves(&["simplified"], &rows);
}

/// A queen moves along all lines of an empty board, up to pieces of its side, and onto enemies. An enclosed queen has
/// no move.
#[test]
fn a_queen_slides_in_eight_directions() {
    let layout = "d5=wp e5=bp f4=wn c4=bn d2=bb c3=wb e3=wr b6=bk g1=bk";
    let all = "a1 a4 a7 b2 b4 b6 c3 c4 c5 d1 d2 d3 d5 d6 d7 d8 e3 e4 e5 f2 f4 f6 g1 g4 g7 h4 h8";
    let rows = [
        ("", "wq", "d4", all),
        ("", "bq", "a1", "a2 a3 a4 a5 a6 a7 a8 b1 b2 c1 c3 d1 d4 e1 e5 f1 f6 g1 g7 h1 h8"),
        (layout, "wq", "d4", "b6 c4 c5 d2 d3 e4 e5"),
        (layout, "bq", "d4", "c3 c5 d3 d5 e3 e4 f4"),
        ("a2=wp b1=wp b2=wp", "wq", "a1", ""),
    ];
    assert_moves(&["simplified"], &rows);
}

/// Queens and knights of `mess` have no target on an empty board, and cannot capture either.
#[test]
fn queens_and_knights_never_move_in_mess() {
    let rows =
        [("", "bn", "d4", ""), ("b3=wp", "bn", "d4", ""), ("", "wq", "d4", ""), ("d5=bp", "wq", "d4", "")];
    assert_moves(&["mess"], &rows);
    let mut board = board_of("mess", "d4=wq d5=bp");
    assert_eq!(board.piece_at("d4").unwrap().unwrap().legal_moves(), []);
    assert!(matches!(board.move_piece("d4", "d5"), Err(MoveError::Forbidden { .. })));
}

/// Kings step to the squares beside them, in corners, on edges and beside pieces. With rooks on the squares for
/// castling they do not castle.
#[test]
fn a_king_steps_in_eight_directions_and_does_not_castle() {
    let layout = "d5=bp e5=wp f5=bk";
    let rows = [
        ("", "wk", "e4", "d3 d4 d5 e3 e5 f3 f4 f5"),
        ("", "bk", "e4", "d3 d4 d5 e3 e5 f3 f4 f5"),
        ("", "wk", "a1", "a2 b1 b2"),
        ("", "wk", "h8", "g7 g8 h7"),
        ("", "bk", "a5", "a4 a6 b4 b5 b6"),
        (layout, "wk", "e4", "d3 d4 d5 e3 f3 f4 f5"),
        (layout, "bk", "e4", "d3 d4 e3 e5 f3 f4"),
        ("e1=wk h1=wr a1=wr", "wk", "e1", "d1 d2 e2 f1 f2"),
        ("e8=bk h8=br a8=br", "bk", "e8", "d7 d8 e7 f7 f8"),
    ];
    assert_moves(&BOTH, &rows);
}

/// One of three kings moves to attacked squares and is captured.
#[test]
fn a_king_is_an_ordinary_piece() {
    let mut board = board("e4=wk a4=wk a8=br e8=br h5=wk");
    board.move_piece("a4", "a5").unwrap();
    board.move_piece("e4", "d5").unwrap();
    board.move_piece("d5", "e5").unwrap();
    let captured = board.move_piece("e8", "e5").unwrap().unwrap();
    assert_eq!(captured.to_string(), "wk");
}

/// Pawns of both sides have single and double steps, unless a piece is in front, and capture diagonally. Pawns on the
/// outer rows are included.
#[test]
fn a_pawn_steps_forward_and_captures_diagonally() {
    let layout = "d5=bp f5=wp d3=wq f3=bk";
    let rows = [
        ("", "wp", "e4", "e5"),
        ("", "bp", "e4", "e3"),
        ("", "wp", "e2", "e3 e4"),
        ("", "bp", "e7", "e5 e6"),
        ("", "wp", "e7", "e8"),
        ("", "bp", "e2", "e1"),
        ("e3=bp", "wp", "e2", ""),
        ("e3=wn", "wp", "e2", ""),
        ("e4=bp", "wp", "e2", "e3"),
        ("e6=wp", "bp", "e7", ""),
        ("e5=wp", "bp", "e7", "e6"),
        (layout, "wp", "e4", "d5 e5"),
        (layout, "bp", "e4", "d3 e3"),
        ("h5=bp a6=bp", "wp", "a4", "a5"),
        ("", "wp", "e1", "e2"),
        ("", "bp", "e8", "e7"),
        ("d7=br f7=br", "wp", "e8", ""),
        ("d2=wr f2=wr", "bp", "e1", ""),
    ];
    assert_moves(&BOTH, &rows);
}

/// A pawn that has come to row 2 has its double step, one that has left it has none, and one on row 8 stays a pawn.
#[test]
fn the_double_step_depends_on_the_row_and_there_is_no_promotion() {
    let mut board = board("e1=wp d7=bp h7=wp g8=bn");
    board.move_piece("e1", "e2").unwrap();
    board.move_piece("e2", "e4").unwrap();
    assert!(board.move_piece("e4", "e6").is_err());
    board.move_piece("d7", "d6").unwrap();
    assert!(board.move_piece("d6", "d4").is_err());
    board.move_piece("h7", "g8").unwrap();
    assert_eq!(board.piece_at("g8").unwrap().unwrap().to_string(), "wp");
}

/// A pawn cannot capture an enemy pawn that has passed it by a double step.
#[test]
fn there_is_no_en_passant() {
    let mut board = board("e5=wp d7=bp");
    board.move_piece("d7", "d5").unwrap();
    assert!(board.move_piece("e5", "d6").is_err());
    assert_eq!(moves("e5=wp d5=bp", "wp", "e5"), "e6");
}
