//! Bitboards: sets of squares of the 16x16 frame, as 256 bits.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use super::square::Square;

/// A set of squares. Bit `n` is [`Square::from_index`]`(n)`.
///
/// ```
/// # use xxlchess_core::rules::{Bitboard, Square};
/// let rank: Bitboard = (0..8).map(|file| Square::new(file, 0)).collect();
/// let corner = Bitboard::from_square(Square::new(0, 0));
/// assert!(rank.intersects(corner) && rank.without(corner).count() == 7);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(align(32))]
pub struct Bitboard(pub(super) [u64; 4]);

impl Bitboard {
    /// The empty set.
    pub const EMPTY: Self = Self([0; 4]);
    /// All 256 squares.
    pub const FULL: Self = Self([u64::MAX; 4]);

    /// The set of one square.
    #[inline]
    pub const fn from_square(square: Square) -> Self {
        let mut words = [0; 4];
        words[square.index() >> 6] = 1 << (square.index() & 63);
        Self(words)
    }

    /// The same sixteen bits on every rank: bit `n` is file `n`.
    #[inline]
    pub const fn on_every_rank(files: u16) -> Self {
        Self([files as u64 * 0x0001_0001_0001_0001; 4])
    }

    /// Whether `square` is in the set.
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        self.0[square.index() >> 6] >> (square.index() & 63) & 1 != 0
    }

    /// Whether the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0[0] | self.0[1] | self.0[2] | self.0[3] == 0
    }

    /// Whether the set is not empty.
    #[inline]
    pub const fn any(self) -> bool {
        !self.is_empty()
    }

    /// Number of squares.
    #[inline]
    pub const fn count(self) -> u32 {
        self.0[0].count_ones() + self.0[1].count_ones() + self.0[2].count_ones() + self.0[3].count_ones()
    }

    /// The square with the lowest index.
    #[inline]
    pub fn first(self) -> Option<Square> {
        self.into_iter().next()
    }

    /// Set difference.
    #[inline]
    pub const fn without(self, other: Self) -> Self {
        Self([
            self.0[0] & !other.0[0],
            self.0[1] & !other.0[1],
            self.0[2] & !other.0[2],
            self.0[3] & !other.0[3],
        ])
    }

    /// Whether both sets have a square in common.
    #[inline]
    pub const fn intersects(self, other: Self) -> bool {
        (self.0[0] & other.0[0])
            | (self.0[1] & other.0[1])
            | (self.0[2] & other.0[2])
            | (self.0[3] & other.0[3])
            != 0
    }

    /// Files with at least one square of the set: bit `n` is file `n`.
    #[inline]
    pub const fn files(self) -> u16 {
        let word = self.0[0] | self.0[1] | self.0[2] | self.0[3];
        // A word holds four ranks of sixteen bits. The two shifts combine them in the lowest sixteen bits, and the
        // cast drops the others.
        let half = word | word >> 32;
        (half | half >> 16) as u16
    }

    /// Inserts `square`.
    #[inline]
    pub const fn insert(&mut self, square: Square) {
        self.0[square.index() >> 6] |= 1 << (square.index() & 63);
    }

    /// Removes `square`.
    #[inline]
    pub const fn remove(&mut self, square: Square) {
        self.0[square.index() >> 6] &= !(1 << (square.index() & 63));
    }

    /// Adds `by` to the index of every square. Squares that leave the 256 bits are dropped.
    ///
    /// A step over the left or right edge of the frame leads to the neighbouring rank. The caller must remove the squares
    /// from which the step would do so.
    #[inline]
    pub fn shifted(self, by: i16) -> Self {
        let [a, b, c, d] = self.0;
        let far = by.unsigned_abs();
        let bits = u32::from(far & 63);
        // Two shifts, because shifting a word by 64 overflows.
        let up = |low: u64, high: u64| high << bits | low >> 1 >> (63 - bits);
        let down = |low: u64, high: u64| low >> bits | high << 1 << (63 - bits);
        let moved = if by >= 0 {
            [a << bits, up(a, b), up(b, c), up(c, d)]
        } else {
            [down(a, b), down(b, c), down(c, d), d >> bits]
        };
        Self(if far < 64 { moved } else { shift_words(moved, by.signum() * (far >> 6).cast_signed()) })
    }
}

