//! Controller of a puzzle in progress: it checks the player's moves, makes the best replies, and refutes wrong moves
//! and takes them back.
//!
//! If only the moves of the solution are right, the player's moves are compared with the solution. A better move than a
//! mistake is checked by a search. All other moves are checked by the mate solver.

use std::time::Duration;

use super::mistake::Mistake;
use super::{Puzzle, PuzzleGoal};
use crate::engine::mate_solver::{ProblemReply, ProblemRequest, TriedMove, Verdict};
use crate::engine::{AnalysisRequest, SearchRequest};
use crate::game::analysis::analyzer::AnalysisLimits;
use crate::game::analysis::{Evaluation, Judgment, evaluation_of};
use crate::game::options::Options;
use crate::game::worker::{Analyst, PuzzleSolver};
use crate::game::{Command, Event, Game, GameSetup};
use crate::notation::san;
use crate::rules::{Move, Outcome, Position, Square};

/// Minimum time between a move of the player and the reply, so that the player can follow.
const REPLY_DELAY: Duration = Duration::from_millis(450);
/// Time for which a wrong move and its refutation stay on the board.
const REFUTATION_TIME: Duration = Duration::from_millis(1800);
/// Time between two moves of the solution when it is shown.
const SOLUTION_MOVE_TIME: Duration = Duration::from_millis(1100);

/// Time of the search that checks a move in place of a mistake, as a multiple of the time of the first search of an analysis.
const CHECK_TIME_FACTOR: u32 = 3;

const WRONG: &str = "Not the solution – try again";
const NOT_MATE: &str = "Not mate yet – try again";

/// State of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PuzzleState {
    /// It is the player's turn.
    Open,
    /// A move is being checked, or the reply to it will be made.
    Checking,
    /// A wrong move is on the board. It will be taken back.
    Wrong,
    /// The player has solved the puzzle.
    Solved,
    /// The solution is being computed or shown.
    Showing,
    /// The whole solution has been shown.
    Shown,
}

/// A hint: the part of the next move that is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PuzzleHint {
    /// The piece to move.
    Piece(Square),
    /// The whole move.
    Move(Square, Square),
}

/// A puzzle in progress.
///
/// ```
/// use std::time::Duration;
/// use xxlchess::game::puzzle::{PuzzleController, PuzzleState, file};
/// use xxlchess::game::{Command, options::Options, worker::ThreadedWorker};
/// use xxlchess::notation::{coords, variants_ini::Variants};
///
/// let variant = Variants::built_in().get("chess").unwrap();
/// let text = "[A rook]\nfen = k7/8/K7/8/8/8/8/7R w - - 0 1\ngoal = mate 1\n";
/// let puzzle = file::parse(&variant, text).unwrap().remove(0);
/// let solver = ThreadedWorker::puzzle_solver().inline();
/// let mut controller = PuzzleController::new(puzzle, Box::new(solver), Options::default());
///
/// let mv = coords::parse_move(controller.game().position(), "h1h8").unwrap();
/// controller.apply(Command::Play(mv));
/// controller.tick(Duration::from_secs(1));
/// assert_eq!(controller.state(), PuzzleState::Solved);
/// ```
pub struct PuzzleController {
    puzzle: Puzzle,
    options: Options,
    game: Game,
    solver: Box<PuzzleSolver>,
    /// Checks the moves in place of mistakes.
    analyst: Option<(Box<Analyst>, AnalysisLimits)>,
    state: PuzzleState,
    /// Time since the last move on the board.
    since: Duration,
    /// The correct moves so far with their replies.
    line: Vec<Move>,
    /// The verdict on the player's last move.
    verdict: Option<Verdict>,
    /// Message about the last move that was tried in place of a mistake; `None` for the usual message.
    fault: Option<String>,
    /// The moves from the position on the board to the goal, as far as they are known.
    solution: Vec<Move>,
    /// The part of the next move that is shown: 0 for nothing, 1 for the piece, 2 for the whole move.
    hint_level: u8,
    /// The moves of the solution still to be shown; `None` while they are computed.
    showing: Option<Vec<Move>>,
    /// Whether the solver found no solution.
    unsolvable: bool,
    /// Whether the last move was wrong and has been taken back.
    was_taken_back: bool,
    /// The reply to the wrong move that has been taken back, until the next click.
    refuted_by: Option<Move>,
}

