//! The board of the simulator: pieces on squares, which are moved one by one.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use xxlchess_core::notation::coords;
use xxlchess_core::rules::{Bitboard, ByColor, Color, Square, Variant};

use crate::error::{MoveError, SquareError};
use crate::observers::{BoardListener, BoardVisitor, ListenerId, Listeners};
use crate::piece::Piece;

/// A value that stands for a square: a text such as `a2`, or a [`Square`].
pub trait ToSquare {
    /// Converts the value to a square.
    ///
    /// # Errors
    /// If there is no such square on any board.
    fn to_square(&self) -> Result<Square, SquareError>;
}

impl ToSquare for str {
    fn to_square(&self) -> Result<Square, SquareError> {
        coords::parse_square(self).ok_or_else(|| SquareError::NoSquare(self.to_owned()))
    }
}

impl ToSquare for String {
    fn to_square(&self) -> Result<Square, SquareError> {
        self.as_str().to_square()
    }
}

impl ToSquare for Square {
    fn to_square(&self) -> Result<Square, SquareError> {
        Ok(*self)
    }
}

impl<T: ToSquare + ?Sized> ToSquare for &T {
    fn to_square(&self) -> Result<Square, SquareError> {
        (**self).to_square()
    }
}

/// A board with pieces that move by the rules of a variant, without turns or check.
///
/// ```
/// use xxlchess_simulator::{Board, rule_set};
///
/// let mut board = Board::new(&rule_set("simplified").unwrap());
/// board.initialize();
/// board.move_piece("b1", "c3")?;
/// let piece = board.piece_at("c3")?.unwrap();
/// assert_eq!(piece.to_string(), "wn");
/// assert_eq!(piece.position().to_string(), "c3");
/// assert_eq!(piece.legal_moves().len(), 5);
/// assert!(board.move_piece("c3", "c4").is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Board {
    variant: Arc<Variant>,
    pieces: BTreeMap<Square, (PieceId, Piece)>,
    /// Number of all pieces that were ever put on the board. It is the id of the last one.
    count: u64,
    listeners: Listeners,
}

impl Board {
    /// An empty board of the size of `variant`.
    pub fn new(variant: &Arc<Variant>) -> Self {
        let listeners = Listeners::default();
        Self { variant: Arc::clone(variant), pieces: BTreeMap::new(), count: 0, listeners }
    }

    /// The variant, which has the size of the board and the start position.
    pub fn variant(&self) -> &Arc<Variant> {
        &self.variant
    }

    /// Replaces all pieces by the start position.
    pub fn initialize(&mut self) {
        self.clear();
        let variant = Arc::clone(&self.variant);
        for &(square, piece) in &variant.start().pieces {
            self.put(square, Piece::of_kind(&variant, piece.color, piece.kind));
        }
    }

    /// Removes all pieces. Listeners stay registered.
    pub fn clear(&mut self) {
        self.pieces.clear();
    }

