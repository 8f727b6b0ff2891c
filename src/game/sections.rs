//! Format of puzzle files and of the file of lessons. A file consists of sections. A section is a title in brackets and
//! lines `key = value` after it. Blank lines and lines that begin with `#` are skipped.

use std::collections::HashMap;
use std::fmt;

use crate::notation::text::quote;

/// An error in a line of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineError {
    /// The line, counted from 1.
    pub line: usize,
    /// The text that was found and what is expected instead.
    pub message: String,
}

impl fmt::Display for LineError {
    /// Writes `line: message`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.line, self.message)
    }
}

impl std::error::Error for LineError {}

/// An error in `line`.
pub(super) fn fault<T>(line: usize, message: impl Into<String>) -> Result<T, LineError> {
    Err(LineError { line, message: message.into() })
}

/// A section of a file with its values, not yet checked.
pub(super) struct Section<'t> {
    pub line: usize,
    pub title: &'t str,
    /// Line and value of each key.
    values: HashMap<&'t str, (usize, &'t str)>,
}

impl<'t> Section<'t> {
    /// The line and the value of `key`.
    pub fn value(&self, key: &str) -> Option<(usize, &'t str)> {
        self.values.get(key).copied()
    }

    /// The line and the value of `key`. If the key is missing, the error contains `expected`.
    pub fn needed(&self, key: &str, expected: &str) -> Result<(usize, &'t str), LineError> {
        let title = quote(self.title);
        let missing = || fault(self.line, format!("{key} is missing from {title}; expected {expected}"));
        self.value(key).map_or_else(missing, Ok)
    }
}

/// Parses the sections of `text`.
///
/// `title` parses a line as a title; its second argument is the number of sections before this line. It returns `None`
/// if the line is not a title, and an error if the title is invalid.
pub(super) fn parse<'t>(
    text: &'t str,
    keys: &[&str],
    title: impl Fn(&'t str, usize) -> Option<Result<&'t str, String>>,
) -> Result<Vec<Section<'t>>, LineError> {
    let mut sections: Vec<Section<'_>> = Vec::new();
    for (line, words) in text.lines().enumerate().map(|(index, line)| (index + 1, line.trim())) {
        if words.is_empty() || words.starts_with('#') {
            continue;
        }
        if let Some(title) = title(words, sections.len()) {
            let title = title.or_else(|message| fault(line, message))?;
            sections.push(Section { line, title, values: HashMap::new() });
            continue;
        }
        let (Some((key, value)), Some(section)) = (words.split_once('='), sections.last_mut()) else {
            return fault(
                line,
                format!("found {}; expected a title in brackets or key = value", quote(words)),
            );
        };
        let key = key.trim();
        if !keys.contains(&key) {
            return fault(line, format!("{} is no known key; expected {}", quote(key), keys.join(", ")));
        }
        if section.values.insert(key, (line, value.trim())).is_some() {
            return fault(line, format!("{key} is there twice; expected once"));
        }
    }
    Ok(sections)
}
