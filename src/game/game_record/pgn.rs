//! Game records as PGN with all data that is needed to resume the game exactly.
//!
//! Tags that are not in the standard:
//! * `BlackTimeControl`, if the sides have different time controls;
//! * `WhiteClock` and `BlackClock`: the time left;
//! * `Options`: the options of the game;
//! * `Assisted`: `yes` if a human took back a move or saw a hint;
//! * `Seat`: the side at the bottom of the board, if two people play;
//! * `PlyCount`: the number of moves of the game, if its analysis goes on after them;
//! * `Checksum`: a hash of the other lines, to detect that a file was changed.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use super::GameRecord;
use crate::game::clock::TimeControl;
use crate::game::options::{OPTIONS, OptionRow, Options};
use crate::game::{GameSetup, PlayerKind, Termination};
use crate::notation::game_tree::{Annotations, GameTree, NodeId, TreeItem};
use crate::notation::pgn::{self, PgnError, PgnGame, Tags, parse_duration};
use crate::notation::text;
use crate::rules::goals::GoalRule;
use crate::rules::{ByColor, Color, Outcome, Variant};

/// Name of the tag with the options.
const OPTIONS_TAG: &str = "Options";
/// Name of the tag with the side at the bottom of the board, if two people play.
const SEAT: &str = "Seat";
/// Name of the tag of games in which a human took back a move or saw a hint.
const ASSISTED: &str = "Assisted";
/// Name of the tag with the number of moves of the game, if its analysis goes on after them.
const MOVES_TAG: &str = "PlyCount";
/// Name of the tag with the checksum.
const CHECKSUM: &str = "Checksum";
/// First words of the name of the program's own engine. Another name of a program is that of an engine of the user.
pub const COMPUTER: &str = "Computer, difficulty";
/// Name of a person.
pub const PERSON: &str = "Person";
/// Value of the tag `Termination` for a game in progress.
const UNTERMINATED: &str = "unterminated";

/// Time at which a game was started, in UTC, in the format of PGN tags.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StartTime {
    /// The date, such as `2025.01.31`.
    pub date: String,
    /// The time of day, such as `14:22:33`.
    pub time: String,
}

/// A game record parsed from PGN.
#[derive(Clone, Debug)]
pub struct ParsedRecord {
    /// The game. If the text is damaged, it ends before the damage.
    pub record: GameRecord,
    /// Time at which the game was started, if the tags have it.
    pub start_time: Option<StartTime>,
    /// All tags.
    pub tags: Tags,
    /// Whether the PGN has a result.
    pub ended: bool,
    /// The reason why the rest of the text cannot be read, if it is damaged.
    pub fault: Option<PgnError>,
    /// Whether the text differs from the text that was written. If it does, any part of it may be wrong.
    pub changed: bool,
}

/// Reason why a text is not a game record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordError {
    /// The text is not valid PGN.
    Pgn(PgnError),
    /// The tag with this name has this value, which is not valid. If the value is empty, the tag is missing.
    Tag(&'static str, String),
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pgn(error) => error.fmt(f),
            Self::Tag(name, value) if value.is_empty() => write!(f, "the tag {name} is missing"),
            Self::Tag(name, value) => write!(f, "the tag {name} has the invalid value {value:?}"),
        }
    }
}

impl std::error::Error for RecordError {}

impl GameRecord {
    /// Formats the record as PGN. The tags of `further` come after the other tags.
    pub fn to_pgn(&self, start_time: Option<&StartTime>, further: &Tags) -> String {
        let (mut tags, tree) = (self.tags(start_time), self.tree());
        if tree.main_line().len() > self.moves.len() {
            tags.push(MOVES_TAG, self.moves.len().to_string());
        }
        further.iter().for_each(|(name, value)| tags.push(name, value));
        let text = PgnGame::new(tags, tree, self.result()).to_string();
        // An empty line ends the tags.
        text.replacen("\n\n", &format!("\n[{CHECKSUM} \"{}\"]\n\n", checksum(&text)), 1)
    }

