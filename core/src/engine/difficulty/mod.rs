//! Levels of difficulty: how strongly the computer plays. Each level is a row of [`DIFFICULTIES`].
//!
//! Level 0 stands for the six heuristic rules. Levels from 1 are human-like players: a shallow search with errors like those
//! of humans ([`HumanParams`]). The levels above them choose among the best moves of the full search with few nodes. Both
//! have the habits of people: they develop their pieces, castle, do not undo a move, and vary the opening by the seed of
//! the game. The strongest level is the full search without a limit of nodes.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//!
//! use xxlchess_core::engine::difficulty::{Difficulty, DifficultyPlayer};
//! use xxlchess_core::engine::{Player, SearchRequest};
//! use xxlchess_core::notation::variants_ini::Variants;
//! use xxlchess_core::rules::Position;
//!
//! let position = Position::start(&Variants::built_in().get("xxl").unwrap()).unwrap();
//! let level = Difficulty::new(4);
//! assert_eq!(level.row().name, "casual");
//!
//! let mut player = DifficultyPlayer::new(level, 1);
//! let mv = player.choose_move(&SearchRequest::new(position.clone()), &AtomicBool::new(false));
//! assert!(mv.is_some_and(|mv| position.is_legal(mv)));
//! ```

mod habits;
mod human;
mod human_params;
mod pace;
mod player;
mod sight;
mod table;

pub use human::{HumanLikePlayer, is_near_enemy_king};
pub use human_params::HumanParams;
pub use pace::thinking_time;
pub use player::{DETERMINISTIC_NODES, DifficultyPlayer, search_by_budget};
pub use sight::hash;
pub use table::{CHARACTERS, Character, DIFFICULTIES, Difficulty, DifficultyRow, PlayStyle, SearchBudget};
