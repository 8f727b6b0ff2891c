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

/// Shows that no level ever makes an illegal move or finds none where there is one, in 300 half-moves each.
#[test]
fn every_level_plays_by_the_rules() {
    for level in Level::all() {
        self_play(level, &Position::start(&variant("xxlm")).unwrap(), 300);
    }
}

/// Shows the same on other boards, and under rules of which none knows check and one is the fog's.
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

/// Shows that a player is handed the moves to choose from in the fog, and takes the king where it can.
#[test]
fn every_level_keeps_to_the_moves_it_is_given() {
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

/// Shows that a repeatable task has one answer, whatever the player has thought about before.
#[test]
fn the_same_task_has_the_same_answer() {
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

/// Shows that a player who is told to stop answers with a legal move all the same.
#[test]
fn told_to_stop_there_is_a_move() {
    let position = Position::start(&variant("xxl")).unwrap();
    for level in Level::all() {
        let answer = LevelPlayer::new(level, 1).choose_move(&task(&position, &[], 3), &AtomicBool::new(true));
        assert!(answer.is_some_and(|mv| position.is_legal(mv)), "{level:?}");
    }
}

/// Shows that the table has the levels that the option offers, the six rules first, players of ever fewer weaknesses,
/// and a search of ever more nodes; and that those without a clock look at too few positions to need one.
#[test]
fn the_table_rises() {
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

/// Shows that a level out of range is the nearest there is.
#[test]
fn levels_out_of_range() {
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

/// Shows that the queen takes a pawn that a knight guards, and one that a camel guards, if the jump is overlooked.
#[test]
fn overlooked_leaps_decide() {
    let traits = HumanTraits { missed_leaps: 1000, ..HumanTraits::flawless(1) };
    for fen in [
        "11k2/14/14/5n8/14/4p9/14/14/14/4Q9/14/14/14/K13 w - - 0 1",
        "11k2/14/14/5c8/14/14/4p9/14/14/4Q9/14/14/14/K13 w - - 0 1",
    ] {
        let target = if fen.contains('n') { "e5e9" } else { "e5e8" };
        decides(Weakness::MissedLeaps, traits, fen, target);
    }
}

/// Shows that the rook goes for a pawn and leaves the knight it guarded to the enemy, if that duty is forgotten.
#[test]
fn forgotten_guards_decide() {
    let traits = HumanTraits { missed_guards: 1000, ..HumanTraits::flawless(1) };
    let fen = "13k/4N2r6/14/14/p3R9/14/14/14/14/14/14/14/14/1K12 w - - 0 1";
    decides(Weakness::MissedGuards, traits, fen, "e10a10");
}

/// Shows that the knight leaves the first rank to a mating rook, if only the one most striking answer comes to mind.
#[test]
fn few_replies_decide() {
    let traits = HumanTraits { max_replies: 1, ..HumanTraits::flawless(2) };
    decides(Weakness::FewReplies, traits, MATE_ON_THE_FIRST_RANK, "f2g4");
}

/// Shows that the same pawn is taken by a player who looks at the own move alone.
#[test]
fn a_shallow_horizon_decides() {
    let traits = HumanTraits::flawless(1);
    decides(Weakness::ShallowDepth, traits, MATE_ON_THE_FIRST_RANK, "f2g4");
}

/// The knight on f2 guards h1 and can take g4; the bishop can take a defended pawn, and Rh1 would be mate.
const MATE_ON_THE_FIRST_RANK: &str = "14/14/12k1/14/4b9/7r6/14/14/8P5/9P4/6p7/14/PP3N8/K13 w - - 0 1";

/// Shows that a bishop is left alone although it can be had, because the general lost for it is avenged by one
/// capture more than the player counts: the queen that takes it leaves another general alone.
#[test]
fn lost_count_decides() {
    let fen = "k13/p5q4g2/14/14/5b8/2G11/4N9/14/14/14/14/11R2/14/13K w - - 0 1";
    let traits = HumanTraits { capture_depth: 1, ..HumanTraits::flawless(1) };
    let (weak, strong) = (played(traits, fen, 1), played(traits.without(Weakness::ShortExchanges), fen, 1));
    assert_eq!(strong, "e8f10");
    assert_ne!(weak, strong);
}

/// Shows that a rook takes a pawn instead of mating quietly, if the player decides after three positions.
#[test]
fn impatience_decides() {
    let traits = HumanTraits { max_nodes: 3, ..HumanTraits::flawless(1) };
    decides(Weakness::FewNodes, traits, "13k/R13/14/14/14/14/14/14/14/14/14/14/14/KR2p9 w - - 0 1", "b1e1");
}

/// Shows that a pawn is taken and a camel left hanging for it, if captures look better than they are.
#[test]
fn eagerness_decides() {
    let traits = HumanTraits { attack_bias: 3_000, ..HumanTraits::flawless(1) };
    let fen = "12nk/13p/2q11/14/8R2p2/14/2C11/14/14/14/14/14/14/K13 w - - 0 1";
    decides(Weakness::AttackBias, traits, fen, "i10l10");
}

/// Shows that a misjudgement lets a free pawn stand for some seeds and take it for others, and that none means always.
#[test]
fn misjudgement_decides() {
    let fen = "12k1/14/14/14/14/14/14/14/14/14/8R2p2/14/14/K13 w - - 0 1";
    let sound = HumanTraits::flawless(1);
    let traits = HumanTraits { eval_noise: 3_000, ..sound };
    let moves = |traits| -> BTreeSet<String> { (0..12).map(|seed| played(traits, fen, seed)).collect() };
    assert_eq!(moves(sound), BTreeSet::from(["i4l4".to_owned()]));
    assert!(moves(traits).len() > 1);
}
