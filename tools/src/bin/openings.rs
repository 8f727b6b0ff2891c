//! Openings of a variant, from games of the engine against itself.
//!
//! `openings --variant xxl --games 20000 FILE` appends games to FILE, one a line: the first plies and the result. It may
//! be killed at any time, and the next call with the same FILE continues. `--finish OUT` writes the tree of the games.

use std::collections::HashMap;
use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use clap::Parser;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use xxlchess::engine::{Bound, Engine, Limits, Options, Score, SearchEvent};
use xxlchess::game::openings::{OPENING_PLIES, Openings};
use xxlchess::notation::coords;
use xxlchess::notation::pgn;
use xxlchess::notation::variants_ini::Variants;
use xxlchess::rules::{Color, Move, Position, Variant};

/// Number of plies at the start of a game that are chosen at random among good moves.
const RANDOM_PLIES: usize = 12;
/// Number of plies whose good moves are kept for other games.
const CACHED_PLIES: usize = 8;
/// Number of moves among which a random ply is chosen.
const CHOICES: usize = 8;
/// Loss, in centipawns, at which a move is chosen 2.7 times less often than the best one.
const TEMPERATURE: f64 = 20.0;
/// A game is won if a side is this far ahead, in centipawns, for [`WON_FOR`] plies.
const WON: i32 = 500;
/// Number of plies for which a side must be ahead to win.
const WON_FOR: usize = 4;
/// A game is a draw after this number of plies.
const LONGEST: usize = 120;

#[derive(Parser)]
struct Arguments {
    /// File of games, to which more are appended.
    file: PathBuf,
    /// Variant.
    #[arg(long, default_value = "xxl")]
    variant: String,
    /// Number of games.
    #[arg(long, default_value_t = 20_000)]
    games: usize,
    /// Nodes of a search after the random plies. Positions near the start, which occur in many games, get up to a thousand
    /// times as many.
    #[arg(long, default_value_t = 500)]
    nodes: u64,
    /// Seed of the games.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// End after this time.
    #[arg(long, value_name = "MINUTES")]
    minutes: Option<u64>,
    /// Write the tree to this file and play no games.
    #[arg(long)]
    finish: Option<PathBuf>,
    /// Greatest size of the tree in bytes.
    #[arg(long, default_value_t = 400_000)]
    size: usize,
}

fn main() {
    let arguments = Arguments::parse();
    let variant = Variants::built_in().get(&arguments.variant).expect("a built-in variant");
    let known = std::fs::read_to_string(&arguments.file).unwrap_or_default();
    // A line that was being written when the program was killed has no end.
    let whole = known.rfind('\n').map_or(0, |end| end + 1);
    if whole < known.len() {
        std::fs::write(&arguments.file, &known[..whole]).expect("the file can be written");
    }
    match &arguments.finish {
        Some(path) => finish(path, &variant, &known[..whole], arguments.size),
        None => play(&arguments, &variant, known[..whole].lines().count()),
    }
}

/// Plays the games from number `first` on.
fn play(arguments: &Arguments, variant: &Arc<Variant>, first: usize) {
    let end = arguments.minutes.map(|minutes| Instant::now() + Duration::from_secs(60 * minutes));
    let mut file =
        OpenOptions::new().create(true).append(true).open(&arguments.file).expect("a writable file");
    let mut players = Players::new(arguments.nodes);
    let start = Instant::now();
    for number in first..arguments.games {
        if end.is_some_and(|end| Instant::now() >= end) {
            break;
        }
        let mut random = StdRng::seed_from_u64(arguments.seed << 32 | number as u64);
        let (opening, winner) = players.play(variant, &mut random);
        // One call, so that a line is written whole or not at all in most cases.
        let line = format!("{} {}\n", opening.join(" "), pgn::result(winner));
        file.write_all(line.as_bytes()).expect("the file can be written");
        if (number + 1) % 500 == 0 {
            eprintln!("{}: {} games, {} s", arguments.variant, number + 1, start.elapsed().as_secs());
        }
    }
}

/// The engine that plays both sides, and the good moves of positions near the start.
struct Players {
    engine: Engine,
    nodes: u64,
    known: HashMap<u64, Vec<(Move, i32)>>,
}

impl Players {
    fn new(nodes: u64) -> Self {
        let engine = Engine::new(Options { hash_mib: 16, ..Options::default() });
        Self { engine, nodes, known: HashMap::new() }
    }

