//! Goals in the search: adjustments of the search, and wins by the next move.

use crate::rules::goals::{GameValue, Goal};
use crate::rules::{Bitboard, GenType, Move, MoveFlag, Position, Variant};

use super::mate_solver::CheckFilter;
use super::parameters::SearchParameters;

/// Adjustments of the search to the goals of a variant and to mandatory captures.
#[derive(Clone, Copy, Debug)]
pub struct GoalTraits {
    /// Factor of the margins of pruning. It is above 1 in variants in which one move can change the evaluation by much more
    /// than the value of a piece.
    volatility: i32,
    /// Number of plies at the start of quiescence in which quiet checks are searched.
    pub qs_checks_plies: usize,
    /// Whether moves that give check are never pruned, because a side wins by a number of them. Discovered checks are pruned
    /// like other moves.
    pub counts_checks: bool,
    /// Whether a side loses with the last piece of a kind.
    pub has_extinction: bool,
    /// Whether [`wins_at_once`] can be true.
    pub can_win_at_once: bool,
}

impl GoalTraits {
    pub fn new(variant: &Variant) -> Self {
        let rules = variant.rules();
        let loses = |goal: &Goal| matches!(goal, Goal::Extinction(rule) if rule.value == GameValue::Loss);
        let has_squares = rules.goals.iter().any(|goal| matches!(goal, Goal::Flag(_) | Goal::Connection(_)));
        let has_extinction = rules.goals.iter().any(loses);
        let (must_capture, counts_checks) = (rules.must_capture, variant.counts_checks());
        Self {
            volatility: if must_capture {
                3
            } else if counts_checks || has_extinction {
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
            has_extinction,
            can_win_at_once: counts_checks
                || has_extinction
                || has_squares
                || rules.capturable_king_kind.is_some(),
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

/// Whether the side to move can win by its next move: by capturing the king or the last piece of a kind, by giving the last
/// check, by reaching its region or by completing a row. `region` has the squares by which it may do so (see
/// `Evaluator::near_region`).
///
/// The content of `moves` is replaced.
pub fn wins_at_once(region: Bitboard, position: &mut Position, moves: &mut Vec<Move>) -> bool {
    wins_at_once_by(region, position, moves, |_| true)
}

/// Like [`wins_at_once`], but only moves count for which `is_seen` is true.
pub fn wins_at_once_by(
    region: Bitboard,
    position: &mut Position,
    moves: &mut Vec<Move>,
    is_seen: impl Fn(Move) -> bool,
) -> bool {
    if position.can_capture_king() {
        return true;
    }
    let turn = position.turn();
    let last = position.last_pieces(!turn);
    let victim = position.en_passant().map(|target| position.en_passant_victim(target));
    let by_en_passant = victim.is_some_and(|square| last.contains(square));
    let may_capture = by_en_passant || last.into_iter().any(|square| position.is_attacked(square, turn));
    let may_check = position.variant().counts_checks() && position.checks_left()[turn] == 1;
    if !may_capture && !may_check && region.is_empty() {
        return false;
    }
    let targets = last | region;
    let must_capture = position.must_capture();
    let with_quiets = may_check || region.any();
    moves.clear();
    position.generate_pseudo_legal(if with_quiets { GenType::All } else { GenType::Noisy }, moves);
    let mut filter = may_check.then(|| CheckFilter::new(position));
    moves.retain(|&mv| {
        let may_win = targets.contains(mv.to)
            || by_en_passant && mv.flag == MoveFlag::EnPassant
            || filter.as_mut().is_some_and(|filter| filter.may_check(mv));
        may_win && (!must_capture || position.is_capture(mv)) && is_seen(mv)
    });
    moves.iter().any(|&mv| {
        let undo = position.make(mv);
        let winner = position.reached_goal().and_then(|(_, winner)| winner);
        position.unmake(mv, &undo);
        winner == Some(turn) && position.is_safe_after(mv)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Evaluator;
    use crate::notation::fen;
    use crate::notation::variants_ini::Variants;

    /// White wins by the en passant capture of Black's last pawn. No other piece of White attacks a last piece, so White does
    /// not win at once when the right to capture en passant is gone.
    #[test]
    fn an_en_passant_capture_of_the_last_pawn_wins_by_extinction() {
        let variant = Variants::built_in().find("extinction").expect("built in");
        let wins = |target: &str| {
            let text = format!("rnbqkbnr/8/8/3pP3/8/8/8/RNBKQBNR w - {target} 0 9");
            let mut position = fen::parse(&variant, &text).expect("a legal position");
            wins_at_once(
                Evaluator::new(&variant).near_region(&position, position.turn()),
                &mut position,
                &mut Vec::new(),
            )
        };
        assert!(wins("d6"));
        assert!(!wins("-"));
    }
}
