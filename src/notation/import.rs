//! A position or a game as people hand it on: FEN or PGN, whichever a text is.

use std::fmt;
use std::sync::Arc;

use super::fen::{self, FenError};
use super::pgn::{PgnError, PgnGame, Tags};
use crate::rules::Variant;

/// Other programs' names for the orthodox game, in lower case.
const ORTHODOX: [&str; 4] = ["standard", "normal", "from position", "chess"];
/// Our name for it.
const CHESS: &str = "chess";

/// Why a text is neither.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ImportError {
    /// There is nothing in it.
    Empty,
    /// It looks like neither.
    Unrecognized,
    /// It looks like a FEN and is none.
    Fen(FenError),
    /// It looks like a PGN and is none.
    Pgn(PgnError),
}

impl fmt::Display for ImportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("there is no text; a FEN or a PGN is needed"),
            Self::Unrecognized => f.write_str("the text is neither a FEN nor a PGN"),
            Self::Fen(error) => error.fmt(f),
            Self::Pgn(error) => write!(f, "PGN, {error}"),
        }
    }
}

impl std::error::Error for ImportError {}

/// Whether `text` looks like a FEN rather than a PGN: its first word has the lines of a board.
#[must_use]
pub fn is_fen(text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or_default();
    !first.starts_with('[') && first.matches('/').count() >= 3
}

/// Reads a FEN, as a game without moves, or the first game of a PGN.
///
/// A variant named by a tag is found by `find`; where none is named, `candidates` are tried in their order, and the
/// fault told is that of the first.
///
/// # Errors
/// What is wrong with the text, with its field or line.
pub fn parse(
    text: &str,
    candidates: &[Arc<Variant>],
    find: &dyn Fn(&str) -> Result<Arc<Variant>, String>,
) -> Result<PgnGame, ImportError> {
    if text.trim().is_empty() {
        return Err(ImportError::Empty);
    }
    let mut first = None;
    for variant in candidates {
        let read = if is_fen(text) { read_fen(text, variant) } else { read_pgn(text, variant, find) };
        match read {
            Ok(game) => return Ok(game),
            Err(fault) => first = first.or(Some(fault)),
        }
    }
    // A PGN begins with a tag, a number, a result or a comment; moves alone would have been read.
    let pgn = text.trim_start().starts_with(|c: char| "[{*;%".contains(c) || c.is_ascii_digit());
    match first {
        Some(ImportError::Pgn(_)) if !pgn => Err(ImportError::Unrecognized),
        fault => Err(fault.unwrap_or(ImportError::Empty)),
    }
}

fn read_fen(text: &str, variant: &Arc<Variant>) -> Result<PgnGame, ImportError> {
    let start = fen::parse(variant, text).map_err(ImportError::Fen)?;
    Ok(PgnGame { tags: Tags::default(), start, moves: Vec::new(), result: "*".to_owned() })
}

fn read_pgn(
    text: &str,
    variant: &Arc<Variant>,
    find: &dyn Fn(&str) -> Result<Arc<Variant>, String>,
) -> Result<PgnGame, ImportError> {
    let choose = |tags: &Tags| match tags.get("Variant") {
        None => Ok(Arc::clone(variant)),
        Some(name) if ORTHODOX.contains(&name.to_lowercase().as_str()) => find(CHESS),
        Some(name) => find(name),
    };
    PgnGame::parse(text, choose).map_err(ImportError::Pgn)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::variants_ini::Variants;

    fn read_text(text: &str) -> Result<PgnGame, ImportError> {
        let variants = Variants::built_in();
        let find = |name: &str| variants.find(name).map_err(|unknown| unknown.to_string());
        let candidates = ["xxl", "chess"].map(|name| variants.get(name).expect("built in"));
        parse(text, &candidates, &find)
    }

    /// Several variants are tried; files of other programs.
    #[test]
    fn fen_and_pgn_are_told_apart() {
        let chess = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
        for (text, variant, moves) in [
            (chess, "chess", 0),
            ("\n  7k6/14/14/14/14/14/14/14/14/14/14/14/14/7K6 w - - 0 1\n", "xxl", 0),
            ("1. a4 a11 2. Na3 *", "xxl", 3),
            ("1. e4 e5 2. Nf3 Nc6 1-0", "chess", 4),
            ("[Variant \"Standard\"]\n\n1. e4", "chess", 1),
            ("[Variant \"xxlfairy\"]\n\n*", "xxlfairy", 0),
        ] {
            let game = read_text(text).expect(text);
            assert_eq!((game.start.variant().rules().name.as_str(), game.moves.len()), (variant, moves));
        }
    }

    /// The fault of the first variant is reported.
    #[test]
    fn a_fault_names_field_or_line_and_move() {
        for (text, words) in [
            (" \n", "there is no text"),
            ("8/8/8/8 w", "FEN, pieces: 4 ranks; 14 are needed"),
            ("Hello there", "neither a FEN nor a PGN"),
            ("1. Hello", "PGN, line 1: move 1 of White: \"Hello\" is no legal move here"),
            ("[Event \"x\"]\n\n1. a4 b4", "PGN, line 3: move 1 of Black"),
            ("[Variant \"Atomic\"]\n\n1. e4", "Atomic"),
        ] {
            let error = read_text(text).expect_err(text).to_string();
            assert!(error.contains(words), "{text:?}: {error}");
        }
    }
}
