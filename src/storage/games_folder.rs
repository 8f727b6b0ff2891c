//! The folder of saved games, and the lock that keeps two windows from writing the same file.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::timestamp::utc;
use crate::files::replace_and_sync;
use crate::game::game_record::pgn::StartTime;

/// How many windows can save a game at the same time.
const SLOTS: u8 = 9;

/// The folder of saved games.
#[derive(Clone, Debug)]
pub struct GamesFolder {
    path: PathBuf,
}

/// The file of one unfinished game, locked for this process.
#[derive(Debug)]
pub struct Slot {
    /// The file; it need not exist.
    pub path: PathBuf,
    /// The system releases the lock when the process ends, however it ends.
    _lock: File,
}

impl GamesFolder {
    /// The folder at `path`, which is created when a game is saved.
    pub fn new(path: &Path) -> Self {
        Self { path: path.to_owned() }
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Locks a slot, one without a game if possible.
    pub fn empty_slot(&self) -> io::Result<Slot> {
        fs::create_dir_all(&self.path)?;
        let (used, empty): (Vec<u8>, Vec<u8>) = (1..=SLOTS).partition(|&number| self.file(number).exists());
        for number in empty.into_iter().chain(used) {
            if let Some(slot) = self.lock(number)? {
                return Ok(slot);
            }
        }
        Err(io::Error::other("too many windows are open"))
    }

    /// Locks all slots with a game that no other process has locked; the last written game comes first.
    pub fn used_slots(&self) -> io::Result<Vec<Slot>> {
        let used = (1..=SLOTS).filter(|&number| self.file(number).exists());
        let mut slots: Vec<Slot> =
            used.filter_map(|number| self.lock(number).transpose()).collect::<io::Result<_>>()?;
        slots.sort_by_key(|slot| std::cmp::Reverse(slot.modified()));
        Ok(slots)
    }

    fn file(&self, number: u8) -> PathBuf {
        self.path.join(format!("unfinished-{number}.pgn"))
    }

    /// Locks a slot; `None` if another process has locked it.
    fn lock(&self, number: u8) -> io::Result<Option<Slot>> {
        let path = self.file(number);
        let lock =
            File::options().create(true).truncate(false).write(true).open(path.with_extension("lock"))?;
        match lock.try_lock() {
            Err(TryLockError::WouldBlock) => Ok(None),
            // Some file systems have no locks. Then the slot is used without one.
            Ok(()) | Err(TryLockError::Error(_)) => Ok(Some(Slot { path, _lock: lock })),
        }
    }

    /// Moves the game in `slot`, which started at `started`, to `games/`. Returns its new path.
    pub fn move_to_games(&self, slot: &Slot, started: &StartTime) -> io::Result<PathBuf> {
        let path = unused_path(&self.path.join("games"), &file_name(started))?;
        fs::rename(&slot.path, &path)?;
        Ok(path)
    }

    /// Writes the game `text`, which started at `started`, to `games/`. Returns its path.
    pub fn write_to_games(&self, text: &str, started: &StartTime) -> io::Result<PathBuf> {
        let path = unused_path(&self.path.join("games"), &file_name(started))?;
        replace_and_sync(&path, text.as_bytes())?;
        Ok(path)
    }

    /// Copies the damaged game in `slot` to `aside/`. Returns the path of the copy.
    pub fn back_up(&self, slot: &Slot) -> io::Result<PathBuf> {
        let (folder, bytes) = (self.path.join("aside"), fs::read(&slot.path)?);
        let name = file_name(&utc(slot.modified()));
        // Each start of the program finds the same file again; one copy is enough.
        let is_copy = |path: &PathBuf| fs::read(path).is_ok_and(|other| other == bytes);
        if let Some(path) = paths(&folder, &name).take_while(|path| path.exists()).find(is_copy) {
            return Ok(path);
        }
        let path = unused_path(&folder, &name)?;
        replace_and_sync(&path, &bytes)?;
        Ok(path)
    }
}

impl Slot {
    /// When the game was last written.
    pub fn modified(&self) -> SystemTime {
        fs::metadata(&self.path).and_then(|file| file.modified()).unwrap_or(SystemTime::UNIX_EPOCH)
    }
}

/// File name of a game, without extension: `2025-01-31_14-22-33`.
fn file_name(started: &StartTime) -> String {
    // The time may come from a file, which may contain anything.
    let digit = |c: char| if c.is_ascii_digit() { c } else { '-' };
    let part = |text: &str| text.chars().take(10).map(digit).collect::<String>();
    format!("{}_{}", part(&started.date), part(&started.time))
}

/// The first of `paths` that does not exist. Creates the folder.
fn unused_path(folder: &Path, name: &str) -> io::Result<PathBuf> {
    fs::create_dir_all(folder)?;
    paths(folder, name).find(|path| !path.exists()).ok_or_else(|| io::Error::other("no unused file name"))
}

/// `NAME.pgn`, `NAME-2.pgn` and so on, for games that began in the same second.
fn paths(folder: &Path, name: &str) -> impl Iterator<Item = PathBuf> {
    (1..10_000_u32).map(move |number| match number {
        1 => folder.join(format!("{name}.pgn")),
        number => folder.join(format!("{name}-{number}.pgn")),
    })
}
