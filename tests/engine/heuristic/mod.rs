//! Heuristic player: a position for each rule, the definitions of the rules, whole games.

mod definitions;
mod games;
mod positions;

use std::collections::BTreeSet;
use std::sync::Arc;

use rand::SeedableRng;
use rand::rngs::StdRng;
use xxlchess::engine::heuristic::{Rule, choose_by};
use xxlchess::notation::coords;
use xxlchess::notation::variants_ini::Variants;
use xxlchess::rules::{Bitboard, Color, Piece, Position, Setup, Square, Variant};

/// The built-in variants and those of these tests.
fn variants() -> Variants {
    let file = include_str!("variants.ini");
    Variants::built_in().with_file("variants.ini", file).expect("the file has no fault")
}

fn variant(name: &str) -> Arc<Variant> {
    variants().get(name).expect("the variant is in a file")
}

/// A position with White to move, made from the number and the squares of each rank that is not empty. Upper case is
/// White.
fn layout(variant: &str, ranks: &[(u8, &str)]) -> Position {
    let variant = self::variant(variant);
    let mut setup = Setup { initial_move_rights: Bitboard::EMPTY, ..Setup::at_start(Vec::new()) };
    for &(rank, tiles) in ranks {
        assert_eq!(tiles.len(), usize::from(variant.geometry().files()), "rank {rank}");
        for (file, letter) in (0..).zip(tiles.chars()).filter(|&(_, letter)| letter != '.') {
            let kind = variant.kind_by_letter(letter).expect("a letter of the table");
            let color = if letter.is_uppercase() { Color::White } else { Color::Black };
            setup.pieces.push((Square::new(file, rank - 1), Piece::new(color, kind)));
        }
    }
    Position::from_setup(&variant, &setup).expect("a legal position")
}

/// The rule that decides and all moves that it chooses over many seeds; `None` if no rule decides.
fn decisions(rules: &[Rule], position: &Position) -> Option<(Rule, BTreeSet<String>)> {
    let mut moves = BTreeSet::new();
    let mut deciding_rule = None;
    for seed in 0..200 {
        let decision = choose_by(rules, position, &mut StdRng::seed_from_u64(seed))?;
        assert_eq!(
            *deciding_rule.get_or_insert(decision.rule),
            decision.rule,
            "the rule must not depend on the seed"
        );
        moves.insert(coords::format_move(position.variant(), decision.mv));
    }
    deciding_rule.map(|rule| (rule, moves))
}

fn set(moves: &[&str]) -> BTreeSet<String> {
    moves.iter().map(|&mv| mv.to_owned()).collect()
}

/// All rules but one.
fn without(rule: Rule) -> Vec<Rule> {
    Rule::ALL.into_iter().filter(|&other| other != rule).collect()
}
