//! What a side sees of the board in the fog of war; rule: docs/rules.md#fog-of-war.

use std::sync::Arc;

use super::MadeMove;
use crate::rules::{Bitboard, Color, Move, MoveFlag, Piece, Position, Setup, Square, Variant};

/// What one side sees: its own pieces, where they can go, and the enemy pieces there.
///
/// There is no room in it for a hidden piece: whatever is worked out from it knows no more than the side does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VisibleBoard {
    side: Color,
    pieces: Vec<(Square, Piece)>,
    visible: Bitboard,
    moves: Vec<Move>,
    unmoved: Bitboard,
    en_passant: Option<Square>,
    fullmove_number: u16,
}

impl VisibleBoard {
    /// What `side` sees of `position`, whether or not it is its move.
    #[must_use]
    pub fn of(position: &Position, side: Color) -> Self {
        if position.turn() == side {
            return Self::of_mover(position);
        }
        let mut passed = position.clone();
        passed.make_null();
        Self::of_mover(&passed)
    }

    fn of_mover(position: &Position) -> Self {
        let (side, board) = (position.turn(), position.board());
        let own = board.by_color(side);
        let moves = position.legal_moves();
        let mut clear = own;
        for mv in &moves {
            clear.insert(mv.to);
            if mv.flag == MoveFlag::EnPassant {
                // Who can capture a pawn in passing sees it, wherever the capture lands.
                let forward = side.forward();
                clear.insert(Square::new(mv.to.file(), mv.to.rank().wrapping_add_signed(-forward)));
            }
        }
        let passes = moves.iter().any(|mv| mv.flag == MoveFlag::EnPassant);
        Self {
            side,
            pieces: board.pieces().filter(|&(square, _)| clear.has(square)).collect(),
            visible: clear,
            moves,
            unmoved: position.first_move_rights() & own,
            en_passant: position.en_passant().filter(|_| passes),
            fullmove_number: position.fullmove_number(),
        }
    }

    /// Whose eyes these are.
    #[must_use]
    pub const fn side(&self) -> Color {
        self.side
    }

    /// The pieces that are seen, in the order of squares.
    #[must_use]
    pub fn pieces(&self) -> &[(Square, Piece)] {
        &self.pieces
    }

    /// The squares that are not in the fog.
    #[must_use]
    pub const fn visible(&self) -> Bitboard {
        self.visible
    }

    /// The moves the side can make, or could if it were its move.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The piece seen on `square`.
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let place = self.pieces.binary_search_by_key(&square, |&(square, _)| square).ok()?;
        self.pieces.get(place).map(|&(_, piece)| piece)
    }

    /// A position of `variant` in which there is nothing but what is seen, with the side to move.
    ///
    /// The enemy king may be missing. Enemy pieces count as unmoved where they would begin, and half-moves since
    /// the last capture or pawn move are not counted: the side cannot know either.
    ///
    /// # Panics
    /// When `variant` is not the one in the fog that the position seen is of.
    #[must_use]
    pub fn position(&self, variant: &Arc<Variant>) -> Position {
        let setup = Setup {
            pieces: self.pieces.clone(),
            turn: self.side,
            first_move_rights: self.unmoved | variant.rules().initial_region[!self.side],
            en_passant: self.en_passant,
            halfmove_clock: 0,
            fullmove_number: self.fullmove_number,
        };
        Position::from_setup(variant, &setup)
            .expect("in the fog pieces on squares of the board are a position")
    }
}

/// What a side has noticed of a move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ObservedMove {
    /// Where it saw a piece go or come, or lost one.
    pub squares: Bitboard,
    /// The move, as far as it is known.
    pub made: Option<MadeMove>,
}

impl ObservedMove {
    /// What the side that made a move knows of it.
    #[must_use]
    pub fn of_own_move(made: MadeMove) -> Self {
        Self { squares: [made.mv.from, made.mv.to].into_iter().collect(), made: Some(made) }
    }

    /// What a side can tell of an enemy move from what it saw before and after it, and from nothing else.
    ///
    /// The move is known if one piece was seen to leave a square that is still in sight and the same kind was seen
    /// to come to one that was in sight before.
    #[must_use]
    pub fn infer(before: &VisibleBoard, after: &VisibleBoard) -> Self {
        let own = |&&(_, piece): &&(Square, Piece)| piece.color == before.side;
        let lost: Vec<_> =
            before.pieces.iter().filter(own).filter(|(s, p)| after.piece_at(*s) != Some(*p)).collect();
        let enemy = |&&(_, piece): &&(Square, Piece)| piece.color != before.side;
        let gone = |(s, p): &&(Square, Piece)| after.visible.has(*s) && after.piece_at(*s) != Some(*p);
        let new = |(s, p): &&(Square, Piece)| before.visible.has(*s) && before.piece_at(*s) != Some(*p);
        let left: Vec<_> = before.pieces.iter().filter(enemy).filter(gone).collect();
        let came: Vec<_> = after.pieces.iter().filter(enemy).filter(new).collect();
        let made = match (&left[..], &came[..]) {
            (&[&(from, piece)], &[&(to, arrived)]) if piece == arrived => {
                let captured = lost.first().map(|&&lost| lost);
                Some(MadeMove { mv: Move::normal(from, to), piece, captured, castling_rook: None })
            }
            _ => None,
        };
        Self { squares: lost.iter().chain(&left).chain(&came).map(|(square, _)| *square).collect(), made }
    }
}
