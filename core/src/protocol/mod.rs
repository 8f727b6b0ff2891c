//! Protocols between programs and the engine: [UCI](uci), [CECP](cecp) of XBoard, and the [jobs](job) of workers in a
//! browser.
//!
//! None of the three uses another one. The private modules are shared by UCI and CECP.

pub mod cecp;
mod connection;
pub mod job;
mod options;
mod skill_level;
pub mod uci;
