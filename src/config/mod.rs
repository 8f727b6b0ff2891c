//! Configuration: `config.json` and the level file it names, from text to values the program can trust.
//!
//! What the file may hold is written down in `raw`, what a value may be in `value`; every fault is a
//! [`FileError`] that names the file, the line, the key and what was expected. `docs/config.md` is the player's
//! side of it.

mod error;
mod file;
mod keys;
mod level;
mod pieces;
pub mod puzzles;
mod raw;
mod reader;
mod shapes;
mod value;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use crate::game::clock::TimeControl;
use crate::game::new_game::{BySeat, NewGame};
use crate::game::options::{OptionKey, Options};
use crate::notation::text;
use crate::rules::{ByColor, Color, Position, Variant};

pub use error::{FileError, FileFault};
pub use file::read;
pub use level::{built_in_level, load_level, parse_level};
pub use pieces::{OwnDrawing, OwnMoves, OwnPiece};
pub use puzzles::LevelSource;

/// Longest config file that is read, in bytes.
pub const LONGEST: u64 = 1024 * 1024;

/// The config file that a game without one is played by.
const BUILT_IN: &str = include_str!("../../config.json");

/// The time of both players, by who they are rather than by colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayerClocks {
    /// The human's; above zero at the start.
    pub player: TimeControl,
    /// The computer's; above zero at the start.
    pub cpu: TimeControl,
}

/// What a config file says, every value checked.
#[derive(Clone, Debug)]
pub struct Config {
    /// The level file, from where the program runs: the config's own folder is part of it.
    pub layout: PathBuf,
    /// The time of both players.
    pub clocks: PlayerClocks,
    /// The colour of the human's pieces.
    pub player_color: Color,
    /// How fast a piece slides, in pixels a frame at 60 frames a second; above zero.
    pub piece_movement_speed: f64,
    /// The longest a piece may slide; zero: it does not.
    pub max_movement_time: Duration,
    /// The side that plays up the level file, where the config says it.
    pub bottom: Option<Color>,
    /// The variant, where the config names one.
    pub variant: Option<String>,
    /// The levels to be solved one after the other, in their order; none where the file names none.
    pub levels: Vec<LevelSource>,
    /// The options, those the file does not name as they are by default.
    pub options: Options,
    /// The options that the file names.
    named: Vec<OptionKey>,
    /// Pieces of the config's own making.
    pub pieces: Vec<OwnPiece>,
    source: Source,
}

/// Where a config comes from, kept for errors that are found later.
#[derive(Clone, Debug)]
struct Source {
    file: PathBuf,
    text: String,
}

impl Config {
    /// Reads the config file at `path`.
    ///
    /// # Errors
    /// When there is no such file, it cannot be read or is no valid config.
    pub fn load(path: &Path) -> Result<Self, FileError> {
        let bytes = file::read(path, LONGEST)?;
        let text =
            text::decode(&bytes).map_err(|fault| FileError::new(path, FileFault::InvalidUtf8(fault)))?;
        Self::parse(path, text)
    }

    /// Reads a config from `text`, as if it stood in `file`; a byte order mark at its start is passed over.
    ///
    /// # Errors
    /// When it is no valid config: the first fault, with its line and key.
    pub fn parse(file: &Path, text: &str) -> Result<Self, FileError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let raw = reader::read(text).map_err(|fault| FileError::new(file, fault))?;
        let named = raw.options();
        let mut options = Options::default();
        named.iter().for_each(|&(option, value)| options.set(option, value));
        let clocks =
            PlayerClocks { player: raw.time_controls.0.player.into(), cpu: raw.time_controls.0.cpu.into() };
        let folder = file.parent().unwrap_or(Path::new(""));
        let mut config = Self {
            layout: folder.join(raw.layout.0.0),
            clocks,
            player_color: raw.player_colour.0.0,
            piece_movement_speed: raw.piece_movement_speed.0.0,
            max_movement_time: Duration::from_secs_f64(raw.max_movement_time.0.0),
            bottom: raw.bottom.map(|side| side.0.0),
            variant: raw.variant.map(|name| name.0.0),
            options,
            named: named.into_iter().map(|(option, _)| option).collect(),
            levels: puzzles::sources(file, raw.levels),
            pieces: Vec::new(),
            source: Source { file: file.to_owned(), text: text.to_owned() },
        };
        for (number, piece) in raw.pieces.map_or_else(Vec::new, |list| list.0).into_iter().enumerate() {
            let checked = piece.0.check(folder);
            config.pieces.push(checked.map_err(|(key, message)| config.piece_error(number, &key, message))?);
        }
        Ok(config)
    }

    /// The config built into the program: the sample of the assignment. Its level is [`built_in_level`].
    ///
    /// # Panics
    /// Never: a test reads the same text.
    #[must_use]
    pub fn built_in() -> Self {
        Self::parse(Path::new("config.json"), BUILT_IN).expect("the built-in config is valid")
    }

    /// The clocks by colour, as a game takes them.
    #[must_use]
    pub fn time_controls(&self) -> ByColor<TimeControl> {
        let control = |color| if color == self.player_color { self.clocks.player } else { self.clocks.cpu };
        ByColor::from_fn(control)
    }

    /// The options that the file names.
    #[must_use]
    pub fn named(&self) -> &[OptionKey] {
        &self.named
    }

    /// The same config, with what counts at once as `left` in the menu, unless the file names it.
    #[must_use]
    pub fn as_left(mut self, left: &Options) -> Self {
        let told = self.options;
        self.options.take_live(left);
        self.named.iter().for_each(|&option| self.options.set(option, told.get(option)));
        self
    }

    /// The choices that this config stands for, on the level that is offered as `level`.
    #[must_use]
    pub fn choices(&self, level: &str) -> NewGame {
        let clocks = BySeat { person: Some(self.clocks.player), opponent: Some(self.clocks.cpu) };
        NewGame { level: level.to_owned(), color: self.player_color.into(), clocks, options: self.options }
    }

    /// The position of the level file, read with the letters of `variant`.
    ///
    /// # Errors
    /// When there is no such file, it cannot be read or shows no legal position.
    pub fn load_level(&self, variant: &Arc<Variant>) -> Result<Position, FileError> {
        load_level(&self.layout, variant, self.bottom)
    }

    /// A fault in the value of `key` (`time_controls.cpu.seconds`) that takes more than this file to see, such
    /// as a name that nothing has: `message` says what was found and expected.
    #[must_use]
    pub fn error(&self, key: &str, message: impl Into<String>) -> FileError {
        let line = keys::line_of(&self.source.text, key);
        FileError::new(
            &self.source.file,
            FileFault::Config { line, key: Some(key.to_owned()), message: message.into() },
        )
    }
}
