//! `xxlchess perft` and `xxlchess bench`.

use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use xxlchess::engine::bench as search_bench;
use xxlchess::notation::variants_ini::Variants;
use xxlchess::notation::{coords, fen};
use xxlchess::rules::Position;
use xxlchess::rules::perft::divide;

use super::{Failure, variants};

/// Depth to which the bench searches.
const BENCH_DEPTH: u32 = 9;

/// The positions the bench searches, as (variant, FEN or nothing for the start).
const BENCH: [(&str, Option<&str>); 6] = [
    ("xxl", None),
    (
        "xxl",
        Some(
            "1nbh1cakgcebnr/rpp1p2pppp1pp/3pg1p4p2/5p8/p13/14/14/14/14/14/1P7E4/7P5P/P1PPPPPGPPPPP1/RNBHCGAK1C1BNR w KQk - 0 9",
        ),
    ),
    (
        "xxl",
        Some(
            "r1b1c3g2bn1/n4kpp4p1/2p1pg3pp2r/p2p1p3hcp1p/14/1p5pe5/14/14/10N3/C3P2a1H4/PP3PPP4A1/R1GP8P1/2PN3GPPPPEP/2B3K2CR3 w - - 6 51",
        ),
    ),
    ("xxl", Some("2k1r6b2/14/1q7n4/14/14/4p3p5/3p1p1p4p1/2P1P1P4P2/1P6P5/14/14/14/4G6E2/R6K1B4 w - - 0 1")),
    ("capablanca", None),
    ("chess", Some("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")),
];

/// What is counted.
#[derive(Args, Debug)]
pub struct PerftArguments {
    /// Length of the move sequences.
    depth: u32,
    /// The variant.
    #[arg(long, value_name = "NAME", default_value = "xxl")]
    variant: String,
    /// A file of variants of your own.
    #[arg(long, value_name = "PATH")]
    variants: Option<PathBuf>,
    /// The position [default: the variant's start].
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
}

/// Counts, and prints the count for every first move.
pub fn perft(arguments: &PerftArguments) -> Result<(), Failure> {
    let variants = variants::load(arguments.variants.as_deref())?;
    let mut position = position(&variants, &arguments.variant, arguments.fen.as_deref())?;
    let variant = position.variant().clone();
    let start = Instant::now();
    let mut nodes = u64::from(arguments.depth == 0);
    if arguments.depth > 0 {
        for (mv, count) in divide(&mut position, arguments.depth) {
            println!("{}: {count}", coords::write_move(&variant, mv));
            nodes += count;
        }
    }
    println!("\nNodes searched: {nodes}");
    eprintln!("{:.3} s", start.elapsed().as_secs_f64());
    Ok(())
}

/// Searches the bench's positions.
pub fn bench() -> Result<(), Failure> {
    let variants = Variants::built_in();
    let positions = BENCH.into_iter().map(|(variant, text)| position(&variants, variant, text));
    let bench = search_bench::run(&positions.collect::<Result<Vec<_>, _>>()?, BENCH_DEPTH);
    println!("nodes {}", bench.nodes);
    println!("nodes a second {}", bench.speed());
    Ok(())
}

fn position(variants: &Variants, variant: &str, text: Option<&str>) -> Result<Position, Failure> {
    let variant = variants::find(variants, variant)?;
    match text {
        Some(text) => fen::parse(&variant, text).map_err(Failure::input),
        None => Position::start(&variant).map_err(Failure::input),
    }
}
