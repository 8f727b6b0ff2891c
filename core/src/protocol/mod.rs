//! Protocols between chess programs and engines: [UCI](uci) and [CECP](cecp), the protocol of XBoard.
//!
//! Neither of the two uses the other. What both need stands beside them.

pub mod cecp;
mod connection;
mod options;
mod skill_level;
pub mod uci;
