//! Static evaluation for any variant: material, piece-square tables, mobility, pawns, king safety, threats, endgames.

mod attacks;
mod checks;
mod endgame;
mod extinction;
mod flag;
mod king;
mod lone_king;
mod losing;
mod material;
pub mod network;
mod pawns;
mod piece_square_table;
mod rows;
mod tapered;
mod variant_weights;
mod weights;

use std::sync::Arc;

use crate::rules::goals::GameValue;
use crate::rules::{Bitboard, Color, Move, Piece, PieceKind, Position, Square, Undo, Variant};

use super::goals::GoalTraits;
use super::score::{MAX_EVAL, Value};
use extinction::ExtinctionTables;
use flag::FlagTables;
use king::KingTables;
use losing::LosingTables;
use network::Network;
use pawns::PawnTables;
use piece_square_table::PieceSquareTable;
use rows::RowTables;
use tapered::{Tapered, tapered};
pub use weights::Weights;

/// Greatest number of squares that counts as mobility.
const MAX_MOBILITY: usize = 63;
/// Lazy evaluation is used if material and placement alone are at least this far outside the window.
const LAZY_MARGIN: Value = 450;
/// Lazy evaluation is used if the phase is at least that of a full middlegame divided by this. In later phases it would
/// be wrong, because it does not scale endgames.
const LAZY_MIN_PHASE_DIVISOR: i32 = 3;

/// Evaluation of positions of one variant. Its tables are computed once and shared by all threads.
///
/// ```
/// # use xxlchess_core::engine::Evaluator;
/// # use xxlchess_core::notation::{fen, variants_ini::Variants};
/// let chess = Variants::built_in().get("chess").unwrap();
/// let evaluator = Evaluator::new(&chess);
/// // White, to move, is a queen ahead.
/// let position = fen::parse(&chess, "4k3/8/8/8/8/8/8/3QK3 w - - 0 1").unwrap();
/// assert!(evaluator.evaluate(&position) > 500);
/// ```
#[derive(Debug)]
pub struct Evaluator {
    variant: Arc<Variant>,
    weights: Weights,
    /// The network that corrects the hand-written evaluation.
    network: Option<Arc<Network>>,
    /// Piece values by kind, in centipawns.
    values: Vec<i32>,
    psqt: PieceSquareTable,
    pawns: PawnTables,
    king: KingTables,
    /// Tables of the flag goal, if the variant has one.
    flag: Option<FlagTables>,
    extinction: Option<ExtinctionTables>,
    rows: Option<RowTables>,
    /// The whole evaluation of variants in which a side wins by losing its pieces, and in no other way than that or mate.
    losing: Option<LosingTables>,
    /// How the goals of the variant change the search.
    pub(super) goals: GoalTraits,
    /// Bonus for mobility, by number of squares.
    mobility: [Tapered; MAX_MOBILITY + 1],
    /// Penalty for a piece that a piece of less value attacks, by kind of the attacked piece.
    threat: Vec<i32>,
    /// Non-pawn kinds, the least valuable first. The second part of each pair is whether the kind is worth more than the
    /// previous one.
    pub(super) kinds_by_value: Vec<(PieceKind, bool)>,
    pawns_and_king: Vec<PieceKind>,
    /// See [`lone_king::steppers`].
    steppers: Vec<PieceKind>,
    /// Dark squares of the board, of which a1 is one.
    dark_squares: Bitboard,
    /// Phase of a full middlegame, in centipawns.
    full_phase: i32,
    /// Value of the strongest piece of the start position, at least 1.
    strongest: i32,
}

/// The part of the evaluation that is updated move by move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Accumulator {
    /// Material and placement, from White's view.
    score: Tapered,
    /// Value of the non-pawn material of both sides, in centipawns.
    phase: i32,
}

impl Evaluator {
    /// Computes the tables for `variant`.
    pub fn new(variant: &Arc<Variant>) -> Self {
        Self::with_weights(variant, Weights::new(variant))
    }

