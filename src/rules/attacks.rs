//! Attacks: who attacks a square, what a piece attacks, exchanges on one square, squares to check from.

use super::bitboard::Bitboard;
use super::color::Color;
use super::movement::{Movements, Occupancy};
use super::piece::{Piece, PieceKind};
use super::position::Position;
use super::square::Square;

impl Position {
    /// Whether a piece of `by` could capture on `square`.
    #[must_use]
    #[inline]
    pub fn is_attacked(&self, square: Square, by: Color) -> bool {
        self.attackers_to(square, by).any()
    }

    /// The pieces of `by` that could capture on `square`.
    #[must_use]
    #[inline]
    pub fn attackers_to(&self, square: Square, by: Color) -> Bitboard {
        self.attackers_with_occupancy(
            square,
            by,
            Occupancy { all: self.board().occupied(), lines: self.board().lines() },
        )
    }

    /// The pieces of `by` that could capture on `square` if `gone` were not on the board.
    #[must_use]
    pub fn attackers_without(&self, square: Square, by: Color, gone: Square) -> Bitboard {
        if self.board().piece_at(gone).is_none() {
            return self.attackers_to(square, by);
        }
        let mut lines = self.board().lines().clone();
        lines.flip(gone);
        let all = self.board().occupied().without(Bitboard::from_square(gone));
        self.attackers_with_occupancy(square, by, Occupancy { all, lines: &lines })
            .without(Bitboard::from_square(gone))
    }

    /// The pieces of `by` that could capture on `square` with the board occupied as told.
    #[inline]
    pub(super) fn attackers_with_occupancy(
        &self,
        square: Square,
        by: Color,
        occupied: Occupancy<'_>,
    ) -> Bitboard {
        let movements = self.variant().movements();
        let geometry = self.variant().geometry();
        let pieces = self.board().by_color(by);
        let mut attackers = movements.leapers_to(square, by, pieces, |kind| self.board().by_kind(kind));
        let rooks = self.sliders(&movements.orthogonal, by) & geometry.orthogonals(square);
        if rooks.any() {
            attackers |= rooks & geometry.rook_attacks(square, occupied.lines);
        }
        let bishops = self.sliders(&movements.diagonal, by) & geometry.diagonals(square);
        if bishops.any() {
            attackers |= bishops & geometry.bishop_attacks(square, occupied.lines);
        }
        if !movements.complex.is_empty() {
            attackers |= self.complex_attackers(movements, square, by, occupied.all);
        }
        attackers
    }

    pub(super) fn complex_attackers(
        &self,
        movements: &Movements,
        square: Square,
        by: Color,
        occupied: Bitboard,
    ) -> Bitboard {
        let attacks = |&(kind, from): &(PieceKind, Square)| {
            let initial = self.has_initial_move(by, from);
            movements.of(kind).complex_attack(by, from, square, occupied, self.variant().geometry(), initial)
        };
        let pieces = movements.complex.iter().flat_map(|&kind| {
            let set = self.board().by_piece(by, kind) & occupied;
            set.into_iter().map(move |from| (kind, from))
        });
        pieces.filter(attacks).map(|(_, from)| from).collect()
    }

    #[inline]
    pub(super) fn sliders(&self, kinds: &[PieceKind], color: Color) -> Bitboard {
        self.board().by_kinds(kinds) & self.board().by_color(color)
    }

    /// The squares that the piece on `square` attacks, own pieces' squares included; empty if there is none.
    #[must_use]
    pub fn attacks_from(&self, square: Square) -> Bitboard {
        self.board().piece_at(square).map_or(Bitboard::EMPTY, |piece| self.attacks_of(piece, square))
    }

    /// The squares that `piece` would attack from `square`, the rest of the board being as it is.
    ///
    /// Slides end on the first piece of either side. For a piece with irregular moves (hoppers, lame leaps) the
    /// empty squares it may go to stand in for those it attacks.
    #[must_use]
    #[inline]
    pub fn attacks_of(&self, piece: Piece, square: Square) -> Bitboard {
        let occupied = Occupancy { all: self.board().occupied(), lines: self.board().lines() };
        let movement = self.variant().movements().of(piece.kind);
        movement.attacks(piece.color, square, occupied, self.variant().geometry())
    }

    /// All squares that the pawns of `color` attack.
    #[must_use]
    #[inline]
    pub fn pawn_attacks(&self, color: Color) -> Bitboard {
        let mut attacks = Bitboard::EMPTY;
        for &kind in &self.variant().rules().pawns {
            let pawns = self.board().by_piece(color, kind);
            match &self.variant().movements().of(kind).shifts {
                Some(shifts) => {
                    for shift in shifts[color].iter().filter(|s| s.capture && !s.initial) {
                        attacks |= (pawns & shift.sources).shifted(shift.by);
                    }
                }
                None => {
                    pawns.into_iter().for_each(|s| attacks |= self.attacks_of(Piece::new(color, kind), s))
                }
            }
        }
        attacks
    }

    /// The squares from which a piece of `kind` and `color` would attack `target`, leaping or sliding there.
    #[must_use]
    #[inline]
    pub fn attacking_squares(&self, target: Square, color: Color, kind: PieceKind) -> Bitboard {
        // Black's moves are White's turned by half a turn, so looking back from the target is the other side's view.
        let movement = self.variant().movements().of(kind);
        let occupied = Occupancy { all: self.board().occupied(), lines: self.board().lines() };
        movement.simple_attacks(!color, target, occupied, self.variant().geometry())
    }

    /// The pieces of `by` that could capture on `square` if exactly the squares `occupied` were occupied.
    ///
    /// `occupied` must be a part of the squares occupied now; it serves exchanges, in which pieces disappear.
    #[must_use]
    #[inline]
    pub fn attackers_with_occupied(&self, square: Square, by: Color, occupied: Bitboard) -> Bitboard {
        let movements = self.variant().movements();
        let geometry = self.variant().geometry();
        let pieces = self.board().by_color(by) & occupied;
        let mut attackers = movements.leapers_to(square, by, pieces, |kind| self.board().by_kind(kind));
        let rooks = self.sliders(&movements.orthogonal, by) & geometry.orthogonals(square);
        let bishops = self.sliders(&movements.diagonal, by) & geometry.diagonals(square);
        for slider in (rooks | bishops) & occupied {
            if !geometry.between(square, slider).intersects(occupied) {
                attackers.insert(slider);
            }
        }
        if !movements.complex.is_empty() {
            attackers |= self.complex_attackers(movements, square, by, occupied);
        }
        attackers
    }
}
