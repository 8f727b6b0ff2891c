//! The workers of games and puzzles: engines in workers of the browser, which get jobs as lines.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use xxlchess::app::Computers;
use xxlchess::engine::difficulty::{CHARACTERS, Difficulty};
use xxlchess::engine::heuristic::HeuristicPlayer;
use xxlchess::engine::mate_solver::{ProblemReply, ProblemRequest, Verdict};
use xxlchess::engine::{AnalysisRequest, Player, Score, SearchReport, SearchRequest};
use xxlchess::game::analysis::analyzer::AnalysisLimits;
use xxlchess::game::openings::Openings;
use xxlchess::game::worker::Worker;
use xxlchess::notation::variants_ini::Variants;
use xxlchess::platform::folders;
use xxlchess::protocol::job::{Answer, Job};
use xxlchess::reason::ReasonRequest;
use xxlchess::storage::Storage;
use xxlchess_browser::call;

/// After so many failures with the same job the engine is not started again.
const MAX_FAILURES: u8 = 2;

thread_local! {
    static PROBLEM: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// The sentence for the player about an engine that has failed. It is returned once.
pub fn problem() -> Option<String> {
    PROBLEM.take()
}

/// Workers in the browser: one for the opponent, one for hints and analysis, one for puzzles, one for reasons.
pub fn computers() -> Computers {
    Computers {
        opponent: Box::new(|options| {
            let level = Difficulty::new(options.difficulty);
            let character = &CHARACTERS[options.character as usize];
            let openings = OnceCell::new();
            Box::new(BrowserWorker::new(
                0,
                move |request: &SearchRequest| {
                    let variant = request.position.variant();
                    let openings = openings.get_or_init(|| Openings::known_by(level, variant));
                    let mut request = request.clone();
                    // The engine of the page has no openings. It gets the move as the only one.
                    if let Some(mv) = openings.choose(level, &request) {
                        request.search_moves = Some(vec![mv]);
                    }
                    Job::Move(level, character, request)
                },
                |answer| if let Answer::Report(report) = answer { report.best_move() } else { None },
                |request| HeuristicPlayer.choose_move(request, &false.into()),
            ))
        }),
        analyst: Box::new(|_| {
            Box::new(BrowserWorker::new(
                1,
                |request: &AnalysisRequest| Job::Analysis(request.clone()),
                |answer| if let Answer::Report(report) = answer { Some(report) } else { None },
                |_| Some(SearchReport::from_move(None, Score::Centipawns(0))),
            ))
        }),
        analysis_limits: AnalysisLimits::default(),
        puzzle_solver: Rc::new(|| {
            Box::new(BrowserWorker::new(
                2,
                |request: &ProblemRequest| Job::Problem(request.clone()),
                |answer| if let Answer::Problem(reply) = answer { Some(reply) } else { None },
                |_| Some(ProblemReply::Verdict(Verdict::Unknown)),
            ))
        }),
        explainer: Box::new(|| {
            Box::new(BrowserWorker::new(
                3,
                |request: &ReasonRequest| Job::Reason(request.clone()),
                |answer| if let Answer::Reason(reason) = answer { Some(reason) } else { None },
                |_| Some(None),
            ))
        }),
    }
}

/// A worker whose engine runs in a worker of the browser.
struct BrowserWorker<Request, Reply> {
    /// Number of the engine in the page.
    engine: u32,
    variants: Variants,
    job: Box<dyn Fn(&Request) -> Job>,
    reply: fn(Answer) -> Option<Reply>,
    /// The reply to a request for which the engine has none.
    fallback: fn(&Request) -> Option<Reply>,
    running: Option<Running<Request>>,
}

struct Running<Request> {
    request: Request,
    job: Job,
    failures: u8,
    /// The variant cannot be sent, or the engine has failed too often.
    given_up: bool,
}

impl<Request, Reply> BrowserWorker<Request, Reply> {
    fn new(
        engine: u32,
        job: impl Fn(&Request) -> Job + 'static,
        reply: fn(Answer) -> Option<Reply>,
        fallback: fn(&Request) -> Option<Reply>,
    ) -> Self {
        let storage = Storage { data_dir: folders::data(), config_dir: None };
        let (variants, _) = storage.variants();
        Self { engine, variants, job: Box::new(job), reply, fallback, running: None }
    }

    /// Sends the job of the request.
    fn send(&mut self) {
        let Some(running) = &mut self.running else { return };
        match running.job.to_line(&self.variants) {
            Some(line) => drop(call("post", &format!("{}\n{line}", self.engine))),
            None => running.given_up = true,
        }
    }

    fn restart_engine(&self) {
        call("restart", &self.engine.to_string());
    }
}

impl<Request, Reply> Worker<Request, Reply> for BrowserWorker<Request, Reply> {
    fn start(&mut self, request: Request) {
        self.cancel();
        let job = (self.job)(&request);
        self.running = Some(Running { request, job, failures: 0, given_up: false });
        self.send();
    }

    fn poll(&mut self) -> Option<Reply> {
        loop {
            let running = self.running.as_mut()?;
            if running.given_up {
                let reply = (self.fallback)(&running.request);
                self.running = None;
                return reply;
            }
            let line = call("answer", &self.engine.to_string())?;
            if line.starts_with("failed ") {
                running.failures += 1;
                running.given_up = running.failures >= MAX_FAILURES;
                let text = if running.given_up {
                    "The engine has failed again. Reload the page; the game is saved."
                } else {
                    "The engine has failed and was started again."
                };
                PROBLEM.set(Some(text.to_owned()));
                self.restart_engine();
                self.send();
            } else {
                let reply = running.job.parse_answer(&line).and_then(self.reply);
                let reply = reply.or_else(|| (self.fallback)(&running.request));
                if !matches!(running.job, Job::Analysis(AnalysisRequest { time: None, .. })) {
                    self.running = None;
                }
                return reply;
            }
        }
    }

    /// A job cannot be stopped, so the worker of its engine is ended and another one started.
    fn cancel(&mut self) {
        if self.running.take().is_some() {
            self.restart_engine();
        }
    }
}

impl<Request, Reply> Drop for BrowserWorker<Request, Reply> {
    fn drop(&mut self) {
        if self.running.is_some() {
            self.restart_engine();
        }
    }
}
