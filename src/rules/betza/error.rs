//! What can be wrong with a text in Betza notation, and how that is said.

use std::fmt;

use super::direction::ATOMS;

/// Why a text is not Betza notation, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BetzaError {
    text: String,
    position: usize,
    fault: Fault,
}

/// The kinds of fault; letters are quoted as they were written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    NoAtom(char),
    NoModifier(char),
    NoLetter(char),
    LoneDigit,
    AtomMissing(String),
    Range,
    RangeOfDoubled(char),
    Twice(char),
    Contradiction(char, char),
    NoRoomToHop(char),
    NothingBetween(char),
    NoStep(String, char),
    NotHanded(String, char),
}

/// Most characters of a text that an error shows.
const SHOWN: usize = 100;

/// The beginning of `text`, which may be long.
fn beginning(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

impl BetzaError {
    pub(super) fn new(text: &str, position: usize, fault: Fault) -> Self {
        Self { text: beginning(text), position, fault }
    }

    /// The number of the character that is wrong, counted from 1.
    #[must_use]
    pub fn position(&self) -> usize {
        self.position
    }
}

impl std::error::Error for BetzaError {}

impl fmt::Display for BetzaError {
    /// Writes one sentence: `character 3 of "fmX": 'X' is no atom; atoms are …`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "character {} of {:?}: {}", self.position, self.text, self.fault)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoAtom(letter) => {
                write!(f, "{letter:?} is no atom; atoms are")?;
                ATOMS.iter().try_for_each(|atom| write!(f, " {}", atom.letter))
            }
            Self::NoModifier(letter) => {
                write!(
                    f,
                    "{letter:?} is no modifier; modifiers are m c i n p g and the directions f b l r v s h"
                )
            }
            Self::NoLetter(letter) => write!(f, "{letter:?} is neither a modifier nor an atom"),
            Self::LoneDigit => f.write_str("a range stands behind an atom"),
            Self::AtomMissing(modifiers) => {
                write!(f, "no atom follows the modifiers {:?}", beginning(modifiers))
            }
            Self::Range => f.write_str("a range is 0 (without limit) or a number from 1 to 15"),
            Self::RangeOfDoubled(atom) => {
                write!(f, "a doubled atom has no limit: write {atom} with a range, or {atom}{atom}")
            }
            Self::Twice(letter) => write!(f, "{letter:?} is given twice"),
            Self::Contradiction(a, b) => write!(f, "{b:?} contradicts {a:?}"),
            Self::NoRoomToHop(letter) => write!(
                f,
                "{letter:?} needs an atom that goes on beyond the piece it jumps over: R B Q, a doubled atom or a range above 1"
            ),
            Self::NothingBetween(atom) => {
                write!(
                    f,
                    "'n' needs a leap that could be blocked; no square lies between the steps of {atom}"
                )
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
