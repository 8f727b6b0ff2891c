//! Settings: what a section says and what it has from its parent.

use crate::notation::text::quote;
use crate::rules::betza::{self, Component};

use super::error::Faults;
use super::file::{Entry, Section};
use super::keys::{COUNT, Form, KEYS, Key};
use super::pieces::{BUILT_IN, PieceKey};
use super::refused;
use super::value::{self, Value};

/// One piece of a variant.
#[derive(Clone, Debug)]
pub(super) struct PieceRow {
    pub key: PieceKey,
    pub letter: char,
    pub moves: Vec<Component>,
    /// The line that defines it, if that is of the section itself and not of a parent.
    pub line: Option<usize>,
}

/// A value, and the line it stands on if that is of the section itself and not of a parent.
#[derive(Clone, Debug)]
struct Given {
    value: Value,
    line: Option<usize>,
}

/// Everything a section says by itself and by its parents.
#[derive(Clone, Debug, Default)]
pub(super) struct Settings {
    pub pieces: Vec<PieceRow>,
    values: [Option<Given>; COUNT],
    /// Keys whose value could not be read, here or in a parent.
    broken: Vec<Key>,
    /// Whether a piece could not be read, here or in a parent.
    pub broken_pieces: bool,
    /// Whether not even the letters of all pieces are known.
    pub letters_unknown: bool,
    /// Whether the header or a parent could not be read, so that the section cannot be judged as a whole.
    pub orphan: bool,
    /// The first line of the section itself that changes its pieces.
    pub pieces_line: Option<usize>,
}

impl Settings {
    /// What a child begins with.
    pub fn inherited(&self) -> Self {
        let mut child = self.clone();
        child.pieces.iter_mut().for_each(|piece| piece.line = None);
        child.pieces_line = None;
        child.values.iter_mut().flatten().for_each(|given| given.line = None);
        child
    }

    /// What a section begins with whose header or parent is not known.
    pub fn orphan() -> Self {
        Self { orphan: true, broken_pieces: true, letters_unknown: true, ..Self::default() }
    }

    /// Takes the entries of `section` in; what cannot be read is noted and left as it was before.
    pub fn add(&mut self, section: &Section<'_>, faults: &mut Faults) {
        let mut rules = Vec::new();
        for entry in &section.entries {
            if let Some(piece) = PieceKey::named(entry.key) {
                self.add_piece(piece, entry, faults);
            } else if let Some(key) = Key::named(entry.key) {
                rules.push((key, entry));
            } else {
                faults.add(entry.line, refused::why(entry.key).unwrap_or_else(|| unknown(entry.key)));
            }
        }
        // Values name pieces by their letters, so all pieces must be known first.
        let letters: Vec<_> = self.pieces.iter().map(|piece| (piece.letter, piece.key)).collect();
        for (key, entry) in rules {
            match value::parse(key.row().form, entry.value, &letters) {
                Ok(value) => self.set(key, value, entry.line),
                Err(right) => {
                    self.broken.push(key);
                    let by_letter = matches!(key.row().form, Form::Pieces | Form::Names | Form::Values);
                    // A piece that could not be read is a fault already told.
                    if !(by_letter && self.letters_unknown) {
                        faults.add(entry.line, format!("{} = {}: {right}", entry.key, entry.value));
                    }
                }
            }
        }
    }

    fn set(&mut self, key: Key, mut value: Value, line: usize) {
        let old = self.values[key as usize].take().map(|given| given.value);
        match (&mut value, old) {
            // A child tells only the names and values that change.
            (Value::Names(new), Some(Value::Names(old))) => merge(new, old),
            (Value::Values(new), Some(Value::Values(old))) => merge(new, old),
            _ => {}
        }
        self.values[key as usize] = Some(Given { value, line: Some(line) });
        self.broken.retain(|&broken| broken != key);
    }

