//! UCI: the text protocol by which chess programs use the engine. See docs/uci.md.
//!
//! Whatever comes in, the process goes on: a line that cannot be understood gets an `info string` and is ignored.

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
use crate::notation::{coords, text};
use crate::rules::{Position, Variant, perft};

use command::{Command, Go};
use options::Settings;

/// Longest line that is read, in bytes: a game of more than a hundred thousand moves.
const LONGEST_LINE: usize = 1 << 20;
/// How many lines are read before those ahead of them are obeyed.
const LINES_AHEAD: usize = 16;

/// A line was longer than [`LONGEST_LINE`] and is passed over.
struct TooLong;

/// Speaks UCI until `quit` or the end of `input`.
///
/// Input is read on a thread of its own, so that a search can be stopped; what cannot be written is dropped.
pub fn run(input: impl BufRead + Send, output: impl Write + Send) {
    run_with(Variants::built_in(), input, output);
}

/// The same with `variants` to choose from.
pub fn run_with(variants: Variants, input: impl BufRead + Send, output: impl Write + Send) {
    let output = Mutex::new(output);
    std::thread::scope(|scope| {
        let (sender, lines) = sync_channel(LINES_AHEAD);
        scope.spawn(move || read(input, &sender));
        Session::new(&output, variants).serve(scope, &lines);
    });
}

/// Searches the bench's fixed positions to `depth` and tells the signature and the speed, as the `bench` command does.
#[must_use]
pub fn bench(depth: u32) -> String {
    output::bench(&crate::engine::bench::run(&output::bench_positions(), depth))
}

/// Passes the lines of `input` on, up to and including `quit`.
fn read(mut input: impl BufRead, sender: &SyncSender<Result<String, TooLong>>) {
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match input.by_ref().take(LONGEST_LINE as u64).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return,
            Ok(LONGEST_LINE) if bytes.last() != Some(&b'\n') => {
                let passed = input.skip_until(b'\n');
                if sender.send(Err(TooLong)).is_err() || passed.is_err() {
                    return;
                }
                continue;
            }
            Ok(_) => {}
        }
        let line = String::from_utf8_lossy(&bytes).trim().to_owned();
        let quit = line.split_whitespace().next() == Some("quit");
        if sender.send(Ok(line)).is_err() || quit {
            return;
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // A panic while the lock was held leaves nothing half-done that matters here.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A search that runs.
struct Running<'scope> {
    thread: ScopedJoinHandle<'scope, ()>,
    stop: Arc<AtomicBool>,
    pondering: Arc<AtomicBool>,
}

/// The state of one conversation.
struct Session<'scope, 'env, W> {
    output: &'env Mutex<W>,
    settings: Settings,
    variant: Arc<Variant>,
    position: Position,
    /// Keys of the positions before this one.
    keys: Vec<u64>,
    engine: Arc<Mutex<Engine>>,
    running: Option<Running<'scope>>,
}

impl<'scope, 'env, W: Write + Send> Session<'scope, 'env, W> {
    fn new(output: &'env Mutex<W>, variants: Variants) -> Self {
        let settings = Settings::new(variants);
        let (variant, position) = settings.start();
        // The table is made when it is first needed: programs that only ask for the options need not wait for it.
        let options = engine::Options { hash_mib: 0, ..settings.engine_options() };
        let engine = Arc::new(Mutex::new(Engine::new(options)));
        Self { output, settings, variant, position, keys: Vec::new(), engine, running: None }
    }

    fn say(&self, text: impl std::fmt::Display) {
        let mut output = lock(self.output);
        // Nobody reads any more: there is nobody to tell.
        let _ = writeln!(output, "{text}").and_then(|()| output.flush());
    }

