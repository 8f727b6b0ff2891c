//! Questions answered on a thread of their own, so that the picture never waits.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

/// Something that answers questions; soon after the flag turns true any answer will do.
type Answering<Q, A> = Box<dyn FnMut(&Q, &AtomicBool) -> A + Send>;

/// Answers one question at a time on a thread of its own.
pub struct Background<Q, A> {
    answering: Arc<Mutex<Answering<Q, A>>>,
    at_work: Option<Work<A>>,
    /// Threads that have answered or were told to stop, and may still be at their last step.
    ending: Vec<JoinHandle<()>>,
}

/// A question being answered.
struct Work<A> {
    stop: Arc<AtomicBool>,
    answer: Receiver<A>,
    thread: JoinHandle<()>,
}

impl<Q: Send + 'static, A: Send + 'static> Background<Q, A> {
    /// One that asks `answering`, whose threads are called `name`.
    #[must_use]
    pub fn new(answering: impl FnMut(&Q, &AtomicBool) -> A + Send + 'static) -> Self {
        Self { answering: Arc::new(Mutex::new(Box::new(answering))), at_work: None, ending: Vec::new() }
    }

    /// Begins to answer `question` on a thread called `name`; what was asked before is forgotten.
    pub fn ask(&mut self, question: Q, name: &str) {
        self.cancel();
        let stop = Arc::new(AtomicBool::new(false));
        let (sender, answer) = channel();
        let (answering, told) = (Arc::clone(&self.answering), Arc::clone(&stop));
        let work = move || {
            // An answer that was cancelled may still be at work for some milliseconds.
            let mut answering = answering.lock().unwrap_or_else(PoisonError::into_inner);
            // Nobody listens any more when the question was cancelled.
            let _ = sender.send(answering(&question, &told));
        };
        let thread = std::thread::Builder::new().name(name.to_owned()).spawn(work);
        self.at_work = thread.ok().map(|thread| Work { stop, answer, thread });
    }

    /// The answer, once.
    ///
    /// # Errors
    /// `Empty` while it is being looked for; `Disconnected` when there is none to wait for, because nothing was asked,
    /// it was fetched or cancelled, or the thread failed.
    pub fn poll(&mut self) -> Result<A, TryRecvError> {
        let answer = self.at_work.as_ref().map_or(Err(TryRecvError::Disconnected), |w| w.answer.try_recv());
        if !matches!(answer, Err(TryRecvError::Empty)) {
            self.cancel();
        }
        answer
    }
}

impl<Q, A> Background<Q, A> {
    /// Gives up the question under way without waiting for its thread.
    pub fn cancel(&mut self) {
        self.ending.retain(|thread| !thread.is_finished());
        if let Some(work) = self.at_work.take() {
            work.stop.store(true, Ordering::Relaxed);
            self.ending.push(work.thread);
        }
    }
}

impl<Q, A> Drop for Background<Q, A> {
    fn drop(&mut self) {
        self.cancel();
        for thread in self.ending.drain(..) {
            // A thread that panicked has already said so; there is nothing left to do about it.
            let _ = thread.join();
        }
    }
}
