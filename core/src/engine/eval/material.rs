//! Material: piece values, game phase, non-pawn material.

use crate::engine::piece_value::{self, Mobility, MobilityValues};
use crate::rules::betza::Component;
use crate::rules::{Bitboard, Color, PieceKind, Position, Square, Variant};

use super::weights::Weights;

/// Value of each kind in centipawns, in the order of the variant's table of pieces; 0 for the king.
///
/// The value is a weighted mean of the table's value and the value by mobility. It is at least half of the table's value.
pub fn values(variant: &Variant, weights: &Weights) -> Vec<i32> {
    let rules = variant.rules();
    let value = |kind: PieceKind| {
        let Some(table_value) = piece_value::value(variant, kind).map(|thousandths| thousandths / 10) else {
            return 0;
        };
        if rules.pawns.contains(&kind) {
            return table_value;
        }
        let by_mobility = mobility(variant, kind).value(&mobility_values(weights)) as i32;
        let mixed = (table_value * weights.table_percent + by_mobility * (100 - weights.table_percent)) / 100;
        mixed.max(table_value / 2).max(1)
    };
    variant.kinds().map(value).collect()
}

fn mobility_values(weights: &Weights) -> MobilityValues {
    MobilityValues {
        leap: weights.leap.into(),
        orthogonal: weights.orthogonal.into(),
        diagonal: weights.diagonal.into(),
        compound: weights.compound.into(),
    }
}

/// Whether pieces of `kind` count as non-pawn material. All kinds but pawns and the king do.
pub fn is_non_pawn(variant: &Variant, kind: PieceKind) -> bool {
    variant.rules().king_kind() != Some(kind) && !variant.rules().pawns.contains(&kind)
}

/// Phase of a full middlegame: the value of the non-pawn material in the variant's start position, at least 1.
pub fn full_phase(variant: &Variant, values: &[i32]) -> i32 {
    let counted = variant.start().pieces.iter().filter(|(_, p)| is_non_pawn(variant, p.kind));
    counted.map(|(_, p)| values[p.kind.index()]).sum::<i32>().max(1)
}

/// Value of the strongest piece in the variant's start position, at least 1.
pub fn strongest(variant: &Variant, values: &[i32]) -> i32 {
    let pieces = variant.start().pieces.iter();
    pieces.map(|(_, piece)| values[piece.kind.index()]).fold(1, i32::max)
}

/// The pieces of `color` except those of the kinds `pawns_and_king`.
#[inline]
pub fn non_pawn_pieces(position: &Position, color: Color, pawns_and_king: &[PieceKind]) -> Bitboard {
    let board = position.board();
    board.by_color(color).without(board.by_kinds(pawns_and_king))
}

pub fn pawns_and_king(variant: &Variant) -> Vec<PieceKind> {
    variant.kinds().filter(|&kind| !is_non_pawn(variant, kind)).collect()
}

/// Non-pawn kinds that never leave the squares of one color, such as bishops.
pub fn bishops(variant: &Variant) -> Vec<PieceKind> {
    let is_bound = |kind: &PieceKind| {
        is_non_pawn(variant, *kind) && variant.piece(*kind).moves.iter().all(Component::keeps_color)
    };
    variant.kinds().filter(is_bound).collect()
}

/// Non-pawn kinds that only leap, such as knights.
pub fn leapers(variant: &Variant) -> Vec<PieceKind> {
    let only_leaps = |kind: &PieceKind| {
        let mobility = mobility(variant, *kind);
        is_non_pawn(variant, *kind) && mobility.orthogonal + mobility.diagonal == 0.0
    };
    variant.kinds().filter(only_leaps).collect()
}

/// Non-pawn kinds that slide along ranks and files, but not along diagonals, such as rooks.
pub fn rooks(variant: &Variant) -> Vec<PieceKind> {
    let slides = |kind: &PieceKind| {
        let mobility = mobility(variant, *kind);
        is_non_pawn(variant, *kind) && mobility.orthogonal > 0.0 && mobility.diagonal == 0.0
    };
    variant.kinds().filter(slides).collect()
}

fn mobility(variant: &Variant, kind: PieceKind) -> Mobility {
    let rules = variant.rules();
    piece_value::mobility(variant.piece(kind), rules.files, rules.ranks)
}

/// The square from the view of `color`. For Black the board is mirrored top to bottom.
pub fn relative(variant: &Variant, square: Square, color: Color) -> Square {
    match color {
        Color::White => square,
        Color::Black => Square::new(square.file(), variant.rules().ranks - 1 - square.rank()),
    }
}
