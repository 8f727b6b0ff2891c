//! King safety: king zones, weights of attacks on them, and the penalty for king danger.

use crate::rules::{Bitboard, ByColor, Color, Square, Variant};

use super::material::relative;
use super::tapered::{Tapered, tapered};
use super::weights::Weights;

/// King zones and attack weights of a variant.
#[derive(Debug)]
pub struct KingTables {
    /// King zone by king square: the squares beside the king and the three squares two ranks ahead.
    zone: ByColor<Vec<Bitboard>>,
    /// King flank by king square: the files up to two files away, on the side's half of the board and the next rank.
    flank: ByColor<Vec<Bitboard>>,
    /// Weight of an attack by a piece of each kind. It is ten times the square root of the piece's value in pawns.
    pub attack_weight: Vec<i32>,
}

impl KingTables {
    /// Computes the tables of `variant` with these piece values, in centipawns.
    pub fn new(variant: &Variant, values: &[i32]) -> Self {
        let board = variant.geometry().board();
        let zone = |color: Color, king: Square| -> Bitboard {
            let ahead = color.forward();
            let around = (-1..=1).flat_map(|f| [-ahead, 0, ahead, 2 * ahead].map(|r| (f, r)));
            around.filter_map(|(f, r)| king.offset(f, r)).filter(|&s| board.contains(s)).collect()
        };
        let flank = |color: Color, king: Square| -> Bitboard {
            let is_near = |s: &Square| {
                let rank = relative(variant, *s, color).rank();
                s.file().abs_diff(king.file()) <= 2 && rank <= variant.rules().ranks / 2
            };
            board.into_iter().filter(is_near).collect()
        };
        let by_square = |set: &dyn Fn(Color, Square) -> Bitboard| {
            ByColor::from_fn(|color| Square::all().map(|king| set(color, king)).collect())
        };
        let root = |&value: &i32| ((f64::from(value) / 100.0).sqrt() * 10.0) as i32;
        Self {
            zone: by_square(&zone),
            flank: by_square(&flank),
            attack_weight: values.iter().map(root).collect(),
        }
    }

    #[inline]
    pub fn zone(&self, color: Color, king: Square) -> Bitboard {
        self.zone[color][king.index()]
    }

    #[inline]
    pub fn flank(&self, color: Color, king: Square) -> Bitboard {
        self.flank[color][king.index()]
    }
}

/// Penalty for king danger: the square of the danger over a divisor.
pub fn danger_penalty(danger: i32, weights: &Weights) -> Tapered {
    let danger = danger.clamp(0, 700);
    let penalty = danger * danger / weights.danger_divisor.max(1);
    tapered(penalty, penalty * weights.danger_eg / 100)
}
