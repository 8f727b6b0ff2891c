//! FEN: a position as one line of text. Runs of empty squares may have two digits, and `*` is a missing square.

use std::fmt;
use std::sync::Arc;

use crate::rules::counting::Count;
use crate::rules::goals::Goal;
use crate::rules::variant::Rules;
use crate::rules::{Bitboard, ByColor, Color, InvalidPosition, Piece, Position, Setup, Square, Variant};

use super::coords;
use super::text::shorten;

/// Longest FEN, in bytes. A full 16x16 board needs less than 400.
const MAX_BYTES: usize = 1000;
/// Number of checks that win in the FENs of lichess, which have the checks that were given.
const LICHESS_CHECKS: u8 = 3;

/// An invalid FEN.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FenError {
    /// The pieces are invalid, or the board has another size.
    Pieces {
        /// Number of valid bytes of the first field.
        offset: usize,
        /// Description of the fault.
        fault: String,
    },
    /// Another field is invalid: its name and the reason.
    Field(&'static str, String),
    /// The fields are valid, but the position is illegal.
    Position(InvalidPosition),
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pieces { fault, .. } => write!(f, "FEN, pieces: {fault}"),
            Self::Field(field, fault) => write!(f, "FEN, {field}: {fault}"),
            Self::Position(faults) => write!(f, "FEN: {faults}"),
        }
    }
}

impl std::error::Error for FenError {}

impl FenError {
    /// Number of bytes of `text` before the error, to compare errors of several variants. Fields after the pieces are not
    /// told apart.
    pub(super) fn offset(&self, text: &str) -> usize {
        let pieces = text.split_whitespace().next().unwrap_or_default();
        let start = text.len() - text.trim_start().len();
        match self {
            Self::Pieces { offset, .. } => start + offset,
            Self::Field(..) => start + pieces.len(),
            Self::Position(_) => text.len(),
        }
    }
}

/// Parses a legal position. Fields after the pieces may be missing, and the operations of an EPD (`bm e4;`) are ignored.
///
/// # Errors
/// The first invalid field, or all faults of the position.
///
/// ```
/// # use xxlchess_core::notation::{fen, variants_ini::Variants};
/// let chess = Variants::built_in().find("chess").unwrap();
/// let position = fen::parse(&chess, "4k3/8/8/8/8/8/8/4K2R w K - 0 1").unwrap();
/// assert_eq!(fen::format(&position), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
/// assert_eq!(fen::parse(&chess, "8/8").unwrap_err().to_string(), "FEN, pieces: 2 ranks; 8 are needed");
/// ```
pub fn parse(variant: &Arc<Variant>, text: &str) -> Result<Position, FenError> {
    Position::from_setup(variant, &parse_setup(variant.rules(), text)?).map_err(FenError::Position)
}

