//! One puzzle being solved: the person's moves are judged, the best defence answers, wrong moves are taken back.

use std::time::Duration;

use super::Puzzle;
use super::arbiter::{Arbiter, PuzzleReply, PuzzleRequest};
use crate::engine::mate_solver::{Attempt, Verdict};
use crate::game::options::{OptionKey, Options};
use crate::game::{Command, Event, Game, GameSetup, PlayerKind};
use crate::rules::{ByColor, Move, Square};

/// Answers come no sooner than this after the move, so that the person can follow.
const PAUSE: Duration = Duration::from_millis(450);
/// How long a wrong move and what refutes it stay on the board.
const REFUTED: Duration = Duration::from_millis(1800);
/// How long each move of a solution stays on the board.
const SHOWN: Duration = Duration::from_millis(1100);

/// Where the solving stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PuzzleState {
    /// The person is to move.
    Open,
    /// A move is being judged, or the answer to it is about to be made.
    Judging,
    /// A wrong move is on the board and will be taken back.
    Wrong,
    /// The person has found the solution.
    Solved,
    /// The solution is being looked for or shown.
    Showing,
    /// The whole solution has been shown.
    Shown,
}

/// What is shown of the move to find.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PuzzleHint {
    /// The piece that moves.
    Piece(Square),
    /// The whole move.
    Move(Square, Square),
}

/// A puzzle being solved.
pub struct PuzzleSession {
    puzzle: Puzzle,
    options: Options,
    game: Game,
    arbiter: Box<dyn Arbiter>,
    state: PuzzleState,
    /// Time since the last move on the board.
    since: Duration,
    /// Moves made that count, the person's and the answers.
    kept: Vec<Move>,
    /// What came of the person's last move, as soon as it is known.
    verdict: Option<Verdict>,
    /// The moves from here to the goal, as far as they are known.
    ahead: Vec<Move>,
    /// How much of the next move is to be shown: nothing, the piece, all of it.
    hints: u8,
    /// The moves of the solution that are still to be shown; `None` while they are looked for.
    showing: Option<Vec<Move>>,
    /// Whether it has turned out that there is no solution.
    unsolvable: bool,
}

impl PuzzleSession {
    /// Begins `puzzle`, with the person's hand as `options` have it.
    #[must_use]
    pub fn new(puzzle: Puzzle, arbiter: Box<dyn Arbiter>, options: Options) -> Self {
        let game = start(&puzzle, options);
        let ahead = puzzle.solution.clone();
        Self {
            puzzle,
            options,
            game,
            arbiter,
            state: PuzzleState::Open,
            since: Duration::ZERO,
            kept: Vec::new(),
            verdict: None,
            ahead,
            hints: 0,
            showing: None,
            unsolvable: false,
        }
    }

    /// The puzzle.
    #[must_use]
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// The board as a game.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Where the solving stands.
    #[must_use]
    pub fn state(&self) -> PuzzleState {
        self.state
    }

    /// How many moves the person has left.
    #[must_use]
    pub fn moves_left(&self) -> u8 {
        // Every second of the moves that count is the person's.
        let made = self.kept.len().div_ceil(2).min(usize::from(u8::MAX)) as u8;
        self.puzzle.moves().saturating_sub(made)
    }

    /// What is shown of the move to find.
    #[must_use]
    pub fn hint(&self) -> Option<PuzzleHint> {
        let next = self.ahead.first().filter(|_| self.state == PuzzleState::Open)?;
        match self.hints {
            0 => None,
            1 => Some(PuzzleHint::Piece(next.from)),
            _ => Some(PuzzleHint::Move(next.from, next.to)),
        }
    }

