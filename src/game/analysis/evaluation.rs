//! Evaluation of a search's score, and the scale of its winning chances.

use crate::engine::Score;
pub use crate::notation::evaluation::Evaluation;
use crate::rules::{Color, Variant};

/// Centipawns with which a side has winning chances of 73 % on lichess, which fitted it to games of people at chess.
pub const LICHESS_SCALE: f64 = 271.6;

/// Centipawns with which a side has winning chances of 73 %, by variant. They are fitted to the results of the engine's games
/// against itself with which the network that the variant uses was trained, or a network that was not kept.
///
/// The file of a network has its scale, too, but the window of the browser has no networks. A test compares both.
const SCALES: &[(&str, f64)] = &[
    ("capablanca", 362.0),
    ("embassy", 362.0),
    ("gothic", 362.0),
    ("chess", 210.0),
    ("torpedo", 210.0),
    ("xxl", 665.0),
    ("xxlm", 665.0),
    ("xxl12", 581.0),
    ("xxl12m", 581.0),
    ("3check", 443.0),
    ("breakthrough", 761.0),
    ("kingofthehill", 443.0),
    ("losalamos", 161.0),
    ("knightmate", 276.0),
    ("makruk", 1222.0),
    ("extinction", 761.0),
    ("racingkings", 276.0),
    ("giveaway", 210.0),
    ("antichess", 210.0),
    ("gigachess2", 711.0),
    ("metamachy", 543.0),
    ("terachess2", 711.0),
    ("grand", 443.0),
    ("shako", 414.0),
    ("omega", 443.0),
    ("opulent", 507.0),
    ("wildebeest", 414.0),
    ("tencubed", 474.0),
    ("janus", 362.0),
    ("amazon", 241.0),
    ("almost", 241.0),
    ("newzealand", 241.0),
    ("hoppelpoppel", 276.0),
    ("modern", 316.0),
    ("gardner", 172.0),
    ("courier", 543.0),
    ("centaur", 387.0),
    ("chancellor", 338.0),
    ("berolina", 276.0),
    ("nightrider", 241.0),
];
/// Centipawns with which a side has winning chances of 73 % in other variants, by the largest number of squares. They are
/// fitted to the results of games at 200 nodes a move. docs/measurements.md compares them with the results.
const SCALES_BY_SQUARES: [(u32, f64); 3] = [(36, 180.0), (100, 420.0), (256, 640.0)];

/// Centipawns with which a side has winning chances of 73 % in `variant`.
pub fn winning_chances_scale(variant: &Variant) -> f64 {
    let squares = variant.geometry().board().count();
    let by_name = SCALES.iter().find(|(name, _)| *name == variant.rules().name).map(|(_, scale)| *scale);
    let by_squares = SCALES_BY_SQUARES.iter().find(|(most, _)| squares <= *most).map(|(_, scale)| *scale);
    by_name.or(by_squares).unwrap_or(LICHESS_SCALE)
}

/// The evaluation for the `score` of a search with `turn` to move.
pub fn evaluation_of(score: Score, turn: Color) -> Evaluation {
    match (score, turn) {
        (Score::Centipawns(value), Color::White) => Evaluation::Centipawns(value),
        (Score::Centipawns(value), Color::Black) => Evaluation::Centipawns(-value),
        (Score::Mate(moves), _) => {
            let winner = if moves > 0 { turn } else { !turn };
            Evaluation::Mate { winner, moves: moves.unsigned_abs() }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Scores and mates with either side to move are shown from White's point of view.
    #[test]
    fn evaluations_are_from_whites_point_of_view() {
        let of = |score, turn| evaluation_of(score, turn).to_string();
        assert_eq!(of(Score::Centipawns(135), Color::White), "+1.35");
        assert_eq!(of(Score::Centipawns(135), Color::Black), "−1.35");
        assert_eq!(of(Score::Centipawns(5), Color::Black), "−0.05");
        assert_eq!(of(Score::Centipawns(0), Color::Black), "0.00");
        assert_eq!(of(Score::Mate(4), Color::Black), "mate in 4");
        let mated = evaluation_of(Score::Mate(0), Color::Black);
        assert_eq!((mated, mated.to_string().as_str()), (mate(Color::White, 0), "mate"));
        assert_eq!(evaluation_of(Score::Mate(-2), Color::Black), mate(Color::White, 2));
        assert_eq!(evaluation_of(Score::Mate(2), Color::Black), mate(Color::Black, 2));
    }

    fn mate(winner: Color, moves: u32) -> Evaluation {
        Evaluation::Mate { winner, moves }
    }
}
