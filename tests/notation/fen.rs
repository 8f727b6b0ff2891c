//! FEN: parsing, formatting and errors.

use crate::common::{variant, xxl};
use xxlchess::notation::coords::{parse_move, parse_square};
use xxlchess::notation::fen::{self, FenError};
use xxlchess::rules::{Color, Move, MoveFlag, Piece, Position, Setup, Square};

const START: &str =
    "rnbhcgakgcebnr/pppppppppppppp/14/14/14/14/14/14/14/14/14/14/PPPPPPPPPPPPPP/RNBHCGAKGCEBNR w KQkq - 0 1";

fn at(square: &str) -> Square {
    parse_square(square).expect("a square")
}

/// The start of `xxl` is formatted as the FEN in docs/rules.md, which is parsed as the start.
#[test]
fn the_start_has_the_fen_of_the_rules() {
    let start = Position::start(&variant("xxl")).expect("a legal start");
    assert_eq!(fen::format(&start), START);
    assert_eq!(xxl(START), start);
}

/// `K` and `Q` are the outermost rooks, file letters the others; the FEN is formatted with the shortest letters.
#[test]
fn castling_letters_select_king_and_rooks() {
    for (letters, rights, written, castles) in [
        ("K", "h1 n1", "K", ""),
        ("KQ", "a1 h1 n1", "KQ", ""),
        ("KMQD", "a1 d1 h1 m1 n1", "KMDQ", "f1 j1"),
        ("AN", "a1 h1 n1", "KQ", ""),
        ("D", "d1 h1", "D", "f1"),
        ("-", "", "-", ""),
    ] {
        let text =
            |letters: &str| format!("7k6/p13/14/14/14/14/14/14/14/14/14/14/P13/R2R3K4RR w {letters} - 0 1");
        let position = xxl(&text(letters));
        let names =
            |squares: Vec<Square>| squares.iter().map(Square::to_string).collect::<Vec<_>>().join(" ");
        let rank = |square: &Square| square.rank() == 0;
        assert_eq!(
            names(position.initial_move_rights().into_iter().filter(rank).collect()),
            rights,
            "{letters}"
        );
        assert_eq!(names(position.castling_moves().iter().map(|mv| mv.to).collect()), castles, "{letters}");
        assert_eq!(fen::format(&position), text(written));
    }
}

/// A FEN of one field is parsed as one with White to move and no castling. Pawns on their second rank have a double
/// step.
#[test]
fn fields_after_the_pieces_may_be_missing() {
    let full = xxl("7k6/p13/14/14/14/14/14/14/14/14/14/14/P13/R6K6 w - - 0 1");
    let short = xxl("7k6/p13/14/14/14/14/14/14/14/14/14/14/P13/R6K6");
    assert_eq!((&short, fen::format(&short)), (&full, fen::format(&full)));
    // A pawn on its second rank has its double step, one on another rank does not.
    let moves = |position: &Position, mv| parse_move(position, mv).is_some();
    let pawns = xxl("7k6/14/14/14/14/14/14/14/14/14/14/1P12/P13/7K6");
    assert!(moves(&pawns, "a2a4") && moves(&pawns, "b3b4") && !moves(&pawns, "b3b5"));
}

/// The checks of a FEN are those that are left, or after the last field those of three that were given, as on lichess.
#[test]
fn checks_are_those_left_or_those_given() {
    let variant = variant("3check");
    for (fields, left) in [("3+2 0 1", [3, 2]), ("0 1 +0+1", [3, 2]), ("0 1 +2+3", [1, 0]), ("0 1", [1, 1])] {
        let position = fen::parse(&variant, &format!("4k3/8/8/8/8/8/8/4K2R w - - {fields}")).expect(fields);
        let checks = position.checks_left();
        assert_eq!([checks.white, checks.black], left, "{fields}");
    }
    for wrong in ["0 1 +x+1", "3+2 0 1 x"] {
        fen::parse(&variant, &format!("4k3/8/8/8/8/8/8/4K2R w - - {wrong}")).expect_err(wrong);
    }
}

