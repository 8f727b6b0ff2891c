//! Static exchange evaluation: what a capture gains when both sides go on capturing on its square.

use crate::rules::{Bitboard, Color, Move, MoveFlag, Piece, PieceKind, Position, Square};

use super::eval::Evaluator;
use super::score::Value;

/// What the king counts in an exchange: more than anything it could capture.
const KING: Value = 100_000;

/// Whether the exchange that `mv` begins gains at least `threshold` for the side to move.
///
/// Each side captures with its cheapest piece and may stop; pins are not seen. Castling counts as 0.
#[must_use]
pub fn see_ge(evaluator: &Evaluator, position: &Position, mv: Move, threshold: Value) -> bool {
    let worth = |kind: PieceKind| worth(evaluator, kind);
    let board = position.board();
    let Some(mover) = board.piece_at(mv.from).filter(|_| mv.flag != MoveFlag::Castle) else {
        return threshold <= 0;
    };
    let mut occupied = board.occupied();
    let mut victim = board.piece_at(mv.to);
    if mv.flag == MoveFlag::EnPassant {
        let square = Square::new(mv.to.file(), mv.from.rank());
        victim = board.piece_at(square);
        occupied.remove(square);
    }
    let placed = mv.promotion().unwrap_or(mover.kind);
    let gain = victim.map_or(0, |piece| worth(piece.kind)) + worth(placed) - worth(mover.kind);
    // What is left over the threshold if the piece now on the square is lost, or not.
    let mut balance = gain - threshold;
    if balance < 0 {
        return false;
    }
    balance -= worth(placed);
    if balance >= 0 {
        return true;
    }
    occupied.remove(mv.from);
    occupied.insert(mv.to);
    let mut side = !mover.color;
    loop {
        let attackers = position.attackers_with_occupied(mv.to, side, occupied);
        let Some((square, kind)) = cheapest(evaluator, position, side, attackers) else { break };
        if worth(kind) == KING {
            occupied.remove(square);
            // The king may only capture what is not defended.
            if position
                .attackers_with_occupied(mv.to, !side, occupied)
                .without(Bitboard::from_square(mv.to))
                .any()
            {
                break;
            }
        }
        occupied.remove(square);
        side = !side;
        balance = -balance - 1 - worth(kind);
        if balance >= 0 {
            break;
        }
    }
    side != mover.color
}

fn worth(evaluator: &Evaluator, kind: PieceKind) -> Value {
    if evaluator.variant().rules().king_kind() == Some(kind) { KING } else { evaluator.value(kind) }
}

/// The cheapest of `attackers`.
fn cheapest(
    evaluator: &Evaluator,
    position: &Position,
    side: Color,
    attackers: Bitboard,
) -> Option<(Square, PieceKind)> {
    let kind_at = |square| position.board().piece_at(square).map(|piece: Piece| (square, piece.kind));
    debug_assert!(!attackers.intersects(position.board().by_color(!side)));
    attackers.into_iter().filter_map(kind_at).min_by_key(|&(_, kind)| worth(evaluator, kind))
}
