//! The built-in puzzles, and the puzzles that the key `levels` names.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, Deserializer, Error, MapAccess, Unexpected, Visitor};

use super::error::{FileError, read_text};
use super::value::{FileName, Name, Title, present};
use super::{Config, load_level};
use crate::game::puzzle::file::{MAX_BYTES, parse};
use crate::game::puzzle::{Puzzle, PuzzleGoal, goal};
use crate::notation::variants_ini::Variants;
use crate::rules::Variant;

/// A set of built-in puzzles.
#[derive(Debug)]
pub struct PuzzleSet {
    /// Name of the set. It is the name of the set's file in `assets/puzzles`, without extension.
    pub name: &'static str,
    /// The name of the puzzles' variant.
    pub variant: &'static str,
    text: &'static str,
}

/// The sets of built-in puzzles.
pub const PUZZLE_SETS: &[PuzzleSet] = &[
    PuzzleSet { name: "composed", variant: "xxl", text: include_str!("../../assets/puzzles/composed.txt") },
    PuzzleSet { name: "xxl", variant: "xxl", text: include_str!("../../assets/puzzles/xxl.txt") },
    PuzzleSet {
        name: "capablanca",
        variant: "capablanca",
        text: include_str!("../../assets/puzzles/capablanca.txt"),
    },
    PuzzleSet { name: "chess", variant: "chess", text: include_str!("../../assets/puzzles/chess.txt") },
    PuzzleSet {
        name: "metamachy",
        variant: "metamachy",
        text: include_str!("../../assets/puzzles/metamachy.txt"),
    },
    PuzzleSet {
        name: "gigachess2",
        variant: "gigachess2",
        text: include_str!("../../assets/puzzles/gigachess2.txt"),
    },
    PuzzleSet {
        name: "terachess2",
        variant: "terachess2",
        text: include_str!("../../assets/puzzles/terachess2.txt"),
    },
];

impl PuzzleSet {
    /// The number of puzzles in the set.
    pub fn count(&self) -> usize {
        self.text.lines().filter(|line| line.starts_with('[')).count()
    }

    /// Parses the puzzles of the set.
    pub fn load(&self) -> Vec<Puzzle> {
        let variant = Variants::built_in().get(self.variant).expect("the variant is built in");
        parse(&variant, self.text).expect("the built-in puzzles are valid")
    }
}

/// An item of `levels` in a config file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LevelSource {
    /// A file of puzzles.
    Puzzles(PathBuf),
    /// A level file with a goal, which is a puzzle.
    Level {
        /// The level file.
        layout: PathBuf,
        /// The goal, as [`PuzzleGoal::parse`] reads it.
        goal: String,
        /// The title. If it is `None`, the title is the name of the level file.
        title: Option<String>,
    },
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct LevelKeys {
    layout: FileName,
    goal: Name,
    #[serde(default, deserialize_with = "present")]
    title: Option<Title>,
}

impl<'de> Deserialize<'de> for LevelSource {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        // An error in serde's untagged enums would not have the key.
        struct LevelVisitor;

        impl<'de> Visitor<'de> for LevelVisitor {
            type Value = LevelSource;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the path of a file, in quotes, or a group of keys in { }")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
                let file = FileName::try_from(serde_json::Value::from(text));
                let file = file.map_err(|_| E::invalid_value(Unexpected::Str(text), &self))?;
                Ok(LevelSource::Puzzles(file.0.into()))
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
                let keys = LevelKeys::deserialize(MapAccessDeserializer::new(map))?;
                let (layout, title) = (keys.layout.0.into(), keys.title.map(|title| title.0));
                Ok(LevelSource::Level { layout, goal: keys.goal.0, title })
            }
        }

        input.deserialize_any(LevelVisitor)
    }
}

impl LevelSource {
    /// This item with its path in `folder`, unless the path is absolute.
    pub(super) fn in_folder(mut self, folder: &Path) -> Self {
        let (Self::Puzzles(path) | Self::Level { layout: path, .. }) = &mut self;
        *path = folder.join(&*path);
        self
    }
}

impl Config {
    /// The puzzles named by `levels`, with the pieces of `variant`.
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
                    let position = load_level(layout, variant, self.bottom)?;
                    if !position.has_legal_move() {
                        let message = "there is no legal move on this level; expected at least one";
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

/// Reads the puzzle file at `path`, with the pieces of `variant`.
pub fn load(path: &Path, variant: &Arc<Variant>) -> Result<Vec<Puzzle>, FileError> {
    let text = read_text(path, MAX_BYTES as u64)?;
    parse(variant, &text).map_err(|error| FileError::at_line(path, error))
}

/// The puzzles of the set `composed`.
pub fn packaged() -> Vec<Puzzle> {
    PUZZLE_SETS[0].load()
}
