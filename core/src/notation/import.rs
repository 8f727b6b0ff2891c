//! Import of a position or game from a text that is FEN or PGN.

use std::fmt;
use std::sync::Arc;

use super::fen::{self, FenError};
use super::game_tree::GameTree;
use super::pgn::{PgnError, PgnGame, Tags};
use crate::rules::Variant;

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

impl ImportError {
    /// Returns `other` if it is further on in `text` than this error, and this error if not. Parsing a text in the
    /// wrong variant stops at the pieces of a FEN or at the first moves.
    pub fn or_further(self, other: Self, text: &str) -> Self {
        if other.offset(text) > self.offset(text) { other } else { self }
    }

    /// Number of bytes of `text` before the error.
    fn offset(&self, text: &str) -> usize {
        match self {
            Self::Empty | Self::Unrecognized => 0,
            Self::Fen(error) => error.offset(text),
            Self::Pgn(error) => error.offset,
        }
    }
}

/// Whether `text` looks like a FEN: its first word has several ranks.
///
/// ```
/// # use xxlchess_core::notation::import::is_fen;
/// assert!(is_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1") && !is_fen("1. e4 e5 1/2-1/2"));
/// assert!(!is_fen(";https://example.org/games/1\n1. e4"));
/// ```
pub fn is_fen(text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or_default();
    // The tags and comments of a PGN may hold addresses.
    !first.starts_with(['[', '{', ';', '%']) && first.matches('/').count() >= 3
}

/// Parses a FEN or the first game of a PGN. A FEN becomes a game without moves.
///
/// `find` finds the variant that the tag Variant names. Without a tag the `candidates` are tried in order.
///
/// # Errors
/// The error of the candidate that got furthest in the text, with its field or line.
///
/// ```
/// # use xxlchess_core::notation::{import, variants_ini::Variants};
/// let variants = Variants::built_in();
/// let find = |tag: &str| variants.find_by_tag(tag).map_err(|unknown| unknown.to_string());
/// let game = import::parse("1. e4 e5", &[find("xxl").unwrap(), find("chess").unwrap()], &find).unwrap();
/// assert_eq!((game.start().variant().rules().name.as_str(), game.moves().len()), ("chess", 2));
/// ```
pub fn parse(
    text: &str,
    candidates: &[Arc<Variant>],
    find: &dyn Fn(&str) -> Result<Arc<Variant>, String>,
) -> Result<PgnGame, ImportError> {
    parse_to_furthest(text, candidates, find).map_err(|(error, _)| error)
}

/// Parses a text as [`parse`] does. If a PGN is legal in none of the variants, what can be read of it in the variant in which
/// most can be read is returned, and the errors are in the game.
///
/// # Errors
/// If no position or game begins in the text.
pub fn parse_lenient(
    text: &str,
    candidates: &[Arc<Variant>],
    find: &dyn Fn(&str) -> Result<Arc<Variant>, String>,
) -> Result<PgnGame, ImportError> {
    parse_to_furthest(text, candidates, find).or_else(|(error, variant)| match (&error, variant) {
        (ImportError::Pgn(_), Some(variant)) => {
            PgnGame::parse_lenient(text, variant_of(variant, find)).map_err(ImportError::Pgn)
        }
        _ => Err(error),
    })
}

/// Parses a text as [`parse`] does. The error has the variant in which most could be read.
fn parse_to_furthest<'v>(
    text: &str,
    candidates: &'v [Arc<Variant>],
    find: &dyn Fn(&str) -> Result<Arc<Variant>, String>,
) -> Result<PgnGame, (ImportError, Option<&'v Arc<Variant>>)> {
    if text.trim().is_empty() {
        return Err((ImportError::Empty, None));
    }
    let mut furthest: Option<(ImportError, &Arc<Variant>)> = None;
    for variant in candidates {
        let parsed = if is_fen(text) {
            parse_fen(text, variant)
        } else {
            PgnGame::parse(text, variant_of(variant, find)).map_err(ImportError::Pgn)
        };
        match parsed {
            Ok(game) => return Ok(game),
            Err(error) => {
                let is_further = |(first, _): &(ImportError, _)| error.offset(text) > first.offset(text);
                if furthest.as_ref().is_none_or(is_further) {
                    furthest = Some((error, variant));
                }
            }
        }
    }
    // A PGN begins with a tag, a move number, a result, a comment or a legal move.
    let trimmed = text.trim_start();
    let is_pgn = trimmed.starts_with(|c: char| "[{*;%".contains(c) || c.is_ascii_digit());
    let start = text.len() - trimmed.len();
    match furthest {
        Some((ImportError::Pgn(error), _)) if error.offset <= start && !is_pgn => {
            Err((ImportError::Unrecognized, None))
        }
        Some((error, variant)) => Err((error, Some(variant))),
        None => Err((ImportError::Empty, None)),
    }
}

