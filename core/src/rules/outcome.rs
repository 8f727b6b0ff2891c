//! Outcomes of a game by the rules: checkmate, stalemate, repetition, move rule, goals of the variant.

use super::bitboard::Bitboard;
use super::color::Color;
use super::counting::Count;
use super::goals::{Goal, GoalRule};
use super::position::Position;
use super::square::Square;

/// Outcome of a game by the rules. Resignation, agreement and lost time are no outcomes of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A king was captured, in variants where that loses.
    KingCaptured {
        /// The side that captured the king.
        winner: Color,
    },
    /// The side to move is in check and has no legal move.
    Checkmate {
        /// The side that gave mate.
        winner: Color,
    },
    /// A goal of the variant was reached.
    Goal {
        /// Rule of the goal.
        rule: GoalRule,
        /// The winner; `None` for a draw.
        winner: Option<Color>,
    },
    /// The side to move has no legal move and is not in check.
    Stalemate {
        /// The winner, in variants where stalemate is not a draw.
        winner: Option<Color>,
    },
    /// The position has occurred as often as the repetition limit of the variant.
    Repetition,
    /// The number of plies without capture or pawn move has reached the limit of the variant.
    MoveRule,
    /// A side was to give mate within a number of moves by the counting rule of the variant, and did not.
    CountingRule,
    /// Only the kings are left, in a variant with the move rule or a counting rule whose goal is mate.
    InsufficientMaterial,
}

impl Outcome {
    /// The side that won; `None` for a draw.
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::KingCaptured { winner } | Self::Checkmate { winner } => Some(winner),
            Self::Stalemate { winner } | Self::Goal { winner, .. } => winner,
            Self::Repetition | Self::MoveRule | Self::CountingRule | Self::InsufficientMaterial => None,
        }
    }

    /// Name of the outcome in lowercase words, such as `move rule`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::KingCaptured { .. } => "king captured",
            Self::Checkmate { .. } => "checkmate",
            Self::Stalemate { .. } => "stalemate",
            Self::Goal { rule, .. } => rule.name(),
            Self::Repetition => "repetition",
            Self::MoveRule => "move rule",
            Self::CountingRule => "counting rule",
            Self::InsufficientMaterial => "insufficient material",
        }
    }
}

impl Position {
    /// The outcome if the game has ended. `occurrences` is how often this position has occurred in the game, including
    /// now.
    ///
    /// ```
    /// # use xxlchess_core::{notation::{fen, variants_ini::Variants}, rules::{Color, Outcome}};
    /// let chess = Variants::built_in().find("chess").unwrap();
    /// let position = fen::parse(&chess, "R3k3/8/4K3/8/8/8/8/8 b - - 0 1").unwrap();
    /// assert_eq!(position.outcome(1), Some(Outcome::Checkmate { winner: Color::White }));
    /// ```
    pub fn outcome(&self, occurrences: usize) -> Option<Outcome> {
        let (turn, rules) = (self.turn(), self.variant().rules());
        // Only the side to move can have lost its king.
        if rules.capturable_king_kind.is_some_and(|king| self.board().by_piece(turn, king).is_empty()) {
            return Some(Outcome::KingCaptured { winner: !turn });
        }
        if let Some((rule, winner)) = self.reached_goal() {
            return Some(Outcome::Goal { rule, winner });
        }
        if !self.has_legal_move() {
            // In variants where a mated side does not lose, mate is reported as a drawn stalemate.
            return Some(match (self.is_check(), rules.checkmate.winner(turn)) {
                (true, Some(winner)) => Outcome::Checkmate { winner },
                (true, None) => Outcome::Stalemate { winner: None },
                (false, _) => Outcome::Stalemate { winner: rules.stalemate.winner(turn) },
            });
        }
        if rules.repetition_limit > 0 && occurrences >= usize::from(rules.repetition_limit) {
            let winner = rules.repetition.winner(turn);
            let decided = winner.map(|_| Outcome::Goal { rule: GoalRule::Repetition, winner });
            return decided.or(Some(Outcome::Repetition));
        }
        if self.count().is_some_and(Count::is_over) {
            return Some(Outcome::CountingRule);
        }
        if rules.move_rule_plies == 0 && rules.counting.is_none() {
            return None;
        }
        if rules.move_rule_plies > 0 && self.halfmove_clock() >= rules.move_rule_plies {
            return Some(Outcome::MoveRule);
        }
        self.has_only_kings().then_some(Outcome::InsufficientMaterial)
    }

    /// Whether only the kings are left, so that nobody can win, unless a king may win by reaching a region.
    pub fn has_only_kings(&self) -> bool {
        let rules = self.variant().rules();
        let may_race = rules.goals.iter().any(|goal| matches!(goal, Goal::Flag(_)));
        !may_race && rules.royal_kind.is_some() && self.board().occupied().count() == 2
    }

    /// The smallest set of pieces that gives mate: together they attack the king and every square that the king cannot enter
    /// because of an attack. docs/rules.md#check-mate-draw explains it.
    ///
    /// The squares beside the king with pieces of its own side do not count. If there are several smallest sets, the result
    /// is the one with the lowest squares.
    ///
    /// ```
    /// # use xxlchess_core::notation::{fen, variants_ini::Variants};
    /// let chess = Variants::built_in().find("chess").unwrap();
    /// let position = fen::parse(&chess, "R3k3/8/4K3/8/8/8/8/7N b - - 0 1").unwrap();
    /// let squares: Vec<_> = position.mating_pieces().into_iter().collect();
    /// assert_eq!(format!("{squares:?}"), "[e6, a8]");
    /// ```
    pub fn mating_pieces(&self) -> Bitboard {
        let (us, them) = (self.turn(), !self.turn());
        let Some(king) = self.royal_king(us) else { return Bitboard::EMPTY };
        let beside = self.steps_of_king(king).without(self.board().by_color(us));
        let attackers: Vec<Bitboard> = (beside | Bitboard::from_square(king))
            .into_iter()
            // The king cannot move away along the line of an attack, so it does not block attacks.
            .map(|square| self.attackers_without(square, them, king).without(Bitboard::from_square(square)))
            .filter(|attackers| attackers.any())
            .collect();
        // A piece from each set of attackers is enough, so the search finds a set of at most that size.
        let hit_all = |size| hitting_set(&attackers, size, Bitboard::EMPTY);
        (0..=attackers.len()).find_map(hit_all).unwrap_or_default()
    }

    /// Squares that a king on `king` could step to on an empty board.
    fn steps_of_king(&self, king: Square) -> Bitboard {
        let movements = self.variant().movements();
        let leaps = |royal| movements.of(royal).capture_leaps(self.turn(), king);
        self.variant().rules().royal_kind.map_or(Bitboard::EMPTY, leaps)
    }
}

/// Adds at most `size` squares to `chosen`, so that it has a square in common with each of `sets` (hitting set). None of
/// `sets` is empty.
fn hitting_set(sets: &[Bitboard], size: usize, chosen: Bitboard) -> Option<Bitboard> {
    let Some(&missed) = sets.iter().find(|set| !set.intersects(chosen)) else { return Some(chosen) };
    if size == 0 {
        return None;
    }
    missed.into_iter().find_map(|square| hitting_set(sets, size - 1, chosen | Bitboard::from_square(square)))
}
