//! Who plays for the computer at each difficulty.

use std::thread::available_parallelism;

use xxlchess::engine::Player;
use xxlchess::engine::levels::{Level, LevelPlayer};
use xxlchess::game::adviser::{self, Adviser};

/// The player of `difficulty`, from 1 to 10.
pub fn thinker(difficulty: u8) -> Box<dyn Player> {
    Box::new(LevelPlayer::new(Level::new(difficulty), threads()))
}

/// Who gives hints, whatever the difficulty.
pub fn adviser() -> Box<dyn Adviser> {
    Box::new(adviser::Threaded::new(threads()))
}

/// All cores but one, which the window needs.
fn threads() -> usize {
    let cores = available_parallelism().map_or(1, usize::from);
    (cores - 1).max(1)
}
