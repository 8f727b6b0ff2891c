//! Requests about problems: whether a move solves a problem and which reply follows, and the whole solution.

use std::sync::atomic::AtomicBool;

use super::solver::{Aborted, Solver, SolverGoal};
use crate::rules::{Move, Position};

/// Greatest number of nodes for one verdict or solution.
const MAX_NODES: u64 = 100_000_000;

/// A move tried in a problem.
#[derive(Clone, Debug)]
pub struct TriedMove {
    /// The position before the move.
    pub position: Position,
    /// The move.
    pub mv: Move,
    /// The goal of the side that moves.
    pub goal: SolverGoal,
    /// Number of moves in which the goal must be reached, including this one.
    pub moves: u8,
    /// The reply that is chosen if it is one of the longest defences.
    pub preferred_reply: Option<Move>,
}

/// Result of a tried move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The move reaches the goal.
    Solved,
    /// The goal can still be reached, and the problem goes on.
    Continue {
        /// The reply, which is one of the longest defences.
        reply: Move,
        /// A move after the reply with which the goal can still be reached.
        next: Move,
    },
    /// The goal can no longer be reached. The value is the reply that refutes the move, or `None` if there is no legal reply.
    Failed(Option<Move>),
    /// The search was aborted.
    Unknown,
}

/// A request about a problem.
#[derive(Clone, Debug)]
pub enum ProblemRequest {
    /// Check whether the goal can still be reached after a move.
    Check(TriedMove),
    /// Find a solution of a position in at most this many moves.
    Solve(Position, SolverGoal, u8),
}

/// The reply to a [`ProblemRequest`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProblemReply {
    /// The verdict on the move of [`ProblemRequest::Check`].
    Verdict(Verdict),
    /// The solution for [`ProblemRequest::Solve`]; `None` if there is none.
    Solution(Option<Vec<Move>>),
}

impl ProblemRequest {
    /// The position of the request.
    pub fn position(&self) -> &Position {
        match self {
            Self::Check(tried) => &tried.position,
            Self::Solve(position, ..) => position,
        }
    }

    /// Computes the reply. It depends on the request alone unless `stop` is set.
    ///
    /// ```
    /// # use xxlchess_core::engine::mate_solver::{ProblemReply, ProblemRequest, SolverGoal};
    /// # use xxlchess_core::notation::{fen, variants_ini::Variants};
    /// let chess = Variants::built_in().get("chess").unwrap();
    /// let position = fen::parse(&chess, "7k/8/5K2/8/8/8/8/R7 w - - 0 1").unwrap();
    /// let reply = ProblemRequest::Solve(position, SolverGoal::Mate, 2).reply(&false.into());
    /// assert!(matches!(reply, ProblemReply::Solution(Some(line)) if line.len() == 3));
    /// ```
    pub fn reply(&self, stop: &AtomicBool) -> ProblemReply {
        match self {
            Self::Check(tried) => ProblemReply::Verdict(check_move(tried, stop)),
            Self::Solve(position, goal, moves) => {
                ProblemReply::Solution(solution(position, *goal, *moves, stop))
            }
        }
    }
}

/// Checks whether a move solves a problem. The result depends on `tried` alone unless `stop` is set.
pub fn check_move(tried: &TriedMove, stop: &AtomicBool) -> Verdict {
    let mut solver = Solver::new(tried.goal, MAX_NODES, stop);
    solver.verdict(tried).unwrap_or(Verdict::Unknown)
}

/// Returns a solution of a problem: the moves of both sides, with the longest defence. `None` means that there is no
/// solution in `moves` moves, or that the search was aborted.
pub fn solution(position: &Position, goal: SolverGoal, moves: u8, stop: &AtomicBool) -> Option<Vec<Move>> {
    let mut solver = Solver::new(goal, MAX_NODES, stop);
    let mut position = position.clone();
    let mut mv = solver.first_move(&position, moves).ok()??;
    let mut line = Vec::new();
    for left in (1..=moves).rev() {
        line.push(mv);
        let tried = TriedMove { position: position.clone(), mv, goal, moves: left, preferred_reply: None };
        let Verdict::Continue { reply, next } = solver.verdict(&tried).ok()? else { break };
        line.push(reply);
        position.make(mv);
        position.make(reply);
        mv = next;
    }
    Some(line)
}

