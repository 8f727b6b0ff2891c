//! Pawns: structure, and how close they are to promotion.

use crate::rules::{Bitboard, ByColor, Color, Position, Square, Variant};

use super::piece_square_table::steps_to_promotion;
use super::tapered::{Tapered, both};
use super::weights::Weights;

/// Pawns with more steps than this to go are judged by placement alone.
const NEAR: u8 = 5;

/// What pawns ask about the board, by square.
#[derive(Debug)]
pub struct PawnTables {
    steps: ByColor<Vec<u8>>,
    /// The squares a pawn must pass to promote, the last one included.
    way: ByColor<Vec<Bitboard>>,
    /// Squares on which an enemy pawn holds the pawn back.
    guards: ByColor<Vec<Bitboard>>,
    /// Squares of pawns close to promotion.
    near: ByColor<Bitboard>,
    /// All squares but those of the first file.
    beside: Bitboard,
    /// What the best promotion gains.
    gain: i32,
}

impl PawnTables {
    /// The tables of `variant` with these piece values.
    #[must_use]
    pub fn new(variant: &Variant, values: &[i32]) -> Self {
        let table = |make: &dyn Fn(Color, Square) -> Bitboard| {
            ByColor::from_fn(|color| Square::all().map(|s| make(color, s)).collect::<Vec<_>>())
        };
        let board = variant.geometry().board();
        let steps = |color, square| steps_to_promotion(variant, color, square).unwrap_or(u8::MAX);
        let way = |color: Color, square: Square| -> Bitboard {
            let count = steps_to_promotion(variant, color, square).unwrap_or(0);
            (1..=count).filter_map(|n| square.offset(0, color.forward() * n as i8)).collect()
        };
        let guards = |color: Color, square: Square| -> Bitboard {
            let count = steps_to_promotion(variant, color, square).unwrap_or(0);
            let ahead = (1..=count + 1).flat_map(|n| {
                [-1, 0, 1].into_iter().filter_map(move |f| square.offset(f, color.forward() * n as i8))
            });
            ahead.filter(|&s| board.has(s)).collect()
        };
        let near = |color: Color| -> Bitboard {
            board.into_iter().filter(|&s| (1..=NEAR).contains(&steps(color, s))).collect()
        };
        let best = variant.rules().promotion.to.iter().map(|kind| values[kind.index()]).max();
        Self {
            steps: ByColor::from_fn(|color| Square::all().map(|s| steps(color, s)).collect()),
            way: table(&way),
            guards: table(&guards),
            near: ByColor::from_fn(near),
            beside: board.into_iter().filter(|s| s.file() > 0).collect(),
            gain: best.unwrap_or(0),
        }
    }

    /// What the pawns of `color` are worth beyond material and placement.
    #[must_use]
    pub fn evaluate(
        &self,
        position: &Position,
        color: Color,
        attacked: &ByColor<Bitboard>,
        by_pawns: Bitboard,
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
        let alone = files & !(files << 1) & !(files >> 1);
        let step = i16::from(color.forward()) * 16;
        let structure = weights.pawn_defended * count(pawns & by_pawns)
            + weights.pawn_phalanx * count(pawns & pawns.shifted(1) & self.beside)
            - weights.pawn_isolated * alone.count_ones() as i32
            - weights.pawn_doubled * (count(pawns) - files.count_ones() as i32)
            - weights.pawn_blocked * count(pawns.shifted(step) & occupied);
        let mut score = both(structure, structure);
        let enemy_pawns = all & board.by_color(!color);
        for pawn in pawns & self.near[color] {
            if self.guards[color][pawn.index()].intersects(enemy_pawns) {
                continue;
            }
            let left = i32::from(self.steps[color][pawn.index()]);
            // One step from promotion counts 100, each further step much less.
            let close = 100 / (left * left);
            let way = self.way[color][pawn.index()];
            let free = !way.intersects(occupied);
            let safe = !way.intersects(attacked[!color].without(attacked[color]));
            let extra = i32::from(free) * weights.passed_free
                + i32::from(free && !way.intersects(attacked[!color])) * weights.passed_safe
                + i32::from(free && safe && left == 1) * self.gain * weights.promoting / 100;
            score += both(
                (weights.passed_middle + extra) * close / 100,
                (weights.passed_end + extra) * close / 100,
            );
        }
        score
    }
}
