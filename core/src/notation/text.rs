//! Text helpers: decoding, with locations of invalid bytes, and excerpts of text for error messages.

use std::borrow::Cow;
use std::fmt;

/// Most characters of an excerpt.
const MAX_SHOWN: usize = 60;
/// Most bytes of a list of names.
const MAX_LISTED: usize = 1000;

/// Excerpt of a text, which may be long or not UTF-8, for an error message.
///
/// ```
/// # use xxlchess_core::notation::text::shorten;
/// assert_eq!(shorten("é".repeat(100).as_bytes()), "é".repeat(60) + "…");
/// ```
pub fn shorten(text: &[u8]) -> String {
    // A character has at most four bytes, so this is enough of a long text.
    let text = String::from_utf8_lossy(&text[..text.len().min(4 * (MAX_SHOWN + 1))]);
    match text.char_indices().nth(MAX_SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.into_owned(),
    }
}

/// Excerpt of a text in quotation marks with control characters escaped, for an error message.
///
/// ```
/// # use xxlchess_core::notation::text::quote;
/// assert_eq!(quote("a\tb"), r#""a\tb""#);
/// ```
pub fn quote(text: &str) -> String {
    format!("{:?}", shorten(text.as_bytes()))
}

/// `text` for a terminal. Characters that would control it, are invisible or turn the direction of writing are escaped;
/// line breaks stay.
///
/// ```
/// # use xxlchess_core::notation::text::printable;
/// assert_eq!(printable("\x1B[2J"), r"\u{1b}[2J");
/// ```
pub fn printable(text: &str) -> String {
    let is_unsafe = |c: char| {
        c.is_control() && c != '\n'
            || matches!(c, '\u{AD}' | '\u{61C}' | '\u{180E}' | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}'
                | '\u{2060}'..='\u{206F}' | '\u{FEFF}' | '\u{FFF9}'..='\u{FFFB}' | '\u{E0000}'..='\u{E0FFF}')
    };
    let mut printable = String::with_capacity(text.len());
    for c in text.chars() {
        if is_unsafe(c) {
            printable.extend(c.escape_default());
        } else {
            printable.push(c);
        }
    }
    printable
}

/// Hash (FNV-1a) of a text or of bytes. It is stored in files, so it must stay the same.
pub fn hash(bytes: impl AsRef<[u8]>) -> u32 {
    let add = |number: u32, byte: &u8| (number ^ u32::from(*byte)).wrapping_mul(0x0100_0193);
    bytes.as_ref().iter().fold(0x811C_9DC5, add)
}

/// The lines of a text that has an entry in each line, and their numbers from 1. Empty lines and those that begin with `#`
/// are left out.
///
/// ```
/// # use xxlchess_core::notation::text;
/// assert_eq!(text::entries("# of two\n\n a b\n").collect::<Vec<_>>(), [(3, "a b")]);
/// ```
pub fn entries(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
    lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
}

/// `name` with its indefinite article.
pub fn with_article(name: &str) -> String {
    // The article depends on the sound, and "unicorn" begins with that of "you".
    let has_vowel = name.starts_with(['a', 'e', 'i', 'o', 'u']) && !name.starts_with("uni");
    let article = if has_vowel { "an" } else { "a" };
    format!("{article} {name}")
}

/// The one of `names` that is the most similar to `word`, if at most two letters differ. The case is ignored.
pub fn similar<'n>(word: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let nearest = names.into_iter().map(|name| (distance(word, name), name)).min()?;
    Some(nearest.1).filter(|_| nearest.0 <= 2)
}

/// The end of an error message about an unknown word: `; did you mean rook?`, or nothing.
pub fn did_you_mean(similar: Option<&str>) -> String {
    similar.map_or_else(String::new, |name| format!("; did you mean {name}?"))
}

