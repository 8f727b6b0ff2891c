//! Geometry of a board: squares, lines, and attacks of sliders along lines.

use super::bitboard::Bitboard;
use super::square::Square;

/// Number of lines of the 16x16 frame: 16 ranks, 16 files, 31 diagonals and 31 anti-diagonals, numbered in this order.
const LINES: usize = 16 + 16 + 31 + 31;
/// Number of the first file among the lines.
const FILE_LINES: usize = 16;
/// Number of the first diagonal among the lines.
const DIAGONAL_LINES: usize = 32;
/// Number of the first anti-diagonal among the lines.
const ANTI_DIAGONAL_LINES: usize = 63;

/// The rank, file, diagonal and anti-diagonal of a square. Each is a pair of the line's number and the line bit of the
/// square.
///
/// Line bit 0 is the border before the first square. The line bit of a square is therefore its file + 1 on a rank, and
/// its rank + 1 on any other line.
#[inline]
const fn lines_of(square: Square) -> [(usize, u32); 4] {
    let (file, rank) = (square.file(), square.rank());
    let by_rank = rank as u32 + 1;
    [
        (rank as usize, file as u32 + 1),
        (FILE_LINES + file as usize, by_rank),
        (DIAGONAL_LINES + 15 + file as usize - rank as usize, by_rank),
        (ANTI_DIAGONAL_LINES + file as usize + rank as usize, by_rank),
    ]
}

/// Occupied squares as one word for each line. All bits that are no squares of the board count as occupied.
///
/// Two bit scans of a word find the nearest pieces in both directions on the line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineOccupancy([u32; LINES]);

impl LineOccupancy {
    /// Toggles `square` in the words of its four lines.
    #[inline]
    pub fn flip(&mut self, square: Square) {
        for (line, bit) in lines_of(square) {
            self.0[line] ^= 1 << bit;
        }
    }

    /// The nearest line bits below and above `bit` that are occupied.
    #[inline]
    fn nearest(&self, (line, bit): (usize, u32)) -> (u32, u32) {
        let line = self.0[line];
        let below = line & ((1 << bit) - 1);
        let above = line & !((2 << bit) - 1);
        // The bits beyond both ends of the line stop the scans. `min` lets the compiler drop the bounds checks of the callers.
        (31 - (below | 1).leading_zeros(), above.trailing_zeros().min(17))
    }
}

/// Squares and lines of the boards of one size.
///
/// ```
/// # use xxlchess_core::rules::{Square, geometry::Geometry};
/// let board = Geometry::new(14, 14);
/// let (a1, n14) = (Square::new(0, 0), Square::new(13, 13));
/// assert_eq!(board.rook_attacks(a1, &board.empty_lines()).count(), 26);
/// assert_eq!(board.between(a1, n14).count(), 12);
/// ```
#[derive(Debug)]
pub struct Geometry {
    files: u8,
    ranks: u8,
    board: Bitboard,
    rank_lines: [Bitboard; 256],
    file_lines: [Bitboard; 256],
    diagonals: [Bitboard; 256],
    anti_diagonals: [Bitboard; 256],
    /// For each line bit, the squares whose rank + 1 is at least this bit.
    rows_from: [Bitboard; 19],
    /// For each line bit, the squares whose rank + 1 is at most this bit.
    rows_to: [Bitboard; 19],
    /// Line occupancy of the empty board.
    border: LineOccupancy,
}

impl Geometry {
    /// The geometry of a board of `files` by `ranks`, each `1..=16`.
    pub fn new(files: u8, ranks: u8) -> Self {
        Self::with_missing(files, ranks, Bitboard::EMPTY)
    }

