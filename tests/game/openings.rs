//! Openings: trees of moves with the results of games.

use xxlchess::game::openings::Openings;
use xxlchess::notation::coords;
use xxlchess::notation::variants_ini::Variants;
use xxlchess::rules::{Color, Position};

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
