//! Pawns: structure, and passed pawns near promotion.

use crate::rules::{Bitboard, ByColor, Color, Position, Square, Variant};

use super::piece_square_table::steps_to_promotion;
use super::tapered::{Tapered, tapered};
use super::weights::Weights;

/// Passed pawns with more steps to promotion than this get no bonus beyond their placement.
const MAX_PASSED_STEPS: u8 = 5;

/// Tables for pawn evaluation, by square.
#[derive(Debug)]
pub struct PawnTables {
    steps_to_promotion: ByColor<Vec<u8>>,
    /// Squares between a pawn and its promotion, the promotion square included.
    promotion_path: ByColor<Vec<Bitboard>>,
    /// Squares on which an enemy pawn keeps the pawn from being passed.
    passed_mask: ByColor<Vec<Bitboard>>,
    /// Squares on which a passed pawn gets a bonus.
    near_promotion: ByColor<Bitboard>,
    /// All squares but those of the first file.
    not_first_file: Bitboard,
    /// Value of the best promotion piece.
    promotion_value: i32,
}

impl PawnTables {
    /// The tables of `variant` with these piece values.
    pub fn new(variant: &Variant, values: &[i32]) -> Self {
        let table = |make: &dyn Fn(Color, Square) -> Bitboard| {
            ByColor::from_fn(|color| Square::all().map(|s| make(color, s)).collect::<Vec<_>>())
        };
        let board = variant.geometry().board();
        let steps = |color, square| steps_to_promotion(variant, color, square).unwrap_or(u8::MAX);
        let path = |color: Color, square: Square| -> Bitboard {
            let count = steps_to_promotion(variant, color, square).unwrap_or(0);
            (1..=count).filter_map(|n| square.offset(0, color.forward() * n as i8)).collect()
        };
        let passed_mask = |color: Color, square: Square| -> Bitboard {
            let count = steps_to_promotion(variant, color, square).unwrap_or(0);
            let ahead = (1..=count + 1).flat_map(|n| {
                [-1, 0, 1].into_iter().filter_map(move |f| square.offset(f, color.forward() * n as i8))
            });
            ahead.filter(|&s| board.contains(s)).collect()
        };
        let near = |color: Color| -> Bitboard {
            board.into_iter().filter(|&s| (1..=MAX_PASSED_STEPS).contains(&steps(color, s))).collect()
        };
        let best = variant.rules().promotion.to.iter().map(|kind| values[kind.index()]).max();
        Self {
            steps_to_promotion: ByColor::from_fn(|color| Square::all().map(|s| steps(color, s)).collect()),
            promotion_path: table(&path),
            passed_mask: table(&passed_mask),
            near_promotion: ByColor::from_fn(near),
            not_first_file: board.into_iter().filter(|s| s.file() > 0).collect(),
            promotion_value: best.unwrap_or(0),
        }
    }

    /// Evaluation of the pawns of `color` beyond material and placement. `attacked` are the squares each side attacks,
    /// `pawn_attacks` those that the pawns of `color` attack.
    pub fn evaluate(
        &self,
        position: &Position,
        color: Color,
        attacked: &ByColor<Bitboard>,
        pawn_attacks: Bitboard,
        weights: &Weights,
    ) -> Tapered {
        let board = position.board();
        let kinds = &position.variant().rules().pawns;
        let all = kinds.iter().fold(Bitboard::EMPTY, |set, &kind| set | board.by_kind(kind));
        let pawns = all & board.by_color(color);
        if pawns.is_empty() {
            return Tapered::default();
        }
        let occupied = board.occupied();
        let count = |set: Bitboard| set.count() as i32;
        let files = pawns.files();
        let isolated = files & !(files << 1) & !(files >> 1);
        let step = i16::from(color.forward()) * 16;
        let structure = weights.pawn_defended * count(pawns & pawn_attacks)
            + weights.pawn_phalanx * count(pawns & pawns.shifted(1) & self.not_first_file)
            - weights.pawn_isolated * isolated.count_ones() as i32
            - weights.pawn_doubled * (count(pawns) - files.count_ones() as i32)
            - weights.pawn_blocked * count(pawns.shifted(step) & occupied);
        let mut score = tapered(structure, structure);
        let enemy_pawns = all & board.by_color(!color);
        for pawn in pawns & self.near_promotion[color] {
            if self.passed_mask[color][pawn.index()].intersects(enemy_pawns) {
                continue;
            }
            let left = i32::from(self.steps_to_promotion[color][pawn.index()]);
            // In percent: one step from promotion counts 100, each further step much less.
            let nearness = 100 / (left * left);
            let path = self.promotion_path[color][pawn.index()];
            let is_free = !path.intersects(occupied);
            let is_defended = !path.intersects(attacked[!color].without(attacked[color]));
            let extra = i32::from(is_free) * weights.passed_free
                + i32::from(is_free && !path.intersects(attacked[!color])) * weights.passed_safe
                + i32::from(is_free && is_defended && left == 1) * self.promotion_value * weights.promoting
                    / 100;
            score += tapered(
                (weights.passed_mg + extra) * nearness / 100,
                (weights.passed_eg + extra) * nearness / 100,
            );
        }
        score
    }
}
