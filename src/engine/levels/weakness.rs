//! The human weaknesses by name, each a figure of [`Traits`].

use super::table::HumanTraits;

/// A way in which people err.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Weakness {
    /// Looks only so many moves ahead.
    ShallowDepth,
    /// Loses count in a long exchange.
    ShortExchanges,
    /// Decides before all has been looked at.
    FewNodes,
    /// Thinks only of the most striking answers, captures above all.
    FewReplies,
    /// Does not see jumps: moves of the opponent along no rank, file or diagonal.
    MissedLeaps,
    /// Forgets what a piece guarded before it moved.
    MissedGuards,
    /// Prefers captures and checks, whatever they are good for.
    AttackBias,
    /// Takes one position for a little better or worse than it is.
    EvalNoise,
}

impl Weakness {
    /// All weaknesses.
    pub const ALL: [Self; 8] = [
        Self::ShallowDepth,
        Self::ShortExchanges,
        Self::FewNodes,
        Self::FewReplies,
        Self::MissedLeaps,
        Self::MissedGuards,
        Self::AttackBias,
        Self::EvalNoise,
    ];
}

impl HumanTraits {
    /// A player who sees all answers to so many half-moves, and errs in nothing.
    #[must_use]
    pub const fn flawless(horizon: u32) -> Self {
        Self {
            depth: horizon,
            capture_depth: 32,
            max_nodes: u64::MAX,
            max_replies: usize::MAX,
            missed_leaps: 0,
            missed_guards: 0,
            attack_bias: 0,
            eval_noise: 0,
        }
    }

    /// This player without one weakness; without a shallow horizon, one who looks two half-moves further.
    #[must_use]
    pub const fn without(mut self, weakness: Weakness) -> Self {
        let best = Self::flawless(self.depth + 2);
        match weakness {
            Weakness::ShallowDepth => self.depth = best.depth,
            Weakness::ShortExchanges => self.capture_depth = best.capture_depth,
            Weakness::FewNodes => self.max_nodes = best.max_nodes,
            Weakness::FewReplies => self.max_replies = best.max_replies,
            Weakness::MissedLeaps => self.missed_leaps = best.missed_leaps,
            Weakness::MissedGuards => self.missed_guards = best.missed_guards,
            Weakness::AttackBias => self.attack_bias = best.attack_bias,
            Weakness::EvalNoise => self.eval_noise = best.eval_noise,
        }
        self
    }
}
