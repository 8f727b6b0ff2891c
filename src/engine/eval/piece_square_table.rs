//! Piece placement: what a piece is worth by where it stands, derived from the board's size.

use crate::rules::{Color, PieceKind, Square, Variant};

use super::material;
use super::tapered::{Tapered, both};
use super::weights::Weights;

/// Material and placement of every piece on every square, from White's view.
#[derive(Debug)]
pub struct PieceSquareTable {
    /// By colour and kind, then by square.
    tables: Vec<[Tapered; 256]>,
    kinds: usize,
}

impl PieceSquareTable {
    /// The tables of `variant`; `values` as in [`material::values`].
    #[must_use]
    pub fn new(variant: &Variant, values: &[i32], weights: &Weights) -> Self {
        let kinds = variant.kinds().count();
        let mut tables = vec![[Tapered::default(); 256]; 2 * kinds];
        for color in Color::ALL {
            for kind in variant.kinds() {
                let table = &mut tables[color as usize * kinds + kind.index()];
                for square in variant.geometry().board() {
                    let own = material::relative(variant, square, color);
                    let worth = material_of(variant, kind, values, weights)
                        + placement_of(variant, kind, color, square, own, weights);
                    table[square.index()] = if color == Color::White { worth } else { -worth };
                }
            }
        }
        Self { tables, kinds }
    }

    /// What a piece of `color` and `kind` on `square` counts for White.
    #[inline]
    #[must_use]
    pub fn of(&self, color: Color, kind: PieceKind, square: Square) -> Tapered {
        self.tables[color as usize * self.kinds + kind.index()][square.index()]
    }
}

fn material_of(variant: &Variant, kind: PieceKind, values: &[i32], weights: &Weights) -> Tapered {
    let value = values[kind.index()];
    let end = if variant.rules().pawns.contains(&kind) { weights.pawn_end } else { weights.material_end };
    both(value, value * end / 100)
}

fn placement_of(
    variant: &Variant,
    kind: PieceKind,
    color: Color,
    square: Square,
    own: Square,
    weights: &Weights,
) -> Tapered {
    let rules = variant.rules();
    // Twice the distance from the middle of a line of `length`, as a part of 100.
    let off = |at: u8, length: u8| {
        let twice = (2 * i32::from(at) - (i32::from(length) - 1)).abs();
        100 * twice / (i32::from(length) - 1).max(1)
    };
    let (files, ranks) = (off(own.file(), rules.files), off(own.rank(), rules.ranks));
    let centre = 50 - (files + ranks) / 2;
    let advance = 100 * i32::from(own.rank()) / (i32::from(rules.ranks) - 1).max(1) - 50;
    if rules.king_kind() == Some(kind) {
        let forward = i32::from(own.rank().min(4));
        let middle = -weights.king_forward * forward - weights.king_centre_middle * (50 - files / 2) / 100;
        return both(middle, weights.king_centre_end * centre / 100);
    }
    if rules.pawns.contains(&kind) {
        let way = way_made(variant, color, square);
        let side = weights.centre_middle * (50 - files) / 200;
        let square_of = |weight: i32| weight * way * way / 10_000;
        return both(side + square_of(weights.pawn_way_middle), square_of(weights.pawn_way_end));
    }
    both(
        (weights.centre_middle * centre + weights.advance_middle * advance) / 100,
        (weights.centre_end * centre + weights.advance_end * advance) / 100,
    )
}

/// How many ranks a pawn of `color` on `square` must still go to promote; `None` where nothing promotes ahead.
#[must_use]
pub fn steps_to_promotion(variant: &Variant, color: Color, square: Square) -> Option<u8> {
    let promotion = &variant.rules().promotion;
    if promotion.to.is_empty() {
        return None;
    }
    (0..16).find(|&steps| {
        let ahead = square.offset(0, color.forward() * steps as i8);
        ahead.is_some_and(|s| promotion.region[color].has(s))
    })
}

/// The part of the way from the second rank to promotion that is made, in percent.
fn way_made(variant: &Variant, color: Color, square: Square) -> i32 {
    let home = material::relative(variant, Square::new(square.file(), 1), color);
    let steps = |from| steps_to_promotion(variant, color, from).map(i32::from);
    match (steps(home), steps(square)) {
        (Some(whole), Some(left)) if whole > 0 => (100 * (whole - left) / whole).max(0),
        _ => 0,
    }
}
