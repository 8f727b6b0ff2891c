//! Fog of war: the part of the board and of the opponent's moves that a side sees. rule: docs/rules.md#fog-of-war

use std::sync::Arc;

use super::MadeMove;
use crate::rules::{Bitboard, Color, Move, MoveFlag, Piece, Position, Setup, Square, Variant};

/// The part of the board that one side sees: its own pieces, the squares they can move to, and the enemy pieces on
/// these squares.
///
/// A `VisibleBoard` contains no hidden piece, so nothing that is computed from it can reveal one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VisibleBoard {
    side: Color,
    pieces: Vec<(Square, Piece)>,
    visible: Bitboard,
    moves: Vec<Move>,
    initial_move_rights: Bitboard,
    en_passant: Option<Square>,
    en_passant_pawn: Option<Square>,
    fullmove_number: u16,
}

impl VisibleBoard {
    /// The part of `position` that `side` sees. It need not be that side's turn.
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
        let mut visible = own;
        for mv in &moves {
            visible.insert(mv.to);
            if mv.flag == MoveFlag::EnPassant {
                // A pawn that can be captured en passant is visible, too.
                visible.insert(position.en_passant_victim(mv.to));
            }
        }
        let can_capture = moves.iter().any(|mv| mv.flag == MoveFlag::EnPassant);
        Self {
            side,
            pieces: board.pieces().filter(|&(square, _)| visible.contains(square)).collect(),
            visible,
            moves,
            initial_move_rights: position.initial_move_rights() & own,
            en_passant: position.en_passant().filter(|_| can_capture),
            en_passant_pawn: position.en_passant_pawn().filter(|_| can_capture),
            fullmove_number: position.fullmove_number(),
        }
    }

    /// The side that sees this board.
    pub const fn side(&self) -> Color {
        self.side
    }

    /// The visible pieces, ordered by square.
    pub fn pieces(&self) -> &[(Square, Piece)] {
        &self.pieces
    }

    /// The squares outside the fog.
    pub const fn visible(&self) -> Bitboard {
        self.visible
    }

    /// The legal moves of the side. If it is the opponent's turn, these are the moves after a pass of the opponent.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The visible piece on `square`.
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let index = self.pieces.binary_search_by_key(&square, |&(square, _)| square).ok()?;
        self.pieces.get(index).map(|&(_, piece)| piece)
    }

    /// A position of `variant` with the visible pieces and this side to move. The enemy king may be missing.
    ///
    /// The side cannot know which enemy pieces have moved, so all enemy pieces on their start squares have initial-move
    /// rights. The side cannot know the halfmove clock either, so it is 0.
    ///
    /// # Panics
    /// If `variant` is not the variant of the original position, with fog of war.
    pub fn position(&self, variant: &Arc<Variant>) -> Position {
        let setup = Setup {
            pieces: self.pieces.clone(),
            turn: self.side,
            initial_move_rights: self.initial_move_rights | variant.rules().initial_move_region[!self.side],
            en_passant: self.en_passant,
            en_passant_pawn: self.en_passant_pawn,
            halfmove_clock: 0,
            fullmove_number: self.fullmove_number,
            ..Setup::at_start(Vec::new())
        };
        Position::from_setup(variant, &setup)
            .expect("with fog of war any pieces on the board are a legal position")
    }
}

/// The part of a move that a side observed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ObservedMove {
    /// Squares on which the side saw a piece leave or arrive, or lost a piece.
    pub squares: Bitboard,
    /// The move, if the side saw both its origin and its destination.
    pub made: Option<MadeMove>,
}

impl ObservedMove {
    /// The observation of the side that made the move.
    pub fn of_own_move(made: MadeMove) -> Self {
        Self { squares: [made.mv.from, made.mv.to].into_iter().collect(), made: Some(made) }
    }

    /// Infers an opponent's move from the boards that a side saw before and after it.
    ///
    /// The move is known if exactly one piece disappeared from a square that is still visible, and the same piece
    /// appeared on a square that was visible before the move.
    pub fn infer(before: &VisibleBoard, after: &VisibleBoard) -> Self {
        let own = |&&(_, piece): &&(Square, Piece)| piece.color == before.side;
        let lost: Vec<_> =
            before.pieces.iter().filter(own).filter(|(s, p)| after.piece_at(*s) != Some(*p)).collect();
        let enemy = |&&(_, piece): &&(Square, Piece)| piece.color != before.side;
        let gone = |(s, p): &&(Square, Piece)| after.visible.contains(*s) && after.piece_at(*s) != Some(*p);
        let new = |(s, p): &&(Square, Piece)| before.visible.contains(*s) && before.piece_at(*s) != Some(*p);
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
