//! Command line: subcommands, arguments and exit codes.

mod analyse;
mod check_puzzles;
mod convert;
mod find_puzzles;
mod job;
pub mod logging;
mod match_command;
mod perft;
mod play;
mod simulate;
mod train;
mod variants;

use std::ffi::{OsStr, OsString};
use std::fmt::Display;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::str::FromStr;

use clap::{Args, Parser, Subcommand};
use xxlchess::notation::text::printable;
use xxlchess::platform::subprocess;
use xxlchess::protocol::uci::command::BENCH_DEPTH;
use xxlchess::protocol::{cecp, uci};

/// Name under which the program without arguments is always a UCI engine.
const ENGINE_NAME: &str = "xxlchess-engine";

/// Chess on a 14x14 board with fairy pieces, against the computer.
#[derive(Debug, Parser)]
#[command(name = "xxlchess", version, about, args_conflicts_with_subcommands = true)]
struct Arguments {
    #[command(subcommand)]
    task: Option<Task>,
    #[command(flatten)]
    play: PlayArguments,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Play a game in a window (the default command).
    Play(PlayArguments),
    /// Play a file of moves on an 8x8 board and print it.
    Simulate(simulate::SimulateArguments),
    /// Check a variant file and print every error in it.
    Check {
        /// The variant file, described in docs/variants.md.
        file: PathBuf,
    },
    /// Check a puzzle file, also by a search for other solutions, and print every fault in it.
    CheckPuzzles(check_puzzles::CheckPuzzlesArguments),
    /// Annotate the games of a PGN file: evaluations, glyphs of bad moves, better lines.
    Analyse(analyse::AnalyseArguments),
    /// Write a game or position as PGN, FEN, picture (PNG, SVG) or animation (GIF).
    Convert(convert::ConvertArguments),
    /// Run the engine under a chess GUI, by the UCI protocol on standard input and output.
    Uci,
    /// Run the engine under XBoard, by its protocol (CECP) on standard input and output.
    Cecp,
    /// Count the move sequences from a position, to check the move generator.
    Perft(perft::PerftArguments),
    /// Train a network that evaluates positions of a variant, from games of the engine against itself.
    Train(train::TrainArguments),
    /// Search for puzzles in games of the levels against each other, and append them to a file.
    FindPuzzles(find_puzzles::FindPuzzlesArguments),
    /// Play a match between UCI engines on any variant; `xxlchess match --help` lists its flags.
    Match(match_command::MatchArguments),
    /// Search fixed positions and print the number of nodes and nodes per second.
    Bench,
    /// Commands of UCI, such as `xxlchess "go depth 8" quit`.
    #[command(external_subcommand)]
    UciCommands(Vec<String>),
}

/// Arguments of `xxlchess play`.
#[derive(Args, Clone, Debug)]
pub struct PlayArguments {
    /// Config file [default: config.json in the current folder, or the built-in one].
    #[arg(long, value_name = "PATH")]
    config: Option<PathBuf>,
    /// Level file [default: the one named by the config].
    #[arg(long, value_name = "PATH")]
    level: Option<PathBuf>,
    /// Variant; without --level its starting position is played.
    #[arg(long, value_name = "NAME")]
    variant: Option<String>,
    /// Start from this position: a FEN, or a file with one.
    #[arg(long, value_name = "FEN or PATH", conflicts_with_all = ["level", "pgn", "puzzles", "menu"])]
    fen: Option<String>,
    /// Continue from the last position of a PGN file, in the variant that it names.
    #[arg(long, value_name = "PATH", conflicts_with_all = ["level", "puzzles", "menu"])]
    pgn: Option<PathBuf>,
    /// Open the analysis board with the game or position of a file.
    #[arg(long, value_name = "PATH", conflicts_with_all = ["level", "fen", "pgn", "puzzles", "menu"])]
    analyse: Option<PathBuf>,
    /// Resume the unfinished game without asking.
    #[arg(long, conflicts_with_all = ["level", "variant", "fen", "pgn", "puzzles", "menu"])]
    resume: bool,
    /// Solve the built-in puzzles.
    #[arg(long, conflicts_with_all = ["level", "variant", "menu"])]
    puzzles: bool,
    /// Open the lessons.
    #[arg(long, conflicts_with_all = ["level", "variant", "fen", "pgn", "resume", "puzzles", "menu"])]
    learn: bool,
    /// Open the menu at the start.
    #[arg(long)]
    menu: bool,
    /// Play against this UCI engine: its path, or path and arguments in quotes.
    #[arg(
        long,
        value_name = "PATH",
        conflicts_with_all = ["puzzles", "learn"],
        value_parser = clap::builder::NonEmptyStringValueParser::new()
    )]
    engine: Option<String>,
    /// Print what happens in sentences, for screen readers, and read moves and commands from standard input.
    #[arg(long)]
    announce: bool,
    /// Seed for repeatable computer moves; an unfinished game is not offered.
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u64>,
    /// Close the window after this time.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    exit_after: Option<std::time::Duration>,
    /// Print frame times and memory at the end.
    #[arg(long)]
    frame_stats: bool,
}

/// Parses a time in seconds, such as `90` or `0.5`.
fn seconds(text: &str) -> Result<std::time::Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "SECONDS must be a number".to_owned())?;
    std::time::Duration::try_from_secs_f64(seconds).map_err(|_| "SECONDS must be 0 or more".to_owned())
}

