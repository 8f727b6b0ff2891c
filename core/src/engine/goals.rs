//! Goals in the search: what the search does otherwise because of them, and wins by the next move.

use crate::rules::goals::{GameValue, Goal};
use crate::rules::{GenType, Move, Position, Variant};

use super::mate_solver::CheckFilter;
use super::parameters::SearchParameters;

/// What the search does otherwise in a variant because of its goals and of mandatory captures.
#[derive(Clone, Copy, Debug)]
pub struct GoalTraits {
    /// Factor of the margins of pruning. It is above 1 in variants in which one move can change the evaluation by much more
    /// than the value of a piece.
    volatility: i32,
    /// Number of plies at the start of quiescence in which quiet checks are searched.
    pub qs_checks_plies: usize,
    /// Whether checks are never pruned, because a side wins by a number of them.
    pub counts_checks: bool,
    /// Whether a side that can capture must capture.
    pub must_capture: bool,
    /// Whether [`wins_at_once`] can be true.
    pub can_win_at_once: bool,
}

impl GoalTraits {
    pub fn new(variant: &Variant) -> Self {
        let rules = variant.rules();
        let loses = |goal: &Goal| matches!(goal, Goal::Extinction(rule) if rule.value == GameValue::Loss);
        let (must_capture, counts_checks) = (rules.must_capture, variant.counts_checks());
        let can_win_at_once = counts_checks || rules.goals.iter().any(loses);
        Self {
            volatility: if must_capture {
                3
            } else if can_win_at_once {
                2
            } else {
                1
            },
            // Where captures are mandatory, an offer of a piece counts as a check. There are too many of them.
            qs_checks_plies: if must_capture {
                0
            } else if counts_checks {
                3
            } else {
                1
            },
            counts_checks,
            must_capture,
            can_win_at_once,
        }
    }

    /// Whether material and placement alone can be far from the evaluation.
    pub fn is_volatile(&self) -> bool {
        self.volatility > 1
    }

    /// Multiplies the margins of pruning by the factor for the variant.
    pub fn widen_margins(&self, parameters: &mut SearchParameters) {
        let margins = [
            &mut parameters.razoring_base,
            &mut parameters.razoring_per_depth_squared,
            &mut parameters.reverse_futility_per_depth,
            &mut parameters.reverse_futility_improving,
            &mut parameters.probcut_margin,
            &mut parameters.futility_quiet_base,
            &mut parameters.futility_quiet_per_depth,
            &mut parameters.futility_noisy_base,
            &mut parameters.futility_noisy_per_depth,
            &mut parameters.qs_futility_margin,
        ];
        margins.into_iter().for_each(|margin| *margin *= self.volatility);
    }
}

/// Whether the side to move can win by capturing the last piece of a kind or by giving the last check.
pub fn wins_at_once(position: &Position) -> bool {
    let turn = position.turn();
    let last = position.last_pieces(!turn);
    let may_capture = last.into_iter().any(|square| position.is_attacked(square, turn));
    let may_check = position.variant().counts_checks() && position.checks_left()[turn] == 1;
    if !may_capture && !may_check {
        return false;
    }
    let mut moves = Vec::new();
    position.generate(if may_check { GenType::All } else { GenType::Noisy }, &mut moves);
    let mut filter = CheckFilter::new(position);
    let mut after = position.clone();
    let mut wins = |mv: Move| {
        let undo = after.make(mv);
        let winner = after.reached_goal().and_then(|(_, winner)| winner);
        after.unmake(mv, &undo);
        winner == Some(turn)
    };
    moves.into_iter().any(|mv| (last.contains(mv.to) || may_check && filter.may_check(mv)) && wins(mv))
}
