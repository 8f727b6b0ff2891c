//! Evaluation of a position from White's point of view: centipawns, mate, or winning chances.

use std::fmt;

use crate::engine::Score;
use crate::rules::{Color, Variant};

/// Centipawns with which a side has winning chances of 73 % on lichess, which fitted it to games of people at chess.
pub const LICHESS_SCALE: f64 = 271.6;

/// Centipawns with which a side has winning chances of 73 %, by variant. They are fitted to the results of the engine's
/// games against itself with which the network of the variant was trained.
const SCALES: [(&str, f64); 4] = [("capablanca", 241.0), ("chess", 184.0), ("xxl", 543.0), ("xxlm", 543.0)];

/// Centipawns with which a side has winning chances of 73 % in `variant`. If the variant has no network, it is
/// [`LICHESS_SCALE`].
pub fn winning_chances_scale(variant: &Variant) -> f64 {
    SCALES.iter().find(|(name, _)| *name == variant.rules().name).map_or(LICHESS_SCALE, |(_, scale)| *scale)
}

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
    /// The evaluation for the `score` of a search with `turn` to move.
    pub fn of(score: Score, turn: Color) -> Self {
        match (score, turn) {
            (Score::Centipawns(value), Color::White) => Self::Centipawns(value),
            (Score::Centipawns(value), Color::Black) => Self::Centipawns(-value),
            (Score::Mate(moves), _) => {
                let winner = if moves > 0 { turn } else { !turn };
                Self::Mate { winner, moves: moves.unsigned_abs() }
            }
        }
    }

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

    /// Scores and mates with either side to move are shown from White's point of view.
    #[test]
    fn evaluations_are_from_whites_point_of_view() {
        let of = |score, turn| Evaluation::of(score, turn).to_string();
        assert_eq!(of(Score::Centipawns(135), Color::White), "+1.35");
        assert_eq!(of(Score::Centipawns(135), Color::Black), "−1.35");
        assert_eq!(of(Score::Centipawns(5), Color::Black), "−0.05");
        assert_eq!(of(Score::Centipawns(0), Color::Black), "0.00");
        assert_eq!(of(Score::Mate(4), Color::Black), "mate in 4");
        let mated = Evaluation::of(Score::Mate(0), Color::Black);
        assert_eq!((mated, mated.to_string().as_str()), (mate(Color::White, 0), "mate"));
        assert_eq!(Evaluation::of(Score::Mate(-2), Color::Black), mate(Color::White, 2));
        assert_eq!(Evaluation::of(Score::Mate(2), Color::Black), mate(Color::Black, 2));
    }

    fn mate(winner: Color, moves: u32) -> Evaluation {
        Evaluation::Mate { winner, moves }
    }

    /// The winning chances of both sides add up to 1 and grow with the evaluation, and those of a mate are 1.
    #[test]
    fn winning_chances_grow_with_the_evaluation() {
        let chances: Vec<f64> = [-900_000, -1000, -100, 0, 100, 1000, 900_000]
            .map(|v| Evaluation::Centipawns(v).winning_chances(Color::White, LICHESS_SCALE))
            .into();
        assert!(chances.is_sorted(), "{chances:?}");
        assert_eq!(chances[3], 0.5);
        assert!((chances[4] - 0.591).abs() < 0.001 && (chances[5] - 0.975).abs() < 0.001, "{chances:?}");
        for evaluation in [Evaluation::Centipawns(77), mate(Color::Black, 3)] {
            let both = evaluation.winning_chances(Color::White, LICHESS_SCALE)
                + evaluation.winning_chances(Color::Black, LICHESS_SCALE);
            assert!((both - 1.0).abs() < 1e-12);
        }
        assert_eq!(mate(Color::White, 9).winning_chances(Color::White, LICHESS_SCALE), 1.0);
        assert_eq!(mate(Color::White, 9).winning_chances(Color::Black, LICHESS_SCALE), 0.0);
    }
}
