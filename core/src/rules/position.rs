//! Positions: legal states of a game, in which moves are made and unmade.

use std::fmt;
use std::sync::Arc;

use super::bitboard::Bitboard;
use super::board::Board;
use super::color::{ByColor, Color};
use super::counting::Count;
use super::movement::Movement;
use super::mv::{Move, MoveFlag, NullUndo, Undo};
use super::piece::{Piece, PieceKind};
use super::setup::Setup;
use super::square::Square;
use super::validate::{self, InvalidPosition, PositionFault};
use super::variant::Variant;
use super::zobrist;

/// A legal position of a variant.
#[derive(Clone, Debug)]
pub struct Position {
    variant: Arc<Variant>,
    board: Board,
    turn: Color,
    /// See [`Position::initial_move_rights`].
    initial_move_rights: Bitboard,
    en_passant: Option<Square>,
    /// See [`Setup::en_passant_pawn`].
    en_passant_pawn: Option<Square>,
    halfmove_clock: u16,
    fullmove_number: u16,
    /// See [`Setup::checks_left`].
    checks_left: ByColor<u8>,
    /// See [`Setup::count`].
    count: Option<Count>,
    /// Zobrist key of everything except the board. It must equal [`Position::state_key_from_scratch`].
    state_key: u64,
}

/// Two positions are equal if they have the same rules and the same moves can follow.
///
/// The half-move clock, the count of a counting rule and the number of the move are ignored. The number of checks is ignored
/// unless the rules count checks.
impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.board == other.board
            && self.turn == other.turn
            && self.initial_move_rights == other.initial_move_rights
            && self.en_passant == other.en_passant
            && self.en_passant_pawn == other.en_passant_pawn
            && (self.checks_left == other.checks_left || !self.variant.counts_checks())
            && self.variant.rules() == other.variant.rules()
    }
}

impl Eq for Position {}

/// An illegal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllegalMove(pub Move);

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{} is not a legal move here", self.0.from, self.0.to)
    }
}

impl std::error::Error for IllegalMove {}

impl Position {
    /// Creates a position from a setup, if it is legal. Initial-move rights that no piece can have and an impossible en
    /// passant target are dropped.
    ///
    /// # Errors
    /// All faults of the setup: pieces off the board or on one square, a side with no king or several kings, the side not
    /// to move in check.
    ///
    /// ```
    /// # use xxlchess_core::{notation::{fen, variants_ini::Variants}, rules::{Color, Position, PositionFault}};
    /// let chess = Variants::built_in().find("chess").unwrap();
    /// let setup = fen::parse_setup(chess.rules(), "4k3/8/8/8/8/8/8/8 w - - 0 1").unwrap();
    /// assert_eq!(Position::from_setup(&chess, &setup).unwrap_err().0, [PositionFault::NoKing(Color::White)]);
    /// ```
    pub fn from_setup(variant: &Arc<Variant>, setup: &Setup) -> Result<Self, InvalidPosition> {
        validate::check_squares(variant, setup)?;
        let board = Board::from_pieces(variant.geometry(), setup.pieces.iter().copied());
        let mut position = Self {
            variant: Arc::clone(variant),
            board,
            turn: setup.turn,
            initial_move_rights: Bitboard::EMPTY,
            en_passant: None,
            en_passant_pawn: None,
            halfmove_clock: setup.halfmove_clock,
            fullmove_number: setup.fullmove_number,
            checks_left: setup.checks_left,
            count: setup.count,
            state_key: 0,
        };
        position.initial_move_rights = position.valid_initial_move_rights(setup.initial_move_rights);
        position.state_key = position.state_key_from_scratch();
        position.check_kings(setup)?;
        if let Some(target) = setup.en_passant {
            let pawn = setup.en_passant_pawn.filter(|pawn| pawn.file() != target.file());
            if position.is_valid_en_passant(target, pawn) {
                position.set_en_passant_if_legal(target, pawn);
            }
        }
        Ok(position)
    }

