//! What a piece is worth: the value of the variant's table, or an estimate from its mobility where it has none.
//!
//! All of the computer's players ask here, so that a piece is worth the same to each.

use std::collections::BTreeMap;

use crate::rules::PieceType;
use crate::rules::betza::{Component, Hop, lame_path};
use crate::rules::{Color, PieceKind, Variant};

/// The chance that a square is empty.
const EMPTY: f64 = 0.72;
/// The longest way a piece can go on a board of 16 files.
const LONGEST: u8 = 15;
/// A pawn of a table without its value: one that promotes is worth more than its steps.
const PAWN: i32 = 1000;
/// Whatever can be captured is worth a little.
const LEAST: i32 = 100;

/// How many squares a piece can be expected to reach, averaged over all squares of a board.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Mobility {
    /// By leaps.
    pub leaps: f64,
    /// By slides along ranks and files, and whatever else is not done in a single step.
    pub orthogonal: f64,
    /// By the same along other lines.
    pub diagonal: f64,
}

/// What mobility is worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MobilityValues {
    /// A square reached by a leap.
    pub leap: f64,
    /// A square reached by a slide along ranks and files.
    pub orthogonal: f64,
    /// A square reached by a slide along other lines.
    pub diagonal: f64,
    /// Percent more for a piece with more than one way of moving: what one cannot reach, the other does.
    pub compound: f64,
}

impl MobilityValues {
    /// Thousandths of a pawn on a board of that size, near the values that players know and tables tell: a knight,
    /// which on 8x8 reaches 5.25 squares on the average, comes out at 3.
    ///
    /// A leap covers the smaller a part of the board, the larger the board; slides suffer less from it.
    #[must_use]
    pub fn of_board(files: u8, ranks: u8) -> Self {
        let size = (f64::from(files) * f64::from(ranks)).sqrt() / 8.0;
        let slide = 590.0 / size.sqrt();
        Self { leap: 571.0 / size, orthogonal: slide, diagonal: slide, compound: 10.0 }
    }
}

impl Mobility {
    /// What it is worth by `scale`.
    #[must_use]
    pub fn value(&self, scale: &MobilityValues) -> f64 {
        let ways = [self.leaps, self.orthogonal, self.diagonal];
        let [leaps, orthogonal, diagonal] = ways;
        let sum = leaps * scale.leap + orthogonal * scale.orthogonal + diagonal * scale.diagonal;
        let compound = ways.iter().filter(|&&squares| squares > 0.0).count() > 1;
        if compound { sum * (1.0 + scale.compound / 100.0) } else { sum }
    }
}

/// The value of `kind` in thousandths of a pawn, above 0; `None` for the king, which is never won nor lost.
#[must_use]
pub fn value(variant: &Variant, kind: PieceKind) -> Option<i32> {
    let (rules, piece) = (variant.rules(), variant.piece(kind));
    if rules.king_kind() == Some(kind) {
        return None;
    }
    let guess = || {
        if rules.pawns.contains(&kind) {
            PAWN
        } else {
            value_from_mobility(piece, rules.files, rules.ranks).max(LEAST)
        }
    };
    Some(piece.value.unwrap_or_else(guess))
}

/// The values of all kinds by their row, 0 for a royal one. Some tables have none, and then it takes a while.
#[must_use]
pub fn values(variant: &Variant) -> Vec<i32> {
    variant.kinds().map(|kind| value(variant, kind).unwrap_or(0)).collect()
}

/// The value of a piece that moves like `piece`, in thousandths of a pawn, by its mobility on a board of that size;
/// 0 if it never moves.
#[must_use]
pub fn value_from_mobility(piece: &PieceType, files: u8, ranks: u8) -> i32 {
    // At most some hundred squares: far below the limits of 32 bits.
    mobility(piece, files, ranks).value(&MobilityValues::of_board(files, ranks)).round() as i32
}

/// How many squares `piece` can be expected to reach on a board of that size; 0 if it never moves.
#[must_use]
pub fn mobility(piece: &PieceType, files: u8, ranks: u8) -> Mobility {
    let mut mobility = Mobility::default();
    for ((right, up), (slides, chances)) in reach(&piece.moves) {
        let left = |squares: u8, step: i16| f64::from((i16::from(squares) - step.abs()).max(0));
        let room = left(files, right) * left(ranks, up) / (f64::from(files) * f64::from(ranks));
        let way = match (slides, right == 0 || up == 0) {
            (false, _) => &mut mobility.leaps,
            (true, true) => &mut mobility.orthogonal,
            (true, false) => &mut mobility.diagonal,
        };
        // Either of moving and capturing is half of what a piece does.
        *way += room * (chances[0] + chances[1]) / 2.0;
    }
    mobility
}

