//! Values of the search, and scores: centipawns or the distance to mate.

use std::fmt;

use crate::rules::{Color, Position};

/// Greatest length of a line of the search, in plies from the root.
pub const MAX_PLY: usize = 128;

/// A value of the search, in centipawns from the view of the side to move. The value of a forced mate is near plus or minus
/// one million, and [`Score::from_value`] converts it to a number of moves.
pub type Value = i32;

/// Value of a drawn position.
pub const DRAW: Value = 0;
/// Value of a position in which the opponent is mated. The value of a mate in some plies is lower by their number.
pub const MATE: Value = 1_000_000;
/// Bound above every value of the search.
pub const INFINITE: Value = 1_000_001;
/// Bound of all static evaluations. That of a board with 200 amazons is below it.
pub const MAX_EVAL: Value = 900_000;
/// Smallest value of a forced mate. The negated value is the greatest value of a side that is mated by force.
///
/// The transposition table keeps the distance of a mate from its node, which another line may reach at a later ply. A mate
/// may therefore be up to twice [`MAX_PLY`] plies from the root.
pub const MATE_IN_MAX_PLY: Value = MATE - 2 * MAX_PLY as Value;

/// Value of being mated at `ply`, counted from the root.
#[inline]
pub const fn mated_in(ply: usize) -> Value {
    ply as Value - MATE
}

/// Value of having mated the opponent at `ply`, counted from the root.
#[inline]
pub const fn mate_in(ply: usize) -> Value {
    MATE - ply as Value
}

/// Value of a position without a legal move, `ply` plies from the root: checkmate or stalemate.
///
/// Returns `None` in fog of war. The position has only the visible pieces there, so the side to move may have a move after
/// all.
pub(super) fn mate_or_stalemate_value(position: &Position, ply: usize) -> Option<Value> {
    let rules = position.variant().rules();
    if rules.fog {
        return None;
    }
    let turn = position.turn();
    let winner = match position.reached_goal() {
        Some((_, winner)) => winner,
        None if position.is_check() => rules.checkmate.winner(turn),
        None => rules.stalemate.winner(turn),
    };
    Some(value_for(winner, turn, ply))
}

/// Value, for the side `turn`, of a game that has ended `ply` plies from the root with this winner.
pub(super) fn value_for(winner: Option<Color>, turn: Color, ply: usize) -> Value {
    match winner {
        None => DRAW,
        Some(winner) if winner == turn => mate_in(ply),
        Some(_) => mated_in(ply),
    }
}

/// Score as UCI reports it, from the view of the side to move.
///
/// ```
/// # use xxlchess_core::engine::Score;
/// assert_eq!(Score::from_value(35), Score::Centipawns(35));
/// assert_eq!(Score::from_value(999_997), Score::Mate(2));
/// assert_eq!(Score::Mate(-3).to_string(), "mate -3");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Mate in this many moves. If the number is 0 or negative, the side to move is mated.
    Mate(i32),
}

impl Score {
    /// Converts a value of the search. A distance to mate in plies becomes the number of moves that the side to move still
    /// makes, the last one included. In some variants a side loses by its own move.
    pub const fn from_value(value: Value) -> Self {
        if value >= MATE_IN_MAX_PLY {
            Self::Mate((MATE - value + 1) / 2)
        } else if value <= -MATE_IN_MAX_PLY {
            Self::Mate(-((MATE + value + 1) / 2))
        } else {
            Self::Centipawns(value)
        }
    }
}

impl fmt::Display for Score {
    /// Formats as `cp 35` or `mate -3`, as in UCI.
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

    /// Mates in one and in three plies are mates in one and in two moves. A side that loses by its next move has "mate -1". A
    /// side that is mated already has "mate 0". The greatest evaluation is no mate.
    #[test]
    fn mates_are_counted_in_moves() {
        assert_eq!(Score::from_value(mate_in(1)).to_string(), "mate 1");
        assert_eq!(Score::from_value(mate_in(3)).to_string(), "mate 2");
        assert_eq!(Score::from_value(mated_in(2)).to_string(), "mate -1");
        assert_eq!(Score::from_value(mated_in(1)).to_string(), "mate -1");
        assert_eq!(Score::from_value(mated_in(3)).to_string(), "mate -2");
        assert_eq!(Score::from_value(mated_in(0)).to_string(), "mate 0");
        assert_eq!(Score::from_value(MAX_EVAL).to_string(), "cp 900000");
    }
}
