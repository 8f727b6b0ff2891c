//! Tables of sounds: the partials of each timbre and the notes of each sound.

use super::Sound;

/// A partial: a sine tone within a note.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Partial {
    /// Frequency of the tone, as a multiple of the note's pitch.
    pub ratio: f32,
    /// Initial amplitude, relative to the other partials of the timbre.
    pub level: f32,
    /// Rate of exponential decay: after `t` seconds the amplitude is `level * exp(-decay * t)`.
    pub decay: f32,
}

/// The partials, noise and attack of an instrument.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Timbre {
    /// The sine tones.
    pub partials: &'static [Partial],
    /// Initial amplitude of the noise that a stroke on the instrument makes.
    pub noise: f32,
    /// Rate of exponential decay of the noise, as in [`Partial::decay`].
    pub noise_decay: f32,
    /// Rise time in seconds. It is greater than 0, because a sudden start clicks.
    pub attack: f32,
}

/// A note of a sound.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Note {
    /// Start of the note, in seconds from the start of the sound.
    pub at: f32,
    /// The instrument.
    pub timbre: &'static Timbre,
    /// Frequency in hertz.
    pub pitch: f32,
    /// Amplitude, relative to the other notes of the sound.
    pub level: f32,
}

/// The notes of a sound.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SoundSpec {
    /// The sound.
    pub sound: Sound,
    /// Length in seconds.
    pub length: f32,
    /// Absolute value of the loudest sample, from 0 to 1.
    pub peak: f32,
    /// The notes.
    pub notes: &'static [Note],
}

const fn partial(ratio: f32, level: f32, decay: f32) -> Partial {
    Partial { ratio, level, decay }
}

const fn note(at: f32, timbre: &'static Timbre, pitch: f32, level: f32) -> Note {
    Note { at, timbre, pitch, level }
}

/// A piece that is put down on a wooden board. The partials are those of a struck bar.
const WOOD: Timbre = Timbre {
    partials: &[partial(1.0, 1.0, 30.0), partial(2.76, 0.4, 50.0), partial(5.4, 0.12, 90.0)],
    noise: 0.35,
    noise_decay: 220.0,
    attack: 0.002,
};
/// Wood that is struck hard. It sounds brighter and shorter than [`WOOD`].
const HARD_WOOD: Timbre = Timbre {
    partials: &[partial(1.0, 1.0, 38.0), partial(2.76, 0.8, 48.0), partial(5.4, 0.45, 70.0)],
    noise: 0.7,
    noise_decay: 160.0,
    attack: 0.001,
};
/// A small bell, with a hum below its pitch and a third above its octave.
const BELL: Timbre = Timbre {
    partials: &[
        partial(0.5, 0.25, 4.0),
        partial(1.0, 1.0, 5.0),
        partial(2.0, 0.45, 7.0),
        partial(2.4, 0.25, 9.0),
        partial(3.01, 0.18, 12.0),
        partial(4.2, 0.08, 18.0),
    ],
    noise: 0.05,
    noise_decay: 120.0,
    attack: 0.003,
};
/// A plucked string.
const PLUCK: Timbre = Timbre {
    partials: &[partial(1.0, 1.0, 7.0), partial(2.0, 0.35, 10.0), partial(3.0, 0.12, 15.0)],
    noise: 0.0,
    noise_decay: 1.0,
    attack: 0.005,
};
/// Several strings with a soft attack.
const STRINGS: Timbre = Timbre {
    partials: &[partial(1.0, 1.0, 2.6), partial(2.0, 0.3, 4.0), partial(3.0, 0.1, 6.0)],
    noise: 0.0,
    noise_decay: 1.0,
    attack: 0.015,
};
/// A dull knock, without high partials.
const DULL: Timbre = Timbre {
    partials: &[partial(1.0, 1.0, 22.0), partial(1.5, 0.5, 30.0)],
    noise: 0.1,
    noise_decay: 300.0,
    attack: 0.004,
};
/// The tick of a clock.
const TICK: Timbre = Timbre {
    partials: &[partial(1.0, 1.0, 90.0), partial(2.3, 0.4, 140.0)],
    noise: 0.3,
    noise_decay: 300.0,
    attack: 0.001,
};

