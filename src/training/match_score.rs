//! Score of a match of pairs of games, and the sequential probability ratio test (SPRT).

use std::fmt;

/// Probability of each of the two errors of the test.
const ERROR: f64 = 0.05;
/// Least number of pairs for a decision. With fewer pairs their variance is too uncertain.
const LEAST_PAIRS: usize = 15;
/// Least variance of the score of a pair that is assumed, for matches in which one side wins every game.
const LEAST_VARIANCE: f64 = 0.01;

/// Score of a match so far. Each opening is played twice, with colours swapped in the second game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MatchScore {
    won: u32,
    drawn: u32,
    lost: u32,
    /// Score of each pair of games, from 0 to 1.
    pairs: Vec<f64>,
}

impl MatchScore {
    /// Adds the half-points of a pair of games, each 0, 1 or 2.
    pub fn add_pair(&mut self, half_points: [u8; 2]) {
        for points in half_points {
            match points {
                0 => self.lost += 1,
                1 => self.drawn += 1,
                _ => self.won += 1,
            }
        }
        self.pairs.push(half_points.iter().map(|&points| f64::from(points)).sum::<f64>() / 4.0);
    }

    /// Number of games.
    pub fn games(&self) -> usize {
        2 * self.pairs.len()
    }

    /// Mean score of the pairs, from 0 to 1, and the variance of these scores.
    fn mean_and_variance(&self) -> (f64, f64) {
        let count = self.pairs.len().max(1) as f64;
        let mean = self.pairs.iter().sum::<f64>() / count;
        let variance = self.pairs.iter().map(|score| (score - mean).powi(2)).sum::<f64>() / count;
        (mean, variance)
    }

    /// Logarithm of the likelihood ratio (LLR) of two Elo differences, computed as if the scores of pairs had a normal
    /// distribution. It is positive if the second difference is more likely.
    pub fn likelihood_ratio(&self, [lower, upper]: [f64; 2]) -> f64 {
        let (mean, variance) = self.mean_and_variance();
        let variance = variance.max(LEAST_VARIANCE);
        let score = |elo: f64| 1.0 / (1.0 + 10_f64.powf(-elo / 400.0));
        let (lower, upper) = (score(lower), score(upper));
        self.pairs.len() as f64 * (upper - lower) * (2.0 * mean - lower - upper) / (2.0 * variance)
    }

    /// The result of the test: whether it accepts the second Elo difference rather than the first. `None` if the test
    /// needs more games.
    pub fn accepts(&self, elos: [f64; 2]) -> Option<bool> {
        let bound = ((1.0 - ERROR) / ERROR).ln();
        let ratio = self.likelihood_ratio(elos);
        (ratio.abs() >= bound && self.pairs.len() >= LEAST_PAIRS).then_some(ratio > 0.0)
    }
}

impl fmt::Display for MatchScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mean, variance) = self.mean_and_variance();
        let error = 1.96 * (variance / self.pairs.len().max(1) as f64).sqrt();
        let elo = |score: f64| -400.0 * (1.0 / score.clamp(0.001, 0.999) - 1.0).log10();
        write!(
            f,
            "{} games: {} won, {} drawn, {} lost: {:.1} % ± {:.1}, Elo {:+.0} ({:+.0} to {:+.0})",
            self.games(),
            self.won,
            self.drawn,
            self.lost,
            100.0 * mean,
            100.0 * error,
            elo(mean),
            elo(mean - error),
            elo(mean + error)
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ELOS: [f64; 2] = [0.0, 30.0];

    fn score(pairs: impl IntoIterator<Item = [u8; 2]>) -> MatchScore {
        let mut score = MatchScore::default();
        pairs.into_iter().for_each(|pair| score.add_pair(pair));
        score
    }

    /// Twenty won pairs accept the larger difference and twenty lost ones the smaller. An even match and ten won pairs
    /// decide nothing.
    #[test]
    fn the_test_decides_for_the_likelier_difference() {
        assert_eq!(score([[2, 2]; 20]).accepts(ELOS), Some(true));
        assert_eq!(score([[0, 0]; 20]).accepts(ELOS), Some(false));
        assert_eq!(score([[2, 2], [0, 1]].repeat(8)).accepts(ELOS), None);
        assert_eq!(score([[2, 2]; 10]).accepts(ELOS), None);
    }

    /// The text of a match with three wins and a loss has its score in percent and its Elo difference.
    #[test]
    fn the_text_has_score_and_elo() {
        let text = score([[2, 2], [2, 0]]).to_string();
        assert!(text.starts_with("4 games: 3 won, 0 drawn, 1 lost: 75.0 % ± "), "{text}");
        assert!(text.contains("Elo +191"), "{text}");
    }
}
