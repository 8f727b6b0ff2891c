//! Standard algebraic notation: `Nc3`, `exd5`, `Ha1xh8+`, `g8=Q`, `O-O`, with the piece letters of the variant.

use std::fmt;

use super::text::shorten;
use crate::rules::{Move, MoveFlag, Position, Square};

/// A text that is not the notation of exactly one legal move. It contains an excerpt of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SanError {
    /// No legal move has this notation.
    Illegal(String),
    /// Several legal moves have this notation.
    Ambiguous(String),
}

impl fmt::Display for SanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Illegal(text) => write!(f, "{text:?} is not a legal move here"),
            Self::Ambiguous(text) => {
                write!(f, "{text:?} could be several moves; add the start square")
            }
        }
    }
}

impl std::error::Error for SanError {}

/// Formats the legal move `mv`, with `+` for check and `#` for mate.
///
/// ```
/// # use xxlchess_core::notation::{coords, fen, san, variants_ini::Variants};
/// let chess = Variants::built_in().find("chess").unwrap();
/// let position = fen::parse(&chess, "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1").unwrap();
/// assert_eq!(san::format(&position, coords::parse_move(&position, "a1a8").unwrap()), "Ra8#");
/// ```
pub fn format(position: &Position, mv: Move) -> String {
    let mut after = position.clone();
    after.make(mv);
    let suffix = match (after.is_check(), after.has_legal_move()) {
        (false, _) => "",
        (true, true) => "+",
        (true, false) => "#",
    };
    format!("{}{suffix}", format_without_suffix(position, &position.legal_moves(), mv))
}

/// Formats `mv` without `+` or `#`. `legal` are the legal moves of `position`.
fn format_without_suffix(position: &Position, legal: &[Move], mv: Move) -> String {
    if mv.flag == MoveFlag::Castle {
        let goes_right =
            |mv: Move| position.castling_rook_squares(mv).is_some_and(|(rook, _)| rook > mv.from);
        let is_king_side = goes_right(mv);
        let rival = |other: &Move| {
            other.flag == MoveFlag::Castle && *other != mv && goes_right(*other) == is_king_side
        };
        let side = if is_king_side { "O-O" } else { "O-O-O" };
        // Where the king can castle to several squares, its target is added: `O-Oh1`.
        let target = if legal.iter().any(rival) { mv.to.to_string() } else { String::new() };
        return format!("{side}{target}");
    }
    let Some(piece) = position.board().piece_at(mv.from) else { return String::new() };
    let rules = position.variant().rules();
    let capture = mv.flag == MoveFlag::EnPassant || position.board().piece_at(mv.to).is_some();
    let pawn = rules.pawns.contains(&piece.kind);
    let rest = disambiguation(position, legal, mv);
    let start = if !pawn {
        format!("{}{rest}", position.variant().piece(piece.kind).letter.to_ascii_uppercase())
    } else if capture && rest.is_empty() {
        file(mv.from).to_string()
    } else {
        rest
    };
    let promotion = mv.promotion().map(|kind| position.variant().piece(kind).letter.to_ascii_uppercase());
    let promotion = promotion.map_or(String::new(), |letter| format!("={letter}"));
    format!("{start}{}{}{promotion}", if capture { "x" } else { "" }, mv.to)
}

fn file(square: Square) -> char {
    char::from(b'a' + square.file())
}

/// File, rank or square of the start, if other pieces of the same kind can move to the same target.
fn disambiguation(position: &Position, legal: &[Move], mv: Move) -> String {
    let board = position.board();
    let kind = board.piece_at(mv.from);
    let rival = |other: &&Move| {
        other.to == mv.to
            && other.from != mv.from
            && other.flag != MoveFlag::Castle
            && board.piece_at(other.from) == kind
    };
    let rivals: Vec<_> = legal.iter().filter(rival).map(|other| other.from).collect();
    if rivals.is_empty() {
        String::new()
    } else if rivals.iter().all(|from| from.file() != mv.from.file()) {
        file(mv.from).to_string()
    } else if rivals.iter().all(|from| from.rank() != mv.from.rank()) {
        (mv.from.rank() + 1).to_string()
    } else {
        mv.from.to_string()
    }
}

