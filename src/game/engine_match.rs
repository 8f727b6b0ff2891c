//! A match of two engines or levels that play each other while the user watches.

use std::fmt;

use super::match_score::EloDifference;
use crate::rules::{ByColor, Color};

/// A player of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MatchPlayer {
    /// A level of this program; 0 stands for the six rules.
    Level(u8),
    /// The engine of this name.
    Engine(String),
}

impl fmt::Display for MatchPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Level(0) => f.write_str("Six rules"),
            Self::Level(level) => write!(f, "Level {level}"),
            Self::Engine(name) => f.write_str(name),
        }
    }
}

/// The players of a match and its score so far. The first player has White in the first game, and colours alternate.
///
/// ```
/// use xxlchess::game::engine_match::{EngineMatch, MatchPlayer};
/// use xxlchess::rules::Color;
///
/// let mut played = EngineMatch::new([MatchPlayer::Level(1), MatchPlayer::Level(2)], 4);
/// for winner in [Some(Color::Black), Some(Color::Black), None] {
///     played.add(winner);
/// }
/// assert_eq!(played.score(), "Level 1 1½ – 1½ Level 2");
/// assert_eq!(played.players().white, MatchPlayer::Level(2), "White in the fourth game");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineMatch {
    players: [MatchPlayer; 2],
    games: u32,
    /// Number of games that the first player has won, drawn and lost.
    results: [u32; 3],
}

impl EngineMatch {
    /// A match of this number of games.
    pub fn new(players: [MatchPlayer; 2], games: u32) -> Self {
        Self { players, games, results: [0; 3] }
    }

    fn played(&self) -> u32 {
        self.results.iter().sum()
    }

    /// Whether all games have been played.
    pub fn is_over(&self) -> bool {
        self.played() >= self.games
    }

    fn first_color(&self) -> Color {
        if self.played().is_multiple_of(2) { Color::White } else { Color::Black }
    }

    /// Player of each colour in the present game.
    pub fn players(&self) -> ByColor<MatchPlayer> {
        let [first, second] = &self.players;
        ByColor::from_fn(|color| if color == self.first_color() { first } else { second }.clone())
    }

    /// Adds the result of the present game.
    pub fn add(&mut self, winner: Option<Color>) {
        let first = self.first_color();
        self.results[winner.map_or(1, |winner| if winner == first { 0 } else { 2 })] += 1;
    }

    /// The score in points, such as `Fish 2½ – 1½ Level 4`.
    pub fn score(&self) -> String {
        let [won, drawn, lost] = self.results;
        let points = |wins: u32| match (wins + drawn / 2, drawn % 2) {
            (whole, 0) => whole.to_string(),
            (0, _) => "½".to_owned(),
            (whole, _) => format!("{whole}½"),
        };
        let [first, second] = &self.players;
        format!("{first} {} – {} {second}", points(won), points(lost))
    }

    /// Wins, draws and losses of the first player in sentences, and from four games on the difference of the ratings with an interval
    /// that contains it with a probability of 95 %. There is no difference if a player has all points.
    pub fn details(&self) -> String {
        let [won, drawn, lost] = self.results;
        let played = self.played();
        if played == 0 {
            return String::new();
        }
        let counts = format!("+{won} ={drawn} −{lost}.");
        let mean = f64::from(2 * won + drawn) / f64::from(2 * played.max(1));
        if played < 4 || mean <= 0.0 || mean >= 1.0 {
            return counts;
        }
        let square = |points: f64| (points - mean).powi(2);
        let sum =
            f64::from(won) * square(1.0) + f64::from(drawn) * square(0.5) + f64::from(lost) * square(0.0);
        let elo = EloDifference::new(mean, sum.sqrt() / f64::from(played));
        format!("{counts} Elo {elo:.0}.")
    }

    /// Number of the present game and of all games: `Game 3 of 10`.
    pub fn number(&self) -> String {
        format!("Game {} of {}", (self.played() + 1).min(self.games), self.games)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Colours alternate, so a player that wins three games with both colours has three points. The ratings are compared
    /// from four games on, and not if a player has all points.
    #[test]
    fn points_and_ratings_are_those_of_the_first_player() {
        let players = [MatchPlayer::Engine("Fish".to_owned()), MatchPlayer::Level(4)];
        let mut played = EngineMatch::new(players, 5);
        assert_eq!(
            (played.score().as_str(), played.number().as_str()),
            ("Fish 0 – 0 Level 4", "Game 1 of 5")
        );
        for winner in [Color::White, Color::Black, Color::White] {
            played.add(Some(winner));
        }
        assert_eq!((played.score().as_str(), played.details().as_str()), ("Fish 3 – 0 Level 4", "+3 =0 −0."));
        played.add(None);
        assert_eq!(played.score(), "Fish 3½ – ½ Level 4");
        assert_eq!(played.details(), "+3 =1 −0. Elo +338 ± 541.");
        assert!(!played.is_over());
        played.add(Some(Color::Black));
        assert!(played.is_over());
        assert_eq!(
            (played.details().starts_with("+3 =1 −1"), played.number().as_str()),
            (true, "Game 5 of 5")
        );
    }
}
