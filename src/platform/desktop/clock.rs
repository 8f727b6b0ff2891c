//! Elapsed time, and pauses.

pub use std::thread::sleep;
pub use std::time::Instant;
