//! Who plays for the computer at each difficulty.

use std::sync::atomic::AtomicBool;

use xxlchess::engine::heuristic::Heuristic;
use xxlchess::engine::{Clocks, Engine, Limits, Options, Task, Thinker};
use xxlchess::rules::Move;

/// Nodes that the search may look at, by difficulty from 2 to 9; the easiest does not search, the hardest thinks as
/// long as its clock allows.
const NODES: [u64; 8] = [100, 300, 1_000, 3_000, 10_000, 40_000, 150_000, 600_000];

/// The player of `difficulty`, from 1 to 10.
pub fn thinker(difficulty: u8) -> Box<dyn Thinker> {
    match difficulty {
        0 | 1 => Box::new(Heuristic),
        _ => match NODES.get(usize::from(difficulty) - 2) {
            Some(&nodes) => Box::new(Bounded { engine: Engine::new(Options::default()), nodes }),
            None => Box::new(Engine::new(Options::default())),
        },
    }
}

/// A search that looks at so many nodes and no more, within its time.
struct Bounded {
    engine: Engine,
    nodes: u64,
}

impl Thinker for Bounded {
    fn choose(&mut self, task: &Task, stop: &AtomicBool) -> Option<Move> {
        let turn = task.position.turn();
        let clocks = task.remaining.filter(|_| !task.repeatable).map(|remaining| {
            let mut clocks = Clocks::default();
            clocks.left[turn] = remaining;
            clocks.increment[turn] = task.increment;
            clocks
        });
        let limits = Limits { clocks, ..Limits::nodes(self.nodes) };
        self.engine.go(&task.position, &task.earlier_keys, &limits, stop, |_| {}).best
    }
}
