//! Perft results of other programs and publications, in `tests/data/perft/`. Rows above [`MOST_NODES`] are for benches.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Deserialize;
use xxlchess::notation::variants_ini::Variants;
use xxlchess::notation::{coords, fen};
use xxlchess::rules::perft::{divide, perft};
use xxlchess::rules::{Position, Variant};

/// Largest count of a row in this test, so that all rows take some seconds.
const MOST_NODES: u64 = 10_000_000;

#[derive(Deserialize)]
struct Row {
    variant: String,
    /// `None` is the start of the variant.
    fen: Option<String>,
    depth: u32,
    nodes: u64,
    /// Counts by first move, if published.
    divide: Option<BTreeMap<String, u64>>,
}

impl Row {
    fn position(&self, variant: &Arc<Variant>) -> Position {
        let at = |fault: String| format!("{} {:?}: {fault}", self.variant, self.fen);
        match &self.fen {
            Some(text) => fen::parse(variant, text).map_err(|e| at(e.to_string())).expect("a published FEN"),
            None => Position::start(variant).map_err(|e| at(e.to_string())).expect("a start to play from"),
        }
    }

    /// Description of the differences to this engine's counts.
    fn difference(&self, variants: &Variants) -> Option<String> {
        let variant = variants.find(&self.variant).expect("the variants of all rows are known");
        let mut position = self.position(&variant);
        let counted = perft(&mut position, self.depth);
        let name = format!("{} {:?} depth {}", self.variant, self.fen, self.depth);
        if counted != self.nodes {
            return Some(format!("{name}: {counted} instead of {}", self.nodes));
        }
        let published = self.divide.as_ref()?;
        let divided = divide(&mut position, self.depth);
        let divided: BTreeMap<_, _> =
            divided.map(|(mv, count)| (coords::format_move(&variant, mv), count)).collect();
        (divided != *published).then(|| format!("{name}: {divided:?} instead of {published:?}"))
    }
}

/// Compares all rows of up to `most` nodes, and fails with a list of differences.
fn agree(variants: &Variants, rows: &str, most: u64) {
    let mut rows: Vec<Row> = serde_json::from_str(rows).expect("a table of rows");
    rows.retain(|row| row.nodes <= most);
    assert!(rows.len() > 10, "the table has its rows");
    let differences: Vec<_> = rows.iter().filter_map(|row| row.difference(variants)).collect();
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

/// Boards from 8x8 to 14x14 with fairy pieces have the counts of three other move generators.
#[test]
fn perft_agrees_with_three_other_generators() {
    let variants = Variants::built_in().with_file("variants.ini", include_str!("../data/variants.ini"));
    let rows = include_str!("../data/perft/xxl.json");
    agree(&variants.expect("the file loads"), rows, MOST_NODES);
}

/// Orthodox chess, Capablanca chess and 19 other variants have the published counts.
#[test]
fn perft_agrees_with_published_counts() {
    agree(&Variants::built_in(), include_str!("../data/perft/published.json"), 3 * MOST_NODES);
}

/// Variants with goals (flags, checks, extinction), mandatory captures and limits of promotion have the counts of
/// Fairy-Stockfish.
#[test]
fn perft_with_goals_agrees_with_another_program() {
    agree(&Variants::built_in(), include_str!("../data/perft/goals.json"), MOST_NODES);
}

/// Terachess II on 16x16 has the counts of the one other engine that plays it: bent riders, double steps from any rank with
/// en passant, kings that jump, promotion by kind of piece.
#[test]
fn perft_of_terachess_agrees_with_another_program() {
    agree(&Variants::built_in(), include_str!("../data/perft/terachess.json"), MOST_NODES);
}

/// The large games have the counts of a plain mailbox, which makes and tests every move: the starts and, in great chess,
/// positions of random games.
#[test]
fn perft_of_large_games_agrees_with_a_second_definition() {
    agree(&Variants::built_in(), include_str!("../data/perft/large.json"), MOST_NODES);
}

/// Kings and rooks that castle from any files, past each other and to the squares where they stand, have the counts of
/// Fairy-Stockfish.
#[test]
fn perft_of_chess960_agrees_with_another_program() {
    let rows: Vec<Row> =
        serde_json::from_str(include_str!("../data/perft/chess960.json")).expect("a table of rows");
    let chess = Variants::built_in().find("chess").expect("built in");
    let chess960 = Arc::new(Variant::new(chess.rules().clone().in_chess960(), chess.start().clone()));
    assert!(rows.len() > 10, "the table has its rows");
    for row in rows {
        let mut position = row.position(&chess960);
        assert_eq!(perft(&mut position, row.depth), row.nodes, "{:?} depth {}", row.fen, row.depth);
        // Formatting and parsing the FEN keeps the castling rights.
        assert_eq!(fen::parse(&chess960, &fen::format(&position)), Ok(position));
    }
}

/// The built-in `xxl` has the counts of the same pieces in the file of test variants.
#[test]
fn perft_of_xxl_equals_that_of_the_test_variant() {
    let xxl = Variants::built_in().find("xxl").expect("built in");
    let mut position = Position::start(&xxl).expect("a start to play from");
    let counts: Vec<_> = (1..=4).map(|depth| perft(&mut position, depth)).collect();
    assert_eq!(counts, [46, 2116, 111_887, 5_905_087]);
}