    /// The result of the game in PGN.
    pub fn result(&self) -> &'static str {
        self.termination.map_or("*", |termination| pgn::result(termination.winner()))
    }

    /// The tags of the game in PGN.
    pub fn tags(&self, start_time: Option<&StartTime>) -> Tags {
        let mut tags = Tags::default();
        let mut tag = |name: &str, value: &str| tags.push(name, value);
        tag("Event", "XXL chess");
        tag("Site", "?");
        tag("Date", start_time.map_or("????.??.??", |start| &start.date));
        tag("Round", "-");
        for color in Color::ALL {
            tag(color.name(), &self.name(color));
        }
        if let Some(start) = start_time {
            tag("UTCDate", &start.date);
            tag("UTCTime", &start.time);
        }
        for color in Color::ALL {
            tag(by_color(color, ["WhiteType", "BlackType"]), player_type(self.setup.players[color]));
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
        tag(OPTIONS_TAG, &options_text(&self.setup.options));
        if self.setup.players.white == self.setup.players.black {
            tag(SEAT, &self.orientation.to_string());
        }
        if self.is_assisted {
            tag(ASSISTED, "yes");
        }
        tag("Termination", self.termination.map_or(UNTERMINATED, termination));
        tags
    }

    /// The moves of the game as the main line of the analysis, if there is one, with clock times in tenths of a second.
    fn tree(&self) -> GameTree {
        let tenths = |time: Duration| Duration::from_millis(time.as_millis() as u64 / 100 * 100);
        let moves: Vec<_> = self.moves.iter().map(|&(mv, clock)| (mv, clock.map(tenths))).collect();
        let analysed = self.analysis.clone().and_then(|mut tree| {
            let mut last = NodeId::ROOT;
            for &(mv, clock) in &moves {
                last = tree.child(last, mv)?;
                tree.annotations_mut(last).clock = clock;
            }
            tree.make_main_line(last);
            Some(tree)
        });
        analysed.unwrap_or_else(|| GameTree::from_line(self.setup.position.clone(), &moves))
    }

    /// The name of the player of `color`.
    fn name(&self, color: Color) -> String {
        match (self.setup.players[color], &self.engines[color]) {
            (PlayerKind::Human, _) => PERSON.to_owned(),
            (PlayerKind::Computer, Some(engine)) => engine.clone(),
            (PlayerKind::Computer, None) => {
                format!("{COMPUTER} {}", self.setup.options.difficulty)
            }
        }
    }

    /// Parses a record from PGN. A damaged text is parsed up to the damage. `base` returns the variant that the tags
    /// name, without the changes that the options of the game make to it.
    ///
    /// # Errors
    /// If a required tag is missing or invalid.
    pub fn from_pgn<E: fmt::Display>(
        text: &str,
        base: impl FnOnce(&Tags) -> Result<Arc<Variant>, E>,
    ) -> Result<ParsedRecord, RecordError> {
        let mut options = Err(RecordError::Tag(OPTIONS_TAG, String::new()));
        let by_options = |tags: &Tags| {
            let variant = base(tags).map_err(|error| error.to_string())?;
            options = read_options(tags.get(OPTIONS_TAG).unwrap_or_default());
            // If the options are invalid, the error is returned further down.
            Ok(options.as_ref().map_or(Arc::clone(&variant), |options| options.applied_to(&variant)))
        };
        let (game, fault) = PgnGame::parse_partial(text, by_options).map_err(RecordError::Pgn)?;
        let mut moves = game.moves();
        let tags = game.tags;
        // Further moves of the main line are those of an analysis after the end of the game.
        moves.truncate(tags.get(MOVES_TAG).and_then(|text| text.parse().ok()).unwrap_or(usize::MAX));
        let analysis = is_analysed(&game.tree).then(|| game.tree.clone());
        let setup = GameSetup {
            position: game.tree.start().clone(),
            players: each_color(|color| read_player(&tags, color))?,
            controls: each_color(|color| read_control(&tags, color))?,
            options: options?,
        };
        let engine = |color: Color| {
            let name = tags.get(color.name()).filter(|name| !name.starts_with(COMPUTER));
            name.filter(|_| setup.players[color] == PlayerKind::Computer).map(str::to_owned)
        };
        let engines = ByColor::from_fn(engine);
        let clock = |color| tags.get(by_color(color, CLOCKS)).and_then(parse_duration);
        // The clock tags have the times after the last move, and a damaged text lacks that move.
        let remaining = ByColor::from_fn(|color| clock(color).filter(|_| fault.is_none()));
        let orientation =
            tags.get(SEAT).and_then(|word| Color::ALL.into_iter().find(|color| color.to_string() == word));
        let start = (tags.get("UTCDate"), tags.get("UTCTime"));
        Ok(ParsedRecord {
            record: Self {
                setup,
                orientation: orientation.unwrap_or(Color::White),
                moves,
                remaining,
                termination: read_termination(tags.get("Termination").unwrap_or_default(), &game.result),
                engines,
                is_assisted: tags.get(ASSISTED).is_some(),
                analysis,
            },
            start_time: start
                .0
                .zip(start.1)
                .map(|(date, time)| StartTime { date: date.into(), time: time.into() }),
            ended: game.result != "*",
            changed: tags.get(CHECKSUM) != Some(&checksum(text)),
            tags,
            fault,
        })
    }
}

