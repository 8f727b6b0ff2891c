//! Lazy SMP: several threads search the same root and share the transposition table.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::rules::Position;

use super::history::History;
use super::worker::{RootMove, SearchEvent, SharedState, Worker};

/// Searches `position` with one thread for each of `histories`. The main thread is the one that calls the function.
///
/// Returns the depth of the last completed iteration and the root moves of the main thread, the best first.
pub(super) fn search(
    shared: &SharedState<'_>,
    histories: &mut [History],
    position: &Position,
    game_keys: &[u64],
    root_moves: &[RootMove],
    multi_pv: usize,
    on_event: &mut dyn FnMut(&SearchEvent),
) -> (u32, Vec<RootMove>) {
    let Some((main_history, helper_histories)) = histories.split_first_mut() else {
        unreachable!("there is a history for the main thread");
    };
    std::thread::scope(|scope| {
        let stop_helpers = StopHelpers(&shared.main_finished);
        for history in helper_histories {
            let help = move || {
                let mut ignore = |_: &SearchEvent| {};
                let mut worker =
                    Worker::new(shared, history, position, game_keys, root_moves, false, &mut ignore);
                worker.iterative_deepening(1);
            };
            if std::thread::Builder::new().spawn_scoped(scope, help).is_err() {
                // The system cannot start more threads, so the search uses those that run.
                break;
            }
        }
        let mut worker = Worker::new(shared, main_history, position, game_keys, root_moves, true, on_event);
        let depth = worker.iterative_deepening(multi_pv);
        drop(stop_helpers);
        worker.report_nodes();
        (depth, worker.root_moves)
    })
}

/// Stops the helper threads when it is dropped, also by a panic of the main thread. The scope waits for all threads.
struct StopHelpers<'a>(&'a AtomicBool);

impl Drop for StopHelpers<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
