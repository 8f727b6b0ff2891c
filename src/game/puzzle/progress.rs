//! Progress: which puzzles have been solved.

use std::collections::BTreeSet;

use super::Puzzle;

/// First line of the file.
const HEADER: &str = "# Puzzles solved, by their key (xxlchess 1)";
/// Most ids that are read, so that a garbled file does not grow without end.
const MAX_IDS: usize = 10_000;

/// The ids of the solved puzzles.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Progress(BTreeSet<String>);

fn is_id(line: &str) -> bool {
    line.len() == 16 && line.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b))
}

impl Progress {
    /// Parses the text of a progress file. Lines that are no puzzle id are skipped.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        let ids = text.lines().map(str::trim).filter(|line| is_id(line));
        Self(ids.take(MAX_IDS).map(str::to_owned).collect())
    }

    /// Whether [`Progress::parse`] skips nothing but comments.
    #[must_use]
    pub fn is_whole(text: &str) -> bool {
        let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
        lines.all(is_id) && text.lines().count() <= MAX_IDS
    }

    /// The text of a progress file.
    #[must_use]
    pub fn to_text(&self) -> String {
        let lines = std::iter::once(HEADER).chain(self.0.iter().map(String::as_str));
        lines.flat_map(|line| [line, "\n"]).collect()
    }

    /// Marks `puzzle` as solved. Returns whether it was not before.
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

    /// The index of the first of `puzzles` that is not solved; 0 if all are.
    #[must_use]
    pub fn first_unsolved(&self, puzzles: &[Puzzle]) -> usize {
        puzzles.iter().position(|puzzle| !self.is_solved(puzzle)).unwrap_or_default()
    }

    /// Adds the solved puzzles of `other`.
    pub fn merge(&mut self, other: &Self) {
        self.0.extend(other.0.iter().cloned());
    }
}
