//! Error model of human-like players: which moves they overlook and how they misjudge, derived from a seed.

use super::human_params::HumanParams;
use crate::rules::{Bitboard, Move, Position};

/// Kinds of random draws, so that the draws for one move are independent.
#[derive(Clone, Copy)]
enum Draw {
    Leap = 1,
    Defense,
    Noise,
}

/// Random errors of one search; the same seed gives the same errors.
#[derive(Clone, Copy, Debug)]
pub(super) struct ErrorModel {
    params: HumanParams,
    seed: u64,
}

impl ErrorModel {
    pub const fn new(params: HumanParams, seed: u64) -> Self {
        Self { params, seed }
    }

    /// A random number from 0 to 999 for `mv`.
    fn draw(&self, draw: Draw, mv: Move) -> u64 {
        let input = (draw as u64) << 16 | (mv.from.index() as u64) << 8 | mv.to.index() as u64;
        splitmix(self.seed ^ splitmix(input)) % 1000
    }

    /// Whether the opponent's move `mv` is overlooked. Only leaps are, not moves along a line.
    pub fn misses_leap(&self, position: &Position, mv: Move) -> bool {
        self.params.missed_leaps > 0
            && position.variant().geometry().line(mv.from, mv.to).is_empty()
            && self.draw(Draw::Leap, mv) < self.params.missed_leaps
    }

    /// Own pieces that the player wrongly assumes to be still defended after `mv`, which is not made yet.
    ///
    /// When a piece moves away, the player may not notice that it defended others.
    pub fn assumed_defended(&self, position: &Position, mv: Move) -> Bitboard {
        let from_square = Move::normal(mv.from, mv.from);
        if self.draw(Draw::Defense, from_square) >= self.params.missed_undefended {
            return Bitboard::EMPTY;
        }
        position.attacks_from(mv.from) & position.board().by_color(position.turn())
    }

    /// Random error of the evaluation of the player's own move `mv`, in thousandths of a pawn.
    pub fn eval_error(&self, mv: Move) -> i32 {
        // Draws are below 1000, and the trait is far below the limit of 32 bits over 1000.
        let draw = self.draw(Draw::Noise, mv) as i32;
        (2 * draw - 999) * self.params.eval_noise / 999
    }
}

/// Random number generator SplitMix64 by Steele, Lea and Flood: hashes `number`.
fn splitmix(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}
