//! Motifs of tactics, which reasons and the themes of puzzles share.

use crate::engine::{Evaluator, see_ge};
use crate::rules::{Bitboard, Move, PieceKind, Position, Square};

/// Value of a king in centipawns, greater than that of all other pieces.
pub const KING_VALUE: i32 = 100_000;

/// Value of a piece in centipawns.
pub fn value(evaluator: &Evaluator, position: &Position, kind: PieceKind) -> i32 {
    let is_king = position.variant().rules().king_kind() == Some(kind);
    if is_king { KING_VALUE } else { evaluator.value(kind) }
}

/// Value of the piece on `square`, or 0.
pub fn value_on(evaluator: &Evaluator, position: &Position, square: Square) -> i32 {
    position.board().piece_at(square).map_or(0, |piece| value(evaluator, position, piece.kind))
}

/// The pieces other than pawns that the piece on `from` attacks and that are undefended or worth more than it.
pub fn targets(evaluator: &Evaluator, position: &Position, from: Square) -> Bitboard {
    let Some(attacker) = position.board().piece_at(from) else { return Bitboard::EMPTY };
    let is_target = |&target: &Square| {
        let kind = position.board().piece_at(target).map(|piece| piece.kind);
        let is_defended = || position.attackers_to(target, !attacker.color).any();
        let least = value(evaluator, position, attacker.kind);
        kind.is_some_and(|kind| !position.variant().rules().pawns.contains(&kind))
            && (value_on(evaluator, position, target) > least || !is_defended())
    };
    let enemies = position.attacks_from(from) & position.board().by_color(!attacker.color);
    enemies.into_iter().filter(is_target).collect()
}

/// Attacks on lines that `mv` opens for other pieces of its side, as squares of attacker and target. `before` and `after` are
/// the positions before and after it.
pub fn opened_attacks(
    before: &Position,
    mv: Move,
    after: &Position,
) -> impl Iterator<Item = (Square, Square)> {
    let own = before.board().by_color(before.turn()).without(Bitboard::from_square(mv.from));
    let pairs = own.into_iter().flat_map(|from| {
        let new = after.attacks_from(from).without(before.attacks_from(from));
        new.into_iter().map(move |target| (from, target))
    });
    pairs.filter(move |&(from, target)| after.variant().geometry().between(from, target).contains(mv.from))
}

/// Whether the piece on `square` shields the king of its side.
pub fn is_pinned(position: &Position, square: Square) -> bool {
    let Some(piece) = position.board().piece_at(square) else { return false };
    let Some(king) = position.royal_king(piece.color) else { return false };
    let attackers = position.attackers_without(king, !piece.color, square);
    attackers.without(position.attackers_to(king, !piece.color)).any()
}

/// Skewer: `reply` leaves the line of the piece on `slider`, which attacked it, and `next` captures a piece behind it that is
/// worth at most as much.
pub fn is_skewer(
    evaluator: &Evaluator,
    position: &Position,
    slider: Square,
    reply: Move,
    next: Move,
) -> bool {
    let line = position.variant().geometry().between(slider, next.to);
    let [front, back] = [reply.from, next.to].map(|square| value_on(evaluator, position, square));
    next.from == slider
        && reply.to != next.to
        && line.contains(reply.from)
        && position.attacks_from(slider).contains(reply.from)
        && front >= back
}

/// Whether the side to move wins at least `least` centipawns by a capture on `square`.
pub fn can_win(evaluator: &Evaluator, position: &Position, square: Square, least: i32) -> bool {
    let mut moves = position.legal_moves().into_iter().filter(|mv| mv.to == square);
    moves.any(|mv| see_ge(evaluator, position, mv, least))
}
