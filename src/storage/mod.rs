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
pub mod saved_game;
pub mod settings_file;
mod timestamp;

use std::io;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::config;
use crate::engine::eval::network::{self, Network};
use crate::game::engines::EngineList;
use crate::game::lesson::progress::LessonProgress;
use crate::game::new_game::NewGame;
use crate::game::options::Options;
use crate::game::puzzle::file::parse_each;
use crate::game::puzzle::progress::{Attempt, Progress, log_text};
use crate::game::puzzle::{self, Puzzle, mistake};
use crate::game::results::{GameResult, Results};
use crate::notation::pgn::collection::{self, Games};
use crate::notation::pgn::{MAX_BYTES, PgnGame, Tags};
use crate::notation::variants_ini::{self, Variants};
use crate::platform::file_system;
use crate::rules::Variant;
use crate::training;

pub use autosave::{Autosave, AutosavedGame};
use game_reader::{GameReader, VariantUnavailable};
use games_folder::GamesFolder;
use levels::LevelStore;
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

    /// The built-in variants and those of the player's own files, which are read in the order of their names. Also returns a
    /// sentence for each file that cannot be read, and for each section that is left out.
    pub fn variants(&self) -> (Variants, Vec<String>) {
        let (mut variants, mut problems) = (Variants::built_in(), Vec::new());
        for path in self.variant_files() {
            match config::read_text(&path, variants_ini::MAX_BYTES as u64) {
                Ok(text) => {
                    let (more, left_out) = variants.with_valid_sections(&path.display().to_string(), &text);
                    variants = more;
                    problems.extend(left_out.iter().map(ToString::to_string));
                }
                Err(error) => problems.push(error.to_string()),
            }
        }
        let names: Vec<_> = variants.own_names().map(str::to_owned).collect();
        for name in names {
            let network =
                self.variant_folder(&variants, &name).and_then(|folder| training::last_network(&folder));
            let Some(path) = network else { continue };
            let file = file_system::read(&path, network::MAX_BYTES).map_err(|error| error.to_string());
            let valid = |file: Vec<u8>| match Network::from_bytes(&file) {
                Ok(_) => Ok(file),
                Err(error) => Err(error.to_string()),
            };
            match file.and_then(valid) {
                Ok(file) => variants = variants.with_network(&name, file),
                Err(error) => {
                    problems.push(format!("The network of {name} is not used: {}: {error}.", path.display()));
                }
            }
        }
        (variants, problems)
    }

    /// The folder of the training and of the puzzles of a variant of the player's own. Its name has the hash of the rules, so
    /// that a variant with other rules gets another one. `None` if the name cannot be that of a file.
    pub fn variant_folder(&self, variants: &Variants, name: &str) -> Option<PathBuf> {
        let hash = variants.rules_hash(name);
        Some(self.variant_file(name).ok()?.with_file_name(format!("{name}-{hash:08x}")))
    }

    /// The puzzles that were found for a variant of the player's own, the easiest first.
    pub fn found_puzzles(&self, variants: &Variants, name: &str) -> Vec<Puzzle> {
        let path = self.variant_folder(variants, name).map(|folder| folder.join(FOUND_PUZZLES));
        let text = path.and_then(|path| config::read_text(&path, puzzle::file::MAX_BYTES as u64).ok());
        let puzzles =
            text.zip(variants.get(name)).and_then(|(text, variant)| parse_each(&variant, &text).ok());
        let mut puzzles: Vec<_> =
            puzzles.into_iter().flatten().filter_map(|(_, puzzle)| puzzle.ok()).collect();
        puzzles.sort_by_key(|puzzle| puzzle.rating);
        puzzles
    }

    /// Saves a variant of the player's own, whose section is `text`. One of the same name is replaced only if `replace` is set.
    ///
    /// # Errors
    /// If there is one of the same name, it is in a file with others, or the file cannot be written, a sentence with the reason.
    pub fn save_variant(&self, name: &str, text: &str, replace: bool) -> Result<(), String> {
        let path = match self.file_with_variant(name) {
            Some((path, true)) if replace => path,
            Some((path, false)) if replace => return Err(is_with_others(name, &path)),
            None if self.variants().0.rules(name).is_none() => {
                let path = self.variant_file(name)?;
                if file_system::exists(&path) {
                    return Err(format!("There is another file {name}.ini already. Choose another name."));
                }
                path
            }
            _ => return Err(format!("There is a game called {name} already. Choose another name.")),
        };
        file_system::replace_and_sync(&path, text.as_bytes())
            .map_err(|error| format!("{} cannot be written: {error}.", path.display()))
    }

    /// Names of the drawings of pieces that the player has opened, in the order of their names.
    pub fn drawings(&self) -> Vec<String> {
        let paths = self.data_file(VARIANTS).map(|folder| file_system::list(&folder)).unwrap_or_default();
        let drawings =
            paths.iter().filter(|path| path.extension().is_some_and(|extension| extension == DRAWING));
        let mut names: Vec<_> =
            drawings.filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned())).collect();
        names.sort();
        names
    }

    /// The SVG of a drawing of the player's own.
    ///
    /// # Errors
    /// The reason why it cannot be read, which continues a sentence.
    pub fn drawing(&self, name: &str) -> Result<String, String> {
        let path = self.file_of(name, DRAWING)?;
        config::read_text(&path, config::MAX_DRAWING_BYTES).map_err(|error| error.to_string())
    }

    /// A name for a new drawing, such as `my-manticore`. No built-in drawing begins so.
    pub fn free_drawing_name(&self, name: &str) -> String {
        let name: String =
            name.chars().filter(|letter| letter.is_ascii_alphanumeric() || *letter == '-').collect();
        let (known, name) =
            (self.drawings(), format!("{OWN_DRAWING}{}", name.trim_start_matches(OWN_DRAWING)));
        let numbered = (2..).map(|number| format!("{name}-{number}"));
        let mut names = std::iter::once(name.clone()).chain(numbered);
        names.find(|name| !known.contains(name)).unwrap_or(name)
    }

    /// Saves the SVG of a drawing of the player's own.
    ///
    /// # Errors
    /// If it is too long, or the file cannot be written, a sentence with the reason.
    pub fn save_drawing(&self, name: &str, svg: &str) -> Result<(), String> {
        if svg.len() as u64 > config::MAX_DRAWING_BYTES {
            return Err(format!(
                "The drawing is too long; at most {} bytes are read.",
                config::MAX_DRAWING_BYTES
            ));
        }
        let path = self.file_of(name, DRAWING)?;
        file_system::replace_and_sync(&path, svg.as_bytes())
            .map_err(|error| format!("{} cannot be written: {error}.", path.display()))
    }

    /// Deletes the file of a variant of the player's own, with its networks and puzzles.
    ///
    /// # Errors
    /// If it has no file of its own, or that cannot be removed, a sentence with the reason.
    pub fn delete_variant(&self, name: &str) -> Result<(), String> {
        let path = match self.file_with_variant(name) {
            Some((path, true)) => path,
            Some((path, false)) => return Err(is_with_others(name, &path)),
            None => return Err(format!("There is no file with the game {name} any more.")),
        };
        let removed = file_system::remove(&path);
        removed.map_err(|error| format!("{} cannot be removed: {error}.", path.display()))?;
        let is_of_variant = |folder: &PathBuf| {
            let folder = folder.file_name().unwrap_or_default().to_string_lossy();
            let hash = folder.strip_prefix(name).and_then(|rest| rest.strip_prefix('-'));
            hash.is_some_and(|hash| hash.len() == 8 && u32::from_str_radix(hash, 16).is_ok())
        };
        let folders = path.parent().map(file_system::list).unwrap_or_default();
        // A folder that cannot be removed is used by no other variant.
        folders
            .into_iter()
            .filter(is_of_variant)
            .for_each(|folder| drop(file_system::remove_folder(&folder)));
        Ok(())
    }

    /// Finds the file that defines the player's own variant `name`. The flag is set if the file defines no other variant.
    fn file_with_variant(&self, name: &str) -> Option<(PathBuf, bool)> {
        self.variant_files().into_iter().find_map(|path| {
            let text = config::read_text(&path, variants_ini::MAX_BYTES as u64).ok()?;
            let names = variants_ini::section_names(&text);
            names.contains(&name).then_some((path, names.len() == 1))
        })
    }

    /// The files of variants of the player's own, in the order of their names.
    fn variant_files(&self) -> Vec<PathBuf> {
        let mut paths = self.data_file(VARIANTS).map(|folder| file_system::list(&folder)).unwrap_or_default();
        paths.retain(|path| path.extension().is_some_and(|extension| extension == "ini"));
        paths.sort();
        paths
    }

    /// The file of a new variant of the player's own.
    fn variant_file(&self, name: &str) -> Result<PathBuf, String> {
        self.file_of(name, "ini")
    }

    /// A file of the folder of variants.
    fn file_of(&self, name: &str, extension: &str) -> Result<PathBuf, String> {
        let folder = self.data_file(VARIANTS).ok_or("This system has no folder for games of your own.")?;
        let fits = |letter: char| letter.is_ascii_alphanumeric() || "-_+.".contains(letter);
        let is_file_name = name.starts_with(|letter: char| letter.is_ascii_alphanumeric());
        if !is_file_name || name.len() > 60 || !name.chars().all(fits) || levels::is_device(name) {
            return Err(format!("{name:?} cannot be the name of a file. Choose another name."));
        }
        Ok(folder.join(format!("{name}.{extension}")))
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

/// The error for a variant of the player's own whose file also defines other variants, so that it can be neither replaced nor
/// deleted.
fn is_with_others(name: &str, path: &Path) -> String {
    let file = path.file_name().unwrap_or_default().to_string_lossy();
    format!("{name} is in the file {file} with other games, in the folder {VARIANTS}. Change it there.")
}

/// Folder of the player's own variants.
const VARIANTS: &str = "variants";
/// File with the puzzles of a variant of the player's own, in its folder.
pub const FOUND_PUZZLES: &str = "puzzles.txt";
/// Extension of the drawings in this folder.
const DRAWING: &str = "svg";
/// Beginning of the names of drawings of the player's own.
const OWN_DRAWING: &str = "my-";
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