    /// What is to be told to the person at the moment.
    #[must_use]
    pub fn message(&self) -> Option<String> {
        let words = match self.state {
            PuzzleState::Wrong => "Not the solution – try again",
            PuzzleState::Solved => "Solved!",
            PuzzleState::Shown => "That was the solution",
            PuzzleState::Showing if self.showing.is_none() => "Looking for the solution",
            PuzzleState::Showing => "The solution",
            PuzzleState::Open if self.unsolvable => "No solution was found",
            PuzzleState::Open | PuzzleState::Judging => {
                let right = (!self.kept.is_empty()).then(|| "Right – go on".to_owned());
                return self.game.message().filter(|_| self.game.termination().is_none()).or(right);
            }
        };
        Some(words.to_owned())
    }

    /// The person's hand: clicks, drops, the choice of a promotion.
    pub fn hand(&mut self, command: Command) -> Vec<Event> {
        let hand = matches!(command, Command::Click(_) | Command::Drop { .. } | Command::Play(_));
        let mut events = Vec::new();
        if !hand {
            return events;
        }
        if self.state == PuzzleState::Wrong {
            // Whoever goes on at once has seen enough.
            events.extend(self.take_back());
        }
        if self.state != PuzzleState::Open {
            return events;
        }
        let position = self.game.position().clone();
        if let Command::Drop { from, .. } = command
            && self.game.selected() != Some(from)
            && self.game.own_piece_at(from).is_some()
        {
            // It was taken up while the answer was awaited.
            events.extend(self.game.apply(Command::Click(from)));
        }
        let made = self.game.apply(command);
        if let Some(mv) = moved(&made) {
            let preferred = self.ahead.first().filter(|&&first| first == mv).and_then(|_| self.ahead.get(1));
            let question = Attempt {
                position,
                mv,
                goal: self.puzzle.solver_goal(),
                moves: self.moves_left(),
                preferred_reply: preferred.copied(),
            };
            self.arbiter.ask(PuzzleRequest::Judge(question));
            self.go_to(PuzzleState::Judging);
            self.verdict = None;
        }
        events.extend(made);
        events
    }

    /// Lets time pass; verdicts and answers come with it.
    pub fn tick(&mut self, elapsed: Duration) -> Vec<Event> {
        self.since += elapsed;
        let mut events = self.game.apply(Command::Tick(elapsed));
        match self.state {
            PuzzleState::Judging => self.judging(&mut events),
            PuzzleState::Wrong if self.since >= REFUTED => events.extend(self.take_back()),
            PuzzleState::Showing => self.showing(&mut events),
            PuzzleState::Open if self.hints > 0 && self.ahead.is_empty() && !self.unsolvable => {
                if let Some(PuzzleReply::Solution(found)) = self.arbiter.poll() {
                    self.unsolvable = found.is_none();
                    self.ahead = found.unwrap_or_default();
                }
            }
            _ => {}
        }
        events
    }

    fn judging(&mut self, events: &mut Vec<Event>) {
        if self.verdict.is_none() {
            self.verdict = match self.arbiter.poll() {
                Some(PuzzleReply::Verdict(verdict)) => Some(verdict),
                Some(PuzzleReply::Solution(_)) => Some(Verdict::Unknown),
                None => None,
            };
        }
        match self.verdict {
            Some(Verdict::Solved) => {
                self.keep_last();
                self.go_to(PuzzleState::Solved);
            }
            Some(Verdict::Continue { reply, next }) if self.since >= PAUSE => {
                let made = self.game.moves().last().map(|made| made.mv);
                self.keep_last();
                // On the way of the solution, the rest of it is known; off it, the next move at least.
                let on_the_way = self.ahead.first() == made.as_ref() && self.ahead.get(1) == Some(&reply);
                let known = on_the_way && self.ahead.len() > 2;
                self.ahead = if known { self.ahead.split_off(2) } else { vec![next] };
                events.extend(self.game.apply(Command::Play(reply)));
                self.keep_last();
                (self.hints, self.unsolvable) = (0, false);
                self.go_to(PuzzleState::Open);
            }
            Some(Verdict::Failed(reply)) if self.since >= PAUSE => {
                if let Some(reply) = reply {
                    events.extend(self.game.apply(Command::Play(reply)));
                }
                self.go_to(PuzzleState::Wrong);
            }
            Some(Verdict::Unknown) => self.go_to(PuzzleState::Wrong),
            _ => {}
        }
    }

