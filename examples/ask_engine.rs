//! Asks the engine for the best move of a position: `cargo run --release --example ask_engine -- [VARIANT [FEN]]`.

use std::error::Error;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use xxlchess::engine::{Engine, Limits, Options, SearchEvent};
use xxlchess::notation::{coords, fen, variants_ini::Variants};
use xxlchess::rules::Position;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let variant = Variants::built_in().find(&arguments.next().unwrap_or_else(|| "xxl".to_owned()))?;
    let position = match arguments.next() {
        Some(text) => fen::parse(&variant, &text)?,
        None => Position::start(&variant)?,
    };
    let mut engine = Engine::new(Options::default());
    let limits = Limits::move_time(Duration::from_secs(1));
    let result = engine.go(&position, &[], &limits, &AtomicBool::new(false), |event| {
        if let SearchEvent::Variation(info) = event {
            println!("depth {}: {}", info.depth, info.score);
        }
    });
    match result.best_move() {
        Some(mv) => println!("best move: {}", coords::format_move(&variant, mv)),
        None => println!("no legal move"),
    }
    Ok(())
}
