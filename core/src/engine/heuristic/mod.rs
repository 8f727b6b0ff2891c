//! Player that follows the six heuristic rules of the assignment and looks one move ahead.
//!
//! Each rule proposes moves. The first rule of [`Rule::ALL`] that proposes any move decides:
//!
//! 1. [`Rule::Mate`]: the move wins the game.
//! 2. [`Rule::Capture`]: the move wins material, whatever the reply is.
//! 3. [`Rule::Save`]: the most valuable threatened piece moves away.
//! 4. [`Rule::AttackKing`]: the move limits the enemy king.
//! 5. [`Rule::SafeSquare`]: the move loses nothing.
//! 6. [`Rule::Random`]: any move.
//!
//! [`Rule::SafeSquare`] also changes the other rules. If it is enabled, a move that saves a piece or attacks the king must
//! go to a safe square, and the better one of two equal captures is that on a safe square. A rule that proposes several
//! moves chooses one at random. A pawn promotes to the most valuable piece.
//!
//! A square is *safe* for a piece unless an enemy piece of lower value attacks it, or any enemy piece attacks it and no
//! piece of the same side defends it. A piece is *threatened* if its square is not safe. The king has no value: it is
//! never threatened, and its captures risk nothing. If a king can be captured, its capture wins as mate does, and moves
//! that leave the own king attacked are considered only if there are no others.
//!
//! ```
//! use rand::{SeedableRng, rngs::StdRng};
//! use xxlchess_core::engine::heuristic::{Rule, choose};
//! use xxlchess_core::notation::{coords, fen, variants_ini::Variants};
//!
//! let chess = Variants::built_in().get("chess").unwrap();
//! let position = fen::parse(&chess, "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1").unwrap();
//! let decision = choose(&position, &mut StdRng::seed_from_u64(1)).unwrap();
//! assert_eq!(coords::format_move(&chess, decision.mv), "e4d5");
//! assert_eq!(decision.rule, Rule::Capture);
//! ```

mod features;

use std::fmt;
use std::sync::atomic::AtomicBool;

use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};

use super::player::{Player, SearchRequest};
use crate::rules::{Move, Position};

use features::{MoveFeatures, features};

/// A rule by which a move is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rule {
    /// Win the game.
    Mate,
    /// Capture a piece that is worth more than the capturing piece. The greatest difference comes first.
    Capture,
    /// Move the most valuable threatened piece.
    Save,
    /// Attack the enemy king or a square beside it that was not attacked before.
    AttackKing,
    /// Move to a safe square.
    SafeSquare,
    /// Any legal move.
    Random,
}

impl Rule {
    /// All rules, in the order in which they are tried.
    pub const ALL: [Self; 6] =
        [Self::Mate, Self::Capture, Self::Save, Self::AttackKing, Self::SafeSquare, Self::Random];

    /// Name of the rule.
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

    /// Priority of a move by this rule; `None` if the rule does not propose the move.
    fn priority(self, features: &MoveFeatures, prefer_safe: bool) -> Option<i32> {
        let is_acceptable = features.is_safe || !prefer_safe;
        match self {
            Self::Mate => features.wins.then_some(0),
            // The gain is doubled, so that safety decides only between equal gains.
            Self::Capture => {
                features.gain.filter(|&gain| gain > 0).map(|gain| 2 * gain + i32::from(is_acceptable))
            }
            Self::Save => features.threatened.filter(|_| is_acceptable),
            Self::AttackKing => (features.attacks_king && is_acceptable).then_some(0),
            Self::SafeSquare => features.is_safe.then_some(0),
            Self::Random => Some(0),
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A chosen move and the rule that chose it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The move.
    pub mv: Move,
    /// The rule that proposed the move.
    pub rule: Rule,
}

/// Chooses a move by all rules. Returns `None` if there is no legal move.
pub fn choose(position: &Position, rng: &mut (impl Rng + ?Sized)) -> Option<Decision> {
    choose_by(&Rule::ALL, position, rng)
}

/// Chooses a move by some of the rules, which are tried in the order of the list. Returns `None` if none of them proposes a
/// move.
///
/// ```
/// # use rand::{SeedableRng, rngs::StdRng};
/// # use xxlchess_core::engine::heuristic::{Rule, choose_by};
/// # use xxlchess_core::{notation::variants_ini::Variants, rules::Position};
/// let start = Position::start(&Variants::built_in().get("xxl").unwrap()).unwrap();
/// let mut rng = StdRng::seed_from_u64(1);
/// assert_eq!(choose_by(&[Rule::Mate, Rule::Capture], &start, &mut rng), None);
/// ```
pub fn choose_by(rules: &[Rule], position: &Position, rng: &mut (impl Rng + ?Sized)) -> Option<Decision> {
    decide(rules, position, position.legal_moves(), rng)
}

fn decide(
    rules: &[Rule],
    position: &Position,
    moves: Vec<Move>,
    rng: &mut (impl Rng + ?Sized),
) -> Option<Decision> {
    let features = features(position, moves);
    let prefer_safe = rules.contains(&Rule::SafeSquare);
    let (rule, moves) = rules
        .iter()
        .map(|&rule| (rule, proposals(rule, &features, prefer_safe)))
        .find(|(_, moves)| !moves.is_empty())?;
    let mv = *moves.choose(rng)?;
    log::debug!("{rule}: {}{}, one of {} equal moves", mv.from, mv.to, moves.len());
    Some(Decision { mv, rule })
}

/// A player that follows the six rules. It chooses a move at once, so it ignores the stop flag and the clock.
#[derive(Clone, Copy, Debug, Default)]
pub struct HeuristicPlayer;

impl Player for HeuristicPlayer {
    fn choose_move(&mut self, request: &SearchRequest, _stop: &AtomicBool) -> Option<Move> {
        // With the number of the move in the seed, a position that repeats does not repeat the choice.
        let number = u64::from(request.position.fullmove_number());
        let mut rng = StdRng::seed_from_u64(request.seed.wrapping_add(number));
        decide(&Rule::ALL, &request.position, request.candidate_moves(), &mut rng).map(|decision| decision.mv)
    }
}

/// The moves with the highest priority by `rule`.
fn proposals(rule: Rule, features: &[MoveFeatures], prefer_safe: bool) -> Vec<Move> {
    let priority = |features: &MoveFeatures| {
        rule.priority(features, prefer_safe).map(|priority| (priority, features.is_best_promotion))
    };
    let Some(best) = features.iter().filter_map(priority).max() else { return Vec::new() };
    features.iter().filter(|features| priority(features) == Some(best)).map(|features| features.mv).collect()
}
