//! Random numbers.

/// A random number, to be the seed of others.
pub fn seed() -> u64 {
    rand::random()
}
