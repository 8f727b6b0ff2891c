//! Tests of the solver against the definition of mate.

use std::sync::atomic::AtomicBool;

use super::check_filter::CheckFilter;
use super::{Solver, SolverGoal};
use crate::notation::fen;
use crate::notation::variants_ini::Variants;
use crate::rules::{Position, random_game};

/// In random games of all variants with a royal king and checks, and of chess with mandatory captures, no move that the
/// filter has ruled out gives check. The games have castling, promotions and discovered checks. In variants with only leapers
/// and sliders the filter rules out most moves.
#[test]
fn the_check_filter_never_rules_out_a_check() {
    let variants = Variants::built_in().with_file("own.ini", "[forced:chess]\nmustCapture = true\n");
    let variants = variants.expect("no fault");
    let all_variants = variants.names().filter_map(|name| variants.get(name));
    for variant in all_variants.filter(|v| v.rules().royal_kind.is_some() && v.rules().may_check) {
        let (mut checks, mut maybe, mut all) = (0, 0, 0);
        let name = &variant.rules().name;
        let start = Position::start(&variant).expect("a start");
        for seed in 1..=6 {
            random_game::play(start.clone(), seed, 160, |position, moves, _| {
                let mut filter = CheckFilter::new(position);
                for &mv in moves {
                    let may_check = filter.may_check(mv);
                    let mut after = position.clone();
                    after.make(mv);
                    let check = after.is_check();
                    assert!(may_check || !check, "{name}: {mv:?} in {}", fen::format(position));
                    checks += usize::from(check);
                    maybe += usize::from(may_check);
                    all += 1;
                }
            });
        }
        assert!(checks > 0, "{name}");
        assert!(variant.has_complex_attacks() || maybe * 2 < all, "{name}: {maybe} of {all}");
    }
}

/// Whether the side to move mates in at most `moves` moves, by the definition of mate.
fn mates(position: &Position, moves: u8) -> bool {
    moves > 0
        && position.legal_moves().into_iter().any(|mv| {
            let mut after = position.clone();
            after.make(mv);
            let replies = after.legal_moves();
            if replies.is_empty() {
                return after.is_check();
            }
            replies.into_iter().all(|reply| {
                let mut answered = after.clone();
                answered.make(reply);
                mates(&answered, moves - 1)
            })
        })
}

/// In random positions near a mate, the solver and the definition of mate agree on whether there is a mate in one move,
/// in two moves, or none.
#[test]
fn the_solver_agrees_with_the_definition_of_mate() {
    let variant = Variants::built_in().get("xxl").expect("built in");
    let stop = AtomicBool::new(false);
    let (mut found, mut missed) = (0, 0);
    for board in ["11k2/9P4/10K3/14/12G1/10C3", "13k/14/10EK2/9p4/14/7B6", "8r5/13k/10G3/11K2/9N4/14"] {
        let text = format!("{board}/14/14/14/14/14/14/14/14 w - - 0 1");
        // Pawns that cannot move block the squares.
        let start = fen::parse(&variant, &text).expect("legal");
        for seed in 0..25 {
            let position = random_game::play(start.clone(), seed, 4, |_, _, _| {});
            let mut solver = Solver::new(SolverGoal::Mate, u64::MAX, &stop);
            let shortest = solver.shortest(&position, 2).expect("an answer").map(|(count, _)| count);
            let defined = (1..=2).find(|&count| mates(&position, count));
            assert_eq!(shortest, defined, "{}", fen::format(&position));
            found += usize::from(defined.is_some());
            missed += usize::from(defined.is_none());
        }
    }
    assert!(found > 5 && missed > 5, "{found} found, {missed} missed");
}
