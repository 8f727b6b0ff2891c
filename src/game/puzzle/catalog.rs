//! Catalogue of puzzles: the puzzles of a selection, and the next puzzle.

use super::progress::{Date, Progress};
use super::selection::Selection;
use super::{Puzzle, fnv1a};

/// Rating that a puzzle counts as if its file gives none.
const UNRATED: u16 = 1200;
/// Rating of the first puzzle of a streak.
const STREAK_START: u16 = 600;
/// Difference of the ratings of two successive puzzles of a streak.
const STREAK_STEP: u16 = 60;
/// Range of ratings from which the puzzle of the day is chosen.
const DAY: std::ops::RangeInclusive<u16> = 900..=1800;
/// Points added to the distance of a tried puzzle from the wanted rating, so that new puzzles are preferred.
const TRIED: u32 = 400;

/// Data of a puzzle in a catalogue.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    /// The id of the puzzle, [`Puzzle::id`].
    pub id: String,
    /// Rating of the puzzle; `None` if the file gives no rating.
    pub rating: Option<u16>,
    /// Names of the puzzle's themes.
    pub themes: Vec<String>,
    /// Name of the piece that moves first; empty if the file gives no solution.
    pub piece: String,
}

impl Entry {
    /// The entry of `puzzle`.
    pub fn of(puzzle: &Puzzle) -> Self {
        let name = |kind| puzzle.position.variant().piece(kind).name.clone();
        Self {
            id: puzzle.id(),
            rating: puzzle.rating,
            themes: puzzle.themes.clone(),
            piece: puzzle.hero().map(name).unwrap_or_default(),
        }
    }
}

/// Numbers of puzzles of a selection: all puzzles, and puzzles by result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Number of all puzzles of the selection.
    pub all: usize,
    /// Number of solved puzzles.
    pub solved: usize,
    /// Number of puzzles with a known result of the first attempt.
    pub tried: usize,
    /// Number of puzzles that were right at the first attempt.
    pub first_try: usize,
}

impl Tally {
    /// The share of puzzles that were right at the first try, in percent; `None` before any was tried.
    pub fn first_try_percent(self) -> Option<usize> {
        (100 * self.first_try + self.tried / 2).checked_div(self.tried)
    }
}

/// The puzzles of a variant or of a file. The number of a puzzle is its index in `entries`.
///
/// ```
/// use xxlchess::config::puzzles::packaged;
/// use xxlchess::game::puzzle::catalog::{Catalog, Entry};
/// use xxlchess::game::puzzle::progress::{Date, Progress};
/// use xxlchess::game::puzzle::selection::Selection;
///
/// let puzzles = packaged();
/// let catalog = Catalog::new(puzzles.iter().map(Entry::of).collect());
/// let (progress, date) = (Progress::default(), Date { year: 2026, month: 11, day: 23 });
/// assert_eq!(catalog.tally(&Selection::List, &progress).all, puzzles.len());
/// assert_eq!(catalog.next(&Selection::List, &progress, date, &[]), Some(0));
/// assert_eq!(catalog.next(&Selection::List, &progress, date, &[0]), Some(1));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Catalog {
    entries: Vec<Entry>,
}

impl Catalog {
    /// A catalogue of `entries`.
    pub const fn new(entries: Vec<Entry>) -> Self {
        Self { entries }
    }

    /// The entries.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Whether puzzle `number` is in the selection `of`. Puzzles to try again depend on `progress`.
    fn contains(&self, of: &Selection, number: usize, progress: &Progress) -> bool {
        let Some(entry) = self.entries.get(number) else { return false };
        match of {
            Selection::Mixed | Selection::Streak | Selection::Day | Selection::List | Selection::Mistakes => {
                true
            }
            Selection::Retry => progress.record(&entry.id).is_some_and(|record| record.to_retry),
            Selection::Theme(name) => entry.themes.contains(name),
            Selection::Piece(name) => entry.piece == *name,
            Selection::Band(_) => entry.rating.is_some_and(|rating| Selection::band_of(rating) == *of),
        }
    }

