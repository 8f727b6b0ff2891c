//! Sounds of a game: which one belongs to which event. `crate::sound` computes their samples.

use std::time::Duration;

use crate::game::options::Options;
use crate::game::{Event, Game, MadeMove, PlayerKind, Termination};
use crate::rules::{ByColor, Color, MoveFlag};
use crate::sound::{Sound, SoundCue};

/// When a human's clock falls below this time, an alarm sounds. From there on every second ticks.
pub const LOW_TIME: Duration = Duration::from_secs(10);

/// The sound of `event`, if it has one.
///
/// Under fog of war (`fog`), a sound must not reveal what one side cannot see: only moves, captures and the end of the
/// game have sounds of their own.
pub fn sound_of_event(event: &Event, fog: bool) -> Option<Sound> {
    match event {
        Event::Moved(made) | Event::MovedInFog(Some(made)) => Some(sound_of_move(made, fog)),
        Event::MovedInFog(None) | Event::TakenBack(_) => Some(Sound::Move),
        Event::Check(_) => (!fog).then_some(Sound::Check),
        Event::Ended(_) => Some(Sound::End),
        Event::Premoved => Some(Sound::Premove),
        Event::MustDefendKing(_) => Some(Sound::Illegal),
        _ => None,
    }
}

fn sound_of_move(made: &MadeMove, fog: bool) -> Sound {
    match made.mv.flag {
        MoveFlag::Promote(_) if !fog => Sound::Promotion,
        MoveFlag::Castle if !fog => Sound::Castling,
        _ if made.captured.is_some() => Sound::Capture,
        _ => Sound::Move,
    }
}

/// A request to play `sound` with the volume and the set of sounds of `options`; `None` if they mute it.
pub fn cue(sound: Sound, options: &Options) -> Option<SoundCue> {
    let (set, volume) = (options.sounds as usize, options.volume);
    (options.sound && volume > 0).then_some(SoundCue { sound, set, volume })
}

/// Collects the sounds of one game between two frames.
#[derive(Clone, Debug, Default)]
pub struct SoundCues {
    alarms: ByColor<AlarmState>,
    /// The side whose running clock was below [`LOW_TIME`] at the last update, and the seconds that it showed.
    last_second: Option<(Color, u64)>,
    /// The most important sound since the last call of `take`.
    pending: Option<Sound>,
    /// The sound of a check, a mate or the end of a puzzle, which waits until the piece has arrived.
    waiting: Option<Sound>,
}

impl SoundCues {
    /// Collects the sounds of `events`, which led to the present state of `game`. If `on_the_way` is set, the piece
    /// that gives check or mate still slides, and the sound of the check or mate waits.
    pub fn update(&mut self, events: &[Event], game: &Game, on_the_way: bool) {
        if events.iter().any(|event| matches!(event, Event::Restarted | Event::TakenBack(_))) {
            *self = Self::default();
        }
        let waits = |event: &&Event| match event {
            Event::Check(_) => on_the_way,
            Event::Ended(ending) => on_the_way && matches!(ending, Termination::Outcome(_)),
            _ => false,
        };
        let sound = |event: &Event| sound_of_event(event, game.has_fog());
        self.waiting = self.waiting.max(events.iter().filter(waits).filter_map(sound).max());
        let of_events = events.iter().filter(|event| !waits(event)).filter_map(sound).max();
        let of_clocks = self.falls_below_low_time(game).then_some(Sound::LowTime);
        let tick = self.passes_second(game).then_some(Sound::Tick);
        // `None` is less than any sound.
        self.pending = self.pending.max(of_events).max(of_clocks).max(tick);
    }

    /// Adds a sound that belongs to no event of the game. If `on_the_way` is set, it waits until the piece has arrived.
    pub fn add(&mut self, sound: Sound, on_the_way: bool) {
        let due = if on_the_way { &mut self.waiting } else { &mut self.pending };
        *due = (*due).max(Some(sound));
    }

    /// Whether a clock of `game` has fallen below [`LOW_TIME`] since the last call.
    fn falls_below_low_time(&mut self, game: &Game) -> bool {
        let mut fallen = false;
        for color in Color::ALL {
            let person = game.player(color) == PlayerKind::Human;
            let Some(left) = game.clocks().remaining(color).filter(|_| person) else { continue };
            let watch = &mut self.alarms[color];
            match watch {
                AlarmState::Disarmed if left >= LOW_TIME => *watch = AlarmState::Armed,
                AlarmState::Armed if left < LOW_TIME => {
                    *watch = AlarmState::Fired;
                    // The end of the game has a sound of its own.
                    fallen |= game.termination().is_none();
                }
                _ => {}
            }
        }
        fallen
    }

    /// Whether the running clock of a human has just passed a second below [`LOW_TIME`].
    fn passes_second(&mut self, game: &Game) -> bool {
        let turn = game.side_to_move().filter(|&color| game.player(color) == PlayerKind::Human);
        let low = turn.and_then(|turn| {
            let left = game.clocks().remaining(turn).filter(|&left| left < LOW_TIME)?;
            Some((turn, left.as_secs()))
        });
        let before = std::mem::replace(&mut self.last_second, low);
        matches!((before, low), (Some(before), Some(now)) if before.0 == now.0 && now.1 < before.1)
    }

    /// Returns the sound to play now, unless `options` mute it, and clears it. `arrived` is whether all pieces have
    /// arrived on their squares.
    pub fn take(&mut self, options: &Options, arrived: bool) -> Option<SoundCue> {
        if arrived {
            self.pending = self.pending.max(self.waiting.take());
        }
        cue(self.pending.take()?, options)
    }
}

/// State of the alarm of one clock. It sounds once per game and side when the clock of a human falls below
/// [`LOW_TIME`], even if increments lift the clock above that time again.
#[derive(Clone, Copy, Debug, Default)]
enum AlarmState {
    /// The clock has not shown [`LOW_TIME`] or more since the start. A clock that starts with less never gives an
    /// alarm.
    #[default]
    Disarmed,
    Armed,
    Fired,
}
