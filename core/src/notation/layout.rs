//! Layouts: a position as a grid of letters, as in level files. Upper case is Black.
//!
//! A line is a rank of the board, a character a square: the letter of a piece, or a space or `.` for an empty square.
//! Missing characters and lines are empty squares. Lines end with LF or CRLF, which the last line may omit; a byte order
//! mark is ignored.
//!
//! The file has no mark for the side at the bottom: it is the side whose pieces are lower on the average, White on a tie.
//! Positions always have White at the bottom, so a file with Black there is rotated by 180 degrees.

#[cfg(test)]
mod tests;

use std::fmt;
use std::sync::Arc;

use crate::notation::text::{self, InvalidUtf8, Location};
use crate::rules::{self, Color, InvalidPosition, Piece, Position, Setup, Square, Variant};

/// Largest layout, in bytes. A 16x16 board needs less than 300.
pub const MAX_BYTES: usize = 64 * 1024;

/// An invalid layout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LayoutError {
    /// It has this many bytes, more than [`MAX_BYTES`].
    TooLong(usize),
    /// Invalid text at this location.
    Syntax(Location, LayoutFault),
    /// The text is valid, but the position is illegal. The location is that of the king concerned, if any.
    IllegalPosition(Option<Location>, InvalidPosition),
}

impl LayoutError {
    /// Location in the file, if there is one.
    pub fn location(&self) -> Option<Location> {
        match self {
            Self::TooLong(_) => None,
            Self::Syntax(place, _) => Some(*place),
            Self::IllegalPosition(place, _) => *place,
        }
    }
}

impl fmt::Display for LayoutError {
    /// Formats location, reason and what is allowed: `3:7: 'x' is not a piece of …`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = self.location() {
            write!(f, "{place}: ")?;
        }
        match self {
            Self::TooLong(length) => write!(f, "a layout of {length} bytes; at most {MAX_BYTES} are read"),
            Self::Syntax(_, fault) => fault.fmt(f),
            Self::IllegalPosition(_, invalid) => invalid.fmt(f),
        }
    }
}

impl std::error::Error for LayoutError {}

/// Fault in the text of a layout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LayoutFault {
    /// A byte that is not UTF-8.
    InvalidUtf8(InvalidUtf8),
    /// A character that is neither a piece of the variant nor an empty square.
    UnknownLetter {
        /// The character.
        found: char,
        /// The variant's name.
        variant: String,
        /// The letters of its pieces, separated by spaces.
        letters: String,
    },
    /// A piece beyond the last file.
    LongLine {
        /// Number of files.
        files: u8,
    },
    /// A line that is not blank after the last rank.
    TooManyLines {
        /// Number of ranks.
        ranks: u8,
    },
}

impl LayoutFault {
    fn unknown(variant: &Variant, found: char) -> Self {
        let letters: Vec<_> = variant.kinds().map(|kind| variant.piece(kind).letter.to_string()).collect();
        Self::UnknownLetter { found, variant: variant.rules().name.clone(), letters: letters.join(" ") }
    }
}

impl fmt::Display for LayoutFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::InvalidUtf8(fault) => fault.fmt(f),
            Self::UnknownLetter { found, variant, letters } => {
                write!(f, "{found:?}")?;
                // Letters of other alphabets may look like Latin ones.
                if !found.is_ascii() {
                    write!(f, " (U+{:04X})", u32::from(*found))?;
                }
                write!(f, " is not a piece of {variant}; allowed are {letters}, upper case for black, ")?;
                f.write_str("and space or '.' for an empty tile")
            }
            Self::LongLine { files } => {
                write!(f, "a piece beyond the board; only blanks may follow the first {files} characters")
            }
            Self::TooManyLines { ranks } => {
                write!(f, "at most {ranks} lines are allowed, and blank ones after them")
            }
        }
    }
}

