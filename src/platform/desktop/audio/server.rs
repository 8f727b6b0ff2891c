//! Plays cues on the system's sound server. The first cue opens a stream, which is closed after two seconds of silence.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, TryRecvError};

use super::pulse::Stream;
use crate::sound::mixer::Mixer;
use crate::sound::{RATE, SoundCue};

/// Number of silent samples after which the stream is closed. By then the server has played all samples before them.
const IDLE_SAMPLES: usize = 2 * RATE as usize;
/// Maximum number of samples that are computed at once. The server may request more.
const CHUNK: usize = 4096;

/// Plays cues until the queue is closed.
pub fn play_cues(cues: &Receiver<SoundCue>, failed: &AtomicBool) {
    play_cues_on(cues, failed, Stream::open);
}

/// Plays cues on the streams that `open` opens, and stores in `failed` whether it could not open the last one. A failed
/// connection is tried again with the next cue.
pub fn play_cues_on(cues: &Receiver<SoundCue>, failed: &AtomicBool, open: impl Fn() -> io::Result<Stream>) {
    let mut mixer = Mixer::default();
    let mut reported = false;
    while let Ok(cue) = cues.recv() {
        mixer.start(cue);
        let output = open();
        failed.store(output.is_err(), Ordering::Relaxed);
        if let Err(error) = output.and_then(|output| play_until_idle(output, &mut mixer, cues)) {
            if !std::mem::replace(&mut reported, true) {
                log::warn!("no sound: {error}");
            }
            // Cues that arrived during the wait for the server are out of date.
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