/// Length of the longest move. Comparing a longer text with every legal move would take long.
const MAX_BYTES: usize = 64;

/// Parses a legal move. Suffixes such as `+`, `!?` and `e.p.` and the signs `x`, `-` and `=` may be missing or
/// superfluous, and coordinates (`a2a4`, `g7g8q`) are accepted too.
///
/// # Errors
/// If no legal move or more than one has this notation.
///
/// ```
/// # use xxlchess_core::{notation::{coords, san, variants_ini::Variants}, rules::Position};
/// let chess = Variants::built_in().find("chess").unwrap();
/// let start = Position::start(&chess).unwrap();
/// assert_eq!(san::parse(&start, "Nf3").ok(), coords::parse_move(&start, "g1f3"));
/// assert_eq!(san::parse(&start, "Ke4"), Err(san::SanError::Illegal("Ke4".to_owned())));
/// ```
pub fn parse(position: &Position, text: &str) -> Result<Move, SanError> {
    if text.len() > MAX_BYTES {
        return Err(SanError::Illegal(shorten(text.as_bytes())));
    }
    let normalized = normalize(text);
    let legal = position.legal_moves();
    // Formatting is slow, so moves to other squares are skipped.
    let has_target = |mv: &Move| mv.flag == MoveFlag::Castle || normalized.contains(&mv.to.to_string());
    let is_match = |mv: &&Move| {
        has_target(mv) && normalize(&format_without_suffix(position, &legal, **mv)) == normalized
    };
    let exact: Vec<&Move> = legal.iter().filter(is_match).collect();
    match exact.as_slice() {
        [mv] => Ok(**mv),
        [] => {
            let by_coordinates = |text| super::coords::parse_move(position, text);
            match by_coordinates(text).or_else(|| by_coordinates(&normalized)) {
                Some(mv) => Ok(mv),
                None => parse_other_disambiguation(position, &legal, text),
            }
        }
        _ => Err(SanError::Ambiguous(shorten(text.as_bytes()))),
    }
}

/// Parses a move with more disambiguation than necessary.
fn parse_other_disambiguation(position: &Position, legal: &[Move], text: &str) -> Result<Move, SanError> {
    let normalized = normalize(text);
    let is_match = |mv: &&Move| {
        let Some(piece) = position.board().piece_at(mv.from) else { return false };
        let letter = position.variant().piece(piece.kind).letter.to_ascii_uppercase();
        let to = normalize(&format!(
            "{}{}",
            mv.to,
            mv.promotion().map_or(String::new(), |kind| position.variant().piece(kind).letter.to_string())
        ));
        let Some(start) = normalized.strip_prefix(letter).and_then(|rest| rest.strip_suffix(to.as_str()))
        else {
            return false;
        };
        let from =
            [String::new(), file(mv.from).to_string(), (mv.from.rank() + 1).to_string(), mv.from.to_string()];
        mv.flag != MoveFlag::Castle && from.iter().any(|from| from == start)
    };
    let matches: Vec<&Move> = legal.iter().filter(is_match).collect();
    match matches.as_slice() {
        [mv] => Ok(**mv),
        [] => Err(SanError::Illegal(shorten(text.as_bytes()))),
        _ => Err(SanError::Ambiguous(shorten(text.as_bytes()))),
    }
}

