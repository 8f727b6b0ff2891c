//! Mixes the sounds that are playing into one stream of samples.

use std::collections::HashMap;
use std::rc::Rc;

use super::{Sound, SoundCue, samples};

/// Maximum number of sounds that play at the same time. A further sound stops the oldest one.
const VOICES: usize = 6;

/// Plays sounds that may overlap.
#[derive(Debug, Default)]
pub struct Mixer {
    /// The samples of all sounds that have been played, by set and sound.
    cache: HashMap<(usize, Sound), Rc<[f32]>>,
    voices: Vec<Voice>,
}

/// A sound that is playing.
#[derive(Debug)]
struct Voice {
    samples: Rc<[f32]>,
    /// Index of the next sample.
    position: usize,
    gain: f32,
}

impl Mixer {
    /// Starts a sound.
    pub fn start(&mut self, SoundCue { sound, set, volume }: SoundCue) {
        if self.voices.len() >= VOICES {
            self.voices.remove(0);
        }
        let samples = self.cache.entry((set, sound)).or_insert_with(|| samples(set, sound).into());
        self.voices.push(Voice { samples: Rc::clone(samples), position: 0, gain: gain(volume) });
    }

    /// Whether all sounds have ended.
    pub fn is_silent(&self) -> bool {
        self.voices.is_empty()
    }

    /// Stops all sounds.
    pub fn clear(&mut self) {
        self.voices.clear();
    }

    /// Writes the next samples to `out`. If no sound is playing, they are 0.
    pub fn fill(&mut self, out: &mut [i16]) {
        for sample in out {
            let sum: f32 = self.voices.iter_mut().map(Voice::next).sum();
            *sample = to_i16(sum);
        }
        self.voices.retain(|voice| voice.position < voice.samples.len());
    }
}

impl Voice {
    fn next(&mut self) -> f32 {
        let sample = self.samples.get(self.position).copied().unwrap_or(0.0);
        self.position += 1;
        sample * self.gain
    }
}

/// Factor for samples at a volume from 0 to 10. It is the square of the volume, which people perceive as even steps.
pub fn gain(volume: u8) -> f32 {
    let part = f32::from(volume.min(10)) / 10.0;
    part * part
}

/// Converts a sample to 16 bits. A sample that is too loud is clipped.
pub fn to_i16(sample: f32) -> i16 {
    (sample.clamp(-1.0, 1.0) * f32::from(i16::MAX)).round() as i16
}