    fn serve(&mut self, scope: &'scope Scope<'scope, 'env>, lines: &Receiver<Result<String, TooLong>>)
    where
        W: 'env,
    {
        for line in lines {
            let Ok(line) = line else {
                self.say(format_args!("info string a line of more than {LONGEST_LINE} bytes is ignored"));
                continue;
            };
            match command::parse(&line, &self.position) {
                Ok(Command::Quit) => break,
                Ok(command) => self.obey(command, scope),
                Err(fault) => self.say(format_args!("info string {fault}")),
            }
        }
        self.end_search();
    }

    fn obey(&mut self, command: Command, scope: &'scope Scope<'scope, 'env>) {
        match command {
            Command::Uci => {
                let name = concat!("id name xxlchess ", env!("CARGO_PKG_VERSION"));
                self.say(format_args!(
                    "{name}\nid author the xxlchess authors\n{}\nuciok",
                    self.settings.listing()
                ));
            }
            Command::IsReady => {
                if self.running.is_none() {
                    self.make_table();
                }
                self.say("readyok");
            }
            Command::Stop => self.end_search(),
            Command::PonderHit => {
                if let Some(running) = &self.running {
                    running.pondering.store(false, Ordering::Relaxed);
                }
            }
            Command::NewGame => {
                self.end_search();
                lock(&self.engine).new_game();
            }
            Command::SetOption { name, value } => {
                self.end_search();
                self.set_option(&name, &value);
            }
            Command::Position { fen, moves } => {
                self.end_search();
                self.set_position(fen.as_deref(), &moves);
            }
            Command::Go(go) => {
                self.end_search();
                self.make_table();
                self.go(go, scope);
            }
            Command::Show => {
                self.end_search();
                self.say(output::position(&self.position));
            }
            Command::Eval => {
                self.end_search();
                let value = lock(&self.engine).evaluator(&self.variant).evaluate(&self.position);
                self.say(format_args!("Evaluation: {value} (hundredths of a pawn, for the side to move)"));
            }
            Command::Bench(depth) => {
                self.end_search();
                self.say(bench(depth));
            }
            Command::Nothing | Command::Quit => {}
        }
    }

    /// Stops a search if one runs, and waits for its answer.
    fn end_search(&mut self) {
        if let Some(running) = self.running.take() {
            running.stop.store(true, Ordering::Relaxed);
            running.pondering.store(false, Ordering::Relaxed);
            // A search that failed has said so.
            let _ = running.thread.join();
        }
    }

    /// Makes the table if there is none yet: of the usual size where there is no room for the wanted one. A search
    /// without any is weaker, but it is one.
    fn make_table(&mut self) {
        let options = self.settings.engine_options();
        let mut engine = lock(&self.engine);
        if engine.options().hash_mib > 0 {
            return;
        }
        let Err(error) = engine.set_options(options.clone()) else { return };
        let hash = engine::Options::default().hash_mib.min(options.hash_mib);
        let made = engine.set_options(engine::Options { hash_mib: hash, ..options });
        drop(engine);
        if made.is_err() {
            return self.say(format_args!("info string there is no room for any table: {error}"));
        }
        // The usual size is within the bounds.
        let _ = self.settings.set("Hash", &hash.to_string());
        self.say(format_args!("info string there is no room for the table, Hash is {hash} MiB: {error}"));
    }

    /// Has the engine take the settings; where there is no room for the table, it keeps that of `hash` MiB.
    fn set_engine_options(&mut self, hash: usize) {
        let options = self.settings.engine_options();
        let mut engine = lock(&self.engine);
        if engine.options().hash_mib == 0 {
            // The size is taken when the table is made; what stays as large as it was cannot fail.
            let _ = engine.set_options(engine::Options { hash_mib: 0, ..options });
            return;
        }
        if let Err(error) = engine.set_options(options) {
            drop(engine);
            self.say(format_args!("info string Hash stays at {hash} MiB: {error}"));
            // The old size was within its bounds.
            let _ = self.settings.set("Hash", &hash.to_string());
        }
    }

    fn set_option(&mut self, name: &str, value: &str) {
        let hash = self.settings.engine_options().hash_mib;
        match self.settings.set(name, value) {
            Err(fault) => self.say(format_args!("info string {fault}")),
            Ok(options::Change::Nothing) => {}
            Ok(options::Change::Engine) => self.set_engine_options(hash),
            Ok(options::Change::Clear) => lock(&self.engine).new_game(),
            Ok(options::Change::Variant) => {
                (self.variant, self.position) = self.settings.start();
                self.keys.clear();
                let rules = self.variant.rules();
                self.say(format_args!(
                    "info string variant {} files {} ranks {} startpos {}",
                    rules.name,
                    rules.files,
                    rules.ranks,
                    output::fen(&self.position)
                ));
            }
        }
    }

    /// Sets up a position and plays moves on it; as far as they are legal.
    fn set_position(&mut self, fen: Option<&str>, moves: &[String]) {
        let position = match fen {
            None => Position::start(&self.variant).map_err(|faults| faults.to_string()),
            Some(fen) => output::parse_fen(&self.variant, fen),
        };
        let mut position = match position {
            Ok(position) => position,
            Err(fault) => return self.say(format_args!("info string {fault}")),
        };
        self.keys.clear();
        for word in moves {
            let Some(mv) = coords::parse_move(&position, word) else {
                self.say(format_args!(
                    "info string {} is not a legal move here; it and what follows is ignored",
                    text::shorten(word.as_bytes())
                ));
                break;
            };
            self.keys.push(position.key());
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

    /// Counts move sequences; runs to its end whatever comes in.
    fn perft(&mut self, depth: u32) {
        let start = Instant::now();
        let mut nodes = 0;
        if depth == 0 {
            nodes = 1;
        } else {
            let mut position = self.position.clone();
            for (mv, count) in perft::divide(&mut position, depth) {
                nodes += count;
                self.say(format_args!("{}: {count}", coords::format_move(&self.variant, mv)));
            }
        }
        let seconds = start.elapsed().as_secs_f64().max(1e-6);
        self.say(format_args!(
            "\nNodes searched: {nodes}\ninfo string {:.0} nodes a second",
            nodes as f64 / seconds
        ));
    }

    fn search(&mut self, mut limits: Limits, scope: &'scope Scope<'scope, 'env>) {
        let stop = Arc::new(AtomicBool::new(false));
        let pondering = limits.ponder.get_or_insert_with(|| Arc::new(AtomicBool::new(false))).clone();
        let (output, engine) = (self.output, Arc::clone(&self.engine));
        let (position, keys) = (self.position.clone(), self.keys.clone());
        let (flag, level) = (Arc::clone(&stop), self.settings.level());
        let fallback = skill_level::first_move(&self.position);
        let work = move || {
            let variant = Arc::clone(position.variant());
            let say = |text: String| {
                let mut output = lock(output);
                // As in `say` above.
                let _ = writeln!(output, "{text}").and_then(|()| output.flush());
            };
            let infinite = output::is_endless(&limits);
            let on_info = |info: &_| say(output::info(&variant, info));
            let search =
                || skill_level::go(&mut lock(&engine), level, &position, &keys, &limits, &flag, on_info);
            // Whoever waits for an answer gets one.
            let report = catch_unwind(AssertUnwindSafe(search)).unwrap_or_else(|_| {
                say("info string the search failed".to_owned());
                skill_level::first_move(&position)
            });
            // The protocol forbids an answer before the stop to `go infinite` and while pondering.
            let waits = || infinite || limits.ponder.as_ref().is_some_and(|p| p.load(Ordering::Relaxed));
            while waits() && !flag.load(Ordering::Relaxed) {
                std::thread::sleep(std::time::Duration::from_millis(1));
            }
            if report.best_move().is_none() {
                say(format!("info depth 0 score {}", report.score));
            }
            say(output::best_move(&variant, &report));
        };
        match std::thread::Builder::new().name("search".to_owned()).spawn_scoped(scope, work) {
            Ok(thread) => self.running = Some(Running { thread, stop, pondering }),
            Err(error) => {
                self.say(format_args!("info string the search has no thread: {error}"));
                self.say(output::best_move(&self.variant, &fallback));
            }
        }
    }
}
