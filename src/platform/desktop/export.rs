//! Files that the user asked for.

use std::io::{Error, Result};

use directories::UserDirs;

use super::file_system;

/// Writes a new file `xxlchess-1.png`, or with the next number that is free, into the user's folder of pictures or documents.
/// Returns a sentence with its place.
///
/// # Errors
/// If the user has no home, or the file cannot be written.
pub fn save(ending: &str, bytes: &[u8]) -> Result<String> {
    let dirs = UserDirs::new().ok_or_else(|| Error::other("there is no home folder"))?;
    let folder = if ending == "pgn" { dirs.document_dir() } else { dirs.picture_dir() };
    let folder = folder.unwrap_or(dirs.home_dir());
    let mut number = 1_u32;
    let path = loop {
        let path = folder.join(format!("xxlchess-{number}.{ending}"));
        if !file_system::exists(&path) {
            break path;
        }
        number += 1;
    };
    file_system::replace(&path, bytes)?;
    Ok(format!("Saved as {}", path.display()))
}
