//! Goals of lessons, and what a move of the learner leads to.
//!
//! In most steps there is no opponent: after a move of the learner it is their turn again. A piece that can be captured
//! for nothing is captured, and the move is taken back, as is one that misses a goal of one move or gives up castling.
//! Mates and the like are reached against the best defence.

use std::sync::atomic::AtomicBool;

use crate::engine::mate_solver::{self, TriedMove, Verdict};
use crate::notation::coords::parse_square;
use crate::rules::{Bitboard, Color, Move, MoveFlag, PieceKind, Position, Variant};

use super::Step;

/// What the learner must achieve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LessonGoal {
    /// Reach all these squares.
    Stars(Bitboard),
    /// Capture all enemy pieces, or all of one kind.
    Capture(Option<PieceKind>),
    /// Give check.
    Check,
    /// Castle.
    Castle,
    /// Promote a pawn.
    Promote,
    /// Give mate in so many moves, against the best defence.
    Mate(u8),
    /// Avoid being mated in so many moves of the other side.
    Save(u8),
    /// Win a piece of this kind in so many moves, against the best defence.
    Win(PieceKind, u8),
    /// Nothing: a board to try the pieces on.
    Free,
}

/// What a goal may be, for error messages.
pub const EXPECTED: &str = "\"stars e4 f6\", \"capture\", \"capture q\", \"check\", \"castle\", \"promote\", \"free\", \"mate 2\", \
     \"save 2\" or \"win a 2\"";

impl LessonGoal {
    /// Parses a goal of `variant`, such as `stars e4 f6` or `mate 2`.
    #[must_use]
    pub fn parse(variant: &Variant, text: &str) -> Option<Self> {
        let words: Vec<_> = text.split_whitespace().collect();
        match words.as_slice() {
            ["stars", squares @ ..] if !squares.is_empty() => {
                let squares =
                    squares.iter().map(|square| parse_square(square)).collect::<Option<Bitboard>>()?;
                Some(Self::Stars(squares)).filter(|_| squares.without(variant.geometry().board()).is_empty())
            }
            ["capture"] => Some(Self::Capture(None)),
            ["capture", letter] => Some(Self::Capture(Some(parse_kind(variant, letter)?))),
            ["check"] => Some(Self::Check),
            ["castle"] => Some(Self::Castle),
            ["promote"] => Some(Self::Promote),
            ["free"] => Some(Self::Free),
            ["mate", moves] => Some(Self::Mate(parse_moves(moves)?)),
            ["save", moves] => Some(Self::Save(parse_moves(moves)?)),
            ["win", letter, moves] => Some(Self::Win(parse_kind(variant, letter)?, parse_moves(moves)?)),
            _ => None,
        }
    }

    /// The instruction to the learner.
    pub(super) fn instruction(self, variant: &Variant) -> String {
        let name = |kind| &variant.piece(kind).name;
        match self {
            Self::Stars(squares) if squares.count() == 1 => "Go to the star.".to_owned(),
            Self::Stars(_) => "Collect all the stars.".to_owned(),
            Self::Capture(None) => "Capture all the black pieces.".to_owned(),
            Self::Capture(Some(kind)) => format!("Capture the {}.", name(kind)),
            Self::Check => "Give check.".to_owned(),
            Self::Castle => "Castle.".to_owned(),
            Self::Promote => "Promote the pawn.".to_owned(),
            Self::Mate(1) => "Give mate in one move.".to_owned(),
            Self::Mate(moves) => format!("Give mate in {moves} moves."),
            Self::Save(_) => "Do not get mated.".to_owned(),
            Self::Win(kind, _) => format!("Win the {}.", name(kind)),
            Self::Free => "Move any piece.".to_owned(),
        }
    }

    /// Whether the instruction contains the number of moves, or there is none.
    pub(super) const fn names_moves(self) -> bool {
        matches!(self, Self::Mate(_) | Self::Free)
    }

    /// The number of moves of a goal against an opponent.
    #[must_use]
    pub const fn forced_in(self) -> Option<u8> {
        match self {
            Self::Mate(moves) | Self::Save(moves) | Self::Win(_, moves) => Some(moves),
            _ => None,
        }
    }

    /// Whether a pawn is to be promoted.
    #[must_use]
    pub const fn is_promotion(self) -> bool {
        matches!(self, Self::Promote)
    }

    /// The squares with stars.
    const fn stars(self) -> Bitboard {
        match self {
            Self::Stars(squares) => squares,
            _ => Bitboard::EMPTY,
        }
    }

    /// Whether `mv` has reached the goal; `stars` are left, and `position` is that after it.
    fn is_reached(self, mv: Move, stars: Bitboard, position: &Position) -> bool {
        let enemy = position.turn();
        match self {
            Self::Stars(_) => stars.is_empty(),
            Self::Capture(None) => targets(position, enemy).is_empty(),
            Self::Capture(Some(kind)) => position.board().by_piece(enemy, kind).is_empty(),
            Self::Check => position.is_check(),
            Self::Castle => mv.flag == MoveFlag::Castle,
            Self::Promote => mv.promotion().is_some(),
            Self::Mate(_) | Self::Save(_) | Self::Win(..) | Self::Free => false,
        }
    }
}

/// Parses the letter of a kind.
fn parse_kind(variant: &Variant, letter: &str) -> Option<PieceKind> {
    let mut letters = letter.chars();
    variant.kind_by_letter(letters.next()?).filter(|_| letters.next().is_none())
}