/// Each kind of invalid field is reported with the field and what is expected.
#[test]
fn errors_name_the_field() {
    let long = "w".repeat(2000);
    let quiet = "7k6/14/14/14/14/14/14/14/14/14/14/14/14/7K6";
    for (text, fault) in [
        (long.clone(), "FEN, length: 2000 characters; at most 1000 are read"),
        (String::new(), "FEN, pieces: 1 ranks; 14 are needed"),
        (quiet.replacen("14/", "", 1), "FEN, pieces: 13 ranks; 14 are needed"),
        (quiet.replacen("14", "13", 1), "FEN, pieces: rank 13 \"13\" has 13 squares; 14 are needed"),
        (
            quiet.replacen("14", "99999999999999", 1),
            "FEN, pieces: rank 13 \"99999999999999\" has 1000 squares; 14 are needed",
        ),
        (
            quiet.replacen("14", "pppppppppppppppp", 1),
            "FEN, pieces: rank 13 \"pppppppppppppppp\" has 16 squares; 14 are needed",
        ),
        (
            quiet.replacen("14", "13*", 1),
            "FEN, pieces: n13 is wrong; `*` stands for the squares that xxl lacks",
        ),
        (quiet.replacen("14", "13x", 1), "FEN, pieces: 'x' in \"13x\" is not a piece of xxl"),
        (format!("{quiet} x"), "FEN, side to move: \"x\"; w or b is needed"),
        (
            format!("{quiet} w K"),
            "FEN, castling: 'K' of \"K\" names no piece that the king of white could castle with",
        ),
        (
            format!("{quiet} w z"),
            "FEN, castling: 'z' of \"z\" names no piece that the king of black could castle with",
        ),
        (format!("{quiet} w - a17"), "FEN, en passant: \"a17\" is not a square of the board"),
        (format!("{quiet} w - p1"), "FEN, en passant: \"p1\" is not a square of the board"),
        (format!("{quiet} w - - -1"), "FEN, half-move clock: \"-1\"; a number from 0 to 65535 is needed"),
        (format!("{quiet} w - - 0 65536"), "FEN, move number: \"65536\"; a number from 0 to 65535 is needed"),
        (format!("{quiet} w - - 0 1 x"), "FEN, end: \"x\" follows the sixth field"),
        (format!("{quiet} w - - 0 1 2;"), "FEN, end: \"2;\" follows the sixth field"),
        (format!("{quiet}// w"), "FEN, pieces: 15 ranks; 14 are needed"),
        (
            quiet.replace('K', "Q"),
            "FEN: white has no king; black's king is attacked although it is not black's move",
        ),
        (quiet.replace("7K6", "KK12"), "FEN: white has 2 kings (a1, b1)"),
        (quiet.replace("7K6", "KKKKKK8"), "FEN: white has 6 kings (a1, b1, c1, d1 and more)"),
    ] {
        let refused = fen::parse(&variant("xxl"), &text).expect_err(&text);
        assert_eq!(refused.to_string(), fault, "{text}");
    }
    assert!(matches!(fen::parse(&variant("xxl"), &long), Err(FenError::Field("length", _))));
}

/// The error lists the first two of several faults and counts the others.
#[test]
fn an_illegal_setup_is_an_error_with_all_faults() {
    let variant = variant("xxl");
    let piece = |color, letter| Piece::new(color, variant.kind_by_letter(letter).expect("a kind"));
    let king = |color| piece(color, 'k');
    let twice =
        [(at("a1"), king(Color::White)), (at("a1"), king(Color::Black)), (at("p16"), king(Color::Black))];
    let outside =
        [(at("o1"), king(Color::White)), (at("a15"), king(Color::Black)), (at("p16"), king(Color::Black))];
    for (pieces, error) in [
        (twice, "two pieces stand on a1; p16 is not on the board"),
        (outside, "o1 is not on the board; a15 is not on the board; and 1 more"),
    ] {
        let refused = Position::from_setup(&variant, &Setup::at_start(pieces.to_vec())).expect_err(error);
        assert_eq!(refused.to_string(), error);
    }
}

