//! Coordinate notation of squares and moves, as in UCI: `g7`, `g7g8q`.

use crate::rules::{Move, MoveFlag, Position, Square, Variant};

/// Parses a square such as `a1` or `n14` at the start of `text`, and returns the rest.
///
/// ```
/// # use xxlchess_core::{notation::coords, rules::Square};
/// assert_eq!(coords::split_square("n10n9"), Some((Square::new(13, 9), "n9")));
/// ```
pub fn split_square(text: &str) -> Option<(Square, &str)> {
    let file = text.chars().next().filter(|c| ('a'..='p').contains(c))?;
    if text[1..].starts_with('0') {
        return None;
    }
    let digits = text[1..].bytes().take(2).take_while(u8::is_ascii_digit).count();
    let rank: u8 = text[1..=digits].parse().ok().filter(|rank| (1..=16).contains(rank))?;
    Some((Square::new(file as u8 - b'a', rank - 1), &text[1 + digits..]))
}

/// Parses a square such as `a1` or `n14`.
///
/// ```
/// # use xxlchess_core::{notation::coords, rules::Square};
/// assert_eq!(coords::parse_square("n14"), Some(Square::new(13, 13)));
/// assert_eq!(coords::parse_square("a17"), None);
/// ```
pub fn parse_square(text: &str) -> Option<Square> {
    split_square(text).filter(|(_, rest)| rest.is_empty()).map(|(square, _)| square)
}

/// Formats a move: both squares, and the letter of the kind it promotes to.
pub fn format_move(variant: &Variant, mv: Move) -> String {
    let promotion = mv.promotion().map(|kind| variant.piece(kind).letter.to_string());
    format!("{}{}{}", mv.from, mv.to, promotion.unwrap_or_default())
}

/// Formats a legal move of `position`. Castling is written as the squares of king and rook in Chess960, if the king moves only
/// one square, and if a king of this kind may move to its castling square in another way.
///
/// ```
/// # use xxlchess_core::{notation::{coords, fen, variants_ini::Variants}, rules::Variant};
/// let chess = Variants::built_in().find("chess").unwrap();
/// let chess960 = Variant::new(chess.rules().clone().in_chess960(), chess.start().clone());
/// let position = fen::parse(&chess960.into(), "4k3/8/8/8/8/8/8/4K2R w K - 0 1").unwrap();
/// assert_eq!(coords::format_legal_move(&position, position.castling_moves()[0]), "e1h1");
/// ```
pub fn format_legal_move(position: &Position, mv: Move) -> String {
    let castling = position.variant().rules().castling.as_ref().filter(|_| mv.flag == MoveFlag::Castle);
    let is_plain_move = || position.is_pseudo_legal(Move { flag: MoveFlag::Normal, ..mv });
    let takes = castling
        .is_some_and(|c| c.is_chess960 || mv.from.file().abs_diff(mv.to.file()) < 2 || is_plain_move());
    let rook = position.castling_rook_squares(mv).filter(|_| takes);
    rook.map_or_else(|| format_move(position.variant(), mv), |(rook, _)| format!("{}{rook}", mv.from))
}

/// Formats a line of legal moves from `position`.
///
/// ```
/// # use xxlchess_core::{notation::{coords, variants_ini::Variants}, rules::Position};
/// let chess = Variants::built_in().find("chess").unwrap();
/// let start = Position::start(&chess).unwrap();
/// let mv = coords::parse_move(&start, "e2e4").unwrap();
/// assert_eq!(coords::format_line(&start, &[mv]), ["e2e4"]);
/// ```
pub fn format_line(position: &Position, line: &[Move]) -> Vec<String> {
    let mut position = position.clone();
    let format = |&mv: &Move| {
        let text = format_legal_move(&position, mv);
        position.make(mv);
        text
    };
    line.iter().map(format).collect()
}

/// Parses a legal move of `position`: `a2a4`, `g7g8q`, or `h1j1` for castling.
///
/// ```
/// # use xxlchess_core::notation::{coords, fen, variants_ini::Variants};
/// let chess = Variants::built_in().find("chess").unwrap();
/// let position = fen::parse(&chess, "4k3/P7/8/8/8/8/8/4K3 w - - 0 1").unwrap();
/// let mv = coords::parse_move(&position, "a7a8q").unwrap();
/// assert_eq!(coords::format_move(&chess, mv), "a7a8q");
/// assert_eq!(coords::parse_move(&position, "a7a8"), None);
/// ```
pub fn parse_move(position: &Position, text: &str) -> Option<Move> {
    position.legal_moves().into_iter().find(|&mv| format_legal_move(position, mv) == text)
}

/// Parses the moves of `text` that follow each other from `position`, up to the first one that is not legal.
///
/// ```
/// # use xxlchess_core::{notation::{coords, variants_ini::Variants}, rules::Position};
/// let chess = Variants::built_in().find("chess").unwrap();
/// let start = Position::start(&chess).unwrap();
/// assert_eq!(coords::parse_line(&start, "e2e4 e7e5 e4e5 g1f3").len(), 2);
/// ```
pub fn parse_line(position: &Position, text: &str) -> Vec<Move> {
    let mut position = position.clone();
    let parse = |text| {
        let mv = parse_move(&position, text)?;
        position.make(mv);
        Some(mv)
    };
    text.split_whitespace().map_while(parse).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::fen;
    use crate::notation::variants_ini::Variants;

    /// A king that steps one or two squares castles to a square to which it may also move. The two moves have different texts,
    /// and each is parsed as it is written.
    #[test]
    fn castling_differs_from_a_move_of_the_king_to_the_same_square() {
        let file = Variants::built_in().with_file("own.ini", "[own:chess]\nking = k:WD\n").expect("no fault");
        let own = file.get("own").expect("in the file");
        let position = fen::parse(&own, "4k3/8/8/8/8/8/5PPP/4K2R w K - 0 1").expect("a legal position");
        let texts: Vec<_> =
            position.legal_moves().iter().map(|&mv| format_legal_move(&position, mv)).collect();
        assert!(texts.contains(&"e1g1".to_owned()) && texts.contains(&"e1h1".to_owned()), "{texts:?}");
        let moves = ["e1g1", "e1h1"].map(|text| parse_move(&position, text).map(|mv| mv.flag));
        assert_eq!(moves, [Some(MoveFlag::Normal), Some(MoveFlag::Castle)]);
    }

    /// All 256 squares are parsed from their names, and texts that are similar to names are not.
    #[test]
    fn squares_are_parsed_as_they_are_formatted() {
        for square in Square::all() {
            assert_eq!(parse_square(&square.to_string()), Some(square));
        }
        for bad in ["", "a", "a0", "a01", "a17", "q1", "A1", "a1 ", "a100", "1a", "é1", "a²"] {
            assert_eq!(parse_square(bad), None, "{bad:?}");
        }
        assert_eq!(split_square("n10n9").map(|(_, rest)| rest), Some("n9"));
    }
}
