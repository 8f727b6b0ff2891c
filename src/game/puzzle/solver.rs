//! The worker of puzzles: checks a move or finds the solution by the engine's mate solver.

use std::sync::atomic::AtomicBool;

use crate::engine::mate_solver::{self, SolverGoal, TriedMove, Verdict};
use crate::game::worker::{ThreadedWorker, Worker};
use crate::rules::{Move, Position};

/// A question about a puzzle.
#[derive(Clone, Debug)]
pub enum PuzzleRequest {
    /// Whether a move still reaches the goal.
    Check(TriedMove),
    /// The solution from a position in at most this many moves.
    Solve(Position, SolverGoal, u8),
}

/// The answer to a [`PuzzleRequest`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PuzzleReply {
    /// What the move leads to.
    Verdict(Verdict),
    /// The solution, or `None` if there is none.
    Solution(Option<Vec<Move>>),
}

/// Checks moves of puzzles and solves them.
pub type PuzzleSolver = dyn Worker<PuzzleRequest, PuzzleReply>;

/// Answers `request`. The reply depends on it alone unless `stop` is set.
pub fn solve(request: &PuzzleRequest, stop: &AtomicBool) -> PuzzleReply {
    match request {
        PuzzleRequest::Check(attempt) => PuzzleReply::Verdict(mate_solver::check_move(attempt, stop)),
        PuzzleRequest::Solve(position, goal, moves) => {
            PuzzleReply::Solution(mate_solver::solution(position, *goal, *moves, stop))
        }
    }
}

impl ThreadedWorker<PuzzleRequest, PuzzleReply> {
    /// A worker that solves puzzles. If its thread fails, the verdict on a move is unknown.
    pub fn puzzle_solver() -> Self {
        let work = Box::new(|request: &_, stop: &_| Some(solve(request, stop)));
        Self::new("puzzle solver", work, |_| Some(PuzzleReply::Verdict(Verdict::Unknown)))
    }
}
