//! The transposition table: what the search found out about positions, shared by all threads without locks.

use std::collections::TryReserveError;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use prefetch_index::prefetch_index;

use crate::rules::{Move, MoveFlag, PieceKind, Square};

use super::score::{LEAST_MATE, Value};

/// Entries that share a line of the cache.
const BUCKET: usize = 4;
/// Room that every table asks for, in bytes, though a small one never touches most of it: Linux's allocator gives
/// memory back to the system at once only where it was asked for more than 32 MiB in one piece. Smaller pieces it
/// keeps for later once one has been dropped, for each thread that ever had one.
pub(super) const LEAST_ROOM: usize = 33 << 20;
/// Stands for "no evaluation" in an entry.
const NO_EVALUATION: i32 = -(1 << 23);

/// How an entry's value bounds the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The true value is at most this.
    Upper = 1,
    /// The true value is at least this.
    Lower = 2,
    /// It is the true value.
    Exact = 3,
}

/// What is known about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The best move, if one was found.
    pub mv: Option<Move>,
    /// Its value from the position's own view: mates count from here.
    pub value: Value,
    /// How `value` bounds the truth.
    pub bound: Bound,
    /// How deep the search was, in plies.
    pub depth: i32,
    /// The static evaluation, if it was made.
    pub evaluation: Option<Value>,
}

/// One entry: the key's upper 40 bits and the evaluation, and the rest.
///
/// The first word is kept xored with the second, so an entry of which two threads wrote one word each fits no key.
#[derive(Debug, Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket([Slot; BUCKET]);

/// A table of entries by position key.
#[derive(Debug)]
pub struct TranspositionTable {
    buckets: Vec<Bucket>,
    generation: AtomicU8,
}

const GENERATIONS: u8 = 64;

impl TranspositionTable {
    /// A table of `mebibytes` MiB, at least one bucket.
    ///
    /// Errors: there is no room for so much.
    pub fn new(mebibytes: usize) -> Result<Self, TryReserveError> {
        let count = (mebibytes.saturating_mul(1024 * 1024) / size_of::<Bucket>()).max(1);
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(count.max(LEAST_ROOM / size_of::<Bucket>()))?;
        buckets.resize_with(count, Bucket::default);
        Ok(Self { buckets, generation: AtomicU8::new(0) })
    }

    /// A table of a handful of entries.
    #[must_use]
    pub fn smallest() -> Self {
        Self { buckets: vec![Bucket::default()], generation: AtomicU8::new(0) }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.buckets.iter_mut().for_each(|bucket| *bucket = Bucket::default());
        self.generation = AtomicU8::new(0);
    }

    /// Begins a new search: entries of earlier ones give way first.
    pub fn age(&self) {
        let next = (self.generation.load(Ordering::Relaxed) + 1) % GENERATIONS;
        self.generation.store(next, Ordering::Relaxed);
    }

    #[inline]
    fn index(&self, key: u64) -> usize {
        // The upper half of the product spreads any number of buckets evenly; its lowest bits come from key bits
        // that the check word does not hold.
        let index = (u128::from(key.wrapping_mul(0x9E37_79B9_7F4A_7C15)) * self.buckets.len() as u128) >> 64;
        index as usize
    }

    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        &self.buckets[self.index(key)]
    }

    /// Asks for the entries of `key`, so that they are at hand when they are looked at a little later.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        prefetch_index(&self.buckets, self.index(key));
    }

    /// What is known about the position with `key`, seen `ply` half-moves from the root.
    #[must_use]
    #[inline]
    pub fn probe(&self, key: u64, ply: usize) -> Option<Entry> {
        for slot in &self.bucket(key).0 {
            let data = slot.data.load(Ordering::Relaxed);
            let check = slot.check.load(Ordering::Relaxed) ^ data;
            if check >> 24 == key >> 24 && data != 0 {
                return unpack(check, data, ply);
            }
        }
        None
    }

    /// Notes what was found about the position with `key`, `ply` half-moves from the root.
    #[inline]
    pub fn store(&self, key: u64, ply: usize, entry: &Entry) {
        let generation = self.generation.load(Ordering::Relaxed);
        let bucket = self.bucket(key);
        let mut worst = &bucket.0[0];
        let mut worst_worth = i32::MAX;
        for slot in &bucket.0 {
            let data = slot.data.load(Ordering::Relaxed);
            let check = slot.check.load(Ordering::Relaxed) ^ data;
            if data == 0 {
                worst = slot;
                break;
            }
            if check >> 24 == key >> 24 {
                // The same position: keep the deeper entry of this search unless the new one is exact.
                let same = (data >> 26) as u8 % GENERATIONS == generation;
                if same && entry.bound != Bound::Exact && entry.depth + 3 < depth_of(data) {
                    return;
                }
                worst = slot;
                break;
            }
            let age = generation.wrapping_sub((data >> 26) as u8 % GENERATIONS) % GENERATIONS;
            let worth = depth_of(data) - 4 * i32::from(age);
            if worth < worst_worth {
                (worst, worst_worth) = (slot, worth);
            }
        }
        let (check, data) = pack(key, ply, entry, generation);
        worst.data.store(data, Ordering::Relaxed);
        worst.check.store(check ^ data, Ordering::Relaxed);
    }

    /// How full the table is with entries of this search, in thousandths.
    #[must_use]
    pub fn fullness(&self) -> u32 {
        let generation = self.generation.load(Ordering::Relaxed);
        let sample = self.buckets.iter().take(250);
        let slots = sample.len() * BUCKET;
        let used = |slot: &&Slot| {
            let data = slot.data.load(Ordering::Relaxed);
            data != 0 && (data >> 26) as u8 % GENERATIONS == generation
        };
        let count = sample.flat_map(|bucket| &bucket.0).filter(used).count();
        // At most a thousand slots are looked at.
        (count * 1000 / slots.max(1)) as u32
    }
}

