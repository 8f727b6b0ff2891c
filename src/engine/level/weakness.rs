//! The human weaknesses by name, each a figure of [`Traits`].

use super::table::Traits;

/// A way in which people err.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Weakness {
    /// Looks only so many moves ahead.
    ShallowHorizon,
    /// Loses count in a long exchange.
    LostCount,
    /// Decides before all has been looked at.
    Impatience,
    /// Thinks only of the most striking answers, captures above all.
    FewReplies,
    /// Does not see jumps: moves of the opponent along no rank, file or diagonal.
    OverlookedLeaps,
    /// Forgets what a piece guarded before it moved.
    ForgottenGuards,
    /// Prefers captures and checks, whatever they are good for.
    Eagerness,
    /// Takes one position for a little better or worse than it is.
    Misjudgement,
}

impl Weakness {
    /// All weaknesses.
    pub const ALL: [Self; 8] = [
        Self::ShallowHorizon,
        Self::LostCount,
        Self::Impatience,
        Self::FewReplies,
        Self::OverlookedLeaps,
        Self::ForgottenGuards,
        Self::Eagerness,
        Self::Misjudgement,
    ];
}

impl Traits {
    /// A player who sees all answers to so many half-moves, and errs in nothing.
    #[must_use]
    pub const fn without_weakness(horizon: u32) -> Self {
        Self {
            horizon,
            exchanges: 32,
            patience: u64::MAX,
            replies: usize::MAX,
            overlooked_leaps: 0,
            forgotten_guards: 0,
            eagerness: 0,
            misjudgement: 0,
        }
    }

    /// This player without one weakness; without a shallow horizon, one who looks two half-moves further.
    #[must_use]
    pub const fn without(mut self, weakness: Weakness) -> Self {
        let best = Self::without_weakness(self.horizon + 2);
        match weakness {
            Weakness::ShallowHorizon => self.horizon = best.horizon,
            Weakness::LostCount => self.exchanges = best.exchanges,
            Weakness::Impatience => self.patience = best.patience,
            Weakness::FewReplies => self.replies = best.replies,
            Weakness::OverlookedLeaps => self.overlooked_leaps = best.overlooked_leaps,
            Weakness::ForgottenGuards => self.forgotten_guards = best.forgotten_guards,
            Weakness::Eagerness => self.eagerness = best.eagerness,
            Weakness::Misjudgement => self.misjudgement = best.misjudgement,
        }
        self
    }
}
