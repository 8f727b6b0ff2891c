//! Searches at a level: the engine's own with less to think, or a player's who does not search.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::engine::levels::{Level, LevelPlayer, PlayStyle};
use crate::engine::{Engine, Info, Limits, Options, Outcome, Score, SearchRequest};
use crate::rules::{Move, Position};

/// What a player of `level` finds; only those who search report on the way.
///
/// The weaker levels look at the position alone, not at `limits`; they answer in a moment.
pub(super) fn go(
    engine: &mut Engine,
    level: Level,
    position: &Position,
    earlier_keys: &[u64],
    limits: &Limits,
    stop: &AtomicBool,
    on_info: impl FnMut(&Info),
) -> Outcome {
    let style = level.row().style;
    if let PlayStyle::Search(effort) = style {
        let all = engine.options().clone();
        let threads = if effort.all_threads { all.threads } else { 1 };
        // The size of the table stays, so that it cannot fail.
        let _ = engine.set_options(Options { threads, ..all.clone() });
        let outcome = engine.go(position, earlier_keys, &effort.apply_to(limits), stop, on_info);
        let _ = engine.set_options(all);
        return outcome;
    }
    if !position.has_legal_move() {
        return engine.go(position, earlier_keys, limits, stop, on_info);
    }
    let task = SearchRequest {
        position: position.clone(),
        search_moves: Some(limits.search_moves.clone()).filter(|moves| !moves.is_empty()),
        key_history: earlier_keys.to_vec(),
        time_left: None,
        increment: Duration::ZERO,
        seed: position.key(),
        deterministic: true,
    };
    unsearched(LevelPlayer::with_style(style, 1).search(&task, limits, stop))
}

/// Any legal move of `position`, where no better one can be found.
pub(super) fn first_move(position: &Position) -> Outcome {
    unsearched(position.legal_moves().first().copied())
}

/// A move of which nothing else is known.
fn unsearched(best: Option<Move>) -> Outcome {
    let (score, pv) = (Score::Centipawns(0), best.into_iter().collect());
    Outcome { best, ponder: None, score, depth: 0, nodes: 0, time: Duration::ZERO, pv }
}
