//! The computer's thinking. Knows the rules and nothing of games, clocks on the wall or screens.

pub mod heuristic;

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::rules::{Move, Position};

/// What a thinker is asked: find a move in a position, with so much time.
#[derive(Clone, Debug)]
pub struct Task {
    /// The position to move in.
    pub position: Position,
    /// Keys of all positions of the game so far, the present one last.
    pub earlier_keys: Vec<u64>,
    /// Time left on the own clock, or `None` without a clock.
    pub remaining: Option<Duration>,
    /// Time added for the move.
    pub increment: Duration,
    /// Seed of every choice left to chance.
    pub seed: u64,
    /// Whether the answer must depend on this task alone, not on the speed of the machine.
    pub repeatable: bool,
}

/// Something that finds moves.
pub trait Thinker: Send {
    /// A legal move for `task`, or `None` if there is none; soon after `stop` turns true any legal move will do.
    fn choose(&mut self, task: &Task, stop: &AtomicBool) -> Option<Move>;
}