/// Parses a legal position with White to move, in which no piece has moved.
///
/// `bottom` is the side at the bottom of the file. `None` chooses it by [`lower_side`].
///
/// # Errors
/// The first invalid character or line with its location, or all faults of the position.
///
/// ```
/// # use xxlchess_core::notation::{fen, layout, variants_ini::Variants};
/// let chess = Variants::built_in().find("chess").unwrap();
/// let position = layout::parse(&chess, b"    K\n\n\n\n\n\n\n    k", None).unwrap();
/// assert_eq!(fen::format(&position), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
/// ```
pub fn parse(variant: &Arc<Variant>, bytes: &[u8], bottom: Option<Color>) -> Result<Position, LayoutError> {
    let grid = Grid::parse(variant, bytes, bottom)?;
    let setup = grid.setup();
    Position::from_setup(variant, &setup).map_err(|invalid| {
        let square = square_at_fault(variant, &setup, &invalid);
        LayoutError::IllegalPosition(square.map(|square| grid.location(square)), invalid)
    })
}

/// Whether [`parse`] rotates a layout, because Black is at the bottom.
///
/// # Errors
/// The first invalid character or line with its location.
///
/// ```
/// # use xxlchess_core::notation::{layout, variants_ini::Variants};
/// let chess = Variants::built_in().find("chess").unwrap();
/// assert_eq!(layout::is_rotated(&chess, b"  k\n\n  K", None), Ok(true));
/// ```
pub fn is_rotated(variant: &Variant, bytes: &[u8], bottom: Option<Color>) -> Result<bool, LayoutError> {
    Ok(Grid::parse(variant, bytes, bottom)?.rotated)
}

/// Parses a setup, legal or not, as [`parse`] does.
///
/// # Errors
/// The first invalid character or line with its location.
pub fn parse_setup(variant: &Variant, bytes: &[u8], bottom: Option<Color>) -> Result<Setup, LayoutError> {
    Ok(Grid::parse(variant, bytes, bottom)?.setup())
}

/// Formats the pieces of `setup` with White at the bottom.
///
/// [`parse`] restores them with White as `bottom`, and without it only if [`lower_side`] is White.
///
/// ```
/// # use xxlchess_core::notation::{layout, variants_ini::Variants};
/// let chess = Variants::built_in().find("chess").unwrap();
/// assert!(layout::format(&chess, chess.start()).starts_with("RNBQKBNR\nPPPPPPPP\n\n"));
/// ```
pub fn format(variant: &Variant, setup: &Setup) -> String {
    let (files, ranks) = (variant.rules().files, variant.rules().ranks);
    let letter = |square| setup.piece_at(square).map_or(' ', |piece| piece_letter(variant, piece));
    let line = |rank| (0..files).map(|file| letter(Square::new(file, rank))).collect::<String>();
    (0..ranks).rev().map(|rank| line(rank).trim_end().to_owned() + "\n").collect()
}

/// Whether a layout can represent `position`, so that [`parse`] restores it from [`format()`].
///
/// It cannot represent Black to move, moved pieces, an en passant target, or a position in which Black's pieces are lower.
///
/// ```
/// # use xxlchess_core::notation::{fen, layout, variants_ini::Variants};
/// let chess = Variants::built_in().find("chess").unwrap();
/// let position = fen::parse(&chess, "4k3/8/8/8/8/8/8/4K3 b - - 0 1").unwrap();
/// assert!(!layout::can_represent(&position), "Black is to move");
/// ```
pub fn can_represent(position: &Position) -> bool {
    let text = format(position.variant(), &position.to_setup());
    parse(position.variant(), text.as_bytes(), None).is_ok_and(|parsed| parsed == *position)
}

/// Letter of a piece: upper case for Black.
pub fn piece_letter(variant: &Variant, piece: Piece) -> char {
    let letter = variant.piece(piece.kind).letter;
    if piece.color == Color::Black { letter.to_ascii_uppercase() } else { letter }
}

