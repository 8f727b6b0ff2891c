//! Errors of Betza notation.

use std::fmt;

/// Greatest number of characters of the text in an error message.
const MAX_SHOWN: usize = 100;

/// Error for a text that is not Betza notation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BetzaError {
    text: String,
    position: usize,
    message: String,
}

impl BetzaError {
    pub(super) fn new(text: &str, (position, message): Fault) -> Self {
        Self { text: beginning(text), position, message }
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
        write!(f, "character {} of {:?}: {}", self.position, self.text, self.message)
    }
}

/// Position of the invalid character, counted from 1, and the message about it.
pub(super) type Fault = (usize, String);

/// The beginning of `text` if it is longer than [`MAX_SHOWN`] characters, and `text` if not.
pub(super) fn beginning(text: &str) -> String {
    match text.char_indices().nth(MAX_SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
