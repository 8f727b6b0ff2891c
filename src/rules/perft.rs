//! Perft: counting the leaves of the tree of legal moves, the field's test of move generation.

use super::mv::Move;
use super::position::Position;

/// The number of move sequences of length `depth` from `position`; the last ply is counted, not made.
pub fn perft(position: &mut Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_legal_moves(),
        _ => divide(position, depth).map(|(_, count)| count).sum(),
    }
}

/// For every legal move of `position` the perft one ply less deep after it; `depth` from 1.
pub fn divide(position: &mut Position, depth: u32) -> impl Iterator<Item = (Move, u64)> {
    let moves = position.legal_moves();
    moves.into_iter().map(move |mv| {
        let undo = position.make(mv);
        let count = perft(position, depth.saturating_sub(1));
        position.unmake(mv, &undo);
        (mv, count)
    })
}
