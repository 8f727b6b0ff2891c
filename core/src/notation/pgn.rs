//! PGN: games as text, with tags, moves, clock times and the result.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use super::text::shorten;
use super::{fen, san};
use crate::rules::{Color, Move, Position, Variant};

/// Largest PGN, in bytes.
pub const MAX_BYTES: usize = 1 << 20;
/// Width of the lines of moves.
const LINE_WIDTH: usize = 80;
/// Tags that follow from the other fields of a game.
const DERIVED_TAGS: [&str; 4] = ["Variant", "SetUp", "FEN", "Result"];
/// The tag before Result in the standard's order.
const TAG_BEFORE_RESULT: &str = "Black";
/// Results. The last one is that of an unfinished game.
const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

/// Result of a game that has ended. Without a winner it is a draw.
///
/// ```
/// # use xxlchess_core::{notation::pgn, rules::Color};
/// assert_eq!((pgn::result(Some(Color::Black)), pgn::result(None)), ("0-1", "1/2-1/2"));
/// ```
pub const fn result(winner: Option<Color>) -> &'static str {
    match winner {
        Some(Color::White) => "1-0",
        Some(Color::Black) => "0-1",
        None => "1/2-1/2",
    }
}

/// A move, and the time left on the player's clock after it, if known.
pub type TimedMove = (Move, Option<Duration>);

/// Tags in their order. Of several tags with one name the first one counts.
///
/// ```
/// # use xxlchess_core::notation::pgn::Tags;
/// let mut tags = Tags::default();
/// tags.push("White", "Anna");
/// assert_eq!(tags.get("White"), Some("Anna"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tags(Vec<(String, String)>);

impl Tags {
    /// Value of the tag `name`.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.iter().find(|(n, _)| *n == name).map(|(_, value)| value)
    }

    /// Appends a tag.
    pub fn push(&mut self, name: &str, value: impl Into<String>) {
        self.0.push((name.to_owned(), value.into()));
    }

    /// Names and values.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Removes all tags with these names.
    pub fn remove(&mut self, names: &[&str]) {
        self.0.retain(|(name, _)| !names.contains(&name.as_str()));
    }
}

/// A game in PGN.
#[derive(Clone, Debug)]
pub struct PgnGame {
    /// Tags in their order, without `Variant`, `SetUp`, `FEN` and `Result`, which follow from the other fields.
    pub tags: Tags,
    /// The position before the first move.
    pub start: Position,
    /// Moves with clock times.
    pub moves: Vec<TimedMove>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
}

/// An invalid PGN.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgnError {
    /// Line, from 1.
    pub line: usize,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for PgnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for PgnError {}

