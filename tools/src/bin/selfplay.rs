//! Self-play of the engine: writes quiet positions with their value and the result of their game, for `fit_weights`.
//!
//! `selfplay VARIANTS.INI VARIANT GAMES NODES SEED > positions.txt`: every game begins with eight random moves. Each
//! line is `variant;FEN;result;value`: White's score in half-points, and what the search found, in centipawns from
//! White's view. The same arguments give the same output.

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use xxlchess::engine::{Engine, Limits, Options, Score};
use xxlchess::notation::fen;
use xxlchess::notation::variants_ini::Variants;
use xxlchess::rules::{Color, Variant};
use xxlchess_tools::{next_random, random_opening};

/// Plies after which a game counts as drawn.
const LONGEST: usize = 240;
/// A game is won when one side has been this far ahead, in hundredths of a pawn …
const WON: i32 = 1500;
/// … for so many plies.
const WON_FOR: usize = 5;

fn main() {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let [file, name, games, nodes, seed] = &arguments[..] else {
        eprintln!("usage: selfplay VARIANTS.INI VARIANT GAMES NODES SEED");
        std::process::exit(2);
    };
    let text = std::fs::read_to_string(file).expect("the file of variants can be read");
    let variants = Variants::built_in().with_file(file, &text).expect("the file of variants has no faults");
    let variant = variants.find(name).expect("the variant exists");
    let number = |text: &String| text.parse::<u64>().expect("a number");
    let mut seed = number(seed);
    let mut engine = Engine::new(Options { hash_mib: 16, ..Options::default() });
    for _ in 0..number(games) {
        game(&variant, &mut engine, number(nodes), &mut seed);
    }
}

fn game(variant: &Arc<Variant>, engine: &mut Engine, nodes: u64, seed: &mut u64) {
    engine.new_game();
    let mut position = random_opening(variant, seed);
    let mut keys = Vec::new();
    let mut quiet_positions = Vec::new();
    let (mut ahead, mut half_points) = (0_usize, 1);
    for ply in 0..LONGEST {
        let outcome = engine.go(&position, &keys, &Limits::nodes(nodes), &AtomicBool::new(false), |_| {});
        let white = if position.turn() == Color::White { 1 } else { -1 };
        let value = white
            * match outcome.score {
                Score::Centipawns(value) => value,
                Score::Mate(moves) if moves > 0 => 100_000,
                Score::Mate(_) => -100_000,
            };
        let Some(mv) = outcome.best_move() else {
            half_points = if position.is_check() { 1 - white } else { 1 };
            break;
        };
        let occurred = keys.iter().filter(|&&key| key == position.key()).count();
        if occurred >= 2 || position.halfmove_clock() >= 100 {
            break;
        }
        ahead = if value.abs() >= WON { ahead + 1 } else { 0 };
        if ahead >= WON_FOR {
            half_points = 1 + value.signum();
            break;
        }
        let quiet = position.board().piece_at(mv.to).is_none() && mv.promotion().is_none();
        if quiet && !position.is_check() && value.abs() < 1200 && ply % 2 == (next_random(seed) % 2) as usize
        {
            quiet_positions.push((fen::format(&position), value));
        }
        keys.push(position.key());
        position.make(mv);
    }
    let mut output = std::io::stdout().lock();
    for (text, value) in quiet_positions {
        writeln!(output, "{};{text};{half_points};{value}", variant.rules().name)
            .expect("the output can be written");
    }
}
