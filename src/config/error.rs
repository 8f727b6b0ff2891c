//! What is wrong with a file, in words for the person who wrote it.

use std::fmt;
use std::path::{Path, PathBuf};

use crate::files::ReadError;
use crate::game::puzzle::file::PuzzleError;
use crate::notation::fen::FenError;
use crate::notation::layout::LayoutError;
use crate::notation::text::InvalidUtf8;

/// A file and what is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileError {
    /// The file.
    pub file: PathBuf,
    /// What is wrong.
    pub fault: FileFault,
}

/// What can be wrong with a config or level file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileFault {
    /// It cannot be read.
    Read(ReadError),
    /// It is not text.
    InvalidUtf8(InvalidUtf8),
    /// It is no valid config.
    Config {
        /// The line, counted from 1.
        line: Option<usize>,
        /// The key by its path, such as `time_controls.cpu.seconds`.
        key: Option<String>,
        /// What was found and what was expected.
        message: String,
    },
    /// It is no valid puzzle file.
    Puzzles(PuzzleError),
    /// It is no valid layout.
    Layout(LayoutError),
    /// It is no valid FEN.
    Fen(FenError),
}

impl FileError {
    /// An error of `file`.
    #[must_use]
    pub fn new(file: &Path, fault: FileFault) -> Self {
        Self { file: file.to_owned(), fault }
    }
}

impl fmt::Display for FileError {
    /// Writes file, line and column as far as they are known, then what is wrong: `config.json:5: key: …`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.file.display())?;
        match &self.fault {
            FileFault::Read(error) => write!(f, " {error}"),
            FileFault::InvalidUtf8(fault) => write!(f, "{}: {fault}", fault.location),
            FileFault::Config { line, key, message } => {
                if let Some(line) = line {
                    write!(f, "{line}:")?;
                }
                match key {
                    Some(key) => write!(f, " {key}: {message}"),
                    None => write!(f, " {message}"),
                }
            }
            FileFault::Puzzles(fault) => fault.fmt(f),
            FileFault::Layout(error) if error.location().is_some() => error.fmt(f),
            FileFault::Layout(error) => write!(f, " {error}"),
            FileFault::Fen(error) => write!(f, " {error}"),
        }
    }
}

impl std::error::Error for FileError {}
