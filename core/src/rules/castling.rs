//! Castling: the king moves towards a rook, and the rook moves to the square beside the king. docs/rules.md#castling
//! explains the rule. In some large games the king's initial move is a jump instead, which attacks can forbid, too.

use super::betza::lame_path;
use super::bitboard::Bitboard;
use super::color::Color;
use super::mv::{Move, MoveFlag};
use super::position::Position;
use super::square::Square;
use super::variant::CastlingTarget;

impl Position {
    /// All legal castling moves.
    ///
    /// ```
    /// # use xxlchess_core::notation::{fen, variants_ini::Variants};
    /// let chess = Variants::built_in().find("chess").unwrap();
    /// let position = fen::parse(&chess, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").unwrap();
    /// assert_eq!(position.castling_moves().len(), 2);
    /// ```
    pub fn castling_moves(&self) -> Vec<Move> {
        let safe = |mv: &Move| {
            let path = self.variant().geometry().between(mv.from, mv.to) | Bitboard::from_square(mv.to);
            path.into_iter().all(|s| self.attackers_without(s, !self.turn(), mv.from).is_empty())
                // Before the move the rook may have blocked an attack along the rank.
                && self.clone().is_safe_after(*mv)
        };
        let mut moves = self.pseudo_legal_castling();
        // Attacks do not matter for a king that can be captured.
        let is_royal = self.variant().rules().royal_kind.is_some();
        if !moves.is_empty() && (is_royal || self.variant().rules().pseudo_royal.is_some()) {
            let (check, pseudo_royals) = (self.is_check(), self.pseudo_royals(self.turn()));
            moves.retain(|mv| !is_royal && !pseudo_royals.contains(mv.from) || !check && safe(mv));
        }
        moves
    }

    /// Castling moves for which the side to move has the rights and the squares are free. Attacks are ignored.
    pub(super) fn pseudo_legal_castling(&self) -> Vec<Move> {
        let occupied = self.board().occupied();
        let geometry = self.variant().geometry();
        let castlings = self.castlings(self.turn(), occupied).into_iter().filter_map(|(king, rook, to)| {
            let path = |from, to| geometry.between(from, to) | Bitboard::from_square(to);
            let paths = path(king, to) | path(rook, rook_target(king, rook, to)?);
            let both = Bitboard::from_square(king) | Bitboard::from_square(rook);
            let is_free = !paths.without(both).intersects(occupied);
            is_free.then_some(Move { from: king, to, flag: MoveFlag::Castle })
        });
        castlings.collect()
    }

    /// Square of the rook and target square of the king for each castling to which `color` has the right. Pieces between
    /// king and rook are ignored.
    ///
    /// ```
    /// # use xxlchess_core::{notation::{fen, variants_ini::Variants}, rules::{Color, Square}};
    /// let chess = Variants::built_in().find("chess").unwrap();
    /// let position = fen::parse(&chess, "4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1").unwrap();
    /// let (a1, c1) = (Square::new(0, 0), Square::new(2, 0));
    /// assert_eq!(position.castling_rights(Color::White), [(a1, c1)]);
    /// ```
    pub fn castling_rights(&self, color: Color) -> Vec<(Square, Square)> {
        self.castlings(color, Bitboard::EMPTY).into_iter().map(|(_, rook, to)| (rook, to)).collect()
    }

    /// Squares of king and rook and target square of the king for each castling to which `color` has the right, if no square
    /// of `occupied` is between king and rook.
    ///
    /// The rook ends on the other side of the king, so each square between them is crossed by one of the two.
    fn castlings(&self, color: Color, occupied: Bitboard) -> Vec<(Square, Square, Square)> {
        let (rules, rights) = (self.variant().rules(), self.initial_move_rights());
        let mut castlings = Vec::new();
        let both = rules.castling.as_ref().zip(self.castling_king(color, rights));
        let Some((castling, king)) = both else { return castlings };
        // Usually pieces without the right stand on both sides of the king, and nothing else has to be computed.
        let is_open = |beside: Square| !occupied.contains(beside) || rights.contains(beside);
        if ![1, -1].into_iter().any(|step| king.offset(step, 0).is_some_and(is_open)) {
            return castlings;
        }
        for rook in self.board().by_kinds(&castling.rook_kinds) & self.board().by_color(color) & rights {
            let right = if rook.file() > king.file() { 1 } else { -1 };
            let geometry = self.variant().geometry();
            let between = geometry.between(king, rook);
            let distance = king.file().abs_diff(rook.file());
            if between.intersects(occupied)
                || distance < castling.min_distance
                || !geometry.line(king, rook).contains(rook)
                || !rules.can_castle_from(color, king, rook)
            {
                continue;
            }
            let targets = castling.target.squares(king, right, distance);
            let is_target = |to: &Square| castling.home.is_some() || between.contains(*to);
            castlings.extend(targets.filter(is_target).map(|to| (king, rook, to)));
        }
        castlings
    }

