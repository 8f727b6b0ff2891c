//! The ten levels: how strongly the computer plays, a row of a table each.
//!
//! Level 1 is the six rules of thumb, level 10 all that the search has. Between them stand players who look ahead as
//! people do and err as people err ([`Weakness`]), and above those the search with less to think than it could have.

mod error_model;
mod human;
mod player;
mod table;
mod weakness;

pub use human::HumanPlayer;
pub use player::LevelPlayer;
pub use table::{HumanTraits, LEVELS, LevelRow, PlayStyle, SearchBudget};
pub use weakness::Weakness;

/// How strongly the computer plays: from 1, the weakest, to 10.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

impl Level {
    /// All that the search has.
    pub const STRONGEST: Self = Self(LEVELS.len() as u8);

    /// The level of this number; one out of range is the nearest there is.
    #[must_use]
    pub fn new(number: u8) -> Self {
        Self(number.clamp(1, Self::STRONGEST.0))
    }

    /// All levels, the weakest first.
    pub fn all() -> impl Iterator<Item = Self> {
        (1..=Self::STRONGEST.0).map(Self)
    }

    /// Its number, from 1.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Its row of the table.
    #[must_use]
    pub const fn row(self) -> &'static LevelRow {
        &LEVELS[self.0 as usize - 1]
    }
}
