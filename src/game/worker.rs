//! Workers: computations in the background of the game, such as the computer's move, each on a thread of its own.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use crate::engine::heuristic::HeuristicPlayer;
use crate::engine::{Engine, Options, Player, Score, SearchReport, SearchRequest};
use crate::rules::Move;

/// Hash size in MiB of a search that lasts a second.
const HASH_MIB: usize = 16;

/// A computation that is started with a request and polled for its reply.
pub trait Worker<Request, Reply> {
    /// Starts on `request` and drops the one before.
    fn start(&mut self, request: Request);
    /// The reply, once, as soon as it is there.
    fn poll(&mut self) -> Option<Reply>;
    /// Drops the request. Its reply never comes.
    fn cancel(&mut self);
}

/// Chooses the computer's moves.
pub type Opponent = dyn Worker<SearchRequest, Move>;
/// Analyses positions by the full engine, whatever the difficulty of the game.
pub type Analyst = dyn Worker<AnalysisRequest, SearchReport>;

/// A position to analyse for a fixed time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnalysisRequest {
    /// The position with its history.
    pub search: SearchRequest,
    /// How long to search.
    pub time: Duration,
}

/// The function of a worker. Soon after the flag turns true it returns anything.
pub(super) type Work<Request, Reply> = Box<dyn FnMut(&Request, &AtomicBool) -> Option<Reply> + Send>;

/// A worker that computes the reply within [`Worker::start`], so that tests do not depend on threads.
pub struct InlineWorker<Request, Reply> {
    work: Arc<Mutex<Work<Request, Reply>>>,
    reply: Option<Reply>,
}

impl<Request, Reply> Worker<Request, Reply> for InlineWorker<Request, Reply> {
    fn start(&mut self, request: Request) {
        let mut work = self.work.lock().unwrap_or_else(PoisonError::into_inner);
        self.reply = work(&request, &AtomicBool::new(false));
    }

    fn poll(&mut self) -> Option<Reply> {
        self.reply.take()
    }

    fn cancel(&mut self) {
        self.reply = None;
    }
}

/// A worker that computes each reply on a new thread, so that the window never waits.
pub struct ThreadedWorker<Request, Reply> {
    /// Name of the threads.
    name: &'static str,
    work: Arc<Mutex<Work<Request, Reply>>>,
    /// Replies when no thread could be started, or when it panicked.
    fallback: fn(&Request) -> Option<Reply>,
    request: Option<Request>,
    running: Option<Running<Reply>>,
    /// Threads that have replied or were cancelled, and may still run for some milliseconds.
    stopping: Vec<JoinHandle<()>>,
}

struct Running<Reply> {
    stop: Arc<AtomicBool>,
    reply: Receiver<Option<Reply>>,
    thread: JoinHandle<()>,
}

impl<Request, Reply> ThreadedWorker<Request, Reply> {
    pub(super) fn new(
        name: &'static str,
        work: Work<Request, Reply>,
        fallback: fn(&Request) -> Option<Reply>,
    ) -> Self {
        let work = Arc::new(Mutex::new(work));
        Self { name, work, fallback, request: None, running: None, stopping: Vec::new() }
    }

    /// The same worker without threads.
    pub fn inline(&self) -> InlineWorker<Request, Reply> {
        InlineWorker { work: Arc::clone(&self.work), reply: None }
    }

    /// Sets the stop flag of the thread, without waiting for it.
    fn stop(&mut self) {
        self.request = None;
        self.stopping.retain(|thread| !thread.is_finished());
        if let Some(running) = self.running.take() {
            running.stop.store(true, Ordering::Relaxed);
            self.stopping.push(running.thread);
        }
    }
}

impl<Request, Reply> Worker<Request, Reply> for ThreadedWorker<Request, Reply>
where
    Request: Clone + Send + 'static,
    Reply: Send + 'static,
{
    fn start(&mut self, request: Request) {
        self.stop();
        self.request = Some(request.clone());
        let stop = Arc::new(AtomicBool::new(false));
        let (sender, reply) = channel();
        let (work, stop_flag) = (Arc::clone(&self.work), Arc::clone(&stop));
        let run = move || {
            // A cancelled computation may hold the lock for some milliseconds more.
            let mut work = work.lock().unwrap_or_else(PoisonError::into_inner);
            // The receiver is gone when the request was cancelled.
            let _ = sender.send(work(&request, &stop_flag));
        };
        let thread = std::thread::Builder::new().name(self.name.to_owned()).spawn(run);
        self.running = thread.ok().map(|thread| Running { stop, reply, thread });
    }

    fn poll(&mut self) -> Option<Reply> {
        self.request.as_ref()?;
        let failed = Err(TryRecvError::Disconnected);
        let reply = self.running.as_ref().map_or(failed, |running| running.reply.try_recv());
        let reply = match reply {
            Err(TryRecvError::Empty) => return None,
            Ok(reply) => reply,
            Err(TryRecvError::Disconnected) => self.request.as_ref().and_then(self.fallback),
        };
        self.stop();
        reply
    }

    fn cancel(&mut self) {
        self.stop();
    }
}

impl<Request, Reply> Drop for ThreadedWorker<Request, Reply> {
    fn drop(&mut self) {
        self.stop();
        for thread in self.stopping.drain(..) {
            // A panic has been printed by its thread.
            let _ = thread.join();
        }
    }
}

impl ThreadedWorker<SearchRequest, Move> {
    /// A worker whose moves `player` chooses; if its thread fails, the heuristic of the assignment does.
    pub fn opponent(mut player: Box<dyn Player>) -> Self {
        let work = Box::new(move |request: &_, stop: &_| player.choose_move(request, stop));
        Self::new("opponent", work, |request| HeuristicPlayer.choose_move(request, &AtomicBool::new(false)))
    }
}

impl ThreadedWorker<AnalysisRequest, SearchReport> {
    /// A worker that analyses by a search on `threads` threads; if its own thread fails, its reports have no move.
    pub fn analyst(threads: usize) -> Self {
        // Made by the first request: most games have none.
        let mut engine = None;
        let work = Box::new(move |request: &AnalysisRequest, stop: &_| {
            let options = Options { hash_mib: HASH_MIB, threads: threads.max(1), ..Options::default() };
            let engine = engine.get_or_insert_with(|| Engine::new(options));
            if request.search.deterministic {
                // The hash of earlier searches would change the result.
                engine.new_game();
            }
            Some(engine.analyze(&request.search, request.time, stop))
        });
        Self::new("analyst", work, |_| Some(SearchReport::from_move(None, Score::Centipawns(0))))
    }
}
