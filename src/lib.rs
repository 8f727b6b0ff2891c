//! Chess on a 14x14 board with fairy pieces, on a rules engine where every variant is a table.

#[allow(missing_docs)]
pub mod config;
pub mod engine;
pub mod files;
pub mod game;
#[cfg(feature = "gui")]
#[allow(missing_docs)]
pub mod gui;
pub mod notation;
pub mod rules;
pub mod simulator;
#[allow(missing_docs)]
pub mod sound;
#[allow(missing_docs)]
pub mod storage;
pub mod uci;
#[allow(missing_docs)]
pub mod view;
