//! The simulator's board.

use xxlchess_core::rules::{Color, Square};
use xxlchess_simulator::{MoveError, SquareError, rule_set, shared_board};

use crate::{board, board_of, piece, piece_of};

const NOWHERE: [&str; 11] = ["", "a", "a0", "a9", "i1", "A1", "1a", "a1 ", "a10", "a01", "é4"];

/// An occupied square has its piece and an empty one has none. A square off the board is an error.
#[test]
fn piece_at_finds_the_piece_of_a_square() {
    let board = board("a1=wr");
    let rook = board.piece_at("a1").unwrap().unwrap();
    assert_eq!((rook.color(), rook.position().to_string().as_str()), (Color::White, "a1"));
    assert_eq!((rook.to_string().as_str(), format!("{rook:?}").as_str()), ("wr", "a1=wr"));
    assert!(board.piece_at("a2").unwrap().is_none());
    assert!(board.piece_at(Square::new(0, 0)).unwrap().is_some());
    assert!(board.piece_at(String::from("a1")).unwrap().is_some());
    for text in NOWHERE {
        assert!(matches!(board.piece_at(text), Err(SquareError::NoSquare(_))), "{text:?}");
    }
    assert!(board.piece_at(Square::new(8, 0)).is_err());
}

/// No piece is added to an occupied square, whatever its side, or off the board.
#[test]
fn add_piece_needs_an_empty_square_of_the_board() {
    let mut board = board("a1=wr");
    for name in ["wk", "bk"] {
        let error = board.add_piece(piece(name), "a1").unwrap_err();
        assert_eq!(error.to_string(), "a1 is occupied by wr");
    }
    for text in NOWHERE {
        assert!(board.add_piece(piece("wk"), text).is_err(), "{text:?}");
    }
    assert_eq!(board.squares().filter(|(_, piece)| piece.is_some()).count(), 1);
}

/// A piece is placed on an empty square or an enemy, and not on a piece of its side or off the board.
#[test]
fn place_piece_captures_enemies_only() {
    let mut board = board_of("mess", "a1=wr a8=br");
    assert!(board.place_piece(piece_of("mess", "wb"), "a8"));
    assert!(board.place_piece(piece_of("mess", "bn"), "c3"));
    assert!(!board.place_piece(piece_of("mess", "wk"), "a1"));
    for text in NOWHERE {
        assert!(!board.place_piece(piece_of("mess", "wk"), text), "{text:?}");
    }
    let pieces: Vec<_> = board.squares().filter_map(|(s, p)| p.map(|p| format!("{s}={p}"))).collect();
    assert_eq!(pieces, ["a1=wr", "c3=bn", "a8=wb"]);
    assert_eq!(board.piece_at("a8").unwrap().unwrap().position().to_string(), "a8");
}

/// A move to an empty square returns no piece, and a move to an enemy returns the enemy.
#[test]
fn move_piece_moves_and_returns_the_captured_piece() {
    let mut board = board("a1=wr a8=br");
    assert!(board.move_piece("a1", "a4").unwrap().is_none());
    assert!(board.piece_at("a1").unwrap().is_none());
    assert_eq!(board.move_piece("a4", "a8").unwrap().unwrap().to_string(), "br");
    assert_eq!(board.piece_at("a8").unwrap().unwrap().to_string(), "wr");
}

/// A move from an empty square, from or to a square off the board, or against the rules is an error.
#[test]
fn an_illegal_move_is_an_error_and_changes_nothing() {
    let mut board = board("a1=wr a2=wp b8=bk");
    let before = board.to_string();
    let no_piece = board.move_piece("c3", "c4").unwrap_err();
    assert_eq!(no_piece.to_string(), "there is no piece on c3");
    let forbidden = board.move_piece("a1", "a3").unwrap_err();
    assert_eq!(forbidden.to_string(), "wr cannot move from a1 to a3");
    assert!(matches!(board.move_piece("a1", "a2"), Err(MoveError::Forbidden { .. })));
    assert!(matches!(board.move_piece("a1", "a1"), Err(MoveError::Forbidden { .. })));
    for text in NOWHERE {
        assert!(matches!(board.move_piece("a1", text), Err(MoveError::Square(_))), "{text:?}");
        assert!(matches!(board.move_piece(text, "a1"), Err(MoveError::Square(_))), "{text:?}");
    }
    assert_eq!(board.to_string(), before);
}

/// Black moves twice, then White moves twice.
#[test]
fn there_are_no_turns() {
    let mut board = board("a2=wp a7=bp");
    for (from, to) in [("a7", "a6"), ("a6", "a5"), ("a2", "a3"), ("a3", "a4")] {
        board.move_piece(from, to).unwrap();
    }
}

/// Targets are computed for a piece that stands elsewhere, from an empty square and from one of another piece.
#[test]
fn moves_do_not_depend_on_the_piece_on_the_square() {
    let board = board("d4=bp d2=wp");
    assert_eq!(board.moves(&piece("wp"), "d2").unwrap(), [Square::new(3, 2)]);
    assert_eq!(board.moves(&piece("wk"), "d4").unwrap().len(), 8);
    assert_eq!(board.moves(&piece("wr"), "d4").unwrap().len(), 12);
    assert!(board.moves(&piece("wr"), "d9").is_err());
}