/// The side whose pieces stand lower on the average of their ranks: White on a tie, or if a side has no piece.
pub fn lower_side(pieces: &[(Square, Piece)]) -> Color {
    let ranks =
        |color| pieces.iter().filter(move |(_, piece)| piece.color == color).map(|(square, _)| square.rank());
    let (count, sum) = (|color| ranks(color).count(), |color| ranks(color).map(usize::from).sum::<usize>());
    // The averages are compared without a division.
    let is_black_lower = sum(Color::Black) * count(Color::White) < sum(Color::White) * count(Color::Black);
    if is_black_lower { Color::Black } else { Color::White }
}

/// Square of the king that the first fault concerns, if any.
fn square_at_fault(variant: &Variant, setup: &Setup, invalid: &InvalidPosition) -> Option<Square> {
    let royal = variant.rules().royal_kind?;
    match invalid.0.first()? {
        // The second king is the superfluous one.
        rules::PositionFault::SeveralKings(_, squares) => squares.get(1).copied(),
        rules::PositionFault::OpponentInCheck(color) => {
            let king = Piece::new(*color, royal);
            setup.pieces.iter().find(|(_, piece)| *piece == king).map(|&(square, _)| square)
        }
        _ => None,
    }
}

/// The pieces of a layout as they are in the file.
struct Grid {
    files: u8,
    ranks: u8,
    /// Squares as if White were at the bottom.
    pieces: Vec<(Square, Piece)>,
    /// Whether Black is at the bottom.
    rotated: bool,
}

impl Grid {
    fn parse(variant: &Variant, bytes: &[u8], bottom: Option<Color>) -> Result<Self, LayoutError> {
        if bytes.len() > MAX_BYTES {
            return Err(LayoutError::TooLong(bytes.len()));
        }
        let (files, ranks) = (variant.rules().files, variant.rules().ranks);
        let text = text::decode(bytes)
            .map_err(|not_utf8| LayoutError::Syntax(not_utf8.location, LayoutFault::InvalidUtf8(not_utf8)))?;
        let mut pieces = Vec::new();
        for (index, line) in text.split('\n').enumerate() {
            let line = line.strip_suffix('\r').unwrap_or(line);
            let fault = |index: usize, column: usize, fault| {
                Err(LayoutError::Syntax(Location { line: index + 1, column: column + 1 }, fault))
            };
            if index >= usize::from(ranks) {
                match line.chars().position(|c| !c.is_whitespace() && c != '.') {
                    None => continue,
                    Some(column) => return fault(index, column, LayoutFault::TooManyLines { ranks }),
                }
            }
            let rank = ranks - 1 - index as u8;
            for (column, letter) in line.chars().enumerate().filter(|(_, c)| !matches!(c, ' ' | '.')) {
                let Some(kind) = variant.kind_by_letter(letter) else {
                    return fault(index, column, LayoutFault::unknown(variant, letter));
                };
                let color = if letter.is_ascii_uppercase() { Color::Black } else { Color::White };
                if column >= usize::from(files) {
                    return fault(index, column, LayoutFault::LongLine { files });
                }
                pieces.push((Square::new(column as u8, rank), Piece::new(color, kind)));
            }
        }
        let rotated = bottom.unwrap_or_else(|| lower_side(&pieces)) == Color::Black;
        Ok(Self { files, ranks, pieces, rotated })
    }

    fn setup(&self) -> Setup {
        Setup::at_start(self.pieces.iter().map(|&(square, piece)| (self.rotate(square), piece)).collect())
    }

    /// Converts squares between file and board. The rotation is its own inverse.
    fn rotate(&self, square: Square) -> Square {
        if self.rotated {
            Square::new(self.files - 1 - square.file(), self.ranks - 1 - square.rank())
        } else {
            square
        }
    }

    /// Location in the file of a square of the board.
    fn location(&self, square: Square) -> Location {
        let square = self.rotate(square);
        Location { line: usize::from(self.ranks - square.rank()), column: usize::from(square.file()) + 1 }
    }
}
