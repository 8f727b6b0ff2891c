//! Random walks through every variant: incrementally updated values equal their definitions at every ply.
//!
//! The environment sets the number of plies (`XXLCHESS_PLIES`; `tests/soak/rules` walks a million) and the seed
//! (`XXLCHESS_SEED`).

use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;
use std::time::Instant;

use crate::common::Dice;
use xxlchess::notation::variants_ini::Variants;
use xxlchess::notation::{coords, fen, san};
use xxlchess::rules::{GenType, Move, MoveFlag, Position, Variant};

/// Most plies of a walk.
const LONGEST: usize = 300;

/// A number from the environment, or a default.
fn setting(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().map_or(otherwise, |text| text.parse().expect("a number"))
}

/// The built-in variants and those of the tests.
fn variants() -> Vec<Arc<Variant>> {
    let all = Variants::built_in().with_file("variants.ini", include_str!("../data/variants.ini"));
    let all = all.expect("the tests' variants have no faults");
    all.names().filter_map(|name| all.get(name)).collect()
}

/// In random walks board and key equal their definitions, `make` and `play` agree, `unmake` restores the position, and
/// FEN, coordinates and SAN are parsed as they are formatted.
#[test]
fn incremental_values_equal_their_definitions_in_all_variants() {
    let (plies, seed) = (setting("XXLCHESS_PLIES", 15_000), setting("XXLCHESS_SEED", 1));
    let begin = Instant::now();
    let variants = variants();
    let mut dice = Dice::new(seed);
    let (mut walked, mut walks, mut seen) = (0, 0, HashSet::new());
    while walked < plies {
        let variant = &variants[walks % variants.len()];
        let mut position = Position::start(variant).expect("a legal start");
        walks += 1;
        for _ in 0..LONGEST {
            let Some(mv) = ply(&mut position, &mut dice) else { break };
            position.play(mv).expect("a legal move");
            seen.insert((walks % variants.len(), position.key()));
            walked += 1;
            if walked == plies {
                break;
            }
        }
    }
    let (seconds, kinds) = (begin.elapsed().as_secs_f64(), variants.len());
    println!(
        "{walked} plies, {walks} walks, {kinds} variants, {} different positions, seed {seed}, {seconds:.1} s",
        seen.len()
    );
    assert!(seen.len() as u64 > plies / 2, "the walks go in circles");
}

/// Checks a position and returns a random move.
fn ply(position: &mut Position, dice: &mut Dice) -> Option<Move> {
    let variant = Arc::clone(position.variant());
    let text = fen::format(position);
    assert_eq!(*position.board(), position.board().from_scratch(variant.geometry()), "{text}");
    assert_eq!(position.key(), position.board().key() ^ position.state_key_from_scratch(), "{text}");
    let again = fen::parse(&variant, &text).expect("its own FEN");
    assert_eq!((again.key(), fen::format(&again)), (position.key(), text.clone()));

    let legal = position.legal_moves();
    assert_eq!(legal.len() as u64, position.count_legal_moves(), "{text}");
    assert_eq!(legal.is_empty(), !position.has_legal_move(), "{text}");
    let set: BTreeSet<Move> = legal.iter().copied().collect();
    assert_eq!(set.len(), legal.len(), "a move twice: {text}");
    let mut pseudo = Vec::new();
    position.generate_pseudo_legal(GenType::All, &mut pseudo);
    let mut safe: BTreeSet<Move> = pseudo.into_iter().filter(|&mv| position.is_safe_after(mv)).collect();
    if variant.rules().must_capture && safe.iter().any(|&mv| position.is_capture(mv)) {
        safe.retain(|&mv| position.is_capture(mv));
    }
    if position.reached_goal().is_some() {
        safe.clear();
    }
    assert_eq!(set, safe, "{} {text}", variant.rules().name);

    let captures = legal.iter().any(|mv| mv.flag == MoveFlag::EnPassant);
    // A game that is over has no moves, whatever its last move was.
    assert!(position.en_passant().is_some() == captures || legal.is_empty(), "{text}");
    let &mv = legal.get(dice.below(legal.len().max(1)))?;
    assert!(position.is_legal(mv));
    let written = coords::format_legal_move(position, mv);
    assert_eq!(coords::parse_move(position, &written), Some(mv), "{written} in {text}");
    let short = san::format(position, mv);
    assert_eq!(san::parse(position, &short), Ok(mv), "{short} for {written} in {text}");
    // All moves of some positions, one move of the others.
    let tried = if dice.below(16) == 0 { legal.as_slice() } else { &[mv][..] };
    for &mv in tried {
        let before = position.clone();
        let key_ahead = position.key_after(mv);
        let undo = position.make(mv);
        assert_eq!(*position.board(), position.board().from_scratch(variant.geometry()), "{text}");
        let state = |p: &Position| (p.initial_move_rights(), p.en_passant(), p.checks_left());
        if matches!(mv.flag, MoveFlag::Normal | MoveFlag::Promote(_))
            && before.en_passant().is_none()
            && state(position) == state(&before)
        {
            assert_eq!(key_ahead, position.key(), "{text}");
        }
        position.unmake(mv, &undo);
        assert_eq!(*position, before, "{text}");
        assert_eq!(position.key(), before.key(), "{text}");
        assert_eq!(position.count(), before.count(), "{text}");
    }
    Some(mv)
}
