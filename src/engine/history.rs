//! What earlier cut-offs say about moves: histories of quiet moves, captures and continuations (a move after another).

use super::tt::LEAST_ROOM;
use crate::rules::{Color, Move, Piece, PieceKind, Square, Variant};

/// No history value is larger.
pub const LIMIT: i32 = 16_384;
/// Continuations tell kinds apart up to this many; further ones share rows.
const LANDING_KINDS: usize = 16;

/// Which piece went where: what continuations are remembered by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceTo(u32);

impl PieceTo {
    /// Of `kind` on `square`.
    #[must_use]
    #[inline]
    pub const fn new(kind: PieceKind, square: Square) -> Self {
        Self(((kind.index() % LANDING_KINDS) << 8 | square.index()) as u32)
    }

    /// Where.
    #[must_use]
    #[inline]
    pub const fn square(self) -> Square {
        Square::from_index((self.0 & 0xFF) as u8)
    }

    #[inline]
    const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Values of moves, moved up by cut-offs and down by being tried in vain.
#[derive(Debug)]
pub struct History {
    quiet: Vec<i16>,
    captures: Vec<i16>,
    continuations: Vec<i16>,
    counters: Vec<Option<Move>>,
    /// Number of landings told apart.
    landings: usize,
}

impl History {
    /// An empty history for positions of `variant`.
    #[must_use]
    pub fn new(variant: &Variant) -> Self {
        let landings = variant.kinds().count().min(LANDING_KINDS) * 256;
        Self {
            quiet: vec![0; 2 * 256 * 256],
            captures: vec![0; landings * 32],
            // Zeroed pages that are never touched take no memory, and so many in one piece are given back to the
            // system at once when they are dropped.
            continuations: vec![0; (landings * landings).max(LEAST_ROOM / size_of::<i16>())],
            counters: vec![None; landings],
            landings,
        }
    }

    #[inline]
    fn quiet_index(color: Color, mv: Move) -> usize {
        (color as usize) << 16 | mv.from.index() << 8 | mv.to.index()
    }

    /// The value of a quiet move by its squares.
    #[must_use]
    #[inline]
    pub fn quiet(&self, color: Color, mv: Move) -> i32 {
        i32::from(self.quiet[Self::quiet_index(color, mv)])
    }

    /// The value of a landing after an earlier one.
    #[must_use]
    #[inline]
    pub fn continuation(&self, earlier: Option<PieceTo>, landing: PieceTo) -> i32 {
        earlier.map_or(0, |e| i32::from(self.continuations[e.index() * self.landings + landing.index()]))
    }

    /// The value of capturing `captured` with a landing.
    #[must_use]
    #[inline]
    pub fn capture(&self, landing: PieceTo, captured: Option<Piece>) -> i32 {
        i32::from(self.captures[Self::capture_index(landing, captured)])
    }

    #[inline]
    fn capture_index(landing: PieceTo, captured: Option<Piece>) -> usize {
        landing.index() * 32 + captured.map_or(0, |piece| piece.kind.index())
    }

    /// The quiet move that last refuted a landing.
    #[must_use]
    #[inline]
    pub fn counter(&self, landing: Option<PieceTo>) -> Option<Move> {
        landing.and_then(|l| self.counters[l.index()])
    }

    /// Notes that `mv` refuted the move before it.
    pub fn set_counter(&mut self, landing: Option<PieceTo>, mv: Move) {
        if let Some(landing) = landing {
            self.counters[landing.index()] = Some(mv);
        }
    }

    /// Moves the values of a quiet move by `bonus`, after the landings before it.
    pub fn learn_quiet(
        &mut self,
        color: Color,
        mv: Move,
        landing: PieceTo,
        before: [Option<PieceTo>; 3],
        bonus: i32,
    ) {
        learn(&mut self.quiet[Self::quiet_index(color, mv)], bonus);
        for earlier in before.into_iter().flatten() {
            learn(&mut self.continuations[earlier.index() * self.landings + landing.index()], bonus);
        }
    }

    /// Moves the value of a capture by `bonus`.
    pub fn learn_capture(&mut self, landing: PieceTo, captured: Option<Piece>, bonus: i32) {
        learn(&mut self.captures[Self::capture_index(landing, captured)], bonus);
    }
}

/// Moves a value by `bonus`, the less the nearer it is to the limit.
#[inline]
fn learn(value: &mut i16, bonus: i32) {
    let bonus = bonus.clamp(-LIMIT, LIMIT);
    let old = i32::from(*value);
    // The result stays within the limit, which fits.
    *value = (old + bonus - old * bonus.abs() / LIMIT) as i16;
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Shows that values never leave their limit and that bonuses and penalties move them their way.
    #[test]
    fn values_stay_within_the_limit() {
        let mut value = 0;
        for _ in 0..1000 {
            learn(&mut value, LIMIT * 2);
            assert!(value > 0 && i32::from(value) <= LIMIT);
        }
        for _ in 0..1000 {
            learn(&mut value, -3000);
        }
        assert!((-LIMIT..0).contains(&i32::from(value)));
    }
}
