//! Saving the running game after each move, on a thread of its own.
//!
//! What each mechanism is for:
//! * the thread: a save waits for the disk, which took 8 ms (median) to 20 ms of 60 saves on an SSD; a frame has 16 ms;
//! * skipped requests: a disk slower than the moves must not fall behind, or a crash loses more than one move;
//! * `games/` by rename: a crash between the last move and the move to `games/` neither loses nor doubles the game;
//! * `Ended`: the player may take back the move or resignation that ended the game;
//! * `Unwritten`: the disk may be full when a game ends, and must not make the next game overwrite it.

use std::fs;
use std::io;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;
use std::time::SystemTime;

use super::games_folder::{GamesFolder, Slot};
use super::timestamp::utc;
use super::unfinished::UnfinishedGame;
use crate::files::replace_and_sync;
use crate::game::PlayerKind;
use crate::game::game_record::GameRecord;
use crate::game::game_record::pgn::StartTime;
use crate::notation::pgn::{Tags, TimedMove};
use crate::rules::Move;

/// Saves games. Dropping it waits until everything is written.
pub struct Autosave {
    requests: Option<Sender<Request>>,
    problems: Receiver<String>,
    thread: Option<JoinHandle<()>>,
    /// Number of games so far.
    games: u64,
}

/// Id of the unfinished game found at the start.
const UNFINISHED: u64 = 0;

/// A game to be saved: what [`Autosave::save`] needs beside the game's record.
#[derive(Clone, Debug)]
pub struct GameFile {
    id: u64,
    /// Moves that were read from a text, so that nobody made them here.
    imported_moves: Vec<Move>,
    tags: Tags,
}

enum Request {
    Save {
        id: u64,
        record: Box<GameRecord>,
        tags: Tags,
        /// Whether a human has made a move. Other games are not worth saving.
        played: bool,
    },
    Discard,
}

impl Autosave {
    /// An `Autosave` that saves nothing.
    pub fn disabled() -> Self {
        Self { requests: None, problems: channel().1, thread: None, games: 0 }
    }

    /// Starts saving into `slot`, which has the game `unfinished`; without one, a slot is locked when necessary.
    pub(super) fn start(
        folder: GamesFolder,
        slot: Option<Slot>,
        unfinished: Option<&UnfinishedGame>,
    ) -> Self {
        let (requests, received) = channel();
        let (report, problems) = channel();
        let current = unfinished.map(|game| Current { id: Some(UNFINISHED), started: game.started.clone() });
        let writer =
            Writer { folder, slot, current, ended: None, unwritten: None, report, last_problem: None };
        let thread =
            std::thread::Builder::new().name("autosave".to_owned()).spawn(move || writer.run(&received));
        Self { requests: Some(requests), problems, thread: thread.ok(), games: 0 }
    }

    /// Returns the file of a new game. `imported_moves` are the moves read from a text, if the game comes from one;
    /// `tags` are written beside the usual ones.
    pub fn new_game(&mut self, imported_moves: Vec<Move>, tags: Tags) -> GameFile {
        self.games += 1;
        GameFile { id: self.games, imported_moves, tags }
    }

    /// Returns the file of the unfinished game found at the start.
    pub const fn resume(&self, tags: Tags) -> GameFile {
        GameFile { id: UNFINISHED, imported_moves: Vec::new(), tags }
    }

    /// Saves a game, to be called whenever it has changed. A game that has ended is moved to `games/`.
    pub fn save(&self, game: &GameFile, record: GameRecord) {
        let played = game.is_played(&record);
        self.send(Request::Save { id: game.id, record: Box::new(record), tags: game.tags.clone(), played });
    }

    /// Moves the unfinished game to `games/`, so that it is not offered again.
    pub fn discard(&self) {
        self.send(Request::Discard);
    }

    /// The next problem, as a sentence for the player.
    pub fn problem(&self) -> Option<String> {
        self.problems.try_recv().ok()
    }

    fn send(&self, request: Request) {
        if let Some(requests) = &self.requests {
            // Fails only if the thread could not be started.
            let _ = requests.send(request);
        }
    }
}

