//! Controller of a step in progress: it judges the learner's moves, makes replies and takes wrong moves back.

use std::time::Duration;

use super::{LessonState, MAX_STARS, MoveOutcome, Step, solver};
use crate::game::options::{Options, PromotionRule};
use crate::game::{Command, Event, Game, GameSetup, MadeMove, Termination};
use crate::rules::{Bitboard, Move, Outcome, Square};

/// Minimum time between a move of the learner and the reply, so that the learner can follow.
const REPLY_DELAY: Duration = Duration::from_millis(450);
/// Time for which a wrong move, with the reply to it, stays on the board.
const WRONG_TIME: Duration = Duration::from_millis(1500);

/// State of a step in progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LessonPhase {
    /// It is the learner's turn.
    Open,
    /// This reply to a right move will be made.
    Replying(Move),
    /// A wrong move is on the board. The reply to it, if there is one, will be made.
    Wrong(Option<Move>),
    /// The task is completed.
    Done,
}

/// A hint on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LessonHint {
    /// The square of the piece to move.
    pub from: Square,
    /// The square to which the piece moves.
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
    /// Time since the last move was shown.
    since: Duration,
    /// Number of the learner's moves, including wrong moves.
    moves: u16,
    /// The last move, if `game` begins after it and so does not contain it.
    last_move: Option<MadeMove>,
    /// Whether the last move was wrong and has been taken back.
    was_taken_back: bool,
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
    pub fn new(step: Step, options: Options) -> Self {
        // With fog of war a check would be hidden, and replies come too soon for premoves.
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
            was_taken_back: false,
            fault: String::new(),
            refutation: None,
            hint_words: false,
            hint: None,
        }
    }

    /// The step.
    pub fn step(&self) -> &Step {
        &self.step
    }

    /// The game on the board.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The phase of the step.
    pub fn phase(&self) -> LessonPhase {
        self.phase
    }

    /// Whether the task is completed.
    pub fn is_done(&self) -> bool {
        self.phase == LessonPhase::Done
    }

    /// The number of the learner's moves so far, including wrong moves.
    pub fn moves(&self) -> u16 {
        self.moves
    }

    /// The stars for the number of moves so far.
    pub fn stars(&self) -> u8 {
        self.step.stars(self.moves)
    }

    /// The squares with stars that have not been reached.
    pub fn stars_left(&self) -> Bitboard {
        self.state.stars
    }

    /// The last move, if [`LessonController::game`] begins after it and so does not contain it.
    pub fn last_move(&self) -> Option<&MadeMove> {
        self.last_move.as_ref()
    }

    /// Sets the number of the last moves that are not shown yet, see [`Game::set_unshown_moves`]. The reply is not made
    /// before all moves are shown.
    pub fn set_unshown_moves(&mut self, count: usize) {
        self.game.set_unshown_moves(count);
    }

    /// Whether the last move was wrong. It may still be on the board.
    pub fn has_failed(&self) -> bool {
        matches!(self.phase, LessonPhase::Wrong(_)) || self.was_taken_back && self.phase == LessonPhase::Open
    }

    /// The message to the learner.
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
    pub fn refutation(&self) -> Option<(Square, Square)> {
        self.refutation.map(|reply| (reply.from, reply.to))
    }

    /// The hint in words, if it was asked for.
    pub fn hint_words(&self) -> Option<&str> {
        Some(self.step.hint.as_str()).filter(|_| self.hint_words)
    }

    /// The hint on the board.
    pub fn hint(&self) -> Option<LessonHint> {
        self.hint.filter(|_| self.phase == LessonPhase::Open)
    }

    /// Shows the hint in words. The second request shows the next move on the board.
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
            // The learner need not wait until the wrong move is taken back.
            events.extend(self.take_back());
        }
        self.refutation = None;
        if self.phase != LessonPhase::Open {
            return events;
        }
        if let Command::Click(to) = command
            && let Some(from) = self.only_piece_to(to)
        {
            events.extend(self.game.apply(Command::Click(from)));
        }
        let mut made = self.game.apply_with_late_drag(command);
        if let Some(moved) = made.iter().find_map(Event::made_move) {
            // A lesson goes on if the other side has no piece or no move.
            made.retain(|event| !is_end_without_mate(event));
            self.judge(moved);
        }
        events.extend(made);
        events
    }

    /// The learner's only piece, if none is selected and it can move to `to`.
    fn only_piece_to(&self, to: Square) -> Option<Square> {
        let position = self.game.position();
        let mut own = position.board().pieces().filter(|(_, piece)| piece.color == position.turn());
        let (Some((from, _)), None, None) = (own.next(), own.next(), self.game.selected()) else {
            return None;
        };
        position.legal_moves_from(from).iter().any(|mv| mv.to == to).then_some(from)
    }

    /// Judges a move of the learner and enters the next phase.
    fn judge(&mut self, made: MadeMove) {
        self.moves = self.moves.saturating_add(1);
        (self.was_taken_back, self.hint) = (false, None);
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

    /// Advances the time by `elapsed`. Makes the reply or takes back the wrong move if it is due.
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
        events.retain(|event| !is_end_without_mate(event));
        events
    }

    /// Takes back the wrong move and the reply to it.
    fn take_back(&mut self) -> Vec<Event> {
        // If there was no reply, the last move is the learner's and no refutation.
        let learner = self.state.position.turn();
        let reply = self.game.moves().last().filter(|made| made.piece.color != learner);
        self.refutation = reply.map(|reply| reply.mv);
        self.game = game_at(&self.state, self.options);
        (self.phase, self.was_taken_back) = (LessonPhase::Open, true);
        vec![Event::Restarted]
    }

    /// Starts the step again.
    pub fn restart(&mut self) -> Vec<Event> {
        *self = Self::new(self.step.clone(), self.options);
        vec![Event::Restarted]
    }
}

/// Whether `event` ends the game without mate.
fn is_end_without_mate(event: &Event) -> bool {
    matches!(event, Event::Ended(ending) if !matches!(ending, Termination::Outcome(Outcome::Checkmate { .. })))
}

/// The game on the board at `state`. It has no clocks, and the controller makes the moves of the other side.
fn game_at(state: &LessonState, options: Options) -> Game {
    let position = state.position.clone();
    let side = position.turn();
    Game::new(GameSetup::with_human(position, side, options))
}
