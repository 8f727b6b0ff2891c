//! Faults of variant files.

use std::fmt;
use std::sync::Arc;

use crate::rules::validate::fmt_faults;

/// There is no variant of a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownVariant {
    /// The name, or its beginning if it is long.
    pub name: String,
    /// The names that exist, separated by commas.
    pub known: String,
}

impl fmt::Display for UnknownVariant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown variant {:?}; known variants: {}", self.name, self.known)
    }
}

impl std::error::Error for UnknownVariant {}

/// A fault of a variant file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct VariantFileFault {
    /// Name of the file.
    pub file: Arc<str>,
    /// Line, from 1.
    pub line: usize,
    /// What is wrong, and what is expected.
    pub message: String,
}

impl fmt::Display for VariantFileFault {
    /// Formats as `FILE:LINE: message`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file, self.line, self.message)
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

    pub fn add(&mut self, line: usize, message: impl Into<String>) {
        self.list.push(VariantFileFault { file: Arc::clone(&self.file), line, message: message.into() });
    }
}
