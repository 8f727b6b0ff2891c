//! Words, comments and tags of a PGN text.

use std::borrow::Cow;
use std::fmt;

use crate::notation::text::quote;

/// Largest game in PGN, in bytes. What follows the first game does not count.
pub const MAX_BYTES: usize = 1 << 20;
/// Results with their spellings. `*` is the result of an unfinished game.
const RESULTS: [(&str, &[&str]); 4] = [
    ("1-0", &["1-0", "1–0"]),
    ("0-1", &["0-1", "0–1"]),
    ("1/2-1/2", &["1/2-1/2", "1/2–1/2", "½-½", "½–½", "1/2", "½"]),
    ("*", &["*"]),
];
/// The tag with which a game begins.
const FIRST_TAG: &str = "Event";

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

/// An invalid PGN.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgnError {
    /// Number of bytes of the text before the error.
    pub offset: usize,
    /// Line, from 1.
    pub line: usize,
    /// Description of the error.
    pub message: String,
}

impl fmt::Display for PgnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for PgnError {}

impl PgnError {
    /// The error in a text in which this number of lines comes before.
    #[must_use]
    pub fn after_lines(self, lines: usize) -> Self {
        Self { line: self.line + lines, ..self }
    }
}

/// A PGN text that is parsed from its start.
pub(super) struct Lexer<'t> {
    text: &'t str,
    /// Number of bytes that have been parsed.
    pub(super) offset: usize,
    /// Number of bytes after which the text is too long.
    limit: usize,
    /// The last offset whose line was asked for, and its line.
    counted: (usize, usize),
}

/// The tags of a game.
pub(super) struct TagSection<'t> {
    pub(super) tags: Tags,
    /// The comments before, between and after the tags.
    pub(super) comments: Vec<Cow<'t, str>>,
    /// For each tag, the number of bytes of the text before it.
    pub(super) offsets: Vec<usize>,
    /// Lines that are no tags.
    pub(super) errors: Vec<PgnError>,
}

/// Most errors that are kept.
pub(super) const MAX_ERRORS: usize = 100;

impl<'t> Lexer<'t> {
    pub(super) const fn new(text: &'t str, limit: usize) -> Self {
        Self { text, offset: 0, limit, counted: (0, 1) }
    }

    /// A text that has been parsed up to `offset`. An earlier offset and its line are known.
    pub(super) const fn continued(text: &'t str, offset: usize, counted: (usize, usize)) -> Self {
        Self { text, offset, limit: usize::MAX, counted }
    }

