//! `xxlchess train`.

use std::io::{self, IsTerminal as _, Write as _};
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use xxlchess::training::{Training, TrainingProgress};

use super::{Failure, print_line, variants, warn};

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
    #[arg(long, value_name = "NUMBER", default_value = "500000")]
    positions: NonZeroUsize,
    /// Number of rounds. A round consists of games, training and a match.
    #[arg(long, value_name = "NUMBER", default_value = "2")]
    rounds: NonZeroUsize,
    /// Nodes searched for each move.
    #[arg(long, value_name = "NUMBER", default_value = "1000")]
    nodes: NonZeroU64,
    /// Number of threads, at most one for each core [default: all cores].
    #[arg(long, value_name = "NUMBER")]
    threads: Option<NonZeroUsize>,
    /// Seed of the games and of the first weights.
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,
}

/// Trains a network and prints the progress.
pub fn run(arguments: &TrainArguments) -> Result<(), Failure> {
    let name = &arguments.variant;
    let training = Training {
        variant: variants::find(arguments.variants.as_deref(), name)?,
        folder: arguments.folder.clone().unwrap_or_else(|| format!("training-{name}").into()),
        positions: arguments.positions.get(),
        rounds: arguments.rounds.get(),
        nodes: arguments.nodes.get(),
        threads: arguments.threads.map_or_else(xxlchess::platform::threads::available, NonZeroUsize::get),
        seed: arguments.seed,
    };
    let start = Instant::now();
    let mut first: Option<(Instant, usize)> = None;
    let best = training.run(|progress| {
        let line = match &progress {
            TrainingProgress::Positions(count, all) => {
                let (since, before) = *first.get_or_insert((Instant::now(), *count));
                let rate = (count - before) as f64 / since.elapsed().as_secs_f64().max(0.001);
                let left = all.saturating_sub(*count) as f64 / rate / 60.0;
                // The rate is known from the second count on.
                let speed = if rate > 0.0 {
                    format!(", {rate:.0} a second, {left:.0} minutes left")
                } else {
                    String::new()
                };
                format!("{count} of {all} positions{speed}")
            }
            TrainingProgress::Damage(sentence) => sentence.clone(),
            TrainingProgress::Epoch(epoch) => format!(
                "epoch {}: loss {:.5}, of games held out {:.5}",
                epoch.number, epoch.training_loss, epoch.validation_loss
            ),
            TrainingProgress::Match(score) => format!("match: {score}"),
            TrainingProgress::Round { number, kept } => {
                first = None;
                let kept = if *kept { "kept" } else { "not kept" };
                format!("round {number}: {kept}, {:.0} minutes so far", start.elapsed().as_secs_f64() / 60.0)
            }
        };
        // In a terminal, each count replaces the one before on the same line. Epochs and rounds get a new line.
        let passing = matches!(progress, TrainingProgress::Positions(..) | TrainingProgress::Match(_))
            && io::stderr().is_terminal();
        if passing {
            let _ = write!(io::stderr(), "\r{line}   ");
        } else {
            warn(line);
        }
    });
    match best.map_err(|error| Failure::answer(format_args!("{}: {error}", training.folder.display())))? {
        Some(path) => print_line(format_args!("The best network is {}", path.display())),
        None => Err(Failure::answer("no network won its match against the one before")),
    }
}
