//! Generator of puzzles: plays games with mistakes and keeps the positions that have one good line.
//!
//! `puzzles --variant xxl --count 1000 FILE` appends to FILE. It may be killed at any time, because it writes after every
//! few games, and the next call with the same FILE continues. The same seed gives the same puzzles with any number of
//! threads.
//!
//! `--finish OUT` writes the puzzles of FILE to OUT, the easiest first. `--table OUT` writes tables of their numbers.
//! `--rate` measures the ratings again, which is necessary after a change of the levels of difficulty. `--themes` finds
//! the themes again.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use clap::Parser;
use xxlchess::game::puzzle::{Puzzle, file};
use xxlchess::notation::variants_ini::Variants;
use xxlchess::notation::{coords, fen};
use xxlchess::rules::Variant;
use xxlchess_tools::puzzles::finder::{Finder, Found, signature};
use xxlchess_tools::puzzles::quotas::Quotas;
use xxlchess_tools::puzzles::rating::Levels;

/// Number of games after which puzzles are written and counted. All games of a batch have the quotas before it, so that
/// the puzzles do not depend on the number of threads.
const BATCH: u64 = 16;
/// Start of the line after each batch, which has the number of games so far.
const GAMES: &str = "# games = ";

#[derive(Parser)]
struct Arguments {
    /// File of puzzles, to which more are appended.
    file: PathBuf,
    /// Variant.
    #[arg(long, default_value = "xxl")]
    variant: String,
    /// Number of puzzles.
    #[arg(long, default_value_t = 1000)]
    count: usize,
    /// Seed of the games, which must be the same when a file is continued.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads.
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Write the puzzles, the easiest first, to this file and play no games.
    #[arg(long)]
    finish: Option<PathBuf>,
    /// Measure all ratings again for `--finish`.
    #[arg(long, requires = "finish")]
    rate: bool,
    /// Find all themes again for `--finish`, and leave out puzzles without a theme.
    #[arg(long, requires = "finish")]
    themes: bool,
    /// Write tables of the puzzles to this file and play no games.
    #[arg(long)]
    table: Option<PathBuf>,
}

fn main() {
    let arguments = Arguments::parse();
    let variant = Variants::built_in().get(&arguments.variant).expect("a built-in variant");
    let (mut puzzles, games) = load(&arguments.file, &variant);
    if arguments.rate {
        let rate = |levels: &mut Levels, puzzle: &mut Puzzle| puzzle.rating = Some(levels.rating(puzzle));
        for_each(&mut puzzles, arguments.threads, Levels::default, rate);
    }
    if arguments.themes {
        let finder = || Finder::new(&variant);
        for_each(&mut puzzles, arguments.threads, finder, |finder, puzzle| {
            puzzle.themes = finder.themes(puzzle);
        });
        puzzles.retain(|puzzle| !puzzle.themes.is_empty());
    }
    let mut quotas = Quotas::new(&variant, arguments.count);
    puzzles.iter().for_each(|puzzle| quotas.add(puzzle));
    if let Some(path) = &arguments.table {
        std::fs::write(path, quotas.tables()).expect("the tables can be written");
    }
    if let Some(path) = &arguments.finish {
        puzzles.sort_by_key(|puzzle| puzzle.rating);
        let text: String =
            puzzles.iter().enumerate().map(|(index, puzzle)| section(puzzle, index + 1)).collect();
        std::fs::write(path, text).expect("the puzzles can be written");
    }
    if arguments.table.is_none() && arguments.finish.is_none() {
        let known = puzzles.iter().map(signature).collect();
        generate(&arguments, &variant, quotas, known, games);
    }
}

/// Reads the puzzles of a file and the number of games they are from. Cuts off what follows the last complete batch.
fn load(path: &Path, variant: &Arc<Variant>) -> (Vec<Puzzle>, u64) {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let Some(start) = text.rfind(GAMES).filter(|&start| text[start..].contains('\n')) else {
        return match file::parse(variant, &text) {
            Ok(puzzles) => (puzzles, 0),
            Err(_) => (Vec::new(), 0),
        };
    };
    let end = start + text[start..].find('\n').expect("just found") + 1;
    if end < text.len() {
        std::fs::write(path, &text[..end]).expect("the file can be written");
    }
    let games = text[start + GAMES.len()..end].trim().parse().expect("a number of games");
    (file::parse(variant, &text[..end]).unwrap_or_default(), games)
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
        for _ in 0..threads.max(1) {
            scope.spawn(|| {
                let mut state = state();
                // In the condition of `while let` the lock would be held while the puzzle is changed.
                let next = || queue.lock().expect("no thread panics while it holds the lock").next();
                while let Some(puzzle) = next() {
                    change(&mut state, puzzle);
                    let done = done.fetch_add(1, Ordering::Relaxed) + 1;
                    if done.is_multiple_of(100) {
                        eprintln!("{done} of {count} puzzles");
                    }
                }
            });
        }
    });
}

fn generate(
    arguments: &Arguments,
    variant: &Arc<Variant>,
    mut quotas: Quotas,
    mut known: BTreeSet<String>,
    mut games: u64,
) {
    let mut output =
        OpenOptions::new().create(true).append(true).open(&arguments.file).expect("the file can be opened");
    let (start, before) = (Instant::now(), quotas.total);
    let mut finders: Vec<_> = (0..arguments.threads.max(1)).map(|_| Finder::new(variant)).collect();
    while quotas.total < arguments.count {
        let next = AtomicU64::new(games);
        let mut found: Vec<(u64, Vec<Found>)> = std::thread::scope(|scope| {
            let threads: Vec<_> = finders
                .iter_mut()
                .map(|finder| {
                    let (next, quotas, known) = (&next, &quotas, &known);
                    scope.spawn(move || {
                        let mut found = Vec::new();
                        loop {
                            let game = next.fetch_add(1, Ordering::Relaxed);
                            if game >= games + BATCH {
                                return found;
                            }
                            let seed = arguments.seed ^ (game << 16);
                            found.push((game, finder.game(seed, quotas, known)));
                        }
                    })
                })
                .collect();
            threads.into_iter().flat_map(|thread| thread.join().expect("no panic")).collect()
        });
        found.sort_by_key(|(game, _)| *game);
        games += BATCH;
        let mut text = String::new();
        for Found { puzzle, signature } in found.into_iter().flat_map(|(_, found)| found) {
            if quotas.total < arguments.count && quotas.wants(&puzzle) && known.insert(signature) {
                quotas.add(&puzzle);
                text.push_str(&section(&puzzle, quotas.total));
            }
        }
        let _ = writeln!(text, "{GAMES}{games}");
        output.write_all(text.as_bytes()).expect("the file can be written");
        let seconds = start.elapsed().as_secs_f64();
        let speed = (quotas.total - before) as f64 / seconds;
        let left = (arguments.count - quotas.total) as f64 / speed / 60.0;
        eprintln!("{} | {games} games | {speed:.2}/s | {left:.0} min left", quotas.progress());
    }
}

/// Formats a puzzle as a section of a puzzle file.
fn section(puzzle: &Puzzle, number: usize) -> String {
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
