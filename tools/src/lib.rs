//! What several of the developers' programs need: random numbers, random positions and engines of others.

pub mod uci_player;

pub mod puzzles;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use xxlchess::engine::{Engine, Limits, Options, Score};
use xxlchess::rules::{Position, Variant};

/// The next number of a sequence of random numbers: SplitMix64 by Steele, Lea and Flood.
pub fn next_random(seed: &mut u64) -> u64 {
    *seed = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut z = *seed;
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// A position after eight random moves from the start of `variant`.
pub fn random_opening(variant: &Arc<Variant>, seed: &mut u64) -> Position {
    let mut position = Position::start(variant).expect("the start is legal");
    for _ in 0..8 {
        let moves = position.legal_moves();
        if moves.is_empty() {
            return random_opening(variant, seed);
        }
        position.make(moves[(next_random(seed) % moves.len() as u64) as usize]);
    }
    position
}

/// A random opening in which a search of `nodes` nodes finds an advantage of at most `most` hundredths of a pawn.
pub fn balanced_opening(variant: &Arc<Variant>, seed: &mut u64, nodes: u64, most: i32) -> Position {
    let mut engine = Engine::new(Options { hash_mib: 1, ..Options::default() });
    loop {
        let position = random_opening(variant, seed);
        engine.new_game();
        let found = engine.go(&position, &[], &Limits::nodes(nodes), &AtomicBool::new(false), |_| {});
        if matches!(found.score, Score::Centipawns(value) if value.abs() <= most)
            && found.best_move().is_some()
        {
            return position;
        }
    }
}
