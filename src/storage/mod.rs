//! Everything the program saves: games, the player's own levels, puzzle progress and settings.
//!
//! In the user's data folder:
//! * `games/`: a PGN file for each game, replaced after each move. While a game is being played, a lock file of the same
//!   name is beside its PGN file;
//! * `levels/`: the player's own levels;
//! * `puzzles.txt`: the log of attempts at puzzles;
//! * `learn.txt`: the stars for each step of the lessons.
//!
//! In the user's config folder: `menu.json`, the settings last chosen in the menu, and `window.txt`, the size of the
//! window when it was closed.
//!
//! If a file of settings or progress can be read only in part, a copy is kept beside it (`menu.damaged-1`).

mod autosave;
mod damaged;
pub mod game_reader;
pub mod games_folder;
pub mod levels;
pub mod saved_game;
pub mod settings_file;
mod timestamp;

use std::io;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::game::lesson::progress::LessonProgress;
use crate::game::new_game::NewGame;
use crate::game::puzzle::progress::{Attempt, Progress};
use crate::notation::pgn::Tags;
use crate::platform::file_system;
use crate::rules::Variant;

pub use autosave::{Autosave, AutosavedGame};
use game_reader::VariantUnavailable;
use games_folder::GamesFolder;
use levels::LevelStore;
pub use saved_game::SavedGame;
pub use timestamp::{today, utc};

/// Returns the variant that the tags of a saved game name.
pub type FindVariant<'f> = &'f dyn Fn(&Tags) -> Result<Arc<Variant>, VariantUnavailable>;

/// The folders of the program. If a folder is `None`, nothing is loaded from it, and saving does nothing.
#[derive(Clone, Debug, Default)]
pub struct Storage {
    /// The user's data folder: games, levels and progress.
    pub data_dir: Option<PathBuf>,
    /// The user's config folder: settings and the size of the window.
    pub config_dir: Option<PathBuf>,
}

/// The result of [`Storage::open_games`].
pub struct OpenedGames {
    /// Saves the games that are played.
    pub autosave: Autosave,
    /// The last unfinished game.
    pub unfinished: Option<SavedGame>,
    /// Sentences for the player about games that cannot be read.
    pub problems: Vec<String>,
}

impl Storage {
    /// Prepares saving games. If `search` is set, finds the last unfinished game; `find_variant` returns its variant.
    pub fn open_games(&self, search: bool, find_variant: FindVariant<'_>) -> OpenedGames {
        let Some(folder) = self.games() else {
            return OpenedGames { autosave: Autosave::disabled(), unfinished: None, problems: Vec::new() };
        };
        let mut problems = Vec::new();
        self.data_dir.iter().chain(&self.config_dir).for_each(|folder| file_system::remove_leftovers(folder));
        if let Err(error) = folder.adopt_earlier() {
            problems.push(format!("The games of an earlier version cannot be moved: {error}."));
        }
        let unfinished = if search { folder.unfinished(find_variant, &mut problems) } else { None };
        OpenedGames { autosave: Autosave::start(folder), unfinished, problems }
    }

    /// Keeps a copy of settings and progress that are damaged, because saving would replace them. Returns sentences
    /// for the player.
    pub fn keep_damaged(&self) -> Vec<String> {
        let is_progress = |bytes: &[u8]| str::from_utf8(bytes).is_ok_and(Progress::is_whole);
        let settings = self.config_dir.iter().filter_map(|folder| {
            damaged::keep_copy(&folder.join(SETTINGS), settings_file::MAX_BYTES, settings_file::is_whole)
        });
        let progress = self
            .data_dir
            .iter()
            .filter_map(|folder| damaged::keep_copy(&folder.join(PROGRESS), MAX_PROGRESS_BYTES, is_progress));
        let is_lessons = |bytes: &[u8]| str::from_utf8(bytes).is_ok_and(LessonProgress::is_whole);
        let lessons = self
            .data_dir
            .iter()
            .filter_map(|folder| damaged::keep_copy(&folder.join(LESSONS), MAX_PROGRESS_BYTES, is_lessons));
        settings.chain(progress).chain(lessons).collect()
    }

    /// The folder of saved games.
    pub fn games(&self) -> Option<GamesFolder> {
        Some(GamesFolder::new(self.data_dir.as_ref()?.join("games")))
    }

    /// The player's own levels.
    pub fn levels(&self) -> Option<LevelStore> {
        Some(LevelStore::new(self.data_dir.as_ref()?.join("levels")))
    }

