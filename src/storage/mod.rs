//! Everything the program saves: games, the player's own levels, puzzle progress and settings.
//!
//! In the user's data folder:
//! * `games/`: a PGN file for each game, replaced after each move. While a game is being played, a lock file of the same
//!   name is beside its PGN file;
//! * `levels/`: the player's own levels;
//! * `variants/`: files `*.ini` with variants of the player's own, a folder for the networks and puzzles of each, and `*.svg` with
//!   drawings of their pieces;
//! * `puzzles.txt`: the log of attempts at puzzles;
//! * `analyses.pgn`: analyses that are not those of a saved game, the last one at the end;
//! * `mistakes.pgn`: mistakes in games of the player, each as a short game;
//! * `results.txt`: the log of games against the computer;
//! * `learn.txt`: the stars for each step of the lessons.
//!
//! In the user's config folder: `menu.json`, the settings last chosen in the menu, `engines.json`, the engines of other
//! programs, and `window.txt`, the size of the window when it was closed.
//!
//! If a file of settings or progress can be read only in part, a copy is kept beside it (`menu.damaged-1`).

mod autosave;
mod damaged;
mod engines_file;
pub mod game_reader;
pub mod games_folder;
pub mod levels;
pub mod link;
mod own_variants;
pub mod saved_game;
pub mod settings_file;
mod timestamp;

use std::io;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::game::engines::EngineList;
use crate::game::lesson::progress::LessonProgress;
use crate::game::new_game::NewGame;
use crate::game::options::Options;
use crate::game::puzzle::progress::{Attempt, Progress, log_text};
use crate::game::puzzle::{Puzzle, mistake};
use crate::game::results::{GameResult, Results};
use crate::notation::pgn::collection::{self, Games};
use crate::notation::pgn::{MAX_BYTES, PgnGame, Tags};
use crate::platform::file_system;
use crate::rules::Variant;

pub use autosave::{Autosave, AutosavedGame};
use game_reader::{GameReader, VariantUnavailable};
use games_folder::GamesFolder;
use levels::LevelStore;
pub use own_variants::FOUND_PUZZLES;
pub use saved_game::SavedGame;
pub use timestamp::{today, utc};

/// Returns the variant that the tags of a saved game name.
pub type FindVariant<'f> = &'f dyn Fn(&Tags) -> Result<Arc<Variant>, VariantUnavailable>;

