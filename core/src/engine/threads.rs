//! Lazy SMP: several threads search the same root and share the transposition table.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::rules::Position;

use super::history::History;
use super::score::{MATE_IN_MAX_PLY, Value};
use super::worker::{RootMove, SearchEvent, SharedState, Worker};

/// Weight of a thread's vote for its move, in addition to the centipawns by which its value is above the least one.
const VOTE_BASE: i64 = 14;

/// Result of one thread.
pub(super) struct ThreadResult {
    /// Depth of the last completed iteration.
    pub depth: u32,
    /// The root moves, the best first.
    pub root_moves: Vec<RootMove>,
}

impl ThreadResult {
    fn value(&self) -> Value {
        self.root_moves[0].last_value()
    }
}

/// Searches `position` with one thread for each of `histories`. The main thread is the one that calls the function.
///
/// The result is that of the main thread, or that of the thread whose move has [most votes](most_votes) if one line is
/// searched without a limit of depth.
pub(super) fn search(
    shared: &SharedState<'_>,
    histories: &mut [History],
    position: &Position,
    game_keys: &[u64],
    root_moves: &[RootMove],
    multi_pv: usize,
    on_event: &mut dyn FnMut(&SearchEvent),
) -> ThreadResult {
    let Some((main_history, helper_histories)) = histories.split_first_mut() else {
        unreachable!("there is a history for the main thread");
    };
    std::thread::scope(|scope| {
        let stop_helpers = StopHelpers(&shared.main_finished);
        let mut helpers = Vec::new();
        for history in helper_histories {
            let help = move || {
                let mut ignore = |_: &SearchEvent| {};
                let mut worker =
                    Worker::new(shared, history, position, game_keys, root_moves, false, &mut ignore);
                let depth = worker.iterative_deepening(1);
                ThreadResult { depth, root_moves: worker.root_moves }
            };
            match std::thread::Builder::new().spawn_scoped(scope, help) {
                Ok(helper) => helpers.push(helper),
                // The system cannot start more threads, so the search uses those that run.
                Err(_) => break,
            }
        }
        let mut worker =
            Worker::new(shared, main_history, position, game_keys, root_moves, true, &mut *on_event);
        let depth = worker.iterative_deepening(multi_pv);
        drop(stop_helpers);
        worker.report_nodes();
        let mut results = vec![ThreadResult { depth, root_moves: worker.root_moves }];
        if multi_pv <= 1 && shared.limits.depth.is_none() {
            // A helper that has panicked has no result.
            results.extend(helpers.into_iter().filter_map(|helper| helper.join().ok()));
        }
        let best = most_votes(&results);
        let result = results.swap_remove(best);
        if best > 0 {
            // The last line that is reported begins with the move that is returned.
            on_event(&SearchEvent::Variation(shared.info(&result.root_moves[0], result.depth, 1)));
        }
        result
    })
}

/// Index of the thread whose best move has most votes; among equal ones, the first.
///
/// Each thread votes for its best move. A vote is worth more the deeper the thread has searched and the greater its value is.
/// A thread that has found a mate is preferred, with the shortest mate for the side to move or the longest one against it.
fn most_votes(results: &[ThreadResult]) -> usize {
    let completed = || results.iter().filter(|result| result.depth > 0);
    let least = completed().map(ThreadResult::value).min().unwrap_or(0);
    let weight = |result: &ThreadResult| {
        (i64::from(result.value()) - i64::from(least) + VOTE_BASE) * i64::from(result.depth)
    };
    let rank = |result: &ThreadResult| {
        if result.depth == 0 {
            return None;
        }
        let mate = if result.value().abs() >= MATE_IN_MAX_PLY { result.value() } else { 0 };
        let same_move = |other: &&ThreadResult| other.root_moves[0].mv == result.root_moves[0].mv;
        let votes: i64 = completed().filter(same_move).map(weight).sum();
        Some((mate, votes, weight(result)))
    };
    let better =
        |best: usize, index: usize| if rank(&results[index]) > rank(&results[best]) { index } else { best };
    (0..results.len()).fold(0, better)
}

/// Stops the helper threads when it is dropped, also by a panic of the main thread. The scope waits for all threads.
struct StopHelpers<'a>(&'a AtomicBool);

impl Drop for StopHelpers<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::score::{mate_in, mated_in};
    use crate::rules::{Move, Square};

    fn result(depth: u32, file: u8, value: Value) -> ThreadResult {
        let mv = Move::normal(Square::new(file, 0), Square::new(file, 1));
        ThreadResult { depth, root_moves: vec![RootMove { value, ..RootMove::new(mv) }] }
    }

    /// Two threads that agree on a move outvote the main thread, and one of the two with a greater value is chosen.
    #[test]
    fn a_move_that_most_threads_prefer_is_chosen() {
        assert_eq!(most_votes(&[result(10, 0, 20), result(10, 1, 10), result(10, 1, 25)]), 2);
    }

    /// With equal votes for different moves the main thread decides.
    #[test]
    fn the_main_thread_decides_between_equal_votes() {
        assert_eq!(most_votes(&[result(10, 0, 20), result(10, 1, 20)]), 0);
    }

    /// A thread that has searched deeper outweighs the main thread. One without a completed iteration has no vote, whatever
    /// its value is.
    #[test]
    fn deeper_searches_weigh_more() {
        let none = -crate::engine::score::INFINITE;
        assert_eq!(most_votes(&[result(10, 0, 20), result(10, 1, 90), result(0, 2, none)]), 1);
        assert_eq!(most_votes(&[result(10, 0, 20), result(12, 1, 20)]), 1);
        assert_eq!(most_votes(&[result(10, 0, 20), result(0, 1, 900)]), 0);
    }

    /// The shortest mate is preferred to all votes. Of two threads that are both mated the one that is mated later decides,
    /// and a thread that sees no mate is preferred to both.
    #[test]
    fn mates_outweigh_votes() {
        assert_eq!(most_votes(&[result(9, 0, 30), result(9, 0, 30), result(4, 1, mate_in(5))]), 2);
        assert_eq!(most_votes(&[result(9, 0, mate_in(5)), result(9, 1, mate_in(3))]), 1);
        assert_eq!(most_votes(&[result(9, 0, mated_in(4)), result(9, 1, mated_in(8))]), 1);
        assert_eq!(most_votes(&[result(9, 0, mated_in(4)), result(9, 1, -300)]), 1);
    }
}
