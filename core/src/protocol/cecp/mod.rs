//! CECP version 2, XBoard's protocol between chess programs and engines. docs/cecp.md explains it.
//!
//! Unlike in UCI the engine keeps the game. No input ends the process. The answer to an error is `Error`, `Illegal move` or
//! `tellusererror`.

mod board;
mod command;

use std::io::{BufRead, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread::Scope;
use std::time::Duration;

use crate::engine::difficulty::Difficulty;
use crate::engine::{
    ClockTimes, Engine, Limits, MAX_THREADS, Options, Score, SearchEvent, SearchInfo, SearchReport,
};
use crate::notation::variants_ini::Variants;
use crate::notation::{fen, pgn};
use crate::rules::{ByColor, Color, Move, Outcome, Position, Variant};

use super::connection::{LineTooLong, Output, QUEUE_LINES, lock, read_lines};
use super::options::{DEFAULT_VARIANT, MAX_HASH_MIB, SKILL_LEVEL};
use super::skill_level::{self, GameSoFar};
use command::{CecpCommand, TimeControl};

const HINT_NODES: u64 = 50_000;
/// The score of a mate is the number of moves plus this.
const MATE_SCORE: i32 = 100_000;

enum CecpInput {
    /// A line of the client.
    Line(Result<String, LineTooLong>),
    /// The search with this number has ended.
    Searched(u64, SearchReport),
}

/// Runs the protocol until `quit` or the end of `input`. Errors of `output` are ignored.
///
/// ```
/// let mut output = Vec::new();
/// xxlchess_core::protocol::cecp::run("ping 1\nquit\n".as_bytes(), &mut output);
/// assert_eq!(output, b"pong 1\n");
/// ```
pub fn run(input: impl BufRead + Send, output: impl Write + Send) {
    run_with(Variants::built_in(), input, output);
}

/// Runs the protocol as [`run`] does, with `variants`.
pub fn run_with(variants: Variants, input: impl BufRead + Send, output: impl Write + Send) {
    let output = Output::new(output, "tellusererror");
    std::thread::scope(|scope| {
        let (sender, inputs) = sync_channel(QUEUE_LINES);
        let mut session = CecpSession::new(&output, sender.clone(), variants);
        let read = move || {
            let is_quit = |line: &str| command::parse(line) == Ok(CecpCommand::Quit);
            read_lines(input, is_quit, |line| sender.send(CecpInput::Line(line)).is_ok());
            // The end of input ends the session as `quit` does. Sending fails if the session has ended already.
            let _ = sender.send(CecpInput::Line(Ok("quit".to_owned())));
        };
        if output.spawn(scope, "input", read).is_some() {
            session.run(scope, &inputs);
        }
    });
}

/// The game of a session. `position` and `keys` follow from `start` and `moves`.
struct CecpGame {
    start: Position,
    moves: Vec<Move>,
    position: Position,
    /// Keys of the positions before the present one.
    keys: Vec<u64>,
    /// Random number of the game, for the levels that play like people.
    seed: u64,
}

impl CecpGame {
    fn new(start: Position) -> Self {
        Self {
            position: start.clone(),
            start,
            moves: Vec::new(),
            keys: Vec::new(),
            seed: skill_level::game_seed(),
        }
    }

    fn play(&mut self, mv: Move) {
        self.keys.push(self.position.key());
        self.position.make(mv);
        self.moves.push(mv);
    }

    /// Takes back the last `plies` moves, or as many as there are.
    fn undo(&mut self, plies: usize) {
        let kept = self.moves.len().saturating_sub(plies);
        let mut game = Self { seed: self.seed, ..Self::new(self.start.clone()) };
        for &mv in &self.moves[..kept] {
            game.play(mv);
        }
        *self = game;
    }

    fn outcome(&self) -> Option<Outcome> {
        let key = self.position.key();
        self.position.outcome(1 + self.keys.iter().filter(|&&earlier| earlier == key).count())
    }
}

struct CecpSession<'env, W> {
    output: &'env Output<W>,
    sender: SyncSender<CecpInput>,
    variants: Variants,
    variant: Arc<Variant>,
    /// The game; `None` after an illegal position was set up.
    game: Option<CecpGame>,
    /// The side that the engine plays.
    engine_color: Option<Color>,
    analyzing: bool,
    engine: Arc<Mutex<Engine>>,
    difficulty: Difficulty,
    time_control: Option<TimeControl>,
    move_time: Option<Duration>,
    depth: Option<u32>,
    clocks: ByColor<Duration>,
    /// Whether the client wants thinking output.
    post: bool,
    /// The stop flag of the running search.
    running: Option<Arc<AtomicBool>>,
    /// Number of the last search. Results of earlier ones are ignored.
    search: u64,
    /// Answers to `ping` that wait for the engine's move.
    pongs: Vec<String>,
    /// The square of the piece that the user has picked up.
    lifted: String,
}

