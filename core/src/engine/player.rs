//! Players: the interface between a game and whatever chooses its moves.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::score::Score;
use crate::rules::{Move, Position};

/// A position in which a move is wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchRequest {
    /// The position to move in; in fog of war only what the player sees of it.
    pub position: Position,
    /// The moves to choose from; `None`: all legal moves of `position`. In fog of war they may differ, because of
    /// pieces that are not visible.
    pub search_moves: Option<Vec<Move>>,
    /// Keys of all positions of the game, the present one last.
    pub key_history: Vec<u64>,
    /// Time left on the player's clock; `None` without a clock.
    pub time_left: Option<Duration>,
    /// Increment per move.
    pub increment: Duration,
    /// Seed of all random choices.
    pub seed: u64,
    /// Whether the answer must depend on this request alone, not on the speed of the machine.
    pub deterministic: bool,
}

impl SearchRequest {
    /// A deterministic request for any legal move of `position`, without clock and history.
    pub fn new(position: Position) -> Self {
        Self {
            position,
            search_moves: None,
            key_history: Vec::new(),
            time_left: None,
            increment: Duration::ZERO,
            seed: 0,
            deterministic: true,
        }
    }

    /// The moves to choose from.
    pub fn candidate_moves(&self) -> Vec<Move> {
        self.search_moves.clone().unwrap_or_else(|| self.position.legal_moves())
    }

    /// In fog of war, the move that needs no search: a capture of the king, or any move if none of them is legal in
    /// the visible position.
    pub(super) fn move_without_search(&self) -> Option<Move> {
        let moves = self.search_moves.as_ref()?;
        let king_capture = moves.iter().copied().find(|&mv| self.position.captures_king(mv));
        let is_searchable = moves.iter().any(|&mv| self.position.is_legal(mv));
        // The remainder is less than the length of a list in memory.
        let any = || moves.get((self.seed % (moves.len() as u64).max(1)) as usize).copied();
        king_capture.or_else(|| if is_searchable { None } else { any() })
    }
}

/// Chooses moves for one side of a game.
pub trait Player: Send {
    /// A legal move, or `None` if there is none. Soon after `stop` turns true any legal move will do.
    fn choose_move(&mut self, request: &SearchRequest, stop: &AtomicBool) -> Option<Move>;
}

/// Result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchReport {
    /// Score for the side to move.
    pub score: Score,
    /// Depth of the last completed iteration, in plies.
    pub depth: u32,
    /// Nodes of all threads.
    pub nodes: u64,
    /// Principal variation, the best move first; empty if there is no legal move.
    pub pv: Vec<Move>,
}

impl SearchReport {
    /// The report on a move found without a search.
    pub fn from_move(best: Option<Move>, score: Score) -> Self {
        Self { score, depth: u32::from(best.is_some()), nodes: 0, pv: best.into_iter().collect() }
    }

    /// The best move; `None` if there is no legal move.
    pub fn best_move(&self) -> Option<Move> {
        self.pv.first().copied()
    }

    /// The expected reply to the best move.
    pub fn ponder_move(&self) -> Option<Move> {
        self.pv.get(1).copied()
    }
}