impl fmt::Display for PgnGame {
    /// Formats tags and moves, wrapped at 80 columns.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_tags(f)?;
        writeln!(f)?;
        let mut column = 0;
        for word in self.words() {
            if column > 0 && column + 1 + word.len() > LINE_WIDTH {
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
        let index = self.tags.iter().position(|(name, _)| name == TAG_BEFORE_RESULT);
        let before = index.map_or_else(|| self.tags.iter().count(), |index| index + 1);
        self.tags.iter().take(before).try_for_each(|(name, value)| tag(name, value))?;
        tag("Result", &self.result)?;
        self.tags.iter().skip(before).try_for_each(|(name, value)| tag(name, value))?;
        tag("Variant", &self.start.variant().rules().name)?;
        tag("SetUp", "1")?;
        tag("FEN", &fen::format(&self.start))
    }

    /// Move numbers, moves, clock times and the result.
    fn words(&self) -> Vec<String> {
        let mut position = self.start.clone();
        let mut words = Vec::new();
        for (index, &(mv, clock)) in self.moves.iter().enumerate() {
            let white = position.turn() == Color::White;
            if white || index == 0 {
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

    /// Parses the first game of `text`. `find_variant` finds the variant of its tags.
    ///
    /// # Errors
    /// The first error with its line: an invalid tag or FEN, an unknown variant, an illegal move.
    ///
    /// ```
    /// # use xxlchess_core::notation::{pgn::PgnGame, variants_ini::Variants};
    /// let chess = Variants::built_in().find("chess").unwrap();
    /// let game = PgnGame::parse("[White \"Anna\"]\n\n1. e4 e5 1-0", |_| Ok(chess)).unwrap();
    /// assert_eq!((game.tags.get("White"), game.moves.len(), game.result.as_str()), (Some("Anna"), 2, "1-0"));
    /// ```
    pub fn parse(
        text: &str,
        find_variant: impl FnOnce(&Tags) -> Result<Arc<Variant>, String>,
    ) -> Result<Self, PgnError> {
        let (game, error) = Self::parse_until_error(text, find_variant, false)?;
        error.map_or(Ok(game), Err)
    }

    /// Parses `text` up to the first error, and returns that too. It should be one game as this program writes it.
    ///
    /// If the text does not end with a result, it counts as truncated, and its last word as incomplete. A second game and
    /// wrong move numbers are errors.
    ///
    /// # Errors
    /// If the tags or the start position are invalid.
    ///
    /// ```
    /// # use xxlchess_core::notation::{pgn::PgnGame, variants_ini::Variants};
    /// let chess = Variants::built_in().find("chess").unwrap();
    /// let (game, error) = PgnGame::parse_partial("1. e4 e5 2. Nf", |_| Ok(chess)).unwrap();
    /// assert_eq!(game.moves.len(), 2);
    /// assert_eq!(error.unwrap().to_string(), "line 1: the text ends within \"Nf\"");
    /// ```
    pub fn parse_partial(
        text: &str,
        find_variant: impl FnOnce(&Tags) -> Result<Arc<Variant>, String>,
    ) -> Result<(Self, Option<PgnError>), PgnError> {
        Self::parse_until_error(text, find_variant, true)
    }

    fn parse_until_error(
        text: &str,
        find_variant: impl FnOnce(&Tags) -> Result<Arc<Variant>, String>,
        is_strict: bool,
    ) -> Result<(Self, Option<PgnError>), PgnError> {
        if text.len() > MAX_BYTES {
            return Err(PgnError { line: 1, message: format!("more than {MAX_BYTES} bytes") });
        }
        let mut parser = Parser::new(text);
        let (mut tags, lines) = parser.tags()?;
        let at_tag = |name: &str, message: String| {
            let line = tags.iter().position(|(n, _)| n == name).and_then(|index| lines.get(index));
            PgnError { line: line.copied().unwrap_or(1), message }
        };
        let variant = find_variant(&tags).map_err(|message| at_tag("Variant", message))?;
        let start = match tags.get("FEN") {
            Some(text) => fen::parse(&variant, text).map_err(|e| at_tag("FEN", e.to_string()))?,
            None => Position::start(&variant).map_err(|e| at_tag("Variant", e.to_string()))?,
        };
        let Movetext { moves, result, error } = parser.moves(&start, is_strict);
        let result_tag = || tags.get("Result").filter(|tag| RESULTS.contains(tag)).map(str::to_owned);
        let result = result.or_else(result_tag).unwrap_or_else(|| "*".to_owned());
        tags.remove(&DERIVED_TAGS);
        Ok((Self { tags, start, moves, result }, error))
    }
}

/// The clock time of a comment with `[%clk 0:02:59.8]`.
fn clock_of_comment(comment: &str) -> Option<Duration> {
    let (_, rest) = comment.split_once("[%clk")?;
    parse_duration(rest.split_once(']')?.0)
}

/// The movetext of a game up to its first error.
struct Movetext {
    moves: Vec<TimedMove>,
    result: Option<String>,
    error: Option<PgnError>,
}

/// The rest of a PGN text, and its line.
struct Parser<'t> {
    rest: &'t str,
    line: usize,
}

impl<'t> Parser<'t> {
    const fn new(text: &'t str) -> Self {
        Self { rest: text, line: 1 }
    }

    fn error<T>(&self, message: impl Into<String>) -> Result<T, PgnError> {
        Err(PgnError { line: self.line, message: message.into() })
    }

    /// Consumes `length` bytes.
    fn take(&mut self, length: usize) -> &'t str {
        let (taken, rest) = self.rest.split_at(length);
        self.line += taken.matches('\n').count();
        self.rest = rest;
        taken
    }

    fn skip_space(&mut self) {
        let space = self.rest.len()
            - self.rest.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}').len();
        self.take(space);
    }

    /// Consumes everything up to and including `end`.
    fn take_through(&mut self, end: char, what: &str) -> Result<&'t str, PgnError> {
        match self.rest.find(end) {
            Some(index) => Ok(self.take(index + end.len_utf8())),
            None => self.error(format!("{what} has no end: {end:?} is missing")),
        }
    }

