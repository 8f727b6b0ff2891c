//! What bounds a search: time, depth, nodes, moves.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::rules::{ByColor, Move};

/// The clocks of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClockTimes {
    /// What each side has left.
    pub time: ByColor<Duration>,
    /// What each move adds.
    pub increment: ByColor<Duration>,
    /// Moves until the clock is set anew; `None`: never.
    pub moves_to_go: Option<u32>,
}

/// What bounds a search; without any bound it ends by the stop flag or at its greatest depth.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Greatest depth in plies.
    pub depth: Option<u32>,
    /// Most nodes; with one thread the search is then exactly repeatable.
    pub nodes: Option<u64>,
    /// Time for this move.
    pub move_time: Option<Duration>,
    /// The game's clocks.
    pub clocks: Option<ClockTimes>,
    /// Look for a mate in so many moves and stop when it is found.
    pub mate: Option<u32>,
    /// Choose among these moves only; empty: among all.
    pub search_moves: Vec<Move>,
    /// Whoever asks waits for the stop flag, though a bound may end the search before.
    pub infinite: bool,
    /// While this is set the search thinks on the opponent's time and no clock ends it.
    pub ponder: Option<Arc<AtomicBool>>,
}

impl Limits {
    /// A search of `nodes` nodes.
    #[must_use]
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }

    /// A search to `depth` plies.
    #[must_use]
    pub fn depth(depth: u32) -> Self {
        Self { depth: Some(depth), ..Self::default() }
    }

    /// A search of so long a time.
    #[must_use]
    pub fn move_time(time: Duration) -> Self {
        Self { move_time: Some(time), ..Self::default() }
    }
}
