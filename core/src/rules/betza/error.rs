//! Errors of Betza notation.

use std::fmt;

/// Text that is not Betza notation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BetzaError {
    text: String,
    position: usize,
    kind: BetzaErrorKind,
}

/// What is wrong; letters as they were written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum BetzaErrorKind {
    UnknownAtom(char),
    UnknownModifier(char),
    UnknownLetter(char),
    RangeWithoutAtom,
    MissingAtom(String),
    InvalidRange,
    RangeOfDoubledAtom(char),
    Duplicate(char),
    Contradiction(char, char),
    RangeTooShortToHop(char),
    NotBlockable(char),
    NoStep(String, char),
    NotHanded(String, char),
}

/// Most characters of the text in an error message.
const MAX_SHOWN: usize = 100;

fn beginning(text: &str) -> String {
    match text.char_indices().nth(MAX_SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

impl BetzaError {
    pub(super) fn new(text: &str, position: usize, kind: BetzaErrorKind) -> Self {
        Self { text: beginning(text), position, kind }
    }

    /// Position of the invalid character, counted from 1.
    pub fn position(&self) -> usize {
        self.position
    }
}

impl std::error::Error for BetzaError {}

impl fmt::Display for BetzaError {
    /// Formats as `character 3 of "fmX": 'X' is not an atom; atoms are …`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "character {} of {:?}: {}", self.position, self.text, self.kind)
    }
}

impl fmt::Display for BetzaErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownAtom(letter) => {
                write!(f, "{letter:?} is not an atom; atoms are W F D N A H C Z G K Q R B")
            }
            Self::UnknownModifier(letter) => {
                write!(
                    f,
                    "{letter:?} is not a modifier; modifiers are m c i n p g and the directions f b l r v s h"
                )
            }
            Self::UnknownLetter(letter) => write!(f, "{letter:?} is neither a modifier nor an atom"),
            Self::RangeWithoutAtom => f.write_str("a range must follow an atom"),
            Self::MissingAtom(modifiers) => {
                write!(f, "no atom follows the modifiers {:?}", beginning(modifiers))
            }
            Self::InvalidRange => f.write_str("a range must be 0 (no limit) or a number from 1 to 15"),
            Self::RangeOfDoubledAtom(atom) => {
                write!(f, "a doubled atom has no limit: write {atom} with a range, or {atom}{atom}")
            }
            Self::Duplicate(letter) => write!(f, "{letter:?} is given twice"),
            Self::Contradiction(a, b) => write!(f, "{b:?} contradicts {a:?}"),
            Self::RangeTooShortToHop(letter) => write!(
                f,
                "{letter:?} needs an atom that moves beyond the piece it jumps over: R B Q, a doubled atom or a range above 1"
            ),
            Self::NotBlockable(atom) => {
                write!(f, "'n' needs a leap that can be blocked; {atom} moves to adjacent squares")
            }
            Self::NoStep(written, atom) => {
                write!(f, "direction {:?} selects no step of {atom}", beginning(written))
            }
            Self::NotHanded(written, atom) => write!(
                f,
                "{:?} selects right- or left-handed steps, and {atom} has none; atoms that have are N C Z",
                beginning(written)
            ),
        }
    }
}
