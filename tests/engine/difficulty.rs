//! Levels of difficulty: games with legal moves, deterministic answers, and for each weakness of human-like players a
//! position in which it leads to an error.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::common::variant;
use xxlchess::engine::difficulty::{
    DIFFICULTIES, Difficulty, DifficultyPlayer, DifficultyRow, HumanLikePlayer, HumanParams, PlayStyle,
    search_by_budget,
};
use xxlchess::engine::{Engine, Evaluator, Limits, Options as EngineOptions, Player, SearchRequest};
use xxlchess::game::options::{OptionRow, Options, Values};
use xxlchess::notation::{coords, fen};
use xxlchess::rules::{Color, Move, Position};

fn request(position: &Position, keys: &[u64], seed: u64) -> SearchRequest {
    SearchRequest { key_history: keys.to_vec(), seed, ..SearchRequest::new(position.clone()) }
}

fn position_of(name: &str, fen: &str) -> Position {
    fen::parse(&variant(name), fen).expect("a legal position")
}

/// The move of `level` in `position`, at the first move of a game.
fn level_move(level: Difficulty, position: &Position, seed: u64) -> Move {
    let request = request(position, &[], seed);
    DifficultyPlayer::new(level, 1).choose_move(&request, &no_stop()).expect("a move")
}

fn no_stop() -> AtomicBool {
    AtomicBool::new(false)
}

/// Plays `plies` plies of `level` against itself, game after game; every move must be legal.
fn self_play(level: Difficulty, start: &Position, plies: usize) {
    let mut player = DifficultyPlayer::new(level, 1);
    let mut position = start.clone();
    let mut keys = Vec::new();
    for ply in 0..plies {
        if position.outcome(1).is_some() {
            (position, keys) = (start.clone(), Vec::new());
        }
        keys.push(position.key());
        let request = request(&position, &keys, ply as u64);
        // Few nodes to save time; `tools/src/bin/difficulty` plays the levels as they are.
        let mv = player.search(&request, &Limits::nodes(200), &no_stop()).expect("there is a move");
        position.play(mv).unwrap_or_else(|error| panic!("level {level:?}: {error}"));
    }
}

/// Each level makes 300 legal moves against itself on the 14x14 board.
#[test]
fn every_level_plays_legal_moves() {
    for level in Difficulty::all() {
        self_play(level, &Position::start(&variant("xxlm")).unwrap(), 300);
    }
}

/// Each level makes 60 legal moves against itself in chess, in Capablanca chess, without the rule of check and in fog of war.
#[test]
fn every_level_plays_every_variant() {
    let chess = variant("chess");
    let fog = Arc::new(chess.in_fog());
    for variant in [chess, variant("capablanca"), variant("simplified"), fog] {
        for level in Difficulty::all() {
            self_play(level, &Position::start(&variant).unwrap(), 60);
        }
    }
}

/// In fog of war each level chooses one of the moves of the request, and the capture of the king if that is one of them.
#[test]
fn every_level_plays_one_of_the_given_moves() {
    let chess = variant("chess");
    let fog = Arc::new(chess.in_fog());
    let position = fen::parse(&fog, "3qk3/8/8/8/8/8/4R3/4K3 w - - 0 1").unwrap();
    let moves = |texts: &[&str]| -> Vec<Move> {
        texts.iter().map(|text| coords::parse_move(&position, text).expect("a legal move")).collect()
    };
    for level in Difficulty::all() {
        let mut player = DifficultyPlayer::new(level, 1);
        for (given, right) in
            [(vec!["e1f1", "e1f2"], vec!["e1f1", "e1f2"]), (vec!["e1f1", "e2e8"], vec!["e2e8"])]
        {
            let request = SearchRequest { search_moves: Some(moves(&given)), ..request(&position, &[], 7) };
            let mv = player.choose_move(&request, &no_stop()).expect("a move");
            assert!(moves(&right).contains(&mv), "level {level:?}");
        }
    }
}

