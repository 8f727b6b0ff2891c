//! Sound output: the page plays the samples.

use std::collections::HashSet;

use super::page::{add_sound, call};

use crate::sound::mixer::gain;
use crate::sound::{RATE, Sound, SoundCue, samples};

/// Plays sound cues.
#[derive(Debug, Default)]
pub struct AudioPlayer {
    /// The sounds whose samples have been passed to the page.
    added: HashSet<Sound>,
    failed: bool,
}

impl AudioPlayer {
    /// Plays a sound.
    pub fn play(&mut self, SoundCue { sound, volume }: SoundCue) {
        let number = sound as u32;
        if self.added.insert(sound) {
            add_sound(number, RATE, &samples(sound));
        }
        self.failed = call("play", &format!("{number} {}", gain(volume))).is_none();
    }

    /// Whether the browser has no output for the last sound.
    pub fn has_failed(&self) -> bool {
        self.failed
    }
}
