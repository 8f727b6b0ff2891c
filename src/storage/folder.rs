//! The folder of an archive: where its files are, and which of them this program may write.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::timestamp::moment;
use crate::files::replace_and_sync;
use crate::game::scoresheet::text::Moment;

/// How many programs can keep a game each at the same time.
const SLOTS: u8 = 9;

/// The folder of an archive.
#[derive(Clone, Debug)]
pub struct Folder {
    path: PathBuf,
}

/// The place of one unfinished game, which belongs to this program as long as the value lives.
#[derive(Debug)]
pub struct Slot {
    /// The file with the game; there may be none.
    pub path: PathBuf,
    /// Holds the lock that keeps other programs away; the system gives it up when the program ends in any way.
    _lock: File,
}

impl Folder {
    /// The folder at `path`, which need not be there.
    pub fn new(path: &Path) -> Self {
        Self { path: path.to_owned() }
    }

    /// A slot without a game in it, or if all have one, the first that no other program has.
    pub fn empty_slot(&self) -> io::Result<Slot> {
        fs::create_dir_all(&self.path)?;
        let (taken, empty): (Vec<u8>, Vec<u8>) = (1..=SLOTS).partition(|&number| self.file(number).exists());
        for number in empty.into_iter().chain(taken) {
            if let Some(slot) = self.slot(number)? {
                return Ok(slot);
            }
        }
        Err(io::Error::other("too many programs keep their games here"))
    }

    /// The slots with a game in them that no other program has, the one that was written last first.
    pub fn taken_slots(&self) -> io::Result<Vec<Slot>> {
        let taken = (1..=SLOTS).filter(|&number| self.file(number).exists());
        let mut slots: Vec<Slot> =
            taken.filter_map(|number| self.slot(number).transpose()).collect::<io::Result<_>>()?;
        slots.sort_by_key(|slot| std::cmp::Reverse(slot.written()));
        Ok(slots)
    }

    fn file(&self, number: u8) -> PathBuf {
        self.path.join(format!("unfinished-{number}.pgn"))
    }

    /// The slot of this number, unless another program has it.
    fn slot(&self, number: u8) -> io::Result<Option<Slot>> {
        let path = self.file(number);
        let lock = path.with_extension("lock");
        let lock = File::options().create(true).truncate(false).write(true).open(lock)?;
        match lock.try_lock() {
            Err(TryLockError::WouldBlock) => Ok(None),
            // Where the system has no locks, nobody else has one either.
            Ok(()) | Err(TryLockError::Error(_)) => Ok(Some(Slot { path, _lock: lock })),
        }
    }

    /// Moves the game of `slot`, begun at `begun`, among all that were played; gives the file it is in now.
    pub fn put_away(&self, slot: &Slot, begun: &Moment) -> io::Result<PathBuf> {
        let path = free_name(&self.path.join("games"), &file_name(begun))?;
        fs::rename(&slot.path, &path)?;
        Ok(path)
    }

    /// Writes `text`, a game begun at `begun`, among all that were played; gives the file it is in.
    pub fn add(&self, text: &str, begun: &Moment) -> io::Result<PathBuf> {
        let path = free_name(&self.path.join("games"), &file_name(begun))?;
        replace_and_sync(&path, text.as_bytes())?;
        Ok(path)
    }

    /// Copies a game that cannot be read to where nothing is written over it; gives the file it is in now.
    pub fn set_aside(&self, slot: &Slot) -> io::Result<PathBuf> {
        let (folder, bytes) = (self.path.join("aside"), fs::read(&slot.path)?);
        let name = file_name(&moment(slot.written()));
        // However often the program starts with the same file, one copy of it is enough.
        let same = |path: &PathBuf| fs::read(path).is_ok_and(|kept| kept == bytes);
        if let Some(path) = names(&folder, &name).take_while(|path| path.exists()).find(same) {
            return Ok(path);
        }
        let path = free_name(&folder, &name)?;
        replace_and_sync(&path, &bytes)?;
        Ok(path)
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Slot {
    /// When its game was written last.
    pub fn written(&self) -> SystemTime {
        fs::metadata(&self.path).and_then(|file| file.modified()).unwrap_or(SystemTime::UNIX_EPOCH)
    }
}

/// A moment as the name of a file, without its ending.
fn file_name(moment: &Moment) -> String {
    let sign = |c: char| if c.is_ascii_digit() { c } else { '-' };
    let part = |text: &str| text.chars().take(10).map(sign).collect::<String>();
    format!("{}_{}", part(&moment.date), part(&moment.time))
}

/// A file in `folder` that is not there yet, called `name` or, if that is taken, `name-2` and so on.
fn free_name(folder: &Path, name: &str) -> io::Result<PathBuf> {
    fs::create_dir_all(folder)?;
    names(folder, name).find(|path| !path.exists()).ok_or_else(|| io::Error::other("no free name"))
}

/// `name`, `name-2` and so on as files in `folder`: more than a person can play games in a second.
fn names(folder: &Path, name: &str) -> impl Iterator<Item = PathBuf> {
    (1..10_000_u32).map(move |number| match number {
        1 => folder.join(format!("{name}.pgn")),
        number => folder.join(format!("{name}-{number}.pgn")),
    })
}
