//! Reading files, with the file's name in the error.

use std::path::Path;

use super::error::{FileError, FileFault};
use crate::files;

/// Reads a file of at most `limit` bytes.
///
/// # Errors
/// When there is no such file, it is a folder or a device, it is too long, or the system does not allow reading it.
pub fn read(path: &Path, limit: u64) -> Result<Vec<u8>, FileError> {
    files::read(path, limit).map_err(|error| FileError::new(path, FileFault::Read(error)))
}
