//! Random games for unit tests.

use super::{Move, Position};

/// Plays `plies` moves that look random, the same for the same `seed`; `visit` gets each position with its legal moves,
/// of which there is at least one, and the move made in it.
pub fn play(
    mut position: Position,
    seed: u64,
    plies: usize,
    mut visit: impl FnMut(&Position, &[Move], Move),
) -> Position {
    let mut state = seed;
    for _ in 0..plies {
        let legal = position.legal_moves();
        if legal.is_empty() {
            break;
        }
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let mv = legal[(state >> 33) as usize % legal.len()];
        visit(&position, &legal, mv);
        position.make(mv);
    }
    position
}
