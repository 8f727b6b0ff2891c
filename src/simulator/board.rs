//! The simulator's board: pieces on squares, moved one by one.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::notation::coords;
use crate::rules::{Bitboard, ByColor, Square, Variant};

use super::error::{IllegalMove, IllegalPosition};
use super::piece::Piece;
use super::placed::{PieceId, PieceMut, PieceRef};
use super::watch::{BoardListener, BoardVisitor, ListenerId, Listeners};

/// What tells a square: a text such as `a2`, or a [`Square`].
pub trait ToSquare {
    /// The square.
    ///
    /// # Errors
    /// When there is no such square on any board.
    fn to_square(&self) -> Result<Square, IllegalPosition>;
}

impl ToSquare for str {
    fn to_square(&self) -> Result<Square, IllegalPosition> {
        coords::parse_square(self).ok_or_else(|| IllegalPosition::NoSquare(self.to_owned()))
    }
}

impl ToSquare for String {
    fn to_square(&self) -> Result<Square, IllegalPosition> {
        self.as_str().to_square()
    }
}

impl ToSquare for Square {
    fn to_square(&self) -> Result<Square, IllegalPosition> {
        Ok(*self)
    }
}

impl<T: ToSquare + ?Sized> ToSquare for &T {
    fn to_square(&self) -> Result<Square, IllegalPosition> {
        (**self).to_square()
    }
}

/// A board on which pieces stand and move, each as its table says, without turns or check.
///
/// ```
/// use xxlchess::simulator::{Board, rule_set};
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
    table: Arc<Variant>,
    pieces: BTreeMap<Square, (PieceId, Piece)>,
    /// How many pieces have ever been put on the board, so that an id is never given twice.
    count: u64,
    listeners: Listeners,
}

impl Board {
    /// A board without pieces, of the size that `table` says.
    #[must_use]
    pub fn new(table: &Arc<Variant>) -> Self {
        let listeners = Listeners::default();
        Self { table: Arc::clone(table), pieces: BTreeMap::new(), count: 0, listeners }
    }

    /// The table it was made for, which tells its size and the standard set-up.
    #[must_use]
    pub fn variant(&self) -> &Arc<Variant> {
        &self.table
    }

    /// Sets up the pieces as at the start of a game, and takes all others away.
    pub fn initialize(&mut self) {
        self.clear();
        let table = Arc::clone(&self.table);
        for &(square, piece) in &table.start().pieces {
            self.put(square, Piece::of_kind(&table, piece.color, piece.kind));
        }
    }

    /// Takes all pieces away; the listeners stay.
    pub fn clear(&mut self) {
        self.pieces.clear();
    }

