//! The scribe: writes games on a thread of its own, so that the picture never waits for a disk.

use std::cell::RefCell;
use std::fs;
use std::io;
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::thread::JoinHandle;
use std::time::SystemTime;

use super::calendar::moment;
use super::folder::{Folder, Slot};
use crate::config::replace;
use crate::game::Player;
use crate::game::scoresheet::Scoresheet;
use crate::game::scoresheet::text::Moment;
use crate::notation::pgn::Tags;

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
    pub fn new(folder: Folder, slot: Option<Slot>) -> Self {
        let (notes, told) = channel();
        let (complain, troubles) = channel();
        let desk = Desk { folder, slot, open: None, late: None, complain, complaint: None };
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

/// The thread's own.
struct Desk {
    folder: Folder,
    slot: Option<Slot>,
    /// The game in the slot, if it is one of this program's that goes on, and when it was begun.
    open: Option<(u64, Moment)>,
    /// A game that has ended and could not be written: the slot still has it as it was before.
    late: Option<String>,
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
        if self.late.is_some() {
            // The last chance; if there is still no room, the next start finds the game as it was before.
            let _ = self.put_away();
        }
    }

    fn heed(&mut self, note: Note) {
        let done = match note {
            Note::Keep { game, sheet, further } => self.keep(game, &sheet, &further),
            Note::GoOn { game, begun } => {
                self.open = Some((game, begun));
                Ok(())
            }
            Note::PutAway => self.put_away(),
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

    fn keep(&mut self, game: u64, sheet: &Scoresheet, further: &Tags) -> Result<(), String> {
        let worth = is_worth_keeping(sheet);
        let own = self.open.as_ref().is_some_and(|(open, _)| *open == game);
        match (own, worth) {
            (false, false) => return Ok(()),
            (true, false) => return self.forget(),
            (true, true) => {}
            (false, true) => {
                self.take_slot()?;
                self.put_away()?;
                self.open = Some((game, moment(SystemTime::now())));
            }
        }
        // Both are there: they were made above, when the game was first heard of.
        let (Some((_, begun)), Some(slot)) = (&self.open, &self.slot) else { return Ok(()) };
        let text = sheet.write(Some(begun), further);
        let written = replace(&slot.path, text.as_bytes()).map_err(|error| reason(&error));
        if sheet.ending.is_none() {
            return written;
        }
        if let Err(reason) = written {
            // Whatever is played next is another game, and must not take this one's place.
            (self.open, self.late) = (None, Some(text));
            return Err(reason);
        }
        self.put_away()
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

    /// Puts the game in the slot, whosever it is, among all others.
    fn put_away(&mut self) -> Result<(), String> {
        let open = self.open.take();
        let Some(slot) = self.slot.as_ref().filter(|slot| slot.path.exists()) else { return Ok(()) };
        if let Some(text) = self.late.take() {
            // There may be room by now; if not, the game is put away as it was.
            let _ = replace(&slot.path, text.as_bytes());
        }
        let begun = open.map_or_else(|| moment(slot.written()), |(_, begun)| begun);
        self.folder.put_away(slot, &begun).map(drop).map_err(|error| reason(&error))
    }
}

/// Whether `newer` says all that `note` says: the same game, further on.
fn is_outdone(note: &Note, newer: &Note) -> bool {
    match (note, newer) {
        (Note::Keep { game, sheet, .. }, Note::Keep { game: same, .. }) => {
            game == same && sheet.ending.is_none()
        }
        _ => false,
    }
}

/// Whether a person has made a move: a game that only the computer has begun is not missed.
fn is_worth_keeping(sheet: &Scoresheet) -> bool {
    let first = sheet.setup.position.turn();
    let mover = |ply: usize| if ply.is_multiple_of(2) { first } else { !first };
    (0..sheet.moves.len()).any(|ply| sheet.setup.players[mover(ply)] == Player::Human)
}

/// The reason that the system gives, without its number.
fn reason(error: &io::Error) -> String {
    let words = error.to_string();
    words.split(" (os error").next().unwrap_or_default().to_owned()
}
