//! Protocols between programs and the engine: [UCI](uci), [CECP](cecp) of XBoard, and the [jobs](job) of a browser's
//! workers.
//!
//! None of the three uses another. What UCI and CECP share stands beside them.

pub mod cecp;
mod connection;
pub mod job;
mod options;
mod skill_level;
pub mod uci;
