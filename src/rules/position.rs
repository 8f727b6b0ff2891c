//! Positions: a legal state of a game, how moves change it, and who attacks what.

use std::fmt;
use std::sync::Arc;

use super::bitboard::Bitboard;
use super::board::Board;
use super::color::Color;
use super::movement::Occupancy;
use super::mv::{Move, MoveFlag, NullUndo, Undo};
use super::piece::{Piece, PieceKind};
use super::setup::Setup;
use super::square::Square;
use super::validate::{self, InvalidPosition};
use super::variant::Variant;
use super::zobrist;

/// A legal position of a variant.
#[derive(Clone, Debug)]
pub struct Position {
    variant: Arc<Variant>,
    board: Board,
    turn: Color,
    /// Pieces whose not having moved matters: kings and partners that may castle, pieces with an initial move.
    first_move_rights: Bitboard,
    en_passant: Option<Square>,
    halfmove_clock: u16,
    fullmove_number: u16,
    /// The key of all that is not on the board; kept beside [`Position::state_key_from_scratch`].
    state_key: u64,
}

/// Two positions are equal when the same moves can follow: clocks and move numbers do not count.
impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.board == other.board
            && self.turn == other.turn
            && self.first_move_rights == other.first_move_rights
            && self.en_passant == other.en_passant
    }
}

impl Eq for Position {}

/// A move that the rules do not allow in the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllegalMove(pub Move);

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{} is not a legal move here", self.0.from, self.0.to)
    }
}

impl std::error::Error for IllegalMove {}

impl Position {
    /// The position of `setup`; a square that no pawn can have passed is not taken over.
    ///
    /// # Errors
    /// Every fault of the set-up: a square off the board or named twice, a side without its king or with two,
    /// the side not to move in check.
    pub fn from_setup(variant: &Arc<Variant>, setup: &Setup) -> Result<Self, InvalidPosition> {
        validate::squares(variant, setup)?;
        let board = Board::from_pieces(variant.geometry(), setup.pieces.iter().copied());
        let mut position = Self {
            variant: Arc::clone(variant),
            board,
            turn: setup.turn,
            first_move_rights: Bitboard::EMPTY,
            en_passant: None,
            halfmove_clock: setup.halfmove_clock,
            fullmove_number: setup.fullmove_number,
            state_key: 0,
        };
        position.first_move_rights = position.valid_first_move_rights(setup.first_move_rights);
        position.en_passant = setup.en_passant.filter(|&square| position.is_valid_en_passant(square));
        position.state_key = position.state_key_from_scratch();
        validate::position(&position)?;
        Ok(position)
    }

    /// The same position played [in the fog](super::variant::Rules::in_fog).
    ///
    /// # Panics
    /// Never: in the fog a set-up has fewer faults, and this one had none before.
    #[must_use]
    pub fn in_fog(&self) -> Self {
        let variant = Arc::new(self.variant.in_fog());
        Self::from_setup(&variant, &self.to_setup()).expect("a position stays one in the fog")
    }

    /// The position a game of `variant` begins with.
    ///
    /// # Errors
    /// When the variant's own start is not a legal position.
    pub fn start(variant: &Arc<Variant>) -> Result<Self, InvalidPosition> {
        Self::from_setup(variant, variant.start())
    }

    /// This position as a set-up.
    #[must_use]
    pub fn to_setup(&self) -> Setup {
        Setup {
            pieces: self.board.pieces().collect(),
            turn: self.turn,
            first_move_rights: self.first_move_rights,
            en_passant: self.en_passant,
            halfmove_clock: self.halfmove_clock,
            fullmove_number: self.fullmove_number,
        }
    }

    /// The variant it is a position of.
    #[must_use]
    #[inline]
    pub fn variant(&self) -> &Arc<Variant> {
        &self.variant
    }

    /// Where the pieces stand.
    #[must_use]
    #[inline]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The side to move.
    #[must_use]
    #[inline]
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// The squares of pieces that have not moved, as far as it matters.
    #[must_use]
    #[inline]
    pub fn first_move_rights(&self) -> Bitboard {
        self.first_move_rights
    }

