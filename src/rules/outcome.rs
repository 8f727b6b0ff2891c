//! How a game ends by the rules of the board: mate, stalemate, repetition, the move rule.

use super::bitboard::Bitboard;
use super::color::Color;
use super::position::Position;
use super::square::Square;
use super::variant::StalemateValue;

/// The end of a game as the board decides it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A king was captured, where that loses.
    KingCaptured {
        /// The side that captured it.
        winner: Color,
    },
    /// The side to move is in check and has no legal move.
    Checkmate {
        /// The other side.
        winner: Color,
    },
    /// The side to move has no legal move and is not in check.
    Stalemate {
        /// Who wins by it, in variants where it is no draw.
        winner: Option<Color>,
    },
    /// The position has occurred as often as the variant allows.
    Repetition,
    /// So many half-moves without capture or pawn move as the variant allows.
    MoveRule,
}

impl Position {
    /// How the game has ended, if it has; `occurrences` counts how often this position has occurred, this time
    /// included.
    #[must_use]
    pub fn outcome(&self, occurrences: usize) -> Option<Outcome> {
        let (turn, rules) = (self.turn(), self.variant().rules());
        // Who has just moved still has a king.
        if rules.capturable_king.is_some_and(|king| self.board().by_piece(turn, king).is_empty()) {
            return Some(Outcome::KingCaptured { winner: !turn });
        }
        if !self.has_legal_move() {
            if self.is_check() {
                return Some(Outcome::Checkmate { winner: !turn });
            }
            let winner = match rules.stalemate {
                StalemateValue::Draw => None,
                StalemateValue::Win => Some(turn),
                StalemateValue::Loss => Some(!turn),
            };
            return Some(Outcome::Stalemate { winner });
        }
        if rules.repetition_limit > 0 && occurrences >= usize::from(rules.repetition_limit) {
            return Some(Outcome::Repetition);
        }
        (rules.move_rule_plies > 0 && self.halfmove_clock() >= rules.move_rule_plies)
            .then_some(Outcome::MoveRule)
    }

    /// The fewest pieces that, between them, take from the mated king its own tile and every tile beside it.
    ///
    /// A tile counts that the king cannot enter because it is attacked: an empty one, or an enemy piece that is
    /// defended. Tiles held by the king's own side do not. Of several smallest sets the one with the lowest
    /// squares is given. rule: docs/rules.md#check-mate-draw
    #[must_use]
    pub fn mating_pieces(&self) -> Bitboard {
        let (us, them) = (self.turn(), !self.turn());
        let Some(king) = self.royal_king(us) else { return Bitboard::EMPTY };
        let beside = self.steps_of_king(king).without(self.board().by_color(us));
        let attackers: Vec<Bitboard> = (beside | Bitboard::from_square(king))
            .into_iter()
            // The king itself shields no tile from its attacker.
            .map(|tile| self.attackers_without(tile, them, king).without(Bitboard::from_square(tile)))
            .filter(|attackers| attackers.any())
            .collect();
        smallest_cover(&attackers)
    }

    /// The tiles a king on `king` could step to on an empty board.
    fn steps_of_king(&self, king: Square) -> Bitboard {
        let movements = self.variant().movements();
        let leaps = |royal| movements.of(royal).capture_leaps(self.turn(), king);
        self.variant().rules().royal.map_or(Bitboard::EMPTY, leaps)
    }
}

/// The smallest set of squares that meets every one of `sets`, none of them empty.
fn smallest_cover(sets: &[Bitboard]) -> Bitboard {
    // One square of each set always suffices, so some size has an answer.
    (0..=sets.len()).find_map(|size| cover_of(sets, size, Bitboard::EMPTY)).unwrap_or_default()
}

/// A set of at most `size` more squares that, with `chosen`, meets all of `sets`.
fn cover_of(sets: &[Bitboard], size: usize, chosen: Bitboard) -> Option<Bitboard> {
    let Some(&open) = sets.iter().find(|set| !set.intersects(chosen)) else { return Some(chosen) };
    if size == 0 {
        return None;
    }
    open.into_iter().find_map(|square| cover_of(sets, size - 1, chosen | Bitboard::from_square(square)))
}
