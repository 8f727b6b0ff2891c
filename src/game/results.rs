//! Results of games against the computer: a log, from which the player's rating in each variant is computed.
//!
//! A file has a line for each game: `2026-11-23 chess 4 won`, which is the date, the variant, the level of the computer (0
//! for the six rules) and the result.

use std::fmt;

use super::GameSetup;
use super::game_record::GameRecord;
use super::options::OpponentKind;
use super::puzzle::progress::{Date, log_lines, log_text};
use super::rating::Rating;
use crate::engine::difficulty::Difficulty;
use crate::rules::Position;

/// First line of the file.
const HEADER: &str = "# Games against the computer: date, variant, level, result (xxlchess 1)";

/// The score of a player in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// The player won.
    Won,
    /// The game was drawn.
    Drawn,
    /// The player lost.
    Lost,
}

impl Score {
    /// All scores, the best first.
    pub const ALL: [Self; 3] = [Self::Won, Self::Drawn, Self::Lost];

    /// The score in the file and on the screen.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Won => "won",
            Self::Drawn => "drawn",
            Self::Lost => "lost",
        }
    }

    const fn points(self) -> f64 {
        match self {
            Self::Won => 1.0,
            Self::Drawn => 0.5,
            Self::Lost => 0.0,
        }
    }
}

/// A line of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// Date on which the game ended.
    pub date: Date,
    /// Name of the variant.
    pub variant: String,
    /// Level of the computer.
    pub level: Difficulty,
    /// The player's score.
    pub score: Score,
}

/// Whether games of `setup` count for a rating if the human has no help: one human plays against the computer from the start
/// of the variant with equal clocks. Fog of war is another game, for which the levels have no rating.
pub fn is_rated(setup: &GameSetup) -> bool {
    let is_start = Position::start(setup.position.variant()).is_ok_and(|start| start == setup.position);
    let is_computer = setup.options.opponent == OpponentKind::Computer;
    let is_usual = !setup.options.fog_of_war && setup.controls.white == setup.controls.black;
    setup.only_human().is_some() && is_computer && is_usual && is_start
}

impl GameResult {
    /// The result of a finished game. `None` if the game counts for no rating: it is not over, has no moves, is not rated
    /// ([`is_rated`]), or the human had help.
    pub fn of(record: &GameRecord, date: Date) -> Option<Self> {
        let (setup, termination) = (&record.setup, record.termination?);
        let (human, variant) = (setup.only_human()?, setup.position.variant());
        if !is_rated(setup) || record.is_assisted || record.moves.is_empty() {
            return None;
        }
        let score = match termination.winner() {
            Some(winner) if winner == human => Score::Won,
            Some(_) => Score::Lost,
            None => Score::Drawn,
        };
        let level = Difficulty::new(setup.options.difficulty);
        Some(Self { date, variant: variant.rules().name.clone(), level, score })
    }

    /// Parses a line of the log.
    fn parse(line: &str) -> Option<Self> {
        let mut words = line.split(' ');
        let date = Date::parse(words.next()?)?;
        let variant = words.next()?.to_owned();
        let level = Difficulty::new(words.next()?.parse().ok()?);
        let score = words.next()?;
        let score = Score::ALL.into_iter().find(|known| known.word() == score)?;
        let result = Self { date, variant, level, score };
        // A line that is not formatted exactly as here, such as one with a level that does not exist, is refused.
        (result.to_string() == line).then_some(result)
    }
}

impl fmt::Display for GameResult {
    /// Writes a line of the file.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {} {}", self.date, self.variant, self.level.number(), self.score.word())
    }
}

/// The log of results.
///
/// ```
/// use xxlchess::game::results::Results;
///
/// let results = Results::parse("2026-11-23 chess 4 won\n2026-11-24 chess 4 lost\n");
/// assert_eq!(results.ratings("chess").len(), 2);
/// assert_eq!(results.variants(), ["chess"]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Results(Vec<GameResult>);

impl Results {
    /// Parses the text of a file. Lines that are not results are skipped.
    pub fn parse(text: &str) -> Self {
        Self(log_lines(text).filter_map(GameResult::parse).collect())
    }

    /// Whether [`Results::parse`] skips only comments.
    pub fn is_whole(text: &str) -> bool {
        log_lines(text).all(|line| GameResult::parse(line).is_some())
    }

    /// The text of a file of at most `limit` bytes. If not all results fit, the oldest are left out.
    pub fn to_text(&self, limit: usize) -> String {
        log_text(HEADER, &self.0, limit)
    }

    /// Adds a result at the end of the log.
    pub fn add(&mut self, result: GameResult) {
        self.0.push(result);
    }

    /// The variants of the log, that of the last game first.
    pub fn variants(&self) -> Vec<&str> {
        let mut variants: Vec<&str> = Vec::new();
        for result in self.0.iter().rev() {
            if !variants.contains(&result.variant.as_str()) {
                variants.push(&result.variant);
            }
        }
        variants
    }

    fn of_variant<'r>(&'r self, variant: &'r str) -> impl Iterator<Item = &'r GameResult> {
        self.0.iter().filter(move |result| result.variant == variant)
    }

