//! `xxlchess train`.

use std::io::{self, IsTerminal as _, Write as _};
use std::num::{NonZeroU32, NonZeroU64, NonZeroUsize};
use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use xxlchess::training::{Part, Training, TrainingProgress};

use super::job::{self, Job, JobArguments};
use super::{Failure, positive, print_line, variants, warn};

#[derive(Args, Debug)]
pub struct TrainArguments {
    /// Variant.
    #[arg(long, value_name = "NAME")]
    variant: String,
    /// File with variants of your own.
    #[arg(long, value_name = "PATH")]
    variants: Option<PathBuf>,
    /// Folder of games and networks, in which a training can be continued [default: training-NAME].
    #[arg(long, value_name = "PATH")]
    folder: Option<PathBuf>,
    /// Least number of positions in each round.
    #[arg(value_parser = positive::<NonZeroUsize>, long, value_name = "NUMBER", default_value = "500000")]
    positions: NonZeroUsize,
    /// Number of games in each round, in place of a number of positions.
    #[arg(value_parser = positive::<NonZeroU32>, long, value_name = "NUMBER", conflicts_with = "positions")]
    games: Option<NonZeroU32>,
    /// Only play the games of the next round, and train nothing.
    #[arg(long)]
    games_only: bool,
    /// Play part K of N of the games, such as 3/64.
    #[arg(long, value_name = "K/N", requires = "games", requires = "games_only")]
    part: Option<Part>,
    /// Folders with games of other machines or parts, which are used, too.
    #[arg(long, value_name = "FOLDER", num_args = 1.., conflicts_with = "games_only")]
    data: Vec<PathBuf>,
    /// Number of rounds. A round consists of games, training and a match.
    #[arg(value_parser = positive::<NonZeroUsize>, long, value_name = "NUMBER", default_value = "2")]
    rounds: NonZeroUsize,
    /// Nodes searched for each move of the games.
    #[arg(value_parser = positive::<NonZeroU64>, long, value_name = "NUMBER", default_value = "1000")]
    nodes: NonZeroU64,
    /// Nodes searched for each move of the match between the new network and the one before.
    #[arg(value_parser = positive::<NonZeroU64>, long, value_name = "NUMBER", default_value = "3000")]
    match_nodes: NonZeroU64,
    /// Number of threads, at most one for each core [default: all cores].
    #[arg(value_parser = positive::<NonZeroUsize>, long, value_name = "NUMBER")]
    threads: Option<NonZeroUsize>,
    /// Seed of the games and of the first weights.
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,
    /// Percentage of the result in the targets at the end of the training. It rises evenly from 0.
    #[arg(long, value_name = "PERCENT", default_value_t = 0, value_parser = clap::value_parser!(u8).range(..=100))]
    result_share: u8,
    #[command(flatten)]
    job: JobArguments,
}

/// Trains a network and prints the progress.
pub fn run(arguments: &TrainArguments) -> Result<(), Failure> {
    arguments.job.run(|job| train(arguments, job))
}