    /// The same position with [fog of war](super::variant::Rules::in_fog).
    ///
    /// ```
    /// # use xxlchess_core::notation::{fen, variants_ini::Variants};
    /// let chess = Variants::built_in().find("chess").unwrap();
    /// let position = fen::parse(&chess, "r3k3/8/8/8/8/8/8/K7 w - - 0 1").unwrap();
    /// assert!(position.is_check() && !position.in_fog().is_check());
    /// ```
    pub fn in_fog(&self) -> Self {
        let variant = Arc::new(self.variant.in_fog());
        Self::from_setup(&variant, &self.to_setup())
            .expect("a setup has fewer possible faults with fog of war")
    }

    /// The start position of `variant`.
    ///
    /// # Errors
    /// If the variant's start is not a legal position.
    ///
    /// ```
    /// # use xxlchess_core::{notation::{fen, variants_ini::Variants}, rules::Position};
    /// let chess = Variants::built_in().find("chess").unwrap();
    /// let text = fen::format(&Position::start(&chess).unwrap());
    /// assert_eq!(text, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    /// ```
    pub fn start(variant: &Arc<Variant>) -> Result<Self, InvalidPosition> {
        Self::from_setup(variant, variant.start())
    }

    /// Checks that each side has one king, and that the side not to move is not in check.
    fn check_kings(&self, setup: &Setup) -> Result<(), InvalidPosition> {
        let Some(royal) = self.variant.rules().royal_kind else { return Ok(()) };
        let mut faults = validate::check_kings(royal, &setup.pieces);
        if self.is_in_check(!self.turn) {
            faults.push(PositionFault::OpponentInCheck(!self.turn));
        }
        if faults.is_empty() { Ok(()) } else { Err(InvalidPosition(faults)) }
    }

    /// Converts the position to a setup.
    ///
    /// ```
    /// # use xxlchess_core::{notation::variants_ini::Variants, rules::Position};
    /// let chess = Variants::built_in().find("chess").unwrap();
    /// let start = Position::start(&chess).unwrap();
    /// assert_eq!(Position::from_setup(&chess, &start.to_setup()), Ok(start));
    /// ```
    pub fn to_setup(&self) -> Setup {
        Setup {
            pieces: self.board.pieces().collect(),
            turn: self.turn,
            initial_move_rights: self.initial_move_rights,
            en_passant: self.en_passant,
            en_passant_pawn: self.en_passant_pawn,
            halfmove_clock: self.halfmove_clock,
            fullmove_number: self.fullmove_number,
            checks_left: self.checks_left,
            count: self.count,
        }
    }

    /// The variant.
    #[inline]
    pub fn variant(&self) -> &Arc<Variant> {
        &self.variant
    }

    /// The board.
    #[inline]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The side to move.
    #[inline]
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// Initial-move rights: squares of the pieces that have a right which they lose by moving.
    ///
    /// King and rook have such a right as long as they can castle. In variants in which only a piece that has not moved may
    /// make its initial move (usually the pawn's double step), the piece has the right to do so.
    ///
    /// ```
    /// # use xxlchess_core::notation::{fen, variants_ini::Variants};
    /// let chess = Variants::built_in().find("chess").unwrap();
    /// let position = fen::parse(&chess, "4k3/8/8/8/8/8/8/R3K2R w K - 0 1").unwrap();
    /// let squares: Vec<_> = position.initial_move_rights().into_iter().collect();
    /// assert_eq!(format!("{squares:?}"), "[e1, h1]");
    /// ```
    #[inline]
    pub fn initial_move_rights(&self) -> Bitboard {
        self.initial_move_rights
    }

    /// En passant target, if there is an en passant capture that leaves the king safe.
    ///
    /// ```
    /// # use xxlchess_core::notation::{coords, fen, variants_ini::Variants};
    /// let chess = Variants::built_in().find("chess").unwrap();
    /// let position = fen::parse(&chess, "4k3/8/8/Pp6/8/8/8/4K3 w - b6 0 1").unwrap();
    /// assert_eq!(position.en_passant(), coords::parse_square("b6"));
    /// ```
    #[inline]
    pub fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// See [`Setup::en_passant_pawn`].
    pub fn en_passant_pawn(&self) -> Option<Square> {
        self.en_passant_pawn
    }