    /// The player's rating in `variant` after each game against a level that has a rating. Before the first game it is the
    /// rating of the level that the player has chosen for it.
    pub fn ratings(&self, variant: &str) -> Vec<Rating> {
        let mut now: Option<Rating> = None;
        let rated = self.of_variant(variant).filter_map(|result| {
            let value = f64::from(result.level.row().rating?);
            let before = now.unwrap_or(Rating { value, ..Rating::NEW });
            now = Some(before.after_result(Rating::estimated(value), result.score.points()));
            now
        });
        rated.collect()
    }

    /// The player's rating in `variant`; `None` before the first game.
    pub fn rating(&self, variant: &str) -> Option<Rating> {
        self.ratings(variant).last().copied()
    }

    /// The number of games in `variant` against `level` that were won, drawn and lost.
    pub fn tally(&self, variant: &str, level: Difficulty) -> [usize; 3] {
        let games = || self.of_variant(variant).filter(|result| result.level == level);
        Score::ALL.map(|score| games().filter(|result| result.score == score).count())
    }

    /// The level for the game after `last`. After a win it is the next level and after a loss the one before, if that is
    /// nearer to the player's rating. Otherwise the level stays.
    pub fn next_level(&self, last: &GameResult) -> Difficulty {
        let distance = |level: Difficulty| {
            let rating = self.rating(&last.variant)?.value;
            Some((f64::from(level.row().rating?) - rating).abs())
        };
        let step = match last.score {
            Score::Won => 1,
            Score::Drawn => 0,
            Score::Lost => -1,
        };
        let next = Difficulty::new(last.level.number().saturating_add_signed(step));
        let is_nearer = distance(next).zip(distance(last.level)).is_some_and(|(next, last)| next < last);
        if is_nearer { next } else { last.level }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(level: u8, score: Score) -> GameResult {
        let date = Date { year: 2026, month: 11, day: 23 };
        GameResult { date, variant: "chess".to_owned(), level: Difficulty::new(level), score }
    }

    /// A log is read as it was written. Lines with an unknown level, result or date are skipped.
    #[test]
    fn a_log_is_read_as_it_is_written() {
        let mut results = Results::default();
        for score in Score::ALL {
            results.add(result(4, score));
        }
        assert_eq!(Results::parse(&results.to_text(1_000)), results);
        assert!(Results::is_whole(&results.to_text(1_000)));
        for line in [
            "2026-11-23 chess 11 won",
            "2026-11-23 chess 04 won",
            "2026-11-23 chess 4 gained",
            "2026-13-23 chess 4 won",
            "2026-11-23 chess 4",
            "2026-11-23 chess 4 won twice",
        ] {
            assert!(!Results::is_whole(line), "{line}");
            assert_eq!(Results::parse(line), Results::default(), "{line}");
        }
    }

    /// Each variant has a rating of its own. A win raises it, a loss lowers it, and a draw against a stronger level raises
    /// it.
    #[test]
    fn ratings_follow_the_results_of_their_variant() {
        let rating = |lines: &str| Results::parse(lines).rating("chess").map(|rating| rating.value);
        let level = Difficulty::new(4).row().rating.map(f64::from);
        assert!(rating("2026-11-23 chess 4 won") > level);
        assert!(rating("2026-11-23 chess 4 lost") < level);
        assert_eq!(rating("2026-11-23 chess 4 drawn"), level);
        assert!(rating("2026-11-23 chess 4 drawn\n2026-11-23 chess 9 drawn") > level);
        assert_eq!(rating("2026-11-23 xxl 9 won"), None);
    }

    /// Games are counted by level, variant and score.
    #[test]
    fn games_are_counted_by_level() {
        let log = "2026-11-23 chess 4 won\n2026-11-23 chess 4 lost\n2026-11-23 chess 4 won\n\
                   2026-11-24 xxl 4 drawn\n2026-11-24 chess 5 drawn\n";
        let results = Results::parse(log);
        assert_eq!(results.tally("chess", Difficulty::new(4)), [2, 0, 1]);
        assert_eq!(results.tally("chess", Difficulty::new(5)), [0, 1, 0]);
        assert_eq!(results.tally("xxl", Difficulty::new(4)), [0, 1, 0]);
        assert_eq!(results.variants(), ["chess", "xxl"]);
    }

    /// After five wins the next level is one higher, after five losses one lower, and after a draw the same. There is no level
    /// above the strongest one and none below the weakest one. A loss against a level far below the rating changes nothing.
    #[test]
    fn the_next_level_is_one_step_nearer_to_the_rating() {
        let next = |level: u8, score: Score| {
            let mut results = Results::default();
            (0..5).for_each(|_| results.add(result(level, score)));
            results.next_level(&result(level, score)).number()
        };
        assert_eq!((next(3, Score::Won), next(3, Score::Lost), next(3, Score::Drawn)), (4, 2, 3));
        assert_eq!((next(1, Score::Lost), next(10, Score::Won)), (1, 10));
        let mut strong = Results::default();
        strong.add(result(8, Score::Won));
        strong.add(result(3, Score::Lost));
        assert_eq!(strong.next_level(&result(3, Score::Lost)).number(), 3);
    }
}