fn train(arguments: &TrainArguments, job: &mut Job) -> Result<(), Failure> {
    let name = &arguments.variant;
    let variants = variants::known(arguments.variants.as_deref(), name)?;
    let variant = variants.find(name).map_err(|error| variants::unknown(&error))?;
    let no_folder = |path: &PathBuf, words| Err(Failure::input(format_args!("{}: {words}", path.display())));
    if let Some(path) = arguments.data.iter().find(|path| !path.is_dir()) {
        return no_folder(path, "there is no such folder");
    }
    if let Some(path) = arguments.folder.as_ref().filter(|path| path.is_file()) {
        return no_folder(path, "is a file; expected a folder");
    }
    let training = Training {
        rules_hash: variants.rules_hash(&variant.rules().name),
        variant,
        folder: arguments.folder.clone().unwrap_or_else(|| format!("training-{name}").into()),
        data: arguments.data.clone(),
        positions: arguments.positions.get(),
        games: arguments.games.map(NonZeroU32::get),
        rounds: arguments.rounds.get(),
        nodes: arguments.nodes.get(),
        match_nodes: arguments.match_nodes.get(),
        threads: arguments.threads.map_or_else(xxlchess::platform::threads::available, NonZeroUsize::get),
        seed: arguments.seed,
        result_share: f32::from(arguments.result_share) / 100.0,
    };
    let start = Instant::now();
    let mut first: Option<(Instant, usize, f64)> = None;
    let mut result = String::new();
    let report = |progress| {
        let line = match &progress {
            TrainingProgress::File { path, games, positions, doubles } => {
                let doubles = if *doubles > 0 {
                    format!(", and {doubles} that are in a file before")
                } else {
                    String::new()
                };
                format!("{}: {games} games, {positions} positions{doubles}", path.display())
            }
            TrainingProgress::Games { games, positions, done } => {
                let (since, before, done_before) = *first.get_or_insert((Instant::now(), *positions, *done));
                let seconds = since.elapsed().as_secs_f64().max(0.001);
                let left = (1.0 - done).max(0.0) * seconds / (done - done_before) / 60.0;
                // The rate is known from the second count on.
                let (speed, words) = if *positions > before {
                    let rate = (positions - before) as f64 / seconds;
                    let words = format!(", about {} left", job::time(left * 60.0));
                    (format!(", {rate:.0} a second, {left:.0} minutes left"), words)
                } else {
                    Default::default()
                };
                let words = format!("Playing games: {positions} positions{words}");
                job.show((done * 90.0) as usize, words);
                format!("{games} games, {positions} positions{speed}")
            }
            TrainingProgress::Total { games, positions } => {
                format!("training on {games} games, {positions} positions")
            }
            TrainingProgress::Damage(sentence) => sentence.clone(),
            TrainingProgress::Epoch(epoch) => {
                job.show(90 + epoch.number / 2, "Learning from the games".to_owned());
                // No game is held out of fewer than 20.
                let held_out = Some(epoch.validation_loss).filter(|&loss| loss > 0.0);
                let held_out =
                    held_out.map_or_else(String::new, |loss| format!(", of games held out {loss:.5}"));
                format!("epoch {}: loss {:.5}{held_out}", epoch.number, epoch.training_loss)
            }
            TrainingProgress::Match(score) => {
                let [won, drawn, lost] = score.results();
                result = format!("{won} won, {drawn} drawn, {lost} lost");
                job.show(95, format!("Match of the new network: {result}"));
                format!("match: {score}")
            }
            TrainingProgress::Round { number, kept } => {
                first = None;
                if *number == arguments.rounds.get() && *kept {
                    job.end(format!("The new network won its match ({result}) and is used from now on."));
                } else if *number == arguments.rounds.get() {
                    job.end(format!("The new network did not win its match ({result}) and is not used."));
                }
                let kept = if *kept { "kept" } else { "not kept" };
                format!("round {number}: {kept}, {:.0} minutes so far", start.elapsed().as_secs_f64() / 60.0)
            }
        };
        // In a terminal, each count replaces the one before on the same line. Epochs and rounds get a new line.
        let passing = matches!(progress, TrainingProgress::Games { .. } | TrainingProgress::Match(_))
            && io::stderr().is_terminal();
        if passing {
            let _ = write!(io::stderr(), "\r{line}   ");
        } else {
            warn(line);
        }
    };
    let failure = |error| Failure::answer(format_args!("{}: {error}", training.folder.display()));
    if arguments.games_only {
        let path = training.play(arguments.part, report).map_err(failure)?;
        return print_line(format_args!("The games are in {}", path.display()));
    }
    match training.run(report).map_err(failure)? {
        Some(path) => print_line(format_args!("The best network is {}", path.display())),
        None => Err(Failure::answer("no network won its match")),
    }
}