    /// Plies since the last capture or pawn move.
    pub fn halfmove_clock(&self) -> u16 {
        self.halfmove_clock
    }

    /// Number of the move, from 1.
    pub fn fullmove_number(&self) -> u16 {
        self.fullmove_number
    }

    /// See [`Setup::checks_left`].
    pub fn checks_left(&self) -> ByColor<u8> {
        self.checks_left
    }

    /// See [`Setup::count`].
    #[inline]
    pub fn count(&self) -> Option<Count> {
        self.count
    }

    pub(super) fn set_count(&mut self, count: Option<Count>) {
        self.count = count;
    }

    /// Zobrist key of the position. Equal positions have equal keys.
    ///
    /// ```
    /// # use xxlchess_core::notation::{coords, fen, variants_ini::Variants};
    /// let chess = Variants::built_in().find("chess").unwrap();
    /// let mut position = fen::parse(&chess, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1").unwrap();
    /// let start = position.key();
    /// for mv in ["a1a2", "e8e7", "a2a1", "e7e8"] {
    ///     position.play(coords::parse_move(&position, mv).unwrap()).unwrap();
    /// }
    /// assert_eq!(position.key(), start);
    /// ```
    #[inline]
    pub fn key(&self) -> u64 {
        self.board.key() ^ self.state_key
    }

    /// Approximate key of the position after `mv`, without making the move. It ignores changes of rights, of the en passant
    /// target and of a castling rook, so it serves only for prefetching.
    #[inline]
    pub fn key_after(&self, mv: Move) -> u64 {
        let piece_key =
            |piece: Option<Piece>, square| piece.map_or(0, |piece| zobrist::piece_key(piece, square));
        let moved = self.board.piece_at(mv.from);
        let placed = moved.map(|piece| Piece { kind: mv.promotion().unwrap_or(piece.kind), ..piece });
        self.key()
            ^ zobrist::BLACK_TO_MOVE
            ^ piece_key(moved, mv.from)
            ^ piece_key(placed, mv.to)
            ^ piece_key(self.board.piece_at(mv.to), mv.to)
    }

    /// Square of the royal king of `color` (see [`Rules::king_kind`](super::variant::Rules::king_kind)).
    #[inline]
    pub fn royal_king(&self, color: Color) -> Option<Square> {
        self.board.by_piece(color, self.variant.rules().royal_kind?).first()
    }

    /// Square of the king of `color`, which may be royal or capturable.
    #[inline]
    pub fn king_square(&self, color: Color) -> Option<Square> {
        self.board.by_piece(color, self.variant.rules().king_kind()?).first()
    }

    /// Whether `mv` captures a capturable king and so wins the game.
    ///
    /// ```
    /// # use xxlchess_core::notation::{fen, variants_ini::Variants};
    /// let chess = Variants::built_in().find("chess").unwrap();
    /// let position = fen::parse(&chess, "r3k3/8/8/8/8/8/8/4K3 w - - 0 1").unwrap().in_fog();
    /// assert!(position.legal_moves().into_iter().all(|mv| !position.captures_king(mv)));
    /// ```
    pub fn captures_king(&self, mv: Move) -> bool {
        let enemy = |piece: &Piece| piece.color != self.turn;
        let captured = self.board.piece_at(mv.to).filter(enemy).map(|piece| piece.kind);
        captured.is_some() && captured == self.variant.rules().capturable_king_kind
    }

    /// Whether the side to move can win by capturing a capturable king.
    pub fn can_capture_king(&self) -> bool {
        self.variant.rules().capturable_king_kind.is_some()
            && self.king_square(!self.turn).is_some_and(|king| self.is_attacked(king, self.turn))
    }