    /// Computes the tables for `variant` with other weights than its own.
    pub fn with_weights(variant: &Arc<Variant>, mut weights: Weights) -> Self {
        let values = material::values(variant, &weights);
        variant_weights::scale(variant, &values, &mut weights);
        let mut kinds: Vec<_> =
            variant.kinds().filter(|&kind| material::is_non_pawn(variant, kind)).collect();
        kinds.sort_by_key(|kind| values[kind.index()]);
        let mut last_value = i32::MIN;
        let kinds_by_value = kinds.into_iter().map(|kind| {
            let value = values[kind.index()];
            (kind, std::mem::replace(&mut last_value, value) < value)
        });
        let root = |squares: usize| (squares as f64).sqrt() - 8_f64.sqrt();
        let mobility = |squares| {
            let value = |weight: i32| (f64::from(weight) * root(squares)).round() as i32;
            tapered(value(weights.mobility_mg), value(weights.mobility_eg))
        };
        let threat = |&value: &i32| weights.threat_by_lesser + value * weights.threat_value_percent / 100;
        Self {
            psqt: PieceSquareTable::new(variant, &values, &weights),
            pawns: PawnTables::new(variant, &values),
            king: KingTables::new(variant, &values),
            flag: FlagTables::new(variant),
            extinction: ExtinctionTables::new(variant, &values),
            rows: RowTables::new(variant),
            losing: LosingTables::new(variant, &values),
            goals: GoalTraits::new(variant),
            mobility: std::array::from_fn(mobility),
            threat: values.iter().map(threat).collect(),
            kinds_by_value: kinds_by_value.collect(),
            dark_squares: Square::all().filter(|square| (square.file() + square.rank()) % 2 == 0).collect(),
            pawns_and_king: material::pawns_and_king(variant),
            steppers: lone_king::steppers(variant),
            strongest: material::strongest(variant, &values),
            full_phase: material::full_phase(variant, &values),
            variant: Arc::clone(variant),
            weights,
            network: None,
            values,
        }
    }

    /// Sets the network that corrects the hand-written evaluation.
    ///
    /// # Panics
    /// If the network does not [fit](Network::fits) the variant.
    pub fn with_network(self, network: Option<Arc<Network>>) -> Self {
        assert!(network.iter().all(|network| network.fits(&self.variant)), "a network for this variant");
        Self { network, ..self }
    }

    /// The network that corrects the hand-written evaluation.
    #[inline]
    pub fn network(&self) -> Option<&Network> {
        self.network.as_deref()
    }

    /// The variant whose positions are evaluated.
    pub fn variant(&self) -> &Arc<Variant> {
        &self.variant
    }

    /// Value of a piece of `kind` in centipawns; 0 for the king.
    #[inline]
    pub fn value(&self, kind: PieceKind) -> Value {
        self.values[kind.index()]
    }

    /// Greatest material gain of `mv` in centipawns: the values of the captured piece and of the piece of a promotion.
    #[inline]
    pub fn material_gain(&self, mv: Move, captured: Option<Piece>) -> Value {
        captured.map_or(0, |piece| self.value(piece.kind)) + mv.promotion().map_or(0, |kind| self.value(kind))
    }

    /// Whether `color` has pieces other than pawns and the king.
    pub fn has_non_pawn_material(&self, position: &Position, color: Color) -> bool {
        material::non_pawn_pieces(position, color, &self.pawns_and_king).any()
    }

    /// Squares that may win the game for `color` by its next move, if it were its turn: the region of its flag goal, if it can
    /// reach it, and squares that complete a row. Pins are ignored.
    #[inline]
    pub(super) fn near_region(&self, position: &Position, color: Color) -> Bitboard {
        let region = self.flag.as_ref().map_or(Bitboard::EMPTY, |flag| flag.near_region(position, color));
        self.rows.as_ref().map_or(region, |rows| region | rows.completing(position, color))
    }

    /// Number of moves that the moving piece has left to the region of its flag goal after `mv`, on an empty board. `None` if
    /// the move does not bring it nearer, or there is no such goal.
    pub(super) fn moves_left(&self, position: &Position, mv: Move) -> Option<u8> {
        let piece = position.board().piece_at(mv.from)?;
        self.flag.as_ref()?.moves_left(piece.color, piece.kind, mv)
    }

    /// The accumulator of `position`, computed from scratch.
    pub fn accumulate(&self, position: &Position) -> Accumulator {
        let mut accumulator = Accumulator::default();
        for (square, piece) in position.board().pieces() {
            accumulator.score += self.psqt.value(piece.color, piece.kind, square);
            accumulator.phase += self.phase_value(piece.kind);
        }
        accumulator
    }

    #[inline]
    fn phase_value(&self, kind: PieceKind) -> i32 {
        if self.pawns_and_king.contains(&kind) { 0 } else { self.values[kind.index()] }
    }

    /// The accumulator after the move `mv`, if `accumulator` is that before the move.
    #[inline]
    pub fn accumulator_after(&self, mut accumulator: Accumulator, mv: Move, undo: &Undo) -> Accumulator {
        let (color, kind) = (undo.moved.color, undo.moved.kind);
        let placed = mv.promotion().unwrap_or(kind);
        accumulator.score += self.psqt.value(color, placed, mv.to) - self.psqt.value(color, kind, mv.from);
        if placed != kind {
            accumulator.phase += self.phase_value(placed) - self.phase_value(kind);
        }
        if let Some((square, piece)) = undo.captured {
            accumulator.score -= self.psqt.value(piece.color, piece.kind, square);
            accumulator.phase -= self.phase_value(piece.kind);
        }
        if let Some((from, to, partner)) = undo.castling_rook {
            accumulator.score += self.psqt.value(color, partner, to) - self.psqt.value(color, partner, from);
        }
        accumulator
    }

