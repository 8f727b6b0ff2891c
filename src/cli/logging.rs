//! Messages of the program on stderr.

use std::io::{self, Write};
use std::sync::mpsc::{Receiver, SyncSender, channel, sync_channel};
use std::time::Duration;

use xxlchess::notation::text::printable;

/// Greatest number of messages that wait to be written. Further ones are lost.
const MAX_WAITING: usize = 1000;
/// Greatest time for which the program waits for its messages to be written, when it ends.
const MAX_WAIT: Duration = Duration::from_millis(200);

/// Writes by a thread of its own. A program that reads the messages slowly or not at all would stop the threads that
/// write them, such as that of the autosave.
struct Background(SyncSender<Vec<u8>>);

impl Write for Background {
    /// Sends a message, which is not empty.
    fn write(&mut self, message: &[u8]) -> io::Result<usize> {
        let _ = self.0.try_send(message.to_owned());
        Ok(message.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Starts writing to `out`. The receiver is disconnected once all messages up to an empty one are written.
fn background(mut out: impl Write + Send + 'static) -> (Background, Receiver<()>) {
    let (sender, messages) = sync_channel::<Vec<u8>>(MAX_WAITING);
    let (unfinished, finished) = channel();
    let write = move || {
        let _unfinished = unfinished;
        messages.iter().take_while(|message| !message.is_empty()).for_each(|message| {
            let _ = out.write_all(&message);
        });
    };
    // Without the thread messages are lost.
    let _ = std::thread::Builder::new().name("log".to_owned()).spawn(write);
    (Background(sender), finished)
}

/// Starts logging to stderr. The returned function ends it.
pub fn start() -> impl FnOnce() {
    let (out, finished) = background(io::stderr());
    let sender = out.0.clone();
    // A message may have the name of a file, which may have control characters.
    let format = |out: &mut env_logger::fmt::Formatter, record: &log::Record<'_>| {
        writeln!(out, "{}: {}", record.level(), printable(&record.args().to_string()))
    };
    env_logger::builder().format(format).target(env_logger::Target::Pipe(Box::new(out))).init();
    move || {
        let _ = sender.try_send(Vec::new());
        let _ = finished.recv_timeout(MAX_WAIT);
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    /// Nobody reads the pipe, and more is written than it holds. Nothing waits. What is read later is in order.
    #[test]
    fn a_full_pipe_stops_nobody() {
        let (mut reader, writer) = io::pipe().expect("a pipe");
        let (mut out, finished) = background(writer);
        for number in 0..2 * MAX_WAITING {
            out.write_all(format!("{number:04} {}\n", "x".repeat(1000)).as_bytes()).expect("never fails");
        }
        assert!(finished.recv_timeout(Duration::ZERO).is_err());
        let mut text = vec![0; 1006 * 50];
        reader.read_exact(&mut text).expect("the first messages");
        for (number, line) in text.chunks(1006).enumerate() {
            assert!(line.starts_with(format!("{number:04} x").as_bytes()));
        }
    }

    /// When the program ends, all messages are written.
    #[test]
    fn the_last_message_is_written() {
        let (mut reader, writer) = io::pipe().expect("a pipe");
        let (mut out, finished) = background(writer);
        out.write_all(b"the last words").expect("never fails");
        out.0.try_send(Vec::new()).expect("the thread runs");
        let _ = finished.recv();
        drop(out);
        let mut text = String::new();
        reader.read_to_string(&mut text).expect("UTF-8");
        assert_eq!(text, "the last words");
    }
}