    /// Whether the royal king of the side to move is attacked.
    ///
    /// ```
    /// # use xxlchess_core::notation::{fen, variants_ini::Variants};
    /// let chess = Variants::built_in().find("chess").unwrap();
    /// let position = fen::parse(&chess, "4k3/8/8/8/8/8/8/r3K3 w - - 0 1").unwrap();
    /// assert!(position.is_check());
    /// ```
    pub fn is_check(&self) -> bool {
        self.is_in_check(self.turn)
    }

    /// Whether the side to move is in check and has no legal move. [`Position::outcome`] decides whether that loses.
    pub fn is_checkmate(&self) -> bool {
        self.is_check() && !self.has_legal_move()
    }

    /// Whether the royal king of `color` is attacked.
    #[inline]
    pub fn is_in_check(&self, color: Color) -> bool {
        self.royal_king(color).is_some_and(|king| self.is_attacked(king, !color))
            || self.is_in_special_check(color)
    }

    /// Whether a pseudo-royal piece of `color` is attacked, or the royal kings attack each other along a file.
    #[inline]
    pub(crate) fn is_in_special_check(&self, color: Color) -> bool {
        self.variant.has_special_legality()
            && (self.variant.rules().kings_face && self.do_kings_face()
                || self.pseudo_royals(color).into_iter().any(|square| self.is_attacked(square, !color)))
    }

    /// Whether a piece of `color` with this movement still has its initial move on `square`.
    #[inline]
    pub(super) fn has_initial_move(&self, movement: &Movement, color: Color, square: Square) -> bool {
        movement.initial_from[color].contains(square)
            && (!self.variant.rules().initial_move_needs_right || self.initial_move_rights.contains(square))
    }

    /// Plays `mv` if it is legal.
    ///
    /// # Errors
    /// If the move is illegal. The position does not change in this case.
    ///
    /// ```
    /// # use xxlchess_core::{notation::variants_ini::Variants, rules::{Move, Position, Square}};
    /// let chess = Variants::built_in().find("chess").unwrap();
    /// let mut position = Position::start(&chess).unwrap();
    /// let too_far = Move::normal(Square::new(4, 1), Square::new(4, 4));
    /// assert_eq!(position.play(too_far).unwrap_err().to_string(), "e2e5 is not a legal move here");
    /// ```
    pub fn play(&mut self, mv: Move) -> Result<Undo, IllegalMove> {
        if self.is_legal(mv) { Ok(self.make(mv)) } else { Err(IllegalMove(mv)) }
    }

    /// Makes a pseudo-legal move without checking it. [`Position::unmake`] takes the move back.
    ///
    /// After a move that is not pseudo-legal the position may be invalid.
    ///
    /// # Panics
    /// If there is no piece on the start square.
    ///
    /// ```
    /// # use xxlchess_core::{notation::variants_ini::Variants, rules::Position};
    /// let chess = Variants::built_in().find("chess").unwrap();
    /// let start = Position::start(&chess).unwrap();
    /// let mut position = start.clone();
    /// for mv in start.legal_moves() {
    ///     let undo = position.make(mv);
    ///     position.unmake(mv, &undo);
    /// }
    /// assert_eq!(position, start);
    /// ```
    #[inline]
    pub fn make(&mut self, mv: Move) -> Undo {
        let castling_rook = if mv.flag == MoveFlag::Castle { self.lift_castling_rook(mv) } else { None };
        let moved = self.board.remove_piece(mv.from).expect("a move starts from a piece");
        let captured = if mv.flag == MoveFlag::EnPassant {
            let pawn = self.en_passant_victim(mv.to);
            self.board.remove_piece(pawn).map(|piece| (pawn, piece))
        } else {
            self.board.remove_piece(mv.to).map(|piece| (mv.to, piece))
        };
        let undo = Undo {
            moved,
            captured,
            castling_rook,
            initial_move_rights: self.initial_move_rights,
            en_passant: self.en_passant,
            en_passant_pawn: self.en_passant_pawn,
            halfmove_clock: self.halfmove_clock,
            checks_left: self.checks_left,
            count: self.count,
            state_key: self.state_key,
        };
        let kind = mv.promotion().unwrap_or(moved.kind);
        self.board.put_piece(mv.to, Piece { kind, ..moved });
        if let Some((_, to, kind)) = castling_rook {
            self.board.put_piece(to, Piece { kind, ..moved });
        }
        let is_zeroing = captured.is_some() || self.variant.rules().zeroing_kinds.contains(&moved.kind);
        self.halfmove_clock = if is_zeroing { 0 } else { self.halfmove_clock.saturating_add(1) };
        self.fullmove_number = self.fullmove_number.saturating_add(u16::from(self.turn == Color::Black));
        self.turn = !self.turn;
        self.state_key ^= zobrist::BLACK_TO_MOVE;
        self.update_initial_move_rights(mv, &undo);
        self.set_en_passant(None, None);
        if mv.flag == MoveFlag::DoubleStep {
            self.set_en_passant_after(mv);
        }
        if self.variant.counts_checks() {
            self.count_check();
        }
        if self.variant.rules().counting.is_some() {
            self.update_count(&undo, mv.promotion().is_some());
        }
        debug_assert_eq!(self.state_key, self.state_key_from_scratch());
        undo
    }

