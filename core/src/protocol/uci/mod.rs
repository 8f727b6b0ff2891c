//! UCI, the protocol between chess programs and engines. docs/uci.md explains it.
//!
//! No input ends the process. A line with an error is ignored, and the answer is an `info string`.

pub mod bench;
pub mod client;
pub mod command;
mod genfens;
mod options;
mod output;

use std::io::{BufRead, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread::{Scope, ScopedJoinHandle};
use std::time::{Duration, Instant};

use crate::engine::{self, Engine, Limits};
use crate::notation::variants_ini::Variants;
use crate::notation::{coords, fen, text};
use crate::rules::{Move, Position, Variant, perft};

use super::connection::{LineTooLong, MAX_LINE, Output, QUEUE_LINES, lock, read_lines};
use super::skill_level::{self, GameSoFar};
use command::{GenFens, Go, UciCommand, UciCommandError};
use options::OptionValues;

/// Runs the protocol until `quit` or the end of `input`.
///
/// A thread reads the input, so that `stop` ends a search. Errors of `output` are ignored.
///
/// ```
/// let mut output = Vec::new();
/// xxlchess_core::protocol::uci::run("isready\nquit\n".as_bytes(), &mut output);
/// assert_eq!(output, b"readyok\n");
/// ```
pub fn run(input: impl BufRead + Send, output: impl Write + Send) {
    run_with(Variants::built_in(), input, output);
}

/// Runs the protocol as [`run`] does. `variants` are those of the option `UCI_Variant`, and `chess` must be one of them.
///
/// ```
/// # use xxlchess_core::{notation::variants_ini::Variants, protocol::uci};
/// let variants = Variants::built_in().with_file("mine", "[mini:chess]\nstartFen = k7/8/8/8/8/8/8/K7 w - - 0 1").unwrap();
/// let mut output = Vec::new();
/// uci::run_with(variants, "setoption name UCI_Variant value mini\nquit\n".as_bytes(), &mut output);
/// assert!(output.starts_with(b"info string variant mini files 8 ranks 8"));
/// ```
pub fn run_with(variants: Variants, input: impl BufRead + Send, output: impl Write + Send) {
    let output = Output::new(output, "info string");
    std::thread::scope(|scope| {
        let (sender, lines) = sync_channel(QUEUE_LINES);
        let mut session = UciSession::new(&output, variants);
        let is_quit = |line: &str| matches!(command::parse(line, None), Ok(UciCommand::Quit));
        let read = move || read_lines(input, is_quit, |line| sender.send(line).is_ok());
        if output.spawn(scope, "input", read).is_some() {
            session.run(scope, &lines);
        }
    });
}

/// Executes `commands`, each of them to its end, up to `quit`. `variants` are as for [`run_with`].
///
/// ```
/// # use xxlchess_core::{notation::variants_ini::Variants, protocol::uci::run_commands};
/// let (variants, mut output) = (Variants::built_in(), Vec::new());
/// run_commands(variants.clone(), &["isready", "quit"], &mut output).unwrap();
/// assert_eq!(output, b"readyok\n");
/// for command in ["redy", "go", "go infinite depth 1", "go ponder depth 1"] {
///     assert!(run_commands(variants.clone(), &["isready", command], &mut output).is_err());
/// }
/// ```
///
/// # Errors
/// If one of them is not a command, or is a search that would not end by itself. In this case none is executed.
pub fn run_commands(
    variants: Variants,
    commands: &[impl AsRef<str>],
    output: impl Write + Send,
) -> Result<(), UciCommandError> {
    for line in commands {
        if let UciCommand::Go(Go::Search(limits)) = command::parse(line.as_ref(), None)?
            && !limits.is_bounded()
        {
            return Err(UciCommandError::NoLimit);
        }
    }
    let output = Output::new(output, "info string");
    std::thread::scope(|scope| {
        let mut session = UciSession::new(&output, variants);
        for line in commands {
            match command::parse(line.as_ref(), session.position.as_ref().ok())? {
                UciCommand::Quit => break,
                command => session.execute(command, scope),
            }
            session.wait();
        }
        Ok(())
    })
}

/// Time between two tests whether the client still reads the output. They are made only after the end of the input.
const PROBE_INTERVAL: Duration = Duration::from_secs(2);

/// A running search, perft, bench or `genfens`.
struct Task<'scope> {
    thread: ScopedJoinHandle<'scope, ()>,
    stop: Arc<AtomicBool>,
    pondering: Arc<AtomicBool>,
    /// Whether the task is a search. A command that needs the engine stops a search, but waits for any other task.
    is_search: bool,
}

