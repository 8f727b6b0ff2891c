//! Games on disk: the one under way, so that it can be gone on with whatever happens, and all that were played.
//!
//! A folder holds `unfinished-1.pgn`, which is written anew after every move, and `games/` with a file for each game
//! that has ended or was given up for another. Several programs that run at once have a number each, and a file
//! `unfinished-1.lock` that says so. Whatever cannot be read is left in `aside/`.

mod folder;
pub mod game_reader;
pub mod levels;
pub mod progress;
pub mod settings_file;
mod timestamp;
mod unfinished;
mod writer;

use std::cell::Cell;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

use crate::game::Player;
use crate::game::keeper::Keeper;
use crate::game::scoresheet::Scoresheet;
use crate::notation::pgn::{Tags, TimedMove};
use crate::rules::{Move, Variant};
use folder::Folder;
pub use timestamp::moment;
pub use unfinished::UnfinishedGame;
use writer::{Note, Scribe};

/// What gives the variant that the tags of a kept game ask for, or says in a sentence why there is none.
pub type FindVariant<'f> = &'f dyn Fn(&Tags) -> Result<Arc<Variant>, String>;

/// The games kept in a folder.
pub struct Autosave {
    scribe: Rc<Scribe>,
    /// How many games were begun since the start of the program.
    games: Cell<u64>,
}

/// An archive, and what was found in it.
pub struct OpenedGames {
    /// The archive.
    pub autosave: Autosave,
    /// The game that was left unfinished the last time.
    pub unfinished: Option<UnfinishedGame>,
    /// What went wrong, in sentences for the person.
    pub problems: Vec<String>,
}

impl Autosave {
    /// Opens the archive in the folder at `path`, which is made when there is something to keep.
    ///
    /// If `look`, the unfinished game that was played last is looked for, and the variant it needs with `find`.
    /// Without, all unfinished games stay for another time.
    #[must_use]
    pub fn open(path: &Path, look: bool, find: FindVariant<'_>) -> OpenedGames {
        let folder = Folder::new(path);
        let mut troubles = Vec::new();
        let found = if look { unfinished::find(&folder, find, &mut troubles) } else { None };
        let (slot, left) = found.unzip();
        let begun = left.as_ref().map(|left: &UnfinishedGame| left.begun.clone());
        let archive = Self { scribe: Rc::new(Scribe::new(folder, slot, begun)), games: Cell::new(0) };
        OpenedGames { autosave: archive, unfinished: left, problems: troubles }
    }

    /// Who keeps a new game; `further` tags are written into each of its files.
    #[must_use]
    pub fn keeper(&self, further: Tags) -> Box<dyn Keeper> {
        self.keeper_from(Vec::new(), further)
    }

    /// Who keeps a game that goes on from a text with the moves `given`; it is kept from the first other move on that a
    /// person makes.
    #[must_use]
    pub fn keeper_from(&self, given: Vec<Move>, further: Tags) -> Box<dyn Keeper> {
        self.games.set(self.games.get() + 1);
        Box::new(Pen { scribe: Rc::clone(&self.scribe), game: self.games.get(), given, further })
    }

    /// Who keeps on keeping the game that was `left`.
    #[must_use]
    pub fn keeper_of(&self, left: &UnfinishedGame, further: Tags) -> Box<dyn Keeper> {
        let keeper = self.keeper(further);
        self.scribe.tell(Note::GoOn { game: self.games.get(), begun: left.begun.clone() });
        keeper
    }

    /// Puts the unfinished game away among all others: it is not offered again.
    pub fn discard(&self) {
        self.scribe.tell(Note::PutAway);
    }
}

/// Hands one game to the scribe, over and over.
struct Pen {
    scribe: Rc<Scribe>,
    game: u64,
    /// The moves that were there before anybody made one here.
    given: Vec<Move>,
    further: Tags,
}

impl Pen {
    /// Whether a person has made a move here: a game that only the computer has begun, or that was only looked at, is
    /// not missed.
    fn is_worth_keeping(&self, sheet: &Scoresheet) -> bool {
        let first = sheet.setup.position.turn();
        let mover = |ply: usize| if ply.is_multiple_of(2) { first } else { !first };
        let is_given = |(ply, (mv, _)): &(usize, &TimedMove)| self.given.get(*ply) == Some(mv);
        let mut made = sheet.moves.iter().enumerate().skip_while(is_given);
        made.any(|(ply, _)| sheet.setup.players[mover(ply)] == Player::Human)
    }
}

impl Keeper for Pen {
    fn keep(&mut self, sheet: Scoresheet) {
        let (worth, further) = (self.is_worth_keeping(&sheet), self.further.clone());
        self.scribe.tell(Note::Keep { game: self.game, sheet: Box::new(sheet), further, worth });
    }

    fn trouble(&mut self) -> Option<String> {
        self.scribe.trouble()
    }
}
