//! Output of UCI: `info`, `bestmove` and the board.

use std::fmt::Write as _;

use crate::engine::{Bound, Limits, Score, SearchEvent, SearchReport};
use crate::notation::{coords, fen};
use crate::rules::{Position, Square};

/// Whether a search with these limits ends only by `stop`.
pub(super) fn is_infinite(limits: &Limits) -> bool {
    let has_limit = [
        limits.depth.is_some(),
        limits.nodes.is_some(),
        limits.move_time.is_some(),
        limits.clocks.is_some(),
        limits.mate.is_some(),
    ];
    limits.infinite || !has_limit.contains(&true)
}

/// The `info` line of a search event. With `wdl` the chances of win, draw and loss follow the score.
pub(super) fn info(root: &Position, event: &SearchEvent, wdl: bool) -> String {
    let info = match event {
        SearchEvent::Variation(info) => info,
        SearchEvent::CurrentMove { depth, mv, number } => {
            let mv = coords::format_line(root, &[*mv]).concat();
            return format!("info depth {depth} currmove {mv} currmovenumber {number}");
        }
    };
    let milliseconds = info.time.as_millis();
    let speed = info.nodes as f64 / info.time.as_secs_f64().max(1e-6);
    let chances = if wdl { win_draw_loss(info.score) } else { String::new() };
    let bound = match info.bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    };
    format!(
        "info depth {} seldepth {} multipv {} score {}{bound}{chances} nodes {} nps {speed:.0} hashfull {} time {milliseconds} pv {}",
        info.depth,
        info.seldepth,
        info.multi_pv,
        info.score,
        info.nodes,
        info.hashfull,
        coords::format_line(root, &info.pv).join(" ")
    )
}

/// The chances of win, draw and loss in permille. The model is simple: a lead of 1.5 pawns wins half of the games.
fn win_draw_loss(score: Score) -> String {
    let chance = |centipawns: i32| 1000.0 / (1.0 + (f64::from(150 - centipawns) / 75.0).exp());
    let (win, loss) = match score {
        Score::Centipawns(value) => (chance(value).round(), chance(-value).round()),
        Score::Mate(moves) if moves > 0 => (1000.0, 0.0),
        Score::Mate(_) => (0.0, 1000.0),
    };
    format!(" wdl {win} {} {loss}", 1000.0 - win - loss)
}

/// The `bestmove` line at the end of a search.
pub(super) fn best_move(root: &Position, report: &SearchReport) -> String {
    let line: Vec<_> = report.best_move().into_iter().chain(report.ponder_move()).collect();
    match &coords::format_line(root, &line)[..] {
        [] => "bestmove (none)".to_owned(),
        [best] => format!("bestmove {best}"),
        [best, ponder, ..] => format!("bestmove {best} ponder {ponder}"),
    }
}

/// The answer to `d`: the board as text, the FEN, the key and the checkers.
pub(super) fn position(position: &Position) -> String {
    let variant = position.variant();
    let mut text = String::new();
    for rank in (0..variant.rules().ranks).rev() {
        for file in 0..variant.rules().files {
            let square = Square::new(file, rank);
            let empty = if variant.rules().has_square(square) { '.' } else { ' ' };
            let piece = position.board().piece_at(square);
            text.push(piece.map_or(empty, |piece| fen::piece_letter(variant, piece)));
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
        fen::format(position),
        position.key(),
        checkers.join(" ")
    );
    text
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::notation::variants_ini::Variants;
    use crate::rules::Variant;

    /// Castling is reported as `e1g1` in chess. In Chess960 it is reported as `e1h1`, which are the squares of king and rook.
    #[test]
    fn the_current_move_is_reported_in_the_notation_of_the_variant() {
        let chess = Variants::built_in().find("chess").expect("built in");
        let chess960 = Arc::new(Variant::new(chess.rules().clone().in_chess960(), chess.start().clone()));
        for (variant, expected) in [(chess, "e1g1"), (chess960, "e1h1")] {
            let position = fen::parse(&variant, "4k3/8/8/8/8/8/8/4K2R w K - 0 1").expect("a FEN");
            let mv = position.castling_moves()[0];
            let event = SearchEvent::CurrentMove { depth: 9, mv, number: 3 };
            let line = info(&position, &event, false);
            assert_eq!(line, format!("info depth 9 currmove {expected} currmovenumber 3"));
        }
    }
}
