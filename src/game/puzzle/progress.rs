//! Which puzzles have been solved, as a value and as a text.

use std::collections::BTreeSet;

use super::Puzzle;

/// The first line of the text: what it is, and in which form.
const HEAD: &str = "# Puzzles solved, by their key (xxlchess 1)";
/// Most names that are kept, so that a garbled file cannot grow without end.
const MOST: usize = 10_000;

/// Which puzzles have been solved.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Progress(BTreeSet<String>);

impl Progress {
    /// Reads progress; whatever is no name of a puzzle is passed over.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        let name = |line: &&str| {
            line.len() == 16 && line.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b))
        };
        Self(text.lines().map(str::trim).filter(name).take(MOST).map(str::to_owned).collect())
    }

    /// Writes it as [`Progress::parse`] reads it.
    #[must_use]
    pub fn to_text(&self) -> String {
        let lines = std::iter::once(HEAD).chain(self.0.iter().map(String::as_str));
        lines.flat_map(|line| [line, "\n"]).collect()
    }

    /// Notes that `puzzle` has been solved; whether that is new.
    pub fn mark_solved(&mut self, puzzle: &Puzzle) -> bool {
        self.0.insert(puzzle.id())
    }

    /// Whether `puzzle` has been solved.
    #[must_use]
    pub fn is_solved(&self, puzzle: &Puzzle) -> bool {
        self.0.contains(&puzzle.id())
    }

    /// How many of `puzzles` have been solved.
    #[must_use]
    pub fn solved_count(&self, puzzles: &[Puzzle]) -> usize {
        puzzles.iter().filter(|puzzle| self.is_solved(puzzle)).count()
    }

    /// The first of `puzzles` that has not been solved; the first of all when none is left.
    #[must_use]
    pub fn first_unsolved(&self, puzzles: &[Puzzle]) -> usize {
        puzzles.iter().position(|puzzle| !self.is_solved(puzzle)).unwrap_or_default()
    }

    /// Adds what is solved in `other`.
    pub fn merge(&mut self, other: &Self) {
        self.0.extend(other.0.iter().cloned());
    }
}
