//! Static exchange evaluation (SEE): the material balance of all captures on one square.

use crate::rules::{Bitboard, Color, Move, MoveFlag, Piece, PieceKind, Position, Square};

use super::eval::Evaluator;
use super::score::Value;

/// Value of the king in an exchange. It is greater than that of any other piece.
const KING_VALUE: Value = 100_000;

/// Whether the exchange that `mv` begins gains at least `threshold` centipawns for the side to move (Stockfish: `see_ge`).
///
/// Each side captures with its least valuable piece and may stop at any time. Pins are ignored. Castling gains nothing.
///
/// ```
/// # use xxlchess_core::engine::{Evaluator, see_ge};
/// # use xxlchess_core::notation::{coords, fen, variants_ini::Variants};
/// let chess = Variants::built_in().get("chess").unwrap();
/// // A rook can take a pawn that a pawn defends.
/// let position = fen::parse(&chess, "4k3/8/2p5/3p4/8/8/8/3RK3 w - - 0 1").unwrap();
/// let capture = coords::parse_move(&position, "d1d5").unwrap();
/// let evaluator = Evaluator::new(&chess);
/// assert!(see_ge(&evaluator, &position, capture, -600) && !see_ge(&evaluator, &position, capture, 0));
/// ```
pub fn see_ge(evaluator: &Evaluator, position: &Position, mv: Move, threshold: Value) -> bool {
    let board = position.board();
    // Exchanges that a side cannot stop, and whose material may be a burden, are not evaluated.
    if position.variant().rules().must_capture {
        return threshold <= 0;
    }
    let both_last = || position.last_pieces(Color::White) | position.last_pieces(Color::Black);
    let last = evaluator.goals.has_extinction.then(both_last);
    let value_of = |square, kind| exchange_value(evaluator, last, square, kind);
    let Some(mover) = board.piece_at(mv.from).filter(|_| mv.flag != MoveFlag::Castle) else {
        return threshold <= 0;
    };
    let mut occupied = board.occupied();
    let mut victim_square = mv.to;
    if mv.flag == MoveFlag::EnPassant {
        victim_square = position.en_passant_victim(mv.to);
        occupied.remove(victim_square);
    }
    let victim = board.piece_at(victim_square);
    let placed = value_of(mv.from, mv.promotion().unwrap_or(mover.kind));
    let gain = victim.map_or(0, |piece| value_of(victim_square, piece.kind)) + placed
        - value_of(mv.from, mover.kind);
    // Gain minus threshold if the opponent does not recapture.
    let mut balance = gain - threshold;
    if balance < 0 {
        return false;
    }
    // Gain minus threshold if the piece is lost on its new square.
    balance -= placed;
    if balance >= 0 {
        return true;
    }
    occupied.remove(mv.from);
    occupied.insert(mv.to);
    let mut side = !mover.color;
    loop {
        let attackers = position.attackers_with_occupied(mv.to, side, occupied);
        let Some((square, kind)) = least_valuable(evaluator, position, side, attackers, last) else { break };
        if value_of(square, kind) == KING_VALUE {
            occupied.remove(square);
            // The king may not capture a defended piece.
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
        balance = -balance - 1 - value_of(square, kind);
        if balance >= 0 {
            break;
        }
    }
    side != mover.color
}

/// Value of a piece of `kind` on `square` in an exchange. `last` are pieces whose capture ends the game; `None` in variants
/// without such pieces.
fn exchange_value(evaluator: &Evaluator, last: Option<Bitboard>, square: Square, kind: PieceKind) -> Value {
    if evaluator.variant().rules().king_kind() == Some(kind) || last.is_some_and(|last| last.contains(square))
    {
        KING_VALUE
    } else {
        evaluator.value(kind)
    }
}

/// Square and kind of the least valuable of `attackers`.
fn least_valuable(
    evaluator: &Evaluator,
    position: &Position,
    side: Color,
    attackers: Bitboard,
    last: Option<Bitboard>,
) -> Option<(Square, PieceKind)> {
    let kind_at = |square| position.board().piece_at(square).map(|piece: Piece| (square, piece.kind));
    debug_assert!(!attackers.intersects(position.board().by_color(!side)));
    let pieces = attackers.into_iter().filter_map(kind_at);
    pieces.min_by_key(|&(square, kind)| exchange_value(evaluator, last, square, kind))
}
