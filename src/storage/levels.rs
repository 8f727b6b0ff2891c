//! Levels made by the player: a folder for each variant, and in it one file for each level.
//!
//! A level is stored as a level file (`.txt`) if that format can hold its position, otherwise as a FEN (`.fen`).

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::remove_if_there;
use crate::config::{self, FileError};
use crate::game::board_setup::{MAX_LEVEL_NAME, is_level_name_char};
use crate::notation::{fen, layout};
use crate::platform::file_system;
use crate::rules::{Position, Variant};

/// Extension of level files.
const LAYOUT: &str = "txt";
/// Extension of FEN files.
const FEN: &str = "fen";

/// A level read from the store.
#[derive(Clone, Debug)]
pub struct SavedLevel {
    /// Name of the level: the file name without extension.
    pub name: String,
    /// Start position of the level.
    pub position: Position,
}

/// Result of saving a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LevelSaved {
    /// The level was saved in this file.
    Saved(PathBuf),
    /// The level was not saved, because this file has a level of the same name.
    NameTaken(PathBuf),
}

/// Reason why a level was not saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SaveLevelError {
    /// The name is reserved for a device on Windows.
    DeviceName(String),
    /// The name is empty, too long, or has other characters than letters, digits, spaces, `-` and `_`.
    InvalidName(String),
    /// The system does not allow writing or deleting the file, for this reason.
    Write(PathBuf, String),
}

impl fmt::Display for SaveLevelError {
    /// Writes a sentence for the player.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::DeviceName(name) => write!(f, "{name:?} is a device on Windows; use another name."),
            Self::InvalidName(name) => write!(
                f,
                "{name:?} is not a valid name; use 1 to {MAX_LEVEL_NAME} letters, digits, spaces, - and _."
            ),
            Self::Write(path, reason) => write!(f, "{} cannot be written: {reason}.", path.display()),
        }
    }
}

impl std::error::Error for SaveLevelError {}

/// The folder of the player's own levels.
///
/// ```
/// use xxlchess::notation::variants_ini::Variants;
/// use xxlchess::rules::Position;
/// use xxlchess::storage::levels::{LevelSaved, LevelStore};
///
/// let variant = Variants::built_in().get("xxl").unwrap();
/// let start = Position::start(&variant)?;
/// let folder = std::env::temp_dir().join(format!("xxlchess-{}-level-store", std::process::id()));
/// let store = LevelStore::new(folder.clone());
/// assert!(matches!(store.save("My level", &start, false)?, LevelSaved::Saved(_)));
/// assert!(matches!(store.save("My level", &start, false)?, LevelSaved::NameTaken(_)));
/// let levels = store.list(&variant);
/// assert!(levels[0].as_ref().is_ok_and(|level| level.name == "My level" && level.position == start));
/// # std::fs::remove_dir_all(folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct LevelStore {
    folder: PathBuf,
}

impl LevelStore {
    /// A store in `folder`. The folder is created when a level is saved.
    pub const fn new(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// Saves `position` under `name`, without leading and trailing spaces. A level of the same name is replaced only if
    /// `overwrite` is set.
    ///
    /// # Errors
    /// If the name is not valid, or the file cannot be written.
    pub fn save(
        &self,
        name: &str,
        position: &Position,
        overwrite: bool,
    ) -> Result<LevelSaved, SaveLevelError> {
        let name = name.trim();
        if is_device(name) {
            return Err(SaveLevelError::DeviceName(name.to_owned()));
        }
        if name.is_empty() || name.chars().count() > MAX_LEVEL_NAME || !name.chars().all(is_level_name_char) {
            return Err(SaveLevelError::InvalidName(name.to_owned()));
        }
        let folder = self.folder.join(&position.variant().rules().name);
        let [layout, fen] = [LAYOUT, FEN].map(|extension| folder.join(format!("{name}.{extension}")));
        if let Some(taken) = [&layout, &fen].into_iter().find(|path| file_system::exists(path) && !overwrite)
        {
            return Ok(LevelSaved::NameTaken(taken.clone()));
        }
        let (path, other, text) = if layout::can_represent(position) {
            (layout, fen, layout::format(position.variant(), &position.to_setup()))
        } else {
            (fen, layout, fen::format(position) + "\n")
        };
        let fault =
            |path: &Path, error: std::io::Error| SaveLevelError::Write(path.to_owned(), error.to_string());
        file_system::replace_and_sync(&path, text.as_bytes()).map_err(|error| fault(&path, error))?;
        // An earlier level of the same name may have been stored in the other format.
        remove_if_there(&other).map_err(|error| fault(&other, error))?;
        Ok(LevelSaved::Saved(path))
    }

    /// Renames the level `name` of the variant of `position`, which is its position. It is not renamed if a level of the new
    /// name exists.
    ///
    /// # Errors
    /// If the new name is not valid, or a file cannot be written.
    pub fn rename(&self, name: &str, position: &Position, to: &str) -> Result<LevelSaved, SaveLevelError> {
        let saved = self.save(to, position, false)?;
        if let LevelSaved::Saved(_) = saved {
            self.delete(name, position.variant())?;
        }
        Ok(saved)
    }

    /// Deletes the level `name` of `variant`.
    ///
    /// # Errors
    /// If a file cannot be deleted.
    pub fn delete(&self, name: &str, variant: &Variant) -> Result<(), SaveLevelError> {
        let folder = self.folder.join(&variant.rules().name);
        [LAYOUT, FEN].into_iter().try_for_each(|extension| {
            let path = folder.join(format!("{name}.{extension}"));
            remove_if_there(&path).map_err(|error| SaveLevelError::Write(path.clone(), error.to_string()))
        })
    }

    /// The levels for `variant`, sorted by file name, with an error for each file that cannot be read.
    pub fn list(&self, variant: &Arc<Variant>) -> Vec<Result<SavedLevel, FileError>> {
        let mut paths = file_system::list(&self.folder.join(&variant.rules().name));
        paths.sort();
        paths.iter().filter_map(|path| load(path, variant)).collect()
    }
}

/// Whether Windows keeps a name for a device. It is refused on every system, so that levels can be passed on.
pub(super) fn is_device(name: &str) -> bool {
    let name = name.to_lowercase();
    let port = ["com", "lpt"].iter().find_map(|port| name.strip_prefix(port));
    ["con", "prn", "aux", "nul"].contains(&name.as_str())
        || port.is_some_and(|port| matches!(port.as_bytes(), [b'0'..=b'9']))
}

/// Reads the level at `path`. Returns `None` if the file does not have the extension of a level.
fn load(path: &Path, variant: &Arc<Variant>) -> Option<Result<SavedLevel, FileError>> {
    let (extension, name) = (path.extension()?, path.file_stem()?.to_str()?);
    let position = if extension == LAYOUT {
        config::load_level(path, variant, None)
    } else if extension == FEN {
        load_fen(path, variant)
    } else {
        return None;
    };
    Some(position.map(|position| SavedLevel { name: name.to_owned(), position }))
}

fn load_fen(path: &Path, variant: &Arc<Variant>) -> Result<Position, FileError> {
    let text = config::read_text(path, layout::MAX_BYTES as u64)?;
    fen::parse(variant, text.trim()).map_err(|error| FileError::new(path, error))
}