    /// The piece at `position`, if there is one.
    ///
    /// # Errors
    /// When `position` is no square of the board.
    pub fn piece_at(&self, position: impl ToSquare) -> Result<Option<PieceRef<'_>>, IllegalPosition> {
        let square = self.square(position)?;
        Ok(self.pieces.get(&square).map(|(id, piece)| PieceRef { board: self, square, id: *id, piece }))
    }

    /// The piece at `position`, if there is one, to be put elsewhere.
    ///
    /// ```
    /// use xxlchess::simulator::{Board, rule_set};
    ///
    /// let mut board = Board::new(&rule_set("mess").unwrap());
    /// board.initialize();
    /// let mut king = board.piece_at_mut("e1")?.unwrap();
    /// king.set_position("e4")?;
    /// assert_eq!(king.position().to_string(), "e4");
    /// assert!(king.set_position("e7").is_err());
    /// assert!(board.piece_at("e1")?.is_none());
    /// # Ok::<(), xxlchess::simulator::IllegalPosition>(())
    /// ```
    ///
    /// # Errors
    /// When `position` is no square of the board.
    pub fn piece_at_mut(&mut self, position: impl ToSquare) -> Result<Option<PieceMut<'_>>, IllegalPosition> {
        let square = self.square(position)?;
        let occupied = self.pieces.contains_key(&square);
        Ok(occupied.then_some(PieceMut { board: self, square }))
    }

    /// The piece that `id` names, unless it has been captured or taken away.
    #[must_use]
    pub fn find(&self, id: PieceId) -> Option<PieceRef<'_>> {
        let (&square, (_, piece)) = self.pieces.iter().find(|(_, (other, _))| *other == id)?;
        Some(PieceRef { board: self, square, id, piece })
    }

    /// Adds `piece` at `position`, and gives it a name.
    ///
    /// # Errors
    /// When `position` is no square of the board, or a piece stands there.
    pub fn add_piece(&mut self, piece: Piece, position: impl ToSquare) -> Result<PieceId, IllegalPosition> {
        let square = self.free_square(position)?;
        Ok(self.put(square, piece))
    }

    /// Puts `piece` at `position` and says whether it could, capturing a piece of the other side there.
    ///
    /// It could not when `position` is no square of the board or a piece of its own side stands there. Listeners
    /// hear of the capture, but of no move, since there was none.
    ///
    /// ```
    /// use xxlchess::simulator::{Board, PieceRegistry, rule_set};
    ///
    /// let table = rule_set("mess").unwrap();
    /// let pieces = PieceRegistry::for_variant(&table);
    /// let mut board = Board::new(&table);
    /// board.initialize();
    /// assert!(board.place_piece(pieces.create_piece("wr")?, "d7"));
    /// assert!(!board.place_piece(pieces.create_piece("wr")?, "d2"));
    /// assert!(!board.place_piece(pieces.create_piece("wr")?, "d9"));
    /// assert_eq!(board.piece_at("d7")?.unwrap().position().to_string(), "d7");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use = "it says whether the piece was placed"]
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

    /// Moves the piece at `from` to `to` if its table allows it, and gives the piece it captures.
    ///
    /// # Errors
    /// When there is no piece to move or it may not go there; the board is as before then.
    pub fn move_piece(
        &mut self,
        from: impl ToSquare,
        to: impl ToSquare,
    ) -> Result<Option<Piece>, IllegalMove> {
        let (from, to) = (self.square(from)?, self.square(to)?);
        let Some((id, piece)) = self.pieces.get(&from).cloned() else {
            return Err(IllegalMove::NoPiece(from));
        };
        if !self.destinations(&piece, from).has(to) {
            return Err(IllegalMove::Forbidden { piece: piece.to_string(), from, to });
        }
        self.pieces.remove(&from);
        let captured = self.pieces.insert(to, (id, piece.clone())).map(|(_, captured)| captured);
        self.listeners.on_move(from, to, &piece);
        if let Some(captured) = &captured {
            self.listeners.on_capture(&piece, captured);
        }
        Ok(captured)
    }

    /// The squares `piece` could go to from `position`, whether or not it stands there.
    ///
    /// They come from White's left corner rank by rank.
    ///
    /// # Errors
    /// When `position` is no square of the board.
    pub fn moves(&self, piece: &Piece, position: impl ToSquare) -> Result<Vec<Square>, IllegalPosition> {
        Ok(self.destinations(piece, self.square(position)?).into_iter().collect())
    }

    /// Shows `visitor` every square of the board once, from White's left corner rank by rank.
    ///
    /// ```
    /// use xxlchess::rules::Square;
    /// use xxlchess::simulator::{Board, Piece, rule_set};
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

    /// Every square of the board with its piece, from White's left corner rank by rank.
    pub fn squares(&self) -> impl Iterator<Item = (Square, Option<&Piece>)> {
        let board = self.table.geometry().board();
        board.into_iter().map(|square| (square, self.pieces.get(&square).map(|(_, piece)| piece)))
    }

    /// Has `listener` hear of every move and capture from now on, after those registered before it.
    pub fn register_listener(&mut self, listener: impl BoardListener + Send + 'static) -> ListenerId {
        self.listeners.register(Box::new(listener))
    }

    /// Has a listener hear no more, and says whether it was registered.
    pub fn remove_listener(&mut self, listener: ListenerId) -> bool {
        self.listeners.remove(listener)
    }

    /// Has no listener hear any more.
    pub fn remove_all_listeners(&mut self) {
        self.listeners.clear();
    }

    /// Where `piece` could go from `from`, on this board.
    pub(super) fn destinations(&self, piece: &Piece, from: Square) -> Bitboard {
        let mut occupied = ByColor::<Bitboard>::default();
        for (&square, (_, piece)) in &self.pieces {
            occupied[piece.color()].insert(square);
        }
        // A piece may come from the table of a larger board.
        piece.destinations(from, &occupied) & self.table.geometry().board()
    }

    /// Takes the piece on `from` to an empty square, and gives that.
    pub(super) fn relocate(
        &mut self,
        from: Square,
        position: impl ToSquare,
    ) -> Result<Square, IllegalPosition> {
        let to = self.square(position)?;
        if to != from {
            let to = self.free_square(to)?;
            if let Some(piece) = self.pieces.remove(&from) {
                self.pieces.insert(to, piece);
            }
        }
        Ok(to)
    }

    /// Puts `piece` on `square`, which must be an empty square of the board.
    pub(super) fn put(&mut self, square: Square, piece: Piece) -> PieceId {
        self.count += 1;
        let id = PieceId(self.count);
        let before = self.pieces.insert(square, (id, piece));
        debug_assert!(before.is_none() && self.table.geometry().board().has(square));
        id
    }

    fn square(&self, position: impl ToSquare) -> Result<Square, IllegalPosition> {
        let square = position.to_square()?;
        let on_board = self.table.geometry().board().has(square);
        if on_board { Ok(square) } else { Err(IllegalPosition::NoSquare(square.to_string())) }
    }

    fn free_square(&self, position: impl ToSquare) -> Result<Square, IllegalPosition> {
        let square = self.square(position)?;
        match self.pieces.get(&square) {
            Some((_, piece)) => Err(IllegalPosition::Occupied(square, piece.to_string())),
            None => Ok(square),
        }
    }
}
