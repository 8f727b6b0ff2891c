//! King safety: how many squares near the king the enemy attacks, by what, and what shields it.

use crate::rules::{Bitboard, ByColor, Color, Square, Variant};

use super::tapered::{Tapered, both};
use super::weights::Weights;

/// What king safety asks about the board.
#[derive(Debug)]
pub struct KingTables {
    /// The squares around a king and two ranks before it.
    zone: ByColor<Vec<Bitboard>>,
    /// The root of each kind's value in pawns, times ten: the weight of its attacks.
    pub force: Vec<i32>,
}

impl KingTables {
    /// The tables of `variant` with these piece values.
    #[must_use]
    pub fn new(variant: &Variant, values: &[i32]) -> Self {
        let board = variant.geometry().board();
        let zone = |color: Color, king: Square| -> Bitboard {
            let ahead = color.forward();
            let around = (-1..=1).flat_map(|f| [-ahead, 0, ahead, 2 * ahead].map(|r| (f, r)));
            around.filter_map(|(f, r)| king.offset(f, r)).filter(|&s| board.has(s)).collect()
        };
        let root = |&value: &i32| ((f64::from(value) / 100.0).sqrt() * 10.0) as i32;
        Self {
            zone: ByColor::from_fn(|color| Square::all().map(|king| zone(color, king)).collect()),
            force: values.iter().map(root).collect(),
        }
    }

    /// The squares near the king of `color` on `king`.
    #[inline]
    #[must_use]
    pub fn zone(&self, color: Color, king: Square) -> Bitboard {
        self.zone[color][king.index()]
    }
}

/// What `danger`, counted in hundredths of a pawn before squaring, costs.
#[must_use]
pub fn penalty(danger: i32, weights: &Weights) -> Tapered {
    let danger = danger.clamp(0, 700);
    let cost = danger * danger / weights.danger_divisor.max(1);
    both(cost, cost * weights.danger_end / 100)
}
