//! Endgames of variants with a counting rule, where mate must be given in time: the lone king is driven to the edge.

use crate::rules::betza::Component;
use crate::rules::counting::Count;
use crate::rules::{Color, PieceKind, Position, Variant};

use super::material::{non_pawn_pieces, relative};
use super::{Evaluator, endgame, material, pawns};

/// Bonus for material that can mate the lone king, in centipawns.
const CAN_MATE: i32 = 600;
/// Bonus for each step by which the kings are closer.
const CLOSE_KINGS: i32 = 20;
/// Bonus for each rank by which the lone king is nearer to its own first rank, where pieces that move forward attack it.
const LONE_KING_RANK: i32 = 6;
/// Number of plies left of a count from which the endgame counts in full.
const ENOUGH_PLIES: i32 = 32;

/// Adds to the endgame value `eg` the bonus for driving a lone king of the opponent of `winner`, and lessens it as the end
/// of the count comes near. Both are from the view of `winner`.
pub fn evaluate(evaluator: &Evaluator, position: &Position, winner: Color, eg: i32, scale: i32) -> i32 {
    let board = position.board();
    let lone = position.king_square(!winner).filter(|_| board.by_color(!winner).count() == 1);
    let value = match (lone, position.king_square(winner)) {
        (Some(lone), Some(king)) if can_mate(evaluator, position, winner) => {
            let rules = position.variant().rules();
            // Square of twice the distance from the middle of the board.
            let from_center = |at: u8, length: u8| (2 * i32::from(at) - i32::from(length - 1)).pow(2);
            let edge = from_center(lone.file(), rules.files) + from_center(lone.rank(), rules.ranks);
            let rank = i32::from(relative(position.variant(), lone, winner).rank());
            let apart = pawns::distance(lone, king);
            let farthest = i32::from(rules.files.max(rules.ranks)) - 1;
            eg + CAN_MATE + edge + LONE_KING_RANK * rank + CLOSE_KINGS * (farthest - apart)
        }
        _ => eg * scale / 100,
    };
    let left = |count: Count| i32::from(count.limit) + 1 - i32::from(count.plies);
    let left = position.count().map_or(ENOUGH_PLIES, left);
    value * left.clamp(0, ENOUGH_PLIES) / ENOUGH_PLIES
}

/// Whether the pieces of `winner` can mate a lone king. Two pieces can if one of them is a [stepper](steppers).
/// [`endgame::cannot_mate`] decides about all others.
fn can_mate(evaluator: &Evaluator, position: &Position, winner: Color) -> bool {
    let pieces = non_pawn_pieces(position, winner, &evaluator.pawns_and_king);
    let board = position.board();
    let found = pieces.into_iter().filter_map(|square| board.piece_at(square));
    let material = found.map(|piece| evaluator.value(piece.kind)).sum();
    pieces.count() >= 2 && pieces.intersects(board.by_kinds(&evaluator.steppers))
        || !endgame::cannot_mate(evaluator, position, material, winner)
}

/// Kinds other than pawns and the king that step to all neighbouring squares of one color and to some of the other, such as
/// the khon. The list is empty for variants without a counting rule.
pub fn steppers(variant: &Variant) -> Vec<PieceKind> {
    let is_step = |component: &Component| {
        component.range == 1
            && component.first_leg.is_none()
            && component.steps.iter().all(|&(files, ranks)| files.abs().max(ranks.abs()) == 1)
    };
    let bishops = material::bishops(variant);
    let is_stepper = |kind: &PieceKind| {
        material::is_non_pawn(variant, *kind)
            && !bishops.contains(kind)
            && variant.piece(*kind).moves.iter().all(is_step)
    };
    variant.kinds().filter(|_| variant.rules().counting.is_some()).filter(is_stepper).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::fen;
    use crate::notation::variants_ini::Variants;

    /// Khon and met win against a lone king, and the more so the nearer it is to the edge and to the other king. Knight and
    /// met do not win. As the count runs out the win is lost.
    #[test]
    fn a_lone_king_is_driven_to_the_edge_before_the_count_ends() {
        let makruk = Variants::built_in().find("makruk").expect("built in");
        let evaluator = Evaluator::new(&makruk);
        let value = |text: &str| evaluator.evaluate(&fen::parse(&makruk, text).expect("a legal position"));
        let center = value("8/8/8/3k4/8/8/1S1M4/1K6 w - 128 20 60");
        let edge = value("3k4/8/8/8/8/8/1S1M4/1K6 w - 128 20 60");
        let close = value("3k4/8/3K4/8/8/8/1S1M4/8 w - 128 20 60");
        assert!(center > 600 && edge > center + 20 && close > edge + 20, "{center} {edge} {close}");
        let ending = value("3k4/8/3K4/8/8/8/1S1M4/8 w - 128 126 60");
        assert!(ending < close / 4, "{ending} {close}");
        let drawn = value("3k4/8/3K4/8/8/8/1N1M4/8 w - 128 20 60");
        assert!(drawn < 100, "{drawn}");
    }
}
