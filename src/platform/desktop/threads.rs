//! Threads.

/// Whether the program can start threads.
pub const CAN_SPAWN: bool = true;

/// The number of processor cores that the program may use: 1 or more.
pub fn available() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
