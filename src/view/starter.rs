//! What menu and editor need of the program around them: where games come from, and where levels are kept.

use std::rc::Rc;

use super::screen::Screen;
use crate::game::new_game::NewGame;
use crate::game::options::Options;
use crate::rules::Position;

/// How the names begin by which choices name levels of the person's own making.
pub const OWN: &str = "own ";

/// A level that is offered.
#[derive(Clone, Debug)]
pub struct Level {
    /// The name by which choices name it.
    pub id: String,
    /// The name by which it is shown.
    pub title: String,
    /// The position it starts with.
    pub position: Position,
}

impl Level {
    /// Whether the person has made it.
    #[must_use]
    pub fn is_own(&self) -> bool {
        self.id.starts_with(OWN)
    }
}

/// What has become of a level that was to be kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kept {
    /// It is kept, and among the levels from now on.
    In {
        /// The name by which choices name it.
        id: String,
        /// The file it is in, as it is shown.
        file: String,
    },
    /// There is one of this name already, and it stays.
    Taken,
}

/// The program around menu and editor.
pub trait Starter {
    /// The levels to choose from; at least one.
    fn levels(&self) -> Rc<[Level]>;

    /// The screen of a new game by `choices`.
    ///
    /// # Errors
    /// When there can be no such game: why, in a sentence.
    fn start(self: Rc<Self>, choices: &NewGame) -> Result<Box<dyn Screen>, String>;

    /// The screen of a new game by `choices`, but from `position` in place of the level they name.
    ///
    /// # Errors
    /// When there can be no such game: why, in a sentence.
    fn start_from(self: Rc<Self>, position: &Position, choices: &NewGame) -> Result<Box<dyn Screen>, String>;

    /// The screen of the puzzles made for this game, by `options`.
    ///
    /// # Errors
    /// When there is none to be solved: why, in a sentence.
    fn puzzles(&self, options: &Options) -> Result<Box<dyn Screen>, String>;

    /// Keeps `choices` for the next time, as far as that is possible.
    fn remember(&self, choices: &NewGame);

    /// Keeps `position` as a level called `name`; one that has this name already is replaced only if `replace`.
    ///
    /// # Errors
    /// When it cannot be kept: why, in a sentence.
    fn keep(&self, name: &str, position: &Position, replace: bool) -> Result<Kept, String>;
}