/// Removes optional letters and suffixes, makes a promotion lower case, and writes castling with the letter O.
fn normalize(text: &str) -> String {
    let text = text.trim_end_matches(|c: char| !c.is_alphanumeric());
    let is_after_square = |text: &&str| text.ends_with(|c: char| c.is_ascii_digit());
    let en_passant = text.strip_suffix("e.p").or(text.strip_suffix("ep")).filter(is_after_square);
    let mut normalized: String =
        en_passant.unwrap_or(text).chars().filter(|&c| !"x-=:/+#!?".contains(c)).collect();
    if normalized.chars().all(|c| "Oo0".contains(c)) {
        return "O".repeat(normalized.len());
    }
    if normalized.len() > 2 && normalized.ends_with(|c: char| c.is_ascii_uppercase()) {
        let letter = normalized.pop().map(|c| c.to_ascii_lowercase());
        normalized.extend(letter);
    }
    normalized
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::fen;
    use crate::notation::variants_ini::Variants;
    use crate::rules::random_game;

    fn position(variant: &str, text: &str) -> Position {
        let variant = Variants::built_in().get(variant).expect("built in");
        fen::parse(&variant, text).expect("a legal position")
    }

    fn san(position: &Position, coordinates: &str) -> String {
        format(position, super::super::coords::parse_move(position, coordinates).expect("a legal move"))
    }

    /// Captures, promotions, castling, check and mate are written as the PGN standard does.
    #[test]
    fn moves_are_formatted_by_the_standard() {
        let chess = position("chess", "r3k2r/1P4pp/8/8/8/8/5PPP/R3K2R w KQkq - 0 1");
        for (coordinates, written) in [
            ("b7a8q", "bxa8=Q+"),
            ("b7b8n", "b8=N"),
            ("e1g1", "O-O"),
            ("e1c1", "O-O-O"),
            ("a1a8", "Rxa8+"),
            ("f2f3", "f3"),
        ] {
            assert_eq!(san(&chess, coordinates), written);
        }
        let mate = position("chess", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1");
        assert_eq!(san(&mate, "a1a8"), "Ra8#");
    }

    /// If several pieces can move to the square, the start file is added if it is enough, and the rank if not. A rank
    /// may have two digits.
    #[test]
    fn pieces_of_a_kind_are_disambiguated() {
        let xxl = position("xxl", "7k6/14/14/14/n3n9/14/14/14/n13/14/14/14/14/7K6 b - - 0 1");
        assert_eq!(san(&xxl, "a10c9"), "Nac9");
        let rooks = position("xxl", "7k6/14/R13/14/14/14/R13/14/14/14/14/14/14/7K6 w - - 0 1");
        assert_eq!(san(&rooks, "a12a10"), "R12a10");
        assert_eq!(san(&rooks, "a12f12"), "Rf12");
    }

    /// A king that can castle to several squares is written with its target, and a step to the nearest one is no castling.
    #[test]
    fn castling_to_several_squares_has_the_target() {
        let own = "[t:chess]\nxCastlingAny = true\n";
        let variants = Variants::built_in().with_file("t.ini", own).expect("the file has no faults");
        let variant = variants.get("t").expect("the file has it");
        let position = fen::parse(&variant, "4k3/8/8/8/8/8/8/4K2R w K - 0 1").expect("a legal position");
        assert_eq!(san(&position, "e1g1"), "O-Og1");
        let (castling, step) = (parse(&position, "O-Of1"), parse(&position, "Kf1"));
        assert_ne!(castling, step);
        assert_eq!(super::super::coords::parse_move(&position, "e1h1"), castling.ok(), "one square");
    }

    /// A prince promotes, too, but is written with its letter, because it is not a pawn.
    #[test]
    fn a_piece_that_promotes_is_written_with_its_letter() {
        let metamachy = position("metamachy", "7k4/I2P8/12/12/12/12/12/12/12/12/12/6K5 w - - 0 1");
        assert_eq!(san(&metamachy, "a11a12g"), "Ia12=G");
        assert_eq!(san(&metamachy, "d11d12q"), "d12=Q+");
    }

    /// Every legal move of random games is parsed from its SAN and from its coordinates.
    #[test]
    fn formatted_moves_are_parsed_again() {
        for name in ["xxl", "chess", "xxlfairy", "gigachess2"] {
            let variant = Variants::built_in().get(name).expect("built in");
            let start = Position::start(&variant).expect("a legal start");
            random_game::play(start, 12_345, 60, |position, legal, _| {
                for &mv in legal {
                    assert_eq!(parse(position, &format(position, mv)), Ok(mv));
                    assert_eq!(parse(position, &super::super::coords::format_move(&variant, mv)), Ok(mv));
                }
            });
        }
    }

    /// Moves are parsed as other programs and people write them: with both squares, hyphens, capture and promotion
    /// signs, castling with zeros, and suffixes for en passant, check and mate.
    #[test]
    fn other_notations_of_a_move_are_parsed() {
        let text = "r3k2r/P6p/8/3pP3/8/8/8/R3K1N1 w Qkq d6 0 1";
        for (written, coordinates) in [
            ("Ng1-f3", "g1f3"),
            ("Ng1-f3!", "g1f3"),
            ("Kd1", "e1d1"),
            ("Ke1-d1", "e1d1"),
            ("0-0-0", "e1c1"),
            ("o-o-o", "e1c1"),
            ("O-O-O!?", "e1c1"),
            ("exd6e.p.", "e5d6"),
            ("exd6ep", "e5d6"),
            ("e5:d6", "e5d6"),
            ("e5xd6", "e5d6"),
            ("ed6", "e5d6"),
            ("ed", ""),
            ("Pe6", "e5e6"),
            ("e5-e6±", "e5e6"),
            ("e6-+", "e5e6"),
            ("Ra1-a6", "a1a6"),
            ("Ra1xa7", ""),
        ] {
            let chess = position("chess", text);
            let mv = super::super::coords::parse_move(&chess, coordinates);
            assert_eq!(parse(&chess, written).ok(), mv, "{written}");
        }
        let promotion = position("chess", "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1");
        for (written, coordinates) in [
            ("a7a8Q", "a7a8q"),
            ("a7-a8=N", "a7a8n"),
            ("a8=q", "a7a8q"),
            ("a8/R", "a7a8r"),
            ("a8B+", "a7a8b"),
            ("axb8=Q", "a7b8q"),
            ("a7xb8Q#", "a7b8q"),
            ("a7b8=N", "a7b8n"),
            ("a8", ""),
            ("a8=K", ""),
        ] {
            let mv = super::super::coords::parse_move(&promotion, coordinates);
            assert_eq!(parse(&promotion, written).ok(), mv, "{written}");
        }
        let wide = position("xxl", "7k6/14/14/14/14/14/P13/14/14/14/14/14/14/R6K6 w Q - 0 1");
        for (written, coordinates) in
            [("a8-a9Q", "a8a9q"), ("Ra1-a7", "a1a7"), ("O-O-O+", "h1f1"), ("Ra1-a10", "")]
        {
            let mv = super::super::coords::parse_move(&wide, coordinates);
            assert_eq!(parse(&wide, written).ok(), mv, "{written}");
        }
    }

    /// Illegal moves, nonsense and an ambiguous move are errors. Moves with superfluous details are parsed.
    #[test]
    fn other_texts_are_rejected_and_superfluous_details_accepted() {
        let chess = position("chess", "4k3/8/8/8/8/8/8/RN2K1NR w KQ - 0 1");
        assert!(parse(&chess, "Nd2").is_ok());
        for text in ["", "x", "Qd4", "O-O-O", "Nb1b1", "é", "Rh1a8", "♞c3"] {
            let error = parse(&chess, text).expect_err(text);
            assert_eq!(error.to_string(), format!("{text:?} is not a legal move here"));
        }
        let two = position("chess", "4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1");
        let error = parse(&two, "Nd2").expect_err("both knights reach d2");
        assert_eq!(error.to_string(), "\"Nd2\" could be several moves; add the start square");
        for text in ["Na3!?", "Nb1a3", "Nba3", "N1a3"] {
            assert!(parse(&chess, text).is_ok(), "{text:?}");
        }
    }
}
