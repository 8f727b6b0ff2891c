//! Selections of puzzles, from which the next puzzle is chosen.

use crate::game::description::capitalized;

/// Lowest rating of the first band.
const FIRST_BAND: u16 = 600;
/// Width of a band of ratings.
const BAND: u16 = 300;
/// Number of bands. The first one includes all easier puzzles, the last one all harder puzzles.
const BANDS: u16 = 6;

/// Which puzzles the player wants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Selection {
    /// Puzzles near the player's rating.
    Mixed,
    /// Puzzles of growing difficulty until the first error.
    Streak,
    /// The puzzle of the day.
    Day,
    /// Puzzles whose last attempt went wrong.
    Retry,
    /// All puzzles, in the order of the list.
    List,
    /// Mistakes of the player, first those that are due.
    Mistakes,
    /// Puzzles with this theme.
    Theme(String),
    /// Puzzles in which a piece of this name moves first.
    Piece(String),
    /// Puzzles of a band of ratings. The number is the lowest rating of the band.
    Band(u16),
}

impl Selection {
    /// The selections whose text is a single word, and this word.
    const WORDS: [(Self, &'static str); 6] = [
        (Self::Mixed, "mixed"),
        (Self::Streak, "streak"),
        (Self::Day, "day"),
        (Self::Retry, "retry"),
        (Self::List, "list"),
        (Self::Mistakes, "mistakes"),
    ];

    /// All bands of ratings.
    pub fn bands() -> impl Iterator<Item = Self> {
        (0..BANDS).map(|band| Self::Band(FIRST_BAND + BAND * band))
    }

    /// The band to which a puzzle with this rating belongs.
    pub fn band_of(rating: u16) -> Self {
        let band = rating.saturating_sub(FIRST_BAND) / BAND;
        Self::Band(FIRST_BAND + BAND * band.min(BANDS - 1))
    }

    /// The text of the selection in the log of attempts.
    pub fn to_text(&self) -> String {
        match self {
            Self::Theme(name) => format!("theme {name}"),
            Self::Piece(name) => format!("piece {name}"),
            Self::Band(rating) => format!("rating {rating}"),
            _ => Self::WORDS.iter().find(|(known, _)| known == self).map_or("", |(_, word)| word).to_owned(),
        }
    }

    /// Parses what [`Selection::to_text`] returns.
    pub fn parse(text: &str) -> Option<Self> {
        if let Some((known, _)) = Self::WORDS.iter().find(|(_, word)| *word == text) {
            return Some(known.clone());
        }
        let (word, rest) = text.split_once(' ').filter(|(_, rest)| !rest.is_empty())?;
        match word {
            "theme" => Some(Self::Theme(rest.to_owned())),
            "piece" => Some(Self::Piece(rest.to_owned())),
            "rating" => rest.parse().ok().map(Self::Band),
            _ => None,
        }
    }

    /// The title of the selection on the screen.
    pub fn title(&self) -> String {
        match self {
            Self::Mixed => "Mixed".to_owned(),
            Self::Streak => "Streak".to_owned(),
            Self::Day => "Puzzle of the day".to_owned(),
            Self::Retry => "To try again".to_owned(),
            Self::List => "All puzzles".to_owned(),
            Self::Mistakes => "Learn from your mistakes".to_owned(),
            Self::Theme(name) | Self::Piece(name) => capitalized(name),
            &Self::Band(low) if low == FIRST_BAND => format!("Under {}", low + BAND),
            &Self::Band(low) if low == FIRST_BAND + BAND * (BANDS - 1) => format!("From {low}"),
            Self::Band(low) => format!("{low}–{}", low + BAND),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every kind of selection is parsed from its own text, and other texts are refused.
    #[test]
    fn selections_are_read_as_they_are_written() {
        let named = [Selection::Theme("mate in 2".to_owned()), Selection::Piece("camel".to_owned())];
        let words = Selection::WORDS.map(|(one, _)| one);
        for one in named.into_iter().chain(words).chain(Selection::bands()) {
            assert_eq!(Selection::parse(&one.to_text()), Some(one));
        }
        for text in ["", "theme", "theme ", "rating x", "mixed up"] {
            assert_eq!(Selection::parse(text), None, "{text}");
        }
    }

    /// A rating below the first band belongs to the first band, and a rating above the last band to the last band.
    #[test]
    fn every_rating_has_a_band() {
        for (rating, low) in [(100, 600), (600, 600), (899, 600), (900, 900), (2399, 2100), (3000, 2100)] {
            assert_eq!(Selection::band_of(rating), Selection::Band(low));
        }
        let titles: Vec<_> = Selection::bands().map(|band| band.title()).collect();
        assert_eq!([&*titles[0], &titles[1], &titles[5]], ["Under 900", "900–1200", "From 2100"]);
    }
}
