//! Progress: a log of attempts at puzzles. Solved puzzles, puzzles to try again, the player's rating and streaks are
//! computed from it.
//!
//! A file has a line for each attempt: `2026-11-23 0123456789abcdef right 1340 theme fork`, which is the date, the id
//! of the puzzle, the result, the rating of the puzzle (`-` if it has none) and the selection from which it was chosen.
//! Earlier versions wrote only the ids of solved puzzles. Lines of earlier versions can be read, too.

use std::collections::HashMap;
use std::fmt;

use super::selection::Selection;
use crate::game::rating::Rating;

/// First line of the file.
const HEADER: &str = "# Attempts at puzzles: date, puzzle, result, its rating, selection (xxlchess 2)";
/// Number of attempts at other puzzles after which a puzzle with a wrong attempt is chosen again.
const BACK_AFTER: usize = 20;
/// Numbers of days after which a mistake comes back: after the first right answer in a row, after the second one, and so
/// on. After one more right answer it is learnt.
const INTERVALS: [u8; 4] = [1, 3, 7, 21];
/// Number of days after which a mistake comes back after a wrong answer.
const AGAIN_AFTER: u8 = 1;

/// A day of the calendar.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Date {
    /// The year.
    pub year: u16,
    /// The month, 1 to 12.
    pub month: u8,
    /// The day of the month, 1 to 31.
    pub day: u8,
}

impl Date {
    const MONTHS: [&str; 12] = [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ];

    /// Parses `2026-11-23`.
    pub fn parse(text: &str) -> Option<Self> {
        let mut parts = text.split('-');
        let (year, month, day) = (parts.next()?, parts.next()?, parts.next()?);
        let date = Self { year: year.parse().ok()?, month: month.parse().ok()?, day: day.parse().ok()? };
        let valid = (1..=12).contains(&date.month) && (1..=31).contains(&date.day);
        (valid && date.to_string() == text).then_some(date)
    }

    /// The date `days` later, at most 28.
    pub fn after(self, days: u8) -> Self {
        let Self { year, month, day } = self;
        let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
        let length = match month {
            2 => 28 + u8::from(is_leap),
            4 | 6 | 9 | 11 => 30,
            _ => 31,
        };
        match (day + days <= length, month) {
            (true, _) => Self { day: day + days, ..self },
            (false, 12) => Self { year: year.saturating_add(1), month: 1, day: day + days - length },
            (false, _) => Self { year, month: month + 1, day: day + days - length },
        }
    }

    /// The date as on the screen: `23 November`.
    pub fn day_and_month(self) -> String {
        let month = usize::from(self.month).checked_sub(1).and_then(|month| Self::MONTHS.get(month));
        format!("{} {}", self.day, month.copied().unwrap_or_default())
    }
}

impl fmt::Display for Date {
    /// Writes `2026-11-23`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

/// How an attempt at a puzzle ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttemptResult {
    /// Solved at the first try, without help.
    Right,
    /// The player made a wrong move, or saw a hint or the solution.
    Wrong,
    /// Solved after an error, while the puzzle was still on the board. An earlier line of the log has
    /// [`AttemptResult::Wrong`].
    Solved,
}

impl AttemptResult {
    const ALL: [Self; 3] = [Self::Right, Self::Wrong, Self::Solved];

    const fn word(self) -> &'static str {
        match self {
            Self::Right => "right",
            Self::Wrong => "wrong",
            Self::Solved => "solved",
        }
    }
}

/// A line of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// The id of the puzzle, see [`Puzzle::id`](super::Puzzle::id).
    pub id: String,
    /// All data but the id; `None` for a line of an earlier version, which wrote only ids.
    pub details: Option<Details>,
}

/// Data of an attempt besides the id of the puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Details {
    /// Date of the attempt.
    pub date: Date,
    /// Result of the attempt.
    pub result: AttemptResult,
    /// The rating of the puzzle.
    pub rating: Option<u16>,
    /// The selection from which the puzzle was chosen.
    pub selection: Selection,
}

impl Attempt {
    /// Parses a line of the log.
    fn parse(line: &str) -> Option<Self> {
        if is_id(line) {
            return Some(Self { id: line.to_owned(), details: None });
        }
        let mut words = line.splitn(5, ' ');
        let date = Date::parse(words.next()?)?;
        let id = words.next().filter(|id| is_id(id))?.to_owned();
        let result = words.next()?;
        let result = AttemptResult::ALL.into_iter().find(|known| known.word() == result)?;
        let rating = match words.next()? {
            "-" => None,
            rating => Some(rating.parse().ok()?),
        };
        let selection = Selection::parse(words.next()?)?;
        let attempt = Self { id, details: Some(Details { date, result, rating, selection }) };
        // A line that is not formatted exactly as here, for example with leading zeros in a number, is refused.
        (attempt.to_string() == line).then_some(attempt)
    }

