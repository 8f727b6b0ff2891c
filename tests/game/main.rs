//! Tests of the game: commands, clocks, taking back, puzzles, fog, analysis, scenarios, whole games.

#[path = "../common/mod.rs"]
mod common;

mod analysis;
#[cfg(feature = "gui")]
mod clocks;
mod flow;
mod fog;
mod game;
mod hand;
mod lessons;
mod openings;
mod puzzles;
mod scenarios;
mod shuffled;
mod take_back;
mod turns;
mod variants;
mod whole_games;
