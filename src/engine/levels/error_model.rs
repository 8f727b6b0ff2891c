//! What a player with human eyes sees of a position: chance decided by the seed, the same for the whole thought.

use super::table::HumanTraits;
use crate::rules::{Bitboard, Move, Position};

/// Keeps the kinds of chance apart.
#[derive(Clone, Copy)]
enum Chance {
    Leap = 1,
    Guard,
    Judgement,
}

/// The eyes of a player during one thought.
#[derive(Clone, Copy, Debug)]
pub(super) struct ErrorModel {
    traits: HumanTraits,
    seed: u64,
}

impl ErrorModel {
    pub const fn new(traits: HumanTraits, seed: u64) -> Self {
        Self { traits, seed }
    }

    /// A number from 0 to 999 that the seed gives to this move.
    fn draw(&self, chance: Chance, mv: Move) -> u64 {
        let place = (chance as u64) << 16 | (mv.from.index() as u64) << 8 | mv.to.index() as u64;
        mixed(self.seed ^ mixed(place)) % 1000
    }

    /// Whether the jump `mv` of the opponent escapes these eyes; whatever goes along a line is seen.
    pub fn misses_leap(&self, position: &Position, mv: Move) -> bool {
        self.traits.missed_leaps > 0
            && position.variant().geometry().line(mv.from, mv.to).is_empty()
            && self.draw(Chance::Leap, mv) < self.traits.missed_leaps
    }

    /// The own pieces that are still thought to be guarded by the one that `mv` moves; asked before it is made.
    pub fn falsely_guarded(&self, position: &Position, mv: Move) -> Bitboard {
        let duty = Move::normal(mv.from, mv.from);
        if self.draw(Chance::Guard, duty) >= self.traits.missed_guards {
            return Bitboard::EMPTY;
        }
        position.attacks_from(mv.from) & position.board().by_color(position.turn())
    }

    /// How far the judgement of the own move `mv` is off, in thousandths of a pawn.
    pub fn eval_error(&self, mv: Move) -> i32 {
        // Draws are below 1000 and the trait far below the limit of 32 bits over 1000.
        let draw = self.draw(Chance::Judgement, mv) as i32;
        (2 * draw - 999) * self.traits.eval_noise / 999
    }
}

/// Steele and Vigna's splitmix: a number that looks random.
fn mixed(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}
