//! The assignment's six rules of thumb as a player that looks one move ahead.
//!
//! The rules are asked in the order of [`Rule::ALL`], and the first that has a move to propose decides:
//!
//! 1. [`Rule::Mate`] stands first because nothing that comes after it matters.
//! 2. [`Rule::Capture`]: material won now is certain, whatever the answer.
//! 3. [`Rule::Save`]: material not lost is the next best; the most valuable piece under threat moves first.
//! 4. [`Rule::AttackKing`] is a plan, and worth no material.
//! 5. [`Rule::SafeSquare`]: any move that gives nothing away.
//! 6. [`Rule::Random`]: any move at all.
//!
//! [`Rule::SafeSquare`] is a preference over moves as well. While it is among the rules, a threatened piece moves
//! and a king is attacked only by moves to safe squares (moving from one threat into another saves nothing), and
//! of equal captures one on a safe square is taken. Where several moves are equal to the rule that decides, one
//! is drawn at random, and a pawn becomes the most valuable piece it may.
//!
//! A square is *safe* for a piece if no enemy piece of lower value attacks it, nor, where no own piece defends it,
//! any. A piece is *threatened* if the square it stands on is not safe for it: it is one definition. The king has
//! no value, is never counted as capturable, and stakes nothing when it captures itself. In variants where a king may
//! be captured, that wins as mate does, and moves that leave the own one attacked are thought of only if all do.

mod candidate;
mod values;

use std::fmt;
use std::sync::atomic::AtomicBool;

use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};

use super::{Player, SearchRequest};
use crate::rules::{Move, Position};

use candidate::{Candidate, candidates};

/// A reason for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rule {
    /// Checkmate the enemy king, or leave the enemy without a move where that wins.
    Mate,
    /// Capture a piece of higher value than the capturing one, by the largest difference.
    Capture,
    /// Move the most valuable piece that is under threat.
    Save,
    /// Attack the enemy king or a square beside it that was not under attack.
    AttackKing,
    /// Move to a square where the piece is under no threat.
    SafeSquare,
    /// Any legal move.
    Random,
}

impl Rule {
    /// All rules in their order of precedence.
    pub const ALL: [Self; 6] =
        [Self::Mate, Self::Capture, Self::Save, Self::AttackKing, Self::SafeSquare, Self::Random];

    /// The name in words.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Mate => "mate",
            Self::Capture => "capture a higher value",
            Self::Save => "save a threatened piece",
            Self::AttackKing => "attack the king",
            Self::SafeSquare => "go to a safe square",
            Self::Random => "random move",
        }
    }

    /// How much this rule wants the move, compared with other moves; `None` if it does not propose it.
    fn wish(self, candidate: &Candidate, prefer_safe: bool) -> Option<i32> {
        let acceptable = candidate.safe || !prefer_safe;
        match self {
            Self::Mate => candidate.wins.then_some(0),
            // Doubled to leave room for the preference between equal differences.
            Self::Capture => {
                candidate.gain.filter(|&gain| gain > 0).map(|gain| 2 * gain + i32::from(acceptable))
            }
            Self::Save => candidate.threatened.filter(|_| acceptable),
            Self::AttackKing => (candidate.presses_king && acceptable).then_some(0),
            Self::SafeSquare => candidate.safe.then_some(0),
            Self::Random => Some(0),
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A move, and the rule that chose it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The move.
    pub mv: Move,
    /// Why it is played.
    pub rule: Rule,
}

/// The move of the side to move, or `None` if it has no legal one.
pub fn choose(position: &Position, rng: &mut (impl Rng + ?Sized)) -> Option<Decision> {
    choose_by(&Rule::ALL, position, rng)
}

/// Like [`choose`], but by `rules` alone, in their order; `None` if none of them has a move to propose.
pub fn choose_by(rules: &[Rule], position: &Position, rng: &mut (impl Rng + ?Sized)) -> Option<Decision> {
    decide(rules, position, position.legal_moves(), rng)
}

/// The decision of `rules` between `moves`.
fn decide(
    rules: &[Rule],
    position: &Position,
    moves: Vec<Move>,
    rng: &mut (impl Rng + ?Sized),
) -> Option<Decision> {
    let candidates = candidates(position, moves);
    let prefer_safe = rules.contains(&Rule::SafeSquare);
    let (rule, moves) = rules
        .iter()
        .map(|&rule| (rule, proposals(rule, &candidates, prefer_safe)))
        .find(|(_, moves)| !moves.is_empty())?;
    let mv = *moves.choose(rng)?;
    log::debug!("{rule}: {}{}, one of {} that are equal to it", mv.from, mv.to, moves.len());
    Some(Decision { mv, rule })
}

/// The six rules as a thinker: one answer at once, whatever the time.
#[derive(Clone, Copy, Debug, Default)]
pub struct HeuristicPlayer;

impl Player for HeuristicPlayer {
    fn choose_move(&mut self, task: &SearchRequest, _stop: &AtomicBool) -> Option<Move> {
        let mut rng = StdRng::seed_from_u64(task.seed);
        decide(&Rule::ALL, &task.position, task.candidate_moves(), &mut rng).map(|decision| decision.mv)
    }
}

/// The moves that `rule` wants most, all equally.
fn proposals(rule: Rule, candidates: &[Candidate], prefer_safe: bool) -> Vec<Move> {
    let wish = |candidate: &Candidate| {
        rule.wish(candidate, prefer_safe).map(|wish| (wish, candidate.best_promotion))
    };
    let Some(best) = candidates.iter().filter_map(wish).max() else { return Vec::new() };
    candidates
        .iter()
        .filter(|candidate| wish(candidate) == Some(best))
        .map(|candidate| candidate.mv)
        .collect()
}
