//! Moves and outcomes in the fog.

use xxlchess::notation::coords::format_move;
use xxlchess::notation::fen;
use xxlchess::rules::{Color, GenType, Move, MoveFlag, Outcome, Position};

use super::{fogged, start};
use crate::common::{self, random_games};

/// Every move that the definition allows, found by trying all pairs of squares and all flags.
fn by_definition(position: &Position) -> Vec<Move> {
    let mut flags = vec![MoveFlag::Normal, MoveFlag::DoubleStep, MoveFlag::EnPassant, MoveFlag::Castle];
    flags.extend(position.variant().kinds().map(MoveFlag::Promote));
    let board = position.variant().geometry().board();
    let own = board & position.board().by_color(position.turn());
    let pairs = own.into_iter().flat_map(|from| board.into_iter().map(move |to| (from, to)));
    let moves = pairs.flat_map(|(from, to)| flags.iter().map(move |&flag| Move { from, to, flag }));
    let mut moves: Vec<_> = moves.filter(|&mv| position.is_legal(mv)).collect();
    moves.sort_unstable();
    moves
}

/// In random games of several variants, some with hoppers, the legal moves are those that ignore check, and the
/// incremental values are right.
#[test]
fn generated_moves_equal_their_definition_in_the_fog() {
    for name in ["xxl", "chess", "xxlfairy", "knightmate"] {
        let mut captures = 0;
        random_games(&start(name), 6, 150, |position, dice| {
            captures += position.legal_moves().iter().filter(|&&mv| position.captures_king(mv)).count();
            if dice.below(6) > 0 {
                return;
            }
            let mut moves = position.legal_moves();
            assert_eq!(moves.len() as u64, position.count_legal_moves());
            moves.sort_unstable();
            assert_eq!(moves, by_definition(position), "{name}");
            assert!(!position.is_check());
            let before = position.clone();
            for mv in moves {
                let undo = position.make(mv);
                assert_eq!(*position.board(), position.board().from_scratch(position.variant().geometry()));
                position.unmake(mv, &undo);
            }
            assert!(*position == before && position.key() == before.key());
        });
        assert!(captures > 0, "no king of {name} was ever in danger");
    }
}

/// In random games the legal moves in the fog are the pseudo-legal moves without fog, and castling moves.
#[test]
fn moves_in_the_fog_ignore_only_the_safety_of_the_king() {
    for name in ["xxl", "chess", "xxlfairy"] {
        let variant = common::variant(name);
        random_games(&Position::start(&variant).expect("a start"), 6, 150, |position, _| {
            let mut pseudo = Vec::new();
            position.generate_pseudo_legal(GenType::All, &mut pseudo);
            let fog = position.in_fog().legal_moves();
            assert!(pseudo.iter().all(|mv| fog.contains(mv)));
            assert!(fog.iter().all(|mv| mv.flag == MoveFlag::Castle || pseudo.contains(mv)));
        });
    }
}

/// A king castles out of, through and into attacks in the fog, but not past a piece or without the right.
#[test]
fn castling_in_the_fog_ignores_attacks() {
    let castling = |text: &str| {
        let position = fogged(text);
        let moves = position.legal_moves().into_iter().filter(|mv| mv.flag == MoveFlag::Castle);
        let mut moves: Vec<_> = moves.map(|mv| format_move(position.variant(), mv)).collect();
        moves.sort();
        moves.join(" ")
    };
    for (row, rights, moves) in [
        ("R6K5R", "KQ", "h1f1 h1j1"),
        ("R6K5R", "K", "h1j1"),
        ("R6K5R", "-", ""),
        ("R6K1N3R", "KQ", "h1f1"),
        ("R5qK5R", "KQ", "h1j1"),
        ("R1q5K4R", "KQ", "i1k1"),
    ] {
        assert_eq!(
            castling(&format!("7k6/14/14/14/14/14/14/14/14/14/14/14/14/{row} w {rights} - 0 1")),
            moves
        );
    }
    // Rooks on f to j attack the king, the square it crosses and the one it lands on.
    let attacked = "5rrrrr2k1/14/14/14/14/14/14/14/14/14/14/14/14/R6K5R w KQ - 0 1";
    assert_eq!(castling(attacked), "h1f1 h1j1");
    let normal = fen::parse(&common::variant("xxl"), attacked).expect("legal without fog, too");
    assert!(!normal.legal_moves().iter().any(|mv| mv.flag == MoveFlag::Castle));
}

/// A king may move into an attack in the fog, and the side that captures it wins.
#[test]
fn capturing_the_king_wins() {
    let mut position = fogged("7k6/14/14/14/14/14/14/14/14/14/14/14/6r7/7K6 w - - 0 1");
    let play = |position: &mut Position, mv: &str| {
        let mv = xxlchess::notation::coords::parse_move(position, mv).expect("legal in the fog");
        let takes = position.captures_king(mv);
        position.make(mv);
        takes
    };
    for mv in ["h1h2", "h14h13", "h2i2", "h13h12"] {
        assert!(!play(&mut position, mv), "{mv}");
        assert_eq!(position.outcome(1), None, "{mv}");
    }
    play(&mut position, "i2i1");
    assert!(!play(&mut position, "g2g1"), "a rook that attacks the king has not captured it");
    play(&mut position, "i1h2");
    play(&mut position, "g1h1");
    assert!(!play(&mut position, "h2h1"), "a rook is no king");
    let mut lost = fogged("7k6/14/14/14/14/14/14/14/14/14/14/14/6r7/6K7 b - - 0 1");
    assert!(play(&mut lost, "g2g1"));
    assert_eq!(lost.outcome(1), Some(Outcome::KingCaptured { winner: Color::Black }));
}

/// A side without any move is stalemated in the fog, whether or not its king is attacked.
#[test]
fn stalemate_in_the_fog_needs_a_side_without_any_move() {
    for knight in ["PP12", "PPn11"] {
        let stuck = fogged(&format!("KP12/{knight}/14/14/14/14/14/14/14/14/14/14/14/7k6 w - - 0 1"));
        assert_eq!(stuck.legal_moves(), []);
        assert_eq!(stuck.outcome(1), Some(Outcome::Stalemate { winner: None }), "{knight}");
    }
    for over_elsewhere in [
        "k13/2Q11/14/14/14/14/14/14/14/14/14/14/14/7K6 b - - 0 1",
        "RR5k6/14/7K6/14/14/14/14/14/14/14/14/14/14/14 b - - 0 1",
    ] {
        let position = fogged(over_elsewhere);
        assert!(!position.legal_moves().is_empty());
        assert_eq!(position.outcome(1), None);
    }
}

/// With fog a variant has a king that can be captured and no promotion to a king. The variant without fog stays as it
/// is.
#[test]
fn fog_does_not_change_other_variants() {
    let variant = common::variant("xxl");
    let fog = variant.rules().in_fog();
    let king = variant.rules().royal_kind;
    assert!(
        king.is_some()
            && fog.royal_kind.is_none()
            && fog.capturable_king_kind == king
            && fog.king_kind() == king
    );
    assert_eq!(fog.in_fog(), fog);
    assert!(!fog.with_promotion_choice().promotion.to.iter().any(|&kind| Some(kind) == king));
    assert!(!variant.rules().fog && variant.rules().capturable_king_kind.is_none());
    let text = "7k6/14/14/14/14/14/14/14/14/14/14/14/14/R6K5R w KQ - 0 1";
    assert_eq!(fen::format(&fogged(text)), text, "castling rights are written in the fog");
}