/// The failure of a subcommand: an error message and the exit code. If the message is empty, nothing is printed.
#[derive(Debug)]
struct Failure {
    message: String,
    code: u8,
}

impl Failure {
    /// A failure by wrong or missing input, with exit code 2.
    fn input(error: impl Display) -> Self {
        Self { message: error.to_string(), code: 2 }
    }

    /// A negative result, such as faults in a checked file, with exit code 1.
    fn answer(error: impl Display) -> Self {
        Self { message: error.to_string(), code: 1 }
    }
}

/// Prints a line to standard output. If the program that reads it has exited, the failure has no message.
fn print_line(line: impl Display) -> Result<(), Failure> {
    print_by(|| writeln!(io::stdout(), "{}", printable(&line.to_string())))
}

/// Prints to standard output by `print`, as [`print_line`] does.
fn print_by(print: impl FnOnce() -> io::Result<()>) -> Result<(), Failure> {
    print().and_then(|()| io::stdout().flush()).map_err(|error| match error.kind() {
        io::ErrorKind::BrokenPipe => Failure::answer(""),
        _ => Failure::answer(format_args!("the answer cannot be written: {error}")),
    })
}

/// Parses a number of at least 1, such as a [`NonZeroU64`](std::num::NonZeroU64).
fn positive<T: FromStr>(text: &str) -> Result<T, &'static str> {
    text.parse().map_err(|_| "expected a number of at least 1")
}

/// Prints a line to standard error. Errors are ignored.
fn warn(line: impl Display) {
    let _ = writeln!(io::stderr().lock(), "{}", printable(&line.to_string()));
}

/// Whether the program is started as an engine: without arguments, by another program that sends it lines or under the name
/// [`ENGINE_NAME`]. A desktop that opens the window starts the program without arguments, too, but not with a pipe as its
/// standard input.
fn is_engine(command_line: &[OsString], stdin_is_pipe: bool) -> bool {
    let [program] = command_line else { return false };
    stdin_is_pipe || Path::new(program).file_stem() == Some(OsStr::new(ENGINE_NAME))
}

/// Parses the command line and runs the subcommand.
pub fn run() -> ExitCode {
    let command_line: Vec<_> = std::env::args_os().collect();
    let task = if is_engine(&command_line, subprocess::stdin_is_pipe()) {
        Ok(Task::Uci)
    } else {
        Arguments::try_parse_from(command_line)
            .map(|arguments| arguments.task.unwrap_or(Task::Play(arguments.play)))
    };
    let done = match task {
        Ok(task) => run_task(task),
        Err(error) if error.use_stderr() => {
            warn(error.to_string().trim_end());
            return ExitCode::from(2);
        }
        Err(help) => print_by(|| help.print()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            if !failure.message.is_empty() {
                warn(format_args!("xxlchess: {}", failure.message));
            }
            ExitCode::from(failure.code)
        }
    }
}

fn run_task(task: Task) -> Result<(), Failure> {
    match task {
        Task::Play(arguments) => play::run(&arguments),
        Task::Simulate(arguments) => simulate::run(&arguments),
        Task::Check { file } => variants::check(&file),
        Task::CheckPuzzles(arguments) => check_puzzles::run(&arguments),
        Task::Analyse(arguments) => analyse::run(&arguments),
        Task::Convert(arguments) => convert::run(&arguments),
        Task::Uci => {
            uci::run_with(variants::all(), io::BufReader::new(io::stdin()), io::stdout());
            Ok(())
        }
        Task::Cecp => {
            cecp::run_with(variants::all(), io::BufReader::new(io::stdin()), io::stdout());
            Ok(())
        }
        Task::Perft(arguments) => perft::run(&arguments),
        Task::Train(arguments) => train::run(&arguments),
        Task::FindPuzzles(arguments) => find_puzzles::run(&arguments),
        Task::Match(arguments) => match_command::run(&arguments),
        Task::Bench => print_line(uci::bench::run(BENCH_DEPTH, &Default::default())),
        Task::UciCommands(commands) => {
            uci::run_commands(variants::all(), &commands, io::stdout()).map_err(|error| {
                Failure::input(format_args!("{error}; xxlchess --help lists what the program can do"))
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A pipe or the name of the engine starts UCI if there are no arguments. A terminal, a file and `/dev/null`, which a
    /// desktop passes, open the window, and arguments are always obeyed.
    #[test]
    fn a_pipe_or_the_name_starts_the_engine() {
        for (command_line, stdin_is_pipe, starts_engine) in [
            (&["xxlchess"][..], false, false),
            (&["xxlchess"], true, true),
            (&["/usr/games/xxlchess-engine"], false, true),
            (&["xxlchess-engine.exe"], false, true),
            (&["xxlchess-engine-2"], false, false),
            (&["xxlchess", "--announce"], true, false),
            (&["xxlchess", "play"], true, false),
            (&["xxlchess-engine", "bench"], true, false),
            (&[], true, false),
        ] {
            let words: Vec<_> = command_line.iter().map(OsString::from).collect();
            assert_eq!(is_engine(&words, stdin_is_pipe), starts_engine, "{command_line:?} {stdin_is_pipe}");
        }
    }
}
