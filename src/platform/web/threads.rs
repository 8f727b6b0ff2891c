//! Threads. A page has only one.

/// Whether the program can start threads.
pub const CAN_SPAWN: bool = false;

/// The number of processor cores that the program may use.
pub fn available() -> usize {
    1
}
