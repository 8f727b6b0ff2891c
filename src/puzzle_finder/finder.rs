//! Search for puzzles in games between weak players.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::engine::difficulty::{Difficulty, DifficultyPlayer};
use crate::engine::mate_solver::{Solver, SolverGoal};
use crate::engine::see_ge;
use crate::engine::{Engine, Evaluator, Limits, Options, Player, Score, SearchRequest};
use crate::game::puzzle::check::{BestMoves, Checker, chances, two_best};
use crate::game::puzzle::{Puzzle, PuzzleGoal, Unique};
use crate::rules::{Color, Move, Position, Variant};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

use super::openings::{Opening, random_start};
use super::quotas::Quotas;
use super::rating::Levels;
use super::themes::{WON, themes};

/// Largest number of puzzles from one game.
const MOST: usize = 3;
/// Least number of plies between two puzzles of a game.
const APART: usize = 4;
/// Nodes of the search of each position of a game.
const QUICK_NODES: u64 = 1_000;
/// Nodes of the first search of a position after a mistake.
const FIRST_NODES: u64 = 10_000;
/// Nodes of the search for each move of a solution.
const LINE_NODES: u64 = 100_000;
/// Nodes of the searches that confirm the first move. The short one comes first, because it refutes most wrong moves.
const CONFIRM_NODES: [u64; 2] = [400_000, 2_000_000];
/// Largest number of positions that the mate solver searches for a mate in 1, 2, 3 and 4.
const SOLVER_NODES: [u64; 4] = [20_000, 300_000, 1_500_000, 2_000_000];
/// Levels of difficulty that play the games.
const LEVELS: std::ops::RangeInclusive<u8> = 3..=6;
/// Number of random positions of which the first one without a large advantage is the start of a game.
const STARTS: usize = 1000;
/// Largest advantage at the start of a game by the evaluation, in centipawns. By a search it may be twice as large.
const BALANCED: i32 = 350;
/// Least difference of the winning chances with the best and the second-best move.
const GAP: f64 = 0.35;
/// Winning chances from which a position counts as saved.
const SAVED: f64 = 0.42;
/// Winning chances up to which a position counts as lost.
const LOST: f64 = 0.12;
/// Largest winning chances before the mistake for a puzzle that is no mate.
const ALREADY_WON: f64 = 0.80;
/// Largest winning chances before the mistake for a mate in 1, and for a longer mate.
const ALREADY_MATING: [f64; 2] = [0.96, 0.98];
/// Distance of the winning chances from a half from which a position counts as decided.
const DECIDED: f64 = 0.48;
/// Number of decided plies in a row after which a game ends.
const DECIDED_FOR: usize = 8;
/// Largest number of moves of a solution.
const MAX_MOVES: usize = 5;

/// A puzzle with its signature.
pub struct Found {
    /// The puzzle, without a title.
    pub puzzle: Puzzle,
    /// Result of [`signature`], by which near duplicates are found.
    pub signature: String,
}

impl Found {
    /// Whether both puzzles have the same themes and the same kind of piece moves first.
    fn is_like(&self, other: &Self) -> bool {
        self.puzzle.themes == other.puzzle.themes && self.puzzle.hero() == other.puzzle.hero()
    }
}

/// Plays games and looks for puzzles in them.
pub struct Finder {
    variant: Arc<Variant>,
    evaluator: Evaluator,
    quick: Engine,
    checker: Checker,
    levels: Levels,
    players: Vec<DifficultyPlayer>,
}

impl Finder {
    /// A finder of puzzles of `variant`.
    pub fn new(variant: &Arc<Variant>) -> Self {
        let players = LEVELS.map(|level| DifficultyPlayer::new(Difficulty::new(level), 1)).collect();
        Self {
            variant: Arc::clone(variant),
            evaluator: Evaluator::new(variant),
            quick: Engine::new(Options { hash_mib: 8, ..Options::default() }),
            checker: Checker::default(),
            levels: Levels::default(),
            players,
        }
    }

