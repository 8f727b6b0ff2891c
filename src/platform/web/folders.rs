//! Folders in the storage of the browser.

use std::path::PathBuf;

/// The folder for saved games and progress.
pub fn data() -> Option<PathBuf> {
    Some(PathBuf::from("/data"))
}

/// The folder for settings.
pub fn config() -> Option<PathBuf> {
    Some(PathBuf::from("/config"))
}
