//! Large tables, which the search reads at random.

use allocator_api2::vec::Vec;
use hugealloc::HugeAlloc;

/// Table in pages of 2 MiB where Linux has them. The processor remembers the addresses of few pages, and a large table has
/// too many of the usual 4 KiB.
pub type LargeTable<T> = Vec<T, HugeAlloc>;

/// Smallest allocation in bytes. The system provides no memory for the part that is never used.
///
/// glibc returns blocks of more than 32 MiB to the system when they are dropped, but each thread keeps smaller blocks.
/// After three games with a hint and an analysis the window holds 135 MiB with this size, and 216 MiB without it
/// (docs/experiments.md, "Window").
const MIN_ALLOCATION: usize = 33 << 20;

/// Capacity of a large table of `count` values.
pub fn capacity<T>(count: usize) -> usize {
    count.max(MIN_ALLOCATION / size_of::<T>())
}
