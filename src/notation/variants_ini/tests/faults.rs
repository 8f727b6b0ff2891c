//! Every fault is told once, with its line.

use super::*;

/// A section that is sound; `extra` follows from line 4 on.
fn faults(extra: &str) -> Vec<String> {
    let text = format!("# one\n[t:chess]\n# three\n{extra}\n");
    check("t.ini", &text).iter().map(ToString::to_string).collect()
}

/// Lines that follow `[t:chess]`, and the one fault they make, from its line number on.
const FAULTS: &[(&str, &str)] = &[
    ("maxRank = 17", "4: maxRank = 17: a number from 1 to 16 is needed"),
    ("maxRank = +8", "4: maxRank = +8: a number from 1 to 16 is needed"),
    ("maxFile = q", "4: maxFile = q: a file from a to p, or from 1 to 16, is needed"),
    ("doubleStep = yes", "4: doubleStep = yes: true or false is needed"),
    (
        "stalemateValue = none",
        "4: stalemateValue = none: win, draw or loss (of the side that cannot move) is needed",
    ),
    ("promotionRegionWhite = *8 x9", "4: promotionRegionWhite = *8 x9: \"x9\" is no part of a board"),
    ("promotionRegionWhite =", "4: promotionRegionWhite = : ranks *1 to *16"),
    ("promotionRegionWhite = *9", "4: promotionRegionWhite: *9 is not on the board of 8 files and 8 ranks"),
    (
        "promotionPieceTypes = qx",
        "4: promotionPieceTypes = qx: 'x' is no piece of this variant; its pieces are p n b r q k",
    ),
    ("promotionPieceTypes = qq", "4: promotionPieceTypes = qq: 'q' is named twice"),
    ("promotionPieceTypes =", "4: promotionPieceTypes = : letters of pieces"),
    ("promotionPieceTypes = qk", "4: promotionPieceTypes: nothing can become a king"),
    ("promotionPawnTypes = k", "4: promotionPawnTypes: the king cannot promote"),
    ("pawnTypes = pk\npromotionPawnTypes = p", "4: pawnTypes: the king is no pawn"),
    (
        "promotionPieceTypes = -\nmandatoryPawnPromotion = false",
        "5: mandatoryPawnPromotion changes nothing: promotionPieceTypes has no piece",
    ),
    (
        "promotionPawnTypes = -\npromotionRegionBlack = *2",
        "5: promotionRegionBlack changes nothing: promotionPawnTypes has no piece",
    ),
    ("xPieceNames = n", "4: xPieceNames = n: \"n\" is no letter:value pair"),
    ("xPieceNames = n:a/b", "4: xPieceNames = n:a/b: \"a/b\" is no name"),
    ("xPieceNames = n:rook", "4: two pieces are called rook"),
    ("xPieceValues = n:2.5555", "4: xPieceValues = n:2.5555: \"2.5555\" is no value"),
    ("xPieceValues = n:1001", "4: xPieceValues = n:1001: \"1001\" is no value"),
    ("xPieceValues = n:-1", "4: xPieceValues = n:-1: \"-1\" is no value"),
    ("xPieceValues = n:99999999999999", "4: xPieceValues = n:99999999999999:"),
    ("customPiece1 = x:YW", "4: customPiece1 = x:YW: character 1 of \"YW\": 'Y' is no atom"),
    ("customPiece1 = x", "4: customPiece1 = x: how it moves is missing; x:Betza is needed"),
    (
        "knight = n:N",
        "4: knight = n:N: only customPiece1 to customPiece25 and king are told how they move; write n",
    ),
    ("knight = ñ", "4: knight = ñ: one letter from a to z, or - for no such piece, is needed"),
    ("cannon = -", "4: cannon = -: there is no cannon to leave out"),
    ("cannon = c\nwazir = c", "5: the letter 'c' of wazir is cannon's, see line 4"),
    ("nMoveRule = 50\nnMoveRule = 40", "5: nMoveRule is given a second time, after line 4"),
    ("nFoldRule = 1", "4: nFoldRule = 1: every position occurs once"),
    ("nMoveRule = 0\nnMoveRuleTypes = n", "5: nMoveRuleTypes changes nothing: nMoveRule = 0"),
    ("doublestep = true", "4: there is no key \"doublestep\"; perhaps doubleStep is meant"),
    ("frobnicate = 1", "4: there is no key \"frobnicate\""),
    ("pieceDrops = true", "4: this engine has not Fairy-Stockfish's rule pieceDrops"),
    ("mobilityRegionWhiteRook = *1", "4: this engine has not Fairy-Stockfish's rule mobilityRegionWhiteRook"),
    (
        "pieceValueMg = p:100",
        "4: this engine has not Fairy-Stockfish's key pieceValueMg; write xPieceValues, in pawns",
    ),
    ("hello", "4: \"hello\" is no [variant:parent], no key = value and no # comment"),
    ("[x", "4: \"[x\" lacks its closing ]"),
    ("[]", "4: \"\" in \"[]\" is no name"),
    ("[x:]", "4: \"\" in \"[x:]\" is no name"),
    ("[x:nobody]\nmaxRank = 3", "4: there is no variant \"nobody\" to build on; there are xxl, "),
    ("[x:x]", "4: [x] cannot be its own parent"),
    ("[x:y]\n[y:chess]", "4: the parent y comes later, on line 5; it must stand before x"),
    ("[t:chess]", "4: [t] is given a second time, after line 2"),
    (
        "[chess]\nking = k\nstartFen = 4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        "4: chess is already known with other rules",
    ),
    ("[x]", "4: there are no pieces; name some, such as king = k"),
    (
        "[x]\nking = k",
        "4: startFen is missing, and the usual start does not fit: pieces: 'r' in \"rnbqkbnr\" is no piece of x",
    ),
    ("startFen =", "4: startFen = : a FEN is needed"),
    ("startFen = 8/8", "4: startFen: pieces: 2 ranks; 8 are needed"),
    ("startFen = 4k3/8/8/8/8/8/8/8 w - - 0 1", "4: startFen: white has no king"),
    ("startFen = 4k3/8/8/8/8/8/8/4K3 x - - 0 1", "4: startFen: side to move: \"x\"; w or b is needed"),
    ("startFen = 4k3/8/8/8/8/8/8/4K3 w K - 0 1", "4: startFen: castling: 'K' of \"K\" names no piece"),
    (
        "startFen = 4k3/8/8/8/8/8/8/4R2K w - - 0 1",
        "4: startFen: black's king is attacked although it is not black's move",
    ),
    (
        "maxRank = 10\npromotionRegionWhite = *10",
        "2: startFen is missing, and the usual start does not fit: pieces: 8 ranks; 10 are needed",
    ),
    (
        "maxFile = 6\nstartFen = 4k1/6/6/6/6/6/6/4K1 w - - 0 1\ncastlingKingsideFile = g",
        "6: castlingKingsideFile: the board has 6 files",
    ),
    ("castlingRank = 9\nstartFen = 4k3/8/8/8/8/8/8/4K3", "4: castlingRank: the board has 8 ranks"),
    (
        "castlingKingsideFile = c",
        "4: castlingKingsideFile = c: a king castles two files or more, to one between its own, e, and its rook's, h",
    ),
    (
        "castlingQueensideFile = a",
        "4: castlingQueensideFile = a: a king castles two files or more, to one between its own, e, and its rook's, a",
    ),
    ("castling = true\nking = -\ncommoner = k", "4: castling = true, but there is no king"),
    (
        "castlingRookPieces = -\nstartFen = 4k3/8/8/8/8/8/8/4K3",
        "4: castlingRookPieces names no piece of this variant",
    ),
    (
        "castlingRookPieces = k\nstartFen = 4k3/8/8/8/8/8/8/4K3",
        "4: castlingRookPieces: the king cannot castle with itself",
    ),
    ("castling = false\ncastlingRank = 2", "5: castlingRank changes nothing: castling = false"),
    ("xCastlingSteps = 2\ncastlingKingFile = d", "5: castlingKingFile changes nothing: with xCastlingSteps"),
    ("xCastlingSteps = 1", "4: xCastlingSteps = 1: a single step is the king's own move"),
    ("castlingKingsideFile = f", "4: castlingKingsideFile = f: a king castles two files or more"),
    ("xCastlingSteps = 7", "4: xCastlingSteps = 7 needs a board of more than 8 files"),
    ("xCastlingSteps = 2\nxCastlingDistance = 2", "5: xCastlingDistance = 2 changes nothing"),
    ("xCastlingDistance = 8", "4: xCastlingDistance: a board of 8 files has no two squares so far apart"),
    (
        "doubleStep = false\ndoubleStepRegionWhite = *3",
        "5: doubleStepRegionWhite changes nothing: doubleStep = false",
    ),
    ("doubleStep = false\nenPassantTypes = n", "5: enPassantTypes changes nothing: doubleStep = false"),
    ("doubleStep = false\nxInitialOnce = true", "5: xInitialOnce changes nothing: doubleStep = false"),
    (
        "doubleStep = false\ncustomPiece1 = x:imW2",
        "5: customPiece1 has a first move (i), which doubleStep = false rules out",
    ),
    (
        "enPassantRegion = -\nenPassantTypes = n",
        "5: enPassantTypes changes nothing: enPassantRegion has no square",
    ),
    (
        "pawn = -\npawnTypes = n\ndoubleStep = true\nstartFen = 4k3/8/8/8/8/8/8/4K3",
        "6: doubleStep = true changes nothing: no piece has a first move",
    ),
];

