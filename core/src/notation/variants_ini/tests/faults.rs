//! Faults of variant files.

use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;

use super::*;

/// Faults of a section with the lines `extra`, which begin on line 4.
fn faults(extra: &str) -> Vec<String> {
    let text = format!("# one\n[t:chess]\n# three\n{extra}\n");
    check("t.ini", &text).iter().map(ToString::to_string).collect()
}

/// Lines after `[t:chess]`, and the beginning of their only fault, with its line.
#[rustfmt::skip]
const FAULTS: &[(&str, &str)] = &[
    ("maxRank = 17", "4: maxRank = 17: a number from 1 to 16 is needed"),
    ("maxRank = +8", "4: maxRank = +8: a number from 1 to 16 is needed"),
    ("maxFile = q", "4: maxFile = q: a file from a to p, or from 1 to 16, is needed"),
    ("doubleStep = yes", "4: doubleStep = yes: true or false is needed"),
    ("stalemateValue = none", "4: stalemateValue = none: win, draw or loss is needed"),
    ("promotionRegionWhite = *8 x9", "4: promotionRegionWhite = *8 x9: \"x9\" is not a rank, file or square"),
    ("promotionRegionWhite =", "4: promotionRegionWhite = : ranks *1 to *16"),
    ("promotionRegionWhite = *9", "4: promotionRegionWhite: *9 is not on the board of 8 files and 8 ranks"),
    ("promotionPieceTypes = qx",
        "4: promotionPieceTypes = qx: 'x' is not a piece of this variant; its pieces are p n b r q k"),
    ("promotionPieceTypes = qq", "4: promotionPieceTypes = qq: 'q' is named twice"),
    ("promotionPieceTypes =", "4: promotionPieceTypes = : letters of pieces"),
    ("promotionPieceTypes = qk", "4: promotionPieceTypes: nothing can become a king"),
    ("promotionPawnTypes = k", "4: promotionPawnTypes: the king cannot promote"),
    ("pawnTypes = pk\npromotionPawnTypes = p", "4: pawnTypes: the king cannot be a pawn"),
    ("promotionPieceTypes = -\nmandatoryPawnPromotion = false",
        "5: mandatoryPawnPromotion has no effect: promotionPieceTypes has no piece"),
    ("promotionPawnTypes = -\npromotionRegionBlack = *2",
        "5: promotionRegionBlack has no effect: promotionPawnTypes has no piece"),
    ("promotionLimit = q:0", "4: promotionLimit = q:0: a number from 1 to 256 is needed"),
    ("promotionLimit = x:1", "4: promotionLimit = x:1: 'x' is not a piece of this variant"),
    ("promotionPieceTypes = -\npromotionLimit = q:1",
        "5: promotionLimit has no effect: promotionPieceTypes has no piece"),
    ("lance = l\nimmobilityIllegal = true",
        "5: immobilityIllegal is implemented only for squares on which all promoting pieces must promote; lance is not"),
    ("xPieceNames = n", "4: xPieceNames = n: \"n\" is not a letter:value pair"),
    ("xPieceNames = n:a/b", "4: xPieceNames = n:a/b: \"a/b\" is not a valid name"),
    ("xPieceNames = n:rook", "4: two pieces are called rook"),
    ("xPieceValues = n:2.5555", "4: xPieceValues = n:2.5555: \"2.5555\" is not a valid value"),
    ("xPieceValues = n:1001", "4: xPieceValues = n:1001: \"1001\" is not a valid value"),
    ("xPieceValues = n:-1", "4: xPieceValues = n:-1: \"-1\" is not a valid value"),
    ("xPieceValues = n:99999999999999", "4: xPieceValues = n:99999999999999:"),
    ("customPiece1 = x:YW", "4: customPiece1 = x:YW: character 1 of \"YW\": 'Y' is not an atom"),
    ("customPiece1 = x", "4: customPiece1 = x: its moves are missing; write x:Betza"),
    ("knight = n:N",
        "4: knight = n:N: only customPiece1 to customPiece25 and king take Betza notation; write n"),
    ("knight = ñ", "4: knight = ñ: use one letter from a to z, or - to remove the piece"),
    ("cannon = -", "4: cannon = -: there is no cannon to remove"),
    ("cannon = c\nwazir = c", "5: the letter 'c' of wazir is already used by cannon on line 4"),
    ("nMoveRule = 50\nnMoveRule = 40", "5: nMoveRule is already given on line 4"),
    ("nFoldRule = 1", "4: nFoldRule = 1: every position occurs once"),
    ("nMoveRule = 0\nnMoveRuleTypes = n", "5: nMoveRuleTypes has no effect: nMoveRule = 0"),
    ("nFoldRule = 0\nnFoldValue = loss", "5: nFoldValue has no effect: nFoldRule = 0"),
    ("extinctionPieceTypes = q", "4: extinctionPieceTypes has no effect: extinctionValue is not given"),
    ("extinctionValue = loss", "4: extinctionValue has no effect: extinctionPieceTypes has no pieces"),
    ("extinctionPseudoRoyal = true", "4: extinctionPseudoRoyal has no effect: extinctionPieceTypes has no pieces"),
    ("flagMove = true", "4: flagMove has no effect: flagRegion has no square of the board"),
    ("connectHorizontal = false", "4: connectHorizontal has no effect: connectN is not given"),
    ("mandatoryPiecePromotion = true",
        "4: mandatoryPiecePromotion has no effect: promotedPieceType has no piece that promotes"),
    ("doublestep = true", "4: unknown key \"doublestep\"; did you mean doubleStep?"),
    ("frobnicate = 1", "4: unknown key \"frobnicate\""),
    ("pieceDrops = true", "4: unsupported key pieceDrops of Fairy-Stockfish"),
    ("mobilityRegionWhiteRook = *1", "4: unsupported key mobilityRegionWhiteRook of Fairy-Stockfish"),
    ("pieceValueMg = p:100",
        "4: unsupported key pieceValueMg of Fairy-Stockfish; use xPieceValues, in pawns"),
    ("hello", "4: \"hello\" is not a [variant:parent] header, a key = value line or a # comment"),
    ("[x", "4: \"[x\" has no closing ]"),
    ("[]", "4: \"\" in \"[]\" is not a valid name"),
    ("[x:]", "4: \"\" in \"[x:]\" is not a valid name"),
    ("[x:nobody]\nmaxRank = 3", "4: unknown parent \"nobody\""),
    ("[x:ches]\nmaxRank = 3", "4: unknown parent \"ches\"; did you mean chess?"),
    ("[x:x]", "4: [x] cannot be its own parent"),
    ("[x:y]\n[y:chess]", "4: the parent y follows on line 5; it must come before x"),
    ("[t:chess]", "4: [t] is already given on line 2"),
    ("[chess]\nking = k\nstartFen = 4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        "4: chess already exists with other rules"),
    ("[x]", "4: there are no pieces; define some, such as king = k"),
    ("[x]\nking = k",
        "4: startFen is missing, and the default does not fit: pieces: 'r' in \"rnbqkbnr\" is not a piece of x"),
    ("startFen =", "4: startFen = : a FEN is needed"),
    ("startFen = 8/8", "4: startFen: pieces: 2 ranks; 8 are needed"),
    ("startFen = 4k3/8/8/8/8/8/8/8 w - - 0 1", "4: startFen: white has no king"),
    ("startFen = 4k3/8/8/8/8/8/8/4K3 x - - 0 1", "4: startFen: side to move: \"x\"; w or b is needed"),
    ("startFen = 4k3/8/8/8/8/8/8/4K3 w K - 0 1", "4: startFen: castling: 'K' of \"K\" names no piece"),
    ("startFen = 4k3/8/8/8/8/8/8/4R2K w - - 0 1",
        "4: startFen: black's king is attacked although it is not black's move"),
    ("maxRank = 10\npromotionRegionWhite = *10",
        "2: startFen is missing, and the default does not fit: pieces: 8 ranks; 10 are needed"),
    ("maxFile = 6\nstartFen = 4k1/6/6/6/6/6/6/4K1 w - - 0 1\ncastlingKingsideFile = g",
        "6: castlingKingsideFile: the board has 6 files"),
    ("castlingRank = 9\nstartFen = 4k3/8/8/8/8/8/8/4K3", "4: castlingRank: the board has 8 ranks"),
    ("castlingKingsideFile = c", "4: castlingKingsideFile and castlingQueensideFile are both c"),
    ("castlingQueensideFile = h",
        "4: castlingQueensideFile = h: the king on e cannot castle to this file with a rook on a"),
    ("castling = true\nking = -\ncommoner = k", "4: castling = true, but there is no king"),
    ("castlingRookPieces = -\nstartFen = 4k3/8/8/8/8/8/8/4K3",
        "4: castlingRookPieces names no piece of this variant"),
    ("castlingRookPieces = k\nstartFen = 4k3/8/8/8/8/8/8/4K3",
        "4: castlingRookPieces: the king cannot castle with itself"),
    ("castling = false\ncastlingRank = 2", "5: castlingRank has no effect: castling = false"),
    ("xCastlingSteps = 2\ncastlingKingFile = d", "5: castlingKingFile has no effect: with xCastlingSteps"),
    ("xCastlingAny = true\ncastlingKingsideFile = f",
        "5: castlingKingsideFile has no effect: with xCastlingAny the king moves to any file"),
    ("xCastlingSteps = 1", "4: xCastlingSteps = 1: a single step is a normal move of the king"),
    ("castlingKingsideFile = a", "4: castlingKingsideFile = a: the king on e cannot castle to this file"),
    ("xCastlingSteps = 7", "4: xCastlingSteps = 7 needs a board of more than 8 files"),
    ("xCastlingSteps = 2\nxCastlingDistance = 2", "5: xCastlingDistance = 2 has no effect"),
    ("xCastlingDistance = 8", "4: xCastlingDistance: it must be less than the 8 files of the board"),
    ("xShuffle = q", "4: xShuffle = q: \"q\" is not a group of letters and squares such as kq:f1,g1"),
    ("xShuffle = q:d1,x1", "4: xShuffle = q:d1,x1: \"q:d1,x1\" is not a group of letters and squares"),
    ("xShuffle = q:d1 kq:d1,e1", "4: xShuffle = q:d1 kq:d1,e1: a piece of \"kq:d1,e1\" is named twice"),
    ("xShuffle = q:e1", "4: xShuffle: these pieces of White must stand on these squares at the start"),
    ("xShuffle = q:d1,e1 k:e1",
        "4: xShuffle: the squares of a piece must be among those of each later piece, or none of them"),
    ("xPromotionSquares = q:a*,l1 k:b*", "4: xPromotionSquares: k is not one of promotionPieceTypes"),
    ("xPromotionSquares = q:a0", "4: xPromotionSquares = q:a0: \"q:a0\" is not a group of letters and squares"),
    ("xInitialSquares = n:*2", "4: xInitialSquares: n has no initial move"),
    ("doubleStep = false\nxInitialSquares = p:*2", "5: xInitialSquares has no effect: doubleStep = false"),
    ("doubleStep = false\ndoubleStepRegionWhite = *3",
        "5: doubleStepRegionWhite has no effect: doubleStep = false"),
    ("doubleStep = false\nenPassantTypes = n", "5: enPassantTypes has no effect: doubleStep = false"),
    ("doubleStep = false\nxInitialOnce = true", "5: xInitialOnce has no effect: doubleStep = false"),
    ("doubleStep = false\ncustomPiece1 = x:imW2",
        "5: customPiece1 has an initial move (i), which doubleStep = false forbids"),
    ("enPassantRegion = -\nenPassantTypes = n",
        "5: enPassantTypes has no effect: enPassantRegion has no square"),
    ("pawn = -\npawnTypes = n\ndoubleStep = true\nstartFen = 4k3/8/8/8/8/8/8/4K3",
        "6: doubleStep = true has no effect: no piece has an initial move"),
];

/// The lines of each row give the fault of the row and no other one.
#[test]
fn every_fault_is_reported_once() {
    for (lines, expected) in FAULTS {
        let faults = faults(lines);
        assert_eq!(faults.len(), 1, "{lines}\n{faults:#?}");
        assert!(faults[0].starts_with(&format!("t.ini:{expected}")), "{lines}\n{faults:#?}\n{expected}");
    }
}

/// Each unsupported key of Fairy-Stockfish gives one fault with its name.
#[test]
fn unsupported_keys_are_named() {
    for key in keys::all_unsupported() {
        let faults = faults(&format!("{key} = 1"));
        assert!(faults.len() == 1 && faults[0].contains(key), "{key}: {faults:?}");
    }
}

/// A file with ten faults and a line before its first section gives all of them with their lines.
#[test]
fn ten_faults_are_reported_on_their_lines() {
    let text = "nMoveRule = 50
[broken]
maxRank = 99
pawn = p
knight = nn
king = k
customPiece1 = x:fmQX
doubleStep = maybe
promotionPieceTypes = z
pieceDrops = true
colour = blue
stalemateValue = tie
startFen = 4k3/8/8/8/8/8/8/4K3 v - - 0 1
[broken]
pawn = p
king = k
startFen = 4k3/8/8/8/8/8/8/4K3 w - - 0 1
";
    let lines: Vec<_> = check("ten.ini", text).iter().map(|fault| fault.line).collect();
    assert_eq!(lines, [1, 3, 5, 7, 8, 9, 10, 11, 12, 13, 14]);
    let ten = text.strip_prefix("nMoveRule = 50\n").expect("the first fault");
    assert_eq!(check("ten.ini", ten).len(), 10);
}

/// A parent has two faults. Its child and grandchild are valid themselves and report none.
#[test]
fn faults_of_a_parent_are_not_reported_for_its_children() {
    let text = "[a:chess]\nmaxRank = 0\ncustomPiece1 = x:Y\n[b:a]\n[c:b]\nnFoldRule = 2\n";
    let lines: Vec<_> = check("t.ini", text).iter().map(|fault| fault.line).collect();
    assert_eq!(lines, [2, 3]);
}

/// Sections with an unsupported key, with a faulty line, with a faulty header, and their children are left out with a
/// reason. The others are loaded, also one with a key about the display.
#[test]
fn faultless_sections_are_loaded_and_the_others_named() {
    let text =
        "x\n[a:chess]\n[b:a]\npocketSize = 2\n[c:b]\n[d:a]\nknight\n[e:a]\npieceToCharTable = P\n[f\n[g:c]\n";
    let (variants, left_out) = Variants::built_in().with_valid_sections("t.ini", text);
    let names: Vec<_> = variants.names().skip(Variants::built_in().names().count()).collect();
    assert_eq!(names, ["a", "e"]);
    let left_out: Vec<_> = left_out.iter().map(ToString::to_string).collect();
    let starts = [
        "t.ini:1: \"x\" is not a [variant:parent] header",
        "t.ini:3: [b] is left out: line 4: unsupported key pocketSize",
        "t.ini:5: [c] is left out: its parent is left out",
        "t.ini:6: [d] is left out: line 7: \"knight\" is not a",
        "t.ini:10: [] is left out: line 10: \"[f\" has no closing ]",
        "t.ini:11: [g] is left out: its parent is left out",
    ];
    assert_eq!(left_out.len(), starts.len(), "{left_out:?}");
    assert!(left_out.iter().zip(starts).all(|(fault, start)| fault.starts_with(start)), "{left_out:?}");
}

/// A start without castling and en passant fields, as in files of Fairy-Stockfish, is completed.
#[test]
fn a_start_may_lack_castling_and_en_passant() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b";
    for (fields, expected) in [(" 0 1", "- - 0 1"), (" KQkq 0 3", "KQkq - 0 3"), ("", "- - 0 1")] {
        let variant = variant(&format!("[t:chess]\nstartFen = {start}{fields}\n"));
        assert_eq!(fen::format_setup(&variant, variant.start()), format!("{start} {expected}"));
    }
}

