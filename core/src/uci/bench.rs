//! The `bench` command: its positions and its output.

use crate::engine::bench;
use crate::notation::fen;
use crate::notation::variants_ini::Variants;
use crate::rules::Position;

/// Variant and FEN; without a FEN the variant's starting position.
const POSITIONS: [(&str, Option<&str>); 6] = [
    ("xxl", None),
    (
        "xxl",
        Some(
            "r2hcgakgceb1r/ppp1pppp1ppppp/1n12/12n1/3p4p5/14/5P8/14/4P4P4/14/2N8N2/14/PPPP1P1PP1PPPP/R2HCGAKGCEB1R w KQkq - 0 1",
        ),
    ),
    ("xxl", Some("4k9/14/3p4p5/14/5n8/14/2q6r4/4P1P7/3R10/14/6H7/14/14/5K4E3 w - - 0 40")),
    ("chess", None),
    ("chess", Some("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")),
    ("chess", Some("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1")),
];

/// Positions of the bench.
pub fn positions() -> Vec<Position> {
    let variants = Variants::built_in();
    let position = |&(name, text): &(&str, Option<&str>)| {
        let variant = variants.get(name)?;
        text.map_or_else(|| Position::start(&variant).ok(), |text| fen::parse(&variant, text).ok())
    };
    POSITIONS.iter().filter_map(position).collect()
}

/// Searches the positions to `depth`; returns the signature and the speed as text.
pub fn run(depth: u32) -> String {
    let result = bench::run(&positions(), depth);
    format!("Nodes searched: {}\nNodes a second: {}", result.nodes, result.nodes_per_second())
}
