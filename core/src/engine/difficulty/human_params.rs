//! Parameters of human-like players: depth of search and rates of error.

/// Strength and errors of a human-like player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HumanParams {
    /// Search depth in plies, the player's own move included; from 1.
    pub depth: u32,
    /// Plies of captures searched beyond that depth.
    pub qsearch_depth: u32,
    /// Node limit of the search.
    pub max_nodes: u64,
    /// Moves considered in each position after the player's own move, captures first.
    pub max_replies: usize,
    /// Probability that a leap of the opponent is overlooked, in permille.
    pub missed_leaps: u64,
    /// Probability of overlooking that the moved piece leaves others undefended, in permille.
    pub missed_undefended: u64,
    /// How much a capture or check is overrated, in thousandths of a pawn.
    pub attack_bias: i32,
    /// How much a check or a move to a square near the enemy king is overrated besides.
    pub king_attack_bias: i32,
    /// How much a capture is overrated besides.
    pub capture_bias: i32,
    /// Largest random error of the evaluation, in thousandths of a pawn.
    pub eval_noise: i32,
}

impl HumanParams {
    /// A player without errors that searches all moves to `depth`.
    pub const fn flawless(depth: u32) -> Self {
        Self {
            depth,
            qsearch_depth: 32,
            max_nodes: u64::MAX,
            max_replies: usize::MAX,
            missed_leaps: 0,
            missed_undefended: 0,
            attack_bias: 0,
            king_attack_bias: 0,
            capture_bias: 0,
            eval_noise: 0,
        }
    }
}