/// With its line and text, and no other fault.
#[test]
fn every_fault_is_reported_once() {
    for (lines, expected) in FAULTS {
        let faults = faults(lines);
        assert_eq!(faults.len(), 1, "{lines}\n{faults:#?}");
        assert!(faults[0].starts_with(&format!("t.ini:{expected}")), "{lines}\n{faults:#?}\n{expected}");
    }
}

/// Keys of Fairy-Stockfish that are not implemented.
#[test]
fn every_unsupported_key_is_refused_by_name() {
    for key in refused::all() {
        let faults = faults(&format!("{key} = 1"));
        assert!(faults.len() == 1 && faults[0].contains(key), "{key}: {faults:?}");
    }
}

/// A file with ten different faults.
#[test]
fn ten_faults_give_ten_lines() {
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

/// A parent with two children.
#[test]
fn a_fault_of_a_parent_is_not_repeated_for_its_children() {
    let text = "[a:chess]\nmaxRank = 0\ncustomPiece1 = x:Y\n[b:a]\n[c:b]\nnFoldRule = 2\n";
    let lines: Vec<_> = check("t.ini", text).iter().map(|fault| fault.line).collect();
    assert_eq!(lines, [2, 3]);
}

/// An unknown name gives the known ones.
#[test]
fn a_faulty_file_is_refused_with_its_first_faults() {
    let built_in = Variants::built_in();
    let error = built_in.with_file("t.ini", "[a:chess]\nx = 1\ny = 2\nz = 3\n").expect_err("three faults");
    assert_eq!(
        error.to_string(),
        "t.ini:2: there is no key \"x\"; t.ini:3: there is no key \"y\"; and 1 more"
    );
    let unknown = built_in.find("ches").expect_err("no such variant");
    assert!(unknown.to_string().starts_with("there is no variant \"ches\"; there are xxl, xxlm, chess, "));
}

/// Odd bytes too.
#[test]
fn files_beyond_the_limits_are_faults() {
    let long = "#".repeat(file::MAX_FILE_BYTES + 1);
    assert_eq!(check("t.ini", &long).len(), 1);
    let many: String = (0..=file::MOST_SECTIONS).map(|n| format!("[v{n}:xxl]\n")).collect();
    assert_eq!(Variants::built_in().read("t.ini", &many, false).1.list.len(), 1);
    assert_eq!(check("t.ini", &format!("[t:chess]\nstartFen = {}", "8/".repeat(600)))[0].line, 2);
    assert_eq!(check("t.ini", "\u{feff}[t:chess]\r\n; note\r\nnFoldRule = 2\r\n"), []);
    for noise in ["=", "[[]]", "\0", "é = é", "king = é:é", "[t]\n= k", "customPiece1 = :", "maxFile = é"]
    {
        assert!(!faults(noise).is_empty(), "{noise:?}");
    }
}

/// Pieces of real files in random order.
#[test]
fn random_files_do_not_panic() {
    let words = include_str!("../../../../assets/variants.ini").split_inclusive([' ', '\n', '=', ':', '*']);
    let words: Vec<_> = words.chain(["99999", "-", "*", "[", "]", "customPiece25", "\n", "é"]).collect();
    let mut seed = 1_u64;
    for _ in 0..300 {
        let mut text = "[t:chess]\n".to_owned();
        for _ in 0..60 {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            text.push_str(words[(seed >> 33) as usize % words.len()]);
        }
        let _ = check("t.ini", &text);
    }
}
