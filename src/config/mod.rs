//! The files that the player writes: `config.json`, and the level and puzzle files it names.
//!
//! `schema` has the keys, `value` the types of their values, and `reader` the messages of errors. The player's manual
//! is `docs/config.md`.

mod error;
pub mod lessons;
mod pieces;
pub mod puzzles;
mod reader;
mod schema;
mod value;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;

use crate::game::new_game::{BySeat, NewGame};
use crate::game::options::{OPTIONS, OptionRow, OptionValue, Options};
use crate::notation::layout;
use crate::rules::{Color, Position, Variant};

pub use error::{FileError, read, read_text};
pub use pieces::{MAX_DRAWING_BYTES, OwnMoves, OwnPiece};
pub use puzzles::LevelSource;
use schema::ConfigFile;

/// Maximum size of a config file, in bytes.
pub const MAX_BYTES: u64 = 1024 * 1024;

/// The text of the config that is used if there is no config file.
const BUILT_IN: &str = include_str!("../../config.json");

/// A config file with checked values. Its paths are relative to the folder of the config.
///
/// ```
/// use std::path::Path;
/// use xxlchess::config::Config;
///
/// assert_eq!(Config::built_in().layout, Path::new("level1.txt"));
/// let error = Config::parse(Path::new("config.json"), "{\"layout\": 7}").unwrap_err();
/// assert_eq!(error.to_string(), "config.json:1: layout: found 7; expected the path of a file, in quotes");
/// ```
#[derive(Clone, Debug)]
pub struct Config {
    /// The level file.
    pub layout: PathBuf,
    /// The time controls of player and opponent. Both have one, and neither starts at zero.
    pub clocks: BySeat,
    /// The player's colour.
    pub player_color: Color,
    /// Speed at which a piece slides, in pixels per frame at 60 frames a second. It is above zero.
    pub piece_movement_speed: f64,
    /// Maximum time for which a piece slides. If it is zero, pieces do not slide.
    pub max_movement_time: Duration,
    /// The side whose pawns move up in the level file, if the config names it.
    pub bottom: Option<Color>,
    /// The name of the variant.
    pub variant: Option<String>,
    /// The puzzles to solve instead of playing a game.
    pub levels: Vec<LevelSource>,
    /// The options. Options that the file does not name have their defaults.
    pub options: Options,
    /// Keys of the options that the file names.
    pub named: Vec<&'static str>,
    /// Pieces of the player's own.
    pub pieces: Vec<OwnPiece>,
    /// The config file, for errors that are found after parsing.
    file: PathBuf,
    /// The text of the config file, in which such errors look for the line of a key.
    text: String,
}

impl Config {
    /// Reads the config file at `path`.
    pub fn load(path: &Path) -> Result<Self, FileError> {
        Self::parse(path, &read_text(path, MAX_BYTES)?)
    }

