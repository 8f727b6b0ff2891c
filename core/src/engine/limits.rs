//! Search limits: time, depth, nodes, moves to search.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::rules::{ByColor, Move};

/// Clocks of a game, as UCI's `go` gives them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClockTimes {
    /// Time left.
    pub time: ByColor<Duration>,
    /// Increment per move.
    pub increment: ByColor<Duration>,
    /// Moves to the next time control; `None` in sudden death.
    pub moves_to_go: Option<u32>,
}

/// Limits of a search. Without any it ends by the stop flag or at the greatest depth.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Greatest depth in plies.
    pub depth: Option<u32>,
    /// Greatest number of nodes; with one thread the search is then deterministic.
    pub nodes: Option<u64>,
    /// Time for this move.
    pub move_time: Option<Duration>,
    /// The game's clocks.
    pub clocks: Option<ClockTimes>,
    /// Stop when a mate in this many moves is found.
    pub mate: Option<u32>,
    /// Search these moves only; empty: all.
    pub search_moves: Vec<Move>,
    /// The caller waits for the stop flag, even if a limit ends the search before.
    pub infinite: bool,
    /// While true, the search ponders on the opponent's time and no clock ends it.
    pub ponder: Option<Arc<AtomicBool>>,
}

impl Limits {
    /// A search of `nodes` nodes.
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }

    /// A search to `depth` plies.
    pub fn depth(depth: u32) -> Self {
        Self { depth: Some(depth), ..Self::default() }
    }

    /// A search for a fixed time.
    pub fn move_time(time: Duration) -> Self {
        Self { move_time: Some(time), ..Self::default() }
    }
}
