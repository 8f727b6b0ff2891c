//! Plays through the program `aplay`, for systems with ALSA but no sound server: linking to ALSA would need its
//! development package to build and its library to start.

use std::io::{self, Write};
use std::process::{Child, Command, Stdio};

use super::{CHUNK, bytes};
use crate::sound::RATE;
use crate::sound::mixer::Mixer;

/// The program and those of its runs that may not have ended.
pub struct Aplay {
    program: &'static str,
    running: Vec<Child>,
}

/// So many run at once at most: a device that plays one after the other must not gather a queue.
const RUNS: usize = 3;

impl Default for Aplay {
    fn default() -> Self {
        Self::new("aplay")
    }
}

impl Aplay {
    /// A program that takes the arguments of `aplay`.
    pub const fn new(program: &'static str) -> Self {
        Self { program, running: Vec::new() }
    }

    /// Plays what is in the mixer, in a run of its own.
    pub fn play(&mut self, mixer: &mut Mixer) -> io::Result<()> {
        self.running.retain_mut(|child| matches!(child.try_wait(), Ok(None)));
        if self.running.len() >= RUNS {
            return Err(io::ErrorKind::ResourceBusy.into());
        }
        let mut child = Command::new(self.program)
            .args(["-q", "-t", "raw", "-f", "S16_LE", "-c", "1", "-r", &RATE.to_string()])
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
