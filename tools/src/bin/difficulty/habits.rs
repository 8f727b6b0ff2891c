//! Figures of a game that tell people from programs: pieces moved again and again, moves undone, blunders.

use std::collections::HashMap;
use std::ops::RangeInclusive;

use xxlchess::game::analysis::Judgment;
use xxlchess::rules::{Move, Square};

/// Winning chances of a side in a balanced position.
const BALANCED: RangeInclusive<f64> = 0.3..=0.7;
/// Winning chances from which a side is winning.
const WINNING: f64 = 0.85;

/// Share of the most-moved piece in `moves`, the moves of one side; 0 without moves.
///
/// Castling counts as a move of the king.
pub fn most_moved_share(moves: &[Move]) -> f64 {
    let mut counts: HashMap<Square, u32> = HashMap::new();
    let mut most = 0;
    for mv in moves {
        let count = counts.remove(&mv.from).unwrap_or(0) + 1;
        most = most.max(count);
        counts.insert(mv.to, count);
    }
    f64::from(most) / moves.len().max(1) as f64
}

/// Number of moves of one side that take a piece back to the square from which its previous move came.
pub fn undone_moves(moves: &[Move]) -> usize {
    // The start square of the last move of each piece, by the square where the piece is.
    let mut starts: HashMap<Square, Square> = HashMap::new();
    let is_undone = |mv: &&Move| {
        let start = starts.remove(&mv.from);
        starts.insert(mv.to, mv.from);
        start == Some(mv.to)
    };
    moves.iter().filter(is_undone).count()
}

/// Number of blunders among moves with these losses of winning chances, each from 0 to 1.
pub fn blunders(losses: &[f64]) -> usize {
    losses.iter().filter(|&&loss| Judgment::of(loss) == Judgment::Blunder).count()
}

/// Whether one move turned a balanced position into one that a side was winning until the end.
///
/// `chances` are White's winning chances in all positions of the game.
pub fn is_decided_by_one_move(chances: &[f64]) -> bool {
    let is_decided = |of_winner: fn(f64) -> f64| {
        let last = chances.iter().rposition(|&chance| of_winner(chance) < WINNING);
        last.is_some_and(|ply| ply + 1 < chances.len() && BALANCED.contains(&chances[ply]))
    };
    is_decided(|chance| chance) || is_decided(|chance| 1.0 - chance)
}

#[cfg(test)]
mod tests {
    use super::*;
    use xxlchess::notation::coords::parse_square;

    /// Moves such as `g1f3`.
    fn moves(texts: &str) -> Vec<Move> {
        let square = |text| parse_square(text).expect("a square");
        texts.split_whitespace().map(|text| Move::normal(square(&text[..2]), square(&text[2..]))).collect()
    }

    /// A knight that makes three of four moves has 75 %, four pieces that move once have 25 % each, and a piece that
    /// moves to the square that another one has left is not taken for it.
    #[test]
    fn most_moved_piece_is_followed_over_the_board() {
        assert_eq!(most_moved_share(&[]), 0.0);
        assert_eq!(most_moved_share(&moves("g1f3 e2e4 f3g5 g5f7")), 0.75);
        assert_eq!(most_moved_share(&moves("e2e4 d2d4 g1f3 b1c3")), 0.25);
        assert_eq!(most_moved_share(&moves("g1f3 f3e5 f2f3 f3f4")), 0.5);
    }

    /// A piece that goes back after moves of other pieces undoes its move. One that returns by a third square does not,
    /// and neither does another piece on the same squares.
    #[test]
    fn move_back_to_the_square_before_is_undone() {
        assert_eq!(undone_moves(&moves("g1f3 e2e4 f3g1 g1f3")), 2);
        assert_eq!(undone_moves(&moves("d1e2 e2f3 f3d1")), 0);
        assert_eq!(undone_moves(&moves("g1f3 f3e5 f1f3 f3g1")), 0);
    }

    /// Only losses of 15 % of the winning chances or more are blunders.
    #[test]
    fn blunders_are_counted_from_the_threshold_of_the_judgement() {
        assert_eq!(blunders(&[]), 0);
        assert_eq!(blunders(&[0.0, 0.149, 0.15, 0.05, 0.9]), 2);
    }

    /// A single move from balance to a lasting win decides a game of either side. A lead that grows over several moves,
    /// one that is lost again for a while before the end, and a game without a winner do not count.
    #[test]
    fn game_is_decided_by_one_move_if_the_lead_comes_at_once_and_stays() {
        assert!(is_decided_by_one_move(&[0.5, 0.6, 0.9, 0.95, 1.0]));
        assert!(is_decided_by_one_move(&[0.5, 0.9, 0.5, 0.1, 0.0]));
        assert!(!is_decided_by_one_move(&[0.5, 0.6, 0.75, 0.9, 1.0]));
        assert!(!is_decided_by_one_move(&[0.5, 0.9, 0.75, 0.9, 1.0]));
        assert!(!is_decided_by_one_move(&[0.5, 0.9, 0.95, 0.6]));
    }
}
