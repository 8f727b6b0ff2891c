//! Tests of the rules: moves, attacks, check, outcomes, perft.

#[path = "../common/mod.rs"]
mod common;

mod attacks;
mod mailbox;
mod movegen;
mod outcome;
mod perft;
mod random_walk;