/// A rook that passes a pawn is refused with both squares of the move.
#[test]
fn the_error_of_an_illegal_move_has_its_squares() {
    let mut position = xxl(START);
    let refused = position.play(Move::normal(at("a1"), at("a9"))).expect_err("pawns stand between");
    assert_eq!(refused.to_string(), "a1a9 is not a legal move here");
}

/// The letter of the eleventh file is `k`, which means the king's side, so FENs with `x` are parsed and formatted
/// unchanged.
#[test]
fn a_rook_on_the_eleventh_file_has_the_castling_letter_x() {
    for castling in ["Kkxq", "x", "Kxq", "kx", "XQkq"] {
        let text = format!("r6k2r2r/pp12/14/14/14/14/14/14/14/14/14/14/14/R6K2R2R w {castling} - 0 1");
        let position = xxl(&text);
        assert_eq!(fen::format(&position), text);
        assert_eq!(fen::parse(position.variant(), &text).map(|p| p.key()), Ok(position.key()));
    }
}

/// A target is dropped if it is occupied, if no pawn stands beyond it, if no piece can capture there, or if every capture
/// there would leave the king in check.
#[test]
fn an_impossible_en_passant_target_is_dropped() {
    let chess = variant("chess");
    for (pieces, turn, square, kept) in [
        ("rnbqkbnr/pp1ppppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR", "b", "e7", false),
        ("rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR", "b", "e3", true),
        ("rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR", "b", "c3", false),
        ("rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR", "w", "e3", false),
        ("rnbqkbnr/ppp1pppp/8/8/3pP3/4N3/PPPP1PPP/RNBQKB1R", "b", "e3", false),
        ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR", "b", "e3", false),
        // Both pawns leave the rank, which opens it to the rook.
        ("8/8/8/8/k2pP2R/8/8/4K3", "b", "e3", false),
        ("8/8/8/k7/3pP2R/8/8/4K3", "b", "e3", true),
        // The pawn is pinned on its file, on the other diagonal, and on the diagonal of the capture.
        ("3k4/8/8/8/3pP3/8/8/3RK3", "b", "e3", false),
        ("8/8/5k2/8/3pP3/2B5/8/4K3", "b", "e3", false),
        ("8/8/1k6/8/3pP3/8/5B2/4K3", "b", "e3", true),
        // The check is by the pawn that would be captured, or by another piece.
        ("8/8/8/5k2/3pP3/8/8/4K3", "b", "e3", true),
        ("8/8/8/k7/3pP3/8/8/R3K3", "b", "e3", false),
        // One of two pawns is pinned.
        ("3k4/8/8/8/3pPp2/8/8/3RK3", "b", "e3", true),
        ("8/8/8/8/k2pPp1R/8/8/4K3", "b", "e3", true),
        ("4k3/8/8/r1PpP2K/8/8/8/8", "w", "d6", true),
        ("4k3/8/8/r2pP2K/8/8/8/8", "w", "d6", false),
    ] {
        let text = format!("{pieces} {turn} - {square} 0 3");
        let position = fen::parse(&chess, &text).expect("a position");
        assert_eq!(position.en_passant(), parse_square(square).filter(|_| kept), "{text}");
        let without = fen::parse(&chess, &format!("{pieces} {turn} - - 0 3")).expect("a position");
        assert_eq!((position.key() == without.key(), position == without), (!kept, !kept), "{text}");
        let captures = position.legal_moves().into_iter().any(|mv| mv.flag == MoveFlag::EnPassant);
        assert_eq!(captures, kept, "{text}");
        assert_eq!(fen::format(&position), if kept { text } else { fen::format(&without) });
    }
}
