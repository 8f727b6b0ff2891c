//! Plays through the program `aplay`, for systems with ALSA but no sound server: linking to ALSA would need its
//! development package to build and its library to start.

use std::io::{self, Write};
use std::process::{Child, Command, Stdio};

use super::{CHUNK, bytes};
use crate::sound::RATE;
use crate::sound::mixer::Mixer;

/// The program and those of its runs that may not have ended.
pub struct Aplay {
    /// The program, and its arguments.
    command: Vec<String>,
    running: Vec<Child>,
}

/// So many run at once at most: a device that plays one after the other must not gather a queue.
const RUNS: usize = 3;

impl Default for Aplay {
    fn default() -> Self {
        let rate = RATE.to_string();
        Self::new(&["aplay", "-q", "-t", "raw", "-f", "S16_LE", "-c", "1", "-r", &rate])
    }
}

impl Aplay {
    /// A program with its arguments, which takes samples on its standard input.
    pub fn new(command: &[&str]) -> Self {
        Self { command: command.iter().map(|&word| word.to_owned()).collect(), running: Vec::new() }
    }

    /// Plays what is in the mixer, in a run of its own.
    pub fn play(&mut self, mixer: &mut Mixer) -> io::Result<()> {
        self.running.retain_mut(|child| matches!(child.try_wait(), Ok(None)));
        if self.running.len() >= RUNS {
            return Err(io::ErrorKind::ResourceBusy.into());
        }
        let (program, arguments) = self.command.split_first().ok_or(io::ErrorKind::NotFound)?;
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        let input = child.stdin.take();
        self.running.push(child);
        let mut input = input.ok_or(io::ErrorKind::BrokenPipe)?;
        let mut samples = [0; CHUNK];
        while !mixer.is_silent() {
            mixer.fill(&mut samples);
            input.write_all(&bytes(&samples))?;
        }
        Ok(())
    }
}
