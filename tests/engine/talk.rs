//! What the engine says, heard by a test while it is said.

use std::io::{self, Write};
use std::sync::{Arc, Condvar, Mutex};

/// Everything written so far, and a bell for those who wait for more.
#[derive(Default)]
pub struct Heard {
    pub text: Mutex<String>,
    pub more: Condvar,
}

/// What the engine speaks into.
pub struct Ear(pub Arc<Heard>);

impl Write for Ear {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.text.lock().unwrap().push_str(std::str::from_utf8(bytes).unwrap());
        self.0.more.notify_all();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
