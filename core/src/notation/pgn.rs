//! PGN: games as text, with tags, moves, clock times and the result.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use super::text::quote;
use super::{fen, san};
use crate::rules::{Color, Move, Position, Variant};

/// Largest game in PGN, in bytes. What follows the first game does not count.
pub const MAX_BYTES: usize = 1 << 20;
/// Width of the lines of moves.
const LINE_WIDTH: usize = 80;
/// Tags that follow from the other fields of a game.
const DERIVED_TAGS: [&str; 4] = ["Variant", "SetUp", "FEN", "Result"];
/// The tag before Result in the standard's order.
const TAG_BEFORE_RESULT: &str = "Black";
/// Spellings of results, each with that of the standard. `*` is the result of an unfinished game.
const RESULT_SPELLINGS: [(&str, &str); 11] = [
    ("1-0", "1-0"),
    ("1–0", "1-0"),
    ("0-1", "0-1"),
    ("0–1", "0-1"),
    ("1/2-1/2", "1/2-1/2"),
    ("1/2–1/2", "1/2-1/2"),
    ("½-½", "1/2-1/2"),
    ("½–½", "1/2-1/2"),
    ("1/2", "1/2-1/2"),
    ("½", "1/2-1/2"),
    ("*", "*"),
];
/// Annotations in letters that other programs and people write: new move, diagram, remark, "with the idea", en passant,
/// check and mate.
const ANNOTATIONS: [&str; 10] = ["N", "D", "RR", "Δ", "e.p.", "ep", "ep.", "ch", "ch.", "mate"];
/// Characters between a move number and a move.
const DOTS: [char; 2] = ['.', '…'];

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
    /// Number of bytes of the text before the error.
    pub offset: usize,
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

    /// Parses `text` up to the first error, and returns the error as well. The text should be one game as this program
    /// writes it.
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
        let mut parser = Parser::new(text);
        let (mut tags, offsets) = parser.tags()?;
        let at_tag = |name: &str, message: String| {
            let offset = tags.iter().position(|(n, _)| n == name).and_then(|index| offsets.get(index));
            parser.error_at(offset.copied().unwrap_or(0), message)
        };
        let variant = find_variant(&tags).map_err(|message| at_tag("Variant", message))?;
        let start = match tags.get("FEN") {
            Some(text) => fen::parse(&variant, text).map_err(|fault| {
                let error = at_tag("FEN", fault.to_string());
                PgnError { offset: error.offset + fault.offset(text), ..error }
            })?,
            None => Position::start(&variant).map_err(|e| at_tag("Variant", e.to_string()))?,
        };
        let Movetext { moves, result, error } = parser.moves(&start, is_strict);
        if !is_strict && offsets.is_empty() && moves.is_empty() && error.is_none() {
            return Err(parser.error_at(0, "there are no tags and no moves"));
        }
        let result_tag = || match split_result(tags.get("Result")?) {
            ("", result) => result,
            _ => None,
        };
        let result = result.or_else(result_tag).unwrap_or("*");
        tags.remove(&DERIVED_TAGS);
        Ok((Self { tags, start, moves, result: result.to_owned() }, error))
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
    result: Option<&'static str>,
    error: Option<PgnError>,
}

/// A PGN text that is parsed from its start.
struct Parser<'t> {
    text: &'t str,
    /// Number of bytes that have been parsed.
    offset: usize,
}

impl<'t> Parser<'t> {
    const fn new(text: &'t str) -> Self {
        Self { text, offset: 0 }
    }

