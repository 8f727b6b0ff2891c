//! PGN: a game as text, with tags, moves, clocks and the result, read back as it was written.

mod reader;
mod tags;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use super::{fen, san};
use crate::rules::{Move, Position, Variant};
use reader::{Movetext, Reader};
pub use tags::Tags;

/// Longest PGN that is read, in bytes.
pub const MAX_BYTES: usize = 1 << 20;
/// Width of the lines that moves are written in.
const WIDTH: usize = 80;
/// The tags that follow from the rest of a game.
const TOLD: [&str; 4] = ["Variant", "SetUp", "FEN", "Result"];
/// What a result may be; the last one is that of a game that goes on.
const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];
/// The tag that the result follows, by the standard's order.
const BEFORE_RESULT: &str = "Black";

/// A move, and the time left on the mover's clock after it, if that was noted.
pub type TimedMove = (Move, Option<Duration>);

/// A game as a PGN tells it.
#[derive(Clone, Debug)]
pub struct PgnGame {
    /// Tags in their order, without `Variant`, `SetUp`, `FEN` and `Result`, which follow from the rest.
    pub tags: Tags,
    /// The position before the first move.
    pub start: Position,
    /// The moves.
    pub moves: Vec<TimedMove>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
}

/// Why a PGN cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgnError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong there.
    pub message: String,
}

impl fmt::Display for PgnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for PgnError {}

impl fmt::Display for PgnGame {
    /// Writes tags and moves, wrapped at 80 columns.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_tags(f)?;
        writeln!(f)?;
        let mut column = 0;
        for word in self.words() {
            if column > 0 && column + 1 + word.len() > WIDTH {
                writeln!(f)?;
                column = 0;
            } else if column > 0 {
                f.write_str(" ")?;
                column += 1;
            }
            column += word.len();
            f.write_str(&word)?;
        }
        writeln!(f)
    }
}

impl PgnGame {
    fn write_tags(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut tag = |name: &str, value: &str| {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"").replace(['\n', '\r'], " ");
            writeln!(f, "[{name} \"{value}\"]")
        };
        let place = self.tags.iter().position(|(name, _)| name == BEFORE_RESULT);
        let before = place.map_or_else(|| self.tags.iter().count(), |place| place + 1);
        self.tags.iter().take(before).try_for_each(|(name, value)| tag(name, value))?;
        tag("Result", &self.result)?;
        self.tags.iter().skip(before).try_for_each(|(name, value)| tag(name, value))?;
        tag("Variant", &self.start.variant().rules().name)?;
        tag("SetUp", "1")?;
        tag("FEN", &fen::format(&self.start))
    }

    /// Move numbers, moves, clocks and the result as words.
    fn words(&self) -> Vec<String> {
        let mut position = self.start.clone();
        let mut words = Vec::new();
        for (place, &(mv, clock)) in self.moves.iter().enumerate() {
            let white = position.turn() == crate::rules::Color::White;
            if white || place == 0 {
                words.push(format!("{}{}", position.fullmove_number(), if white { "." } else { "..." }));
            }
            words.push(san::format(&position, mv));
            if let Some(clock) = clock {
                words.push("{[%clk".to_owned());
                words.push(format!("{}]}}", format_clock(clock)));
            }
            position.make(mv);
        }
        words.push(self.result.clone());
        words
    }

    /// Reads the first game of `text`; `find_variant` gives the variant that its tags ask for.
    ///
    /// # Errors
    /// The first thing that cannot be read, with its line: a tag, an unknown variant, a FEN, a move that is not
    /// legal.
    pub fn parse(
        text: &str,
        find_variant: impl FnOnce(&Tags) -> Result<Arc<Variant>, String>,
    ) -> Result<Self, PgnError> {
        let (game, fault) = Self::read(text, find_variant, false)?;
        fault.map_or(Ok(game), Err)
    }

    /// Reads as much of the first game of `text` as can be read, and says what is wrong with the rest.
    ///
    /// A text without a result at its end counts as cut off, and its last word as cut short.
    ///
    /// # Errors
    /// When not even the position before the first move can be read.
    pub fn parse_partial(
        text: &str,
        find_variant: impl FnOnce(&Tags) -> Result<Arc<Variant>, String>,
    ) -> Result<(Self, Option<PgnError>), PgnError> {
        Self::read(text, find_variant, true)
    }

    fn read(
        text: &str,
        find_variant: impl FnOnce(&Tags) -> Result<Arc<Variant>, String>,
        to_the_end: bool,
    ) -> Result<(Self, Option<PgnError>), PgnError> {
        if text.len() > MAX_BYTES {
            return Err(PgnError { line: 1, message: format!("more than {MAX_BYTES} bytes") });
        }
        let mut reader = Reader::new(text);
        let (mut tags, lines) = reader.tags()?;
        let at_tag = |name: &str, message: String| {
            let line = tags.iter().position(|(n, _)| n == name).and_then(|place| lines.get(place));
            PgnError { line: line.copied().unwrap_or(1), message }
        };
        let variant = find_variant(&tags).map_err(|fault| at_tag("Variant", fault))?;
        let start = match tags.get("FEN") {
            Some(text) => fen::parse(&variant, text).map_err(|e| at_tag("FEN", e.to_string()))?,
            None => Position::start(&variant).map_err(|e| at_tag("Variant", e.to_string()))?,
        };
        let Movetext { moves, result, fault } = reader.moves(&start, to_the_end);
        let told = || tags.get("Result").filter(|told| RESULTS.contains(told)).map(str::to_owned);
        let result = result.or_else(told).unwrap_or_else(|| "*".to_owned());
        tags.remove(&TOLD);
        Ok((Self { tags, start, moves, result }, fault))
    }
}

/// `H:MM:SS` with tenths, as `%clk` has it.
fn format_clock(time: Duration) -> String {
    let tenths = time.as_millis() / 100;
    let seconds = tenths / 10;
    format!("{}:{:02}:{:02}.{}", seconds / 3600, seconds / 60 % 60, seconds % 60, tenths % 10)
}

/// Longest time that is read, in seconds: some thirty years.
const LONGEST_TIME: u64 = 1_000_000_000;

/// The time that `H:MM:SS`, with or without a fraction of the seconds, stands for; none beyond thirty years.
#[must_use]
pub fn parse_duration(text: &str) -> Option<Duration> {
    let text = text.trim();
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let are_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let more = |seconds: u64, part: &str| {
        let part: u64 = part.parse().ok().filter(|_| are_digits(part))?;
        seconds.checked_mul(60)?.checked_add(part)
    };
    let seconds = whole.split(':').try_fold(0, more).filter(|&seconds| seconds <= LONGEST_TIME)?;
    let places = [100_000_000, 10_000_000, 1_000_000, 100_000, 10_000, 1_000, 100, 10, 1];
    if !are_digits(fraction) {
        return None;
    }
    let nanos = fraction.bytes().zip(places).map(|(digit, place)| u32::from(digit - b'0') * place).sum();
    Some(Duration::new(seconds, nanos))
}

#[cfg(test)]
mod tests;