    /// Plays the game of `seed` and returns those of its puzzles that `quotas` has room for and that are not `known`.
    pub fn game(&mut self, seed: u64, quotas: &Quotas, known: &BTreeSet<String>) -> Vec<Found> {
        let mut rng = StdRng::seed_from_u64(seed);
        let mut found: Vec<Found> = Vec::new();
        let mut last_found = None;
        self.quick.new_game();
        let opening = Opening::random(&mut rng);
        let start = |_| {
            let position = random_start(opening, &self.variant, &mut rng, quotas)?;
            (self.evaluator.evaluate(&position).abs() <= BALANCED).then_some(position)
        };
        let Some(mut position) = (0..STARTS).find_map(start) else { return found };
        // Index of the player of each side. The highest level takes the longest and is chosen less often.
        let mut sides = [(); 2].map(|()| *[0, 0, 1, 1, 2, 2, 3].choose(&mut rng).expect("not empty"));
        // In six games of ten the quick search plays one side, for which the index is beyond the last player.
        if rng.random_ratio(6, 10) {
            sides[rng.random_range(..2_usize)] = self.players.len();
        }
        let mut decided_for = 0;
        let mut keys = vec![position.key()];
        let mut before: Option<(Position, Move, f64)> = None;
        for ply in 0..opening.plies() {
            let report =
                self.quick.go(&position, &keys, &Limits::nodes(QUICK_NODES), &AtomicBool::new(false), |_| {});
            let Some(best) = report.best_move() else { break };
            if ply == 0 && !matches!(report.score, Score::Centipawns(value) if value.abs() <= 2 * BALANCED) {
                break;
            }
            if keys.iter().filter(|&&key| key == position.key()).count() > 2 {
                break;
            }
            let now = chances(report.score);
            decided_for = if (now - 0.5).abs() > DECIDED { decided_for + 1 } else { 0 };
            if decided_for > DECIDED_FOR {
                break;
            }
            if let Some((before, last, was)) = &before
                && last_found.is_none_or(|last| ply >= last + APART)
                && let Some(puzzle) =
                    self.puzzle(before, *last, 1.0 - was, &position, (report.score, best), quotas, known)
                && !found.iter().any(|other| puzzle.is_like(other))
            {
                last_found = Some(ply);
                found.push(puzzle);
                if found.len() == MOST {
                    break;
                }
            }
            let side = sides[usize::from(position.turn() == Color::Black)];
            let request = SearchRequest {
                key_history: keys.clone(),
                seed: rng.random(),
                ..SearchRequest::new(position.clone())
            };
            let mv = match self.players.get_mut(side) {
                Some(player) => player.choose_move(&request, &AtomicBool::new(false)).unwrap_or(best),
                None => best,
            };
            before = Some((position.clone(), mv, now));
            position.make(mv);
            keys.push(position.key());
        }
        found
    }

    /// The puzzle in `position`, if there is a good one. `was` are the winning chances before the move `last`.
    #[expect(clippy::too_many_arguments, reason = "all of them describe one position of a game")]
    fn puzzle(
        &mut self,
        before: &Position,
        last: Move,
        was: f64,
        position: &Position,
        (score, best): (Score, Move),
        quotas: &Quotas,
        known: &BTreeSet<String>,
    ) -> Option<Found> {
        let recaptures = (before.is_capture(last) || last.promotion().is_some()) && best.to == last.to;
        let mut puzzle = match score {
            _ if recaptures => return None,
            Score::Mate(moves @ 1..=4) if was < ALREADY_MATING[usize::from(moves > 1)] => {
                self.mate(position, u8::try_from(moves).ok()?, best, quotas)?
            }
            Score::Mate(..=4) => return None,
            _ => self.win(position, chances(score), was, best, quotas)?,
        };
        puzzle.last_move = Some((last, before.clone().make(last)));
        puzzle.themes = self.themes(&puzzle);
        if puzzle.themes.is_empty() || self.is_dull(&puzzle) {
            return None;
        }
        let signature = signature(&puzzle);
        if known.contains(&signature) {
            return None;
        }
        puzzle.rating = Some(self.levels.rating(&puzzle));
        if !quotas.wants(&puzzle) {
            return None;
        }
        if !matches!(puzzle.goal, PuzzleGoal::Mate(_)) {
            for nodes in CONFIRM_NODES {
                let confirmed = self.checker.best_moves(position, nodes)?;
                if confirmed.line.first() != puzzle.solution.first() || confirmed.gap() < GAP {
                    return None;
                }
            }
        }
        Some(Found { puzzle, signature })
    }

