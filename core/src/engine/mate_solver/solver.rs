//! Solver: depth-first search of all moves and all replies, with a table of solved positions.

use std::collections::HashMap;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};

use super::check_filter::CheckFilter;
use crate::engine::piece_value;
use crate::rules::{Color, Move, Piece, PieceKind, Position, Square};

/// Greatest number of solved positions in the table. A full table is cleared.
const MAX_TABLE_ENTRIES: usize = 1 << 20;

/// The goal of a problem, which the side to move must force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolverGoal {
    /// Give checkmate.
    Mate,
    /// Capture a piece of a kind and have a better material balance than `balance` after every reply, or give checkmate.
    WinPiece {
        /// Kind of the piece to capture.
        kind: PieceKind,
        /// Material balance of the starting position, in thousandths of a pawn.
        balance: i32,
    },
    /// Avoid being mated within the given number of moves.
    Survive,
}

impl SolverGoal {
    /// The goal to win a piece of `kind`, with a better material balance than in `position`.
    pub fn win_piece(position: &Position, kind: PieceKind) -> Self {
        Self::WinPiece {
            kind,
            balance: material_balance(position, position.turn(), &piece_value::values(position.variant())),
        }
    }
}

/// Error of a search that was stopped or has used all its nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Aborted;

impl fmt::Display for Aborted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the search was stopped before it had an answer")
    }
}

impl std::error::Error for Aborted {}

/// Solver for one goal. It keeps its table from search to search.
#[derive(Debug)]
pub struct Solver<'a> {
    pub(super) goal: SolverGoal,
    nodes_left: u64,
    stop: &'a AtomicBool,
    /// Table of solved positions, by key and number of moves. The values are moves that reach the goal, or `None` if no move
    /// does.
    solved: HashMap<(u64, u8), Option<Move>>,
    /// For each number of moves, the last reply that refuted a move.
    refutations: [Option<Move>; 256],
}

impl<'a> Solver<'a> {
    /// Creates a solver for `goal`. A search is aborted when all searches together have made `nodes` moves, or when `stop` is
    /// set.
    pub fn new(goal: SolverGoal, nodes: u64, stop: &'a AtomicBool) -> Self {
        Self { goal, nodes_left: nodes, stop, solved: HashMap::new(), refutations: [None; 256] }
    }

    /// Returns all first moves by which the side to move reaches the goal in at most `moves` moves.
    ///
    /// # Errors
    /// If the search was aborted.
    pub fn solutions(&mut self, position: &Position, moves: u8) -> Result<Vec<Move>, Aborted> {
        let mut found = Vec::new();
        for mv in position.legal_moves() {
            if self.solves(position, mv, moves)? {
                found.push(mv);
            }
        }
        Ok(found)
    }

    /// Whether the side to move reaches the goal in at most `moves` moves if the first is `mv`.
    ///
    /// # Errors
    /// If the search was aborted.
    pub fn solves(&mut self, position: &Position, mv: Move, moves: u8) -> Result<bool, Aborted> {
        let mut position = position.clone();
        self.solves_by(&mut position, mv, moves)
    }

    /// Returns the smallest number of moves in which the side to move reaches the goal, and a first move. The number is at most
    /// `moves`.
    ///
    /// # Errors
    /// If the search was aborted.
    pub fn shortest(&mut self, position: &Position, moves: u8) -> Result<Option<(u8, Move)>, Aborted> {
        let mut position = position.clone();
        for count in 1..=moves {
            if let Some(mv) = self.find_solution(&mut position, count)? {
                return Ok(Some((count, mv)));
            }
        }
        Ok(None)
    }

    /// Counts a move. The stop flag is read once in 1024 moves, because reading it is slow.
    fn count_node(&mut self) -> Result<(), Aborted> {
        let reads_flag = self.nodes_left.is_multiple_of(1024);
        if self.nodes_left == 0 || reads_flag && self.stop.load(Ordering::Relaxed) {
            return Err(Aborted);
        }
        self.nodes_left -= 1;
        Ok(())
    }
}

