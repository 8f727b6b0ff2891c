//! Import of a position or game from a text that is FEN or PGN.

use std::fmt;
use std::sync::Arc;

use super::fen::{self, FenError};
use super::pgn::{PgnError, PgnGame, Tags};
use crate::rules::Variant;

/// Names of orthodox chess in the tag Variant of other programs, in lower case.
const ORTHODOX: [&str; 4] = ["standard", "normal", "from position", "chess"];
/// Name of orthodox chess here.
const CHESS: &str = "chess";

/// A text that cannot be imported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ImportError {
    /// The text is empty.
    Empty,
    /// Neither FEN nor PGN.
    Unrecognized,
    /// Invalid FEN.
    Fen(FenError),
    /// Invalid PGN.
    Pgn(PgnError),
}

impl fmt::Display for ImportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("the text is empty"),
            Self::Unrecognized => f.write_str("the text is neither a FEN nor a PGN"),
            Self::Fen(error) => error.fmt(f),
            Self::Pgn(error) => write!(f, "PGN, {error}"),
        }
    }
}

impl std::error::Error for ImportError {}

/// Whether `text` looks like a FEN: its first word has several ranks.
///
/// ```
/// # use xxlchess_core::notation::import::is_fen;
/// assert!(is_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1") && !is_fen("1. e4 e5 1/2-1/2"));
/// ```
pub fn is_fen(text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or_default();
    !first.starts_with('[') && first.matches('/').count() >= 3
}

/// Parses a FEN, as a game without moves, or the first game of a PGN.
///
/// `find` finds the variant that a tag names. Without a tag the `candidates` are tried in order.
///
/// # Errors
/// The error of the first candidate, with its field or line.
///
/// ```
/// # use xxlchess_core::notation::{import, variants_ini::Variants};
/// let variants = Variants::built_in();
/// let find = |name: &str| variants.find(name).map_err(|unknown| unknown.to_string());
/// let game = import::parse("1. e4 e5", &[find("xxl").unwrap(), find("chess").unwrap()], &find).unwrap();
/// assert_eq!((game.start.variant().rules().name.as_str(), game.moves.len()), ("chess", 2));
/// ```
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
        let parsed = if is_fen(text) { parse_fen(text, variant) } else { parse_pgn(text, variant, find) };
        match parsed {
            Ok(game) => return Ok(game),
            Err(error) => first = first.or(Some(error)),
        }
    }
    // A PGN begins with a tag, a move number, a result or a comment; moves alone would have been parsed.
    let pgn = text.trim_start().starts_with(|c: char| "[{*;%".contains(c) || c.is_ascii_digit());
    match first {
        Some(ImportError::Pgn(_)) if !pgn => Err(ImportError::Unrecognized),
        error => Err(error.unwrap_or(ImportError::Empty)),
    }
}

fn parse_fen(text: &str, variant: &Arc<Variant>) -> Result<PgnGame, ImportError> {
    let start = fen::parse(variant, text).map_err(ImportError::Fen)?;
    Ok(PgnGame { tags: Tags::default(), start, moves: Vec::new(), result: "*".to_owned() })
}

fn parse_pgn(
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

    /// FEN and PGN are parsed in the first variant where they are legal, and PGN with a tag in the variant of the tag.
    #[test]
    fn fen_and_pgn_are_imported() {
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

    /// Each kind of error is reported with its field, or with line and move.
    #[test]
    fn errors_name_field_or_line_and_move() {
        for (text, words) in [
            (" \n", "the text is empty"),
            ("8/8/8/8 w", "FEN, pieces: 4 ranks; 14 are needed"),
            ("Hello there", "neither a FEN nor a PGN"),
            ("1. Hello", "PGN, line 1: move 1 of White: \"Hello\" is not a legal move here"),
            ("[Event \"x\"]\n\n1. a4 b4", "PGN, line 3: move 1 of Black"),
            ("[Variant \"Atomic\"]\n\n1. e4", "Atomic"),
        ] {
            let error = read_text(text).expect_err(text).to_string();
            assert!(error.contains(words), "{text:?}: {error}");
        }
    }
}
