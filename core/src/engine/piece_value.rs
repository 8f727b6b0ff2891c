//! Piece values in thousandths of a pawn, which all computer players use.
//!
//! A value is that of the variant's table, or an estimate from the mobility of the piece if the table has none.
//!
//! ```
//! use xxlchess_core::engine::piece_value;
//! use xxlchess_core::notation::variants_ini::Variants;
//!
//! let chess = Variants::built_in().get("chess").unwrap();
//! let value = |letter| piece_value::value(&chess, chess.kind_by_letter(letter).unwrap());
//! assert_eq!(value('p'), Some(1000));
//! assert!(value('q') > value('r'));
//! assert_eq!(value('k'), None);
//! ```

use std::collections::BTreeMap;

use crate::rules::PieceType;
use crate::rules::betza::{Component, Hop, lame_path};
use crate::rules::{PieceKind, Variant};

/// Probability that a square is empty.
const P_EMPTY: f64 = 0.72;
/// Value of a pawn if the table has none. A pawn is worth more than its mobility, because it promotes.
const PAWN_VALUE: i32 = 1000;
/// Smallest estimate of the value of a piece.
const MIN_VALUE: i32 = 100;

/// Mobility: the expected number of squares that a piece can move to, averaged over all squares of a board.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Mobility {
    /// Squares reached by a leap.
    pub leaps: f64,
    /// Squares reached by a slide along ranks and files, or by several equal leaps along them.
    pub orthogonal: f64,
    /// Squares reached by a slide along other lines.
    pub diagonal: f64,
}

/// Values of a square of mobility, in the unit of the piece values that are computed from them: thousandths of a pawn in
/// this module, centipawns in the evaluation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MobilityValues {
    /// A square reached by a leap.
    pub leap: f64,
    /// A square reached by a slide along ranks and files.
    pub orthogonal: f64,
    /// A square reached by a slide along other lines.
    pub diagonal: f64,
    /// Increase for a compound piece in percent, because its different ways of moving complement each other.
    pub compound: f64,
}

impl MobilityValues {
    /// Values in thousandths of a pawn on a board of this size. The piece values are then near the usual ones. A knight, for
    /// example, reaches 5.25 squares on 8x8 on average, and is worth 3 pawns.
    ///
    /// On larger boards leaps are worth less, since they cover a smaller part of the board. Slides lose less of their value.
    pub fn of_board(files: u8, ranks: u8) -> Self {
        let size = (f64::from(files) * f64::from(ranks)).sqrt() / 8.0;
        let slide = 590.0 / size.sqrt();
        Self { leap: 571.0 / size, orthogonal: slide, diagonal: slide, compound: 10.0 }
    }
}

impl Mobility {
    /// Value of this mobility, in the unit of `values`.
    pub fn value(&self, values: &MobilityValues) -> f64 {
        let parts = [self.leaps, self.orthogonal, self.diagonal];
        let [leaps, orthogonal, diagonal] = parts;
        let sum = leaps * values.leap + orthogonal * values.orthogonal + diagonal * values.diagonal;
        let is_compound = parts.iter().filter(|&&squares| squares > 0.0).count() > 1;
        if is_compound { sum * (1.0 + values.compound / 100.0) } else { sum }
    }
}

/// Value of `kind` in thousandths of a pawn, above 0; `None` for the king, which is never captured.
pub fn value(variant: &Variant, kind: PieceKind) -> Option<i32> {
    let (rules, piece) = (variant.rules(), variant.piece(kind));
    if rules.king_kind() == Some(kind) {
        return None;
    }
    let is_pawn = rules.pawns.contains(&kind);
    Some(piece.value.unwrap_or_else(|| estimate(piece, is_pawn, rules.files, rules.ranks)))
}

/// Estimate of the value of a piece on a board of this size in thousandths of a pawn, above 0.
pub fn estimate(piece: &PieceType, is_pawn: bool, files: u8, ranks: u8) -> i32 {
    if is_pawn { PAWN_VALUE } else { value_from_mobility(piece, files, ranks).max(MIN_VALUE) }
}

/// Values of all kinds in thousandths of a pawn, in the order of the table; 0 for the king. Estimating the values that the
/// table does not have is slow.
pub fn values(variant: &Variant) -> Vec<i32> {
    variant.kinds().map(|kind| value(variant, kind).unwrap_or(0)).collect()
}

/// Value of a piece by its mobility on a board of this size, in thousandths of a pawn. It is 0 if the piece cannot move.
pub fn value_from_mobility(piece: &PieceType, files: u8, ranks: u8) -> i32 {
    // A piece reaches at most some hundred squares, so the value is far below the limits of 32 bits.
    mobility(piece, files, ranks).value(&MobilityValues::of_board(files, ranks)).round() as i32
}

/// Mobility of `piece` on a board of this size.
pub fn mobility(piece: &PieceType, files: u8, ranks: u8) -> Mobility {
    let mut mobility = Mobility::default();
    for ((right, up), (is_slide, probabilities)) in reachable_offsets(&piece.moves) {
        let starts = |squares: u8, step: i16| f64::from((i16::from(squares) - step.abs()).max(0));
        let on_board = starts(files, right) * starts(ranks, up) / (f64::from(files) * f64::from(ranks));
        let squares = match (is_slide, right == 0 || up == 0) {
            (false, _) => &mut mobility.leaps,
            (true, true) => &mut mobility.orthogonal,
            (true, false) => &mut mobility.diagonal,
        };
        // A quiet move and a capture count as half a square each.
        *squares += on_board * (probabilities[0] + probabilities[1]) / 2.0;
    }
    mobility
}

/// Probabilities of reaching a square by a quiet move and by a capture.
type Probabilities = [f64; 2];

