//! The computer's side of the table: a thinker asked for moves, on this thread or on one of its own.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

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
pub struct Threaded {
    thinker: Arc<Mutex<Box<dyn Thinker>>>,
    thinking: Option<Thinking>,
    /// Threads that have answered or were told to stop, and may still be at their last step.
    ending: Vec<JoinHandle<()>>,
}

/// A thought under way.
struct Thinking {
    stop: Arc<AtomicBool>,
    answer: Receiver<Option<Move>>,
    thread: JoinHandle<()>,
}

impl Threaded {
    /// An opponent that asks `thinker`.
    #[must_use]
    pub fn new(thinker: Box<dyn Thinker>) -> Self {
        Self { thinker: Arc::new(Mutex::new(thinker)), thinking: None, ending: Vec::new() }
    }

    /// Lets go of the thought under way, and of the threads that have ended since the last one.
    fn let_go(&mut self) {
        self.ending.retain(|thread| !thread.is_finished());
        if let Some(thinking) = self.thinking.take() {
            thinking.stop.store(true, Ordering::Relaxed);
            self.ending.push(thinking.thread);
        }
    }
}

impl Opponent for Threaded {
    fn start(&mut self, task: Task) {
        self.cancel();
        let stop = Arc::new(AtomicBool::new(false));
        let (sender, answer) = channel();
        let (thinker, told) = (Arc::clone(&self.thinker), Arc::clone(&stop));
        let think = move || {
            // A thought that was cancelled may still hold the thinker for some milliseconds.
            let mut thinker = thinker.lock().unwrap_or_else(PoisonError::into_inner);
            // Nobody listens any more when the thought was cancelled.
            let _ = sender.send(thinker.choose(&task, &told));
        };
        let thread = std::thread::Builder::new().name("thinker".to_owned()).spawn(think);
        self.thinking = thread.ok().map(|thread| Thinking { stop, answer, thread });
    }

    fn poll(&mut self) -> Option<Move> {
        let answer = match self.thinking.as_ref()?.answer.try_recv() {
            Err(TryRecvError::Empty) => return None,
            Ok(answer) => answer,
            Err(TryRecvError::Disconnected) => None,
        };
        self.let_go();
        answer
    }

    fn cancel(&mut self) {
        self.let_go();
    }
}

impl Drop for Threaded {
    fn drop(&mut self) {
        self.let_go();
        for thread in self.ending.drain(..) {
            // A thinker that panicked has already said so; there is nothing left to do about it.
            let _ = thread.join();
        }
    }
}