    fn add_piece(&mut self, key: PieceKey, entry: &Entry<'_>, faults: &mut Faults) {
        self.pieces_line = self.pieces_line.or(Some(entry.line));
        if entry.value == "-" {
            match self.piece(key) {
                Some(row) => drop(self.pieces.remove(row)),
                None if self.letters_unknown => {}
                None => faults.add(entry.line, format!("{0} = -: there is no {0} to leave out", entry.key)),
            }
            return;
        }
        let (letter, moves) = match piece(key, entry.value) {
            Ok(piece) => piece,
            Err((letter, right)) => {
                faults.add(entry.line, format!("{} = {}: {right}", entry.key, entry.value));
                self.broken_pieces = true;
                // With its letter known, the rest of the section can be looked at all the same.
                let Some(letter) = letter else {
                    self.letters_unknown = true;
                    return;
                };
                (letter, Vec::new())
            }
        };
        let clash = self.pieces.iter().position(|piece| piece.letter == letter && piece.key != key);
        if let Some(row) = clash {
            let other = &self.pieces[row];
            if let Some(line) = other.line {
                let text = format!(
                    "the letter {letter:?} of {} is {}'s, see line {line}",
                    entry.key,
                    other.key.key()
                );
                faults.add(entry.line, text);
                return;
            }
            // A child's piece takes the letter of its parent's.
            self.pieces.remove(row);
        }
        let piece = PieceRow { key, letter, moves, line: Some(entry.line) };
        match self.pieces.iter_mut().find(|piece| piece.key == key) {
            Some(row) => *row = piece,
            None => self.pieces.push(piece),
        }
    }

    /// The value of `key`, if the section or a parent gives one.
    pub fn given(&self, key: Key) -> Option<&Value> {
        self.values[key as usize].as_ref().map(|given| &given.value)
    }

    /// The line of `key`, if the section itself gives it.
    pub fn line(&self, key: Key) -> Option<usize> {
        self.values[key as usize].as_ref()?.line
    }

    /// The line of the first of `keys` that the section itself gives.
    pub fn first_line(&self, keys: &[Key]) -> Option<usize> {
        keys.iter().find_map(|&key| self.line(key))
    }

    /// Whether the value of `key` is what the file means: no fault was found in it.
    pub fn is_sound(&self, key: Key) -> bool {
        !self.broken.contains(&key)
    }

    /// The row of the piece defined by `key`.
    pub fn piece(&self, key: PieceKey) -> Option<usize> {
        self.pieces.iter().position(|piece| piece.key == key)
    }
}

fn merge<T>(new: &mut Vec<(PieceKey, T)>, old: Vec<(PieceKey, T)>) {
    for (key, value) in old {
        if new.iter().all(|(known, _)| *known != key) {
            new.push((key, value));
        }
    }
}

/// Reads `letter` or `letter:Betza`; the error tells the letter too, if that could be read.
fn piece(key: PieceKey, text: &str) -> Result<(char, Vec<Component>), (Option<char>, String)> {
    let (letter, notation) = match text.split_once(':') {
        Some((letter, notation)) => (letter.trim(), Some(notation.trim())),
        None => (text, None),
    };
    let mut chars = letter.chars();
    let letter = match (chars.next(), chars.next()) {
        (Some(letter), None) if letter.is_ascii_alphabetic() => letter.to_ascii_lowercase(),
        (first, _) => {
            let first = first.filter(char::is_ascii_alphabetic).map(|c| c.to_ascii_lowercase());
            return Err((first, "one letter from a to z, or - for no such piece, is needed".to_owned()));
        }
    };
    let custom = matches!(key, PieceKey::Custom(_));
    match notation {
        Some(notation) if custom || key == PieceKey::KING => {
            betza::parse(notation).map(|moves| (letter, moves)).map_err(|e| (Some(letter), e.to_string()))
        }
        None if custom => Err((Some(letter), format!("how it moves is missing; {letter}:Betza is needed"))),
        None => Ok((letter, key.built_in_moves())),
        Some(_) => {
            let right =
                format!("only customPiece1 to customPiece25 and king are told how they move; write {letter}");
            Err((Some(letter), right))
        }
    }
}

/// What to say about a key that nobody knows.
fn unknown(key: &str) -> String {
    let names = KEYS.iter().map(|row| row.name).chain(BUILT_IN.iter().map(|(name, _)| *name));
    let near = names.map(|name| (distance(key, name), name)).min().filter(|(distance, _)| *distance <= 2);
    let hint = near.map_or_else(String::new, |(_, name)| format!("; perhaps {name} is meant"));
    format!("there is no key {}{hint}", quote(key))
}

/// How many letters must change to make one word of the other.
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