struct UciSession<'scope, 'env, W> {
    output: &'env Output<W>,
    options: OptionValues,
    variant: Arc<Variant>,
    /// The position, or the fault of the last `position` command.
    position: Result<Position, String>,
    /// Keys of the positions of the game before the present one.
    game_keys: Vec<u64>,
    /// Moves of the game.
    game_moves: Vec<Move>,
    /// The position before these moves.
    start: Position,
    /// Random number of the game, for the levels that play like people.
    seed: u64,
    engine: Arc<Mutex<Engine>>,
    running: Option<Task<'scope>>,
}

impl<'scope, 'env, W: Write + Send> UciSession<'scope, 'env, W> {
    fn new(output: &'env Output<W>, variants: Variants) -> Self {
        let options = OptionValues::new(variants);
        let (variant, position) = options.start();
        // The transposition table is allocated when it is first needed, so that the answer to `uci` comes at once.
        let engine_options = engine::Options { hash_mib: 0, ..options.engine_options() };
        let engine = Arc::new(Mutex::new(Engine::new(engine_options)));
        Self {
            output,
            options,
            variant,
            start: position.clone(),
            position: Ok(position),
            game_keys: Vec::new(),
            game_moves: Vec::new(),
            seed: skill_level::game_seed(),
            engine,
            running: None,
        }
    }

