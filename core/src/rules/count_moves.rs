//! Counts the moves of a game by the counting rule of its variant.

use super::color::Color;
use super::counting::{Count, CountRow, CountingRule};
use super::mv::Undo;
use super::position::Position;

impl Position {
    /// Updates the count after a move, of which `undo` is the record, and begins a count if the rule demands it.
    #[cold]
    pub(super) fn update_count(&mut self, undo: &Undo, is_promotion: bool) {
        let rules = self.variant().rules();
        let Some(rule) = &rules.counting else { return };
        let mut count = self.count().map(|count| Count { plies: count.plies.saturating_add(1), ..count });
        let (turn, pieces) = (self.turn(), self.board().occupied().count() as u16);
        let limit = |side| self.count_limit(rule, side);
        let is_alone = |side| self.board().by_color(side).count() == 1;
        // A lone king has captured the last pawn.
        let took_pawn = undo.captured.is_some_and(|(_, piece)| rules.pawns.contains(&piece.kind));
        if rule.begins_with_pieces
            && took_pawn
            && is_alone(!turn)
            && let Some(limit) = limit(!turn)
        {
            count = Some(Count { plies: 2 * pieces - 1, limit });
        }
        let is_new = count.is_none() || is_alone(turn) && (undo.captured.is_some() || is_promotion);
        if is_new && let Some(limit) = limit(turn) {
            let plies = if rule.begins_with_pieces && is_alone(turn) { 2 * pieces } else { 0 };
            count = Some(Count { plies, limit });
        }
        self.set_count(count);
    }

    /// Number of plies of a count for `side`; `None` if it cannot count now.
    fn count_limit(&self, rule: &CountingRule, side: Color) -> Option<u16> {
        let board = self.board();
        let has_pawns = board.by_kinds(&self.variant().rules().pawns).any();
        if has_pawns || board.by_color(!side).count() == 1 {
            return None;
        }
        let moves = if board.by_color(side).count() > 1 {
            rule.board
        } else {
            let has = |row: &&CountRow| board.by_piece(!side, row.kind).count() >= row.pieces;
            rule.rows.iter().find(has).map_or(rule.other_pieces, |row| row.moves)
        };
        (moves > 0).then_some(2 * moves)
    }
}

#[cfg(test)]
mod tests {
    use crate::notation::variants_ini::Variants;
    use crate::notation::{coords, fen};
    use crate::rules::{Color, Outcome, Position};

    fn position(text: &str) -> Position {
        fen::parse(&Variants::built_in().get("makruk").expect("built in"), text).expect("a legal position")
    }

    /// Starts of short games with their last positions, which are those of Fairy-Stockfish. The cases are: no pawns, two
    /// khons against a lone king, a king that takes the last pawn, promotion of the last pawn and of another one, capture
    /// of the last piece, capture by the lone king, and a count that is over.
    const GAMES: [(&str, &str, &str); 8] = [
        ("8/8/5k2/8/4R3/8/1n6/4K3 w - - 0 1", "e1e2", "8/8/5k2/8/4R3/8/1n2K3/8 b - 128 0 1"),
        ("8/8/4k3/8/1SS5/8/8/4K3 w - - 0 1", "e1e2", "8/8/4k3/8/1SS5/8/4K3/8 b - 44 8 1"),
        ("8/8/4k3/3P4/8/3N4/8/4K1N1 b - - 0 1", "e6d5 g1f3", "8/8/8/3k4/8/3N1N2/8/4K3 b - 64 8 2"),
        ("8/3k4/8/3P4/2N5/8/8/4K1N1 w - - 0 1", "d5d6m d7c6", "8/8/2kM4/8/2N5/8/8/4K1N1 w - 64 11 2"),
        ("8/3k4/8/3P4/2N3P1/8/8/4K1N1 w - - 0 1", "d5d6m d7d8", "3k4/8/3M4/8/2N3P1/8/8/4K1N1 w - - 1 2"),
        ("8/3k4/8/8/2M5/8/5m2/4K3 w - 128 40 1", "e1f2 d7d6", "8/8/3k4/8/2M5/8/5K2/8 w - 128 7 2"),
        ("8/8/4k3/3S4/1S6/8/8/4K3 b - 44 11 1", "e6d5 b4b5", "8/8/8/1S1k4/8/8/8/4K3 b - 44 13 2"),
        ("8/3k4/8/8/2R5/8/5m2/3K4 w - 128 127 1", "c4c5 d7d6", "8/8/3k4/2R5/8/8/5m2/3K4 w - 128 129 2"),
    ];

    /// The count begins, goes on and begins anew as in Fairy-Stockfish, and unmaking the moves restores it.
    #[test]
    fn counts_are_those_of_fairy_stockfish() {
        for (start, moves, end) in GAMES {
            let mut position = position(start);
            let mut made = Vec::new();
            for text in moves.split(' ') {
                let mv = coords::parse_move(&position, text).expect("a legal move");
                made.push((mv, position.make(mv)));
            }
            // The half-move clock follows the fields that Fairy-Stockfish writes.
            let text = fen::format(&position);
            let fields: Vec<_> = text.split(' ').take(6).collect();
            assert_eq!(fields.join(" "), end, "{start} {moves}");
            while let Some((mv, undo)) = made.pop() {
                position.unmake(mv, &undo);
            }
            assert_eq!(fen::format(&position), start);
        }
    }

    /// A FEN with a count is that of Fairy-Stockfish. The en passant target and the half-move clock follow it if there are
    /// any. A ninth field is an error.
    #[test]
    fn a_fen_with_a_count_keeps_en_passant_and_the_half_move_clock() {
        let text = "[test:chess]\ncountingRule = makruk\n";
        let variants = Variants::built_in().with_file("test.ini", text).expect("a valid file");
        let variant = variants.get("test").expect("in the file");
        let pieces = "4k3/8/8/8/3pP3/8/8/4K3 b -";
        for fields in ["128 3 5", "128 3 5 - 7", "128 3 5 e3 0"] {
            let text = format!("{pieces} {fields}");
            let position = fen::parse(&variant, &text).expect("a legal position");
            assert_eq!(fen::format(&position), text);
        }
        let error = fen::parse(&variant, &format!("{pieces} 128 3 5 - 7 1")).expect_err("a ninth field");
        assert_eq!(error.to_string(), "FEN, end: \"1\" follows the eighth field");
    }

    /// The game goes on at the limit and is drawn by the next ply, unless that ply gives mate. Two kings are a draw.
    #[test]
    fn a_game_is_drawn_after_the_limit_of_the_count() {
        let outcome = |text: &str| position(text).outcome(1);
        assert_eq!(outcome("k7/7R/K7/8/8/8/8/8 b - 32 32 60"), None);
        assert_eq!(outcome("k7/7R/K7/8/8/8/8/8 b - 32 33 60"), Some(Outcome::CountingRule));
        let mate = Some(Outcome::Checkmate { winner: Color::White });
        assert_eq!(outcome("k6R/8/K7/8/8/8/8/8 b - 32 33 60"), mate);
        assert_eq!(outcome("k7/8/K7/8/8/8/8/8 b - - 0 60"), Some(Outcome::InsufficientMaterial));
    }
}
