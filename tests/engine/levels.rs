//! The levels: whole games by the rules, the same task and the same move, and for each weakness a position in which
//! it decides.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::common::{variant, xxl};
use xxlchess::engine::levels::{HumanPlayer, HumanTraits, LEVELS, Level, LevelPlayer, PlayStyle, Weakness};
use xxlchess::engine::{Evaluator, Limits, Player, SearchRequest, Weights};
use xxlchess::game::options::{Kind, OptionKey};
use xxlchess::notation::coords;
use xxlchess::rules::{Move, Position};

fn task(position: &Position, keys: &[u64], seed: u64) -> SearchRequest {
    SearchRequest {
        position: position.clone(),
        search_moves: None,
        key_history: keys.to_vec(),
        time_left: None,
        increment: Duration::ZERO,
        seed,
        deterministic: true,
    }
}

fn running() -> AtomicBool {
    AtomicBool::new(false)
}

/// Lets `level` play `plies` half-moves against itself, game after game; every move is checked by the rules.
fn self_play(level: Level, start: &Position, plies: usize) {
    let mut player = LevelPlayer::new(level, 1);
    let mut position = start.clone();
    let mut keys = Vec::new();
    for ply in 0..plies {
        if position.outcome(1).is_some() {
            (position, keys) = (start.clone(), Vec::new());
        }
        keys.push(position.key());
        let task = task(&position, &keys, ply as u64);
        // The search with few nodes, for time's sake; `tools/src/bin/levels.rs` plays the levels as they are.
        let mv = player.search(&task, &Limits::nodes(200), &running()).expect("there is a move");
        position.play(mv).unwrap_or_else(|error| panic!("level {level:?}: {error}"));
    }
}

/// 300 plies each.
#[test]
fn every_level_plays_legal_moves() {
    for level in Level::all() {
        self_play(level, &Position::start(&variant("xxlm")).unwrap(), 300);
    }
}

/// Other boards, rules without check, and fog of war.
#[test]
fn every_level_plays_every_variant() {
    let chess = variant("chess");
    let fog = Arc::new(chess.in_fog());
    for variant in [chess, variant("capablanca"), variant("simplified"), fog] {
        for level in Level::all() {
            self_play(level, &Position::start(&variant).unwrap(), 60);
        }
    }
}

/// As in fog; it captures the king if it can.
#[test]
fn every_level_chooses_from_the_given_moves() {
    let chess = variant("chess");
    let fog = Arc::new(chess.in_fog());
    let position = xxlchess::notation::fen::parse(&fog, "3qk3/8/8/8/8/8/4R3/4K3 w - - 0 1").unwrap();
    let moves = |texts: &[&str]| -> Vec<Move> {
        texts.iter().map(|text| coords::parse_move(&position, text).expect("a legal move")).collect()
    };
    for level in Level::all() {
        let mut player = LevelPlayer::new(level, 1);
        for (given, right) in
            [(vec!["e1f1", "e1f2"], vec!["e1f1", "e1f2"]), (vec!["e1f1", "e2e8"], vec!["e2e8"])]
        {
            let task = SearchRequest { search_moves: Some(moves(&given)), ..task(&position, &[], 7) };
            let mv = player.choose_move(&task, &running()).expect("a move");
            assert!(moves(&right).contains(&mv), "level {level:?}");
        }
    }
}

/// Whatever was searched before.
#[test]
fn the_same_request_has_the_same_answer() {
    let mut position = Position::start(&variant("xxl")).unwrap();
    let mut experienced: Vec<_> = Level::all().map(|level| LevelPlayer::new(level, 2)).collect();
    for ply in 0..2 {
        // Players of levels that think long are asked once.
        let levels = if ply == 0 { 10 } else { 8 };
        for (level, player) in Level::all().zip(&mut experienced).take(levels) {
            let task = task(&position, &[], 11);
            let answer = player.choose_move(&task, &running());
            assert_eq!(
                answer,
                LevelPlayer::new(level, 1).choose_move(&task, &running()),
                "{level:?}, ply {ply}"
            );
        }
        position.play(position.legal_moves()[ply]).unwrap();
    }
}

/// Stopped before it starts.
#[test]
fn a_stopped_level_has_a_legal_move() {
    let position = Position::start(&variant("xxl")).unwrap();
    for level in Level::all() {
        let answer = LevelPlayer::new(level, 1).choose_move(&task(&position, &[], 3), &AtomicBool::new(true));
        assert!(answer.is_some_and(|mv| position.is_legal(mv)), "{level:?}");
    }
}

/// Fewer weaknesses, more nodes; no level below the last needs a clock.
#[test]
fn the_levels_become_stronger_in_the_table() {
    assert_eq!(OptionKey::Difficulty.row().kind, Kind::Number(1, Level::STRONGEST.number()));
    assert_eq!(OptionKey::Difficulty.row().from_word("normal"), Some(OptionKey::Difficulty.row().default));
    assert_eq!(LEVELS[0].style, PlayStyle::Rules);
    let figures = |style| match style {
        PlayStyle::Rules => [0; 4],
        PlayStyle::HumanLike(t) => {
            assert!(t.max_nodes <= 50_000, "this would take longer than a moment");
            [1, t.depth.into(), t.max_nodes, u64::MAX - t.missed_leaps - t.missed_guards]
        }
        PlayStyle::Search(effort) => [2, effort.deterministic_nodes, effort.nodes.unwrap_or(u64::MAX), 0],
    };
    let all: Vec<_> = LEVELS.iter().map(|row| figures(row.style)).collect();
    assert!(all.is_sorted(), "{all:?}");
    let names: BTreeSet<_> = LEVELS.iter().map(|row| row.description).collect();
    assert_eq!(names.len(), LEVELS.len());
}

