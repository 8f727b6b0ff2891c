//! Tuning of the weights of the evaluation for the boards of one size, by the Levenberg-Marquardt method.
//!
//! `fit_weights --keep leap,orthogonal chess:training-chess/round-1.games ...` changes the weights so that the evaluation
//! with the built-in network better predicts the targets of the training, and prints the weights that changed. The games
//! come from `xxlchess train`. Every twentieth game is held out of the tuning and measures its success.

use std::path::PathBuf;
use std::sync::Arc;

use clap::Parser;
use xxlchess::engine::eval::network::Network;
use xxlchess::engine::{Evaluator, Weights};
use xxlchess::notation::variants_ini::Variants;
use xxlchess::rules::{Position, Variant};
use xxlchess::training::games::GamesFile;
use xxlchess::training::trainer;

#[derive(Parser)]
struct Arguments {
    /// Variants and files of games.
    #[arg(required = true, value_name = "VARIANT:FILE")]
    games: Vec<String>,
    /// File with more variants.
    #[arg(long)]
    variants: Option<PathBuf>,
    /// Passes over all weights.
    #[arg(long, default_value_t = 12)]
    passes: u32,
    /// Weights that are not changed.
    #[arg(long, value_delimiter = ',')]
    keep: Vec<String>,
    /// Read one game of this number of games.
    #[arg(long, default_value_t = 1)]
    every: usize,
    /// Threads.
    #[arg(long, default_value_t = 2)]
    threads: usize,
}

/// Number of positions whose derivatives are in memory at once.
const CHUNK: usize = 2_000;

/// A position to fit to. Values are from the view of the side to move.
struct Entry {
    position: Position,
    /// Correction by the network, in centipawns.
    correction: f64,
    /// Chances of winning, 0 to 1.
    target: f64,
}

/// Positions of one variant.
struct Set {
    variant: Arc<Variant>,
    /// Centipawns for which the winning chances are 73 %.
    scale: f64,
    training: Vec<Entry>,
    held_out: Vec<Entry>,
}

/// The normal equations of a step: the products of the derivatives, and the products of derivatives and errors.
struct Equations {
    matrix: Vec<Vec<f64>>,
    right: Vec<f64>,
}

fn main() {
    let arguments = Arguments::parse();
    let variants = match &arguments.variants {
        Some(path) => {
            let text = std::fs::read_to_string(path).expect("the file of variants can be read");
            let variants = Variants::built_in().with_file(&path.to_string_lossy(), &text);
            variants.expect("the file of variants has no faults")
        }
        None => Variants::built_in(),
    };
    let sets: Vec<_> = arguments.games.iter().map(|games| read(&variants, games, arguments.every)).collect();
    let mut weights = Weights::new(&sets.first().expect("there are positions").variant);
    let mut before = weights.clone();
    let kept: Vec<bool> =
        weights.rows().iter().map(|(name, _)| arguments.keep.iter().any(|kept| kept == name)).collect();
    let training_loss = |weights: &Weights| loss(&sets, weights, arguments.threads, |set| &set.training);
    let held_out_loss = |weights: &Weights| loss(&sets, weights, arguments.threads, |set| &set.held_out);
    let mut best = training_loss(&weights);
    println!("loss {best:.6}, of games held out {:.6}", held_out_loss(&weights));
    let mut damping = 1e-3;
    for pass in 1..=arguments.passes {
        let step = step(&sets, &weights, damping, &kept, arguments.threads);
        let mut tried = weights.clone();
        for ((_, weight), change) in tried.rows().into_iter().zip(step) {
            // The evaluation is not linear in all weights, so a large step would overshoot.
            let limit = f64::from(weight.abs() / 2 + 10);
            *weight += change.clamp(-limit, limit).round() as i32;
        }
        let found = training_loss(&tried);
        if found < best {
            (best, weights) = (found, tried);
            damping /= 4.0;
        } else {
            damping *= 16.0;
        }
        println!("pass {pass}: loss {best:.6}, of games held out {:.6}", held_out_loss(&weights));
    }
    for ((name, now), (_, was)) in weights.rows().into_iter().zip(before.rows()) {
        if now != was {
            println!("    {name} = {now}; // was {was}");
        }
    }
}

fn read(variants: &Variants, games: &str, every: usize) -> Set {
    let (name, path) = games.split_once(':').expect("a variant, a colon and a file");
    let variant = variants.find(name).expect("the variant exists");
    let file = GamesFile::open(path.as_ref(), &variant, variants.rules_hash(name));
    let file = file.expect("a file of games of the variant");
    let games = file.read_only(1, |damage| println!("{damage}")).expect("the games can be read");
    let games: Vec<_> = games.into_values().step_by(every).collect();
    let network = Network::built_in(&variant);
    let scale = trainer::fit_scale(&variant, &games);
    let (mut training, mut held_out) = (Vec::new(), Vec::new());
    for (index, game) in games.iter().enumerate() {
        let entries = if trainer::is_held_out(index) { &mut held_out } else { &mut training };
        let mut targets = trainer::targets(&variant, game, scale).into_iter();
        let add = |position: &Position, _| {
            let sums = network.as_ref().map(|network| (network, network.sums(position)));
            let correction = sums.map_or(0, |(network, sums)| network.correct(0, position, &sums));
            let target = targets.next().expect("a target for each position").into();
            entries.push(Entry { correction: correction.into(), target, position: position.clone() });
        };
        game.replay(&variant, add).expect("the games have been read");
    }
    Set { scale: scale.into(), training, held_out, variant }
}

