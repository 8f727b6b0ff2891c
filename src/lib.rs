//! Chess on a 14x14 board with fairy pieces, on a rules engine where every variant is a table.

pub mod archive;
pub mod config;
pub mod engine;
pub mod files;
pub mod game;
#[cfg(feature = "gui")]
pub mod gui;
pub mod notation;
pub mod rules;
pub mod simulator;
pub mod sound;
pub mod uci;
pub mod view;