    /// Takes back `mv`, the last move that was made. After taking back another move the position may be invalid.
    #[inline]
    pub fn unmake(&mut self, mv: Move, undo: &Undo) {
        self.turn = !self.turn;
        self.board.remove_piece(mv.to);
        if let Some((_, to, _)) = undo.castling_rook {
            self.board.remove_piece(to);
        }
        self.board.put_piece(mv.from, undo.moved);
        if let Some((from, _, kind)) = undo.castling_rook {
            self.board.put_piece(from, Piece { kind, ..undo.moved });
        }
        if let Some((square, piece)) = undo.captured {
            self.board.put_piece(square, piece);
        }
        self.initial_move_rights = undo.initial_move_rights;
        self.en_passant = undo.en_passant;
        self.en_passant_pawn = undo.en_passant_pawn;
        self.halfmove_clock = undo.halfmove_clock;
        self.checks_left = undo.checks_left;
        self.count = undo.count;
        self.state_key = undo.state_key;
        self.fullmove_number = self.fullmove_number.saturating_sub(u16::from(self.turn == Color::Black));
    }

    /// Counts a check if the last move gave check.
    #[cold]
    fn count_check(&mut self) {
        let color = !self.turn;
        if self.checks_left[color] > 0 && self.is_check() {
            self.state_key ^= zobrist::checks_left_key(color, self.checks_left[color]);
            self.checks_left[color] -= 1;
            self.state_key ^= zobrist::checks_left_key(color, self.checks_left[color]);
        }
    }

    /// Makes a null move. The side to move must not be in check.
    ///
    /// ```
    /// # use xxlchess_core::{notation::variants_ini::Variants, rules::{Color, Position}};
    /// let chess = Variants::built_in().find("chess").unwrap();
    /// let mut position = Position::start(&chess).unwrap();
    /// let undo = position.make_null();
    /// assert_eq!(position.turn(), Color::Black);
    /// position.unmake_null(&undo);
    /// ```
    pub fn make_null(&mut self) -> NullUndo {
        let undo = NullUndo {
            en_passant: self.en_passant,
            en_passant_pawn: self.en_passant_pawn,
            halfmove_clock: self.halfmove_clock,
        };
        self.set_en_passant(None, None);
        self.turn = !self.turn;
        self.state_key ^= zobrist::BLACK_TO_MOVE;
        // Positions before a null move are no repetitions. Where `Rules::zeroing_is_irreversible` is true, the search looks
        // for repetitions only back to the last reset of the clock.
        self.halfmove_clock = 0;
        undo
    }

    /// Takes back the last null move.
    pub fn unmake_null(&mut self, undo: &NullUndo) {
        self.turn = !self.turn;
        self.state_key ^= zobrist::BLACK_TO_MOVE;
        self.set_en_passant(undo.en_passant, undo.en_passant_pawn);
        self.halfmove_clock = undo.halfmove_clock;
    }