/// Both ends.
#[test]
fn a_level_out_of_range_is_the_nearest_one() {
    assert_eq!([0, 1, 10, 255].map(|n| Level::new(n).number()), [1, 1, 10, 10]);
}

/// What a player of `traits` plays for White in `fen` of `xxl`, in coordinates.
fn played(traits: HumanTraits, fen: &str, seed: u64) -> String {
    let position = xxl(fen);
    let evaluator = Evaluator::new(position.variant(), Weights::default());
    let mv =
        HumanPlayer { traits }.choose(&evaluator, &task(&position, &[], seed), &running()).expect("a move");
    coords::format_move(position.variant(), mv)
}

/// Asserts that a player of `traits` errs by playing `error` in `fen`, and that it is `weakness` that decides.
fn decides(weakness: Weakness, traits: HumanTraits, fen: &str, error: &str) {
    let (weak, strong) = (played(traits, fen, 1), played(traits.without(weakness), fen, 1));
    assert_eq!(weak, error, "{weakness:?}; without it {strong}");
    assert_ne!(strong, error, "{weakness:?}");
}

/// Guarded by a knight and by a camel.
#[test]
fn a_level_that_overlooks_leaps_takes_a_guarded_pawn() {
    let traits = HumanTraits { missed_leaps: 1000, ..HumanTraits::flawless(1) };
    for fen in [
        "11k2/14/14/5n8/14/4p9/14/14/14/4Q9/14/14/14/K13 w - - 0 1",
        "11k2/14/14/5c8/14/14/4p9/14/14/4Q9/14/14/14/K13 w - - 0 1",
    ] {
        let target = if fen.contains('n') { "e5e9" } else { "e5e8" };
        decides(Weakness::MissedLeaps, traits, fen, target);
    }
}

/// The rook that guarded it takes a pawn.
#[test]
fn a_level_that_forgets_guards_loses_a_knight() {
    let traits = HumanTraits { missed_guards: 1000, ..HumanTraits::flawless(1) };
    let fen = "13k/4N2r6/14/14/p3R9/14/14/14/14/14/14/14/14/1K12 w - - 0 1";
    decides(Weakness::MissedGuards, traits, fen, "e10a10");
}

/// The knight leaves the first rank.
#[test]
fn a_level_that_sees_one_reply_allows_a_mate() {
    let traits = HumanTraits { max_replies: 1, ..HumanTraits::flawless(2) };
    decides(Weakness::FewReplies, traits, MATE_ON_THE_FIRST_RANK, "f2g4");
}

/// The same pawn.
#[test]
fn a_level_that_sees_only_its_own_move_takes_the_pawn() {
    let traits = HumanTraits::flawless(1);
    decides(Weakness::ShallowDepth, traits, MATE_ON_THE_FIRST_RANK, "f2g4");
}

/// The knight on f2 guards h1 and can take g4; the bishop can take a defended pawn, and Rh1 would be mate.
const MATE_ON_THE_FIRST_RANK: &str = "14/14/12k1/14/4b9/7r6/14/14/8P5/9P4/6p7/14/PP3N8/K13 w - - 0 1";

/// The exchange is one capture longer than it counts.
#[test]
fn a_level_that_counts_few_captures_misses_a_bishop() {
    let fen = "k13/p5q4g2/14/14/5b8/2G11/4N9/14/14/14/14/11R2/14/13K w - - 0 1";
    let traits = HumanTraits { capture_depth: 1, ..HumanTraits::flawless(1) };
    let (weak, strong) = (played(traits, fen, 1), played(traits.without(Weakness::ShortExchanges), fen, 1));
    assert_eq!(strong, "e8f10");
    assert_ne!(weak, strong);
}

/// It takes a pawn after three positions.
#[test]
fn a_level_with_few_nodes_misses_a_quiet_mate() {
    let traits = HumanTraits { max_nodes: 3, ..HumanTraits::flawless(1) };
    decides(Weakness::FewNodes, traits, "13k/R13/14/14/14/14/14/14/14/14/14/14/14/KR2p9 w - - 0 1", "b1e1");
}

/// It takes a pawn.
#[test]
fn a_level_that_overvalues_captures_loses_a_camel() {
    let traits = HumanTraits { attack_bias: 3_000, ..HumanTraits::flawless(1) };
    let fen = "12nk/13p/2q11/14/8R2p2/14/2C11/14/14/14/14/14/14/K13 w - - 0 1";
    decides(Weakness::AttackBias, traits, fen, "i10l10");
}

/// For some seeds; without misjudgement for none.
#[test]
fn a_level_that_misjudges_sometimes_leaves_a_free_pawn() {
    let fen = "12k1/14/14/14/14/14/14/14/14/14/8R2p2/14/14/K13 w - - 0 1";
    let sound = HumanTraits::flawless(1);
    let traits = HumanTraits { eval_noise: 3_000, ..sound };
    let moves = |traits| -> BTreeSet<String> { (0..12).map(|seed| played(traits, fen, seed)).collect() };
    assert_eq!(moves(sound), BTreeSet::from(["i4l4".to_owned()]));
    assert!(moves(traits).len() > 1);
}
