//! UCI engines of other programs as players and for analysis. They run as processes.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender};
use std::time::Duration;

use crate::engine::{
    ANALYSIS_HASH_MIB, AnalysisRequest, Engine, Options, Player, SearchReport, SearchRequest,
};
use crate::game::engines::EngineEntry;
use crate::platform::clock::Instant;
use crate::platform::file_system::reason;
use crate::platform::subprocess::Subprocess;
use crate::protocol::uci::client::{Client, EngineInfo, Event, ThinkingTime};
use crate::rules::{ByColor, Move, Position, Variant};

/// Time in which an engine must list its options, get ready, and answer after the end of its time for a move.
const PATIENCE: Duration = Duration::from_secs(10);
/// Time in which an engine must answer after `stop`.
const STOP_TIME: Duration = Duration::from_millis(300);
/// Time between two looks at the flag that stops a search.
const POLL: Duration = Duration::from_millis(10);
/// Time for a move in a game without clocks.
const UNTIMED_MOVE: Duration = Duration::from_secs(1);
/// Time that passes on the clock between the engine's answer and its move on the board.
const OVERHEAD: Duration = Duration::from_millis(50);

/// Why an engine cannot be used. The text is the end of a sentence that begins with the name of the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineError {
    /// The program cannot be started, for this reason.
    Start(String),
    /// The program does not answer `uci`.
    NotUci,
    /// The program has ended.
    Stopped,
    /// The engine does not answer.
    Silent,
    /// The engine made this move, which is not legal.
    IllegalMove(String),
    /// The search was cancelled. This is no fault of the engine.
    Cancelled,
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start(reason) => write!(f, "cannot be started: {reason}"),
            Self::NotUci => f.write_str("is not a UCI engine"),
            Self::Stopped => f.write_str("has stopped"),
            Self::Silent => f.write_str("does not answer"),
            Self::IllegalMove(text) => write!(f, "made an illegal move ({text})"),
            Self::Cancelled => f.write_str("was cancelled"),
        }
    }
}

impl std::error::Error for EngineError {}

/// A failure of an engine of the user. The text is a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineFailure {
    engine: String,
    error: EngineError,
    /// What happens next.
    pub next: AfterFailure,
}

/// What happens after the failure of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AfterFailure {
    /// The engine is started again.
    Restart,
    /// The computer plays on in its place.
    ComputerPlays,
    /// The engine of this program analyses in its place.
    BuiltInEngineAnalyses,
    /// The match that is watched ends.
    MatchEnds,
}

impl fmt::Display for EngineFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let next = match self.next {
            AfterFailure::Restart => " and is started again.",
            AfterFailure::ComputerPlays => "; the computer plays on.",
            AfterFailure::BuiltInEngineAnalyses => "; the built-in engine analyses.",
            AfterFailure::MatchEnds => "; the match is over.",
        };
        write!(f, "{} {}{next}", self.engine, self.error)
    }
}

/// Gets each line of the conversation with an engine: `>` and a line for the engine, or `<` and a line of the engine.
pub type Log = Arc<dyn Fn(char, &str) + Send + Sync>;

/// How an engine is started.
#[derive(Default)]
pub struct Launch<'a> {
    /// The program and its arguments.
    pub command: &'a str,
    /// The folder in which it runs; the current one if there is none.
    pub folder: Option<&'a Path>,
    /// Gets all lines.
    pub log: Option<Log>,
}

/// A running engine. Dropping it ends its process.
pub struct UciEngine {
    process: Subprocess,
    client: Client,
    /// Time in which the engine must answer.
    patience: Duration,
    log: Option<Log>,
    /// When the last search began.
    begun: Instant,
    /// Time from then to the last line of the engine.
    thinking_time: Duration,
}

