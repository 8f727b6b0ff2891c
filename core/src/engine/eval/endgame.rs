//! Endgames that are harder to win than their material suggests.

use crate::rules::{Bitboard, ByColor, Color, Position};

use super::material::{non_pawn_pieces, relative};
use super::piece_square_table::steps_to_promotion;
use super::{Evaluator, pawns};

/// Material in centipawns that a side without pawns needs to win: its own pieces must be worth this much, and its lead
/// must usually be as large.
const LEAD_TO_WIN: i32 = 400;

// Scales are percentages of the endgame value that count in an endgame.

/// Scale of a side without pawns that has a smaller lead than [`LEAD_TO_WIN`].
const NO_PAWNS_SCALE: i32 = 10;
/// Scale if each side has a bishop, on squares of different colors, and no other pieces than pawns.
const OPPOSITE_BISHOPS_SCALE: i32 = 20;
/// Scale if each side has one bishop, on squares of different colors, and there are other pieces than pawns.
const OPPOSITE_BISHOPS_AND_OTHERS_SCALE: i32 = 85;
/// Scale of a side with one pawn.
const ONE_PAWN_SCALE: i32 = 50;
/// Scale of a side with two pawns.
const TWO_PAWNS_SCALE: i32 = 80;
/// Increase of the scale for each pawn after the second.
const PER_PAWN_SCALE: i32 = 8;
/// Percentage of the scale that remains if all pawns of both sides are on one half of the files.
const ONE_FLANK_PERCENT: i32 = 80;

/// Percentage of the endgame value that counts if `winner` is ahead. `material` is the value of the pieces without pawns, in
/// centipawns.
pub fn scale(evaluator: &Evaluator, position: &Position, material: &ByColor<i32>, winner: Color) -> i32 {
    let board = position.board();
    let rules = position.variant().rules();
    let all_pawns = board.by_kinds(&rules.pawns);
    let pawns = all_pawns & board.by_color(winner);
    if pawns.is_empty() {
        return if cannot_mate(evaluator, position, material[winner], winner) {
            0
        } else if material[winner] - material[!winner] >= LEAD_TO_WIN {
            100
        } else {
            NO_PAWNS_SCALE
        };
    }
    let bishops = board.by_kinds(&evaluator.pawns.bishops);
    let bishops = ByColor::from_fn(|color| bishops & board.by_color(color));
    if is_blocked_in_corner(evaluator, position, pawns, bishops[winner], winner) {
        return 0;
    }
    if material.white + material.black == 0 {
        return 100;
    }
    if let (1, 1) = (bishops.white.count(), bishops.black.count())
        && bishops.white.intersects(evaluator.dark_squares)
            != bishops.black.intersects(evaluator.dark_squares)
    {
        let is_alone =
            |color: Color| non_pawn_pieces(position, color, &evaluator.pawns_and_king) == bishops[color];
        let are_alone = Color::ALL.into_iter().all(is_alone);
        return if are_alone { OPPOSITE_BISHOPS_SCALE } else { OPPOSITE_BISHOPS_AND_OTHERS_SCALE };
    }
    let by_count = match pawns.count() as i32 {
        1 => ONE_PAWN_SCALE,
        count => (TWO_PAWNS_SCALE + PER_PAWN_SCALE * (count - 2)).min(100),
    };
    let left_half = (1 << (rules.files / 2)) - 1;
    let files = all_pawns.files();
    if files & left_half == 0 || files & !left_half == 0 {
        by_count * ONE_FLANK_PERCENT / 100
    } else {
        by_count
    }
}

/// Whether `winner`, which has no pawns, has too little material to mate: a minor piece, or two minor leapers such as
/// knights. `material` is the value of its pieces in centipawns.
pub fn cannot_mate(evaluator: &Evaluator, position: &Position, material: i32, winner: Color) -> bool {
    let are_two_leapers = || {
        let pieces = non_pawn_pieces(position, winner, &evaluator.pawns_and_king);
        let leapers = position.board().by_kinds(&evaluator.pawns.leapers);
        pieces.count() == 2 && pieces.without(leapers).is_empty()
    };
    material < LEAD_TO_WIN || material < 2 * LEAD_TO_WIN && are_two_leapers()
}

/// Whether the pawns cannot promote: all of them are on one edge file, the enemy king is in the corner ahead of them or
/// beside it, and all other pieces are bishops that never attack this corner.
fn is_blocked_in_corner(
    evaluator: &Evaluator,
    position: &Position,
    pawns: Bitboard,
    bishops: Bitboard,
    winner: Color,
) -> bool {
    let variant = position.variant();
    let is_edge = pawns.files() == 1 || pawns.files() == 1 << (variant.rules().files - 1);
    if !is_edge || non_pawn_pieces(position, winner, &evaluator.pawns_and_king) != bishops {
        return false;
    }
    let Some(pawn) = pawns.first() else { return false };
    let steps = steps_to_promotion(variant, winner, pawn);
    let promotion = steps.and_then(|steps| pawn.offset(0, winner.forward() * steps as i8));
    let (Some(promotion), Some(king)) = (promotion, position.king_square(!winner)) else { return false };
    let is_dark = evaluator.dark_squares.contains(promotion);
    relative(variant, promotion, winner).rank() == variant.rules().ranks - 1
        && !bishops.into_iter().any(|bishop| evaluator.dark_squares.contains(bishop) == is_dark)
        && pawns::distance(king, promotion) <= 1
}