/// The error of a file has two faults and the number of the others. That of an unknown variant names a similar one.
#[test]
fn the_error_of_a_file_has_its_first_faults() {
    let built_in = Variants::built_in();
    let error = built_in.with_file("t.ini", "[a:chess]\nx = 1\ny = 2\nz = 3\n").expect_err("three faults");
    assert_eq!(error.to_string(), "t.ini:2: unknown key \"x\"; t.ini:3: unknown key \"y\"; and 1 more");
    let unknown = built_in.find("ches").expect_err("no such variant");
    assert_eq!(unknown.to_string(), "unknown variant \"ches\"; did you mean chess?");
    assert!(unknown.known.starts_with("xxl, xxlm, chess, "));
    let unknown = built_in.find("checkers").expect_err("no such variant");
    assert_eq!(unknown.to_string(), "unknown variant \"checkers\"");
    assert_eq!(
        built_in.find("New Zealand").expect_err("no such variant").similar.as_deref(),
        Some("newzealand")
    );
}

/// Too many bytes, sections and characters are one fault each, and nonsense is a fault.
#[test]
fn files_beyond_the_limits_are_faults() {
    let long = "#".repeat(sections::MAX_FILE_BYTES + 1);
    assert_eq!(check("t.ini", &long).len(), 1);
    let many: String = (0..=sections::MAX_SECTIONS).map(|n| format!("[v{n}:xxl]\n")).collect();
    assert_eq!(Variants::built_in().parse("t.ini", &many, false).1.list.len(), 1);
    assert_eq!(check("t.ini", &format!("[t:chess]\nstartFen = {}", "8/".repeat(600)))[0].line, 2);
    assert_eq!(check("t.ini", "\u{feff}[t:chess]\r\n; note\r\nnFoldRule = 2\r\n"), []);
    for noise in ["=", "[[]]", "\0", "é = é", "king = é:é", "[t]\n= k", "customPiece1 = :", "maxFile = é"]
    {
        assert!(!faults(noise).is_empty(), "{noise:?}");
    }
}

/// Words of the built-in file in random order do not panic.
#[test]
fn random_files_do_not_panic() {
    let words = include_str!("../../../../assets/variants.ini").split_inclusive([' ', '\n', '=', ':', '*']);
    let words: Vec<_> = words.chain(["99999", "-", "*", "[", "]", "customPiece25", "\n", "é"]).collect();
    let mut rng = StdRng::seed_from_u64(1);
    for _ in 0..300 {
        let random: String = (0..60).filter_map(|_| words.choose(&mut rng).copied()).collect();
        let _ = check("t.ini", &format!("[t:chess]\n{random}"));
    }
}