/// A player that has made a move before answers a deterministic request with the same move as a new player.
#[test]
fn a_deterministic_request_has_one_answer() {
    let mut position = Position::start(&variant("xxl")).unwrap();
    let mut players: Vec<_> = Difficulty::all().map(|level| DifficultyPlayer::new(level, 2)).collect();
    for ply in 0..2 {
        // The two strongest levels are slow and search only once.
        let levels = if ply == 0 { DIFFICULTIES.len() } else { DIFFICULTIES.len() - 2 };
        for (level, player) in Difficulty::all().zip(&mut players).take(levels) {
            let request = request(&position, &[], 11);
            let answer = player.choose_move(&request, &no_stop());
            assert_eq!(
                answer,
                DifficultyPlayer::new(level, 1).choose_move(&request, &no_stop()),
                "{level:?}, ply {ply}"
            );
        }
        position.play(position.legal_moves()[ply]).unwrap();
    }
}

/// Levels 7, 8 and 9 look at least two, three and four plies ahead from the start of each of these games, also where there
/// are a hundred legal moves.
#[test]
fn levels_look_ahead_on_all_boards() {
    for name in ["losalamos", "chess", "capablanca", "xxl", "metamachy", "terachess2", "reallybig"] {
        let position = Position::start(&variant(name)).unwrap();
        for (level, least) in [(7, 2), (8, 3), (9, 4)] {
            let PlayStyle::Search(budget) = Difficulty::new(level).row().style else {
                panic!("level {level}")
            };
            let mut engine = Engine::new(EngineOptions::default());
            let request = request(&position, &[], 1);
            let report =
                search_by_budget(&mut engine, budget, &request, &Limits::default(), &no_stop(), |_| {});
            assert!(report.depth >= least, "level {level}, {name}: depth {}", report.depth);
        }
    }
}

/// Each level returns a legal move if the stop flag is set before the search.
#[test]
fn a_stopped_level_returns_a_legal_move() {
    let position = Position::start(&variant("xxl")).unwrap();
    for level in Difficulty::all() {
        let answer =
            DifficultyPlayer::new(level, 1).choose_move(&request(&position, &[], 3), &AtomicBool::new(true));
        assert!(answer.is_some_and(|mv| position.is_legal(mv)), "{level:?}");
    }
}

/// The option `difficulty` offers all levels. Level 0 plays by the six rules; human-like players with fewer and fewer
/// errors follow, and after them searches of more and more nodes. Human-like players search at most 60,000 nodes, because
/// they ignore the clock. Names and descriptions differ.
#[test]
fn levels_are_sorted_by_strength() {
    let difficulty = OptionRow::by_key("difficulty").expect("an option");
    assert_eq!(difficulty.values, Values::Number(0..=Difficulty::STRONGEST.number()));
    assert_eq!(difficulty.aliases()[2], ("normal", Options::default().difficulty));
    assert_eq!(DIFFICULTIES[0].style, PlayStyle::Rules);
    let strength = |style| match style {
        PlayStyle::Rules => [0; 4],
        PlayStyle::HumanLike(t) => {
            assert!(t.max_nodes <= 60_000, "too slow without a clock");
            [1, t.depth.into(), t.max_nodes, u64::MAX - t.overlooked - t.missed_undefended]
        }
        PlayStyle::Search(budget) => [2, budget.nodes.unwrap_or(u64::MAX), 0, 0],
    };
    let all: Vec<_> = DIFFICULTIES.iter().map(|row| strength(row.style)).collect();
    assert!(all.is_sorted(), "{all:?}");
    for text in [|row: &DifficultyRow| row.name, |row: &DifficultyRow| row.description] {
        assert_eq!(DIFFICULTIES.iter().map(text).collect::<BTreeSet<_>>().len(), DIFFICULTIES.len());
    }
}

