//! The screen on which puzzles are solved: for `xxlchess play` with levels or `--puzzles`, and for the menu.

use std::path::PathBuf;
use std::sync::Arc;

use directories::ProjectDirs;
use xxlchess::config::Config;
use xxlchess::config::puzzles::packaged;
use xxlchess::game::options::Options;
use xxlchess::game::puzzle::Puzzle;
use xxlchess::game::puzzle::arbiter::Threaded;
use xxlchess::game::puzzle::progress::Progress;
use xxlchess::rules::Variant;
use xxlchess::storage::progress;
use xxlchess::view::screen::Screen;
use xxlchess::view::screens::puzzles::{Means, PuzzleScreen};
use xxlchess::view::widgets::board::animation::Speed;

use super::Failure;

/// The file in the user's data folder that keeps what has been solved.
const PROGRESS: &str = "puzzles.txt";

/// The screen for the puzzles that `config` names, with the pieces of `variant`, or for the packaged set.
pub fn screen(config: &Config, variant: &Arc<Variant>, set: bool) -> Result<Box<dyn Screen>, Failure> {
    let puzzles = if set { packaged() } else { config.load_puzzles(variant).map_err(Failure::input)? };
    let speed = Speed { pixels_a_frame: config.piece_movement_speed, longest: config.max_movement_time };
    solve(puzzles, speed, config.options).map_err(Failure::input)
}

/// The screen for the packaged set.
pub fn packaged_screen(speed: Speed, options: Options) -> Result<Box<dyn Screen>, String> {
    solve(packaged(), speed, options)
}

/// The screen for `puzzles`, with the progress that was kept.
fn solve(puzzles: Vec<Puzzle>, speed: Speed, options: Options) -> Result<Box<dyn Screen>, String> {
    let store = store();
    let progress = store.as_deref().map(progress::load).unwrap_or_default();
    let means = Means {
        arbiter: Box::new(|| Box::new(Threaded::default())),
        keep: Box::new(move |progress| keep(store.as_ref(), progress)),
        speed,
        options,
    };
    let screen = PuzzleScreen::new(puzzles, progress, means);
    screen.map(|screen| Box::new(screen) as _).ok_or_else(|| "there are no puzzles to solve".to_owned())
}

/// Where progress is kept; the system may have no place for it.
fn store() -> Option<PathBuf> {
    Some(ProjectDirs::from("", "", "xxlchess")?.data_dir().join(PROGRESS))
}

fn keep(store: Option<&PathBuf>, progress: &Progress) {
    if let Some(path) = store
        && let Err(error) = progress::save(path, progress)
    {
        // A home that cannot be written is no reason to stop solving.
        log::info!("{}: progress cannot be kept: {error}", path.display());
    }
}