    /// Parses the tags, and returns the line of each.
    fn tags(&mut self) -> Result<(Tags, Vec<usize>), PgnError> {
        let (mut tags, mut lines) = (Tags::default(), Vec::new());
        loop {
            self.skip_space();
            if !self.rest.starts_with('[') {
                return Ok((tags, lines));
            }
            lines.push(self.line);
            let Some(length) = tag_length(self.rest) else {
                return self.error("a tag has no end: ']' is missing");
            };
            let tag = self.take(length);
            let inside = tag[1..tag.len() - 1].trim();
            let read = inside.split_once(char::is_whitespace).filter(|(name, _)| is_tag_name(name));
            let read = read.and_then(|(name, value)| {
                Some((name, unescape(value.trim().strip_prefix('"')?.strip_suffix('"')?)))
            });
            match read {
                Some((name, value)) => tags.push(name, value),
                None => {
                    let tag = shorten(tag.as_bytes());
                    return self.error(format!("{tag:?} is not a tag; write [Name \"value\"]"));
                }
            }
        }
    }

    /// Parses the moves. If `is_strict`, only a result ends a game, and nothing follows it.
    fn moves(&mut self, start: &Position, is_strict: bool) -> Movetext {
        let mut position = start.clone();
        let mut moves: Vec<TimedMove> = Vec::new();
        let mut parse = || loop {
            self.skip_space();
            let Some(first) = self.rest.chars().next() else {
                return if is_strict { self.error("the end of the game is missing") } else { Ok(None) };
            };
            match first {
                '{' => {
                    let comment = self.take_through('}', "a comment")?;
                    if let Some(last) = moves.last_mut() {
                        last.1 = clock_of_comment(comment).or(last.1);
                    }
                }
                ';' | '%' => {
                    let end = self.rest.find('\n').unwrap_or(self.rest.len());
                    self.take(end);
                }
                '(' => self.skip_variation()?,
                '[' if is_strict => return self.error("a bracket among the moves"),
                '[' => return Ok(None),
                _ => {
                    let word = self.word(first);
                    if RESULTS.contains(&word) {
                        self.skip_space();
                        if is_strict && !self.rest.is_empty() {
                            return self.error(format!("the game goes on after its result {word}"));
                        }
                        return Ok(Some(word.to_owned()));
                    }
                    let (number, text) = split_number(word);
                    let expected = position.fullmove_number().to_string();
                    if is_strict && !number.is_empty() && number != expected {
                        return self.error(format!("move {number} where move {expected} is expected"));
                    }
                    if text.is_empty() || text.starts_with('$') {
                        continue;
                    }
                    if is_strict && self.rest.is_empty() {
                        let text = shorten(text.as_bytes());
                        return self.error(format!("the text ends within {text:?}"));
                    }
                    match san::parse(&position, text) {
                        Ok(mv) => {
                            position.make(mv);
                            moves.push((mv, None));
                        }
                        Err(error) => return self.error(format!("{}: {error}", describe_turn(&position))),
                    }
                }
            }
        };
        let (result, error) = match parse() {
            Ok(result) => (result, None),
            Err(error) => (None, Some(error)),
        };
        Movetext { moves, result, error }
    }

