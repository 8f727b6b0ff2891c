//! Move generation compared with slower definitions.

use crate::common::{at, mirrored, own_variant, random_games, variant, xxl};
use std::collections::BTreeSet;
use std::sync::Arc;
use xxlchess::notation::coords::format_move;
use xxlchess::notation::fen;
use xxlchess::rules::{ByColor, Color, GenType, Move, MoveFlag, Position, Setup, Square, Variant};

/// Crowded and open positions of 14x14.
const OPEN: &str = "r1b1c3g2bn1/n4kpp4p1/2p1pg3pp2r/p2p1p3hcp1p/14/1p5pe5/14/14/10N3/C3P2a1H4/PP3PPP4A1/R1GP8P1/2PN3GPPPPEP/2B3K2CR3 w - - 6 51";

/// In this variant knights can capture en passant. A knight that can move to the target quietly has no such capture,
/// because both moves would have the same notation. A pawn has the capture.
#[test]
fn a_piece_that_can_move_quietly_has_no_en_passant_capture() {
    let own = own_variant("[own:chess]\nenPassantTypes = pn\n");
    for (pieces, taken_by) in
        [("4k3/3p4/8/1N6/8/8/8/4K3", vec![]), ("4k3/3p4/8/1N2P3/8/8/8/4K3", vec!["e5d6".to_owned()])]
    {
        let mut position = fen::parse(&own, &format!("{pieces} b - - 0 1")).expect("a position");
        let double =
            position.legal_moves().into_iter().find(|&mv| format_move(position.variant(), mv) == "d7d5");
        position.play(double.expect("a double step")).expect("legal");
        let moves = position.legal_moves();
        let texts: BTreeSet<String> = moves.iter().map(|&mv| format_move(position.variant(), mv)).collect();
        assert_eq!(texts.len(), moves.len(), "each move is written in its own way");
        let passing = moves.iter().filter(|mv| mv.flag == MoveFlag::EnPassant);
        let passing: Vec<String> = passing.map(|&mv| format_move(position.variant(), mv)).collect();
        assert_eq!((passing, position.en_passant().is_some()), (taken_by.clone(), !taken_by.is_empty()));
        assert!(moves.iter().all(|&mv| position.is_legal(mv)));
    }
}

/// For all pairs of squares and all flags, `is_legal` accepts the moves of the list and no others.
#[test]
fn is_legal_agrees_with_the_list_of_moves() {
    for name in ["xxl", "chess"] {
        let variant = variant(name);
        let start = Position::start(&variant).expect("a legal start");
        let mut checked = 0;
        random_games(&start, 4, 120, |position, dice| {
            if dice.below(8) != 0 {
                return;
            }
            let listed: BTreeSet<Move> = position.legal_moves().into_iter().collect();
            let mut allowed = BTreeSet::new();
            let own = position.board().by_color(position.turn());
            for from in own {
                for to in variant.geometry().board() {
                    let promotions = variant.rules().promotion.to.iter().map(|&k| MoveFlag::Promote(k));
                    let flags =
                        [MoveFlag::Normal, MoveFlag::DoubleStep, MoveFlag::EnPassant, MoveFlag::Castle];
                    let moves = flags.into_iter().chain(promotions).map(|flag| Move { from, to, flag });
                    allowed.extend(moves.filter(|&mv| position.is_legal(mv)));
                }
            }
            assert_eq!(listed, allowed, "{}", fen::format(position));
            checked += 1;
        });
        assert!(checked > 20, "{name}: only {checked} positions");
    }
}

/// No move is legal from an empty square or from a piece of the other side.
#[test]
fn only_pieces_of_the_side_to_move_have_moves() {
    let position = xxl(OPEN);
    for from in Square::all().filter(|&s| !position.board().by_color(position.turn()).contains(s)) {
        assert!(position.legal_moves_from(from).is_empty());
        assert!(Square::all().all(|to| !position.is_legal(Move::normal(from, to))), "{from}");
    }
}

/// A position with its ranks mirrored and its colours exchanged has the mirrored moves.
#[test]
fn mirrored_positions_have_mirrored_moves() {
    for name in ["xxl", "chess"] {
        let variant = variant(name);
        let top = variant.rules().ranks - 1;
        let flip = |s: Square| Square::new(s.file(), top - s.rank());
        let start = Position::start(&variant).expect("a legal start");
        random_games(&start, 6, 150, |position, _| {
            let expected: BTreeSet<Move> = position
                .legal_moves()
                .into_iter()
                .map(|mv| Move { from: flip(mv.from), to: flip(mv.to), ..mv })
                .collect();
            let mirror: BTreeSet<Move> = mirrored(position).legal_moves().into_iter().collect();
            assert_eq!(mirror, expected, "{}", fen::format(position));
        });
    }
}

/// In a thousand random games the board and its key equal their definitions, unmaking a move restores the position, and
/// counting moves equals listing them.
#[test]
fn incremental_values_equal_their_definitions_in_a_thousand_games() {
    let start = Position::start(&variant("xxl")).expect("a legal start");
    let geometry = start.variant().geometry();
    random_games(&start, 1000, 80, |position, dice| {
        assert_eq!(*position.board(), position.board().from_scratch(geometry));
        let from_text = fen::parse(position.variant(), &fen::format(position)).expect("its own FEN");
        assert_eq!(from_text.key(), position.key(), "{}", fen::format(position));
        let moves = position.legal_moves();
        assert_eq!(moves.len() as u64, position.count_legal_moves());
        if let Some(&mv) = moves.get(dice.below(moves.len().max(1))) {
            let before = position.clone();
            let undo = position.make(mv);
            position.unmake(mv, &undo);
            assert_eq!(*position, before, "{}", format_move(position.variant(), mv));
            assert_eq!(position.to_setup(), before.to_setup());
            assert_eq!(position.key(), before.key());
        }
    });
}