    /// The square on which a pawn can be taken in passing.
    #[must_use]
    #[inline]
    pub fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// Half-moves since the last capture or pawn move.
    #[must_use]
    pub fn halfmove_clock(&self) -> u16 {
        self.halfmove_clock
    }

    /// The number of the move, counted from 1.
    #[must_use]
    pub fn fullmove_number(&self) -> u16 {
        self.fullmove_number
    }

    /// The Zobrist key: equal for positions from which the same moves can follow.
    #[must_use]
    #[inline]
    pub fn key(&self) -> u64 {
        self.board.key() ^ self.state_key
    }

    /// The king of `color` that must be kept safe, where the variant has a royal piece and the side one.
    #[must_use]
    #[inline]
    pub fn royal_king(&self, color: Color) -> Option<Square> {
        self.board.by_piece(color, self.variant.rules().royal?).first()
    }

    /// The king of `color`, whether it must be kept safe or is lost by capture.
    #[must_use]
    #[inline]
    pub fn king_square(&self, color: Color) -> Option<Square> {
        self.board.by_piece(color, self.variant.rules().king_kind()?).first()
    }

    /// Whether `mv` captures a king, where that wins.
    #[must_use]
    pub fn captures_king(&self, mv: Move) -> bool {
        let enemy = |piece: &Piece| piece.color != self.turn;
        let captured = self.board.piece_at(mv.to).filter(enemy).map(|piece| piece.kind);
        captured.is_some() && captured == self.variant.rules().capturable_king
    }

    /// Whether the king of the side to move is attacked and must be kept safe.
    #[must_use]
    pub fn is_check(&self) -> bool {
        self.is_king_attacked(self.turn)
    }

    /// Whether the king of `color` is attacked.
    #[must_use]
    #[inline]
    pub fn is_king_attacked(&self, color: Color) -> bool {
        self.royal_king(color).is_some_and(|king| self.is_attacked(king, !color))
    }

    /// Whether the piece of `color` on `square` may make its initial move from there.
    #[inline]
    pub(super) fn has_initial_move(&self, color: Color, square: Square) -> bool {
        let rules = self.variant.rules();
        rules.initial_region[color].has(square) && (!rules.initial_once || self.first_move_rights.has(square))
    }

    /// Plays `mv`.
    ///
    /// # Errors
    /// When the rules do not allow it; the position is as before then.
    pub fn play(&mut self, mv: Move) -> Result<Undo, IllegalMove> {
        if self.is_legal(mv) { Ok(self.make(mv)) } else { Err(IllegalMove(mv)) }
    }

    /// Makes a move without asking whether it is legal.
    ///
    /// `mv` must be one that move generation gave for this position, or would but for the king's safety; with
    /// any other the position may become meaningless. Take it back with [`Position::unmake`].
    ///
    /// # Panics
    /// When no piece stands on the square the move starts from.
    #[inline]
    pub fn make(&mut self, mv: Move) -> Undo {
        // Promised by the contract above.
        let moved = self.board.remove_piece(mv.from).expect("a move starts from a piece");
        let captured = if mv.flag == MoveFlag::EnPassant {
            // It has passed the square by one step.
            let pawn = Square::new(mv.to.file(), mv.to.rank().wrapping_add_signed(-moved.color.forward()));
            self.board.remove_piece(pawn).map(|piece| (pawn, piece))
        } else {
            self.board.remove_piece(mv.to).map(|piece| (mv.to, piece))
        };
        let mut undo = Undo {
            moved,
            captured,
            castling_rook: None,
            first_move_rights: self.first_move_rights,
            en_passant: self.en_passant,
            halfmove_clock: self.halfmove_clock,
            state_key: self.state_key,
        };
        let kind = mv.promotion().unwrap_or(moved.kind);
        if mv.flag == MoveFlag::Castle {
            undo.castling_rook = self.move_castling_rook(mv);
        }
        self.board.put_piece(mv.to, Piece { kind, ..moved });
        let pawn_move = self.variant.rules().move_rule_kinds.contains(&moved.kind);
        self.halfmove_clock =
            if pawn_move || captured.is_some() { 0 } else { self.halfmove_clock.saturating_add(1) };
        self.fullmove_number = self.fullmove_number.saturating_add(u16::from(self.turn == Color::Black));
        self.turn = !self.turn;
        self.state_key ^= zobrist::BLACK_TO_MOVE;
        self.update_first_move_rights(mv, &undo);
        self.set_en_passant(None);
        if mv.flag == MoveFlag::DoubleStep {
            self.set_en_passant_after(mv);
        }
        debug_assert_eq!(self.state_key, self.state_key_from_scratch());
        undo
    }