    fn showing(&mut self, events: &mut Vec<Event>) {
        if self.showing.is_none() {
            match self.arbiter.poll() {
                Some(PuzzleReply::Solution(Some(line))) => {
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
        let Some(line) = self.showing.as_mut().filter(|_| self.since >= SHOWN) else { return };
        if line.is_empty() {
            return self.go_to(PuzzleState::Shown);
        }
        let mv = line.remove(0);
        let last = line.is_empty();
        events.extend(self.game.apply(Command::Play(mv)));
        self.keep_last();
        self.go_to(if last { PuzzleState::Shown } else { PuzzleState::Showing });
    }

    /// Shows more of the next move.
    pub fn request_hint(&mut self) {
        if self.state == PuzzleState::Open {
            self.hints = (self.hints + 1).min(2);
            self.look_for_hint();
        }
    }

    /// Has the next move looked for if it is to be shown and not known.
    fn look_for_hint(&mut self) {
        if self.hints > 0 && self.ahead.is_empty() && !self.unsolvable {
            let position = self.game.position().clone();
            self.arbiter.ask(PuzzleRequest::Solve(position, self.puzzle.solver_goal(), self.moves_left()));
        }
    }

    /// Shows the solution from the start, move by move; the puzzle does not count as solved by it.
    pub fn show_solution(&mut self) -> Vec<Event> {
        let events = self.again();
        if self.puzzle.solution.is_empty() {
            let (position, aim) = (self.puzzle.position.clone(), self.puzzle.solver_goal());
            self.arbiter.ask(PuzzleRequest::Solve(position, aim, self.puzzle.moves()));
            self.showing = None;
        } else {
            self.showing = Some(self.puzzle.solution.clone());
        }
        self.go_to(PuzzleState::Showing);
        events
    }

    /// Begins the puzzle again.
    pub fn again(&mut self) -> Vec<Event> {
        self.game = start(&self.puzzle, self.options);
        self.kept.clear();
        self.ahead.clone_from(&self.puzzle.solution);
        self.hints = 0;
        self.unsolvable = false;
        self.go_to(PuzzleState::Open);
        vec![Event::Restarted]
    }

    /// Takes back all moves that do not count.
    fn take_back(&mut self) -> Vec<Event> {
        self.game = start(&self.puzzle, self.options);
        for &mv in &self.kept {
            self.game.apply(Command::Play(mv));
        }
        self.go_to(PuzzleState::Open);
        // The judgement of the wrong move took its place.
        self.look_for_hint();
        vec![Event::Restarted]
    }

    fn keep_last(&mut self) {
        self.kept.extend(self.game.moves().last().map(|made| made.mv));
    }

    fn go_to(&mut self, state: PuzzleState) {
        self.state = state;
        self.since = Duration::ZERO;
    }
}

/// The game a puzzle is solved on: no clocks, and nobody but the run moves the other side.
fn start(puzzle: &Puzzle, mut options: Options) -> Game {
    // What a puzzle asks for is proved on a board that is seen, with check and mate.
    options.set(OptionKey::FogOfWar, 0);
    let side = puzzle.side();
    Game::new(GameSetup {
        position: puzzle.position.clone(),
        players: ByColor::from_fn(
            |color| if color == side { PlayerKind::Human } else { PlayerKind::Computer },
        ),
        controls: ByColor::from_fn(|_| None),
        options,
    })
}

/// The move among `events`.
fn moved(events: &[Event]) -> Option<Move> {
    events.iter().find_map(|event| match event {
        Event::Moved(made) => Some(made.mv),
        _ => None,
    })
}
