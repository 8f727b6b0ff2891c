//! Attacks: the pieces that attack a square, and the squares that a piece attacks.

use super::bitboard::Bitboard;
use super::color::Color;
use super::movement::{AttackLines, Movements, Occupancy};
use super::piece::{Piece, PieceKind};
use super::position::Position;
use super::square::Square;

/// Slides from a square. They are computed once and serve to find the attacks of all kinds on this square.
#[derive(Clone, Copy, Debug)]
pub struct Slides {
    square: Square,
    orthogonal: Bitboard,
    diagonal: Bitboard,
}

impl Position {
    /// Whether a piece of `by` could capture on `square`.
    #[inline]
    pub fn is_attacked(&self, square: Square, by: Color) -> bool {
        self.attackers_to(square, by).any()
    }

    /// Pieces of `by` that could capture on `square`.
    ///
    /// ```
    /// # use xxlchess_core::{notation::{fen, variants_ini::Variants}, rules::{Color, Square}};
    /// let chess = Variants::built_in().find("chess").unwrap();
    /// let position = fen::parse(&chess, "4k3/8/8/8/8/2N5/8/R3K3 w - - 0 1").unwrap();
    /// let a4 = Square::new(0, 3);
    /// assert_eq!(position.attackers_to(a4, Color::White).count(), 2);
    /// assert!(!position.is_attacked(a4, Color::Black));
    /// ```
    #[inline]
    pub fn attackers_to(&self, square: Square, by: Color) -> Bitboard {
        self.attackers_with_occupancy(square, by, self.board().occupancy())
    }

    /// Pieces of `by` that could capture on `square` if the piece on `removed` were not on the board.
    ///
    /// ```
    /// # use xxlchess_core::{notation::{fen, variants_ini::Variants}, rules::{Color, Square}};
    /// let chess = Variants::built_in().find("chess").unwrap();
    /// let position = fen::parse(&chess, "4k3/8/8/8/8/8/R7/R3K3 w - - 0 1").unwrap();
    /// let attackers = position.attackers_without(Square::new(0, 7), Color::White, Square::new(0, 1));
    /// assert_eq!(attackers.first(), Some(Square::new(0, 0)));
    /// ```
    pub fn attackers_without(&self, square: Square, by: Color, removed: Square) -> Bitboard {
        if self.board().piece_at(removed).is_none() {
            return self.attackers_to(square, by);
        }
        let mut lines = self.board().lines().clone();
        lines.flip(removed);
        let all = self.board().occupied().without(Bitboard::from_square(removed));
        self.attackers_with_occupancy(square, by, Occupancy { all, lines: &lines })
            .without(Bitboard::from_square(removed))
    }

    /// Pieces of `by` that could capture on `square` with this occupancy.
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

    /// Pieces of `by` on `occupied` that could capture on `square` by a complex component.
    pub(super) fn complex_attackers(
        &self,
        movements: &Movements,
        square: Square,
        by: Color,
        occupied: Bitboard,
    ) -> Bitboard {
        let attacks = |&(kind, from): &(PieceKind, Square)| {
            let movement = movements.of(kind);
            let initial = self.has_initial_move(movement, by, from);
            movement.complex_attack(by, from, square, occupied, self.variant().geometry(), initial)
        };
        let pieces = movements.complex.iter().flat_map(|&kind| {
            let sources = movements.of(kind).complex_sources(by, square);
            let set = self.board().by_piece(by, kind) & sources & occupied;
            set.into_iter().map(move |from| (kind, from))
        });
        pieces.filter(attacks).map(|(_, from)| from).collect()
    }

    /// Squares on which it depends whether pieces of `by` attack `square`: those between it and each piece that would attack
    /// it on an empty board.
    pub(super) fn attack_lines(&self, square: Square, by: Color) -> AttackLines {
        let (movements, geometry) = (self.variant().movements(), self.variant().geometry());
        let mut lines = AttackLines::default();
        let rooks = self.sliders(&movements.orthogonal, by) & geometry.orthogonals(square);
        let bishops = self.sliders(&movements.diagonal, by) & geometry.diagonals(square);
        for slider in rooks | bishops {
            lines.all |= geometry.between(square, slider);
        }
        for &kind in &movements.complex {
            let movement = movements.of(kind);
            for from in self.board().by_piece(by, kind) & movement.complex_sources(by, square) {
                movement.add_attack_lines(by, from, square, geometry, &mut lines);
            }
        }
        lines
    }

