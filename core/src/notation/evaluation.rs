//! Evaluation of a position from White's point of view: centipawns, mate, or winning chances.

use std::fmt;

use crate::rules::Color;

/// Evaluation of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evaluation {
    /// Centipawns, positive if White is better.
    Centipawns(i32),
    /// A side can force mate.
    Mate {
        /// The side that wins.
        winner: Color,
        /// The number of the winner's moves until mate; 0 if the other side is mated.
        moves: u32,
    },
}

impl Evaluation {
    /// Winning chances of `color`: the expected result from 0 to 1, where a draw is a half. A pawn matters much in an
    /// even position and little in a decided one. `scale` is the number of centipawns with which they are 73 %.
    pub fn winning_chances(self, color: Color, scale: f64) -> f64 {
        let white = match self {
            Self::Centipawns(value) => 1.0 / (1.0 + (-f64::from(value) / scale).exp()),
            Self::Mate { winner: Color::White, .. } => 1.0,
            Self::Mate { winner: Color::Black, .. } => 0.0,
        };
        if color == Color::White { white } else { 1.0 - white }
    }
}

impl fmt::Display for Evaluation {
    /// Writes `+1.35`, `−0.40`, `mate in 4`, or `mate` after the mate.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Centipawns(value) => {
                let sign = if value > 0 {
                    "+"
                } else if value < 0 {
                    "−"
                } else {
                    ""
                };
                write!(f, "{sign}{}.{:02}", value.unsigned_abs() / 100, value.unsigned_abs() % 100)
            }
            Self::Mate { moves: 0, .. } => f.write_str("mate"),
            Self::Mate { moves, .. } => write!(f, "mate in {moves}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mate(winner: Color, moves: u32) -> Evaluation {
        Evaluation::Mate { winner, moves }
    }

    /// The winning chances of both sides add up to 1 and grow with the evaluation, and those of a mate are 1.
    #[test]
    fn winning_chances_grow_with_the_evaluation() {
        let chances: Vec<f64> = [-900_000, -1000, -100, 0, 100, 1000, 900_000]
            .map(|v| Evaluation::Centipawns(v).winning_chances(Color::White, 271.6))
            .into();
        assert!(chances.is_sorted(), "{chances:?}");
        assert_eq!(chances[3], 0.5);
        assert!((chances[4] - 0.591).abs() < 0.001 && (chances[5] - 0.975).abs() < 0.001, "{chances:?}");
        for evaluation in [Evaluation::Centipawns(77), mate(Color::Black, 3)] {
            let both = evaluation.winning_chances(Color::White, 271.6)
                + evaluation.winning_chances(Color::Black, 271.6);
            assert!((both - 1.0).abs() < 1e-12);
        }
        assert_eq!(mate(Color::White, 9).winning_chances(Color::White, 271.6), 1.0);
        assert_eq!(mate(Color::White, 9).winning_chances(Color::Black, 271.6), 0.0);
    }
}
