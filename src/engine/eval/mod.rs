//! Static evaluation for any variant: material, placement, mobility, pawns, king safety, threats, tempo.

mod attacks;
mod king;
pub mod material;
mod pawns;
mod piece_square_table;
pub mod tapered;
pub mod weights;

use std::sync::Arc;

use crate::rules::{Color, Move, Piece, PieceKind, Position, Undo, Variant};

use super::score::{MAX_EVAL, Value};
use king::KingTables;
use pawns::PawnTables;
use piece_square_table::PieceSquareTable;
use tapered::{Tapered, both};
pub use weights::Weights;

/// More squares of mobility count as this many.
const MOBILITY_MAX: usize = 63;
/// When material and placement alone are this far outside the window, the rest is not looked at.
const LAZY_MARGIN: Value = 450;

/// All that evaluation derives from a variant; made once, shared by all threads.
#[derive(Debug)]
pub struct Evaluator {
    variant: Arc<Variant>,
    weights: Weights,
    values: Vec<i32>,
    placement: PieceSquareTable,
    pawns: PawnTables,
    king: KingTables,
    mobility: Vec<Tapered>,
    /// What it costs to stand where a lesser enemy piece attacks, by kind.
    threat: Vec<i32>,
    /// The kinds but pawns and king, by rising value, each with whether it is worth more than the one before.
    ascending: Vec<(PieceKind, bool)>,
    small: Vec<PieceKind>,
    full_phase: i32,
}

/// The part of the evaluation that moves change little by little.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Accumulator {
    /// Material and placement, from White's view.
    score: Tapered,
    /// Value of all pieces but pawns and kings.
    pieces: i32,
}

impl Evaluator {
    /// Prepares the evaluation of positions of `variant`.
    #[must_use]
    pub fn new(variant: &Arc<Variant>, weights: Weights) -> Self {
        let values = material::values(variant, &weights);
        let counted = |kind: &PieceKind| material::counts_for_phase(variant, *kind);
        let mut kinds: Vec<_> = variant.kinds().filter(counted).collect();
        kinds.sort_by_key(|kind| values[kind.index()]);
        let mut before = i32::MIN;
        let ascending = kinds.into_iter().map(|kind| {
            let value = values[kind.index()];
            (kind, std::mem::replace(&mut before, value) < value)
        });
        let root = |squares: usize| (squares as f64).sqrt() - 8_f64.sqrt();
        let mobility = |squares| {
            let value = |weight: i32| (f64::from(weight) * root(squares)).round() as i32;
            both(value(weights.mobility_middle), value(weights.mobility_end))
        };
        let threat = |&value: &i32| weights.threat_by_lesser + value * weights.threat_difference / 100;
        Self {
            placement: PieceSquareTable::new(variant, &values, &weights),
            pawns: PawnTables::new(variant, &values),
            king: KingTables::new(variant, &values),
            mobility: (0..=MOBILITY_MAX).map(mobility).collect(),
            threat: values.iter().map(threat).collect(),
            ascending: ascending.collect(),
            small: material::small_kinds(variant),
            full_phase: material::full_phase(variant, &values),
            variant: Arc::clone(variant),
            weights,
            values,
        }
    }

    /// The variant it evaluates positions of.
    #[must_use]
    pub fn variant(&self) -> &Arc<Variant> {
        &self.variant
    }

    /// What a piece of `kind` is worth, in hundredths of a pawn; 0 for the king.
    #[must_use]
    #[inline]
    pub fn value(&self, kind: PieceKind) -> Value {
        self.values[kind.index()]
    }

    /// The value of the captured piece and of a promotion: what `mv` may gain at most.
    #[must_use]
    #[inline]
    pub fn material_gain(&self, mv: Move, captured: Option<Piece>) -> Value {
        captured.map_or(0, |piece| self.value(piece.kind)) + mv.promotion().map_or(0, |kind| self.value(kind))
    }

    /// Whether `color` has more than pawns and its king.
    #[must_use]
    pub fn has_pieces(&self, position: &Position, color: Color) -> bool {
        material::has_pieces(position, color, &self.small)
    }

    /// The accumulator of `position`, made anew: the definition that [`Evaluator::after`] must keep.
    #[must_use]
    pub fn accumulate(&self, position: &Position) -> Accumulator {
        let mut accumulator = Accumulator::default();
        for (square, piece) in position.board().pieces() {
            accumulator.score += self.placement.of(piece.color, piece.kind, square);
            accumulator.pieces += self.phase_value(piece.kind);
        }
        accumulator
    }

    #[inline]
    fn phase_value(&self, kind: PieceKind) -> i32 {
        if self.small.contains(&kind) { 0 } else { self.values[kind.index()] }
    }

    /// The accumulator after the move `mv`, from the one before it and what the move changed.
    #[must_use]
    #[inline]
    pub fn after(&self, mut accumulator: Accumulator, mv: Move, undo: &Undo) -> Accumulator {
        let (color, kind) = (undo.moved.color, undo.moved.kind);
        let placed = mv.promotion().unwrap_or(kind);
        accumulator.score +=
            self.placement.of(color, placed, mv.to) - self.placement.of(color, kind, mv.from);
        if placed != kind {
            accumulator.pieces += self.phase_value(placed) - self.phase_value(kind);
        }
        if let Some((square, piece)) = undo.captured {
            accumulator.score -= self.placement.of(piece.color, piece.kind, square);
            accumulator.pieces -= self.phase_value(piece.kind);
        }
        if let Some((from, to, partner)) = undo.castling_rook {
            accumulator.score +=
                self.placement.of(color, partner, to) - self.placement.of(color, partner, from);
        }
        accumulator
    }

    /// The evaluation from the view of the side to move.
    #[must_use]
    pub fn evaluate(&self, position: &Position) -> Value {
        self.full(position, self.accumulate(position))
    }

    /// The same with a kept accumulator.
    #[must_use]
    pub fn full(&self, position: &Position, accumulator: Accumulator) -> Value {
        let attacks = attacks::look(self, position);
        let mut score = accumulator.score + attacks.score;
        for color in Color::ALL {
            let pawns =
                self.pawns.evaluate(position, color, &attacks.all, attacks.pawns[color], &self.weights);
            score += if color == Color::White { pawns } else { -pawns };
        }
        self.finish(position, accumulator, score)
    }

    /// The evaluation if it may lie near the window from `alpha` to `beta`, else only its greater part.
    ///
    /// Gives the value, and whether it is the whole evaluation.
    #[must_use]
    #[inline]
    pub fn lazy(
        &self,
        position: &Position,
        accumulator: Accumulator,
        alpha: Value,
        beta: Value,
    ) -> (Value, bool) {
        let rough = self.finish(position, accumulator, accumulator.score);
        if rough >= beta + LAZY_MARGIN || rough <= alpha - LAZY_MARGIN {
            return (rough, false);
        }
        (self.full(position, accumulator), true)
    }

    /// Mixes the phases and turns the score to the side to move.
    #[inline]
    fn finish(&self, position: &Position, accumulator: Accumulator, score: Tapered) -> Value {
        let phase = accumulator.pieces.min(self.full_phase);
        let rest = self.full_phase - phase;
        let mixed = (i64::from(score.middle) * i64::from(phase) + i64::from(score.end) * i64::from(rest))
            / i64::from(self.full_phase);
        let white = mixed as i32;
        let own = if position.turn() == Color::White { white } else { -white };
        (own + self.weights.tempo).clamp(-MAX_EVAL, MAX_EVAL)
    }
}
