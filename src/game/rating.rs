//! Glicko-2 rating, after the paper "Example of the Glicko-2 system" by Mark Glickman.

use std::f64::consts::PI;
use std::fmt;

/// Rating points that make one unit of the internal scale. The paper computes in the internal scale.
const SCALE: f64 = 173.7178;
/// The rating that is 0 on the internal scale.
const CENTER: f64 = 1500.0;
/// Limit for changes of the volatility (tau in the paper).
const TAU: f64 = 0.5;
/// Precision with which the volatility is computed.
const EPSILON: f64 = 1e-6;

/// A rating with its uncertainty.
///
/// ```
/// use xxlchess::game::rating::Rating;
///
/// let after = Rating::NEW.after(&[(Rating::estimated(1400.0), 1.0)]);
/// assert!(after.value > Rating::NEW.value && after.deviation < Rating::NEW.deviation);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The rating.
    pub value: f64,
    /// Rating deviation. With a probability of 95 % the true rating differs from `value` by at most two deviations.
    pub deviation: f64,
    /// Rating volatility: how much the rating is expected to change from one period to the next.
    pub volatility: f64,
}

impl Rating {
    /// The rating of a new player. It is that of a beginner, because most players of a new game are beginners. The
    /// deviation is lower than the 350 of the paper, with which a single error costs up to 350 points.
    pub const NEW: Self = Self { value: 1200.0, deviation: 200.0, volatility: 0.06 };
    /// Minimum rating of a player, which is that of the easiest puzzles.
    const LEAST: f64 = 100.0;
    /// Minimum deviation of a player. Without it, the rating of a player with many attempts would hardly change.
    pub const LEAST_DEVIATION: f64 = 60.0;

    /// Deviation above which a rating is shown with a question mark.
    const PROVISIONAL: f64 = 110.0;

    /// The rating of a puzzle, or of a level of the computer. Its deviation is 75, because these ratings are estimates.
    pub const fn estimated(value: f64) -> Self {
        Self { value, deviation: 75.0, volatility: 0.06 }
    }

    /// The rating of a player after one result against `opponent`. `score` is 1 for a win, 0.5 for a draw and 0 for a loss.
    /// The deviation is at least [`Rating::LEAST_DEVIATION`].
    #[must_use]
    pub fn after_result(self, opponent: Self, score: f64) -> Self {
        let after = self.after(&[(opponent, score)]);
        Self { deviation: after.deviation.max(Self::LEAST_DEVIATION), ..after }
    }

    /// The rating after a period with these results, at least 100. A result is the rating of an opponent and a score from 0 to 1.
    pub fn after(self, results: &[(Self, f64)]) -> Self {
        let (mu, phi) = (self.mu(), self.phi());
        // Two sums over the opponents: the inverse of the variance, and the score above the expected score.
        let (mut information, mut improvement) = (0.0, 0.0);
        for (opponent, score) in results {
            let weight = 1.0 / (1.0 + 3.0 * (opponent.phi() / PI).powi(2)).sqrt();
            let expected = 1.0 / (1.0 + (-weight * (mu - opponent.mu())).exp());
            information += weight * weight * expected * (1.0 - expected);
            improvement += weight * (score - expected);
        }
        if information == 0.0 {
            return Self { deviation: SCALE * phi.hypot(self.volatility), ..self };
        }
        let variance = 1.0 / information;
        let volatility = self.new_volatility(variance, variance * improvement);
        let phi = 1.0 / (1.0 / (phi * phi + volatility * volatility) + information).sqrt();
        let value = CENTER + SCALE * (mu + phi * phi * improvement);
        Self { value: value.max(Self::LEAST), deviation: SCALE * phi, volatility }
    }

    /// The rating as a whole number.
    pub fn rounded(self) -> u16 {
        // Ratings are between 100 and some thousands.
        self.value.round() as u16
    }

    fn mu(self) -> f64 {
        (self.value - CENTER) / SCALE
    }

    fn phi(self) -> f64 {
        self.deviation / SCALE
    }

