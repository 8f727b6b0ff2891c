//! Test positions: counts how many an engine solves, and makes sets of them from games.
//!
//! `test_positions tests/data/tactics.txt "ENGINE uci"` searches each position with 200,000 nodes. A line of the file is
//! `variant;FEN;best move`, or `variant;FEN;best move;n` for a mate in n. A mate is solved by the first line of the engine
//! that reports a mate in at most n moves. Another position is solved when the engine prefers the best move and keeps it.
//!
//! `--make mates` and `--make tactics` read games of `match_engines --raw` and print at most one position of each game. A
//! position is too easy if an engine finds the move within 300 nodes. For mates no engine may find it, for tactical
//! positions one of the engines in turn. The mate solver proves that a mate in 2 to 4 is the shortest one and has one first
//! move. A tactical position has a move that all engines prefer by at least `CLEARLY` with `PROVING_NODES`.

use std::sync::atomic::AtomicBool;

use clap::{Parser, ValueEnum};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use xxlchess::engine::mate_solver::{Solver, SolverGoal};
use xxlchess::notation::variants_ini::Variants;
use xxlchess::notation::{coords, fen};
use xxlchess::rules::Position;
use xxlchess_tools::uci_player::UciPlayer;

/// Least difference of the scores of the best and the second-best move, in hundredths of a pawn.
const CLEARLY: i32 = 150;
/// Nodes of a search that must miss the best move.
const QUICK_NODES: u64 = 300;
/// Nodes of the search that finds tactical positions.
const SIFTING_NODES: u64 = 20_000;
/// Nodes of the searches that confirm a tactical position.
const PROVING_NODES: u64 = 500_000;
/// Largest number of nodes that the mate solver searches for one position.
const SOLVER_NODES: u64 = 500_000;

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Set {
    Mates,
    Tactics,
}

#[derive(Parser)]
struct Arguments {
    /// File of positions, or of games with `--make`.
    file: String,
    /// Engines, each a program with its arguments.
    engines: Vec<String>,
    #[arg(long)]
    make: Option<Set>,
    /// Variant of the games.
    #[arg(long, default_value = "chess")]
    variant: String,
    /// Nodes of each search.
    #[arg(long, default_value_t = 200_000)]
    nodes: u64,
    /// Option of the engines, `NAME=VALUE`. An engine ignores an option that it does not have.
    #[arg(long)]
    option: Vec<String>,
}

fn main() {
    let arguments = Arguments::parse();
    let text = std::fs::read_to_string(&arguments.file).expect("the file can be read");
    match arguments.make {
        Some(set) => make(&arguments, &text, set),
        None => arguments.engines.iter().for_each(|engine| solve(&arguments, &text, engine)),
    }
}

/// Prints how many positions of each variant the engine solves.
fn solve(arguments: &Arguments, text: &str, engine: &str) {
    let rows: Vec<Vec<&str>> =
        text.lines().filter(|line| !line.starts_with('#')).map(|line| line.split(';').collect()).collect();
    let mut variants: Vec<&str> = rows.iter().map(|row| row[0]).collect();
    variants.dedup();
    for variant in variants {
        let mut engine = UciPlayer::start(engine, None, variant, &arguments.option);
        let of_variant = rows.iter().filter(|row| row[0] == variant);
        let mut needed: Vec<u64> =
            of_variant.map(|row| nodes_to_solve(&mut engine, arguments.nodes, row)).collect();
        needed.sort_unstable();
        let within = |nodes| needed.iter().filter(|&&needed| needed <= nodes).count();
        println!(
            "{variant}: {} positions, {} found within {} nodes, {} within {}, median {} nodes",
            needed.len(),
            within(arguments.nodes / 2),
            arguments.nodes / 2,
            within(arguments.nodes),
            arguments.nodes,
            needed[needed.len() / 2]
        );
    }
}

/// Number of nodes after which the engine kept the solution, or `u64::MAX` if it did not find it.
fn nodes_to_solve(engine: &mut UciPlayer, nodes: u64, row: &[&str]) -> u64 {
    engine.new_game();
    let (best, lines) = engine.think(&format!("fen {}", row[1]), &format!("nodes {nodes}"));
    let lines = lines.iter().filter(|line| !line.is_bound);
    if let Some(moves) = row.get(3).map(|text| text.parse::<i32>().expect("a number of moves")) {
        let mut mates = lines.filter(|line| line.mate.is_some_and(|mate| (1..=moves).contains(&mate)));
        return mates.next().map_or(u64::MAX, |line| line.nodes);
    }
    let mut since = None;
    for line in lines {
        since = if line.first == row[2] { since.or(Some(line.nodes)) } else { None };
    }
    if best == row[2] { since.unwrap_or(nodes) } else { u64::MAX }
}

