//! Offers in the sidebar of a game: to resume an unfinished game, or to learn the pieces when the program starts for
//! the first time.

use std::time::Duration;

use crate::game::PlayerKind;
use crate::game::game_record::GameRecord;
use crate::rules::Color;
use crate::view::text::counted;

pub enum Offer {
    /// Offer to resume an unfinished game.
    Resume {
        /// Move number, opponent and age of the game.
        details: String,
        /// Sentence about what is damaged in the saved game.
        damage: Option<String>,
    },
    /// Offer to open the lessons.
    Learn,
}

impl Offer {
    /// Offer to resume the game of `record`, which was saved `age` ago. `damage` says what of it cannot be read.
    pub fn resume(record: &GameRecord, age: Duration, damage: Option<String>) -> Self {
        Self::Resume { details: details(record, age), damage }
    }

    pub const fn question(&self) -> &'static str {
        match self {
            Self::Resume { .. } => "Resume your last game?",
            Self::Learn => "New here? Learn the pieces in ten minutes.",
        }
    }

    /// Label of the button that accepts the offer.
    pub const fn accept_label(&self) -> &'static str {
        match self {
            Self::Resume { .. } => "Resume",
            Self::Learn => "Learn",
        }
    }

    /// The texts below the question.
    pub fn paragraphs(&self) -> impl Iterator<Item = &str> {
        let (details, damage) = match self {
            Self::Resume { details, damage } => (Some(details), damage.as_ref()),
            Self::Learn => (None, None),
        };
        details.into_iter().chain(damage).map(String::as_str)
    }

    pub fn announcement(&self) -> String {
        let question = self.question();
        match self {
            Self::Resume { details, damage } => {
                let damage = damage.as_ref().map_or(String::new(), |damage| format!("{damage} "));
                format!("{question} {details}. {damage}Press Enter to resume it.")
            }
            Self::Learn => format!("{question} Press Enter to open the lessons."),
        }
    }
}

/// Words such as `Move 23 against the computer, 12 minutes ago`.
fn details(record: &GameRecord, age: Duration) -> String {
    let is_human = |color| record.setup.players[color] == PlayerKind::Human;
    let whom = if Color::ALL.into_iter().all(is_human) { ", two players" } else { " against the computer" };
    format!("Move {}{whom}, {}", record.move_number(), ago(age))
}

/// Words such as `12 minutes ago`.
fn ago(age: Duration) -> String {
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
