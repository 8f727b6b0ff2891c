//! What a game asks of whoever thinks for a player.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::{Engine, Limits, Score};
use crate::rules::{Move, Position};

/// Nodes of a search that must not depend on the speed of the machine.
const REPEATABLE_NODES: u64 = 50_000;

/// What a thinker is asked: find a move in a position, with so much time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchRequest {
    /// The position to move in; in the fog of war only what the player sees of it.
    pub position: Position,
    /// The moves to choose from, if not all legal ones of `position`: a hidden piece may forbid or allow others.
    pub search_moves: Option<Vec<Move>>,
    /// Keys of all positions of the game so far, the present one last.
    pub key_history: Vec<u64>,
    /// Time left on the own clock, or `None` without a clock.
    pub time_left: Option<Duration>,
    /// Time added for the move.
    pub increment: Duration,
    /// Seed of every choice left to chance.
    pub seed: u64,
    /// Whether the answer must depend on this task alone, not on the speed of the machine.
    pub deterministic: bool,
}

impl SearchRequest {
    /// The moves to choose from.
    #[must_use]
    pub fn candidate_moves(&self) -> Vec<Move> {
        self.search_moves.clone().unwrap_or_else(|| self.position.legal_moves())
    }

    /// Of the moves to choose from one that needs no thought or allows none.
    ///
    /// That is the capture of a king, or any move if none would be legal without the pieces that are not seen.
    pub(super) fn move_without_search(&self) -> Option<Move> {
        let moves = self.search_moves.as_ref()?;
        let taking = moves.iter().copied().find(|&mv| self.position.captures_king(mv));
        let thinkable = moves.iter().any(|&mv| self.position.is_legal(mv));
        // The remainder is below the length of a list in memory.
        let any = || moves.get((self.seed % (moves.len() as u64).max(1)) as usize).copied();
        taking.or_else(|| if thinkable { None } else { any() })
    }
}

/// Something that finds moves.
pub trait Player: Send {
    /// A legal move for `task`, or `None` if there is none; soon after `stop` turns true any legal move will do.
    fn choose_move(&mut self, task: &SearchRequest, stop: &AtomicBool) -> Option<Move>;
}

/// What the search makes of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchReport {
    /// The score for the side to move.
    pub score: Score,
    /// How many half-moves were looked ahead.
    pub depth: u32,
    /// The moves both sides should play, the best one first; empty if there is none.
    pub pv: Vec<Move>,
}

impl SearchReport {
    /// The advice to play `best`, if there is a move, without looking further.
    #[must_use]
    pub fn from_move(best: Option<Move>, score: Score) -> Self {
        Self { score, depth: u32::from(best.is_some()), pv: best.into_iter().collect() }
    }

    /// The best move; `None` if there is none.
    #[must_use]
    pub fn best_move(&self) -> Option<Move> {
        self.pv.first().copied()
    }
}

impl Engine {
    /// What it makes of the position of `task` in so much `time`, whatever the clocks of the game say; where the answer
    /// must not depend on the machine, in so many nodes as it takes for a move.
    pub fn analyze(&mut self, task: &SearchRequest, time: Duration, stop: &AtomicBool) -> SearchReport {
        if let Some(mv) = task.move_without_search() {
            let score = if task.position.captures_king(mv) { Score::Mate(1) } else { Score::Centipawns(0) };
            return SearchReport::from_move(Some(mv), score);
        }
        let bound =
            if task.deterministic { Limits::nodes(REPEATABLE_NODES) } else { Limits::move_time(time) };
        let limits = Limits { search_moves: task.search_moves.clone().unwrap_or_default(), ..bound };
        let found = self.go(&task.position, &task.key_history, &limits, stop, |_| {});
        let line = self.lengthened(&task.position, found.pv);
        SearchReport { score: found.score, depth: found.depth, pv: line }
    }
}
