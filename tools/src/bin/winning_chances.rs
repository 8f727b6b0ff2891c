//! Scores of searches against the results of the games, by variant, and the scale of the winning chances.
//!
//! `winning_chances FILE` plays the games of each variant that FILE does not have yet, and prints a row for each variant.
//! A line of FILE is a game: variant, White's half-points, and the scores of its quiet positions in centipawns for White.
//!
//! The scale is the one with which the winning chances differ least from the results, with its error in percent (95 %) by
//! leaving out each tenth of the games. The last columns are leads in pawns, each with the predicted and the actual points in
//! percent of the side that is ahead, and the number of positions. The prediction is that of the program. The last row has
//! the games of all variants together, predicted as in the last variant.

use std::collections::HashMap;
use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::PathBuf;
use std::sync::Arc;

use clap::Parser;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use xxlchess::engine::{Engine, Options};
use xxlchess::game::analysis::{Evaluation, winning_chances_scale};
use xxlchess::notation::variants_ini::Variants;
use xxlchess::rules::{Color, Variant};
use xxlchess::training::{OPENINGS, selfplay};

/// The columns of leads begin at these numbers of centipawns.
const LEADS: [i32; 7] = [0, 50, 100, 200, 300, 500, 800];

#[derive(Parser)]
struct Arguments {
    /// File of games, to which more are appended.
    file: PathBuf,
    /// Variants. The default is all.
    #[arg(long, value_delimiter = ',')]
    variant: Vec<String>,
    /// Number of games of each variant.
    #[arg(long, default_value_t = 200)]
    games: usize,
    /// Nodes of a search.
    #[arg(long, default_value_t = 400)]
    nodes: u64,
}

/// White's half-points, and the scores for White.
struct Game(i32, Vec<i32>);

fn main() {
    let arguments = Arguments::parse();
    let text = std::fs::read_to_string(&arguments.file).unwrap_or_default();
    let mut games: HashMap<String, Vec<Game>> = HashMap::new();
    for line in text.lines() {
        let (name, numbers) = line.split_once(' ').expect("a variant and numbers");
        let mut numbers = numbers.split(' ').map(|number| number.parse().expect("a number"));
        let half_points = numbers.next().expect("a result");
        games.entry(name.to_owned()).or_default().push(Game(half_points, numbers.collect()));
    }
    let variants = Variants::built_in();
    let names = variants.names().map(str::to_owned);
    let names: Vec<_> =
        if arguments.variant.is_empty() { names.collect() } else { arguments.variant.clone() };
    let mut all = Vec::new();
    let mut scale = 0.0;
    for name in names {
        let variant = variants.get(&name).expect("a built-in variant");
        let mut known = games.remove(&name).unwrap_or_default();
        play(&variant, &mut known, &arguments);
        known.truncate(arguments.games);
        scale = winning_chances_scale(&variant);
        print(&name, scale, &known);
        all.append(&mut known);
    }
    print("all", scale, &all);
}

/// Plays the missing games of `variant` and writes them to the file.
fn play(variant: &Arc<Variant>, known: &mut Vec<Game>, arguments: &Arguments) {
    let mut file =
        OpenOptions::new().create(true).append(true).open(&arguments.file).expect("a writable file");
    let mut engine = Engine::new(Options { hash_mib: 8, ..Options::default() });
    for number in known.len()..arguments.games {
        let mut seeds = StdRng::seed_from_u64(number as u64);
        let mut play = || selfplay::play_game(variant, &mut engine, arguments.nodes, seeds.random());
        let Some(game) = (0..OPENINGS).find_map(|_| play()) else { return };
        let half_points = game.half_points(Color::White).into();
        let for_white =
            |(turn, score): (Color, i16)| if turn == Color::White { score.into() } else { -i32::from(score) };
        let scores: Vec<i32> = game.scores(variant).map(for_white).collect();
        let words: String = scores.iter().map(|score| format!(" {score}")).collect();
        let line = format!("{} {half_points}{words}\n", variant.rules().name);
        file.write_all(line.as_bytes()).expect("the file can be written");
        known.push(Game(half_points, scores));
    }
}

/// The score of the side that is ahead in each position, and the half-points that this side got.
fn positions<'a>(games: impl Iterator<Item = &'a Game>) -> Vec<(i32, i32)> {
    let of_game = |Game(half_points, scores): &'a Game| {
        scores.iter().map(move |&score| (score.abs(), if score < 0 { 2 - half_points } else { *half_points }))
    };
    games.flat_map(of_game).collect()
}

fn chances(score: i32, scale: f64) -> f64 {
    Evaluation::Centipawns(score).winning_chances(Color::White, scale)
}

/// The scale, from 100 on in steps of 2 %, with which the winning chances differ least from the results.
fn fit(positions: &[(i32, i32)]) -> f64 {
    let loss = |scale: f64| -> f64 {
        let error = |&(score, half_points): &(i32, i32)| chances(score, scale) - f64::from(half_points) / 2.0;
        positions.iter().map(error).map(|error| error * error).sum()
    };
    let scales = (0..140).map(|step| 100.0 * 1.02_f64.powi(step));
    scales.min_by(|a, b| loss(*a).total_cmp(&loss(*b))).expect("scales")
}

/// Error of the fitted scale in percent (95 %), by the jackknife over tenths of the games.
fn error(games: &[Game]) -> f64 {
    let without = |tenth| {
        let rest = games.iter().enumerate().filter(|(index, _)| index % 10 != tenth);
        fit(&positions(rest.map(|(_, game)| game))).ln()
    };
    let scales: Vec<_> = (0..10).map(without).collect();
    let mean = scales.iter().sum::<f64>() / 10.0;
    196.0 * (0.9 * scales.iter().map(|scale| (scale - mean).powi(2)).sum::<f64>()).sqrt()
}

fn print(name: &str, used: f64, games: &[Game]) {
    let all = positions(games.iter());
    let (fitted, error) = (fit(&all), error(games));
    print!("| {name} | {} | {} | {fitted:.0} ± {error:.0} % | {used:.0} |", games.len(), all.len());
    for (index, from) in LEADS.iter().enumerate() {
        let to = LEADS.get(index + 1).copied().unwrap_or(i32::MAX);
        let inside: Vec<_> = all.iter().filter(|(score, _)| (*from..to).contains(score)).collect();
        let mean = |value: &dyn Fn(i32, i32) -> f64| {
            100.0 * inside.iter().map(|&&(score, half_points)| value(score, half_points)).sum::<f64>()
                / inside.len().max(1) as f64
        };
        print!(
            " {:.0}, {:.0} ({}) |",
            mean(&|score, _| chances(score, used)),
            mean(&|_, half_points| f64::from(half_points) / 2.0),
            inside.len()
        );
    }
    println!();
}
