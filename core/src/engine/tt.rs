//! Transposition table: results of earlier searches by position key. All threads share it without locks.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use allocator_api2::collections::TryReserveError;
use hugealloc::HugeAlloc;
use prefetch_index::prefetch_index;

use crate::rules::{Move, MoveFlag, PieceKind, Square};

use super::large_table::{self, LargeTable};
use super::score::{MATE_IN_MAX_PLY, Value};

/// Number of entries in a bucket, which is one cache line.
const BUCKET_SIZE: usize = 4;
/// Number of generations of entries. The searches are counted modulo this, and an entry has six bits for the number.
const GENERATIONS: u8 = 64;
/// Packed static evaluation of an entry that has none.
const NO_EVAL: i32 = -(1 << 23);

/// Bound: whether the true value may be less or greater than the value that a search found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The true value is at most the value found (fail low).
    Upper = 1,
    /// The true value is at least the value found (fail high).
    Lower = 2,
    /// The value is exact.
    Exact = 3,
}

/// Result of an earlier search of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TtEntry {
    pub mv: Option<Move>,
    /// Value for the side to move. Distances to mate are counted from the root of the present search.
    pub value: Value,
    pub bound: Bound,
    /// Depth of the search, in plies, at least -1.
    pub depth: i32,
    /// Whether the node was a PV node in this or an earlier search.
    pub is_pv: bool,
    pub static_eval: Option<Value>,
}

impl TtEntry {
    /// Transposition table cutoff: the value of a node with this window, if the entry is deep enough and decides it.
    #[inline]
    pub fn cutoff(&self, depth: i32, alpha: Value, beta: Value) -> Option<Value> {
        let decides = match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.value >= beta,
            Bound::Upper => self.value <= alpha,
        };
        (decides && self.depth >= depth).then_some(self.value)
    }

    /// Returns the entry's value if its bound makes it a better estimate than `static_eval`, and `static_eval` if not.
    #[inline]
    pub fn refine_eval(&self, static_eval: Value) -> Value {
        let is_better = match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.value > static_eval,
            Bound::Upper => self.value < static_eval,
        };
        if is_better && self.value.abs() < MATE_IN_MAX_PLY { self.value } else { static_eval }
    }
}

/// A packed entry. The first word has the key and the static evaluation, and the second word everything else.
///
/// The first word is stored after an exclusive or with the second. If two threads write to a slot at the same time, it may
/// have a word of each. Such a slot matches no key.
#[derive(Debug, Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket([Slot; BUCKET_SIZE]);

/// Transposition table.
#[derive(Debug)]
pub struct TranspositionTable {
    buckets: LargeTable<Bucket>,
    generation: AtomicU8,
}

