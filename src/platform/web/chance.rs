//! Random numbers.

use super::page::call;

/// A random seed.
pub fn seed() -> u64 {
    call("random", "").and_then(|number| number.parse().ok()).unwrap_or_default()
}
