//! The computer's side of the table: a thinker asked for moves, on this thread or on one of its own.

use std::sync::atomic::AtomicBool;
use std::sync::mpsc::TryRecvError;

use super::background::Background;
use crate::engine::heuristic::HeuristicPlayer;
use crate::engine::{Player, SearchRequest};
use crate::rules::Move;

/// Finds moves when asked; the answer is fetched when it is there.
pub trait Opponent {
    /// Starts to think; what it thought about before is forgotten.
    fn start(&mut self, task: SearchRequest);
    /// The move found, once.
    fn poll(&mut self) -> Option<Move>;
    /// Stops thinking; no answer comes any more.
    fn cancel(&mut self);
}

/// Thinks when started and answers at the next poll: for tests, where nothing may depend on threads.
pub struct Inline {
    thinker: Box<dyn Player>,
    answer: Option<Move>,
}

impl Inline {
    /// An opponent that asks `thinker`.
    #[must_use]
    pub fn new(thinker: Box<dyn Player>) -> Self {
        Self { thinker, answer: None }
    }
}

impl Opponent for Inline {
    fn start(&mut self, task: SearchRequest) {
        self.answer = self.thinker.choose_move(&task, &AtomicBool::new(false));
    }

    fn poll(&mut self) -> Option<Move> {
        self.answer.take()
    }

    fn cancel(&mut self) {
        self.answer = None;
    }
}

/// Thinks on a thread of its own, so that the picture never waits.
pub struct Threaded {
    background: Background<SearchRequest, Option<Move>>,
    /// What it thinks about.
    task: Option<SearchRequest>,
}

impl Threaded {
    /// An opponent that asks `thinker`.
    #[must_use]
    pub fn new(mut thinker: Box<dyn Player>) -> Self {
        Self { background: Background::new(move |task, stop| thinker.choose_move(task, stop)), task: None }
    }
}

impl Opponent for Threaded {
    fn start(&mut self, task: SearchRequest) {
        self.task = Some(task.clone());
        self.background.ask(task, "thinker");
    }

    fn poll(&mut self) -> Option<Move> {
        match self.background.poll() {
            Err(TryRecvError::Empty) => None,
            Ok(mv) => {
                self.task = None;
                mv
            }
            // There was no thread to be had, or it failed: the rules of thumb need none.
            Err(TryRecvError::Disconnected) => {
                HeuristicPlayer.choose_move(&self.task.take()?, &AtomicBool::new(false))
            }
        }
    }

    fn cancel(&mut self) {
        self.task = None;
        self.background.cancel();
    }
}
