//! Effects of every key on moves, outcomes, names and values.

use crate::rules::Outcome;

use super::*;

/// The property that a key changes.
enum Look {
    /// Legal moves from a square of a position (the start if empty), or `refused` if the position is illegal.
    Moves(&'static str, &'static str),
    /// Outcome of a position that has occurred this often.
    Outcome(&'static str, usize),
    /// Outcome after a move.
    After(&'static str, &'static str),
    /// Name and value of the piece with this letter.
    Piece(char),
}

impl Look {
    fn at(&self, variant: &Arc<Variant>) -> String {
        match self {
            Self::Moves(fen, _) if !fen.is_empty() && fen::parse(variant, fen).is_err() => {
                "refused".to_owned()
            }
            Self::Moves(fen, from) => {
                let moves = moves(variant, fen);
                moves.into_iter().filter(|mv| mv.starts_with(from)).collect::<Vec<_>>().join(" ")
            }
            Self::Outcome(fen, times) => said(fen::parse(variant, fen).expect("legal").outcome(*times)),
            Self::After(fen, mv) => {
                let mut position = fen::parse(variant, fen).expect("a legal position");
                let mv = coords::parse_move(&position, mv).expect("a legal move");
                position.play(mv).expect("a legal move");
                said(position.outcome(1))
            }
            Self::Piece(letter) => {
                let piece = variant.piece(variant.kind_by_letter(*letter).expect("a piece"));
                format!("{} {}", piece.name, piece.value.unwrap_or_default())
            }
        }
    }
}

fn said(outcome: Option<Outcome>) -> String {
    outcome.map_or_else(|| "goes on".to_owned(), |outcome| format!("{outcome:?}"))
}

/// Key, other lines of the section (a child of chess), new value, property, and its values before and after.
type Effect = (&'static str, &'static str, &'static str, Look, &'static str, &'static str);

/// Both sides can castle on both sides.
const CASTLE: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
/// A pawn about to promote, on a7.
const PROMOTE: &str = "8/P6k/8/8/8/8/8/K7 w - - 0 1";
/// A pawn that can capture en passant on b6, and a knight that attacks that square.
const PASS: &str = "7k/8/8/Pp6/2N5/8/8/K7 w - b6 0 2";
/// A knight about to reach the last rank, on a7.
const KNIGHT: &str = "8/N6k/8/8/8/8/8/K7 w - - 0 1";
/// Only a start of 9x9 with the king on e1.
const NINE: &str = "startFen = 4k4/9/9/9/9/9/9/9/4K4 w - - 0 1";

/// Black is mated.
const MATE: &str = "R3k3/8/4K3/8/8/8/8/8 b - - 0 1";
/// Only White has a queen.
const QUEEN: &str = "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1";
const BLACK_EXTINCT: &str = "Goal { rule: Extinction, winner: Some(White) }";
/// White's king is on e8, Black's on e1, White's rook on a8.
const FLAG: &str = "4K3/8/8/8/8/8/8/k7 b - - 0 1";
const BLACK_FLAG: &str = "K7/8/8/8/8/8/8/4k3 w - - 0 1";
const FLAG_ROOK: &str = "R7/8/8/8/8/8/k7/7K b - - 0 1";
const ATTACKED_FLAG: &str = "R7/1k6/8/8/8/8/8/7K b - - 0 1";
const WHITE_FLAG: &str = "Goal { rule: Flag, winner: Some(White) }";
const BLACK_WINS_FLAG: &str = "Goal { rule: Flag, winner: Some(Black) }";
/// White has three pawns in a row.
const ROW: &str = "4k3/8/8/8/PPP5/8/8/4K3 b - - 0 1";
const WHITE_ROW: &str = "Goal { rule: Connection, winner: Some(White) }";

/// At least one row for each key.
fn effects() -> Vec<Effect> {
    use Look::{After, Moves, Outcome, Piece};
    vec![
        (
            "maxRank",
            NINE,
            "9\nmaxFile = 9",
            Moves("4k4/9/9/9/9/9/9/9/4K3R w - - 0 1", "i1i9"),
            "refused",
            "i1i9",
        ),
        (
            "maxFile",
            NINE,
            "9\nmaxRank = 9",
            Moves("4k4/9/9/9/9/9/9/9/R3K4 w - - 0 1", "a1a9"),
            "refused",
            "a1a9",
        ),
        ("pawnTypes", "", "pn", Moves(KNIGHT, "a7c8"), "a7c8", "a7c8b a7c8n a7c8q a7c8r"),
        (
            "pawnTypes",
            "",
            "n",
            Moves(PASS, ""),
            "a1a2 a1b1 a1b2 a5a6 a5b6 c4a3 c4b2 c4b6 c4d2 c4d6 c4e3 c4e5",
            "a1a2 a1b1 a1b2 a5a6 c4a3 c4b2 c4b6 c4d2 c4d6 c4e3 c4e5",
        ),
        (
            "promotionRegionWhite",
            "",
            "*7",
            Moves("8/8/P6k/8/8/8/8/K7 w - - 0 1", "a6"),
            "a6a7",
            "a6a7b a6a7n a6a7q a6a7r",
        ),
        (
            "promotionRegionBlack",
            "",
            "a2",
            Moves("7k/8/8/8/8/p7/8/2K5 b - - 0 1", "a3"),
            "a3a2",
            "a3a2b a3a2n a3a2q a3a2r",
        ),
        ("promotionPawnTypes", "", "n", Moves(KNIGHT, "a7c8"), "a7c8", "a7c8b a7c8n a7c8q a7c8r"),
        ("promotionPieceTypes", "", "rn", Moves(PROMOTE, "a7"), "a7a8b a7a8n a7a8q a7a8r", "a7a8n a7a8r"),
        (
            "promotionLimit",
            "",
            "q:1 r:1",
            Moves("8/P6k/8/8/8/8/8/K1Q5 w - - 0 1", "a7"),
            "a7a8b a7a8n a7a8q a7a8r",
            "a7a8b a7a8n a7a8r",
        ),
        (
            "immobilityIllegal",
            "promotionPieceTypes = q\nmandatoryPawnPromotion = false",
            "true",
            Moves(PROMOTE, "a7"),
            "a7a8 a7a8q",
            "a7a8q",
        ),
        (
            "mandatoryPawnPromotion",
            "promotionPieceTypes = q",
            "false",
            Moves(PROMOTE, "a7"),
            "a7a8q",
            "a7a8 a7a8q",
        ),
        ("doubleStep", "", "false", Moves("4k3/8/8/8/8/8/P7/4K3 w - - 0 1", "a2"), "a2a3 a2a4", "a2a3"),
        (
            "doubleStepRegionWhite",
            "",
            "*3",
            Moves("4k3/8/8/8/8/8/P7/4K3 w - - 0 1", "a2"),
            "a2a3 a2a4",
            "a2a3",
        ),
        (
            "doubleStepRegionBlack",
            "",
            "b7",
            Moves("4k3/p7/8/8/8/8/8/4K3 b - - 0 1", "a7"),
            "a7a5 a7a6",
            "a7a6",
        ),
        ("enPassantRegion", "", "*3", Moves(PASS, "a5"), "a5a6 a5b6", "a5a6"),
        ("enPassantTypes", "", "-", Moves(PASS, "a5"), "a5a6 a5b6", "a5a6"),
        ("castling", "", "false", Moves(CASTLE, "e1c1"), "e1c1", "refused"),
        (
            "castlingKingFile",
            "castlingQueensideFile = b\nstartFen = 4k3/8/8/8/8/8/8/4K3 w - - 0 1",
            "d",
            Moves("3k4/8/8/8/8/8/8/R2K3R w KQ - 0 1", "d1g1"),
            "refused",
            "d1g1",
        ),
        (
            "castlingKingsideFile",
            "maxFile = 9\nstartFen = 4k4/9/9/9/9/9/9/4K4 w - - 0 1",
            "h",
            Moves("4k4/9/9/9/9/9/9/4K3R w K - 0 1", "e1h1"),
            "",
            "e1h1",
        ),
        ("castlingQueensideFile", "", "b", Moves(CASTLE, "e1b1"), "", "e1b1"),
        (
            "castlingRookKingsideFile",
            "maxFile = 9\nstartFen = 4k4/9/9/9/9/9/9/4K4 w - - 0 1",
            "h",
            Moves("4k4/9/9/9/9/9/9/4K2R1 w K - 0 1", "e1g1"),
            "refused",
            "e1g1",
        ),
        (
            "castlingRookQueensideFile",
            "startFen = 4k3/8/8/8/8/8/8/4K3 w - - 0 1",
            "b",
            Moves("4k3/8/8/8/8/8/8/1R2K3 w Q - 0 1", "e1c1"),
            "refused",
            "e1c1",
        ),
        (
            "castlingRank",
            "startFen = 4k3/8/8/8/8/8/8/4K3 w - - 0 1",
            "2",
            Moves("4k3/8/8/8/8/8/4K2R/8 w K - 0 1", "e2g2"),
            "refused",
            "e2g2",
        ),
        (
            "castlingRookPieces",
            "startFen = 4k3/8/8/8/8/8/8/4K3 w - - 0 1",
            "b",
            Moves("4k3/8/8/8/8/8/8/4K2B w K - 0 1", "e1g1"),
            "refused",
            "e1g1",
        ),
        (
            "stalemateValue",
            "",
            "loss",
            Outcome("8/8/8/8/8/6k1/5q2/7K w - - 0 1", 1),
            "Stalemate { winner: None }",
            "Stalemate { winner: Some(Black) }",
        ),
        (
            "stalemateValue",
            "",
            "win",
            Outcome("8/8/8/8/8/6k1/5q2/7K w - - 0 1", 1),
            "Stalemate { winner: None }",
            "Stalemate { winner: Some(White) }",
        ),
        ("nMoveRule", "", "20", Outcome("4k3/8/8/8/8/8/8/4K3 w - - 40 60", 1), "goes on", "MoveRule"),
        ("nMoveRuleTypes", "", "n", After("4k3/8/8/8/8/8/8/N3K3 w - - 99 60", "a1b3"), "MoveRule", "goes on"),
        ("nMoveRuleTypes", "", "-", After("4k3/8/8/8/8/8/P7/4K3 w - - 99 60", "a2a3"), "goes on", "MoveRule"),
        ("nFoldRule", "", "2", Outcome("4k3/8/8/8/8/8/8/4K3 w - - 0 1", 2), "goes on", "Repetition"),
        (
            "checkmateValue",
            "",
            "win",
            Outcome(MATE, 1),
            "Checkmate { winner: White }",
            "Checkmate { winner: Black }",
        ),
        (
            "nFoldValue",
            "",
            "loss",
            Outcome("4k3/8/8/8/8/8/8/4K3 w - - 0 1", 3),
            "Repetition",
            "Goal { rule: Repetition, winner: Some(Black) }",
        ),
        ("extinctionValue", "extinctionPieceTypes = q", "loss", Outcome(QUEEN, 1), "goes on", BLACK_EXTINCT),
        ("extinctionPieceTypes", "extinctionValue = loss", "q", Outcome(QUEEN, 1), "goes on", BLACK_EXTINCT),
        ("extinctionPieceTypes", "extinctionValue = loss", "*", Outcome(QUEEN, 1), "goes on", "goes on"),
        (
            "extinctionPieceCount",
            "extinctionValue = loss\nextinctionPieceTypes = *",
            "1",
            Outcome(QUEEN, 1),
            "goes on",
            BLACK_EXTINCT,
        ),
        (
            "extinctionOpponentPieceCount",
            "extinctionValue = loss\nextinctionPieceTypes = q",
            "2",
            Outcome(QUEEN, 1),
            BLACK_EXTINCT,
            "goes on",
        ),
        (
            "extinctionPseudoRoyal",
            "extinctionPieceTypes = q",
            "true",
            Moves("3r3k/8/8/8/8/8/3Q4/7K w - - 0 1", "d2e2"),
            "d2e2",
            "d2e2",
        ),
        (
            "extinctionPseudoRoyal",
            "extinctionPieceTypes = q",
            "true",
            Moves("3r3k/8/8/8/8/8/3Q4/7K w - - 0 1", "h1g1"),
            "h1g1",
            "",
        ),
        ("flagPiece", "flagRegion = e8", "q", Outcome(FLAG, 1), WHITE_FLAG, "goes on"),
        ("flagPieceWhite", "flagRegion = e8", "q", Outcome(FLAG, 1), WHITE_FLAG, "goes on"),
        ("flagPieceBlack", "flagRegion = e1", "q", Outcome(BLACK_FLAG, 1), BLACK_WINS_FLAG, "goes on"),
        ("flagRegion", "", "e8", Outcome(FLAG, 1), "goes on", WHITE_FLAG),
        ("flagRegionWhite", "", "e8", Outcome(FLAG, 1), "goes on", WHITE_FLAG),
        ("flagRegionBlack", "", "e1", Outcome(BLACK_FLAG, 1), "goes on", BLACK_WINS_FLAG),
        ("flagPieceCount", "flagRegion = *8", "2", Outcome(FLAG_ROOK, 1), WHITE_FLAG, "goes on"),
        (
            "flagPieceBlockedWin",
            "flagRegion = e8 f8\nflagPieceCount = 3",
            "true",
            Outcome("R3KB2/k7/8/8/8/8/8/8 b - - 0 1", 1),
            "goes on",
            WHITE_FLAG,
        ),
        ("flagPieceSafe", "flagRegion = a8", "true", Outcome(ATTACKED_FLAG, 1), WHITE_FLAG, "goes on"),
        ("flagMove", "flagRegion = *8", "true", Outcome(FLAG_ROOK, 1), WHITE_FLAG, "goes on"),
        (
            "checkCounting",
            "",
            "true\nstartFen = 4k3/8/8/8/8/8/8/R3K3 w - - 1+3 0 1",
            After("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a8"),
            "goes on",
            "Goal { rule: Checks, winner: Some(White) }",
        ),
        ("connectN", "", "3", Outcome(ROW, 1), "goes on", WHITE_ROW),
        ("connectPieceTypes", "connectN = 3", "n", Outcome(ROW, 1), WHITE_ROW, "goes on"),
        ("connectHorizontal", "connectN = 3", "false", Outcome(ROW, 1), WHITE_ROW, "goes on"),
        (
            "connectVertical",
            "connectN = 3",
            "false",
            Outcome("4k3/8/8/P7/P7/P7/8/4K3 b - - 0 1", 1),
            WHITE_ROW,
            "goes on",
        ),
        (
            "connectDiagonal",
            "connectN = 3",
            "false",
            Outcome("4k3/8/8/P7/1P6/2P5/8/4K3 b - - 0 1", 1),
            WHITE_ROW,
            "goes on",
        ),
        (
            "connectValue",
            "connectN = 3",
            "loss",
            Outcome(ROW, 1),
            WHITE_ROW,
            "Goal { rule: Connection, winner: Some(Black) }",
        ),
        ("mustCapture", "", "true", Moves("4k3/8/8/8/8/8/p7/1N2K3 b - - 0 1", "a2a1q"), "a2a1q", ""),
        ("checking", "", "false", Moves("4k3/8/8/8/8/8/8/R5K1 w - - 0 1", "a1a8"), "a1a8", ""),
        ("flyingGeneral", "", "true", Moves("3k4/8/8/8/8/8/8/4K3 w - - 0 1", "e1d1"), "e1d1", ""),
        (
            "castlingKingPiece",
            "king = -\ncommoner = k\nstartFen = 4k3/8/8/8/8/8/8/4K3 w - - 0 1",
            "k",
            Moves("r3k2r/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1"),
            "refused",
            "e1g1",
        ),
        ("startFen", "", "4k3/8/8/8/8/8/8/4K3 b - - 0 1", Moves("", "e8"), "", "e8d7 e8d8 e8e7 e8f7 e8f8"),
        ("xImmobile", "", "n", Moves(KNIGHT, "a7"), "a7b5 a7c6 a7c8", ""),
        ("xPieceNames", "", "n:horse", Piece('n'), "knight 3250", "horse 3250"),
        ("xPieceValues", "", "n:2.5", Piece('n'), "knight 3250", "knight 2500"),
        ("xCastlingSteps", "", "3", Moves(CASTLE, "e1b1"), "", "e1b1"),
        ("xCastlingDistance", "", "4", Moves(CASTLE, "e1g1"), "e1g1", ""),
    ]
}

fn child(lines: &str) -> Arc<Variant> {
    variant(&format!("[t:chess]\n{lines}\n"))
}

/// A row for every key of the table.
#[test]
fn every_key_has_an_effect() {
    let effects = effects();
    for (key, beside, value, look, before, after) in &effects {
        let changed = child(&format!("{beside}\n{key} = {value}"));
        if *key == "maxRank" || *key == "maxFile" {
            // The size must fit the start, so the variant without the key is the parent.
            assert_eq!(look.at(&child("")), *before, "{key} before");
        } else {
            assert_eq!(look.at(&child(beside)), *before, "{key} before");
        }
        assert_eq!(look.at(&changed), *after, "{key} = {value}");
    }
    // It needs a game and has its own test.
    let apart = ["xInitialOnce"];
    let proved = |name: &str| apart.contains(&name) || effects.iter().any(|(key, ..)| *key == name);
    let unproved: Vec<_> = KEYS.iter().map(|row| row.name).filter(|name| !proved(name)).collect();
    assert!(unproved.is_empty(), "no test shows what these keys do: {unproved:?}");
}

/// A pawn that captures its way to a square of the region.
#[test]
fn initial_once_forbids_the_double_step_of_a_moved_pawn() {
    let beside = "doubleStepRegionWhite = *2 *3";
    let double_after_step = |variant: &Arc<Variant>| {
        let mut position = fen::parse(variant, "4k3/8/8/8/8/8/P7/4K3 w - - 0 1").expect("legal");
        for mv in ["a2a3", "e8e7"] {
            position.play(coords::parse_move(&position, mv).expect("legal")).expect("legal");
        }
        coords::parse_move(&position, "a3a5").is_some()
    };
    assert!(double_after_step(&child(beside)));
    assert!(!double_after_step(&child(&format!("{beside}\nxInitialOnce = true"))));
}

/// From the middle of an empty board.
#[test]
fn every_built_in_piece_moves_by_its_notation() {
    for (name, notation) in PIECES {
        if name == "king" || name == "pawn" {
            continue;
        }
        let rules = "castling = false\nstartFen = k7/8/8/8/8/8/8/K7 w - - 0 1\npromotionPieceTypes = -";
        let start = "8/8/8/3X4/k7/8/8/7K w - - 0 1";
        let built_in = variant(&format!("[t]\nking = k\n{name} = x\n{rules}"));
        let custom = variant(&format!("[t]\nking = k\ncustomPiece7 = x:{notation}\n{rules}"));
        let (one, other) = (moves(&built_in, start), moves(&custom, start));
        assert_eq!(one, other, "{name}");
        let still = ["immobile", "clobber", "janggiCannon"].contains(&name);
        assert_eq!(one.iter().any(|mv| mv.starts_with("d5")), !still, "{name}");
    }
}

/// Pieces and values that it keeps, changes and removes.
#[test]
fn a_child_inherits_from_its_parent() {
    let text = "
        [a:chess]
        queen = -
        knight = s
        cannon = r
        xPieceValues = r:4
        startFen = 4k3/8/8/8/8/8/8/4K3 w - - 0 1
        [t:a]
        customPiece3 = x:NN
        startFen = sxb1k3/8/8/8/8/8/8/4K3 w - - 0 1";
    let t = variant(text);
    let table: Vec<_> = t.kinds().map(|kind| (t.piece(kind).letter, t.piece(kind).name.as_str())).collect();
    let expected = [
        ('p', "pawn"),
        ('s', "knight"),
        ('b', "bishop"),
        ('k', "king"),
        ('r', "cannon"),
        ('x', "nightrider"),
    ];
    assert_eq!(table, expected);
    assert_eq!(
        t.piece(t.kind_by_letter('s').expect("s")).value,
        Some(3250),
        "values go with the piece, not its letter"
    );
    assert_eq!(t.piece(t.kind_by_letter('r').expect("r")).value, Some(4000));
    assert_eq!(t.rules().promotion.to.len(), 2, "of queen, rook, bishop, knight two are left");
}
