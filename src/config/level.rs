//! Level files, and the built-in level.

use std::path::Path;
use std::sync::Arc;

use crate::notation::layout;
use crate::rules::{Color, Position, Variant};

use super::error::{FileError, read};

/// The text of the built-in level: the standard set-up of the 14x14 board.
pub const fn built_in_level() -> &'static str {
    include_str!("../../level1.txt")
}

/// Reads the level file at `path`. `bottom` is the side that plays up the file; without it, it is guessed.
pub fn load_level(path: &Path, variant: &Arc<Variant>, bottom: Option<Color>) -> Result<Position, FileError> {
    parse_level(path, &read(path, layout::MAX_BYTES as u64)?, variant, bottom)
}

/// Parses the level `bytes` of `file`, as [`load_level`].
pub fn parse_level(
    file: &Path,
    bytes: &[u8],
    variant: &Arc<Variant>,
    bottom: Option<Color>,
) -> Result<Position, FileError> {
    layout::parse(variant, bytes, bottom).map_err(|error| match error.location() {
        Some(_) => FileError::at_line(file, error),
        None => FileError::new(file, error),
    })
}