/// Ratings rise from level to level, and only the six rules have none.
#[test]
fn ratings_rise_from_level_to_level() {
    let ratings: Vec<_> = DIFFICULTIES.iter().map(|row| row.rating).collect();
    assert!(ratings[0].is_none() && ratings[1..].iter().all(Option::is_some), "{ratings:?}");
    assert!(ratings.is_sorted_by(|a, b| a < b), "{ratings:?}");
}

/// The number 255 gives the strongest level.
#[test]
fn a_level_out_of_range_is_clamped() {
    let last = Difficulty::STRONGEST.number();
    assert_eq!([0, 1, last, 255].map(|n| Difficulty::new(n).number()), [0, 1, last, last]);
}

/// The move of a player with `params` for White in a position of `xxl`.
fn played(params: HumanParams, fen: &str, seed: u64) -> String {
    played_in("xxl", params, fen, seed)
}

/// The move of a player with `params` in a position of a variant.
fn played_in(name: &str, params: HumanParams, fen: &str, seed: u64) -> String {
    let position = position_of(name, fen);
    let evaluator = Evaluator::new(position.variant());
    let mv = HumanLikePlayer { params }
        .search(&evaluator, &request(&position, &[], seed), &|| false)
        .expect("a move");
    coords::format_move(position.variant(), mv)
}

/// The knight on f2 guards h1 and can take g4; the bishop can take a defended pawn, and Rh1 would be mate.
const MATE_ON_THE_FIRST_RANK: &str = "14/14/12k1/14/4b9/7r6/14/14/8P5/9P4/6p7/14/PP3N8/K13 w - - 0 1";

/// In each position of the table a player with one weakness makes an error that a player without it avoids.
#[test]
fn each_weakness_leads_to_an_error() {
    let flawless = HumanParams::flawless(1);
    let misses_mates = HumanParams { mates_seen: 0, ..flawless };
    let table = [
        // The rook takes a bishop and leaves the general that it defended.
        (
            HumanParams { missed_undefended: 1000, ..flawless },
            flawless,
            "12bk/b3R7pp/14/4G2r6/14/14/14/14/14/14/14/14/14/1K12 w - - 0 1",
            "e13a13",
        ),
        // The knight leaves the first rank to a mating rook: only the most forcing reply is considered, or none.
        (
            HumanParams { max_replies: 1, mates_seen: 0, ..HumanParams::flawless(2) },
            HumanParams::flawless(2),
            MATE_ON_THE_FIRST_RANK,
            "f2g4",
        ),
        (misses_mates, flawless, MATE_ON_THE_FIRST_RANK, "f2g4"),
        // A rook takes a pawn that a rook defends: there are nodes for this move only.
        (
            HumanParams { max_nodes: 2, ..flawless },
            flawless,
            "13k/14/14/14/14/14/14/14/14/14/14/14/14/KR2p8r w - - 0 1",
            "b1e1",
        ),
        // A pawn is captured and a camel left hanging. The camel also guards against a mate, which neither player sees.
        (
            HumanParams { attack_bias: 3_000, ..misses_mates },
            misses_mates,
            "12nk/8R2p1p/2q11/14/14/14/2C11/14/14/14/14/14/PP12/K13 w - - 0 1",
            "i13l13",
        ),
        (
            HumanParams { capture_bias: 3_000, ..misses_mates },
            misses_mates,
            "12nk/8R2p1p/2q11/14/14/14/2C11/14/14/14/14/14/PP12/K13 w - - 0 1",
            "i13l13",
        ),
        // The rook goes near the king and leaves a pawn that it could take. The other pawn keeps the king from being alone.
        (
            HumanParams { king_attack_bias: 3_000, ..flawless },
            flawless,
            "12k1/p13/14/14/14/14/14/14/14/14/8R2p2/14/14/K13 w - - 0 1",
            "i4i14",
        ),
    ];
    for (params, stronger, fen, error) in table {
        let (weak, strong) = (played(params, fen, 1), played(stronger, fen, 1));
        assert_eq!(weak, error, "{params:?}; {strong} with {stronger:?}");
        assert_ne!(strong, error, "{stronger:?}");
    }
}

