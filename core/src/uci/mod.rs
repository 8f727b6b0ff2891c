//! UCI, the protocol between chess programs and engines. See docs/uci.md.
//!
//! No input ends the process: a line with an error is answered by an `info string` and ignored.

pub mod bench;
pub mod command;
mod options;
mod output;
mod skill_level;

use std::io::{BufRead, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{Scope, ScopedJoinHandle};
use std::time::Instant;

use crate::engine::{self, Engine, Limits};
use crate::notation::variants_ini::Variants;
use crate::notation::{coords, fen, text};
use crate::rules::{Position, Variant, perft};

use command::{Command, Go};
use options::OptionValues;

/// Longest input line in bytes: enough for a game of more than a hundred thousand moves.
const MAX_LINE: usize = 1 << 20;
/// Capacity of the queue of lines that were read and not executed yet.
const QUEUE_LINES: usize = 16;

/// A line was longer than [`MAX_LINE`] and skipped.
struct LineTooLong;

/// Runs the protocol until `quit` or the end of `input`.
///
/// A thread reads the input, so that `stop` is noticed during a search. Errors of `output` are ignored.
pub fn run(input: impl BufRead + Send, output: impl Write + Send) {
    run_with(Variants::built_in(), input, output);
}

/// Runs the protocol with these variants to choose from.
pub fn run_with(variants: Variants, input: impl BufRead + Send, output: impl Write + Send) {
    let output = Mutex::new(output);
    std::thread::scope(|scope| {
        let (sender, lines) = sync_channel(QUEUE_LINES);
        let session = Session::new(&output, variants);
        let reader = std::thread::Builder::new().name("input".to_owned());
        match reader.spawn_scoped(scope, move || read_lines(input, &sender)) {
            Ok(_) => { session }.run(scope, &lines),
            Err(error) => session.send(format_args!("info string cannot start a thread: {error}")),
        }
    });
}

/// Sends the lines of `input` to the session, up to and including `quit`.
fn read_lines(mut input: impl BufRead, sender: &SyncSender<Result<String, LineTooLong>>) {
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match input.by_ref().take(MAX_LINE as u64).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return,
            Ok(MAX_LINE) if bytes.last() != Some(&b'\n') => {
                let skipped = input.skip_until(b'\n');
                if sender.send(Err(LineTooLong)).is_err() || skipped.is_err() {
                    return;
                }
                continue;
            }
            Ok(_) => {}
        }
        let line = String::from_utf8_lossy(&bytes).trim().to_owned();
        let is_quit = line.split_whitespace().next() == Some("quit");
        if sender.send(Ok(line)).is_err() || is_quit {
            return;
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // After a panic in a search the engine's tables are still usable.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A running search.
struct RunningSearch<'scope> {
    thread: ScopedJoinHandle<'scope, ()>,
    stop: Arc<AtomicBool>,
    pondering: Arc<AtomicBool>,
}

/// State of the protocol.
struct Session<'scope, 'env, W> {
    output: &'env Mutex<W>,
    options: OptionValues,
    variant: Arc<Variant>,
    position: Position,
    /// Keys of the game's positions before the present one.
    game_keys: Vec<u64>,
    engine: Arc<Mutex<Engine>>,
    running: Option<RunningSearch<'scope>>,
}

impl<'scope, 'env, W: Write + Send> Session<'scope, 'env, W> {
    fn new(output: &'env Mutex<W>, variants: Variants) -> Self {
        let options = OptionValues::new(variants);
        let (variant, position) = options.start();
        // The transposition table is allocated when first needed, so that `uci` is answered at once.
        let engine_options = engine::Options { hash_mib: 0, ..options.engine_options() };
        let engine = Arc::new(Mutex::new(Engine::new(engine_options)));
        Self { output, options, variant, position, game_keys: Vec::new(), engine, running: None }
    }

    fn send(&self, text: impl std::fmt::Display) {
        let mut output = lock(self.output);
        // If the reader has gone, there is nowhere to report the error.
        let _ = writeln!(output, "{}", text::printable(&text.to_string())).and_then(|()| output.flush());
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
            match command::parse(&line, &self.position) {
                Ok(Command::Quit) => break,
                Ok(command) => self.execute(command, scope),
                Err(error) => self.send(format_args!("info string {error}")),
            }
        }
        self.stop_search();
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
            Command::Stop => self.stop_search(),
            Command::PonderHit => {
                if let Some(running) = &self.running {
                    running.pondering.store(false, Ordering::Relaxed);
                }
            }
            Command::NewGame => {
                self.stop_search();
                lock(&self.engine).new_game();
            }
            Command::SetOption { name, value } => {
                self.stop_search();
                self.set_option(&name, &value);
            }
            Command::Position { fen, moves } => {
                self.stop_search();
                self.set_position(fen.as_deref(), &moves);
            }
            Command::Go(go) => {
                self.stop_search();
                self.allocate_table();
                self.go(go, scope);
            }
            Command::Display => {
                self.stop_search();
                self.send(output::position(&self.position));
            }
            Command::Eval => {
                self.stop_search();
                let value = lock(&self.engine).evaluator(&self.variant).evaluate(&self.position);
                self.send(format_args!("Evaluation: {value} (centipawns, for the side to move)"));
            }
            Command::Bench(depth) => {
                self.stop_search();
                self.send(bench::run(depth));
            }
            Command::Ignored | Command::Quit => {}
        }
    }

    /// Stops the running search, if any, and waits until it has sent its answer.
    fn stop_search(&mut self) {
        if let Some(running) = self.running.take() {
            running.stop.store(true, Ordering::Relaxed);
            running.pondering.store(false, Ordering::Relaxed);
            // A panic in the search was reported by its thread.
            let _ = running.thread.join();
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
            Ok(options::Change::Variant) => {
                (self.variant, self.position) = self.options.start();
                self.game_keys.clear();
                let rules = self.variant.rules();
                self.send(format_args!(
                    "info string variant {} files {} ranks {} startpos {}",
                    rules.name,
                    rules.files,
                    rules.ranks,
                    fen::format(&self.position)
                ));
            }
        }
    }

    /// Sets up a position and plays the moves up to the first illegal one.
    fn set_position(&mut self, fen: Option<&str>, moves: &[String]) {
        let position = match fen {
            None => Position::start(&self.variant).map_err(|errors| errors.to_string()),
            Some(text) => fen::parse(&self.variant, text).map_err(|error| error.to_string()),
        };
        let mut position = match position {
            Ok(position) => position,
            Err(error) => return self.send(format_args!("info string {error}")),
        };
        self.game_keys.clear();
        for word in moves {
            let Some(mv) = coords::parse_move(&position, word) else {
                self.send(format_args!(
                    "info string {} is not a legal move here; it and the moves after it are ignored",
                    text::shorten(word.as_bytes())
                ));
                break;
            };
            self.game_keys.push(position.key());
            position.make(mv);
        }
        self.position = position;
    }

    fn go(&mut self, go: Go, scope: &'scope Scope<'scope, 'env>) {
        match go {
            Go::Perft(depth) => self.perft(depth),
            Go::Search(limits) => self.search(limits, scope),
        }
    }

    /// Runs a perft; it cannot be stopped.
    fn perft(&mut self, depth: u32) {
        let start = Instant::now();
        let mut nodes = 0;
        if depth == 0 {
            nodes = 1;
        } else {
            let mut position = self.position.clone();
            for (mv, count) in perft::divide(&mut position, depth) {
                nodes += count;
                self.send(format_args!("{}: {count}", coords::format_move(&self.variant, mv)));
            }
        }
        let seconds = start.elapsed().as_secs_f64().max(1e-6);
        self.send(format_args!(
            "\nNodes searched: {nodes}\ninfo string {:.0} nodes a second",
            nodes as f64 / seconds
        ));
    }

    fn search(&mut self, mut limits: Limits, scope: &'scope Scope<'scope, 'env>) {
        let stop = Arc::new(AtomicBool::new(false));
        let pondering = limits.ponder.get_or_insert_with(|| Arc::new(AtomicBool::new(false))).clone();
        let (output, engine) = (self.output, Arc::clone(&self.engine));
        let (position, game_keys) = (self.position.clone(), self.game_keys.clone());
        let (flag, difficulty) = (Arc::clone(&stop), self.options.difficulty());
        let fallback = skill_level::first_move(&self.position);
        let work = move || {
            let variant = Arc::clone(position.variant());
            let send = |text: String| {
                let mut output = lock(output);
                // As in `Session::send`.
                let _ = writeln!(output, "{text}").and_then(|()| output.flush());
            };
            let infinite = output::is_infinite(&limits);
            let on_info = |info: &_| send(output::info(&variant, info));
            let search = || {
                skill_level::go(
                    &mut lock(&engine),
                    difficulty,
                    &position,
                    &game_keys,
                    &limits,
                    &flag,
                    on_info,
                )
            };
            // A `go` is always answered, even if the search panics.
            let report = catch_unwind(AssertUnwindSafe(search)).unwrap_or_else(|_| {
                send("info string the search failed".to_owned());
                skill_level::first_move(&position)
            });
            // UCI: no answer to `go infinite` before `stop`, nor while pondering.
            let waits = || infinite || limits.ponder.as_ref().is_some_and(|p| p.load(Ordering::Relaxed));
            while waits() && !flag.load(Ordering::Relaxed) {
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
        match std::thread::Builder::new().name("search".to_owned()).spawn_scoped(scope, work) {
            Ok(thread) => self.running = Some(RunningSearch { thread, stop, pondering }),
            Err(error) => {
                self.send(format_args!("info string cannot start a thread for the search: {error}"));
                self.send(output::best_move(&self.variant, &fallback));
            }
        }
    }
}