    fn result(&self) -> AttemptResult {
        self.details.as_ref().map_or(AttemptResult::Solved, |details| details.result)
    }
}

impl fmt::Display for Attempt {
    /// Writes a line of the file.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(Details { date, result, rating, selection }) = &self.details else {
            return f.write_str(&self.id);
        };
        let rating = rating.map_or_else(|| "-".to_owned(), |rating| rating.to_string());
        write!(f, "{date} {} {} {rating} {}", self.id, result.word(), selection.to_text())
    }
}

/// The lines of a log without space around them, blank lines and comments.
pub(crate) fn log_lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// The text of a log of at most `limit` bytes: a header and a line for each entry. If not all entries fit, the oldest are left
/// out.
pub(crate) fn log_text(header: &str, entries: &[impl fmt::Display], limit: usize) -> String {
    let mut room = limit.saturating_sub(header.len() + 1);
    let fits = |line: &String| {
        let left = room.checked_sub(line.len());
        room = left.unwrap_or_default();
        left.is_some()
    };
    let lines = entries.iter().rev().map(|entry| format!("{entry}\n"));
    let mut lines: Vec<_> = lines.take_while(fits).collect();
    lines.push(format!("{header}\n"));
    lines.into_iter().rev().collect()
}

fn is_id(text: &str) -> bool {
    text.len() == 16 && text.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b))
}

/// Summary of all attempts at one puzzle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// Whether the puzzle has ever been solved.
    pub solved: bool,
    /// Whether the puzzle was solved at the first try; `None` if an earlier version wrote the line.
    pub first_try: Option<bool>,
    /// Whether the last attempt went wrong.
    pub to_retry: bool,
    /// Index of the last attempt at the puzzle in the log.
    pub last: usize,
    /// Number of right answers in a row, each of them on a day on which the puzzle was due.
    right: u8,
    /// Day from which the puzzle is due again, if it is a mistake.
    due: Date,
}

impl Record {
    /// Whether a mistake is learnt and does not come back.
    pub const fn is_learnt(&self) -> bool {
        self.right as usize > INTERVALS.len()
    }

    /// Notes the result of an attempt at a mistake.
    fn schedule(&mut self, result: AttemptResult, date: Date) {
        if result == AttemptResult::Wrong {
            (self.right, self.due) = (0, date.after(AGAIN_AFTER));
        } else if result == AttemptResult::Right && self.due <= date && !self.is_learnt() {
            let days = INTERVALS.get(usize::from(self.right)).copied().unwrap_or_default();
            (self.right, self.due) = (self.right + 1, date.after(days));
        }
    }
}

/// The log of attempts.
///
/// ```
/// use xxlchess::config::puzzles::packaged;
/// use xxlchess::game::puzzle::progress::{Attempt, AttemptResult, Date, Details, Progress};
/// use xxlchess::game::puzzle::selection::Selection;
///
/// let puzzle = packaged().remove(0);
/// let details = Details {
///     date: Date { year: 2026, month: 11, day: 23 },
///     result: AttemptResult::Right,
///     rating: puzzle.rating,
///     selection: Selection::Mixed,
/// };
/// let mut progress = Progress::default();
/// progress.add(Attempt { id: puzzle.id(), details: Some(details) });
/// assert!(progress.record(&puzzle.id()).unwrap().solved);
/// assert_eq!(Progress::parse(&progress.to_text(1000)), progress);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Progress {
    attempts: Vec<Attempt>,
    records: HashMap<String, Record>,
    /// The player's rating after each rated attempt.
    ratings: Vec<Rating>,
    /// Number of puzzles solved in a row in the present streak.
    streak: usize,
    /// Length of the longest streak.
    best_streak: usize,
}

impl Progress {
    /// Parses the text of a progress file. Lines that are not attempts are skipped.
    pub fn parse(text: &str) -> Self {
        let mut progress = Self::default();
        log_lines(text).filter_map(Attempt::parse).for_each(|attempt| progress.add(attempt));
        progress
    }

    /// Whether [`Progress::parse`] skips only comments.
    pub fn is_whole(text: &str) -> bool {
        log_lines(text).all(|line| Attempt::parse(line).is_some())
    }