/// Twenty games in which a player overlooks many captures: it never takes a free pawn by a leap, and takes one beside its
/// king in more than half of them. A player that overlooks nothing takes both.
#[test]
fn leaps_are_overlooked_more_often_than_captures_beside_a_piece() {
    let flawless = HumanParams::flawless(1);
    let weak = HumanParams { overlooked: 3000, ..flawless };
    let taken = |params, fen: &str, mv: &str| (0..20).filter(|&seed| played(params, fen, seed) == mv).count();
    let leap = |params| taken(params, "k13/14/14/14/14/14/14/4p9/14/3N10/14/14/14/13K w - - 0 1", "d5e7");
    let step = |params| taken(params, "k13/14/14/14/14/14/14/3p10/3K10/14/14/14/14/14 w - - 0 1", "d6d7");
    assert_eq!((leap(flawless), step(flawless)), (20, 20));
    assert_eq!(leap(weak), 0);
    assert!((10..20).contains(&step(weak)), "{}", step(weak));
}

/// A player that overlooks every capture that is not plain.
const BLIND: HumanParams = HumanParams { overlooked: 1_000_000, ..HumanParams::flawless(1) };

/// The move of a player with `params` in a game of chess from `fen` after `moves`.
fn answer(params: HumanParams, fen: &str, moves: &[&str], seed: u64) -> String {
    let start = position_of("chess", fen);
    let (mut position, mut line) = (start.clone(), Vec::new());
    for text in moves {
        let mv = coords::parse_move(&position, text).expect("a legal move");
        position.play(mv).expect("a legal move");
        line.push(mv);
    }
    let request = SearchRequest { line: Some((start, line)), ..request(&position, &[], seed) };
    let evaluator = Evaluator::new(position.variant());
    let mv = HumanLikePlayer { params }.search(&evaluator, &request, &|| false).expect("a move");
    coords::format_move(position.variant(), mv)
}

/// A player that overlooks all captures but plain ones recaptures a pawn, takes a pawn with the knight that it moved last
/// and takes a free rook. If it overlooks plain captures, too, it makes none of these moves.
#[test]
fn plain_captures_are_seen() {
    let careless = HumanParams { plain_missed: 1000, ..BLIND };
    let table: [(&str, &[&str], &str); 3] = [
        ("4k3/8/3p4/4P3/8/5N2/8/4K3 b - - 0 1", &["d6e5"], "f3e5"),
        ("4k3/p7/8/4p3/8/8/8/4K1N1 w - - 0 1", &["g1f3", "a7a6"], "f3e5"),
        ("4k3/8/8/4r3/8/5N2/8/K7 w - - 0 1", &[], "f3e5"),
    ];
    for (fen, moves, capture) in table {
        for seed in 0..10 {
            assert_eq!(answer(BLIND, fen, moves, seed), capture, "{fen}");
            assert_ne!(answer(careless, fen, moves, seed), capture, "{fen}");
        }
    }
}

/// A bishop attacks a rook from afar. The player sees it if that was the last move, and otherwise moves its knight near
/// the king, as it likes to.
#[test]
fn an_attack_on_a_rook_by_the_last_move_is_seen() {
    let likes_attacks = HumanParams { king_attack_bias: 3_000, ..BLIND };
    let moves_rook = |fen: &str, moves: &[&str]| answer(likes_attacks, fen, moves, 1).starts_with("e3");
    assert!(moves_rook("1b5k/8/8/7N/4P3/4RP2/8/7K b - - 0 1", &["b8a7"]));
    assert!(!moves_rook("7k/b7/8/7N/4P3/4RP2/8/7K w - - 0 1", &[]));
}

