//! How the game sounds: every sample is computed here, from tables of timbres and notes. Pure: knows no device.
//!
//! A [`Sound`] has a row in [`scores`]; `synth` turns the row into samples, [`mixer`] brings sounds that overlap
//! together, [`wav`] writes them as files. Samples are mono, [`RATE`] a second, from -1 to 1.

pub mod mixer;
pub mod scores;
mod synth;
pub mod wav;

use crate::view::sound::Sound;

/// Samples a second.
pub const RATE: u32 = 44_100;

/// The samples of `sound`; the first and the last one are silent, and none is louder than its score says.
#[must_use]
pub fn samples(sound: Sound) -> Vec<f32> {
    synth::render(scores::score(sound))
}
