//! Additive synthesis: renders the notes of a sound to samples.

use std::f32::consts::{PI, TAU};

use super::RATE;
use super::specs::{Note, SoundSpec};

/// Duration of the fade-out at the end of a sound, in seconds. Without it the sound would end with a click.
const FADE: f32 = 0.03;

/// The samples of a sound.
pub fn render(spec: &SoundSpec) -> Vec<f32> {
    let mut samples = vec![0.0; count(spec.length)];
    for note in spec.notes {
        let rest = samples.get_mut(count(note.at)..).unwrap_or_default();
        play(note, rest);
    }
    fade(&mut samples);
    let loudest = samples.iter().fold(0.0f32, |loudest, sample| loudest.max(sample.abs()));
    if loudest > 0.0 {
        samples.iter_mut().for_each(|sample| *sample *= spec.peak / loudest);
    }
    samples
}

/// Number of samples in a time of `seconds`.
fn count(seconds: f32) -> usize {
    (seconds * RATE as f32) as usize
}

/// Adds `note` to `samples`. The first of the samples is at the start of the note.
fn play(note: &Note, samples: &mut [f32]) {
    let mut noise = Noise::default();
    let timbre = note.timbre;
    for (i, sample) in samples.iter_mut().enumerate() {
        let time = i as f32 / RATE as f32;
        let tones = timbre.partials.iter().map(|partial| {
            let turns = (note.pitch * partial.ratio * time).fract();
            partial.level * (-partial.decay * time).exp() * (TAU * turns).sin()
        });
        let stroke = timbre.noise * (-timbre.noise_decay * time).exp() * noise.next();
        *sample += note.level * raised_cosine(time / timbre.attack) * (tones.sum::<f32>() + stroke);
    }
}

/// Fades out the last [`FADE`] seconds.
fn fade(samples: &mut [f32]) {
    let length = count(FADE);
    for (i, sample) in samples.iter_mut().rev().take(length).enumerate() {
        *sample *= raised_cosine(i as f32 / length as f32);
    }
}

/// Smooth step: rises from 0 to 1 while `part` rises from 0 to 1.
fn raised_cosine(part: f32) -> f32 {
    0.5 - 0.5 * (PI * part.clamp(0.0, 1.0)).cos()
}

/// Low-pass filtered noise from a xorshift generator. The noise of every note is the same, so that a sound always has
/// the same samples.
struct Noise {
    state: u32,
    smooth: f32,
}

impl Default for Noise {
    fn default() -> Self {
        Self { state: 0x9E37_79B9, smooth: 0.0 }
    }
}

impl Noise {
    /// The next sample, from -1 to 1.
    fn next(&mut self) -> f32 {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 17;
        self.state ^= self.state << 5;
        let white = self.state as f32 / (u32::MAX / 2) as f32 - 1.0;
        self.smooth += 0.5 * (white - self.smooth);
        self.smooth
    }
}
