//! Puzzles: positions in which the person must find what can be forced.

pub mod arbiter;
pub mod file;
pub mod goal;
pub mod progress;
mod session;

pub use goal::PuzzleGoal;
pub use session::{PuzzleHint, PuzzleSession, PuzzleState};

use crate::engine::mate_solver;
use crate::notation::fen;
use crate::rules::{Color, Move, Position};

/// A position with something to be found in it.
#[derive(Clone, Debug)]
pub struct Puzzle {
    /// What it is called.
    pub title: String,
    /// The idea behind it in a word or two.
    pub theme: String,
    /// How hard it is, from 1 to 5.
    pub stars: u8,
    /// What the side to move is to do.
    pub goal: PuzzleGoal,
    /// Whether one first move alone does it.
    pub unique: bool,
    /// Where it starts; the person plays the side to move.
    pub position: Position,
    /// The moves of both sides from the start to the goal; empty where nobody has written them down.
    pub solution: Vec<Move>,
}

impl Puzzle {
    /// A puzzle of which no more is known than its title, what is to be done, and from where.
    #[must_use]
    pub fn new(title: String, goal: PuzzleGoal, position: Position) -> Self {
        Self { title, theme: String::new(), stars: 1, goal, unique: false, position, solution: Vec::new() }
    }

    /// The side that the person plays.
    #[must_use]
    pub fn side(&self) -> Color {
        self.position.turn()
    }

    /// How many moves the person has.
    #[must_use]
    pub const fn moves(&self) -> u8 {
        self.goal.moves()
    }

    /// The goal as the engine proves it.
    #[must_use]
    pub fn solver_goal(&self) -> mate_solver::Goal {
        match self.goal {
            PuzzleGoal::Mate(_) => mate_solver::Goal::Mate,
            PuzzleGoal::Save(_) => mate_solver::Goal::Survive,
            PuzzleGoal::Win(kind, _) => mate_solver::Goal::win_piece(&self.position, kind),
        }
    }

    /// What is to be done, in a sentence.
    #[must_use]
    pub fn instruction(&self) -> String {
        self.goal.instruction(self.position.variant(), self.side())
    }

    /// The name by which progress is kept: the same wherever the puzzle stands and whatever it is called.
    #[must_use]
    pub fn id(&self) -> String {
        let variant = self.position.variant();
        let text = format!(
            "{}|{}|{}",
            variant.rules().name,
            fen::format(&self.position),
            self.goal.to_text(variant)
        );
        // Fowler, Noll and Vo's hash: short, the same on every machine, and good enough for some dozens of names.
        let hash = text.bytes().fold(0xCBF2_9CE4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
        });
        format!("{hash:016x}")
    }
}
