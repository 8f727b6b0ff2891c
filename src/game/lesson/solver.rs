//! Solver of lessons: finds the fewest moves that complete a step.

use std::collections::{HashSet, VecDeque};
use std::sync::atomic::AtomicBool;

use crate::engine::mate_solver;
use crate::rules::Move;

use super::{LessonState, MoveOutcome, Step};

/// Maximum number of states that the breadth-first search visits, so that a hint comes at once.
const MAX_STATES: usize = 50_000;

/// The fewest moves of the learner that complete `step` from `state`, or `None` if there are none.
///
/// Against an opponent the mate solver finds them, otherwise a breadth-first search does.
pub fn solve(step: &Step, state: &LessonState) -> Option<Vec<Move>> {
    let Some(goal) = step.solver_goal() else {
        return if step.is_exercise() { search(step, state) } else { None };
    };
    let moves = step.moves.saturating_sub(state.made);
    let line = mate_solver::solution(&state.position, goal, moves, &AtomicBool::new(false))?;
    Some(line.into_iter().step_by(2).collect())
}

/// Breadth-first search over the states that the learner's moves lead to.
fn search(step: &Step, start: &LessonState) -> Option<Vec<Move>> {
    let key = |state: &LessonState| (state.position.key(), state.stars);
    let mut seen = HashSet::from([key(start)]);
    let mut open = VecDeque::from([(start.clone(), Vec::new())]);
    while let Some((state, line)) = open.pop_front() {
        for mv in state.position.legal_moves() {
            let line = || line.iter().copied().chain([mv]).collect();
            match step.outcome(&state, mv) {
                MoveOutcome::Done => return Some(line()),
                MoveOutcome::Continue(next, _) if seen.len() < MAX_STATES && seen.insert(key(&next)) => {
                    open.push_back((*next, line()));
                }
                MoveOutcome::Continue(..) | MoveOutcome::Failed(_) => {}
            }
        }
    }
    None
}