/// The change of each weight in a step of the Levenberg-Marquardt method, with derivatives by finite differences.
fn step(sets: &[Set], weights: &Weights, damping: f64, kept: &[bool], threads: usize) -> Vec<f64> {
    let count = kept.len();
    let mut sum = Equations::new(count);
    for set in sets {
        let evaluator = |weights| Evaluator::with_weights(&set.variant, weights);
        let base = evaluator(weights.clone());
        let changed: Vec<_> = (0..count)
            .filter(|&row| !kept[row])
            .map(|row| {
                let mut changed = weights.clone();
                let rows = &mut changed.rows();
                let difference = (rows[row].1.abs() / 8).max(6);
                *rows[row].1 += difference;
                (row, evaluator(changed), f64::from(difference))
            })
            .collect();
        let parts = in_threads(&set.training, threads, |entries| {
            let mut equations = Equations::new(count);
            for entries in entries.chunks(CHUNK) {
                equations.add(entries, set.scale, &base, &changed);
            }
            equations
        });
        parts.into_iter().for_each(|part| sum.merge(&part));
    }
    for (row, line) in sum.matrix.iter_mut().enumerate() {
        line[row] += line[row] * damping + 1e-9;
    }
    solve(sum.matrix, sum.right)
}

impl Equations {
    fn new(count: usize) -> Self {
        Self { matrix: vec![vec![0.0; count]; count], right: vec![0.0; count] }
    }

    fn merge(&mut self, other: &Self) {
        let rows = self.matrix.iter_mut().zip(&other.matrix).chain([(&mut self.right, &other.right)]);
        rows.for_each(|(row, other)| row.iter_mut().zip(other).for_each(|(sum, part)| *sum += part));
    }

    /// Adds the terms of `entries`. `changed` has evaluators in which one weight is changed, each with the row and the
    /// difference of the weight.
    fn add(&mut self, entries: &[Entry], scale: f64, base: &Evaluator, changed: &[(usize, Evaluator, f64)]) {
        let base = evaluations(base, entries);
        let derivatives: Vec<Vec<f64>> = changed
            .iter()
            .map(|(_, evaluator, difference)| {
                let values = evaluations(evaluator, entries);
                values.iter().zip(&base).map(|(value, base)| (value - base) / difference).collect()
            })
            .collect();
        for (index, entry) in entries.iter().enumerate() {
            let predicted = win_chance(base[index], scale);
            let slope = predicted * (1.0 - predicted) / scale;
            let derivatives: Vec<(usize, f64)> = changed
                .iter()
                .zip(&derivatives)
                .map(|((row, ..), column)| (*row, slope * column[index]))
                .filter(|(_, derivative)| *derivative != 0.0)
                .collect();
            for &(row, derivative) in &derivatives {
                self.right[row] += derivative * (entry.target - predicted);
                for &(column, other) in &derivatives {
                    self.matrix[row][column] += derivative * other;
                }
            }
        }
    }
}

/// Solves a system of linear equations with a positive definite matrix by elimination.
fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let count = right.len();
    for pivot in 0..count {
        for row in pivot + 1..count {
            let factor = matrix[row][pivot] / matrix[pivot][pivot];
            let (above, below) = matrix.split_at_mut(row);
            for column in pivot..count {
                below[0][column] -= factor * above[pivot][column];
            }
            right[row] -= factor * right[pivot];
        }
    }
    for row in (0..count).rev() {
        let known: f64 = (row + 1..count).map(|column| matrix[row][column] * right[column]).sum();
        right[row] = (right[row] - known) / matrix[row][row];
    }
    right
}

/// Evaluations in centipawns from the view of the side to move.
fn evaluations(evaluator: &Evaluator, entries: &[Entry]) -> Vec<f64> {
    entries.iter().map(|entry| f64::from(evaluator.evaluate(&entry.position)) + entry.correction).collect()
}

/// Expected score, from 0 to 1.
fn win_chance(value: f64, scale: f64) -> f64 {
    1.0 / (1.0 + (-value / scale).exp())
}

/// Mean squared error of the winning chances that the evaluation predicts.
fn loss(sets: &[Set], weights: &Weights, threads: usize, part: impl Fn(&Set) -> &Vec<Entry>) -> f64 {
    let (mut sum, mut count) = (0.0, 0);
    for set in sets {
        let evaluator = Evaluator::with_weights(&set.variant, weights.clone());
        let sums = in_threads(part(set), threads, |entries| {
            let values = evaluations(&evaluator, entries);
            let errors = values.into_iter().zip(entries);
            errors.map(|(value, entry)| (entry.target - win_chance(value, set.scale)).powi(2)).sum::<f64>()
        });
        sum += sums.iter().sum::<f64>();
        count += part(set).len();
    }
    sum / f64::from(count.max(1) as u32)
}

/// The results of `work` for parts of `entries` of equal size, one for each thread.
fn in_threads<T: Send>(entries: &[Entry], threads: usize, work: impl Fn(&[Entry]) -> T + Sync) -> Vec<T> {
    let work = &work;
    std::thread::scope(|scope| {
        let parts = entries.chunks(entries.len().div_ceil(threads.max(1)).max(1));
        let threads: Vec<_> = parts.map(|part| scope.spawn(move || work(part))).collect();
        threads.into_iter().map(|thread| thread.join().expect("the thread does not panic")).collect()
    })
}
