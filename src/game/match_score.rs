//! Score of a match of pairs of games, its rating difference, and the sequential probability ratio test (SPRT).

use std::f64::consts::{LN_10, SQRT_2};
use std::fmt;

/// Least number of pairs for a decision. With fewer pairs their variance is too uncertain.
const LEAST_PAIRS: u32 = 15;
/// Least variance of the score of a pair that is assumed, for matches in which one side wins every game.
const LEAST_VARIANCE: f64 = 0.01;
/// Number of standard errors on each side of the mean in an interval of 95 %.
const ERRORS_95: f64 = 1.96;
/// Normalised Elo of a mean score that is one standard deviation of a game above one half.
const NORMALIZED_ELO: f64 = 800.0 / LN_10;

/// Score of a match so far. Each opening is played twice, with colours swapped in the second game.
///
/// ```
/// use xxlchess::game::match_score::MatchScore;
///
/// let mut score = MatchScore::default();
/// [[2, 2], [2, 0], [1, 1]].into_iter().for_each(|pair| score.add_pair(pair));
/// assert_eq!((score.games(), score.points(), score.pairs()), (6, 4.0, [0, 0, 2, 0, 1]));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MatchScore {
    won: u32,
    drawn: u32,
    lost: u32,
    /// Number of pairs in which 0, 1, 2, 3 and 4 half-points were scored.
    pairs: [u32; 5],
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
        self.pairs[half_points.iter().map(|&points| usize::from(points.min(2))).sum::<usize>()] += 1;
    }

    /// Number of games.
    pub fn games(&self) -> usize {
        2 * self.number() as usize
    }

    /// Number of pairs.
    fn number(&self) -> u32 {
        self.pairs.iter().sum()
    }

    /// Number of games won, drawn and lost.
    pub fn results(&self) -> [u32; 3] {
        [self.won, self.drawn, self.lost]
    }

    /// Number of pairs in which 0, 1, 2, 3 and 4 half-points were scored (the pentanomial frequencies).
    pub fn pairs(&self) -> [u32; 5] {
        self.pairs
    }

    /// Sum of the points: 1 for a won game, a half for a drawn one.
    pub fn points(&self) -> f64 {
        f64::from(self.won) + f64::from(self.drawn) / 2.0
    }

    /// Mean score of the pairs, from 0 to 1, and the variance of these scores.
    fn mean_and_variance(&self) -> (f64, f64) {
        let count = f64::from(self.number().max(1));
        let scores = || self.pairs.iter().zip([0.0, 0.25, 0.5, 0.75, 1.0]);
        let mean = scores().map(|(&pairs, score)| f64::from(pairs) * score).sum::<f64>() / count;
        let squares = scores().map(|(&pairs, score)| f64::from(pairs) * (score - mean).powi(2));
        (mean, squares.sum::<f64>() / count)
    }

    /// Standard error of the mean score.
    fn standard_error(&self) -> f64 {
        (self.mean_and_variance().1 / f64::from(self.number().max(1))).sqrt()
    }

    /// The rating difference that the score stands for.
    pub fn elo(&self) -> EloDifference {
        EloDifference::new(self.mean_and_variance().0, self.standard_error())
    }

    /// The normalised Elo difference: the mean score less one half, in standard deviations of a game. It does not depend
    /// on how many games are drawn.
    pub fn normalized_elo(&self) -> EloDifference {
        let (mean, variance) = self.mean_and_variance();
        let deviation = SQRT_2 * variance.max(LEAST_VARIANCE).sqrt();
        let elo = |score: f64| (score - 0.5) / deviation * NORMALIZED_ELO;
        let error = ERRORS_95 * self.standard_error();
        EloDifference { value: elo(mean), range: [elo(mean - error), elo(mean + error)] }
    }

    /// Likelihood of superiority (LOS): the probability that the player is the stronger one, as if its mean score had a
    /// normal distribution.
    pub fn superiority(&self) -> f64 {
        let (mean, variance) = self.mean_and_variance();
        let count = f64::from(self.number());
        normal_distribution((mean - 0.5) * (count / variance.max(LEAST_VARIANCE)).sqrt())
    }
}