    /// Plays a game. Returns the moves of its opening and the winner.
    fn play(&mut self, variant: &Arc<Variant>, random: &mut StdRng) -> (Vec<String>, Option<Color>) {
        let mut position = Position::start(variant).expect("the start is legal");
        let (mut keys, mut opening, mut ahead) = (Vec::new(), Vec::new(), 0);
        for ply in 0..LONGEST {
            keys.push(position.key());
            let occurrences = keys.iter().filter(|&&key| key == position.key()).count();
            if let Some(outcome) = position.outcome(occurrences) {
                return (opening, outcome.winner());
            }
            let choices = self.good_moves(&position, &keys, ply);
            let best = choices.first().expect("a game that goes on has a legal move").1;
            ahead = if best.abs() >= WON { ahead + 1 } else { 0 };
            if ahead >= WON_FOR && ply >= OPENING_PLIES {
                return (opening, Some(if best > 0 { position.turn() } else { !position.turn() }));
            }
            let weights = choices.iter().map(|(_, score)| (f64::from(score - best) / TEMPERATURE).exp());
            let mut chosen = random.random_range(0.0..weights.clone().sum());
            let lighter = weights.take_while(|weight| {
                chosen -= weight;
                chosen >= 0.0
            });
            let mv = choices[lighter.count().min(choices.len() - 1)].0;
            if ply < OPENING_PLIES {
                opening.push(coords::format_legal_move(&position, mv));
            }
            position.make(mv);
        }
        (opening, None)
    }

    /// The best moves of `position` with their scores in centipawns, the best one first.
    fn good_moves(&mut self, position: &Position, keys: &[u64], ply: usize) -> Vec<(Move, i32)> {
        if let Some(moves) = self.known.get(&position.key()).filter(|_| ply < CACHED_PLIES) {
            return moves.clone();
        }
        let is_random = ply < RANDOM_PLIES;
        let nodes = if is_random { self.nodes * (1_000 >> ply).max(5) } else { self.nodes };
        let multi_pv = if is_random { CHOICES } else { 1 };
        let options = Options { multi_pv, ..self.engine.options().clone() };
        self.engine.set_options(options).expect("the table keeps its size");
        let mut moves: Vec<(Move, i32)> = Vec::new();
        let report =
            self.engine.go(position, keys, &Limits::nodes(nodes), &AtomicBool::new(false), |event| {
                // Slow searches also report bounds of scores.
                if let SearchEvent::Variation(info) = event
                    && info.bound == Bound::Exact
                {
                    if info.multi_pv == 1 {
                        moves.clear();
                    }
                    moves.push((info.pv[0], centipawns(info.score)));
                }
            });
        if !is_random || moves.is_empty() {
            let mv = report.best_move().expect("a game that goes on has a legal move");
            moves = vec![(mv, centipawns(report.score))];
        }
        moves.sort_by_key(|(_, score)| -score);
        if ply < CACHED_PLIES {
            self.known.insert(position.key(), moves.clone());
        }
        moves
    }
}

/// A score in centipawns; a mate is 100 pawns.
fn centipawns(score: Score) -> i32 {
    match score {
        Score::Centipawns(value) => value,
        Score::Mate(moves) => 10_000 * moves.signum(),
    }
}

/// Writes the tree of the games in the lines of `text`, without the rarest moves if it would be greater than `size`.
fn finish(path: &Path, variant: &Arc<Variant>, text: &str, size: usize) {
    let start = Position::start(variant).expect("the start is legal");
    let mut openings = Openings::default();
    let mut games = 0;
    for line in text.lines() {
        let (moves, result) = line.rsplit_once(' ').expect("a game has a result");
        let mut position = start.clone();
        let moves: Vec<_> = moves
            .split(' ')
            .map(|word| {
                let mv = coords::parse_move(&position, word).expect("a legal move");
                position.make(mv);
                mv
            })
            .collect();
        let winner = [Some(Color::White), Some(Color::Black), None]
            .into_iter()
            .find(|&winner| pgn::result(winner) == result)
            .expect("a result");
        openings.add_game(&start, moves, winner);
        games += 1;
    }
    let (least, tree) = (2..)
        .map(|least| {
            let description = format!("{games} games of the engine; moves of at least {least} games");
            (least, openings.format(&start, &description, least))
        })
        .find(|(_, tree)| tree.len() < size)
        .expect("a tree without moves is small");
    std::fs::write(path, &tree).expect("the tree can be written");
    println!(
        "{games} games, moves of at least {least} games: {} moves, {} bytes",
        tree.lines().count() - 1,
        tree.len()
    );
}
