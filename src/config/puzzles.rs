//! Puzzles: the packaged set, and the files named by `levels`.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::error::{FileError, FileFault};
use super::raw::{LevelWithGoal, Levels};
use super::shapes::{FileOr, List};
use super::{Config, file, level};
use crate::game::puzzle::file::{LONGEST, parse};
use crate::game::puzzle::{Puzzle, PuzzleGoal, goal};
use crate::notation::text;
use crate::notation::variants_ini::Variants;
use crate::rules::Variant;

/// The puzzles made for this game.
const PACKAGED: &str = include_str!("../../assets/puzzles.txt");
/// The variant whose puzzles they are.
const VARIANT: &str = "xxl";

/// An entry of `levels` in a config file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LevelSource {
    /// A file of puzzles.
    Puzzles(PathBuf),
    /// A level file, and what is to be done on it.
    Level {
        /// The file.
        layout: PathBuf,
        /// What is to be done, as [`PuzzleGoal::parse`] reads it.
        goal: String,
        /// What it is called.
        title: Option<String>,
    },
}

/// The entries of `levels` in the config `file`, their paths told from where the program runs.
pub(super) fn sources(file: &Path, levels: Option<List<Levels>>) -> Vec<LevelSource> {
    let folder = file.parent().unwrap_or(Path::new(""));
    let source = |entry: FileOr<LevelWithGoal>| match entry {
        FileOr::File(name) => LevelSource::Puzzles(folder.join(name.0)),
        FileOr::Group(level) => LevelSource::Level {
            layout: folder.join(level.layout.0.0),
            goal: level.goal.0.0,
            title: level.title.map(|title| title.0.0),
        },
    };
    levels.map_or(Vec::new(), |list| list.0.into_iter().map(source).collect())
}

impl Config {
    /// The puzzles that `levels` names, with the pieces of `variant`.
    ///
    /// # Errors
    /// The first file that is missing, cannot be read or is no puzzle or level file, or the first wrong goal.
    pub fn load_puzzles(&self, variant: &Arc<Variant>) -> Result<Vec<Puzzle>, FileError> {
        let mut puzzles = Vec::new();
        for (index, source) in self.levels.iter().enumerate() {
            match source {
                LevelSource::Puzzles(path) => puzzles.extend(load(path, variant)?),
                LevelSource::Level { layout, goal, title } => {
                    let key = format!("levels[{index}].goal");
                    let goal = PuzzleGoal::parse(variant, goal).ok_or_else(|| {
                        self.error(&key, format!("found {goal:?}; expected {}", goal::EXPECTED))
                    })?;
                    let position = level::load_level(layout, variant, self.bottom)?;
                    if !position.has_legal_move() {
                        let message = "there is no move to be made on this level; expected one at least";
                        return Err(self.error(&format!("levels[{index}].layout"), message));
                    }
                    let name = || layout.file_stem().map(|name| name.to_string_lossy().into_owned());
                    let title = title.clone().or_else(name).unwrap_or_default();
                    puzzles.push(Puzzle::new(title, goal, position));
                }
            }
        }
        Ok(puzzles)
    }
}

/// The puzzles of the file at `path`, with the pieces of `variant`.
///
/// # Errors
/// When there is no such file, it cannot be read or is no puzzle file.
pub fn load(path: &Path, variant: &Arc<Variant>) -> Result<Vec<Puzzle>, FileError> {
    let error = |fault| FileError::new(path, fault);
    let bytes = file::read(path, LONGEST as u64)?;
    let text = text::decode(&bytes).map_err(|fault| error(FileFault::InvalidUtf8(fault)))?;
    parse(variant, text).map_err(|fault| error(FileFault::Puzzles(fault)))
}

/// The puzzles made for this game.
///
/// # Panics
/// Never: a test reads and proves the same file.
#[must_use]
pub fn packaged() -> Vec<Puzzle> {
    let variant = Variants::built_in().get(VARIANT).expect("the variant is built in");
    parse(&variant, PACKAGED).expect("the packaged puzzles are valid")
}
