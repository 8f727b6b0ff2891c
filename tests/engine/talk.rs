//! Output of the engine that a test reads while it is written.

use std::io::{self, Write};
use std::sync::{Arc, Condvar, Mutex};

/// Everything written so far, and a signal for new output.
#[derive(Default)]
pub struct Transcript {
    pub text: Mutex<String>,
    pub more: Condvar,
}

/// Writes into a transcript.
pub struct Output(pub Arc<Transcript>);

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.text.lock().unwrap().push_str(std::str::from_utf8(bytes).unwrap());
        self.0.more.notify_all();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
