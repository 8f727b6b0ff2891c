//! Puzzles: positions with a goal that the side to move can force.

pub mod file;
pub mod goal;
pub mod progress;
mod session;
pub mod solver;

pub use goal::PuzzleGoal;
pub use session::{PuzzleHint, PuzzleSession, PuzzleState};

use crate::engine::mate_solver;
use crate::notation::fen;
use crate::rules::{Color, Move, Position};

/// A puzzle.
#[derive(Clone, Debug)]
pub struct Puzzle {
    /// Its title.
    pub title: String,
    /// Its theme in a word or two.
    pub theme: String,
    /// Its difficulty from 1 to 5.
    pub stars: u8,
    /// The goal of the side to move.
    pub goal: PuzzleGoal,
    /// Whether only one first move solves it.
    pub unique: bool,
    /// The start position. The player plays the side to move.
    pub position: Position,
    /// The moves of both sides from the start to the goal; empty if the file does not give them.
    pub solution: Vec<Move>,
}

impl Puzzle {
    /// A puzzle without theme, difficulty or solution.
    #[must_use]
    pub fn new(title: String, goal: PuzzleGoal, position: Position) -> Self {
        Self { title, theme: String::new(), stars: 1, goal, unique: false, position, solution: Vec::new() }
    }

    /// The side that the player plays.
    #[must_use]
    pub fn side(&self) -> Color {
        self.position.turn()
    }

    /// The number of moves in which the goal must be reached.
    #[must_use]
    pub const fn moves(&self) -> u8 {
        self.goal.moves()
    }

    /// The goal for the mate solver.
    #[must_use]
    pub fn solver_goal(&self) -> mate_solver::Goal {
        match self.goal {
            PuzzleGoal::Mate(_) => mate_solver::Goal::Mate,
            PuzzleGoal::Save(_) => mate_solver::Goal::Survive,
            PuzzleGoal::Win(kind, _) => mate_solver::Goal::win_piece(&self.position, kind),
        }
    }

    /// The instruction to the player: `White mates in 2`.
    #[must_use]
    pub fn instruction(&self) -> String {
        self.goal.instruction(self.position.variant(), self.side())
    }

    /// The id under which progress is saved. It does not depend on file or title.
    #[must_use]
    pub fn id(&self) -> String {
        let variant = self.position.variant();
        let text = format!(
            "{}|{}|{}",
            variant.rules().name,
            fen::format(&self.position),
            self.goal.to_text(variant)
        );
        // FNV-1a: short, and the same on every machine.
        let hash = text.bytes().fold(0xCBF2_9CE4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
        });
        format!("{hash:016x}")
    }
}