impl fmt::Display for MatchScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mean, elo) = (self.mean_and_variance().0, self.elo());
        write!(
            f,
            "{} games: {} won, {} drawn, {} lost: {:.1} % ± {:.1}, Elo ",
            self.games(),
            self.won,
            self.drawn,
            self.lost,
            100.0 * mean,
            100.0 * ERRORS_95 * self.standard_error(),
        )?;
        if elo.value.is_infinite() {
            return elo.fmt(f);
        }
        write!(f, "{:+.0} ({:+.0} to {:+.0})", elo.value, elo.range[0], elo.range[1])
    }
}

/// A rating difference and the interval that contains it with a probability of 95 %.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EloDifference {
    /// The difference, which is infinite if a player has all points or none.
    pub value: f64,
    /// Ends of the interval.
    pub range: [f64; 2],
}

impl EloDifference {
    /// The difference for a mean score from 0 to 1 and its standard error.
    pub fn new(mean: f64, error: f64) -> Self {
        let elo = |score: f64| -400.0 * (1.0 / score - 1.0).log10();
        let end = |error: f64| elo((mean + ERRORS_95 * error).clamp(0.001, 0.999));
        // The sum with zero has no negative zero.
        Self { value: elo(mean) + 0.0, range: [end(-error), end(error)] }
    }

    /// Half of the length of the interval.
    pub fn error(&self) -> f64 {
        (self.range[1] - self.range[0]) / 2.0
    }
}

impl fmt::Display for EloDifference {
    /// Writes `+12.3 ± 4.5`. A player that has all points or none has no difference, and there is no error as long as all
    /// pairs have the same score.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = f.precision().unwrap_or(1);
        if self.value.is_infinite() {
            return f.write_str(if self.value > 0.0 { "unbounded" } else { "unbounded below" });
        }
        write!(f, "{:+.digits$}", self.value)?;
        if self.error() > 0.0 { write!(f, " ± {:.digits$}", self.error()) } else { Ok(()) }
    }
}

/// Scale of the Elo differences of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EloModel {
    /// The difference of ratings.
    Logistic,
    /// The mean score less one half, in standard deviations of a game.
    Normalized,
}

/// A sequential probability ratio test (SPRT) of two Elo differences.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The Elo differences of the two hypotheses. The second one is larger.
    pub elos: [f64; 2],
    /// Probability that the second hypothesis is accepted although the first one is true, and the reverse.
    pub errors: [f64; 2],
    /// Scale of the Elo differences.
    pub model: EloModel,
}

impl Sprt {
    /// Logarithm of the likelihood ratio (LLR) of the two hypotheses, computed as if the scores of pairs had a normal
    /// distribution with the variance of the match (the generalised SPRT in its usual approximation). It is positive if
    /// the second hypothesis is more likely.
    pub fn likelihood_ratio(&self, score: &MatchScore) -> f64 {
        let (mean, variance) = score.mean_and_variance();
        let variance = variance.max(LEAST_VARIANCE);
        let [lower, upper] = self.scores(variance);
        f64::from(score.number()) * (upper - lower) * (2.0 * mean - lower - upper) / (2.0 * variance)
    }

    /// Mean scores of the two hypotheses if the score of a pair has this variance.
    fn scores(&self, variance: f64) -> [f64; 2] {
        self.elos.map(|elo| match self.model {
            EloModel::Logistic => 1.0 / (1.0 + 10_f64.powf(-elo / 400.0)),
            EloModel::Normalized => 0.5 + elo / NORMALIZED_ELO * SQRT_2 * variance.sqrt(),
        })
    }

