//! A step of a lesson, and the result of a move of the learner.
//!
//! In most steps there is no opponent: after a move of the learner it is the learner's turn again. In a [`Task::Forced`]
//! the mate solver moves the other side. A wrong move is taken back. A move is wrong in these cases:
//! * It loses a piece for nothing. The other side captures this piece first.
//! * The task can be done in one move, and this move does not do it.
//! * The task is to castle, and castling is no longer possible.
//! * It does not force the goal of a [`Task::Forced`].

use std::sync::atomic::AtomicBool;

use super::Task;
use crate::engine::mate_solver::{self, SolverGoal, TriedMove, Verdict};
use crate::game::puzzle::PuzzleGoal;
use crate::rules::{Bitboard, Move, Position};

/// Maximum number of stars for a step.
pub const MAX_STARS: u8 = 3;

/// One step of a lesson.
#[derive(Clone, Debug)]
pub struct Step {
    /// Name of the lesson that the step belongs to. The lesson of a piece has the name of the piece.
    pub lesson: String,
    /// Title of the step. The learner's stars are saved under it.
    pub title: String,
    /// Text that explains what the step teaches.
    pub text: String,
    /// A hint in words.
    pub hint: String,
    /// Task of the learner.
    pub task: Task,
    /// The fewest moves that complete the task; 0 if there is no task.
    pub moves: u8,
    /// The start position. The learner plays the side to move.
    pub position: Position,
}

/// State of a step between two moves of the learner.
#[derive(Clone, Debug)]
pub struct LessonState {
    /// The position, with the learner to move.
    pub position: Position,
    /// The squares with stars that have not been reached.
    pub stars: Bitboard,
    /// The number of right moves so far.
    pub made: u8,
}

/// Result of a move of the learner.
#[derive(Clone, Debug)]
pub enum MoveOutcome {
    /// The task is completed.
    Done,
    /// It is the learner's turn again, in this state. If the other side made a reply, it is the move here.
    Continue(Box<LessonState>, Option<Move>),
    /// The move is wrong. If there is a reply that shows why, it is the move here.
    Failed(Option<Move>),
}

impl Step {
    /// Whether there is a task. The practice board has none.
    pub fn is_exercise(&self) -> bool {
        self.task != Task::Free
    }

    /// The stars for completing the task in `moves` moves.
    pub fn stars(&self, moves: u16) -> u8 {
        let fewest = u16::from(self.moves);
        match moves.saturating_sub(fewest) {
            0 => MAX_STARS,
            late if late <= (fewest / 8).max(1) => 2,
            _ => 1,
        }
    }

    /// The task as an instruction: `Collect all the stars.`
    pub fn instruction(&self) -> String {
        self.task.instruction(&self.position)
    }

    /// A sentence with the fewest moves; `None` if the instruction has their number.
    pub fn fewest(&self) -> Option<String> {
        match self.moves {
            _ if self.task.names_moves() => None,
            1 => Some("Can be done in 1 move.".to_owned()),
            moves => Some(format!("Can be done in {moves} moves.")),
        }
    }

    /// The state at the start of the step.
    pub fn start(&self) -> LessonState {
        LessonState { position: self.position.clone(), stars: self.task.stars(), made: 0 }
    }