    /// Square of the king of `color` that castles, if this square is in `rights`.
    #[inline]
    pub(super) fn castling_king(&self, color: Color, rights: Bitboard) -> Option<Square> {
        let kind = self.variant().rules().castling_king_kind()?;
        (self.board().by_piece(color, kind) & rights).first()
    }

    /// Targets of the initial moves of the royal king on `king` that attacks forbid: all of them if the king is in check,
    /// and those over an attacked square. A king jumps along a path of orthogonal steps and then diagonal ones, or the other
    /// way round. One path without attacks is enough.
    #[inline]
    pub(super) fn forbidden_jumps(&self, king: Square) -> Bitboard {
        let needs_safety = self.variant().rules().king_jump_needs_safety;
        if needs_safety && self.royal_king(self.turn()) == Some(king) {
            self.find_forbidden_jumps(king)
        } else {
            Bitboard::EMPTY
        }
    }

    // Not inlined, so that variants without such a jump pay nothing.
    #[inline(never)]
    fn find_forbidden_jumps(&self, king: Square) -> Bitboard {
        let us = self.turn();
        let (board, geometry) = (self.board(), self.variant().geometry());
        let targets = |initial| {
            let movement = self.board().piece_at(king).map(|piece| self.variant().movements().of(piece.kind));
            let reach = movement.map(|m| m.reach(us, king, board.occupancy(), geometry, initial));
            reach.map_or(Bitboard::EMPTY, |reach| reach.quiet | (reach.capture & board.by_color(!us)))
        };
        let jumps = targets(true).without(targets(false));
        if jumps.is_empty() || self.is_check() {
            return jumps;
        }
        let is_safe = |to: Square, (files, ranks): (i8, i8)| {
            to.offset(files, ranks).is_some_and(|passed| !self.is_attacked(passed, !us))
        };
        let is_forbidden = |&to: &Square| {
            // Files and ranks are below 16.
            let step = (to.file() as i8 - king.file() as i8, to.rank() as i8 - king.rank() as i8);
            !lame_path(step).all(|passed| is_safe(king, passed))
                && !lame_path(step).all(|(files, ranks)| is_safe(to, (-files, -ranks)))
        };
        jumps.into_iter().filter(is_forbidden).collect()
    }

    /// Start and target square of the rook in the castling move `mv`, which has not been made.
    ///
    /// ```
    /// # use xxlchess_core::{notation::{coords, fen, variants_ini::Variants}, rules::Square};
    /// let chess = Variants::built_in().find("chess").unwrap();
    /// let position = fen::parse(&chess, "4k3/8/8/8/8/8/8/4K2R w K - 0 1").unwrap();
    /// let mv = coords::parse_move(&position, "e1g1").unwrap();
    /// assert_eq!(position.castling_rook_squares(mv), Some((Square::new(7, 0), Square::new(5, 0))));
    /// ```
    pub fn castling_rook_squares(&self, mv: Move) -> Option<(Square, Square)> {
        let color = self.board().piece_at(mv.from)?.color;
        let to_target = self.castling_rights(color).into_iter().filter(|&(_, to)| to == mv.to);
        // If the king can castle with several rooks on this side, it castles with the nearest one.
        let (rook, _) = to_target.min_by_key(|(rook, _)| rook.file().abs_diff(mv.from.file()))?;
        Some((rook, rook_target(mv.from, rook, mv.to)?))
    }
}

/// Target square of the castling rook. It is beside the king's target, on the side from which the king came.
fn rook_target(king: Square, rook: Square, king_target: Square) -> Option<Square> {
    king_target.offset(if rook > king { -1 } else { 1 }, 0)
}

impl CastlingTarget {
    /// Target squares of the king on `king` if it castles to the right (`1`) or to the left (`-1`) with a rook at this
    /// distance, the nearest first.
    fn squares(self, king: Square, right: i8, distance: u8) -> impl Iterator<Item = Square> {
        // All numbers are below 16.
        let (steps, way) = match self {
            Self::Any => (1..distance as i8, right),
            Self::Steps(steps) => (steps as i8..steps as i8 + 1, right),
            Self::Files { king_side, queen_side } => {
                let target = if right > 0 { king_side } else { queen_side };
                let files = target as i8 - king.file() as i8;
                (files..files + 1, 1)
            }
        };
        steps.filter_map(move |steps| king.offset(way * steps, 0))
    }
}
