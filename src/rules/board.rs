//! The board: where the pieces stand, in the forms that move generation asks for.

use super::bitboard::Bitboard;
use super::color::{ByColor, Color};
use super::geometry::{Geometry, LineOccupancy};
use super::piece::{MAX_KINDS, Piece, PieceKind};
use super::square::Square;
use super::zobrist;

/// Where the pieces stand: by square, as sets, by line, and as a key, all changed by one function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    squares: [Option<Piece>; 256],
    colors: ByColor<Bitboard>,
    kinds: [Bitboard; MAX_KINDS],
    lines: LineOccupancy,
    key: u64,
}

impl Board {
    /// A board of the shape of `geometry` without pieces.
    #[must_use]
    pub fn empty(geometry: &Geometry) -> Self {
        Self {
            squares: [None; 256],
            colors: ByColor::default(),
            kinds: [Bitboard::EMPTY; MAX_KINDS],
            lines: geometry.empty_lines(),
            key: 0,
        }
    }

    /// A board with `pieces`; of two on one square the later stands.
    pub fn from_pieces(geometry: &Geometry, pieces: impl IntoIterator<Item = (Square, Piece)>) -> Self {
        let mut board = Self::empty(geometry);
        for (square, piece) in pieces {
            board.remove_piece(square);
            board.put_piece(square, piece);
        }
        board
    }

    /// Puts `piece` on `square`, which must be empty.
    #[inline]
    pub fn put_piece(&mut self, square: Square, piece: Piece) {
        debug_assert!(self.squares[square.index()].is_none(), "{square} is occupied");
        self.squares[square.index()] = Some(piece);
        self.flip(square, piece);
    }

    /// Takes the piece, if there is one, from `square`.
    #[inline]
    pub fn remove_piece(&mut self, square: Square) -> Option<Piece> {
        let piece = self.squares[square.index()].take();
        if let Some(piece) = piece {
            self.flip(square, piece);
        }
        piece
    }

    /// The one place where sets, lines and key change: together, and each change undone by itself.
    #[inline]
    fn flip(&mut self, square: Square, piece: Piece) {
        let bit = Bitboard::from_square(square);
        self.colors[piece.color] ^= bit;
        self.kinds[piece.kind.index()] ^= bit;
        self.lines.flip(square);
        self.key ^= zobrist::piece_key(piece, square);
    }

    /// The piece on `square`.
    #[must_use]
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.squares[square.index()]
    }

    /// The squares of all pieces of `color`.
    #[must_use]
    #[inline]
    pub fn by_color(&self, color: Color) -> Bitboard {
        self.colors[color]
    }

    /// The squares of all pieces of `kind`, of both sides.
    #[must_use]
    #[inline]
    pub fn by_kind(&self, kind: PieceKind) -> Bitboard {
        self.kinds[kind.index()]
    }

    /// The squares of the pieces of `color` and `kind`.
    #[must_use]
    #[inline]
    pub fn by_piece(&self, color: Color, kind: PieceKind) -> Bitboard {
        self.colors[color] & self.kinds[kind.index()]
    }

    /// The squares of the pieces of both sides of any of `kinds`.
    #[inline]
    pub(super) fn by_kinds(&self, kinds: &[PieceKind]) -> Bitboard {
        kinds.iter().fold(Bitboard::EMPTY, |set, &kind| set | self.by_kind(kind))
    }

    /// All occupied squares.
    #[must_use]
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.colors.white | self.colors.black
    }

    /// The occupied squares line by line.
    #[must_use]
    #[inline]
    pub fn lines(&self) -> &LineOccupancy {
        &self.lines
    }

    /// The Zobrist key of the pieces alone.
    #[must_use]
    #[inline]
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// All pieces with their squares, in the order of squares.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        self.occupied().into_iter().filter_map(|s| self.piece_at(s).map(|p| (s, p)))
    }

    /// The same board made anew from its pieces: the definition that the kept values must equal.
    #[must_use]
    pub fn from_scratch(&self, geometry: &Geometry) -> Self {
        let pieces = Square::all().filter_map(|s| self.squares[s.index()].map(|p| (s, p)));
        Self::from_pieces(geometry, pieces)
    }
}