    /// Takes back the move `mv`, the last one made.
    ///
    /// # Panics
    /// When `mv` was not the last move made on this position.
    #[inline]
    pub fn unmake(&mut self, mv: Move, undo: &Undo) {
        self.turn = !self.turn;
        self.board.remove_piece(mv.to);
        if let Some((from, to, _)) = undo.castling_rook {
            // The partner was put there by `make`.
            let partner = self.board.remove_piece(to).expect("the castling partner stands beside the king");
            self.board.put_piece(from, partner);
        }
        self.board.put_piece(mv.from, undo.moved);
        if let Some((square, piece)) = undo.captured {
            self.board.put_piece(square, piece);
        }
        self.first_move_rights = undo.first_move_rights;
        self.en_passant = undo.en_passant;
        self.halfmove_clock = undo.halfmove_clock;
        self.state_key = undo.state_key;
        self.fullmove_number = self.fullmove_number.saturating_sub(u16::from(self.turn == Color::Black));
    }

    /// Passes the turn without a move, for search; the side to move must not be in check.
    pub fn make_null(&mut self) -> NullUndo {
        let undo = NullUndo { en_passant: self.en_passant, halfmove_clock: self.halfmove_clock };
        self.set_en_passant(None);
        self.turn = !self.turn;
        self.state_key ^= zobrist::BLACK_TO_MOVE;
        // No position before a pass can be repeated after it.
        self.halfmove_clock = 0;
        undo
    }

    /// Takes back the last null move.
    pub fn unmake_null(&mut self, undo: &NullUndo) {
        self.turn = !self.turn;
        self.state_key ^= zobrist::BLACK_TO_MOVE;
        self.set_en_passant(undo.en_passant);
        self.halfmove_clock = undo.halfmove_clock;
    }

    /// Moves the castling partner of the king's move `mv` and gives its way and kind.
    fn move_castling_rook(&mut self, mv: Move) -> Option<(Square, Square, PieceKind)> {
        let (from, to) = self.castling_rook_squares(mv)?;
        let partner = self.board.remove_piece(from)?;
        self.board.put_piece(to, partner);
        Some((from, to, partner.kind))
    }

    #[inline]
    fn update_first_move_rights(&mut self, mv: Move, undo: &Undo) {
        let mut touched = Bitboard::from_square(mv.from) | Bitboard::from_square(mv.to);
        if let Some((from, ..)) = undo.castling_rook {
            touched.insert(from);
        }
        if !self.first_move_rights.intersects(touched) {
            return;
        }
        let mut kept = self.first_move_rights.without(touched);
        let pieces = [Some(undo.moved), undo.captured.map(|(_, piece)| piece)];
        if pieces.into_iter().flatten().any(|piece| self.is_castling_kind(piece.kind)) {
            // Without its last partner a king's not having moved matters no more, and the other way round.
            kept = self.valid_first_move_rights(kept);
        }
        (self.first_move_rights ^ kept)
            .into_iter()
            .for_each(|square| self.state_key ^= zobrist::first_move_right_key(square));
        self.first_move_rights = kept;
    }

    /// Whether pieces of `kind` take part in castling.
    fn is_castling_kind(&self, kind: PieceKind) -> bool {
        let rules = self.variant.rules();
        rules.king_kind() == Some(kind)
            || rules.castling.as_ref().is_some_and(|c| c.rook_kinds.contains(&kind))
    }

