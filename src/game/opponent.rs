//! The computer's side of the table: a thinker asked for moves, on this thread or on one of its own.

use std::sync::atomic::AtomicBool;

use super::background::Background;
use crate::engine::{Task, Thinker};
use crate::rules::Move;

/// Finds moves when asked; the answer is fetched when it is there.
pub trait Opponent {
    /// Starts to think; what it thought about before is forgotten.
    fn start(&mut self, task: Task);
    /// The move found, once.
    fn poll(&mut self) -> Option<Move>;
    /// Stops thinking; no answer comes any more.
    fn cancel(&mut self);
}

/// Thinks when started and answers at the next poll: for tests, where nothing may depend on threads.
pub struct Inline {
    thinker: Box<dyn Thinker>,
    answer: Option<Move>,
}

impl Inline {
    /// An opponent that asks `thinker`.
    #[must_use]
    pub fn new(thinker: Box<dyn Thinker>) -> Self {
        Self { thinker, answer: None }
    }
}

impl Opponent for Inline {
    fn start(&mut self, task: Task) {
        self.answer = self.thinker.choose(&task, &AtomicBool::new(false));
    }

    fn poll(&mut self) -> Option<Move> {
        self.answer.take()
    }

    fn cancel(&mut self) {
        self.answer = None;
    }
}

/// Thinks on a thread of its own, so that the picture never waits.
pub struct Threaded(Background<Task, Option<Move>>);

impl Threaded {
    /// An opponent that asks `thinker`.
    #[must_use]
    pub fn new(mut thinker: Box<dyn Thinker>) -> Self {
        Self(Background::new(move |task, stop| thinker.choose(task, stop)))
    }
}

impl Opponent for Threaded {
    fn start(&mut self, task: Task) {
        self.0.ask(task, "thinker");
    }

    fn poll(&mut self) -> Option<Move> {
        self.0.poll().ok().flatten()
    }

    fn cancel(&mut self) {
        self.0.cancel();
    }
}
