//! Endgames against a lone king, which is driven to the edge, or to a corner in which it can be mated.
//!
//! In variants with a counting rule mate must be given in time.

use crate::rules::betza::Component;
use crate::rules::counting::Count;
use crate::rules::{Color, PieceKind, Position, Square, Variant};

use super::material::{non_pawn_pieces, relative};
use super::{Evaluator, endgame, material, pawns};

/// Bonus for material that can mate the lone king under a counting rule, in centipawns. Without such a rule the material alone is
/// worth enough.
const CAN_MATE: i32 = 600;
/// Bonus for each step by which the kings are closer.
const CLOSE_KINGS: i32 = 20;
/// Bonus for each rank by which the lone king is nearer to its own first rank, where pieces that move forward attack it.
const LONE_KING_RANK: i32 = 6;
/// Penalty for each step of a rook between the lone king and the nearest corner in which it can be mated, if bishop and knight
/// mate.
const CORNER: i32 = 30;
/// Number of plies left of a count from which the endgame counts in full.
const ENOUGH_PLIES: i32 = 32;

/// Adds to the endgame value `eg` the bonus for driving a lone king of the opponent of `winner`, and lessens it as the end
/// of the count comes near. Both are from the view of `winner`.
pub fn evaluate(evaluator: &Evaluator, position: &Position, winner: Color, eg: i32, scale: i32) -> i32 {
    let (board, rules) = (position.board(), position.variant().rules());
    let has_pawns = || board.by_kinds(&rules.pawns).any();
    // Where no move may give check, a king cannot be mated.
    let is_alone = rules.may_check && board.by_color(!winner).count() == 1;
    let lone = position.king_square(!winner).filter(|_| is_alone);
    let value = match (lone, position.king_square(winner)) {
        // With pawns that cannot promote nothing is won.
        (Some(lone), Some(king)) if can_mate(evaluator, position, winner) && (scale > 0 || !has_pawns()) => {
            let rank = i32::from(relative(position.variant(), lone, winner).rank());
            let apart = pawns::distance(lone, king);
            let farthest = i32::from(rules.files.max(rules.ranks)) - 1;
            let driven = match steps_to_corner(evaluator, position, winner, lone) {
                Some(steps) => -CORNER * steps,
                None => from_center(lone.file(), rules.files) + from_center(lone.rank(), rules.ranks),
            };
            let bonus = if rules.counting.is_some() { CAN_MATE } else { 0 };
            eg + bonus + driven + LONE_KING_RANK * rank + CLOSE_KINGS * (farthest - apart)
        }
        _ => eg * scale / 100,
    };
    let left = |count: Count| i32::from(count.limit) + 1 - i32::from(count.plies);
    let left = position.count().map_or(ENOUGH_PLIES, left);
    value * left.clamp(0, ENOUGH_PLIES) / ENOUGH_PLIES
}

/// Square of twice the distance of the file or rank `at` from the middle of a board of this many files or ranks.
fn from_center(at: u8, length: u8) -> i32 {
    (2 * i32::from(at) - i32::from(length - 1)).pow(2)
}

/// Steps of a rook from the lone king to the nearest corner whose color the bishop of `winner` has. `None` if `winner` has other
/// pieces than a bishop and a leaper.
fn steps_to_corner(evaluator: &Evaluator, position: &Position, winner: Color, lone: Square) -> Option<i32> {
    let board = position.board();
    let own = board.by_color(winner);
    let bishops = own & board.by_kinds(&evaluator.pawns.bishops);
    let leapers = (own & board.by_kinds(&evaluator.pawns.leapers)).without(bishops);
    if (own.count(), bishops.count(), leapers.count()) != (3, 1, 1) {
        return None;
    }
    let rules = position.variant().rules();
    let has_color = |corner: &Square| {
        evaluator.dark_squares.contains(*corner) == bishops.intersects(evaluator.dark_squares)
    };
    let (last_file, last_rank) = (rules.files - 1, rules.ranks - 1);
    let corners = [(0, 0), (0, last_rank), (last_file, 0), (last_file, last_rank)];
    let corners = corners.into_iter().map(|(file, rank)| Square::new(file, rank)).filter(has_color);
    let steps = |corner: Square| {
        i32::from(corner.file().abs_diff(lone.file())) + i32::from(corner.rank().abs_diff(lone.rank()))
    };
    corners.map(steps).min()
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

    /// The evaluation of positions of the variant `name`, which are FENs.
    fn evaluation_in(name: &str) -> impl Fn(&str) -> i32 {
        let variant = Variants::built_in().find(name).expect("built in");
        let evaluator = Evaluator::new(&variant);
        move |text| evaluator.evaluate(&fen::parse(&variant, text).expect("a legal position"))
    }

    /// Khon and met win against a lone king, and the more so the nearer it is to the edge and to the other king. Knight and
    /// met do not win. As the count runs out the win is lost.
    #[test]
    fn a_lone_king_is_driven_to_the_edge_before_the_count_ends() {
        let value = evaluation_in("makruk");
        let center = value("8/8/8/3k4/8/8/1S1M4/1K6 w - 128 20 60");
        let edge = value("3k4/8/8/8/8/8/1S1M4/1K6 w - 128 20 60");
        let close = value("3k4/8/3K4/8/8/8/1S1M4/8 w - 128 20 60");
        assert!(center > 600 && edge > center + 20 && close > edge + 20, "{center} {edge} {close}");
        let ending = value("3k4/8/3K4/8/8/8/1S1M4/8 w - 128 126 60");
        assert!(ending < close / 4, "{ending} {close}");
        let drawn = value("3k4/8/3K4/8/8/8/1N1M4/8 w - 128 20 60");
        assert!(drawn < 100, "{drawn}");
    }

    /// With bishop and knight a corner of the bishop's color, here a8, is better for the winner than the middle of an edge and
    /// than another corner. With a rook both corners are alike.
    #[test]
    fn bishop_and_knight_drive_the_king_to_a_corner_of_the_bishop() {
        let value = evaluation_in("chess");
        let light_corner = value("k7/8/8/3K4/3N4/3B4/8/8 w - - 0 60");
        let edge = value("3k4/8/8/3K4/3N4/3B4/8/8 w - - 0 60");
        let dark_corner = value("7k/8/8/4K3/4N3/5B2/8/8 w - - 0 60");
        assert!(light_corner > edge + 50, "{light_corner} {edge}");
        assert!(light_corner > dark_corner + 100, "{light_corner} {dark_corner}");
        let rook = ["k7/8/8/3K4/3R4/8/8/8 w - - 0 60", "7k/8/8/4K3/4R3/8/8/8 w - - 0 60"].map(value);
        assert_eq!(rook[0], rook[1]);
    }

    /// In racing kings, where no king can be mated, a lone king changes nothing.
    #[test]
    fn a_king_that_cannot_be_mated_is_not_driven() {
        for (name, is_driven) in [("chess", true), ("racingkings", false)] {
            let variant = Variants::built_in().find(name).expect("built in");
            let position = fen::parse(&variant, "8/8/k7/8/8/8/7R/7K w - - 0 1").expect("a legal position");
            let value = evaluate(&Evaluator::new(&variant), &position, Color::White, 500, 100);
            assert_eq!(value > 500, is_driven, "{name}: {value}");
        }
    }
}
