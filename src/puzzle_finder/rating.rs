//! Rating of a puzzle by the levels of difficulty that solve it, by its length and by how visible its first move is.

use std::sync::atomic::AtomicBool;

use crate::engine::difficulty::{Difficulty, DifficultyPlayer};
use crate::engine::{Player, SearchRequest};
use crate::game::puzzle::{Puzzle, PuzzleGoal};
use crate::rules::{Move, Position};

/// Number of levels of difficulty that have a rating.
const LEVELS: usize = Difficulty::STRONGEST.number() as usize;
/// Number of times that a level with errors tries a puzzle.
const TRIES: u64 = 3;
/// Levels with errors, whose moves depend on a seed.
const WITH_ERRORS: std::ops::RangeInclusive<u8> = 1..=6;
/// Least and greatest rating of a puzzle.
const RATINGS: (f64, f64) = (600.0, 2400.0);
/// Performance of the levels if all of them solve a puzzle.
const EASIEST: f64 = 300.0;
/// Points of rating for each point of performance above [`EASIEST`].
const SPREAD: f64 = 1.0;
/// Points for each move after the first one.
const FOR_EACH_MOVE: f64 = 60.0;
/// Points for a first move without capture, check or promotion.
const FOR_QUIET_MOVE: f64 = 80.0;
/// Points for each other check in the first position, and the largest number of checks that count.
const FOR_EACH_CHECK: (f64, usize) = (15.0, 10);
/// Points for each square that the first move is long, because a long move takes longer to see.
const FOR_EACH_SQUARE: f64 = 8.0;
/// Points for each piece on the board, because a full board takes longer to see.
const FOR_EACH_PIECE: f64 = 2.0;
/// Greatest rating of a mate in one that is the only check.
const LONE_CHECK: f64 = 900.0;
/// Points added to [`LONE_CHECK`] for each further move of a mate by checks.
const FOR_EACH_CHECKING_MOVE: f64 = 100.0;
/// Points added to [`LONE_CHECK`] for each doubling of the number of lines of checks.
const FOR_EACH_DOUBLING: f64 = 50.0;
/// Greatest rating of a puzzle of one move in which only one move is a candidate: a capture, check or promotion, or any
/// move out of check.
const LONE_CANDIDATE: f64 = 1200.0;
/// Points added to [`LONE_CANDIDATE`] for each further move.
const FOR_EACH_MOVE_AFTER: f64 = 150.0;
/// Points added to [`LONE_CANDIDATE`] for each doubling of the number of candidates.
const FOR_EACH_DOUBLING_OF_CANDIDATES: f64 = 150.0;

/// Players of all levels of difficulty, which try to solve puzzles.
pub struct Levels(Vec<DifficultyPlayer>);

impl Default for Levels {
    fn default() -> Self {
        Self(Difficulty::all().skip(1).map(|level| DifficultyPlayer::new(level, 1)).collect())
    }
}