    #[inline]
    fn set_en_passant(&mut self, square: Option<Square>) {
        for square in [self.en_passant, square].into_iter().flatten() {
            self.state_key ^= zobrist::en_passant_key(square);
        }
        self.en_passant = square;
    }

    /// Whether a pawn of the side that has just moved may have passed `square`, which others write into a FEN freely, and
    /// can be taken there.
    fn is_valid_en_passant(&self, square: Square) -> bool {
        let rank = square.rank().checked_add_signed(-self.turn.forward());
        let beyond =
            rank.map(|rank| Square::new(square.file(), rank)).filter(|&s| self.variant.rules().has_square(s));
        let pawn =
            |piece: Piece| piece.color != self.turn && self.variant.rules().pawns.contains(&piece.kind);
        self.board.piece_at(square).is_none()
            && beyond.and_then(|beyond| self.board.piece_at(beyond)).is_some_and(pawn)
            && self.en_passant_capturers(square).any()
    }

    /// The pieces of the side to move that aim at `passed` and may take there in passing.
    fn en_passant_capturers(&self, passed: Square) -> Bitboard {
        let takers = self.board.by_kinds(&self.variant.rules().en_passant_takers);
        (self.attackers_to(passed, self.turn) & takers)
            .into_iter()
            .filter(|&from| !self.can_move_quietly(from, passed))
            .collect()
    }

    /// Whether the piece on `from` may go to the empty square `to` without capturing: then it takes nothing in passing,
    /// for both would be written alike.
    pub(super) fn can_move_quietly(&self, from: Square, to: Square) -> bool {
        let Some(piece) = self.board.piece_at(from) else { return false };
        let occupied = Occupancy { all: self.board.occupied(), lines: self.board.lines() };
        let movement = self.variant.movements().of(piece.kind);
        let initial = self.has_initial_move(piece.color, from);
        movement.reach(piece.color, from, occupied, self.variant.geometry(), initial).quiet.has(to)
    }

    /// After a pawn's double step: notes the square it passed, if an enemy pawn aims at it.
    fn set_en_passant_after(&mut self, mv: Move) {
        let rank = (mv.from.rank() + mv.to.rank()) / 2;
        let passed = Square::new(mv.to.file(), rank);
        if self.variant.rules().en_passant_region.has(passed) && self.en_passant_capturers(passed).any() {
            self.set_en_passant(Some(passed));
        }
    }

    /// Of the squares in `unmoved` those whose piece may still castle or make an initial move by it.
    fn valid_first_move_rights(&self, unmoved: Bitboard) -> Bitboard {
        let rules = self.variant.rules();
        let mut kept = Bitboard::EMPTY;
        if rules.initial_once {
            let initial = |kind: &PieceKind| self.variant.piece(*kind).moves.iter().any(|c| c.initial);
            for kind in self.variant.kinds().filter(initial) {
                for color in Color::ALL {
                    kept |= self.board.by_piece(color, kind) & rules.initial_region[color];
                }
            }
        }
        if let Some(castling) = &rules.castling {
            for color in Color::ALL {
                let king = self.king_square(color).filter(|&king| unmoved.has(king));
                let partners =
                    self.board.by_kinds(&castling.rook_kinds) & self.board.by_color(color) & unmoved;
                let beside = |king: Square| {
                    partners.into_iter().filter(move |&p| rules.can_castle_from(color, king, p))
                };
                let beside: Bitboard = king.into_iter().flat_map(beside).collect();
                if let (Some(king), true) = (king, beside.any()) {
                    kept |= beside | Bitboard::from_square(king);
                }
            }
        }
        kept & unmoved
    }

    /// The definition of the key of all that is not on the board.
    #[must_use]
    pub fn state_key_from_scratch(&self) -> u64 {
        let turn = if self.turn == Color::Black { zobrist::BLACK_TO_MOVE } else { 0 };
        let passed = self.en_passant.map_or(0, zobrist::en_passant_key);
        self.first_move_rights
            .into_iter()
            .fold(turn ^ passed, |key, square| key ^ zobrist::first_move_right_key(square))
    }
}
