//! The outer form of a variant file: sections, keys and values with their lines.

use std::collections::HashMap;

use super::error::Faults;
use crate::notation::text::{quote, shorten};

/// Longest file that is read, in bytes.
pub const MAX_FILE_BYTES: usize = 1 << 20;
/// Most sections of a file.
pub(super) const MOST_SECTIONS: usize = 1000;
/// Longest line, in bytes.
const LONGEST: usize = 1000;
/// Longest name of a variant, in characters.
const LONGEST_NAME: usize = 60;

/// One `[name:parent]` with what follows it.
#[derive(Debug)]
pub(super) struct Section<'t> {
    /// Empty when the header cannot be read; the section's keys are looked at all the same.
    pub name: &'t str,
    pub parent: Option<&'t str>,
    pub line: usize,
    pub entries: Vec<Entry<'t>>,
}

/// One `key = value`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry<'t> {
    pub key: &'t str,
    pub value: &'t str,
    pub line: usize,
}

/// Splits `text` into sections and notes every line that is none of section, entry, comment and blank.
pub(super) fn sections<'t>(text: &'t str, faults: &mut Faults) -> Vec<Section<'t>> {
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
        if line.len() > LONGEST {
            faults.add(number, format!("a line of {} bytes; at most {LONGEST} are read", line.len()));
        } else if line.starts_with('[') {
            if sections.len() == MOST_SECTIONS {
                faults.add(number, format!("more than {MOST_SECTIONS} variants; no more are read"));
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
                faults.add(number, format!("{name} is given a second time, after line {first}"));
                seen.insert(entry.key, first);
            } else {
                section.entries.push(entry);
            }
        } else {
            let right = "no [variant:parent], no key = value and no # comment";
            faults.add(number, format!("{} is {right}", quote(line)));
        }
    }
    sections
}

/// Reads `[name]` or `[name:parent]`.
fn header<'t>(line: &'t str, number: usize, faults: &mut Faults) -> Section<'t> {
    let mut section = Section { name: "", parent: None, line: number, entries: Vec::new() };
    let Some(inner) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) else {
        let right = "a section is [variant] or [variant:parent]";
        faults.add(number, format!("{} lacks its closing ]; {right}", quote(line)));
        return section;
    };
    let (name, parent) = match inner.split_once(':') {
        Some((name, parent)) => (name.trim(), Some(parent.trim())),
        None => (inner.trim(), None),
    };
    for text in std::iter::once(name).chain(parent) {
        let fits = |c: char| c.is_ascii_alphanumeric() || "_-.+".contains(c);
        if text.is_empty() || text.len() > LONGEST_NAME || !text.chars().all(fits) {
            let right = format!("one of letters, digits and _-.+, at most {LONGEST_NAME}, is needed");
            faults.add(number, format!("{} in {} is no name; {right}", quote(text), quote(line)));
            return section;
        }
    }
    (section.name, section.parent) = (name, parent);
    section
}
