//! Audio output, on a thread of its own, so that slow or broken audio output never delays a frame.
//!
//! The window puts sound cues into a short queue. If the queue is full, a cue is dropped. Without audio output the game
//! is silent.

#[cfg(any(windows, target_os = "macos"))]
mod device;
#[cfg(not(any(windows, target_os = "macos")))]
mod pulse;
#[cfg(not(any(windows, target_os = "macos")))]
mod server;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};

use crate::sound::SoundCue;

#[cfg(any(windows, target_os = "macos"))]
use device::play_cues;
#[cfg(not(any(windows, target_os = "macos")))]
use server::play_cues;

/// Maximum number of cues that wait. The sound of a further cue would be played too late to match the board.
const QUEUE: usize = 4;

/// Plays sound cues without ever blocking the caller.
#[derive(Debug, Default)]
pub struct AudioPlayer(State);

#[derive(Debug, Default)]
enum State {
    /// Nothing has been played yet, so there is no thread.
    #[default]
    NotStarted,
    /// The queue of the thread, and whether the thread could not open the output for the last cue.
    Running(SyncSender<SoundCue>, Arc<AtomicBool>),
    /// The thread has ended, or could not be started.
    Stopped,
}

impl AudioPlayer {
    /// Queues a sound, or drops it if the queue is full.
    pub fn play(&mut self, cue: SoundCue) {
        if matches!(self.0, State::NotStarted) {
            *self = Self::start(play_cues);
        }
        let State::Running(queue, _) = &self.0 else { return };
        match queue.try_send(cue) {
            Ok(()) => {}
            Err(TrySendError::Full(cue)) => log::debug!("audio is busy, {cue:?} is dropped"),
            Err(TrySendError::Disconnected(_)) => self.0 = State::Stopped,
        }
    }

    /// Whether no output could be opened for the last sound.
    pub fn has_failed(&self) -> bool {
        match &self.0 {
            State::NotStarted => false,
            State::Running(_, failed) => failed.load(Ordering::Relaxed),
            State::Stopped => true,
        }
    }

    /// Starts the thread, which runs `play_cues` and sets its flag when the output cannot be opened. The thread is
    /// never joined: it ends when the queue is closed, or with the process.
    fn start(play_cues: impl FnOnce(&Receiver<SoundCue>, &AtomicBool) + Send + 'static) -> Self {
        let (queue, cues) = sync_channel(QUEUE);
        let thread = std::thread::Builder::new().name("audio".to_owned());
        let failed = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&failed);
        let thread = thread.spawn(move || play_cues(&cues, &flag));
        Self(thread.map_or(State::Stopped, |_| State::Running(queue, failed)))
    }
}

#[cfg(all(test, not(any(windows, target_os = "macos"))))]
mod tests;