    /// Removes the rook of the castling move `mv` from the board, and returns its start, target and kind.
    #[cold]
    fn lift_castling_rook(&mut self, mv: Move) -> Option<(Square, Square, PieceKind)> {
        let (from, to) = self.castling_rook_squares(mv)?;
        Some((from, to, self.board.remove_piece(from)?.kind))
    }

    /// Removes the rights that end with the move `mv`, which has just been made.
    #[inline]
    fn update_initial_move_rights(&mut self, mv: Move, undo: &Undo) {
        let mut touched = Bitboard::from_square(mv.from) | Bitboard::from_square(mv.to);
        if let Some((from, ..)) = undo.castling_rook {
            touched.insert(from);
        }
        if !self.initial_move_rights.intersects(touched) {
            return;
        }
        let mut rights = self.initial_move_rights.without(touched);
        let pieces = [Some(undo.moved), undo.captured.map(|(_, piece)| piece)];
        if pieces.into_iter().flatten().any(|piece| self.is_castling_kind(piece.kind)) {
            // The king has a castling right only if a rook has one, and a rook has one only if the king does.
            rights = self.valid_initial_move_rights(rights);
        }
        (self.initial_move_rights ^ rights)
            .into_iter()
            .for_each(|square| self.state_key ^= zobrist::initial_move_right_key(square));
        self.initial_move_rights = rights;
    }

    /// Whether `kind` takes part in castling, as king or rook.
    fn is_castling_kind(&self, kind: PieceKind) -> bool {
        let rules = self.variant.rules();
        rules.castling_king_kind() == Some(kind)
            || rules.castling.as_ref().is_some_and(|c| c.rook_kinds.contains(&kind))
    }

    #[inline]
    fn set_en_passant(&mut self, square: Option<Square>, pawn: Option<Square>) {
        if let Some(old) = self.en_passant {
            self.state_key ^= zobrist::en_passant_key(old);
        }
        if let Some(new) = square {
            self.state_key ^= zobrist::en_passant_key(new);
        }
        (self.en_passant, self.en_passant_pawn) = (square, pawn);
    }

    /// Whether the last move may have been a double step over `target`. `pawn` is the pawn, if it is not directly behind the
    /// target.
    fn is_valid_en_passant(&self, target: Square, pawn: Option<Square>) -> bool {
        let Some(behind) = target.offset(0, -self.turn.forward()) else { return false };
        let pawn = pawn.unwrap_or_else(|| self.en_passant_victim(target));
        let is_beside = pawn.rank() == behind.rank() && target.file().abs_diff(pawn.file()) <= 1;
        let passed = usize::from(target.rank().abs_diff(pawn.rank()));
        let can_pass = |piece: Piece| {
            let most = self.variant.movements().of(piece.kind).most_passed();
            piece.color != self.turn && most > 0 && (is_beside || passed <= most)
        };
        self.board.piece_at(target).is_none()
            && self.variant.rules().has_square(pawn)
            && self.board.piece_at(pawn).is_some_and(can_pass)
    }

    /// Sets the en passant target, if there is a capture that leaves the king safe.
    ///
    /// Without such a capture the target makes no difference, so that it must not make one for repetitions. Some programs
    /// write a target into the FEN after every double step.
    fn set_en_passant_if_legal(&mut self, target: Square, pawn: Option<Square>) {
        self.set_en_passant(Some(target), pawn);
        if !self.en_passant_captures().into_iter().any(|mv| self.is_safe_after(mv)) {
            self.set_en_passant(None, None);
        }
    }

    /// The squares on which the side to move could capture en passant: the target, and after a longer step than a double one
    /// also the other squares that the pawn has passed.
    pub fn en_passant_targets(&self) -> Bitboard {
        let Some(target) = self.en_passant else { return Bitboard::EMPTY };
        let beyond = self.variant.geometry().between(target, self.en_passant_victim(target));
        beyond | Bitboard::from_square(target)
    }

