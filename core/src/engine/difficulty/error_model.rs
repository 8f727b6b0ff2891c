//! Errors of human-like players: moves that they overlook and evaluations that are wrong. A seed determines the errors.

use super::human_params::HumanParams;
use crate::rules::{Bitboard, Move, Position};

/// Kinds of errors. Each has its own random numbers, so that the errors of one move are independent.
#[derive(Clone, Copy)]
enum ErrorKind {
    MissedLeap = 1,
    MissedUndefended,
    EvalNoise,
}

/// Random errors of one search. The same seed gives the same errors.
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
    fn random(&self, kind: ErrorKind, mv: Move) -> u64 {
        let input = (kind as u64) << 16 | (mv.from.index() as u64) << 8 | mv.to.index() as u64;
        splitmix(self.seed ^ splitmix(input)) % 1000
    }

    /// Whether the player overlooks the opponent's move `mv`. Only leaps can be overlooked. Moves along lines are
    /// always noticed.
    pub fn misses_leap(&self, position: &Position, mv: Move) -> bool {
        self.params.missed_leaps > 0
            && position.variant().geometry().line(mv.from, mv.to).is_empty()
            && self.random(ErrorKind::MissedLeap, mv) < self.params.missed_leaps
    }

    /// Pieces that the player wrongly assumes to be still defended after its move `mv`, which has not been made.
    ///
    /// The player may not notice that the piece that moves away has defended others.
    pub fn assumed_defended(&self, position: &Position, mv: Move) -> Bitboard {
        // The random number depends only on the square of the piece, so all moves of the piece have the same error.
        let any_move = Move::normal(mv.from, mv.from);
        if self.random(ErrorKind::MissedUndefended, any_move) >= self.params.missed_undefended {
            return Bitboard::EMPTY;
        }
        position.attacks_from(mv.from) & position.board().by_color(position.turn())
    }

    /// Random error in the evaluation of the player's own move `mv`, in thousandths of a pawn.
    pub fn eval_error(&self, mv: Move) -> i32 {
        // The random number is below 1000, and `eval_noise` is so small that the product fits into 32 bits.
        let random = self.random(ErrorKind::EvalNoise, mv) as i32;
        (2 * random - 999) * self.params.eval_noise / 999
    }
}

/// Hash function of the random number generator SplitMix64 by Steele, Lea and Flood.
fn splitmix(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}
