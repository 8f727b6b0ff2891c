//! Mate solver: exhaustive search for what a side can force in a problem, all moves against all defences.
//!
//! It evaluates nothing, so its answers are proofs. It is fast enough because of its move order (checks first, last
//! refutation first), a table of solved positions, and because only checks can mate on the last move.

mod check_filter;
mod solver;
#[cfg(test)]
mod tests;
mod verdict;

pub use solver::{Aborted, Solver, SolverGoal};
pub use verdict::{TriedMove, Verdict, check_move, solution};
