//! What the test suites share: variants by name, a small random source, walks through legal positions.

#![allow(dead_code, reason = "each suite uses its own part")]

use std::sync::Arc;

use xxlchess::notation::variants_ini::Variants;
use xxlchess::rules::{Position, Variant};

/// The built-in variant `name`.
pub fn variant(name: &str) -> Arc<Variant> {
    Variants::built_in().get(name).expect("a built-in variant")
}

/// A position of `xxl` from a FEN.
pub fn xxl(fen: &str) -> Position {
    xxlchess::notation::fen::parse(&variant("xxl"), fen).expect("a legal position")
}

/// A sequence of numbers that looks random and is the same every time (xorshift).
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// A number below `sides`, which is not 0.
    pub fn below(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % sides
    }
}

/// Plays `games` random games of at most `plies` from `start` and shows every position to `visit`.
pub fn random_games(
    start: &Position,
    games: u64,
    plies: usize,
    mut visit: impl FnMut(&mut Position, &mut Dice),
) {
    for game in 0..games {
        let mut dice = Dice::new(game + 1);
        let mut position = start.clone();
        for _ in 0..plies {
            visit(&mut position, &mut dice);
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.make(moves[dice.below(moves.len())]);
        }
    }
}
