//! Threats: the squares that the opponent attacks. They serve for the order of quiet moves and index their butterfly history.

use arrayvec::ArrayVec;

use super::eval::Evaluator;
use crate::rules::piece::MAX_KINDS;
use crate::rules::{Bitboard, Move, Piece, PieceKind, Position};

/// Squares attacked by the opponent of the side to move, as [`Position::attacks_of`] defines them.
pub(super) struct Threats {
    /// For each kind of piece of the side to move, the squares that lesser pieces attack. A lesser piece is worth less than four
    /// fifths of the kind, so that it gains even if it is captured in return. A knight and a bishop are no lesser pieces to each
    /// other, although their values differ a little.
    by_lesser: [Bitboard; MAX_KINDS],
    /// Squares attacked by any piece.
    pub by_any: Bitboard,
}

impl Threats {
    pub fn new(evaluator: &Evaluator, position: &Position) -> Self {
        let by = !position.turn();
        let mut by_lesser = [Bitboard::EMPTY; MAX_KINDS];
        let mut by_any = position.pawn_attacks(by);
        let mut lesser = by_any;
        // Value and attacked squares of the kinds so far, the least valuable first. `first_greater` is the first one that does
        // not count as lesser.
        let mut so_far: ArrayVec<(i32, Bitboard), MAX_KINDS> = ArrayVec::new();
        let mut first_greater = 0;
        for &(kind, _) in &evaluator.kinds_by_value {
            let value = evaluator.value(kind);
            while let Some((_, attacks)) =
                so_far.get(first_greater).filter(|(lesser_value, _)| 5 * lesser_value < 4 * value)
            {
                lesser |= *attacks;
                first_greater += 1;
            }
            by_lesser[kind.index()] = lesser;
            let attacks = position.attacks_of_each(Piece::new(by, kind));
            let attacks = attacks.fold(Bitboard::EMPTY, |all, squares| all | squares);
            by_any |= attacks;
            so_far.push((value, attacks));
        }
        if let (Some(king), Some(kind)) = (position.king_square(by), position.variant().rules().king_kind()) {
            by_any |= position.attacks_of(Piece::new(by, kind), king);
        }
        Self { by_lesser, by_any }
    }

    /// Whether a move of a piece of `kind` leads from a square that lesser pieces attack to one that they do not.
    #[inline]
    pub fn is_escape(&self, kind: PieceKind, mv: Move) -> bool {
        let attacked = self.by_lesser[kind.index()];
        attacked.contains(mv.from) && !attacked.contains(mv.to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::fen;
    use crate::notation::variants_ini::Variants;
    use crate::rules::Color;

    /// The attackers of each square are found one by one in positions of games with arbitrary moves. A square is attacked if it has
    /// one, and by a lesser piece of a kind if one is a pawn or is worth less than four fifths of the kind. No quiet move starts
    /// or ends on a square of the opponent's pieces.
    #[test]
    fn threats_are_found_from_the_attackers_of_each_square() {
        for name in ["chess", "capablanca", "xxl", "wildebeest"] {
            let variant = Variants::built_in().find(name).expect("built in");
            let evaluator = Evaluator::new(&variant);
            let king = variant.rules().king_kind();
            let mut position = Position::start(&variant).expect("a legal start");
            for number in 0..40 {
                let threats = Threats::new(&evaluator, &position);
                let enemies = position.board().by_color(!position.turn());
                for square in variant.geometry().board() & !enemies {
                    let attackers = position.attackers_to(square, !position.turn());
                    assert_eq!(threats.by_any.contains(square), !attackers.is_empty(), "{name} {square:?}");
                    for &(kind, _) in &evaluator.kinds_by_value {
                        let is_lesser = |attacker| {
                            let attacker = position.board().piece_at(attacker).expect("a piece").kind;
                            variant.rules().pawns.contains(&attacker)
                                || king != Some(attacker)
                                    && 5 * evaluator.value(attacker) < 4 * evaluator.value(kind)
                        };
                        let expected = attackers.into_iter().any(is_lesser);
                        assert_eq!(
                            threats.by_lesser[kind.index()].contains(square),
                            expected,
                            "{name} {square:?}"
                        );
                    }
                }
                let moves = position.legal_moves();
                position.make(moves[number * 7 % moves.len()]);
            }
        }
    }

    /// The knight on e4 is attacked by the pawn on d5 and escapes to c3, but not to c5, which the pawn on d6 attacks. The rook on
    /// a1 is attacked by nothing.
    #[test]
    fn an_escape_leaves_the_squares_of_lesser_pieces() {
        let variant = Variants::built_in().find("chess").expect("built in");
        let position = fen::parse(&variant, "4k3/8/3p4/3p4/4N3/8/8/R3K3 w - - 0 1").expect("legal");
        assert_eq!(position.turn(), Color::White);
        let threats = Threats::new(&Evaluator::new(&variant), &position);
        let escapes = |text: &str| {
            let is_named = |mv: &&Move| format!("{}{}", mv.from, mv.to) == text;
            let moves = position.legal_moves();
            let mv = moves.iter().find(is_named).expect("a legal move");
            threats.is_escape(position.board().piece_at(mv.from).expect("a piece").kind, *mv)
        };
        assert_eq!(["e4c3", "e4c5", "a1a2"].map(escapes), [true, false, false]);
    }
}