/// Parses a setup, legal or not.
///
/// # Errors
/// The first invalid field.
///
/// ```
/// # use xxlchess_core::notation::{fen, variants_ini::Variants};
/// let chess = Variants::built_in().find("chess").unwrap();
/// let without_kings = fen::parse_setup(chess.rules(), "8/8/8/8/8/8/8/8 b - - 0 1").unwrap();
/// assert!(without_kings.pieces.is_empty());
/// ```
pub fn parse_setup(rules: &Rules, text: &str) -> Result<Setup, FenError> {
    if text.len() > MAX_BYTES {
        return Err(FenError::Field(
            "length",
            format!("{} characters; at most {MAX_BYTES} are read", text.len()),
        ));
    }
    let mut fields = text.split_whitespace();
    let mut setup = Setup::at_start(parse_board(rules, fields.next().unwrap_or_default())?);
    setup.turn = parse_turn(fields.next().unwrap_or("w"))?;
    setup.initial_move_rights =
        parse_castling(rules, &setup, fields.next().unwrap_or("-"))? | initial_rights(rules, &setup);
    let en_passant = fields.next().unwrap_or("-");
    // The limit of a count is in the place of the en passant target, and its plies in that of the half-move clock, as in
    // Fairy-Stockfish. The fields of these two may follow the number of the move.
    let is_count = rules.counting.is_some() && en_passant.starts_with(|c: char| c.is_ascii_digit());
    if !is_count {
        (setup.en_passant, setup.en_passant_pawn) = parse_en_passant(rules, en_passant)?;
    }
    // An EPD has operations in place of the clocks, or after them.
    let is_epd = text.trim_end().ends_with(';');
    let is_operation = |field: &&str| is_epd && field.starts_with(|c: char| c.is_ascii_alphabetic());
    let mut fields = fields.take_while(|field| !is_operation(field)).peekable();
    if rules.goals.contains(&Goal::Checks)
        && let Some((white, black)) = fields.peek().and_then(|field| field.split_once('+'))
    {
        setup.checks_left = ByColor { white: parse_checks(white)?, black: parse_checks(black)? };
        fields.next();
    }
    let clock = parse_number("half-move clock", fields.next().unwrap_or("0"))?;
    if is_count {
        let limit = parse_number("limit of the count", en_passant)?;
        setup.count = (limit > 0).then_some(Count { plies: clock, limit });
    } else {
        setup.halfmove_clock = clock;
    }
    setup.fullmove_number = parse_number("move number", fields.next().unwrap_or("1"))?.max(1);
    if is_count {
        let en_passant = fields.next().unwrap_or("-");
        (setup.en_passant, setup.en_passant_pawn) = parse_en_passant(rules, en_passant)?;
        setup.halfmove_clock = parse_number("half-move clock", fields.next().unwrap_or("0"))?;
    }
    // The checks that have been given, as lichess writes them.
    if rules.goals.contains(&Goal::Checks)
        && let Some((white, black)) =
            fields.peek().and_then(|field| field.strip_prefix('+')).and_then(|given| given.split_once('+'))
    {
        let left = |given| parse_checks(given).map(|given| LICHESS_CHECKS.saturating_sub(given));
        setup.checks_left = ByColor { white: left(white)?, black: left(black)? };
        fields.next();
    }
    let last = if is_count { "eighth" } else { "sixth" };
    match fields.next() {
        None => Ok(setup),
        Some(extra) => Err(FenError::Field("end", format!("{:?} follows the {last} field", shown(extra)))),
    }
}

pub(super) fn parse_board(rules: &Rules, text: &str) -> Result<Vec<(Square, Piece)>, FenError> {
    let (files, ranks) = (rules.files, rules.ranks);
    // Some programs write a slash after the last rank, too.
    let text = text.strip_suffix('/').unwrap_or(text);
    let count = text.split('/').count();
    if count != usize::from(ranks) {
        return Err(FenError::Pieces { offset: 0, fault: format!("{count} ranks; {ranks} are needed") });
    }
    let mut pieces = Vec::new();
    let mut start = 0;
    for (rank, row) in (0..ranks).rev().zip(text.split('/')) {
        let fault = |offset, fault| Err(FenError::Pieces { offset: start + offset, fault });
        let mut file = 0_u32;
        let mut gap = 0_u32;
        for (offset, letter) in row.char_indices() {
            if let Some(digit) = letter.to_digit(10) {
                gap = (gap * 10 + digit).min(1000);
                continue;
            }
            file += std::mem::take(&mut gap);
            if letter == '*' {
                file += 1;
                continue;
            }
            let Some(kind) = rules.kind_by_letter(letter) else {
                let message = format!("{letter:?} in {:?} is not a piece of {}", shown(row), rules.name);
                return fault(offset, message);
            };
            let color = if letter.is_uppercase() { Color::White } else { Color::Black };
            if file < u32::from(files) {
                pieces.push((Square::new(file as u8, rank), Piece::new(color, kind)));
            }
            file += 1;
        }
        let squares = file + gap;
        if squares != u32::from(files) {
            let row_text = shown(row);
            let message = format!("rank {} {row_text:?} has {squares} squares; {files} are needed", rank + 1);
            return fault(row.len(), message);
        }
        start += row.len() + 1;
    }
    match (missing_squares(text) ^ rules.missing).first() {
        None => Ok(pieces),
        Some(square) => {
            let fault = format!("{square} is wrong; `*` stands for the squares that {} lacks", rules.name);
            Err(FenError::Pieces { offset: start, fault })
        }
    }
}

