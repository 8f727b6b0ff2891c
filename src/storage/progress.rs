//! File with the puzzles that have been solved (`puzzles.txt`).

use std::io;
use std::path::Path;

use crate::files;
use crate::game::puzzle::progress::Progress;

/// Longest file that is read, in bytes.
pub const MAX_BYTES: u64 = 1 << 20;

/// Reads the file at `path`; without a readable file nothing has been solved.
pub fn load(path: &Path) -> Progress {
    let bytes = files::read(path, MAX_BYTES).unwrap_or_default();
    Progress::parse(&String::from_utf8_lossy(&bytes))
}

/// Adds `progress` to the file at `path`.
pub fn save(path: &Path, progress: &Progress) -> io::Result<()> {
    // Another window may have solved other puzzles since the file was loaded.
    let mut all = load(path);
    all.merge(progress);
    // Called between two frames, so it does not wait for the disk.
    files::replace(path, all.to_text().as_bytes())
}