    fn run(&mut self, scope: &'scope Scope<'scope, 'env>, lines: &Receiver<Result<String, LineTooLong>>)
    where
        W: 'env,
    {
        for line in lines {
            let Ok(line) = line else {
                self.output.send_error(format_args!("a line of more than {MAX_LINE} bytes is ignored"));
                continue;
            };
            self.output.log_received(&line);
            match command::parse(&line, self.position.as_ref().ok()) {
                Ok(UciCommand::Quit) => return self.stop_task(),
                Ok(command) => self.execute(command, scope),
                Err(error) => self.output.send_error(error),
            }
        }
        self.finish_task_while_read();
    }

    /// Ends the running task after the end of the input. A search is stopped. Any other task goes on as long as the client
    /// reads the output: it does if the commands came from a file, but not if the client has died.
    fn finish_task_while_read(&mut self) {
        let mut probed = Instant::now();
        let is_counting = |task: &Task<'_>| !task.is_search && !task.thread.is_finished();
        while self.running.as_ref().is_some_and(is_counting) {
            std::thread::sleep(Duration::from_millis(20));
            if probed.elapsed() >= PROBE_INTERVAL {
                probed = Instant::now();
                if !self.output.probe() {
                    return self.stop_task();
                }
            }
        }
        self.finish_task();
    }

    fn execute(&mut self, command: UciCommand, scope: &'scope Scope<'scope, 'env>) {
        match command {
            UciCommand::Uci => {
                let name = concat!("id name xxlchess ", env!("CARGO_PKG_VERSION"));
                self.output.send(format_args!(
                    "{name}\nid author the xxlchess authors\n{}\nuciok",
                    self.options.listing()
                ));
            }
            UciCommand::IsReady => {
                if self.running.is_none() {
                    self.allocate_table();
                    // The tables of the variant would take the time of the first search.
                    lock(&self.engine).evaluator(&self.variant);
                }
                self.output.send("readyok");
            }
            UciCommand::Stop => self.stop_task(),
            UciCommand::PonderHit => {
                if let Some(running) = &self.running {
                    running.pondering.store(false, Ordering::Relaxed);
                }
            }
            UciCommand::NewGame => {
                self.seed = skill_level::game_seed();
                self.finish_task();
                lock(&self.engine).new_game();
            }
            UciCommand::SetOption { name, value } => {
                self.finish_task();
                self.set_option(&name, &value);
            }
            UciCommand::Position { fen, moves } => {
                self.finish_task();
                self.set_position(fen.as_deref(), &moves);
            }
            UciCommand::Go(go) => {
                self.finish_task();
                self.go(go, scope);
            }
            UciCommand::Display => {
                self.finish_task();
                match &self.position {
                    Ok(position) => self.output.send(output::position(position)),
                    Err(fault) => self.output.send_error(no_position(fault)),
                }
            }
            UciCommand::Eval => {
                self.finish_task();
                match &self.position {
                    Ok(position) => {
                        let value = lock(&self.engine).evaluator(&self.variant).evaluate(position);
                        self.output
                            .send(format_args!("Evaluation: {value} (centipawns, for the side to move)"));
                    }
                    Err(fault) => self.output.send_error(no_position(fault)),
                }
            }
            UciCommand::Bench(depth) => {
                self.finish_task();
                let output = self.output;
                self.start(scope, false, Arc::default(), move |stop| {
                    output.send(bench::run(depth, stop));
                });
            }
            UciCommand::GenFens(genfens) => {
                self.finish_task();
                self.genfens(genfens, scope);
            }
            UciCommand::Ignored | UciCommand::Quit => {}
        }
    }

    /// Starts `work` on a thread and passes it the flag that stops it. Returns whether the thread could be started.
    fn start(
        &mut self,
        scope: &'scope Scope<'scope, 'env>,
        is_search: bool,
        pondering: Arc<AtomicBool>,
        work: impl FnOnce(&AtomicBool) + Send + 'scope,
    ) -> bool {
        let stop = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&stop);
        let thread = self.output.spawn(scope, "search", move || work(&flag));
        self.running = thread.map(|thread| Task { thread, stop, pondering, is_search });
        self.running.is_some()
    }

    /// Ends the running task, so that the engine is free. A search is stopped, and any other task is waited for.
    fn finish_task(&mut self) {
        if self.running.as_ref().is_some_and(|task| task.is_search) {
            return self.stop_task();
        }
        self.wait();
    }

    /// Waits for the end of the running task.
    fn wait(&mut self) {
        if let Some(task) = self.running.take() {
            // If the thread has panicked, it has reported this itself.
            let _ = task.thread.join();
        }
    }

    /// Stops the running task and waits until it has sent its answer.
    fn stop_task(&mut self) {
        if let Some(task) = &self.running {
            task.stop.store(true, Ordering::Relaxed);
            task.pondering.store(false, Ordering::Relaxed);
        }
        self.wait();
    }

    /// Allocates the transposition table if there is none yet. If there is not enough memory, the table gets the default
    /// size. If that is too much as well, the table has only a few entries.
    fn allocate_table(&mut self) {
        let options = self.options.engine_options();
        let mut engine = lock(&self.engine);
        if engine.options().hash_mib > 0 {
            return;
        }
        let Err(error) = engine.set_options(options.clone()) else { return };
        let hash = engine::Options::default().hash_mib.min(options.hash_mib);
        let allocated = engine.set_options(engine::Options { hash_mib: hash, ..options });
        drop(engine);
        if allocated.is_err() {
            return self
                .output
                .send_error(format_args!("not enough memory for a transposition table: {error}"));
        }
        // This cannot fail, because the default size is within the bounds.
        let _ = self.options.set("Hash", &hash.to_string());
        self.output.send_error(format_args!("not enough memory, Hash is {hash} MiB: {error}"));
    }

