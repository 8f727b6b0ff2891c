//! Score sheets as PGN: written so that the game can be gone on with exactly as it was.
//!
//! Beside the tags of the standard there are `BlackTimeControl` where the sides have different clocks, `WhiteClock`
//! and `BlackClock` with the time left now, `Options` with those the game is played by, and `Seat`.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use super::GameRecord;
use crate::game::clock::TimeControl;
use crate::game::options::{LIVE, OptionKey, Options, ROWS};
use crate::game::{GameSetup, PlayerKind, Termination};
use crate::notation::pgn::{PgnError, PgnGame, Tags, parse_duration};
use crate::rules::{ByColor, Color, Variant};

/// The tag of the options.
const OPTIONS: &str = "Options";
/// The tag of the side below where two persons play.
const SEAT: &str = "Seat";
/// The standard's word for the way in which a game ends that has not.
const UNTERMINATED: &str = "unterminated";

/// When a game was begun, as the tags have it, in universal time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StartTime {
    /// `2025.01.31`.
    pub date: String,
    /// `14:22:33`.
    pub time: String,
}

/// A score sheet read from a text.
#[derive(Clone, Debug)]
pub struct ParsedRecord {
    /// The score sheet.
    pub record: GameRecord,
    /// When the game was begun, if that was noted.
    pub start_time: Option<StartTime>,
    /// All other tags and these, too.
    pub tags: Tags,
    /// Whether the text says that the game has ended.
    pub ended: bool,
    /// Why no more of it can be read, where the text is damaged.
    pub fault: Option<PgnError>,
}

/// Why a text is no score sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordError {
    /// It is no PGN.
    Pgn(PgnError),
    /// A tag is missing or cannot be read: its name, and what it says.
    Tag(&'static str, String),
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pgn(error) => error.fmt(f),
            Self::Tag(name, value) if value.is_empty() => write!(f, "the tag {name} is missing"),
            Self::Tag(name, value) => write!(f, "the tag {name} says {value:?}, which means nothing here"),
        }
    }
}

impl std::error::Error for RecordError {}

impl GameRecord {
    /// The score sheet as PGN, of a game begun at `begun` if that is known, with `further` tags behind the others.
    #[must_use]
    pub fn to_pgn(&self, begun: Option<&StartTime>, further: &Tags) -> String {
        let mut tags = Tags::default();
        let mut tag = |name: &str, value: &str| tags.push(name, value);
        tag("Event", "XXL chess");
        tag("Site", "?");
        tag("Date", begun.map_or("????.??.??", |begun| &begun.date));
        tag("Round", "-");
        for color in Color::ALL {
            tag(by_color(color, ["White", "Black"]), &self.name(color));
        }
        if let Some(begun) = begun {
            tag("UTCDate", &begun.date);
            tag("UTCTime", &begun.time);
        }
        for color in Color::ALL {
            tag(by_color(color, ["WhiteType", "BlackType"]), player_word(self.setup.players[color]));
        }
        let controls = ByColor::from_fn(|color| control_text(self.setup.controls[color]));
        tag("TimeControl", &controls.white);
        if controls.black != controls.white {
            tag("BlackTimeControl", &controls.black);
        }
        for color in Color::ALL {
            if let Some(remaining) = self.remaining[color].filter(|_| self.setup.controls[color].is_some()) {
                tag(by_color(color, CLOCKS), &clock_text(remaining));
            }
        }
        tag(OPTIONS, &options_text(&self.setup.options));
        if self.setup.players.white == self.setup.players.black {
            tag(SEAT, by_color(self.orientation, SIDES));
        }
        tag("Termination", self.termination.map_or(UNTERMINATED, termination));
        further.iter().for_each(|(name, value)| tags.push(name, value));
        let (start, moves) = (self.setup.position.clone(), self.moves.clone());
        PgnGame { tags, start, moves, result: result(self.termination).to_owned() }.to_string()
    }

    /// Who plays `color`, by name.
    fn name(&self, color: Color) -> String {
        match self.setup.players[color] {
            PlayerKind::Human => "Person".to_owned(),
            PlayerKind::Computer => {
                format!("Computer, difficulty {}", self.setup.options.get(OptionKey::Difficulty))
            }
        }
    }

    /// Reads a score sheet from PGN, as far as it is not damaged; `base` gives the variant that the tags name, before
    /// the options of the game change it.
    ///
    /// # Errors
    /// When a tag without which nothing can be gone on with is missing or cannot be read.
    pub fn from_pgn(
        text: &str,
        base: impl FnOnce(&Tags) -> Result<Arc<Variant>, String>,
    ) -> Result<ParsedRecord, RecordError> {
        let mut options = Err(RecordError::Tag(OPTIONS, String::new()));
        let by_options = |tags: &Tags| {
            let variant = base(tags)?;
            options = read_options(tags.get(OPTIONS).unwrap_or_default());
            // Which of them cannot be read is told below.
            Ok(options.as_ref().map_or(Arc::clone(&variant), |options| options.applied_to(&variant)))
        };
        let (game, fault) = PgnGame::parse_partial(text, by_options).map_err(RecordError::Pgn)?;
        let tags = game.tags;
        let setup = GameSetup {
            position: game.start,
            players: each_color(|color| read_player(&tags, color))?,
            controls: each_color(|color| read_control(&tags, color))?,
            options: options?,
        };
        let clock = |color| tags.get(by_color(color, CLOCKS)).and_then(parse_duration);
        // The clocks are those after the last move: of a game cut short they are not known.
        let remaining = ByColor::from_fn(|color| clock(color).filter(|_| fault.is_none()));
        let seat =
            tags.get(SEAT).and_then(|word| Color::ALL.into_iter().find(|&c| by_color(c, SIDES) == word));
        let begun = (tags.get("UTCDate"), tags.get("UTCTime"));
        Ok(ParsedRecord {
            record: Self {
                setup,
                orientation: seat.unwrap_or(Color::White),
                moves: game.moves,
                remaining,
                termination: None,
            },
            start_time: begun
                .0
                .zip(begun.1)
                .map(|(date, time)| StartTime { date: date.into(), time: time.into() }),
            ended: game.result != "*",
            tags,
            fault,
        })
    }
}

