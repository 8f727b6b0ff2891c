//! Brings the sounds that are playing together into one stream of samples.

use std::collections::HashMap;
use std::rc::Rc;

use super::{Sound, SoundCue, samples};

/// So many sounds are heard at once; one more ends the oldest.
const VOICES: usize = 6;

/// The sounds that are playing.
#[derive(Debug, Default)]
pub struct Mixer {
    /// The samples of every sound played so far: they are computed once.
    cache: HashMap<Sound, Rc<[f32]>>,
    voices: Vec<Voice>,
}

/// A sound that is playing.
#[derive(Debug)]
struct Voice {
    samples: Rc<[f32]>,
    /// How many of them have been played.
    played: usize,
    gain: f32,
}

impl Mixer {
    /// Starts a sound.
    pub fn start(&mut self, cue: SoundCue) {
        if self.voices.len() >= VOICES {
            self.voices.remove(0);
        }
        let samples = self.cache.entry(cue.sound).or_insert_with(|| samples(cue.sound).into());
        self.voices.push(Voice { samples: Rc::clone(samples), played: 0, gain: gain(cue.volume) });
    }

    /// Whether all sounds have been played.
    #[must_use]
    pub fn is_silent(&self) -> bool {
        self.voices.is_empty()
    }

    /// Ends all sounds.
    pub fn clear(&mut self) {
        self.voices.clear();
    }

    /// Writes the next samples into `out`, silence where nothing is playing.
    pub fn fill(&mut self, out: &mut [i16]) {
        for sample in out {
            let sum: f32 = self.voices.iter_mut().map(Voice::next).sum();
            *sample = to_i16(sum);
        }
        self.voices.retain(|voice| voice.played < voice.samples.len());
    }
}

impl Voice {
    fn next(&mut self) -> f32 {
        let sample = self.samples.get(self.played).copied().unwrap_or(0.0);
        self.played += 1;
        sample * self.gain
    }
}

/// What samples are multiplied by at a volume from 0 to 10: by its square, since that is how loudness is heard.
#[must_use]
pub fn gain(volume: u8) -> f32 {
    let part = f32::from(volume.min(10)) / 10.0;
    part * part
}

/// A sample as a whole number; one that is too loud is the loudest there is.
#[must_use]
pub fn to_i16(sample: f32) -> i16 {
    (sample.clamp(-1.0, 1.0) * f32::from(i16::MAX)).round() as i16
}
