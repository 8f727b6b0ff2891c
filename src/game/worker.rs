//! Workers: computations in the background of the game, such as the computer's move, each on a thread of its own.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

use crate::engine::heuristic::HeuristicPlayer;
use crate::engine::mate_solver::{ProblemReply, ProblemRequest, Verdict};
use crate::engine::{
    ANALYSIS_HASH_MIB, AnalysisRequest, Engine, Options, Player, Score, SearchReport, SearchRequest,
};
use crate::reason::{Reason, ReasonRequest, explain};
use crate::rules::Move;

/// A computation that is started with a request and polled for its reply.
///
/// ```
/// use xxlchess::engine::SearchRequest;
/// use xxlchess::engine::heuristic::HeuristicPlayer;
/// use xxlchess::game::worker::{ThreadedWorker, Worker};
/// use xxlchess::notation::variants_ini::Variants;
/// use xxlchess::rules::Position;
///
/// let variant = Variants::built_in().get("xxl").unwrap();
/// let position = Position::start(&variant).unwrap();
/// let mut opponent = ThreadedWorker::opponent(Box::new(HeuristicPlayer));
/// opponent.start(SearchRequest::new(position.clone()));
/// let mv = loop {
///     if let Some(mv) = opponent.poll() {
///         break mv;
///     }
/// };
/// assert!(position.is_legal(mv));
/// assert_eq!(opponent.poll(), None, "the reply is returned once");
/// ```
pub trait Worker<Request, Reply> {
    /// Starts the computation for `request`. An earlier request is cancelled.
    fn start(&mut self, request: Request);
    /// Returns the next reply if it has been computed. Most requests have one reply, an endless analysis has many.
    fn poll(&mut self) -> Option<Reply>;
    /// Cancels the request. Its replies are never returned.
    fn cancel(&mut self);
}

/// Worker that chooses the computer's moves.
pub type Opponent = dyn Worker<SearchRequest, Move>;
/// Worker that analyses positions at the full strength of the engine, at every level of difficulty.
pub type Analyst = dyn Worker<AnalysisRequest, SearchReport>;
/// Worker that checks moves of puzzles and solves puzzles.
pub type PuzzleSolver = dyn Worker<ProblemRequest, ProblemReply>;

/// Worker that explains why moves were bad. The reply to a move that it cannot explain is `None`.
pub type Explainer = dyn Worker<ReasonRequest, Option<Reason>>;

/// The function of a worker, which passes its replies to the last argument. Soon after the flag is set to true, it must
/// return. Later replies are not used in this case.
pub type Work<Request, Reply> = Box<dyn FnMut(&Request, &AtomicBool, &mut dyn FnMut(Reply)) + Send>;

/// A worker that computes the replies within [`Worker::start`], so that tests do not depend on threads.
pub struct InlineWorker<Request, Reply> {
    work: Arc<Mutex<Work<Request, Reply>>>,
    replies: VecDeque<Reply>,
}

impl<Request, Reply> Worker<Request, Reply> for InlineWorker<Request, Reply> {
    fn start(&mut self, request: Request) {
        self.replies.clear();
        let mut work = self.work.lock().unwrap_or_else(PoisonError::into_inner);
        work(&request, &AtomicBool::new(false), &mut |reply| self.replies.push_back(reply));
    }

    fn poll(&mut self) -> Option<Reply> {
        self.replies.pop_front()
    }

    fn cancel(&mut self) {
        self.replies.clear();
    }
}

/// A worker that computes the replies to each request on a new thread, so that the window never waits.
pub struct ThreadedWorker<Request, Reply> {
    /// Name of the threads, for debuggers.
    name: &'static str,
    work: Arc<Mutex<Work<Request, Reply>>>,
    /// Computes the reply if no thread could be started, or if the thread panicked.
    fallback: fn(&Request) -> Option<Reply>,
    request: Option<Request>,
    running: Option<Running<Reply>>,
    /// Threads that have replied or were cancelled, and may still run for some milliseconds.
    stopping: Vec<JoinHandle<()>>,
}

struct Running<Reply> {
    stop: Arc<AtomicBool>,
    /// The replies. After the last one comes `None`.
    replies: Receiver<Option<Reply>>,
    thread: JoinHandle<()>,
}

