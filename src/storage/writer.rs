//! The scribe: writes games on a thread of its own, so that the picture never waits for a disk.

use std::cell::RefCell;
use std::fs;
use std::io;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::thread::JoinHandle;
use std::time::SystemTime;

use super::folder::{Folder, Slot};
use super::timestamp::moment;
use crate::files::replace_and_sync;
use crate::game::scoresheet::Scoresheet;
use crate::game::scoresheet::text::Moment;
use crate::notation::pgn::{Tags, TimedMove};

/// What the scribe is told.
pub enum Note {
    /// Keep this game.
    Keep {
        /// Its number since the start of the program.
        game: u64,
        /// The game.
        sheet: Box<Scoresheet>,
        /// Tags to write beside the usual ones.
        further: Tags,
        /// Whether a person has made a move in it here: what was only looked at is not missed.
        worth: bool,
    },
    /// The unfinished game goes on under this number.
    GoOn {
        /// The number.
        game: u64,
        /// When it was begun.
        begun: Moment,
    },
    /// Put the unfinished game away.
    PutAway,
}

/// The thread's end in this one; what was told is done before it goes.
pub struct Scribe {
    notes: Option<Sender<Note>>,
    troubles: Receiver<String>,
    thread: RefCell<Option<JoinHandle<()>>>,
}

impl Scribe {
    /// A scribe that writes into `slot` of `folder`; without one, it takes an empty one when there is something to keep.
    ///
    /// The game in the slot, if there is one, was begun at `begun`.
    pub fn new(folder: Folder, slot: Option<Slot>, begun: Option<Moment>) -> Self {
        let (notes, told) = channel();
        let (complain, troubles) = channel();
        let open = begun.map(|begun| Open { game: None, begun });
        let desk = Desk { folder, slot, open, ended: None, late: None, complain, complaint: None };
        let thread = std::thread::Builder::new().name("scribe".to_owned()).spawn(move || desk.work(&told));
        Self { notes: Some(notes), troubles, thread: RefCell::new(thread.ok()) }
    }

    /// Tells the scribe what to do next.
    pub fn tell(&self, note: Note) {
        if let Some(notes) = &self.notes {
            // Without a thread there is nobody to hear it, and the system has worse troubles.
            let _ = notes.send(note);
        }
    }

    /// What has gone wrong since the last call.
    pub fn trouble(&self) -> Option<String> {
        self.troubles.try_recv().ok()
    }
}

impl Drop for Scribe {
    fn drop(&mut self) {
        self.notes = None;
        if let Some(thread) = self.thread.take() {
            // A scribe that panicked has already said so.
            let _ = thread.join();
        }
    }
}

/// The game in the slot.
#[derive(Clone)]
struct Open {
    /// Its number, if it is one of this program's.
    game: Option<u64>,
    /// When it was begun.
    begun: Moment,
}

/// The game that ended last, as long as its end may be taken back.
struct Ended {
    open: Open,
    moves: Vec<TimedMove>,
    /// The file it was put away in, if it could be.
    away: Option<PathBuf>,
}

/// A game that has ended and could not be written.
struct Late {
    text: String,
    begun: Moment,
    /// Whether the slot has it as it was before.
    in_slot: bool,
}

/// The thread's own.
struct Desk {
    folder: Folder,
    slot: Option<Slot>,
    open: Option<Open>,
    ended: Option<Ended>,
    late: Option<Late>,
    complain: Sender<String>,
    /// What was complained of last, until something goes well.
    complaint: Option<String>,
}

impl Desk {
    fn work(mut self, told: &Receiver<Note>) {
        let mut next = told.recv().ok();
        while let Some(note) = next {
            next = match told.try_recv() {
                Ok(newer) if is_outdone(&note, &newer) => {
                    next = Some(newer);
                    continue;
                }
                Ok(newer) => Some(newer),
                Err(TryRecvError::Empty | TryRecvError::Disconnected) => None,
            };
            self.heed(note);
            next = next.or_else(|| told.recv().ok());
        }
        // The last chance; if there is still no room, the next start finds the game as it was before.
        let _ = self.catch_up();
    }

    fn heed(&mut self, note: Note) {
        let done = match note {
            Note::Keep { game, sheet, further, worth } => self.keep(game, &sheet, &further, worth),
            Note::GoOn { game, begun } => {
                self.open = Some(Open { game: Some(game), begun });
                Ok(())
            }
            Note::PutAway => self.put_away().map(drop),
        };
        match done {
            Ok(()) => self.complaint = None,
            Err(reason) => {
                let complaint = format!("The game cannot be saved: {reason}.");
                if self.complaint.as_ref() != Some(&complaint) {
                    log::error!("{}: {complaint}", self.folder.path().display());
                    self.complaint = Some(complaint.clone());
                    // Nobody may be there any more to hear it.
                    let _ = self.complain.send(complaint);
                }
            }
        }
    }

    /// Takes a slot if there is none yet.
    fn take_slot(&mut self) -> Result<(), String> {
        if self.slot.is_none() {
            self.slot = Some(self.folder.empty_slot().map_err(|error| reason(&error))?);
        }
        Ok(())
    }