    /// The piece at `position`; `None` if the square is empty.
    ///
    /// # Errors
    /// If `position` is not a square of the board.
    pub fn piece_at(&self, position: impl ToSquare) -> Result<Option<PieceRef<'_>>, SquareError> {
        let square = self.square(position)?;
        Ok(self.pieces.get(&square).map(|(id, piece)| PieceRef { board: self, square, id: *id, piece }))
    }

    /// The piece at `position`, which can be put on another square; `None` if the square is empty.
    ///
    /// ```
    /// use xxlchess_simulator::{Board, rule_set};
    ///
    /// let mut board = Board::new(&rule_set("mess").unwrap());
    /// board.initialize();
    /// let mut king = board.piece_at_mut("e1")?.unwrap();
    /// king.set_position("e4")?;
    /// assert_eq!(king.position().to_string(), "e4");
    /// assert!(king.set_position("e7").is_err());
    /// assert!(board.piece_at("e1")?.is_none());
    /// # Ok::<(), xxlchess_simulator::SquareError>(())
    /// ```
    ///
    /// # Errors
    /// If `position` is not a square of the board.
    pub fn piece_at_mut(&mut self, position: impl ToSquare) -> Result<Option<PieceMut<'_>>, SquareError> {
        let square = self.square(position)?;
        let occupied = self.pieces.contains_key(&square);
        Ok(occupied.then_some(PieceMut { board: self, square }))
    }

    /// The piece with `id`, unless it was captured or removed.
    pub fn find(&self, id: PieceId) -> Option<PieceRef<'_>> {
        let (&square, (_, piece)) = self.pieces.iter().find(|(_, (other, _))| *other == id)?;
        Some(PieceRef { board: self, square, id, piece })
    }

    /// Adds `piece` at `position` and returns its id.
    ///
    /// # Errors
    /// If `position` is not a square of the board, or is occupied.
    pub fn add_piece(&mut self, piece: Piece, position: impl ToSquare) -> Result<PieceId, SquareError> {
        let square = self.free_square(position)?;
        Ok(self.put(square, piece))
    }

    /// Puts `piece` at `position`. A piece of the other side on this square is captured. Returns whether the piece was placed.
    ///
    /// No piece is placed off the board or on a piece of its own side. Listeners are notified of a capture, but not of a
    /// move.
    ///
    /// ```
    /// use xxlchess_simulator::{Board, PieceRegistry, rule_set};
    ///
    /// let mess = rule_set("mess").unwrap();
    /// let pieces = PieceRegistry::for_variant(&mess);
    /// let mut board = Board::new(&mess);
    /// board.initialize();
    /// assert!(board.place_piece(pieces.create_piece("wr")?, "d7"));
    /// assert!(!board.place_piece(pieces.create_piece("wr")?, "d2"));
    /// assert!(!board.place_piece(pieces.create_piece("wr")?, "d9"));
    /// assert_eq!(board.piece_at("d7")?.unwrap().position().to_string(), "d7");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use = "the piece may not have been placed"]
    pub fn place_piece(&mut self, piece: Piece, position: impl ToSquare) -> bool {
        let Ok(square) = self.square(position) else { return false };
        let captured = match self.pieces.get(&square) {
            Some((_, there)) if there.color() == piece.color() => return false,
            _ => self.pieces.remove(&square),
        };
        if let Some((_, captured)) = captured {
            self.put(square, piece.clone());
            self.listeners.on_capture(&piece, &captured);
        } else {
            self.put(square, piece);
        }
        true
    }

    /// Moves the piece at `from` to `to`, if it can move there, and returns the captured piece.
    ///
    /// # Errors
    /// If there is no piece at `from`, or it cannot move to `to`. The board does not change in this case.
    pub fn move_piece(&mut self, from: impl ToSquare, to: impl ToSquare) -> Result<Option<Piece>, MoveError> {
        let (from, to) = (self.square(from)?, self.square(to)?);
        let Some((id, piece)) = self.pieces.get(&from).cloned() else {
            return Err(MoveError::NoPiece(from));
        };
        if !self.destinations(&piece, from).contains(to) {
            return Err(MoveError::Forbidden { piece: piece.to_string(), from, to });
        }
        self.pieces.remove(&from);
        let captured = self.pieces.insert(to, (id, piece.clone())).map(|(_, captured)| captured);
        self.listeners.on_move(from, to, &piece);
        if let Some(captured) = &captured {
            self.listeners.on_capture(&piece, captured);
        }
        Ok(captured)
    }

    /// Squares to which `piece` could move from `position`, rank by rank from White's left corner. `piece` need not be on the
    /// board.
    ///
    /// # Errors
    /// If `position` is not a square of the board.
    pub fn moves(&self, piece: &Piece, position: impl ToSquare) -> Result<Vec<Square>, SquareError> {
        Ok(self.destinations(piece, self.square(position)?).into_iter().collect())
    }

    /// Calls `visitor` for every square, rank by rank from White's left corner.
    ///
    /// ```
    /// use xxlchess_core::rules::Square;
    /// use xxlchess_simulator::{Board, Piece, rule_set};
    ///
    /// let mut board = Board::new(&rule_set("simplified").unwrap());
    /// board.initialize();
    /// let (mut squares, mut pieces) = (0, 0);
    /// board.visit(&mut |_: Square, piece: Option<&Piece>| {
    ///     squares += 1;
    ///     pieces += u32::from(piece.is_some());
    /// });
    /// assert_eq!((squares, pieces), (64, 32));
    /// ```
    pub fn visit(&self, visitor: &mut impl BoardVisitor) {
        self.squares().for_each(|(square, piece)| visitor.visit(square, piece));
    }

    /// All squares with their pieces, rank by rank from White's left corner.
    pub fn squares(&self) -> impl Iterator<Item = (Square, Option<&Piece>)> {
        let board = self.variant.geometry().board();
        board.into_iter().map(|square| (square, self.pieces.get(&square).map(|(_, piece)| piece)))
    }

    /// Registers a listener for moves and captures. The listeners are called in the order of their registration.
    pub fn register_listener(&mut self, listener: impl BoardListener + Send + 'static) -> ListenerId {
        self.listeners.register(Box::new(listener))
    }

    /// Removes a listener and returns whether it was registered.
    pub fn remove_listener(&mut self, listener: ListenerId) -> bool {
        self.listeners.remove(listener)
    }

    /// Removes all listeners.
    pub fn remove_all_listeners(&mut self) {
        self.listeners.clear();
    }

    /// Squares to which `piece` could move from `from`.
    fn destinations(&self, piece: &Piece, from: Square) -> Bitboard {
        let mut occupied = ByColor::<Bitboard>::default();
        for (&square, (_, piece)) in &self.pieces {
            occupied[piece.color()].insert(square);
        }
        // The piece may be one of a variant with a larger board.
        piece.destinations(from, &occupied) & self.variant.geometry().board()
    }

    /// Puts `piece` on `square`, which must be an empty square of the board.
    pub(crate) fn put(&mut self, square: Square, piece: Piece) -> PieceId {
        self.count += 1;
        let id = PieceId(self.count);
        let before = self.pieces.insert(square, (id, piece));
        debug_assert!(before.is_none() && self.variant.geometry().board().contains(square));
        id
    }

    fn square(&self, position: impl ToSquare) -> Result<Square, SquareError> {
        let square = position.to_square()?;
        let on_board = self.variant.geometry().board().contains(square);
        if on_board { Ok(square) } else { Err(SquareError::NoSquare(square.to_string())) }
    }

    fn free_square(&self, position: impl ToSquare) -> Result<Square, SquareError> {
        let square = self.square(position)?;
        match self.pieces.get(&square) {
            Some((_, piece)) => Err(SquareError::Occupied(square, piece.to_string())),
            None => Ok(square),
        }
    }
}

