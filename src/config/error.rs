//! Errors in files that the player writes, with the file, the line, the faulty text and what is allowed.

use std::fmt::{self, Display};
use std::path::{Path, PathBuf};

use crate::notation::text;
use crate::platform::file_system;

/// An error in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileError {
    /// The file.
    pub file: PathBuf,
    /// Description of the error. It begins with the line if the line is known.
    message: String,
}

impl FileError {
    /// An error without a line: `config.json: there is no such file`.
    pub fn new(file: &Path, message: impl Display) -> Self {
        Self { file: file.to_owned(), message: format!(" {message}") }
    }

    /// An error whose message begins with the line: `level1.txt:3:7: 'x' is not a piece`.
    pub fn at_line(file: &Path, message: impl Display) -> Self {
        Self { file: file.to_owned(), message: message.to_string() }
    }
}

impl Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file.display(), self.message)
    }
}

impl std::error::Error for FileError {}

/// Reads a file of at most `limit` bytes.
///
/// # Errors
/// If there is no such file, it is not a file, it is too long, or the system does not allow reading it.
pub fn read(path: &Path, limit: u64) -> Result<Vec<u8>, FileError> {
    file_system::read(path, limit).map_err(|error| FileError::new(path, error))
}

/// Reads a text file of at most `limit` bytes. A byte order mark is skipped.
///
/// # Errors
/// The errors of [`read`], and an error if the file is not UTF-8.
pub fn read_text(path: &Path, limit: u64) -> Result<String, FileError> {
    let bytes = read(path, limit)?;
    let text = text::decode(&bytes);
    text.map(str::to_owned)
        .map_err(|error| FileError::at_line(path, format_args!("{}: {error}", error.location)))
}
