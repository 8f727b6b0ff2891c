//! Levels of the person's own making: a folder with a folder for each variant, and in it a file for each level.
//!
//! A file is a level file if that says all of the position, else a FEN; the ending of its name tells which.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::error::{FileError, FileFault};
use super::{file, level};
use crate::game::draft::{LONGEST_NAME, is_name_letter};
use crate::notation::{fen, layout, text};
use crate::rules::{Position, Variant};

/// Ending of the name of a level file.
const LAYOUT: &str = "txt";
/// Ending of the name of a FEN file.
const FEN: &str = "fen";

/// A level that has been read.
#[derive(Clone, Debug)]
pub struct SavedLevel {
    /// Its name: that of its file without the ending.
    pub name: String,
    /// The position.
    pub position: Position,
}

/// What has become of a level that was to be kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kept {
    /// It is in this file.
    In(PathBuf),
    /// Another one of that name is in this file, and stays there.
    Taken(PathBuf),
}

/// Keeps `position` as `name` in the folder of its variant in `folder`, making both if need be. The old file stays
/// until the new one is whole; one of the same name is replaced only if `replace`.
///
/// # Errors
/// When the name is none, or the system does not let the file be written: why, in a sentence.
pub fn keep(folder: &Path, name: &str, position: &Position, replace: bool) -> Result<Kept, String> {
    let name = name.trim();
    if name.is_empty() || name.chars().count() > LONGEST_NAME || !name.chars().all(is_name_letter) {
        return Err(format!(
            "{name:?} is no name for a level; use 1 to {LONGEST_NAME} letters, digits, spaces, - and _."
        ));
    }
    let folder = folder.join(&position.variant().rules().name);
    let [layout, fen] = [LAYOUT, FEN].map(|ending| folder.join(format!("{name}.{ending}")));
    if let Some(taken) = [&layout, &fen].into_iter().find(|path| path.exists() && !replace) {
        return Ok(Kept::Taken(taken.clone()));
    }
    let (path, other, text) = if layout::holds(position) {
        (layout, fen, layout::write(position.variant(), &position.to_setup()))
    } else {
        (fen, layout, fen::write(position) + "\n")
    };
    let fault = |path: &Path, error| format!("{} cannot be written: {error}.", path.display());
    file::replace(&path, text.as_bytes()).map_err(|error| fault(&path, error))?;
    // What was replaced may have been of the other form.
    match fs::remove_file(&other) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(fault(&other, error)),
        _ => Ok(Kept::In(path)),
    }
}

/// The levels kept in `folder` for `variant`, by name; files that cannot be read as one are told instead.
#[must_use]
pub fn list(folder: &Path, variant: &Arc<Variant>) -> Vec<Result<SavedLevel, FileError>> {
    let Ok(entries) = fs::read_dir(folder.join(&variant.rules().name)) else { return Vec::new() };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    let ending =
        |path: &Path| [LAYOUT, FEN].into_iter().find(|ending| path.extension() == Some(ending.as_ref()));
    let named = paths.iter().filter_map(|path| Some((path, ending(path)?, path.file_stem()?.to_str()?)));
    let read = |(path, ending, name): (&PathBuf, &str, &str)| {
        let position =
            if ending == FEN { load_fen(path, variant) } else { level::load_level(path, variant, None) };
        position.map(|position| SavedLevel { name: name.to_owned(), position })
    };
    named.map(read).collect()
}

fn load_fen(path: &Path, variant: &Arc<Variant>) -> Result<Position, FileError> {
    let error = |fault| FileError::new(path, fault);
    let bytes = file::read(path, layout::LONGEST as u64)?;
    let text = text::decode(&bytes).map_err(|fault| error(FileFault::NotUtf8(fault)))?;
    fen::parse(variant, text.trim()).map_err(|fault| error(FileFault::Fen(fault)))
}
