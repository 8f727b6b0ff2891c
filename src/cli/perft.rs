//! `xxlchess perft`.

use std::time::Instant;

use clap::Args;
use xxlchess::notation::{coords, fen};
use xxlchess::rules::Position;
use xxlchess::rules::perft::divide;

use super::variants::VariantArguments;
use super::{Failure, print_line, warn};

#[derive(Args, Debug)]
pub struct PerftArguments {
    /// Length of the move sequences, in plies.
    depth: u32,
    #[command(flatten)]
    variant: VariantArguments,
    /// Position [default: the variant's starting position].
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
}

/// Prints the number of move sequences after each first move, and the sum of these numbers.
pub fn run(arguments: &PerftArguments) -> Result<(), Failure> {
    let variant = arguments.variant.find()?;
    let mut position = match &arguments.fen {
        Some(text) => fen::parse(&variant, text).map_err(Failure::input)?,
        None => Position::start(&variant).map_err(Failure::input)?,
    };
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