/// The folders of the program. If a folder is `None`, nothing is loaded from it, and saving does nothing.
///
/// ```
/// use xxlchess::config::Config;
/// use xxlchess::game::options::ThemeName;
/// use xxlchess::storage::Storage;
///
/// let folder = std::env::temp_dir().join(format!("xxlchess-{}-storage", std::process::id()));
/// let storage = Storage { data_dir: None, config_dir: Some(folder.clone()) };
/// let defaults = Config::built_in().new_game("xxl");
/// assert_eq!(storage.load_settings(&defaults), defaults, "there is no file");
///
/// let mut settings = defaults.clone();
/// settings.options.theme = ThemeName::Night;
/// storage.save_settings(&settings, &[])?;
/// assert_eq!(storage.load_settings(&defaults), settings);
/// # std::fs::remove_dir_all(folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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

    /// The last unfinished game, except games that are being played. Sentences about games that cannot be read are added
    /// to `problems`.
    pub fn unfinished(&self, find_variant: FindVariant<'_>, problems: &mut Vec<String>) -> Option<SavedGame> {
        self.games()?.unfinished(find_variant, problems)
    }

    /// Keeps a copy of settings and progress that are damaged, because saving would replace them. Returns sentences
    /// for the player.
    pub fn keep_damaged(&self) -> Vec<String> {
        let keep = |file: Option<PathBuf>, limit, is_whole: &dyn Fn(&[u8]) -> bool| {
            damaged::keep_copy(&file?, limit, is_whole)
        };
        let is_progress = |bytes: &[u8]| str::from_utf8(bytes).is_ok_and(Progress::is_whole);
        let is_results = |bytes: &[u8]| str::from_utf8(bytes).is_ok_and(Results::is_whole);
        let is_lessons = |bytes: &[u8]| str::from_utf8(bytes).is_ok_and(LessonProgress::is_whole);
        let kept = [
            keep(self.config_file(SETTINGS), settings_file::MAX_BYTES, &settings_file::is_whole),
            keep(self.config_file(ENGINES), engines_file::MAX_BYTES, &engines_file::is_whole),
            keep(self.data_file(PROGRESS), MAX_PROGRESS_BYTES, &is_progress),
            keep(self.data_file(RESULTS), MAX_PROGRESS_BYTES, &is_results),
            keep(self.data_file(ANALYSES), MAX_PROGRESS_BYTES, &|bytes| str::from_utf8(bytes).is_ok()),
            keep(self.data_file(LESSONS), MAX_PROGRESS_BYTES, &is_lessons),
        ];
        kept.into_iter().flatten().collect()
    }

    fn data_file(&self, name: &str) -> Option<PathBuf> {
        Some(self.data_dir.as_ref()?.join(name))
    }

    fn config_file(&self, name: &str) -> Option<PathBuf> {
        Some(self.config_dir.as_ref()?.join(name))
    }

    /// The folder of saved games.
    pub fn games(&self) -> Option<GamesFolder> {
        self.data_file("games").map(GamesFolder::new)
    }

    /// The player's own levels.
    pub fn levels(&self) -> Option<LevelStore> {
        self.data_file("levels").map(LevelStore::new)
    }

    /// The attempts at puzzles. There are none if the file is missing or cannot be read.
    pub fn load_progress(&self) -> Progress {
        let text = self.data_file(PROGRESS).and_then(|path| read_text(&path).ok());
        Progress::parse(&text.unwrap_or_default())
    }

    /// Adds `attempts` to the saved attempts at puzzles.
    pub fn save_attempts(&self, attempts: &[Attempt]) -> io::Result<()> {
        let Some(path) = self.data_file(PROGRESS) else { return Ok(()) };
        // Another window may have added attempts since the file was loaded.
        let mut all = Progress::parse(&read_text(&path)?);
        attempts.iter().for_each(|attempt| all.add(attempt.clone()));
        // This is called between two frames, so it does not wait for the disk.
        file_system::replace(&path, all.to_text(MAX_PROGRESS_BYTES as usize).as_bytes())
    }

    /// The mistakes in games of the player as puzzles, and the number of those that cannot be read, for instance because there
    /// is no such variant.
    pub fn load_mistakes(&self, reader: &GameReader) -> (Vec<Puzzle>, usize) {
        let text = self.data_file(MISTAKES).and_then(|path| read_text(&path).ok()).unwrap_or_default();
        let read = |entry: collection::GameEntry| {
            let (game, _) = reader.read(&text[entry.range], &Options::default(), "").ok()?;
            Puzzle::of_mistake(game)
        };
        let games: Vec<_> = Games::new(&text).map(read).collect();
        let unreadable = games.iter().filter(|game| game.is_none()).count();
        (games.into_iter().flatten().collect(), unreadable)
    }

    /// Adds `mistakes` to the saved ones. Each has a tag `Id`. A mistake that is known already is replaced, unless that one
    /// has been explained and the new one has not.
    pub fn save_mistakes(&self, mistakes: &[PgnGame]) -> io::Result<()> {
        let Some(path) = self.data_file(MISTAKES) else { return Ok(()) };
        let (text, id, kind) = (read_text(&path)?, mistake::ID, mistake::KIND);
        let mut new: Vec<&PgnGame> = mistakes.iter().collect();
        let mut games = Vec::new();
        for entry in Games::new(&text) {
            let place = new.iter().rposition(|game| game.tags.get(id) == entry.tags.get(id));
            let is_better = |game: &&PgnGame| game.tags.get(kind).is_some() || entry.tags.get(kind).is_none();
            match place {
                Some(place) if !is_better(&new[place]) => drop(new.remove(place)),
                Some(_) => continue,
                None => {}
            }
            games.push(format!("{}\n", text[entry.range].trim()));
        }
        games.extend(new.into_iter().map(PgnGame::to_string));
        file_system::replace(&path, log_text("", &games, MAX_PROGRESS_BYTES as usize).as_bytes())
    }

    /// The kept analyses in PGN, the last one first. There are none if the file is missing or cannot be read.
    pub fn load_analyses(&self) -> Vec<String> {
        let text = self.data_file(ANALYSES).and_then(|path| read_text(&path).ok()).unwrap_or_default();
        let mut all: Vec<_> = Games::new(&text).map(|game| text[game.range].trim().to_owned()).collect();
        all.reverse();
        all
    }

    /// Keeps the PGN `analysis` as the last one, in place of `before`. The oldest ones are left out if they become too many. The
    /// error of an analysis that is too long is [`ErrorKind::InvalidData`](io::ErrorKind::InvalidData).
    pub fn save_analysis(&self, before: &str, analysis: &str) -> io::Result<()> {
        let Some(path) = self.data_file(ANALYSES) else { return Ok(()) };
        let text = read_text(&path)?;
        let others = Games::new(&text).map(|game| text[game.range].trim());
        let others = others.filter(|game| ![before.trim(), analysis.trim()].contains(game));
        let all: Vec<_> = others.chain([analysis.trim()]).map(|game| format!("{game}\n")).collect();
        let text = log_text("", &all, MAX_BYTES);
        if text.trim().is_empty() {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "the analysis is too long"));
        }
        file_system::replace(&path, text.as_bytes())
    }

    /// The results of games against the computer. There are none if the file is missing or cannot be read.
    pub fn load_results(&self) -> Results {
        let text = self.data_file(RESULTS).and_then(|path| read_text(&path).ok());
        Results::parse(&text.unwrap_or_default())
    }

    /// Adds `results` to the saved results.
    pub fn save_results(&self, results: &[GameResult]) -> io::Result<()> {
        let Some(path) = self.data_file(RESULTS) else { return Ok(()) };
        // Another window may have added results since the file was loaded.
        let mut all = Results::parse(&read_text(&path)?);
        results.iter().for_each(|result| all.add(result.clone()));
        file_system::replace(&path, all.to_text(MAX_PROGRESS_BYTES as usize).as_bytes())
    }

    /// The stars for the lessons. There are none if the file is missing or cannot be read.
    pub fn load_lessons(&self) -> LessonProgress {
        let text = self.data_file(LESSONS).and_then(|path| read_text(&path).ok());
        LessonProgress::parse(&text.unwrap_or_default())
    }

    /// Adds `progress` to the saved stars for the lessons.
    pub fn save_lessons(&self, progress: &LessonProgress) -> io::Result<()> {
        let Some(path) = self.data_file(LESSONS) else { return Ok(()) };
        let mut all = LessonProgress::parse(&read_text(&path)?);
        all.merge(progress);
        file_system::replace(&path, all.to_text().as_bytes())
    }

    /// Whether this player has saved nothing yet. It is false if one of the folders is `None`.
    pub fn is_new_player(&self) -> bool {
        let (Some(data), Some(config)) = (&self.data_dir, &self.config_dir) else { return false };
        let files = [data.join(PROGRESS), data.join(LESSONS), config.join(SETTINGS)];
        files.iter().all(|file| !file_system::exists(file))
            && self.games().is_none_or(|games| games.files().is_empty())
    }

    /// The settings last chosen in the menu. Settings that cannot be read are taken from `fallback`.
    pub fn load_settings(&self, fallback: &NewGame) -> NewGame {
        let file = self.config_file(SETTINGS);
        file.map_or_else(|| fallback.clone(), |path| settings_file::load(&path, fallback))
    }

    /// Saves the settings chosen in the menu, without the options called `omitted`.
    pub fn save_settings(&self, settings: &NewGame, omitted: &[&str]) -> io::Result<()> {
        let Some(path) = self.config_file(SETTINGS) else { return Ok(()) };
        damaged::read(&path, settings_file::MAX_BYTES)?;
        settings_file::save(&path, settings, omitted)
    }

    /// The engines that the user has added.
    pub fn load_engines(&self) -> EngineList {
        self.config_file(ENGINES).map_or_else(EngineList::default, |path| engines_file::load(&path))
    }

    /// Saves the engines that the user has added.
    pub fn save_engines(&self, list: &EngineList) -> io::Result<()> {
        let Some(path) = self.config_file(ENGINES) else { return Ok(()) };
        damaged::read(&path, engines_file::MAX_BYTES)?;
        engines_file::save(&path, list)
    }

    /// Width and height in pixels that the window had when it was last closed.
    pub fn load_window_size(&self) -> Option<(u16, u16)> {
        let bytes = file_system::read(&self.config_file(WINDOW_SIZE)?, 20).ok()?;
        let (width, height) = str::from_utf8(&bytes).ok()?.trim().split_once('x')?;
        let side = |text: &str| text.parse().ok().filter(|side| WINDOW_SIDES.contains(side));
        Some((side(width)?, side(height)?))
    }

    /// Saves the size of the window.
    pub fn save_window_size(&self, (width, height): (u16, u16)) -> io::Result<()> {
        let Some(path) = self.config_file(WINDOW_SIZE) else { return Ok(()) };
        file_system::replace(&path, format!("{width}x{height}\n").as_bytes())
    }
}