/// A piece with a foot of felt that is put down on a board: low, without the noise of a stroke.
const FELT: Timbre = Timbre {
    partials: &[partial(1.0, 1.0, 24.0), partial(2.0, 0.25, 36.0), partial(3.1, 0.06, 60.0)],
    noise: 0.0,
    noise_decay: 1.0,
    attack: 0.006,
};
/// A bar of wood that is struck by a soft mallet, as on a marimba.
const MALLET: Timbre = Timbre {
    partials: &[partial(1.0, 1.0, 8.0), partial(3.93, 0.15, 26.0), partial(9.2, 0.02, 60.0)],
    noise: 0.0,
    noise_decay: 1.0,
    attack: 0.006,
};

/// The sets of sounds. Each has all sounds, in the order of [`Sound::ALL`].
pub const SETS: [[SoundSpec; 12]; 2] = [WOOD_SOUNDS, SOFT_SOUNDS];

/// Sounds of wooden pieces, bells and strings.
const WOOD_SOUNDS: [SoundSpec; 12] = [
    SoundSpec { sound: Sound::Tick, length: 0.12, peak: 0.25, notes: &[note(0.0, &TICK, 1850.0, 1.0)] },
    SoundSpec { sound: Sound::Premove, length: 0.14, peak: 0.3, notes: &[note(0.0, &HARD_WOOD, 900.0, 1.0)] },
    SoundSpec {
        sound: Sound::Illegal,
        length: 0.32,
        peak: 0.4,
        notes: &[note(0.0, &DULL, 165.0, 1.0), note(0.12, &DULL, 165.0, 0.8)],
    },
    SoundSpec { sound: Sound::Move, length: 0.22, peak: 0.5, notes: &[note(0.0, &WOOD, 380.0, 1.0)] },
    SoundSpec {
        sound: Sound::Capture,
        length: 0.26,
        peak: 0.6,
        notes: &[note(0.0, &HARD_WOOD, 560.0, 0.7), note(0.07, &HARD_WOOD, 470.0, 1.0)],
    },
    SoundSpec {
        sound: Sound::Castling,
        length: 0.38,
        peak: 0.5,
        notes: &[note(0.0, &WOOD, 300.0, 0.9), note(0.14, &WOOD, 250.0, 1.0)],
    },
    SoundSpec {
        sound: Sound::Promotion,
        length: 0.95,
        peak: 0.45,
        notes: &[
            note(0.0, &PLUCK, 523.25, 0.8),
            note(0.09, &PLUCK, 659.26, 0.85),
            note(0.18, &PLUCK, 783.99, 0.9),
            note(0.27, &PLUCK, 1046.5, 1.0),
        ],
    },
    SoundSpec { sound: Sound::Check, length: 1.0, peak: 0.45, notes: &[note(0.0, &BELL, 880.0, 1.0)] },
    SoundSpec {
        sound: Sound::LowTime,
        length: 0.9,
        peak: 0.4,
        notes: &[
            note(0.0, &TICK, 2100.0, 1.0),
            note(0.25, &TICK, 1600.0, 0.9),
            note(0.5, &TICK, 2100.0, 1.0),
            note(0.75, &TICK, 1600.0, 0.9),
        ],
    },
    SoundSpec {
        sound: Sound::End,
        length: 1.7,
        peak: 0.5,
        notes: &[
            note(0.0, &STRINGS, 196.0, 0.4),
            note(0.0, &STRINGS, 293.66, 0.4),
            note(0.02, &STRINGS, 493.88, 0.4),
            note(0.28, &STRINGS, 130.81, 0.8),
            note(0.3, &STRINGS, 261.63, 0.8),
            note(0.32, &STRINGS, 392.0, 0.8),
            note(0.34, &STRINGS, 523.25, 0.8),
            note(0.36, &STRINGS, 659.26, 0.6),
        ],
    },
    SoundSpec {
        sound: Sound::PuzzleWrong,
        length: 0.7,
        peak: 0.4,
        notes: &[note(0.0, &PLUCK, 233.08, 0.9), note(0.16, &PLUCK, 174.61, 1.0)],
    },
    SoundSpec {
        sound: Sound::PuzzleRight,
        length: 1.1,
        peak: 0.45,
        notes: &[note(0.0, &BELL, 1174.66, 0.8), note(0.14, &BELL, 1567.98, 1.0)],
    },
];