    /// Consumes a word that begins with `first`.
    fn word(&mut self, first: char) -> &'t str {
        let end = |c: char| c.is_whitespace() || "{}()[];".contains(c);
        let length = self.rest.find(end).unwrap_or(self.rest.len()).max(first.len_utf8());
        self.take(length)
    }

    /// Skips a variation with all nested ones.
    fn skip_variation(&mut self) -> Result<(), PgnError> {
        let mut depth = 0_u32;
        loop {
            match self.rest.chars().next() {
                None => return self.error("a variation has no end: ')' is missing"),
                Some('{') => {
                    self.take_through('}', "a comment")?;
                    continue;
                }
                Some('(') => depth += 1,
                Some(')') => depth -= 1,
                Some(_) => {}
            }
            let length = self.rest.chars().next().map_or(0, char::len_utf8);
            self.take(length);
            if depth == 0 {
                return Ok(());
            }
        }
    }
}

/// Number of bytes of the tag at the start of `text`. Its value may contain brackets.
fn tag_length(text: &str) -> Option<usize> {
    let (mut in_value, mut escaped) = (false, false);
    for (index, byte) in text.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_value => escaped = true,
            b'"' => in_value = !in_value,
            b']' if !in_value => return Some(index + 1),
            _ => {}
        }
    }
    None
}

/// Whether the standard allows the name of a tag.
fn is_tag_name(text: &str) -> bool {
    text.chars().all(|c| c.is_ascii_alphanumeric() || "_+#=:-".contains(c))
}

/// Removes the backslashes before quotes and backslashes.
fn unescape(value: &str) -> String {
    let mut letters = value.chars();
    let mut text = String::new();
    while let Some(letter) = letters.next() {
        text.push(if letter == '\\' { letters.next().unwrap_or(letter) } else { letter });
    }
    text
}

/// Splits off a move number: `12.Nf3` becomes `12` and `Nf3`.
fn split_number(word: &str) -> (&str, &str) {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.is_empty() || rest.starts_with('.') {
        (&word[..word.len() - rest.len()], rest.trim_start_matches('.'))
    } else {
        ("", word)
    }
}

/// Number and side of the next move, for error messages.
fn describe_turn(position: &Position) -> String {
    let side = if position.turn() == Color::White { "White" } else { "Black" };
    format!("move {} of {side}", position.fullmove_number())
}

/// Formats a clock time as `H:MM:SS.t`, as `%clk` has it.
fn format_clock(time: Duration) -> String {
    let tenths = time.as_millis() / 100;
    let seconds = tenths / 10;
    format!("{}:{:02}:{:02}.{}", seconds / 3600, seconds / 60 % 60, seconds % 60, tenths % 10)
}

/// Longest clock time, in seconds: about thirty years.
const MAX_SECONDS: u64 = 1_000_000_000;

/// Parses a time `H:MM:SS`, with or without decimals, up to about thirty years.
///
/// ```
/// # use xxlchess_core::notation::pgn::parse_duration;
/// assert_eq!(parse_duration("0:02:59.8").unwrap().as_millis(), 179_800);
/// ```
pub fn parse_duration(text: &str) -> Option<Duration> {
    let text = text.trim();
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let are_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let more = |seconds: u64, part: &str| {
        let part: u64 = part.parse().ok().filter(|_| are_digits(part))?;
        seconds.checked_mul(60)?.checked_add(part)
    };
    let seconds = whole.split(':').try_fold(0, more).filter(|&seconds| seconds <= MAX_SECONDS)?;
    let places = [100_000_000, 10_000_000, 1_000_000, 100_000, 10_000, 1_000, 100, 10, 1];
    if !are_digits(fraction) {
        return None;
    }
    let nanos = fraction.bytes().zip(places).map(|(digit, place)| u32::from(digit - b'0') * place).sum();
    Some(Duration::new(seconds, nanos))
}

#[cfg(test)]
mod tests;
