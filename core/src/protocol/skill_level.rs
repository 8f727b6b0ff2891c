//! Searches at a skill level, for UCI and CECP.

use std::hash::{BuildHasher, RandomState};
use std::sync::atomic::AtomicBool;

use crate::engine::difficulty::{Difficulty, DifficultyPlayer, PlayStyle, search_by_budget};
use crate::engine::{Engine, Limits, Score, SearchEvent, SearchReport, SearchRequest};
use crate::rules::{Move, Position};

/// The game so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct GameSoFar<'a> {
    /// Keys of the positions before the present one.
    pub keys: &'a [u64],
    pub start: &'a Position,
    /// The moves since the start.
    pub moves: &'a [Move],
    /// A random number that is the same for the whole game.
    pub seed: u64,
}

/// A random number for a game.
pub(super) fn game_seed() -> u64 {
    RandomState::new().hash_one(())
}

/// Chooses a move at `difficulty`. Levels that do not use the full search ignore all `limits` but the time, and report no
/// event.
pub(super) fn go(
    engine: &mut Engine,
    difficulty: Difficulty,
    position: &Position,
    game: GameSoFar<'_>,
    limits: &Limits,
    stop: &AtomicBool,
    on_event: impl FnMut(&SearchEvent),
) -> SearchReport {
    let style = difficulty.row().style;
    let request = SearchRequest {
        search_moves: Some(limits.search_moves.clone()).filter(|moves| !moves.is_empty()),
        key_history: game.keys.to_vec(),
        line: Some((game.start.clone(), game.moves.to_vec())),
        seed: game.seed,
        ..SearchRequest::new(position.clone())
    };
    if let PlayStyle::Search(budget) = style {
        return search_by_budget(engine, budget, &request, limits, stop, on_event);
    }
    if !position.has_legal_move() {
        return engine.go(position, game.keys, limits, stop, on_event);
    }
    let best = DifficultyPlayer::with_style(style, 1)
        .with_clock(engine.options().clock)
        .search(&request, limits, stop);
    SearchReport::from_move(best, Score::Centipawns(0))
}

/// Creates a report with any legal move of `position`, for a search that has failed.
pub(super) fn first_move(position: &Position) -> SearchReport {
    SearchReport::from_move(position.legal_moves().first().copied(), Score::Centipawns(0))
}
