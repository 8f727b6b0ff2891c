//! Texel tuning of the evaluation, for the boards of one size, by the Levenberg-Marquardt method.
//!
//! `fit_weights --keep leap,orthogonal xxl:training-xxl/round-1.games ...`: changes the weights so that the evaluation of
//! quiet positions better predicts what a search finds and how their games end. The games come from `xxlchess train`.
//! Prints the weights that changed.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Parser;
use xxlchess::engine::eval::network::Inputs;
use xxlchess::engine::{Evaluator, Weights};
use xxlchess::notation::variants_ini::Variants;
use xxlchess::rules::{Color, Position, Variant};
use xxlchess::training::samples;

#[derive(Parser)]
struct Arguments {
    /// Variants and files of games.
    #[arg(required = true, value_name = "VARIANT:FILE")]
    games: Vec<String>,
    /// A file with more variants.
    #[arg(long)]
    variants: Option<PathBuf>,
    /// Passes over all weights.
    #[arg(long, default_value_t = 12)]
    passes: u32,
    /// Weights that are not changed.
    #[arg(long, value_delimiter = ',')]
    keep: Vec<String>,
}

/// Part of a position's target that is what the search found; the rest is the result of its game, which varies more.
const SEARCH_SHARE: f64 = 0.75;
/// Value of the search, in centipawns, at which White is expected to score 1 / (1 + 1/e).
const VALUE_SCALE: f64 = 200.0;

/// Positions of one variant, each with the score that White can expect: 0 to 1.
type Sample = (Arc<Variant>, Vec<(Position, f64)>);

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
    let samples = arguments.games.iter().map(|games| read(&variants, games)).collect::<Vec<_>>();
    let mut weights = Weights::new(&samples.first().expect("there are positions").0);
    let before = weights.clone();
    let scale = fit_scale(&samples, &weights);
    let mut best = error(&samples, &weights, scale);
    println!("scale {scale:.1} error {best:.6}");
    let kept: Vec<bool> =
        weights.rows().iter().map(|(name, _)| arguments.keep.iter().any(|kept| kept == name)).collect();
    let mut damping = 1e-3;
    for pass in 0..arguments.passes {
        let step = step(&samples, &weights, scale, damping, &kept);
        let mut tried = weights.clone();
        for ((_, weight), change) in tried.rows().into_iter().zip(step) {
            // The evaluation is not linear in all weights.
            let limit = f64::from(weight.abs() / 2 + 10);
            *weight += change.clamp(-limit, limit).round() as i32;
        }
        let found = error(&samples, &tried, scale);
        if found < best {
            (best, weights) = (found, tried);
            damping /= 4.0;
        } else {
            damping *= 16.0;
        }
        println!("pass {pass} error {best:.6}");
        let mut before = before.clone();
        for ((name, now), (_, was)) in weights.rows().into_iter().zip(before.rows()) {
            if now != was {
                println!("    {name} = {now}; // was {was}");
            }
        }
    }
}

fn read(variants: &Variants, games: &str) -> Sample {
    let (name, path) = games.split_once(':').expect("a variant, a colon and a file");
    let variant = variants.find(name).expect("the variant exists");
    let inputs = Inputs::new(&variant);
    let games = samples::read_games(Path::new(path)).expect("the games can be read");
    let entry = |sample: samples::Sample| {
        let position = sample.position(&variant, &inputs)?;
        let found = win_chance(f64::from(sample.score), VALUE_SCALE);
        let own = SEARCH_SHARE * found + (1.0 - SEARCH_SHARE) * f64::from(sample.half_points) / 2.0;
        let white = if sample.turn == Color::White { own } else { 1.0 - own };
        Some((position, white))
    };
    let positions = games.into_iter().flatten().filter_map(entry).collect();
    (variant, positions)
}

/// The change of each weight by the Levenberg-Marquardt method, with derivatives by finite differences.
fn step(samples: &[Sample], weights: &Weights, scale: f64, damping: f64, kept: &[bool]) -> Vec<f64> {
    let count = kept.len();
    let (mut matrix, mut right) = (vec![vec![0.0; count]; count], vec![0.0; count]);
    for (variant, positions) in samples {
        let base = evaluations(variant, positions, weights);
        let columns: Vec<Vec<f64>> = (0..count)
            .map(|row| {
                if kept[row] {
                    return vec![0.0; base.len()];
                }
                let mut changed = weights.clone();
                let rows = &mut changed.rows();
                let difference = (rows[row].1.abs() / 8).max(6);
                *rows[row].1 += difference;
                let values = evaluations(variant, positions, &changed);
                values.iter().zip(&base).map(|(value, base)| (value - base) / f64::from(difference)).collect()
            })
            .collect();
        for (index, (_, result)) in positions.iter().enumerate() {
            let predicted = win_chance(base[index], scale);
            let slope = predicted * (1.0 - predicted) / scale;
            let derivatives: Vec<(usize, f64)> = columns
                .iter()
                .map(|column| slope * column[index])
                .enumerate()
                .filter(|(_, d)| *d != 0.0)
                .collect();
            for &(row, derivative) in &derivatives {
                right[row] += derivative * (result - predicted);
                for &(column, other) in &derivatives {
                    matrix[row][column] += derivative * other;
                }
            }
        }
    }
    for (row, line) in matrix.iter_mut().enumerate() {
        line[row] += line[row] * damping + 1e-9;
    }
    solve(matrix, right)
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

/// Evaluations in centipawns from White's view.
fn evaluations(variant: &Arc<Variant>, positions: &[(Position, f64)], weights: &Weights) -> Vec<f64> {
    let evaluator = Evaluator::with_weights(variant, weights.clone());
    let white_view = |position: &Position| {
        let own = f64::from(evaluator.evaluate(position));
        if position.turn() == Color::White { own } else { -own }
    };
    positions.iter().map(|(position, _)| white_view(position)).collect()
}

/// Expected score of White, from 0 to 1.
fn win_chance(value: f64, scale: f64) -> f64 {
    1.0 / (1.0 + (-value / scale).exp())
}

/// Mean squared error of the results that the evaluation predicts.
fn error(samples: &[Sample], weights: &Weights, scale: f64) -> f64 {
    let (mut sum, mut count) = (0.0, 0);
    for (variant, positions) in samples {
        let values = evaluations(variant, positions, weights);
        for (value, (_, result)) in values.into_iter().zip(positions) {
            sum += (result - win_chance(value, scale)).powi(2);
        }
        count += positions.len();
    }
    sum / f64::from(count.max(1) as u32)
}

/// The scale, in hundredths of a pawn, at which the present evaluation predicts best.
fn fit_scale(samples: &[Sample], weights: &Weights) -> f64 {
    let scales = (4..60).map(|n| f64::from(n) * 12.5);
    let errors = scales.map(|scale| (scale, error(samples, weights, scale)));
    errors.min_by(|a, b| a.1.total_cmp(&b.1)).map_or(150.0, |(scale, _)| scale)
}