/// Parses a number of moves that can be proved between two frames.
fn parse_moves(text: &str) -> Option<u8> {
    text.parse().ok().filter(|moves| (1..=3).contains(moves))
}

/// The pieces of `color` that can be captured.
fn targets(position: &Position, color: Color) -> Bitboard {
    position.board().by_color(color).without(position.royal_king(color).into_iter().collect())
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

/// A step between two moves of the learner.
#[derive(Clone, Debug)]
pub struct LessonState {
    /// The position, with the learner to move.
    pub position: Position,
    /// The stars that have not been reached.
    pub stars: Bitboard,
    /// The number of right moves so far.
    pub made: u8,
}

/// What a move of the learner leads to.
#[derive(Clone, Debug)]
pub enum MoveOutcome {
    /// The goal is reached.
    Done,
    /// It is the learner's turn again, after a reply if there is one.
    Continue(Box<LessonState>, Option<Move>),
    /// The move is wrong: the reply that shows it, if there is one.
    Failed(Option<Move>),
}

impl Step {
    /// The state in which it starts.
    #[must_use]
    pub fn start(&self) -> LessonState {
        LessonState { position: self.position.clone(), stars: self.goal.stars(), made: 0 }
    }

    /// What the legal move `mv` leads to.
    #[must_use]
    pub fn outcome(&self, state: &LessonState, mv: Move) -> MoveOutcome {
        let mut next = state.clone();
        next.made = next.made.saturating_add(1);
        next.stars.remove(mv.to);
        next.position.make(mv);
        let reply = match self.goal {
            LessonGoal::Mate(_) | LessonGoal::Save(_) | LessonGoal::Win(..) => {
                match self.verdict(state, mv) {
                    Verdict::Solved => return MoveOutcome::Done,
                    Verdict::Continue { reply, .. } => Some(reply),
                    Verdict::Failed(reply) => return MoveOutcome::Failed(reply),
                    Verdict::Unknown => return MoveOutcome::Failed(None),
                }
            }
            goal => {
                let replies = next.position.legal_moves();
                let capture = replies.iter().find(|reply| captures_for_nothing(&next.position, **reply));
                if let Some(&capture) = capture.filter(|_| goal != LessonGoal::Free) {
                    return MoveOutcome::Failed(Some(capture));
                }
                if goal.is_reached(mv, next.stars, &next.position) {
                    return MoveOutcome::Done;
                }
                if self.moves == 1 || goal == LessonGoal::Castle && !can_ever_castle(&next.position) {
                    return MoveOutcome::Failed(None);
                }
                // Without an opponent nobody moves the other side, except out of check.
                match (next.position.is_check(), replies.first()) {
                    (true, None) => return MoveOutcome::Failed(None),
                    (true, Some(&reply)) => Some(reply),
                    (false, _) => None,
                }
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

    /// Why the move `mv` is wrong, to which `reply` is the answer.
    pub(super) fn why_wrong(&self, state: &LessonState, mv: Move, reply: Option<Move>) -> String {
        let mut position = state.position.clone();
        position.make(mv);
        let (variant, board) = (position.variant(), position.board());
        let name = |square| board.piece_at(square).map(|piece| variant.piece(piece.kind).name.as_str());
        let taken = reply.and_then(|reply| Some((name(reply.from)?, reply.from, name(reply.to)?, reply.to)));
        let instruction = self.goal.instruction(variant);
        let task = format!("the task is to {}{}", instruction[..1].to_lowercase(), &instruction[1..]);
        match (self.goal, taken) {
            (LessonGoal::Mate(_), _) if self.moves == state.made + 1 => "Not mate yet.".to_owned(),
            (LessonGoal::Mate(_), _) => "That does not force mate.".to_owned(),
            (LessonGoal::Save(_), _) => "That does not stop the mate.".to_owned(),
            (_, Some((by, from, piece, to))) => {
                format!("Careful: the {by} on {from} takes your {piece} on {to}.")
            }
            (LessonGoal::Win(kind, _), _) => format!("That does not win the {}.", variant.piece(kind).name),
            (LessonGoal::Check, _) => "That is not check.".to_owned(),
            (LessonGoal::Castle, _) if self.moves > 1 => {
                let piece = name(mv.to).unwrap_or("piece");
                format!("The {piece} has moved, so you can no longer castle.")
            }
            _ if state.position.is_check() => format!("Your king is safe now, but {task}"),
            _ => format!("T{}", &task[1..]),
        }
    }

    /// Whether `mv` still forces the goal in the moves that are left.
    fn verdict(&self, state: &LessonState, mv: Move) -> Verdict {
        let attempt = TriedMove {
            position: state.position.clone(),
            mv,
            goal: self.solver_goal(),
            moves: self.moves.saturating_sub(state.made),
            preferred_reply: None,
        };
        mate_solver::check_move(&attempt, &AtomicBool::new(false))
    }

    /// The goal for the mate solver.
    #[must_use]
    pub fn solver_goal(&self) -> mate_solver::SolverGoal {
        match self.goal {
            LessonGoal::Save(_) => mate_solver::SolverGoal::Survive,
            LessonGoal::Win(kind, _) => mate_solver::SolverGoal::win_piece(&self.position, kind),
            _ => mate_solver::SolverGoal::Mate,
        }
    }
}