/// A rook on the board has the twelve targets that the board computes for a rook on its square.
#[test]
fn legal_moves_are_the_moves_of_the_piece_from_its_square() {
    let board = board("d4=wr d6=bp");
    let rook = board.piece_at("d4").unwrap().unwrap();
    assert_eq!(rook.legal_moves(), board.moves(rook.piece(), rook.position()).unwrap());
    assert_eq!(rook.legal_moves().len(), 12);
}

/// A pawn is put on a square that it cannot move to, but not on an occupied square or off the board.
#[test]
fn set_position_ignores_moves_but_not_the_board() {
    let mut board = board("d4=wp d6=bp");
    let mut pawn = board.piece_at_mut("d4").unwrap().unwrap();
    pawn.set_position("h8").unwrap();
    pawn.set_position("h8").unwrap();
    assert_eq!(pawn.position().to_string(), "h8");
    assert!(matches!(pawn.set_position("d6"), Err(SquareError::Occupied(..))));
    for text in NOWHERE {
        assert!(pawn.set_position(text).is_err(), "{text:?}");
    }
    assert_eq!(pawn.position().to_string(), "h8");
    assert!(board.piece_at("d4").unwrap().is_none());
    assert_eq!(board.piece_at("h8").unwrap().unwrap().to_string(), "wp");
    assert!(board.piece_at_mut("d4").unwrap().is_none());
    assert!(board.piece_at_mut("z4").is_err());
}

/// The id of a piece finds it after a move and `set_position`, and nothing after its capture or `clear`.
#[test]
fn find_follows_a_piece_until_it_is_captured() {
    let mut board = board("e8=bk");
    let rook = board.add_piece(piece("wr"), "a1").unwrap();
    board.move_piece("a1", "a7").unwrap();
    board.piece_at_mut("a7").unwrap().unwrap().set_position("e7").unwrap();
    assert_eq!(board.find(rook).unwrap().position().to_string(), "e7");
    assert_eq!(board.find(rook).unwrap().id(), rook);
    board.move_piece("e8", "e7").unwrap();
    assert!(board.find(rook).is_none());
    let king = board.piece_at("e7").unwrap().unwrap().id();
    board.clear();
    assert!(board.find(king).is_none());
    assert!(board.add_piece(piece("bk"), "e8").unwrap() > king);
}

/// `initialize` replaces a rook by the start position, which is compared with its text in both formats.
#[test]
fn the_board_is_formatted_in_letters_and_in_unicode() {
    let mut board = board("d4=wr");
    board.initialize();
    let letters = "  a  b  c  d  e  f  g  h\n\
                   8 br bn bb bq bk bb bn br\n\
                   7 bp bp bp bp bp bp bp bp\n\
                   6 .. .. .. .. .. .. .. ..\n\
                   5 .. .. .. .. .. .. .. ..\n\
                   4 .. .. .. .. .. .. .. ..\n\
                   3 .. .. .. .. .. .. .. ..\n\
                   2 wp wp wp wp wp wp wp wp\n\
                   1 wr wn wb wq wk wb wn wr";
    assert_eq!(board.to_string(), letters);
    let unicode = board.unicode();
    let lines: Vec<_> = unicode.lines().collect();
    assert_eq!(lines.len(), 17);
    assert_eq!(lines[0], "┌───┬───┬───┬───┬───┬───┬───┬───┐");
    assert_eq!(lines[1], "│ ♜ │ ♞ │ ♝ │ ♛ │ ♚ │ ♝ │ ♞ │ ♜ │");
    assert_eq!(lines[2], "├───┼───┼───┼───┼───┼───┼───┼───┤");
    assert_eq!(lines[7], "│   │   │   │   │   │   │   │   │");
    assert_eq!(lines[13], "│ ♙ │ ♙ │ ♙ │ ♙ │ ♙ │ ♙ │ ♙ │ ♙ │");
    assert_eq!(lines[15], "│ ♖ │ ♘ │ ♗ │ ♕ │ ♔ │ ♗ │ ♘ │ ♖ │");
    assert_eq!(lines[16], "└───┴───┴───┴───┴───┴───┴───┴───┘");
}

/// Both rule sets are 8x8 variants without king to protect and castling. Other variants are not rule sets.
#[test]
fn rule_set_has_only_the_variants_of_the_simulator() {
    for name in xxlchess_simulator::RULE_SETS {
        let table = rule_set(name).unwrap();
        assert_eq!((table.rules().files, table.rules().ranks), (8, 8));
        assert!(table.rules().royal_kind.is_none() && table.rules().castling.is_none());
        assert_eq!(table.rules().name, name);
    }
    assert!(rule_set("chess").is_none());
    assert!(rule_set("").is_none());
}

/// A king that another thread has added to the shared board is found by this one.
#[test]
fn all_threads_share_one_board() {
    shared_board().clear();
    let thread = std::thread::spawn(|| shared_board().add_piece(piece("wk"), "e4").unwrap());
    let king = thread.join().unwrap();
    assert_eq!(shared_board().find(king).unwrap().position().to_string(), "e4");
    shared_board().clear();
    assert!(shared_board().find(king).is_none());
}