/// Edit distance of two words, ignoring case.
fn distance(a: &str, b: &str) -> usize {
    if a.len().abs_diff(b.len()) > 2 {
        return usize::MAX;
    }
    let b: Vec<_> = b.chars().collect();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for (row, a) in a.chars().enumerate() {
        let mut next = vec![row + 1];
        for (column, &b) in b.iter().enumerate() {
            let change = last[column] + usize::from(!a.eq_ignore_ascii_case(&b));
            next.push(change.min(last[column + 1] + 1).min(next[column] + 1));
        }
        last = next;
    }
    last.last().copied().unwrap_or_default()
}

/// Comma-separated names for an error message. The end of a long list is replaced by the number of names that are left
/// out.
pub fn list_names<'n>(names: impl IntoIterator<Item = &'n str>) -> String {
    let mut names = names.into_iter();
    let mut list = String::new();
    while let Some(name) = names.next() {
        if list.len() + name.len() > MAX_LISTED {
            return format!("{list} and {} more", names.count() + 1);
        }
        if !list.is_empty() {
            list += ", ";
        }
        list += name;
    }
    list
}

/// Greatest length of the text of a variant in a link to the page, in bytes before it is encoded.
pub const MAX_LINK_VARIANT: usize = 8_000;
/// Greatest length of a FEN or PGN in a link to the page, in bytes before it is encoded.
pub const MAX_LINK_TEXT: usize = 1 << 16;

/// Encodes a text for a link: all bytes but letters, digits, `-`, `.` and `/` become `%` and two hexadecimal digits.
///
/// ```
/// # use xxlchess_core::notation::text::{percent_decode, percent_encode};
/// assert_eq!(percent_encode("k7/8 w"), "k7/8%20w");
/// assert_eq!(percent_decode("k7/8%20w").as_deref(), Some("k7/8 w"));
/// assert_eq!(percent_decode("%2"), None);
/// ```
pub fn percent_encode(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' | b'-' | b'.' | b'/' => encoded.push(byte.into()),
            byte => encoded.push_str(&format!("%{byte:02X}")),
        }
    }
    encoded
}

/// Decodes a text of [`percent_encode`]. Returns `None` if it is not valid.
pub fn percent_decode(text: &str) -> Option<String> {
    let mut parts = text.split('%');
    let mut bytes = parts.next()?.as_bytes().to_vec();
    for part in parts {
        let (digits, rest) = part.split_at_checked(2)?;
        bytes.push(u8::from_str_radix(digits, 16).ok()?);
        bytes.extend_from_slice(rest.as_bytes());
    }
    String::from_utf8(bytes).ok()
}

/// Location in a text file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Location {
    /// Line, from 1.
    pub line: usize,
    /// Character in the line, from 1.
    pub column: usize,
}

impl fmt::Display for Location {
    /// Formats as `line:column`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// A byte that is not UTF-8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidUtf8 {
    /// Its location.
    pub location: Location,
    /// The byte.
    pub byte: u8,
}

impl fmt::Display for InvalidUtf8 {
    /// Formats the byte, without its location.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "found the byte 0x{:02X}, which is not UTF-8 text", self.byte)
    }
}

impl std::error::Error for InvalidUtf8 {}

/// Decodes UTF-8 and drops a byte order mark at the start.
///
/// # Errors
/// The first byte that is not UTF-8.
///
/// ```
/// # use xxlchess_core::notation::text::decode;
/// assert_eq!(decode(b"level"), Ok("level"));
/// assert_eq!(decode(b"a\n\xFF").unwrap_err().location.to_string(), "2:1");
/// ```
pub fn decode(bytes: &[u8]) -> Result<&str, InvalidUtf8> {
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    std::str::from_utf8(bytes).map_err(|error| {
        let (before, rest) = bytes.split_at(error.valid_up_to());
        let before = String::from_utf8_lossy(before);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        InvalidUtf8 { location: Location { line, column }, byte: rest.first().copied().unwrap_or_default() }
    })
}

