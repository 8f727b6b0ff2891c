//! Squares of boards up to 16x16. A square is one byte.

use std::fmt;

/// Difference between the indices of two squares that are one rank apart.
const STRIDE: u8 = 16;

/// A square of the 16x16 frame, of which every board is a part. The index of a square is `rank * 16 + file`. File and
/// rank are counted from 0 at White's left corner.
///
/// [`Geometry`](super::geometry::Geometry) defines which squares are on the board of a variant.
///
/// ```
/// # use xxlchess_core::rules::Square;
/// let square = Square::new(4, 9);
/// assert_eq!(square.to_string(), "e10");
/// assert_eq!(square.offset(1, -1), Some(Square::new(5, 8)));
/// assert_eq!(square.offset(0, 7), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The square on `file` and `rank`, both `0..16`. Larger numbers wrap.
    pub const fn new(file: u8, rank: u8) -> Self {
        Self(((rank & 15) * STRIDE) | (file & 15))
    }

    /// The square with index `rank * 16 + file`.
    pub const fn from_index(index: u8) -> Self {
        Self(index)
    }

    /// The index, `rank * 16 + file`.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The file, `0..16` from White's left.
    pub const fn file(self) -> u8 {
        self.0 & 15
    }

    /// The rank, `0..16` from White's side.
    pub const fn rank(self) -> u8 {
        self.0 >> 4
    }

    /// The square `files` to the right and `ranks` up, or `None` outside the 16x16 frame.
    pub fn offset(self, files: i8, ranks: i8) -> Option<Self> {
        let file = i16::from(self.file()) + i16::from(files);
        let rank = i16::from(self.rank()) + i16::from(ranks);
        let frame = 0..i16::from(STRIDE);
        // File and rank are below 16, so the casts are right.
        (frame.contains(&file) && frame.contains(&rank)).then(|| Self::new(file as u8, rank as u8))
    }

    /// All 256 squares in the order of their indices: rank by rank, from White's left corner.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..=u8::MAX).map(Self)
    }
}

impl fmt::Display for Square {
    /// Formats as file letter and rank number: `a1` to `p16`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file()), self.rank() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A square has its file, its rank and a name with one or two digits.
    #[test]
    fn a_square_has_file_rank_and_name() {
        let square = Square::new(13, 9);
        assert_eq!((square.file(), square.rank()), (13, 9));
        assert_eq!(square.to_string(), "n10");
        assert_eq!(Square::from_index(255).to_string(), "p16");
    }

    /// An offset over an edge of the frame leads to no square. An offset up to the edge leads to the square there.
    #[test]
    fn an_offset_over_the_edge_is_none() {
        let corner = Square::new(15, 0);
        assert_eq!(corner.offset(1, 0), None);
        assert_eq!(corner.offset(0, -1), None);
        assert_eq!(corner.offset(-15, 15), Some(Square::new(0, 15)));
    }
}
