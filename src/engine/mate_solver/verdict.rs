//! The verdict on a move in a problem: whether it keeps the aim, and how the other side answers.

use std::sync::atomic::AtomicBool;

use super::{Aborted, Goal, Solver};
use crate::rules::{Move, Position};

/// Most moves that the verdict on one move may cost.
const NODES: u64 = 100_000_000;

/// A move in a problem, to be judged.
#[derive(Clone, Debug)]
pub struct Attempt {
    /// The position before the move.
    pub position: Position,
    /// The move.
    pub mv: Move,
    /// What its side is to force.
    pub goal: Goal,
    /// How many moves it has for that, this one included.
    pub moves: u8,
    /// The answer preferred where no other one holds out longer.
    pub preferred_reply: Option<Move>,
}

/// What comes of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It reaches the aim.
    Solved,
    /// It keeps the aim, and play goes on.
    Continue {
        /// The answer: one of those that hold out longest.
        reply: Move,
        /// A move that keeps the aim then.
        next: Move,
    },
    /// It does not keep the aim; the answer that shows why, unless there is none to be made.
    Failed(Option<Move>),
    /// There was no end to the search, or it was stopped.
    Unknown,
}

/// Judges a move; the answer depends on the question alone unless `stop` is set.
#[must_use]
pub fn check_move(question: &Attempt, stop: &AtomicBool) -> Verdict {
    let mut solver = Solver::new(question.goal, NODES, stop);
    solver.judge(question).unwrap_or(Verdict::Unknown)
}

/// The moves of both sides from `position` to the aim, by the longest defence; `None` if it cannot be forced in
/// `moves` moves, or there was no end to the search.
#[must_use]
pub fn solution(position: &Position, aim: Goal, moves: u8, stop: &AtomicBool) -> Option<Vec<Move>> {
    let mut solver = Solver::new(aim, NODES, stop);
    let mut position = position.clone();
    let mut mv = solver.first(&position, moves).ok()??;
    let mut line = Vec::new();
    for left in (1..=moves).rev() {
        line.push(mv);
        let question =
            Attempt { position: position.clone(), mv, goal: aim, moves: left, preferred_reply: None };
        let Verdict::Continue { reply, next } = solver.judge(&question).ok()? else { break };
        line.push(reply);
        position.make(mv);
        position.make(reply);
        mv = next;
    }
    Some(line)
}

impl Solver<'_> {
    /// A first move that keeps the aim, of those that reach it soonest.
    fn first(&mut self, position: &Position, moves: u8) -> Result<Option<Move>, Aborted> {
        if self.aim == Goal::Survive {
            return Ok(self.solutions(position, moves)?.first().copied());
        }
        Ok(self.shortest(position, moves)?.map(|(_, mv)| mv))
    }

    fn judge(&mut self, question: &Attempt) -> Result<Verdict, Aborted> {
        let mut position = question.position.clone();
        if !self.moved(&mut position, question.mv, question.moves)? {
            position.make(question.mv);
            return self.refutation(&mut position, question.moves).map(Verdict::Failed);
        }
        // With the last move the aim is reached, with an earlier one it may be.
        let early = self.aim != Goal::Survive && self.moved(&mut position, question.mv, 1)?;
        if question.moves == 1 || early {
            return Ok(Verdict::Solved);
        }
        position.make(question.mv);
        self.defence(&mut position, question)
    }

    /// The answer that holds out longest, and what follows it.
    fn defence(&mut self, position: &mut Position, question: &Attempt) -> Result<Verdict, Aborted> {
        let left = question.moves - 1;
        let taken = position.board().by_color(!position.turn());
        let mut best: Option<((u8, bool, bool), Move, Move)> = None;
        for reply in position.legal_moves() {
            let undo = position.make(reply);
            let follow = self.follow(position, left);
            position.unmake(reply, &undo);
            let Some((length, next)) = follow? else { continue };
            let worth = (length, Some(reply) == question.preferred_reply, taken.has(reply.to));
            if best.as_ref().is_none_or(|(most, ..)| worth > *most) {
                best = Some((worth, reply, next));
            }
        }
        Ok(best.map_or(Verdict::Solved, |(_, reply, next)| Verdict::Continue { reply, next }))
    }

    /// After an answer: how hard it makes what follows, and a move that keeps the aim.
    fn follow(&mut self, position: &mut Position, moves: u8) -> Result<Option<(u8, Move)>, Aborted> {
        if self.aim != Goal::Survive {
            return self.shortest(position, moves);
        }
        // The fewer moves survive, the harder it is; a side without a move has nothing left to do.
        let survivors = self.solutions(position, moves)?;
        // There are far fewer than 65,536 moves.
        let few = u8::MAX - survivors.len().min(usize::from(u8::MAX)) as u8;
        Ok(survivors.first().map(|&mv| (few, mv)))
    }

    /// After a move that misses the aim: the answer that shows it.
    fn refutation(&mut self, position: &mut Position, moves: u8) -> Result<Option<Move>, Aborted> {
        if self.aim == Goal::Survive {
            return self.mates(position, moves);
        }
        let mut replies = position.legal_moves();
        let taken = position.board().by_color(!position.turn());
        replies.sort_by_key(|reply| !taken.has(reply.to));
        for reply in replies {
            let undo = position.make(reply);
            let escapes =
                if moves > 1 { self.attack(position, moves - 1).map(|mv| mv.is_none()) } else { Ok(true) };
            position.unmake(reply, &undo);
            if escapes? {
                return Ok(Some(reply));
            }
        }
        Ok(None)
    }
}
