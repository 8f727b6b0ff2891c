//! What the protocol writes: information, answers, the board.

use std::fmt::Write;
use std::sync::Arc;

use crate::engine::bench::BenchResult;
use crate::engine::{Info, Limits, SearchReport};
use crate::notation::variants_ini::Variants;
use crate::notation::{coords, fen as notation};
use crate::rules::{Move, Position, Square, Variant};

/// Positions of the bench: variant and FEN, or the variant's start.
const BENCH: [(&str, Option<&str>); 6] = [
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

/// The positions of the bench.
pub(super) fn bench_positions() -> Vec<Position> {
    let variants = Variants::built_in();
    let position = |&(name, fen): &(&str, Option<&str>)| {
        let variant = variants.get(name)?;
        fen.map_or_else(|| Position::start(&variant).ok(), |fen| notation::parse(&variant, fen).ok())
    };
    BENCH.iter().filter_map(position).collect()
}

pub(super) fn bench(bench: &BenchResult) -> String {
    format!("Nodes searched: {}\nNodes a second: {}", bench.nodes, bench.nodes_per_second())
}

pub(super) fn fen(position: &Position) -> String {
    notation::format(position)
}

pub(super) fn parse_fen(variant: &Arc<Variant>, text: &str) -> Result<Position, String> {
    notation::parse(variant, text).map_err(|error| error.to_string())
}

/// Whether only `stop` brings the answer of a search.
pub(super) fn is_endless(limits: &Limits) -> bool {
    let bounds = [
        limits.depth.is_some(),
        limits.nodes.is_some(),
        limits.move_time.is_some(),
        limits.clocks.is_some(),
        limits.mate.is_some(),
    ];
    limits.infinite || !bounds.contains(&true)
}

fn moves(variant: &Variant, moves: &[Move]) -> String {
    moves.iter().map(|&mv| format!(" {}", coords::format_move(variant, mv))).collect()
}

pub(super) fn info(variant: &Variant, info: &Info) -> String {
    let milliseconds = info.time.as_millis();
    let speed = info.nodes as f64 / info.time.as_secs_f64().max(1e-6);
    format!(
        "info depth {} seldepth {} multipv {} score {} nodes {} nps {speed:.0} hashfull {} time {milliseconds} pv{}",
        info.depth,
        info.seldepth,
        info.multi_pv,
        info.score,
        info.nodes,
        info.hashfull,
        moves(variant, &info.pv)
    )
}

pub(super) fn best_move(variant: &Variant, report: &SearchReport) -> String {
    let Some(best) = report.best_move() else { return "bestmove (none)".to_owned() };
    let mut text = format!("bestmove {}", coords::format_move(variant, best));
    if let Some(ponder) = report.ponder_move() {
        let _ = write!(text, " ponder {}", coords::format_move(variant, ponder));
    }
    text
}

/// The board as text, with FEN, key and checkers.
pub(super) fn position(position: &Position) -> String {
    let variant = position.variant();
    let mut text = String::new();
    for rank in (0..variant.rules().ranks).rev() {
        for file in 0..variant.rules().files {
            let piece = position.board().piece_at(Square::new(file, rank));
            text.push(piece.map_or('.', |piece| notation::piece_letter(variant, piece)));
            text.push(' ');
        }
        // Writing to a string does not fail.
        let _ = writeln!(text, " {}", rank + 1);
    }
    let checkers =
        position.royal_king(position.turn()).map(|king| position.attackers_to(king, !position.turn()));
    let checkers: Vec<_> = checkers.into_iter().flatten().map(|s| s.to_string()).collect();
    let _ = write!(
        text,
        "\nFen: {}\nKey: {:016X}\nCheckers: {}",
        notation::format(position),
        position.key(),
        checkers.join(" ")
    );
    text
}
