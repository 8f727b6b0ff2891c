//! Level files: layouts on disk, and the one built into the program.

use std::path::Path;
use std::sync::Arc;

use crate::notation::layout;
use crate::rules::{Color, Position, Variant};

use super::error::{FileError, FileFault};
use super::file;

/// The level that a game without a config file is played on: the standard set-up of the 14x14 board.
#[must_use]
pub const fn built_in_level() -> &'static str {
    include_str!("../../level1.txt")
}

/// Reads the level file at `path`; `bottom` is the side that plays up the file, where that is said.
///
/// # Errors
/// When there is no such file, it cannot be read or shows no legal position.
pub fn load_level(path: &Path, variant: &Arc<Variant>, bottom: Option<Color>) -> Result<Position, FileError> {
    parse_level(path, &file::read(path, layout::MAX_BYTES as u64)?, variant, bottom)
}

/// Reads a level from `bytes`, as if they stood in `file`; otherwise as [`load_level`].
///
/// # Errors
/// When it cannot be read or shows no legal position.
pub fn parse_level(
    file: &Path,
    bytes: &[u8],
    variant: &Arc<Variant>,
    bottom: Option<Color>,
) -> Result<Position, FileError> {
    layout::parse(variant, bytes, bottom).map_err(|error| FileError::new(file, FileFault::Layout(error)))
}
