//! Games of the heuristic player against itself in every variant.

use std::sync::Arc;

use rand::SeedableRng;
use rand::rngs::StdRng;
use xxlchess::engine::heuristic::{Decision, choose};
use xxlchess::rules::{Position, Variant};

use super::{variant, variants};

/// Number of games in each of more than fifty variants.
const GAMES: u64 = 25;

/// The decisions of a game and its last position.
fn game(variant: &Arc<Variant>, seed: u64, plies: usize) -> (Vec<Decision>, Position) {
    let mut position = Position::start(variant).expect("a legal start");
    let mut rng = StdRng::seed_from_u64(seed);
    let mut decisions = Vec::new();
    while decisions.len() < plies {
        let Some(decision) = choose(&position, &mut rng) else { break };
        position.play(decision.mv).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
        decisions.push(decision);
    }
    (decisions, position)
}

/// In more than a thousand games of all variants all moves are legal, and a game of less than 60 plies has ended because
/// there was no legal move.
#[test]
fn all_moves_are_legal() {
    let (mut games, mut ended) = (0, 0);
    let variants = variants();
    for name in variants.names() {
        let variant = variants.get(name).expect("the variant is named");
        for seed in 0..GAMES {
            let (decisions, position) = game(&variant, seed, 60);
            let over = decisions.len() < 60;
            assert!(!over || position.legal_moves().is_empty(), "{name}, seed {seed}");
            games += 1;
            ended += u32::from(over);
        }
    }
    assert!(games > 1000 && ended > 0, "{ended} of {games} games ended");
}

/// A game repeated with the same seed has the same moves. Games with nine other seeds differ from the first.
#[test]
fn the_same_seed_gives_the_same_game() {
    let xxl = variant("xxl");
    let games: Vec<_> = (0..10).map(|seed| game(&xxl, seed, 40)).collect();
    for (seed, one) in (0..).zip(&games) {
        assert!(*one == game(&xxl, seed, 40));
        assert!(seed == 0 || *one != games[0]);
    }
}
