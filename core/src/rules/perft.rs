//! Perft: the number of leaves of the tree of legal moves. It tests move generation.

use super::mv::Move;
use super::position::Position;

/// Number of legal move sequences of `depth` plies. The moves of the last ply are counted without being made.
///
/// ```
/// # use xxlchess_core::{notation::variants_ini::Variants, rules::{Position, perft::perft}};
/// let chess = Variants::built_in().find("chess").unwrap();
/// assert_eq!(perft(&mut Position::start(&chess).unwrap(), 3), 8902);
/// ```
pub fn perft(position: &mut Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_legal_moves(),
        _ => divide(position, depth).map(|(_, count)| count).sum(),
    }
}

/// Each legal move with the perft of `depth - 1` after it. `depth` is 1 or more.
///
/// ```
/// # use xxlchess_core::{notation::variants_ini::Variants, rules::{Position, perft::divide}};
/// let chess = Variants::built_in().find("chess").unwrap();
/// let mut start = Position::start(&chess).unwrap();
/// assert!(divide(&mut start, 2).all(|(_, count)| count == 20));
/// ```
pub fn divide(position: &mut Position, depth: u32) -> impl Iterator<Item = (Move, u64)> {
    let moves = position.legal_moves();
    moves.into_iter().map(move |mv| {
        let undo = position.make(mv);
        let count = perft(position, depth.saturating_sub(1));
        position.unmake(mv, &undo);
        (mv, count)
    })
}