    fn rest(&self) -> &'t str {
        &self.text[self.offset..]
    }

    /// The rest of the current line.
    fn line(&self) -> &'t str {
        self.rest().split(['\n', '\r']).next().unwrap_or_default()
    }

    fn error_at(&self, offset: usize, message: impl Into<String>) -> PgnError {
        let line = self.text[..offset].matches('\n').count() + 1;
        PgnError { offset, line, message: message.into() }
    }

    fn error<T>(&self, message: impl Into<String>) -> Result<T, PgnError> {
        Err(self.error_at(self.offset, message))
    }

    /// Consumes `length` bytes.
    fn take(&mut self, length: usize) -> &'t str {
        let taken = &self.rest()[..length];
        self.offset += length;
        taken
    }

    fn skip_space(&mut self) {
        let rest = self.rest();
        let text = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
        self.take(rest.len() - text.len());
    }

    /// Skips white space, and consumes a comment if one follows: `{…}`, or `;` or `%` and the rest of the line.
    fn comment(&mut self) -> Result<Option<&'t str>, PgnError> {
        self.skip_space();
        if self.offset > MAX_BYTES {
            return self.error(format!("the game has more than {MAX_BYTES} bytes"));
        }
        match self.rest().chars().next() {
            Some('{') => match self.rest().find('}') {
                Some(index) => Ok(Some(self.take(index + 1))),
                None => self.error("a comment has no end: '}' is missing"),
            },
            Some(';' | '%') => Ok(Some(self.take(self.line().len()))),
            _ => Ok(None),
        }
    }

    /// Parses the tags and the comments among them, and returns the offset of each tag.
    fn tags(&mut self) -> Result<(Tags, Vec<usize>), PgnError> {
        let (mut tags, mut offsets) = (Tags::default(), Vec::new());
        loop {
            while self.comment()?.is_some() {}
            if !self.rest().starts_with('[') {
                return Ok((tags, offsets));
            }
            match parse_tag(self.rest()) {
                Some((name, value, length)) => {
                    tags.push(name, value);
                    offsets.push(self.offset);
                    self.take(length);
                }
                None if !self.line().contains(']') => {
                    return self.error("a tag has no end: ']' is missing");
                }
                None => {
                    let tag = quote(self.line());
                    return self.error(format!("{tag} is not a tag; write [Name \"value\"]"));
                }
            }
        }
    }

    /// Parses the moves. If `is_strict`, only a result ends a game, and nothing follows it.
    fn moves(&mut self, start: &Position, is_strict: bool) -> Movetext {
        let mut position = start.clone();
        let mut moves: Vec<TimedMove> = Vec::new();
        let mut parse = || loop {
            while let Some(comment) = self.comment()? {
                if let Some(last) = moves.last_mut() {
                    last.1 = clock_of_comment(comment).or(last.1);
                }
            }
            let offset = self.offset;
            match self.word() {
                "" if is_strict => return self.error("the end of the game is missing"),
                "" => return Ok(None),
                "(" => self.skip_variation()?,
                // A game without a result ends where the tags of the next game begin.
                "[" if !is_strict && !moves.is_empty() && self.is_tag_at(offset) => return Ok(None),
                "[" => return Err(self.error_at(offset, "a bracket among the moves")),
                word => {
                    // A result of this program that is cut off may be a result in another spelling: `1/2`.
                    let (word, result) = match split_result(word) {
                        (_, Some(result)) if is_strict && word != result => (word, None),
                        split => split,
                    };
                    let (number, text) = split_number(word);
                    let expected = position.fullmove_number().to_string();
                    if is_strict && !number.is_empty() && number != expected {
                        let message = format!("move {number} where move {expected} is expected");
                        return Err(self.error_at(offset, message));
                    }
                    if !is_annotation(text) {
                        if is_strict && self.rest().is_empty() {
                            let message = format!("the text ends within {}", quote(text));
                            return Err(self.error_at(offset, message));
                        }
                        let mv = san::parse(&position, text).map_err(|error| {
                            self.error_at(offset, format!("{}: {error}", describe_turn(&position)))
                        })?;
                        position.make(mv);
                        moves.push((mv, None));
                    }
                    if let Some(result) = result {
                        self.skip_space();
                        if is_strict && !self.rest().is_empty() {
                            return self.error(format!("the game goes on after its result {result}"));
                        }
                        return Ok(Some(result));
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

    /// Whether a line that starts with a tag begins at `offset`.
    fn is_tag_at(&self, offset: usize) -> bool {
        let (before, rest) = self.text.split_at(offset);
        before.ends_with(['\n', '\r']) && parse_tag(rest).is_some()
    }

    /// Consumes a word, which is empty only at the end of the text. Each bracket and each `*` is a word.
    fn word(&mut self) -> &'t str {
        let is_single = |c: char| "{}()[]*".contains(c);
        let rest = self.rest();
        let length = match rest.chars().next() {
            Some(first) if !is_single(first) => {
                let is_end = |c: char| c.is_whitespace() || is_single(c) || ";$".contains(c);
                let first = first.len_utf8();
                rest[first..].find(is_end).map_or(rest.len(), |length| first + length)
            }
            first => first.map_or(0, char::len_utf8),
        };
        self.take(length)
    }

    /// Skips the rest of a variation after its first bracket, with all nested ones.
    fn skip_variation(&mut self) -> Result<(), PgnError> {
        let mut depth = 1_u32;
        while depth > 0 {
            while self.comment()?.is_some() {}
            match self.word() {
                "" => return self.error("a variation has no end: ')' is missing"),
                "(" => depth += 1,
                ")" => depth -= 1,
                _ => {}
            }
        }
        Ok(())
    }
}

/// Name, value and length in bytes of the tag at the start of `text`, which ends on its line. A quotation mark ends the
/// value if a bracket follows it.
fn parse_tag(text: &str) -> Option<(&str, String, usize)> {
    let is_in_name = |c: char| c.is_ascii_alphanumeric() || "_+#=:-".contains(c);
    let inside = text.strip_prefix('[')?.trim_start_matches(' ');
    let name = inside.split(|c| !is_in_name(c)).next().filter(|name| !name.is_empty())?;
    let quoted = inside[name.len()..].trim_start_matches([' ', '\t']).strip_prefix('"')?;
    let mut letters = quoted.char_indices();
    let mut value = String::new();
    while let Some((index, letter)) = letters.next() {
        if matches!(letter, '\n' | '\r') {
            return None;
        }
        let after = quoted[index..].strip_prefix('"').map(|after| after.trim_start_matches([' ', '\t']));
        if let Some(after) = after.and_then(|after| after.strip_prefix(']')) {
            return Some((name, value, text.len() - after.len()));
        }
        let escaped = if letter == '\\' { letters.next() } else { None };
        value.push(escaped.map_or(letter, |(_, escaped)| escaped));
    }
    None
}

/// Splits off a move number: `12.Nf3` becomes `12` and `Nf3`.
fn split_number(word: &str) -> (&str, &str) {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.is_empty() || rest.starts_with(|c: char| c.is_alphabetic() || DOTS.contains(&c)) {
        (&word[..word.len() - rest.len()], rest.trim_start_matches(DOTS))
    } else {
        ("", word)
    }
}

/// Splits off a result, which may follow a move without a space: `Nf3*`.
fn split_result(word: &str) -> (&str, Option<&'static str>) {
    let split = RESULT_SPELLINGS.iter().find_map(|(text, result)| Some((word.strip_suffix(text)?, *result)));
    split.map_or((word, None), |(rest, result)| (rest, Some(result)))
}

/// Whether a word is no move, but an annotation such as `$1`, `±`, `!` or `N`. Two hyphens are the null move of other
/// programs, which would change whose turn it is.
fn is_annotation(word: &str) -> bool {
    let is_sign = |c: char| !c.is_alphanumeric() && !"{}()[]".contains(c);
    word.starts_with('$') || ANNOTATIONS.contains(&word) || word != "--" && word.chars().all(is_sign)
}

/// Number and side of the next move, for error messages.
fn describe_turn(position: &Position) -> String {
    let side = position.turn().name();
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