    /// Pieces of `color` of any of `kinds`.
    #[inline]
    pub(super) fn sliders(&self, kinds: &[PieceKind], color: Color) -> Bitboard {
        self.board().by_kinds(kinds) & self.board().by_color(color)
    }

    /// Squares attacked by the piece on `square`, including squares with pieces of its own side. The result is empty if
    /// there is no piece.
    pub fn attacks_from(&self, square: Square) -> Bitboard {
        self.board().piece_at(square).map_or(Bitboard::EMPTY, |piece| self.attacks_of(piece, square))
    }

    /// Squares to which the movement of the piece on `square` leads, whichever side is to move. Castling, en passant captures
    /// and checks are ignored.
    pub fn destinations_from(&self, square: Square) -> Bitboard {
        let Some(piece) = self.board().piece_at(square) else { return Bitboard::EMPTY };
        let movement = self.variant().movements().of(piece.kind);
        let initial = self.has_initial_move(movement, piece.color, square);
        let (occupied, geometry) = (self.board().occupancy(), self.variant().geometry());
        let reach = movement.reach(piece.color, square, occupied, geometry, initial);
        reach.quiet | (reach.capture & self.board().by_color(!piece.color))
    }

    /// Squares that `piece` would attack from `square` on this board.
    ///
    /// A slide ends on the first piece of either side. For hoppers, lame leapers, limited and bent riders the result has the
    /// squares to which the piece could move and those on which it could capture.
    ///
    /// ```
    /// # use xxlchess_core::{notation::variants_ini::Variants, rules::{Color, Piece, Position, Square}};
    /// let chess = Variants::built_in().find("chess").unwrap();
    /// let start = Position::start(&chess).unwrap();
    /// let knight = Piece::new(Color::White, chess.kind_by_letter('n').unwrap());
    /// assert_eq!(start.attacks_of(knight, Square::new(4, 3)).count(), 8);
    /// ```
    #[inline]
    pub fn attacks_of(&self, piece: Piece, square: Square) -> Bitboard {
        let movement = self.variant().movements().of(piece.kind);
        movement.attacks(piece.color, square, self.board().occupancy(), self.variant().geometry())
    }

    /// Squares attacked by the pawns of `color`.
    ///
    /// ```
    /// # use xxlchess_core::{notation::variants_ini::Variants, rules::{Color, Position}};
    /// let chess = Variants::built_in().find("chess").unwrap();
    /// let attacks = Position::start(&chess).unwrap().pawn_attacks(Color::White);
    /// assert!(attacks.count() == 8 && attacks.into_iter().all(|square| square.rank() == 2));
    /// ```
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

    /// For each piece of the kind and side of `piece`, the squares that it attacks, as [`Position::attacks_of`] defines them.
    #[inline]
    pub fn attacks_of_each(&self, piece: Piece) -> impl Iterator<Item = Bitboard> {
        let movement = self.variant().movements().of(piece.kind);
        let (occupied, geometry) = (self.board().occupancy(), self.variant().geometry());
        let pieces = self.board().by_piece(piece.color, piece.kind).into_iter();
        pieces.map(move |square| movement.attacks(piece.color, square, occupied, geometry))
    }

    /// The slides from `square`, up to and including the first piece of either side.
    #[inline]
    pub fn slides_from(&self, square: Square) -> Slides {
        let (lines, geometry) = (self.board().lines(), self.variant().geometry());
        let orthogonal = geometry.rook_attacks(square, lines);
        Slides { square, orthogonal, diagonal: geometry.bishop_attacks(square, lines) }
    }

    /// Squares from which a piece of `kind` and `color` would attack the square of `slides` by a leap or unlimited slide.
    #[inline]
    pub fn attacking_squares(&self, slides: &Slides, color: Color, kind: PieceKind) -> Bitboard {
        // The steps of the other side are those of `color` in the opposite direction. Its attacks from the square therefore
        // lead to the squares that are sought.
        let movement = self.variant().movements().of(kind);
        let mut squares = movement.capture_leaps[!color][slides.square.index()];
        if movement.orthogonal {
            squares |= slides.orthogonal;
        }
        if movement.diagonal {
            squares |= slides.diagonal;
        }
        squares
    }

    /// Pieces of `by` that could capture on `square` if there were only the pieces on `occupied`. Static exchange evaluation
    /// needs it.
    ///
    /// All squares of `occupied` except `square` must be occupied on the board.
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
