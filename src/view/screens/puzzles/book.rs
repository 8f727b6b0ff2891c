//! The puzzles and the player's progress, which all pages of the puzzles share.

use std::sync::Arc;

use crate::game::puzzle::Puzzle;
use crate::game::puzzle::catalog::{Catalog, Entry, Tally};
use crate::game::puzzle::progress::{Attempt, Date, Progress, Record};
use crate::game::puzzle::selection::Selection;
use crate::rules::Variant;

pub struct Book {
    /// The puzzles of a variant or a config, at least one.
    puzzles: Vec<Puzzle>,
    pub catalog: Catalog,
    pub progress: Progress,
    pub today: Date,
}

/// A selection with its puzzles counted.
pub struct Tile {
    pub selection: Selection,
    pub title: String,
    pub tally: Tally,
}

impl Tile {
    /// `None` if the selection has no puzzles.
    pub fn of(book: &Book, selection: Selection) -> Option<Self> {
        let tally = book.tally(&selection);
        (tally.all > 0).then(|| Self { title: selection.title(), selection, tally })
    }
}

impl Book {
    /// Returns `None` if there are no puzzles.
    pub fn new(puzzles: Vec<Puzzle>, progress: Progress, today: Date) -> Option<Self> {
        let catalog = Catalog::new(puzzles.iter().map(Entry::of).collect());
        (!puzzles.is_empty()).then_some(Self { puzzles, catalog, progress, today })
    }

    pub fn count(&self) -> usize {
        self.puzzles.len()
    }

    /// The puzzle with this number, or the last one if there is none.
    pub fn puzzle(&self, number: usize) -> &Puzzle {
        &self.puzzles[number.min(self.puzzles.len() - 1)]
    }

    /// Title of a puzzle. The title of a generated puzzle is its number.
    pub fn title(&self, number: usize) -> String {
        let title = &self.puzzle(number).title;
        let is_number = title.bytes().all(|byte| byte.is_ascii_digit());
        if is_number { format!("Puzzle {title}") } else { title.clone() }
    }

    pub fn puzzle_mut(&mut self, number: usize) -> Option<&mut Puzzle> {
        self.puzzles.get_mut(number)
    }

    pub fn variant(&self) -> &Arc<Variant> {
        self.puzzles[0].position.variant()
    }

    /// The next puzzle of `selection` that is not one of `seen`.
    pub fn next(&self, selection: &Selection, seen: &[usize]) -> Option<usize> {
        self.catalog.next(selection, &self.progress, self.today, seen)
    }

    pub fn tally(&self, selection: &Selection) -> Tally {
        self.catalog.tally(selection, &self.progress)
    }

    /// The results of attempts at a puzzle.
    pub fn record(&self, number: usize) -> Record {
        let entry = self.catalog.entries().get(number);
        entry.and_then(|entry| self.progress.record(&entry.id)).unwrap_or_default()
    }

    /// Whether a mistake is to be tried today.
    pub fn is_due(&self, number: usize) -> bool {
        let entry = self.catalog.entries().get(number);
        entry.is_some_and(|entry| self.progress.is_due_on(&entry.id, self.today))
    }

    /// Adds an attempt and returns by how much it has changed the player's rating; `None` if it is not rated.
    pub fn add(&mut self, attempt: Attempt) -> Option<i32> {
        let (before, rated) = (self.rating(), self.progress.ratings().len());
        self.progress.add(attempt);
        (self.progress.ratings().len() > rated).then(|| self.rating() - before)
    }

    /// The number of solved puzzles in words: `142 of 1,204 solved`.
    pub fn solved_text(&self) -> String {
        let solved = self.tally(&Selection::List).solved;
        format!("{} of {} solved", with_commas(solved), with_commas(self.count()))
    }

    fn rating(&self) -> i32 {
        // A rating is some thousands at most, so it fits.
        i32::from(self.progress.rating().rounded())
    }

    /// The player's rating, with a question mark while it is uncertain.
    pub fn rating_text(&self) -> String {
        self.progress.rating().to_string()
    }
}

/// A number with a comma between thousands.
pub fn with_commas(number: usize) -> String {
    if number < 1000 { number.to_string() } else { format!("{},{:03}", number / 1000, number % 1000) }
}
