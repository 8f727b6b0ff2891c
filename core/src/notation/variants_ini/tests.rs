//! Tests of variant files.

mod design;
mod effects;
mod faults;

use super::keys::KEYS;
use super::pieces::BUILT_IN as PIECES;
use super::*;
use crate::notation::{coords, fen};
use crate::rules::{Position, betza, random_game};

/// Sorted legal moves of the position `fen`, or of the start if it is empty.
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

/// The variant `t` of a file with this text.
fn variant(text: &str) -> Arc<Variant> {
    let variants = Variants::built_in().with_file("t.ini", text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    variants.get("t").expect("the file has a section t")
}

/// The built-in files have no faults, by themselves and after the built-in variants, and the document lists each variant.
#[test]
fn the_built_in_files_have_no_faults() {
    let mut earlier = Variants::default();
    for (name, text) in BUILT_IN {
        let (variants, faults, _) = earlier.parse(name, text, true);
        assert_eq!(faults.list, []);
        assert_eq!(check(name, text), []);
        earlier = variants;
    }
    let docs = include_str!("../../../../docs/variants.md");
    let list = docs.split("## ").next().expect("the text before the first heading");
    for name in Variants::built_in().names() {
        assert!(list.contains(&format!("`{name}`")), "docs/variants.md does not list {name}");
    }
}

/// Two calls return the same variants, which are parsed once and have their tables of moves once.
#[test]
fn the_built_in_variants_are_parsed_once() {
    let chess = || Variants::built_in().get("chess").expect("built in");
    assert!(Arc::ptr_eq(&chess(), &chess()));
}

/// A variant of the file of test variants has the rules and pieces of its parents.
#[test]
fn the_file_of_test_variants_loads() {
    let text = include_str!("../../../../tests/data/variants.ini");
    let variants = Variants::built_in().with_file("variants.ini", text).expect("the file has no faults");
    let xxl14 = variants.find("xxl14m").expect("the file has it");
    assert_eq!(
        (xxl14.rules().files, xxl14.rules().move_rule_plies, xxl14.rules().repetition_limit),
        (14, 100, 3)
    );
    assert_eq!(xxl14.piece(xxl14.kind_by_letter('m').expect("camel")).name, "camel");
}

/// The pieces of `xxl` have these letters, names, moves and values.
#[test]
fn xxl_has_the_pieces_of_its_rules() {
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
    assert!(xxl.rules().initial_move_needs_right);
}

/// A king castles two squares towards rooks at several distances, but not towards one that is only two squares away.
#[test]
fn a_king_of_xxl_castles_two_squares_from_any_square() {
    let xxl = Variants::built_in().find("xxl").expect("built in");
    let fen = |row: &str| format!("7k6/14/14/14/14/14/14/14/14/14/14/14/14/{row} w KQ - 0 1");
    let castles = |row, mv: &str| moves(&xxl, &fen(row)).iter().any(|m| m == mv);
    assert!(castles("2R2K2R5", "f1h1") && castles("2R2K2R5", "f1d1"));
    assert!(!castles("2R1K1R7", "e1g1"));
}

/// The kings of `simplified` and `mess` are not royal, and some pieces of `mess` never move.
#[test]
fn kings_of_the_simulator_are_ordinary_and_some_pieces_never_move() {
    let variants = Variants::built_in();
    let start = |name: &str| moves(&variants.find(name).expect("built in"), "");
    assert_eq!(start("simplified").len(), 20);
    assert!(start("mess").iter().all(|mv| !mv.starts_with("b1") && !mv.starts_with("g1")));
    for name in ["simplified", "mess"] {
        let rules = variants.rules(name).expect("built in");
        assert_eq!((rules.royal_kind, rules.castling.as_ref()), (None, None));
        assert_eq!(rules.pieces.last().map(|piece| piece.name.as_str()), Some("king"));
    }
}

/// Each row of the table has its number, a unique name that is not an unsupported key, and a default that can be
/// parsed.
#[test]
fn the_table_of_keys_is_consistent() {
    for (number, row) in KEYS.iter().enumerate() {
        assert_eq!(row.key as usize, number, "{}", row.name);
        assert_eq!(keys::Key::named(row.name), Some(row.key), "{} is unique", row.name);
        assert!(keys::unsupported(row.name).is_none(), "{} is not refused", row.name);
        if !row.default.is_empty() {
            assert!(values::default_of(row).is_some(), "{}", row.name);
        }
    }
}

/// Each built-in piece has notation that can be parsed and is found by its name. Similar names name no piece.
#[test]
fn the_table_of_pieces_is_consistent() {
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

/// docs/variants.md has all keys with their defaults, all pieces with their notation, and all unsupported keys.
#[test]
fn the_document_has_every_key_and_piece() {
    let document = include_str!("../../../../docs/variants.md");
    for row in KEYS {
        let line = document.lines().find(|line| line.starts_with(&format!("| `{}` |", row.name)));
        let line = line.unwrap_or_else(|| panic!("docs/variants.md lacks {}", row.name));
        let has = |text: &str| text.is_empty() || line.contains(&format!("`{text}`"));
        assert!(has(row.default) || row.default.split(' ').all(has), "{} in {line}", row.default);
    }
    for (name, notation) in PIECES {
        assert!(document.contains(&format!("| `{name}` | `{notation}`")) || notation.is_empty(), "{name}");
    }
    for name in keys::all_unsupported() {
        assert!(document.contains(name), "docs/variants.md lacks {name}");
    }
}

/// The first example in docs/variants.md has no fault, and its knights move as chess knights.
#[test]
fn the_example_of_the_document_loads() {
    let document = include_str!("../../../../docs/variants.md");
    let example = document.split("```").find_map(|part| part.strip_prefix("ini\n")).expect("an example");
    let variants = Variants::built_in().with_file("example", example).expect("no fault");
    assert!(moves(&variants.find("berlin").expect("the example"), "").contains(&"b1c3".to_owned()));
}

/// Variants with moves that no built-in variant has.
const ODD: &str = "
    # Pawns with duplicate moves, a knight that captures en passant, and initial moves that capture.
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
    # Missing squares in the way of castling kings, double steps and lame leapers.
    [holes:chess]
    knight = -
    customPiece1 = n:nNnA
    promotionPieceTypes = qn
    startFen = rnbqkbnr/pppppppp/8/2*2*2/3*4/6*1/PPPPPPPP/RN*QKBNR w KQkq - 0 1
    # A royal piece that slides, hoppers, and optional promotion.
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

/// In random games of all built-in variants and of unusual ones, the generated moves are the pseudo-legal moves that
/// are legal.
#[test]
fn generated_moves_are_the_legal_pseudo_legal_moves() {
    let variants = Variants::built_in().with_file("odd.ini", ODD).expect("no fault");
    for name in variants.names() {
        let variant = variants.find(name).expect("it is there");
        for seed in 0..4 {
            let start = Position::start(&variant).expect("a start");
            assert_generated(&random_game::play(start, seed, 120, |position, _, _| {
                assert_generated(position)
            }));
        }
    }
}

/// Compares the generated moves with their definition.
fn assert_generated(position: &Position) {
    let mut legal = position.legal_moves();
    let mut pseudo = Vec::new();
    position.generate_pseudo_legal(crate::rules::GenType::All, &mut pseudo);
    pseudo.retain(|&mv| position.is_legal(mv));
    legal.sort();
    pseudo.sort();
    let written = fen::format(position);
    assert_eq!(legal, pseudo, "{}: {written}", position.variant().rules().name);
    assert!(legal.windows(2).all(|pair| pair[0] != pair[1]), "a move twice: {written}");
    assert_eq!(position.count_legal_moves(), legal.len() as u64, "{written}");
    assert!(!position.is_in_check(!position.turn()), "the king was left under attack: {written}");
}
