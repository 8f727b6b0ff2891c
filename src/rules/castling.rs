//! Castling: a king moves towards its partner, which lands beside it. rule: docs/rules.md#castling

use super::bitboard::Bitboard;
use super::mv::{Move, MoveFlag};
use super::position::Position;
use super::square::Square;
use super::variant::CastlingTarget;

impl Position {
    /// All castling moves; rule: docs/rules.md#castling.
    #[must_use]
    pub fn castling_moves(&self) -> Vec<Move> {
        let safe = |mv: &Move| {
            let path = self.variant().geometry().between(mv.from, mv.to) | Bitboard::from_square(mv.to);
            path.into_iter().all(|s| self.attackers_without(s, !self.turn(), mv.from).is_empty())
                // The partner may have shielded the king from beyond it.
                && self.clone().is_king_safe_after(*mv)
        };
        let mut moves: Vec<Move> = self.unblocked_castling().collect();
        // A king that need not be kept safe castles whatever is attacked. Most often there is nothing to ask.
        if !moves.is_empty() && self.variant().rules().royal.is_some() {
            let check = self.is_check();
            moves.retain(|mv| !check && safe(mv));
        }
        moves
    }

    /// Castling moves that king, partner and the squares between allow, whatever is attacked.
    pub(super) fn unblocked_castling(&self) -> impl Iterator<Item = Move> {
        let castling = self.variant().rules().castling.as_ref();
        let king = self.king_square(self.turn()).filter(|&king| self.first_move_rights().has(king));
        let both = castling.zip(king).into_iter();
        both.flat_map(move |(castling, king)| {
            [1, -1].into_iter().filter_map(move |right| {
                let partner = self.first_piece_beside(king, right)?;
                let piece = self.board().piece_at(partner)?;
                let to = castling.target.square(king, right)?;
                let can = piece.color == self.turn()
                    && castling.rook_kinds.contains(&piece.kind)
                    && self.first_move_rights().has(partner)
                    && self.variant().rules().can_castle_from(self.turn(), king, partner)
                    && king.file().abs_diff(partner.file()) >= castling.min_distance
                    && self.variant().geometry().between(king, partner).has(to);
                can.then_some(Move { from: king, to, flag: MoveFlag::Castle })
            })
        })
    }

    /// Where the castling partner of the king's move `mv` stands and lands.
    #[must_use]
    pub fn castling_rook_squares(&self, mv: Move) -> Option<(Square, Square)> {
        let right: i8 = if mv.to.file() > mv.from.file() { 1 } else { -1 };
        let partner = self.first_piece_beside(mv.from, right)?;
        Some((partner, mv.to.offset(-right, 0)?))
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
    /// Where the king on `king` lands when it castles to the right (`1`) or left (`-1`).
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
