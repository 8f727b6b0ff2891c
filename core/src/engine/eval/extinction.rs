//! Extinction: a side loses, or wins, if it has too few pieces of a kind.

use crate::rules::goals::{Extinction, GameValue, Goal};
use crate::rules::{Bitboard, Color, PieceKind, Position, Variant};

use super::tapered::{Tapered, tapered};

/// The penalty for having only one piece more than an extinct side is `1000 * PENALTY / (VALUE_OFFSET + value)`, where `value`
/// is that of the least valuable kind of the set. Weak pieces are easier to lose.
const PENALTY: i32 = 364;
/// Summand of the divisor that [`PENALTY`] explains, in centipawns.
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
    /// A side is extinct only if its opponent has at least this many pieces of the set.
    opponent_least: i32,
    /// Penalty for having `most + 1` pieces of the set. Where extinction wins, it is a bonus.
    penalty: i32,
    /// Where extinction wins, the values of `kinds` in centipawns. It is empty where extinction loses.
    burdens: Vec<i32>,
}

impl ExtinctionTables {
    /// Computes the tables of `variant` with these piece values, in centipawns. Returns `None` unless extinction decides the
    /// game.
    pub fn new(variant: &Variant, values: &[i32]) -> Option<Self> {
        let of_rule = |rule: &Extinction, kinds: &Vec<PieceKind>| {
            let least = kinds.iter().map(|kind| values[kind.index()]).min().unwrap_or(0);
            PieceSet {
                kinds: kinds.clone(),
                most: rule.most as i32,
                opponent_least: rule.opponent_least as i32,
                // Any piece keeps a king from being bare, and one that is not attacked is not lost soon.
                penalty: if rule.is_bare_king() { 0 } else { 1_000 * PENALTY / (VALUE_OFFSET + least) },
                burdens: match rule.value {
                    GameValue::Win => kinds.iter().map(|kind| values[kind.index()]).collect(),
                    _ => Vec::new(),
                },
            }
        };
        let of_goal = |goal: &Goal| match goal {
            Goal::Extinction(rule) if rule.value != GameValue::Draw => {
                rule.kinds.iter().map(|kinds| of_rule(rule, kinds)).collect()
            }
            _ => Vec::new(),
        };
        let sets: Vec<_> = variant.rules().goals.iter().flat_map(of_goal).collect();
        (!sets.is_empty()).then_some(Self { sets })
    }

    /// Penalty for pieces of `color` of which few are left, and for those of them that are attacked. Where extinction wins, it is
    /// a bonus, and each piece is as bad as it would be good otherwise.
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
            let few = (set.penalty + ATTACKED * attacked) / (spare * spare);
            if set.burdens.is_empty() {
                score -= few;
            } else {
                let value =
                    |(&kind, value): (&PieceKind, &i32)| board.by_piece(color, kind).count() as i32 * value;
                // The values are in the material already.
                score += few - 2 * set.kinds.iter().zip(&set.burdens).map(value).sum::<i32>();
            }
        }
        tapered(score, score)
    }
}

#[cfg(test)]
mod tests {
    use super::ExtinctionTables;
    use crate::engine::Evaluator;
    use crate::notation::coords::parse_square;
    use crate::notation::{fen, variants_ini::Variants};
    use crate::rules::{Bitboard, Color};

    /// A side that loses its queen wins, so that a queen is a burden. A rook is not.
    #[test]
    fn pieces_whose_loss_wins_are_a_burden() {
        let text = "[test:chess]\nextinctionValue = win\nextinctionPieceTypes = q\n";
        let variants = Variants::built_in().with_file("test.ini", text).expect("a valid file");
        let variant = variants.get("test").expect("in the file");
        let evaluator = Evaluator::new(&variant);
        let value = |pieces: &str| {
            let text = format!("qnbqk3/pppppppp/8/8/8/8/PPPPPPPP/{pieces} w - - 0 1");
            evaluator.evaluate(&fen::parse(&variant, &text).expect("a legal position"))
        };
        assert!(value("QNBQK3") < value("1NBQK3") - 300);
        assert!(value("1NBQK2R") > value("1NBQK3") + 300);
    }

    /// In extinction chess the second of two knights is worth more than the third of three.
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

    /// In extinction chess an attack on the last rook costs more than one on the second of two rooks, which costs more than one
    /// on the third of three.
    #[test]
    fn an_attack_costs_more_the_fewer_pieces_are_left() {
        let variant = Variants::built_in().find("extinction").expect("built in");
        let tables = ExtinctionTables::new(&variant, &vec![500; variant.kinds().count()]).expect("a goal");
        let attack = Bitboard::from_square(parse_square("a1").expect("a square"));
        let cost = |rooks: &str| {
            let text = format!("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/{rooks} w kq - 0 1");
            let position = fen::parse(&variant, &text).expect("a legal position");
            let value = |attacks| tables.evaluate(&position, Color::White, attacks).mg;
            value(Bitboard::EMPTY) - value(attack)
        };
        let (three, two, last) = (cost("RNBQKBRR"), cost("RNBQKBNR"), cost("RNBQKBN1"));
        assert!(last > two && two > three && three > 0, "{three} {two} {last}");
    }
}
