//! For each rule a position of XXL chess in which it decides, and what comes when it is taken out.
//!
//! In most of them two black rooks shut White's king in on n1, so that few moves are left.

use std::collections::BTreeSet;

use rand::SeedableRng;
use rand::rngs::StdRng;
use xxlchess::engine::heuristic::{Rule, choose};
use xxlchess::rules::Position;

use super::{decisions, layout, set, without};

/// Asserts that `rule` decides for exactly `moves`, and that `other` decides for exactly `others` without it.
fn assert_decides(position: &Position, (rule, moves): (Rule, &[&str]), (other, others): (Rule, &[&str])) {
    assert_eq!(decisions(&Rule::ALL, position), Some((rule, set(moves))));
    assert_eq!(decisions(&without(rule), position), Some((other, set(others))), "without {rule}");
}

/// Shows that mate comes before a capture: the rook mates on m14 although a pawn can take a knight.
#[test]
fn mate_decides() {
    let position = layout(
        "xxl",
        &[
            (14, "k............."),
            (13, ".............R"),
            (4, "...n.........."),
            (3, "..P..........."),
            (1, ".......K....R."),
        ],
    );
    assert_decides(&position, (Rule::Mate, &["m1m14"]), (Rule::Capture, &["c3d4"]));
}

/// The rook can take a defended queen (difference 4.25), the queen an amazon (2.5), the pawn a knight (1),
/// and the bishop on k4 stands attacked by a pawn.
fn captures() -> Position {
    layout(
        "xxl",
        &[
            (14, ".............k"),
            (10, ".p............"),
            (9, "q..a.........."),
            (6, ".......n......"),
            (5, "......P....p.."),
            (4, "..........B..."),
            (1, "R..Q.........K"),
        ],
    )
}

/// Shows that the capture with the largest difference is made, not that of the largest piece, even if defended.
#[test]
fn capture_decides_by_the_largest_difference() {
    assert_eq!(decisions(&Rule::ALL, &captures()), Some((Rule::Capture, set(&["a1a9"]))));
}

/// Shows that without the capture rule the bishop under threat is moved instead.
#[test]
fn without_capture_the_threatened_bishop_moves() {
    let (rule, moves) = decisions(&without(Rule::Capture), &captures()).expect("there are moves");
    assert_eq!(rule, Rule::Save);
    assert!(moves.len() > 1 && moves.iter().all(|mv| mv.starts_with("k4")), "{moves:?}");
}

/// Shows that of equal differences the capture on a safe square is made: the knight on b6 is defended by a pawn.
#[test]
fn of_equal_captures_the_safe_one_is_made() {
    let position = layout(
        "xxl",
        &[
            (14, ".............k"),
            (7, "p............."),
            (6, ".n......n....."),
            (5, "P......P......"),
            (1, ".............K"),
        ],
    );
    let cautious = decisions(&Rule::ALL, &position);
    assert_eq!(cautious, Some((Rule::Capture, set(&["h5i6"]))));
    let reckless = decisions(&without(Rule::SafeSquare), &position);
    assert_eq!(reckless, Some((Rule::Capture, set(&["a5b6", "h5i6"]))));
}

/// Shows that an equal exchange is no capture of a higher value: the pawn on e4 does not take the one on d5.
#[test]
fn equal_exchange_is_not_wanted() {
    let position = layout(
        "xxl",
        &[
            (14, "............r."),
            (12, "k............."),
            (6, "..p..........."),
            (5, "...p.........."),
            (4, "....P........."),
            (3, ".....P........"),
            (2, "......r......."),
            (1, ".............K"),
        ],
    );
    let all: &[&str] = &["e4d5", "e4e5", "f3f4"];
    assert_decides(&position, (Rule::SafeSquare, &["e4e5", "f3f4"]), (Rule::Random, all));
}

/// Shows that a king stakes nothing: it takes a pawn that nothing defends.
#[test]
fn king_captures_what_is_undefended() {
    let position = layout("xxl", &[(14, "k............."), (2, "............p."), (1, ".............K")]);
    assert_eq!(decisions(&Rule::ALL, &position), Some((Rule::Capture, set(&["n1m2"]))));
    let (rule, _) = decisions(&without(Rule::Capture), &position).expect("there are moves");
    assert_eq!(rule, Rule::SafeSquare);
}

