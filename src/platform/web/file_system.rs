//! Files in the storage of the browser. The key of a file is its path. The value is the time at which it was written,
//! in milliseconds, and on the lines after it the text. A folder exists if there is a file in it.

use std::io::{Error, ErrorKind, Result};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use super::clock::system_time;
use super::page::call;
pub use xxlchess_core::files::{ReadError, reason};

/// The time and the text of a file.
fn load(path: &Path) -> Option<(SystemTime, String)> {
    let stored = call("load", &key(path))?;
    let (time, text) = stored.split_once('\n')?;
    let time = Duration::from_millis(time.parse().ok()?);
    Some((SystemTime::UNIX_EPOCH + time, text.to_owned()))
}

fn key(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

/// Reads a file of at most `limit` bytes.
///
/// # Errors
/// If there is no such file, or it is too long.
pub fn read(path: &Path, limit: u64) -> std::result::Result<Vec<u8>, ReadError> {
    let bytes = read_start(path, limit + 1)?;
    if bytes.len() as u64 > limit { Err(ReadError::TooLong(limit)) } else { Ok(bytes) }
}

/// Reads the first `length` bytes of a file, or all if it is shorter.
///
/// # Errors
/// When there is no such file.
pub fn read_start(path: &Path, length: u64) -> std::result::Result<Vec<u8>, ReadError> {
    let (_, text) = load(path).ok_or(ReadError::Missing)?;
    let mut bytes = text.into_bytes();
    bytes.truncate(usize::try_from(length).unwrap_or(usize::MAX));
    Ok(bytes)
}

/// Replaces the file at `path` by `bytes`.
///
/// # Errors
/// If the browser has no storage, or no space in it.
pub fn replace(path: &Path, bytes: &[u8]) -> Result<()> {
    let text = str::from_utf8(bytes).map_err(Error::other)?;
    let now = system_time().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_millis();
    call("store", &format!("{}\n{now}\n{text}", key(path))).map_or(Ok(()), |reason| Err(Error::other(reason)))
}

/// Replaces the file at `path` by `bytes`. The browser decides when it writes to the disk.
///
/// # Errors
/// If the browser has no storage, or no space in it.
pub fn replace_and_sync(path: &Path, bytes: &[u8]) -> Result<()> {
    replace(path, bytes)
}

/// Does nothing, because replacing a file leaves nothing behind.
pub fn remove_leftovers(_folder: &Path) {}

/// Whether there is a file at `path`.
pub fn exists(path: &Path) -> bool {
    load(path).is_some()
}

/// The files in `folder`, in no particular order.
pub fn list(folder: &Path) -> Vec<PathBuf> {
    let paths = call("list", &format!("{}/", key(folder))).unwrap_or_default();
    paths.lines().map(PathBuf::from).filter(|path| path.parent() == Some(folder)).collect()
}

/// Time at which the file was last written; 1970 if there is no such file.
pub fn modified(path: &Path) -> SystemTime {
    load(path).map_or(SystemTime::UNIX_EPOCH, |(time, _)| time)
}

/// Removes a file.
///
/// # Errors
/// If there is no such file.
pub fn remove(path: &Path) -> Result<()> {
    load(path).ok_or(ErrorKind::NotFound)?;
    call("remove", &key(path));
    Ok(())
}

/// Removes the files in a folder.
///
/// # Errors
/// If a file has gone.
pub fn remove_folder(folder: &Path) -> Result<()> {
    list(folder).iter().try_for_each(|path| remove(path))
}

/// Renames a file.
///
/// # Errors
/// If there is no such file, or no space in the storage.
pub fn rename(from: &Path, to: &Path) -> Result<()> {
    let (_, text) = load(from).ok_or(ErrorKind::NotFound)?;
    replace(to, text.as_bytes())?;
    remove(from)
}

/// A lock that only one page of the game can have.
#[derive(Debug)]
pub struct Lock {
    path: PathBuf,
}

impl Lock {
    /// Takes the lock of the file `path`. Returns `None` if the lock is taken, and never an error.
    pub fn take(path: &Path) -> Result<Option<Self>> {
        let taken = call("lock", &key(path)).is_none();
        Ok((!taken).then(|| Self { path: path.to_owned() }))
    }

    /// Whether the lock of the file `path` is taken.
    pub fn is_taken(path: &Path) -> bool {
        matches!(Self::take(path), Ok(None))
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        call("unlock", &key(&self.path));
    }
}
