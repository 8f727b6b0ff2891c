//! Short words to the person that come and go by themselves.

use std::time::Duration;

use super::Game;

/// How long a notice is shown.
const SHOWN: Duration = Duration::from_secs(4);

/// Something told to the person for a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notice {
    /// A hint is being looked for.
    LookingForHint,
    /// There is no hint to be had in this game.
    NoHint,
    /// Nothing may be taken back, because of what has been seen.
    NoTakeBack,
    /// The offer of a draw was not taken.
    DrawDeclined,
}

impl Notice {
    /// What it says.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::LookingForHint => "Looking for a hint",
            Self::NoHint => "No hints between two persons",
            Self::NoTakeBack => "No take-back in the fog",
            Self::DrawDeclined => "Draw declined",
        }
    }

    /// This notice, shown from now on.
    pub(super) const fn now(self) -> Shown {
        Shown { notice: self, left: SHOWN }
    }
}

/// A notice while it is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shown {
    /// Which one.
    pub notice: Notice,
    left: Duration,
}

impl Shown {
    /// What is left of it when `elapsed` has passed.
    pub fn after(self, elapsed: Duration) -> Option<Self> {
        let left = self.left.checked_sub(elapsed).filter(|left| !left.is_zero())?;
        Some(Self { left, ..self })
    }
}

impl Game {
    /// The notice that is shown now.
    #[must_use]
    pub fn notice(&self) -> Option<Notice> {
        self.notice.map(|shown| shown.notice)
    }

    /// Shows `notice` no longer.
    pub(super) fn forget(&mut self, notice: Notice) {
        self.notice = self.notice.filter(|shown| shown.notice != notice);
    }
}
