//! Other programs. A page cannot start any.

use std::ffi::OsString;
use std::io;
use std::path::Path;
use std::sync::mpsc::RecvTimeoutError;
use std::time::Duration;

use super::clock::Instant;

/// Whether this system can start other programs.
pub const CAN_START: bool = false;

/// A program that goes on when this one ends. There is none.
#[derive(Debug)]
pub enum Background {}

impl Background {
    /// Returns an error.
    pub fn start(_: &Path, _: &[OsString]) -> io::Result<Self> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// Whether it still runs.
    pub fn is_running(&mut self) -> bool {
        match *self {}
    }
}

/// A running program. There is none.
#[derive(Debug)]
pub enum Subprocess {}

impl Subprocess {
    /// Returns an error.
    pub fn start(_: &str, _: Option<&Path>) -> io::Result<Self> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// Sends a line.
    pub fn send(&mut self, _: &str) -> io::Result<()> {
        match *self {}
    }

    /// The next line of the program, and the moment when it arrived.
    pub fn receive(&self, _: Duration) -> Result<(Instant, String), RecvTimeoutError> {
        match *self {}
    }
}
