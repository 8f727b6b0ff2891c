//! For each rule a position in which it decides, and the moves that are chosen if the rule is left out.
//!
//! In most of them two black rooks confine White's king to n1, so that few moves are legal.

use std::collections::BTreeSet;

use rand::SeedableRng;
use rand::rngs::StdRng;
use xxlchess::engine::heuristic::{Rule, choose};
use xxlchess::rules::Position;

use super::{decisions, layout, set, without};

/// Asserts that `rule` decides for exactly `moves`, and that, if it is left out, `other` decides for exactly `others`.
fn assert_decides(position: &Position, (rule, moves): (Rule, &[&str]), (other, others): (Rule, &[&str])) {
    assert_eq!(decisions(&Rule::ALL, position), Some((rule, set(moves))));
    assert_eq!(decisions(&without(rule), position), Some((other, set(others))), "without {rule}");
}

/// If a rook can mate and a pawn can take a knight, the rook mates.
#[test]
fn mate_comes_before_capture() {
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

/// White can gain 4.25 pawns by taking a defended queen with the rook, 2.5 by taking an amazon with the queen, and 1 by taking
/// a knight with the pawn. A pawn attacks White's bishop on k4.
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

/// Of three captures the one with the largest difference of values is chosen, although the amazon is worth more and the
/// captured queen is defended.
#[test]
fn capture_prefers_the_largest_gain() {
    assert_eq!(decisions(&Rule::ALL, &captures()), Some((Rule::Capture, set(&["a1a9"]))));
}

/// Without the rule of captures the rule of saving decides, and the threatened bishop on k4 moves.
#[test]
fn without_capture_the_threatened_bishop_moves() {
    let (rule, moves) = decisions(&without(Rule::Capture), &captures()).expect("there are moves");
    assert_eq!(rule, Rule::Save);
    assert!(moves.len() > 1 && moves.iter().all(|mv| mv.starts_with("k4")), "{moves:?}");
}

/// Two pawns can each take a knight. The knight without a defender is taken; without the rule of safe squares either is.
#[test]
fn of_equal_captures_the_safe_one_is_played() {
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
    let with_safe_square = decisions(&Rule::ALL, &position);
    assert_eq!(with_safe_square, Some((Rule::Capture, set(&["h5i6"]))));
    let without_safe_square = decisions(&without(Rule::SafeSquare), &position);
    assert_eq!(without_safe_square, Some((Rule::Capture, set(&["a5b6", "h5i6"]))));
}

/// A pawn can take a defended pawn of the same value. The rule of captures does not propose that.
#[test]
fn an_equal_exchange_is_no_capture_of_higher_value() {
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

/// A king takes an undefended pawn by the rule of captures, because a king has no value that could be lost.
#[test]
fn a_king_captures_an_undefended_piece() {
    let position = layout("xxl", &[(14, "k............."), (2, "............p."), (1, ".............K")]);
    assert_eq!(decisions(&Rule::ALL, &position), Some((Rule::Capture, set(&["n1m2"]))));
    let (rule, _) = decisions(&without(Rule::Capture), &position).expect("there are moves");
    assert_eq!(rule, Rule::SafeSquare);
}

/// If a pawn attacks a knight and another pawn could attack the king, the knight moves. It does not go to c9, which a pawn
/// attacks.
#[test]
fn save_comes_before_attacking_the_king() {
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

/// Of a threatened bishop and a threatened knight the bishop is saved. A rook attacked by the queen is threatened only
/// if its defender is missing, and is the piece to be saved in that case.
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
    let undefended: Vec<_> = ranks.into_iter().filter(|&(rank, _)| rank != 2).collect();
    assert_saved_from(&layout("xxl", &undefended), "f3");
}

fn assert_saved_from(position: &Position, from: &str) {
    let (rule, moves) = decisions(&Rule::ALL, position).expect("there are moves");
    assert_eq!(rule, Rule::Save);
    assert!(moves.len() > 1 && moves.iter().all(|mv| mv.starts_with(from)), "{moves:?}");
}

/// A threatened knight that can go only to threatened squares stays. Without the rule of safe squares it moves.
#[test]
fn a_piece_without_a_safe_square_stays() {
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

/// The pawn move f4f5 attacks a square beside the king and is chosen. The move b4b5 does so, too, but a pawn could take the
/// pawn on b5.
#[test]
fn the_king_is_attacked_from_a_safe_square() {
    let position = layout("xxl", KING_ON_D7);
    assert_decides(&position, (Rule::AttackKing, &["f4f5"]), (Rule::SafeSquare, &["f4f5", "j4j5"]));
}

/// Position in which White's pawns can go to b5, f5 and j5. From b5 and f5 they attack squares beside the king.
const KING_ON_D7: &[(u8, &str)] = &[
    (14, "............r."),
    (7, "...k.........."),
    (6, "p............."),
    (4, ".P...P...P...."),
    (2, "....r........."),
    (1, ".............K"),
];

/// If a pawn on d5 attacks e6 already, the move f4f5 attacks no new square and the rule of attacking the king does not
/// propose it.
#[test]
fn squares_already_attacked_do_not_count() {
    let mut ranks = KING_ON_D7.to_vec();
    ranks.push((5, "...P.........."));
    let decision = decisions(&Rule::ALL, &layout("xxl", &ranks));
    assert_eq!(decision, Some((Rule::SafeSquare, set(&["f4f5", "j4j5"]))));
}

/// A knight that opens the file of its rook to the enemy king attacks the king by any move.
#[test]
fn a_discovered_attack_counts() {
    let position = layout(
        "xxl",
        &[(14, "...k.........."), (3, "...N.........."), (2, "...R.........."), (1, "...K..........")],
    );
    let (rule, moves) = decisions(&Rule::ALL, &position).expect("there are moves");
    assert_eq!(rule, Rule::AttackKing);
    assert!(moves.iter().any(|mv| mv.starts_with("d3")), "{moves:?}");
}

/// Of two pawn moves the one to a square that no enemy pawn attacks is chosen.
#[test]
fn a_safe_square_is_preferred() {
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

/// If enemy pawns attack the squares of both possible moves, either is chosen at random. Without the rule of random moves
/// there is no decision.
#[test]
fn without_a_safe_square_the_move_is_random() {
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

/// A pawn beside the enemy king is not safe without a defender. With another pawn that can defend it, its move attacks the
/// king from a safe square.
#[test]
fn a_king_threatens_undefended_squares_only() {
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
    let with_neighbor = [&ranks[..2], &[(5, ".......PP.....")], rest].concat();
    let defended = decisions(&Rule::ALL, &layout("xxl", &with_neighbor));
    assert_eq!(defended, Some((Rule::AttackKing, set(&["h5h6", "i5i6"]))));
}

/// A pawn that can promote to a rook, a queen or a knight promotes to the queen, the most valuable of them.
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

/// A promotion to a knight that mates is chosen before one to a queen. The black king on n13 is enclosed by its own pieces.
#[test]
fn a_promotion_to_a_lesser_piece_that_mates_is_played() {
    let position = layout(
        "choice",
        &[(14, "............nn"), (13, "...........Ppk"), (12, "............pp"), (1, "K.............")],
    );
    assert_decides(&position, (Rule::Mate, &["l13l14n"]), (Rule::Capture, &["l13m14q"]));
}

/// In a stalemate there is no decision.
#[test]
fn without_a_legal_move_there_is_no_decision() {
    let position = layout("xxl", &[(14, "k...........r."), (2, "....r........."), (1, ".............K")]);
    assert_eq!(choose(&position, &mut StdRng::seed_from_u64(1)), None);
}

/// In a variant without kings in which stalemate is a loss, the rule of mate chooses the move that stalemates.
#[test]
fn stalemate_is_played_where_it_wins() {
    let position = layout("kingless", &[(3, "p..."), (1, "W..W")]);
    assert_eq!(decisions(&Rule::ALL, &position), Some((Rule::Mate, set(&["a1a2"]))));
    assert!(decisions(&without(Rule::Mate), &position).is_some_and(|(rule, _)| rule == Rule::SafeSquare));
}

/// The six rules have six different names, and `Display` prints the name.
#[test]
fn rules_have_different_names() {
    let names: Vec<_> = Rule::ALL.iter().map(ToString::to_string).collect();
    assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), Rule::ALL.len());
    assert_eq!(names[0], Rule::Mate.name());
}
