//! Layouts: a position as a grid of letters, upper case Black, as level files hold it.
//!
//! One line is one rank of the variant's board, one character one square: a letter of the variant's table of
//! pieces, or a space or `.` for an empty square. What is missing is empty: short lines, empty lines, and lines
//! at the end. Lines may end in LF or CRLF, the last one in neither; a byte order mark is passed over.
//!
//! Which side plays up the file is not written down: it is the side whose pieces stand lower on average, White if
//! neither does. A position always has White at the bottom, so a file with Black there is turned by 180 degrees.

mod error;
#[cfg(test)]
mod tests;

use std::cmp::Ordering;
use std::sync::Arc;

use crate::notation::text::{self, Location};
use crate::rules::{Color, Piece, Position, Setup, Square, Variant};

pub use error::{LayoutError, LayoutFault};

/// Longest layout that is read, in bytes; a 16x16 board takes under 300.
pub const MAX_BYTES: usize = 64 * 1024;

/// Reads the position a layout shows: no piece has moved, and White is to move.
///
/// `bottom` says which side plays up the file; with `None` the pieces say it, as [`lower_side`] does.
///
/// # Errors
/// The first character or line that cannot be read, with its place, or all faults of the position.
pub fn parse(variant: &Arc<Variant>, bytes: &[u8], bottom: Option<Color>) -> Result<Position, LayoutError> {
    let grid = Grid::read(variant, bytes, bottom)?;
    let setup = grid.setup();
    Position::from_setup(variant, &setup).map_err(|invalid| {
        let square = error::square_at_fault(variant, &setup, &invalid);
        LayoutError::IllegalPosition(square.map(|square| grid.location(square)), invalid)
    })
}

/// Reads the set-up a layout shows, legal or not; otherwise as [`parse`].
///
/// # Errors
/// The first character or line that cannot be read, with its place.
pub fn parse_setup(variant: &Variant, bytes: &[u8], bottom: Option<Color>) -> Result<Setup, LayoutError> {
    Ok(Grid::read(variant, bytes, bottom)?.setup())
}

/// Writes the pieces of `setup` as a layout with White at the bottom.
///
/// It reads as the same pieces with `bottom` given as White; without it only if [`lower_side`] is White too.
#[must_use]
pub fn format(variant: &Variant, setup: &Setup) -> String {
    let (files, ranks) = (variant.rules().files, variant.rules().ranks);
    let letter = |square| setup.piece_at(square).map_or(' ', |piece| piece_letter(variant, piece));
    let line = |rank| (0..files).map(|file| letter(Square::new(file, rank))).collect::<String>();
    (0..ranks).rev().map(|rank| line(rank).trim_end().to_owned() + "\n").collect()
}

/// Whether a layout says all of `position`: what is written reads as the same position, nothing else being told.
///
/// It does not say that Black is to move, that a piece has moved, that a pawn can be taken in passing, or that the
/// side whose pieces stand lower plays down the board.
#[must_use]
pub fn can_represent(position: &Position) -> bool {
    let text = format(position.variant(), &position.to_setup());
    parse(position.variant(), text.as_bytes(), None).is_ok_and(|read| read == *position)
}

/// The letter of a piece in a layout: upper case for Black.
#[must_use]
pub fn piece_letter(variant: &Variant, piece: Piece) -> char {
    let letter = variant.piece(piece.kind).letter;
    if piece.color == Color::Black { letter.to_ascii_uppercase() } else { letter }
}

/// The side whose pieces stand on lower ranks on average: White if neither does or a side has none.
#[must_use]
pub fn lower_side<'a>(pieces: impl IntoIterator<Item = &'a (Square, Piece)>) -> Color {
    // Sums of ranks and numbers of pieces, so that the averages are compared without fractions.
    let [mut white, mut black] = [(0_u64, 0_u64); 2];
    for (square, piece) in pieces {
        let side = if piece.color == Color::White { &mut white } else { &mut black };
        *side = (side.0 + u64::from(square.rank()), side.1 + 1);
    }
    match (black.0 * white.1).cmp(&(white.0 * black.1)) {
        Ordering::Less => Color::Black,
        Ordering::Equal | Ordering::Greater => Color::White,
    }
}

/// The pieces of a file where they stand in it, and whether it is turned.
struct Grid {
    files: u8,
    ranks: u8,
    /// As if the top line were the last rank, whoever plays up.
    pieces: Vec<(Square, Piece)>,
    turned: bool,
}

impl Grid {
    fn read(variant: &Variant, bytes: &[u8], bottom: Option<Color>) -> Result<Self, LayoutError> {
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
                match line.chars().position(|c| !c.is_whitespace()) {
                    None => continue,
                    Some(column) => return fault(index, column, LayoutFault::TooManyLines { ranks }),
                }
            }
            // Letters first: a word of another language is better called unknown than too long.
            let rank = ranks - 1 - index as u8;
            for (column, letter) in line.chars().enumerate().filter(|(_, c)| !matches!(c, ' ' | '.')) {
                let Some(kind) = variant.kind_by_letter(letter) else {
                    return fault(index, column, LayoutFault::unknown(variant, letter));
                };
                let color = if letter.is_ascii_uppercase() { Color::Black } else { Color::White };
                if column < usize::from(files) {
                    pieces.push((Square::new(column as u8, rank), Piece::new(color, kind)));
                }
            }
            let length = line.chars().count();
            if length > usize::from(files) {
                return fault(index, usize::from(files), LayoutFault::LongLine { length, files });
            }
        }
        let turned = bottom.unwrap_or_else(|| lower_side(&pieces)) == Color::Black;
        Ok(Self { files, ranks, pieces, turned })
    }

    fn setup(&self) -> Setup {
        Setup::at_start(self.pieces.iter().map(|&(square, piece)| (self.turn(square), piece)).collect())
    }

    /// From the file to the board or back: turning is its own inverse.
    fn turn(&self, square: Square) -> Square {
        if self.turned {
            Square::new(self.files - 1 - square.file(), self.ranks - 1 - square.rank())
        } else {
            square
        }
    }

    /// Where in the file the piece on `square` of the board stands.
    fn location(&self, square: Square) -> Location {
        let square = self.turn(square);
        Location { line: usize::from(self.ranks - square.rank()), column: usize::from(square.file()) + 1 }
    }
}