/// Prints at most one position of each game.
fn make(arguments: &Arguments, text: &str, set: Set) {
    let variant = Variants::built_in().find(&arguments.variant).expect("the variant exists");
    let start = |engine: &String| UciPlayer::start(engine, None, &arguments.variant, &arguments.option);
    let mut engines: Vec<UciPlayer> = arguments.engines.iter().map(start).collect();
    let mut rng = StdRng::seed_from_u64(1);
    for game in text.lines() {
        let fields: Vec<&str> = game.split(';').collect();
        let mut position = fen::parse(&variant, fields[4]).expect("a position of a game");
        let mut candidates = Vec::new();
        for text in fields[5].split_whitespace() {
            let mv = coords::parse_move(&position, text).expect("a move of a game");
            position.play(mv).expect("it is legal");
            if !position.is_in_check(position.turn()) && position.legal_moves().len() > 1 {
                candidates.push((position.clone(), mv.to));
            }
        }
        let row = if set == Set::Mates {
            // Only the winner of the game has a mate. The longest one is that furthest from the end.
            let winners = candidates.iter().rev().filter(|(other, _)| other.turn() != position.turn());
            let mates = winners.take(8).filter_map(|(position, _)| mate(position));
            mates
                .max_by_key(|&(_, _, moves)| moves)
                .map(|(fen, best, moves)| (fen, best, format!(";{moves}")))
        } else {
            let sample = (0..candidates.len().min(30)).map(|_| rng.random_range(..candidates.len()));
            let mut rows = sample.filter_map(|at| {
                let (position, last) = &candidates[at];
                let best = clear_move(&mut engines, position, at)?;
                let to = coords::parse_move(position, &best)?.to;
                (to != *last).then(|| (fen::format(position), best, String::new()))
            });
            rows.next()
        };
        let Some((fen, best, rest)) = row else { continue };
        if set == Set::Tactics || engines.iter_mut().all(|engine| quick_move(engine, &fen) != best) {
            println!("{};{fen};{best}{rest}", arguments.variant);
        }
    }
}

/// The position as FEN, the only first move of a mate in 2 to 4, and the length of the mate.
fn mate(position: &Position) -> Option<(String, String, u8)> {
    let stop = AtomicBool::new(false);
    let mut solver = Solver::new(SolverGoal::Mate, SOLVER_NODES, &stop);
    let (moves, best) = solver.shortest(position, 4).ok()??;
    let is_only = moves > 1 && solver.solutions(position, moves).ok()?.len() == 1;
    is_only.then(|| (fen::format(position), coords::format_move(position.variant(), best), moves))
}

/// The move that all engines clearly prefer in an undecided position. `at` chooses the engine that must miss the move in
/// a short search, so that the choice of positions does not depend on one engine.
fn clear_move(engines: &mut [UciPlayer], position: &Position, at: usize) -> Option<String> {
    let fen = fen::format(position);
    let first = at % engines.len();
    let quick = quick_move(&mut engines[first], &fen);
    let best = prefers(&mut engines[first], &fen, SIFTING_NODES).filter(|best| *best != quick)?;
    engines
        .iter_mut()
        .all(|engine| prefers(engine, &fen, PROVING_NODES).as_ref() == Some(&best))
        .then_some(best)
}

/// The best move of a very short search.
fn quick_move(engine: &mut UciPlayer, fen: &str) -> String {
    engine.new_game();
    engine.think(&format!("fen {fen}"), &format!("nodes {QUICK_NODES}")).0
}

/// The move that an engine clearly prefers.
fn prefers(engine: &mut UciPlayer, fen: &str, nodes: u64) -> Option<String> {
    engine.new_game();
    engine.send("setoption name MultiPV value 2");
    let (best, lines) = engine.think(&format!("fen {fen}"), &format!("nodes {nodes}"));
    engine.send("setoption name MultiPV value 1");
    let of_rank = |rank| lines.iter().rev().find(|line| line.rank == rank && !line.is_bound);
    let (first, second) = (of_rank(1)?, of_rank(2)?);
    let is_clear =
        first.score - second.score >= CLEARLY && (-200..1_000).contains(&first.score) && second.score < 400;
    (is_clear && first.first == best).then_some(best)
}