impl Levels {
    /// The rating of `puzzle`, rounded to tens.
    pub fn rating(&mut self, puzzle: &Puzzle) -> u16 {
        let mut solved = [0.0; LEVELS];
        for (index, level) in Difficulty::all().skip(1).enumerate() {
            let tries = if WITH_ERRORS.contains(&level.number()) { TRIES } else { 1 };
            if level == Difficulty::STRONGEST && solved[index - 1] + solved[index - 2] > 1.0 {
                // The two levels below have solved the puzzle, and the strongest level takes long.
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
        let most = [most_by_checks(puzzle), most_by_candidates(puzzle)];
        let rating = most.into_iter().flatten().fold(rating, f64::min);
        // A rating between 600 and 2400 fits into the type.
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

/// Points for a first move that a person overlooks more easily than a search does.
fn hidden(puzzle: &Puzzle) -> f64 {
    let Some(&first) = puzzle.solution.first() else { return 0.0 };
    let position = &puzzle.position;
    let quiet = !position.is_capture(first) && first.promotion().is_none() && !gives_check(position, first);
    let other_checks = checks(position) - usize::from(gives_check(position, first));
    let length = first.from.file().abs_diff(first.to.file()).max(first.from.rank().abs_diff(first.to.rank()));
    (if quiet { FOR_QUIET_MOVE } else { 0.0 })
        + FOR_EACH_CHECK.0 * other_checks.min(FOR_EACH_CHECK.1) as f64
        + FOR_EACH_SQUARE * f64::from(length)
        + FOR_EACH_PIECE * f64::from(position.board().occupied().count())
}

/// Greatest rating of a mate all of whose moves are checks, or `None` for other puzzles.
///
/// It depends on the number of lines that a person has to try: the product of the numbers of checks and of replies at each
/// move of the solution.
fn most_by_checks(puzzle: &Puzzle) -> Option<f64> {
    let PuzzleGoal::Mate(moves) = puzzle.goal else { return None };
    let mut position = puzzle.position.clone();
    let mut lines = 1;
    for (ply, &mv) in puzzle.solution.iter().enumerate() {
        if ply % 2 == 1 {
            lines *= position.legal_moves().len();
        } else if gives_check(&position, mv) {
            lines *= checks(&position);
        } else {
            return None;
        }
        position.make(mv);
    }
    Some(
        LONE_CHECK
            + FOR_EACH_CHECKING_MOVE * f64::from(moves.saturating_sub(1))
            + FOR_EACH_DOUBLING * (lines as f64).log2(),
    )
}

/// Greatest rating of a puzzle that begins in check, or with a capture, check or promotion, by the number of such moves.
/// `None` for other puzzles.
fn most_by_candidates(puzzle: &Puzzle) -> Option<f64> {
    let position = &puzzle.position;
    let is_candidate = |mv: Move| {
        position.is_check()
            || position.is_capture(mv)
            || mv.promotion().is_some()
            || gives_check(position, mv)
    };
    let candidates = position.legal_moves().into_iter().filter(|&mv| is_candidate(mv)).count();
    is_candidate(*puzzle.solution.first()?).then(|| {
        LONE_CANDIDATE
            + FOR_EACH_MOVE_AFTER * f64::from(puzzle.moves().saturating_sub(1))
            + FOR_EACH_DOUBLING_OF_CANDIDATES * (candidates as f64).log2()
    })
}

fn gives_check(position: &Position, mv: Move) -> bool {
    let mut after = position.clone();
    after.make(mv);
    after.is_check()
}

/// Number of moves that give check.
fn checks(position: &Position) -> usize {
    position.legal_moves().into_iter().filter(|&mv| gives_check(position, mv)).count()
}

fn mates(position: &Position, mv: Move) -> bool {
    let mut after = position.clone();
    after.make(mv);
    after.is_checkmate()
}

/// Rating of an opponent against whom the levels would be expected to score as many points as they solved puzzles.
fn performance(solved: &[f64; LEVELS]) -> f64 {
    let levels: Vec<_> = Difficulty::all().filter_map(|level| level.row().rating).map(f64::from).collect();
    let expected = |rating: f64| {
        levels.iter().map(|level| 1.0 / (1.0 + 10_f64.powf((rating - level) / 400.0))).sum::<f64>()
    };
    let score = solved.iter().sum::<f64>();
    let (mut low, mut high) = (EASIEST, 3500.0);
    while high - low > 1.0 {
        let middle = (low + high) / 2.0;
        if expected(middle) > score { low = middle } else { high = middle }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::puzzle::file;
    use crate::notation::variants_ini::Variants;

    /// Of two mates by checks alone, the longer one with more checks to try has the higher bound. A mate that begins
    /// quietly has none.
    #[test]
    fn rating_of_a_mate_by_checks_is_bounded_by_the_lines_to_try() {
        let xxl = Variants::built_in().get("xxl").expect("a built-in variant");
        let most = |moves: u8, fen: &str, last: &str, solution: &str| {
            let text =
                format!("[1]\nfen = {fen}\nlast_move = {last}\ngoal = mate {moves}\nsolution = {solution}\n");
            most_by_checks(&file::parse(&xxl, &text).expect("a puzzle")[0])
        };
        let short = most(
            2,
            "k1Hn10/14/14/14/10c2N/1R3p2c3p1/9n4/C13/14/11N2/9C4/14/1KP10P/5r8 b - - 10 12",
            "f9f8",
            "b9a9 a14b14 c14d12",
        );
        let long = most(
            3,
            "6ck6/2p2p8/5cpp1a4/4pn1n6/1pp2p8/5A8/6C3p3/1P4C7/6P7/4P5P3/1P2N2P5P/5P1NP5/8P5/7K6 w - - 0 4",
            "f9l9",
            "j12j1 h1g2 j1e1 g2h2 e1f1",
        );
        let quiet = most(
            2,
            "14/5k8/14/14/5GN7/14/8g5/14/14/10G3/14/14/14/7K6 b - - 4 30",
            "f13e14",
            "f10e12 i8h6 g10f12",
        );
        assert!(short.is_some_and(|most| (1200.0..1350.0).contains(&most)), "{short:?}");
        assert!(long.is_some_and(|most| (1450.0..1650.0).contains(&most)), "{long:?}");
        assert_eq!(quiet, None);
    }

    /// Three moves out of check and three checks and captures give the same bound, and a quiet first move has none.
    #[test]
    fn rating_is_bounded_by_the_moves_that_anybody_tries() {
        let chess = Variants::built_in().get("chess").expect("a built-in variant");
        let most = |fen: &str, solution: &str| {
            let text = format!("[1]\nfen = {fen} w - - 0 1\ngoal = best 1\nsolution = {solution}\n");
            most_by_candidates(&file::parse(&chess, &text).expect("a puzzle")[0]).map(f64::round)
        };
        let three = Some((LONE_CANDIDATE + FOR_EACH_DOUBLING_OF_CANDIDATES * 3_f64.log2()).round());
        assert_eq!(most("7k/8/8/8/8/8/8/r5K1", "g1g2"), three);
        assert_eq!(most("7k/8/8/8/R6p/p7/8/6K1", "a4a8"), three);
        assert_eq!(most("7k/8/8/8/R6p/p7/8/6K1", "a4b4"), None);
    }
}
