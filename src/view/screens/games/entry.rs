//! A game of the list: the data of its tags, and its row.

use std::ops::Range;
use std::path::PathBuf;

use super::Message;
use crate::engine::difficulty::Difficulty;
use crate::game::Game;
use crate::game::analysis::{Analysis, AnalysisSetup};
use crate::game::game_record::GameRecord;
use crate::game::game_record::pgn::{COMPUTER, PERSON, StartTime};
use crate::notation::pgn::{PgnGame, Tags};
use crate::notation::variant_tag::variant_name;
use crate::rules::Color;
use crate::view::form::PAGE;
use crate::view::screens::menu::preview;
use crate::view::text::counted;
use crate::view::widgets::Node;
use crate::view::widgets::node::{Ink, Surface, column, row, space, text};

/// Height of a row of the list.
pub(super) const ROW: f32 = 74.0;

/// Results by which the games are filtered, of the player if there is one.
pub(super) const RESULTS: [&str; 4] = ["Won", "Lost", "Drawn", "Unfinished"];

/// Place of a game of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GamePlace {
    /// The file of a saved game.
    File(PathBuf),
    /// Bytes of a PGN, which begin in this line.
    Text(Range<usize>, usize),
}

/// Data of a game from its tags.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameHead {
    /// Title of the variant.
    pub variant: String,
    /// The opponent of the player, or both players, in words such as `Computer, level 4, casual`.
    pub opponent: String,
    /// One of `RESULTS`; empty if neither side is the player and one has won.
    pub result: &'static str,
    /// The values of all tags in lower case.
    pub values: String,
}

impl GameHead {
    /// `title` returns the title of a variant.
    pub fn of(tags: &Tags, title: impl Fn(&str) -> String) -> Self {
        let name = |color: Color| tags.get(color.name()).unwrap_or("?");
        let mut persons = Color::ALL.into_iter().filter(|&color| name(color) == PERSON);
        let player = persons.next().filter(|_| persons.next().is_none());
        let result = match (tags.get("Result"), player) {
            (Some("1/2-1/2"), _) => "Drawn",
            (Some("1-0"), Some(Color::White)) | (Some("0-1"), Some(Color::Black)) => "Won",
            (Some("1-0" | "0-1"), Some(_)) => "Lost",
            (Some("1-0" | "0-1"), None) => "",
            _ => "Unfinished",
        };
        let words = |color: Color| {
            let level = name(color).strip_prefix(COMPUTER).and_then(|level| level.trim().parse().ok());
            level.map_or_else(
                || name(color).to_owned(),
                |level| format!("Computer, {}", Difficulty::new(level)),
            )
        };
        let opponent = match player {
            _ if Color::ALL.into_iter().all(|color| name(color) == "?") => "Unknown players".to_owned(),
            Some(color) => words(!color),
            None if name(Color::White) == PERSON => "Two players".to_owned(),
            None => format!("{} – {}", words(Color::White), words(Color::Black)),
        };
        let values: Vec<_> = tags.iter().map(|(_, value)| value.to_lowercase()).collect();
        let variant = tags.get("Variant").map_or_else(String::new, |tag| title(variant_name(tag)));
        Self { variant, opponent, result, values: values.join("\n") }
    }
}

pub struct GameEntry {
    /// The opponent of the player, or both players.
    pub opponent: String,
    pub started: Option<StartTime>,
    /// How the game ended, as a sentence; `None` if it goes on.
    pub ending: Option<String>,
    /// Whether the game is played now, in this window or another one.
    pub is_open: bool,
    /// A sentence about what is damaged in the file.
    pub damage: Option<String>,
    /// The game after its last move; `None` if nothing can be read.
    pub game: Option<(GameRecord, Game)>,
    /// The game with all its tags, if it is of another program.
    pub pgn: Option<PgnGame>,
    /// Further tags of the PGN.
    pub tags: Tags,
    /// Title of the variant, with the number of a shuffled start.
    pub variant: String,
}

impl GameEntry {
    /// An entry for a game that cannot be read, for the reason in this sentence.
    pub fn unreadable(reason: String) -> Self {
        Self {
            opponent: "Damaged game".to_owned(),
            started: None,
            ending: None,
            is_open: false,
            damage: Some(reason),
            game: None,
            pgn: None,
            tags: Tags::default(),
            variant: String::new(),
        }
    }

    /// The game. `None` if it cannot be read, or if it goes on and fog hides a part of the board.
    pub(super) fn visible(&self) -> Option<&Game> {
        let (_, game) = self.game.as_ref()?;
        (self.ending.is_some() || !game.options().fog_of_war).then_some(game)
    }

