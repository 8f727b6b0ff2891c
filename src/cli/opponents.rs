//! Who plays for the computer at each difficulty.

use std::thread::available_parallelism;

use xxlchess::engine::Thinker;
use xxlchess::engine::level::{Level, LevelPlayer};

/// The player of `difficulty`, from 1 to 10; it leaves one core to the window.
pub fn thinker(difficulty: u8) -> Box<dyn Thinker> {
    let cores = available_parallelism().map_or(1, usize::from);
    Box::new(LevelPlayer::new(Level::new(difficulty), (cores - 1).max(1)))
}
