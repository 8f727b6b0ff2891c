//! Reading and writing files: whole, of limited size when read, replaced atomically when written.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Write};
use std::path::Path;
use std::time::Duration;

/// Why a file was not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadError {
    /// There is no such file.
    Missing,
    /// It is a folder.
    Folder,
    /// It is a device, a pipe or a socket.
    Special,
    /// It is longer than this limit, in bytes.
    TooLong(u64),
    /// The system reported this error.
    System(String),
}

impl fmt::Display for ReadError {
    /// Writes the end of a sentence that begins with the file's name: `is a folder; expected a file`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing => f.write_str("there is no such file"),
            Self::Folder => f.write_str("is a folder; expected a file"),
            Self::Special => f.write_str("is a device or a pipe; expected a file"),
            Self::TooLong(limit) => write!(f, "is too long; expected at most {limit} bytes"),
            Self::System(reason) => write!(f, "cannot be read: {reason}"),
        }
    }
}

impl std::error::Error for ReadError {}

impl From<io::Error> for ReadError {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            ErrorKind::NotFound => Self::Missing,
            _ => Self::System(error.to_string()),
        }
    }
}

/// Reads a file of at most `limit` bytes.
///
/// # Errors
/// When there is no such file, it is a folder or a device, it is too long, or the system does not allow reading it.
///
/// ```
/// # use xxlchess_core::files::{self, ReadError};
/// assert_eq!(files::read(&std::env::temp_dir(), 10), Err(ReadError::Folder));
/// ```
pub fn read(path: &Path, limit: u64) -> Result<Vec<u8>, ReadError> {
    // Checked before opening, because opening a pipe waits for a writer.
    let metadata = fs::metadata(path)?;
    if metadata.is_dir() {
        return Err(ReadError::Folder);
    }
    if !metadata.is_file() {
        return Err(ReadError::Special);
    }
    if metadata.len() > limit {
        return Err(ReadError::TooLong(limit));
    }
    let mut bytes = Vec::new();
    // The length in the metadata may be out of date or, below /proc, zero.
    File::open(path)?.take(limit + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit { Err(ReadError::TooLong(limit)) } else { Ok(bytes) }
}

/// Replaces the file at `path` by `bytes`, and creates its folder if necessary. Readers see the old file or the new
/// one, never a part, even if the program is killed or the disk is full. After a power cut either may be there.
///
/// # Errors
/// When the system does not allow writing the file.
///
/// ```
/// # use xxlchess_core::files;
/// let path = std::env::temp_dir().join(format!("example-{}.txt", std::process::id()));
/// files::replace(&path, b"text").unwrap();
/// assert_eq!(files::read(&path, 10).unwrap(), b"text");
/// # std::fs::remove_file(path).unwrap();
/// ```
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write(path, bytes, false)
}

/// Replaces a file as [`replace`] does, and waits until the new file is on the disk, so that it survives a power cut.
/// This can take longer than a frame.
///
/// # Errors
/// When the system does not allow writing the file.
pub fn replace_and_sync(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write(path, bytes, true)
}

/// Removes the new files that [`replace`] left in `folder` and the folders in it when the program was killed, if they
/// are older than an hour. Errors are ignored: another start tries it again.
pub fn remove_leftovers(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let Ok(metadata) = entry.metadata() else { continue };
        let age = metadata.modified().ok().and_then(|time| time.elapsed().ok()).unwrap_or_default();
        if metadata.is_dir() {
            remove_leftovers(&path);
        } else if is_new_file(&path) && age > LEFTOVER_AGE {
            let _ = fs::remove_file(path);
        }
    }
}

/// Age from which a new file counts as left over. A program that is not killed renames it at once.
const LEFTOVER_AGE: Duration = Duration::from_secs(60 * 60);

/// Whether the name is that of a new file: `NAME.PID.new`.
fn is_new_file(path: &Path) -> bool {
    let pid = path.file_stem().map(Path::new).and_then(Path::extension).and_then(|pid| pid.to_str());
    let is_number = |pid: &str| pid.bytes().all(|byte| byte.is_ascii_digit());
    path.extension().is_some_and(|extension| extension == "new") && pid.is_some_and(is_number)
}

fn write(path: &Path, bytes: &[u8], sync: bool) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    // If the path is a link to a file, that file is replaced and the link stays.
    let target = fs::canonicalize(path).ok().filter(|target| target.is_file());
    let path = target.as_deref().unwrap_or(path);
    let new = path.with_extension(format!("{}.new", std::process::id()));
    let written = File::create(&new).and_then(|mut file| {
        file.write_all(bytes)?;
        if sync {
            file.sync_all()?;
        }
        fs::rename(&new, path)?;
        // The new name is in the folder, which Unix syncs separately and Windows cannot. The file is whole nevertheless.
        if sync && let Some(folder) = path.parent() {
            let _ = File::open(folder).and_then(|folder| folder.sync_all());
        }
        Ok(())
    });
    if written.is_err() {
        let _ = fs::remove_file(&new);
    }
    written
}
