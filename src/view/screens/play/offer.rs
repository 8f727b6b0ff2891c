//! Offer to resume an unfinished game, in the sidebar of another one.

use std::time::Duration;

use crate::game::PlayerKind;
use crate::game::game_record::GameRecord;
use crate::rules::Color;

pub const QUESTION: &str = "Resume your last game?";

pub struct Offer {
    /// Move number, opponent and age.
    details: String,
    /// What is damaged.
    damage: Option<String>,
}

impl Offer {
    /// Offer of the game of `record`, saved `age` ago; `damage` is what cannot be read of it.
    pub fn new(record: &GameRecord, age: Duration, damage: Option<String>) -> Self {
        Self { details: details(record, age), damage }
    }

    /// Details of the game.
    pub fn paragraphs(&self) -> impl Iterator<Item = &str> {
        std::iter::once(&self.details).chain(&self.damage).map(String::as_str)
    }

    /// The offer as an announcement.
    pub fn announcement(&self) -> String {
        let damage = self.damage.as_ref().map_or(String::new(), |damage| format!("{damage} "));
        format!("{QUESTION} {}. {damage}Press Enter to resume it.", self.details)
    }
}

/// `Move 23 against the computer, 12 minutes ago`.
fn details(record: &GameRecord, age: Duration) -> String {
    let is_human = |color| record.setup.players[color] == PlayerKind::Human;
    let whom = if Color::ALL.into_iter().all(is_human) { ", two players" } else { " against the computer" };
    format!("Move {}{whom}, {}", record.move_number(), ago(age))
}

/// `age` in words.
fn ago(age: Duration) -> String {
    let minutes = age.as_secs() / 60;
    let (count, what) = match minutes {
        0 => return "a moment ago".to_owned(),
        1..60 => (minutes, "minute"),
        60..1440 => (minutes / 60, "hour"),
        _ => (minutes / 1440, "day"),
    };
    format!("{count} {what}{} ago", if count == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Singular and plural.
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
