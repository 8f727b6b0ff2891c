//! Files and folders, and locks for files that two windows must not write.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

pub use std::fs::{remove_dir_all as remove_folder, remove_file as remove, rename};
pub use xxlchess_core::files::{
    ReadError, read, read_start, reason, remove_leftovers, replace, replace_and_sync,
};

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
        loop {
            let file = File::options().create(true).truncate(false).write(true).open(path)?;
            match file.try_lock() {
                Err(TryLockError::WouldBlock) => return Ok(None),
                // Some file systems have no locks. Games in them are not locked.
                Ok(()) | Err(TryLockError::Error(_)) if is_at(&file, path) => {
                    return Ok(Some(Self { path: path.to_owned(), file }));
                }
                // Another window has released the lock and removed the file since it was opened here. Whoever creates
                // the file again has its lock, not this window.
                Ok(()) | Err(TryLockError::Error(_)) => {}
            }
        }
    }

    /// Whether the lock of the file `path` is taken.
    pub fn is_taken(path: &Path) -> bool {
        path.exists() && matches!(Self::take(path), Ok(None))
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        if is_at(&self.file, &self.path) {
            // A lock file that cannot be removed does no harm.
            let _ = fs::remove_file(&self.path);
        }
        let _ = self.file.unlock();
    }
}

/// Whether `file` is the file at `path`, and not one that was removed or replaced.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;

    let [file, other] = [file.metadata(), fs::symlink_metadata(path)];
    file.and_then(|file| Ok((file, other?)))
        .is_ok_and(|(file, other)| (file.dev(), file.ino()) == (other.dev(), other.ino()))
}

/// Whether there is a file at `path`. The standard library cannot compare files on this system.
#[cfg(not(unix))]
fn is_at(_file: &File, path: &Path) -> bool {
    path.exists()
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

    use super::*;

    fn lock_file(name: &str) -> PathBuf {
        std::env::temp_dir().join(format!("xxlchess-{}-{name}.lock", std::process::id()))
    }

    /// Four threads take and release a lock, whose file is removed and created thousands of times. Never do two have it.
    #[test]
    fn a_lock_has_one_holder() {
        let (path, holders, shared) = (lock_file("one-holder"), AtomicUsize::new(0), AtomicBool::new(false));
        let take = || {
            for _ in 0..5_000 {
                if let Some(lock) = Lock::take(&path).expect("a file can be created") {
                    shared.fetch_or(holders.fetch_add(1, Ordering::SeqCst) > 0, Ordering::SeqCst);
                    std::thread::yield_now();
                    holders.fetch_sub(1, Ordering::SeqCst);
                    drop(lock);
                }
            }
        };
        std::thread::scope(|scope| (0..4).for_each(|_| drop(scope.spawn(take))));
        assert!(!shared.into_inner());
    }

    /// The file of a lock is removed and another window takes its lock. Releasing the first lock leaves the other one.
    #[cfg(unix)]
    #[test]
    fn releasing_a_lock_removes_no_other_lock() {
        let path = lock_file("other");
        let first = Lock::take(&path).expect("a file can be created").expect("it is free");
        fs::remove_file(&path).expect("removed");
        let second = Lock::take(&path).expect("a file can be created").expect("the file is new");
        drop(first);
        assert!(Lock::is_taken(&path));
        drop(second);
        assert!(!path.exists());
    }
}
