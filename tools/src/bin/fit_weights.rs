//! Texel tuning of the evaluation, for the boards of one size.
//!
//! `fit_weights --variants FILE.ini --keep leap,orthogonal POSITIONS...`: changes the weights one by one while the
//! evaluation of quiet positions predicts the results of their games better. The positions come from `selfplay`. Prints
//! the weights that changed.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

use clap::Parser;
use xxlchess::engine::{Evaluator, Weights};
use xxlchess::notation::fen;
use xxlchess::notation::variants_ini::Variants;
use xxlchess::rules::{Color, Position, Variant};

#[derive(Parser)]
struct Arguments {
    /// Files of positions.
    #[arg(required = true)]
    positions: Vec<String>,
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

/// Positions of one variant, each with White's score: 0, 0.5 or 1.
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
    let samples = read(&variants, &arguments.positions);
    let mut weights = Weights::new(&samples.first().expect("there are positions").0);
    let before = weights.clone();
    let scale = fit_scale(&samples, &weights);
    let mut best = error(&samples, &weights, scale);
    println!("scale {scale:.1} error {best:.6}");
    let mut steps: Vec<i32> = weights.rows().iter().map(|(_, v)| (v.abs() / 5).max(2)).collect();
    for pass in 0..arguments.passes {
        for (row, step) in steps.iter_mut().enumerate() {
            if arguments.keep.iter().any(|name| name == weights.rows()[row].0) {
                continue;
            }
            for direction in [1, -1] {
                let mut tried = weights.clone();
                *tried.rows()[row].1 += direction * *step;
                let found = error(&samples, &tried, scale);
                if found < best {
                    (best, weights) = (found, tried);
                    break;
                }
                if direction == -1 {
                    *step = (*step / 2).max(1);
                }
            }
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

fn read(variants: &Variants, files: &[String]) -> Vec<Sample> {
    let mut samples: HashMap<String, Sample> = HashMap::new();
    for file in files {
        let text = std::fs::read_to_string(file).expect("the positions can be read");
        for line in text.lines() {
            let mut fields = line.split(';');
            let (Some(name), Some(text), Some(half_points)) = (fields.next(), fields.next(), fields.next())
            else {
                continue;
            };
            let entry = samples
                .entry(name.to_owned())
                .or_insert_with(|| (variants.find(name).expect("the variant exists"), Vec::new()));
            let position = fen::parse(&entry.0, text).expect("a legal position");
            entry.1.push((position, half_points.parse::<f64>().expect("half-points") / 2.0));
        }
    }
    let mut samples: Vec<_> = samples.into_iter().collect();
    samples.sort_by(|a, b| a.0.cmp(&b.0));
    samples.into_iter().map(|(_, sample)| sample).collect()
}

/// Mean squared error of the results that the evaluation predicts.
fn error(samples: &[Sample], weights: &Weights, scale: f64) -> f64 {
    let (mut sum, mut count) = (0.0, 0);
    for (variant, positions) in samples {
        let evaluator = Evaluator::with_weights(variant, weights.clone());
        for (position, result) in positions {
            let own = f64::from(evaluator.evaluate(position));
            let white = if position.turn() == Color::White { own } else { -own };
            let predicted = 1.0 / (1.0 + (-white / scale).exp());
            sum += (result - predicted).powi(2);
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