    /// En passant captures, which may leave the king under attack.
    pub(super) fn en_passant_captures(&self) -> Vec<Move> {
        let targets = self.en_passant_targets() & self.variant.rules().en_passant_region;
        let captures = |to| {
            let capturers = self.en_passant_capturers(to).into_iter();
            capturers.map(move |from| Move { from, to, flag: MoveFlag::EnPassant })
        };
        targets.into_iter().flat_map(captures).collect()
    }

    /// Pieces of the side to move that could capture en passant on `target`, which are those that capture there by a leap.
    ///
    /// A piece that can also move to `target` without capturing has no en passant capture, because both moves would have the
    /// same notation.
    pub(super) fn en_passant_capturers(&self, target: Square) -> Bitboard {
        let color = self.turn;
        let can_capture = |&from: &Square| {
            let Some(piece) = self.board.piece_at(from) else { return false };
            let movement = self.variant.movements().of(piece.kind);
            let quiet_targets = || {
                let initial = self.has_initial_move(movement, color, from);
                let (occupied, geometry) = (self.board.occupancy(), self.variant.geometry());
                movement.reach(color, from, occupied, geometry, initial).quiet
            };
            movement.capture_leaps(color, from).contains(target) && !quiet_targets().contains(target)
        };
        let candidates =
            self.board.by_kinds(&self.variant.rules().en_passant_kinds) & self.board.by_color(color);
        candidates.into_iter().filter(can_capture).collect()
    }

    fn set_en_passant_after(&mut self, double_step: Move) {
        let Move { from, to, .. } = double_step;
        let step = |from: u8, to: u8| (to as i8 - from as i8).signum();
        let passed = from.offset(step(from.file(), to.file()), step(from.rank(), to.rank()));
        if let Some(passed) = passed.filter(|&passed| self.variant.rules().en_passant_region.contains(passed))
        {
            self.set_en_passant_if_legal(passed, Some(to).filter(|to| to.file() != passed.file()));
        }
    }

    /// Square of the pawn that the side to move captures en passant on `target`: unless the pawn stepped diagonally, the
    /// first piece behind the target.
    pub fn en_passant_victim(&self, target: Square) -> Square {
        let behind = |square: &Square| square.offset(0, -self.turn.forward());
        let mut squares = std::iter::successors(behind(&target), behind);
        self.en_passant_pawn
            .or_else(|| squares.find(|&square| self.board.piece_at(square).is_some()))
            .unwrap_or(target)
    }

    /// Removes the squares from `rights` whose piece can neither castle nor make an initial move.
    fn valid_initial_move_rights(&self, rights: Bitboard) -> Bitboard {
        let rules = self.variant.rules();
        let mut valid = Bitboard::EMPTY;
        if rules.initial_move_needs_right {
            for kind in self.variant.kinds() {
                for color in Color::ALL {
                    let region = self.variant.movements().of(kind).initial_from[color];
                    valid |= self.board.by_piece(color, kind) & region;
                }
            }
        }
        if let Some(castling) = &rules.castling {
            for color in Color::ALL {
                let Some(king) = self.castling_king(color, rights) else { continue };
                let rooks = self.board.by_kinds(&castling.rook_kinds) & self.board.by_color(color) & rights;
                let rooks: Bitboard =
                    rooks.into_iter().filter(|&rook| rules.can_castle_from(color, king, rook)).collect();
                if rooks.any() {
                    valid |= rooks | Bitboard::from_square(king);
                }
            }
        }
        valid & rights
    }

    /// Zobrist key of everything except the board, computed from scratch.
    pub fn state_key_from_scratch(&self) -> u64 {
        let turn = if self.turn == Color::Black { zobrist::BLACK_TO_MOVE } else { 0 };
        let passed = self.en_passant.map_or(0, zobrist::en_passant_key);
        let checks = if self.variant.counts_checks() {
            let key = |color| zobrist::checks_left_key(color, self.checks_left[color]);
            Color::ALL.into_iter().fold(0, |all, color| all ^ key(color))
        } else {
            0
        };
        self.initial_move_rights
            .into_iter()
            .fold(turn ^ passed ^ checks, |key, square| key ^ zobrist::initial_move_right_key(square))
    }
}