/// The squares that the first field of a FEN marks as missing. Anything else is ignored.
pub(super) fn missing_squares(text: &str) -> Bitboard {
    let mut missing = Bitboard::EMPTY;
    for (rank, row) in text.rsplit('/').take(16).enumerate() {
        let (mut file, mut gap) = (0, 0);
        for letter in row.chars() {
            if let Some(digit) = letter.to_digit(10) {
                gap = (gap * 10 + digit).min(16);
                continue;
            }
            file += std::mem::take(&mut gap);
            if letter == '*' && file < 16 {
                // File and rank are below 16.
                missing.insert(Square::new(file as u8, rank as u8));
            }
            file += 1;
        }
    }
    missing
}

fn shown(field: &str) -> String {
    shorten(field.as_bytes())
}

fn parse_turn(text: &str) -> Result<Color, FenError> {
    match text {
        "w" => Ok(Color::White),
        "b" => Ok(Color::Black),
        _ => Err(FenError::Field("side to move", format!("{:?}; w or b is needed", shown(text)))),
    }
}

/// The king, and the rooks it could castle with from left to right. Without castling it is a king that can have an initial
/// move.
fn king_and_rooks(rules: &Rules, setup: &Setup, color: Color) -> Option<(Square, Vec<Square>)> {
    let Some(castling) = &rules.castling else {
        return Some((jumping_king(rules, setup, color)?, Vec::new()));
    };
    let king = Piece::new(color, rules.castling_king_kind()?);
    let rook = |p: &Piece| p.color == color && castling.rook_kinds.contains(&p.kind);
    let rooks = |king| {
        let rooks = setup.pieces.iter().filter(|(s, p)| rook(p) && rules.can_castle_from(color, king, *s));
        let mut rooks: Vec<_> = rooks.map(|&(square, _)| square).collect();
        rooks.sort_unstable();
        rooks
    };
    let kings = setup.pieces.iter().filter(|(_, piece)| *piece == king);
    let sides = kings.map(|&(king, _)| (king, rooks(king)));
    // Only one of several kings castles.
    sides.max_by_key(|(_, rooks)| rooks.len())
}

fn parse_castling(rules: &Rules, setup: &Setup, text: &str) -> Result<Bitboard, FenError> {
    let mut rights = Bitboard::EMPTY;
    if text == "-" {
        return Ok(rights);
    }
    for letter in text.chars() {
        let color = if letter.is_uppercase() { Color::White } else { Color::Black };
        let is_king = |kind| setup.pieces.iter().any(|(_, piece)| *piece == Piece::new(color, kind));
        if rules.royal_kind.is_some_and(|kind| !is_king(kind)) {
            // The position has no king. That error is reported later, and is clearer than one about this letter.
            continue;
        }
        let rook = king_and_rooks(rules, setup, color).and_then(|(king, rooks)| {
            rights.insert(king);
            match letter.to_ascii_lowercase() {
                'k' if rules.castling.is_none() => Some(king),
                'k' => rooks.last().copied().filter(|&rook| rook > king),
                'q' => rooks.first().copied().filter(|&rook| rook < king),
                file => rooks.iter().copied().find(|&rook| file_letter(rook) == file),
            }
        });
        let Some(rook) = rook else {
            let fault = format!(
                "{letter:?} of {:?} names no piece that the king of {color} could castle with",
                shown(text)
            );
            return Err(FenError::Field("castling", fault));
        };
        rights.insert(rook);
    }
    Ok(rights)
}