/// The text of the progress file at `path`. A missing file is empty, and bytes that are not UTF-8 are replaced.
fn read_text(path: &Path) -> io::Result<String> {
    damaged::read(path, MAX_PROGRESS_BYTES).map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
}

/// Removes the file at `path`. It is no error if there is no such file.
fn remove_if_there(path: &Path) -> io::Result<()> {
    match file_system::remove(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        result => result,
    }
}

/// File with the attempts at puzzles.
const PROGRESS: &str = "puzzles.txt";
/// File with the mistakes in games.
const MISTAKES: &str = "mistakes.pgn";
/// File with analyses that are not those of a saved game. It has at most [`MAX_BYTES`].
const ANALYSES: &str = "analyses.pgn";
/// File with the results of games against the computer.
const RESULTS: &str = "results.txt";
/// File with the stars for the lessons.
const LESSONS: &str = "learn.txt";
/// Maximum size of a file of attempts, results or stars, in bytes. It has room for some 70,000 attempts.
/// Older ones are left out.
const MAX_PROGRESS_BYTES: u64 = 1 << 22;
/// File with the settings last chosen in the menu.
const SETTINGS: &str = "menu.json";
/// File with the engines that the user has added.
const ENGINES: &str = "engines.json";
/// File with the size of the window, such as `1280x800`.
const WINDOW_SIZE: &str = "window.txt";
/// Range of the width and of the height of a window, in pixels.
const WINDOW_SIDES: RangeInclusive<u16> = 200..=10_000;
