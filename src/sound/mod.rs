//! Sound synthesis: computes the samples of the sounds from tables of timbres and notes. `platform` plays them.
//!
//! [`specs`] has sets of sounds with a row for each [`Sound`], `synth` renders a row to samples, and [`mixer`] adds sounds that overlap.
//! Samples are mono, [`RATE`] per second, from -1 to 1.

pub mod mixer;
pub mod specs;
mod synth;
pub mod wav;

/// Sample rate in hertz.
pub const RATE: u32 = 44_100;

/// A sound of the game. Sounds are ordered by importance: if two are due at the same time, the greater one is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sound {
    /// A human's clock has fewer than ten seconds left, and another second has passed.
    Tick,
    /// A premove was entered.
    Premove,
    /// A human tried a move that leaves the king in check.
    Illegal,
    /// A move that is none of the moves below.
    Move,
    /// A capture.
    Capture,
    /// Castling.
    Castling,
    /// A pawn is promoted.
    Promotion,
    /// A king is in check.
    Check,
    /// A human has little time left.
    LowTime,
    /// The game is over.
    End,
    /// A move is not the solution of a puzzle.
    PuzzleWrong,
    /// A puzzle is solved.
    PuzzleRight,
}

impl Sound {
    /// All sounds, in their order.
    pub const ALL: [Self; 12] = [
        Self::Tick,
        Self::Premove,
        Self::Illegal,
        Self::Move,
        Self::Capture,
        Self::Castling,
        Self::Promotion,
        Self::Check,
        Self::LowTime,
        Self::End,
        Self::PuzzleWrong,
        Self::PuzzleRight,
    ];
}

/// A request to play a sound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SoundCue {
    /// The sound.
    pub sound: Sound,
    /// Index of the set of sounds in [`specs::SETS`].
    pub set: usize,
    /// Volume from 1 to 10.
    pub volume: u8,
}

/// The samples of `sound` in the set with this index in [`specs::SETS`]. They begin and end in silence, and the loudest one has the value [`SoundSpec::peak`].
///
/// [`SoundSpec::peak`]: specs::SoundSpec::peak
///
/// ```
/// use xxlchess::sound::{RATE, Sound, samples};
///
/// assert_eq!(samples(0, Sound::Check).len(), RATE as usize, "a second");
/// ```
pub fn samples(set: usize, sound: Sound) -> Vec<f32> {
    synth::render(specs::spec(set, sound))
}