/// A player that likes moves near the king does not put its knight where pawns take it, and puts it where a rook far away
/// takes it.
#[test]
fn a_piece_is_not_put_where_a_piece_nearby_takes_it() {
    let likes_attacks = HumanParams { king_attack_bias: 3_000, ..BLIND };
    let near = answer(likes_attacks, "7k/4p3/7p/8/4N3/8/8/1K6 w - - 0 1", &[], 1);
    assert!(!["e4d6", "e4f6", "e4g5"].contains(&&*near), "{near}");
    assert_eq!(answer(likes_attacks, "7k/4p3/8/r7/4N3/8/8/1K6 w - - 0 1", &[], 1), "e4g5");
}

/// From level 2 on, all levels mate in one and promote at once, with ten seeds each.
#[test]
fn mates_and_promotions_are_never_missed_from_level_2() {
    for level in people().filter(|&level| level > Difficulty::WEAKEST) {
        for seed in 0..10 {
            for (fen, best) in [
                ("6k1/5ppp/8/2n1n3/8/1P6/1B6/R6K w - - 0 1", "a1a8"),
                ("8/P6p/5kp1/2n5/8/8/6PP/6K1 w - - 0 1", "a7a8q"),
            ] {
                let position = position_of("chess", fen);
                let mv = level_move(level, &position, seed);
                assert_eq!(coords::format_move(position.variant(), mv), best, "{level}");
            }
        }
    }
}

/// From level 2 on, all levels reach a goal at once, with ten seeds each: a pawn or king one step from its region, the last
/// check, and the capture of the last knight.
#[test]
fn goals_are_reached_at_once_from_level_2() {
    for level in people().filter(|&level| level > Difficulty::WEAKEST) {
        for (name, fen) in [
            ("breakthrough", "8/4P3/8/pp4pp/8/PP4PP/8/8 w - - 0 1"),
            ("racingkings", "8/4K3/8/8/8/1k6/5N2/8 w - - 0 1"),
            ("kingofthehill", "3q3k/8/8/8/8/4K3/8/8 w - - 0 1"),
            ("3check", "4k3/pppp1ppp/8/8/8/8/q4PPP/3R2K1 w - - 1+1 0 1"),
            ("extinction", "r1bqkb1r/pppppppp/8/3n4/8/8/PPPQPPPP/RNB1KBNR w - - 0 1"),
        ] {
            let position = position_of(name, fen);
            for seed in 0..10 {
                let mv = level_move(level, &position, seed);
                let mut after = position.clone();
                after.play(mv).expect("a legal move");
                let winner = after.reached_goal().and_then(|(_, winner)| winner);
                let text = coords::format_move(position.variant(), mv);
                assert_eq!(winner, Some(Color::White), "{level} plays {text} in {name}");
            }
        }
    }
}

/// The black king could step into the centre. A player that sees it guards both squares with its rook; one that does not
/// takes the queen.
#[test]
fn a_threat_to_reach_a_goal_is_seen_by_the_rate_of_threats() {
    let flawless = HumanParams::flawless(1);
    let misses_threats = HumanParams { mates_seen: 0, ..flawless };
    let move_of = |params| played_in("kingofthehill", params, "8/8/4k3/8/8/8/K7/1R4q1 w - - 0 1", 1);
    assert_eq!([move_of(flawless), move_of(misses_threats)], ["b1b5", "b1g1"]);
}

/// White loses its last piece, and so wins, because the black rook must take it.
#[test]
fn a_player_sees_that_the_opponent_must_capture() {
    let mv = played_in("antichess", HumanParams::flawless(1), "8/1r6/8/8/8/8/8/R7 w - - 0 1", 1);
    assert!(["a1a7", "a1b1"].contains(&&*mv), "{mv}");
}