    /// Passes the options to the engine. `hash` is the present size of its table in MiB. The size stays the same if there is
    /// not enough memory.
    fn set_engine_options(&mut self, hash: usize) {
        let options = self.options.engine_options();
        let mut engine = lock(&self.engine);
        if engine.options().hash_mib == 0 {
            // The table is allocated later. Without a new size this cannot fail.
            let _ = engine.set_options(engine::Options { hash_mib: 0, ..options });
            return;
        }
        if let Err(error) = engine.set_options(options) {
            drop(engine);
            self.output.send_error(format_args!("not enough memory, Hash stays at {hash} MiB: {error}"));
            // This cannot fail, because the old size is within the bounds.
            let _ = self.options.set("Hash", &hash.to_string());
        }
    }

    fn send_network_note(&self) {
        if let Some(note) = self.options.network_note() {
            self.output.send_error(note);
        }
    }

    fn set_option(&mut self, name: &str, value: &str) {
        let hash = self.options.engine_options().hash_mib;
        match self.options.set(name, value) {
            Err(error) => self.output.send_error(error),
            Ok(options::Change::Nothing) => {}
            Ok(options::Change::Engine) => self.set_engine_options(hash),
            Ok(options::Change::Network) => {
                self.set_engine_options(hash);
                self.send_network_note();
            }
            Ok(options::Change::ClearHash) => lock(&self.engine).new_game(),
            Ok(options::Change::Notes(notes)) => {
                notes.iter().for_each(|note| self.output.send(format_args!("info string {note}")));
            }
            Ok(options::Change::Log(path)) => {
                let opened = self.output.log_to(path.as_deref());
                if let Err(error) = opened {
                    self.output.send_error(format_args!("{value}: cannot be written: {error}"));
                }
            }
            Ok(options::Change::Variant) => {
                let (variant, position) = self.options.start();
                let fen = fen::format(&position);
                self.start = position.clone();
                (self.variant, self.position) = (variant, Ok(position));
                self.forget_moves();
                let rules = self.variant.rules();
                self.output.send(format_args!(
                    "info string variant {} files {} ranks {} startpos {}",
                    rules.name, rules.files, rules.ranks, fen
                ));
                self.send_network_note();
            }
        }
    }

    /// Sets up a position and plays the moves. After a fault there is no position until the next `position` command.
    fn set_position(&mut self, fen: Option<&str>, moves: &[String]) {
        self.forget_moves();
        self.position = self.position_after(fen, moves);
        if let Err(fault) = &self.position {
            self.output.send_error(fault);
        }
    }

    fn forget_moves(&mut self) {
        self.game_keys.clear();
        self.game_moves.clear();
    }

    fn position_after(&mut self, fen: Option<&str>, moves: &[String]) -> Result<Position, String> {
        let mut position = match fen {
            None => Position::start(&self.variant).map_err(|errors| errors.to_string())?,
            Some(text) => fen::parse(&self.variant, text).map_err(|error| error.to_string())?,
        };
        self.start = position.clone();
        for word in moves {
            let mv = coords::parse_move(&position, word);
            let mv =
                mv.ok_or_else(|| format!("{} is not a legal move here", text::shorten(word.as_bytes())))?;
            self.game_keys.push(position.key());
            self.game_moves.push(mv);
            position.make(mv);
        }
        Ok(position)
    }

    fn go(&mut self, go: Go, scope: &'scope Scope<'scope, 'env>) {
        let position = match &self.position {
            Ok(position) => position.clone(),
            Err(fault) => {
                self.output.send_error(no_position(fault));
                let perft = matches!(go, Go::Perft(_));
                return self.output.send(if perft { "Nodes searched: 0" } else { "bestmove (none)" });
            }
        };
        match go {
            Go::Perft(depth) => self.perft(depth, position, scope),
            Go::Search(limits) => {
                self.allocate_table();
                self.search(limits, position, scope);
            }
        }
    }

