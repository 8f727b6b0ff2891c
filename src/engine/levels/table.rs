//! The table of levels.

use super::super::Limits;

/// How a level plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayStyle {
    /// By the six rules of thumb, one move ahead.
    Rules,
    /// By looking ahead as people do, with their weaknesses.
    HumanLike(HumanTraits),
    /// By the search.
    Search(SearchBudget),
}

/// What a player who looks ahead as people do sees, and what not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HumanTraits {
    /// Half-moves looked ahead, the own one included; from 1.
    pub depth: u32,
    /// Captures in a row followed beyond the horizon.
    pub capture_depth: u32,
    /// Positions looked at before the player has had enough.
    pub max_nodes: u64,
    /// How many moves come to mind in each position after the own move, the most striking first.
    pub max_replies: usize,
    /// How often a jump of the opponent is overlooked, in thousandths.
    pub missed_leaps: u64,
    /// How often it is forgotten that the piece about to move guards others, in thousandths.
    pub missed_guards: u64,
    /// How much better a capture or check looks than it is, in thousandths of a pawn.
    pub attack_bias: i32,
    /// How far a judgement may be off either way, in thousandths of a pawn.
    pub eval_noise: i32,
}

/// How much the search may think.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchBudget {
    /// Most nodes for a move, where there is time for them.
    pub nodes: Option<u64>,
    /// Nodes for a move that must not depend on the machine.
    pub deterministic_nodes: u64,
    /// Whether it thinks on all the threads it is given, or on one.
    pub all_threads: bool,
}

impl SearchBudget {
    /// What is left of `limits` for this effort.
    #[must_use]
    pub fn apply_to(&self, limits: &Limits) -> Limits {
        Limits { nodes: limits.nodes.into_iter().chain(self.nodes).min(), ..limits.clone() }
    }
}

/// A row of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LevelRow {
    /// How the level plays.
    pub style: PlayStyle,
    /// The player it stands for, in a few words.
    pub description: &'static str,
}

/// One of those who look ahead as people do; the figures in the order of [`Traits`].
const fn human(
    description: &'static str,
    sight: (u32, u32, u64, usize),
    slips: (u64, u64, i32, i32),
) -> LevelRow {
    let (horizon, exchanges, patience, replies) = sight;
    let (overlooked_leaps, forgotten_guards, eagerness, misjudgement) = slips;
    let traits = HumanTraits {
        depth: horizon,
        capture_depth: exchanges,
        max_nodes: patience,
        max_replies: replies,
        missed_leaps: overlooked_leaps,
        missed_guards: forgotten_guards,
        attack_bias: eagerness,
        eval_noise: misjudgement,
    };
    LevelRow { style: PlayStyle::HumanLike(traits), description }
}

/// The search with at most `nodes` for a move.
const fn search(description: &'static str, nodes: u64) -> LevelRow {
    let effort = SearchBudget { nodes: Some(nodes), deterministic_nodes: nodes, all_threads: false };
    LevelRow { style: PlayStyle::Search(effort), description }
}

/// All levels, the weakest first.
///
/// The steps between them are measured: see docs/measurements.md.
pub const LEVELS: [LevelRow; 10] = [
    LevelRow { style: PlayStyle::Rules, description: "six rules of thumb" },
    human("a beginner", (1, 1, 100, 3), (480, 670, 380, 1_000)),
    human("a beginner who has seen some games", (1, 1, 200, 3), (400, 500, 300, 900)),
    human("a casual player", (2, 1, 1_000, 4), (350, 400, 250, 700)),
    human("a player of some years", (2, 3, 3_500, 5), (260, 260, 170, 480)),
    human("a club player", (3, 4, 12_000, 9), (110, 110, 80, 220)),
    search("a strong club player", 700),
    search("a very strong player", 1_300),
    search("a master", 2_100),
    LevelRow {
        style: PlayStyle::Search(SearchBudget {
            nodes: None,
            deterministic_nodes: 200_000,
            all_threads: true,
        }),
        description: "all that the search has",
    },
];
