//! Audio output on a thread of its own, so that a slow or broken sound server never delays a frame.
//!
//! The window puts sound cues into a short queue; cues that do not fit are dropped. At the first cue the thread opens a
//! stream to the system's sound server, and closes it after some seconds of silence. Without a server the game is
//! silent.

#[cfg(unix)]
mod pulse;
/// There is no audio output for this system yet.
#[cfg(not(unix))]
mod pulse {
    use std::io;

    pub enum Stream {}

    impl Stream {
        pub fn open() -> io::Result<Self> {
            Err(io::ErrorKind::Unsupported.into())
        }

        pub fn samples_wanted(&mut self) -> io::Result<usize> {
            match *self {}
        }

        pub fn write(&mut self, _samples: &[i16]) -> io::Result<()> {
            match *self {}
        }
    }
}

use std::io;
use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, TrySendError, sync_channel};

use crate::sound::mixer::Mixer;
use crate::sound::{RATE, SoundCue};
use pulse::Stream;

/// Cues that may wait: a sound that comes later than this would not match the board any more.
const QUEUE: usize = 4;
/// Silent samples after which the stream is closed; the server's buffer has been played by then.
const IDLE_SAMPLES: usize = 2 * RATE as usize;
/// Samples computed at once at most, however many the server requests.
const CHUNK: usize = 4096;

/// Plays sound cues without ever blocking the caller.
#[derive(Debug, Default)]
pub struct AudioPlayer(State);

#[derive(Debug, Default)]
enum State {
    /// Nothing has been played yet, so there is no thread and no connection to a server.
    #[default]
    NotStarted,
    Running(SyncSender<SoundCue>),
    /// The thread has ended, or could not be started.
    Stopped,
}

impl AudioPlayer {
    /// Queues a sound, or drops it if the queue is full.
    pub fn play(&mut self, cue: SoundCue) {
        if matches!(self.0, State::NotStarted) {
            *self = Self::start(Stream::open);
        }
        let State::Running(queue) = &self.0 else { return };
        match queue.try_send(cue) {
            Ok(()) => {}
            Err(TrySendError::Full(cue)) => log::debug!("audio is busy, {cue:?} is dropped"),
            Err(TrySendError::Disconnected(_)) => self.0 = State::Stopped,
        }
    }

    /// Starts the thread. It is never joined: it ends when the queue is closed, or with the process.
    fn start(open: impl Fn() -> io::Result<Stream> + Send + 'static) -> Self {
        let (queue, cues) = sync_channel(QUEUE);
        let thread = std::thread::Builder::new().name("audio".to_owned());
        let thread = thread.spawn(move || audio_thread(&cues, open));
        Self(thread.map_or(State::Stopped, |_| State::Running(queue)))
    }
}

/// Plays cues until the queue is closed. A failed connection is tried again with the next cue.
fn audio_thread(cues: &Receiver<SoundCue>, open: impl Fn() -> io::Result<Stream>) {
    let mut mixer = Mixer::default();
    let mut reported = false;
    while let Ok(cue) = cues.recv() {
        mixer.start(cue);
        if let Err(error) = open().and_then(|output| play_until_idle(output, &mut mixer, cues)) {
            if !std::mem::replace(&mut reported, true) {
                log::info!("no sound: {error}");
            }
            // The cues that arrived while the server was waited for are out of date.
            while cues.try_recv().is_ok() {}
        }
        mixer.clear();
    }
}

/// Plays the sounds of the mixer and all cues that arrive, until nothing has sounded for [`IDLE_SAMPLES`].
fn play_until_idle(mut output: Stream, mixer: &mut Mixer, cues: &Receiver<SoundCue>) -> io::Result<()> {
    let mut silent = 0;
    while silent < IDLE_SAMPLES {
        let wanted = output.samples_wanted()?;
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
            let chunk = &mut samples[..CHUNK.min(wanted - start)];
            mixer.fill(chunk);
            output.write(chunk)?;
        }
    }
    Ok(())
}

#[cfg(all(test, unix))]
mod tests;
