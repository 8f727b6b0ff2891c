//! Faults of variant files.

use std::fmt;
use std::sync::Arc;

use crate::notation::text::did_you_mean;
use crate::rules::betza::BetzaError;
use crate::rules::validate::fmt_faults;

/// There is no variant of a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownVariant {
    /// The name, or its beginning if it is long.
    pub name: String,
    /// The known name that is the most similar, if one is.
    pub similar: Option<String>,
    /// The names that exist, separated by commas.
    pub known: String,
}

impl fmt::Display for UnknownVariant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown variant {:?}{}", self.name, did_you_mean(self.similar.as_deref()))
    }
}

impl std::error::Error for UnknownVariant {}

/// A fault of a variant file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariantFileFault {
    /// Name of the file.
    pub file: Arc<str>,
    /// Line, from 1.
    pub line: usize,
    /// The fault of the line.
    pub fault: LineFault,
}

/// A fault on a line of a variant file. Its text is for people who read the file. The kinds other than [`Other`](Self::Other)
/// exist because the workshop words them differently or leaves out the key: its user sees no file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LineFault {
    /// The moves of a piece are not Betza notation.
    Moves {
        /// The line.
        entry: String,
        /// The fault of the notation.
        error: BetzaError,
    },
    /// A value is wrong.
    Value {
        /// The key, with or without its value.
        key: String,
        /// The fault of the value, in words.
        words: String,
    },
    /// There are no pieces.
    NoPieces,
    /// Two pieces have this name.
    SameName(String),
    /// The piece of this name has an initial move, but there are none.
    InitialMove(String),
    /// Kings castle, but there is no king.
    NoCastlingKing,
    /// Any other fault, in words.
    Other(String),
}

impl LineFault {
    /// A fault of the value of a key.
    pub(super) fn value(key: impl fmt::Display, words: impl Into<String>) -> Self {
        Self::Value { key: key.to_string(), words: words.into() }
    }
}

impl<T: Into<String>> From<T> for LineFault {
    fn from(words: T) -> Self {
        Self::Other(words.into())
    }
}

impl fmt::Display for LineFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Moves { entry, error } => write!(f, "{entry}: {error}"),
            Self::Value { key, words } => write!(f, "{key}: {words}"),
            Self::NoPieces => f.write_str("there are no pieces; define some, such as king = k"),
            Self::SameName(name) => {
                write!(f, "two pieces are called {name}; xPieceNames can tell them apart")
            }
            Self::InitialMove(name) => {
                write!(f, "{name} has an initial move (i), which doubleStep = false forbids")
            }
            Self::NoCastlingKing => {
                f.write_str("castling = true, but there is no king; commoners do not castle")
            }
            Self::Other(words) => f.write_str(words),
        }
    }
}

impl fmt::Display for VariantFileFault {
    /// Formats the fault with its place, as `FILE:LINE: fault`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file, self.line, self.fault)
    }
}

/// All faults of a variant file, by line; at least one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariantFileError(pub Vec<VariantFileFault>);

impl fmt::Display for VariantFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt_faults(&self.0, f)
    }
}

impl std::error::Error for VariantFileError {}

/// The faults of one file so far.
#[derive(Debug)]
pub(super) struct Faults {
    file: Arc<str>,
    pub list: Vec<VariantFileFault>,
}

impl Faults {
    pub fn new(file: &str) -> Self {
        Self { file: file.into(), list: Vec::new() }
    }

    pub fn add(&mut self, line: usize, fault: impl Into<LineFault>) {
        self.list.push(VariantFileFault { file: Arc::clone(&self.file), line, fault: fault.into() });
    }
}
