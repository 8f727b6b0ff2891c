//! A step in progress: moves of the learner, replies, and moves taken back.

use std::time::Duration;

use super::{LessonState, MAX_STARS, MoveOutcome, Step, solver};
use crate::game::options::{Options, PromotionRule};
use crate::game::{Command, Event, Game, GameSetup, MadeMove, Termination};
use crate::rules::{Bitboard, Move, Outcome, Square};

/// A reply comes no sooner than this, so that the learner can follow.
const REPLY_DELAY: Duration = Duration::from_millis(450);
/// How long a wrong move and the reply to it stay on the board.
const WRONG_TIME: Duration = Duration::from_millis(1500);

/// How far a step is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LessonPhase {
    /// It is the learner's turn.
    Open,
    /// A reply is about to be made.
    Replying(Move),
    /// A wrong move is on the board; the reply to it, if there is one, is about to be made.
    Wrong(Option<Move>),
    /// The task is completed.
    Done,
}

/// A hint on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LessonHint {
    /// The square of the piece to move.
    pub from: Square,
    /// Where it moves.
    pub to: Square,
}

/// A step in progress.
///
/// ```
/// use std::time::Duration;
/// use xxlchess::config::lessons::packaged;
/// use xxlchess::game::lesson::LessonController;
/// use xxlchess::game::{Command, options::Options};
/// use xxlchess::notation::coords;
///
/// let step = packaged().into_iter().find(|step| step.title == "The rook").unwrap();
/// assert_eq!(step.instruction(), "Collect all the stars.");
/// let mut controller = LessonController::new(step, Options::default());
/// for text in ["e3e10", "e10l10", "l10l4"] {
///     let mv = coords::parse_move(controller.game().position(), text).unwrap();
///     controller.apply(Command::Play(mv));
///     controller.tick(Duration::from_secs(1));
/// }
/// assert!(controller.is_done());
/// assert_eq!(controller.stars(), 3);
/// ```
pub struct LessonController {
    step: Step,
    options: Options,
    game: Game,
    state: LessonState,
    phase: LessonPhase,
    /// Time since the last move arrived.
    since: Duration,
    /// All moves of the learner, wrong ones included.
    moves: u16,
    /// The last move, once the game on the board starts after it.
    last_move: Option<MadeMove>,
    /// Whether the last move was wrong and has been taken back.
    has_failed: bool,
    /// Why the last move was wrong.
    fault: String,
    /// The reply to the wrong move that has been taken back, until the next click.
    refutation: Option<Move>,
    /// Whether the hint in words is shown.
    hint_words: bool,
    hint: Option<LessonHint>,
}

impl LessonController {
    /// Starts `step`.
    #[must_use]
    pub fn new(step: Step, options: Options) -> Self {
        // Check is visible, and a reply is never slow enough for premoves.
        let options =
            Options { fog_of_war: false, premoves: false, promotion: PromotionRule::Queen, ..options };
        let state = step.start();
        Self {
            game: game_at(&state, options),
            step,
            options,
            state,
            phase: LessonPhase::Open,
            since: Duration::ZERO,
            moves: 0,
            last_move: None,
            has_failed: false,
            fault: String::new(),
            refutation: None,
            hint_words: false,
            hint: None,
        }
    }

    /// The step.
    #[must_use]
    pub fn step(&self) -> &Step {
        &self.step
    }

    /// The game on the board.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// How far the step is.
    #[must_use]
    pub fn phase(&self) -> LessonPhase {
        self.phase
    }

