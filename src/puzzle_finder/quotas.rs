//! Quotas: numbers of puzzles of each rating, hero and theme, and whether more are wanted. The hero is the piece that
//! moves first.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

use crate::game::puzzle::{Puzzle, PuzzleGoal};
use crate::rules::{PieceKind, Variant};

/// Lowest rating of each band.
pub const BANDS: [u16; 6] = [600, 900, 1200, 1500, 1800, 2100];
/// Number of puzzles of a thousand that every kind of piece should be the hero of.
const LEAST_HEROES: usize = 40;
/// Largest share of a band of ratings, in percent.
const LARGEST_BAND: usize = 24;
/// Largest share of a hero, in percent.
const LARGEST_HERO: usize = 16;
/// Largest share of some themes, in percent.
const LARGEST_THEME: [(&str, usize); 5] =
    [("mate in 1", 10), ("mate in 2", 28), ("mate in 3", 22), ("hanging piece", 5), ("endgame", 25)];

/// Counts of the puzzles found.
#[derive(Clone)]
pub struct Quotas {
    variant: Arc<Variant>,
    /// Number of puzzles that are wanted.
    pub target: usize,
    /// Number of puzzles that were found.
    pub total: usize,
    /// Number of puzzles of each of the [`BANDS`].
    pub bands: [usize; BANDS.len()],
    /// Number of puzzles by the kind of the hero.
    pub heroes: BTreeMap<PieceKind, usize>,
    /// Number of puzzles by theme.
    pub themes: BTreeMap<String, usize>,
}

/// The index of the band of a rating.
pub fn band(rating: u16) -> usize {
    BANDS.iter().rposition(|&low| low <= rating).unwrap_or_default()
}

impl Quotas {
    /// Counts of zero, with `target` puzzles wanted.
    pub fn new(variant: &Arc<Variant>, target: usize) -> Self {
        let heroes = variant.kinds().map(|kind| (kind, 0)).collect();
        let (variant, themes) = (Arc::clone(variant), BTreeMap::new());
        Self { variant, target, total: 0, bands: [0; BANDS.len()], heroes, themes }
    }

    /// Counts a puzzle.
    pub fn add(&mut self, puzzle: &Puzzle) {
        self.total += 1;
        self.bands[band(puzzle.rating.unwrap_or_default())] += 1;
        if let Some(kind) = puzzle.hero() {
            *self.heroes.entry(kind).or_default() += 1;
        }
        for theme in &puzzle.themes {
            *self.themes.entry(theme.clone()).or_default() += 1;
        }
    }

    fn share(&self, percent: usize) -> usize {
        (self.target * percent / 100).max(1)
    }

    /// Whether more puzzles with this hero are wanted.
    pub fn wants_hero(&self, kind: PieceKind) -> bool {
        let most = self.share(LARGEST_HERO).max(self.target * 2 / self.heroes.len());
        self.heroes.get(&kind).is_none_or(|&count| count < most)
    }

    /// Whether more puzzles with this theme are wanted.
    pub fn wants_theme(&self, name: &str) -> bool {
        let most = LARGEST_THEME.iter().find(|(theme, _)| *theme == name).map(|(_, most)| self.share(*most));
        most.is_none_or(|most| self.themes.get(name).is_none_or(|&count| count < most))
    }

    /// Whether more mates in so many moves are wanted.
    pub fn wants_mate(&self, moves: u8) -> bool {
        self.wants_theme(&format!("mate in {moves}"))
    }

    /// Whether more puzzles with this rating, hero, goal and these themes are wanted.
    pub fn wants(&self, puzzle: &Puzzle) -> bool {
        let scarce = puzzle.hero().is_some_and(|kind| self.scarce().contains(&kind));
        let most = self.share(LARGEST_BAND) * if scarce { 3 } else { 2 } / 2;
        let goal = match puzzle.goal {
            PuzzleGoal::Mate(moves) => scarce || self.wants_mate(moves),
            _ => true,
        };
        goal && self.bands[band(puzzle.rating.unwrap_or_default())] < most
            && puzzle.hero().is_some_and(|kind| self.wants_hero(kind))
            && puzzle.themes.iter().all(|theme| theme.starts_with("mate in ") || self.wants_theme(theme))
    }

    /// Kinds of pieces that are too seldom the hero. The number that each needs rises until three quarters of the puzzles
    /// are found.
    pub fn scarce(&self) -> Vec<PieceKind> {
        let least = LEAST_HEROES * self.total.min(self.target * 3 / 4) * 4 / 3;
        self.heroes.iter().filter(|(_, count)| **count * 1000 < least.max(1)).map(|(kind, _)| *kind).collect()
    }

    /// The counts in a line.
    pub fn progress(&self) -> String {
        let heroes =
            self.heroes.iter().map(|(kind, count)| format!("{}{count}", self.variant.piece(*kind).letter));
        let bands = self.bands.iter().map(usize::to_string).collect::<Vec<_>>().join(" ");
        format!("{}/{} | {bands} | {}", self.total, self.target, heroes.collect::<Vec<_>>().join(" "))
    }

    /// The counts as tables in Markdown.
    pub fn tables(&self) -> String {
        let mut text = String::from("| Rating | Puzzles |\n|---|---|\n");
        for (index, low) in BANDS.iter().enumerate() {
            let _ = writeln!(
                text,
                "| {low} to {} | {} |",
                if index + 1 < BANDS.len() { low + 299 } else { 2400 },
                self.bands[index]
            );
        }
        text.push_str("\n| First piece to move | Puzzles |\n|---|---|\n");
        for (kind, count) in &self.heroes {
            let _ = writeln!(text, "| {} | {count} |", self.variant.piece(*kind).name);
        }
        text.push_str("\n| Theme | Puzzles |\n|---|---|\n");
        let mut themes: Vec<_> = self.themes.iter().collect();
        themes.sort_by_key(|(name, count)| (std::cmp::Reverse(**count), name.as_str()));
        for (name, count) in themes {
            let _ = writeln!(text, "| {name} | {count} |");
        }
        text
    }
}
