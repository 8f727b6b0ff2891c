//! Rating of a puzzle: from which of the levels of difficulty solve it, and from its length.

use std::sync::atomic::AtomicBool;

use xxlchess::engine::difficulty::{Difficulty, DifficultyPlayer};
use xxlchess::engine::{Player, SearchRequest};
use xxlchess::game::puzzle::Puzzle;
use xxlchess::rules::{Move, Position};

/// Ratings of the levels, from which that of a puzzle is estimated.
const LEVELS: [f64; Difficulty::STRONGEST.number() as usize] =
    [500.0, 650.0, 900.0, 1050.0, 1300.0, 1500.0, 1700.0, 1950.0, 2100.0, 2850.0];
/// Games of a level with errors against a puzzle.
const TRIES: u64 = 3;
/// The levels with errors: their moves depend on a seed.
const WITH_ERRORS: std::ops::RangeInclusive<u8> = 2..=6;
/// Least and greatest rating.
const RATINGS: (f64, f64) = (600.0, 2400.0);
/// The performance of levels all of which solve a puzzle, and how a further point of performance counts.
const EASIEST: f64 = 300.0;
const SPREAD: f64 = 1.0;
/// What each further move adds.
const FOR_EACH_MOVE: f64 = 60.0;
/// What a first move without capture, check or promotion adds.
const FOR_QUIET_MOVE: f64 = 80.0;
/// What each other check adds, up to so many.
const FOR_EACH_CHECK: (f64, usize) = (15.0, 10);
/// What each square of the first move's length adds, and each piece on the board: it takes longer to see.
const FOR_EACH_SQUARE: f64 = 8.0;
const FOR_EACH_PIECE: f64 = 2.0;

/// The levels, to solve puzzles.
pub struct Levels(Vec<DifficultyPlayer>);

impl Default for Levels {
    fn default() -> Self {
        Self(Difficulty::all().map(|level| DifficultyPlayer::new(level, 1)).collect())
    }
}

impl Levels {
    /// The rating of `puzzle`, rounded to tens.
    pub fn rating(&mut self, puzzle: &Puzzle) -> u16 {
        let mut solved = [0.0; LEVELS.len()];
        for (index, level) in Difficulty::all().enumerate() {
            let tries = if WITH_ERRORS.contains(&level.number()) { TRIES } else { 1 };
            if level == Difficulty::STRONGEST && solved[index - 1] + solved[index - 2] > 1.0 {
                // Two weaker levels of the same search have solved it; the strongest one takes long.
                solved[index] = 1.0;
                continue;
            }
            let count = (0..tries).filter(|&seed| self.solves(index, puzzle, seed)).count();
            solved[index] = count as f64 / tries as f64;
        }
        let rating = RATINGS.0
            + SPREAD * (performance(&solved) - EASIEST)
            + FOR_EACH_MOVE * f64::from(puzzle.moves().saturating_sub(1))
            + hidden(puzzle);
        // Between 600 and 2400.
        (rating.clamp(RATINGS.0, RATINGS.1) / 10.0).round() as u16 * 10
    }

    fn solves(&mut self, index: usize, puzzle: &Puzzle, seed: u64) -> bool {
        let stop = AtomicBool::new(false);
        let mut position = puzzle.position.clone();
        let mut keys = vec![position.key()];
        for (ply, &mv) in puzzle.solution.iter().enumerate() {
            if ply % 2 == 0 {
                let request = SearchRequest {
                    key_history: keys.clone(),
                    seed: seed * 100 + ply as u64,
                    ..SearchRequest::new(position.clone())
                };
                let Some(played) = self.0[index].choose_move(&request, &stop) else { return false };
                if played != mv {
                    return mates(&position, played);
                }
            }
            position.make(mv);
            keys.push(position.key());
        }
        true
    }
}

/// How much harder the first move is to see than to find by search.
fn hidden(puzzle: &Puzzle) -> f64 {
    let Some(&first) = puzzle.solution.first() else { return 0.0 };
    let position = &puzzle.position;
    let checks = |mv: Move| {
        let mut after = position.clone();
        after.make(mv);
        after.is_check()
    };
    let quiet = !position.is_capture(first) && first.promotion().is_none() && !checks(first);
    let other_checks = position.legal_moves().into_iter().filter(|&mv| mv != first && checks(mv)).count();
    let length = first.from.file().abs_diff(first.to.file()).max(first.from.rank().abs_diff(first.to.rank()));
    (if quiet { FOR_QUIET_MOVE } else { 0.0 })
        + FOR_EACH_CHECK.0 * other_checks.min(FOR_EACH_CHECK.1) as f64
        + FOR_EACH_SQUARE * f64::from(length)
        + FOR_EACH_PIECE * f64::from(position.board().occupied().count())
}

fn mates(position: &Position, mv: Move) -> bool {
    let mut after = position.clone();
    after.make(mv);
    after.is_check() && !after.has_legal_move()
}

/// The rating of an opponent against whom the levels would score what they did, spread over the range of ratings.
fn performance(solved: &[f64; LEVELS.len()]) -> f64 {
    let expected = |rating: f64| {
        LEVELS.iter().map(|level| 1.0 / (1.0 + 10_f64.powf((rating - level) / 400.0))).sum::<f64>()
    };
    let score = solved.iter().sum::<f64>();
    let (mut low, mut high) = (EASIEST, 3500.0);
    while high - low > 1.0 {
        let middle = (low + high) / 2.0;
        if expected(middle) > score { low = middle } else { high = middle }
    }
    low
}
