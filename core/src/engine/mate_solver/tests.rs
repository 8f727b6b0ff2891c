//! Tests of the solver against the definition of mate.

use std::sync::atomic::AtomicBool;

use super::check_filter::CheckFilter;
use super::{Solver, SolverGoal};
use crate::notation::fen;
use crate::notation::variants_ini::Variants;
use crate::rules::{Move, Position};

/// A pseudo-random move.
fn random_move(moves: &[Move], seed: &mut u64) -> Move {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    moves[(*seed >> 33) as usize % moves.len()]
}

/// In random games of all variants with a king no move gives check that the filter ruled out. The games have castling,
/// promotions and discovered checks. In variants of leapers and sliders the filter rules out most moves.
#[test]
fn the_check_filter_never_rules_out_a_check() {
    let variants = Variants::built_in();
    for variant in
        variants.names().filter_map(|name| variants.get(name)).filter(|v| v.rules().royal_kind.is_some())
    {
        let (mut checks, mut maybe, mut all) = (0, 0, 0);
        for game in 0..6 {
            let mut seed = game + 1;
            let mut position = Position::start(&variant).expect("a start");
            for _ in 0..160 {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                let may_check: Vec<_> = {
                    let checks = CheckFilter::new(&position);
                    moves.iter().map(|&mv| checks.may_check(mv)).collect()
                };
                for (&mv, may_check) in moves.iter().zip(may_check) {
                    let undo = position.make(mv);
                    let check = position.is_check();
                    position.unmake(mv, &undo);
                    assert!(
                        may_check || !check,
                        "{}: {mv:?} in {}",
                        variant.rules().name,
                        fen::format(&position)
                    );
                    checks += usize::from(check);
                    maybe += usize::from(may_check);
                    all += 1;
                }
                position.make(random_move(&moves, &mut seed));
            }
        }
        assert!(checks > 0, "{}", variant.rules().name);
        assert!(
            variant.has_complex_attacks() || maybe * 2 < all,
            "{}: {maybe} of {all}",
            variant.rules().name
        );
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

/// In random positions near a mate the solver finds a shortest mate in one or two moves exactly if there is one by the
/// definition of mate.
#[test]
fn the_solver_agrees_with_the_definition_of_mate() {
    let variant = Variants::built_in().get("xxl").expect("built in");
    let stop = AtomicBool::new(false);
    let (mut found, mut missed) = (0, 0);
    for board in ["11k2/9P4/10K3/14/12G1/10C3", "13k/14/10EK2/9p4/14/7B6", "8r5/13k/10G3/11K2/9N4/14"] {
        let text = format!("{board}/14/14/14/14/14/14/14/14 w - - 0 1");
        // Pawns that cannot move block the squares.
        let start = fen::parse(&variant, &text).expect("legal");
        for walk in 0..25 {
            let mut seed = walk;
            let mut position = start.clone();
            for _ in 0..4 {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position.make(random_move(&moves, &mut seed));
            }
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