    /// Whether a person plays the game with clocks and it has not ended, so that an analysis would be help from the computer.
    pub(super) fn is_timed(&self) -> bool {
        let is_timed = |(record, game): &(GameRecord, Game)| game.has_clocks() && !record.is_of_match();
        self.ending.is_none() && self.game.as_ref().is_some_and(is_timed)
    }

    pub(super) fn can_resume(&self) -> bool {
        let is_own = self.game.as_ref().is_some_and(|(record, _)| !record.is_of_match());
        is_own && self.pgn.is_none() && self.ending.is_none() && !self.is_open
    }

    /// The PGN of the game with the moves and the analysis of `record`.
    pub(super) fn to_pgn(&self, record: &GameRecord) -> String {
        match (&self.pgn, &record.analysis) {
            (Some(pgn), Some(tree)) => PgnGame { tree: tree.clone(), ..pgn.clone() }.to_string(),
            _ => record.to_pgn(self.started.as_ref(), &self.tags),
        }
    }

    pub(super) fn last_ply(&self) -> usize {
        self.game.as_ref().map_or(0, |(_, game)| game.moves().len())
    }

    /// The side at the bottom of the board.
    pub(super) fn bottom(&self) -> Color {
        let Some((record, game)) = &self.game else { return Color::White };
        if game.both_human() { record.orientation } else { game.orientation() }
    }

    /// The analysis of the game as far as it is known; `None` if the game may not be analysed.
    pub fn analysis(&self) -> Option<AnalysisSetup> {
        let game = self.visible().filter(|_| !self.is_timed())?;
        let setup = AnalysisSetup::of_game(game, self.ending.clone(), self.bottom());
        let (record, _) = self.game.as_ref()?;
        let (mut tags, result) = match &self.pgn {
            Some(pgn) => (pgn.tags.clone(), pgn.result.clone()),
            None => (record.tags(self.started.as_ref()), record.result().to_owned()),
        };
        self.tags.iter().for_each(|(name, value)| tags.push(name, value));
        let saved = record.analysis.clone();
        let saved = saved.map(|tree| Analysis::new(tree).with_length(game.moves().len()));
        let analysis = saved.filter(|saved| saved.is_for(game)).unwrap_or(setup.analysis);
        Some(AnalysisSetup { tags, result, analysis, notice: self.damage.clone(), ..setup })
    }

    /// The record of the game with `analysis`, and its text. `None` if the file cannot be replaced or the analysis is that of
    /// another game.
    pub fn with_analysis(&self, analysis: &Analysis) -> Option<(GameRecord, String)> {
        let is_for = |(_, game): &&(GameRecord, Game)| analysis.is_for(game);
        let (record, _) =
            self.game.as_ref().filter(is_for).filter(|_| !self.is_open && self.damage.is_none())?;
        let record = GameRecord { analysis: Some(analysis.tree().clone()), ..record.clone() };
        let pgn = self.to_pgn(&record);
        Some((record, pgn))
    }

    /// The game in a few words: `Computer, level 4, casual · 22 Nov 2026`.
    pub fn title(&self) -> String {
        let day = |started: &StartTime| date(&StartTime { time: String::new(), ..started.clone() });
        let words = [self.opponent.clone()].into_iter().chain(self.started.as_ref().map(day));
        words.filter(|words| !words.is_empty()).collect::<Vec<_>>().join(" · ")
    }

    pub(super) fn result(&self) -> String {
        match (&self.ending, self.is_open) {
            _ if self.game.is_none() => "Cannot be read".to_owned(),
            (Some(ending), _) => ending.clone(),
            (None, _) if self.pgn.is_some() => "No result".to_owned(),
            (None, true) => "Being played".to_owned(),
            (None, false) => "Not finished".to_owned(),
        }
    }

    /// The board after `ply` plies, or at the end of the game.
    pub(super) fn board(&self, ply: Option<usize>) -> Node<Message> {
        let Some(game) = self.visible() else { return space() };
        let position = ply.map_or_else(|| game.position().clone(), |ply| game.position_at(ply));
        preview::board(position, self.bottom())
    }

