//! Offers in the sidebar of a game: to resume an unfinished game, or to learn the pieces when the program starts for
//! the first time.

use std::time::Duration;

use crate::game::PlayerKind;
use crate::game::game_record::GameRecord;
use crate::rules::Color;
use crate::view::text::counted;

pub struct Offer {
    pub question: &'static str,
    /// Label of the button that accepts the offer.
    pub accept: &'static str,
    /// Effect of the button that accepts the offer, in a few words.
    pub help: &'static str,
    /// Texts below the question: move number, opponent and age of the game, and what of it is damaged.
    pub details: Vec<String>,
    /// Whether it is an offer to open the lessons.
    pub is_to_learn: bool,
}

impl Offer {
    pub const LEARN: Self = Self {
        question: "New here? Learn the pieces step by step.",
        accept: "Learn",
        help: "Learn the pieces and the rules",
        details: Vec::new(),
        is_to_learn: true,
    };

    /// Offer to resume the game of `record`, which was saved `age` ago. `damage` is a sentence about what cannot be read.
    pub fn resume(record: &GameRecord, age: Duration, damage: Option<String>) -> Self {
        Self {
            question: "Resume your last game?",
            accept: "Resume",
            help: "Go on with your last game",
            details: [details(record, age)].into_iter().chain(damage).collect(),
            is_to_learn: false,
        }
    }

    pub fn announcement(&self) -> String {
        let end = if self.is_to_learn { "open the lessons" } else { "resume it" };
        let details = self.details.iter().map(|words| format!("{}. ", words.trim_end_matches('.')));
        format!("{} {}Press Enter to {end}.", self.question, details.collect::<String>())
    }
}

/// Words such as `Move 23 against the computer, 12 minutes ago`.
fn details(record: &GameRecord, age: Duration) -> String {
    let is_human = |color| record.setup.players[color] == PlayerKind::Human;
    let whom = if Color::ALL.into_iter().all(is_human) { ", two players" } else { " against the computer" };
    format!("Move {}{whom}, {}", record.move_number(), ago(age))
}

/// Words such as `12 minutes ago`.
pub fn ago(age: Duration) -> String {
    let minutes = age.as_secs() / 60;
    let (count, unit) = match minutes {
        0 => return "a moment ago".to_owned(),
        1..60 => (minutes, "minute"),
        60..1440 => (minutes / 60, "hour"),
        _ => (minutes / 1440, "day"),
    };
    format!("{} ago", counted(count as usize, unit))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Ages from nothing to two days are given in whole minutes, hours or days, in singular and plural.
    #[test]
    fn ages_are_written_in_their_largest_unit() {
        for (seconds, words) in [
            (0, "a moment ago"),
            (59, "a moment ago"),
            (60, "1 minute ago"),
            (12 * 60 + 59, "12 minutes ago"),
            (3600, "1 hour ago"),
            (23 * 3600, "23 hours ago"),
            (49 * 3600, "2 days ago"),
        ] {
            assert_eq!(ago(Duration::from_secs(seconds)), words);
        }
    }
}