/// Identifier of a piece on a board. It stays the same when the piece moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PieceId(u64);

/// A piece on a board, with its square. It borrows the board, so the board cannot change as long as it exists.
#[derive(Clone, Copy)]
pub struct PieceRef<'b> {
    board: &'b Board,
    square: Square,
    id: PieceId,
    piece: &'b Piece,
}

impl<'b> PieceRef<'b> {
    /// Side of the piece.
    pub fn color(&self) -> Color {
        self.piece.color()
    }

    /// Square of the piece, which formats as `a2`.
    pub fn position(&self) -> Square {
        self.square
    }

    /// Squares that the piece can move to, rank by rank from White's left corner.
    pub fn legal_moves(&self) -> Vec<Square> {
        self.board.destinations(self.piece, self.square).into_iter().collect()
    }

    /// The piece without its square.
    pub fn piece(&self) -> &'b Piece {
        self.piece
    }

    /// Id of the piece, for [`Board::find`].
    pub fn id(&self) -> PieceId {
        self.id
    }
}

impl fmt::Display for PieceRef<'_> {
    /// Formats the piece as in a layout file: `wp`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.piece.fmt(f)
    }
}

impl fmt::Debug for PieceRef<'_> {
    /// Formats the piece as a line of a layout file: `a2=wp`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.square, self.piece)
    }
}

/// A piece on a board that can be put on another square.
pub struct PieceMut<'b> {
    board: &'b mut Board,
    square: Square,
}

impl PieceMut<'_> {
    /// Square of the piece.
    pub fn position(&self) -> Square {
        self.square
    }

    /// Puts the piece on a square, whether or not it can move there. Listeners are not notified.
    ///
    /// # Errors
    /// If `position` is not a square of the board, or another piece is there.
    pub fn set_position(&mut self, position: impl ToSquare) -> Result<(), SquareError> {
        let to = self.board.square(position)?;
        if to != self.square {
            self.board.free_square(to)?;
            if let Some(piece) = self.board.pieces.remove(&self.square) {
                self.board.pieces.insert(to, piece);
            }
            self.square = to;
        }
        Ok(())
    }
}
