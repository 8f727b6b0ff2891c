//! Files: reads whole files of a limited size, and replaces whole files atomically.

use std::fmt;
use std::fs::{self, File};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, ErrorKind, Read, Write};
use std::path::Path;
use std::time::Duration;

/// Why a file was not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadError {
    /// There is no such file.
    Missing,
    /// The path is that of a folder.
    Folder,
    /// The path is that of a device, a pipe or a socket.
    Special,
    /// The file is longer than this limit, in bytes.
    TooLong(u64),
    /// The system has reported this error.
    System(String),
}

impl fmt::Display for ReadError {
    /// Formats the end of a sentence that begins with the name of the file: `is a folder; expected a file`.
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
/// If there is no such file, it is a folder or a device, it is too long, or the system does not allow reading it.
///
/// ```
/// # use xxlchess_core::files::{self, ReadError};
/// assert_eq!(files::read(&std::env::temp_dir(), 10), Err(ReadError::Folder));
/// ```
pub fn read(path: &Path, limit: u64) -> Result<Vec<u8>, ReadError> {
    // A regular file that is too long is not read at all, because the limit may be a large part of the memory.
    if fs::metadata(path).is_ok_and(|file| file.is_file() && file.len() > limit) {
        return Err(ReadError::TooLong(limit));
    }
    let bytes = read_start(path, limit + 1)?;
    if bytes.len() as u64 > limit { Err(ReadError::TooLong(limit)) } else { Ok(bytes) }
}

/// Reads the first `length` bytes of a file, or all if it is shorter.
///
/// # Errors
/// If there is no such file, it is a folder or a device, or the system does not allow reading it.
pub fn read_start(path: &Path, length: u64) -> Result<Vec<u8>, ReadError> {
    // The kind of the file is tested first, because opening a pipe would wait until a program writes to it.
    let metadata = fs::metadata(path)?;
    if metadata.is_dir() {
        return Err(ReadError::Folder);
    }
    if !metadata.is_file() {
        return Err(ReadError::Special);
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(length).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The text of `error` without the system's number of the error.
pub fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or_default().to_owned()
}

/// Replaces the file at `path` by `bytes`, and creates its folder if necessary.
///
/// The path is always that of the whole old file or of the whole new file, even if the program is killed or the disk is
/// full. After a power cut it may be either of them. The new file has the permissions of the old file.
///
/// # Errors
/// If the system does not allow writing the file.
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
/// This can take longer than a frame of the window.
///
/// # Errors
/// If the system does not allow writing the file.
pub fn replace_and_sync(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write(path, bytes, true)
}

/// Removes files that [`replace`] has left in `folder` and its subfolders because the program was killed. They must be
/// older than an hour. Errors are ignored, because the next start of the program tries it again.
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

/// Age at which a new file counts as left over. A program that runs renames its new files at once.
const LEFTOVER_AGE: Duration = Duration::from_secs(60 * 60);

/// Whether the name has the form of a file that [`write`] creates: `NAME.0123456789abcdef.new`.
fn is_new_file(path: &Path) -> bool {
    let number = path.file_stem().map(Path::new).and_then(Path::extension).and_then(|number| number.to_str());
    let is_number = |number: &str| number.len() == 16 && number.bytes().all(|byte| byte.is_ascii_hexdigit());
    path.extension().is_some_and(|extension| extension == "new") && number.is_some_and(is_number)
}

/// Writes a new file and renames it to `path`.
fn write(path: &Path, bytes: &[u8], sync: bool) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    // A device or a pipe would be gone, because the new file is renamed to its path.
    if fs::metadata(path).is_ok_and(|target| !target.is_file() && !target.is_dir()) {
        return Err(io::Error::other(ReadError::Special.to_string()));
    }
    // If the path is a link to a file, that file is replaced and the link stays.
    let target = fs::canonicalize(path).ok().filter(|target| target.is_file());
    let path = target.as_deref().unwrap_or(path);
    // In a folder that others can write, nobody can put a link in place of a file whose name is random and that must
    // not exist.
    let new = path.with_extension(format!("{:016x}.new", RandomState::new().hash_one(())));
    let file = File::create_new(&new)?;
    let written = fill(file, path, bytes, sync).and_then(|()| fs::rename(&new, path));
    if written.is_err() {
        let _ = fs::remove_file(&new);
    } else if sync && let Some(folder) = path.parent() {
        // Unix syncs the folder, which has the new name, separately. Windows cannot do so. The file is whole in any case.
        let _ = File::open(folder).and_then(|folder| folder.sync_all());
    }
    written
}

/// Writes `bytes` to the new file that is to replace the file at `old`, with the permissions of that file.
fn fill(mut file: File, old: &Path, bytes: &[u8], sync: bool) -> io::Result<()> {
    if let Ok(old) = fs::metadata(old)
        && old.permissions() != file.metadata()?.permissions()
    {
        // The permissions are set before the bytes are written, so that nobody else can read a private file.
        file.set_permissions(old.permissions())?;
    }
    file.write_all(bytes)?;
    if sync { file.sync_all() } else { Ok(()) }
}
