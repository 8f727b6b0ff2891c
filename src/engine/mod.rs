//! Computer players: they know the rules and nothing above them; chance comes in from outside.

pub mod heuristic;
