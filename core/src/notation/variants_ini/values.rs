//! Values of keys: numbers, flags, files, regions of the board, pieces.

use crate::notation::coords;
use crate::notation::text::quote;
use crate::rules::variant::{GameValue, Rules};
use crate::rules::{Bitboard, Square};

use super::keys::{Form, Row};
use super::pieces::PieceKey;

/// The value of a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Value {
    Number(u16),
    Flag(bool),
    /// From 0.
    File(u8),
    Region(Region),
    Pieces(Vec<PieceKey>),
    /// `*`: all pieces of the section, also those that a child adds.
    All,
    Result(GameValue),
    Fen(String),
    Names(Vec<(PieceKey, String)>),
    /// In thousandths of a pawn.
    Values(Vec<(PieceKey, i32)>),
    Counts(Vec<(PieceKey, u16)>),
    Kinds(Vec<(PieceKey, PieceKey)>),
    Places(Vec<(PieceKey, Bitboard)>),
    Choice(usize),
}

/// Letters of the pieces of a section, for values that name pieces.
pub(super) type Letters = [(char, PieceKey)];

/// Parses a value. The error names the values that are expected.
pub(super) fn parse(form: Form, text: &str, letters: &Letters) -> Result<Value, String> {
    match form {
        Form::Number(from, to, _) => number(text, from, to).map(Value::Number),
        Form::Flag(_) => match text {
            "true" => Ok(Value::Flag(true)),
            "false" => Ok(Value::Flag(false)),
            _ => Err("true or false is needed".to_owned()),
        },
        Form::File(_) => file(text)
            .map(Value::File)
            .ok_or_else(|| "a file from a to p, or from 1 to 16, is needed".to_owned()),
        Form::Region(_) => Region::parse(text).map(Value::Region),
        Form::PieceSets(_) if text == "*" => Ok(Value::All),
        Form::Pieces(_) | Form::PieceSets(_) => pieces(text, letters).map(Value::Pieces),
        Form::Result(_) => match text {
            "win" => Ok(Value::Result(GameValue::Win)),
            "draw" => Ok(Value::Result(GameValue::Draw)),
            "loss" => Ok(Value::Result(GameValue::Loss)),
            _ => Err("win, draw or loss is needed".to_owned()),
        },
        Form::Fen(_) if text.is_empty() => Err("a FEN is needed".to_owned()),
        Form::Fen(_) => Ok(Value::Fen(text.to_owned())),
        Form::Names(_) => {
            let name = |text: &str| {
                let fits = text.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
                let error = || format!("{} is not a valid name; use letters, digits, - and _", quote(text));
                if fits && !text.is_empty() { Ok(text.to_owned()) } else { Err(error()) }
            };
            pairs(text, letters, name).map(Value::Names)
        }
        Form::Values(_) => pairs(text, letters, thousandths).map(Value::Values),
        Form::Choice(words, _) => {
            let choice = words.iter().position(|word| *word == text);
            choice.map(Value::Choice).ok_or_else(|| format!("one of {} is needed", words.join(", ")))
        }
        Form::Kinds(_) => {
            let kind = |text: &str| match pieces(text, letters)?[..] {
                [kind] => Ok(kind),
                _ => Err(format!("{} is not the letter of one piece", quote(text))),
            };
            pairs(text, letters, kind).map(Value::Kinds)
        }
        Form::Counts(_) => pairs(text, letters, |text| number(text, 1, 256)).map(Value::Counts),
        Form::Places(_) => places(text, letters).map(Value::Places),
    }
}

/// The default value of the key of a row, if it has one.
pub(super) fn default_of(row: &Row) -> Option<Value> {
    let keys: Option<Vec<_>> = row.default.split_whitespace().map(PieceKey::named).collect();
    let pieces = keys.filter(|keys| !keys.is_empty()).map(Value::Pieces);
    // A test checks that every default can be parsed.
    pieces.or_else(|| parse(row.form, row.default, &[]).ok())
}

