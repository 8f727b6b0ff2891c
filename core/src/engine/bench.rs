//! Bench: fixed positions searched to a fixed depth. The node count is the signature of search and evaluation.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use crate::rules::Position;

use super::{Engine, Limits, Options};

/// Result of a bench.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BenchResult {
    /// Nodes of all positions: the signature, which changes with every change of search or evaluation.
    pub nodes: u64,
    /// Time of all searches.
    pub time: Duration,
}

impl BenchResult {
    /// Nodes per second.
    pub fn nodes_per_second(&self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-9)) as u64
    }
}

/// Searches each of `positions` to `depth` with one thread and empty tables.
pub fn run(positions: &[Position], depth: u32) -> BenchResult {
    let start = Instant::now();
    let mut engine = Engine::new(Options { hash_mib: 16, ..Options::default() });
    let mut nodes = 0;
    for position in positions {
        engine.new_game();
        nodes += engine.go(position, &[], &Limits::depth(depth), &AtomicBool::new(false), |_| {}).nodes;
    }
    BenchResult { nodes, time: start.elapsed() }
}