    /// The volatility after the period, by step 5 of the paper: the Illinois algorithm finds the root of `f`. `delta`
    /// is the estimated improvement of the rating.
    fn new_volatility(self, variance: f64, delta: f64) -> f64 {
        let phi2 = self.phi().powi(2);
        let start = (self.volatility * self.volatility).ln();
        let f = |x: f64| {
            let sum = phi2 + variance + x.exp();
            x.exp() * (delta * delta - sum) / (2.0 * sum * sum) - (x - start) / (TAU * TAU)
        };
        let mut a = start;
        let mut b = (delta * delta - phi2 - variance).ln();
        if !b.is_finite() {
            b = start - TAU;
            // The smaller `x` is, the larger is `f(x)`, without a limit.
            while f(b) < 0.0 {
                b -= TAU;
            }
        }
        let (mut at_a, mut at_b) = (f(a), f(b));
        // The interval shrinks in each round. The limit ends the loop if a number is infinite or not a number.
        for _ in 0..100 {
            if (b - a).abs() <= EPSILON {
                break;
            }
            let c = a + (a - b) * at_a / (at_b - at_a);
            let at_c = f(c);
            if at_c * at_b <= 0.0 {
                (a, at_a) = (b, at_b);
            } else {
                at_a /= 2.0;
            }
            (b, at_b) = (c, at_c);
        }
        (a / 2.0).exp()
    }
}

impl fmt::Display for Rating {
    /// Formats as `1234`, or as `1234?` while the rating is uncertain.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = if self.deviation > Self::PROVISIONAL { "?" } else { "" };
        write!(f, "{}{mark}", self.rounded())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rating(value: f64, deviation: f64) -> Rating {
        Rating { value, deviation, volatility: 0.06 }
    }

    /// The example of the paper, with a win and two losses, has the results that the paper gives.
    #[test]
    fn the_worked_example_gives_the_numbers_of_the_paper() {
        let results =
            [(rating(1400.0, 30.0), 1.0), (rating(1550.0, 100.0), 0.0), (rating(1700.0, 300.0), 0.0)];
        let after = rating(1500.0, 200.0).after(&results);
        assert!((after.value - 1464.06).abs() < 0.01, "{after:?}");
        assert!((after.deviation - 151.52).abs() < 0.01, "{after:?}");
        assert!((after.volatility - 0.05999).abs() < 0.00001, "{after:?}");
    }

    /// After a period without results only the deviation has grown.
    #[test]
    fn a_rating_without_results_becomes_less_certain() {
        let after = rating(1500.0, 200.0).after(&[]);
        assert_eq!((after.value, after.volatility), (1500.0, 0.06));
        assert!((after.deviation - 200.2714).abs() < 0.001, "{after:?}");
    }

    /// A win against a much higher rating raises the volatility, and a win against a much lower rating lowers it. Step
    /// 5 of the paper starts with a finite logarithm in the first case, and without one in the second.
    #[test]
    fn a_surprising_result_raises_the_volatility() {
        let after = rating(1200.0, 60.0).after(&[(rating(2400.0, 30.0), 1.0)]);
        assert!(after.value > 1220.0 && after.volatility > 0.06, "{after:?}");
        let expected = rating(1200.0, 60.0).after(&[(rating(600.0, 30.0), 1.0)]);
        assert!(expected.value < 1202.0 && expected.volatility < 0.06, "{expected:?}");
    }

    /// After 2,000 wins against very hard puzzles, and after 2,000 losses to very easy ones, all numbers are finite and the
    /// rating is not below that of the easiest puzzles.
    #[test]
    fn ratings_stay_finite_and_positive() {
        for (score, puzzle) in [(1.0, 3000.0), (0.0, 100.0)] {
            let mut now = Rating::NEW;
            for _ in 0..2000 {
                now = now.after(&[(Rating::estimated(puzzle), score)]);
                assert!(
                    now.value.is_finite()
                        && now.value >= 100.0
                        && now.deviation > 0.0
                        && now.volatility.is_finite(),
                    "{now:?}"
                );
            }
        }
    }
}