impl<'env, W: Write + Send> CecpSession<'env, W> {
    fn new(output: &'env Output<W>, sender: SyncSender<CecpInput>, variants: Variants) -> Self {
        let variant = variants.get(DEFAULT_VARIANT).expect("the built-in file has orthodox chess");
        let start = Position::start(&variant).expect("its starting position is legal");
        Self {
            output,
            sender,
            variants,
            variant,
            game: Some(CecpGame::new(start)),
            engine_color: Some(Color::Black),
            analyzing: false,
            engine: Arc::new(Mutex::new(Engine::new(Options::default()))),
            difficulty: Difficulty::STRONGEST,
            time_control: None,
            move_time: None,
            depth: None,
            clocks: ByColor::default(),
            post: false,
            running: None,
            search: 0,
            pongs: Vec::new(),
            lifted: String::new(),
        }
    }

    fn run<'scope>(&mut self, scope: &'scope Scope<'scope, 'env>, inputs: &Receiver<CecpInput>)
    where
        W: 'env,
    {
        for input in inputs {
            match input {
                CecpInput::Searched(search, report) => self.finish_search(search, &report),
                CecpInput::Line(Err(LineTooLong)) => self.output.send("Error (line too long): ignored"),
                CecpInput::Line(Ok(line)) => match command::parse(&line) {
                    Ok(CecpCommand::Quit) => break,
                    Ok(command) => self.execute(command),
                    Err(error) => self.output.send(error),
                },
            }
            self.think(scope);
            if self.running.is_none() || self.analyzing {
                for pong in std::mem::take(&mut self.pongs) {
                    self.output.send(pong);
                }
            }
        }
        self.abort_search();
    }

    fn execute(&mut self, command: CecpCommand) {
        match command {
            CecpCommand::ProtoVer => self.send_features(),
            CecpCommand::New => {
                self.set_variant(DEFAULT_VARIANT);
                (self.engine_color, self.analyzing, self.depth) = (Some(Color::Black), false, None);
                lock(&self.engine).new_game();
            }
            CecpCommand::Variant(name) => {
                self.set_variant(board::from_xboard(&name));
                if name != board::to_xboard(DEFAULT_VARIANT)
                    && let Some(game) = &self.game
                {
                    self.output.send(board::setup(&game.start));
                }
            }
            CecpCommand::Force | CecpCommand::Result => {
                self.abort_search();
                self.engine_color = None;
            }
            CecpCommand::Go => {
                self.engine_color = self.game.as_ref().map(|game| game.position.turn());
                self.send_outcome();
            }
            CecpCommand::PlayOther => {
                self.abort_search();
                self.engine_color = self.game.as_ref().map(|game| !game.position.turn());
                self.send_outcome();
            }
            CecpCommand::Level(control) => {
                (self.time_control, self.move_time) = (Some(control), None);
                self.clocks = ByColor { white: control.base, black: control.base };
            }
            CecpCommand::MoveTime(time) => (self.move_time, self.time_control) = (Some(time), None),
            CecpCommand::Depth(plies) => self.depth = Some(plies),
            CecpCommand::EngineClock(time) => self.set_clock(time, false),
            CecpCommand::OpponentClock(time) => self.set_clock(time, true),
            CecpCommand::Move(word) => self.play(&word),
            CecpCommand::MoveNow => {
                if let Some(stop) = &self.running {
                    stop.store(true, Ordering::Relaxed);
                }
            }
            CecpCommand::Ping(number) => self.pongs.push(format!("pong {number}")),
            CecpCommand::SetBoard(text) => self.set_board(&text),
            CecpCommand::Hint => self.hint(),
            CecpCommand::Undo => self.undo(1),
            CecpCommand::Remove => self.undo(2),
            CecpCommand::Post(post) => self.post = post,
            CecpCommand::Analyze => {
                self.abort_search();
                (self.engine_color, self.analyzing) = (None, true);
            }
            CecpCommand::ExitAnalyze => {
                self.abort_search();
                self.analyzing = false;
            }
            CecpCommand::Memory(mib) => {
                self.set_options(|o| o.hash_mib = mib.clamp(1, MAX_HASH_MIB));
            }
            CecpCommand::Cores(cores) => {
                self.set_options(|o| o.threads = cores.clamp(1, MAX_THREADS));
            }
            CecpCommand::Option(name, value) => self.set_option(&name, &value),
            CecpCommand::Lift(square) => {
                if let Some(game) = &self.game {
                    self.output.send(board::highlight(&game.position, &square));
                }
                self.lifted = square;
            }
            CecpCommand::Put(square) => {
                let choice =
                    self.game.as_ref().and_then(|g| board::choice(&g.position, &self.lifted, &square));
                if let Some(choice) = choice {
                    self.output.send(choice);
                }
            }
            CecpCommand::Ignored | CecpCommand::Quit => {}
        }
    }

    fn send_features(&self) {
        let names: Vec<_> = self.variants.names().map(board::to_xboard).collect();
        let strongest = Difficulty::STRONGEST.number();
        self.output.send(concat!("feature done=0 myname=\"xxlchess ", env!("CARGO_PKG_VERSION"), "\""));
        self.output.send(
            "feature ping=1 setboard=1 playother=1 usermove=1 san=0 time=1 draw=1 sigint=0 sigterm=0 reuse=1",
        );
        self.output.send("feature analyze=1 colors=0 name=0 nps=0 memory=1 smp=1 highlight=1");
        self.output.send(format_args!("feature variants=\"{}\"", names.join(",")));
        self.output.send(format_args!("feature option=\"{SKILL_LEVEL} -spin {strongest} 0 {strongest}\""));
        self.output.send("feature done=1");
    }

    /// Starts a game of the variant `name`.
    fn set_variant(&mut self, name: &str) {
        self.abort_search();
        let variant = self.variants.find(name).map_err(|unknown| unknown.to_string());
        let start = variant.and_then(|v| Position::start(&v).map_err(|errors| errors.to_string()));
        match start {
            Ok(start) => {
                self.variant = Arc::clone(start.variant());
                self.game = Some(CecpGame::new(start));
            }
            Err(error) => {
                self.game = None;
                self.output.send_error(error);
            }
        }
    }

    fn set_board(&mut self, text: &str) {
        self.abort_search();
        match fen::parse(&self.variant, text) {
            Ok(position) => {
                self.game = Some(CecpGame::new(position));
                if self.engine_color.is_some() {
                    self.send_outcome();
                }
            }
            Err(error) => {
                self.game = None;
                self.output.send_error(format_args!("Illegal position: {error}"));
            }
        }
    }

    /// Sets the clock of the engine's side or that of its opponent. If the engine plays neither side, the side to move counts
    /// as its side.
    fn set_clock(&mut self, time: Duration, opponent: bool) {
        let turn = self.game.as_ref().map(|game| game.position.turn());
        if let Some(color) = self.engine_color.or(turn) {
            self.clocks[if opponent { !color } else { color }] = time;
        }
    }

    fn set_options(&mut self, change: impl FnOnce(&mut Options)) {
        self.abort_search();
        let mut engine = lock(&self.engine);
        let mut options = engine.options().clone();
        change(&mut options);
        if let Err(error) = engine.set_options(options) {
            drop(engine);
            self.output.send_error(format_args!("not enough memory: {error}"));
        }
    }

    fn set_option(&mut self, name: &str, value: &str) {
        let strongest = Difficulty::STRONGEST.number();
        let number = value.parse().ok().filter(|number| (0..=strongest).contains(number));
        match number {
            Some(number) if name == SKILL_LEVEL => self.difficulty = Difficulty::new(number),
            _ => self.output.send(format_args!("Error (unknown option or value): {}={}", name, value)),
        }
    }

    /// Plays a move of the client: of the opponent, or of either side if the engine plays neither.
    fn play(&mut self, word: &str) {
        self.abort_search();
        let Some(game) = &mut self.game else {
            return self.output.send(format_args!("Illegal move (no position): {word}"));
        };
        match board::parse_move(&game.position, word) {
            Some(mv) => {
                game.play(mv);
                self.send_outcome();
            }
            None => self.output.send(format_args!("Illegal move: {word}")),
        }
    }

    fn undo(&mut self, plies: usize) {
        self.abort_search();
        if let Some(game) = &mut self.game {
            game.undo(plies);
        }
    }

    /// Sends the result if the game has ended.
    fn send_outcome(&self) {
        let Some(outcome) = self.game.as_ref().and_then(CecpGame::outcome) else { return };
        self.output.send(format_args!("{} {{{}}}", pgn::result(outcome.winner()), outcome.name()));
    }

    fn hint(&self) {
        let Some(game) = self.game.as_ref().filter(|_| self.running.is_none()) else { return };
        let limits = Limits::nodes(HINT_NODES);
        let mut engine = lock(&self.engine);
        let report = engine.go(&game.position, &game.keys, &limits, &AtomicBool::new(false), |_| {});
        drop(engine);
        if let Some(mv) = report.best_move() {
            self.output.send(format_args!("Hint: {}", board::format_move(&self.variant, mv)));
        }
    }

    /// Ends the running search. Its result is ignored.
    fn abort_search(&mut self) {
        if let Some(stop) = self.running.take() {
            stop.store(true, Ordering::Relaxed);
        }
    }

    /// Plays the engine's move at the end of a search.
    fn finish_search(&mut self, search: u64, report: &SearchReport) {
        if search != self.search || self.running.is_none() || self.analyzing {
            return;
        }
        self.running = None;
        let (Some(game), Some(mv)) = (&mut self.game, report.best_move()) else { return };
        game.play(mv);
        self.output.send(format_args!("move {}", board::format_move(&self.variant, mv)));
        self.send_outcome();
    }

    fn limits(&self, game: &CecpGame) -> Limits {
        if self.analyzing {
            return Limits { infinite: true, ..Limits::default() };
        }
        let clocks = self.time_control.map(|control| ClockTimes {
            time: self.clocks,
            increment: ByColor { white: control.increment, black: control.increment },
            moves_to_go: control.moves_to_go(game.moves.len()),
        });
        // Until the client has sent `level`, `st` or `sd`, there is a second for each move.
        let default = Some(Duration::from_secs(1)).filter(|_| clocks.is_none() && self.depth.is_none());
        Limits { depth: self.depth, clocks, move_time: self.move_time.or(default), ..Limits::default() }
    }

    /// Starts a search if it is the engine's turn or a position is analysed.
    fn think<'scope>(&mut self, scope: &'scope Scope<'scope, 'env>)
    where
        W: 'env,
    {
        let Some(game) = &self.game else { return };
        let is_wanted = self.analyzing || self.engine_color == Some(game.position.turn());
        if !is_wanted || self.running.is_some() || game.outcome().is_some() {
            return;
        }
        self.search += 1;
        let stop = Arc::new(AtomicBool::new(false));
        let (search, output, flag) = (self.search, self.output, Arc::clone(&stop));
        let (engine, sender, difficulty) = (Arc::clone(&self.engine), self.sender.clone(), self.difficulty);
        let (position, keys, limits) = (game.position.clone(), game.keys.clone(), self.limits(game));
        let (start, moves, seed) = (game.start.clone(), game.moves.clone(), game.seed);
        let shows = self.post || self.analyzing;
        let work = move || {
            let on_event = |event: &SearchEvent| {
                if let SearchEvent::Variation(info) = event
                    && shows
                    && !flag.load(Ordering::Relaxed)
                {
                    output.send(thinking(position.variant(), info));
                }
            };
            let go = || {
                let game = GameSoFar { keys: &keys, start: &start, moves: &moves, seed };
                skill_level::go(&mut lock(&engine), difficulty, &position, game, &limits, &flag, on_event)
            };
            // If the search panics, the report has any legal move, so that the game goes on.
            let report = output.search(&position, go);
            // The session may have ended.
            let _ = sender.send(CecpInput::Searched(search, report));
        };
        self.running = self.output.spawn(scope, "search", work).map(|_| stop);
    }
}

/// Thinking output: the depth in plies, the score in centipawns, the time in hundredths of a second, the nodes and the
/// variation.
fn thinking(variant: &Variant, info: &SearchInfo) -> String {
    let score = match info.score {
        Score::Centipawns(value) => value,
        Score::Mate(moves) if moves > 0 => MATE_SCORE + moves,
        Score::Mate(moves) => moves - MATE_SCORE,
    };
    let line: Vec<_> = info.pv.iter().map(|&mv| board::format_move(variant, mv)).collect();
    format!("{} {score} {} {} {}", info.depth, info.time.as_millis() / 10, info.nodes, line.join(" "))
}
