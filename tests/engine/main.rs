//! Tests of the engine: search, levels, mates, the heuristic of six rules, UCI, CECP.

#[path = "../common/mod.rs"]
mod common;
#[path = "../invariants/mod.rs"]
mod invariants;

mod cecp;
mod conversation;
mod difficulty;
mod engine;
#[cfg(target_os = "linux")]
mod external;
mod heuristic;
mod heuristic_log;
mod jobs;
#[cfg(target_os = "linux")]
mod match_command;
mod mates;
mod network;
mod puzzle_finder;
mod reasons;
mod training;
mod uci;
