//! Rows of pieces: how near each side is to a number of pieces in a row.

use crate::rules::goals::{Connection, GameValue, Goal};
use crate::rules::{Bitboard, Color, Position, Square, Variant};

/// Value in centipawns of a row in which this number of pieces plus one is missing.
const BY_MISSING: [i32; 3] = [150, 40, 10];

/// All rows that decide the game in a variant.
#[derive(Debug)]
pub struct RowTables {
    rule: Connection,
    rows: Vec<Bitboard>,
}

impl RowTables {
    /// The rows of `variant`, or `None` if no row decides the game.
    pub fn new(variant: &Variant) -> Option<Self> {
        let rule = variant.rules().goals.iter().find_map(|goal| match goal {
            Goal::Connection(rule) if rule.value != GameValue::Draw => Some(rule.clone()),
            _ => None,
        })?;
        let board = variant.geometry().board();
        let row = |start: Square, (files, ranks): (i8, i8)| {
            let next = |square: &Square| square.offset(files, ranks).filter(|&next| board.contains(next));
            let row: Bitboard = std::iter::successors(Some(start), next).take(rule.length as usize).collect();
            Some(row).filter(|row| row.count() == rule.length)
        };
        let rows = board
            .into_iter()
            .flat_map(|start| rule.directions.iter().filter_map(move |&step| row(start, step)));
        Some(Self { rows: rows.collect(), rule })
    }

    /// Value of the rows of `color` in centipawns. Rows with a piece of the opponent do not count.
    pub fn evaluate(&self, position: &Position, color: Color) -> i32 {
        let own = self.own(position, color);
        let enemies = position.board().by_color(!color);
        let open = self.rows.iter().filter(|&&row| row.intersects(own) && !row.intersects(enemies));
        let value = |row: &Bitboard| {
            let missing = row.without(own).count() as usize;
            missing.checked_sub(1).and_then(|index| BY_MISSING.get(index)).copied().unwrap_or(0)
        };
        let sum: i32 = open.map(value).sum();
        if self.rule.value == GameValue::Win { sum } else { -sum }
    }

    /// The squares on which a piece of `color` completes a row that wins, if it moves there next. Pins are ignored.
    pub fn completing(&self, position: &Position, color: Color) -> Bitboard {
        if self.rule.value != GameValue::Win {
            return Bitboard::EMPTY;
        }
        let own = self.own(position, color);
        let completing = self.rows.iter().filter_map(|&row| {
            let gap = row.without(own);
            let comes = |from| position.destinations_from(from).intersects(gap);
            (gap.count() == 1 && own.without(row).into_iter().any(comes)).then_some(gap)
        });
        completing.fold(Bitboard::EMPTY, |all, gap| all | gap)
    }

    fn own(&self, position: &Position, color: Color) -> Bitboard {
        position.board().by_kinds(&self.rule.kinds) & position.board().by_color(color)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::engine::{Engine, Evaluator, Limits, Options, Score};
    use crate::notation::{coords::format_move, fen, variants_ini::Variants};

    /// Chess in which three knights or bishops in a row have a result.
    fn variant(value: &str) -> Arc<Variant> {
        let text = format!("[test:chess]\nconnectN = 3\nconnectPieceTypes = nb\nconnectValue = {value}\n");
        Variants::built_in()
            .with_file("test.ini", &text)
            .expect("a valid file")
            .get("test")
            .expect("in the file")
    }

    fn position(variant: &Arc<Variant>, text: &str) -> Position {
        fen::parse(variant, text).expect("a legal position")
    }

    /// Two knights in an open row of three are worth more than knights apart, and less if Black stands on the third square. Where
    /// a row loses, their value is the opposite.
    #[test]
    fn two_of_three_pieces_in_an_open_row_count() {
        let value = |result: &str, text: &str| {
            let variant = variant(result);
            let tables = RowTables::new(&variant).expect("a goal");
            tables.evaluate(&position(&variant, text), Color::White)
        };
        let [near, apart, blocked] = [
            "7k/8/8/8/8/8/8/NN5K w - - 0 1",
            "N6k/8/8/8/8/8/8/N6K w - - 0 1",
            "7k/8/8/8/8/8/8/NNr4K w - - 0 1",
        ];
        assert!(value("win", near) > value("win", apart));
        assert!(value("win", near) >= value("win", blocked) + BY_MISSING[0]);
        assert_eq!(value("loss", near), -value("win", near));
    }

    /// The bishop comes to c3, where it completes the row from a1, so that White wins by that move. If Black moves first, it
    /// captures the bishop.
    #[test]
    fn a_row_is_completed_and_prevented() {
        let search = |text: &str| {
            let position = position(&variant("win"), text);
            let mut engine = Engine::new(Options { hash_mib: 1, ..Options::default() });
            let limits = Limits { depth: Some(3), ..Limits::default() };
            let report = engine.go(&position, &[], &limits, &AtomicBool::new(false), |_| {});
            let mv = report.best_move().expect("a move");
            (report.score, format_move(position.variant(), mv))
        };
        let (score, mv) = search("7k/8/8/4r3/8/8/1N6/N3B2K w - - 0 1");
        assert_eq!((score, mv.as_str()), (Score::Mate(1), "e1c3"));
        let (score, mv) = search("7k/8/8/4r3/8/8/1N6/N3B2K b - - 0 1");
        assert!(matches!(score, Score::Centipawns(_)), "{score:?}");
        assert_eq!(mv, "e5e1");
    }

    /// The bishop can go to c3 and complete the row, but not if a pawn is in its way. The knights of the row do not complete it.
    #[test]
    fn only_pieces_outside_a_row_complete_it() {
        let variant = variant("win");
        let evaluator = Evaluator::new(&variant);
        let squares = |text: &str| evaluator.near_region(&position(&variant, text), Color::White).count();
        assert_eq!(squares("7k/8/8/8/8/8/1N6/N3B2K w - - 0 1"), 1);
        assert_eq!(squares("7k/8/8/8/8/8/1N1P4/N3B2K w - - 0 1"), 0);
        assert_eq!(squares("7k/8/8/8/8/8/1N6/N6K w - - 0 1"), 0);
    }
}