    /// Finds the themes of `puzzle`, with best play from its first and last position if it is no mate.
    pub fn themes(&mut self, puzzle: &Puzzle) -> Vec<String> {
        if let PuzzleGoal::Mate(_) = puzzle.goal {
            return themes(&self.evaluator, puzzle, None, &[]);
        }
        let mut end = puzzle.position.clone();
        puzzle.solution.iter().for_each(|&mv| {
            end.make(mv);
        });
        let chances = self.checker.best_moves(&puzzle.position, LINE_NODES).map(|found| found.chances);
        let continuation = self.checker.best_moves(&end, LINE_NODES).map(|found| found.line);
        themes(&self.evaluator, puzzle, chances, &continuation.unwrap_or_default())
    }

    /// The puzzle of a mate in at most `moves` moves that has one solution.
    fn mate(&mut self, position: &Position, moves: u8, best: Move, quotas: &Quotas) -> Option<Puzzle> {
        let hero = position.board().piece_at(best.from)?.kind;
        let scarce = quotas.scarce().contains(&hero);
        if !scarce && (!quotas.wants_mate(moves) || !quotas.wants_hero(hero))
            || position.legal_moves().len() < 4
        {
            return None;
        }
        let stop = AtomicBool::new(false);
        let mut solver = Solver::new(SolverGoal::Mate, SOLVER_NODES[usize::from(moves) - 1], &stop);
        let (moves, _) = solver.shortest(position, moves).ok()??;
        let line = mate_line(position, moves, &mut solver)?;
        let mut puzzle = Puzzle::new(String::new(), PuzzleGoal::Mate(moves), position.clone());
        (puzzle.solution, puzzle.unique) = (line, Unique::Line);
        Some(puzzle)
    }

    /// The puzzle of a line that wins or saves the game, if each of its moves is the only good one.
    fn win(
        &mut self,
        position: &Position,
        now: f64,
        was: f64,
        best: Move,
        quotas: &Quotas,
    ) -> Option<Puzzle> {
        let hero = position.board().piece_at(best.from)?.kind;
        let wins = now >= WON - 0.1 && was <= ALREADY_WON && now - was >= 0.2;
        let saves = position.is_check() && (SAVED - 0.1..WON).contains(&now);
        // A move that only captures an undefended piece is no puzzle.
        let takes = position.is_capture(best) && see_ge(&self.evaluator, position, best, 150);
        if !wins && !saves || takes || !quotas.wants_hero(hero) || position.legal_moves().len() < 4 {
            return None;
        }
        let good = |found: &BestMoves, gap: f64| {
            let saves = found.chances >= SAVED && found.second.is_none_or(|second| second <= LOST);
            (found.chances >= WON || saves) && found.gap() >= gap
        };
        let mut current = position.clone();
        let mut solution = Vec::new();
        while solution.len() < 2 * MAX_MOVES {
            if !good(&two_best(&mut self.quick, &current, FIRST_NODES)?, GAP - 0.1) {
                break;
            }
            let found = self.checker.best_moves(&current, LINE_NODES)?;
            if let (Score::Mate(moves @ 1..=4), true) = (found.score, solution.is_empty()) {
                return self.mate(position, u8::try_from(moves).ok()?, best, quotas);
            }
            if !good(&found, GAP) {
                break;
            }
            let mv = *found.line.first()?;
            current.make(mv);
            solution.push(mv);
            let Some(&reply) = found.line.get(1) else { break };
            current.make(reply);
            solution.push(reply);
        }
        // The line must end with a move of the side that begins.
        if solution.len().is_multiple_of(2) {
            solution.pop();
        }
        if solution.is_empty() {
            return None;
        }
        let moves = solution.len().div_ceil(2) as u8;
        let mut puzzle = Puzzle::new(String::new(), PuzzleGoal::Best(moves), position.clone());
        (puzzle.solution, puzzle.unique) = (solution, Unique::Line);
        Some(puzzle)
    }

