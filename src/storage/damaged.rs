//! Damaged files of settings and progress. The program replaces such files, so it keeps a copy of a damaged file, and does
//! not replace a file that cannot be read at all.

use std::io;
use std::path::Path;

use crate::platform::file_system::{self, ReadError};

/// Keeps a copy of the file at `path` if `is_whole` is false for it. Returns a sentence for the player.
pub fn keep_copy(path: &Path, limit: u64, is_whole: impl Fn(&[u8]) -> bool) -> Option<String> {
    let bytes = match file_system::read(path, limit) {
        Err(ReadError::Missing) => return None,
        Err(error) => return Some(format!("{} {error}. Nothing is saved there.", path.display())),
        Ok(bytes) => bytes,
    };
    if is_whole(&bytes) {
        return None;
    }
    // The damaged file stays until something is saved, so a later start may find it again.
    let kept = (1..100).find_map(|number| {
        let copy = path.with_extension(format!("damaged-{number}"));
        match file_system::read(&copy, limit) {
            Err(ReadError::Missing) => Some(file_system::replace(&copy, &bytes).map(|()| copy)),
            Ok(kept) if kept == bytes => Some(Ok(copy)),
            _ => None,
        }
    });
    let copy = match kept {
        Some(Ok(copy)) => format!("a copy is {}", copy.display()),
        Some(Err(error)) => format!("it cannot be copied: {error}"),
        None => "there are too many copies of it".to_owned(),
    };
    Some(format!("{} is damaged and was read in part; {copy}.", path.display()))
}

/// Reads a file that is to be replaced. A missing file is empty.
///
/// # Errors
/// If the file cannot be read. It must not be replaced.
pub fn read(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    match file_system::read(path, limit) {
        Err(ReadError::Missing) => Ok(Vec::new()),
        bytes => bytes.map_err(|error| io::Error::other(format!("{} {error}", path.display()))),
    }
}
