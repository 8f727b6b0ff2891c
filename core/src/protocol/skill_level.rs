//! Searches at a skill level, for UCI and CECP.

use std::sync::atomic::AtomicBool;

use crate::engine::difficulty::{Difficulty, DifficultyPlayer, PlayStyle};
use crate::engine::{Engine, Limits, Options, Score, SearchEvent, SearchReport, SearchRequest};
use crate::rules::Position;

/// Chooses a move at `difficulty`. Levels that do not use the full search ignore all `limits` but the time, and report no
/// event.
pub(super) fn go(
    engine: &mut Engine,
    difficulty: Difficulty,
    position: &Position,
    game_keys: &[u64],
    limits: &Limits,
    stop: &AtomicBool,
    on_event: impl FnMut(&SearchEvent),
) -> SearchReport {
    let style = difficulty.row().style;
    if let PlayStyle::Search(budget) = style {
        let options = engine.options().clone();
        let threads = if budget.nodes.is_none() { options.threads } else { 1 };
        // This cannot fail, because the size of the table stays the same.
        let _ = engine.set_options(Options { threads, ..options.clone() });
        let report = engine.go(position, game_keys, &budget.apply_to(limits), stop, on_event);
        let _ = engine.set_options(options);
        return report;
    }
    if !position.has_legal_move() {
        return engine.go(position, game_keys, limits, stop, on_event);
    }
    let request = SearchRequest {
        search_moves: Some(limits.search_moves.clone()).filter(|moves| !moves.is_empty()),
        key_history: game_keys.to_vec(),
        seed: position.key(),
        ..SearchRequest::new(position.clone())
    };
    let best = DifficultyPlayer::with_style(style, 1)
        .with_clock(engine.options().clock)
        .search(&request, limits, stop);
    SearchReport::from_move(best, Score::Centipawns(0))
}

/// Creates a report with any legal move of `position`, for a search that has failed.
pub(super) fn first_move(position: &Position) -> SearchReport {
    SearchReport::from_move(position.legal_moves().first().copied(), Score::Centipawns(0))
}
