//! The folder of saved games: a PGN file for each game, finished or not.

use std::cmp::Reverse;
use std::io;
use std::path::{Path, PathBuf};

use super::timestamp::utc;
use crate::game::game_record::pgn::StartTime;
use crate::notation::pgn::MAX_BYTES;
use crate::notation::text::hash;
use crate::platform::file_system::{self, Lock, modified};

/// Length of the start of a game in the name of its file: `2025-01-31_14-22-33`.
const START: usize = 19;
/// Start of the file of an imported game.
pub const IMPORTED: &str = "[Imported \"yes\"]\n";

/// The folder of saved games.
#[derive(Clone, Debug)]
pub struct GamesFolder {
    path: PathBuf,
}

/// The file of a game that is being played, locked so that no other window writes it or offers it.
#[derive(Debug)]
pub struct LockedFile {
    /// The path of the file. The file need not exist.
    pub path: PathBuf,
    _lock: Lock,
}

impl GamesFolder {
    /// The folder at `path`. It is created when a game is saved.
    pub const fn new(path: PathBuf) -> Self {
        Self { path }
    }

    /// Path of the folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The files of all games, the last written file first.
    pub fn files(&self) -> Vec<PathBuf> {
        let mut files: Vec<_> = file_system::list(&self.path)
            .into_iter()
            .filter(|path| path.extension().is_some_and(|extension| extension == "pgn"))
            .map(|path| (modified(&path), path))
            .collect();
        files.sort_by(|one, other| other.cmp(one));
        files.into_iter().map(|(_, path)| path).collect()
    }

    /// The files of all games, the last started game first.
    pub fn files_by_start(&self) -> Vec<PathBuf> {
        let start = |path: &PathBuf| {
            path.file_name().map(|name| Vec::from_iter(name.to_string_lossy().chars().take(START)))
        };
        let mut files = self.files();
        files.sort_by_key(|path| Reverse(start(path)));
        files
    }

    /// Locks a new file for a game that started at `started`. Two games of one second have the names
    /// `2025-01-31_14-22-33.pgn` and `2025-01-31_14-22-33-2.pgn`.
    pub fn create(&self, started: &StartTime) -> io::Result<LockedFile> {
        let name = file_name(started);
        let mut error = io::Error::other("no unused file name");
        for number in 1..1000 {
            let path = self.path.join(match number {
                1 => format!("{name}.pgn"),
                number => format!("{name}-{number}.pgn"),
            });
            match LockedFile::lock(&path) {
                Ok(Some(game)) if !file_system::exists(&path) => return Ok(game),
                Ok(_) => {}
                Err(reason) => error = reason,
            }
        }
        Err(error)
    }

    /// Saves a game in PGN that was not played here. The name of its file has the time of its start and a hash of the PGN.
    /// Returns false and saves nothing if there is that file, or a game of that time whose PGN `is_same`.
    pub fn import(&self, started: &StartTime, pgn: &str, is_same: impl Fn(&str) -> bool) -> io::Result<bool> {
        let name = file_name(started);
        let own = file_system::read(&self.path.join(format!("{name}.pgn")), MAX_BYTES as u64);
        let reversed: Vec<u8> = pgn.bytes().rev().collect();
        let path = self.path.join(format!("{name}-{:08x}{:08x}.pgn", hash(pgn), hash(reversed)));
        if own.is_ok_and(|own| is_same(&String::from_utf8_lossy(&own))) || file_system::exists(&path) {
            return Ok(false);
        }
        file_system::replace(&path, format!("{IMPORTED}{pgn}").as_bytes())?;
        Ok(true)
    }

    /// Moves the games that earlier versions saved in the parent folder into this folder. Returns the last error.
    pub fn adopt_earlier(&self) -> io::Result<()> {
        let Some(above) = self.path.parent() else { return Ok(()) };
        let mut result = Ok(());
        for number in 1..=9 {
            let path = above.join(format!("unfinished-{number}.pgn"));
            if file_system::exists(&path) {
                let file = self.create(&utc(modified(&path)));
                let moved = file.and_then(|file| file_system::rename(&path, &file.path));
                let _ = file_system::remove(path.with_extension("lock").as_path());
                result = moved.and(result);
            }
        }
        result
    }
}

/// Name of the file of a game that started at this time, without its ending. The time may come from a file, which may contain
/// anything, and parts of it may be unknown.
fn file_name(started: &StartTime) -> String {
    let digit = |c: char| if c.is_ascii_digit() { c } else { '-' };
    let part = |text: &str| text.chars().take(10).map(digit).collect::<String>();
    format!("{:-<10}_{:-<8}", part(&started.date), part(&started.time))
}

impl LockedFile {
    /// Locks the file `path` of a game. Returns `None` if this window or another window has locked it already.
    pub fn lock(path: &Path) -> io::Result<Option<Self>> {
        let lock = Lock::take(&lock_file(path))?;
        Ok(lock.map(|lock| Self { path: path.to_owned(), _lock: lock }))
    }
}

fn lock_file(path: &Path) -> PathBuf {
    path.with_extension("lock")
}

/// Whether the game in the file `path` is being played.
pub fn is_locked(path: &Path) -> bool {
    Lock::is_taken(&lock_file(path))
}
