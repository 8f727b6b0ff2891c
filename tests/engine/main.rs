//! Tests of the engine: search, levels, mates, the heuristic of six rules, UCI.

#[path = "../common/mod.rs"]
mod common;
#[path = "../invariants/mod.rs"]
mod invariants;

mod conversation;
mod engine;
mod heuristic;
mod heuristic_log;
mod levels;
mod mates;
mod uci;
