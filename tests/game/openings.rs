//! Openings: trees of moves with the results of games.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use xxlchess::engine::difficulty::{Difficulty, DifficultyPlayer};
use xxlchess::engine::{Player, SearchRequest};
use xxlchess::game::openings::{OPENING_PLIES, OpeningPlayer, Openings};
use xxlchess::notation::variants_ini::Variants;
use xxlchess::notation::{coords, fen};
use xxlchess::rules::{Color, Move, Position, Variant};

fn chess_with(games: &[(&str, Option<Color>)]) -> (Position, Openings) {
    let variant = Variants::built_in().get("chess").expect("chess is built in");
    let start = Position::start(&variant).expect("the start is legal");
    let mut openings = Openings::default();
    for (text, winner) in games {
        let mut position = start.clone();
        let moves: Vec<_> = text
            .split(' ')
            .map(|word| {
                let mv = coords::parse_move(&position, word).expect("a legal move");
                position.make(mv);
                mv
            })
            .collect();
        openings.add_game(&start, moves, *winner);
    }
    (start, openings)
}

/// Two orders of the same moves reach one position, whose moves have the results of both games. The text has them
/// once and is read as the same tree.
#[test]
fn transpositions_share_their_moves() {
    let (start, openings) = chess_with(&[
        ("g1f3 g8f6 b1c3 b8c6", Some(Color::White)),
        ("b1c3 g8f6 g1f3 b8c6", None),
        ("b1c3 g8f6 g1f3 d7d5", None),
    ]);
    let mut position = start.clone();
    for word in ["g1f3", "g8f6", "b1c3"] {
        position.make(coords::parse_move(&position, word).expect("a legal move"));
    }
    let moves = openings.moves(&position);
    let counts: Vec<_> = moves.iter().map(|(_, results)| (results.white, results.draws)).collect();
    assert_eq!(counts, [(1, 1), (0, 1)]);
    assert_eq!(moves[0].1.score(Color::White), 0.75);
    assert_eq!(moves[0].1.score(Color::Black), 0.25);

    let text = openings.format(&start, "three games", 1);
    assert_eq!(text.matches("b8c6").count(), 1, "{text}");
    let read = Openings::parse(start.variant(), &text).expect("a tree");
    assert_eq!(read.format(&start, "three games", 1), text);
}

/// Moves of fewer games than asked for are left out of the text.
#[test]
fn rare_moves_are_left_out() {
    let (start, openings) = chess_with(&[("e2e4 e7e5", None), ("e2e4 c7c5", None), ("d2d4 d7d5", None)]);
    assert_eq!(openings.format(&start, "", 2), "# \n0 e2e4 0 2 0\n");
}

/// A move without a position before it, an illegal move, a missing number and a huge number are faults.
#[test]
fn a_faulty_tree_is_refused() {
    let variant = Variants::built_in().get("chess").expect("chess is built in");
    for text in ["1 e2e4 1 1 1", "0 e2e5 1 1 1", "0 e2e4 1 1", "0 e2e4 1 1 4294967296", "0  e2e4 1 1 1"] {
        assert!(Openings::parse(&variant, text).is_none(), "{text}");
    }
    assert!(Openings::parse(&variant, "0 e2e4 4294967295 1 1\n0 e2e4 1 1 1").is_some());
}

/// The built-in trees are read. In each the first moves have thousands of games with all results, and their replies are
/// known. A variant without games of the engine has an empty tree.
#[test]
fn the_games_of_the_engine_are_built_in() {
    for (name, games) in [("xxl", 5000), ("xxlm", 5000), ("capablanca", 1000), ("chess", 1000), ("amazon", 0)]
    {
        let variant = Variants::built_in().get(name).expect("built in");
        let (mut position, openings) =
            (Position::start(&variant).expect("a legal start"), Openings::built_in(&variant));
        let moves = openings.moves(&position);
        let count: u32 = moves.iter().map(|(_, results)| results.games()).sum();
        assert!(count >= games && moves.is_sorted_by(|a, b| a.1.games() >= b.1.games()), "{name}: {count}");
        if let Some(&(mv, results)) = moves.first() {
            assert!(
                moves.len() >= 4 && results.white > 0 && results.draws > 0 && results.black > 0,
                "{name}"
            );
            position.make(mv);
            assert!(openings.moves(&position).len() >= 3, "{name}");
        }
    }
}

/// The request for a move after `moves`.
fn request(variant: &Arc<Variant>, moves: &[Move], seed: u64) -> SearchRequest {
    let start = Position::start(variant).expect("a legal start");
    let mut position = start.clone();
    for &mv in moves {
        position.play(mv).expect("a legal move");
    }
    SearchRequest { line: Some((start, moves.to_vec())), seed, ..SearchRequest::new(position) }
}

