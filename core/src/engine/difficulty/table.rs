//! Table of levels.

use std::fmt;

use super::super::limits::Limits;
use super::human_params::HumanParams;

/// A level of difficulty. Level 1 is the weakest person; level 0 stands for the six rules of the assignment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Difficulty(u8);

impl Difficulty {
    /// The six rules.
    pub const SIX_RULES: Self = Self(0);
    /// The weakest level that plays like a person.
    pub const WEAKEST: Self = Self(1);
    /// The strongest level: the full search.
    pub const STRONGEST: Self = Self(DIFFICULTIES.len() as u8 - 1);

    /// Returns the level of this number, or the strongest level if there is none of this number.
    pub fn new(number: u8) -> Self {
        Self(number.min(Self::STRONGEST.0))
    }

    /// The six rules, and after them all levels, the weakest first.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..=Self::STRONGEST.0).map(Self)
    }

    /// The number of the level, which is its index in [`DIFFICULTIES`].
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The level's row of [`DIFFICULTIES`].
    pub const fn row(self) -> &'static DifficultyRow {
        &DIFFICULTIES[self.0 as usize]
    }
}

impl fmt::Display for Difficulty {
    /// Formats as `level 4, casual`, or as `six rules`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.row().name;
        if *self == Self::SIX_RULES { f.write_str(name) } else { write!(f, "level {}, {name}", self.0) }
    }
}

/// How a level chooses its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayStyle {
    /// The six heuristic rules choose, without a search.
    Rules,
    /// A shallow search with errors like those of humans chooses.
    HumanLike(HumanParams),
    /// The full search chooses.
    Search(SearchBudget),
}

/// Budget of the full search at a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchBudget {
    /// Greatest number of nodes for a move that is chosen among [`lines`](Self::lines) in a position of chess. It is greater
    /// on larger boards, see [`apply_to`](Self::apply_to). Without this limit, the search uses all its time and all threads.
    pub nodes: Option<u64>,
    /// Number of the best moves among which the habits of people choose; with 1 the best move is played.
    pub lines: usize,
}

/// Number of plies in which habits choose among three times as many moves, so that games begin differently.
const OPENING_PLIES: usize = 20;

/// Number of legal moves of a position of chess, about the mean.
const CHESS_MOVES: usize = 32;

impl SearchBudget {
    /// Number of the best moves among which habits choose after `plies` plies of the game.
    pub const fn lines_at(&self, plies: usize) -> usize {
        if self.lines > 1 && plies < OPENING_PLIES { 3 * self.lines } else { self.lines }
    }

    /// Returns `limits` with at most the nodes of this budget for a choice among `lines` of `legal_moves` moves.
    ///
    /// The nodes grow with the number of lines, and with the square root of the legal moves as a tree with alpha-beta pruning
    /// does at each ply. So a level looks as far ahead on a large board as on a small one. Fewer legal moves than in chess
    /// count as those of chess, because the opponent may have more.
    pub fn apply_to(&self, limits: &Limits, lines: usize, legal_moves: usize) -> Limits {
        let growth = (legal_moves.max(CHESS_MOVES) as f64 / CHESS_MOVES as f64).sqrt();
        let growth = growth * lines as f64 / self.lines as f64;
        let nodes = self.nodes.map(|nodes| (nodes as f64 * growth) as u64);
        Limits { nodes: limits.nodes.into_iter().chain(nodes).min(), ..limits.clone() }
    }
}

impl PlayStyle {
    /// Adds the biases of `character` to a human-like style. Other styles have no character and do not change.
    #[must_use]
    pub fn with_character(self, character: &Character) -> Self {
        let Self::HumanLike(params) = self else { return self };
        let Character { king_attack_bias, capture_bias, .. } = *character;
        Self::HumanLike(HumanParams { king_attack_bias, capture_bias, ..params })
    }
}

/// Character of a human-like player: preferences that change how a level plays, but hardly how strong it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Character {
    /// Name of the character in config files.
    pub name: &'static str,
    /// The preferences of the character, in one line for the user.
    pub description: &'static str,
    /// See [`HumanParams::king_attack_bias`].
    pub king_attack_bias: i32,
    /// See [`HumanParams::capture_bias`].
    pub capture_bias: i32,
}

