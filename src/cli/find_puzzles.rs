//! `xxlchess find-puzzles`.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use clap::Args;
use xxlchess::game::puzzle::Puzzle;
use xxlchess::platform::{file_system, threads};
use xxlchess::puzzle_finder::finder::Finder;
use xxlchess::puzzle_finder::quotas::Quotas;
use xxlchess::puzzle_finder::rating::Levels;
use xxlchess::puzzle_finder::{PuzzleSearch, load, section};
use xxlchess::view::text::counted;

use super::job::{self, Job, JobArguments};
use super::variants::VariantArguments;
use super::{Failure, positive, print_line, warn};

#[derive(Args, Debug)]
pub struct FindPuzzlesArguments {
    /// File of puzzles, to which more are appended.
    file: PathBuf,
    #[command(flatten)]
    variant: VariantArguments,
    /// Number of puzzles in the end.
    #[arg(value_parser = positive::<NonZeroUsize>, long, value_name = "NUMBER", default_value = "1000")]
    count: NonZeroUsize,
    /// Seed of the games, which must be the same when a file is continued.
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,
    /// Number of threads, at most one for each core.
    #[arg(value_parser = positive::<NonZeroUsize>, long, value_name = "NUMBER", default_value = "1")]
    threads: NonZeroUsize,
    /// Write the puzzles, the easiest first, to this file and play no games.
    #[arg(long, value_name = "PATH")]
    finish: Option<PathBuf>,
    /// Measure all ratings again for --finish, which is necessary after a change of the levels of difficulty.
    #[arg(long, requires = "finish")]
    rate: bool,
    /// Find all themes again for --finish, and leave out puzzles without a theme.
    #[arg(long, requires = "finish")]
    themes: bool,
    /// Write tables of the numbers of puzzles to this file and play no games.
    #[arg(long, value_name = "PATH")]
    table: Option<PathBuf>,
    #[command(flatten)]
    job: JobArguments,
}

impl FindPuzzlesArguments {
    /// Number of threads that are started.
    fn threads(&self) -> usize {
        self.threads.get().min(threads::available())
    }
}

/// Searches for puzzles and prints the progress, or writes the puzzles of the file if `--finish` or `--table` is given.
pub fn run(arguments: &FindPuzzlesArguments) -> Result<(), Failure> {
    if arguments.finish.is_some() || arguments.table.is_some() {
        return finish(arguments);
    }
    arguments.job.run(|job| search(arguments, job))
}

fn search(arguments: &FindPuzzlesArguments, job: &mut Job) -> Result<(), Failure> {
    let FindPuzzlesArguments { file, seed, .. } = arguments;
    let count = arguments.count.get();
    let search = PuzzleSearch {
        variant: arguments.variant.find()?,
        path: file.clone(),
        count,
        seed: *seed,
        threads: arguments.threads(),
    };
    let mut first: Option<(Instant, usize)> = None;
    let quotas = search.run(|quotas, games| {
        let (start, before) = *first.get_or_insert((Instant::now(), quotas.total));
        let found = quotas.total - before;
        let mut words = format!("{} of {count} puzzles found", quotas.total);
        // The time left is known from the second count on.
        if found > 0 {
            let left =
                start.elapsed().as_secs_f64() / found as f64 * count.saturating_sub(quotas.total) as f64;
            words += &format!(", about {} left", job::time(left));
        }
        warn(format_args!("{} | {games} games | {words}", quotas.progress()));
        job.show(100 * quotas.total / count, words);
    });
    let quotas = quotas.map_err(|error| Failure::answer(format_args!("{}: {error}", file.display())))?;
    let words = match quotas.total {
        0 => return Err(Failure::answer("no puzzles were found in many games")),
        total if total < count => {
            format!("{} found. Many more games had no others.", counted(total, "puzzle"))
        }
        total => format!("{} found.", counted(total, "puzzle")),
    };
    job.end(words.clone());
    print_line(words)
}

/// Finds ratings and themes again if they are wanted, and writes puzzles and tables.
fn finish(arguments: &FindPuzzlesArguments) -> Result<(), Failure> {
    let variant = arguments.variant.find()?;
    let threads = arguments.threads();
    let failure = |path: &PathBuf, error| Failure::answer(format_args!("{}: {error}", path.display()));
    // A search begins a file that does not exist, but here the puzzles of another one would be replaced by none.
    if !file_system::exists(&arguments.file) {
        return Err(Failure::input(format_args!("{}: there is no such file", arguments.file.display())));
    }
    let (mut puzzles, _) =
        load(&arguments.file, &variant).map_err(|error| failure(&arguments.file, error))?;
    if arguments.rate {
        let rate = |levels: &mut Levels, puzzle: &mut Puzzle| puzzle.rating = Some(levels.rating(puzzle));
        for_each(&mut puzzles, threads, Levels::default, rate);
    }
    if arguments.themes {
        let finder = || Finder::new(&variant);
        for_each(&mut puzzles, threads, finder, |finder, puzzle| {
            puzzle.themes = finder.themes(puzzle);
        });
        puzzles.retain(|puzzle| !puzzle.themes.is_empty());
    }
    let write = |path: &PathBuf, text: String| {
        file_system::replace(path, text.as_bytes()).map_err(|error| failure(path, error))
    };
    if let Some(path) = &arguments.table {
        let mut quotas = Quotas::new(&variant, arguments.count.get());
        puzzles.iter().for_each(|puzzle| quotas.add(puzzle));
        write(path, quotas.tables())?;
    }
    if let Some(path) = &arguments.finish {
        puzzles.sort_by_key(|puzzle| puzzle.rating);
        let sections = puzzles.iter().enumerate().map(|(index, puzzle)| section(puzzle, index + 1));
        write(path, sections.collect())?;
    }
    Ok(())
}

/// Changes every puzzle by `change`, and prints the progress after every hundred. Each thread has its own `state`.
fn for_each<T>(
    puzzles: &mut [Puzzle],
    threads: usize,
    state: impl Fn() -> T + Sync,
    change: impl Fn(&mut T, &mut Puzzle) + Sync,
) {
    let count = puzzles.len();
    let queue = Mutex::new(puzzles.iter_mut());
    let done = AtomicU64::new(0);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let mut state = state();
                // In the condition of `while let` the lock would be held while the puzzle is changed.
                let next = || queue.lock().expect("no thread panics while it holds the lock").next();
                while let Some(puzzle) = next() {
                    change(&mut state, puzzle);
                    let done = done.fetch_add(1, Ordering::Relaxed) + 1;
                    if done.is_multiple_of(100) {
                        warn(format_args!("{done} of {count} puzzles"));
                    }
                }
            });
        }
    });
}
