//! Piece values as evaluation counts them, and what counts as a piece.

use crate::engine::piece_value::{self, MobilityValues};
use crate::rules::{Bitboard, Color, PieceKind, Position, Square, Variant};

use super::weights::Weights;

/// The value of each kind in hundredths of a pawn, by row of the table; the king is worth 0.
///
/// The common value of a piece is moved towards or away from what its mobility is worth, as far as the weights say,
/// but to no less than a half of it: a table may tell any value.
#[must_use]
pub fn values(variant: &Variant, weights: &Weights) -> Vec<i32> {
    let rules = variant.rules();
    let value = |kind: PieceKind| {
        let Some(common) = piece_value::value(variant, kind).map(|thousandths| thousandths / 10) else {
            return 0;
        };
        if rules.pawns.contains(&kind) {
            return common;
        }
        let mobility = piece_value::mobility(variant.piece(kind), rules.files, rules.ranks);
        let fitted = mobility.value(&scale(weights)) as i32;
        let moved = (common * weights.table_trust + fitted * (100 - weights.table_trust)) / 100;
        moved.max(common / 2).max(1)
    };
    variant.kinds().map(value).collect()
}

/// What mobility is worth by the weights.
fn scale(weights: &Weights) -> MobilityValues {
    MobilityValues {
        leap: weights.leap.into(),
        orthogonal: weights.orthogonal.into(),
        diagonal: weights.diagonal.into(),
        compound: weights.compound.into(),
    }
}

/// Which pieces count for the phase: all but pawns and the king.
#[must_use]
pub fn counts_for_phase(variant: &Variant, kind: PieceKind) -> bool {
    variant.rules().king_kind() != Some(kind) && !variant.rules().pawns.contains(&kind)
}

/// The pieces' value, without pawns, in the variant's start position; at least 1.
#[must_use]
pub fn full_phase(variant: &Variant, values: &[i32]) -> i32 {
    let counted = variant.start().pieces.iter().filter(|(_, p)| counts_for_phase(variant, p.kind));
    counted.map(|(_, p)| values[p.kind.index()]).sum::<i32>().max(1)
}

/// Whether `color` has more than pawns and its king.
#[must_use]
#[inline]
pub fn has_pieces(position: &Position, color: Color, small: &[PieceKind]) -> bool {
    let rest = small.iter().fold(Bitboard::EMPTY, |set, &kind| set | position.board().by_kind(kind));
    position.board().by_color(color).without(rest).any()
}

/// The kinds that [`has_pieces`] does not count: pawns and the king.
#[must_use]
pub fn small_kinds(variant: &Variant) -> Vec<PieceKind> {
    variant.kinds().filter(|&kind| !counts_for_phase(variant, kind)).collect()
}

/// The square as White would see it if it belonged to `color`: turned top to bottom for Black.
#[must_use]
pub fn relative(variant: &Variant, square: Square, color: Color) -> Square {
    match color {
        Color::White => square,
        Color::Black => Square::new(square.file(), variant.rules().ranks - 1 - square.rank()),
    }
}
