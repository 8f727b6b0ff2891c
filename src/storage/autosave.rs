//! Saves the current game after each move, on a thread of its own on platforms with threads.
//!
//! Reasons for the mechanisms:
//! * A thread writes the files, because a save waits for the disk. Of 60 saves on an SSD the median took 8 ms and the
//!   slowest 20 ms, and a frame has 16 ms.
//! * If several states of a game wait to be saved, only the newest one is written. So even if the disk is slower than
//!   the moves, a crash loses at most one move.
//! * The file of the game is locked, because another window must not offer or write the game of this window.
//! * If the disk is full when a game ends, the game is kept in `late` and written while the next game is played.

use std::io;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;

use super::games_folder::{GamesFolder, LockedFile};
use super::remove_if_there;
use super::saved_game::SavedGame;
use super::timestamp::utc;
use crate::game::PlayerKind;
use crate::game::game_record::GameRecord;
use crate::game::game_record::pgn::StartTime;
use crate::notation::pgn::{MAX_BYTES, Tags, TimedMove};
use crate::platform::file_system::{reason, replace_and_sync};
use crate::platform::{clock, threads};
use crate::rules::Move;

/// Saves games. Dropping it waits until all games are written.
pub struct Autosave {
    requests: Option<Sender<Request>>,
    problems: Receiver<String>,
    thread: Option<JoinHandle<()>>,
    /// Writes each request at once on platforms without threads; `None` if there is a thread.
    writer: Option<Writer>,
    /// Number of games that were started or resumed. It is the id of the last one.
    games: u64,
}

/// A game that is saved, with the data that [`Autosave::save`] needs in addition to the record of the game.
#[derive(Clone, Debug)]
pub struct AutosavedGame {
    id: u64,
    /// The first moves of the game, if they were read from a text and not made in this program.
    imported_moves: Vec<Move>,
    tags: Tags,
    /// When the game was first saved, in an earlier run of the program if it is resumed.
    started: Option<StartTime>,
    /// Whether the game had ended when it was last saved.
    ended: bool,
}

enum Request {
    /// The game `id` continues the game in `file`.
    Resume { id: u64, file: Option<LockedFile>, started: StartTime },
    Save {
        id: u64,
        record: Box<GameRecord>,
        tags: Tags,
        started: StartTime,
        /// Whether a human has made a move. Games without a human's move are not saved.
        played: bool,
    },
    /// Unlocks the file of the game that was saved last, because nobody goes on with it. A message is sent when that is done.
    Release(Sender<()>),
}

impl Autosave {
    /// An `Autosave` that saves nothing.
    pub fn disabled() -> Self {
        Self { requests: None, problems: channel().1, thread: None, writer: None, games: 0 }
    }

    /// Starts saving into `folder`.
    pub(super) fn start(folder: GamesFolder) -> Self {
        let (requests, received) = channel();
        let (report, problems) = channel();
        let writer = Writer { folder, current: None, late: Vec::new(), report, last_problem: None };
        if !threads::CAN_SPAWN {
            return Self { requests: None, problems, thread: None, writer: Some(writer), games: 0 };
        }
        let thread =
            std::thread::Builder::new().name("autosave".to_owned()).spawn(move || writer.run(&received));
        Self { requests: Some(requests), problems, thread: thread.ok(), writer: None, games: 0 }
    }

    /// Returns a new game to be saved. Its first save creates its file. `imported_moves` are the moves that were read
    /// from a text, if the game comes from a text. `tags` are written after the usual tags.
    pub fn new_game(&mut self, imported_moves: Vec<Move>, tags: Tags) -> AutosavedGame {
        self.games += 1;
        AutosavedGame { id: self.games, imported_moves, tags, started: None, ended: false }
    }

    /// Returns a saved game that is resumed, to be saved to its file again. A file that is damaged or not locked is not
    /// changed; the game is saved to a new file.
    pub fn resume(&mut self, saved: &SavedGame, locked: Option<LockedFile>, tags: Tags) -> AutosavedGame {
        let mut game = self.new_game(Vec::new(), tags);
        game.started = Some(saved.started.clone());
        let file = locked.filter(|_| saved.damage.is_none());
        self.send(Request::Resume { id: game.id, file, started: saved.started.clone() });
        game
    }

    /// Saves a game. Call this after each change of the game. A record without moves after the end of the game belongs to
    /// the next game on the same screen, which gets a file of its own.
    pub fn save(&mut self, game: &mut AutosavedGame, record: GameRecord) {
        if std::mem::replace(&mut game.ended, record.termination.is_some()) && record.moves.is_empty() {
            *game = self.new_game(Vec::new(), std::mem::take(&mut game.tags));
        }
        let (id, tags, played) = (game.id, game.tags.clone(), game.is_played(&record));
        let started = game.started.get_or_insert_with(|| utc(clock::system_time())).clone();
        self.send(Request::Save { id, record: Box::new(record), tags, started, played });
    }

    /// Unlocks the file of the game that was saved last, and waits until that is done, so that the list of games has it as one that
    /// nobody plays. A later save of that game would create another file.
    pub fn release(&mut self) {
        let (done, is_done) = channel();
        self.send(Request::Release(done));
        // There is no answer where games are not saved.
        let _ = is_done.recv();
    }

    /// The next problem, as a sentence for the player.
    pub fn problem(&self) -> Option<String> {
        self.problems.try_recv().ok()
    }