impl Solver<'_> {
    /// Does the same as [`Solver::solves`] on a position that is changed and restored.
    pub(super) fn solves_by(
        &mut self,
        position: &mut Position,
        mv: Move,
        moves: u8,
    ) -> Result<bool, Aborted> {
        if moves == 0 {
            return Ok(false);
        }
        self.count_node()?;
        let mover = position.turn();
        let undo = position.make(mv);
        let solves = match self.goal {
            SolverGoal::Survive => self.find_mate(position, moves).map(|mate| mate.is_none()),
            SolverGoal::Mate => self.is_forced(position, moves - 1),
            SolverGoal::WinPiece { kind, balance } => match undo.captured {
                Some((_, piece)) if piece.kind == kind && keeps_balance(position, mover, balance) => Ok(true),
                _ => self.is_forced(position, moves - 1),
            },
        };
        position.unmake(mv, &undo);
        solves
    }

    /// A move that reaches the goal in at most `moves` moves.
    pub(super) fn find_solution(
        &mut self,
        position: &mut Position,
        moves: u8,
    ) -> Result<Option<Move>, Aborted> {
        let key = (position.key(), moves);
        if let Some(&mv) = self.solved.get(&key) {
            return Ok(mv);
        }
        // Shorter solutions come first, because the search for them is cheap.
        let mut found = if moves > 1 { self.find_solution(position, moves - 1)? } else { None };
        if found.is_none() {
            for mv in self.attempts(position, moves) {
                if self.solves_by(position, mv, moves)? {
                    found = Some(mv);
                    break;
                }
            }
        }
        if self.solved.len() >= MAX_TABLE_ENTRIES {
            self.solved.clear();
        }
        self.solved.insert(key, found);
        Ok(found)
    }

    /// The moves that can reach the goal. Captures of the piece to win and checks come first.
    fn attempts(&self, position: &Position, moves: u8) -> Vec<Move> {
        let mut all = position.legal_moves();
        if self.goal == SolverGoal::Survive {
            return all;
        }
        let mut checks = CheckFilter::new(position);
        let wins_piece = |mv: &Move| match self.goal {
            SolverGoal::WinPiece { kind, .. } => position.board().by_kind(kind).contains(mv.to),
            _ => false,
        };
        if moves == 1 {
            all.retain(|mv| checks.may_check(*mv) || wins_piece(mv));
        } else {
            let enemies = position.board().by_color(!position.turn());
            all.sort_by_key(|mv| (!wins_piece(mv), !checks.may_check(*mv), !enemies.contains(mv.to)));
        }
        all
    }

    /// Whether the side to move is mated, or the other side reaches the goal in at most `moves` moves after every reply.
    fn is_forced(&mut self, position: &mut Position, moves: u8) -> Result<bool, Aborted> {
        if moves == 0 {
            return Ok(position.is_checkmate());
        }
        let mut replies = position.legal_moves();
        if replies.is_empty() {
            return Ok(position.is_check());
        }
        let last_refutation = self.refutations[usize::from(moves)];
        let enemies = position.board().by_color(!position.turn());
        replies.sort_by_key(|mv| (Some(*mv) != last_refutation, !enemies.contains(mv.to)));
        for reply in replies {
            self.count_node()?;
            let undo = position.make(reply);
            let solution = self.find_solution(position, moves);
            position.unmake(reply, &undo);
            if solution?.is_none() {
                self.refutations[usize::from(moves)] = Some(reply);
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// A move by which the side to move mates in at most `moves` moves, whatever the goal of the solver is.
    pub(super) fn find_mate(&mut self, position: &mut Position, moves: u8) -> Result<Option<Move>, Aborted> {
        let goal = std::mem::replace(&mut self.goal, SolverGoal::Mate);
        let mate = self.find_solution(position, moves);
        self.goal = goal;
        mate
    }
}

/// Material balance from the view of `color`. `values` are those of the kinds.
fn material_balance(position: &Position, color: Color, values: &[i32]) -> i32 {
    let signed_value = |(_, piece): (Square, Piece)| {
        let value = values[piece.kind.index()];
        if piece.color == color { value } else { -value }
    };
    position.board().pieces().map(signed_value).sum()
}

/// Whether the side `color`, which has just moved, has a better balance than `min_balance` after every reply, and no reply
/// mates it.
fn keeps_balance(position: &mut Position, color: Color, min_balance: i32) -> bool {
    let replies = position.legal_moves();
    if replies.is_empty() {
        return position.is_check();
    }
    let values = piece_value::values(position.variant());
    replies.into_iter().all(|reply| {
        let undo = position.make(reply);
        let is_ahead = material_balance(position, color, &values) > min_balance && position.has_legal_move();
        position.unmake(reply, &undo);
        is_ahead
    })
}
