//! Elapsed time, the time of day, and pauses.

pub use std::thread::sleep;
pub use std::time::Instant;

/// The time of day.
pub fn system_time() -> std::time::SystemTime {
    std::time::SystemTime::now()
}