/// The moves that `level` makes by heart in a game with this seed.
fn line(openings: &Openings, variant: &Arc<Variant>, level: u8, seed: u64) -> Vec<Move> {
    let mut moves = Vec::new();
    while let Some(mv) = openings.choose(Difficulty::new(level), &request(variant, &moves, seed)) {
        moves.push(mv);
    }
    moves
}

/// The built-in openings vary games: among the first eight plies of 100 games at least 50 are different at every level that
/// uses openings. All games leave the openings after some moves. Level 9 begins with the best-known move at least as often as
/// level 3.
#[test]
fn levels_vary_their_openings() {
    for name in ["xxl", "capablanca", "chess"] {
        let variant = Variants::built_in().get(name).expect("built in");
        let openings = Openings::built_in(&variant);
        let best = openings.moves(&Position::start(&variant).expect("a legal start"))[0].0;
        let begins_best = [3, 6, 9].map(|level| {
            let lines: Vec<_> = (0..100).map(|seed| line(&openings, &variant, level, seed)).collect();
            assert!(lines.iter().all(|line| (2..=OPENING_PLIES).contains(&line.len())), "{name}, {level}");
            let first: HashSet<_> = lines.iter().map(|line| &line[..line.len().min(8)]).collect();
            assert!(first.len() >= 50, "{name}, level {level}: {} openings", first.len());
            lines.iter().filter(|line| line[0] == best).count()
        });
        assert!(begins_best[2] >= begins_best[0], "{name}: {begins_best:?}");
    }
}

/// A move that is known from ten games is made, and one from nine games is not. The same seed gives the same move, and the
/// move with more points is made more often.
#[test]
fn levels_prefer_moves_with_more_points() {
    let white = Some(Color::White);
    let mut games = vec![("d2d4", white); 10];
    games.extend(vec![("e2e4", white); 30]);
    games.extend(vec![("c2c4", white); 9]);
    games.extend(vec![("a2a3", Some(Color::Black)); 90]);
    let (start, openings) = chess_with(&games);
    let choose = |level, seed| {
        let mv = line(&openings, start.variant(), level, seed)[0];
        coords::format_legal_move(&start, mv)
    };
    let count = |level, mv: &str| (0..100).filter(|&seed| choose(level, seed) == mv).count();
    assert_eq!(count(3, "c2c4") + count(3, "a2a3"), 0);
    assert!(count(3, "e2e4") > count(3, "d2d4") && count(3, "d2d4") > 10);
    assert!(count(9, "e2e4") > count(3, "e2e4"));
    assert_eq!(choose(3, 5), choose(3, 5));
}

/// Levels 1, 2 and 10 use no openings, nor does any level in a variant without games, in a position that is not in the tree, or
/// in fog of war, where the request has no line of moves.
#[test]
fn other_levels_and_positions_have_no_opening() {
    let choose = |name: &str, fen: Option<&str>, level, has_line: bool| {
        let variant = Variants::built_in().get(name).expect("built in");
        let start = Position::start(&variant).expect("a legal start");
        let position = fen.map_or(start, |fen| fen::parse(&variant, fen).expect("a legal position"));
        let line = has_line.then(|| (position.clone(), Vec::new()));
        let request = SearchRequest { line, ..SearchRequest::new(position) };
        let level = Difficulty::new(level);
        Openings::known_by(level, &variant).choose(level, &request)
    };
    assert!(choose("chess", None, 3, true).is_some());
    for level in [0, 1, 2, 10] {
        assert!(choose("chess", None, level, true).is_none(), "{level}");
    }
    assert!(choose("chess", None, 5, false).is_none());
    assert!(choose("amazon", None, 5, true).is_none());
    let without_knight = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR w KQkq - 0 1";
    assert!(choose("chess", Some(without_knight), 5, true).is_none());
}

/// A level that uses openings makes legal moves also after it has left them.
#[test]
fn a_game_goes_on_after_the_opening() {
    let variant = Variants::built_in().get("chess").expect("built in");
    let level = Difficulty::new(3);
    let mut player = OpeningPlayer::new(level, DifficultyPlayer::new(level, 1));
    let mut moves = Vec::new();
    for _ in 0..30 {
        let mv = player.choose_move(&request(&variant, &moves, 1), &AtomicBool::new(false));
        moves.push(mv.expect("a move"));
    }
    let by_heart = line(&Openings::built_in(&variant), &variant, 3, 1);
    assert!(by_heart.len() < 30 && moves.starts_with(&by_heart), "{by_heart:?}");
}
