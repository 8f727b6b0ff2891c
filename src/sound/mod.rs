//! Sound synthesis: computes every sample of the game's sounds from tables of timbres and notes. Plays nothing.
//!
//! [`specs`] has a row for each [`Sound`]; `synth` renders the row to samples, [`mixer`] adds sounds that overlap.
//! Samples are mono, [`RATE`] per second, from -1 to 1.

pub mod mixer;
pub mod specs;
mod synth;
pub mod wav;

/// Sample rate in hertz.
pub const RATE: u32 = 44_100;

/// A sound of the game, in order of importance: of two at the same time the later one in this list is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sound {
    /// A second of a human's last ten has passed.
    Tick,
    /// A move that is none of the following.
    Move,
    /// A capture.
    Capture,
    /// Castling.
    Castling,
    /// A pawn is promoted.
    Promotion,
    /// A king is in check.
    Check,
    /// A human's clock runs low.
    LowTime,
    /// The game is over.
    End,
}

impl Sound {
    /// All sounds, in their order.
    pub const ALL: [Self; 8] = [
        Self::Tick,
        Self::Move,
        Self::Capture,
        Self::Castling,
        Self::Promotion,
        Self::Check,
        Self::LowTime,
        Self::End,
    ];
}

/// A request to play a sound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SoundCue {
    /// The sound.
    pub sound: Sound,
    /// From 1 to 10.
    pub volume: u8,
}

/// The samples of `sound`: silent at both ends, and never louder than its spec's peak.
///
/// ```
/// use xxlchess::sound::{RATE, Sound, samples};
///
/// assert_eq!(samples(Sound::Check).len(), RATE as usize, "a second");
/// ```
pub fn samples(sound: Sound) -> Vec<f32> {
    synth::render(specs::spec(sound))
}
