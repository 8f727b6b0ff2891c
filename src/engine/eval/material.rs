//! Piece values: from the variant's table, or estimated from how a piece moves where the table has none.

use crate::rules::{Bitboard, Color, PieceKind, Position, Square, Variant};

use super::weights::Weights;

/// The value of each kind in hundredths of a pawn, by row of the table; the king is worth 0.
#[must_use]
pub fn values(variant: &Variant, weights: &Weights) -> Vec<i32> {
    let rules = variant.rules();
    let value = |kind: PieceKind| {
        if rules.king_kind() == Some(kind) {
            return 0;
        }
        let table = variant.piece(kind).value.map(|thousandths| thousandths / 10);
        if rules.pawns.contains(&kind) {
            return table.unwrap_or(100);
        }
        let estimate = estimate(variant, kind, weights).max(50);
        table.map_or(estimate, |table| {
            (table * weights.table_trust + estimate * (100 - weights.table_trust)) / 100
        })
    };
    variant.kinds().map(value).collect()
}

/// Chance that a slide finds the next square empty, over a whole game.
const OPEN: f64 = 0.72;

/// The value of a kind by the squares it reaches, averaged over the board: leaps in full, slides by the chance
/// that they get there.
fn estimate(variant: &Variant, kind: PieceKind, weights: &Weights) -> i32 {
    let board = variant.geometry().board();
    let (mut leaps, mut orthogonal, mut diagonal) = (0.0, 0.0, 0.0);
    for from in board {
        for component in variant.piece(kind).moves.iter().filter(|c| c.capture && !c.initial) {
            for step in component.steps_for(Color::White) {
                let straight = step.0 == 0 || step.1 == 0;
                let limit = if component.range == 0 { 16 } else { component.range };
                let mut square = from;
                let mut chance = 1.0;
                for _ in 0..limit {
                    let Some(next) = variant.geometry().offset(square, step) else { break };
                    square = next;
                    let slides = component.range != 1;
                    match (slides, straight) {
                        (false, _) => leaps += 1.0,
                        (true, true) => orthogonal += chance,
                        (true, false) => diagonal += chance,
                    }
                    chance *= OPEN;
                }
            }
        }
    }
    let squares = f64::from(board.count());
    let ways = [leaps, orthogonal, diagonal].iter().filter(|&&w| w > 0.0).count();
    let sum = leaps * f64::from(weights.leap)
        + orthogonal * f64::from(weights.orthogonal)
        + diagonal * f64::from(weights.diagonal);
    let compound = if ways > 1 { 1.0 + f64::from(weights.compound) / 100.0 } else { 1.0 };
    (sum / squares * compound) as i32
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
    let rest = small.iter().fold(Bitboard::EMPTY, |set, &kind| set | position.board().of_kind(kind));
    position.board().of_color(color).without(rest).any()
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
