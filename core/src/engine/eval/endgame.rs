//! Endgames that are harder to win than their material suggests.

use crate::rules::{Bitboard, ByColor, Color, Position};

use super::Evaluator;

/// Without pawns, a lead of less than this rarely wins, in centipawns.
const LEAD_TO_WIN: i32 = 400;
/// Percent of the value left without pawns and such a lead.
const NO_PAWNS_SCALE: i32 = 20;
/// Percent left if the only pieces are a bishop of each side, on squares of different colors.
const OPPOSITE_BISHOPS_SCALE: i32 = 45;
/// The same with other pieces.
const OPPOSITE_BISHOPS_AND_OTHERS_SCALE: i32 = 85;
/// Percent left with one pawn, and more for each further one.
const ONE_PAWN_SCALE: i32 = 70;
const PER_PAWN_SCALE: i32 = 8;

/// Percent of the endgame value that is left for `winner`, the side that is ahead. `material`: without pawns.
pub fn scale(evaluator: &Evaluator, position: &Position, material: &ByColor<i32>, winner: Color) -> i32 {
    let board = position.board();
    let pawn_kinds = &position.variant().rules().pawns;
    let pawns = pawn_kinds.iter().map(|&kind| board.by_piece(winner, kind).count() as i32).sum::<i32>();
    if pawns == 0 {
        let wins = material[winner] - material[!winner] >= LEAD_TO_WIN;
        return if wins { 100 } else { NO_PAWNS_SCALE };
    }
    let bishops = evaluator.color_bound.iter().fold(Bitboard::EMPTY, |set, &kind| set | board.by_kind(kind));
    let by_color = ByColor::from_fn(|color| bishops & board.by_color(color));
    if by_color.white.count() == 1 && by_color.black.count() == 1 {
        let mut dark = bishops.into_iter().map(|square| (square.file() + square.rank()) % 2);
        if dark.next() != dark.next() {
            let bishop = |color: Color| -> i32 {
                let kinds = evaluator.color_bound.iter();
                kinds.map(|&kind| evaluator.value(kind) * board.by_piece(color, kind).count() as i32).sum()
            };
            let are_alone = Color::ALL.iter().all(|&color| material[color] == bishop(color));
            return if are_alone { OPPOSITE_BISHOPS_SCALE } else { OPPOSITE_BISHOPS_AND_OTHERS_SCALE };
        }
    }
    (ONE_PAWN_SCALE + PER_PAWN_SCALE * (pawns - 1)).min(100)
}
