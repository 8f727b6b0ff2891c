//! The computer players: who moves, who advises, who judges the moves of a puzzle.

use std::rc::Rc;
use std::thread::available_parallelism;

use crate::engine::levels::{Level, LevelPlayer};
use crate::game::adviser::{self, Adviser};
use crate::game::analysis::analyzer::AnalysisLimits;
use crate::game::opponent::{self, Opponent};
use crate::game::puzzle::arbiter::{self, Arbiter};

/// Makes the computer players of games and puzzles.
pub struct Computers {
    /// The opponent of a difficulty from 1 to 10.
    pub opponent: Box<dyn Fn(u8) -> Box<dyn Opponent>>,
    /// Gives hints and analyses, whatever the difficulty.
    pub adviser: Box<dyn Fn() -> Box<dyn Adviser>>,
    pub analysis_limits: AnalysisLimits,
    /// Judges the moves of a puzzle.
    pub arbiter: Rc<dyn Fn() -> Box<dyn Arbiter>>,
}

impl Computers {
    /// Computer players on threads of their own, on all cores but one, which the window needs.
    pub fn threaded() -> Self {
        let threads = available_parallelism().map_or(1, usize::from).saturating_sub(1).max(1);
        let player = move |difficulty| Box::new(LevelPlayer::new(Level::new(difficulty), threads));
        Self {
            opponent: Box::new(move |difficulty| Box::new(opponent::Threaded::new(player(difficulty)))),
            adviser: Box::new(move || Box::new(adviser::Threaded::new(threads))),
            analysis_limits: AnalysisLimits::default(),
            arbiter: Rc::new(|| Box::new(arbiter::Threaded::default())),
        }
    }
}