    /// The geometry of a board without the squares `missing`, which end all lines.
    pub fn with_missing(files: u8, ranks: u8, missing: Bitboard) -> Self {
        let on_board = |&s: &Square| s.file() < files && s.rank() < ranks && !missing.contains(s);
        let board: Bitboard = Square::all().filter(on_board).collect();
        let through = |files: i8, ranks: i8| {
            let mut lines = [Bitboard::EMPTY; 256];
            for square in board {
                for sign in [1, -1] {
                    let next = |s: &Square| s.offset(sign * files, sign * ranks).filter(on_board);
                    let way = std::iter::successors(next(&square), next);
                    lines[square.index()] |= way.collect();
                }
            }
            lines
        };
        let rows = |keep: &dyn Fn(usize, usize) -> bool| {
            let mut out = [Bitboard::EMPTY; 19];
            for (i, set) in out.iter_mut().enumerate() {
                *set = board.into_iter().filter(|s| keep(usize::from(s.rank()) + 1, i)).collect();
            }
            out
        };
        Self {
            files,
            ranks,
            board,
            rank_lines: through(1, 0),
            file_lines: through(0, 1),
            diagonals: through(1, 1),
            anti_diagonals: through(1, -1),
            rows_from: rows(&|bit, i| bit >= i),
            rows_to: rows(&|bit, i| bit <= i),
            border: border(board),
        }
    }

    /// Number of files, `1..=16`.
    pub const fn files(&self) -> u8 {
        self.files
    }

    /// Number of ranks, `1..=16`.
    pub const fn ranks(&self) -> u8 {
        self.ranks
    }

    /// All squares of the board.
    pub const fn board(&self) -> Bitboard {
        self.board
    }

    /// Line occupancy of the empty board.
    pub fn empty_lines(&self) -> LineOccupancy {
        self.border.clone()
    }

    /// The square `files` to the right and `ranks` up from `square`, if it is on the board.
    pub fn offset(&self, square: Square, (files, ranks): (i8, i8)) -> Option<Square> {
        square.offset(files, ranks).filter(|&s| self.board.contains(s))
    }

    /// The squares on the rank and file of `square` that no missing square separates from it, without `square`.
    #[inline]
    pub(super) fn orthogonals(&self, square: Square) -> Bitboard {
        self.rank_lines[square.index()] | self.file_lines[square.index()]
    }

    /// The squares on the two diagonals of `square` that no missing square separates from it, without `square`.
    #[inline]
    pub(super) fn diagonals(&self, square: Square) -> Bitboard {
        self.diagonals[square.index()] | self.anti_diagonals[square.index()]
    }

    /// Squares that a rook on `square` attacks, up to and including the first piece of either side.
    #[inline]
    pub fn rook_attacks(&self, square: Square, lines: &LineOccupancy) -> Bitboard {
        let [rank, file, ..] = lines_of(square);
        let (low, high) = lines.nearest(rank);
        let files = ((2_u32 << high) - (1 << low)) >> 1;
        // The cast drops the border bit beyond the sixteenth file.
        (self.rank_lines[square.index()] & Bitboard::on_every_rank(files as u16))
            | self.rows(self.file_lines[square.index()], lines.nearest(file))
    }

    /// Squares that a bishop on `square` attacks, up to and including the first piece of either side.
    #[inline]
    pub fn bishop_attacks(&self, square: Square, lines: &LineOccupancy) -> Bitboard {
        let [.., diagonal, anti_diagonal] = lines_of(square);
        self.rows(self.diagonals[square.index()], lines.nearest(diagonal))
            | self.rows(self.anti_diagonals[square.index()], lines.nearest(anti_diagonal))
    }

    /// Squares that a piece on `square` attacks along ranks and files, along diagonals, or both.
    #[inline(always)]
    pub fn slides(
        &self,
        square: Square,
        lines: &LineOccupancy,
        orthogonal: bool,
        diagonal: bool,
    ) -> Bitboard {
        let mut slides = Bitboard::EMPTY;
        if orthogonal {
            slides |= self.rook_attacks(square, lines);
        }
        if diagonal {
            slides |= self.bishop_attacks(square, lines);
        }
        slides
    }

    /// Squares of `line`, which is not a rank, with a line bit in `low..=high`.
    #[inline]
    fn rows(&self, line: Bitboard, (low, high): (u32, u32)) -> Bitboard {
        line & self.rows_from[low as usize] & self.rows_to[high as usize]
    }

    /// The whole line through `a` and `b`, without `a`. It is empty if the squares share no line.
    pub fn line(&self, a: Square, b: Square) -> Bitboard {
        [&self.rank_lines, &self.file_lines, &self.diagonals, &self.anti_diagonals]
            .into_iter()
            .map(|lines| lines[a.index()])
            .find(|line| line.contains(b))
            .unwrap_or(Bitboard::EMPTY)
    }