    /// Parses the config `text` of `file`. A byte order mark is skipped.
    pub fn parse(file: &Path, text: &str) -> Result<Self, FileError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let keys = reader::read(file, text)?;
        let (mut options, mut named) = (Options::default(), Vec::new());
        for (key, value) in &keys.options {
            let error = |message: String| reader::key_error(file, text, key, &message);
            let row = OptionRow::by_key(key).ok_or_else(|| {
                let known = ConfigFile::KEYS.into_iter().chain(OPTIONS.iter().map(|row| row.key));
                let known: Vec<_> = known.collect();
                error(format!("unknown key; expected one of {}", known.join(", ")))
            })?;
            let value = option_value(row, value)
                .ok_or_else(|| error(value::found_and_allowed(value, &row.expected())))?;
            row.set(&mut options, value);
            named.push(row.key);
        }
        let folder = file.parent().unwrap_or(Path::new(""));
        let pieces = keys.pieces.into_iter().map(|piece| piece.0);
        let controls = keys.time_controls.0;
        Ok(Self {
            layout: folder.join(keys.layout.0),
            clocks: BySeat { person: Some(controls.player.into()), opponent: Some(controls.cpu.into()) },
            player_color: keys.player_colour.0,
            piece_movement_speed: keys.piece_movement_speed.0,
            max_movement_time: Duration::from_secs_f64(keys.max_movement_time.0),
            bottom: keys.bottom.map(|side| side.0),
            variant: keys.variant.map(|name| name.0),
            levels: keys.levels.into_iter().map(|level| level.in_folder(folder)).collect(),
            options,
            named,
            pieces: pieces
                .map(|piece| OwnPiece { svg: piece.svg.map(|svg| folder.join(svg)), ..piece })
                .collect(),
            file: file.to_owned(),
            text: text.to_owned(),
        })
    }

    /// The built-in config: the sample of the assignment. Its level is [`built_in_level`].
    pub fn built_in() -> Self {
        Self::parse(Path::new("config.json"), BUILT_IN).expect("the built-in config is valid")
    }

    /// This config with the [live](OptionRow::live) options of `saved`. Options that the file names are not changed.
    pub fn with_live_options(mut self, saved: &Options) -> Self {
        let own = self.options;
        self.options.copy_live(saved);
        for row in self.named.iter().filter_map(|key| OptionRow::by_key(key)) {
            row.set(&mut self.options, row.get(&own));
        }
        self
    }

    /// A new game on the level with the id `level`.
    pub fn new_game(&self, level: &str) -> NewGame {
        let color = self.player_color.into();
        NewGame { level: level.to_owned(), color, clocks: self.clocks, options: self.options }
    }

    /// Reads the level file at `path` with the pieces of `variant`. With fog of war a king may be attacked. Adds a
    /// remark for the user if the level is rotated by 180 degrees and the config does not ask for it.
    pub fn load_level(
        &self,
        path: &Path,
        variant: &Arc<Variant>,
    ) -> Result<(Position, Option<String>), FileError> {
        let bytes = read(path, layout::MAX_BYTES as u64)?;
        let parse = |variant: &_| parse_level(path, &bytes, variant, self.bottom);
        let position = match parse(variant) {
            Err(_) if self.options.fog_of_war => parse(&Arc::new(variant.in_fog())),
            position => position,
        }?;
        let is_rotated = self.bottom.is_none() && layout::is_rotated(variant, &bytes, None) == Ok(true);
        let remark = "Black's pieces stand lower on the average, so the board is turned by 180 degrees; \
                      to keep it, write \"bottom\": \"white\" into the config";
        Ok((position, is_rotated.then(|| format!("{}: {remark}", path.display()))))
    }

    /// An error in the value of `key`, such as `time_controls.cpu.seconds`. It is for errors that are found after
    /// parsing, such as the name of a variant that does not exist.
    pub fn error(&self, key: &str, message: impl AsRef<str>) -> FileError {
        reader::key_error(&self.file, &self.text, key, message.as_ref())
    }
}

/// The text of the built-in level: the standard setup of the 14x14 board.
pub const fn built_in_level() -> &'static str {
    include_str!("../../level1.txt")
}

/// Reads the level file at `path`. `bottom` is the side whose pawns move up in the file. If it is `None`, the side is
/// guessed from the pieces.
pub fn load_level(path: &Path, variant: &Arc<Variant>, bottom: Option<Color>) -> Result<Position, FileError> {
    parse_level(path, &read(path, layout::MAX_BYTES as u64)?, variant, bottom)
}

/// Parses the level `bytes` of `file`, with the arguments of [`load_level`].
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

/// The value of an option from the JSON value `found`, if the option accepts it.
pub fn option_value(row: &OptionRow, found: &Value) -> Option<OptionValue> {
    row.all_values().into_iter().find(|allowed| match (allowed, found) {
        (OptionValue::Switch(on), Value::Bool(flag)) => on == flag,
        (OptionValue::Word(word), Value::String(text)) => word == text,
        (OptionValue::Number(number), Value::Number(found)) => found.as_f64() == Some(f64::from(*number)),
        (OptionValue::Number(number), Value::String(alias)) => row.aliases().contains(&(alias, *number)),
        _ => false,
    })
}