    /// The numbers of the puzzles in the selection `of`.
    fn members<'a>(&'a self, of: &'a Selection, progress: &'a Progress) -> impl Iterator<Item = usize> + 'a {
        (0..self.entries.len()).filter(|&number| self.contains(of, number, progress))
    }

    /// Counts the puzzles of the selection `of`, and their results in `progress`.
    pub fn tally(&self, of: &Selection, progress: &Progress) -> Tally {
        let mut tally = Tally::default();
        for number in self.members(of, progress) {
            let record = progress.record(&self.entries[number].id).unwrap_or_default();
            tally.all += 1;
            tally.solved += usize::from(record.solved);
            tally.tried += usize::from(record.first_try.is_some());
            tally.first_try += usize::from(record.first_try == Some(true));
        }
        tally
    }

    /// The first puzzle of the list that is not solved. If all puzzles are solved, it is the first puzzle.
    pub fn first_unsolved(&self, progress: &Progress) -> Option<usize> {
        let solved = |entry: &Entry| progress.record(&entry.id).is_some_and(|record| record.solved);
        let first = self.entries.iter().position(|entry| !solved(entry));
        first.or((!self.entries.is_empty()).then_some(0))
    }

    /// The puzzle of the day. It has the lowest hash of date and id, so another puzzle changes few days.
    pub fn of_day(&self, date: Date) -> Option<usize> {
        let lot = |entry: &Entry| hash(&format!("{date} {}", entry.id));
        let numbered = || self.entries.iter().enumerate();
        let suited = numbered().filter(|(_, entry)| entry.rating.is_some_and(|rating| DAY.contains(&rating)));
        let drawn = suited.min_by_key(|(_, entry)| lot(entry));
        drawn.or_else(|| numbered().min_by_key(|(_, entry)| lot(entry))).map(|(number, _)| number)
    }

    /// The next puzzle of the selection `of`, or `None` if no puzzle is left.
    ///
    /// `seen` are the puzzles that this screen has shown, the present one last. They are not chosen again.
    pub fn next(&self, of: &Selection, progress: &Progress, date: Date, seen: &[usize]) -> Option<usize> {
        let fresh = |number: &usize| !seen.contains(number);
        match of {
            Selection::Day => self.of_day(date).filter(fresh),
            Selection::List => match seen.last() {
                None => self.first_unsolved(progress),
                Some(last) => (last + 1).checked_rem(self.entries.len()),
            },
            Selection::Mistakes => {
                let (start, count) = (seen.last().map_or(0, |last| last + 1), self.entries.len());
                let around = || (start..start + count).map(|number| number % count).filter(fresh);
                let is_due = |number: &usize| progress.is_due_on(&self.entries[*number].id, date);
                around().find(is_due).or_else(|| around().next())
            }
            Selection::Retry => self
                .members(of, progress)
                .filter(fresh)
                .min_by_key(|&number| progress.record(&self.entries[number].id).map(|record| record.last)),
            _ => {
                let target = target(of, progress);
                let near = matches!(of, Selection::Mixed | Selection::Streak);
                let tried = if near { TRIED } else { u32::from(u16::MAX) };
                let distance = |&number: &usize| {
                    let entry = &self.entries[number];
                    let rating = entry.rating.unwrap_or(UNRATED);
                    let due = progress.is_due(progress.record(&entry.id));
                    u32::from(rating.abs_diff(target)) + if due { 0 } else { tried }
                };
                self.members(of, progress).filter(fresh).min_by_key(distance)
            }
        }
    }
}

/// The wanted rating of the next puzzle.
fn target(of: &Selection, progress: &Progress) -> u16 {
    match of {
        Selection::Streak => {
            let steps = u16::try_from(progress.streak()).unwrap_or(u16::MAX);
            STREAK_START.saturating_add(STREAK_STEP.saturating_mul(steps))
        }
        // The easiest puzzles come first.
        Selection::Band(_) => 0,
        // The value stays in the range of the ratings of puzzles.
        _ => progress.rating().value.clamp(100.0, 3000.0) as u16,
    }
}

