//! Test positions: counts how many an engine solves, and makes sets of them from games.
//!
//! `test_positions tests/data/tactics.txt "ENGINE uci"` searches each position with 200,000 nodes. A line of the file is
//! `variant;FEN;best move`, or `variant;FEN;best move;n` for a mate in n. A mate is solved by the first line of the engine
//! that reports a mate in at most n moves. Another position is solved when the engine prefers the best move and keeps it.
//!
//! `--make mates` and `--make tactics` read games of `xxlchess match -pgnout` and print at most one position of each game. A
//! position is too easy if an engine finds the move within 300 nodes. For mates no engine may find it, for tactical
//! positions one of the engines in turn. The mate solver proves that a mate in 2 to 4 is the shortest one and has one first
//! move. A tactical position has a move that all engines prefer by at least `CLEARLY` with `PROVING_NODES`.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use clap::{Parser, ValueEnum};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use xxlchess::engine::mate_solver::{Solver, SolverGoal};
use xxlchess::engine::{Score, SearchReport};
use xxlchess::notation::pgn::PgnGame;
use xxlchess::notation::pgn::collection::Games;
use xxlchess::notation::variants_ini::Variants;
use xxlchess::notation::{coords, fen};
use xxlchess::rules::{Move, Position, Variant};
use xxlchess::uci_engine::{Launch, UciEngine};

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

fn variant(name: &str) -> Arc<Variant> {
    Variants::built_in().find(name).expect("the variant exists")
}

/// Starts an engine with options of the form `NAME=VALUE`.
fn start(command: &str, variant: &Variant, options: &[String]) -> UciEngine {
    let stop = AtomicBool::new(false);
    let launch = Launch { command, ..Launch::default() };
    let engine = UciEngine::start(launch, Duration::from_secs(60), &stop);
    let mut engine = engine.expect("the engine starts");
    let values = options.iter().filter_map(|option| option.split_once('='));
    let values = values.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
    engine.set_up(variant, &values, &stop).expect("the engine answers");
    engine
}

/// Searches a position in a new game for the best moves, `lines` in number. Returns the best move and all reports.
fn search(
    engine: &mut UciEngine,
    position: &Position,
    nodes: u64,
    lines: usize,
) -> (Option<Move>, Vec<SearchReport>) {
    let (stop, mut reports) = (AtomicBool::new(false), Vec::new());
    engine.new_game(&stop).expect("the engine answers");
    let (line, limit) = ((position, [].as_slice()), format!("nodes {nodes}"));
    let last = engine.search(line, &limit, Duration::MAX, lines, &stop, &mut |report| reports.push(report));
    (last.expect("the engine answers").best_move(), reports)
}