/// Lower and quieter sounds of felt and marimba.
const SOFT_SOUNDS: [SoundSpec; 12] = [
    SoundSpec { sound: Sound::Tick, length: 0.15, peak: 0.15, notes: &[note(0.0, &FELT, 1250.0, 1.0)] },
    SoundSpec { sound: Sound::Premove, length: 0.2, peak: 0.2, notes: &[note(0.0, &FELT, 620.0, 1.0)] },
    SoundSpec {
        sound: Sound::Illegal,
        length: 0.36,
        peak: 0.3,
        notes: &[note(0.0, &FELT, 130.0, 1.0), note(0.14, &FELT, 130.0, 0.8)],
    },
    SoundSpec { sound: Sound::Move, length: 0.26, peak: 0.35, notes: &[note(0.0, &FELT, 290.0, 1.0)] },
    SoundSpec {
        sound: Sound::Capture,
        length: 0.32,
        peak: 0.4,
        notes: &[note(0.0, &FELT, 440.0, 0.7), note(0.09, &FELT, 370.0, 1.0)],
    },
    SoundSpec {
        sound: Sound::Castling,
        length: 0.42,
        peak: 0.35,
        notes: &[note(0.0, &FELT, 240.0, 0.9), note(0.16, &FELT, 200.0, 1.0)],
    },
    SoundSpec {
        sound: Sound::Promotion,
        length: 0.95,
        peak: 0.35,
        notes: &[
            note(0.0, &MALLET, 392.0, 0.8),
            note(0.11, &MALLET, 493.88, 0.85),
            note(0.22, &MALLET, 587.33, 0.9),
            note(0.33, &MALLET, 783.99, 1.0),
        ],
    },
    SoundSpec {
        sound: Sound::Check,
        length: 0.8,
        peak: 0.35,
        notes: &[note(0.0, &MALLET, 659.26, 0.8), note(0.1, &MALLET, 880.0, 1.0)],
    },
    SoundSpec {
        sound: Sound::LowTime,
        length: 0.9,
        peak: 0.3,
        notes: &[
            note(0.0, &FELT, 1046.5, 1.0),
            note(0.25, &FELT, 830.61, 0.9),
            note(0.5, &FELT, 1046.5, 1.0),
            note(0.75, &FELT, 830.61, 0.9),
        ],
    },
    SoundSpec {
        sound: Sound::End,
        length: 1.6,
        peak: 0.4,
        notes: &[
            note(0.0, &MALLET, 196.0, 0.6),
            note(0.0, &MALLET, 246.94, 0.5),
            note(0.3, &MALLET, 130.81, 0.8),
            note(0.3, &MALLET, 261.63, 0.8),
            note(0.36, &MALLET, 329.63, 0.7),
            note(0.42, &MALLET, 523.25, 0.7),
        ],
    },
    SoundSpec {
        sound: Sound::PuzzleWrong,
        length: 0.7,
        peak: 0.3,
        notes: &[note(0.0, &MALLET, 220.0, 0.9), note(0.18, &MALLET, 164.81, 1.0)],
    },
    SoundSpec {
        sound: Sound::PuzzleRight,
        length: 0.9,
        peak: 0.35,
        notes: &[note(0.0, &MALLET, 1046.5, 0.8), note(0.14, &MALLET, 1396.91, 1.0)],
    },
];

/// The row of `sound` in the set with this index.
pub const fn spec(set: usize, sound: Sound) -> &'static SoundSpec {
    &SETS[set][sound as usize]
}