fn number(text: &str, from: u16, to: u16) -> Result<u16, String> {
    let number = text.parse().ok().filter(|n| (from..=to).contains(n) && is_digits(text));
    number.ok_or_else(|| format!("a number from {from} to {to} is needed"))
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

fn file(text: &str) -> Option<u8> {
    if is_digits(text) {
        return text.parse().ok().filter(|n| (1..=16).contains(n)).map(|n: u8| n - 1);
    }
    match text.to_ascii_lowercase().as_bytes() {
        [letter @ b'a'..=b'p'] => Some(letter - b'a'),
        _ => None,
    }
}

fn piece(letter: char, letters: &Letters) -> Result<PieceKey, String> {
    let known = letters.iter().find(|(known, _)| *known == letter.to_ascii_lowercase());
    known.map(|&(_, key)| key).ok_or_else(|| {
        let all: Vec<_> = letters.iter().map(|(letter, _)| letter.to_string()).collect();
        let all = if all.is_empty() { "none".to_owned() } else { all.join(" ") };
        format!("{letter:?} is not a piece of this variant; its pieces are {all}")
    })
}

fn pieces(text: &str, letters: &Letters) -> Result<Vec<PieceKey>, String> {
    match text {
        "-" => return Ok(Vec::new()),
        "*" => return Ok(letters.iter().map(|&(_, key)| key).collect()),
        "" => return Err("letters of pieces, * for all or - for none are needed".to_owned()),
        _ => {}
    }
    let mut found = Vec::new();
    for letter in text.chars().filter(|c| !c.is_whitespace()) {
        let key = piece(letter, letters)?;
        if found.contains(&key) {
            return Err(format!("{letter:?} is named twice"));
        }
        found.push(key);
    }
    Ok(found)
}

/// Parses `letters:squares` groups, or `-` for none.
fn places(text: &str, letters: &Letters) -> Result<Vec<(PieceKey, Bitboard)>, String> {
    if text == "-" {
        return Ok(Vec::new());
    }
    let mut found: Vec<(PieceKey, Bitboard)> = Vec::new();
    for word in text.split_whitespace() {
        let group = word.split_once(':').and_then(|(kinds, squares)| {
            let parts: Option<Vec<_>> = squares.split(',').map(squares_of).collect();
            Some((kinds, parts?.into_iter().fold(Bitboard::EMPTY, |all, part| all | part)))
        });
        let Some((kinds, squares)) = group else {
            return Err(format!("{} is not a group of letters and squares such as kq:f1,g1", quote(word)));
        };
        for key in pieces(kinds, letters)? {
            if found.iter().any(|(known, _)| *known == key) {
                return Err(format!("a piece of {} is named twice", quote(word)));
            }
            found.push((key, squares));
        }
    }
    if found.is_empty() {
        return Err("groups of letters and squares such as kq:f1,g1, or - for none, are needed".to_owned());
    }
    Ok(found)
}

/// Parses `letter:value` pairs.
fn pairs<T>(
    text: &str,
    letters: &Letters,
    parse: impl Fn(&str) -> Result<T, String>,
) -> Result<Vec<(PieceKey, T)>, String> {
    let mut found: Vec<(PieceKey, T)> = Vec::new();
    for word in text.split_whitespace() {
        let mut chars = word.chars();
        let (letter, rest) = (chars.next(), chars.as_str().strip_prefix(':'));
        let (Some(letter), Some(rest)) = (letter, rest) else {
            return Err(format!("{} is not a letter:value pair; write pairs such as p:1", quote(word)));
        };
        let key = piece(letter, letters)?;
        if found.iter().any(|(known, _)| *known == key) {
            return Err(format!("{letter:?} is named twice"));
        }
        found.push((key, parse(rest)?));
    }
    if found.is_empty() {
        Err("pairs of a piece's letter and its value are needed".to_owned())
    } else {
        Ok(found)
    }
}

/// Parses a number from 0 to 1000 with up to three decimals, in thousandths.
fn thousandths(text: &str) -> Result<i32, String> {
    let error =
        || format!("{} is not a valid value; use a number from 0 to 1000 such as 5 or 3.625", quote(text));
    let (whole, part) = text.split_once('.').unwrap_or((text, "0"));
    if !is_digits(whole) || !is_digits(part) || part.len() > 3 {
        return Err(error());
    }
    let number = |digits: &str| digits.parse::<i32>().map_err(|_| error());
    let value = number(whole)?.saturating_mul(1000).saturating_add(number(&format!("{part:0<3}"))?);
    if value <= 1_000_000 { Ok(value) } else { Err(error()) }
}

/// A region of the board: each word of the value with its squares in the 16x16 frame.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Region(Vec<(String, Bitboard)>);

impl Region {
    /// Parses ranks `*8`, files `a*` and squares `e4` with spaces between, or `-` for no square.
    pub fn parse(text: &str) -> Result<Self, String> {
        if text == "-" {
            return Ok(Self::default());
        }
        let words: Result<Vec<_>, _> = text
            .split_whitespace()
            .map(|word| {
                squares_of(word).map(|squares| (word.to_owned(), squares)).ok_or_else(|| word.to_owned())
            })
            .collect();
        let expected = "ranks *1 to *16, files a* to p*, squares a1 to p16, or - for none are needed";
        match words {
            Ok(words) if !words.is_empty() => Ok(Self(words)),
            Ok(_) => Err(expected.to_owned()),
            Err(word) => Err(format!("{} is not a rank, file or square; {expected}", quote(&word))),
        }
    }

    /// Squares of the region in the 16x16 frame.
    pub fn squares(&self) -> Bitboard {
        self.0.iter().fold(Bitboard::EMPTY, |all, (_, part)| all | *part)
    }

    /// The first word without a square on the board.
    pub fn word_off_board(&self, rules: &Rules) -> Option<&str> {
        let is_off = |squares: Bitboard| !squares.into_iter().any(|square| rules.has_square(square));
        self.0.iter().find(|(_, squares)| is_off(*squares)).map(|(word, _)| word.as_str())
    }

    /// Whether the value was `-`.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Squares of one word in the 16x16 frame.
fn squares_of(word: &str) -> Option<Bitboard> {
    let word = word.to_ascii_lowercase();
    if let Some(rank) = word.strip_prefix('*') {
        let rank = coords::parse_square(&format!("a{rank}"))?.rank();
        return Some((0..16).map(|file| Square::new(file, rank)).collect());
    }
    if let Some(file) = word.strip_suffix('*') {
        let file = coords::parse_square(&format!("{file}1"))?.file();
        return Some((0..16).map(|rank| Square::new(file, rank)).collect());
    }
    coords::parse_square(&word).map(Bitboard::from_square)
}