    /// Squares strictly between `a` and `b`. There are none if the squares share no line.
    pub fn between(&self, a: Square, b: Square) -> Bitboard {
        let line = self.line(a, b);
        if a.rank() == b.rank() {
            let (low, high) = (a.file().min(b.file()), a.file().max(b.file()));
            let files = (1_u32 << high).saturating_sub(2_u32 << low);
            // `high` is at most 15, so the files fit into 16 bits. There are none if the squares are equal.
            return line & Bitboard::on_every_rank(files as u16);
        }
        let (low, high) = (u32::from(a.rank().min(b.rank())), u32::from(a.rank().max(b.rank())));
        self.rows(line, (low + 2, high))
    }
}

/// Line occupancy of the empty board.
fn border(board: Bitboard) -> LineOccupancy {
    let mut lines = LineOccupancy([u32::MAX; LINES]);
    board.into_iter().for_each(|square| lines.flip(square));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROOK: [(i8, i8); 4] = [(0, 1), (0, -1), (1, 0), (-1, 0)];
    const BISHOP: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

    /// Slider attacks by their definition: steps up to the first piece or the edge of the board.
    fn walk(geometry: &Geometry, from: Square, steps: [(i8, i8); 4], pieces: Bitboard) -> Bitboard {
        let mut reached = Bitboard::EMPTY;
        for step in steps {
            let mut square = from;
            while let Some(next) = geometry.offset(square, step) {
                reached.insert(next);
                square = next;
                if pieces.contains(next) {
                    break;
                }
            }
        }
        reached
    }

    fn sizes() -> Vec<Geometry> {
        let whole = [(14, 14), (16, 16), (8, 8), (12, 10), (1, 16)].map(|(f, r)| Geometry::new(f, r));
        let holes = Square::all().filter(|s| s.index() % 7 == 3).collect();
        whole.into_iter().chain([Geometry::with_missing(12, 12, holes)]).collect()
    }

    /// On boards of several sizes with few and with many pieces, slider attacks are those found step by step.
    #[test]
    fn slider_attacks_equal_walking() {
        for geometry in sizes() {
            for crowd in 0..12_u64 {
                let mut lines = geometry.empty_lines();
                let hash = |s: Square| {
                    (s.index() as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15 ^ crowd << 20) >> 40
                };
                let pieces: Bitboard =
                    geometry.board().into_iter().filter(|&s| hash(s) % 12 < crowd).collect();
                pieces.into_iter().for_each(|s| lines.flip(s));
                for square in geometry.board() {
                    assert_eq!(geometry.rook_attacks(square, &lines), walk(&geometry, square, ROOK, pieces));
                    assert_eq!(
                        geometry.bishop_attacks(square, &lines),
                        walk(&geometry, square, BISHOP, pieces)
                    );
                }
            }
        }
    }

    /// For all pairs of squares, the squares between them are those found step by step. Two squares share a line if and
    /// only if they are on one rank, file or diagonal and no missing square is between them.
    #[test]
    fn between_and_line_equal_walking() {
        for geometry in sizes() {
            for a in geometry.board() {
                for b in geometry.board() {
                    let (df, dr) = (b.file() as i8 - a.file() as i8, b.rank() as i8 - a.rank() as i8);
                    let is_line = a != b && (df == 0 || dr == 0 || df.abs() == dr.abs());
                    let step = (df.signum(), dr.signum());
                    let squares = std::iter::successors(Some(a), |&square| geometry.offset(square, step));
                    let way: Vec<_> = squares.skip(1).take(usize::from(is_line) * 16).collect();
                    let end = way.iter().position(|&square| square == b);
                    let expected = way[..end.unwrap_or(0)].iter().copied().collect();
                    let aligned = end.is_some();
                    assert_eq!(geometry.between(a, b), expected, "{a} {b}");
                    assert_eq!(geometry.line(a, b).contains(b), aligned, "{a} {b}");
                }
            }
        }
    }
}
