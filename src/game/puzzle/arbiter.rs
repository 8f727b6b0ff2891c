//! Who judges the person's moves in a puzzle: the proofs of the engine, on this thread or on one of their own.

use std::sync::atomic::AtomicBool;
use std::sync::mpsc::TryRecvError;

use crate::engine::mate_solver::{self, Attempt, Goal, Verdict};
use crate::game::background::Background;
use crate::rules::{Move, Position};

/// Something asked of an arbiter.
#[derive(Clone, Debug)]
pub enum PuzzleRequest {
    /// What comes of a move.
    Judge(Attempt),
    /// The whole solution from a position, in at most so many moves.
    Solve(Position, Goal, u8),
}

/// What an arbiter answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PuzzleReply {
    /// What comes of the move.
    Verdict(Verdict),
    /// The solution; `None` if there is none to be found.
    Solution(Option<Vec<Move>>),
}

/// Answers an enquiry; the answer depends on it alone unless `stop` is set.
#[must_use]
pub fn answer(enquiry: &PuzzleRequest, stop: &AtomicBool) -> PuzzleReply {
    match enquiry {
        PuzzleRequest::Judge(question) => PuzzleReply::Verdict(mate_solver::check_move(question, stop)),
        PuzzleRequest::Solve(position, aim, moves) => {
            PuzzleReply::Solution(mate_solver::solution(position, *aim, *moves, stop))
        }
    }
}

/// Judges when asked; the finding is fetched when it is there.
pub trait Arbiter {
    /// Begins to look into `enquiry`; what was asked before is forgotten.
    fn ask(&mut self, enquiry: PuzzleRequest);
    /// The finding, once.
    fn poll(&mut self) -> Option<PuzzleReply>;
}

/// Finds when asked and answers at the next poll: for tests, where nothing may depend on threads.
#[derive(Debug, Default)]
pub struct Inline(Option<PuzzleReply>);

impl Arbiter for Inline {
    fn ask(&mut self, enquiry: PuzzleRequest) {
        self.0 = Some(answer(&enquiry, &AtomicBool::new(false)));
    }

    fn poll(&mut self) -> Option<PuzzleReply> {
        self.0.take()
    }
}

/// Finds on a thread of its own, so that the picture never waits.
pub struct Threaded(Background<PuzzleRequest, PuzzleReply>);

impl Default for Threaded {
    fn default() -> Self {
        Self(Background::new(answer))
    }
}

impl Arbiter for Threaded {
    fn ask(&mut self, enquiry: PuzzleRequest) {
        self.0.ask(enquiry, "arbiter");
    }

    fn poll(&mut self) -> Option<PuzzleReply> {
        match self.0.poll() {
            Ok(finding) => Some(finding),
            Err(TryRecvError::Empty) => None,
            // Where no thread could be had, or it has gone, nothing can be said about the move.
            Err(TryRecvError::Disconnected) => Some(PuzzleReply::Verdict(Verdict::Unknown)),
        }
    }
}
