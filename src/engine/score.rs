//! Scores: hundredths of a pawn, or the distance to a mate.

use std::fmt;

/// Longest line the search looks at, in half-moves from the root.
pub const MAX_PLY: usize = 128;

/// Inside the search a score is a number: hundredths of a pawn, positive when the side to move stands better.
pub type Value = i32;

/// The value of being mated on the spot, negated; every mate lies within [`MAX_PLY`] of it.
pub const MATE: Value = 1_000_000;
/// Above every value of the search.
pub const INFINITE: Value = 1_000_001;
/// No evaluation is larger; 200 amazons stay below.
pub const MAX_EVALUATION: Value = 900_000;
/// Values at least this large tell of a forced mate.
pub const LEAST_MATE: Value = MATE - 2 * MAX_PLY as Value;

/// The value of being mated `ply` half-moves from the root.
#[must_use]
#[inline]
pub const fn mated_in(ply: usize) -> Value {
    ply as Value - MATE
}

/// The value of mating `ply` half-moves from the root.
#[must_use]
#[inline]
pub const fn mate_in(ply: usize) -> Value {
    MATE - ply as Value
}

/// A score as a player reads it, from the view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Mate in so many moves; negative, or zero when it is mate already: the side to move is mated.
    Mate(i32),
}

impl Score {
    /// The score that `value` of the search stands for.
    #[must_use]
    pub const fn from_value(value: Value) -> Self {
        if value >= LEAST_MATE {
            Self::Mate((MATE - value + 1) / 2)
        } else if value <= -LEAST_MATE {
            Self::Mate(-((MATE + value) / 2))
        } else {
            Self::Centipawns(value)
        }
    }
}

impl fmt::Display for Score {
    /// Writes `cp 35` or `mate -3`, as UCI does.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Centipawns(value) => write!(f, "cp {value}"),
            Self::Mate(moves) => write!(f, "mate {moves}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Shows that distances in half-moves become moves of the side that mates, rounded up.
    #[test]
    fn mates_are_counted_in_moves() {
        assert_eq!(Score::from_value(mate_in(1)).to_string(), "mate 1");
        assert_eq!(Score::from_value(mate_in(3)).to_string(), "mate 2");
        assert_eq!(Score::from_value(mated_in(2)).to_string(), "mate -1");
        assert_eq!(Score::from_value(mated_in(0)).to_string(), "mate 0");
        assert_eq!(Score::from_value(MAX_EVALUATION).to_string(), "cp 900000");
    }
}
