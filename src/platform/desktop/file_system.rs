//! Files and folders, and locks that other windows respect.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

pub use xxlchess_core::files::{ReadError, read, remove_leftovers, replace, replace_and_sync};

/// Whether there is a file or a folder at `path`.
pub fn exists(path: &Path) -> bool {
    path.exists()
}

/// The files and folders in `folder`, in any order; none if it cannot be read.
pub fn list(folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect()
}

/// When the file was last written.
pub fn modified(path: &Path) -> SystemTime {
    fs::metadata(path).and_then(|file| file.modified()).unwrap_or(SystemTime::UNIX_EPOCH)
}

/// Removes a file.
///
/// # Errors
/// When there is no such file, or the system does not allow it.
pub fn remove(path: &Path) -> io::Result<()> {
    fs::remove_file(path)
}

/// Renames a file.
///
/// # Errors
/// When there is no such file, or the system does not allow it.
pub fn rename(from: &Path, to: &Path) -> io::Result<()> {
    fs::rename(from, to)
}

/// A lock that no other window has. The system releases it when the process ends, however it ends.
#[derive(Debug)]
pub struct Lock {
    path: PathBuf,
    file: File,
}

impl Lock {
    /// Takes the lock of the file `path`, which is created in its folder; `None` if it is taken.
    ///
    /// # Errors
    /// When the file cannot be created.
    pub fn take(path: &Path) -> io::Result<Option<Self>> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        // Checked before opening, because opening a pipe waits for a reader.
        if fs::symlink_metadata(path).is_ok_and(|file| !file.is_file()) {
            return Err(io::Error::other(format!("{} is not a file", path.display())));
        }
        let file = File::options().create(true).truncate(false).write(true).open(path)?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => Ok(None),
            // Some file systems have no locks. Then there is none.
            Ok(()) | Err(TryLockError::Error(_)) => Ok(Some(Self { path: path.to_owned(), file })),
        }
    }

    /// Whether the lock of the file `path` is taken.
    pub fn is_taken(path: &Path) -> bool {
        path.exists() && matches!(Self::take(path), Ok(None))
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // Windows does not remove open files; a lock file that stays does no harm.
        let _ = fs::remove_file(&self.path);
        let _ = self.file.unlock();
    }
}