/// In random games the noisy moves are the legal moves that capture or promote.
#[test]
fn noisy_moves_are_captures_and_promotions() {
    let start = xxl(OPEN);
    random_games(&start, 20, 60, |position, _| {
        let mut noisy = Vec::new();
        position.generate(GenType::Noisy, &mut noisy);
        let noisy: BTreeSet<Move> = noisy.into_iter().collect();
        let expected: BTreeSet<Move> = position
            .legal_moves()
            .into_iter()
            .filter(|mv| position.board().piece_at(mv.to).is_some() || mv.promotion().is_some())
            .collect();
        assert_eq!(noisy, expected);
    });
}

/// In random games the legal moves are the pseudo-legal ones after which the king is not attacked.
#[test]
fn legal_moves_are_the_pseudo_legal_ones_that_keep_the_king_safe() {
    let start = xxl(OPEN);
    random_games(&start, 20, 60, |position, _| {
        let mut pseudo = Vec::new();
        position.generate_pseudo_legal(GenType::All, &mut pseudo);
        let safe: BTreeSet<Move> = pseudo.into_iter().filter(|&mv| position.is_safe_after(mv)).collect();
        let legal: BTreeSet<Move> = position.legal_moves().into_iter().collect();
        assert_eq!(legal, safe, "{}", fen::format(position));
    });
}

/// A rook cannot pass a pawn: `play` fails, and the position is as before.
#[test]
fn an_illegal_move_changes_nothing() {
    let mut position = Position::start(&variant("xxl")).expect("a legal start");
    let before = position.clone();
    let rook_through_pawn = Move::normal(Square::new(0, 0), Square::new(0, 5));
    assert!(position.play(rook_through_pawn).is_err());
    assert_eq!(position, before);
    assert_eq!(position.turn(), Color::White);
}

/// A piece gives check by a leap of three squares along a file. No piece can step between, so the queen has no move.
#[test]
fn a_check_by_a_leap_along_a_line_cannot_be_blocked() {
    let text = "[own:chess]\nknight = -\ncustomPiece1 = l:HDAG\npromotionPieceTypes = q\n\
                startFen = rlbqkblr/pppppppp/8/8/8/8/PPPPPPPP/RLBQKBLR w - - 0 1\n";
    let leaper = own_variant(text);
    for checker in ["7k/8/8/8/4L3/8/q7/4k2K", "7k/8/8/8/8/4L3/q7/4k2K"] {
        let pieces = checker.replacen("7k", "8", 1);
        let position = fen::parse(&leaper, &format!("{pieces} b - - 0 1")).expect("a legal position");
        assert!(position.is_check());
        let moves = position.legal_moves();
        assert!(moves.iter().all(|&mv| position.is_legal(mv)), "{pieces}");
        let queen = Square::new(0, 1);
        assert!(moves.iter().all(|mv| mv.from != queen), "{pieces}");
    }
}

/// Positions of one FEN differ if their variants differ in name, in the value of stalemate or in fog of war. The clock, the
/// move number and, because chess counts no checks, the number of checks make no difference.
#[test]
fn positions_are_equal_if_their_rules_are_and_the_same_moves_can_follow() {
    let text = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let position = |variant: &Arc<Variant>, text: &str| fen::parse(variant, text).expect("a legal position");
    let chess = position(&variant("chess"), text);
    let other_names = ["[own:chess]\n", "[own:chess]\nstalemateValue = loss\n"];
    for other in other_names.map(|section| position(&own_variant(section), text)) {
        assert_eq!(other.board(), chess.board());
        assert_ne!(other, chess);
    }
    assert_ne!(chess.in_fog(), chess);
    assert_eq!(chess.in_fog(), chess.in_fog());
    assert_eq!(position(&variant("chess"), &text.replace("0 1", "7 20")), chess);
    let setup = Setup { checks_left: ByColor { white: 2, black: 3 }, ..chess.to_setup() };
    assert_eq!(Position::from_setup(chess.variant(), &setup), Ok(chess));
}

/// A king's first leap over an attacked square, or out of check, is illegal because of the attack. Over safe squares it is
/// legal, and a king that has moved cannot leap at all.
#[test]
fn a_forbidden_jump_of_the_king_is_illegal_only_by_check() {
    let metamachy = variant("metamachy");
    let position = |rank: &str, rights: &str| {
        let text = format!("6k5/12/12/12/12/12/12/12/12/{rank}/6K5/12 w {rights} - 0 1");
        fen::parse(&metamachy, &text).expect("a legal position")
    };
    for (rank, rights, to, expected) in [
        ("7r4", "K", "i2", true),
        ("7r4", "K", "e2", false),
        ("7r4", "-", "i2", false),
        ("6r5", "K", "e2", true),
    ] {
        let position = position(rank, rights);
        assert_eq!(position.is_illegal_only_by_check(at("g2"), at(to)), expected, "{rank} {rights} {to}");
    }
}
