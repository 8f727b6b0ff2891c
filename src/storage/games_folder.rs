//! The folder of saved games: a PGN file for each game, finished or not.

use std::io;
use std::path::{Path, PathBuf};

use super::timestamp::utc;
use crate::game::game_record::pgn::StartTime;
use crate::platform::file_system::{self, Lock, modified};

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

    /// Locks a new file for a game that started at `started`. Two games of one second have the names
    /// `2025-01-31_14-22-33.pgn` and `2025-01-31_14-22-33-2.pgn`.
    pub fn create(&self, started: &StartTime) -> io::Result<LockedFile> {
        // The time may come from a file, which may contain anything.
        let digit = |c: char| if c.is_ascii_digit() { c } else { '-' };
        let part = |text: &str| text.chars().take(10).map(digit).collect::<String>();
        let name = format!("{}_{}", part(&started.date), part(&started.time));
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
