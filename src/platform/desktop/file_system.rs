//! Files and folders, and locks for files that two windows must not write.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

pub use std::fs::{remove_file as remove, rename};
pub use xxlchess_core::files::{ReadError, read, read_start, remove_leftovers, replace, replace_and_sync};

/// Whether there is a file or a folder at `path`.
pub fn exists(path: &Path) -> bool {
    path.exists()
}

/// The files and folders in `folder`, in no particular order. Empty if the folder cannot be read.
pub fn list(folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect()
}

/// Time at which the file was last written; 1970 if the system does not have it.
pub fn modified(path: &Path) -> SystemTime {
    fs::metadata(path).and_then(|file| file.modified()).unwrap_or(SystemTime::UNIX_EPOCH)
}

/// A lock that only one window can have. The system releases it when the process ends, even by a crash.
#[derive(Debug)]
pub struct Lock {
    path: PathBuf,
    file: File,
}

impl Lock {
    /// Takes the lock of the file `path`. The file and its folder are created. Returns `None` if the lock is taken.
    ///
    /// # Errors
    /// If the file cannot be created.
    pub fn take(path: &Path) -> io::Result<Option<Self>> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        // This is checked before the file is opened, because opening a pipe would block.
        if fs::symlink_metadata(path).is_ok_and(|file| !file.is_file()) {
            return Err(io::Error::other(format!("{} is not a file", path.display())));
        }
        let file = File::options().create(true).truncate(false).write(true).open(path)?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => Ok(None),
            // Some file systems have no locks. Games in them are not locked.
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
        // Windows does not remove open files. A lock file that stays does no harm.
        let _ = fs::remove_file(&self.path);
        let _ = self.file.unlock();
    }
}
