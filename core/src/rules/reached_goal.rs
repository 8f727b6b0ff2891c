//! Tests whether a goal of the variant has been reached.

use super::bitboard::Bitboard;
use super::color::Color;
use super::goals::{Connection, Extinction, Flag, GameValue, Goal, GoalRule};
use super::movegen::GenType;
use super::piece::PieceKind;
use super::position::Position;
use super::square::Square;

impl Position {
    /// The rule of the goal that has been reached, and the winner, which is `None` for a draw. Returns `None` if no goal has
    /// been reached.
    ///
    /// ```
    /// # use xxlchess_core::{notation::{fen, variants_ini::Variants}, rules::{Color, goals::GoalRule}};
    /// let hill = Variants::built_in().find("kingofthehill").unwrap();
    /// let position = fen::parse(&hill, "7k/8/8/8/3K4/8/8/8 b - - 0 1").unwrap();
    /// assert_eq!(position.reached_goal(), Some((GoalRule::Flag, Some(Color::White))));
    /// ```
    #[inline]
    pub fn reached_goal(&self) -> Option<(GoalRule, Option<Color>)> {
        if self.variant().rules().goals.is_empty() { None } else { self.test_goals() }
    }

    // Not inlined, so that variants without goals pay nothing.
    #[inline(never)]
    fn test_goals(&self) -> Option<(GoalRule, Option<Color>)> {
        self.variant().rules().goals.iter().find_map(|goal| match goal {
            Goal::Extinction(rule) => Some((GoalRule::Extinction, self.extinction(rule)?)),
            Goal::Flag(rule) => Some((GoalRule::Flag, self.flag(rule)?)),
            Goal::Checks => {
                let winner = Color::ALL.into_iter().find(|&color| self.checks_left()[color] == 0)?;
                Some((GoalRule::Checks, Some(winner)))
            }
            Goal::Connection(rule) => {
                self.has_connection(rule).then(|| (GoalRule::Connection, rule.value.winner(!self.turn())))
            }
        })
    }

    /// The winner if a side is extinct. If both sides are, the result is that of the side that has just moved.
    fn extinction(&self, rule: &Extinction) -> Option<Option<Color>> {
        let count =
            |color, set: &[PieceKind]| (self.board().by_kinds(set) & self.board().by_color(color)).count();
        let is_extinct = |color: Color| {
            let least = rule.opponent_least + u32::from(rule.claim && color == self.turn());
            rule.kinds.iter().any(|set| count(color, set) <= rule.most && count(!color, set) >= least)
        };
        let extinct = [!self.turn(), self.turn()].into_iter().find(|&color| is_extinct(color))?;
        Some(rule.value.winner(extinct))
    }

    /// Pieces of `color` whose capture loses the game, because their side has just as many as a rule of extinction demands.
    #[inline]
    pub(crate) fn last_pieces(&self, color: Color) -> Bitboard {
        if self.variant().rules().goals.is_empty() { Bitboard::EMPTY } else { self.find_last_pieces(color) }
    }

    // Not inlined, so that variants without goals pay nothing.
    #[inline(never)]
    fn find_last_pieces(&self, color: Color) -> Bitboard {
        let of_set = |rule: &Extinction, set: &[PieceKind]| {
            let pieces = self.board().by_kinds(set);
            let [own, other] = [color, !color].map(|color| pieces & self.board().by_color(color));
            let are_last = own.count() == rule.most + 1 && other.count() >= rule.opponent_least;
            if are_last { own } else { Bitboard::EMPTY }
        };
        let of_goal = |goal: &Goal| match goal {
            Goal::Extinction(rule) if rule.value == GameValue::Loss => {
                rule.kinds.iter().fold(Bitboard::EMPTY, |all, set| all | of_set(rule, set))
            }
            _ => Bitboard::EMPTY,
        };
        self.variant().rules().goals.iter().fold(Bitboard::EMPTY, |all, goal| all | of_goal(goal))
    }

