//! FEN: a legal position whose own FEN gives the same position, or an error that names the field.

use xxlchess::notation::{fen, layout, san};
use xxlchess::rules::{Color, Position, Setup};

/// Parses the bytes as a FEN. The first byte chooses the variant.
pub fn check(bytes: &[u8]) {
    let Some((variant, rest)) = super::choose(bytes) else { return };
    let Ok(text) = std::str::from_utf8(rest) else { return };
    let setup = fen::parse_setup(variant.rules(), text);
    match fen::parse(&variant, text) {
        Err(error) => {
            let words = super::words(&error);
            assert!(words.starts_with("FEN"), "{words}");
        }
        Ok(position) => {
            assert!(setup.is_ok(), "a position without a setup: {text:?}");
            assert_consistent(&position);
        }
    }
}

/// Asserts that all representations of a position and its last move agree.
pub fn assert_consistent(position: &Position) {
    let variant = position.variant();
    let written = fen::format(position);
    let again = fen::parse(variant, &written).expect("its own FEN");
    assert_eq!(fen::format(&again), written);
    assert_eq!(again.key(), position.key(), "{written}");
    assert_eq!(*position.board(), position.board().from_scratch(variant.geometry()));
    assert_eq!(again.outcome(1), position.outcome(1), "{written}");

    let setup = position.to_setup();
    let grid = layout::format(variant, &setup);
    let shown = layout::parse_setup(variant, grid.as_bytes(), Some(Color::White)).expect("its own layout");
    assert_eq!(pieces(shown), pieces(setup), "{grid}");

    let legal = position.legal_moves();
    assert_eq!(legal.len() as u64, position.count_legal_moves(), "{written}");
    // The last move only: formatting every move of a full board is slow.
    if let Some(&mv) = legal.last() {
        assert!(position.is_legal(mv));
        let text = san::format(position, mv);
        if let Ok(found) = san::parse(position, &text) {
            assert_eq!(found, mv, "{text} in {written}");
        }
        let mut after = position.clone();
        let undo = after.make(mv);
        assert_eq!(after.board(), &after.board().from_scratch(variant.geometry()));
        after.unmake(mv, &undo);
        assert_eq!(after, *position, "{text} in {written}");
    }
}

fn pieces(setup: Setup) -> Vec<(xxlchess::rules::Square, xxlchess::rules::Piece)> {
    let mut pieces = setup.pieces;
    pieces.sort_unstable();
    pieces
}
