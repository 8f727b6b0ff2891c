//! Reading files whole, with every way in which that fails told apart; and writing them whole or not at all.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Write};
use std::path::Path;

use super::error::{FileError, FileFault};

/// Reads a file of at most `most` bytes; of a longer one no more than that is read.
///
/// # Errors
/// When there is no such file, it is a folder or a device, too long, or the system does not let it be read.
pub fn read(path: &Path, most: u64) -> Result<Vec<u8>, FileError> {
    let error = |fault| FileError::new(path, fault);
    let io = |fault: std::io::Error| {
        error(match fault.kind() {
            ErrorKind::NotFound => FileFault::Missing,
            _ => FileFault::Unreadable(fault.to_string()),
        })
    };
    // Asked before opening, because opening a pipe waits for someone to write.
    let metadata = fs::metadata(path).map_err(io)?;
    if metadata.is_dir() {
        return Err(error(FileFault::Folder));
    }
    if !metadata.is_file() {
        return Err(error(FileFault::Special));
    }
    let mut bytes = Vec::new();
    // The length in the metadata may be out of date or, as under /proc, no length at all.
    File::open(path).and_then(|file| file.take(most + 1).read_to_end(&mut bytes)).map_err(io)?;
    if bytes.len() as u64 > most { Err(error(FileFault::Length(most))) } else { Ok(bytes) }
}

/// Puts `text` into the file at `path`, making its folder if need be; the old file stays until the new one is whole.
///
/// # Errors
/// When the system does not let the file be written.
pub fn replace(path: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let new = path.with_extension(format!("{}.new", std::process::id()));
    let written = File::create(&new).and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        fs::rename(&new, path)
    });
    if written.is_err() {
        // What is left of a failed try is of no use to anyone, and it may not even be there.
        let _ = fs::remove_file(&new);
    }
    written
}
