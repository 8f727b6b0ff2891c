//! Mate problems. `data/mates.txt` has lines `variant;FEN;n`, each a mate in n moves and not in fewer. The ignored test
//! `make_problems` generated them.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use crate::common;
use xxlchess::engine::{Engine, Limits, NetworkChoice, Options, Score, mate_solver};
use xxlchess::notation::{coords, fen};
use xxlchess::rules::{Color, GenType, Outcome, Position};

const PROBLEMS: &str = include_str!("../data/mates.txt");
/// Node limit for each problem.
const NODES: u64 = 1_000_000;

fn problems() -> Vec<(&'static str, Position, u32)> {
    let problem = |line: &'static str| {
        let mut fields = line.split(';');
        let (name, text, moves) = (fields.next()?, fields.next()?, fields.next()?);
        Some((line, fen::parse(&common::variant(name), text).ok()?, moves.parse().ok()?))
    };
    let lines = PROBLEMS.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    lines.map(|line| problem(line).unwrap_or_else(|| panic!("{line}: no problem"))).collect()
}

/// The two sets of the developers' tool `test_positions` have lines `variant;FEN;move` with a legal move. In the set of mates
/// the length of the mate follows, 2 to 4 moves.
#[test]
fn test_positions_have_legal_solutions() {
    for set in [include_str!("../data/mates_in_games.txt"), include_str!("../data/tactics.txt")] {
        let lines: Vec<&str> = set.lines().filter(|line| !line.starts_with('#')).collect();
        assert!(!lines.is_empty());
        for line in lines {
            let fields: Vec<&str> = line.split(';').collect();
            let position = fen::parse(&common::variant(fields[0]), fields[1]).unwrap();
            assert!(coords::parse_move(&position, fields[2]).is_some(), "{line}");
            assert!(fields.get(3).is_none_or(|moves| ["2", "3", "4"].contains(moves)), "{line}");
        }
    }
}

/// A quiet move of the queen to a square where a pawn can capture it mates in two, and the search finds it in 20,000 nodes.
/// The engine has no network, so that the test depends on the search alone.
#[test]
fn a_mate_by_a_quiet_sacrifice_is_found_at_once() {
    let text = "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1";
    let position = fen::parse(&common::variant("chess"), text).unwrap();
    let network = NetworkChoice::Written;
    let mut engine = Engine::new(Options { hash_mib: 16, network, ..Options::default() });
    let report = engine.go(&position, &[], &Limits::nodes(20_000), &AtomicBool::new(false), |_| {});
    assert_eq!(report.score, Score::Mate(2));
}

/// The engine mates a lone king with 5,000 nodes a move, on boards where no search of so few nodes sees the mate from the start:
/// rook and king on 14x14, and bishop and knight on 8x8, which must drive the king into one of two corners.
#[test]
fn a_lone_king_is_mated_within_the_move_rule() {
    let starts = [
        ("xxl", "14/14/14/14/14/14/6k7/14/14/14/14/14/14/R6K6 w - - 0 1"),
        ("chess", "8/8/8/3k4/8/8/8/1N2KB2 w - - 0 1"),
    ];
    for (name, text) in starts {
        let mut position = fen::parse(&common::variant(name), text).unwrap();
        let mut engine = Engine::new(Options { hash_mib: 16, ..Options::default() });
        let mut keys = Vec::new();
        while position.outcome(1).is_none() {
            let report = engine.go(&position, &keys, &Limits::nodes(5_000), &AtomicBool::new(false), |_| {});
            keys.push(position.key());
            position.make(report.best_move().expect("the game goes on"));
        }
        assert_eq!(position.outcome(1), Some(Outcome::Checkmate { winner: Color::White }), "{name}");
    }
}

/// Brute-force solver: whether the side to move mates in at most `moves` moves.
#[derive(Default)]
struct Solver {
    known: HashMap<(u64, u32), bool>,
}

impl Solver {
    fn mates(&mut self, position: &mut Position, moves: u32) -> bool {
        if moves == 0 {
            return false;
        }
        if let Some(&known) = self.known.get(&(position.key(), moves)) {
            return known;
        }
        let mut found = false;
        let mut candidates = position.legal_moves();
        if moves > 1 {
            // Moves with the fewest replies first.
            candidates.sort_by_cached_key(|&mv| {
                let undo = position.make(mv);
                let replies = position.count_legal_moves();
                position.unmake(mv, &undo);
                replies
            });
        }
        for mv in candidates {
            let undo = position.make(mv);
            // The last move must give check.
            found = (moves > 1 || position.is_check()) && self.is_lost(position, moves - 1);
            position.unmake(mv, &undo);
            if found {
                break;
            }
        }
        self.known.insert((position.key(), moves), found);
        found
    }

