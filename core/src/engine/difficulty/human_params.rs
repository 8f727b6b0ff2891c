//! Parameters of human-like players: depth of search and rates of error.

/// Strength and errors of a human-like player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HumanParams {
    /// Search depth in plies, including the player's own move. 0 counts as 1.
    pub depth: u32,
    /// Number of plies in which captures are searched after `depth` plies.
    pub qsearch_depth: u32,
    /// Greatest number of nodes.
    pub max_nodes: u64,
    /// Greatest number of moves that are considered in each position after the root. Captures come first,
    /// then moves towards the region of a flag goal.
    pub max_replies: usize,
    /// Probability of overlooking a capture, in permille. It is greater for leaps, long lines, moves backwards and many
    /// attacked pieces, and smaller for strong pieces and near ones.
    pub overlooked: u64,
    /// Part of the overlooked captures that a player overlooks even if they are plain, in permille, and probability of
    /// overlooking its own move that wins the game.
    pub plain_missed: u64,
    /// Probability of overlooking that the moved piece leaves others undefended, in permille.
    pub missed_undefended: u64,
    /// Probability of seeing that the opponent threatens mate, or to reach a goal of the variant, in permille.
    pub mates_seen: u64,
    /// Weight of the habits of people, in percent: to develop pieces, to push pawns, to castle, not to undo a move.
    pub habits: i32,
    /// Thousandths of a pawn by which a capture or check is overrated.
    pub attack_bias: i32,
    /// Thousandths of a pawn by which a check or a move near the enemy king is overrated, in addition to `attack_bias`.
    pub king_attack_bias: i32,
    /// Thousandths of a pawn by which a capture is overrated, in addition to `attack_bias`.
    pub capture_bias: i32,
    /// Largest random error of the evaluation in a position with a few attacked pieces, in thousandths of a pawn. It is
    /// smaller in quiet positions and up to twice as large where many pieces are attacked. It never makes a capture that
    /// is plain worse, nor a move better that loses material on its target.
    pub eval_noise: i32,
}

impl HumanParams {
    /// A player without errors. It searches all moves to `depth` plies, and all captures after that.
    pub const fn flawless(depth: u32) -> Self {
        Self {
            depth,
            qsearch_depth: 32,
            max_nodes: u64::MAX,
            max_replies: usize::MAX,
            overlooked: 0,
            plain_missed: 0,
            mates_seen: 1000,
            habits: 0,
            missed_undefended: 0,
            attack_bias: 0,
            king_attack_bias: 0,
            capture_bias: 0,
            eval_noise: 0,
        }
    }
}
