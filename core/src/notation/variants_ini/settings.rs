//! Settings of a section: its pieces and values, with those of its parents and the defaults.

use std::collections::BTreeMap;

use crate::notation::text::{did_you_mean, quote, similar};
use crate::rules::PieceKind;
use crate::rules::betza::{self, Component};

use super::draft::Draft;
use super::error::{Faults, LineFault};
use super::keys::{self, Form, KEYS, Key};
use super::pieces::{BUILT_IN, PieceKey};
use super::sections::{Entry, Section};
use super::values::{self, Value};

/// A piece of a variant.
#[derive(Clone, Debug)]
pub(super) struct PieceRow {
    pub key: PieceKey,
    pub letter: char,
    /// Betza notation.
    pub notation: String,
    pub moves: Vec<Component>,
    /// The line that defines it, unless it comes from a parent.
    pub line: Option<usize>,
}

/// A value with its line, unless it comes from a parent.
#[derive(Clone, Debug)]
struct Given {
    value: Value,
    line: Option<usize>,
}

/// Settings of a section and its parents.
#[derive(Clone, Debug, Default)]
pub(super) struct Settings {
    pub pieces: Vec<PieceRow>,
    values: BTreeMap<Key, Given>,
    /// Keys with an invalid value, here or in a parent.
    invalid: Vec<Key>,
    /// Whether a piece is invalid, here or in a parent.
    pub invalid_pieces: bool,
    /// Whether not even the letters of all pieces are known.
    pub letters_unknown: bool,
    /// Whether the section or a parent has a fault.
    pub is_faulty: bool,
    /// Whether the header or a parent is invalid, so that only single lines can be checked.
    pub unknown_parent: bool,
    /// The first line of the section that changes its pieces.
    pub pieces_line: Option<usize>,
}

impl Settings {
    /// The settings that a child inherits.
    pub fn inherited(&self) -> Self {
        let mut child = self.clone();
        child.pieces.iter_mut().for_each(|piece| piece.line = None);
        child.pieces_line = None;
        child.values.values_mut().for_each(|given| given.line = None);
        child
    }

    /// Settings of a section with an invalid header or parent.
    pub fn with_unknown_parent() -> Self {
        Self { unknown_parent: true, invalid_pieces: true, letters_unknown: true, ..Self::default() }
    }

    /// Adds the entries of `section`. Invalid entries become faults and change nothing.
    pub fn add(&mut self, section: &Section<'_>, faults: &mut Faults) {
        let mut rules = Vec::new();
        for entry in &section.entries {
            if let Some(piece) = PieceKey::named(entry.key) {
                self.add_piece(piece, entry, faults);
            } else if let Some(key) = Key::named(entry.key) {
                rules.push((key, entry));
            } else if !keys::IGNORED.contains(&entry.key) {
                faults
                    .add(entry.line, keys::unsupported(entry.key).unwrap_or_else(|| unknown_key(entry.key)));
            }
        }
        // Values name pieces by letter, so all pieces are added first.
        let letters: Vec<_> = self.pieces.iter().map(|piece| (piece.letter, piece.key)).collect();
        for (key, entry) in rules {
            match values::parse(key.row().form, entry.value, &letters) {
                Ok(value) => self.set(key, value, Some(entry.line)),
                Err(message) => {
                    self.invalid.push(key);
                    let by_letter = matches!(
                        key.row().form,
                        Form::Pieces(_)
                            | Form::PieceSets(_)
                            | Form::Names(_)
                            | Form::Values(_)
                            | Form::Counts(_)
                            | Form::Kinds(_)
                            | Form::Places(_)
                    );
                    // An unknown letter may be that of an invalid piece, which is already a fault.
                    if !(by_letter && self.letters_unknown) {
                        faults.add(entry.line, LineFault::value(entry, message));
                    }
                }
            }
        }
    }

    /// Parses a value of `key` with the letters of the pieces.
    pub fn parse(&self, key: Key, text: &str) -> Result<Value, String> {
        let letters: Vec<_> = self.pieces.iter().map(|piece| (piece.letter, piece.key)).collect();
        values::parse(key.row().form, text, &letters)
    }

