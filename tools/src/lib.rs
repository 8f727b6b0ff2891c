//! What several of the developers' programs need: random numbers and random positions.

use std::sync::Arc;

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
