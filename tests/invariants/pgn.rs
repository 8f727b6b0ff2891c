//! PGN: games whose own PGN gives the same game, or an error with its line.

use std::sync::Arc;

use xxlchess::notation::pgn::collection::Games;
use xxlchess::notation::pgn::{PgnError, PgnGame, Tags};
use xxlchess::rules::Variant;

/// Parses the bytes as a PGN.
pub fn check(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let mut end = 0;
    for entry in Games::new(text) {
        assert!(entry.range.start >= end && entry.range.end > entry.range.start, "{:?}", entry.range);
        end = entry.range.end;
        if let Ok(game) = PgnGame::parse_lenient(&text[entry.range], find) {
            let again = read(&game.to_string()).expect("its own PGN");
            assert_eq!(again.to_string(), game.to_string());
        }
    }
    match read(text) {
        Ok(game) => {
            let written = game.to_string();
            let again = read(&written).unwrap_or_else(|error| panic!("{error}, in its own PGN:\n{written}"));
            assert_eq!(again.to_string(), written);
            assert_eq!(again.start().key(), game.start().key(), "{written}");
            assert_eq!(again.result, game.result);
            let moves = |game: &PgnGame| game.moves().iter().map(|(mv, _)| *mv).collect::<Vec<_>>();
            assert_eq!(moves(&again), moves(&game), "{written}");
            // A text that may be truncated gives its complete moves.
            let (beginning, _) = PgnGame::parse_partial(text, find).expect("a game has a beginning");
            assert!(moves(&game).starts_with(&moves(&beginning)), "{text}");
            let (whole, fault) = PgnGame::parse_partial(&written, find).expect("a game has a beginning");
            assert!(fault.is_none() && moves(&whole) == moves(&game), "{fault:?} in its own PGN:\n{written}");
        }
        Err(error) => {
            let words = super::words(&error);
            assert!(words.starts_with("line "), "{words}");
            assert!((1..=text.matches('\n').count() + 1).contains(&error.line), "{words}");
        }
    }
}

fn read(text: &str) -> Result<PgnGame, PgnError> {
    PgnGame::parse(text, find)
}

fn find(tags: &Tags) -> Result<Arc<Variant>, String> {
    let name = tags.get("Variant").unwrap_or("xxl");
    super::variants().find_by_tag(name).map_err(|unknown| unknown.to_string())
}