/// Prints how many positions of each variant the engine solves.
fn solve(arguments: &Arguments, text: &str, engine: &str) {
    let rows: Vec<Vec<&str>> =
        text.lines().filter(|line| !line.starts_with('#')).map(|line| line.split(';').collect()).collect();
    let mut variants: Vec<&str> = rows.iter().map(|row| row[0]).collect();
    variants.dedup();
    for name in variants {
        let variant = variant(name);
        let mut engine = start(engine, &variant, &arguments.option);
        let of_variant = rows.iter().filter(|row| row[0] == name);
        let mut needed: Vec<u64> =
            of_variant.map(|row| nodes_to_solve(&mut engine, &variant, arguments.nodes, row)).collect();
        needed.sort_unstable();
        let within = |nodes| needed.iter().filter(|&&needed| needed <= nodes).count();
        println!(
            "{name}: {} positions, {} found within {} nodes, {} within {}, median {} nodes",
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
fn nodes_to_solve(engine: &mut UciEngine, variant: &Arc<Variant>, nodes: u64, row: &[&str]) -> u64 {
    let position = fen::parse(variant, row[1]).expect("a position");
    let (best, reports) = search(engine, &position, nodes, 1);
    if let Some(moves) = row.get(3).map(|text| text.parse::<i32>().expect("a number of moves")) {
        let is_short =
            |report: &&SearchReport| matches!(report.score, Score::Mate(mate) if (1..=moves).contains(&mate));
        return reports.iter().find(is_short).map_or(u64::MAX, |report| report.nodes);
    }
    let solution = coords::parse_move(&position, row[2]);
    let mut since = None;
    for report in reports {
        since = if report.best_move() == solution { since.or(Some(report.nodes)) } else { None };
    }
    if best == solution { since.unwrap_or(nodes) } else { u64::MAX }
}

/// Prints at most one position of each game.
fn make(arguments: &Arguments, text: &str, set: Set) {
    let variant = variant(&arguments.variant);
    let mut engines: Vec<UciEngine> =
        arguments.engines.iter().map(|engine| start(engine, &variant, &arguments.option)).collect();
    let mut rng = StdRng::seed_from_u64(1);
    for entry in Games::new(text) {
        let game = PgnGame::parse(&text[entry.range], |_| Ok(Arc::clone(&variant))).expect("a game");
        let mut position = game.start().clone();
        let mut candidates = Vec::new();
        for (mv, _) in game.moves() {
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
                .map(|(position, best, moves)| (position, best, format!(";{moves}")))
        } else {
            let sample = (0..candidates.len().min(30)).map(|_| rng.random_range(..candidates.len()));
            let mut rows = sample.filter_map(|at| {
                let (position, last) = &candidates[at];
                let best = clear_move(&mut engines, position, at)?;
                (best.to != *last).then(|| (position.clone(), best, String::new()))
            });
            rows.next()
        };
        let Some((position, best, rest)) = row else { continue };
        let is_missed = engines.iter_mut().all(|engine| quick_move(engine, &position) != Some(best));
        if set == Set::Tactics || is_missed {
            let (fen, best) = (fen::format(&position), coords::format_move(&variant, best));
            println!("{};{fen};{best}{rest}", arguments.variant);
        }
    }
}

/// The position, the only first move of a mate in 2 to 4, and the length of the mate.
fn mate(position: &Position) -> Option<(Position, Move, u8)> {
    let stop = AtomicBool::new(false);
    let mut solver = Solver::new(SolverGoal::Mate, SOLVER_NODES, &stop);
    let (moves, best) = solver.shortest(position, 4).ok()??;
    let is_only = moves > 1 && solver.solutions(position, moves).ok()?.len() == 1;
    is_only.then(|| (position.clone(), best, moves))
}

/// The move that all engines clearly prefer in an undecided position. `at` chooses the engine that must miss the move in
/// a short search, so that the choice of positions does not depend on one engine.
fn clear_move(engines: &mut [UciEngine], position: &Position, at: usize) -> Option<Move> {
    let first = at % engines.len();
    let quick = quick_move(&mut engines[first], position);
    let best = prefers(&mut engines[first], position, SIFTING_NODES).filter(|best| Some(*best) != quick)?;
    engines.iter_mut().all(|engine| prefers(engine, position, PROVING_NODES) == Some(best)).then_some(best)
}

/// The best move of a very short search.
fn quick_move(engine: &mut UciEngine, position: &Position) -> Option<Move> {
    search(engine, position, QUICK_NODES, 1).0
}

/// The move that an engine clearly prefers.
fn prefers(engine: &mut UciEngine, position: &Position, nodes: u64) -> Option<Move> {
    let (best, reports) = search(engine, position, nodes, 2);
    let report = reports.last()?;
    let value = |score: Score| match score {
        Score::Centipawns(value) => value,
        Score::Mate(moves) => 30_000 * moves.signum(),
    };
    let (first, second) = (value(report.score), value(report.further.first()?.0));
    let is_clear = first - second >= CLEARLY && (-200..1_000).contains(&first) && second < 400;
    best.filter(|_| is_clear && report.best_move() == best)
}
