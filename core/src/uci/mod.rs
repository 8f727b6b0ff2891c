//! UCI, the protocol between chess programs and engines. See docs/uci.md.
//!
//! No input ends the process: a line with an error is answered by an `info string` and ignored.

pub mod bench;
pub mod command;
pub(crate) mod options;
mod output;
pub(crate) mod skill_level;

use std::io::{BufRead, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{Scope, ScopedJoinHandle};
use std::time::Instant;

use crate::engine::{self, Engine, Limits};
use crate::notation::variants_ini::Variants;
use crate::notation::{coords, fen, text};
use crate::rules::{Position, Variant, perft};

use command::{Command, Go};
use options::OptionValues;
use output::Channel;

/// Longest input line in bytes: enough for a game of more than a hundred thousand moves.
const MAX_LINE: usize = 1 << 20;
/// Capacity of the queue of lines that were read and not executed yet.
pub(crate) const QUEUE_LINES: usize = 16;

/// A line was longer than [`MAX_LINE`] and skipped.
pub(crate) struct LineTooLong;

/// Runs the protocol until `quit` or the end of `input`.
///
/// A thread reads the input, so that `stop` is noticed during a search. Errors of `output` are ignored.
pub fn run(input: impl BufRead + Send, output: impl Write + Send) {
    run_with(Variants::for_uci(), input, output);
}

/// Runs the protocol with these variants to choose from.
pub fn run_with(variants: Variants, input: impl BufRead + Send, output: impl Write + Send) {
    let output = Mutex::new(Channel::new(output));
    std::thread::scope(|scope| {
        let (sender, lines) = sync_channel(QUEUE_LINES);
        let session = Session::new(&output, variants);
        let reader = std::thread::Builder::new().name("input".to_owned());
        match reader.spawn_scoped(scope, move || read_lines(input, |line| sender.send(line).is_ok())) {
            Ok(_) => { session }.run(scope, &lines),
            Err(error) => session.send(format_args!("info string cannot start a thread: {error}")),
        }
    });
}

/// Passes the lines of `input` to `send`, up to and including `quit` or until `send` returns false.
pub(crate) fn read_lines(mut input: impl BufRead, mut send: impl FnMut(Result<String, LineTooLong>) -> bool) {
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match input.by_ref().take(MAX_LINE as u64).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return,
            Ok(MAX_LINE) if bytes.last() != Some(&b'\n') => {
                let skipped = input.skip_until(b'\n');
                if !send(Err(LineTooLong)) || skipped.is_err() {
                    return;
                }
                continue;
            }
            Ok(_) => {}
        }
        let line = String::from_utf8_lossy(&bytes).trim().to_owned();
        let is_quit = line.split_whitespace().next() == Some("quit");
        if !send(Ok(line)) || is_quit {
            return;
        }
    }
}

pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // After a panic in a search the engine's tables are still usable.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A running search, perft or bench.
struct Task<'scope> {
    thread: ScopedJoinHandle<'scope, ()>,
    stop: Arc<AtomicBool>,
    pondering: Arc<AtomicBool>,
    /// A search is stopped by the next command that needs the engine; a perft or bench is waited for.
    is_search: bool,
}

/// State of the protocol.
struct Session<'scope, 'env, W> {
    output: &'env Mutex<Channel<W>>,
    options: OptionValues,
    variant: Arc<Variant>,
    /// The position, or why the last `position` was refused.
    position: Result<Position, String>,
    /// Keys of the game's positions before the present one.
    game_keys: Vec<u64>,
    engine: Arc<Mutex<Engine>>,
    running: Option<Task<'scope>>,
}

impl<'scope, 'env, W: Write + Send> Session<'scope, 'env, W> {
    fn new(output: &'env Mutex<Channel<W>>, variants: Variants) -> Self {
        let options = OptionValues::new(variants);
        let (variant, position) = options.start();
        // The transposition table is allocated when first needed, so that `uci` is answered at once.
        let engine_options = engine::Options { hash_mib: 0, ..options.engine_options() };
        let engine = Arc::new(Mutex::new(Engine::new(engine_options)));
        Self {
            output,
            options,
            variant,
            position: Ok(position),
            game_keys: Vec::new(),
            engine,
            running: None,
        }
    }

    fn send(&self, text: impl std::fmt::Display) {
        lock(self.output).send(&text::printable(&text.to_string()));
    }