    /// Evaluation of `position` in centipawns from the view of the side to move. The network corrects it if there is one.
    pub fn evaluate(&self, position: &Position) -> Value {
        let value = self.evaluate_with(position, self.accumulate(position));
        match &self.network {
            Some(network) => network.correct(value, position, &network.sums(position)),
            None => value,
        }
    }

    /// Evaluation without the network. `accumulator` is that of `position`.
    pub fn evaluate_with(&self, position: &Position, accumulator: Accumulator) -> Value {
        if let Some(losing) = &self.losing {
            return losing.evaluate(position).clamp(-MAX_EVAL, MAX_EVAL);
        }
        let attacks = attacks::evaluate_pieces(self, position);
        let mut score = accumulator.score + attacks.score;
        for color in Color::ALL {
            let pawns = self.pawns.evaluate(position, color, &attacks, &self.weights);
            let own = pawns + self.bishop_pair(position, color);
            score += if color == Color::White { own } else { -own };
        }
        if let Some(flag) = &self.flag {
            let value = flag.evaluate(position, &attacks);
            score += tapered(value, value);
        }
        let winner = if score.eg > 0 { Color::White } else { Color::Black };
        // Little material is enough to reach a region, to complete a row or to stalemate, so that no endgame is scaled where
        // that wins.
        let scale = if self.flag.is_some()
            || self.rows.is_some()
            || self.variant.rules().stalemate == GameValue::Loss
        {
            100
        } else {
            endgame::scale(self, position, &attacks.material, winner)
        };
        score.eg = lone_king::evaluate(self, position, winner, score.eg.abs(), scale) * score.eg.signum();
        if self.extinction.is_some() || self.rows.is_some() || self.goals.counts_checks {
            score += self.evaluate_goals(position, &attacks);
        }
        self.finish(position, accumulator, score)
    }

    /// Extinction, rows and number of checks, from White's view.
    #[inline(never)]
    fn evaluate_goals(&self, position: &Position, attacks: &attacks::Attacks) -> Tapered {
        let mut score = Tapered::default();
        for color in Color::ALL {
            let mut own = Tapered::default();
            if let Some(extinction) = &self.extinction {
                own += extinction.evaluate(position, color, attacks.by_all[!color]);
            }
            if let Some(rows) = &self.rows {
                let value = rows.evaluate(position, color);
                own += tapered(value, value);
            }
            if self.variant.counts_checks() {
                own += checks::bonus(position.checks_left()[color]);
            }
            score += if color == Color::White { own } else { -own };
        }
        score
    }

    /// Bonus for bishops on squares of both colors. Other pieces that never leave the squares of one color count, too.
    fn bishop_pair(&self, position: &Position, color: Color) -> Tapered {
        let board = position.board();
        let bishops = board.by_kinds(&self.pawns.bishops) & board.by_color(color);
        let is_pair = bishops.intersects(self.dark_squares) && bishops.without(self.dark_squares).any();
        if is_pair { tapered(self.weights.pair_mg, self.weights.pair_eg) } else { Tapered::default() }
    }

    /// Lazy evaluation: material and placement only. Returns `None` in endgames, in variants in which other things may decide
    /// the game, and if the evaluation is not far outside of the window from `alpha` to `beta`.
    #[inline]
    pub fn evaluate_lazily(
        &self,
        position: &Position,
        accumulator: Accumulator,
        alpha: Value,
        beta: Value,
    ) -> Option<Value> {
        if accumulator.phase * LAZY_MIN_PHASE_DIVISOR < self.full_phase
            || self.flag.is_some()
            || self.extinction.is_some()
            || self.rows.is_some()
            || self.goals.is_volatile()
        {
            return None;
        }
        let estimate = self.finish(position, accumulator, accumulator.score);
        (estimate >= beta + LAZY_MARGIN || estimate <= alpha - LAZY_MARGIN).then_some(estimate)
    }

    /// Interpolates `score` between middlegame and endgame, and converts it to the view of the side to move.
    #[inline]
    fn finish(&self, position: &Position, accumulator: Accumulator, score: Tapered) -> Value {
        let phase = accumulator.phase.min(self.full_phase);
        let endgame_phase = self.full_phase - phase;
        let mixed = (i64::from(score.mg) * i64::from(phase) + i64::from(score.eg) * i64::from(endgame_phase))
            / i64::from(self.full_phase);
        let white_view = mixed as i32;
        let value = if position.turn() == Color::White { white_view } else { -white_view };
        (value + self.weights.tempo).clamp(-MAX_EVAL, MAX_EVAL)
    }
}
