//! Tuning of the search parameters of a class of boards by games, with simultaneous perturbation (SPSA).
//!
//! `spsa --variant xxl --nodes 5000 --pairs 4000 lmr_base lmr_divisor lmp_base` tunes these parameters. Without names it tunes
//! all parameters. For each pair of games all parameters are changed at random, up or down, and the changed engine plays the
//! engine with the opposite changes. Each parameter then moves a little towards the side that won. The result is a candidate
//! for a match. Progress is written to the file of `--state`, from which the same command continues.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

use clap::Parser;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use xxlchess::engine::{Engine, Limits, Options, Score, SearchParameters};
use xxlchess::notation::variants_ini::Variants;
use xxlchess::rules::{Color, Position, Variant};
use xxlchess::training::selfplay::play_on;
use xxlchess_tools::balanced_opening;

/// Exponent by which the changes become smaller.
const GAMMA: f64 = 0.101;
/// Exponent by which the steps become smaller.
const ALPHA: f64 = 0.602;
/// Lead from which a game is won if both engines agree on it, in centipawns.
const WON: i32 = 1_000;
/// Number of plies for which the engines must agree on the lead.
const WON_FOR: usize = 6;

#[derive(Parser)]
struct Arguments {
    /// Names of the parameters [default: all].
    names: Vec<String>,
    #[arg(long, default_value = "xxl")]
    variant: String,
    /// Nodes of each move.
    #[arg(long, default_value_t = 5_000)]
    nodes: u64,
    /// Number of pairs of games.
    #[arg(long, default_value_t = 5_000)]
    pairs: u32,
    /// Last change of a parameter, percent of its value.
    #[arg(long, default_value_t = 10.0)]
    change: f64,
    /// Last step of a parameter for a game that is won, in relation to its last change. A tuning of few pairs needs larger
    /// steps.
    #[arg(long, default_value_t = 0.002)]
    step: f64,
    #[arg(long, default_value_t = 2)]
    threads: usize,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// File of the parameters reached so far.
    #[arg(long, default_value = "spsa.txt")]
    state: PathBuf,
}

impl Arguments {
    /// First line of the file of the state: what must not change if a tuning is continued.
    fn description(&self) -> String {
        let Self { variant, nodes, pairs, change, step, seed, .. } = self;
        format!("{variant}, {nodes} nodes, {pairs} pairs, change {change} %, step {step}, seed {seed}")
    }
}

/// A parameter that is tuned.
struct Tuned {
    name: &'static str,
    value: f64,
    /// Change in the last pair of games.
    last_change: f64,
}

/// State of the tuning that the threads share.
struct State {
    tuned: Vec<Tuned>,
    /// Number of pairs that have begun.
    begun: u32,
    /// Number of pairs that have ended.
    ended: u32,
}

fn main() {
    let arguments = Arguments::parse();
    let variant = Variants::built_in().find(&arguments.variant).expect("the variant exists");
    let mut rows = SearchParameters::new(&variant);
    let rows: Vec<_> = rows.rows().into_iter().map(|(name, value)| (name, *value)).collect();
    for name in &arguments.names {
        assert!(rows.iter().any(|(row, _)| row == name), "no parameter {name}");
    }
    let is_tuned = |name| arguments.names.is_empty() || arguments.names.iter().any(|tuned| tuned == name);
    let saved = read(&arguments);
    let tuned = rows.iter().filter(|(name, _)| is_tuned(*name)).map(|&(name, value)| Tuned {
        name,
        value: saved.get(name).copied().unwrap_or(value.into()),
        last_change: (f64::from(value.abs()) * arguments.change / 100.0).max(0.5),
    });
    let played = saved.get("pairs").map_or(0, |&pairs| pairs as u32);
    let state = Mutex::new(State { tuned: tuned.collect(), begun: played, ended: played });
    std::thread::scope(|scope| {
        for _ in 0..arguments.threads.max(1) {
            scope.spawn(|| while play_pair(&arguments, &variant, &state) {});
        }
    });
    let state = state.into_inner().expect("no thread has panicked");
    for tuned in &state.tuned {
        let before = rows.iter().find(|(name, _)| *name == tuned.name).expect("it is a row").1;
        println!("{} = {}; // was {before}", tuned.name, tuned.value.round());
    }
}

