//! Search limits: time, depth, nodes, moves to search.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::rules::{ByColor, Move};

/// Clocks of a game, as in the UCI command `go`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClockTimes {
    /// Time left on the clock of each side.
    pub time: ByColor<Duration>,
    /// Time added to the clock of each side after its move.
    pub increment: ByColor<Duration>,
    /// Number of moves until the next time control; `None` if the time left is for the rest of the game.
    pub moves_to_go: Option<u32>,
}

/// Limits of a search. The first limit that is reached ends the search. A search without limits ends by the stop flag or at
/// depth 127.
///
/// ```
/// # use std::time::Duration;
/// # use xxlchess_core::engine::Limits;
/// // At most ten plies and at most one second.
/// let limits = Limits { depth: Some(10), ..Limits::move_time(Duration::from_secs(1)) };
/// assert_eq!(limits.nodes, None);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Depth of the last iteration, in plies.
    pub depth: Option<u32>,
    /// Number of nodes. With this limit alone, a search of one thread is deterministic.
    pub nodes: Option<u64>,
    /// Time for this move, all of which is used.
    pub move_time: Option<Duration>,
    /// The clocks of the game, from which the engine computes the time for this move.
    pub clocks: Option<ClockTimes>,
    /// The search ends when it has found a mate in this many moves or fewer.
    pub mate: Option<u32>,
    /// The root moves to search; if the list is empty, all legal moves are searched.
    pub search_moves: Vec<Move>,
    /// Whether the search goes on after a mate was proven (UCI: `go infinite`).
    pub infinite: bool,
    /// Whether the search ponders, which means that it uses the time of the opponent. While the flag is true, time does not
    /// end the search.
    pub ponder: Option<Arc<AtomicBool>>,
}

impl Limits {
    /// Whether a search ends without being stopped, whatever it finds.
    pub fn is_bounded(&self) -> bool {
        let has_limit =
            self.depth.is_some() || self.nodes.is_some() || self.move_time.is_some() || self.clocks.is_some();
        has_limit && !self.infinite && self.ponder.is_none()
    }

    /// Limits of a search of `nodes` nodes.
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }

    /// Limits of a search to `depth` plies.
    pub fn depth(depth: u32) -> Self {
        Self { depth: Some(depth), ..Self::default() }
    }

    /// Limits of a search for a fixed time.
    pub fn move_time(time: Duration) -> Self {
        Self { move_time: Some(time), ..Self::default() }
    }
}