impl Drop for Autosave {
    fn drop(&mut self) {
        self.requests = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl GameFile {
    /// Whether a human has made a move in this game, apart from the imported ones.
    fn is_played(&self, record: &GameRecord) -> bool {
        let first = record.setup.position.turn();
        let mover = |ply: usize| if ply.is_multiple_of(2) { first } else { !first };
        let is_imported = |(ply, (mv, _)): &(usize, &TimedMove)| self.imported_moves.get(*ply) == Some(mv);
        let mut made = record.moves.iter().enumerate().skip_while(is_imported);
        made.any(|(ply, _)| record.setup.players[mover(ply)] == PlayerKind::Human)
    }
}

/// The game in the slot.
#[derive(Clone)]
struct Current {
    /// `None` if it could not be moved to `games/` and is no longer played.
    id: Option<u64>,
    started: StartTime,
}

/// The last game that ended.
struct Ended {
    game: Current,
    moves: Vec<TimedMove>,
    /// Its file in `games/`, if it could be written.
    file: Option<PathBuf>,
}

/// A game that ended and could not be written.
struct Unwritten {
    text: String,
    started: StartTime,
    /// Whether the slot has an earlier state of it.
    in_slot: bool,
}

/// State of the thread.
struct Writer {
    folder: GamesFolder,
    slot: Option<Slot>,
    current: Option<Current>,
    ended: Option<Ended>,
    unwritten: Option<Unwritten>,
    report: Sender<String>,
    /// The last problem, which is reported once until something succeeds.
    last_problem: Option<String>,
}

impl Writer {
    fn run(mut self, requests: &Receiver<Request>) {
        let mut next = requests.recv().ok();
        while let Some(request) = next {
            next = requests.try_recv().ok();
            if !next.as_ref().is_some_and(|newer| is_superseded(&request, newer)) {
                self.handle(request);
            }
            next = next.or_else(|| requests.recv().ok());
        }
        // If there is still no space, the next start finds the game as it was before its end.
        let _ = self.write_unwritten();
    }

    fn handle(&mut self, request: Request) {
        let result = match request {
            Request::Save { id, record, tags, played } => self.save(id, &record, &tags, played),
            Request::Discard => self.move_to_games().map(drop),
        };
        let Err(error) = result else {
            self.last_problem = None;
            return;
        };
        let problem = format!("The game cannot be saved: {}.", reason(&error));
        if self.last_problem.as_ref() != Some(&problem) {
            log::error!("{}: {problem}", self.folder.path().display());
            self.last_problem = Some(problem.clone());
            let _ = self.report.send(problem);
        }
    }

    fn save(&mut self, id: u64, record: &GameRecord, tags: &Tags, played: bool) -> io::Result<()> {
        let is_current = self.current.as_ref().is_some_and(|game| game.id == Some(id));
        match (is_current, played) {
            (true, true) => {}
            // All moves were taken back.
            (true, false) => return self.remove_current(),
            // Another game begins; from now on the end of the last one cannot be taken back.
            (false, false) => {
                self.ended = None;
                return self.write_unwritten();
            }
            (false, true) => self.begin(id, record)?,
        }
        let (Some(game), Some(slot)) = (self.current.clone(), &self.slot) else { return Ok(()) };
        let text = record.to_pgn(Some(&game.started), tags);
        let written = replace_and_sync(&slot.path, text.as_bytes());
        if record.termination.is_none() {
            written?;
            return self.write_unwritten();
        }
        if written.is_err() {
            let (started, in_slot) = (game.started.clone(), slot.path.exists());
            self.unwritten = Some(Unwritten { text, started, in_slot });
            self.current = None;
        }
        let moved = written.and_then(|()| self.move_to_games());
        let file = moved.as_ref().ok().cloned().flatten();
        self.ended = Some(Ended { game, moves: record.moves.clone(), file });
        moved.map(drop)
    }

    /// Makes `id` the current game. If it is the last game that ended, the player has taken its end back.
    fn begin(&mut self, id: u64, record: &GameRecord) -> io::Result<()> {
        if self.slot.is_none() {
            self.slot = Some(self.folder.empty_slot()?);
        }
        let continues = |ended: &Ended| ended.game.id == Some(id) && ended.moves.starts_with(&record.moves);
        if let Some(ended) = self.ended.take().filter(continues) {
            self.unwritten = None;
            if let (Some(file), Some(slot)) = (ended.file, &self.slot) {
                // If this fails, `games/` keeps the game as it ended.
                let _ = fs::rename(file, &slot.path);
            }
            self.current = Some(ended.game);
        } else {
            self.move_to_games()?;
            self.current = Some(Current { id: Some(id), started: utc(SystemTime::now()) });
        }
        Ok(())
    }

    fn remove_current(&mut self) -> io::Result<()> {
        self.current = None;
        match &self.slot {
            Some(slot) => remove(&slot.path),
            None => Ok(()),
        }
    }

    /// Moves the game in the slot, if any, to `games/`. Returns its new path.
    fn move_to_games(&mut self) -> io::Result<Option<PathBuf>> {
        // If a game's end cannot be written, there may still be space to rename its earlier state.
        let _ = self.write_unwritten();
        let Some(slot) = self.slot.as_ref().filter(|slot| slot.path.exists()) else {
            self.current = None;
            return Ok(None);
        };
        let unwritten = self.unwritten.as_ref().filter(|game| game.in_slot).map(|game| game.started.clone());
        let started = unwritten.or_else(|| self.current.take().map(|game| game.started));
        let started = started.unwrap_or_else(|| utc(slot.modified()));
        let moved = self.folder.move_to_games(slot, &started);
        match moved {
            Ok(_) => {
                self.current = None;
                self.unwritten.take_if(|game| game.in_slot);
            }
            Err(_) => self.current = Some(Current { id: None, started }),
        }
        moved.map(Some)
    }

    /// Writes the game that could not be written when it ended, if there is one, to `games/`.
    fn write_unwritten(&mut self) -> io::Result<()> {
        let Some(game) = &self.unwritten else { return Ok(()) };
        let path = self.folder.write_to_games(&game.text, &game.started)?;
        let in_slot = game.in_slot;
        if let Some(ended) = self.ended.as_mut().filter(|ended| ended.game.started == game.started) {
            ended.file = Some(path);
        }
        self.unwritten = None;
        match &self.slot {
            Some(slot) if in_slot => remove(&slot.path),
            _ => Ok(()),
        }
    }
}

/// Whether `newer` saves a later state of the game that `request` saves.
fn is_superseded(request: &Request, newer: &Request) -> bool {
    match (request, newer) {
        (Request::Save { id, record, .. }, Request::Save { id: newer, .. }) => {
            // A game without moves has been restarted, and is another game than the one before.
            id == newer && record.termination.is_none() && !record.moves.is_empty()
        }
        _ => false,
    }
}

fn remove(path: &std::path::Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        result => result,
    }
}

/// The system's reason without its number.
fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or_default().to_owned()
}