fn depth_of(data: u64) -> i32 {
    i32::from((data >> 32) as u8)
}

// Data, from the lowest bit: move 22 + 4 spare, generation 6, depth 8 at 32, value 22 at 40, bound 2 at 62.
fn pack(key: u64, ply: usize, entry: &Entry, generation: u8) -> (u64, u64) {
    let value = to_table(entry.value, ply) as u32 & 0x3F_FFFF;
    let depth = entry.depth.clamp(0, 255) as u64;
    let data = u64::from(entry.mv.map_or(0, pack_move))
        | u64::from(generation) << 26
        | depth << 32
        | u64::from(value) << 40
        | (entry.bound as u64) << 62;
    let evaluation = entry.evaluation.unwrap_or(NO_EVALUATION) as u32 & 0xFF_FFFF;
    (key >> 24 << 24 | u64::from(evaluation), data)
}

fn unpack(check: u64, data: u64, ply: usize) -> Option<Entry> {
    let bound = match data >> 62 {
        1 => Bound::Upper,
        2 => Bound::Lower,
        3 => Bound::Exact,
        _ => return None,
    };
    // Shifts to the top and back keep the sign.
    let value = ((data >> 40) as u32) << 10;
    let evaluation = ((check as u32) << 8) as i32 >> 8;
    Some(Entry {
        mv: unpack_move(data as u32 & 0x3FF_FFFF),
        value: from_table(value as i32 >> 10, ply),
        bound,
        depth: depth_of(data),
        evaluation: (evaluation != NO_EVALUATION).then_some(evaluation),
    })
}

/// A move in 22 bits; 0 is no move, because no move stays where it is.
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
    // Each part is cut to its byte.
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

/// Mates are stored as distances from the position, not from the root.
fn to_table(value: Value, ply: usize) -> Value {
    match value {
        v if v >= LEAST_MATE => v + ply as Value,
        v if v <= -LEAST_MATE => v - ply as Value,
        v => v,
    }
}

fn from_table(value: Value, ply: usize) -> Value {
    match value {
        v if v >= LEAST_MATE => v - ply as Value,
        v if v <= -LEAST_MATE => v + ply as Value,
        v => v,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::score::{mate_in, mated_in};

    fn entry(value: Value) -> Entry {
        let flag = MoveFlag::Promote(PieceKind::from_index(31));
        let mv = Move { from: Square::from_index(255), to: Square::from_index(17), flag };
        Entry { mv: Some(mv), value, bound: Bound::Lower, depth: 17, evaluation: Some(-812_345) }
    }

    /// Shows that an entry comes back as it was stored, for every kind of value.
    #[test]
    fn entries_come_back() {
        let table = TranspositionTable::new(1).expect("room for 1 MiB");
        for (n, value) in [0, -1, 899_999, -900_000, mate_in(9), mated_in(12)].into_iter().enumerate() {
            let key = 0x1234_5678_9ABC_DEF0 ^ (n as u64) << 40;
            table.store(key, 5, &entry(value));
            assert_eq!(table.probe(key, 5), Some(entry(value)));
            assert_eq!(table.probe(key ^ 1 << 33, 5), None);
        }
    }

    /// Shows that a mate keeps its distance from the position when it is met at another depth.
    #[test]
    fn mates_count_from_the_position() {
        let table = TranspositionTable::new(1).expect("room for 1 MiB");
        table.store(7 << 40, 4, &entry(mate_in(9)));
        assert_eq!(table.probe(7 << 40, 2).map(|e| e.value), Some(mate_in(7)));
    }

    /// Shows that an entry made of halves of two fits neither key.
    #[test]
    fn torn_entries_are_not_found() {
        let table = TranspositionTable::smallest();
        let (one, other) = (3 << 40, 9 << 40);
        table.store(one, 0, &entry(5));
        let data = table.buckets[0].0[0].data.load(Ordering::Relaxed);
        table.buckets[0].0[0].data.store(data ^ 1 << 41, Ordering::Relaxed);
        table.buckets[0].0[0].check.fetch_xor(1 << 50, Ordering::Relaxed);
        assert_eq!(table.probe(one, 0), None);
        assert_eq!(table.probe(other, 0), None);
    }

    /// Shows that a table for which there is no room is refused.
    #[test]
    fn too_large_tables_are_refused() {
        assert!(TranspositionTable::new(usize::MAX).is_err());
    }

    /// Shows that a full bucket gives up its oldest, shallowest entry and keeps the deep ones of this search.
    #[test]
    fn old_entries_give_way() {
        let table = TranspositionTable::smallest();
        for n in 1..=4_u64 {
            table.store(n << 40, 0, &Entry { depth: n as i32, ..entry(0) });
        }
        table.age();
        table.store(9 << 40, 0, &entry(0));
        assert_eq!(table.probe(1 << 40, 0), None);
        assert!(table.probe(4 << 40, 0).is_some() && table.probe(9 << 40, 0).is_some());
    }
}