    /// The text of a progress file of at most `limit` bytes. If not all attempts fit, the oldest are left out.
    pub fn to_text(&self, limit: usize) -> String {
        log_text(HEADER, &self.attempts, limit)
    }

    /// Adds an attempt at the end of the log.
    pub fn add(&mut self, attempt: Attempt) {
        let (result, number) = (attempt.result(), self.attempts.len());
        let is_first = !self.records.contains_key(&attempt.id);
        let record = self.records.entry(attempt.id.clone()).or_default();
        record.last = number;
        record.solved |= result != AttemptResult::Wrong;
        if let Some(details) = &attempt.details {
            record.schedule(result, details.date);
            if result != AttemptResult::Solved {
                record.to_retry = result == AttemptResult::Wrong;
            }
            if is_first {
                record.first_try = Some(result == AttemptResult::Right);
            }
            // A streak is not rated, because every streak ends with an error.
            let is_rated = is_first && details.selection != Selection::Streak;
            if let (true, Some(puzzle)) = (is_rated, details.rating) {
                let score = if result == AttemptResult::Right { 1.0 } else { 0.0 };
                self.ratings.push(self.rating().after_result(Rating::estimated(f64::from(puzzle)), score));
            }
            if details.selection == Selection::Streak && result != AttemptResult::Solved {
                self.streak = if result == AttemptResult::Right { self.streak + 1 } else { 0 };
                self.best_streak = self.best_streak.max(self.streak);
            }
        }
        self.attempts.push(attempt);
    }

    /// The player's rating.
    pub fn rating(&self) -> Rating {
        self.ratings.last().copied().unwrap_or(Rating::NEW)
    }

    /// The player's rating after each rated attempt, rounded.
    pub fn ratings(&self) -> Vec<u16> {
        self.ratings.iter().map(|rating| rating.rounded()).collect()
    }

    /// Number of puzzles solved in a row in the present streak.
    pub const fn streak(&self) -> usize {
        self.streak
    }

    /// Length of the longest streak.
    pub const fn best_streak(&self) -> usize {
        self.best_streak
    }

    /// The selection of the last attempt at a puzzle that is no mistake.
    pub fn last_selection(&self) -> Option<&Selection> {
        let mut selections =
            self.attempts.iter().rev().filter_map(|attempt| Some(&attempt.details.as_ref()?.selection));
        selections.find(|selection| **selection != Selection::Mistakes)
    }

    /// Summary of the log for the puzzle with this id; `None` if there was no attempt.
    pub fn record(&self, id: &str) -> Option<Record> {
        self.records.get(id).copied()
    }

    /// Whether the mistake with this id is to be tried on this day: it is new, or its time has come, and it is not learnt.
    pub fn is_due_on(&self, id: &str, date: Date) -> bool {
        self.record(id).is_none_or(|record| !record.is_learnt() && record.due <= date)
    }

