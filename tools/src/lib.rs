//! Code that several of the developers' programs share: random positions, and the search for puzzles.

pub mod puzzles;

use std::sync::Arc;

use rand::rngs::StdRng;
use xxlchess::engine::openings::{RANDOM_PLIES, TRIES, choose_balanced};
use xxlchess::engine::{Engine, Options, openings};
use xxlchess::rules::{Move, Position, Variant};

/// Positions after eight random moves from the start of `variant`.
fn random_openings(variant: &Arc<Variant>, rng: &mut StdRng) -> impl Iterator<Item = (Position, Vec<Move>)> {
    let start = Position::start(variant).expect("the start is legal");
    std::iter::repeat_with(move || openings::random_opening(&start, RANDOM_PLIES, rng)).flatten()
}

/// A position after eight random moves from the start of `variant`.
pub fn random_opening(variant: &Arc<Variant>, rng: &mut StdRng) -> Position {
    random_openings(variant, rng).next().expect("the iterator does not end").0
}

/// A position after eight random moves from the start of `variant` in which a search finds almost no advantage.
pub fn balanced_opening(variant: &Arc<Variant>, rng: &mut StdRng) -> Position {
    let mut engine = Engine::new(Options { hash_mib: 1, ..Options::default() });
    let openings = random_openings(variant, rng).take(TRIES);
    choose_balanced(&mut engine, openings).expect("the iterator is not empty").0
}