    /// Whether the solution is obvious: the only check there is, or captures of undefended pieces.
    fn is_dull(&self, puzzle: &Puzzle) -> bool {
        let Some(&first) = puzzle.solution.first() else { return true };
        let position = &puzzle.position;
        let captures = position.is_capture(first);
        let takes = captures && see_ge(&self.evaluator, position, first, 150);
        match puzzle.goal {
            PuzzleGoal::Mate(_) => {
                let checks = position.legal_moves().into_iter().filter(|&mv| {
                    let mut after = position.clone();
                    after.make(mv);
                    after.is_check()
                });
                // A mate in 1 by the only check is found by trying it.
                puzzle.moves() == 1 && checks.count() < 2
            }
            _ if puzzle.solution.len() == 1 => takes,
            _ => {
                // A line in which every move of the solver captures an undefended piece is dull.
                let mut after = position.clone();
                let mut all = true;
                for (ply, &mv) in puzzle.solution.iter().enumerate() {
                    all &= ply % 2 == 1 || after.is_capture(mv) && see_ge(&self.evaluator, &after, mv, 100);
                    after.make(mv);
                }
                takes && all
            }
        }
    }
}

/// The moves of a mate against the longest defence, or `None` if a move other than the last one has an alternative.
fn mate_line(position: &Position, moves: u8, solver: &mut Solver<'_>) -> Option<Vec<Move>> {
    let mut position = position.clone();
    let solutions = solver.solutions(&position, moves).ok()?;
    let [mut mv] = solutions[..] else { return None };
    let mut line = Vec::new();
    for left in (1..moves).rev() {
        line.push(mv);
        position.make(mv);
        let mut best: Option<((bool, bool), Move, Move)> = None;
        for reply in position.legal_moves() {
            let captures = position.is_capture(reply);
            let mut after = position.clone();
            after.make(reply);
            if left > 1 && solver.shortest(&after, left - 1).ok()?.is_some() {
                continue;
            }
            let solutions = solver.solutions(&after, left).ok()?;
            let Some(&next) = solutions.first() else { continue };
            let unique = solutions.len() == 1;
            if (unique || left == 1) && best.is_none_or(|(worth, ..)| (unique, captures) > worth) {
                best = Some(((unique, captures), reply, next));
            }
        }
        let (_, reply, next) = best?;
        line.push(reply);
        position.make(reply);
        mv = next;
    }
    line.push(mv);
    Some(line)
}

/// Text that is the same for near duplicates: themes, kinds of pieces, and target squares relative to the enemy king. It
/// depends neither on the colours nor on the wing.
pub fn signature(puzzle: &Puzzle) -> String {
    let us = puzzle.side();
    let mut position = puzzle.position.clone();
    let mut text = puzzle.themes.join(",");
    for (ply, &mv) in puzzle.solution.iter().enumerate() {
        let king = position.king_square(!us).unwrap_or(mv.to);
        if ply % 2 == 0 {
            let kind = position.board().piece_at(mv.from).map(|piece| piece.kind.index());
            let victim = position.board().piece_at(mv.to).map(|piece| piece.kind.index());
            let ranks = i16::from(mv.to.rank()) - i16::from(king.rank());
            let ranks = if us == Color::White { ranks } else { -ranks };
            let files = mv.to.file().abs_diff(king.file());
            text.push_str(&format!(";{kind:?}{victim:?}{files}:{ranks}"));
        }
        position.make(mv);
    }
    text
}