    fn perft(&mut self, depth: u32, mut position: Position, scope: &'scope Scope<'scope, 'env>) {
        let output = self.output;
        let work = move |stop: &AtomicBool| {
            let start = Instant::now();
            let mut nodes = u64::from(depth == 0);
            let moves = if depth == 0 { Vec::new() } else { position.legal_moves() };
            for mv in moves {
                let text = coords::format_legal_move(&position, mv);
                let undo = position.make(mv);
                let count = perft_until(&mut position, depth - 1, stop);
                position.unmake(mv, &undo);
                if stop.load(Ordering::Relaxed) {
                    output.send("info string perft stopped");
                    break;
                }
                nodes += count;
                output.send(format_args!("{text}: {count}"));
            }
            let speed = nodes as f64 / start.elapsed().as_secs_f64().max(1e-6);
            output.send(format!("\nNodes searched: {nodes}\ninfo string {speed:.0} nodes a second"));
        };
        if !self.start(scope, false, Arc::default(), work) {
            self.output.send("Nodes searched: 0");
        }
    }

    fn genfens(&mut self, genfens: GenFens, scope: &'scope Scope<'scope, 'env>) {
        let variant = match self.options.variant(genfens.variant.as_deref()) {
            Ok(variant) => variant,
            Err(error) => return self.output.send_error(error),
        };
        let (output, options) = (self.output, self.options.engine_options());
        self.start(scope, false, Arc::default(), move |stop| {
            let send = |fen: &str| output.send(format_args!("info string genfens {fen}"));
            if let Err(error) = genfens::run(&genfens, &variant, options, stop, send) {
                output.send_error(format_args!("genfens: {error}"));
            }
        });
    }

    fn search(&mut self, mut limits: Limits, position: Position, scope: &'scope Scope<'scope, 'env>) {
        let pondering = limits.ponder.get_or_insert_with(|| Arc::new(AtomicBool::new(false))).clone();
        let (output, engine) = (self.output, Arc::clone(&self.engine));
        let (keys, moves, seed) = (self.game_keys.clone(), self.game_moves.clone(), self.seed);
        let start = self.start.clone();
        let (difficulty, wdl) = (self.options.difficulty(), self.options.shows_wdl());
        let fallback = output::best_move(&position, &skill_level::first_move(&position));
        let work = move |stop: &AtomicBool| {
            let infinite = output::is_infinite(&limits);
            let on_event = |event: &_| output.send(output::info(&position, event, wdl));
            let search = || {
                skill_level::go(
                    &mut lock(&engine),
                    difficulty,
                    &position,
                    GameSoFar { keys: &keys, start: &start, moves: &moves, seed },
                    &limits,
                    stop,
                    on_event,
                )
            };
            // If the search panics, the report has any legal move, because every `go` needs an answer.
            let report = output.search(&position, search);
            // UCI forbids an answer to `go infinite` before `stop`, and an answer while pondering.
            let waits = || infinite || limits.ponder.as_ref().is_some_and(|p| p.load(Ordering::Relaxed));
            while waits() && !stop.load(Ordering::Relaxed) {
                std::thread::sleep(std::time::Duration::from_millis(1));
            }
            let missing = lock(&engine).take_missing_threads();
            if missing > 0 {
                output.send_error(format_args!("not enough memory: {missing} of the threads did not search"));
            }
            if report.best_move().is_none() {
                output.send(format_args!("info depth 0 score {}", report.score));
            }
            output.send(output::best_move(&position, &report));
        };
        if !self.start(scope, true, pondering, work) {
            self.output.send(fallback);
        }
    }
}

/// The error message of a command that needs a position, if the last `position` command had this fault.
fn no_position(fault: &str) -> String {
    format!("there is no position: {fault}")
}

/// Perft that ends early if `stop` is set. Its result is meaningless in this case.
fn perft_until(position: &mut Position, depth: u32, stop: &AtomicBool) -> u64 {
    if depth <= 1 {
        return perft::perft(position, depth);
    }
    let mut nodes = 0;
    for mv in position.legal_moves() {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        let undo = position.make(mv);
        nodes += perft_until(position, depth - 1, stop);
        position.unmake(mv, &undo);
    }
    nodes
}
