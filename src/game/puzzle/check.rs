//! Checks of puzzles by the rules of chess, and by a search for other solutions.

use std::sync::atomic::AtomicBool;

use super::{Puzzle, PuzzleGoal, Unique};
use crate::engine::mate_solver::{Aborted, Solver, SolverGoal};
use crate::engine::{Bound, Engine, Limits, Options, Score, SearchEvent};
use crate::game::analysis::evaluation::LICHESS_SCALE;
use crate::game::analysis::evaluation_of;
use crate::notation::coords;
use crate::rules::{Color, Move, Position};

/// Size of the transposition table in MiB.
const HASH_MIB: usize = 16;
/// Positions that the mate solver may search for each node of the engine. Nodes of the solver cost much less time.
const SOLVER_NODES: u64 = 20;
/// Minimum difference of the winning chances of the best and the second-best move.
pub const MIN_GAP: f64 = 0.25;

/// The faults of a puzzle that can be seen without a search.
pub fn rule_faults(puzzle: &Puzzle) -> Vec<String> {
    let mut faults = Vec::new();
    if puzzle.rating.is_none() {
        faults.push("the rating is missing".to_owned());
    }
    if puzzle.themes.is_empty() {
        faults.push("the themes are missing".to_owned());
    }
    if puzzle.solution.is_empty() {
        faults.push("the solution is missing".to_owned());
    } else if let PuzzleGoal::Mate(moves) = puzzle.goal {
        let mut position = puzzle.position.clone();
        for &mv in &puzzle.solution {
            position.make(mv);
        }
        if !position.is_checkmate() {
            faults.push("the solution does not end with mate".to_owned());
        }
        let theme = format!("mate in {moves}");
        if puzzle.themes.iter().any(|name| name.starts_with("mate in ") && *name != theme) {
            faults.push(format!("the themes are those of another goal; expected {theme:?}"));
        }
    }
    faults
}

/// The best line of a position and the winning chances of the two best moves.
#[derive(Clone, Debug)]
pub struct BestMoves {
    /// The best line.
    pub line: Vec<Move>,
    /// The winning chances of the side to move after the best move, from 0 to 1.
    pub chances: f64,
    /// The score of the best move.
    pub score: Score,
    /// The winning chances after the second-best move; `None` if there is only one move.
    pub second: Option<f64>,
}

impl BestMoves {
    /// Difference of the winning chances of the best and the second-best move.
    pub fn gap(&self) -> f64 {
        self.second.map_or(1.0, |second| self.chances - second)
    }
}

/// The winning chances of the side to move.
pub fn chances(score: Score) -> f64 {
    evaluation_of(score, Color::White).winning_chances(Color::White, LICHESS_SCALE)
}

/// The two best moves that a search by `engine` finds. The tables of the engine are not cleared before it. `None` if
/// there is no legal move.
pub fn two_best(engine: &mut Engine, position: &Position, nodes: u64) -> Option<BestMoves> {
    let options = engine.options().clone();
    // Changing the number of lines allocates nothing, so this cannot fail.
    let _ = engine.set_options(Options { multi_pv: 2, ..options.clone() });
    let mut best: Option<BestMoves> = None;
    let report = engine.go(position, &[], &Limits::nodes(nodes), &AtomicBool::new(false), |event| {
        let SearchEvent::Variation(info) = event else { return };
        match &mut best {
            _ if info.bound != Bound::Exact => {}
            Some(best) if info.multi_pv == 2 => best.second = Some(chances(info.score)),
            _ if info.multi_pv == 1 => {
                let (line, score) = (info.pv.clone(), info.score);
                best = Some(BestMoves { line, chances: chances(score), score, second: None });
            }
            _ => {}
        }
    });
    let _ = engine.set_options(options);
    report.best_move()?;
    best
}

/// Searches for other solutions of puzzles. The result for a puzzle does not depend on earlier puzzles.
pub struct Checker {
    engine: Engine,
}

