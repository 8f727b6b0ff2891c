//! Castling: the king moves towards a rook, which lands beside it; rule: docs/rules.md#castling.

use super::bitboard::Bitboard;
use super::color::Color;
use super::mv::{Move, MoveFlag};
use super::position::Position;
use super::square::Square;
use super::variant::CastlingTarget;

impl Position {
    /// All legal castling moves.
    pub fn castling_moves(&self) -> Vec<Move> {
        let safe = |mv: &Move| {
            let path = self.variant().geometry().between(mv.from, mv.to) | Bitboard::from_square(mv.to);
            path.into_iter().all(|s| self.attackers_without(s, !self.turn(), mv.from).is_empty())
                // The rook may have blocked an attack from beyond it.
                && self.clone().is_king_safe_after(*mv)
        };
        let mut moves: Vec<Move> = self.pseudo_legal_castling().collect();
        // Without a royal king attacks do not matter.
        if !moves.is_empty() && self.variant().rules().royal_kind.is_some() {
            let check = self.is_check();
            moves.retain(|mv| !check && safe(mv));
        }
        moves
    }

    /// Castling moves that the rights and the pieces between allow, whether or not squares are attacked.
    pub(super) fn pseudo_legal_castling(&self) -> impl Iterator<Item = Move> {
        let castling = self.variant().rules().castling.as_ref();
        let king = self.king_square(self.turn()).filter(|&king| self.initial_move_rights().contains(king));
        let both = castling.zip(king).into_iter();
        both.flat_map(move |(castling, king)| {
            [1, -1].into_iter().filter_map(move |right| {
                let rook = self.first_piece_beside(king, right)?;
                let piece = self.board().piece_at(rook)?;
                let to = castling.target.square(king, right)?;
                let can = piece.color == self.turn()
                    && castling.rook_kinds.contains(&piece.kind)
                    && self.initial_move_rights().contains(rook)
                    && self.variant().rules().can_castle_from(self.turn(), king, rook)
                    && king.file().abs_diff(rook.file()) >= castling.min_distance
                    && self.variant().geometry().between(king, rook).contains(to);
                can.then_some(Move { from: king, to, flag: MoveFlag::Castle })
            })
        })
    }

    /// Rook and target of the king for each castling to which `color` has the right, whatever stands between them.
    pub fn castling_rights(&self, color: Color) -> Vec<(Square, Square)> {
        let (rules, rights) = (self.variant().rules(), self.initial_move_rights());
        let king = self.king_square(color).filter(|&king| rights.contains(king));
        let Some((castling, king)) = rules.castling.as_ref().zip(king) else { return Vec::new() };
        let rooks = self.board().by_kinds(&castling.rook_kinds) & self.board().by_color(color) & rights;
        let target = |rook: Square| {
            let to = castling.target.square(king, if rook.file() > king.file() { 1 } else { -1 })?;
            let can = rules.can_castle_from(color, king, rook)
                && king.file().abs_diff(rook.file()) >= castling.min_distance
                && self.variant().geometry().between(king, rook).contains(to);
            can.then_some((rook, to))
        };
        rooks.into_iter().filter_map(target).collect()
    }

    /// Start and target square of the rook in the castling move `mv`.
    pub fn castling_rook_squares(&self, mv: Move) -> Option<(Square, Square)> {
        let right: i8 = if mv.to.file() > mv.from.file() { 1 } else { -1 };
        let rook = self.first_piece_beside(mv.from, right)?;
        Some((rook, mv.to.offset(-right, 0)?))
    }

    /// The first occupied square to the right (`1`) or left (`-1`) of `square`.
    fn first_piece_beside(&self, square: Square, right: i8) -> Option<Square> {
        let mut next = square.offset(right, 0);
        while let Some(square) = next {
            if self.board().piece_at(square).is_some() {
                return Some(square);
            }
            next = square.offset(right, 0);
        }
        None
    }
}

impl CastlingTarget {
    /// Target of the king on `king` when it castles to the right (`1`) or left (`-1`).
    fn square(self, king: Square, right: i8) -> Option<Square> {
        match self {
            // At most 15 steps on a board of 16 files.
            Self::Steps(steps) => king.offset(right * steps as i8, 0),
            Self::Files { king_side, queen_side } => {
                Some(Square::new(if right > 0 { king_side } else { queen_side }, king.rank()))
            }
        }
    }
}
