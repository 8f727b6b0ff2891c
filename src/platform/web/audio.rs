//! Sound output: the page plays the samples.

use std::collections::HashSet;

use super::page::{add_sound, call};

use crate::sound::mixer::gain;
use crate::sound::{RATE, Sound, SoundCue, samples};

/// Plays sound cues.
#[derive(Debug, Default)]
pub struct AudioPlayer {
    /// The numbers of the sounds whose samples have been passed to the page.
    added: HashSet<u32>,
    failed: bool,
}

impl AudioPlayer {
    /// Plays a sound.
    pub fn play(&mut self, SoundCue { sound, set, volume }: SoundCue) {
        let number = (set * Sound::ALL.len() + sound as usize) as u32;
        if self.added.insert(number) {
            add_sound(number, RATE, &samples(set, sound));
        }
        self.failed = call("play", &format!("{number} {}", gain(volume))).is_none();
    }

    /// Whether the browser has no output for the last sound.
    pub fn has_failed(&self) -> bool {
        self.failed
    }
}