/// The words of the sides, White's first.
const SIDES: [&str; 2] = ["white", "black"];
/// The tags with the time left now.
const CLOCKS: [&str; 2] = ["WhiteClock", "BlackClock"];

const fn by_color(color: Color, [white, black]: [&'static str; 2]) -> &'static str {
    match color {
        Color::White => white,
        Color::Black => black,
    }
}

fn each_color<T>(value: impl Fn(Color) -> Result<T, RecordError>) -> Result<ByColor<T>, RecordError> {
    Ok(ByColor { white: value(Color::White)?, black: value(Color::Black)? })
}

/// The standard's words for who plays.
const fn player_word(player: PlayerKind) -> &'static str {
    match player {
        PlayerKind::Human => "human",
        PlayerKind::Computer => "program",
    }
}

fn read_player(tags: &Tags, color: Color) -> Result<PlayerKind, RecordError> {
    let name = by_color(color, ["WhiteType", "BlackType"]);
    let word = tags.get(name).unwrap_or_default();
    let player =
        [PlayerKind::Human, PlayerKind::Computer].into_iter().find(|&player| player_word(player) == word);
    player.ok_or_else(|| RecordError::Tag(name, word.to_owned()))
}

/// Seconds at the start and for every move, as the standard has it: `180+2`; `-` without a clock.
fn control_text(control: Option<TimeControl>) -> String {
    let seconds = |time: Duration| {
        let text = format!("{}.{:09}", time.as_secs(), time.subsec_nanos());
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    };
    control.map_or("-".to_owned(), |c| match c.increment {
        Duration::ZERO => seconds(c.initial),
        increment => format!("{}+{}", seconds(c.initial), seconds(increment)),
    })
}

fn read_control(tags: &Tags, color: Color) -> Result<Option<TimeControl>, RecordError> {
    let both = ("TimeControl", tags.get("TimeControl"));
    let own = ("BlackTimeControl", tags.get("BlackTimeControl"));
    let (name, text) = if color == Color::Black && own.1.is_some() { own } else { both };
    let text = text.unwrap_or_default();
    if text == "-" {
        return Ok(None);
    }
    let (initial, increment) = text.split_once('+').unwrap_or((text, "0"));
    let control = read_seconds(initial).filter(|time| !time.is_zero()).zip(read_seconds(increment));
    let control = control.map(|(initial, increment)| TimeControl { initial, increment });
    control.map(Some).ok_or_else(|| RecordError::Tag(name, text.to_owned()))
}

/// A decimal number of seconds, exactly.
fn read_seconds(text: &str) -> Option<Duration> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !digits(whole) || !digits(fraction) || fraction.len() > 9 {
        return None;
    }
    Some(Duration::new(whole.parse().ok()?, format!("{fraction:0<9}").parse().ok()?))
}

/// Hours, minutes, seconds and thousandths; what is left of a running clock is never nothing.
fn clock_text(time: Duration) -> String {
    let millis = time.as_millis().max(u128::from(!time.is_zero()));
    let (seconds, millis) = (millis / 1000, millis % 1000);
    format!("{}:{:02}:{:02}.{millis:03}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

/// The options that say how a game is played, by the keys and words of the table.
fn options_text(options: &Options) -> String {
    let played = ROWS.iter().filter(|row| !LIVE.contains(&row.option));
    let words: Vec<_> =
        played.map(|row| format!("{}={}", row.key, row.words(options.get(row.option)))).collect();
    words.join(" ")
}

/// Options that are not named are as by default; one that is not known could change the game, and is refused.
fn read_options(text: &str) -> Result<Options, RecordError> {
    let mut options = Options::default();
    if text.is_empty() {
        return Err(RecordError::Tag(OPTIONS, String::new()));
    }
    for word in text.split_whitespace() {
        let read = word.split_once('=').and_then(|(key, value)| {
            let row = ROWS.iter().find(|row| row.key == key)?;
            Some((row.option, row.range().find(|&number| row.words(number) == value)?))
        });
        let (option, value) = read.ok_or_else(|| RecordError::Tag(OPTIONS, word.to_owned()))?;
        options.set(option, value);
    }
    Ok(options)
}

/// The result of a game that ended like this.
const fn result(termination: Option<Termination>) -> &'static str {
    match termination {
        None => "*",
        Some(termination) => match termination.winner() {
            Some(Color::White) => "1-0",
            Some(Color::Black) => "0-1",
            None => "1/2-1/2",
        },
    }
}

/// How a game ended, in the words of the standard as far as it has any.
const fn termination(termination: Termination) -> &'static str {
    match termination {
        Termination::Checkmate { .. } => "checkmate",
        Termination::KingCaptured { .. } => "king captured",
        Termination::Time { .. } => "time forfeit",
        Termination::Resignation { .. } => "resignation",
        Termination::Stalemate { .. } => "stalemate",
        Termination::Repetition => "repetition",
        Termination::MoveRule => "move rule",
        Termination::Agreement => "agreement",
    }
}