impl TranspositionTable {
    /// Creates a table of `mebibytes` MiB with at least one bucket.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub fn new(mebibytes: usize) -> Result<Self, TryReserveError> {
        let count = (mebibytes.saturating_mul(1024 * 1024) / size_of::<Bucket>()).max(1);
        let mut buckets = LargeTable::new_in(HugeAlloc);
        buckets.try_reserve_exact(large_table::capacity::<Bucket>(count))?;
        buckets.resize_with(count, Bucket::default);
        Ok(Self { buckets, generation: AtomicU8::new(0) })
    }

    pub fn minimal() -> Self {
        let mut buckets = LargeTable::new_in(HugeAlloc);
        buckets.push(Bucket::default());
        Self { buckets, generation: AtomicU8::new(0) }
    }

    pub fn clear(&mut self) {
        self.buckets.iter_mut().for_each(|bucket| *bucket = Bucket::default());
        self.generation = AtomicU8::new(0);
    }

    /// Starts a new generation. Entries of earlier generations are replaced first.
    pub fn new_search(&self) {
        let next = (self.generation.load(Ordering::Relaxed) + 1) % GENERATIONS;
        self.generation.store(next, Ordering::Relaxed);
    }

    #[inline]
    fn index(&self, key: u64) -> usize {
        // The upper half of the product spreads the keys evenly over any number of buckets. It depends on all bits of the
        // key, also on those that the check word does not have.
        let index = (u128::from(key.wrapping_mul(0x9E37_79B9_7F4A_7C15)) * self.buckets.len() as u128) >> 64;
        index as usize
    }

    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        &self.buckets[self.index(key)]
    }

    /// Loads the entries of `key` into the cache before they are read. This gives 0 to 3 % more nodes a second.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        prefetch_index(&self.buckets, self.index(key));
    }

    /// The entry of the position with `key`, which is `ply` plies from the root.
    #[inline]
    pub fn probe(&self, key: u64, ply: usize) -> Option<TtEntry> {
        for slot in &self.bucket(key).0 {
            let data = slot.data.load(Ordering::Relaxed);
            let check = slot.check.load(Ordering::Relaxed) ^ data;
            if check >> 24 == key >> 24 && data != 0 {
                return unpack(check, data, ply);
            }
        }
        None
    }

    /// Stores a result for the position with `key`, which is `ply` plies from the root.
    #[inline]
    pub fn store(&self, key: u64, ply: usize, entry: &TtEntry) {
        let generation = self.generation.load(Ordering::Relaxed);
        let bucket = self.bucket(key);
        let mut replaced = &bucket.0[0];
        let mut lowest_priority = i32::MAX;
        for slot in &bucket.0 {
            let data = slot.data.load(Ordering::Relaxed);
            let check = slot.check.load(Ordering::Relaxed) ^ data;
            if data == 0 {
                replaced = slot;
                break;
            }
            if check >> 24 == key >> 24 {
                // A much deeper entry of the same position and search is kept, unless the new entry is exact.
                let is_current = (data >> 26) as u8 % GENERATIONS == generation;
                if is_current && entry.bound != Bound::Exact && entry.depth + 3 < depth_of(data) {
                    return;
                }
                replaced = slot;
                break;
            }
            let age = generation.wrapping_sub((data >> 26) as u8 % GENERATIONS) % GENERATIONS;
            let priority = depth_of(data) - 4 * i32::from(age);
            if priority < lowest_priority {
                (replaced, lowest_priority) = (slot, priority);
            }
        }
        let (check, data) = pack(key, ply, entry, generation);
        replaced.data.store(data, Ordering::Relaxed);
        replaced.check.store(check ^ data, Ordering::Relaxed);
    }

    /// Part of the table with entries of the current search, in permille, measured on its first thousand slots.
    pub fn hashfull(&self) -> u32 {
        let generation = self.generation.load(Ordering::Relaxed);
        let sample = self.buckets.iter().take(250);
        let slots = sample.len() * BUCKET_SIZE;
        let used = |slot: &&Slot| {
            let data = slot.data.load(Ordering::Relaxed);
            data != 0 && (data >> 26) as u8 % GENERATIONS == generation
        };
        let count = sample.flat_map(|bucket| &bucket.0).filter(used).count();
        // The sample has at most a thousand slots, so the number fits.
        (count * 1000 / slots.max(1)) as u32
    }
}

fn depth_of(data: u64) -> i32 {
    i32::from((data >> 32) as u8) - 1
}

/// Packs an entry into check word and data word.
///
/// | Word  | Bits                                                                                                    |
/// |-------|---------------------------------------------------------------------------------------------------------|
/// | data  | 0 to 21: move; 25: PV node; 26 to 31: generation; 32 to 39: depth + 1; 40 to 61: value; 62 to 63: bound |
/// | check | 0 to 23: static evaluation; 24 to 63: upper 40 bits of the key                                          |
fn pack(key: u64, ply: usize, entry: &TtEntry, generation: u8) -> (u64, u64) {
    let value = value_to_tt(entry.value, ply) as u32 & 0x3F_FFFF;
    let depth = (entry.depth + 1).clamp(0, 255) as u64;
    let data = u64::from(entry.mv.map_or(0, pack_move))
        | u64::from(entry.is_pv) << 25
        | u64::from(generation) << 26
        | depth << 32
        | u64::from(value) << 40
        | (entry.bound as u64) << 62;
    let static_eval = entry.static_eval.unwrap_or(NO_EVAL) as u32 & 0xFF_FFFF;
    (key >> 24 << 24 | u64::from(static_eval), data)
}

fn unpack(check: u64, data: u64, ply: usize) -> Option<TtEntry> {
    let bound = match data >> 62 {
        1 => Bound::Upper,
        2 => Bound::Lower,
        3 => Bound::Exact,
        _ => return None,
    };
    // Shifting a number to the top bit and back extends its sign.
    let value = ((data >> 40) as u32) << 10;
    let static_eval = ((check as u32) << 8) as i32 >> 8;
    Some(TtEntry {
        mv: unpack_move(data as u32 & 0x3F_FFFF),
        value: value_from_tt(value as i32 >> 10, ply),
        bound,
        depth: depth_of(data),
        is_pv: data >> 25 & 1 == 1,
        static_eval: (static_eval != NO_EVAL).then_some(static_eval),
    })
}

