//! Search for puzzles of any variant: mates and winning lines in games with mistakes, with their themes and ratings.

pub mod finder;
pub mod openings;
pub mod quotas;
pub mod rating;
pub mod themes;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs::OpenOptions;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::game::puzzle::{Puzzle, file};
use crate::notation::{coords, fen};
use crate::platform::file_system::{self, Lock};
use crate::rules::Variant;
use finder::{Finder, Found, signature};
use quotas::Quotas;

/// Number of games after which puzzles are written and counted. All games of a batch have the quotas before it, so that
/// the puzzles do not depend on the number of threads.
const BATCH: u64 = 16;
/// Start of the line after each batch, which has the number of games so far.
const GAMES: &str = "# games = ";
/// Number of games in succession without a puzzle after which the search ends.
const IN_VAIN: u64 = 800;

/// A search for puzzles, which appends to a file. It can be ended at any time, and another search with the same file goes on.
pub struct PuzzleSearch {
    /// The variant.
    pub variant: Arc<Variant>,
    /// The file of puzzles.
    pub path: PathBuf,
    /// Number of puzzles that the file has in the end.
    pub count: usize,
    /// Seed of the games, which must be the same when a file is continued.
    pub seed: u64,
    /// Number of threads. The same seed gives the same puzzles with any number.
    pub threads: usize,
}

impl PuzzleSearch {
    /// Searches until there are [`count`](Self::count) puzzles, or until many games have none that is wanted. `report` gets the
    /// counts and the number of games after every batch of games. Returns the counts at the end.
    ///
    /// # Errors
    /// If the file cannot be read or written, or if another search writes to it.
    pub fn run(&self, mut report: impl FnMut(&Quotas, u64)) -> io::Result<Quotas> {
        let lock = Lock::take(&self.path.with_extension("lock"))?;
        let _lock = lock.ok_or_else(|| io::Error::other("another search is writing to this file"))?;
        let (puzzles, mut games) = load(&self.path, &self.variant)?;
        let mut quotas = Quotas::new(&self.variant, self.count);
        puzzles.iter().for_each(|puzzle| quotas.add(puzzle));
        let mut known: BTreeSet<_> = puzzles.iter().map(signature).collect();
        let mut output = OpenOptions::new().create(true).append(true).open(&self.path)?;
        let mut finders: Vec<_> = (0..self.threads.max(1)).map(|_| Finder::new(&self.variant)).collect();
        let mut last = games;
        while quotas.total < self.count && games - last < IN_VAIN {
            let found = self.batch(games, &mut finders, &quotas, &known);
            games += BATCH;
            let mut text = String::new();
            for Found { puzzle, signature } in found {
                if quotas.total < self.count && quotas.wants(&puzzle) && known.insert(signature) {
                    quotas.add(&puzzle);
                    text.push_str(&section(&puzzle, quotas.total));
                    last = games;
                }
            }
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{GAMES}{games}");
            output.write_all(text.as_bytes())?;
            report(&quotas, games);
        }
        Ok(quotas)
    }

    /// The puzzles of the games from number `games` on, in their order.
    fn batch(
        &self,
        games: u64,
        finders: &mut [Finder],
        quotas: &Quotas,
        known: &BTreeSet<String>,
    ) -> Vec<Found> {
        let next = &AtomicU64::new(games);
        let search = |finder: &mut Finder| {
            let mut found = Vec::new();
            loop {
                let game = next.fetch_add(1, Ordering::Relaxed);
                if game >= games + BATCH {
                    return found;
                }
                found.push((game, finder.game(self.seed ^ (game << 16), quotas, known)));
            }
        };
        let mut found: Vec<(u64, Vec<Found>)> = std::thread::scope(|scope| {
            let threads: Vec<_> = finders.iter_mut().map(|finder| scope.spawn(|| search(finder))).collect();
            // A panic in a thread is a bug and is passed on.
            threads.into_iter().flat_map(|thread| thread.join().expect("no panic")).collect()
        });
        found.sort_by_key(|(game, _)| *game);
        found.into_iter().flat_map(|(_, found)| found).collect()
    }
}

/// Reads the puzzles of a file and the number of games they are from. Cuts off what follows the last complete batch. A file that
/// does not exist has no puzzles.
///
/// # Errors
/// If the file cannot be read or is not a file of puzzles of `variant`.
pub fn load(path: &Path, variant: &Arc<Variant>) -> io::Result<(Vec<Puzzle>, u64)> {
    if !file_system::exists(path) {
        return Ok((Vec::new(), 0));
    }
    let bytes = file_system::read(path, file::MAX_BYTES as u64)
        .map_err(|error| io::Error::other(error.to_string()))?;
    let mut text = String::from_utf8(bytes).map_err(io::Error::other)?;
    let mut games = 0;
    // A line without an end was being written when the program ended.
    let lines = &text[..text.rfind('\n').map_or(0, |end| end + 1)];
    if let Some((start, length)) =
        lines.rfind(GAMES).and_then(|start| Some((start, lines[start..].find('\n')?)))
    {
        let number = text[start + GAMES.len()..start + length].trim();
        games =
            number.parse().map_err(|_| io::Error::other(format!("{number:?} is not a number of games")))?;
        if text.len() > start + length + 1 {
            text.truncate(start + length + 1);
            file_system::replace(path, text.as_bytes())?;
        }
    }
    // Until the first puzzle is found, the file has only lines of the numbers of games.
    if text.lines().all(|line| line.trim().is_empty() || line.starts_with('#')) {
        return Ok((Vec::new(), games));
    }
    let fault = |error: crate::game::sections::LineError| {
        io::Error::other(format!("line {}: {}", error.line, error.message))
    };
    Ok((file::parse(variant, &text).map_err(fault)?, games))
}

/// The text of `puzzle` as the section with this number of a puzzle file.
pub fn section(puzzle: &Puzzle, number: usize) -> String {
    let variant = puzzle.position.variant();
    let mut text = format!("[{number:04}]\n");
    let before = puzzle.before();
    let _ = writeln!(text, "fen = {}", fen::format(&before));
    if let Some((mv, _)) = puzzle.last_move {
        let _ = writeln!(text, "last_move = {}", coords::format_legal_move(&before, mv));
    }
    let goal = puzzle.goal.to_text(variant);
    let _ = writeln!(text, "goal = {goal}");
    let _ = writeln!(text, "rating = {}", puzzle.rating.unwrap_or_default());
    let _ = writeln!(text, "themes = {}", puzzle.themes.join(", "));
    if !goal.starts_with("best") {
        text.push_str("unique = line\n");
    }
    let _ =
        writeln!(text, "solution = {}\n", coords::format_line(&puzzle.position, &puzzle.solution).join(" "));
    text
}