/// The numbers of the file of the state; none if there is no file.
fn read(arguments: &Arguments) -> BTreeMap<String, f64> {
    let text = std::fs::read_to_string(&arguments.state).unwrap_or_default();
    let mut lines = text.lines();
    let is_other = |first: &str| first != arguments.description();
    assert!(!lines.next().is_some_and(is_other), "{} has another tuning", arguments.state.display());
    let number = |line: &str| {
        let (name, number) = line.split_once(" = ")?;
        Some((name.to_owned(), number.parse().ok()?))
    };
    lines.filter_map(number).collect()
}

/// Plays a pair of games and moves the parameters. Returns `false` if all pairs have begun.
fn play_pair(arguments: &Arguments, variant: &Arc<Variant>, state: &Mutex<State>) -> bool {
    let lock = || state.lock().expect("no thread has panicked");
    let (pairs, number, mut random, changes, both) = {
        let mut state = lock();
        if state.begun >= arguments.pairs {
            return false;
        }
        state.begun += 1;
        let number = state.begun;
        let mut random = StdRng::seed_from_u64(arguments.seed ^ u64::from(number) << 20);
        let pairs = f64::from(arguments.pairs);
        let changes: Vec<f64> = state
            .tuned
            .iter()
            .map(|tuned| {
                let change = tuned.last_change * (pairs / f64::from(number)).powf(GAMMA);
                if random.random() { change } else { -change }
            })
            .collect();
        let mut parameters = |sign: f64| {
            let mut parameters = SearchParameters::new(variant);
            for (name, row) in parameters.rows() {
                if let Some(index) = state.tuned.iter().position(|tuned| tuned.name == name) {
                    // A random number rounds up or down, so that small changes have an effect, too. The sign does not
                    // change, because divisors must not be 0 and limits must not be negative.
                    let value = state.tuned[index].value + sign * changes[index];
                    let rounded = (value + random.random::<f64>()).floor() as i32;
                    *row = if *row < 0 { rounded.min(-1) } else { rounded.max(i32::from(*row > 0)) };
                }
            }
            parameters
        };
        let both = [parameters(1.0), parameters(-1.0)];
        (pairs, number, random, changes, both)
    };
    let mut engines = both.map(|parameters| {
        Engine::new(Options { hash_mib: 4, parameters: Some(parameters), ..Options::default() })
    });
    let opening = balanced_opening(variant, &mut random);
    let result: i32 =
        Color::ALL.into_iter().map(|color| play_game(&mut engines, color, &opening, arguments.nodes)).sum();
    let mut state = lock();
    for (tuned, change) in state.tuned.iter_mut().zip(changes) {
        let stability = pairs / 10.0;
        let fall = ((stability + pairs) / (stability + f64::from(number))).powf(ALPHA);
        let step = arguments.step * tuned.last_change.powi(2) * fall;
        tuned.value += step * f64::from(result) / change;
    }
    state.ended += 1;
    if state.ended % 50 == 0 || state.ended == arguments.pairs {
        let rows = state.tuned.iter().map(|tuned| format!("{} = {:.3}\n", tuned.name, tuned.value));
        let text: String = rows.chain([format!("pairs = {}\n", state.ended)]).collect();
        let text = format!("{}\n{text}", arguments.description());
        std::fs::write(&arguments.state, text).expect("the file of the state can be written");
        println!("{} pairs", state.ended);
    }
    true
}

/// Plays a game in which the first engine has `color`. Returns 1 if that engine wins, -1 if it loses, and 0 for a draw.
fn play_game(engines: &mut [Engine; 2], color: Color, opening: &Position, nodes: u64) -> i32 {
    engines.iter_mut().for_each(Engine::new_game);
    let points = |winner: Color| if winner == color { 1 } else { -1 };
    let search = |position: &Position, keys: &[u64]| {
        let engine = &mut engines[usize::from(position.turn() != color)];
        engine.go(position, keys, &Limits::nodes(nodes), &AtomicBool::new(false), |_| {})
    };
    let mut agreed = 0_i32;
    let winner = play_on(opening.clone(), search, |position, occurrences, report| {
        // A variant without a rule for repetition could go on until the longest game.
        if occurrences >= 3 {
            return ControlFlow::Break(None);
        }
        let lead = match report.score {
            Score::Centipawns(value) => value,
            Score::Mate(moves) => moves.signum() * WON,
        };
        agreed = match lead * points(position.turn()) {
            lead if lead >= WON => agreed.max(0) + 1,
            lead if lead <= -WON => agreed.min(0) - 1,
            _ => 0,
        };
        if agreed.unsigned_abs() as usize >= WON_FOR {
            return ControlFlow::Break(Some(if agreed > 0 { color } else { !color }));
        }
        ControlFlow::Continue(())
    });
    winner.map_or(0, points)
}
