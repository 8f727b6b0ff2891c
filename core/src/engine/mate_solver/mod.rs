//! Mate solver: proves by an exhaustive search what a side can force in a problem.
//!
//! The search tries all moves against all defences and evaluates nothing. Three things make it fast: it tries checks and
//! the last refutation first, it has a table of solved positions, and it tries only checks as the last move.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//!
//! use xxlchess_core::engine::mate_solver::{self, Solver, SolverGoal};
//! use xxlchess_core::notation::{coords, fen, variants_ini::Variants};
//!
//! let chess = Variants::built_in().get("chess").unwrap();
//! let position = fen::parse(&chess, "7k/8/5K2/8/8/8/8/R7 w - - 0 1").unwrap();
//! let stop = AtomicBool::new(false);
//!
//! // The shortest mate has two moves: Kf7 and Kg6 force it.
//! let mut solver = Solver::new(SolverGoal::Mate, 100_000, &stop);
//! assert!(matches!(solver.shortest(&position, 4), Ok(Some((2, _)))));
//! let first_moves = solver.solutions(&position, 2).unwrap();
//! let texts: Vec<_> = first_moves.iter().map(|&mv| coords::format_move(&chess, mv)).collect();
//! assert!(texts.len() == 2 && ["f6f7", "f6g6"].iter().all(|mv| texts.iter().any(|text| text == mv)));
//!
//! let line = mate_solver::solution(&position, SolverGoal::Mate, 2, &stop).unwrap();
//! assert_eq!(line.len(), 3);
//! ```

mod check_filter;
mod solver;
#[cfg(test)]
mod tests;
mod verdict;

pub(super) use check_filter::CheckFilter;
pub use solver::{Aborted, Solver, SolverGoal};
pub use verdict::{ProblemReply, ProblemRequest, TriedMove, Verdict, check_move, solution};