/// Whether a tree has more than moves and clock times.
fn is_analysed(tree: &GameTree) -> bool {
    tree.items(NodeId::ROOT).any(|item| match item {
        TreeItem::Move(id) => {
            let clock = tree.annotations(id).clock;
            *tree.annotations(id) != Annotations { clock, ..Annotations::default() }
        }
        TreeItem::VariationStart | TreeItem::VariationEnd => true,
    })
}

/// Hash of all lines except the line of the checksum. Line ends do not count, because editors change them.
fn checksum(text: &str) -> String {
    let lines = text.trim_end().lines().filter(|line| !line.starts_with("[Checksum "));
    format!("{:08x}", text::hash(lines.collect::<Vec<_>>().join("\n")))
}

/// Names of the tags with the time left.
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

/// The value of the tag `WhiteType` or `BlackType`.
const fn player_type(player: PlayerKind) -> &'static str {
    match player {
        PlayerKind::Human => "human",
        PlayerKind::Computer => "program",
    }
}

fn read_player(tags: &Tags, color: Color) -> Result<PlayerKind, RecordError> {
    let name = by_color(color, ["WhiteType", "BlackType"]);
    let word = tags.get(name).unwrap_or_default();
    let player =
        [PlayerKind::Human, PlayerKind::Computer].into_iter().find(|&player| player_type(player) == word);
    player.ok_or_else(|| RecordError::Tag(name, word.to_owned()))
}

/// The value of the tag `TimeControl`: `180+2` in seconds, or `-` for a side without a clock.
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

/// Parses a decimal number of seconds exactly.
fn read_seconds(text: &str) -> Option<Duration> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !digits(whole) || !digits(fraction) || fraction.len() > 9 {
        return None;
    }
    Some(Duration::new(whole.parse().ok()?, format!("{fraction:0<9}").parse().ok()?))
}

/// Formats hours, minutes, seconds and thousandths. A clock that has not run out shows at least a thousandth.
fn clock_text(time: Duration) -> String {
    let millis = time.as_millis().max(u128::from(!time.is_zero()));
    let (seconds, millis) = (millis / 1000, millis % 1000);
    format!("{}:{:02}:{:02}.{millis:03}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

/// The options that change how the game is played: `difficulty=4 opponent=computer`.
fn options_text(options: &Options) -> String {
    let rows = OPTIONS.iter().filter(|row| !row.live);
    let words: Vec<_> = rows.map(|row| format!("{}={}", row.key, row.get(options))).collect();
    words.join(" ")
}

/// Parses the tag `Options`. Missing options have their defaults. An unknown option is an error, because it might
/// change the game.
fn read_options(text: &str) -> Result<Options, RecordError> {
    let mut options = Options::default();
    if text.is_empty() {
        return Err(RecordError::Tag(OPTIONS_TAG, String::new()));
    }
    for word in text.split_whitespace() {
        let option = word.split_once('=').and_then(|(key, value)| {
            let row = OptionRow::by_key(key)?;
            Some((row, row.parse(value)?))
        });
        let (row, value) = option.ok_or_else(|| RecordError::Tag(OPTIONS_TAG, word.to_owned()))?;
        row.set(&mut options, value);
    }
    Ok(options)
}

/// The end of a game, from the tag `Termination` and the result. `None` if they contradict each other.
fn read_termination(tag: &str, result: &str) -> Option<Termination> {
    let winner = match result {
        "1-0" => Some(Color::White),
        "0-1" => Some(Color::Black),
        "1/2-1/2" => None,
        _ => return None,
    };
    let candidates = match winner {
        Some(winner) => vec![
            Termination::Outcome(Outcome::Checkmate { winner }),
            Termination::Outcome(Outcome::KingCaptured { winner }),
            Termination::Outcome(Outcome::Stalemate { winner: Some(winner) }),
            Termination::Time { winner },
            Termination::Resignation { winner },
        ],
        None => vec![
            Termination::Outcome(Outcome::Stalemate { winner: None }),
            Termination::Outcome(Outcome::Repetition),
            Termination::Outcome(Outcome::MoveRule),
            Termination::Outcome(Outcome::CountingRule),
            Termination::Outcome(Outcome::InsufficientMaterial),
            Termination::Agreement,
        ],
    };
    let goals = GoalRule::ALL.map(|rule| Termination::Outcome(Outcome::Goal { rule, winner }));
    candidates.into_iter().chain(goals).find(|&candidate| termination(candidate) == tag)
}

/// The value of the tag `Termination`. It is a value of the PGN standard if the standard has one for this end.
const fn termination(termination: Termination) -> &'static str {
    match termination {
        Termination::Outcome(outcome) => outcome.name(),
        Termination::Time { .. } => "time forfeit",
        Termination::Resignation { .. } => "resignation",
        Termination::Agreement => "agreement",
    }
}
