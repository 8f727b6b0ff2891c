//! Random numbers.

/// A random seed.
pub fn seed() -> u64 {
    rand::random()
}
