//! Features of moves, by which the six rules choose.

use crate::engine::piece_value;
use crate::rules::variant::GameValue;
use crate::rules::{Bitboard, Move, Outcome, PieceKind, Position, Square};

/// A move and its features.
pub(super) struct MoveFeatures {
    pub mv: Move,
    pub wins: bool,
    /// Whether the move leaves the king of the side to move attacked, in variants that allow it.
    pub exposes_king: bool,
    /// Value of the captured piece minus that of the capturing one; `None` if nothing is captured.
    pub gain: Option<i32>,
    /// Value of the moving piece if it is threatened before the move.
    pub threatened: Option<i32>,
    /// Whether the moving piece is not threatened after the move.
    pub is_safe: bool,
    /// Whether the move attacks the enemy king or a square beside it that was not attacked before.
    pub attacks_king: bool,
    /// Whether the move promotes to the most valuable piece, or does not promote.
    pub is_best_promotion: bool,
}

/// The features of `moves`. Moves that leave the king attacked are left out, unless there are no others.
pub(super) fn features(position: &Position, moves: Vec<Move>) -> Vec<MoveFeatures> {
    let mut extractor = Extractor::new(position);
    let mut features: Vec<_> = moves.into_iter().map(|mv| extractor.features(mv)).collect();
    if features.iter().any(|features| features.wins || !features.exposes_king) {
        features.retain(|features| features.wins || !features.exposes_king);
    }
    features
}

struct Extractor {
    /// Piece values by kind, in thousandths of a pawn; `None` for the king.
    values: Vec<Option<i32>>,
    /// Pieces of the side to move that are threatened before the move.
    threatened: Bitboard,
    /// The enemy king's square and the squares beside it, without those that the side to move attacks.
    unattacked_king_squares: Bitboard,
    /// Value of the most valuable piece to which a piece can promote.
    best_promotion: Option<i32>,
    /// Copy of the position in which moves are made and unmade.
    scratch: Position,
}

impl Extractor {
    fn new(position: &Position) -> Self {
        let variant = position.variant();
        let values: Vec<_> = variant.kinds().map(|kind| piece_value::value(variant, kind)).collect();
        let own = position.board().by_color(position.turn());
        let promotion = &variant.rules().promotion;
        Self {
            threatened: own.into_iter().filter(|&s| is_threatened(position, &values, s)).collect(),
            unattacked_king_squares: unattacked_king_squares(position),
            best_promotion: promotion.to.iter().filter_map(|&kind| values[kind.index()]).max(),
            scratch: position.clone(),
            values,
        }
    }

    fn features(&mut self, mv: Move) -> MoveFeatures {
        let mover = self.scratch.turn();
        let captures_king = self.scratch.captures_king(mv);
        let undo = self.scratch.make(mv);
        let value = self.values[undo.moved.kind.index()];
        let after = &self.scratch;
        let features = MoveFeatures {
            mv,
            wins: captures_king || is_won(after),
            exposes_king: after.can_capture_king(),
            gain: undo.captured.and_then(|(_, taken)| self.gain(undo.moved.kind, taken.kind)),
            threatened: value.filter(|_| self.threatened.contains(mv.from)),
            is_safe: !is_threatened(after, &self.values, mv.to),
            attacks_king: self.unattacked_king_squares.into_iter().any(|s| after.is_attacked(s, mover)),
            is_best_promotion: mv
                .promotion()
                .is_none_or(|kind| self.values[kind.index()] == self.best_promotion),
        };
        self.scratch.unmake(mv, &undo);
        features
    }

    /// Gain of a capture if the capturing piece is captured in return. A king can only capture undefended pieces, so it loses
    /// nothing.
    fn gain(&self, capturing: PieceKind, captured: PieceKind) -> Option<i32> {
        Some(self.values[captured.index()]? - self.values[capturing.index()].unwrap_or(0))
    }
}

/// Whether the side that has just moved has won: by checkmate, by a goal of the variant, or by stalemate where that wins.
///
/// If there is no enemy king, this is not a win, because the king may be invisible in fog of war.
fn is_won(after: &Position) -> bool {
    // The outcome needs the legal moves, which is slow. Without a check, a stalemate rule or a goal no side can have won.
    let rules = after.variant().rules();
    let may_be_won = after.is_check() || rules.stalemate == GameValue::Loss || !rules.goals.is_empty();
    may_be_won
        && match after.outcome(1) {
            Some(
                Outcome::Checkmate { winner }
                | Outcome::Stalemate { winner: Some(winner) }
                | Outcome::Goal { winner: Some(winner), .. },
            ) => winner != after.turn(),
            _ => false,
        }
}

/// Whether the piece on `square` is threatened: a piece of lower value attacks it, or any piece attacks it and none defends
/// it.
///
/// A king only threatens undefended pieces. The king itself is never threatened.
fn is_threatened(position: &Position, values: &[Option<i32>], square: Square) -> bool {
    let Some(piece) = position.board().piece_at(square) else { return false };
    let Some(value) = values[piece.kind.index()] else { return false };
    let value_at = |square| position.board().piece_at(square).and_then(|piece| values[piece.kind.index()]);
    let attackers = position.attackers_to(square, !piece.color);
    attackers.any()
        && (!position.is_attacked(square, piece.color)
            || attackers.into_iter().filter_map(value_at).any(|attacker| attacker < value))
}

/// The enemy king's square and the squares beside it, without those that the side to move attacks.
fn unattacked_king_squares(position: &Position) -> Bitboard {
    let mover = position.turn();
    let Some(king) = position.king_square(!mover) else { return Bitboard::EMPTY };
    let steps = (-1..=1).flat_map(|files| (-1..=1).map(move |ranks| (files, ranks)));
    let around = steps.filter_map(|step| position.variant().geometry().offset(king, step));
    around.filter(|&square| !position.is_attacked(square, mover)).collect()
}
