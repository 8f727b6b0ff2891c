//! Reading a PGN text: tags, moves, comments and variations, each fault with its line.

use std::time::Duration;

use super::{PgnError, RESULTS, Tags, TimedMove, parse_duration};
use crate::notation::san;
use crate::notation::text::shorten;
use crate::rules::{Color, Position};

/// The time of a comment with `[%clk 0:02:59.8]`.
fn read_clock(comment: &str) -> Option<Duration> {
    let (_, rest) = comment.split_once("[%clk")?;
    parse_duration(rest.split_once(']')?.0)
}

/// The moves of a text, as far as they could be read.
pub struct Movetext {
    /// The moves.
    pub moves: Vec<TimedMove>,
    /// The result behind them.
    pub result: Option<String>,
    /// What is wrong with the rest.
    pub fault: Option<PgnError>,
}

/// A PGN text being read.
pub struct Reader<'t> {
    rest: &'t str,
    line: usize,
}

impl<'t> Reader<'t> {
    /// A reader at the start of `text`.
    pub const fn new(text: &'t str) -> Self {
        Self { rest: text, line: 1 }
    }

    fn error<T>(&self, message: impl Into<String>) -> Result<T, PgnError> {
        Err(PgnError { line: self.line, message: message.into() })
    }

    /// Takes `length` bytes off the text.
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

    /// Takes everything up to and including `end`.
    fn through(&mut self, end: char, what: &str) -> Result<&'t str, PgnError> {
        match self.rest.find(end) {
            Some(place) => Ok(self.take(place + end.len_utf8())),
            None => self.error(format!("{what} has no end: {end:?} is missing")),
        }
    }

    /// The tags, and the line that each begins in.
    pub fn tags(&mut self) -> Result<(Tags, Vec<usize>), PgnError> {
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
            // Both brackets are there: the one it was begun by, and its end.
            let inside = tag[1..tag.len() - 1].trim();
            let read = inside.split_once(char::is_whitespace).filter(|(name, _)| is_name(name));
            let read = read.and_then(|(name, value)| {
                Some((name, unescaped(value.trim().strip_prefix('"')?.strip_suffix('"')?)))
            });
            match read {
                Some((name, value)) => tags.push(name, value),
                None => {
                    let tag = shorten(tag.as_bytes());
                    return self.error(format!("{tag:?} is no tag; [Name \"value\"] is one"));
                }
            }
        }
    }

    /// The moves from `start` on; where the text may be cut off, it has to go on `to_the_end`, which is a result.
    pub fn moves(&mut self, start: &Position, to_the_end: bool) -> Movetext {
        let mut position = start.clone();
        let mut moves: Vec<TimedMove> = Vec::new();
        let mut read = || loop {
            self.skip_space();
            let Some(first) = self.rest.chars().next() else {
                return if to_the_end { self.error("the end of the game is missing") } else { Ok(None) };
            };
            match first {
                '{' => {
                    let comment = self.through('}', "a comment")?;
                    if let Some(last) = moves.last_mut() {
                        last.1 = read_clock(comment).or(last.1);
                    }
                }
                ';' | '%' => {
                    let end = self.rest.find('\n').unwrap_or(self.rest.len());
                    self.take(end);
                }
                '(' => self.variation()?,
                '[' => return Ok(None),
                _ => {
                    let word = self.word(first);
                    if RESULTS.contains(&word) {
                        return Ok(Some(word.to_owned()));
                    }
                    let text = without_number(word);
                    if text.is_empty() || text.starts_with('$') {
                        continue;
                    }
                    if to_the_end && self.rest.is_empty() {
                        let text = shorten(text.as_bytes());
                        return self.error(format!("the text ends within {text:?}"));
                    }
                    match san::parse(&position, text) {
                        Ok(mv) => {
                            position.make(mv);
                            moves.push((mv, None));
                        }
                        Err(error) => return self.error(format!("{}: {error}", turn(&position))),
                    }
                }
            }
        };
        let (result, fault) = match read() {
            Ok(result) => (result, None),
            Err(fault) => (None, Some(fault)),
        };
        Movetext { moves, result, fault }
    }

    /// Takes a word that begins with `first`.
    fn word(&mut self, first: char) -> &'t str {
        let end = |c: char| c.is_whitespace() || "{}()[];".contains(c);
        let length = self.rest.find(end).unwrap_or(self.rest.len()).max(first.len_utf8());
        self.take(length)
    }

    /// Passes over a variation, with all inside it.
    fn variation(&mut self) -> Result<(), PgnError> {
        let mut depth = 0_u32;
        loop {
            match self.rest.chars().next() {
                None => return self.error("a variation has no end: ')' is missing"),
                Some('{') => {
                    self.through('}', "a comment")?;
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

/// How many bytes the tag at the start of `text` has, if it has an end: a value may hold a bracket.
fn tag_length(text: &str) -> Option<usize> {
    let (mut in_value, mut escaped) = (false, false);
    for (place, byte) in text.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_value => escaped = true,
            b'"' => in_value = !in_value,
            b']' if !in_value => return Some(place + 1),
            _ => {}
        }
    }
    None
}

/// Whether a tag may be called so, by the standard.
fn is_name(text: &str) -> bool {
    text.chars().all(|c| c.is_ascii_alphanumeric() || "_+#=:-".contains(c))
}

/// A value as it was before quotes and backslashes got a backslash before them.
fn unescaped(value: &str) -> String {
    let mut letters = value.chars();
    let mut text = String::new();
    while let Some(letter) = letters.next() {
        text.push(if letter == '\\' { letters.next().unwrap_or(letter) } else { letter });
    }
    text
}

/// A word without the number and dots of a move before it: `12.Nf3` is `Nf3`.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.is_empty() || rest.starts_with('.') { rest.trim_start_matches('.') } else { word }
}

/// Which move of a game comes next, in words.
fn turn(position: &Position) -> String {
    let side = if position.turn() == Color::White { "White" } else { "Black" };
    format!("move {} of {side}", position.fullmove_number())
}