    pub(super) fn rest(&self) -> &'t str {
        &self.text[self.offset..]
    }

    /// The rest of the current line.
    fn line(&self) -> &'t str {
        self.rest().split(['\n', '\r']).next().unwrap_or_default()
    }

    /// The line of `offset`, from 1. Only the lines after the last one are counted, so that a text with many errors is not
    /// counted again and again.
    pub(super) fn line_at(&mut self, offset: usize) -> usize {
        if offset < self.counted.0 {
            self.counted = (0, 1);
        }
        let lines = self.text[self.counted.0..offset].matches('\n').count();
        self.counted = (offset, self.counted.1 + lines);
        self.counted.1
    }

    pub(super) fn error_at(&mut self, offset: usize, message: impl Into<String>) -> PgnError {
        PgnError { offset, line: self.line_at(offset), message: message.into() }
    }

    pub(super) fn error<T>(&mut self, message: impl Into<String>) -> Result<T, PgnError> {
        Err(self.error_at(self.offset, message))
    }

    /// Consumes `length` bytes.
    fn take(&mut self, length: usize) -> &'t str {
        let taken = &self.rest()[..length];
        self.offset += length;
        taken
    }

    pub(super) fn skip_space(&mut self) {
        let rest = self.rest();
        let text = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
        self.take(rest.len() - text.len());
    }

    /// Skips white space, and consumes a comment if one follows: `{…}`, or `;` or `%` and the rest of the line. Lines with
    /// `;` that follow each other are one comment.
    ///
    /// A comment that cannot be read is skipped, and is an error.
    pub(super) fn comment(&mut self) -> Result<Option<Cow<'t, str>>, PgnError> {
        self.skip_space();
        if self.offset > self.limit {
            let error = self.error(format!("the game has more than {MAX_BYTES} bytes"));
            (self.offset, self.limit) = (self.text.len(), usize::MAX);
            return error;
        }
        match self.rest().chars().next() {
            Some('{') => match comment_length(self.rest()) {
                Ok(length) => {
                    let comment = self.take(length);
                    Ok(Some(tidy(&comment[1..length - 1])))
                }
                Err(length) => {
                    let error = self.error("a comment has no end: '}' is missing");
                    self.take(length);
                    error
                }
            },
            Some(';' | '%') => {
                let mut lines = String::new();
                while self.rest().starts_with([';', '%']) {
                    let line = &self.take(self.line().len())[1..];
                    lines += line.strip_prefix(' ').unwrap_or(line);
                    lines.push('\n');
                    self.skip_space();
                }
                Ok(Some(tidy(&lines).into_owned().into()))
            }
            _ => Ok(None),
        }
    }

    /// Parses the tags and the comments among them.
    pub(super) fn tags(&mut self) -> TagSection<'t> {
        let (comments, offsets, errors) = (Vec::new(), Vec::new(), Vec::new());
        let mut section = TagSection { tags: Tags::default(), comments, offsets, errors };
        loop {
            match self.comment() {
                Ok(Some(comment)) => section.comments.push(comment),
                Ok(None) if !self.rest().starts_with('[') => return section,
                Ok(None) => match parse_tag(self.rest()) {
                    // A game without moves ends where the next game begins.
                    Some((FIRST_TAG, ..)) if section.tags.get(FIRST_TAG).is_some() => return section,
                    Some((name, value, length)) => {
                        section.tags.push(name, value);
                        section.offsets.push(self.offset);
                        self.take(length);
                    }
                    None => {
                        let line = self.line();
                        let message = if line.contains(']') {
                            format!("{} is not a tag; write [Name \"value\"]", quote(line))
                        } else {
                            "a tag has no end: ']' is missing".to_owned()
                        };
                        if section.errors.len() < MAX_ERRORS {
                            section.errors.push(self.error_at(self.offset, message));
                        }
                        self.take(line.len());
                    }
                },
                Err(error) => section.errors.push(error),
            }
        }
    }

    /// Whether a line that starts with a tag begins at `offset`.
    pub(super) fn is_tag_at(&self, offset: usize) -> bool {
        let (before, rest) = self.text.split_at(offset);
        before.ends_with(['\n', '\r']) && parse_tag(rest).is_some()
    }

    /// Consumes a word, which is empty only at the end of the text. Each bracket and each `*` is a word.
    pub(super) fn word(&mut self) -> &'t str {
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

    /// Skips the rest of a variation and its end, with all nested ones.
    pub(super) fn skip_variation(&mut self) -> Result<(), PgnError> {
        let mut depth = 1_u32;
        while depth > 0 {
            while self.comment()?.is_some() {}
            let offset = self.offset;
            match self.word() {
                "(" => depth += 1,
                ")" => depth -= 1,
                "" => return self.error(OPEN_VARIATION),
                "[" if self.is_tag_at(offset) => return Err(self.error_at(offset, OPEN_VARIATION)),
                _ => {}
            }
        }
        Ok(())
    }
}

/// Message about a variation that the end of the game cuts off.
pub(super) const OPEN_VARIATION: &str = "a variation has no end: ')' is missing";

/// Length of the comment at the start of `text` with its braces. If it has no end, the length up to the next game is the
/// error.
fn comment_length(text: &str) -> Result<usize, usize> {
    let mut from = 0;
    while let Some(index) = text[from..].find(['}', '\n']) {
        from += index + 1;
        if text[..from].ends_with('}') {
            return Ok(from);
        }
        if text[from..].starts_with('[') && parse_tag(&text[from..]).is_some_and(|tag| tag.0 == FIRST_TAG) {
            return Err(from);
        }
    }
    Err(text.len())
}

/// A comment without white space around it and at the ends of its lines, which are separated by `\n`.
pub(super) fn tidy(text: &str) -> Cow<'_, str> {
    let text = text.trim();
    if !text.contains(['\n', '\r']) {
        return text.into();
    }
    let text = text.replace("\r\n", "\n");
    text.split(['\n', '\r']).map(str::trim_end).collect::<Vec<_>>().join("\n").into()
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

/// Splits off a result, which may follow a move without a space: `Nf3*`.
pub(super) fn split_result(word: &str) -> (&str, Option<&'static str>) {
    let mut spelled =
        RESULTS.iter().flat_map(|(result, texts)| texts.iter().map(move |text| (*text, *result)));
    let split = spelled.find_map(|(text, result)| Some((word.strip_suffix(text)?, result)));
    split.map_or((word, None), |(rest, result)| (rest, Some(result)))
}
