//! Code that several of the developers' programs share: random positions, and the search for puzzles.

pub mod puzzles;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use xxlchess::engine::{Engine, Limits, Options, Score};
use xxlchess::rules::{Position, Variant};

/// A position after eight random moves from the start of `variant`.
pub fn random_opening(variant: &Arc<Variant>, rng: &mut StdRng) -> Position {
    let mut position = Position::start(variant).expect("the start is legal");
    for _ in 0..8 {
        let Some(&mv) = position.legal_moves().choose(rng) else { return random_opening(variant, rng) };
        position.make(mv);
    }
    position
}

/// A random opening in which a search of `nodes` nodes finds an advantage of at most `most` hundredths of a pawn.
pub fn balanced_opening(variant: &Arc<Variant>, rng: &mut StdRng, nodes: u64, most: i32) -> Position {
    let mut engine = Engine::new(Options { hash_mib: 1, ..Options::default() });
    loop {
        let position = random_opening(variant, rng);
        engine.new_game();
        let found = engine.go(&position, &[], &Limits::nodes(nodes), &AtomicBool::new(false), |_| {});
        if matches!(found.score, Score::Centipawns(value) if value.abs() <= most)
            && found.best_move().is_some()
        {
            return position;
        }
    }
}
