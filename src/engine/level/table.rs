//! The table of levels.

use super::super::Limits;

/// How a level plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// By the six rules of thumb, one move ahead.
    Rules,
    /// By looking ahead as people do, with their weaknesses.
    Human(Traits),
    /// By the search.
    Search(Effort),
}

/// What a player who looks ahead as people do sees, and what not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Traits {
    /// Half-moves looked ahead, the own one included; from 1.
    pub horizon: u32,
    /// Captures in a row followed beyond the horizon.
    pub exchanges: u32,
    /// Positions looked at before the player has had enough.
    pub patience: u64,
    /// How many moves come to mind in each position after the own move, the most striking first.
    pub replies: usize,
    /// How often a jump of the opponent is overlooked, in thousandths.
    pub overlooked_leaps: u64,
    /// How often it is forgotten that the piece about to move guards others, in thousandths.
    pub forgotten_guards: u64,
    /// How much better a capture or check looks than it is, in thousandths of a pawn.
    pub eagerness: i32,
    /// How far a judgement may be off either way, in thousandths of a pawn.
    pub misjudgement: i32,
}

/// How much the search may think.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Most nodes for a move, where there is time for them.
    pub nodes: Option<u64>,
    /// Nodes for a move that must not depend on the machine.
    pub repeatable_nodes: u64,
    /// Whether it thinks on all the threads it is given, or on one.
    pub all_threads: bool,
}

impl Effort {
    /// What is left of `limits` for this effort.
    #[must_use]
    pub fn within(&self, limits: &Limits) -> Limits {
        Limits { nodes: limits.nodes.into_iter().chain(self.nodes).min(), ..limits.clone() }
    }
}

/// A row of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// How the level plays.
    pub style: Style,
    /// The player it stands for, in a few words.
    pub description: &'static str,
}

/// One of those who look ahead as people do; the figures in the order of [`Traits`].
const fn human(description: &'static str, sight: (u32, u32, u64, usize), slips: (u64, u64, i32, i32)) -> Row {
    let (horizon, exchanges, patience, replies) = sight;
    let (overlooked_leaps, forgotten_guards, eagerness, misjudgement) = slips;
    let traits = Traits {
        horizon,
        exchanges,
        patience,
        replies,
        overlooked_leaps,
        forgotten_guards,
        eagerness,
        misjudgement,
    };
    Row { style: Style::Human(traits), description }
}

/// The search with at most `nodes` for a move.
const fn search(description: &'static str, nodes: u64) -> Row {
    let effort = Effort { nodes: Some(nodes), repeatable_nodes: nodes, all_threads: false };
    Row { style: Style::Search(effort), description }
}

/// All levels, the weakest first.
///
/// The steps between them are measured: see docs/measurements.md.
pub const LEVELS: [Row; 10] = [
    Row { style: Style::Rules, description: "six rules of thumb" },
    human("a beginner", (1, 1, 100, 3), (480, 670, 380, 1_000)),
    human("a beginner who has seen some games", (1, 1, 200, 3), (400, 500, 300, 900)),
    human("a casual player", (2, 1, 1_000, 4), (350, 400, 250, 700)),
    human("a player of some years", (2, 3, 3_500, 5), (260, 260, 170, 480)),
    human("a club player", (3, 4, 12_000, 9), (110, 110, 80, 220)),
    search("a strong club player", 700),
    search("a very strong player", 1_300),
    search("a master", 2_100),
    Row {
        style: Style::Search(Effort { nodes: None, repeatable_nodes: 200_000, all_threads: true }),
        description: "all that the search has",
    },
];
