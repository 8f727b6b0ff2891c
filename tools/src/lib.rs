//! Code that several of the developers' programs share.

use std::sync::Arc;

use rand::rngs::StdRng;
use xxlchess::engine::openings::{self, RANDOM_PLIES};
use xxlchess::engine::{Engine, Options};
use xxlchess::rules::{Position, Variant};

/// A position after eight random moves from the start of `variant` in which a search finds almost no advantage.
pub fn balanced_opening(variant: &Arc<Variant>, rng: &mut StdRng) -> Position {
    let mut engine = Engine::new(Options { hash_mib: 1, ..Options::default() });
    let start = Position::start(variant).expect("the start is legal");
    let opening = openings::balanced_opening(&mut engine, &start, RANDOM_PLIES, rng);
    opening.expect("a game lasts longer than its opening").0
}
