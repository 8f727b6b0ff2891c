//! Errors of Betza notation.

use std::fmt;

/// Greatest number of characters of the text in an error message.
const MAX_SHOWN: usize = 100;

/// Error for a text that is not Betza notation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BetzaError {
    text: String,
    position: usize,
    fault: BetzaFault,
}

/// Fault of Betza notation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BetzaFault {
    /// A character that has no meaning.
    UnknownLetter(char),
    /// Any other fault, in words.
    Other(String),
}

impl BetzaError {
    pub(super) fn new(text: &str, (position, fault): Fault) -> Self {
        Self { text: beginning(text), position, fault }
    }

    /// Position of the invalid character, counted from 1.
    pub fn position(&self) -> usize {
        self.position
    }

    /// The fault at this position.
    pub fn fault(&self) -> &BetzaFault {
        &self.fault
    }
}

impl std::error::Error for BetzaError {}

impl fmt::Display for BetzaError {
    /// Formats as `character 3 of "fmX": 'X' is not an atom; atoms are …`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "character {} of {:?}: {}", self.position, self.text, self.fault)
    }
}

impl fmt::Display for BetzaFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownLetter(letter @ 'a'..='z') => write!(
                f,
                "{letter:?} is not a modifier; modifiers are m c i n e p g q y a and the directions f b l r v s h"
            ),
            Self::UnknownLetter(letter) if letter.is_uppercase() => {
                write!(f, "{letter:?} is not an atom; atoms are W F D N A H C Z G K Q R B")
            }
            Self::UnknownLetter(letter) => write!(f, "{letter:?} is neither a modifier nor an atom"),
            Self::Other(words) => f.write_str(words),
        }
    }
}

impl<T: Into<String>> From<T> for BetzaFault {
    fn from(words: T) -> Self {
        Self::Other(words.into())
    }
}

/// Position of the invalid character, counted from 1, and what is wrong with it.
pub(super) type Fault = (usize, BetzaFault);

/// The beginning of `text` if it is longer than [`MAX_SHOWN`] characters, and `text` if not.
pub(super) fn beginning(text: &str) -> String {
    match text.char_indices().nth(MAX_SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
