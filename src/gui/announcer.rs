//! What is to be read aloud goes to standard output on a thread of its own: who reads it may halt for as long as they
//! like, and the window goes on.

use std::io::Write;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// So many lines may wait for a reader; what comes then is left out.
const QUEUE: usize = 256;
/// So long the last lines may take at the end.
const FLUSH_TIME: Duration = Duration::from_millis(300);

/// Lines on their way out.
pub struct Announcer {
    lines: SyncSender<String>,
    thread: JoinHandle<()>,
}

impl Announcer {
    /// Lines that go to `out`; `None` where the system gives no thread for them.
    #[must_use]
    pub fn start(out: impl Write + Send + 'static) -> Option<Self> {
        let (lines, waiting) = sync_channel::<String>(QUEUE);
        let print = move || {
            let mut out = out;
            for line in waiting {
                // Who listens may be gone, which is no reason to stop.
                let _ = writeln!(out, "{line}").and_then(|()| out.flush());
            }
        };
        let printing = thread::Builder::new().name("announcements".to_owned()).spawn(print).ok()?;
        Some(Self { lines, thread: printing })
    }

    /// Sends `lines` on their way without waiting.
    pub fn print(&self, lines: Vec<String>) {
        for line in lines {
            let _ = self.lines.try_send(line);
        }
    }

    /// Gives the last lines a moment.
    pub fn finish(self) {
        drop(self.lines);
        let start = Instant::now();
        while !self.thread.is_finished() && start.elapsed() < FLUSH_TIME {
            thread::sleep(Duration::from_millis(5));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io;
    use std::sync::{Arc, Mutex};

    #[derive(Clone, Default)]
    struct Paper(Arc<Mutex<Vec<u8>>>);

    impl Write for Paper {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().expect("not poisoned").write(bytes)
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// Shows that all lines arrive in order, the last ones before the end.
    #[test]
    fn lines_arrive_in_order() {
        let paper = Paper::default();
        let announcements = Announcer::start(paper.clone()).expect("a thread");
        announcements.print(vec!["e4.".to_owned(), "Check.".to_owned()]);
        announcements.print(vec!["Mate.".to_owned()]);
        announcements.finish();
        assert_eq!(*paper.0.lock().expect("not poisoned"), b"e4.\nCheck.\nMate.\n");
    }

    /// Shows that nobody waits for a reader who has halted, however much there is to say.
    #[test]
    fn a_reader_who_halts_holds_nobody_up() {
        let paper = Paper::default();
        let halted = paper.0.lock().expect("not poisoned");
        let announcements = Announcer::start(paper.clone()).expect("a thread");
        announcements.print((0..10_000).map(|line| line.to_string()).collect());
        announcements.finish();
        drop(halted);
    }
}