/// The king of `color` that needs a right for its initial move.
fn jumping_king(rules: &Rules, setup: &Setup, color: Color) -> Option<Square> {
    let kind = rules.king_kind().filter(|_| rules.king_needs_right())?;
    let is_king = |(square, piece): &&(Square, Piece)| {
        *piece == Piece::new(color, kind) && rules.initial_region(*piece).contains(*square)
    };
    setup.pieces.iter().find(is_king).map(|&(square, _)| square)
}

/// The castling letter of a rook by its file. It is `x` for the eleventh file, because `k` means the king's side.
fn file_letter(rook: Square) -> char {
    match char::from(b'a' + rook.file()) {
        'k' => 'x',
        letter => letter,
    }
}

/// Pieces other than kings and rooks have their initial move wherever the region allows it.
fn initial_rights(rules: &Rules, setup: &Setup) -> Bitboard {
    let rook = |p: &Piece| rules.castling.as_ref().is_some_and(|c| c.rook_kinds.contains(&p.kind));
    let counts = |(square, piece): &(Square, Piece)| {
        rules.initial_region(*piece).contains(*square)
            && rules.king_kind() != Some(piece.kind)
            && !rook(piece)
    };
    setup.pieces.iter().copied().filter(counts).map(|(square, _)| square).collect()
}

/// Parses the target square, as in `e3`. After a diagonal double step the square of the pawn follows, as in `f3g4`, and
/// after a longer step the other targets, as in `e3e4`.
fn parse_en_passant(rules: &Rules, text: &str) -> Result<(Option<Square>, Option<Square>), FenError> {
    if text == "-" {
        return Ok((None, None));
    }
    let fault = || FenError::Field("en passant", format!("{:?} is not a square of the board", shown(text)));
    let (mut rest, mut squares) = (text, Vec::new());
    while !rest.is_empty() {
        let (square, after) = coords::split_square(rest).ok_or_else(fault)?;
        squares.push(Some(square).filter(|&square| rules.has_square(square)).ok_or_else(fault)?);
        rest = after;
    }
    let target = squares.first().copied().filter(|&target| rules.en_passant_region.contains(target));
    // Other targets follow from the first one.
    let pawn =
        squares.get(1).copied().filter(|pawn| target.is_some_and(|target| pawn.file() != target.file()));
    Ok((target, pawn))
}

fn parse_checks(text: &str) -> Result<u8, FenError> {
    text.parse().map_err(|_| {
        FenError::Field("checks", format!("{:?}; two numbers such as 3+3 are needed", shown(text)))
    })
}

fn parse_number(field: &'static str, text: &str) -> Result<u16, FenError> {
    text.parse()
        .map_err(|_| FenError::Field(field, format!("{:?}; a number from 0 to 65535 is needed", shown(text))))
}

/// Formats a position.
pub fn format(position: &Position) -> String {
    format_setup(position.variant(), &position.to_setup())
}