    fn send(&mut self, request: Request) {
        if let Some(writer) = &mut self.writer {
            return writer.handle(request);
        }
        if let Some(requests) = &self.requests {
            // Sending fails only if the thread could not be started.
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
        self.writer.iter_mut().for_each(Writer::finish);
    }
}

impl AutosavedGame {
    /// When the game was first saved; `None` before.
    pub fn started(&self) -> Option<&StartTime> {
        self.started.as_ref()
    }

    /// Whether a human has made a move in this game, or an engine in a game that a human watches. Imported moves do not
    /// count.
    fn is_played(&self, record: &GameRecord) -> bool {
        let is_match = record.is_of_match();
        let first = record.setup.position.turn();
        let mover = |ply: usize| if ply.is_multiple_of(2) { first } else { !first };
        let is_imported = |(ply, (mv, _)): &(usize, &TimedMove)| self.imported_moves.get(*ply) == Some(mv);
        let mut made = record.moves.iter().enumerate().skip_while(is_imported);
        made.any(|(ply, _)| is_match || record.setup.players[mover(ply)] == PlayerKind::Human)
    }
}

/// A game that is being saved.
struct Current {
    id: u64,
    started: StartTime,
    /// The locked file of the game. A new game has none before its first save, and no game has one after its end.
    file: Option<LockedFile>,
    /// The file of a game that has ended. If its resignation is undone, the game is saved to this file again.
    ended_file: Option<PathBuf>,
    /// Whether the game was begun in an earlier run of the program. Its file is kept even if all moves are taken back.
    resumed: bool,
    /// The text of the game, if it has not been written.
    unwritten: Option<String>,
    ended: bool,
}

impl Current {
    const fn new(id: u64, started: StartTime) -> Self {
        Self { id, started, file: None, ended_file: None, resumed: false, unwritten: None, ended: false }
    }

    fn write(&mut self, folder: &GamesFolder) -> io::Result<()> {
        let Some(text) = &self.unwritten else { return Ok(()) };
        if let Some(path) = &self.ended_file {
            self.file = LockedFile::lock(path)?;
            self.ended_file = None;
        }
        let file = match &mut self.file {
            Some(file) => file,
            none => none.insert(folder.create(&self.started)?),
        };
        replace_and_sync(&file.path, text.as_bytes())?;
        self.unwritten = None;
        if self.ended {
            self.ended_file = self.file.take().map(|file| file.path.clone());
        }
        Ok(())
    }
}

/// Writer of the files. It runs on the thread, or on platforms without threads in `Autosave` itself.
struct Writer {
    folder: GamesFolder,
    current: Option<Current>,
    /// Earlier games that could not be written. Writing them is tried again with each request.
    late: Vec<Current>,
    report: Sender<String>,
    /// The problem that was reported last. It is not reported again until a request succeeds.
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
        self.finish();
    }

    /// Tries once more to write the games that could not be written.
    fn finish(&mut self) {
        self.begin(None);
        let _ = self.write_late();
    }

    fn handle(&mut self, request: Request) {
        let result = match request {
            Request::Resume { id, file, started } => {
                self.begin(Some(Current { file, resumed: true, ..Current::new(id, started) }));
                Ok(())
            }
            Request::Save { id, record, tags, started, played } => {
                self.save(id, started, &record, &tags, played)
            }
            Request::Release(done) => {
                self.begin(None);
                let _ = done.send(());
                Ok(())
            }
        };
        let Err(error) = result.and_then(|()| self.write_late()) else {
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

    fn save(
        &mut self,
        id: u64,
        started: StartTime,
        record: &GameRecord,
        tags: &Tags,
        played: bool,
    ) -> io::Result<()> {
        if self.current.as_ref().is_none_or(|game| game.id != id) {
            self.begin(Some(Current::new(id, started)));
        }
        let Some(game) = &mut self.current else { return Ok(()) };
        if !played {
            // No human has made a move yet, or all moves were taken back.
            game.unwritten = None;
            let file = game.file.as_ref().filter(|_| !game.resumed);
            return file.map_or(Ok(()), |file| remove_if_there(&file.path));
        }
        let mut text = record.to_pgn(Some(&game.started), tags);
        if text.len() > MAX_BYTES {
            // The times of the moves are most of the text. A game can be resumed without them.
            let moves = record.moves.iter().map(|&(mv, _)| (mv, None)).collect();
            text = GameRecord { moves, analysis: None, ..record.clone() }.to_pgn(Some(&game.started), tags);
        }
        if text.len() > MAX_BYTES {
            return Err(io::Error::other("it is too long"));
        }
        game.unwritten = Some(text);
        game.ended = record.termination.is_some();
        game.write(&self.folder)
    }

    /// Makes `next` the current game. If the previous game could not be written, it is kept in `late`.
    fn begin(&mut self, next: Option<Current>) {
        let before = std::mem::replace(&mut self.current, next);
        self.late.extend(before.filter(|game| game.unwritten.is_some()));
    }

    fn write_late(&mut self) -> io::Result<()> {
        while let Some(game) = self.late.first_mut() {
            game.write(&self.folder)?;
            self.late.remove(0);
        }
        Ok(())
    }
}

/// Whether `newer` saves a later state of the game that `request` saves.
fn is_superseded(request: &Request, newer: &Request) -> bool {
    match (request, newer) {
        (Request::Save { id, record, .. }, Request::Save { id: newer, .. }) => {
            id == newer && record.termination.is_none()
        }
        _ => false,
    }
}
