//! Who looks at a position for the person, or for the computer when it is offered a draw: the whole search, whatever
//! the level of the game.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::background::Background;
use crate::engine::{Engine, Options, Score, SearchReport, SearchRequest};

/// Size in MiB of the table of a search that lasts a second.
const TABLE: usize = 16;

/// A position to be looked at for a while.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The position and all that belongs to it.
    pub task: SearchRequest,
    /// How long to look.
    pub time: Duration,
}

/// Looks at positions when asked; what it has found is fetched when it is there.
pub trait Adviser {
    /// Begins to look; what was asked before is forgotten.
    fn ask(&mut self, question: Question);
    /// What was found, once; an advice without a move where nothing could be found.
    fn poll(&mut self) -> Option<SearchReport>;
    /// Stops looking.
    fn cancel(&mut self);
}

/// Looks when asked and answers at the next poll: for tests, where nothing may depend on threads.
#[derive(Debug, Default)]
pub struct Inline {
    engine: Option<Engine>,
    advice: Option<SearchReport>,
}

impl Adviser for Inline {
    fn ask(&mut self, question: Question) {
        self.advice = Some(look(&mut self.engine, 1, &question, &AtomicBool::new(false)));
    }

    fn poll(&mut self) -> Option<SearchReport> {
        self.advice.take()
    }

    fn cancel(&mut self) {
        self.advice = None;
    }
}

/// Looks on a thread of its own, so that the picture never waits.
pub struct Threaded {
    background: Background<Question, SearchReport>,
    asked: bool,
}

impl Threaded {
    /// An adviser that searches on so many `threads`, from 1.
    #[must_use]
    pub fn new(threads: usize) -> Self {
        let mut engine = None;
        let background = Background::new(move |question, stop| look(&mut engine, threads, question, stop));
        Self { background, asked: false }
    }
}

impl Adviser for Threaded {
    fn ask(&mut self, question: Question) {
        self.background.ask(question, "adviser");
        self.asked = true;
    }

    fn poll(&mut self) -> Option<SearchReport> {
        use std::sync::mpsc::TryRecvError::{Disconnected, Empty};
        let advice = match self.background.poll() {
            Err(Empty) => return None,
            Err(Disconnected) if !self.asked => return None,
            Err(Disconnected) => SearchReport::from_move(None, Score::Centipawns(0)),
            Ok(advice) => advice,
        };
        self.asked = false;
        Some(advice)
    }

    fn cancel(&mut self) {
        self.background.cancel();
        self.asked = false;
    }
}

/// The answer of `engine`, which is made when it is first needed: most games never ask.
fn look(engine: &mut Option<Engine>, threads: usize, question: &Question, stop: &AtomicBool) -> SearchReport {
    let options = Options { hash_mib: TABLE, threads: threads.max(1), ..Options::default() };
    let engine = engine.get_or_insert_with(|| Engine::new(options));
    if question.task.deterministic {
        // What earlier searches left behind must not matter.
        engine.new_game();
    }
    engine.analyze(&question.task, question.time, stop)
}