/// Shows that a knight attacked by a pawn is moved, to safe squares only (c9 is a pawn's), before the king is
/// attacked by i4i5.
#[test]
fn save_decides() {
    let position = layout(
        "xxl",
        &[
            (14, "............r."),
            (11, ".p............"),
            (10, "N..p.........."),
            (7, "..........k..."),
            (4, "........P....."),
            (2, "....r........."),
            (1, ".............K"),
        ],
    );
    let saved: &[&str] = &["a10b12", "a10b8", "a10c11"];
    assert_decides(&position, (Rule::Save, saved), (Rule::AttackKing, &["i4i5"]));
}

/// Shows that of two pieces under threat the more valuable moves, and that one which is defended is under no
/// threat by a higher value.
#[test]
fn the_most_valuable_threatened_piece_is_saved() {
    // Pawns attack the knight on a4 and the bishop on k4. The queen attacks the rook, which the pawn on g2 defends.
    let ranks = [
        (14, ".............k"),
        (7, ".........q...."),
        (5, ".p.........p.."),
        (4, "N.........B..."),
        (3, ".....R........"),
        (2, "......P......."),
        (1, ".............K"),
    ];
    assert_saved_from(&layout("xxl", &ranks), "k4");
    // Without its defender the rook is the most valuable piece under threat.
    let undefended: Vec<_> = ranks.into_iter().filter(|&(rank, _)| rank != 2).collect();
    assert_saved_from(&layout("xxl", &undefended), "f3");
}

fn assert_saved_from(position: &Position, from: &str) {
    let (rule, moves) = decisions(&Rule::ALL, position).expect("there are moves");
    assert_eq!(rule, Rule::Save);
    assert!(moves.len() > 1 && moves.iter().all(|mv| mv.starts_with(from)), "{moves:?}");
}

/// Shows that a piece without a safe square to go to stays: it would only move from one threat into another.
#[test]
fn a_piece_that_cannot_be_saved_stays() {
    // A pawn attacks the knight on a1, and pawns attack both squares it could leap to.
    let position = layout(
        "xxl",
        &[
            (14, "............r."),
            (12, "........k....."),
            (5, "........P....."),
            (4, "..p..........."),
            (3, "...p.........."),
            (2, ".p....r......."),
            (1, "N............K"),
        ],
    );
    assert_decides(&position, (Rule::SafeSquare, &["i5i6"]), (Rule::Save, &["a1b3", "a1c2"]));
}

/// Shows that a square beside the king is attacked by f4f5, not by b4b5, where a pawn would take the pawn.
#[test]
fn attack_king_decides() {
    let position = layout("xxl", KING_ON_D7);
    assert_decides(&position, (Rule::AttackKing, &["f4f5"]), (Rule::SafeSquare, &["f4f5", "j4j5"]));
}

/// White's pawns can go to b5, f5 and j5; from b5 and f5 they attack squares beside the king.
const KING_ON_D7: &[(u8, &str)] = &[
    (14, "............r."),
    (7, "...k.........."),
    (6, "p............."),
    (4, ".P...P...P...."),
    (2, "....r........."),
    (1, ".............K"),
];

/// Shows that a square that is attacked already is no aim: with a pawn on d5, e6 is, so f4f5 is like any move.
#[test]
fn squares_already_attacked_are_no_aim() {
    let mut ranks = KING_ON_D7.to_vec();
    ranks.push((5, "...P.........."));
    let decision = decisions(&Rule::ALL, &layout("xxl", &ranks));
    assert_eq!(decision, Some((Rule::SafeSquare, set(&["f4f5", "j4j5"]))));
}

/// Shows that an attack which the moving piece uncovers counts: the knight leaves the rook's line to the king.
#[test]
fn an_uncovered_attack_counts() {
    let position = layout(
        "xxl",
        &[(14, "...k.........."), (3, "...N.........."), (2, "...R.........."), (1, "...K..........")],
    );
    let (rule, moves) = decisions(&Rule::ALL, &position).expect("there are moves");
    assert_eq!(rule, Rule::AttackKing);
    assert!(moves.iter().any(|mv| mv.starts_with("d3")), "{moves:?}");
}

