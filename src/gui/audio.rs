//! Plays the sounds, on a thread of its own: nothing that goes wrong there stops or delays the game.
//!
//! The window puts a cue into a short queue and never waits; what the queue does not hold is not played. The thread
//! opens a stream to the sound server at the first cue and lets go of it when it has been quiet for a while. Without
//! a server `aplay` is asked, without that there is no sound.

mod aplay;
#[cfg_attr(not(unix), path = "audio/nothing.rs")]
mod pulse;

use std::io;
use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, TrySendError, sync_channel};

use crate::sound::mixer::Mixer;
use crate::sound::{RATE, SoundCue};
use aplay::Aplay;

/// So many cues wait at most; what comes later than that would be late.
const QUEUE: usize = 4;
/// After so many silent samples the stream is let go of: what the server still holds is long played.
const IDLE_SAMPLES: usize = 2 * RATE as usize;
/// So many samples are computed at once at most, whatever the server asks for.
const CHUNK: usize = 4096;

/// Where samples go.
trait AudioOutput {
    /// Waits until samples are wanted, and says how many; at least one.
    fn samples_wanted(&mut self) -> io::Result<usize>;
    /// Hands over the samples.
    fn write(&mut self, samples: &[i16]) -> io::Result<()>;
}

/// What the window plays sounds with.
#[derive(Debug, Default)]
pub struct AudioPlayer(State);

#[derive(Debug, Default)]
enum State {
    /// Nothing has been played yet: no thread, no server is bothered.
    #[default]
    NotStarted,
    /// The thread listens.
    Running(SyncSender<SoundCue>),
    /// The thread has ended or never began.
    Stopped,
}

impl AudioPlayer {
    /// Plays a sound as soon as possible, or not at all; never waits.
    pub fn play(&mut self, cue: SoundCue) {
        if matches!(self.0, State::NotStarted) {
            *self = Self::start(pulse::open, Aplay::default());
        }
        let State::Running(queue) = &self.0 else { return };
        match queue.try_send(cue) {
            Ok(()) => {}
            Err(TrySendError::Full(cue)) => log::debug!("the speaker is busy, {cue:?} is not played"),
            Err(TrySendError::Disconnected(_)) => self.0 = State::Stopped,
        }
    }

    /// Starts the thread. It is never waited for: it ends with the queue, or with the program.
    fn start<S: AudioOutput>(open: impl Fn() -> io::Result<S> + Send + 'static, aplay: Aplay) -> Self {
        let (queue, cues) = sync_channel(QUEUE);
        let thread = std::thread::Builder::new().name("speaker".to_owned());
        let thread = thread.spawn(move || audio_thread(&cues, open, aplay));
        Self(thread.map_or(State::Stopped, |_| State::Running(queue)))
    }
}

/// Plays cues until the queue is closed.
fn audio_thread<S: AudioOutput>(
    cues: &Receiver<SoundCue>,
    open: impl Fn() -> io::Result<S>,
    mut aplay: Aplay,
) {
    let mut mixer = Mixer::default();
    while let Ok(cue) = cues.recv() {
        mixer.start(cue);
        let played = match open() {
            Ok(stream) => play(stream, &mut mixer, cues),
            Err(fault) => {
                log::debug!("no sound server: {fault}");
                aplay.play(&mut mixer)
            }
        };
        if let Err(fault) = played {
            log::debug!("no sound: {fault}");
            // What came while the server was waited for is over by now.
            while cues.try_recv().is_ok() {}
        }
        mixer.clear();
    }
}

/// Plays what is in the mixer and every cue that comes, until it has been silent for [`LINGER`] samples.
fn play(mut stream: impl AudioOutput, mixer: &mut Mixer, cues: &Receiver<SoundCue>) -> io::Result<()> {
    let mut silent = 0;
    while silent < IDLE_SAMPLES {
        let wanted = stream.samples_wanted()?;
        loop {
            match cues.try_recv() {
                Ok(cue) => mixer.start(cue),
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => return Ok(()),
            }
        }
        silent = if mixer.is_silent() { silent + wanted } else { 0 };
        let mut samples = [0; CHUNK];
        for start in (0..wanted).step_by(CHUNK) {
            let part = samples.get_mut(..CHUNK.min(wanted - start)).unwrap_or_default();
            mixer.fill(part);
            stream.write(part)?;
        }
    }
    Ok(())
}

/// Samples as the sixteen-bit numbers that both ways of playing are told to expect.
fn bytes(samples: &[i16]) -> Vec<u8> {
    samples.iter().flat_map(|sample| sample.to_le_bytes()).collect()
}

#[cfg(all(test, unix))]
mod tests;
