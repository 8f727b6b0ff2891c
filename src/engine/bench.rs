//! The bench: fixed positions searched to a fixed depth, for one signature and the speed.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use crate::rules::Position;

use super::{Engine, Limits, Options};

/// What the bench found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bench {
    /// Nodes of all positions: the signature, which changes with every change of search or evaluation.
    pub nodes: u64,
    /// The time all took.
    pub time: Duration,
}

impl Bench {
    /// Nodes a second.
    #[must_use]
    pub fn speed(&self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-9)) as u64
    }
}

/// Searches each of `positions` to `depth` with a fresh engine of one thread.
#[must_use]
pub fn run(positions: &[Position], depth: u32) -> Bench {
    let start = Instant::now();
    let mut engine = Engine::new(Options { hash_mib: 16, ..Options::default() });
    let mut nodes = 0;
    for position in positions {
        engine.new_game();
        nodes += engine.go(position, &[], &Limits::depth(depth), &AtomicBool::new(false), |_| {}).nodes;
    }
    Bench { nodes, time: start.elapsed() }
}
