//! The `bench` command: searches fixed positions to a fixed depth. The number of nodes is a signature: it changes if
//! the search or the evaluation changes.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::engine::{Engine, Limits, Options};
use crate::notation::fen;
use crate::notation::variants_ini::Variants;
use crate::rules::Position;

/// Variant and FEN of each position. Without a FEN it is the start position of the variant.
const POSITIONS: [(&str, Option<&str>); 6] = [
    ("xxl", None),
    (
        "xxl",
        Some(
            "r2hcgakgceb1r/ppp1pppp1ppppp/1n12/12n1/3p4p5/14/5P8/14/4P4P4/14/2N8N2/14/PPPP1P1PP1PPPP/R2HCGAKGCEB1R w KQkq - 0 1",
        ),
    ),
    ("xxl", Some("4k9/14/3p4p5/14/5n8/14/2q6r4/4P1P7/3R10/14/6H7/14/14/5K4E3 w - - 0 40")),
    ("chess", None),
    ("chess", Some("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")),
    ("chess", Some("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1")),
];

/// Result of a bench.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BenchResult {
    /// Number of nodes of all searches together.
    pub nodes: u64,
    /// Time of all searches together.
    pub time: Duration,
}

impl BenchResult {
    /// Nodes per second.
    pub fn nodes_per_second(&self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-9)) as u64
    }
}

impl fmt::Display for BenchResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // OpenBench reads this form.
        write!(f, "{} nodes {} nps", self.nodes, self.nodes_per_second())
    }
}

fn positions() -> Vec<Position> {
    let variants = Variants::built_in();
    let position = |&(name, text): &(&str, Option<&str>)| {
        let variant = variants.get(name)?;
        text.map_or_else(|| Position::start(&variant).ok(), |text| fen::parse(&variant, text).ok())
    };
    POSITIONS.iter().filter_map(position).collect()
}

/// Searches the positions to `depth` plies with one thread and empty tables. If `stop` is set, the search ends, and the
/// result has the nodes searched so far.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use xxlchess_core::protocol::uci::bench;
///
/// let run = || bench::run(2, &AtomicBool::new(false)).nodes;
/// assert_eq!(run(), run());
/// ```
pub fn run(depth: u32, stop: &AtomicBool) -> BenchResult {
    let start = Instant::now();
    let mut engine = Engine::new(Options { hash_mib: 16, ..Options::default() });
    let mut nodes = 0;
    for position in positions().iter().take_while(|_| !stop.load(Ordering::Relaxed)) {
        engine.new_game();
        nodes += engine.go(position, &[], &Limits::depth(depth), stop, |_| {}).nodes;
    }
    BenchResult { nodes, time: start.elapsed() }
}
