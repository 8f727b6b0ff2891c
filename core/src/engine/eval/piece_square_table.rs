//! Piece-square tables. They are computed from the movement of the pieces and the size of the board.

use crate::rules::goals::{GameValue, Goal};
use crate::rules::{Color, PieceKind, Square, Variant};

use super::material;
use super::tapered::{Tapered, tapered};
use super::weights::Weights;

/// Value of a piece where no move may give check, in percent of its value elsewhere.
const NO_CHECKS_PERCENT: i32 = 50;
/// Value of a piece that can reach a flag goal, in percent of its value elsewhere.
const RUNNER_PERCENT: i32 = 150;

/// Material and placement of each piece on each square, from White's view.
#[derive(Debug)]
pub struct PieceSquareTable {
    /// The table of each kind of White, then that of each kind of Black.
    tables: Vec<[Tapered; 256]>,
    kinds: usize,
}

impl PieceSquareTable {
    /// Computes the tables of `variant` with these piece values, in centipawns.
    pub fn new(variant: &Variant, values: &[i32], weights: &Weights) -> Self {
        let kinds = variant.kinds().count();
        let leapers = material::leapers(variant);
        let mut tables = vec![[Tapered::default(); 256]; 2 * kinds];
        for color in Color::ALL {
            for kind in variant.kinds() {
                let table = &mut tables[color as usize * kinds + kind.index()];
                for square in variant.geometry().board() {
                    let value = material_of(variant, kind, color, values, weights)
                        + placement_of(variant, kind, leapers.contains(&kind), color, square, weights);
                    table[square.index()] = if color == Color::White { value } else { -value };
                }
            }
        }
        Self { tables, kinds }
    }

    #[inline]
    pub fn value(&self, color: Color, kind: PieceKind, square: Square) -> Tapered {
        self.tables[color as usize * self.kinds + kind.index()][square.index()]
    }
}

/// Whether pieces of `kind` and `color` reach a flag goal.
fn reaches_goal(variant: &Variant, kind: PieceKind, color: Color) -> bool {
    let counts = |goal: &Goal| matches!(goal, Goal::Flag(rule) if rule.kinds[color].contains(&kind));
    variant.rules().goals.iter().any(counts)
}

fn material_of(
    variant: &Variant,
    kind: PieceKind,
    color: Color,
    values: &[i32],
    weights: &Weights,
) -> Tapered {
    let value = values[kind.index()];
    let value = if reaches_goal(variant, kind, color) { value * RUNNER_PERCENT / 100 } else { value };
    let eg_percent =
        if variant.rules().pawns.contains(&kind) { weights.pawn_eg } else { weights.material_eg };
    // A piece is hindered by its own attacks where no move may give check.
    let value = if variant.rules().may_check { value } else { value * NO_CHECKS_PERCENT / 100 };
    tapered(value, value * eg_percent / 100)
}

fn placement_of(
    variant: &Variant,
    kind: PieceKind,
    is_leaper: bool,
    color: Color,
    square: Square,
    weights: &Weights,
) -> Tapered {
    let rules = variant.rules();
    let relative = material::relative(variant, square, color);
    // Distance from the middle of a line of `length` squares, in percent of the greatest distance.
    let center_distance = |at: u8, length: u8| {
        let twice = (2 * i32::from(at) - (i32::from(length) - 1)).abs();
        100 * twice / (i32::from(length) - 1).max(1)
    };
    let (files, ranks) =
        (center_distance(relative.file(), rules.files), center_distance(relative.rank(), rules.ranks));
    let center = 50 - (files + ranks) / 2;
    let advance = 100 * i32::from(relative.rank()) / (i32::from(rules.ranks) - 1).max(1) - 50;
    if rules.king_kind() == Some(kind) || is_last_king(variant, kind) {
        if !rules.may_check {
            return Tapered::default();
        }
        let ranks_forward = i32::from(relative.rank().min(4));
        let mg = -weights.king_forward * ranks_forward - weights.king_center_mg * (50 - files / 2) / 100;
        return tapered(mg, weights.king_center_eg * center / 100);
    }
    if reaches_goal(variant, kind, color) {
        // The evaluation of the goal includes the placement.
        return Tapered::default();
    }
    if rules.pawns.contains(&kind) {
        let advance = pawn_advance(variant, color, square);
        let file_value = weights.center_mg * (50 - files) / 200;
        let by_advance = |weight: i32| weight * advance * advance / 10_000;
        return tapered(
            file_value + by_advance(weights.pawn_advance_mg),
            by_advance(weights.pawn_advance_eg),
        );
    }
    let mut center_weight = tapered(weights.center_mg, weights.center_eg);
    let mut advance_weight = tapered(weights.advance_mg, weights.advance_eg);
    if is_leaper {
        center_weight += tapered(weights.leaper_center_mg, weights.leaper_center_eg);
        advance_weight.mg += weights.leaper_advance_mg;
    }
    tapered(
        (center_weight.mg * center + advance_weight.mg * advance) / 100,
        (center_weight.eg * center + advance_weight.eg * advance) / 100,
    )
}

/// Whether `kind` castles like a king, and a side that loses its last piece of this kind loses.
fn is_last_king(variant: &Variant, kind: PieceKind) -> bool {
    let rules = variant.rules();
    let loses = |goal: &Goal| matches!(goal, Goal::Extinction(rule) if rule.value == GameValue::Loss && rule.kinds.contains(&vec![kind]));
    rules.castling_king_kind() == Some(kind) && rules.goals.iter().any(loses)
}

/// Number of steps of a pawn of `color` from `square` to its promotion; `None` if no promotion square is ahead.
pub fn steps_to_promotion(variant: &Variant, color: Color, square: Square) -> Option<u8> {
    let region = variant.rules().promotion.region[color];
    (0..16).find(|&steps| {
        let ahead = square.offset(0, color.forward() * steps as i8);
        ahead.is_some_and(|s| region.contains(s))
    })
}

/// Part of the way from the second rank to promotion that a pawn has covered, in percent.
fn pawn_advance(variant: &Variant, color: Color, square: Square) -> i32 {
    // A board may have a single rank.
    let second_rank = Square::new(square.file(), u8::from(variant.rules().ranks > 1));
    let second_rank = material::relative(variant, second_rank, color);
    let steps = |from| steps_to_promotion(variant, color, from).map(i32::from);
    match (steps(second_rank), steps(square)) {
        (Some(total), Some(left)) if total > 0 => (100 * (total - left) / total).max(0),
        _ => 0,
    }
}
