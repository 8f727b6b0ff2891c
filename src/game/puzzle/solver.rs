//! Worker that checks moves of puzzles and finds solutions, by the engine's mate solver.

use std::sync::atomic::AtomicBool;

use crate::engine::mate_solver::{self, SolverGoal, TriedMove, Verdict};
use crate::game::worker::{ThreadedWorker, Worker};
use crate::rules::{Move, Position};

/// A request to the solver of puzzles.
#[derive(Clone, Debug)]
pub enum PuzzleRequest {
    /// Check whether the goal can still be reached after a move.
    Check(TriedMove),
    /// Find moves that reach the goal from a position in at most this number of moves.
    Solve(Position, SolverGoal, u8),
}

/// The reply to a [`PuzzleRequest`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PuzzleReply {
    /// The reply to [`PuzzleRequest::Check`]: what the move leads to.
    Verdict(Verdict),
    /// The reply to [`PuzzleRequest::Solve`]: the moves of both sides, or `None` if the goal cannot be reached.
    Solution(Option<Vec<Move>>),
}

/// Worker that checks moves of puzzles and solves puzzles.
pub type PuzzleSolver = dyn Worker<PuzzleRequest, PuzzleReply>;

/// Computes the reply to `request`. If `stop` is set to true meanwhile, the reply has no meaning.
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