impl Default for Checker {
    fn default() -> Self {
        Self { engine: Engine::new(Options { hash_mib: HASH_MIB, multi_pv: 2, ..Options::default() }) }
    }
}

impl Checker {
    /// The two best moves that a search of `nodes` nodes finds; `None` if there is no legal move.
    pub fn best_moves(&mut self, position: &Position, nodes: u64) -> Option<BestMoves> {
        self.engine.new_game();
        two_best(&mut self.engine, position, nodes)
    }

    /// The fault that a search finds: a second solution, or that there is no solution. `None` if there is no fault.
    pub fn search_fault(&mut self, puzzle: &Puzzle, nodes: u64) -> Option<String> {
        let stop = AtomicBool::new(false);
        let proof = match puzzle.goal {
            PuzzleGoal::Best(_) => return self.line_fault(puzzle, nodes),
            PuzzleGoal::Mate(_) if puzzle.follows_line() => {
                let mut solver = Solver::new(SolverGoal::Mate, nodes.saturating_mul(SOLVER_NODES), &stop);
                mate_line_fault(puzzle, &mut solver)
            }
            _ => {
                let goal = puzzle.solver_goal()?;
                let mut solver = Solver::new(goal, nodes.saturating_mul(SOLVER_NODES), &stop);
                first_move_fault(puzzle, &mut solver)
            }
        };
        proof.unwrap_or_else(|Aborted| {
            Some("no proof within the nodes; expected fewer pieces or moves".to_owned())
        })
    }

    fn line_fault(&mut self, puzzle: &Puzzle, nodes: u64) -> Option<String> {
        let mut position = puzzle.position.clone();
        for (index, &mv) in puzzle.solution.iter().enumerate() {
            if index % 2 == 0 {
                let found = self.best_moves(&position, nodes)?;
                let text = coords::format_legal_move(&position, mv);
                if found.line.first() != Some(&mv) {
                    let better = found.line.first().map(|&mv| coords::format_legal_move(&position, mv));
                    return Some(format!("{} is better than {text}", better.unwrap_or_default()));
                }
                if found.gap() < MIN_GAP {
                    return Some(format!("{text} is not the only good move"));
                }
            }
            position.make(mv);
        }
        None
    }
}

/// The fault of a puzzle with the goal mate in which each move must be the only one that mates in time. Only the last
/// move may have alternatives.
fn mate_line_fault(puzzle: &Puzzle, solver: &mut Solver<'_>) -> Result<Option<String>, Aborted> {
    let mut position = puzzle.position.clone();
    for (index, &mv) in puzzle.solution.iter().enumerate() {
        let left = puzzle.moves().saturating_sub((index / 2).min(255) as u8);
        if index % 2 == 0 && (left > 1 || puzzle.moves() == 1) {
            let solutions = solver.solutions(&position, left)?;
            let text = coords::format_legal_move(&position, mv);
            if !solutions.contains(&mv) {
                return Ok(Some(format!("{text} does not force mate in {left}")));
            }
            if let Some(&other) = solutions.iter().find(|other| **other != mv) {
                let other = coords::format_legal_move(&position, other);
                return Ok(Some(format!("{other} forces mate in {left}, too")));
            }
        }
        position.make(mv);
    }
    Ok(None)
}

/// The fault that the mate solver finds at the first move of a puzzle.
fn first_move_fault(puzzle: &Puzzle, solver: &mut Solver<'_>) -> Result<Option<String>, Aborted> {
    let solutions = solver.solutions(&puzzle.position, puzzle.moves())?;
    let format = |mv: Move| coords::format_legal_move(&puzzle.position, mv);
    Ok(match (solutions.as_slice(), puzzle.solution.first()) {
        ([], _) => Some("the goal cannot be forced".to_owned()),
        (_, Some(&first)) if !solutions.contains(&first) => {
            Some(format!("{} does not reach the goal, but {} does", format(first), format(solutions[0])))
        }
        ([_, second, ..], _) if puzzle.unique == Unique::First => {
            Some(format!("{} solves it, too", format(*second)))
        }
        _ => None,
    })
}