/// The chances to get to a square without and with a capture.
type Chances = [f64; 2];

/// For every way off, whether it is reached by a slide only, and with which chances. Where several components
/// lead to one square, the likeliest counts.
fn reach(components: &[Component]) -> BTreeMap<(i16, i16), (bool, Chances)> {
    let mut reach = BTreeMap::new();
    for component in components.iter().filter(|component| !component.initial) {
        let longest = if component.range == 0 { LONGEST } else { component.range };
        for step in component.steps_for(Color::White) {
            for length in 1..=longest {
                let way = (i16::from(step.0) * i16::from(length), i16::from(step.1) * i16::from(length));
                let chance = chance(component, step, i32::from(length));
                let (slides, best) = reach.entry(way).or_insert((true, [0.0; 2]));
                *slides &= component.range != 1;
                for (best, may) in best.iter_mut().zip([component.quiet, component.capture]) {
                    if may {
                        *best = chance.max(*best);
                    }
                }
            }
        }
    }
    reach
}

/// The chance that what stands on the way lets the piece end its move after `length` steps.
fn chance(component: &Component, step: (i8, i8), length: i32) -> f64 {
    // At most 15 squares between the ends of a step.
    let passed = if component.lame { length * lame_path(step).count() as i32 } else { 0 };
    // One of the squares before the last is a hurdle, all the others are empty.
    let over_one = |squares: i32| EMPTY.powi(squares + passed) * (1.0 - EMPTY);
    match component.hop {
        None => EMPTY.powi(length - 1 + passed),
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

    fn guess(moves: &str, size: u8) -> i32 {
        let moves = betza::parse(moves).expect("the notation is right");
        value_from_mobility(
            &PieceType { letter: 'x', name: "piece".to_owned(), moves, value: None },
            size,
            size,
        )
    }

    /// Hoppers and lame leapers too; a piece without moves has none.
    #[test]
    fn every_movement_has_a_value() {
        for moves in ["mRcpR", "gQ", "NN", "nN", "pQ", "C", "mW", "cF"] {
            assert!(guess(moves, 10) > 0, "{moves}");
        }
        assert_eq!((guess("", 10), guess("ifmnD", 10)), (0, 0));
    }

    /// A union of movements.
    #[test]
    fn a_square_reached_in_two_ways_counts_once() {
        assert_eq!(guess("QK", 14), guess("KQ", 14));
        assert!(guess("QK", 14) < guess("Q", 14) + guess("K", 14) / 2);
        assert_eq!(guess("mNcN", 14), guess("N", 14));
    }

    /// On 8x8 and on 14x14.
    #[test]
    fn estimates_are_in_the_known_order() {
        for size in [8, 14] {
            let rising = ["", "fmWfcFifmnD", "N", "R", "RN", "Q", "QN"].map(|moves| guess(moves, size));
            assert!(rising.is_sorted_by(|a, b| a < b), "{rising:?}");
            assert!(guess("B", size) < guess("R", size));
            assert!(guess("nN", size) < guess("N", size) && guess("N", size) < guess("NN", size));
            assert!(guess("gQ", size) < guess("mRcpR", size) && guess("mRcpR", size) < guess("R", size));
            assert!(guess("mN", size) == guess("cN", size) && guess("mN", size) < guess("N", size));
        }
    }

    /// Values of orthodox chess and of the 14x14 table.
    #[test]
    fn estimates_are_near_the_known_values() {
        for (moves, known) in [("fmWfcF", 1000), ("N", 3000), ("B", 3250), ("R", 5000), ("Q", 9500)] {
            let guess = guess(moves, 8);
            assert!(guess.abs_diff(known) < 670, "{moves}: {guess}");
        }
        let xxl = Variants::built_in().find("xxl").expect("it is built in");
        for kind in xxl.kinds().filter(|&kind| xxl.rules().royal != Some(kind)) {
            let (piece, guess) = (xxl.piece(kind), value_from_mobility(xxl.piece(kind), 14, 14));
            let known = piece.value.expect("the table has all values");
            assert!(guess.abs_diff(known) <= 1100, "{}: {guess}, {known}", piece.name);
        }
    }

    /// A king has no value; a pawn and a piece that never moves have one.
    #[test]
    fn a_value_of_the_table_is_preferred_to_an_estimate() {
        let variants = Variants::built_in();
        let worth = |variant: &str, letter| {
            let variant = variants.find(variant).expect("it is built in");
            value(&variant, variant.kind_by_letter(letter).expect("it has the piece"))
        };
        assert_eq!((worth("xxl", 'k'), worth("xxl", 'b')), (None, Some(3625)));
        assert_eq!((worth("mess", 'p'), worth("mess", 'n')), (Some(PAWN), Some(LEAST)));
    }
}