fn parse_fen(text: &str, variant: &Arc<Variant>) -> Result<PgnGame, ImportError> {
    // Only the first FEN of a text is read. Its fields may stand on several lines.
    let lines = text.trim_start().split_inclusive('\n').enumerate();
    let lines = lines.take_while(|(index, line)| *index == 0 || !is_fen(line));
    let text: String = lines.map(|(_, line)| line).collect();
    let start = fen::parse(variant, &text).map_err(ImportError::Fen)?;
    Ok(PgnGame::new(Tags::default(), GameTree::new(start), "*"))
}

/// Finds the variant of a game by its tags. Without a tag it is `variant`.
fn variant_of(
    variant: &Arc<Variant>,
    find: &dyn Fn(&str) -> Result<Arc<Variant>, String>,
) -> impl FnOnce(&Tags) -> Result<Arc<Variant>, String> {
    move |tags| tags.get("Variant").map_or_else(|| Ok(Arc::clone(variant)), find)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::variants_ini::Variants;

    fn read_text(text: &str) -> Result<PgnGame, ImportError> {
        let variants = Variants::built_in();
        let find = |tag: &str| variants.find_by_tag(tag).map_err(|unknown| unknown.to_string());
        let candidates = ["xxl", "chess"].map(|name| variants.get(name).expect("built in"));
        parse(text, &candidates, &find)
    }

    /// FEN and PGN are parsed in the first variant where they are legal, and PGN with a tag in the variant of the tag,
    /// in any case. Of several FENs or games the first one is parsed.
    #[test]
    fn fen_and_pgn_are_imported() {
        let chess = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq";
        for (text, variant, moves) in [
            (format!("{chess} - 0 1"), "chess", 0),
            (format!("{chess} - bm e5;"), "chess", 0),
            (format!("{chess} - bm e5; id \"a/b/c/d; e\";"), "chess", 0),
            (format!("{chess} - 0 1 ce 20; pv e5 Nf3;\n"), "chess", 0),
            (format!("\n{chess} - acd 9;\n{chess} - acd 9;\n"), "chess", 0),
            (format!("{chess}\n- 0\n1\n\n{chess}"), "chess", 0),
            (chess.replacen(' ', "/ ", 1), "chess", 0),
            ("7k6/14/14/14/14/14/14/14/14/14/14/14/14/7K6/".to_owned(), "xxl", 0),
            ("\n  7k6/14/14/14/14/14/14/14/14/14/14/14/14/7K6 w - - 0 1\n".to_owned(), "xxl", 0),
            ("1. a4 a11 2. Na3 *".to_owned(), "xxl", 3),
            ("1. e4 e5 2. Nf3 Nc6 1-0".to_owned(), "chess", 4),
            ("e4 e5".to_owned(), "chess", 2),
            ("; e4\n\n1. e4 e5 2. Nf3\n\n[Event \"x\"]\n\n1. d4 *".to_owned(), "chess", 3),
            ("[Variant \"Standard\"]\n\n1. e4".to_owned(), "chess", 1),
            ("[Variant \"FROM POSITION\"]\n\n1. e4".to_owned(), "chess", 1),
            ("[Variant \"Chess\"]\n\n1. e4".to_owned(), "chess", 1),
            ("[Variant \"Three-check\"]\n\n1. e4".to_owned(), "3check", 1),
            ("[Variant \"King of the Hill\"]\n\n1. e4".to_owned(), "kingofthehill", 1),
            ("[Variant \"Racing Kings\"]\n\n1. Kh3".to_owned(), "racingkings", 1),
            ("[Variant \"XXL\"]\n\n1. e4".to_owned(), "xxl", 1),
            ("[Variant \"xxlfairy\"]\n\n*".to_owned(), "xxlfairy", 0),
            ("[Variant \"XxlFairy\"]\n\n*".to_owned(), "xxlfairy", 0),
            (format!("; a tool\n[FEN \"{chess} - bm e5;\"]\n\n1... e5 *"), "chess", 1),
        ] {
            let game = read_text(&text).expect(&text);
            let name = &game.start().variant().rules().name;
            assert_eq!((name.as_str(), game.moves().len()), (variant, moves), "{text}");
        }
    }

    /// Each kind of error is reported with its field, or with line and move. It is the error of the variant in which
    /// most of the text is valid.
    #[test]
    fn errors_name_field_or_line_and_move_of_the_best_reading() {
        let chess = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let fen_tag = |fen: &str, moves: &str| format!("[Event \"x\"]\n[FEN \"{fen}\"]\n\n{moves} *");
        for (text, words) in [
            (" \n".to_owned(), "the text is empty"),
            ("8/8/8/8 w".to_owned(), "FEN, pieces: 4 ranks; 14 are needed"),
            (chess.replace("QK", "Q1"), "FEN: white has no king"),
            (chess.replacen("qk", "q1", 1), "FEN: black has no king"),
            (chess.replacen('8', "3z4", 1), "FEN, pieces: 'z' in \"3z4\" is not a piece of chess"),
            (chess.replacen('8', "9", 1), "FEN, pieces: rank 6 \"9\" has 9 squares; 8 are needed"),
            (chess.replace("KQkq", "KQx"), "FEN, castling: 'x'"),
            (chess.replace(" 0 1", " 0 1 bm e4"), "FEN, end: \"bm\" follows"),
            (chess.replace(" 0 1", " zero 1"), "FEN, half-move clock"),
            ("4k3/8/8/8/8/8/8/4R1K1 w".to_owned(), "FEN: black's king is attacked"),
            ("7k6/14/14/14/14/14/14/14/14/14/14/14/14/14 w".to_owned(), "FEN: white has no king"),
            ("7k6/14/14/14/14/14/14/14/14/14/14/14/14/7Z6 w".to_owned(), "is not a piece of xxl"),
            ("Hello there".to_owned(), "neither a FEN nor a PGN"),
            ("\n Hello there".to_owned(), "neither a FEN nor a PGN"),
            ("1. Hello".to_owned(), "PGN, line 1: move 1 of White: \"Hello\" is not a legal move here"),
            ("[Event \"x\"]\n\n1. a4 b4".to_owned(), "PGN, line 3: move 1 of Black"),
            ("1. e4 e5 2. Nf3 Nc6\n3. Bb5 a6 4. Bxc7 *".to_owned(), "PGN, line 2: move 4 of White: \"Bxc7\""),
            ("e4 e5 Nf3 Nc6 Bb5 a6 Bxc7".to_owned(), "PGN, line 1: move 4 of White: \"Bxc7\""),
            ("1. e4 e11 2. Cd4 m12 3. Cd4 *".to_owned(), "move 3 of White: \"Cd4\""),
            ("1. d4 d5 2. c4 {open".to_owned(), "PGN, line 1: a comment has no end"),
            (fen_tag(&chess.replace("QK", "Q1"), "1. e4"), "PGN, line 2: FEN: white has no king"),
            (fen_tag(&chess.replacen('8', "9", 1), "1. e4"), "PGN, line 2: FEN, pieces: rank 6"),
            (fen_tag(chess, "1. e4 e5 2. e5"), "PGN, line 4: move 2 of White: \"e5\""),
            (fen_tag(chess, "1. e5"), "PGN, line 4: move 1 of White: \"e5\""),
            ("[Variant \"Atomic\"]\n\n1. e4".to_owned(), "Atomic"),
            ("; nothing\n".to_owned(), "PGN, line 1: there are no tags and no moves"),
            ("{nothing} 1. $1 *".to_owned(), "PGN, line 1: there are no tags and no moves"),
        ] {
            let error = read_text(&text).expect_err(&text).to_string();
            assert!(error.contains(words), "{text:?}: {error}");
        }
    }
}