/// Decodes UTF-8 as [`decode`] does, and each byte that is not UTF-8 as ISO 8859-1, the character set of the PGN standard.
/// If only the last character is cut off, it is dropped.
///
/// ```
/// # use xxlchess_core::notation::text::decode_or_latin1;
/// assert_eq!(decode_or_latin1(b"J\xF6rg"), "J\u{f6}rg");
/// assert_eq!(decode_or_latin1("J\u{f6}rg".as_bytes()), "J\u{f6}rg");
/// ```
pub fn decode_or_latin1(bytes: &[u8]) -> Cow<'_, str> {
    let end = match std::str::from_utf8(bytes) {
        Err(error) if error.error_len().is_none() => error.valid_up_to(),
        _ => bytes.len(),
    };
    match decode(&bytes[..end]) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => {
            let mut text = String::with_capacity(bytes.len());
            for chunk in bytes.utf8_chunks() {
                text.push_str(chunk.valid());
                text.extend(chunk.invalid().iter().map(|&byte| char::from(byte)));
            }
            text.into()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A bad byte after a character of two bytes is on the second line, third character.
    #[test]
    fn the_location_of_a_bad_byte_counts_lines_and_characters() {
        let fault = decode(b"one\nt\xC3\xA4\xFFwo").unwrap_err();
        assert_eq!(fault, InvalidUtf8 { location: Location { line: 2, column: 3 }, byte: 0xFF });
    }

    /// Escape sequences, C1 codes, line ends of old systems and marks of direction are escaped; letters and line breaks
    /// stay.
    #[test]
    fn characters_that_control_a_terminal_are_escaped() {
        let (text, safe) = ("\x1B]0;owned\x07\x1B[2J\u{9B}31m\r\u{202E}gvs.\u{200B}", printable);
        assert_eq!(safe(text), "\\u{1b}]0;owned\\u{7}\\u{1b}[2J\\u{9b}31m\\r\\u{202e}gvs.\\u{200b}");
        assert_eq!(safe("Zürich ♔ –\n\"a\\b\""), "Zürich ♔ –\n\"a\\b\"");
    }

    /// A list of two names is complete, and one of a thousand ends with how many are left out.
    #[test]
    fn a_long_list_ends_with_the_number_of_other_names() {
        assert_eq!(list_names(["a", "bc"]), "a, bc");
        let names: Vec<String> = (0..1000).map(|number| format!("name-{number:03}")).collect();
        let list = list_names(names.iter().map(String::as_str));
        assert!(list.starts_with("name-000, name-001, ") && list.len() < 1100, "{list}");
        let shown = list.matches("name").count();
        assert!(list.ends_with(&format!(" and {} more", 1000 - shown)), "{list}");
    }

    /// UTF-8, with a byte order mark, cut off within a character, or beside bytes of ISO 8859-1, is not taken for it.
    #[test]
    fn only_text_that_is_not_utf_8_is_decoded_as_latin_1() {
        for (bytes, text) in [
            (&b"\xEF\xBB\xBFe4"[..], "e4"),
            ("½–½ Žižka".as_bytes(), "½–½ Žižka"),
            (b"\xBD-\xBD", "½-½"),
            (b"Capablanca Jos\xE9 \xB1 \x80", "Capablanca José ± \u{80}"),
            (b"J\xF6rg\n\xC5\xBDi\xC5\xBEka \xFF", "Jörg\nŽižka ÿ"),
            (&"ö–".as_bytes()[..4], "ö"),
            (b"\xE9", ""),
            (b"\xE9\xE9", "éé"),
        ] {
            assert_eq!(decode_or_latin1(bytes), text);
        }
    }

    /// A byte order mark at the start is dropped, and one in the text stays.
    #[test]
    fn a_byte_order_mark_is_dropped_at_the_start_only() {
        assert_eq!(decode("\u{feff}a\u{feff}".as_bytes()), Ok("a\u{feff}"));
    }
}