impl PuzzleController {
    /// Starts `puzzle`.
    pub fn new(puzzle: Puzzle, solver: Box<PuzzleSolver>, options: Options) -> Self {
        let game = start(&puzzle, options);
        let solution = puzzle.solution.clone();
        Self {
            puzzle,
            options,
            game,
            solver,
            analyst: None,
            state: PuzzleState::Open,
            since: Duration::ZERO,
            line: Vec::new(),
            verdict: None,
            fault: None,
            solution,
            hint_level: 0,
            showing: None,
            unsolvable: false,
            was_taken_back: false,
            refuted_by: None,
        }
    }

    /// Sets the worker that searches the player's moves in puzzles made of mistakes.
    #[must_use]
    pub fn with_analyst(self, analyst: Box<Analyst>, limits: AnalysisLimits) -> Self {
        Self { analyst: Some((analyst, limits)), ..self }
    }

    /// Starts another puzzle.
    pub fn open(&mut self, puzzle: Puzzle) {
        self.solver.cancel();
        self.puzzle = puzzle;
        self.restart();
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// The options.
    pub const fn options(&self) -> Options {
        self.options
    }

    /// The game on the board.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Sets the number of the last moves that are not shown yet, see [`Game::set_unshown_moves`]. The reply is not made
    /// before all moves are shown.
    pub fn set_unshown_moves(&mut self, count: usize) {
        self.game.set_unshown_moves(count);
    }

    /// The state of the puzzle.
    pub fn state(&self) -> PuzzleState {
        self.state
    }

    /// The number of the player's moves left to reach the goal.
    pub fn moves_left(&self) -> u8 {
        // The line has moves of both sides, and the player begins.
        let made = self.line.len().div_ceil(2).min(usize::from(u8::MAX)) as u8;
        self.puzzle.moves().saturating_sub(made)
    }

    /// The hint that is shown.
    pub fn hint(&self) -> Option<PuzzleHint> {
        let next = self.solution.first().filter(|_| self.state == PuzzleState::Open)?;
        match self.hint_level {
            0 => None,
            1 => Some(PuzzleHint::Piece(next.from)),
            _ => Some(PuzzleHint::Move(next.from, next.to)),
        }
    }

    /// Whether the player's last move was wrong. It may still be on the board.
    pub fn has_failed(&self) -> bool {
        self.state == PuzzleState::Wrong || self.was_taken_back && self.state == PuzzleState::Open
    }

    /// The message to the player.
    pub fn message(&self) -> Option<String> {
        let wrong = if self.must_mate() { NOT_MATE } else { WRONG };
        let wrong = self.fault.as_deref().unwrap_or(wrong);
        let text = match self.state {
            PuzzleState::Wrong => wrong,
            PuzzleState::Open if self.was_taken_back => wrong,
            PuzzleState::Solved if self.puzzle.mistake.is_some() => return Some(self.best_move()),
            PuzzleState::Solved => "Solved!",
            PuzzleState::Shown if self.puzzle.mistake.is_some() => return Some(self.best_move()),
            PuzzleState::Shown => "That was the solution",
            PuzzleState::Showing if self.showing.is_none() => "Looking for the solution",
            PuzzleState::Showing => "The solution",
            PuzzleState::Checking if self.verdict.is_none() && self.puzzle.mistake.is_some() => {
                "Checking your move"
            }
            PuzzleState::Open if self.unsolvable => "No solution was found",
            PuzzleState::Open | PuzzleState::Checking => {
                let right = (!self.line.is_empty()).then(|| "Correct – keep going".to_owned());
                return self.game.message().filter(|_| self.game.termination().is_none()).or(right);
            }
        };
        Some(text.to_owned())
    }

    /// Carries out a click, a drop or the choice of a promotion. Other commands are ignored.
    pub fn apply(&mut self, command: Command) -> Vec<Event> {
        let is_input = matches!(command, Command::Click(_) | Command::Drop { .. } | Command::Play(_));
        let mut events = Vec::new();
        if !is_input {
            return events;
        }
        if self.state == PuzzleState::Wrong {
            // The player need not wait until the wrong move is taken back.
            events.extend(self.take_back());
        }
        self.refuted_by = None;
        if self.state != PuzzleState::Open {
            return events;
        }
        let position = self.game.position().clone();
        let made = self.game.apply_with_late_drag(command);
        if let Some(mv) = made.iter().find_map(Event::made_move).map(|made| made.mv) {
            self.fault = None;
            self.verdict = self.check(position, mv);
            self.was_taken_back = false;
            self.go_to(PuzzleState::Checking);
        }
        events.extend(made);
        events
    }

    /// The verdict on `mv`, which has been played in `position`. Without a verdict the solver is started, and the
    /// result is `None`.
    fn check(&mut self, position: Position, mv: Move) -> Option<Verdict> {
        let is_on_line = self.solution.first() == Some(&mv);
        if let Some(mistake) = self.puzzle.mistake.clone() {
            return self.check_better(&mistake, mv);
        }
        let Some(goal) = self.puzzle.solver_goal() else {
            let is_mate = matches!(self.game.position().outcome(1), Some(Outcome::Checkmate { .. }));
            return Some(match *self.solution.as_slice() {
                _ if is_mate => Verdict::Solved,
                [_] if is_on_line => Verdict::Solved,
                [_, reply, next, ..] if is_on_line => Verdict::Continue { reply, next },
                _ => Verdict::Failed(self.refutation()),
            });
        };
        let preferred_reply = if is_on_line { self.solution.get(1).copied() } else { None };
        let moves = self.moves_left();
        self.solver.start(ProblemRequest::Check(TriedMove { position, mv, goal, moves, preferred_reply }));
        None
    }

    /// The verdict on `mv`, played in place of the mistake. A move that is neither the best one nor the mistake is searched;
    /// the result is `None` until the analyst has replied.
    fn check_better(&mut self, mistake: &Mistake, mv: Move) -> Option<Verdict> {
        let after = self.game.position();
        if self.solution.first() == Some(&mv) {
            return Some(Verdict::Solved);
        }
        if mistake.played == mv {
            self.fault = Some("That was your move in the game. Find a better one.".to_owned());
            return Some(Verdict::Failed(mistake.reply.filter(|&reply| after.is_legal(reply))));
        }
        if let Some(outcome) = after.outcome(1) {
            let winner = outcome.winner();
            let draw = Evaluation::Centipawns(0);
            let end = winner.map_or(draw, |winner| Evaluation::Mate { winner, moves: 0 });
            return Some(self.judge(mistake, mv, end, None));
        }
        let (analyst, limits) = self.analyst.as_mut()?;
        let request = SearchRequest::new(after.clone());
        let request = SearchRequest { deterministic: limits.deterministic, ..request };
        analyst.start(AnalysisRequest::timed(request, limits.first * CHECK_TIME_FACTOR));
        None
    }

    /// The verdict on the move on the board by the search of the analyst; `None` until it has replied.
    fn searched_verdict(&mut self, mistake: &Mistake) -> Option<Verdict> {
        let report = self.analyst.as_mut()?.0.poll()?;
        let Some(reply) = report.best_move() else {
            self.fault = Some("This move cannot be checked. Try another one.".to_owned());
            return Some(Verdict::Unknown);
        };
        let mv = self.game.moves().last()?.mv;
        Some(self.judge(mistake, mv, evaluation_of(report.score, !self.puzzle.side()), Some(reply)))
    }

    /// The verdict on `mv`, after which the evaluation is `after`: the winning chances must not be worse than those of the
    /// best move by as much as an inaccuracy loses.
    fn judge(&mut self, mistake: &Mistake, mv: Move, after: Evaluation, reply: Option<Move>) -> Verdict {
        let judgment = mistake.judgment(after);
        if judgment == Judgment::Good {
            return Verdict::Solved;
        }
        let san = san::format(&self.puzzle.position, mv);
        self.fault = Some(match reply.filter(|_| judgment >= Judgment::Mistake) {
            Some(reply) => format!("{san} loses too much: {}", san::format(self.game.position(), reply)),
            None => format!("{san} is not good enough. You can do better."),
        });
        Verdict::Failed(reply)
    }

    /// Message at the end of a puzzle with a mistake.
    fn best_move(&self) -> String {
        let (Some(&best), made) = (self.puzzle.solution.first(), self.line.first()) else {
            return String::new();
        };
        let san = san::format(&self.puzzle.position, best);
        match self.state {
            PuzzleState::Shown => format!("{san} was best."),
            _ if Some(&best) == made => "Best move!".to_owned(),
            _ => format!("Good move! {san} was best."),
        }
    }

    /// Whether the next move must be mate.
    fn must_mate(&self) -> bool {
        matches!(self.puzzle.goal, PuzzleGoal::Mate(_)) && self.moves_left() == 1
    }

    /// A reply that refutes the wrong move on the board, found without a search. If the move had to be mate, any reply
    /// refutes it. If not, the reply is a mate, or a capture of the moved piece that cannot be recaptured.
    fn refutation(&self) -> Option<Move> {
        let position = self.game.position();
        let moved = self.game.moves().last()?.mv.to;
        let mut replies = position.legal_moves();
        replies.sort_by_key(|reply| reply.to != moved);
        let is_good = |reply: &Move| {
            let mut after = position.clone();
            after.make(*reply);
            let takes_back = |mv: &Move| mv.to == moved;
            matches!(after.outcome(1), Some(Outcome::Checkmate { .. }))
                || reply.to == moved && !after.legal_moves().iter().any(takes_back)
        };
        replies.iter().find(|reply| self.must_mate() || is_good(reply)).copied()
    }

    /// The reply to the wrong move that has been taken back, until the next click.
    pub fn last_refutation(&self) -> Option<(Square, Square)> {
        self.refuted_by.map(|reply| (reply.from, reply.to))
    }

    /// Advances the time by `elapsed`. Applies a verdict, makes a reply or takes back a wrong move if it is due.
    pub fn tick(&mut self, elapsed: Duration) -> Vec<Event> {
        if self.game.is_all_shown() {
            self.since += elapsed;
        }
        let mut events = self.game.apply(Command::Tick(elapsed));
        match self.state {
            PuzzleState::Checking => self.tick_checking(&mut events),
            PuzzleState::Wrong if self.since >= REFUTATION_TIME => events.extend(self.take_back()),
            PuzzleState::Showing => self.tick_showing(&mut events),
            PuzzleState::Open if self.hint_level > 0 && self.solution.is_empty() && !self.unsolvable => {
                if let Some(ProblemReply::Solution(found)) = self.solver.poll() {
                    self.unsolvable = found.is_none();
                    self.solution = found.unwrap_or_default();
                }
            }
            _ => {}
        }
        events
    }

    fn tick_checking(&mut self, events: &mut Vec<Event>) {
        if let (None, Some(mistake)) = (self.verdict, self.puzzle.mistake.clone()) {
            self.verdict = self.searched_verdict(&mistake);
        } else if self.verdict.is_none() {
            self.verdict = match self.solver.poll() {
                Some(ProblemReply::Verdict(verdict)) => Some(verdict),
                Some(ProblemReply::Solution(_)) => Some(Verdict::Unknown),
                None => None,
            };
        }
        match self.verdict {
            Some(Verdict::Solved) => {
                self.accept_last_move();
                self.go_to(PuzzleState::Solved);
            }
            Some(Verdict::Continue { reply, next }) if self.since >= REPLY_DELAY => {
                let made = self.game.moves().last().map(|made| made.mv);
                self.accept_last_move();
                // If move and reply follow the known solution, its rest is known. If not, only the next move is known.
                let follows_solution =
                    self.solution.first() == made.as_ref() && self.solution.get(1) == Some(&reply);
                let is_known = follows_solution && self.solution.len() > 2;
                self.solution = if is_known { self.solution.split_off(2) } else { vec![next] };
                events.extend(self.game.apply(Command::Play(reply)));
                self.accept_last_move();
                (self.hint_level, self.unsolvable) = (0, false);
                self.go_to(PuzzleState::Open);
            }
            Some(Verdict::Failed(reply)) if self.since >= REPLY_DELAY => {
                if let Some(reply) = reply {
                    events.extend(self.game.apply(Command::Play(reply)));
                }
                self.go_to(PuzzleState::Wrong);
            }
            Some(Verdict::Unknown) => self.go_to(PuzzleState::Wrong),
            _ => {}
        }
    }

    fn tick_showing(&mut self, events: &mut Vec<Event>) {
        if self.showing.is_none() {
            match self.solver.poll() {
                Some(ProblemReply::Solution(Some(line))) => {
                    self.showing = Some(line);
                    self.since = Duration::ZERO;
                }
                Some(_) => {
                    self.unsolvable = true;
                    self.go_to(PuzzleState::Open);
                }
                None => {}
            }
        }
        let Some(line) = self.showing.as_mut().filter(|_| self.since >= SOLUTION_MOVE_TIME) else { return };
        if line.is_empty() {
            return self.go_to(PuzzleState::Shown);
        }
        let mv = line.remove(0);
        let last = line.is_empty();
        events.extend(self.game.apply(Command::Play(mv)));
        self.accept_last_move();
        self.go_to(if last { PuzzleState::Shown } else { PuzzleState::Showing });
    }

    /// Shows more of the next move.
    pub fn request_hint(&mut self) {
        if self.state == PuzzleState::Open {
            self.refuted_by = None;
            self.hint_level = (self.hint_level + 1).min(2);
            self.solve_for_hint();
        }
    }

    /// Starts the solver if a hint is shown and the next move is not known.
    fn solve_for_hint(&mut self) {
        if self.hint_level == 0 || !self.solution.is_empty() || self.unsolvable {
            return;
        }
        if let Some(goal) = self.puzzle.solver_goal() {
            let position = self.game.position().clone();
            self.solver.start(ProblemRequest::Solve(position, goal, self.moves_left()));
        }
    }

    /// Shows the solution from the start, move by move. The puzzle does not count as solved.
    pub fn show_solution(&mut self) -> Vec<Event> {
        let events = self.restart();
        self.showing = match self.puzzle.solver_goal() {
            Some(goal) if self.puzzle.solution.is_empty() => {
                let position = self.puzzle.position.clone();
                self.solver.start(ProblemRequest::Solve(position, goal, self.puzzle.moves()));
                None
            }
            _ => Some(self.puzzle.solution.clone()),
        };
        self.go_to(PuzzleState::Showing);
        events
    }

    /// Restarts the puzzle.
    pub fn restart(&mut self) -> Vec<Event> {
        self.game = start(&self.puzzle, self.options);
        self.line.clear();
        self.solution.clone_from(&self.puzzle.solution);
        self.hint_level = 0;
        (self.unsolvable, self.was_taken_back, self.refuted_by, self.fault) = (false, false, None, None);
        self.go_to(PuzzleState::Open);
        vec![Event::Restarted]
    }

    /// Takes back the wrong move and its refutation.
    fn take_back(&mut self) -> Vec<Event> {
        // If there was no reply, the last move is the player's and no refutation.
        let side = self.puzzle.side();
        let reply = self.game.moves().last().filter(|made| made.piece.color != side);
        self.refuted_by = reply.map(|reply| reply.mv);
        self.game = start(&self.puzzle, self.options);
        for &mv in &self.line {
            self.game.apply(Command::Play(mv));
        }
        self.was_taken_back = true;
        self.go_to(PuzzleState::Open);
        // The check of the wrong move replaced the request for a hint.
        self.solve_for_hint();
        vec![Event::Restarted]
    }

    fn accept_last_move(&mut self) {
        self.line.extend(self.game.moves().last().map(|made| made.mv));
    }

    fn go_to(&mut self, state: PuzzleState) {
        self.state = state;
        self.since = Duration::ZERO;
    }
}

/// The game on which a puzzle is solved. It has no clocks, and the controller moves the other side.
fn start(puzzle: &Puzzle, mut options: Options) -> Game {
    // Goals are proved on a visible board with check and mate.
    options.fog_of_war = false;
    let mut game = Game::new(GameSetup::with_human(puzzle.before(), puzzle.side(), options));
    if let Some((mv, _)) = puzzle.last_move {
        game.apply(Command::Play(mv));
    }
    game
}
