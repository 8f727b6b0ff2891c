//! Files of the player's: read whole, and written whole or not at all.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use super::error::{FileError, FileFault};
use crate::files;

/// Reads a file of at most `most` bytes; of a longer one no more than that is read.
///
/// # Errors
/// When there is no such file, it is a folder or a device, too long, or the system does not let it be read.
pub fn read(path: &Path, most: u64) -> Result<Vec<u8>, FileError> {
    files::read(path, most).map_err(|unread| FileError::new(path, FileFault::Unread(unread)))
}

/// Puts `bytes` into the file at `path`, making its folder if need be; the old file stays until the new one is whole
/// and on the disk, which may take a while.
///
/// # Errors
/// When the system does not let the file be written.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    put(path, bytes, true)
}

/// The same without waiting for the disk, for what can be done without after a power cut.
///
/// # Errors
/// When the system does not let the file be written.
pub fn replace_soon(path: &Path, bytes: &[u8]) -> io::Result<()> {
    put(path, bytes, false)
}

fn put(path: &Path, bytes: &[u8], wait: bool) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    // A link to a file stays one: the file is replaced. Devices and folders are left alone.
    let target = fs::canonicalize(path).ok().filter(|target| target.is_file());
    let path = target.as_deref().unwrap_or(path);
    let new = path.with_extension(format!("{}.new", std::process::id()));
    let written = File::create(&new).and_then(|mut file| {
        file.write_all(bytes)?;
        if wait {
            file.sync_all()?;
        }
        fs::rename(&new, path)?;
        if wait {
            sync_folder(path);
        }
        Ok(())
    });
    if written.is_err() {
        // What is left of a failed try is of no use to anyone, and it may not even be there.
        let _ = fs::remove_file(&new);
    }
    written
}

/// Has the system write down the new name, too; where it cannot, the file is whole nevertheless, old or new.
fn sync_folder(path: &Path) {
    if cfg!(unix)
        && let Some(folder) = path.parent()
    {
        let _ = File::open(folder).and_then(|folder| folder.sync_all());
    }
}
