//! Traits of human-like players: how far they search and how often they err.

/// Strength and errors of a human-like player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HumanTraits {
    /// Search depth in plies, the player's own move included; from 1.
    pub depth: u32,
    /// Plies of captures searched beyond that depth.
    pub capture_depth: u32,
    /// Nodes after which the player decides.
    pub max_nodes: u64,
    /// Moves considered in each position after the player's own move, captures first.
    pub max_replies: usize,
    /// Probability that a leap of the opponent is overlooked, in permille.
    pub missed_leaps: u64,
    /// Probability of overlooking that the moved piece leaves others undefended, in permille.
    pub missed_guards: u64,
    /// How much a capture or check is overrated, in thousandths of a pawn.
    pub attack_bias: i32,
    /// Largest random error of the evaluation, in thousandths of a pawn.
    pub eval_noise: i32,
}

/// One of the traits in which human-like players are weaker than a perfect search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Weakness {
    /// [`HumanTraits::depth`]
    ShallowDepth,
    /// [`HumanTraits::capture_depth`]
    ShortExchanges,
    /// [`HumanTraits::max_nodes`]
    FewNodes,
    /// [`HumanTraits::max_replies`]
    FewReplies,
    /// [`HumanTraits::missed_leaps`]
    MissedLeaps,
    /// [`HumanTraits::missed_guards`]
    MissedGuards,
    /// [`HumanTraits::attack_bias`]
    AttackBias,
    /// [`HumanTraits::eval_noise`]
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
    /// A player without errors that searches all moves to `depth`.
    #[must_use]
    pub const fn flawless(depth: u32) -> Self {
        Self {
            depth,
            capture_depth: 32,
            max_nodes: u64::MAX,
            max_replies: usize::MAX,
            missed_leaps: 0,
            missed_guards: 0,
            attack_bias: 0,
            eval_noise: 0,
        }
    }

    /// These traits without one weakness. Without [`Weakness::ShallowDepth`] the player searches two plies deeper.
    #[must_use]
    pub const fn without(mut self, weakness: Weakness) -> Self {
        let flawless = Self::flawless(self.depth + 2);
        match weakness {
            Weakness::ShallowDepth => self.depth = flawless.depth,
            Weakness::ShortExchanges => self.capture_depth = flawless.capture_depth,
            Weakness::FewNodes => self.max_nodes = flawless.max_nodes,
            Weakness::FewReplies => self.max_replies = flawless.max_replies,
            Weakness::MissedLeaps => self.missed_leaps = flawless.missed_leaps,
            Weakness::MissedGuards => self.missed_guards = flawless.missed_guards,
            Weakness::AttackBias => self.attack_bias = flawless.attack_bias,
            Weakness::EvalNoise => self.eval_noise = flawless.eval_noise,
        }
        self
    }
}
