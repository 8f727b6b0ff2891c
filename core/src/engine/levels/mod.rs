//! Levels of difficulty: how strongly the computer plays, one row of a table each.
//!
//! Level 1 follows the six heuristic rules. Levels 2 to 6 are human-like players: a shallow search with human errors
//! ([`HumanParams`]). Levels 7 to 9 are the full search with few nodes, level 10 is the full search.

mod error_model;
mod human;
mod human_params;
mod player;
mod table;

pub use human::HumanLikePlayer;
pub use human_params::HumanParams;
pub use player::LevelPlayer;
pub use table::{LEVELS, Level, LevelRow, PlayStyle, SearchBudget};