    /// The row of the list for the game, which sends `message` when it is pressed.
    pub(super) fn row(&self, message: Message, is_selected: bool) -> Node<Message> {
        let ink = |ink| if is_selected { Ink::OnActive } else { ink };
        let alarm = self.game.is_none() || self.ending.is_none() && self.pgn.is_none();
        let result = text(self.result()).sized(PAGE.small).smallest(10.0);
        let date = self.started.as_ref().map(date).unwrap_or_default();
        let words = column([
            text(&self.opponent).bold().sized(14.0).smallest(11.0).keep_size().ink(ink(Ink::Text)),
            row([
                result.ink(ink(if alarm { Ink::Accent } else { Ink::Soft })).shrink(),
                text(date).sized(PAGE.small).smallest(10.0).ink(ink(Ink::Faint)).shrink_first(),
            ])
            .justify_between()
            .gap(6.0),
            text(self.details()).sized(PAGE.small).smallest(10.0).keep_size().ink(ink(Ink::Faint)),
        ]);
        let board = self.board(None).width(ROW - 8.0).rigid();
        row([board, words.gap(2.0).justify_center().fill(1.0)])
            .gap(10.0)
            .padding(4.0)
            .height(ROW)
            .surface(if is_selected { Surface::Active } else { Surface::Row })
            .on_press(message)
    }

    /// The game in a line, such as `Capablanca chess · White · 34 moves`.
    fn details(&self) -> String {
        let mut parts = Vec::new();
        if let Some((record, game)) = &self.game {
            parts.push(self.variant.clone());
            parts.extend(record.setup.only_human().map(|color| color.name().to_owned()));
            parts.push(counted(game.moves().len().div_ceil(2), "move"));
        }
        let event = self.pgn.as_ref().and_then(|pgn| pgn.tags.get("Event"));
        parts.extend(event.filter(|event| !event.is_empty() && *event != "?").map(str::to_owned));
        // The reason why a game cannot be read, or what is wrong with it.
        parts.extend(self.damage.clone().filter(|_| self.game.is_none() || self.pgn.is_some()));
        parts.join(" · ")
    }

    /// The game in a sentence for screen readers.
    pub(super) fn spoken(&self) -> String {
        let date = self.started.as_ref().map(date).unwrap_or_default();
        format!("{}. {}. {}. {date}.", self.opponent, self.result(), self.details())
    }
}

/// `22 Nov 2026, 14:22 UTC`, from date and time of a PGN. Parts that are unknown are left out.
fn date(started: &StartTime) -> String {
    const MONTHS: [&str; 12] =
        ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let known = started.date.split('.').take_while(|part| !part.contains('?'));
    let parts: Vec<_> = known.map(|part| part.trim_start_matches('0')).collect();
    let month = |text: &str| MONTHS.get(text.parse::<usize>().ok()?.checked_sub(1)?).copied();
    let date = match parts[..] {
        [year, number, day] if month(number).is_some() => {
            format!("{day} {} {year}", month(number).unwrap_or_default())
        }
        [year, number] if month(number).is_some() => format!("{} {year}", month(number).unwrap_or_default()),
        [year] | [year, _] => year.to_owned(),
        [] => String::new(),
        _ => started.date.clone(),
    };
    let time: String = started.time.chars().take("14:22".len()).collect();
    if time.is_empty() { date } else { format!("{date}, {time} UTC") }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Results are those of the player, where one side is the player. A game of two people, of two engines, and of people
    /// with names is described by its players.
    #[test]
    fn tags_describe_opponent_and_result() {
        let computer = "Computer, difficulty 4";
        for (white, black, result, opponent, expected) in [
            (PERSON, computer, "1-0", "Computer, level 4, casual", "Won"),
            (computer, PERSON, "1-0", "Computer, level 4, casual", "Lost"),
            (PERSON, "Engine", "0-1", "Engine", "Lost"),
            (PERSON, PERSON, "0-1", "Two players", ""),
            (PERSON, PERSON, "*", "Two players", "Unfinished"),
            ("One", "Two", "1/2-1/2", "One – Two", "Drawn"),
            ("?", "?", "*", "Unknown players", "Unfinished"),
        ] {
            let mut tags = Tags::default();
            tags.push("White", white);
            tags.push("Black", black);
            tags.push("Result", result);
            let head = GameHead::of(&tags, str::to_owned);
            assert_eq!((head.opponent.as_str(), head.result), (opponent, expected));
        }
    }

    /// A date is written with the time of day, and only as far as it is known.
    #[test]
    fn unknown_parts_of_a_date_are_left_out() {
        for (text, time, expected) in [
            ("2026.11.02", "14:22:33", "2 Nov 2026, 14:22 UTC"),
            ("2026.11.02", "", "2 Nov 2026"),
            ("1972.07.??", "", "Jul 1972"),
            ("1851.??.??", "", "1851"),
            ("????.??.??", "", ""),
            ("last week", "", "last week"),
        ] {
            let started = StartTime { date: text.to_owned(), time: time.to_owned() };
            assert_eq!(date(&started), expected);
        }
    }
}