    /// Sets the value of `key`, which is on `line` of the section.
    pub fn set(&mut self, key: Key, mut value: Value, line: Option<usize>) {
        let old = self.values.remove(&key).map(|given| given.value);
        match (&mut value, old) {
            // A child gives only the names and values that change.
            (Value::Names(new), Some(Value::Names(old))) => merge(new, old),
            (Value::Values(new), Some(Value::Values(old))) => merge(new, old),
            (Value::Counts(new), Some(Value::Counts(old))) => merge(new, old),
            (Value::Kinds(new), Some(Value::Kinds(old))) => merge(new, old),
            _ => {}
        }
        self.values.insert(key, Given { value, line });
        self.invalid.retain(|&invalid| invalid != key);
    }

    fn add_piece(&mut self, key: PieceKey, entry: &Entry<'_>, faults: &mut Faults) {
        self.pieces_line = self.pieces_line.or(Some(entry.line));
        if entry.value == "-" {
            match self.piece(key) {
                Some(row) => drop(self.pieces.remove(row)),
                None if self.letters_unknown => {}
                None => faults.add(entry.line, format!("{0} = -: there is no {0} to remove", entry.key)),
            }
            return;
        }
        let (letter, notation, moves) = match piece(key, entry) {
            Ok(piece) => piece,
            Err((letter, fault)) => {
                faults.add(entry.line, fault);
                self.invalid_pieces = true;
                // With its letter known, the rest of the section can be checked.
                let Some(letter) = letter else {
                    self.letters_unknown = true;
                    return;
                };
                (letter, "", Vec::new())
            }
        };
        let clash = self.pieces.iter().position(|piece| piece.letter == letter && piece.key != key);
        if let Some(row) = clash {
            let other = &self.pieces[row];
            if let Some(line) = other.line {
                let text = format!(
                    "the letter {letter:?} of {} is already used by {} on line {line}",
                    entry.key,
                    other.key.key()
                );
                faults.add(entry.line, text);
                return;
            }
            // A piece of a child takes over the letter of a piece of its parent.
            self.pieces.remove(row);
        }
        let piece = PieceRow { key, letter, notation: notation.to_owned(), moves, line: Some(entry.line) };
        match self.pieces.iter_mut().find(|piece| piece.key == key) {
            Some(row) => *row = piece,
            None => self.pieces.push(piece),
        }
    }

    /// The value of `key` in the section or a parent.
    pub fn given(&self, key: Key) -> Option<&Value> {
        self.values.get(&key).map(|given| &given.value)
    }

    /// The line of `key` in the section itself.
    pub fn line(&self, key: Key) -> Option<usize> {
        self.values.get(&key)?.line
    }

    /// The line of the first of `keys` in the section itself.
    pub fn first_line(&self, keys: &[Key]) -> Option<usize> {
        keys.iter().find_map(|&key| self.line(key))
    }

    /// Whether the value of `key` has no fault.
    pub fn is_valid(&self, key: Key) -> bool {
        !self.invalid.contains(&key)
    }

    /// Whether the keys for the size of the board have no fault.
    pub fn is_size_valid(&self) -> bool {
        self.is_valid(Key::maxFile) && self.is_valid(Key::maxRank)
    }

    /// The row of the piece with `key`.
    fn piece(&self, key: PieceKey) -> Option<usize> {
        self.pieces.iter().position(|piece| piece.key == key)
    }

    /// The kind of the piece with `key`.
    pub fn kind(&self, key: PieceKey) -> Option<PieceKind> {
        self.piece(key).map(PieceKind::from_index)
    }