impl UciEngine {
    /// Starts an engine and waits until it has listed its options, for at most the time `patience`.
    ///
    /// # Errors
    /// If the command cannot be started, or is no UCI engine.
    pub fn start(launch: Launch<'_>, patience: Duration, stop: &AtomicBool) -> Result<Self, EngineError> {
        let Launch { command, folder, log } = launch;
        let process = Subprocess::start(command, folder);
        let process = process.map_err(|error| EngineError::Start(reason(&error)))?;
        let client = Client::default();
        let (begun, thinking_time) = (Instant::now(), Duration::ZERO);
        let mut engine = Self { process, client, patience, log, begun, thinking_time };
        let sent = engine.send([Client::FIRST.to_owned()]);
        match sent.and_then(|()| engine.wait(patience, stop)) {
            Ok(_) => Ok(engine),
            Err(EngineError::Silent | EngineError::Stopped) => Err(EngineError::NotUci),
            Err(error) => Err(error),
        }
    }

    /// Name and options of the engine.
    pub fn info(&self) -> &EngineInfo {
        self.client.info()
    }

    /// Sets the time in which the engine must answer from now on.
    pub fn set_patience(&mut self, patience: Duration) {
        self.patience = patience;
    }

    fn send(&mut self, lines: impl IntoIterator<Item = String>) -> Result<(), EngineError> {
        lines.into_iter().try_for_each(|line| {
            self.log('>', &line);
            self.process.send(&line).map_err(|_| EngineError::Stopped)
        })
    }

    fn log(&self, direction: char, line: &str) {
        if let Some(log) = &self.log {
            log(direction, line);
        }
    }