/// A player overlooks captures more often where many pieces are attacked: the same free pawn is taken in fewer of forty
/// games if three pawns of each side attack each other beside it.
#[test]
fn errors_are_made_in_complications() {
    let weak = HumanParams { overlooked: 700, ..HumanParams::flawless(1) };
    let taken = |fen: &str| (0..40).filter(|&seed| answer(weak, fen, &[], seed) == "f3e5").count();
    let quiet = taken("4k3/8/8/p1p1p1p1/P1P3P1/5N2/8/4K3 w - - 0 1");
    let sharp = taken("4k3/8/8/p1p1p1p1/1P1P3P/5N2/8/4K3 w - - 0 1");
    assert!(quiet > sharp + 5, "{quiet} {sharp}");
}

/// A king has just gone to the corner from one of three squares. Without habits it returns to one of them, and with habits
/// to none.
#[test]
fn habits_undo_no_move() {
    let starts = [
        ("7k/8/7p/7P/8/8/K7/8 w - - 0 1", "a2a1", "a1a2"),
        ("7k/8/7p/7P/8/8/8/1K6 w - - 0 1", "b1a1", "a1b1"),
        ("7k/8/7p/7P/8/8/1K6/8 w - - 0 1", "b2a1", "a1b2"),
    ];
    let undone = |habits| {
        let params = HumanParams { habits, ..HumanParams::flawless(1) };
        starts.into_iter().filter(|(fen, mv, back)| answer(params, fen, &[mv, "h8h7"], 1) == *back).count()
    };
    assert_eq!((undone(0), undone(100)), (1, 0));
}

/// A player that searches one ply of captures does not capture a bishop, although that wins material: it does not see that
/// the general lost for it can be recaptured. A player that searches more plies captures the bishop.
#[test]
fn short_exchanges_miscount_a_capture() {
    let fen = "k13/p5q4g2/14/14/5b8/2G11/4N9/14/14/14/14/11R2/14/13K w - - 0 1";
    let params = HumanParams { qsearch_depth: 1, ..HumanParams::flawless(1) };
    let (weak, strong) = (played(params, fen, 1), played(HumanParams::flawless(1), fen, 1));
    assert_eq!(strong, "e8f10");
    assert_ne!(weak, strong);
}

/// A player without errors takes a free pawn with every seed. With noise in its evaluation it plays other moves, too.
#[test]
fn eval_noise_varies_the_move() {
    let fen = "12k1/p13/14/14/14/14/14/14/14/14/8R2p2/14/14/K13 w - - 0 1";
    let flawless = HumanParams::flawless(1);
    let params = HumanParams { eval_noise: 12_000, ..flawless };
    let moves = |params| -> BTreeSet<String> { (0..12).map(|seed| played(params, fen, seed)).collect() };
    assert_eq!(moves(flawless), BTreeSet::from(["i4l4".to_owned()]));
    assert!(moves(params).len() > 1);
}

/// The moves of a game of `level` against itself from the start of `name`, at most `plies`.
fn own_game(level: Difficulty, name: &str, seed: u64, plies: usize) -> Vec<Move> {
    let start = Position::start(&variant(name)).unwrap();
    let (mut player, mut position, mut moves) = (DifficultyPlayer::new(level, 1), start.clone(), Vec::new());
    while moves.len() < plies && position.outcome(1).is_none() {
        let line = Some((start.clone(), moves.clone()));
        let seed = 2 * seed + moves.len() as u64 % 2;
        let request = SearchRequest { line, seed, ..SearchRequest::new(position.clone()) };
        let mv = player.choose_move(&request, &no_stop()).expect("a move");
        position.play(mv).expect("a legal move");
        moves.push(mv);
    }
    moves
}

/// The levels that play like people.
fn people() -> impl Iterator<Item = Difficulty> {
    Difficulty::all().filter(|&level| level >= Difficulty::WEAKEST && level < Difficulty::STRONGEST)
}

