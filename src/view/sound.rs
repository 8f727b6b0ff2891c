//! Sound cues of a game: which sound goes with which event. The sounds themselves are in `crate::sound`.

use std::time::Duration;

use crate::game::options::Options;
use crate::game::{Event, Game, MadeMove, PlayerKind};
use crate::rules::{ByColor, Color, MoveFlag};
use crate::sound::{Sound, SoundCue};

/// The alarm sounds when a person's clock falls below this.
pub const LOW_TIME: Duration = Duration::from_secs(10);

/// The sound of `event`, if it has one.
///
/// Under fog of war (`fog`) only what both sides may know is audible: that a move was made, that it was a capture, and
/// that the game is over.
pub fn sound_of_event(event: &Event, fog: bool) -> Option<Sound> {
    match event {
        Event::Moved(made) | Event::MovedInFog(Some(made)) => Some(sound_of_move(made, fog)),
        Event::MovedInFog(None) | Event::TakenBack(_) => Some(Sound::Move),
        Event::Check(_) => (!fog).then_some(Sound::Check),
        Event::Ended(_) => Some(Sound::End),
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

/// Collects the sounds of one game between two frames.
#[derive(Clone, Debug, Default)]
pub struct SoundCues {
    low_time: LowTimeAlarm,
    /// The most important sound since the last call of `take`.
    pending: Option<Sound>,
}

impl SoundCues {
    /// Takes in `events`, which led to the present state of `game`.
    pub fn update(&mut self, events: &[Event], game: &Game) {
        let back = |event: &Event| matches!(event, Event::Restarted | Event::TakenBack(_) | Event::Resumed);
        if events.iter().any(back) {
            self.low_time = LowTimeAlarm::default();
        }
        let of_events = events.iter().filter_map(|event| sound_of_event(event, game.has_fog())).max();
        let of_clocks = self.low_time.update(game).then_some(Sound::LowTime);
        // `None` is less than any sound.
        self.pending = self.pending.max(of_events).max(of_clocks);
    }

    /// The sound to play now, unless `options` mute it. Clears the pending sound either way.
    pub fn take(&mut self, options: &Options) -> Option<SoundCue> {
        let sound = self.pending.take()?;
        let volume = options.volume;
        (options.sound && volume > 0).then_some(SoundCue { sound, volume })
    }
}

/// Alarm when a person's clock falls below [`LOW_TIME`]: once per game and side, whatever the increment adds later.
#[derive(Clone, Copy, Debug)]
struct LowTimeAlarm(ByColor<AlarmState>);

/// State of the alarm of one clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AlarmState {
    /// The clock has not shown [`LOW_TIME`] or more yet. A clock that starts with less never fires.
    Disarmed,
    Armed,
    Fired,
}

impl Default for LowTimeAlarm {
    fn default() -> Self {
        Self(ByColor::from_fn(|_| AlarmState::Disarmed))
    }
}

impl LowTimeAlarm {
    /// Reads the clocks of `game`; `true` if one has just fallen below the limit.
    fn update(&mut self, game: &Game) -> bool {
        let mut fallen = false;
        for color in [Color::White, Color::Black] {
            let person = game.player(color) == PlayerKind::Human;
            let Some(left) = game.clocks().remaining(color).filter(|_| person) else { continue };
            let watch = &mut self.0[color];
            match watch {
                AlarmState::Disarmed if left >= LOW_TIME => *watch = AlarmState::Armed,
                AlarmState::Armed if left < LOW_TIME => {
                    *watch = AlarmState::Fired;
                    // No alarm after the end, which has a sound of its own.
                    fallen |= game.termination().is_none();
                }
                _ => {}
            }
        }
        fallen
    }
}
