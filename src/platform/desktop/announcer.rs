//! Prints announcements for screen readers (`--announce`). It uses a thread of its own, so that the window is not
//! blocked if the program that reads the output has stopped reading.

use std::io::Write;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use super::clock::{self, Instant};
use crate::notation::text::printable;

/// Maximum number of lines that wait to be printed. Further lines are dropped.
const QUEUE: usize = 256;
/// Maximum time to wait for the last lines when the window is closed.
const FLUSH_TIME: Duration = Duration::from_millis(300);

/// A queue of lines and the thread that prints them.
pub struct Announcer {
    lines: SyncSender<String>,
    thread: JoinHandle<()>,
}

impl Announcer {
    /// Starts an announcer that prints to standard output; `None` if no thread can be started.
    pub fn start() -> Option<Self> {
        Self::to(std::io::stdout())
    }

    fn to(out: impl Write + Send + 'static) -> Option<Self> {
        let (lines, queue) = sync_channel::<String>(QUEUE);
        let print = move || {
            let mut out = out;
            for line in queue {
                // The program that reads the output may have exited. The game goes on without announcements.
                let _ = writeln!(out, "{}", printable(&line)).and_then(|()| out.flush());
            }
        };
        let thread = thread::Builder::new().name("announcer".to_owned()).spawn(print).ok()?;
        Some(Self { lines, thread })
    }

    /// Queues lines to be printed, without blocking.
    pub fn print(&self, lines: Vec<String>) {
        for line in lines {
            let _ = self.lines.try_send(line);
        }
    }

    /// Waits for the last lines, up to `FLUSH_TIME`.
    pub fn finish(self) {
        drop(self.lines);
        let start = Instant::now();
        while !self.thread.is_finished() && start.elapsed() < FLUSH_TIME {
            clock::sleep(Duration::from_millis(5));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io;
    use std::sync::{Arc, Mutex};

    /// A writer that blocks while the test holds its lock.
    #[derive(Clone, Default)]
    struct Output(Arc<Mutex<Vec<u8>>>);

    impl Write for Output {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().expect("not poisoned").write(bytes)
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// Lines of two calls are printed in order, and `finish` waits for the last one.
    #[test]
    fn lines_are_printed_in_order() {
        let output = Output::default();
        let announcer = Announcer::to(output.clone()).expect("a thread");
        announcer.print(vec!["e4.".to_owned(), "Check.".to_owned()]);
        announcer.print(vec!["Mate.".to_owned()]);
        announcer.finish();
        assert_eq!(*output.0.lock().expect("not poisoned"), b"e4.\nCheck.\nMate.\n");
    }

    /// Control characters in a title from a file are printed escaped.
    #[test]
    fn foreign_text_does_not_control_the_terminal() {
        let output = Output::default();
        let announcer = Announcer::to(output.clone()).expect("a thread");
        announcer.print(vec!["Puzzle \u{1B}[2J\u{202E}1.".to_owned()]);
        announcer.finish();
        assert_eq!(*output.0.lock().expect("not poisoned"), b"Puzzle \\u{1b}[2J\\u{202e}1.\n");
    }

    /// Many more lines than the queue holds return at once although nobody reads.
    #[test]
    fn a_blocked_reader_does_not_block_the_window() {
        let output = Output::default();
        let blocked = output.0.lock().expect("not poisoned");
        let announcer = Announcer::to(output.clone()).expect("a thread");
        announcer.print((0..10_000).map(|line| line.to_string()).collect());
        announcer.finish();
        drop(blocked);
    }
}