/// FNV-1a hash of a text, mixed by a step of MurmurHash3's finalizer. Without the mixing, texts that differ only at the
/// end would have similar hashes.
fn hash(text: &str) -> u64 {
    let hash = fnv1a(text);
    let hash = (hash ^ (hash >> 33)).wrapping_mul(0xFF51_AFD7_ED55_8CCD);
    hash ^ (hash >> 33)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::puzzle::progress::{Attempt, AttemptResult, Details};

    const TODAY: Date = Date { year: 2026, month: 11, day: 23 };

    /// Sixty puzzles rated 600, 630, …. Every third puzzle is a fork, and in every second puzzle the camel moves first.
    fn catalog() -> Catalog {
        let entry = |number: u16| Entry {
            id: format!("{number:016x}"),
            rating: Some(600 + 30 * number),
            themes: if number.is_multiple_of(3) { vec!["fork".to_owned()] } else { Vec::new() },
            piece: if number.is_multiple_of(2) { "camel" } else { "rook" }.to_owned(),
        };
        Catalog::new((0..60).map(entry).collect())
    }

    fn attempt(catalog: &Catalog, number: usize, result: AttemptResult, of: Selection) -> Attempt {
        let Entry { id, rating, .. } = catalog.entries()[number].clone();
        Attempt { id, details: Some(Details { date: TODAY, result, rating, selection: of }) }
    }

    fn played(catalog: &Catalog, results: &[(usize, AttemptResult, Selection)]) -> Progress {
        let mut progress = Progress::default();
        for (number, result, of) in results {
            progress.add(attempt(catalog, *number, *result, of.clone()));
        }
        progress
    }

    /// Selections by theme, piece, rating and errors count their puzzles, the solved ones and those right at the
    /// first try.
    #[test]
    fn a_selection_counts_its_puzzles() {
        use AttemptResult::{Right, Solved, Wrong};
        let catalog = catalog();
        let log = [(0, Right), (1, Wrong), (3, Wrong), (3, Solved)];
        let log = log.map(|(number, result)| (number, result, Selection::Mixed));
        let progress = played(&catalog, &log);
        for (of, all, solved, tried, first_try) in [
            (Selection::List, 60, 2, 3, 1),
            (Selection::Theme("fork".to_owned()), 20, 2, 2, 1),
            (Selection::Piece("rook".to_owned()), 30, 1, 2, 0),
            (Selection::Band(600), 10, 2, 3, 1),
            (Selection::Retry, 2, 1, 2, 0),
            (Selection::Theme("pin".to_owned()), 0, 0, 0, 0),
        ] {
            assert_eq!(catalog.tally(&of, &progress), Tally { all, solved, tried, first_try }, "{of:?}");
        }
        assert_eq!(Tally { tried: 3, first_try: 2, ..Tally::default() }.first_try_percent(), Some(67));
        assert_eq!(Tally::default().first_try_percent(), None);
    }

    /// Twenty puzzles are each near the player's rating and new, and none of them comes back in the next sitting.
    #[test]
    fn mixed_puzzles_are_near_the_rating_of_the_player() {
        let catalog = catalog();
        let mut progress = Progress::default();
        let mut seen = Vec::new();
        for _ in 0..20 {
            let next = catalog.next(&Selection::Mixed, &progress, TODAY, &seen).expect("a puzzle");
            let rating = catalog.entries()[next].rating.expect("rated");
            let own = progress.rating().value;
            assert!((f64::from(rating) - own).abs() < 400.0, "{rating} at {own}");
            assert!(!seen.contains(&next));
            progress.add(attempt(&catalog, next, AttemptResult::Right, Selection::Mixed));
            seen.push(next);
        }
        assert!(progress.rating().value > 1500.0, "{:?}", progress.rating());
        let again = catalog.next(&Selection::Mixed, &progress, TODAY, &[]).expect("a puzzle");
        assert!(!seen.contains(&again), "puzzles of an earlier sitting do not come back");
    }

    /// Each puzzle of a streak is harder; an error starts the streak again, and the best length is kept.
    #[test]
    fn a_streak_grows_harder_until_the_first_error() {
        let catalog = catalog();
        let mut progress = Progress::default();
        let (mut seen, mut before) = (Vec::new(), 0);
        for run in 1..=15 {
            let next = catalog.next(&Selection::Streak, &progress, TODAY, &seen).expect("a puzzle");
            let rating = catalog.entries()[next].rating.expect("rated");
            assert!(rating > before, "{rating} after {before}");
            (before, seen) = (rating, [seen, vec![next]].concat());
            progress.add(attempt(&catalog, next, AttemptResult::Right, Selection::Streak));
            assert_eq!((progress.streak(), progress.best_streak()), (run, run));
        }
        progress.add(attempt(&catalog, 50, AttemptResult::Wrong, Selection::Mixed));
        assert_eq!(progress.streak(), 15, "an error elsewhere does not end it");
        progress.add(attempt(&catalog, 51, AttemptResult::Wrong, Selection::Streak));
        progress.add(attempt(&catalog, 51, AttemptResult::Solved, Selection::Streak));
        assert_eq!((progress.streak(), progress.best_streak()), (0, 15));
    }

    /// Over thirty days most puzzles differ, and a catalogue with one puzzle less changes only the days of that
    /// puzzle.
    #[test]
    fn the_puzzle_of_the_day_depends_on_the_date_alone() {
        let catalog = catalog();
        let days = (1..=30).map(|day| Date { day, ..TODAY });
        let drawn: Vec<_> = days.clone().map(|date| catalog.of_day(date).expect("a puzzle")).collect();
        let mut different = drawn.clone();
        different.sort_unstable();
        different.dedup();
        assert!(different.len() > 15, "{drawn:?}");
        let fewer = Catalog::new(catalog.entries()[..59].to_vec());
        let same = days.zip(&drawn).filter(|(date, number)| fewer.of_day(*date) == Some(**number)).count();
        assert!(same >= 25, "{same}");
        assert!(
            drawn.iter().all(|&number| catalog.entries()[number].rating.is_some_and(|r| DAY.contains(&r)))
        );
        let day = drawn[22];
        let progress = Progress::default();
        assert_eq!(catalog.next(&Selection::Day, &progress, TODAY, &[]), Some(day));
        assert_eq!(catalog.next(&Selection::Day, &progress, TODAY, &[day]), None);
        assert_eq!(Catalog::default().of_day(TODAY), None);
    }

    /// The oldest error comes first, and a puzzle solved at the first try is no longer in the list of errors.
    #[test]
    fn errors_come_back_later() {
        let catalog = catalog();
        let wrong = |number| (number, AttemptResult::Wrong, Selection::Mixed);
        let mut progress = played(&catalog, &[wrong(20), wrong(5), wrong(6)]);
        let next =
            |progress: &Progress, seen: &[usize]| catalog.next(&Selection::Retry, progress, TODAY, seen);
        assert_eq!((next(&progress, &[]), next(&progress, &[20, 5, 6])), (Some(20), None));
        progress.add(attempt(&catalog, 20, AttemptResult::Right, Selection::Retry));
        assert_eq!(next(&progress, &[]), Some(5));
        assert_eq!(catalog.tally(&Selection::Retry, &progress).all, 2);
        // In another selection the puzzle comes back after 20 attempts at other puzzles.
        let in_band = |progress: &Progress| catalog.next(&Selection::Band(600), progress, TODAY, &[]);
        assert_eq!(in_band(&progress), Some(0));
        for number in [0, 1, 2, 3, 4, 7, 8, 9].into_iter().chain(21..40) {
            progress.add(attempt(&catalog, number, AttemptResult::Right, Selection::Mixed));
        }
        assert_eq!(in_band(&progress), Some(5));
    }

    /// The list starts at the first unsolved puzzle, and after the last one comes the first.
    #[test]
    fn the_list_goes_round() {
        let catalog = catalog();
        let progress = played(&catalog, &[(0, AttemptResult::Right, Selection::List)]);
        let next = |seen: &[usize]| catalog.next(&Selection::List, &progress, TODAY, seen);
        assert_eq!((next(&[]), next(&[1]), next(&[59])), (Some(1), Some(2), Some(0)));
        assert_eq!(Catalog::default().next(&Selection::List, &progress, TODAY, &[]), None);
        assert_eq!(Catalog::default().next(&Selection::Mixed, &progress, TODAY, &[]), None);
    }
}