/// Packs a move into 22 bits. 0 stands for no move, because the two squares of a move differ.
fn pack_move(mv: Move) -> u32 {
    let flag = match mv.flag {
        MoveFlag::Normal => 0,
        MoveFlag::DoubleStep => 1,
        MoveFlag::EnPassant => 2,
        MoveFlag::Castle => 3,
        MoveFlag::Promote(kind) => 4 + kind.index() as u32,
    };
    mv.from.index() as u32 | (mv.to.index() as u32) << 8 | flag << 16
}

fn unpack_move(bits: u32) -> Option<Move> {
    // A square is a byte, so the casts cut off the other parts.
    let (from, to) = (Square::from_index(bits as u8), Square::from_index((bits >> 8) as u8));
    let flag = match bits >> 16 {
        0 => MoveFlag::Normal,
        1 => MoveFlag::DoubleStep,
        2 => MoveFlag::EnPassant,
        3 => MoveFlag::Castle,
        kind => MoveFlag::Promote(PieceKind::from_index(kind as usize - 4)),
    };
    (from != to).then_some(Move { from, to, flag })
}

/// Converts a value for the table. Stored distances to mate are counted from the position and not from the root, so that
/// they are right wherever the position occurs.
fn value_to_tt(value: Value, ply: usize) -> Value {
    match value {
        v if v >= MATE_IN_MAX_PLY => v + ply as Value,
        v if v <= -MATE_IN_MAX_PLY => v - ply as Value,
        v => v,
    }
}

fn value_from_tt(value: Value, ply: usize) -> Value {
    match value {
        v if v >= MATE_IN_MAX_PLY => v - ply as Value,
        v if v <= -MATE_IN_MAX_PLY => v + ply as Value,
        v => v,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::score::{mate_in, mated_in};

    fn entry(value: Value) -> TtEntry {
        let flag = MoveFlag::Promote(PieceKind::from_index(31));
        let mv = Move { from: Square::from_index(255), to: Square::from_index(17), flag };
        TtEntry {
            mv: Some(mv),
            value,
            bound: Bound::Lower,
            depth: 17,
            is_pv: value > 0,
            static_eval: Some(-812_345),
        }
    }

    /// Entries with values of 0, above 0 and below 0 and with mates are read as they were stored. A key that differs in one
    /// bit has no entry.
    #[test]
    fn entries_are_read_as_stored() {
        let table = TranspositionTable::new(1).expect("enough memory for 1 MiB");
        for (n, value) in [0, -1, 899_999, -900_000, mate_in(9), mated_in(12)].into_iter().enumerate() {
            let key = 0x1234_5678_9ABC_DEF0 ^ (n as u64) << 40;
            table.store(key, 5, &entry(value));
            assert_eq!(table.probe(key, 5), Some(entry(value)));
            assert_eq!(table.probe(key ^ 1 << 33, 5), None);
        }
    }

    /// A mate nine plies from the root is stored at ply 4. It is seven plies from the root if the position occurs at ply 2.
    #[test]
    fn mates_count_from_the_position() {
        let table = TranspositionTable::new(1).expect("enough memory for 1 MiB");
        table.store(7 << 40, 4, &entry(mate_in(9)));
        assert_eq!(table.probe(7 << 40, 2).map(|e| e.value), Some(mate_in(7)));
    }

    /// An entry of which one word was overwritten, as by another thread, matches no key.
    #[test]
    fn torn_entries_match_no_key() {
        let table = TranspositionTable::minimal();
        let (one, other) = (3 << 40, 9 << 40);
        table.store(one, 0, &entry(5));
        let data = table.buckets[0].0[0].data.load(Ordering::Relaxed);
        table.buckets[0].0[0].data.store(data ^ 1 << 41, Ordering::Relaxed);
        table.buckets[0].0[0].check.fetch_xor(1 << 50, Ordering::Relaxed);
        assert_eq!(table.probe(one, 0), None);
        assert_eq!(table.probe(other, 0), None);
    }

    /// A full bucket of an earlier search replaces its shallowest entry and keeps the deepest one.
    #[test]
    fn old_shallow_entries_are_replaced_first() {
        let table = TranspositionTable::minimal();
        for n in 1..=4_u64 {
            table.store(n << 40, 0, &TtEntry { depth: n as i32, ..entry(0) });
        }
        table.new_search();
        table.store(9 << 40, 0, &entry(0));
        assert_eq!(table.probe(1 << 40, 0), None);
        assert!(table.probe(4 << 40, 0).is_some() && table.probe(9 << 40, 0).is_some());
    }
}
