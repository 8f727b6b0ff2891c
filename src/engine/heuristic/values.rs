//! What a piece is worth to the player of six rules: the table's value, or a guess where it has none.

use crate::rules::betza::{Component, Hop, squares_between};
use crate::rules::variant::PieceType;
use crate::rules::{PieceKind, Variant};

/// Thousandths of a pawn for one expected target square: a knight on 8x8 has 5.25 and comes out at 3.
const PER_TARGET: i64 = 571;
/// Of a thousand squares on a line so many are taken to be empty.
const EMPTY: i64 = 700;
/// The longest way a piece can go on a board of 16 files.
const LONGEST: i64 = 15;

/// The values of all kinds of a variant, in thousandths of a pawn.
pub(super) struct Values(Vec<Option<i32>>);

impl Values {
    pub fn of_variant(variant: &Variant) -> Self {
        let (files, ranks) = (variant.geometry().files(), variant.geometry().ranks());
        let value = |kind| {
            let piece = variant.piece(kind);
            let king = variant.rules().king_kind() == Some(kind);
            (!king).then(|| piece.value.unwrap_or_else(|| estimate(piece, files, ranks)))
        };
        Self(variant.kinds().map(value).collect())
    }

    /// The value of `kind`, or `None` for the king, which is never won nor lost.
    pub fn of(&self, kind: PieceKind) -> Option<i32> {
        self.0[kind.index()]
    }
}

/// A value from the number of squares the piece can be expected to reach on a half-full board.
pub(super) fn estimate(piece: &PieceType, files: u8, ranks: u8) -> i32 {
    let targets: i64 = piece.moves.iter().map(|component| mobility(component, files, ranks)).sum();
    // At most some hundred targets: far below the limits of 32 bits.
    (targets * PER_TARGET / 1000) as i32
}

/// Thousandths of target squares of a component, averaged over all squares of the board.
fn mobility(component: &Component, files: u8, ranks: u8) -> i64 {
    if component.initial {
        return 0;
    }
    // Either of moving and capturing is half of what a piece does.
    let share = i64::from(component.quiet) + i64::from(component.capture);
    let longest = if component.range == 0 { LONGEST } else { i64::from(component.range) };
    let way = |step: (i8, i8)| -> i64 {
        (1..=longest).map(|length| chance(component, step, length) * room(step, length, files, ranks)).sum()
    };
    let total: i64 = component.steps.iter().copied().map(way).sum();
    total * share / (2 * i64::from(files) * i64::from(ranks))
}

/// From how many squares `length` steps stay on the board.
fn room((right, up): (i8, i8), length: i64, files: u8, ranks: u8) -> i64 {
    let left = |squares: u8, step: i8| (i64::from(squares) - length * i64::from(step).abs()).max(0);
    left(files, right) * left(ranks, up)
}

/// The chance in thousandths that what stands on the way lets the piece end its move after `length` steps.
fn chance(component: &Component, step: (i8, i8), length: i64) -> i64 {
    let passed = if component.lame { length * squares_between(step).count() as i64 } else { 0 };
    let empty = |squares: i64| (0..squares).fold(1000, |chance, _| chance * EMPTY / 1000);
    // One of the squares before the last is a hurdle, all the others are empty.
    let over_one = |squares: i64| empty(squares + passed) * (1000 - EMPTY) / 1000;
    match component.hop {
        None => empty(length - 1 + passed),
        Some(_) if length == 1 => 0,
        Some(Hop::Cannon) => (length - 1) * over_one(length - 2),
        Some(Hop::Grasshopper) => over_one(length - 2),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::betza;

    fn guess(moves: &str, size: u8) -> i32 {
        let moves = betza::parse(moves).expect("the notation is right");
        estimate(&PieceType { letter: 'x', name: "piece".to_owned(), moves, value: None }, size, size)
    }

    /// Shows that every way of moving is worth something, also of pieces that hop or stop short, and none nothing.
    #[test]
    fn every_way_of_moving_is_worth_something() {
        for moves in ["mRcpR", "gQ", "NN", "nN", "pQ", "C", "mW", "cF"] {
            assert!(guess(moves, 10) > 0, "{moves}");
        }
        assert_eq!((guess("", 10), guess("ifmnD", 10)), (0, 0));
    }

    /// Shows that guesses come in the order players know, on the usual board and on the large one.
    #[test]
    fn guesses_are_in_the_known_order() {
        for size in [8, 14] {
            let rising = ["", "fmWfcFifmnD", "N", "R", "RN", "Q", "QN"].map(|moves| guess(moves, size));
            assert!(rising.is_sorted_by(|a, b| a < b), "{rising:?}");
            assert!(guess("B", size) < guess("R", size));
            assert!(guess("nN", size) < guess("N", size) && guess("N", size) < guess("NN", size));
            assert!(guess("gQ", size) < guess("mRcpR", size) && guess("mRcpR", size) < guess("R", size));
            assert!(guess("mN", size) == guess("cN", size) && guess("mN", size) < guess("N", size));
        }
    }

    /// Shows that guesses on the usual board come near the values players know: within two thirds of a pawn.
    #[test]
    fn guesses_are_near_the_known_values() {
        for (moves, known) in [("fmWfcF", 1000), ("N", 3000), ("B", 3250), ("R", 5000)] {
            let guess = guess(moves, 8);
            assert!(guess.abs_diff(known) < 670, "{moves}: {guess}");
        }
    }
}