    /// The likelihood ratios at which the first and the second hypothesis are accepted.
    pub fn bounds(&self) -> [f64; 2] {
        let [alpha, beta] = self.errors;
        [(beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln()]
    }

    /// The result of the test: whether it accepts the second hypothesis rather than the first. `None` if the test needs
    /// more games.
    pub fn accepts(&self, score: &MatchScore) -> Option<bool> {
        let (ratio, [lower, upper]) = (self.likelihood_ratio(score), self.bounds());
        let is_decided = score.number() >= LEAST_PAIRS && (ratio <= lower || ratio >= upper);
        is_decided.then_some(ratio > 0.0)
    }
}

/// The standard normal distribution function, with an error below 0.0000002.
fn normal_distribution(x: f64) -> f64 {
    // Abramowitz and Stegun, Handbook of Mathematical Functions, 26.2.17.
    const TERMS: [f64; 5] = [0.319_381_530, -0.356_563_782, 1.781_477_937, -1.821_255_978, 1.330_274_429];
    let t = 1.0 / (1.0 + 0.231_641_9 * x.abs());
    let sum = TERMS.iter().rev().fold(0.0, |sum, term| (sum + term) * t);
    let tail = (-x * x / 2.0).exp() / std::f64::consts::TAU.sqrt() * sum;
    if x < 0.0 { tail } else { 1.0 - tail }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEST: Sprt = Sprt { elos: [0.0, 30.0], errors: [0.05, 0.05], model: EloModel::Logistic };

    fn score(pairs: impl IntoIterator<Item = [u8; 2]>) -> MatchScore {
        let mut score = MatchScore::default();
        pairs.into_iter().for_each(|pair| score.add_pair(pair));
        score
    }

    /// A score with these pentanomial frequencies.
    fn score_of(pairs: [usize; 5]) -> MatchScore {
        let kinds = [[0, 0], [0, 1], [1, 1], [1, 2], [2, 2]];
        score(kinds.into_iter().zip(pairs).flat_map(|(kind, count)| vec![kind; count]))
    }

    /// Twenty won pairs accept the larger difference and twenty lost ones the smaller. An even match and ten won pairs
    /// decide nothing.
    #[test]
    fn the_test_decides_for_the_likelier_difference() {
        assert_eq!(TEST.accepts(&score([[2, 2]; 20])), Some(true));
        assert_eq!(TEST.accepts(&score([[0, 0]; 20])), Some(false));
        assert_eq!(TEST.accepts(&score([[2, 2], [0, 1]].repeat(8))), None);
        assert_eq!(TEST.accepts(&score([[2, 2]; 10])), None);
    }

    /// The text of a match with three wins and a loss has its score in percent and its Elo difference. Four lost games have no
    /// difference.
    #[test]
    fn the_text_has_score_and_elo() {
        let text = |pairs: [[u8; 2]; 2]| score(pairs).to_string();
        assert!(text([[0, 0], [0, 0]]).ends_with(": 0.0 % ± 0.0, Elo unbounded below"));
        let text = text([[2, 2], [2, 0]]);
        assert!(text.starts_with("4 games: 3 won, 0 drawn, 1 lost: 75.0 % ± "), "{text}");
        assert!(text.contains("Elo +191"), "{text}");
    }

    /// A first pair of one and a half points has an Elo difference and no error; two won pairs have no difference.
    #[test]
    fn a_difference_is_unbounded_only_if_all_games_are_won_or_lost() {
        let text = |pairs: &[[u8; 2]]| score(pairs.to_vec()).elo().to_string();
        assert_eq!(text(&[[2, 1]]), "+190.8");
        assert_eq!(text(&[[1, 1]]), "+0.0");
        assert_eq!(text(&[[2, 2], [2, 2]]), "unbounded");
        assert_eq!(text(&[[0, 0]]), "unbounded below");
        assert!(text(&[[2, 2], [2, 1]]).starts_with("+338.0 ± "), "{}", text(&[[2, 2], [2, 1]]));
    }

    /// The bounds of 5 % are ±2.94. With a smaller first error it takes more to accept the second hypothesis.
    #[test]
    fn the_bounds_follow_from_the_errors() {
        let [lower, upper] = TEST.bounds();
        assert!((upper - 2.944).abs() < 0.001 && (lower + 2.944).abs() < 0.001);
        let [lower, upper] = Sprt { errors: [0.01, 0.05], ..TEST }.bounds();
        assert!((upper - 4.554).abs() < 0.001 && (lower + 2.986).abs() < 0.001, "{lower} {upper}");
    }

    /// Greatest likelihood of the pair scores of a match among all distributions with this mean, as a logarithm. The
    /// multiplier of the constraint is found by halving an interval.
    fn greatest_log_likelihood(pairs: [usize; 5], mean: f64) -> f64 {
        let count = pairs.iter().sum::<usize>() as f64;
        let values = [0.0, 0.25, 0.5, 0.75, 1.0];
        let share = pairs.map(|pairs| pairs as f64 / count);
        let probabilities = |multiplier: f64| {
            let divided = |index: usize| share[index] / (1.0 + multiplier * (values[index] - mean));
            std::array::from_fn::<f64, 5, _>(divided)
        };
        let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
        for _ in 0..200 {
            let middle = (low + high) / 2.0;
            let excess: f64 =
                probabilities(middle).iter().zip(values).map(|(share, value)| share * (value - mean)).sum();
            *(if excess > 0.0 { &mut low } else { &mut high }) = middle;
        }
        let found = probabilities(low);
        pairs.iter().zip(found).map(|(&pairs, probability)| pairs as f64 * probability.ln()).sum()
    }

    /// The likelihood ratio is within 5 % of that of the most likely distributions with the two means, for both meanings of
    /// Elo, in matches that are even, better and worse.
    #[test]
    fn the_likelihood_ratio_is_near_that_of_the_most_likely_distributions() {
        for pairs in
            [[10, 80, 200, 90, 12], [30, 150, 260, 190, 50], [60, 60, 100, 40, 40], [5, 20, 400, 30, 5]]
        {
            for model in [EloModel::Logistic, EloModel::Normalized] {
                let (test, score) = (Sprt { elos: [0.0, 5.0], model, ..TEST }, score_of(pairs));
                let [lower, upper] = test.scores(score.mean_and_variance().1);
                let exact = greatest_log_likelihood(pairs, upper) - greatest_log_likelihood(pairs, lower);
                let ratio = test.likelihood_ratio(&score);
                assert!((ratio - exact).abs() < 0.05 * exact.abs(), "{pairs:?} {model:?}: {ratio}, {exact}");
            }
        }
    }

    /// Variance, error and normalised Elo equal those that are computed from the list of all pairs, and the normal
    /// distribution equals the sum of its density.
    #[test]
    fn figures_equal_those_of_the_list_of_pairs() {
        let counts = [3, 14, 21, 17, 8];
        let list: Vec<f64> =
            counts.iter().enumerate().flat_map(|(half, &count)| vec![half as f64 / 4.0; count]).collect();
        let number = list.len() as f64;
        let mean = list.iter().sum::<f64>() / number;
        let variance = list.iter().map(|score| (score - mean) * (score - mean)).sum::<f64>() / number;
        let score = score_of(counts);
        assert!((score.points() - mean * 2.0 * number).abs() < 1e-9);
        let elo = |score: f64| 400.0 * (score / (1.0 - score)).log10();
        assert!((score.elo().value - elo(mean)).abs() < 1e-9);
        assert!((score.elo().range[0] - elo(mean - 1.96 * (variance / number).sqrt())).abs() < 1e-9);
        // The variance of a game in a pair is twice that of the mean of both.
        let normalized = (mean - 0.5) / (2.0 * variance).sqrt() * 800.0 / 10_f64.ln();
        assert!((score.normalized_elo().value - normalized).abs() < 1e-9);
        let z = (mean - 0.5) / (variance / number).sqrt();
        let density = |x: f64| (-x * x / 2.0).exp() / std::f64::consts::TAU.sqrt();
        let step = 1e-4;
        let area: f64 =
            (0..100_000).map(|i| z - (f64::from(i) + 0.5) * step).map(|x| density(x) * step).sum();
        assert!((score.superiority() - area).abs() < 1e-6, "{} {area}", score.superiority());
        assert!((score_of([8, 17, 21, 14, 3]).superiority() + score.superiority() - 1.0).abs() < 1e-6);
    }
}
