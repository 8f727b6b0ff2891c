//! Extinction: a side loses if it has too few pieces of a kind.

use crate::rules::goals::{Extinction, GameValue, Goal};
use crate::rules::{Bitboard, Color, PieceKind, Position, Variant};

use super::tapered::{Tapered, tapered};

/// The penalty for having just enough pieces is this, in thousands, over their value and [`VALUE_OFFSET`]. Weak pieces are
/// easier to lose.
const PENALTY: i32 = 364;
const VALUE_OFFSET: i32 = 175;
/// Penalty for each attacked piece of a set of which just enough are left.
const ATTACKED: i32 = 280;

/// Value of the pieces that must not be lost.
#[derive(Debug)]
pub struct ExtinctionTables {
    sets: Vec<PieceSet>,
}

/// Pieces that are counted together.
#[derive(Debug)]
struct PieceSet {
    kinds: Vec<PieceKind>,
    /// A side that has at most this many pieces of the set is extinct.
    most: i32,
    opponent_least: i32,
    /// Penalty for having one piece more than that.
    penalty: i32,
}

impl ExtinctionTables {
    /// Computes the tables of `variant` with these piece values, in centipawns. Returns `None` unless a side loses by
    /// extinction.
    pub fn new(variant: &Variant, values: &[i32]) -> Option<Self> {
        let of_rule = |rule: &Extinction, kinds: &Vec<PieceKind>| {
            let least = kinds.iter().map(|kind| values[kind.index()]).min().unwrap_or(0);
            PieceSet {
                kinds: kinds.clone(),
                most: rule.most as i32,
                opponent_least: rule.opponent_least as i32,
                penalty: 1_000 * PENALTY / (VALUE_OFFSET + least),
            }
        };
        let of_goal = |goal: &Goal| match goal {
            Goal::Extinction(rule) if rule.value == GameValue::Loss => {
                rule.kinds.iter().map(|kinds| of_rule(rule, kinds)).collect()
            }
            _ => Vec::new(),
        };
        let sets: Vec<_> = variant.rules().goals.iter().flat_map(of_goal).collect();
        (!sets.is_empty()).then_some(Self { sets })
    }

    /// Penalty for pieces of `color` of which few are left, and for those of them that are attacked.
    pub fn evaluate(&self, position: &Position, color: Color, enemy_attacks: Bitboard) -> Tapered {
        let board = position.board();
        let mut score = 0;
        for set in &self.sets {
            let pieces = board.by_kinds(&set.kinds);
            let own = pieces & board.by_color(color);
            if ((pieces & board.by_color(!color)).count() as i32) < set.opponent_least {
                continue;
            }
            let spare = (own.count() as i32 - set.most).max(1);
            let attacked = (own & enemy_attacks).count() as i32;
            score -= (set.penalty + ATTACKED * attacked) / (spare * spare);
        }
        tapered(score, score)
    }
}

#[cfg(test)]
mod tests {
    use crate::engine::Evaluator;
    use crate::notation::{fen, variants_ini::Variants};

    /// In extinction chess the second of two knights is worth more than the third of three, and with only two rooks left an
    /// attacked one costs more.
    #[test]
    fn pieces_of_which_few_are_left_are_worth_more() {
        let variant = Variants::built_in().find("extinction").expect("built in");
        let evaluator = Evaluator::new(&variant);
        let value = |knights: &str| {
            let text = format!("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/{knights} w kq - 0 1");
            evaluator.evaluate(&fen::parse(&variant, &text).expect("a legal position"))
        };
        let (three, two, one) = (value("RNBQKNNR"), value("RNBQK1NR"), value("R1BQK1NR"));
        assert!(two - one > three - two, "{three} {two} {one}");
    }
}
