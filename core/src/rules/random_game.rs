//! Random games for unit tests.

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::{Move, Position};

/// Plays up to `plies` random moves and returns the last position. The same `seed` gives the same moves.
///
/// `visit` is called before each move with the position, its legal moves and the move.
pub fn play(
    mut position: Position,
    seed: u64,
    plies: usize,
    mut visit: impl FnMut(&Position, &[Move], Move),
) -> Position {
    let mut random = StdRng::seed_from_u64(seed);
    for _ in 0..plies {
        let legal = position.legal_moves();
        if legal.is_empty() {
            break;
        }
        let mv = legal[random.random_range(..legal.len())];
        visit(&position, &legal, mv);
        position.make(mv);
    }
    position
}
