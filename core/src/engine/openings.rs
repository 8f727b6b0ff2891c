//! Random openings, for matches and for games that networks are trained with.

use std::sync::atomic::AtomicBool;

use rand::rngs::StdRng;
use rand::seq::IndexedRandom;

use super::{Engine, Limits, Score};
use crate::rules::{Move, Position};

/// Number of random plies of an opening.
pub const RANDOM_PLIES: usize = 8;
/// Number of random openings that are tried until one is balanced.
const TRIES: usize = 200;
/// Nodes of the search that decides whether an opening is balanced.
const NODES: u64 = 3_000;
/// Greatest score of a balanced opening, in centipawns for either side.
const BALANCED: u32 = 40;

/// Plays `plies` random moves from `start`. Returns the position and the moves, or `None` if they end the game.
pub fn random_opening(start: &Position, plies: usize, random: &mut StdRng) -> Option<(Position, Vec<Move>)> {
    let (mut position, mut moves) = (start.clone(), Vec::new());
    while position.outcome(1).is_none() {
        if moves.len() == plies {
            return Some((position, moves));
        }
        let mv = *position.legal_moves().choose(random)?;
        position.make(mv);
        moves.push(mv);
    }
    None
}

/// Returns a random opening in which a search of `engine` finds no advantage of more than 40 centipawns, or the most even
/// one of 200. Returns `None` if all of them end the game.
///
/// ```
/// use rand::{SeedableRng, rngs::StdRng};
/// use xxlchess_core::engine::{Engine, Options, openings};
/// use xxlchess_core::notation::variants_ini::Variants;
/// use xxlchess_core::rules::Position;
///
/// let start = Position::start(&Variants::built_in().get("chess").unwrap()).unwrap();
/// let mut engine = Engine::new(Options { hash_mib: 1, ..Options::default() });
/// let mut random = StdRng::seed_from_u64(1);
/// let (_, moves) = openings::balanced_opening(&mut engine, &start, 8, &mut random).unwrap();
/// assert_eq!(moves.len(), 8);
/// ```
pub fn balanced_opening(
    engine: &mut Engine,
    start: &Position,
    plies: usize,
    random: &mut StdRng,
) -> Option<(Position, Vec<Move>)> {
    let mut best = None;
    let mut least = u32::MAX;
    // Without random plies all openings are the same.
    let tries = if plies == 0 { 1 } else { TRIES };
    for opening in (0..tries).filter_map(|_| random_opening(start, plies, random)) {
        engine.new_game();
        let report = engine.go(&opening.0, &[], &Limits::nodes(NODES), &AtomicBool::new(false), |_| {});
        let advantage = match report.score {
            Score::Centipawns(score) => score.unsigned_abs(),
            Score::Mate(_) => u32::MAX,
        };
        if best.is_none() || advantage < least {
            (best, least) = (Some(opening), advantage);
        }
        if least <= BALANCED {
            break;
        }
    }
    best
}