/// Formats a setup, legal or not.
///
/// ```
/// # use xxlchess_core::notation::{fen, variants_ini::Variants};
/// let chess = Variants::built_in().find("chess").unwrap();
/// assert!(fen::format_setup(&chess, chess.start()).ends_with(" w KQkq - 0 1"));
/// ```
pub fn format_setup(variant: &Variant, setup: &Setup) -> String {
    let turn = if setup.turn == Color::White { 'w' } else { 'b' };
    // The other targets of a long step are between the first one and the pawn.
    let behind = |square: &Square| square.offset(0, (!setup.turn).forward());
    let is_free = |square: &Square| setup.piece_at(*square).is_none();
    let others = std::iter::successors(setup.en_passant.as_ref().and_then(behind), behind);
    let others: Vec<_> = others.take_while(is_free).collect();
    let has_pawn = others.last().is_some_and(|last| behind(last).is_some());
    let mut targets: Vec<Square> = setup.en_passant.into_iter().collect();
    match setup.en_passant_pawn {
        Some(pawn) => targets.extend(setup.en_passant.and(Some(pawn))),
        None if has_pawn => targets.extend(others),
        None => {}
    }
    let mut en_passant: String = targets.iter().map(ToString::to_string).collect();
    if en_passant.is_empty() {
        en_passant.push('-');
    }
    let clock = setup.halfmove_clock;
    // See `parse_setup`. The form of Fairy-Stockfish is enough if the two fields are empty.
    let (en_passant, clock, rest) = match setup.count {
        Some(Count { plies, limit }) if en_passant == "-" && clock == 0 => {
            (limit.to_string(), plies, String::new())
        }
        Some(Count { plies, limit }) => (limit.to_string(), plies, format!(" {en_passant} {clock}")),
        None => (en_passant, clock, String::new()),
    };
    let ByColor { white, black } = setup.checks_left;
    let checks = if variant.counts_checks() { format!("{white}+{black} ") } else { String::new() };
    format!(
        "{} {turn} {} {en_passant} {checks}{clock} {}{rest}",
        format_board(variant, setup),
        format_castling(variant.rules(), setup),
        setup.fullmove_number,
    )
}

/// Formats the first field: the pieces.
///
/// ```
/// # use xxlchess_core::notation::{fen, variants_ini::Variants};
/// let chess = Variants::built_in().find("chess").unwrap();
/// assert_eq!(fen::format_board(&chess, chess.start()), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR");
/// ```
pub fn format_board(variant: &Variant, setup: &Setup) -> String {
    let rules = variant.rules();
    let letter = |square| {
        let missing = rules.missing.contains(square).then_some('*');
        setup.piece_at(square).map(|piece| piece_letter(variant, piece)).or(missing)
    };
    let row = |rank| format_row((0..rules.files).map(|file| letter(Square::new(file, rank))));
    (0..rules.ranks).rev().map(row).collect::<Vec<_>>().join("/")
}

/// Formats a rank: letters, and numbers for runs of empty squares.
///
/// ```
/// # use xxlchess_core::notation::fen;
/// assert_eq!(fen::format_row([None, Some('K'), None, None].into_iter()), "1K2");
/// ```
pub fn format_row(letters: impl Iterator<Item = Option<char>>) -> String {
    let mut row = String::new();
    let mut gap = 0;
    for letter in letters.chain([Some('/')]) {
        let Some(letter) = letter else {
            gap += 1;
            continue;
        };
        if gap > 0 {
            row.push_str(&std::mem::take(&mut gap).to_string());
        }
        row.push(letter);
    }
    // The slash only marks the end.
    row.pop();
    row
}

/// Letter of a piece: upper case for White.
pub fn piece_letter(variant: &Variant, piece: Piece) -> char {
    let letter = variant.piece(piece.kind).letter;
    if piece.color == Color::White { letter.to_ascii_uppercase() } else { letter }
}

/// Formats the castling field of a setup.
pub(super) fn format_castling(rules: &Rules, setup: &Setup) -> String {
    let mut text = String::new();
    for color in Color::ALL {
        let Some((king, rooks)) = king_and_rooks(rules, setup, color) else { continue };
        if !setup.initial_move_rights.contains(king) {
            continue;
        }
        let mut add = |letter: char| {
            text.push(if color == Color::White { letter.to_ascii_uppercase() } else { letter });
        };
        if rules.castling.is_none() {
            add('k');
        }
        for &rook in rooks.iter().rev().filter(|&&rook| setup.initial_move_rights.contains(rook)) {
            match (rook > king, Some(&rook)) {
                (true, outermost) if outermost == rooks.last() => add('k'),
                (false, outermost) if outermost == rooks.first() => add('q'),
                _ => add(file_letter(rook)),
            }
        }
    }
    if text.is_empty() { "-".to_owned() } else { text }
}
