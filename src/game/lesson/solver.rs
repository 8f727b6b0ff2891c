//! Solver of lessons: the fewest moves to the goal, by breadth-first search, or by the mate solver.

use std::collections::{HashSet, VecDeque};
use std::sync::atomic::AtomicBool;

use crate::engine::mate_solver;
use crate::rules::Move;

use super::{LessonGoal, LessonState, MoveOutcome, Step};

/// Most states that are searched: a step is small, so that a hint comes at once.
const MAX_STATES: usize = 50_000;

/// The fewest moves of the learner that reach the goal of `step` from `state`; `None` if there are none.
#[must_use]
pub fn solve(step: &Step, state: &LessonState) -> Option<Vec<Move>> {
    match step.goal {
        LessonGoal::Mate(_) | LessonGoal::Save(_) | LessonGoal::Win(..) => {
            let moves = step.moves.saturating_sub(state.made);
            let stop = AtomicBool::new(false);
            let line = mate_solver::solution(&state.position, step.solver_goal(), moves, &stop)?;
            Some(line.into_iter().step_by(2).collect())
        }
        LessonGoal::Free => None,
        _ => search(step, state),
    }
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