    /// Applies the effect of a key of this form. Pieces that the section has removed do not count.
    pub fn apply(&self, form: Form, value: &Value, draft: &mut Draft) {
        let kinds = |keys: &[PieceKey]| keys.iter().filter_map(|&key| self.kind(key)).collect::<Vec<_>>();
        match (form, value) {
            (Form::Number(.., set), Value::Number(number)) => set(draft, *number),
            (Form::Flag(set), Value::Flag(flag)) => set(draft, *flag),
            (Form::File(set), Value::File(file)) => set(draft, *file),
            (Form::Region(set), Value::Region(region)) => set(draft, region.squares()),
            (Form::Pieces(set), Value::Pieces(keys)) => set(draft, kinds(keys)),
            (Form::PieceSets(set), Value::Pieces(keys)) => {
                set(draft, kinds(keys).into_iter().map(|kind| vec![kind]).collect());
            }
            (Form::PieceSets(set), Value::All) => {
                set(draft, vec![(0..self.pieces.len()).map(PieceKind::from_index).collect()]);
            }
            (Form::Choice(_, set), Value::Choice(choice)) => set(draft, *choice),
            (Form::Result(set), Value::Result(value)) => set(draft, *value),
            (Form::Fen(set), Value::Fen(fen)) => set(draft, fen.clone()),
            (Form::Names(set), Value::Names(names)) => {
                self.each(names, |kind, name| set(draft, kind, name.clone()));
            }
            (Form::Values(set), Value::Values(values)) => self.each(values, |kind, &v| set(draft, kind, v)),
            (Form::Kinds(set), Value::Kinds(pairs)) => self.each(pairs, |kind, &other| {
                if let Some(other) = self.kind(other) {
                    set(draft, kind, other);
                }
            }),
            (Form::Counts(set), Value::Counts(counts)) => self.each(counts, |kind, &n| set(draft, kind, n)),
            (Form::Places(set), Value::Places(places)) => self.each(places, |kind, &at| set(draft, kind, at)),
            // A value has been parsed by the form of its key, so there is no other pair.
            _ => {}
        }
    }

    /// Calls `visit` for each pair whose piece the section has.
    fn each<T>(&self, pairs: &[(PieceKey, T)], mut visit: impl FnMut(PieceKind, &T)) {
        for (key, value) in pairs {
            if let Some(kind) = self.kind(*key) {
                visit(kind, value);
            }
        }
    }
}

fn merge<T>(new: &mut Vec<(PieceKey, T)>, old: Vec<(PieceKey, T)>) {
    for (key, value) in old {
        if new.iter().all(|(known, _)| *known != key) {
            new.push((key, value));
        }
    }
}

/// Letter, Betza notation and moves of a piece.
type ParsedPiece<'t> = (char, &'t str, Vec<Component>);

/// Parses `letter` or `letter:Betza`. The error has the letter, if it is valid.
fn piece<'t>(key: PieceKey, entry: &Entry<'t>) -> Result<ParsedPiece<'t>, (Option<char>, LineFault)> {
    let fault = |words: &str| LineFault::value(entry, words);
    let (letter, notation) = match entry.value.split_once(':') {
        Some((letter, notation)) => (letter.trim(), Some(notation.trim())),
        None => (entry.value, None),
    };
    let mut chars = letter.chars();
    let letter = match (chars.next(), chars.next()) {
        (Some(letter), None) if letter.is_ascii_alphabetic() => letter.to_ascii_lowercase(),
        (first, _) => {
            let first = first.filter(char::is_ascii_alphabetic).map(|c| c.to_ascii_lowercase());
            return Err((first, fault("use one letter from a to z, or - to remove the piece")));
        }
    };
    let custom = matches!(key, PieceKey::Custom(_));
    let parse = |notation| {
        let moves = betza::parse(notation)
            .map_err(|error| (Some(letter), LineFault::Moves { entry: entry.to_string(), error }))?;
        Ok((letter, notation, moves))
    };
    match notation {
        Some(notation) if custom || key == PieceKey::KING => parse(notation),
        None if custom => Err((Some(letter), fault(&format!("its moves are missing; write {letter}:Betza")))),
        // A test checks that the notation of every built-in piece can be parsed.
        None => parse(key.built_in_notation()),
        Some(_) => {
            let message =
                format!("only customPiece1 to customPiece25 and king take Betza notation; write {letter}");
            Err((Some(letter), fault(&message)))
        }
    }
}

/// The error for an unknown key, with the most similar key.
fn unknown_key(key: &str) -> String {
    let names = KEYS.iter().map(|row| row.name).chain(BUILT_IN.iter().map(|(name, _)| *name));
    format!("unknown key {}{}", quote(key), did_you_mean(similar(key, names)))
}