/// Shifts by whole words. The function is marked cold, because the steps of pawns are shorter than four ranks.
#[cold]
fn shift_words(words: [u64; 4], by: i16) -> [u64; 4] {
    let from = |place: i16| usize::try_from(place - by).ok().and_then(|place| words.get(place).copied());
    [0, 1, 2, 3].map(|place| from(place).unwrap_or(0))
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        let mut set = Self::EMPTY;
        for square in squares {
            set.insert(square);
        }
        set
    }
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline]
    fn into_iter(self) -> Squares {
        Squares { words: self.0, index: 0, word: self.0[0] }
    }
}

/// Iterator over the squares of a [`Bitboard`], lowest index first.
#[derive(Clone, Debug)]
pub struct Squares {
    words: [u64; 4],
    /// Index of the current word.
    index: usize,
    /// Squares of the current word that have not been returned. They are a copy, which the compiler keeps in a register.
    word: u64,
}

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        while self.word == 0 {
            self.index += 1;
            self.word = *self.words.get(self.index)?;
        }
        let bit = self.word.trailing_zeros();
        self.word &= self.word - 1;
        // There are four words of 64 bits, so the index is below 256.
        Some(Square::from_index((self.index as u32 * 64 + bit) as u8))
    }
}

macro_rules! word_operator {
    ($op:ident, $method:ident, $assign_op:ident, $assign:ident, $sign:tt) => {
        impl $op for Bitboard {
            type Output = Self;

            #[inline]
            fn $method(self, other: Self) -> Self {
                Self([
                    self.0[0] $sign other.0[0],
                    self.0[1] $sign other.0[1],
                    self.0[2] $sign other.0[2],
                    self.0[3] $sign other.0[3],
                ])
            }
        }

        impl $assign_op for Bitboard {
            #[inline]
            fn $assign(&mut self, other: Self) {
                *self = *self $sign other;
            }
        }
    };
}

word_operator!(BitAnd, bitand, BitAndAssign, bitand_assign, &);
word_operator!(BitOr, bitor, BitOrAssign, bitor_assign, |);
word_operator!(BitXor, bitxor, BitXorAssign, bitxor_assign, ^);

impl Not for Bitboard {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        self ^ Self::FULL
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every shift from -255 to 255 moves each square of a set. Squares that would leave the frame are dropped.
    #[test]
    fn a_shift_moves_every_square_by_the_same_distance() {
        let set: Bitboard = Square::all().filter(|s| s.index() % 7 == 3 || s.index() % 11 == 0).collect();
        for by in -255_i16..=255 {
            let slow: Bitboard = set
                .into_iter()
                .filter_map(|s| u8::try_from(s.index() as i16 + by).ok().map(Square::from_index))
                .collect();
            assert_eq!(set.shifted(by), slow, "by {by}");
        }
    }

    /// Squares at both ends of the four words are returned once each, the lowest first.
    #[test]
    fn iteration_yields_each_member_once_in_order() {
        let squares: Vec<_> = [0, 63, 64, 127, 128, 200, 255].map(Square::from_index).to_vec();
        let set: Bitboard = squares.iter().copied().collect();
        assert_eq!(set.into_iter().collect::<Vec<_>>(), squares);
        assert_eq!(set.count(), 7);
        assert_eq!(set.first(), Some(Square::from_index(0)));
        assert_eq!(Bitboard::EMPTY.first(), None);
    }

    /// For every square, each set operator agrees with the logical operator on whether the two sets contain the square.
    #[test]
    fn set_operations_work_square_by_square() {
        let a: Bitboard = Square::all().filter(|s| s.file() < 5).collect();
        let b: Bitboard = Square::all().filter(|s| s.rank() > 9).collect();
        for s in Square::all() {
            assert_eq!((a & b).contains(s), a.contains(s) && b.contains(s));
            assert_eq!((a | b).contains(s), a.contains(s) || b.contains(s));
            assert_eq!((a ^ b).contains(s), a.contains(s) != b.contains(s));
            assert_eq!(a.without(b).contains(s), a.contains(s) && !b.contains(s));
            assert_eq!((!a).contains(s), !a.contains(s));
        }
        assert!(a.intersects(b) && !a.intersects(!a));
    }
}