/// Number of moves of the piece that moves most often.
fn most_moved<'a>(moves: impl Iterator<Item = &'a Move>) -> usize {
    let mut counts = std::collections::BTreeMap::new();
    let mut most = 0;
    for mv in moves {
        let count = counts.remove(&mv.from).unwrap_or(0) + 1;
        most = most.max(count);
        counts.insert(mv.to, count);
    }
    most
}

/// In the first fifteen moves of each side no level makes more than 35 % with one piece, on the average of four games on
/// 14x14 and in chess.
#[test]
fn no_piece_makes_a_third_of_the_first_moves() {
    for level in people() {
        for name in ["xxl", "chess"] {
            let games = (0..2).map(|seed| own_game(level, name, seed, 30));
            let (mut most, mut all) = (0, 0);
            for moves in games {
                most += most_moved(moves.iter().step_by(2)) + most_moved(moves.iter().skip(1).step_by(2));
                all += moves.len();
            }
            assert!(100 * most <= 35 * all, "{level}, {name}: {most} of {all}");
        }
    }
}

/// Games of a level with different seeds begin differently: of eight games in chess at least five have different first four
/// plies, and four games on 14x14 have different first ten plies. Two levels with the same seed play different games as
/// well.
#[test]
fn no_two_games_begin_alike() {
    for level in people() {
        let openings = |name, games, plies| -> usize {
            (0..games).map(|seed| own_game(level, name, seed, plies)).collect::<BTreeSet<_>>().len()
        };
        assert!(openings("chess", 8, 4) >= 5, "{level}");
        assert_eq!(openings("xxl", 4, 10), 4, "{level}");
    }
    let games: BTreeSet<_> = people().map(|level| own_game(level, "chess", 1, 12)).collect();
    assert_eq!(games.len(), people().count());
}

/// Half of twenty games of chess begin with one of the four usual first moves at every level.
#[test]
fn chess_begins_with_a_usual_move() {
    for level in people() {
        let begins = |seed| {
            let mv = coords::format_move(&variant("chess"), own_game(level, "chess", seed, 1)[0]);
            ["e2e4", "d2d4", "c2c4", "g1f3"].contains(&&*mv)
        };
        let usual = (0..20).filter(|&seed| begins(seed)).count();
        assert!(usual >= 10, "{level}: {usual}");
    }
}

/// On 14x14 at most three of the eight knights, bishops, generals and camels of a side are still on the first rank after
/// thirty moves.
#[test]
fn pieces_come_out_early_on_the_large_board() {
    for level in [2, 4, 6].map(Difficulty::new) {
        let mut position = Position::start(&variant("xxl")).unwrap();
        for mv in own_game(level, "xxl", 3, 60) {
            position.play(mv).expect("a legal move");
        }
        let letters = ['n', 'b', 'g', 'c'];
        let minor: Vec<_> =
            letters.into_iter().filter_map(|letter| position.variant().kind_by_letter(letter)).collect();
        assert_eq!(minor.len(), letters.len());
        for (color, rank) in [(Color::White, 0), (Color::Black, 13)] {
            let pieces = position.board().by_kinds(&minor) & position.board().by_color(color);
            let at_home = pieces.into_iter().filter(|square| square.rank() == rank).count();
            assert!(at_home <= 3, "{level}, {color:?}: {at_home}");
        }
    }
}

/// A player with habits keeps a pawn from promoting in two moves, and one without habits, which looks one ply ahead, lets
/// it pass.
#[test]
fn habits_stop_a_pawn_that_is_about_to_promote() {
    let fen = "13k/14/R2p10/14/14/4p9/14/14/14/14/14/14/14/13K w - - 0 1";
    let flawless = HumanParams::flawless(1);
    let stops = |params| ["a12a9", "a12a8", "a12a7"].contains(&&*played(params, fen, 1));
    assert!(!stops(flawless) && stops(HumanParams { habits: 100, ..flawless }));
}
