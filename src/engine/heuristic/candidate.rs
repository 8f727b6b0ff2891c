//! What each legal move does, as far as the six rules ask.

use crate::rules::variant::StalemateValue;
use crate::rules::{Bitboard, Move, Outcome, PieceKind, Position, Square};

use super::values::Values;

/// A legal move and what it does.
pub(super) struct Candidate {
    pub mv: Move,
    /// Ends the game in favour of the side that moves.
    pub wins: bool,
    /// Leaves the own king where it can be captured, in variants that let it be.
    pub exposes_king: bool,
    /// The captured piece's value less the capturing one's.
    pub gain: Option<i32>,
    /// The value of the moving piece if it is under threat where it stands.
    pub threatened: Option<i32>,
    /// The piece is under no threat where it goes.
    pub safe: bool,
    /// The enemy king or a square beside it comes under attack that was not.
    pub presses_king: bool,
    /// Not a promotion to less than the piece could become.
    pub best_promotion: bool,
}

/// The candidates among `moves`, in their order.
pub(super) fn candidates(position: &Position, moves: Vec<Move>) -> Vec<Candidate> {
    let mut survey = Survey::of(position);
    let mut candidates: Vec<_> = moves.into_iter().map(|mv| survey.candidate(mv)).collect();
    // Where the rules do not keep the king safe, these do, as long as that can be.
    if candidates.iter().any(|candidate| candidate.wins || !candidate.exposes_king) {
        candidates.retain(|candidate| candidate.wins || !candidate.exposes_king);
    }
    candidates
}

/// What is found once for all moves of a position, and a position to try them on.
struct Survey {
    values: Values,
    threatened: Bitboard,
    /// The enemy king and the squares beside it, where no own piece attacks them.
    calm_king_squares: Bitboard,
    /// The highest value a piece can promote to.
    best_promotion: Option<i32>,
    scratch: Position,
}

impl Survey {
    fn of(position: &Position) -> Self {
        let values = Values::of_variant(position.variant());
        let own = position.board().by_color(position.turn());
        let promotion = &position.variant().rules().promotion;
        Self {
            threatened: own.into_iter().filter(|&s| is_threatened(position, &values, s)).collect(),
            calm_king_squares: calm_king_squares(position),
            best_promotion: promotion.to.iter().filter_map(|&kind| values.of(kind)).max(),
            scratch: position.clone(),
            values,
        }
    }

    fn candidate(&mut self, mv: Move) -> Candidate {
        let mover = self.scratch.turn();
        let undo = self.scratch.make(mv);
        let value = self.values.of(undo.moved.kind);
        let after = &self.scratch;
        let king_capture = after.variant().rules().capturable_king;
        let captures_king =
            king_capture.is_some() && undo.captured.map(|(_, piece)| piece.kind) == king_capture;
        let king = after.king_square(mover).filter(|_| king_capture.is_some());
        let candidate = Candidate {
            mv,
            wins: captures_king || is_won(after),
            exposes_king: king.is_some_and(|king| after.is_attacked(king, !mover)),
            gain: undo.captured.and_then(|(_, taken)| self.gain(undo.moved.kind, taken.kind)),
            threatened: value.filter(|_| self.threatened.has(mv.from)),
            safe: !is_threatened(after, &self.values, mv.to),
            presses_king: self.calm_king_squares.into_iter().any(|s| after.is_attacked(s, mover)),
            best_promotion: mv.promotion().is_none_or(|kind| self.values.of(kind) == self.best_promotion),
        };
        self.scratch.unmake(mv, &undo);
        candidate
    }

    /// What is won by a capture if the capturing piece is lost for it.
    ///
    /// A king stakes nothing, because it takes only what is not defended.
    fn gain(&self, capturing: PieceKind, captured: PieceKind) -> Option<i32> {
        Some(self.values.of(captured)? - self.values.of(capturing).unwrap_or(0))
    }
}

/// Whether the side that has just moved has won: by mate, or by stalemate where that loses for who cannot move.
///
/// An enemy king that is not on the board counts for nothing here: it may only be out of sight.
fn is_won(after: &Position) -> bool {
    // Looking for a legal move is slow, and without check or such a rule nothing is won.
    let may_be_won = after.is_check() || after.variant().rules().stalemate == StalemateValue::Loss;
    may_be_won
        && match after.outcome(1) {
            Some(Outcome::Checkmate { winner } | Outcome::Stalemate { winner: Some(winner) }) => {
                winner != after.turn()
            }
            _ => false,
        }
}

/// Whether the piece on `square` is attacked by one of lower value, or by any and defended by none.
///
/// A king attacks only what is undefended, whatever the values; being attacked itself is the rules' concern.
pub(super) fn is_threatened(position: &Position, values: &Values, square: Square) -> bool {
    let Some(piece) = position.board().piece_at(square) else { return false };
    let Some(value) = values.of(piece.kind) else { return false };
    let value_at = |square| position.board().piece_at(square).and_then(|piece| values.of(piece.kind));
    let attackers = position.attackers_to(square, !piece.color);
    attackers.any()
        && (!position.is_attacked(square, piece.color)
            || attackers.into_iter().filter_map(value_at).any(|attacker| attacker < value))
}

/// The enemy king's square and those beside it, without the ones that an own piece attacks.
fn calm_king_squares(position: &Position) -> Bitboard {
    let mover = position.turn();
    let Some(king) = position.king_square(!mover) else { return Bitboard::EMPTY };
    let steps = (-1..=1).flat_map(|files| (-1..=1).map(move |ranks| (files, ranks)));
    let around = steps.filter_map(|step| position.variant().geometry().offset(king, step));
    around.filter(|&square| !position.is_attacked(square, mover)).collect()
}
