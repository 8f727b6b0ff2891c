//! Search for puzzles in games between weak players.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use xxlchess::engine::difficulty::{Difficulty, DifficultyPlayer};
use xxlchess::engine::mate_solver::{Solver, SolverGoal};
use xxlchess::engine::see_ge;
use xxlchess::engine::{Engine, Evaluator, Limits, Options, Player, Score, SearchRequest};
use xxlchess::game::puzzle::check::{BestMoves, Checker, chances, two_best};
use xxlchess::game::puzzle::{Puzzle, PuzzleGoal, Unique};
use xxlchess::rules::{Color, Move, Position, Variant};

use super::openings::{Opening, random_start};
use super::quotas::Quotas;
use super::rating::Levels;
use super::themes::themes;
use crate::next_random;

/// Most puzzles from one game.
const MOST: usize = 3;
/// Plies between two puzzles of a game.
const APART: usize = 4;
/// Nodes for each position of a game.
const QUICK_NODES: u64 = 1_000;
/// Nodes for positions with a mistake, the first time.
const FIRST_NODES: u64 = 10_000;
/// Nodes for each move of a line.
const LINE_NODES: u64 = 100_000;
/// Nodes that confirm the first move; few first, because they refute most wrong ones.
const CONFIRM_NODES: [u64; 2] = [400_000, 2_000_000];
/// Positions that the mate solver may search for a mate in 1, 2, …
const SOLVER_NODES: [u64; 4] = [20_000, 300_000, 1_500_000, 2_000_000];
/// The levels that play.
const LEVELS: std::ops::RangeInclusive<u8> = 3..=6;
/// At the start neither side may be so far ahead by the evaluation, in centipawns, or twice as far by a search.
const BALANCED: i32 = 350;
/// By how much the winning chances fall with the second-best move, at least.
const GAP: f64 = 0.35;
/// Winning chances with the best move, at least …
pub const WON: f64 = 0.70;
/// … or, if the second-best move loses, so many.
const SAVED: f64 = 0.42;
const LOST: f64 = 0.12;
/// Before the mistake the winning chances were at most this.
const ALREADY_WON: f64 = 0.80;
/// The same for mates in 1, and for longer ones.
const ALREADY_MATING: [f64; 2] = [0.96, 0.98];
/// A game has been decided when the winning chances have been this far from a half for so many plies.
const DECIDED: f64 = 0.48;
const DECIDED_FOR: usize = 8;
/// Most moves of a line.
const MAX_MOVES: usize = 5;

/// A puzzle and what tells it apart from near duplicates.
pub struct Found {
    /// The puzzle; it has no title yet.
    pub puzzle: Puzzle,
    /// See [`signature`].
    pub signature: String,
}

impl Found {
    /// Whether it has the themes and the first piece of another puzzle of the same game.
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

    /// The puzzles of the game that begins with `seed`, of the kinds that are wanted.
    pub fn game(&mut self, mut seed: u64, quotas: &Quotas, known: &BTreeSet<String>) -> Vec<Found> {
        let mut found: Vec<Found> = Vec::new();
        let mut last_found = None;
        self.quick.new_game();
        let opening = Opening::random(&mut seed);
        let mut position = random_start(opening, &self.variant, &mut seed, quotas);
        while self.evaluator.evaluate(&position).abs() > BALANCED {
            position = random_start(opening, &self.variant, &mut seed, quotas);
        }
        // A player for each side; the number after the last one is the quick search itself.
        // The higher levels take longer.
        let mut sides = [0; 2].map(|_: u8| [0, 0, 1, 1, 2, 2, 3][(next_random(&mut seed) % 7) as usize]);
        if next_random(&mut seed) % 10 < 6 {
            sides[(next_random(&mut seed) % 2) as usize] = self.players.len();
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
                seed: next_random(&mut seed),
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

    /// The puzzle in `position`, if there is a good one. `was`: the winning chances before the last move.
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

    /// The themes of `puzzle`.
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

    /// A mate in `moves` moves that has one solution.
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

    /// A line that wins, or saves the game, each of whose moves is the only good one.
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
        // To capture what can be captured is no puzzle.
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
        // The line ends with a move of the side that begins.
        solution.truncate(solution.len().div_ceil(2) * 2 - usize::from(!solution.is_empty()));
        if solution.len().is_multiple_of(2) {
            return None;
        }
        let moves = solution.len().div_ceil(2) as u8;
        let mut puzzle = Puzzle::new(String::new(), PuzzleGoal::Best(moves), position.clone());
        (puzzle.solution, puzzle.unique) = (solution, Unique::Line);
        Some(puzzle)
    }

    /// Whether there is nothing to see: a move that just captures what is undefended.
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
                // The only check there is.
                puzzle.moves() == 1 && checks.count() < 2
            }
            _ if puzzle.solution.len() == 1 => takes,
            _ => {
                // Capture after capture.
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

/// The moves of a mate each of which, the last one excepted, is the only one; against the longest defence.
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

/// Motif, pieces and key squares of a puzzle, seen from the king of the other side and the same for both colours and
/// wings. Near duplicates have the same.
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
