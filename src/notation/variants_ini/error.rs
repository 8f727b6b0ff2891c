//! Faults of a variant file, as a user reads them.

use std::fmt;
use std::sync::Arc;

use crate::notation::text::{list_names, quote};

/// One thing that is wrong with a variant file, and where.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct VariantFileFault {
    /// The file's name, as it was given.
    pub file: Arc<str>,
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong, and what would be right.
    pub text: String,
}

impl fmt::Display for VariantFileFault {
    /// Writes `FILE:LINE: what is wrong`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file, self.line, self.text)
    }
}

/// Every fault of a variant file that cannot be used; at least one, by line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariantFileError(pub Vec<VariantFileFault>);

impl fmt::Display for VariantFileError {
    /// Writes the first two faults, and how many more there are.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown: Vec<_> = self.0.iter().take(2).map(VariantFileFault::to_string).collect();
        f.write_str(&shown.join("; "))?;
        match self.0.len().saturating_sub(2) {
            0 => Ok(()),
            more => write!(f, "; and {more} more"),
        }
    }
}

impl std::error::Error for VariantFileError {}

/// A variant was asked for that there is none of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownVariant {
    /// The name that was asked for.
    pub name: String,
    /// The names there are.
    pub known: Vec<String>,
}

impl fmt::Display for UnknownVariant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known = list_names(self.known.iter().map(String::as_str));
        write!(f, "there is no variant {}; there are {known}", quote(&self.name))
    }
}

impl std::error::Error for UnknownVariant {}

/// Collects the faults of one file.
#[derive(Debug)]
pub(super) struct Faults {
    file: Arc<str>,
    pub list: Vec<VariantFileFault>,
}

impl Faults {
    pub fn new(file: &str) -> Self {
        Self { file: file.into(), list: Vec::new() }
    }

    pub fn add(&mut self, line: usize, text: impl Into<String>) {
        self.list.push(VariantFileFault { file: Arc::clone(&self.file), line, text: text.into() });
    }
}
