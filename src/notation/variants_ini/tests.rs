//! Tests of variant files: every key has an effect, every fault is told, the built-in file is sound.

mod effects;
mod faults;

use super::keys::KEYS;
use super::pieces::BUILT_IN as PIECES;
use super::*;
use crate::notation::{coords, fen};
use crate::rules::{Position, betza};

/// The legal moves of the position `fen`, or of the start for an empty text, sorted.
fn moves(variant: &Arc<Variant>, fen: &str) -> Vec<String> {
    let position = if fen.is_empty() {
        Position::start(variant).expect("a start to play from")
    } else {
        fen::parse(variant, fen).expect("a legal position")
    };
    let mut moves: Vec<_> =
        position.legal_moves().into_iter().map(|mv| coords::format_move(variant, mv)).collect();
    moves.sort();
    moves
}

/// The variant `t` of `text` after the built-in ones.
fn variant(text: &str) -> Arc<Variant> {
    let variants = Variants::built_in().with_file("t.ini", text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    variants.get("t").expect("the file has a section t")
}

/// `assets/variants.ini`.
#[test]
fn the_built_in_file_has_no_fault() {
    assert_eq!(Variants::default().read("variants.ini", BUILT_IN, true).1.list, []);
    assert_eq!(check("variants.ini", BUILT_IN), []);
    let names: Vec<_> = Variants::built_in().names().map(str::to_owned).collect();
    assert_eq!(
        names,
        "xxl xxlm chess simplified mess capablanca knightmate xxlfairy xxl16 dozen"
            .split(' ')
            .collect::<Vec<_>>()
    );
}

/// By its own names and those of its parents.
#[test]
fn the_file_of_test_variants_loads() {
    let text = include_str!("../../../tests/data/variants.ini");
    let variants = Variants::built_in().with_file("variants.ini", text).expect("the file has no faults");
    let xxl14 = variants.find("xxl14m").expect("the file has it");
    assert_eq!(
        (xxl14.rules().files, xxl14.rules().move_rule_plies, xxl14.rules().repetition_limit),
        (14, 100, 3)
    );
    assert_eq!(xxl14.piece(xxl14.kind_by_letter('m').expect("camel")).name, "camel");
}

/// The table of the rules page.
#[test]
fn xxl_has_its_pieces_letters_and_values() {
    let xxl = Variants::built_in().find("xxl").expect("built in");
    let expected = [
        ('p', "pawn", "fmWfcFifmnD", Some(1000)),
        ('r', "rook", "R", Some(5250)),
        ('n', "knight", "N", Some(2000)),
        ('b', "bishop", "B", Some(3625)),
        ('h', "archbishop", "BN", Some(7500)),
        ('c', "camel", "C", Some(2000)),
        ('g', "general", "KN", Some(5000)),
        ('a', "amazon", "QN", Some(12_000)),
        ('k', "king", "K", None),
        ('e', "chancellor", "RN", Some(8500)),
        ('q', "queen", "Q", Some(9500)),
    ];
    assert_eq!(xxl.kinds().count(), expected.len());
    for ((letter, name, moves, value), kind) in expected.into_iter().zip(xxl.kinds()) {
        let piece = xxl.piece(kind);
        assert_eq!((piece.letter, piece.name.as_str(), piece.value), (letter, name, value));
        assert_eq!(piece.moves, betza::parse(moves).expect("notation"), "{name}");
    }
    assert!(xxl.rules().initial_once);
}

/// Two squares; not with a rook too near.
#[test]
fn a_king_of_xxl_castles_from_any_square() {
    let xxl = Variants::built_in().find("xxl").expect("built in");
    let fen = |row: &str| format!("7k6/14/14/14/14/14/14/14/14/14/14/14/14/{row} w KQ - 0 1");
    let castles = |row, mv: &str| moves(&xxl, &fen(row)).iter().any(|m| m == mv);
    assert!(castles("2R2K2R5", "f1h1") && castles("2R2K2R5", "f1d1"));
    assert!(!castles("2R1K1R7", "e1g1"));
}

/// Kings are ordinary pieces in both 8x8 rule sets.
#[test]
fn pieces_of_mess_never_move_if_the_table_says_so() {
    let variants = Variants::built_in();
    let start = |name: &str| moves(&variants.find(name).expect("built in"), "");
    assert_eq!(start("simplified").len(), 20);
    assert!(start("mess").iter().all(|mv| !mv.starts_with("b1") && !mv.starts_with("g1")));
    for name in ["simplified", "mess"] {
        let rules = variants.rules(name).expect("built in");
        assert_eq!((rules.royal, rules.castling.as_ref()), (None, None));
        assert_eq!(rules.pieces.last().map(|piece| piece.name.as_str()), Some("king"));
    }
}

/// In the order of the keys; names and defaults can be parsed.
#[test]
fn the_table_of_keys_is_consistent() {
    for (number, row) in KEYS.iter().enumerate() {
        assert_eq!(row.key as usize, number, "{}", row.name);
        assert_eq!(keys::Key::named(row.name), Some(row.key), "{} is unique", row.name);
        assert!(refused::why(row.name).is_none(), "{} is not refused", row.name);
        if !row.default.is_empty() {
            assert!(value::parse(row.form, row.default, &[]).is_ok(), "{}", row.name);
        }
    }
}

/// Names differ.
#[test]
fn every_built_in_piece_has_notation_and_a_name() {
    for (row, (name, notation)) in PIECES.iter().enumerate() {
        assert!(betza::parse(notation).is_ok(), "{name}");
        assert_eq!(pieces::PieceKey::named(name), Some(pieces::PieceKey::BuiltIn(row)), "{name}");
    }
    assert_eq!(pieces::PieceKey::KING.key(), "king");
    assert_eq!(pieces::PieceKey::PAWN.key(), "pawn");
    for bad in ["customPiece", "customPiece0", "customPiece26", "customPiece01", "customPiece+1", "Pawn"] {
        assert_eq!(pieces::PieceKey::named(bad), None, "{bad}");
    }
}

/// With its default; every piece and every refused key too.
#[test]
fn the_document_names_every_key() {
    let document = include_str!("../../../docs/variants.md");
    for row in &KEYS {
        let line = document.lines().find(|line| line.starts_with(&format!("| `{}` |", row.name)));
        let line = line.unwrap_or_else(|| panic!("docs/variants.md lacks {}", row.name));
        assert!(row.default.is_empty() || line.contains(&format!("`{}`", row.default)), "default in {line}");
    }
    for (name, notation) in PIECES {
        assert!(document.contains(&format!("| `{name}` | `{notation}`")) || notation.is_empty(), "{name}");
    }
    for name in refused::all() {
        assert!(document.contains(name), "docs/variants.md lacks {name}");
    }
}

/// `docs/variants.md`.
#[test]
fn the_example_of_the_document_can_be_played() {
    let document = include_str!("../../../docs/variants.md");
    let example = document.split("```").find_map(|part| part.strip_prefix("ini\n")).expect("an example");
    let variants = Variants::built_in().with_file("example", example).expect("no fault");
    assert!(moves(&variants.find("berlin").expect("the example"), "").contains(&"b1c3".to_owned()));
}

/// Variants whose pieces move in ways that no built-in one has.
const ODD: &str = "
    # Pawns whose moves coincide, a knight that takes in passing, and first moves that capture.
    [odd:chess]
    customPiece1 = x:fmWfmWfcFifmnDfmD
    pawnTypes = px
    enPassantTypes = pxn
    bishop = -
    customPiece2 = b:BicH
    doubleStepRegionWhite = *1 *2
    doubleStepRegionBlack = *7 *8
    startFen = rnbqkbnr/pxpxpxpx/8/8/8/8/PXPXPXPX/RNBQKBNR w KQkq - 0 1
    [odd-once:odd]
    xInitialOnce = true
    # A royal piece that slides, among pieces that hop, and promotion that is a choice.
    [hop:chess]
    king = k:mKcW2
    knight = -
    customPiece1 = n:gB
    cannon = r
    castlingRookPieces = r
    promotionPieceTypes = qn
    mandatoryPawnPromotion = false
    promotionRegionWhite = *4 *5 *6 *7 *8
    promotionRegionBlack = *5 *4 *3 *2 *1";

/// Each once, in games of every built-in variant and of unusual ones.
#[test]
fn legal_moves_are_the_pseudo_legal_ones_that_keep_the_king_safe() {
    let variants = Variants::built_in().with_file("odd.ini", ODD).expect("no fault");
    for name in variants.names() {
        let variant = variants.find(name).expect("it is there");
        for seed in 0..4 {
            walk(Position::start(&variant).expect("a start"), seed);
        }
    }
}

/// Plays moves by chance and compares the generated moves with their definition in every position.
fn walk(mut position: Position, mut seed: u64) {
    for _ in 0..120 {
        let mut legal = position.legal_moves();
        let mut pseudo = Vec::new();
        position.generate_pseudo_legal(crate::rules::GenType::All, &mut pseudo);
        pseudo.retain(|&mv| position.is_legal(mv));
        legal.sort();
        pseudo.sort();
        let written = fen::format(&position);
        assert_eq!(legal, pseudo, "{}: {written}", position.variant().rules().name);
        assert!(legal.windows(2).all(|pair| pair[0] != pair[1]), "a move twice: {written}");
        assert_eq!(position.count_legal_moves(), legal.len() as u64, "{written}");
        if legal.is_empty() {
            return;
        }
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let choice = (seed >> 33) as usize % legal.len();
        position.play(legal[choice]).expect("a legal move can be played");
        assert!(!position.is_king_attacked(!position.turn()), "the king was left under attack: {written}");
    }
}
