//! Connection to a client, for UCI and CECP: reads lines, sends lines, and starts the threads that search.

use std::fmt::Display;
use std::fs::File;
use std::io::{self, BufRead, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, Scope, ScopedJoinHandle};

use super::skill_level;
use crate::engine::SearchReport;
use crate::notation::text;
use crate::rules::Position;

/// Greatest length of an input line in bytes. It is enough for a game of more than a hundred thousand moves.
pub(super) const MAX_LINE: usize = 1 << 20;
/// Capacity of the queue of lines that were read but not yet executed.
pub(super) const QUEUE_LINES: usize = 16;

/// Error for a line that was skipped because it is longer than [`MAX_LINE`].
pub(super) struct LineTooLong;

/// Passes the lines of `input` to `send`, up to and including one that `is_quit`, or until `send` returns false.
pub(super) fn read_lines(
    mut input: impl BufRead,
    is_quit: impl Fn(&str) -> bool,
    mut send: impl FnMut(Result<String, LineTooLong>) -> bool,
) {
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
        let is_last = is_quit(&line);
        if !send(Ok(line)) || is_last {
            return;
        }
    }
}

/// Locks the engine or the output, even after a panic of another thread. The tables of the engine are usable after a
/// panic.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Output to the client. The session and its searches share it.
pub(super) struct Output<W> {
    streams: Mutex<Streams<W>>,
    /// The command by which an error message is sent.
    error: &'static str,
}

struct Streams<W> {
    writer: W,
    log: Option<File>,
}

impl<W: Write + Send> Output<W> {
    pub fn new(writer: W, error: &'static str) -> Self {
        Self { streams: Mutex::new(Streams { writer, log: None }), error }
    }

    pub fn send(&self, lines: impl Display) {
        let lines = text::printable(&lines.to_string());
        let mut streams = lock(&self.streams);
        // If the client has gone, no error can be reported to it.
        let _ = writeln!(streams.writer, "{lines}").and_then(|()| streams.writer.flush());
        streams.log("<<", &lines);
    }

    /// Sends a line and returns whether that was possible. It is impossible if the client has gone.
    pub fn probe(&self) -> bool {
        let writer = &mut lock(&self.streams).writer;
        writeln!(writer, "{} still counting", self.error).and_then(|()| writer.flush()).is_ok()
    }

    pub fn send_error(&self, message: impl Display) {
        self.send(format_args!("{} {message}", self.error));
    }

    pub fn log_received(&self, line: &str) {
        lock(&self.streams).log(">>", line);
    }

    /// Starts a log of all further lines at the end of the file at `path`, or ends the log if there is no path.
    pub fn log_to(&self, path: Option<&Path>) -> io::Result<()> {
        let mut streams = lock(&self.streams);
        streams.log = None;
        let Some(path) = path else { return Ok(()) };
        // Opening a pipe would wait until a program reads from it.
        if path.metadata().is_ok_and(|metadata| !metadata.is_file()) {
            return Err(io::Error::other("not a file"));
        }
        streams.log = Some(File::options().append(true).create(true).open(path)?);
        Ok(())
    }

    /// Starts a thread. If this is not possible, sends an error and returns `None`.
    pub fn spawn<'scope>(
        &self,
        scope: &'scope Scope<'scope, '_>,
        name: &str,
        work: impl FnOnce() + Send + 'scope,
    ) -> Option<ScopedJoinHandle<'scope, ()>> {
        Builder::new()
            .name(name.to_owned())
            .spawn_scoped(scope, work)
            .map_err(|error| self.send_error(format_args!("cannot start a thread: {error}")))
            .ok()
    }

    /// Calls `search`. If it panics, sends an error and returns a report with any legal move.
    pub fn search(&self, position: &Position, search: impl FnOnce() -> SearchReport) -> SearchReport {
        catch_unwind(AssertUnwindSafe(search)).unwrap_or_else(|_| {
            self.send_error("the search failed");
            skill_level::first_move(position)
        })
    }
}

impl<W> Streams<W> {
    fn log(&mut self, mark: &str, lines: &str) {
        for line in lines.lines() {
            // A full disk must not end a game.
            let _ = self.log.iter_mut().try_for_each(|log| writeln!(log, "{mark} {line}"));
        }
    }
}
