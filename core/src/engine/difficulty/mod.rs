//! Levels of difficulty: how strongly the computer plays, one row of a table each.
//!
//! The weakest level follows the six heuristic rules. Above it are human-like players, a shallow search with human errors
//! ([`HumanParams`]), then the full search with few nodes. The strongest level is the full search.

mod error_model;
mod human;
mod human_params;
mod player;
mod table;

pub use human::{HumanLikePlayer, is_near_enemy_king};
pub use human_params::HumanParams;
pub use player::DifficultyPlayer;
pub use table::{CHARACTERS, Character, DIFFICULTIES, Difficulty, DifficultyRow, PlayStyle, SearchBudget};
