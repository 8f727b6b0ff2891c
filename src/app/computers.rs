//! The workers of games and puzzles: opponent, analyst, puzzle solver.

use std::thread::available_parallelism;

use crate::engine::difficulty::{Difficulty, DifficultyPlayer};
use crate::game::analysis::analyzer::AnalysisLimits;
use crate::game::puzzle::solver::PuzzleSolver;
use crate::game::worker::{Analyst, Opponent, ThreadedWorker};

/// Makes the workers of games and puzzles.
pub struct Computers {
    /// The opponent of a level of difficulty.
    pub opponent: Box<dyn Fn(u8) -> Box<Opponent>>,
    /// For hints and analysis, whatever the difficulty.
    pub analyst: Box<dyn Fn() -> Box<Analyst>>,
    pub analysis_limits: AnalysisLimits,
    /// Checks the moves of a puzzle.
    pub puzzle_solver: Box<dyn Fn() -> Box<PuzzleSolver>>,
}

impl Computers {
    /// Workers on threads of their own, with all cores but one, which the window needs.
    pub fn threaded() -> Self {
        let threads = available_parallelism().map_or(1, usize::from).saturating_sub(1).max(1);
        let player = move |difficulty| Box::new(DifficultyPlayer::new(Difficulty::new(difficulty), threads));
        Self {
            opponent: Box::new(move |difficulty| Box::new(ThreadedWorker::opponent(player(difficulty)))),
            analyst: Box::new(move || Box::new(ThreadedWorker::analyst(threads))),
            analysis_limits: AnalysisLimits::default(),
            puzzle_solver: Box::new(|| Box::new(ThreadedWorker::puzzle_solver())),
        }
    }
}
