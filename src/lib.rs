//! Chess on a 14x14 board with fairy pieces, on a rules engine where every variant is a table.

pub mod engine;
pub mod game;
pub mod notation;
pub mod rules;
pub mod uci;
pub mod view;