    /// Whether the side to move is mated, or mated in at most `moves` moves after every reply.
    fn is_lost(&mut self, position: &mut Position, moves: u32) -> bool {
        let mut replies = Vec::new();
        position.generate(GenType::All, &mut replies);
        if replies.is_empty() {
            return position.is_check();
        }
        moves > 0
            && replies.into_iter().all(|mv| {
                let undo = position.make(mv);
                let lost = self.mates(position, moves);
                position.unmake(mv, &undo);
                lost
            })
    }
}

/// A brute-force solver confirms the problems of one and two moves.
#[test]
fn short_problems_are_correct() {
    for (line, mut position, moves) in problems().into_iter().filter(|p| p.2 <= 2) {
        let mut solver = Solver::default();
        assert!(solver.mates(&mut position, moves), "{line}: no mate");
        assert!(!solver.mates(&mut position, moves - 1), "{line}: a shorter mate");
    }
}

/// The mate solver confirms all problems: mate in n, and not in fewer moves.
#[test]
fn all_problems_are_correct() {
    let mut wrong = Vec::new();
    for (line, position, moves) in problems() {
        let stop = AtomicBool::new(false);
        let mut solver = mate_solver::Solver::new(mate_solver::SolverGoal::Mate, u64::MAX, &stop);
        let shortest = solver.shortest(&position, moves as u8).expect("it never gives up");
        if shortest.map(|(count, _)| u32::from(count)) != Some(moves) {
            wrong.push(format!("{line}: {shortest:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The engine finds each mate with its exact length within the node limit.
#[test]
fn the_engine_finds_every_mate() {
    let problems = problems();
    assert!(problems.len() >= 30, "{} problems", problems.len());
    let mut missed = Vec::new();
    for (line, position, moves) in &problems {
        let mut engine = Engine::new(Options { hash_mib: 8, ..Options::default() });
        let limits = Limits { mate: Some(*moves), ..Limits::nodes(NODES) };
        let outcome = engine.go(position, &[], &limits, &AtomicBool::new(false), |_| {});
        if outcome.score != Score::Mate(*moves as i32) {
            missed.push(format!("{line}: {} with {} nodes", outcome.score, outcome.nodes));
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

/// Generates random problems and prints those that the mate solver proves. It is run with `--ignored --nocapture`.
#[test]
#[ignore = "generates the data, takes minutes"]
fn make_problems() {
    use crate::common::Dice;
    use xxlchess::rules::{Bitboard, Color, Piece, Setup};

    let mut dice = Dice::new(12);
    for name in ["chess", "xxl"] {
        let variant = common::variant(name);
        let squares: Vec<_> = variant.geometry().board().into_iter().collect();
        let royal = variant.rules().royal_kind.expect("a king");
        let kinds: Vec<_> =
            variant.kinds().filter(|&k| k != royal && !variant.rules().pawns.contains(&k)).collect();
        let mut wanted = if name == "chess" { [0, 3, 4, 5, 4, 3] } else { [0, 0, 0, 0, 4, 4] };
        for _ in 0..20_000 {
            if wanted.iter().all(|&n| n == 0) {
                break;
            }
            let mut square = || squares[dice.below(squares.len())];
            let mut pieces = vec![
                (square(), Piece::new(Color::Black, royal)),
                (square(), Piece::new(Color::White, royal)),
            ];
            let places = [square(), square(), square(), square(), square()];
            let (white, black) = (2 + dice.below(2), dice.below(3));
            for (n, &place) in places.iter().enumerate().take(white + black) {
                let color = if n < white { Color::White } else { Color::Black };
                pieces.push((place, Piece::new(color, kinds[dice.below(kinds.len())])));
            }
            let setup = Setup { initial_move_rights: Bitboard::EMPTY, ..Setup::at_start(pieces) };
            let Ok(position) = Position::from_setup(&variant, &setup) else { continue };
            let mut engine = Engine::new(Options { hash_mib: 4, ..Options::default() });
            let outcome = engine.go(&position, &[], &Limits::nodes(15_000), &AtomicBool::new(false), |_| {});
            let Score::Mate(moves @ 1..=5) = outcome.score else { continue };
            if wanted[moves as usize] == 0 {
                continue;
            }
            let stop = AtomicBool::new(false);
            let proven = mate_solver::Solver::new(mate_solver::SolverGoal::Mate, 20_000_000, &stop)
                .shortest(&position, 5);
            if proven.is_ok_and(|found| found.is_some_and(|(count, _)| i32::from(count) == moves)) {
                wanted[moves as usize] -= 1;
                println!("{name};{};{moves}", fen::format(&position));
            }
        }
    }
}
