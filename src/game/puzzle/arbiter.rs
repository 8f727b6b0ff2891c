//! Who judges the person's moves in a puzzle: the proofs of the engine, on this thread or on one of their own.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread::JoinHandle;

use crate::engine::proof::{self, Aim, Question, Verdict};
use crate::rules::{Move, Position};

/// Something asked of an arbiter.
#[derive(Clone, Debug)]
pub enum Enquiry {
    /// What comes of a move.
    Judge(Question),
    /// The whole solution from a position, in at most so many moves.
    Solve(Position, Aim, u8),
}

/// What an arbiter answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// What comes of the move.
    Verdict(Verdict),
    /// The solution; `None` if there is none to be found.
    Solution(Option<Vec<Move>>),
}

/// Answers an enquiry; the answer depends on it alone unless `stop` is set.
#[must_use]
pub fn answer(enquiry: &Enquiry, stop: &AtomicBool) -> Finding {
    match enquiry {
        Enquiry::Judge(question) => Finding::Verdict(proof::judge(question, stop)),
        Enquiry::Solve(position, aim, moves) => Finding::Solution(proof::line(position, *aim, *moves, stop)),
    }
}

/// Judges when asked; the finding is fetched when it is there.
pub trait Arbiter {
    /// Begins to look into `enquiry`; what was asked before is forgotten.
    fn ask(&mut self, enquiry: Enquiry);
    /// The finding, once.
    fn poll(&mut self) -> Option<Finding>;
}

/// Finds when asked and answers at the next poll: for tests, where nothing may depend on threads.
#[derive(Debug, Default)]
pub struct Inline(Option<Finding>);

impl Arbiter for Inline {
    fn ask(&mut self, enquiry: Enquiry) {
        self.0 = Some(answer(&enquiry, &AtomicBool::new(false)));
    }

    fn poll(&mut self) -> Option<Finding> {
        self.0.take()
    }
}

/// Finds on a thread of its own, so that the picture never waits.
#[derive(Debug, Default)]
pub struct Threaded {
    at_work: Option<Work>,
}

/// An enquiry under way.
#[derive(Debug)]
struct Work {
    stop: Arc<AtomicBool>,
    finding: Receiver<Finding>,
    thread: JoinHandle<()>,
}

impl Threaded {
    fn end(&mut self) {
        if let Some(work) = self.at_work.take() {
            work.stop.store(true, Ordering::Relaxed);
            // It stops within a thousand moves; if it panicked, it has already said so.
            let _ = work.thread.join();
        }
    }
}

impl Arbiter for Threaded {
    fn ask(&mut self, enquiry: Enquiry) {
        self.end();
        let stop = Arc::new(AtomicBool::new(false));
        let told = Arc::clone(&stop);
        let (sender, finding) = channel();
        // Nobody listens any more when the enquiry was given up.
        let work = move || sender.send(answer(&enquiry, &told)).unwrap_or_default();
        let thread = std::thread::Builder::new().name("arbiter".to_owned()).spawn(work);
        self.at_work = thread.ok().map(|thread| Work { stop, finding, thread });
    }

    fn poll(&mut self) -> Option<Finding> {
        // Where no thread could be had, or it has gone, nothing can be said about the move.
        let lost = Finding::Verdict(Verdict::Unknown);
        let finding = match self.at_work.as_ref().map(|work| work.finding.try_recv()) {
            Some(Err(TryRecvError::Empty)) => return None,
            Some(Ok(finding)) => finding,
            Some(Err(TryRecvError::Disconnected)) | None => lost,
        };
        self.end();
        Some(finding)
    }
}

impl Drop for Threaded {
    fn drop(&mut self) {
        self.end();
    }
}