    /// Whether the puzzle of `record` may be chosen from a mixed selection: it has not been tried, or it went wrong at
    /// least 20 attempts ago.
    pub fn is_due(&self, record: Option<Record>) -> bool {
        record.is_none_or(|record| record.to_retry && record.last + BACK_AFTER < self.attempts.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOG: &str = "2026-11-22 00000000000000aa right 1300 mixed\n\
        2026-11-22 00000000000000bb wrong 1100 theme fork\n\
        2026-11-22 00000000000000bb solved 1100 theme fork\n\
        2026-11-23 00000000000000bb right 1100 retry\n\
        2026-11-23 00000000000000cc wrong - piece camel\n";

    /// Old and new lines are read as they were written, and rubbish between them is skipped.
    #[test]
    fn a_log_is_read_as_it_is_written() {
        let log = format!("{LOG}0123456789abcdef\n");
        let progress = Progress::parse(&log);
        assert_eq!(progress.to_text(10_000), format!("{HEADER}\n{log}"));
        assert_eq!(Progress::parse(&format!("\u{0}{{garbled\n{log}\nABC\n0123456789abcdeg\n")), progress);
        assert!(Progress::is_whole(&progress.to_text(10_000)));
        for line in [
            "2026-13-22 00000000000000aa right 1300 mixed",
            "2026-11-32 00000000000000aa right 1300 mixed",
            "26-11-22 00000000000000aa right 1300 mixed",
            "2026-11-22 0000000000000aa right 1300 mixed",
            "2026-11-22 00000000000000aa perhaps 1300 mixed",
            "2026-11-22 00000000000000aa right 01300 mixed",
            "2026-11-22 00000000000000aa right 1300 sometimes",
            "2026-11-22 00000000000000aa right 1300",
        ] {
            assert!(!Progress::is_whole(line), "{line}");
            assert_eq!(Progress::parse(line), Progress::default());
        }
    }

    /// Bare ids are puzzles solved in an earlier version: neither rated nor counted as first tries.
    #[test]
    fn an_old_file_of_ids_counts_as_solved() {
        let progress = Progress::parse("# Puzzles solved\n0123456789abcdef\n00000000000000aa\n");
        let record = progress.record("00000000000000aa").expect("a record");
        assert_eq!((record.solved, record.first_try, record.to_retry), (true, None, false));
        assert!(progress.ratings().is_empty());
    }

    /// A puzzle with an error at the first attempt and none at the second is solved, but not at the first try. A puzzle
    /// whose last attempt went wrong is to be tried again.
    #[test]
    fn a_record_follows_from_the_attempts() {
        let progress = Progress::parse(LOG);
        let record = |id: &str| {
            let record = progress.record(id).expect("a record");
            (record.solved, record.first_try, record.to_retry)
        };
        assert_eq!(record("00000000000000aa"), (true, Some(true), false));
        assert_eq!(record("00000000000000bb"), (true, Some(false), false));
        assert_eq!(record("00000000000000cc"), (false, Some(false), true));
        assert_eq!(progress.record("00000000000000dd"), None);
        assert_eq!(progress.last_selection(), Some(&Selection::Piece("camel".to_owned())));
    }

    /// The first attempt at a rated puzzle moves the rating; a second attempt and a puzzle without rating do not.
    #[test]
    fn the_first_attempt_at_a_rated_puzzle_moves_the_rating() {
        let ratings = Progress::parse(LOG).ratings();
        assert_eq!(ratings.len(), 2);
        assert!(ratings[0] > 1300 && ratings[1] < ratings[0], "{ratings:?}");
        let new = Progress::default().rating();
        assert_eq!(new, Rating::NEW);
    }

    /// Right answers bring a mistake back after 1, 3, 7 and 21 days. One more teaches it. An answer before that day changes
    /// nothing, and a wrong one begins again.
    #[test]
    fn a_mistake_comes_back_after_longer_and_longer_times() {
        let id = "00000000000000aa";
        let (mut progress, mut date) = (Progress::default(), Date { year: 2027, month: 12, day: 20 });
        let mut answer = |date: Date, word: &str| {
            progress.add(Attempt::parse(&format!("{date} {id} {word} - mistakes")).expect("a line"));
            let day = |days: u8| (0..days).fold(date, |date, _| date.after(1));
            (0..60).find(|&days| progress.is_due_on(id, day(days)))
        };
        for days in [1, 3, 7, 21] {
            assert_eq!(answer(date, "right"), Some(days), "{date}");
            assert_eq!(answer(date, "right"), Some(days), "again on the same day");
            date = date.after(days);
        }
        assert_eq!(date, Date { year: 2028, month: 1, day: 21 });
        assert_eq!(answer(date, "wrong"), Some(1));
        assert_eq!(answer(date, "solved"), Some(1), "solved after the error");
        for days in [1, 1, 3, 7, 21] {
            date = date.after(days);
            answer(date, "right");
        }
        assert_eq!(answer(date, "right"), None);
        assert!(progress.record(id).is_some_and(|record| record.is_learnt()));
        assert!(progress.is_due_on("00000000000000bb", date), "a new mistake is due at once");
        assert_eq!(progress.last_selection(), None);
    }

    /// The ends of months and years, and the leap days of 2028 and 2100.
    #[test]
    fn days_are_counted_by_the_calendar() {
        for (from, days, to) in [
            ("2028-02-28", 1, "2028-02-29"),
            ("2100-02-28", 1, "2100-03-01"),
            ("2026-04-25", 7, "2026-05-02"),
            ("2026-12-31", 21, "2027-01-21"),
            ("2026-11-09", 21, "2026-11-30"),
        ] {
            assert_eq!(Date::parse(from).map(|date| date.after(days)), Date::parse(to), "{from}");
        }
    }

    /// A date as in the file and as on the start page of the puzzles.
    #[test]
    fn dates_are_written_in_two_ways() {
        let date = Date::parse("2026-02-09").expect("a date");
        assert_eq!((date.to_string().as_str(), date.day_and_month().as_str()), ("2026-02-09", "9 February"));
    }
}