impl Solver<'_> {
    /// The first move of a shortest solution.
    fn first_move(&mut self, position: &Position, moves: u8) -> Result<Option<Move>, Aborted> {
        if self.goal == SolverGoal::Survive {
            return Ok(self.solutions(position, moves)?.first().copied());
        }
        Ok(self.shortest(position, moves)?.map(|(_, mv)| mv))
    }

    fn verdict(&mut self, tried: &TriedMove) -> Result<Verdict, Aborted> {
        let mut position = tried.position.clone();
        if !self.solves_by(&mut position, tried.mv, tried.moves)? {
            position.make(tried.mv);
            return self.refutation(&mut position, tried.moves).map(Verdict::Failed);
        }
        // The last move has reached the goal, and an earlier move may have done so, too.
        let is_early_solution =
            self.goal != SolverGoal::Survive && self.solves_by(&mut position, tried.mv, 1)?;
        if tried.moves == 1 || is_early_solution {
            return Ok(Verdict::Solved);
        }
        position.make(tried.mv);
        self.longest_defense(&mut position, tried)
    }

    /// Finds the longest defence, and a move after it with which the goal can still be reached.
    fn longest_defense(&mut self, position: &mut Position, tried: &TriedMove) -> Result<Verdict, Aborted> {
        let moves_left = tried.moves - 1;
        let enemies = position.board().by_color(!position.turn());
        let mut best: Option<((u8, bool, bool), Move, Move)> = None;
        for reply in position.legal_moves() {
            let undo = position.make(reply);
            let next = self.difficulty_after(position, moves_left);
            position.unmake(reply, &undo);
            let Some((difficulty, next)) = next? else { continue };
            let priority = (difficulty, Some(reply) == tried.preferred_reply, enemies.contains(reply.to));
            if best.as_ref().is_none_or(|(highest, ..)| priority > *highest) {
                best = Some((priority, reply, next));
            }
        }
        Ok(best.map_or(Verdict::Solved, |(_, reply, next)| Verdict::Continue { reply, next }))
    }

    /// How difficult the problem is after a reply, and a move with which the goal can still be reached; `None` if there is no
    /// such move.
    fn difficulty_after(
        &mut self,
        position: &mut Position,
        moves: u8,
    ) -> Result<Option<(u8, Move)>, Aborted> {
        if self.goal != SolverGoal::Survive {
            return self.shortest(position, moves);
        }
        // The fewer moves survive, the more difficult the problem is.
        let surviving_moves = self.solutions(position, moves)?;
        // The cast is right, because the number of moves is clamped.
        let difficulty = u8::MAX - surviving_moves.len().min(usize::from(u8::MAX)) as u8;
        Ok(surviving_moves.first().map(|&mv| (difficulty, mv)))
    }

    /// The reply that refutes the last move.
    fn refutation(&mut self, position: &mut Position, moves: u8) -> Result<Option<Move>, Aborted> {
        if self.goal == SolverGoal::Survive {
            return self.find_mate(position, moves);
        }
        let mut replies = position.legal_moves();
        let enemies = position.board().by_color(!position.turn());
        replies.sort_by_key(|reply| !enemies.contains(reply.to));
        for reply in replies {
            let undo = position.make(reply);
            let refutes = if moves > 1 {
                self.find_solution(position, moves - 1).map(|mv| mv.is_none())
            } else {
                Ok(true)
            };
            position.unmake(reply, &undo);
            if refutes? {
                return Ok(Some(reply));
            }
        }
        Ok(None)
    }
}
