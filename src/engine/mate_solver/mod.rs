//! Proofs of problems: exhaustive search for what a side can force, by every move against every defence.
//!
//! Nothing is judged by its looks here, so an answer is a proof; what makes it affordable is order (checks first,
//! the last refutation first), a table of what is known, and that only checks can mate on the last move.

mod search;
#[cfg(test)]
mod tests;
mod verdict;

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::engine::piece_value;
use crate::rules::{Move, PieceKind, Position};

pub use verdict::{Attempt, Verdict, check_move, solution};

/// Most entries of the table of what is known; it is emptied when it is full.
const TABLE: usize = 1 << 20;

/// What the side to move is to force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// To give mate.
    Mate,
    /// To capture a piece of this kind and stay ahead of `over` after every answer, or to give mate.
    WinPiece {
        /// The kind to be captured.
        kind: PieceKind,
        /// What the side's pieces are worth more than the other's at the start, in thousandths of a pawn.
        balance: i32,
    },
    /// To move so that the other side cannot force mate within as many moves.
    Survive,
}

impl Goal {
    /// To win a piece of `kind` from `position`: the side to move must be ahead by more than it is now.
    #[must_use]
    pub fn win_piece(position: &Position, kind: PieceKind) -> Self {
        Self::WinPiece {
            kind,
            balance: search::balance(position, position.turn(), &piece_value::values(position.variant())),
        }
    }
}

/// The search was stopped, or has used up its nodes, before there was an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Aborted;

/// Searches for what can be forced, and remembers what it has found.
#[derive(Debug)]
pub struct Solver<'a> {
    aim: Goal,
    /// Moves that may still be made.
    nodes: u64,
    stop: &'a AtomicBool,
    /// By key and number of moves: a move that reaches the aim, or that there is none.
    known: HashMap<(u64, u8), Option<Move>>,
    /// By number of moves: the reply that refuted last.
    refutations: [Option<Move>; 256],
}

impl<'a> Solver<'a> {
    /// A solver for `aim` that makes at most `nodes` moves and gives up when `stop` is set.
    #[must_use]
    pub fn new(aim: Goal, nodes: u64, stop: &'a AtomicBool) -> Self {
        Self { aim, nodes, stop, known: HashMap::new(), refutations: [None; 256] }
    }

    /// All first moves with which the side to move reaches the aim in at most `moves` moves of its own.
    ///
    /// # Errors
    /// When it had to give up.
    pub fn solutions(&mut self, position: &Position, moves: u8) -> Result<Vec<Move>, Aborted> {
        let mut found = Vec::new();
        for mv in position.legal_moves() {
            if self.solves(position, mv, moves)? {
                found.push(mv);
            }
        }
        Ok(found)
    }

    /// Whether the side to move still reaches the aim in at most `moves` moves if it begins with `mv`.
    ///
    /// # Errors
    /// When it had to give up.
    pub fn solves(&mut self, position: &Position, mv: Move, moves: u8) -> Result<bool, Aborted> {
        let mut position = position.clone();
        self.moved(&mut position, mv, moves)
    }

    /// The fewest moves, at most `moves`, in which the side to move reaches the aim, and a first move that does.
    ///
    /// # Errors
    /// When it had to give up.
    pub fn shortest(&mut self, position: &Position, moves: u8) -> Result<Option<(u8, Move)>, Aborted> {
        let mut position = position.clone();
        for count in 1..=moves {
            if let Some(mv) = self.attack(&mut position, count)? {
                return Ok(Some((count, mv)));
            }
        }
        Ok(None)
    }

    fn count(&mut self) -> Result<(), Aborted> {
        // Asking at every node would cost more than the node.
        let asks = self.nodes.is_multiple_of(1024);
        if self.nodes == 0 || asks && self.stop.load(Ordering::Relaxed) {
            return Err(Aborted);
        }
        self.nodes -= 1;
        Ok(())
    }
}
