//! Solver of lessons: finds the fewest moves that complete a step.

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::AtomicBool;

use crate::engine::mate_solver;
use crate::rules::Move;

use super::{LessonState, MoveOutcome, Step};

/// Maximum number of states that the search finds, so that a hint comes at once.
const MAX_STATES: usize = 50_000;

/// The fewest moves of the learner that complete `step` from `state`, or `None` if there are none.
///
/// Against an opponent the mate solver finds them, otherwise a best-first search does.
pub fn solve(step: &Step, state: &LessonState) -> Option<Vec<Move>> {
    let Some(goal) = step.solver_goal() else {
        return if step.is_exercise() { search(step, state) } else { None };
    };
    let moves = step.moves.saturating_sub(state.made);
    let line = mate_solver::solution(&state.position, goal, moves, &AtomicBool::new(false))?;
    Some(line.into_iter().step_by(2).collect())
}

/// Best-first search over the states that the learner's moves lead to: those from which the fewest moves in all are
/// possible come first. A move collects one star at most, and captures one piece at most.
fn search(step: &Step, start: &LessonState) -> Option<Vec<Move>> {
    let key = |state: &LessonState| (state.position.key(), state.stars);
    let fewest =
        |state: &LessonState, made: usize| made + step.task.least_moves(state.stars, &state.position);
    let mut seen = HashMap::from([(key(start), 0)]);
    // States with equal estimates are visited in the order in which they were found.
    let mut open = BTreeMap::from([((fewest(start, 0), 0), (start.clone(), Vec::new()))]);
    let mut found = 0_usize;
    while let Some((_, (state, line))) = open.pop_first() {
        for mv in state.position.legal_moves() {
            let line: Vec<Move> = line.iter().copied().chain([mv]).collect();
            match step.outcome(&state, mv) {
                MoveOutcome::Done => return Some(line),
                MoveOutcome::Continue(..) if found >= MAX_STATES => {}
                MoveOutcome::Continue(next, _) => {
                    let made = seen.entry(key(&next)).or_insert(usize::MAX);
                    if line.len() < *made {
                        *made = line.len();
                        found += 1;
                        open.insert((fewest(&next, line.len()), found), (*next, line));
                    }
                }
                MoveOutcome::Failed(_) => {}
            }
        }
    }
    None
}
