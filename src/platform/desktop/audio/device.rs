//! Plays cues on the default device of Windows or macOS, which stays open.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::Receiver;

use quad_snd::{AudioContext, PlaySoundParams, Sound};

use crate::sound::mixer::gain;
use crate::sound::{SoundCue, samples, wav};

/// Plays cues until the queue is closed. The audio library does not report that there is no device.
pub fn play_cues(cues: &Receiver<SoundCue>, _failed: &AtomicBool) {
    let mut sounds = HashMap::new();
    let mut output = None;
    for SoundCue { sound, set, volume } in cues {
        let output = output.get_or_insert_with(AudioContext::new);
        let loaded = || Sound::load(output, &wav::file(&samples(set, sound)));
        let sound = sounds.entry((set, sound)).or_insert_with(loaded);
        sound.play(output, PlaySoundParams { looped: false, volume: gain(volume) });
    }
}