    /// The attempts at puzzles. There are none if the file is missing or cannot be read.
    pub fn load_progress(&self) -> Progress {
        self.data_dir
            .as_ref()
            .and_then(|folder| read_progress(&folder.join(PROGRESS)).ok())
            .unwrap_or_default()
    }

    /// Adds `attempts` to the saved attempts at puzzles.
    pub fn save_attempts(&self, attempts: &[Attempt]) -> io::Result<()> {
        let Some(folder) = &self.data_dir else { return Ok(()) };
        let path = folder.join(PROGRESS);
        // Another window may have added attempts since the file was loaded.
        let mut all = read_progress(&path)?;
        attempts.iter().for_each(|attempt| all.add(attempt.clone()));
        // This is called between two frames, so it does not wait for the disk.
        file_system::replace(&path, all.to_text().as_bytes())
    }

    /// The stars for the lessons. There are none if the file is missing or cannot be read.
    pub fn load_lessons(&self) -> LessonProgress {
        let file = self.data_dir.as_ref().map(|folder| folder.join(LESSONS));
        file.and_then(|path| read_lessons(&path).ok()).unwrap_or_default()
    }

    /// Adds `progress` to the saved stars for the lessons.
    pub fn save_lessons(&self, progress: &LessonProgress) -> io::Result<()> {
        let Some(folder) = &self.data_dir else { return Ok(()) };
        let path = folder.join(LESSONS);
        let mut all = read_lessons(&path)?;
        all.merge(progress);
        file_system::replace(&path, all.to_text().as_bytes())
    }

    /// Whether this player has saved nothing yet. The result is false if a folder is `None`.
    pub fn is_new_player(&self) -> bool {
        let (Some(data), Some(config)) = (&self.data_dir, &self.config_dir) else { return false };
        let files = [data.join(PROGRESS), data.join(LESSONS), config.join(SETTINGS)];
        files.iter().all(|file| !file_system::exists(file))
            && self.games().is_none_or(|games| games.files().is_empty())
    }

    /// The settings last chosen in the menu. Settings that cannot be read are taken from `fallback`.
    pub fn load_settings(&self, fallback: &NewGame) -> NewGame {
        match &self.config_dir {
            Some(folder) => settings_file::load(&folder.join(SETTINGS), fallback),
            None => fallback.clone(),
        }
    }

    /// Saves the settings chosen in the menu, without the options called `omitted`.
    pub fn save_settings(&self, settings: &NewGame, omitted: &[&str]) -> io::Result<()> {
        let Some(folder) = &self.config_dir else { return Ok(()) };
        let path = folder.join(SETTINGS);
        damaged::read(&path, settings_file::MAX_BYTES)?;
        settings_file::save(&path, settings, omitted)
    }

    /// Width and height in pixels that the window had when it was last closed.
    pub fn load_window_size(&self) -> Option<(u16, u16)> {
        let bytes = file_system::read(&self.config_dir.as_ref()?.join(WINDOW_SIZE), 20).ok()?;
        let (width, height) = str::from_utf8(&bytes).ok()?.trim().split_once('x')?;
        let side = |text: &str| text.parse().ok().filter(|side| WINDOW_SIDES.contains(side));
        Some((side(width)?, side(height)?))
    }

    /// Saves the size of the window.
    pub fn save_window_size(&self, (width, height): (u16, u16)) -> io::Result<()> {
        let Some(folder) = &self.config_dir else { return Ok(()) };
        file_system::replace(&folder.join(WINDOW_SIZE), format!("{width}x{height}\n").as_bytes())
    }
}

/// The attempts in the file at `path`. There are none if there is no file.
fn read_progress(path: &Path) -> io::Result<Progress> {
    damaged::read(path, MAX_PROGRESS_BYTES).map(|bytes| Progress::parse(&String::from_utf8_lossy(&bytes)))
}

/// The stars in the file at `path`. There are none if there is no file.
fn read_lessons(path: &Path) -> io::Result<LessonProgress> {
    damaged::read(path, MAX_PROGRESS_BYTES)
        .map(|bytes| LessonProgress::parse(&String::from_utf8_lossy(&bytes)))
}

const PROGRESS: &str = "puzzles.txt";
const LESSONS: &str = "learn.txt";
/// Maximum size of a file of attempts or stars, in bytes. It has room for some 70,000 attempts.
const MAX_PROGRESS_BYTES: u64 = 1 << 22;
const SETTINGS: &str = "menu.json";
/// File with the size of the window, such as `1280x800`.
const WINDOW_SIZE: &str = "window.txt";
/// Range of the width and of the height of a window, in pixels.
const WINDOW_SIDES: RangeInclusive<u16> = 200..=10_000;