    fn keep(&mut self, game: u64, sheet: &Scoresheet, further: &Tags, worth: bool) -> Result<(), String> {
        let own = self.open.as_ref().is_some_and(|open| open.game == Some(game));
        match (own, worth) {
            (false, false) => {
                // Another game begins, or the same level again: the last end stands.
                self.ended = None;
                return self.catch_up();
            }
            (true, false) => return self.forget(),
            (true, true) => {}
            (false, true) => {
                self.take_slot()?;
                self.begin(game, sheet)?;
            }
        }
        // Both are there: they were made above, when the game was first heard of.
        let (Some(open), Some(slot)) = (&self.open, &self.slot) else { return Ok(()) };
        let text = sheet.write(Some(&open.begun), further);
        let written = replace_and_sync(&slot.path, text.as_bytes()).map_err(|error| reason(&error));
        if sheet.ending.is_none() {
            return written.and_then(|()| self.catch_up());
        }
        let open = open.clone();
        if let Err(reason) = written {
            // Whatever is played next is another game, and must not take this one's place.
            self.late = Some(Late { text, begun: open.begun.clone(), in_slot: slot.path.exists() });
            (self.open, self.ended) = (None, Some(Ended { open, moves: sheet.moves.clone(), away: None }));
            return Err(reason);
        }
        let away = self.put_away();
        let file = away.as_ref().ok().cloned().flatten();
        self.ended = Some(Ended { open, moves: sheet.moves.clone(), away: file });
        away.map(drop)
    }

    /// Opens the slot for `game`: for the one that ended last, if its end has been taken back, or for a new one.
    fn begin(&mut self, game: u64, sheet: &Scoresheet) -> Result<(), String> {
        let same = |ended: &Ended| ended.open.game == Some(game) && ended.moves.starts_with(&sheet.moves);
        match self.ended.take().filter(same) {
            Some(Ended { open, away, .. }) => {
                self.late = None;
                if let (Some(away), Some(slot)) = (away, &self.slot) {
                    // If it cannot be moved it stays among the games as it ended, and goes on in a file of its own.
                    let _ = fs::rename(away, &slot.path);
                }
                self.open = Some(open);
            }
            None => {
                self.put_away()?;
                self.open = Some(Open { game: Some(game), begun: moment(SystemTime::now()) });
            }
        }
        Ok(())
    }

    /// Takes a game out of the slot of which nothing is left.
    fn forget(&mut self) -> Result<(), String> {
        self.open = None;
        let Some(slot) = &self.slot else { return Ok(()) };
        match fs::remove_file(&slot.path) {
            // It could not be written before, either.
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            done => done.map_err(|error| reason(&error)),
        }
    }

    /// Puts the game in the slot, whosever it is, among all others; gives the file it is in now, if there was one.
    fn put_away(&mut self) -> Result<Option<PathBuf>, String> {
        // Who has no room for an end may have it still for a new name: then the game is put away as it was.
        let _ = self.catch_up();
        let Some(slot) = self.slot.as_ref().filter(|slot| slot.path.exists()) else {
            self.open = None;
            return Ok(None);
        };
        let late = self.late.as_ref().filter(|late| late.in_slot).map(|late| late.begun.clone());
        let begun = late.or_else(|| self.open.take().map(|open| open.begun));
        let begun = begun.unwrap_or_else(|| moment(slot.written()));
        match self.folder.put_away(slot, &begun) {
            Ok(path) => {
                self.open = None;
                self.late.take_if(|late| late.in_slot);
                Ok(Some(path))
            }
            Err(error) => {
                self.open = Some(Open { game: None, begun });
                Err(reason(&error))
            }
        }
    }

    /// Writes the end of a game for which there was no room, if there is by now, among all others.
    fn catch_up(&mut self) -> Result<(), String> {
        let Some(late) = &self.late else { return Ok(()) };
        let path = self.folder.add(&late.text, &late.begun).map_err(|error| reason(&error))?;
        let in_slot = late.in_slot;
        if let Some(ended) = self.ended.as_mut().filter(|ended| ended.open.begun == late.begun) {
            ended.away = Some(path);
        }
        self.late = None;
        match &self.slot {
            Some(slot) if in_slot => fs::remove_file(&slot.path).map_err(|error| reason(&error)),
            _ => Ok(()),
        }
    }
}

/// Whether `newer` says all that `note` says: the same game, further on.
fn is_outdone(note: &Note, newer: &Note) -> bool {
    match (note, newer) {
        (Note::Keep { game, sheet, .. }, Note::Keep { game: same, .. }) => {
            // Of a game without moves it must be heard that it began anew.
            game == same && sheet.ending.is_none() && !sheet.moves.is_empty()
        }
        _ => false,
    }
}

/// The reason that the system gives, without its number.
fn reason(error: &io::Error) -> String {
    let words = error.to_string();
    words.split(" (os error").next().unwrap_or_default().to_owned()
}
