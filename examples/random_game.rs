//! Plays random legal moves of a variant: `cargo run --example random_game -- [VARIANT]`.

use std::error::Error;

use rand::seq::IndexedRandom;
use xxlchess::notation::{fen, san, variants_ini::Variants};
use xxlchess::rules::Position;

fn main() -> Result<(), Box<dyn Error>> {
    let name = std::env::args().nth(1).unwrap_or_else(|| "xxl".to_owned());
    let variant = Variants::built_in().find(&name)?;
    let mut position = Position::start(&variant)?;
    for _ in 0..20 {
        let moves = position.legal_moves();
        let Some(&mv) = moves.choose(&mut rand::rng()) else { break };
        print!("{} ", san::format(&position, mv));
        position.play(mv)?;
    }
    println!("\n{}", fen::format(&position));
    Ok(())
}
