//! What all pages of the puzzles share: the puzzles and the player's progress.

use std::sync::Arc;

use crate::game::puzzle::Puzzle;
use crate::game::puzzle::catalog::{Catalog, Entry, Tally};
use crate::game::puzzle::progress::{Attempt, Date, Progress, Record};
use crate::game::puzzle::selection::Selection;
use crate::rules::Variant;

/// A rating with a larger deviation is shown with a question mark.
const PROVISIONAL: f64 = 110.0;

/// The puzzles of a variant or a config, and the player's progress.
pub struct Book {
    /// Not empty.
    puzzles: Vec<Puzzle>,
    pub catalog: Catalog,
    pub progress: Progress,
    pub today: Date,
    /// How many of the puzzles are solved.
    solved: usize,
}

impl Book {
    /// `None` without puzzles.
    pub fn new(puzzles: Vec<Puzzle>, progress: Progress, today: Date) -> Option<Self> {
        let catalog = Catalog::new(puzzles.iter().map(Entry::of).collect());
        let solved = catalog.tally(&Selection::List, &progress).solved;
        (!puzzles.is_empty()).then_some(Self { puzzles, catalog, progress, today, solved })
    }

    pub fn count(&self) -> usize {
        self.puzzles.len()
    }

    /// A puzzle by its number; of a wrong number the last one.
    pub fn puzzle(&self, number: usize) -> &Puzzle {
        &self.puzzles[number.min(self.puzzles.len() - 1)]
    }

    /// Its title; that of a generated puzzle is its number.
    pub fn title(&self, number: usize) -> String {
        let title = &self.puzzle(number).title;
        let is_number = title.bytes().all(|byte| byte.is_ascii_digit());
        if is_number { format!("Puzzle {title}") } else { title.clone() }
    }

    pub fn variant(&self) -> &Arc<Variant> {
        self.puzzles[0].position.variant()
    }

    /// The next puzzle of `selection`, none of those `seen`.
    pub fn next(&self, selection: &Selection, seen: &[usize]) -> Option<usize> {
        self.catalog.next(selection, &self.progress, self.today, seen)
    }

    pub fn tally(&self, selection: &Selection) -> Tally {
        self.catalog.tally(selection, &self.progress)
    }

    /// What the log has about a puzzle.
    pub fn record(&self, number: usize) -> Record {
        let entry = self.catalog.entries().get(number);
        entry.and_then(|entry| self.progress.record(&entry.id)).unwrap_or_default()
    }

    /// Adds an attempt; returns by how much it has changed the player's rating.
    pub fn add(&mut self, attempt: Attempt) -> Option<i32> {
        let (before, rated) = (self.rating(), self.progress.ratings().len());
        self.progress.add(attempt);
        self.solved = self.tally(&Selection::List).solved;
        (self.progress.ratings().len() > rated).then(|| self.rating() - before)
    }

    /// `142 of 1,204 solved`.
    pub fn solved_text(&self) -> String {
        format!("{} of {} solved", with_commas(self.solved), with_commas(self.count()))
    }

    fn rating(&self) -> i32 {
        // Some thousands at most.
        self.progress.rating().value.round() as i32
    }

    /// The player's rating, with a question mark while it is uncertain.
    pub fn rating_text(&self) -> String {
        let mark = if self.progress.rating().deviation > PROVISIONAL { "?" } else { "" };
        format!("{}{mark}", self.rating())
    }
}

/// A number with a comma between thousands.
pub fn with_commas(number: usize) -> String {
    if number < 1000 { number.to_string() } else { format!("{},{:03}", number / 1000, number % 1000) }
}
