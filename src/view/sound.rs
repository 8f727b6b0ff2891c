//! Which sound goes with what happened in a game; how it sounds is written in `crate::sound`, above this layer.

use std::time::Duration;

use crate::game::options::{OptionKey, Options};
use crate::game::{Event, Game, MadeMove, Player};
use crate::rules::{ByColor, Color, MoveFlag};

/// A person's clock that falls below this is heard.
pub const LOW_TIME: Duration = Duration::from_secs(10);

/// A sound of the game. Where two fall together the greater one is heard, in the order written here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sound {
    /// A piece is put down.
    Move,
    /// A piece is captured.
    Capture,
    /// King and partner are put down.
    Castling,
    /// A pawn becomes something else.
    Promotion,
    /// A king is in check.
    Check,
    /// A person's clock is nearly empty.
    LowTime,
    /// The game has ended.
    End,
}

impl Sound {
    /// All sounds, in their order.
    pub const ALL: [Self; 7] =
        [Self::Move, Self::Capture, Self::Castling, Self::Promotion, Self::Check, Self::LowTime, Self::End];

    /// The sound of `event`, if it has one.
    ///
    /// In the fog of war (`fog`) only what both sides see anyway is told apart: that a move was made, that it took a
    /// piece, and that the game is over.
    #[must_use]
    pub fn of(event: &Event, fog: bool) -> Option<Self> {
        match event {
            Event::Moved(made) | Event::MovedInFog(Some(made)) => Some(Self::of_move(made, fog)),
            Event::MovedInFog(None) | Event::TakenBack(_) => Some(Self::Move),
            Event::Check(_) => (!fog).then_some(Self::Check),
            Event::Ended(_) => Some(Self::End),
            _ => None,
        }
    }

    fn of_move(made: &MadeMove, fog: bool) -> Self {
        match made.mv.flag {
            MoveFlag::Promote(_) if !fog => Self::Promotion,
            MoveFlag::Castle if !fog => Self::Castling,
            _ if made.captured.is_some() => Self::Capture,
            _ => Self::Move,
        }
    }
}

/// A sound to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cue {
    /// Which one.
    pub sound: Sound,
    /// How loud, from 1 to 10.
    pub volume: u8,
}

/// What is to be heard of one game.
#[derive(Clone, Debug, Default)]
pub struct Hearing {
    low_time: LowTime,
    /// The greatest sound since the last one was taken.
    heard: Option<Sound>,
}

impl Hearing {
    /// Hears what happened in `game`, which has come to where it stands by `events`.
    pub fn hear(&mut self, events: &[Event], game: &Game) {
        let back = |event: &Event| matches!(event, Event::Restarted | Event::TakenBack(_) | Event::Resumed);
        if events.iter().any(back) {
            self.low_time = LowTime::default();
        }
        let of_events = events.iter().filter_map(|event| Sound::of(event, game.is_fogged())).max();
        let of_clocks = self.low_time.look_at(game).then_some(Sound::LowTime);
        // `None` is less than any sound.
        self.heard = self.heard.max(of_events).max(of_clocks);
    }

    /// The sound to be played now, once, if `options` have it played; those passed over meanwhile are forgotten.
    pub fn take(&mut self, options: &Options) -> Option<Cue> {
        let sound = self.heard.take()?;
        let volume = options.get(OptionKey::Volume);
        (options.is_on(OptionKey::Sound) && volume > 0).then_some(Cue { sound, volume })
    }
}

/// Watches the persons' clocks fall below [`LOW_TIME`]; each is told once a game, whatever increments give back.
#[derive(Clone, Copy, Debug)]
struct LowTime(ByColor<Watch>);

/// What has been seen of one clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Watch {
    /// It has not been seen with enough time yet; a clock that starts with less is never told.
    New,
    /// It had enough time.
    Enough,
    /// It has fallen.
    Told,
}

impl Default for LowTime {
    fn default() -> Self {
        Self(ByColor::from_fn(|_| Watch::New))
    }
}

impl LowTime {
    /// Looks at the clocks of `game` and says whether one has just fallen.
    fn look_at(&mut self, game: &Game) -> bool {
        let mut fallen = false;
        for color in [Color::White, Color::Black] {
            let person = game.player(color) == Player::Human;
            let Some(left) = game.clocks().remaining(color).filter(|_| person) else { continue };
            let watch = &mut self.0[color];
            match watch {
                Watch::New if left >= LOW_TIME => *watch = Watch::Enough,
                Watch::Enough if left < LOW_TIME => {
                    *watch = Watch::Told;
                    // A game that is over has no time left to be low.
                    fallen |= game.ending().is_none();
                }
                _ => {}
            }
        }
        fallen
    }
}