impl<Request, Reply> ThreadedWorker<Request, Reply> {
    /// A worker that computes replies by `work`, on threads called `name`. `fallback` computes the reply if the thread
    /// fails.
    pub fn new(
        name: &'static str,
        work: Work<Request, Reply>,
        fallback: fn(&Request) -> Option<Reply>,
    ) -> Self {
        let work = Arc::new(Mutex::new(work));
        Self { name, work, fallback, request: None, running: None, stopping: Vec::new() }
    }

    /// A worker with the same function that uses no threads.
    pub fn inline(&self) -> InlineWorker<Request, Reply> {
        InlineWorker { work: Arc::clone(&self.work), replies: VecDeque::new() }
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
        let (sender, replies) = channel();
        let (work, stop_flag) = (Arc::clone(&self.work), Arc::clone(&stop));
        let run = move || {
            // A cancelled computation may still hold the lock for some milliseconds.
            let mut work = work.lock().unwrap_or_else(PoisonError::into_inner);
            // Sending fails if the request was cancelled, because its receiver was dropped.
            work(&request, &stop_flag, &mut |reply| drop(sender.send(Some(reply))));
            let _ = sender.send(None);
        };
        let thread = std::thread::Builder::new().name(self.name.to_owned()).spawn(run);
        self.running = thread.ok().map(|thread| Running { stop, replies, thread });
    }

    fn poll(&mut self) -> Option<Reply> {
        self.request.as_ref()?;
        let failed = Err(TryRecvError::Disconnected);
        let reply = self.running.as_ref().map_or(failed, |running| running.replies.try_recv());
        let reply = match reply {
            Err(TryRecvError::Empty) => return None,
            Ok(Some(reply)) => return Some(reply),
            Ok(None) => None,
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
            // If the thread panicked, the message has been printed.
            let _ = thread.join();
        }
    }
}

impl ThreadedWorker<SearchRequest, Move> {
    /// A worker whose moves are chosen by `player`, or by [`HeuristicPlayer`] if the worker's thread fails.
    pub fn opponent(mut player: Box<dyn Player>) -> Self {
        let work = Box::new(move |request: &_, stop: &_, reply: &mut dyn FnMut(Move)| {
            player.choose_move(request, stop).into_iter().for_each(reply);
        });
        Self::new("opponent", work, |request| HeuristicPlayer.choose_move(request, &AtomicBool::new(false)))
    }
}

impl ThreadedWorker<AnalysisRequest, SearchReport> {
    /// A worker that analyses positions on `threads` threads with a table of `hash_mib` MiB. If its own thread fails, its
    /// reports have no move.
    pub fn analyst(threads: usize, hash_mib: usize) -> Self {
        // The engine is created by the first request, because most games have no request.
        let mut engine = None;
        let work =
            Box::new(move |request: &AnalysisRequest, stop: &_, reply: &mut dyn FnMut(SearchReport)| {
                let options = Options { hash_mib, threads, ..Options::default() };
                engine.get_or_insert_with(|| Engine::new(options)).analyze(request, stop, reply);
            });
        Self::new("analyst", work, |_| Some(SearchReport::from_move(None, Score::Centipawns(0))))
    }
}

impl ThreadedWorker<ProblemRequest, ProblemReply> {
    /// A worker that solves puzzles. If its thread fails, the verdict on a move is unknown.
    pub fn puzzle_solver() -> Self {
        let work = Box::new(|request: &ProblemRequest, stop: &_, reply: &mut dyn FnMut(ProblemReply)| {
            reply(request.reply(stop));
        });
        Self::new("puzzle solver", work, |_| Some(ProblemReply::Verdict(Verdict::Unknown)))
    }
}

impl ThreadedWorker<ReasonRequest, Option<Reason>> {
    /// A worker that explains moves. If its thread fails, moves have no reason.
    pub fn explainer() -> Self {
        let mut engine = None;
        let work = Box::new(move |request: &ReasonRequest, stop: &_, reply: &mut dyn FnMut(_)| {
            let options = Options { hash_mib: ANALYSIS_HASH_MIB, ..Options::default() };
            reply(explain(engine.get_or_insert_with(|| Engine::new(options)), request, stop));
        });
        Self::new("explainer", work, |_| Some(None))
    }
}
