//! Values of keys: reading each form.

use crate::notation::text::quote;
use crate::rules::variant::StalemateValue;

use super::keys::Form;
use super::pieces::PieceKey;
use super::region::Region;

/// A value that has been read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Value {
    Number(u16),
    Flag(bool),
    /// Counted from 0.
    File(u8),
    Region(Region),
    Pieces(Vec<PieceKey>),
    Outcome(StalemateValue),
    Fen(String),
    Names(Vec<(PieceKey, String)>),
    /// In thousandths of a pawn.
    Values(Vec<(PieceKey, i32)>),
}

/// The letters of the pieces of a section, for values that name pieces.
pub(super) type Letters = [(char, PieceKey)];

/// Reads `text` as a value of `form`; the error says what would be right.
pub(super) fn parse(form: Form, text: &str, letters: &Letters) -> Result<Value, String> {
    match form {
        Form::Number(from, to) => {
            let number = text.parse().ok().filter(|n| (from..=to).contains(n) && is_digits(text));
            number.map(Value::Number).ok_or_else(|| format!("a number from {from} to {to} is needed"))
        }
        Form::Flag => match text {
            "true" => Ok(Value::Flag(true)),
            "false" => Ok(Value::Flag(false)),
            _ => Err("true or false is needed".to_owned()),
        },
        Form::File => file(text)
            .map(Value::File)
            .ok_or_else(|| "a file from a to p, or from 1 to 16, is needed".to_owned()),
        Form::Region => Region::parse(text).map(Value::Region),
        Form::Pieces => pieces(text, letters).map(Value::Pieces),
        Form::Outcome => match text {
            "win" => Ok(Value::Outcome(StalemateValue::Win)),
            "draw" => Ok(Value::Outcome(StalemateValue::Draw)),
            "loss" => Ok(Value::Outcome(StalemateValue::Loss)),
            _ => Err("win, draw or loss (of the side that cannot move) is needed".to_owned()),
        },
        Form::Fen if text.is_empty() => Err("a FEN is needed".to_owned()),
        Form::Fen => Ok(Value::Fen(text.to_owned())),
        Form::Names => {
            let name = |text: &str| {
                let fits = text.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
                let right =
                    || format!("{} is no name; one of letters, digits, - and _ is needed", quote(text));
                if fits && !text.is_empty() { Ok(text.to_owned()) } else { Err(right()) }
            };
            pairs(text, letters, name).map(Value::Names)
        }
        Form::Values => pairs(text, letters, thousandths).map(Value::Values),
    }
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
        format!("{letter:?} is no piece of this variant; its pieces are {all}")
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

/// Reads `letter:something` words.
fn pairs<T>(
    text: &str,
    letters: &Letters,
    read: impl Fn(&str) -> Result<T, String>,
) -> Result<Vec<(PieceKey, T)>, String> {
    let mut found: Vec<(PieceKey, T)> = Vec::new();
    for word in text.split_whitespace() {
        let mut chars = word.chars();
        let (letter, rest) = (chars.next(), chars.as_str().strip_prefix(':'));
        let (Some(letter), Some(rest)) = (letter, rest) else {
            return Err(format!("{} is no letter:value pair; pairs such as p:1 are needed", quote(word)));
        };
        let key = piece(letter, letters)?;
        if found.iter().any(|(known, _)| *known == key) {
            return Err(format!("{letter:?} is named twice"));
        }
        found.push((key, read(rest)?));
    }
    if found.is_empty() {
        Err("pairs of a piece's letter and its value are needed".to_owned())
    } else {
        Ok(found)
    }
}

/// Reads a number with up to three digits behind the point, in thousandths, from 0 to 1000.
fn thousandths(text: &str) -> Result<i32, String> {
    let right =
        || format!("{} is no value; a number from 0 to 1000 such as 5 or 3.625 is needed", quote(text));
    let (whole, part) = text.split_once('.').unwrap_or((text, "0"));
    if !is_digits(whole) || !is_digits(part) || part.len() > 3 {
        return Err(right());
    }
    let number = |digits: &str| digits.parse::<i32>().map_err(|_| right());
    let value = number(whole)?.saturating_mul(1000).saturating_add(number(&format!("{part:0<3}"))?);
    if value <= 1_000_000 { Ok(value) } else { Err(right()) }
}
