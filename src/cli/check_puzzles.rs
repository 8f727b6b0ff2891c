//! `xxlchess check-puzzles`.

use std::collections::HashMap;
use std::path::PathBuf;

use clap::Args;
use xxlchess::config;
use xxlchess::game::puzzle::Puzzle;
use xxlchess::game::puzzle::check::{Checker, rule_faults};
use xxlchess::game::puzzle::file::{MAX_BYTES, parse_each};

use super::variants::VariantArguments;
use super::{Failure, print_line};

#[derive(Args, Debug)]
pub struct CheckPuzzlesArguments {
    /// The puzzle file, described in docs/puzzles.md.
    file: PathBuf,
    #[command(flatten)]
    variant: VariantArguments,
    /// Nodes searched for another solution, for each move; 0 means no search.
    #[arg(long, value_name = "NUMBER", default_value_t = 100_000)]
    nodes: u64,
    /// Search only this number of puzzles, evenly spread over the file.
    #[arg(long, value_name = "NUMBER")]
    sample: Option<usize>,
}

/// Prints the faults of a puzzle file, one per line.
pub fn run(arguments: &CheckPuzzlesArguments) -> Result<(), Failure> {
    let variant = arguments.variant.find()?;
    let name = arguments.file.display();
    let text = config::read_text(&arguments.file, MAX_BYTES as u64).map_err(Failure::input)?;
    let mut sound: Vec<(usize, Puzzle)> = Vec::new();
    let mut lines: HashMap<String, usize> = HashMap::new();
    let mut faults = 0;
    let mut report = |line: usize, fault: &str| {
        faults += 1;
        print_line(format_args!("{name}:{line}: {fault}"))
    };
    let puzzles = parse_each(&variant, &text).unwrap_or_else(|error| vec![(error.line, Err(error))]);
    let count = puzzles.len();
    for (line, puzzle) in puzzles {
        let puzzle = match puzzle {
            Ok(puzzle) => puzzle,
            Err(error) => {
                report(error.line, &error.message)?;
                continue;
            }
        };
        for fault in rule_faults(&puzzle) {
            report(line, &format!("[{}] {fault}", puzzle.title))?;
        }
        match lines.insert(puzzle.id(), line) {
            Some(first) => {
                report(line, &format!("[{}] is the same puzzle as in line {first}", puzzle.title))?
            }
            None => sound.push((line, puzzle)),
        }
    }
    let wanted = if arguments.nodes == 0 { 0 } else { arguments.sample.unwrap_or(count).min(sound.len()) };
    let mut checker = Checker::default();
    for index in 0..wanted {
        let (line, puzzle) = &sound[index * sound.len() / wanted];
        if let Some(fault) = checker.search_fault(puzzle, arguments.nodes) {
            report(*line, &format!("[{}] {fault}", puzzle.title))?;
        }
    }
    if faults > 0 {
        return Err(Failure::answer(""));
    }
    print_line(format_args!("{name}: {count} puzzles, {wanted} of them searched, no faults"))
}