    fn run(&mut self, scope: &'scope Scope<'scope, 'env>, lines: &Receiver<Result<String, LineTooLong>>)
    where
        W: 'env,
    {
        for line in lines {
            let Ok(line) = line else {
                self.send(format_args!("info string a line of more than {MAX_LINE} bytes is ignored"));
                continue;
            };
            lock(self.output).log(">>", &line);
            match command::parse(&line, self.position.as_ref().ok()) {
                Ok(Command::Quit) => return self.stop_task(),
                Ok(command) => self.execute(command, scope),
                Err(error) => self.send(format_args!("info string {error}")),
            }
        }
        self.finish_task();
    }

    fn execute(&mut self, command: Command, scope: &'scope Scope<'scope, 'env>) {
        match command {
            Command::Uci => {
                let name = concat!("id name xxlchess ", env!("CARGO_PKG_VERSION"));
                self.send(format_args!(
                    "{name}\nid author the xxlchess authors\n{}\nuciok",
                    self.options.listing()
                ));
            }
            Command::IsReady => {
                if self.running.is_none() {
                    self.allocate_table();
                }
                self.send("readyok");
            }
            Command::Stop => self.stop_task(),
            Command::PonderHit => {
                if let Some(running) = &self.running {
                    running.pondering.store(false, Ordering::Relaxed);
                }
            }
            Command::NewGame => {
                self.finish_task();
                lock(&self.engine).new_game();
            }
            Command::SetOption { name, value } => {
                self.finish_task();
                self.set_option(&name, &value);
            }
            Command::Position { fen, moves } => {
                self.finish_task();
                self.set_position(fen.as_deref(), &moves);
            }
            Command::Go(go) => {
                self.finish_task();
                self.go(go, scope);
            }
            Command::Display => {
                self.finish_task();
                match &self.position {
                    Ok(position) => self.send(output::position(position)),
                    Err(fault) => self.send(no_position(fault)),
                }
            }
            Command::Eval => {
                self.finish_task();
                match &self.position {
                    Ok(position) => {
                        let value = lock(&self.engine).evaluator(&self.variant).evaluate(position);
                        self.send(format_args!("Evaluation: {value} (centipawns, for the side to move)"));
                    }
                    Err(fault) => self.send(no_position(fault)),
                }
            }
            Command::Bench(depth) => {
                self.finish_task();
                let output = self.output;
                self.start(scope, false, Arc::default(), move |stop| {
                    let result = bench::run(depth, stop).to_string();
                    lock(output).send(&result);
                });
            }
            Command::Ignored | Command::Quit => {}
        }
    }

    /// Starts `work` on a thread. Returns whether it did.
    fn start(
        &mut self,
        scope: &'scope Scope<'scope, 'env>,
        is_search: bool,
        pondering: Arc<AtomicBool>,
        work: impl FnOnce(&AtomicBool) + Send + 'scope,
    ) -> bool {
        let stop = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&stop);
        let thread = std::thread::Builder::new().name("search".to_owned());
        match thread.spawn_scoped(scope, move || work(&flag)) {
            Ok(thread) => self.running = Some(Task { thread, stop, pondering, is_search }),
            Err(error) => self.send(format_args!("info string cannot start a thread: {error}")),
        }
        self.running.is_some()
    }

    /// Waits until the engine is free: stops a search, lets a perft or bench end.
    fn finish_task(&mut self) {
        if self.running.as_ref().is_some_and(|task| task.is_search) {
            return self.stop_task();
        }
        if let Some(task) = self.running.take() {
            let _ = task.thread.join();
        }
    }

    /// Stops the running task, if any, and waits until it has sent its answer.
    fn stop_task(&mut self) {
        if let Some(task) = self.running.take() {
            task.stop.store(true, Ordering::Relaxed);
            task.pondering.store(false, Ordering::Relaxed);
            // A panic in the search was reported by its thread.
            let _ = task.thread.join();
        }
    }

