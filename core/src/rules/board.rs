//! Board: the placement of pieces as mailbox, bitboards, line occupancy and Zobrist key.

use super::bitboard::Bitboard;
use super::color::{ByColor, Color};
use super::geometry::{Geometry, LineOccupancy};
use super::movement::Occupancy;
use super::piece::{MAX_KINDS, Piece, PieceKind};
use super::square::Square;
use super::zobrist;

/// Placement of pieces. All its forms are updated together whenever a piece is added or removed.
///
/// ```
/// # use xxlchess_core::{notation::variants_ini::Variants, rules::{Board, Color}};
/// let chess = Variants::built_in().find("chess").unwrap();
/// let board = Board::from_pieces(chess.geometry(), chess.start().pieces.iter().copied());
/// let pawn = chess.kind_by_letter('p').unwrap();
/// assert_eq!(board.by_piece(Color::White, pawn).count(), 8);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// Mailbox: the piece on each square.
    squares: [Option<Piece>; 256],
    colors: ByColor<Bitboard>,
    kinds: [Bitboard; MAX_KINDS],
    lines: LineOccupancy,
    key: u64,
}

impl Board {
    /// An empty board.
    pub fn empty(geometry: &Geometry) -> Self {
        Self {
            squares: [None; 256],
            colors: ByColor::default(),
            kinds: [Bitboard::EMPTY; MAX_KINDS],
            lines: geometry.empty_lines(),
            key: 0,
        }
    }

    /// A board with `pieces`. If two pieces are on one square, the board has the later one.
    pub fn from_pieces(geometry: &Geometry, pieces: impl IntoIterator<Item = (Square, Piece)>) -> Self {
        let mut board = Self::empty(geometry);
        for (square, piece) in pieces {
            board.remove_piece(square);
            board.put_piece(square, piece);
        }
        board
    }

    /// Puts a piece on an empty square.
    #[inline]
    pub fn put_piece(&mut self, square: Square, piece: Piece) {
        debug_assert!(self.squares[square.index()].is_none(), "{square} is occupied");
        self.squares[square.index()] = Some(piece);
        self.flip(square, piece);
    }

    /// Removes and returns the piece on `square`.
    #[inline]
    pub fn remove_piece(&mut self, square: Square) -> Option<Piece> {
        let piece = self.squares[square.index()].take();
        if let Some(piece) = piece {
            self.flip(square, piece);
        }
        piece
    }

    /// Updates bitboards, lines and key for a piece that is added or removed. The same toggle serves for both.
    #[inline]
    fn flip(&mut self, square: Square, piece: Piece) {
        let bit = Bitboard::from_square(square);
        self.colors[piece.color] ^= bit;
        self.kinds[piece.kind.index()] ^= bit;
        self.lines.flip(square);
        self.key ^= zobrist::piece_key(piece, square);
    }

    /// The piece on `square`.
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.squares[square.index()]
    }

    /// Pieces of `color`.
    #[inline]
    pub fn by_color(&self, color: Color) -> Bitboard {
        self.colors[color]
    }

    /// Pieces of `kind` of both sides.
    #[inline]
    pub fn by_kind(&self, kind: PieceKind) -> Bitboard {
        self.kinds[kind.index()]
    }

    /// Pieces of `color` and `kind`.
    #[inline]
    pub fn by_piece(&self, color: Color, kind: PieceKind) -> Bitboard {
        self.colors[color] & self.kinds[kind.index()]
    }

    /// Pieces of any of `kinds`, of both sides.
    #[inline]
    pub fn by_kinds(&self, kinds: &[PieceKind]) -> Bitboard {
        kinds.iter().fold(Bitboard::EMPTY, |set, &kind| set | self.by_kind(kind))
    }

    /// All occupied squares.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.colors.white | self.colors.black
    }

    /// Occupied squares as one word for each line.
    #[inline]
    pub fn lines(&self) -> &LineOccupancy {
        &self.lines
    }

    /// Occupied squares as a bitboard and line by line, for the tables of moves.
    #[inline]
    pub(super) fn occupancy(&self) -> Occupancy<'_> {
        Occupancy { all: self.occupied(), lines: &self.lines }
    }

    /// Zobrist key of the placement. Side to move, rights and en passant target have no influence on it.
    #[inline]
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// All pieces with their squares, in the order of the squares' indices.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        self.occupied().into_iter().filter_map(|s| self.piece_at(s).map(|p| (s, p)))
    }

    /// Rebuilds the board from its mailbox. Tests check that the result equals the incrementally updated board.
    pub fn from_scratch(&self, geometry: &Geometry) -> Self {
        let pieces = Square::all().filter_map(|s| self.squares[s.index()].map(|p| (s, p)));
        Self::from_pieces(geometry, pieces)
    }
}
