//! Reading files: whole, never more than asked for, with every way in which that fails told apart.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::path::Path;

/// Why a file was not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unread {
    /// There is no such file.
    Missing,
    /// It is a folder.
    Folder,
    /// It is neither a file nor a folder, but a device or a pipe.
    Special,
    /// It has more than so many bytes.
    Length(u64),
    /// The system does not let it be read, for this reason.
    System(String),
}

impl fmt::Display for Unread {
    /// Writes the end of a sentence that begins with the file: `is a folder; expected a file`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing => f.write_str("there is no such file"),
            Self::Folder => f.write_str("is a folder; expected a file"),
            Self::Special => f.write_str("is a device or a pipe; expected a file"),
            Self::Length(most) => write!(f, "is too long; expected at most {most} bytes"),
            Self::System(reason) => write!(f, "cannot be read: {reason}"),
        }
    }
}

impl std::error::Error for Unread {}

impl From<io::Error> for Unread {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            ErrorKind::NotFound => Self::Missing,
            _ => Self::System(error.to_string()),
        }
    }
}

/// Reads a file of at most `most` bytes; of a longer one no more than that is read.
///
/// # Errors
/// When there is no such file, it is a folder or a device, too long, or the system does not let it be read.
pub fn read(path: &Path, most: u64) -> Result<Vec<u8>, Unread> {
    // Asked before opening, because opening a pipe waits for someone to write.
    let metadata = fs::metadata(path)?;
    if metadata.is_dir() {
        return Err(Unread::Folder);
    }
    if !metadata.is_file() {
        return Err(Unread::Special);
    }
    if metadata.len() > most {
        return Err(Unread::Length(most));
    }
    let mut bytes = Vec::new();
    // The length in the metadata may be out of date or, as under /proc, no length at all.
    File::open(path)?.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most { Err(Unread::Length(most)) } else { Ok(bytes) }
}