    /// Waits for the next event.
    fn wait(&mut self, time: Duration, stop: &AtomicBool) -> Result<Event, EngineError> {
        let start = Instant::now();
        while start.elapsed() < time {
            if stop.load(Ordering::Relaxed) {
                return Err(EngineError::Cancelled);
            }
            match self.process.receive(POLL) {
                Ok((arrival, line)) => {
                    self.thinking_time = arrival.duration_since(self.begun);
                    self.log('<', &line);
                    if let Some(event) = self.client.receive(&line) {
                        return Ok(event);
                    }
                }
                Err(RecvTimeoutError::Disconnected) => return Err(EngineError::Stopped),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
        Err(EngineError::Silent)
    }

    /// Sends lines of which the last one asks whether the engine is ready.
    fn make_ready(
        &mut self,
        lines: impl IntoIterator<Item = String>,
        stop: &AtomicBool,
    ) -> Result<(), EngineError> {
        self.send(lines)?;
        while self.wait(self.patience, stop)? != Event::Ready {}
        Ok(())
    }

    /// Sets the variant and the options that the engine has, and begins a new game.
    ///
    /// # Errors
    /// If the engine does not answer.
    pub fn set_up(
        &mut self,
        variant: &Variant,
        values: &BTreeMap<String, String>,
        stop: &AtomicBool,
    ) -> Result<(), EngineError> {
        self.make_ready(self.client.set_up(variant, values), stop)
    }

    /// Begins a new game.
    ///
    /// # Errors
    /// If the engine does not answer.
    pub fn new_game(&mut self, stop: &AtomicBool) -> Result<(), EngineError> {
        self.make_ready(Client::new_game(), stop)
    }

    /// Time that the engine took for its last search, without the time to prepare the search and to read its lines.
    pub fn thinking_time(&self) -> Duration {
        self.thinking_time
    }

    /// Searches the position after the moves of `line`, which are legal from its start. `go` writes the limits, as in the
    /// command of this name; the engine must answer within `longest`. Returns the report of the end, and passes the
    /// reports before it, of the `lines` best moves, to `on_progress`.
    ///
    /// # Errors
    /// If the engine does not answer or makes an illegal move, or if `stop` is set.
    pub fn search(
        &mut self,
        (start, moves): (&Position, &[Move]),
        go: &dyn fmt::Display,
        longest: Duration,
        lines: usize,
        stop: &AtomicBool,
        on_progress: &mut dyn FnMut(SearchReport),
    ) -> Result<SearchReport, EngineError> {
        let search = self.client.search(start, moves, go);
        let option = self.client.set_lines(lines);
        self.begun = Instant::now();
        self.send(option.into_iter().chain(search))?;
        loop {
            match self.wait(longest, stop) {
                Ok(Event::Progress(report)) => on_progress(report),
                Ok(Event::Report(report)) => return Ok(report),
                Ok(Event::IllegalMove(text)) => return Err(EngineError::IllegalMove(text)),
                // The answer to a command before the search, if waiting for it was cancelled.
                Ok(Event::Started | Event::Ready) => {}
                Err(EngineError::Cancelled) => {
                    self.send(["stop".to_owned()])?;
                    let is_before_end = |event: &Event| matches!(event, Event::Ready | Event::Progress(_));
                    while is_before_end(&self.wait(STOP_TIME, &AtomicBool::new(false))?) {}
                    return Err(EngineError::Cancelled);
                }
                Err(error) => return Err(error),
            }
        }
    }

    /// Searches the position of `request` within `time`, otherwise as [`UciEngine::search`] does.
    fn search_request(
        &mut self,
        request: &SearchRequest,
        time: ThinkingTime,
        lines: usize,
        stop: &AtomicBool,
        on_progress: &mut dyn FnMut(SearchReport),
    ) -> Result<SearchReport, EngineError> {
        let line = request.line.as_ref().map(|(start, moves)| (start, moves.as_slice()));
        let longest = match time {
            ThinkingTime::Move(longest) | ThinkingTime::Clock(longest, _) => longest + self.patience,
            ThinkingTime::Infinite => Duration::MAX,
        };
        self.search(line.unwrap_or((&request.position, &[])), &time, longest, lines, stop, on_progress)
    }
}

impl Drop for UciEngine {
    fn drop(&mut self) {
        // The process may have ended already. It ends at the end of its input, too.
        let _ = self.send(["stop", "quit"].map(str::to_owned));
    }
}

/// Starts the engine of `command` once, to find out its name and options.
///
/// # Errors
/// A sentence with the reason, if it is no UCI engine.
pub fn test(command: &str, stop: &AtomicBool) -> Result<EngineInfo, String> {
    match UciEngine::start(Launch { command, ..Launch::default() }, PATIENCE, stop) {
        Ok(engine) => Ok(engine.info().clone()),
        Err(EngineError::NotUci) => Err(format!("{command} is not a UCI engine.")),
        Err(error) => Err(format!("{command} {error}.")),
    }
}

/// How a search by an engine of the user has ended.
enum Searched {
    Report(SearchReport),
    Cancelled,
    Failed,
}

/// An engine of the user, which is started when it is first needed and again after a failure.
struct Session {
    entry: EngineEntry,
    engine: Option<UciEngine>,
    patience: Duration,
    failures: Sender<EngineFailure>,
}

impl Session {
    fn new(entry: EngineEntry, failures: Sender<EngineFailure>) -> Self {
        Self { entry, engine: None, patience: PATIENCE, failures }
    }

    /// Searches the position of `request`. An engine that fails is ended, and the failure is reported with what happens
    /// next.
    fn search(
        &mut self,
        request: &SearchRequest,
        begins_game: bool,
        stop: &AtomicBool,
        next: AfterFailure,
        search: impl FnOnce(&mut UciEngine) -> Result<SearchReport, EngineError>,
    ) -> Searched {
        let error = match self.ready(request, begins_game, stop).and_then(search) {
            Ok(report) => return Searched::Report(report),
            Err(EngineError::Cancelled) => return Searched::Cancelled,
            Err(error) => error,
        };
        self.engine = None;
        if stop.load(Ordering::Relaxed) {
            // The engine has not answered `stop`, which matters to nobody.
            return Searched::Cancelled;
        }
        // If the window has closed, nobody receives the failure.
        let _ = self.failures.send(EngineFailure { engine: self.entry.name().to_owned(), error, next });
        Searched::Failed
    }

    /// The engine, which is started if it does not run.
    fn ready(
        &mut self,
        request: &SearchRequest,
        begins_game: bool,
        stop: &AtomicBool,
    ) -> Result<&mut UciEngine, EngineError> {
        if let Some(engine) = &mut self.engine
            && begins_game
        {
            engine.new_game(stop)?;
        }
        if self.engine.is_none() {
            let launch = Launch { command: &self.entry.command, ..Launch::default() };
            let mut engine = UciEngine::start(launch, self.patience, stop)?;
            engine.set_up(request.position.variant(), &self.entry.values, stop)?;
            self.engine = Some(engine);
        }
        self.engine.as_mut().ok_or(EngineError::Stopped)
    }
}

/// A player whose moves come from an engine of the user. After two failures with the same move, `fallback` plays on. If
/// there is none, the player makes no more moves.
///
/// All games of a player are of one variant.
pub struct UciPlayer {
    session: Session,
    fallback: Option<Box<dyn Player>>,
    /// Whether the engine has failed so often that `fallback` plays.
    is_given_up: bool,
}

impl UciPlayer {
    /// Creates a player. The engine is started at its first move.
    pub fn new(
        entry: EngineEntry,
        fallback: Option<Box<dyn Player>>,
        failures: Sender<EngineFailure>,
    ) -> Self {
        Self { session: Session::new(entry, failures), fallback, is_given_up: false }
    }

    /// Sets the time in which the engine must list its options, and answer after the end of its time for a move. The
    /// default is ten seconds.
    #[must_use]
    pub fn with_patience(mut self, patience: Duration) -> Self {
        self.session.patience = patience;
        self
    }
}

impl Player for UciPlayer {
    fn choose_move(&mut self, request: &SearchRequest, stop: &AtomicBool) -> Option<Move> {
        let time = match request.time_left {
            Some(left) => ThinkingTime::Clock(left.saturating_sub(OVERHEAD), request.increment),
            None => ThinkingTime::Move(UNTIMED_MOVE),
        };
        let begins_game = request.line.as_ref().is_none_or(|(_, moves)| moves.len() < 2);
        for is_last in [false, true] {
            if self.is_given_up {
                break;
            }
            let search = |engine: &mut UciEngine| engine.search_request(request, time, 1, stop, &mut |_| {});
            let next = match (is_last, &self.fallback) {
                (false, _) => AfterFailure::Restart,
                (true, Some(_)) => AfterFailure::ComputerPlays,
                (true, None) => AfterFailure::MatchEnds,
            };
            match self.session.search(request, begins_game, stop, next, search) {
                Searched::Report(report) => return report.best_move(),
                Searched::Cancelled => return None,
                Searched::Failed => self.is_given_up = is_last,
            }
        }
        self.fallback.as_mut()?.choose_move(request, stop)
    }
}

/// The two players of a match.
pub struct Duel(pub ByColor<Box<dyn Player>>);

impl Player for Duel {
    fn choose_move(&mut self, request: &SearchRequest, stop: &AtomicBool) -> Option<Move> {
        self.0[request.position.turn()].choose_move(request, stop)
    }
}

/// Analyses positions by an engine of the user. After a failure the engine of this program takes over.
pub struct UciAnalyst {
    session: Session,
    /// The engine of this program, after a failure.
    own: Option<Engine>,
    /// Number of threads of the engine of this program.
    threads: usize,
}

impl UciAnalyst {
    /// Creates an analyst. The engine is started by its first request.
    pub fn new(entry: EngineEntry, threads: usize, failures: Sender<EngineFailure>) -> Self {
        Self { session: Session::new(entry, failures), own: None, threads }
    }

    /// Analyses the position of `request`, and passes the reports to `on_report`.
    pub fn analyze(
        &mut self,
        request: &AnalysisRequest,
        stop: &AtomicBool,
        on_report: &mut dyn FnMut(SearchReport),
    ) {
        if self.own.is_none() {
            let AnalysisRequest { search, time, lines } = request;
            let time = time.map_or(ThinkingTime::Infinite, ThinkingTime::Move);
            let next = AfterFailure::BuiltInEngineAnalyses;
            let result = self.session.search(search, false, stop, next, |engine| {
                engine.search_request(search, time, *lines, stop, &mut |report| {
                    if time == ThinkingTime::Infinite {
                        on_report(report);
                    }
                })
            });
            match result {
                // An endless search that has ended by itself was reported before.
                Searched::Report(_) if time == ThinkingTime::Infinite => return,
                Searched::Report(report) => return on_report(report),
                Searched::Cancelled => return,
                Searched::Failed => {}
            }
        }
        let options = Options { hash_mib: ANALYSIS_HASH_MIB, threads: self.threads, ..Options::default() };
        self.own.get_or_insert_with(|| Engine::new(options)).analyze(request, stop, on_report);
    }
}
