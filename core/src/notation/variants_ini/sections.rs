//! Sections of a variant file: headers, keys and values with their lines.

use std::collections::HashMap;
use std::fmt;

use super::error::Faults;
use crate::notation::text::{quote, shorten};

/// Largest file, in bytes.
pub const MAX_FILE_BYTES: usize = 1 << 20;
/// Most sections in a file.
pub(super) const MAX_SECTIONS: usize = 1000;
/// Longest line, in bytes.
const MAX_LINE: usize = 1000;
/// Longest name of a variant, in characters.
const MAX_NAME: usize = 60;

/// A section `[name:parent]`.
#[derive(Debug)]
pub(super) struct Section<'t> {
    /// Empty if the header is invalid; the keys of the section are checked nevertheless.
    pub name: &'t str,
    pub parent: Option<&'t str>,
    pub line: usize,
    pub entries: Vec<Entry<'t>>,
}

/// A line `key = value`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry<'t> {
    pub key: &'t str,
    pub value: &'t str,
    pub line: usize,
}

impl fmt::Display for Entry<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} = {}", self.key, self.value)
    }
}

impl fmt::Display for Section<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let colon = if self.parent.is_some() { ":" } else { "" };
        writeln!(f, "[{}{colon}{}]", self.name, self.parent.unwrap_or_default())?;
        self.entries.iter().try_for_each(|entry| writeln!(f, "{entry}"))
    }
}

/// Splits `text` into sections. Lines that are not a header, an entry, a comment or blank become faults.
pub(super) fn split<'t>(text: &'t str, faults: &mut Faults) -> Vec<Section<'t>> {
    if text.len() > MAX_FILE_BYTES {
        faults.add(1, format!("the file has {} bytes; at most {MAX_FILE_BYTES} are read", text.len()));
        return Vec::new();
    }
    let mut sections: Vec<Section> = Vec::new();
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut seen = HashMap::new();
    for (number, line) in text.lines().enumerate() {
        let (number, line) = (number + 1, line.trim());
        if line.is_empty() || line.starts_with(['#', ';']) {
            continue;
        }
        if line.len() > MAX_LINE {
            faults.add(number, format!("a line of {} bytes; at most {MAX_LINE} are read", line.len()));
        } else if line.starts_with('[') {
            if sections.len() == MAX_SECTIONS {
                faults.add(number, format!("more than {MAX_SECTIONS} variants; the others are ignored"));
                return sections;
            }
            sections.push(header(line, number, faults));
            seen.clear();
        } else if let Some((key, value)) = line.split_once('=') {
            let entry = Entry { key: key.trim(), value: value.trim(), line: number };
            let Some(section) = sections.last_mut() else {
                faults.add(number, format!("{} stands before the first [variant]", quote(line)));
                continue;
            };
            if let Some(first) = seen.insert(entry.key, number) {
                let name = shorten(entry.key.as_bytes());
                faults.add(number, format!("{name} is already given on line {first}"));
                seen.insert(entry.key, first);
            } else {
                section.entries.push(entry);
            }
        } else {
            let expected = "not a [variant:parent] header, a key = value line or a # comment";
            faults.add(number, format!("{} is {expected}", quote(line)));
        }
    }
    sections
}

/// Parses `[name]` or `[name:parent]`.
fn header<'t>(line: &'t str, number: usize, faults: &mut Faults) -> Section<'t> {
    let mut section = Section { name: "", parent: None, line: number, entries: Vec::new() };
    let Some(inner) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) else {
        let expected = "write [variant] or [variant:parent]";
        faults.add(number, format!("{} has no closing ]; {expected}", quote(line)));
        return section;
    };
    let (name, parent) = match inner.split_once(':') {
        Some((name, parent)) => (name.trim(), Some(parent.trim())),
        None => (inner.trim(), None),
    };
    for text in std::iter::once(name).chain(parent) {
        let fits = |c: char| c.is_ascii_alphanumeric() || "_-.+".contains(c);
        if text.is_empty() || text.len() > MAX_NAME || !text.chars().all(fits) {
            let expected = format!("use up to {MAX_NAME} letters, digits and _-.+");
            faults.add(number, format!("{} in {} is not a valid name; {expected}", quote(text), quote(line)));
            return section;
        }
    }
    (section.name, section.parent) = (name, parent);
    section
}