    /// The result of the legal move `mv` in `state`.
    pub fn outcome(&self, state: &LessonState, mv: Move) -> MoveOutcome {
        let mut next = state.clone();
        next.made = next.made.saturating_add(1);
        next.stars.remove(mv.to);
        next.position.make(mv);
        let reply = if let Some(goal) = self.solver_goal() {
            let tried = TriedMove {
                position: state.position.clone(),
                mv,
                goal,
                moves: self.moves.saturating_sub(state.made),
                preferred_reply: None,
            };
            match mate_solver::check_move(&tried, &AtomicBool::new(false)) {
                Verdict::Solved => return MoveOutcome::Done,
                Verdict::Continue { reply, .. } => Some(reply),
                Verdict::Failed(reply) => return MoveOutcome::Failed(reply),
                Verdict::Unknown => return MoveOutcome::Failed(None),
            }
        } else {
            let replies = next.position.legal_moves();
            let capture = replies.iter().find(|reply| captures_for_nothing(&next.position, **reply));
            if let Some(&capture) = capture.filter(|_| self.is_exercise()) {
                return MoveOutcome::Failed(Some(capture));
            }
            if self.task.is_done(mv, next.stars, &next.position) {
                return MoveOutcome::Done;
            }
            if self.moves == 1 || self.task == Task::Castle && !can_ever_castle(&next.position) {
                return MoveOutcome::Failed(None);
            }
            // Without an opponent the other side makes a move only if it is in check.
            match (next.position.is_check(), replies.first()) {
                (true, None) => return MoveOutcome::Failed(None),
                (true, Some(&reply)) => Some(reply),
                (false, _) => None,
            }
        };
        match reply {
            Some(reply) => drop(next.position.make(reply)),
            None => drop(next.position.make_null()),
        }
        if next.position.has_legal_move() {
            MoveOutcome::Continue(Box::new(next), reply)
        } else {
            MoveOutcome::Failed(reply)
        }
    }

    /// The reason why the move `mv` is wrong, in a sentence. `reply` is the reply that refutes it, if any.
    pub(super) fn why_wrong(&self, state: &LessonState, mv: Move, reply: Option<Move>) -> String {
        let mut position = state.position.clone();
        position.make(mv);
        let (variant, board) = (position.variant(), position.board());
        let name = |square| board.piece_at(square).map(|piece| variant.piece(piece.kind).name.as_str());
        let taken = reply.and_then(|reply| Some((name(reply.from)?, reply.from, name(reply.to)?, reply.to)));
        let instruction = self.instruction();
        let task = format!("the task is to {}{}", instruction[..1].to_lowercase(), &instruction[1..]);
        match (self.task, taken) {
            (Task::Forced(PuzzleGoal::Mate(_)), _) if self.moves == state.made + 1 => {
                "Not mate yet.".to_owned()
            }
            (Task::Forced(PuzzleGoal::Mate(_)), _) => "That does not force mate.".to_owned(),
            (Task::Forced(PuzzleGoal::Save(_)), _) => "That does not stop the mate.".to_owned(),
            (_, Some((by, from, piece, to))) => {
                format!("Careful: the {by} on {from} takes your {piece} on {to}.")
            }
            (Task::Forced(PuzzleGoal::Win(kind, _)), _) => {
                format!("That does not win the {}.", variant.piece(kind).name)
            }
            (Task::Check, _) => "That is not check.".to_owned(),
            (Task::Castle, _) if self.moves > 1 => {
                let piece = name(mv.to).unwrap_or("piece");
                format!("The {piece} has moved, so you can no longer castle.")
            }
            _ if state.position.is_check() => format!("Your king is safe now, but {task}"),
            _ => format!("T{}", &task[1..]),
        }
    }

    /// The goal for the mate solver; `None` for a task without an opponent.
    pub fn solver_goal(&self) -> Option<SolverGoal> {
        match self.task {
            Task::Forced(goal) => goal.solver_goal(&self.position),
            _ => None,
        }
    }
}

/// Whether `mv` captures a piece and cannot be captured in return.
fn captures_for_nothing(position: &Position, mv: Move) -> bool {
    let mut position = position.clone();
    let is_capture = position.make(mv).captured.is_some();
    is_capture && position.legal_moves().iter().all(|reply| reply.to != mv.to)
}

/// Whether the side that has moved still has the right to castle.
fn can_ever_castle(position: &Position) -> bool {
    let king = position.royal_king(!position.turn());
    king.is_some_and(|king| position.initial_move_rights().contains(king))
}
