//! Prints announcements for screen readers (`--announce`), and reads typed commands. It uses threads of its own, so that the
//! window is not blocked by the program at the other end.

use std::io::{BufRead, Read, Write};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use super::clock::{self, Instant};
use crate::notation::text::printable;

/// Maximum number of lines that wait to be printed. Further lines are dropped.
const QUEUE: usize = 256;
/// Maximum time to wait for the last lines when the window is closed.
const FLUSH_TIME: Duration = Duration::from_millis(300);

/// The first line.
const GREETING: &str = "Type help for the commands, and controls for the buttons of the screen.";
/// Longest line that is read, in bytes.
const LONGEST: u64 = 4096;

/// A queue of lines and the thread that prints them, and the lines that were read.
pub struct Announcer {
    lines: SyncSender<String>,
    thread: JoinHandle<()>,
    commands: Receiver<String>,
}

impl Announcer {
    /// Starts an announcer that prints to standard output and reads standard input; `None` if no thread can be started.
    pub fn start() -> Option<Self> {
        let announcer = Self::of(std::io::BufReader::new(std::io::stdin()), std::io::stdout())?;
        announcer.print(vec![GREETING.to_owned()]);
        Some(announcer)
    }

    fn of(input: impl BufRead + Send + 'static, out: impl Write + Send + 'static) -> Option<Self> {
        let (read, commands) = sync_channel::<String>(QUEUE);
        let read_lines = move || {
            let mut input = input;
            loop {
                let mut line = Vec::new();
                let count = input.by_ref().take(LONGEST).read_until(b'\n', &mut line);
                let text = String::from_utf8_lossy(&line).trim().to_owned();
                // The thread ends with the input, or when nobody fetches the lines any more.
                if count.is_ok_and(|count| count > 0) && read.send(text).is_ok() {
                    continue;
                }
                break;
            }
        };
        thread::Builder::new().name("commands".to_owned()).spawn(read_lines).ok()?;
        let (lines, queue) = sync_channel::<String>(QUEUE);
        let print = move || {
            let mut out = out;
            for line in queue {
                // The program that reads the output may have exited. The game goes on without announcements.
                let _ = writeln!(out, "{}", printable(&line)).and_then(|()| out.flush());
            }
        };
        let thread = thread::Builder::new().name("announcer".to_owned()).spawn(print).ok()?;
        Some(Self { lines, thread, commands })
    }

    /// Queues lines to be printed, without blocking.
    pub fn print(&self, lines: Vec<String>) {
        for line in lines {
            let _ = self.lines.try_send(line);
        }
    }

    /// The commands that were typed since the last call.
    pub fn commands(&self) -> Vec<String> {
        self.commands.try_iter().filter(|line| !line.is_empty()).collect()
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

    fn to(output: Output) -> Announcer {
        Announcer::of(io::empty(), output).expect("threads can be started")
    }

    /// Lines are read as commands, without blanks around them and without empty lines, also the last one, which has no end.
    #[test]
    fn commands_are_read() {
        let input = io::Cursor::new(b"p N\r\n\n Nf3 \nlast".to_vec());
        let announcer = Announcer::of(input, Output::default()).expect("threads can be started");
        let mut commands = Vec::new();
        while commands.len() < 3 {
            commands.extend(announcer.commands());
            thread::yield_now();
        }
        assert_eq!(commands, ["p N", "Nf3", "last"]);
    }

    /// Lines of two calls are printed in order, and `finish` waits for the last one.
    #[test]
    fn lines_are_printed_in_order() {
        let output = Output::default();
        let announcer = to(output.clone());
        announcer.print(vec!["e4.".to_owned(), "Check.".to_owned()]);
        announcer.print(vec!["Mate.".to_owned()]);
        announcer.finish();
        assert_eq!(*output.0.lock().expect("not poisoned"), b"e4.\nCheck.\nMate.\n");
    }

    /// Control characters in a title from a file are printed escaped.
    #[test]
    fn foreign_text_does_not_control_the_terminal() {
        let output = Output::default();
        let announcer = to(output.clone());
        announcer.print(vec!["Puzzle \u{1B}[2J\u{202E}1.".to_owned()]);
        announcer.finish();
        assert_eq!(*output.0.lock().expect("not poisoned"), b"Puzzle \\u{1b}[2J\\u{202e}1.\n");
    }

    /// Many more lines than the queue holds return at once although nobody reads.
    #[test]
    fn a_blocked_reader_does_not_block_the_window() {
        let output = Output::default();
        let blocked = output.0.lock().expect("not poisoned");
        let announcer = to(output.clone());
        announcer.print((0..10_000).map(|line| line.to_string()).collect());
        announcer.finish();
        drop(blocked);
    }
}