/// All offsets that a piece reaches. The values are whether only slides reach the offset, and the probabilities. If several
/// components reach an offset, the most probable one counts.
fn reachable_offsets(components: &[Component]) -> BTreeMap<(i16, i16), (bool, Probabilities)> {
    let mut offsets = BTreeMap::new();
    for component in components.iter().filter(|component| !component.initial) {
        let first = component.first_leg.unwrap_or((0, 0));
        for way in component.ways() {
            let mut offset = (i16::from(first.0), i16::from(first.1));
            for (length, step) in (1..).zip(way) {
                offset = (offset.0 + i16::from(step.0), offset.1 + i16::from(step.1));
                let probability = probability(component, step, length);
                let (is_slide, best) = offsets.entry(offset).or_insert((true, [0.0; 2]));
                *is_slide &= component.range != 1;
                for (best, allowed) in best.iter_mut().zip([component.quiet, component.capture]) {
                    if allowed {
                        *best = probability.max(*best);
                    }
                }
            }
        }
    }
    offsets
}

/// Probability that other pieces allow a move of `length` steps.
fn probability(component: &Component, step: (i8, i8), length: i32) -> f64 {
    // A step passes at most 15 squares.
    let passed = if component.lame { length * lame_path(step).count() as i32 } else { 0 };
    let passed = passed + i32::from(component.first_leg.is_some());
    // One of the squares before the last one is occupied by the piece that is jumped over, and the others are empty.
    let over_one = |squares: i32| P_EMPTY.powi(squares + passed) * (1.0 - P_EMPTY);
    match component.hop {
        None => P_EMPTY.powi(length - 1 + passed),
        Some(_) if length == 1 => 0.0,
        Some(Hop::Cannon) => f64::from(length - 1) * over_one(length - 2),
        Some(Hop::Grasshopper) => over_one(length - 2),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::variants_ini::Variants;
    use crate::rules::betza;

    fn estimate(moves: &str, size: u8) -> i32 {
        let moves = betza::parse(moves).expect("the notation is right");
        value_from_mobility(
            &PieceType { letter: 'x', name: "piece".to_owned(), moves, value: None },
            size,
            size,
        )
    }

    /// Sliders, leapers, hoppers and lame leapers have a value above 0. A piece without moves, or with only an initial move,
    /// has the value 0.
    #[test]
    fn every_way_of_moving_has_a_value() {
        for moves in ["mRcpR", "gQ", "NN", "nN", "pQ", "C", "mW", "cF"] {
            assert!(estimate(moves, 10) > 0, "{moves}");
        }
        assert_eq!((estimate("", 10), estimate("ifmnD", 10)), (0, 0));
    }

    /// A queen with the moves of a king in its notation, before or after its own, is worth at most half a king more than a
    /// queen. A knight that is written as two components has the value of a knight.
    #[test]
    fn a_square_reached_twice_counts_once() {
        assert_eq!(estimate("QK", 14), estimate("KQ", 14));
        assert!(estimate("QK", 14) < estimate("Q", 14) + estimate("K", 14) / 2);
        assert_eq!(estimate("mNcN", 14), estimate("N", 14));
    }

    /// On 8x8 and 14x14 the estimates are in the usual order of the pieces.
    #[test]
    fn estimates_are_in_the_usual_order() {
        for size in [8, 14] {
            let rising = ["", "fmWfcFifmnD", "N", "R", "RN", "Q", "QN"].map(|moves| estimate(moves, size));
            assert!(rising.is_sorted_by(|a, b| a < b), "{rising:?}");
            assert!(estimate("B", size) < estimate("R", size));
            assert!(estimate("nN", size) < estimate("N", size) && estimate("N", size) < estimate("NN", size));
            assert!(
                estimate("gQ", size) < estimate("mRcpR", size)
                    && estimate("mRcpR", size) < estimate("R", size)
            );
            assert!(
                estimate("mN", size) == estimate("cN", size) && estimate("mN", size) < estimate("N", size)
            );
        }
    }

    /// Estimates are within 0.67 pawns of the usual values on 8x8 and within 1.1 pawns of the table of the 14x14 game.
    #[test]
    fn estimates_are_near_the_known_values() {
        for (moves, known) in [("fmWfcF", 1000), ("N", 3000), ("B", 3250), ("R", 5000), ("Q", 9500)] {
            let estimate = estimate(moves, 8);
            assert!(estimate.abs_diff(known) < 670, "{moves}: {estimate}");
        }
        let xxl = Variants::built_in().find("xxl").expect("it is built in");
        for kind in xxl.kinds().filter(|&kind| xxl.rules().royal_kind != Some(kind)) {
            let (piece, estimate) = (xxl.piece(kind), value_from_mobility(xxl.piece(kind), 14, 14));
            let known = piece.value.expect("the table has all values");
            assert!(estimate.abs_diff(known) <= 1100, "{}: {estimate}, {known}", piece.name);
        }
    }

    /// A bishop with a value in the table has this value, and a king has none. Without a value in the table, a pawn has the
    /// value of a pawn, and a piece that cannot move has the smallest value.
    #[test]
    fn the_table_has_priority() {
        let variants = Variants::built_in();
        let value_of = |variant: &str, letter| {
            let variant = variants.find(variant).expect("it is built in");
            value(&variant, variant.kind_by_letter(letter).expect("it has the piece"))
        };
        assert_eq!((value_of("xxl", 'k'), value_of("xxl", 'b')), (None, Some(3625)));
        assert_eq!((value_of("mess", 'p'), value_of("mess", 'n')), (Some(PAWN_VALUE), Some(MIN_VALUE)));
    }
}