    /// The winner if a side has reached its region and the other side has no move left to do so.
    fn flag(&self, rule: &Flag) -> Option<Option<Color>> {
        let (us, them) = (self.turn(), !self.turn());
        let king_flag = |color| self.variant().rules().royal_kind.is_some_and(|k| rule.kinds[color] == [k]);
        if (rule.last_move || rule.safe) && self.has_flag(rule, us) {
            let both_count = if rule.last_move { us == Color::White && king_flag(them) } else { rule.safe };
            let is_draw = both_count && self.has_flag(rule, them);
            return Some(Some(us).filter(|_| !is_draw));
        }
        // If the side to move has a last move, the game ends before this move only if the piece that counts is a king.
        // Another piece could still be made by promotion.
        let is_immediate = !rule.last_move || rule.safe || king_flag(us);
        if !is_immediate || !self.has_flag(rule, them) {
            return None;
        }
        let may_follow = rule.last_move && king_flag(us) && us == Color::Black && !self.is_check();
        if may_follow && self.king_can_reach(rule.region[us]) {
            return None;
        }
        Some(Some(them))
    }

    /// Whether `color` has the pieces that `rule` demands in its region.
    fn has_flag(&self, rule: &Flag, color: Color) -> bool {
        let region = rule.region[color];
        let pieces = self.board().by_kinds(&rule.kinds[color]) & self.board().by_color(color) & region;
        let is_blocked = || rule.blocked_wins && region.without(self.board().occupied()).is_empty();
        if pieces.is_empty() || (pieces.count() < rule.count && !is_blocked()) {
            return false;
        }
        let must_be_safe =
            rule.safe && (!rule.last_move || color != self.turn()) && pieces.count() == rule.count;
        !must_be_safe || pieces.into_iter().all(|square| !self.is_attacked(square, !color))
    }

    /// Whether the royal king of the side to move has a legal move to a square of `region`.
    fn king_can_reach(&self, region: Bitboard) -> bool {
        let mut moves = Vec::new();
        self.generate_pseudo_legal(GenType::All, &mut moves);
        let king = self.royal_king(self.turn());
        let mut scratch = self.clone();
        moves.iter().any(|&mv| Some(mv.from) == king && region.contains(mv.to) && scratch.is_safe_after(mv))
    }

    /// Whether the side that has just moved has enough pieces in a row.
    fn has_connection(&self, rule: &Connection) -> bool {
        let pieces = self.board().by_kinds(&rule.kinds) & self.board().by_color(!self.turn());
        let is_row = |start: Square, (files, ranks): (i8, i8)| {
            let next = |square: &Square| square.offset(files, ranks).filter(|&next| pieces.contains(next));
            let row = std::iter::successors(Some(start), next);
            row.take(rule.length as usize).count() == rule.length as usize
        };
        pieces.into_iter().any(|square| rule.directions.iter().any(|&step| is_row(square, step)))
    }

    /// Pseudo-royal pieces of `color`: the last pieces of the kinds that the rules name.
    pub(super) fn pseudo_royals(&self, color: Color) -> Bitboard {
        let Some(rule) = &self.variant().rules().pseudo_royal else { return Bitboard::EMPTY };
        let few = |&kind: &PieceKind| {
            Some(self.board().by_piece(color, kind)).filter(|pieces| pieces.count() <= rule.most)
        };
        rule.kinds.iter().filter_map(few).fold(Bitboard::EMPTY, |all, pieces| all | pieces)
    }

    /// Whether the royal kings face each other on a file without a piece between.
    pub(super) fn do_kings_face(&self) -> bool {
        let Some((white, black)) = self.royal_king(Color::White).zip(self.royal_king(Color::Black)) else {
            return false;
        };
        let geometry = self.variant().geometry();
        white.file() == black.file()
            && geometry.line(white, black).contains(black)
            && !geometry.between(white, black).intersects(self.board().occupied())
    }
}
