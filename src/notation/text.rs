//! Text from bytes: UTF-8 with the place of what is not, and places in a file.

use std::fmt;

/// Most characters of a faulty text that its error shows.
const SHOWN: usize = 60;
/// Most bytes of a list of names.
const LISTED: usize = 1000;

/// The beginning of a text that may be long, or not UTF-8, for an error to show.
#[must_use]
pub fn shorten(text: &[u8]) -> String {
    // Of a long text no more is looked at than may be shown: a character has at most four bytes.
    let text = String::from_utf8_lossy(&text[..text.len().min(4 * (SHOWN + 1))]);
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.into_owned(),
    }
}

/// The beginning of a text that may be long, in quotation marks and with its control characters spelt, for an error
/// to show.
#[must_use]
pub fn quote(text: &str) -> String {
    format!("{:?}", shorten(text.as_bytes()))
}

/// Names with commas between them, for an error to show: as many as fit into a few lines, and how many more there are.
#[must_use]
pub fn list_names<'n>(names: impl IntoIterator<Item = &'n str>) -> String {
    let mut names = names.into_iter();
    let mut list = String::new();
    while let Some(name) = names.next() {
        if list.len() + name.len() > LISTED {
            return format!("{list} and {} more", names.count() + 1);
        }
        if !list.is_empty() {
            list += ", ";
        }
        list += name;
    }
    list
}

/// A place in a file, both numbers counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Location {
    /// The line.
    pub line: usize,
    /// The character in the line.
    pub column: usize,
}

impl fmt::Display for Location {
    /// Writes `line:column`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// A byte that is not part of a UTF-8 text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidUtf8 {
    /// Where it is.
    pub location: Location,
    /// The byte.
    pub byte: u8,
}

impl fmt::Display for InvalidUtf8 {
    /// Writes what was found, without the place.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "found the byte 0x{:02X}, which is not UTF-8 text", self.byte)
    }
}

impl std::error::Error for InvalidUtf8 {}

/// Reads `bytes` as UTF-8, without the byte order mark that some editors put first.
///
/// # Errors
/// The first byte that is not UTF-8.
pub fn decode(bytes: &[u8]) -> Result<&str, InvalidUtf8> {
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    std::str::from_utf8(bytes).map_err(|error| {
        let (before, rest) = bytes.split_at(error.valid_up_to());
        let before = String::from_utf8_lossy(before);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        // An error lies at a byte, so there is one.
        InvalidUtf8 { location: Location { line, column }, byte: rest.first().copied().unwrap_or_default() }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// After characters of several bytes.
    #[test]
    fn the_place_of_a_bad_byte_counts_lines_and_characters() {
        let fault = decode(b"one\nt\xC3\xA4\xFFwo").unwrap_err();
        assert_eq!(fault, InvalidUtf8 { location: Location { line: 2, column: 3 }, byte: 0xFF });
    }

    /// A short list is complete.
    #[test]
    fn a_long_list_of_names_ends_with_the_number_left_out() {
        assert_eq!(list_names(["a", "bc"]), "a, bc");
        let names: Vec<String> = (0..1000).map(|number| format!("name-{number:03}")).collect();
        let list = list_names(names.iter().map(String::as_str));
        assert!(list.starts_with("name-000, name-001, ") && list.len() < 1100, "{list}");
        let shown = list.matches("name").count();
        assert!(list.ends_with(&format!(" and {} more", 1000 - shown)), "{list}");
    }

    /// Nowhere else.
    #[test]
    fn a_byte_order_mark_is_skipped_at_the_start() {
        assert_eq!(decode("\u{feff}a\u{feff}".as_bytes()), Ok("a\u{feff}"));
    }
}
