//! Piece values as evaluation counts them, and what counts as a piece.

use crate::engine::estimate;
use crate::rules::{Bitboard, Color, PieceKind, Position, Square, Variant};

/// The value of each kind in hundredths of a pawn, by row of the table; the royal kind is worth 0.
#[must_use]
pub fn values(variant: &Variant) -> Vec<i32> {
    variant.kinds().map(|kind| estimate::value(variant, kind).map_or(0, |value| value / 10)).collect()
}

/// Which pieces count for the phase: all but pawns and the royal one.
#[must_use]
pub fn counts_for_phase(variant: &Variant, kind: PieceKind) -> bool {
    variant.rules().royal != Some(kind) && !variant.rules().pawns.contains(&kind)
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
    let rest = small.iter().fold(Bitboard::EMPTY, |set, &kind| set | position.board().of_kind(kind));
    position.board().of_color(color).without(rest).any()
}

/// The kinds that [`has_pieces`] does not count: pawns and the royal kind.
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