/// Shows that of two pawn moves the one is made that no pawn attacks, and either without the rule.
#[test]
fn safe_square_decides() {
    let position = layout(
        "xxl",
        &[
            (14, "k...........r."),
            (6, "...p.........."),
            (4, "....P....P...."),
            (2, "..r..........."),
            (1, ".............K"),
        ],
    );
    assert_decides(&position, (Rule::SafeSquare, &["j4j5"]), (Rule::Random, &["e4e5", "j4j5"]));
}

/// Shows that a move is made at random when no square is safe, and that no other rule had one to propose.
#[test]
fn random_decides() {
    let position = layout(
        "xxl",
        &[
            (14, "k...........r."),
            (6, "...p......p..."),
            (4, "....P....P...."),
            (2, "..r..........."),
            (1, ".............K"),
        ],
    );
    assert_eq!(decisions(&Rule::ALL, &position), Some((Rule::Random, set(&["e4e5", "j4j5"]))));
    assert_eq!(decisions(&without(Rule::Random), &position), None);
}

/// Shows that a king's attack makes a square unsafe only if nothing defends it.
#[test]
fn a_king_attacks_only_what_is_undefended() {
    let ranks = [
        (14, "............r."),
        (7, ".........k...."),
        (5, "........P....."),
        (2, "..r..........."),
        (1, ".............K"),
    ];
    let undefended = layout("xxl", &ranks);
    assert_eq!(decisions(&Rule::ALL, &undefended), Some((Rule::Random, set(&["i5i6"]))));
    let (_, rest) = ranks.split_at(3);
    let with_neighbour = [&ranks[..2], &[(5, ".......PP.....")], rest].concat();
    let defended = decisions(&Rule::ALL, &layout("xxl", &with_neighbour));
    assert_eq!(defended, Some((Rule::AttackKing, set(&["h5h6", "i5i6"]))));
}

/// Shows that a pawn becomes the most valuable piece it may.
#[test]
fn promotion_is_to_the_best_piece() {
    let position = layout(
        "choice",
        &[
            (13, "P............."),
            (12, "............r."),
            (4, "...........k.."),
            (2, "..r..........."),
            (1, ".............K"),
        ],
    );
    assert_eq!(decisions(&Rule::ALL, &position), Some((Rule::AttackKing, set(&["a13a14q"]))));
}

/// Shows that a pawn becomes a lesser piece where that mates: the king on n13 is shut in by its own side.
#[test]
fn promotion_to_a_lesser_piece_mates() {
    let position = layout(
        "choice",
        &[(14, "............nn"), (13, "...........Ppk"), (12, "............pp"), (1, "K.............")],
    );
    assert_decides(&position, (Rule::Mate, &["l13l14n"]), (Rule::Capture, &["l13m14q"]));
}

/// Shows that a side without a legal move gets none: here White is stalemated.
#[test]
fn no_legal_move_is_no_decision() {
    let position = layout("xxl", &[(14, "k...........r."), (2, "....r........."), (1, ".............K")]);
    assert_eq!(choose(&position, &mut StdRng::seed_from_u64(1)), None);
}

/// Shows that a move that leaves the enemy without one is made where that wins, and that no king is needed.
#[test]
fn stalemate_is_taken_where_it_wins() {
    let position = layout("kingless", &[(3, "p..."), (1, "W..W")]);
    assert_eq!(decisions(&Rule::ALL, &position), Some((Rule::Mate, set(&["a1a2"]))));
    assert!(decisions(&without(Rule::Mate), &position).is_some_and(|(rule, _)| rule == Rule::SafeSquare));
}

/// Shows that the names of the rules differ and are what is displayed.
#[test]
fn rules_have_names() {
    let names: Vec<_> = Rule::ALL.iter().map(ToString::to_string).collect();
    assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), Rule::ALL.len());
    assert_eq!(names[0], Rule::Mate.name());
}