    /// Whether the task is completed.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.phase == LessonPhase::Done
    }

    /// The number of moves so far, wrong ones included.
    #[must_use]
    pub fn moves(&self) -> u16 {
        self.moves
    }

    /// The stars for the moves made.
    #[must_use]
    pub fn stars(&self) -> u8 {
        self.step.stars(self.moves)
    }

    /// The squares with stars that have not been reached.
    #[must_use]
    pub fn stars_left(&self) -> Bitboard {
        self.state.stars
    }

    /// The last move, if the game on the board starts after it.
    #[must_use]
    pub fn last_move(&self) -> Option<&MadeMove> {
        self.last_move.as_ref()
    }

    /// Sets how many moves have not arrived on the board: see [`Game::set_unshown_moves`]. The reply waits for them.
    pub fn set_unshown_moves(&mut self, count: usize) {
        self.game.set_unshown_moves(count);
    }

    /// Whether the last move was wrong, on the board or taken back.
    #[must_use]
    pub fn has_failed(&self) -> bool {
        matches!(self.phase, LessonPhase::Wrong(_)) || self.has_failed && self.phase == LessonPhase::Open
    }

    /// The message to the learner.
    #[must_use]
    pub fn message(&self) -> Option<String> {
        Some(match self.phase {
            LessonPhase::Done if self.stars() == MAX_STARS => "Well done!".to_owned(),
            LessonPhase::Done => {
                let praise = if self.stars() == 2 { "Good!" } else { "Done." };
                let moves = if self.step.moves == 1 { "move" } else { "moves" };
                format!("{praise} {} {moves} would earn ★★★.", self.step.moves)
            }
            _ if self.game.king_flash().is_none() && self.has_failed() => {
                format!("{} Try again.", self.fault)
            }
            _ => return self.game.message().filter(|_| self.game.termination().is_none()),
        })
    }

    /// The reply to the wrong move that has been taken back, until the next click.
    #[must_use]
    pub fn refutation(&self) -> Option<(Square, Square)> {
        self.refutation.map(|reply| (reply.from, reply.to))
    }

    /// The hint in words, if it was asked for.
    #[must_use]
    pub fn hint_words(&self) -> Option<&str> {
        Some(self.step.hint.as_str()).filter(|_| self.hint_words)
    }

    /// The hint on the board.
    #[must_use]
    pub fn hint(&self) -> Option<LessonHint> {
        self.hint.filter(|_| self.phase == LessonPhase::Open)
    }

    /// Shows the hint in words; asked again, the next move.
    pub fn request_hint(&mut self) {
        self.refutation = None;
        if self.phase != LessonPhase::Open || !self.step.is_exercise() {
            return;
        }
        if std::mem::replace(&mut self.hint_words, true) {
            let line = solver::solve(&self.step, &self.state);
            self.hint = line.and_then(|line| line.first().map(|mv| LessonHint { from: mv.from, to: mv.to }));
        }
    }

    /// Carries out a click, a drop or a move. Other commands are ignored.
    pub fn apply(&mut self, command: Command) -> Vec<Event> {
        let mut events = Vec::new();
        if !matches!(command, Command::Click(_) | Command::Drop { .. } | Command::Play(_)) {
            return events;
        }
        if matches!(self.phase, LessonPhase::Wrong(_)) {
            // The learner does not wait for the reply.
            events.extend(self.take_back());
        }
        self.refutation = None;
        if self.phase != LessonPhase::Open {
            return events;
        }
        let mut made = self.game.apply_with_late_drag(command);
        if let Some(moved) = made.iter().find_map(Event::made_move) {
            // That the other side has no piece or no move does not end a lesson.
            made.retain(|event| !is_other_end(event));
            self.follow(moved);
        }
        events.extend(made);
        events
    }

    /// Goes on after a move of the learner.
    fn follow(&mut self, made: MadeMove) {
        self.moves = self.moves.saturating_add(1);
        (self.has_failed, self.hint) = (false, None);
        self.since = Duration::ZERO;
        match self.step.outcome(&self.state, made.mv) {
            MoveOutcome::Done => {
                self.state.stars = Bitboard::EMPTY;
                self.phase = LessonPhase::Done;
            }
            MoveOutcome::Continue(next, Some(reply)) => {
                self.state = *next;
                self.phase = LessonPhase::Replying(reply);
            }
            MoveOutcome::Continue(next, None) => {
                self.state = *next;
                self.game = game_at(&self.state, self.options);
                self.last_move = Some(made);
            }
            MoveOutcome::Failed(reply) => {
                self.fault = self.step.why_wrong(&self.state, made.mv, reply);
                self.phase = LessonPhase::Wrong(reply);
            }
        }
    }

    /// Lets time pass: replies come with it, and wrong moves are taken back.
    pub fn tick(&mut self, elapsed: Duration) -> Vec<Event> {
        if self.game.is_all_shown() {
            self.since += elapsed;
        }
        let mut events = self.game.apply(Command::Tick(elapsed));
        match self.phase {
            LessonPhase::Replying(reply) if self.since >= REPLY_DELAY => {
                events.extend(self.game.apply(Command::Play(reply)));
                self.phase = LessonPhase::Open;
            }
            LessonPhase::Wrong(Some(reply)) if self.since >= REPLY_DELAY => {
                events.extend(self.game.apply(Command::Play(reply)));
                (self.phase, self.since) = (LessonPhase::Wrong(None), Duration::ZERO);
            }
            LessonPhase::Wrong(None) if self.since >= WRONG_TIME => events.extend(self.take_back()),
            _ => {}
        }
        events.retain(|event| !is_other_end(event));
        events
    }

    /// Takes back the wrong move and the reply to it.
    fn take_back(&mut self) -> Vec<Event> {
        // Without a reply the last move on the board is the learner's.
        let learner = self.state.position.turn();
        let reply = self.game.moves().last().filter(|made| made.piece.color != learner);
        self.refutation = reply.map(|reply| reply.mv);
        self.game = game_at(&self.state, self.options);
        (self.phase, self.has_failed) = (LessonPhase::Open, true);
        vec![Event::Restarted]
    }

    /// Starts the step again.
    pub fn restart(&mut self) -> Vec<Event> {
        *self = Self::new(self.step.clone(), self.options);
        vec![Event::Restarted]
    }
}

/// Whether `event` ends the game other than by mate.
fn is_other_end(event: &Event) -> bool {
    matches!(event, Event::Ended(ending) if !matches!(ending, Termination::Outcome(Outcome::Checkmate { .. })))
}

/// The game on the board in `state`: without clocks, and the controller moves the other side.
fn game_at(state: &LessonState, options: Options) -> Game {
    let position = state.position.clone();
    let side = position.turn();
    Game::new(GameSetup::with_human(position, side, options))
}