    /// Allocates the transposition table if there is none yet, of the default size if memory is short. Without any the
    /// search still works, but is weaker.
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
                .send(format_args!("info string not enough memory for a transposition table: {error}"));
        }
        // The default size is within the bounds.
        let _ = self.options.set("Hash", &hash.to_string());
        self.send(format_args!("info string not enough memory, Hash is {hash} MiB: {error}"));
    }

    /// Passes the options to the engine. If memory is short, the table keeps its size of `hash` MiB.
    fn set_engine_options(&mut self, hash: usize) {
        let options = self.options.engine_options();
        let mut engine = lock(&self.engine);
        if engine.options().hash_mib == 0 {
            // The table is allocated later; without a new size this cannot fail.
            let _ = engine.set_options(engine::Options { hash_mib: 0, ..options });
            return;
        }
        if let Err(error) = engine.set_options(options) {
            drop(engine);
            self.send(format_args!("info string not enough memory, Hash stays at {hash} MiB: {error}"));
            // The old size is within the bounds.
            let _ = self.options.set("Hash", &hash.to_string());
        }
    }

    fn set_option(&mut self, name: &str, value: &str) {
        let hash = self.options.engine_options().hash_mib;
        match self.options.set(name, value) {
            Err(error) => self.send(format_args!("info string {error}")),
            Ok(options::Change::Nothing) => {}
            Ok(options::Change::Engine) => self.set_engine_options(hash),
            Ok(options::Change::ClearHash) => lock(&self.engine).new_game(),
            Ok(options::Change::Notes(notes)) => {
                notes.iter().for_each(|note| self.send(format_args!("info string {note}")));
            }
            Ok(options::Change::Log(path)) => {
                let opened = lock(self.output).log_to(path.as_deref());
                if let Err(error) = opened {
                    self.send(format_args!("info string {value}: cannot be written: {error}"));
                }
            }
            Ok(options::Change::Variant) => {
                let (variant, position) = self.options.start();
                let fen = fen::format(&position);
                (self.variant, self.position) = (variant, Ok(position));
                self.game_keys.clear();
                let rules = self.variant.rules();
                self.send(format_args!(
                    "info string variant {} files {} ranks {} startpos {}",
                    rules.name, rules.files, rules.ranks, fen
                ));
            }
        }
    }

    /// Sets up a position and plays the moves. With a fault there is no position until the next command.
    fn set_position(&mut self, fen: Option<&str>, moves: &[String]) {
        self.game_keys.clear();
        self.position = self.position_after(fen, moves);
        if let Err(fault) = &self.position {
            self.send(format_args!("info string {fault}"));
        }
    }

    fn position_after(&mut self, fen: Option<&str>, moves: &[String]) -> Result<Position, String> {
        let mut position = match fen {
            None => Position::start(&self.variant).map_err(|errors| errors.to_string())?,
            Some(text) => fen::parse(&self.variant, text).map_err(|error| error.to_string())?,
        };
        for word in moves {
            let mv = coords::parse_move(&position, word);
            let mv =
                mv.ok_or_else(|| format!("{} is not a legal move here", text::shorten(word.as_bytes())))?;
            self.game_keys.push(position.key());
            position.make(mv);
        }
        Ok(position)
    }

    fn go(&mut self, go: Go, scope: &'scope Scope<'scope, 'env>) {
        let position = match &self.position {
            Ok(position) => position.clone(),
            Err(fault) => {
                self.send(no_position(fault));
                let perft = matches!(go, Go::Perft(_));
                return self.send(if perft { "Nodes searched: 0" } else { "bestmove (none)" });
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
                let undo = position.make(mv);
                let count = perft_until(&mut position, depth - 1, stop);
                position.unmake(mv, &undo);
                if stop.load(Ordering::Relaxed) {
                    lock(output).send("info string perft stopped");
                    break;
                }
                nodes += count;
                lock(output).send(&format!("{}: {count}", coords::format_move(position.variant(), mv)));
            }
            let speed = nodes as f64 / start.elapsed().as_secs_f64().max(1e-6);
            lock(output).send(&format!("\nNodes searched: {nodes}\ninfo string {speed:.0} nodes a second"));
        };
        if !self.start(scope, false, Arc::default(), work) {
            self.send("Nodes searched: 0");
        }
    }

    fn search(&mut self, mut limits: Limits, position: Position, scope: &'scope Scope<'scope, 'env>) {
        let pondering = limits.ponder.get_or_insert_with(|| Arc::new(AtomicBool::new(false))).clone();
        let (output, engine) = (self.output, Arc::clone(&self.engine));
        let game_keys = self.game_keys.clone();
        let (difficulty, wdl) = (self.options.difficulty(), self.options.shows_wdl());
        let fallback = output::best_move(&self.variant, &skill_level::first_move(&position));
        let work = move |stop: &AtomicBool| {
            let variant = Arc::clone(position.variant());
            let send = |text: String| lock(output).send(&text);
            let infinite = output::is_infinite(&limits);
            let on_info = |info: &_| send(output::info(&variant, info, wdl));
            let search = || {
                skill_level::go(&mut lock(&engine), difficulty, &position, &game_keys, &limits, stop, on_info)
            };
            // A `go` is always answered, even if the search panics.
            let report = catch_unwind(AssertUnwindSafe(search)).unwrap_or_else(|_| {
                send("info string the search failed".to_owned());
                skill_level::first_move(&position)
            });
            // UCI: no answer to `go infinite` before `stop`, nor while pondering.
            let waits = || infinite || limits.ponder.as_ref().is_some_and(|p| p.load(Ordering::Relaxed));
            while waits() && !stop.load(Ordering::Relaxed) {
                std::thread::sleep(std::time::Duration::from_millis(1));
            }
            let missing = lock(&engine).take_missing_threads();
            if missing > 0 {
                send(format!("info string not enough memory: {missing} of the threads did not search"));
            }
            if report.best_move().is_none() {
                send(format!("info depth 0 score {}", report.score));
            }
            send(output::best_move(&variant, &report));
        };
        if !self.start(scope, true, pondering, work) {
            self.send(fallback);
        }
    }
}

/// The answer to a command that needs a position.
fn no_position(fault: &str) -> String {
    format!("info string there is no position: {fault}")
}

/// Perft that ends early, with a meaningless number, when `stop` is set.
fn perft_until(position: &mut Position, depth: u32, stop: &AtomicBool) -> u64 {
    if depth <= 3 {
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
