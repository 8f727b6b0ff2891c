//! `xxlchess perft`.

use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use xxlchess::notation::variants_ini::Variants;
use xxlchess::notation::{coords, fen};
use xxlchess::rules::Position;
use xxlchess::rules::perft::divide;

use super::{Failure, print_line, variants, warn};

#[derive(Args, Debug)]
pub struct PerftArguments {
    /// Length of the move sequences, in plies.
    depth: u32,
    /// Variant.
    #[arg(long, value_name = "NAME", default_value = "xxl")]
    variant: String,
    /// File with variants of your own.
    #[arg(long, value_name = "PATH")]
    variants: Option<PathBuf>,
    /// Position [default: the variant's starting position].
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
}

/// Counts, and prints the count for every first move.
pub fn run(arguments: &PerftArguments) -> Result<(), Failure> {
    let variants = variants::load(arguments.variants.as_deref())?;
    let mut position = position(&variants, &arguments.variant, arguments.fen.as_deref())?;
    let variant = position.variant().clone();
    let start = Instant::now();
    let mut nodes = u64::from(arguments.depth == 0);
    if arguments.depth > 0 {
        for (mv, count) in divide(&mut position, arguments.depth) {
            print_line(format_args!("{}: {count}", coords::format_move(&variant, mv)))?;
            nodes += count;
        }
    }
    print_line(format_args!("\nNodes searched: {nodes}"))?;
    warn(format_args!("{:.3} s", start.elapsed().as_secs_f64()));
    Ok(())
}

fn position(variants: &Variants, variant: &str, text: Option<&str>) -> Result<Position, Failure> {
    let variant = variants::find(variants, variant)?;
    match text {
        Some(text) => fen::parse(&variant, text).map_err(Failure::input),
        None => Position::start(&variant).map_err(Failure::input),
    }
}