/// All characters. The first one has no biases. docs/experiments.md has the scores of the others against it.
pub const CHARACTERS: &[Character] = &[
    Character {
        name: "balanced",
        description: "Plays as the level does",
        king_attack_bias: 0,
        capture_bias: 0,
    },
    Character {
        name: "attacker",
        description: "Sends its pieces against your king",
        king_attack_bias: 600,
        capture_bias: 0,
    },
    Character {
        name: "grabber",
        description: "Takes whatever it can, and exchanges gladly",
        king_attack_bias: 0,
        capture_bias: 700,
    },
];

/// Row of [`DIFFICULTIES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DifficultyRow {
    /// Name of the level, which is shown beside its number: "level 4, casual".
    pub name: &'static str,
    /// How the level plays.
    pub style: PlayStyle,
    /// Strengths and weaknesses of the level, in one line for the user.
    pub description: &'static str,
    /// Elo rating on chess, measured against engines of known rating; `None` for the six rules, which play like nobody.
    pub rating: Option<u16>,
}

/// Creates the row of a human-like level. `search` has the fields `depth`, `qsearch_depth`, `max_nodes` and `max_replies`
/// of [`HumanParams`]. `errors` has `overlooked`, `plain_missed`, `missed_undefended`, `mates_seen`, `attack_bias` and `eval_noise`.
const fn human(
    name: &'static str,
    rating: u16,
    description: &'static str,
    search: (u32, u32, u64, usize),
    errors: (u64, u64, u64, u64, i32, i32),
) -> DifficultyRow {
    let (depth, qsearch_depth, max_nodes, max_replies) = search;
    let (overlooked, plain_missed, missed_undefended, mates_seen, attack_bias, eval_noise) = errors;
    let params = HumanParams {
        depth,
        qsearch_depth,
        max_nodes,
        max_replies,
        overlooked,
        plain_missed,
        missed_undefended,
        mates_seen,
        habits: 100,
        attack_bias,
        king_attack_bias: 0,
        capture_bias: 0,
        eval_noise,
    };
    DifficultyRow { name, style: PlayStyle::HumanLike(params), description, rating: Some(rating) }
}

/// Number of moves among which the levels choose that use the full search with few nodes.
const HABITUAL_LINES: usize = 4;

/// Creates the row of a level that uses the full search with the `nodes` of a [`SearchBudget`].
const fn search(name: &'static str, rating: u16, description: &'static str, nodes: u64) -> DifficultyRow {
    let budget = SearchBudget { nodes: Some(nodes), lines: HABITUAL_LINES };
    DifficultyRow { name, style: PlayStyle::Search(budget), description, rating: Some(rating) }
}

/// Table of the opponents: the six rules, and after them the levels from 1, the weakest first.
///
/// docs/measurements.md has the score of each level against the next weaker one, and the ratings of levels 1 to 9, which
/// are rounded to 50 here. That of the strongest level is an estimate.
pub const DIFFICULTIES: &[DifficultyRow] = &[
    DifficultyRow {
        name: "six rules",
        style: PlayStyle::Rules,
        description: "Follows six simple rules and never looks ahead",
        rating: None,
    },
    human(
        "newcomer",
        700,
        "Knows how the pieces move, and little more",
        (1, 1, 10_000, 3),
        (2_600, 450, 950, 120, 200, 3_300),
    ),
    human(
        "beginner",
        850,
        "Misses many jumps, such as a knight's, and leaves pieces undefended",
        (1, 1, 10_000, 3),
        (2_100, 0, 950, 280, 150, 2_400),
    ),
    human(
        "learner",
        1_200,
        "Likes captures and checks, and leaves pieces undefended",
        (1, 2, 10_000, 3),
        (1_300, 0, 850, 500, 120, 1_400),
    ),
    human(
        "casual",
        1_500,
        "Sees your reply, but misses some jumps, such as a knight's",
        (2, 2, 10_000, 5),
        (700, 0, 600, 650, 100, 900),
    ),
    human(
        "regular",
        1_600,
        "Counts exchanges, and misses a jump now and then",
        (3, 3, 15_000, 8),
        (400, 0, 400, 720, 80, 680),
    ),
    human(
        "club player",
        1_750,
        "Looks three moves ahead and seldom leaves a piece undefended",
        (4, 5, 60_000, 14),
        (130, 0, 120, 940, 50, 270),
    ),
    search("contender", 1_800, "Makes no simple mistakes, but misses long combinations", 770),
    search("expert", 1_900, "Sees most combinations", 1_660),
    search("master", 1_950, "Sees further ahead than most people", 3_600),
    DifficultyRow {
        name: "grandmaster",
        style: PlayStyle::Search(SearchBudget { nodes: None, lines: 1 }),
        description: "Uses all its time and all processors",
        rating: Some(2_850),
    },
];
