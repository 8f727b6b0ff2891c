//! Goals of puzzles, with the texts of the goals in files and on the screen.

use crate::engine::mate_solver::SolverGoal;
use crate::notation::text::with_article;
use crate::rules::{Color, PieceKind, Position, Variant};

/// Maximum number of moves of a goal. A goal in more moves can hardly be proved.
pub const MAX_MOVES: u8 = 9;

/// Goal of the side to move, with the maximum number of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PuzzleGoal {
    /// Give mate.
    Mate(u8),
    /// Avoid mate within this number of moves of the other side.
    Save(u8),
    /// Win a piece of this kind.
    Win(PieceKind, u8),
    /// Play the moves of the solution.
    Best(u8),
    /// Play a better move than in the game. Puzzle files do not have this goal.
    Better,
}

/// List of the possible goals, for error messages.
pub const EXPECTED: &str =
    "\"mate 2\", \"save 2\", \"win a 2\" or \"best 2\" with 1 to 9 moves and the letter of a piece";

impl PuzzleGoal {
    /// Parses a goal of `variant`: `mate 2`, `save 1`, `win a 3`, `best 2`.
    pub fn parse(variant: &Variant, text: &str) -> Option<Self> {
        let words: Vec<_> = text.split_whitespace().collect();
        let moves = words.last()?.parse().ok().filter(|moves| (1..=MAX_MOVES).contains(moves))?;
        match words.as_slice() {
            ["mate", _] => Some(Self::Mate(moves)),
            ["save", _] => Some(Self::Save(moves)),
            ["best", _] => Some(Self::Best(moves)),
            ["win", letter, _] => {
                let mut letters = letter.chars();
                let kind = variant.kind_by_letter(letters.next()?)?;
                let taken = letters.next().is_none() && variant.rules().royal_kind != Some(kind);
                taken.then_some(Self::Win(kind, moves))
            }
            _ => None,
        }
    }

    /// The text that [`PuzzleGoal::parse`] reads.
    pub fn to_text(self, variant: &Variant) -> String {
        match self {
            Self::Mate(moves) => format!("mate {moves}"),
            Self::Save(moves) => format!("save {moves}"),
            Self::Win(kind, moves) => format!("win {} {moves}", variant.piece(kind).letter),
            Self::Best(moves) => format!("best {moves}"),
            Self::Better => "better".to_owned(),
        }
    }

    /// The goal for the mate solver in `position`; `None` if only the moves of the solution are right.
    pub fn solver_goal(self, position: &Position) -> Option<SolverGoal> {
        match self {
            Self::Mate(_) => Some(SolverGoal::Mate),
            Self::Save(_) => Some(SolverGoal::Survive),
            Self::Win(kind, _) => Some(SolverGoal::win_piece(position, kind)),
            Self::Best(_) | Self::Better => None,
        }
    }

    /// The number of moves.
    pub const fn moves(self) -> u8 {
        match self {
            Self::Mate(moves) | Self::Save(moves) | Self::Win(_, moves) | Self::Best(moves) => moves,
            Self::Better => 1,
        }
    }

    /// The instruction if `side` is to move: `White mates in 2`.
    pub fn instruction(self, variant: &Variant, side: Color) -> String {
        let side = side.name();
        match self {
            Self::Mate(moves) => format!("{side} mates in {moves}"),
            Self::Save(1) => format!("{side} saves the king"),
            Self::Save(moves) => format!("{side} saves the king for {moves} moves"),
            Self::Win(kind, moves) => {
                format!("{side} wins {} in {moves}", with_article(&variant.piece(kind).name))
            }
            Self::Best(_) => format!("Find the best move for {side}"),
            Self::Better => format!("Find a better move for {side}"),
        }
    }
}
