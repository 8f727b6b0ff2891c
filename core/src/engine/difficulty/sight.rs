//! Sight of human-like players: which moves they overlook, and how wrong their evaluation is. The seed of the game
//! determines the errors.

use std::time::Duration;

use super::super::eval::Evaluator;
use super::super::player::SearchRequest;
use super::super::score::Value;
use super::human_params::HumanParams;
use crate::rules::{Bitboard, Color, Move, Position, Square};

/// Number of plies for which a player overlooks the same move.
const BLIND_FOR: u64 = 10;
/// Time left with which a player overlooks more, and with which much more.
const LITTLE_TIME: [Duration; 2] = [Duration::from_secs(20), Duration::from_secs(8)];

/// Kinds of errors. Each has its own random numbers, so that the errors of one move are independent.
#[derive(Clone, Copy)]
enum ErrorKind {
    Overlooked = 1,
    MissedUndefended,
    EvalNoise,
    MissedMate,
}

/// Errors of one search. The same seed gives the same errors for some plies.
#[derive(Clone, Debug)]
pub(super) struct Sight {
    params: HumanParams,
    seed: u64,
    /// Plies of the game, which change the error of the evaluation with each move.
    ply: u64,
    /// Values of all kinds in percent of the strongest one.
    value_percent: Vec<u64>,
    /// Factor of all moves in percent: greater with little time, and on a full board.
    strain: u64,
    /// Factor of the error of the evaluation in percent: greater where many pieces are attacked.
    tension: Value,
}

impl Sight {
    pub fn new(params: HumanParams, evaluator: &Evaluator, request: &SearchRequest) -> Self {
        let position = &request.position;
        let values: Vec<_> = position.variant().kinds().map(|kind| evaluator.value(kind)).collect();
        let strongest = values.iter().copied().max().unwrap_or(0).max(1);
        let percent = |value: &Value| (100 * value / strongest).max(0) as u64;
        let full = position.variant().start().pieces.len().max(1) as u64;
        let fullness = 100 * u64::from(position.board().occupied().count()) / full;
        let hurry =
            LITTLE_TIME.iter().filter(|&&time| request.time_left.is_some_and(|left| left < time)).count();
        let turn = u64::from(position.turn() == Color::Black);
        Self {
            params,
            // Levels with the same seed have different errors.
            seed: hash(request.seed, &[params.overlooked, params.missed_undefended]),
            ply: 2 * u64::from(position.fullmove_number()) + turn,
            value_percent: values.iter().map(percent).collect(),
            strain: (60 + 50 * fullness.min(100) / 100) * (100 + 50 * hurry as u64) / 100,
            tension: (40 + 15 * attacked(position)).min(200),
        }
    }

    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// A random number from 0 to 999.
    fn random(&self, kind: ErrorKind, numbers: [u64; 3]) -> u64 {
        let [a, b, c] = numbers;
        hash(self.seed, &[kind as u64, a, b, c]) % 1000
    }

    /// A random number from 0 to 999 for `mv`, which stays the same for some plies.
    fn lasting(&self, kind: ErrorKind, mv: Move) -> u64 {
        let squares = [mv.from.index() as u64, mv.to.index() as u64];
        // The random numbers of different moves change at different plies.
        let period = (self.ply + hash(self.seed, &squares) % BLIND_FOR) / BLIND_FOR;
        self.random(kind, [squares[0], squares[1], period])
    }

    /// Whether the player overlooks the move `mv` of the side to move after a move to `last`. Leaps, long lines and
    /// moves backwards are overlooked more often than others, captures of strong pieces and moves of the piece that has
    /// just moved less often.
    pub fn overlooks(&self, position: &Position, mv: Move, last: Option<Square>) -> bool {
        if self.params.overlooked == 0 {
            return false;
        }
        let length = mv.from.file().abs_diff(mv.to.file()).max(mv.from.rank().abs_diff(mv.to.rank()));
        let is_leap = position.variant().geometry().line(mv.from, mv.to).is_empty();
        let reach = if is_leap { 150 } else { 25 + 12 * u64::from(length) };
        let up = i16::from(mv.to.rank()) - i16::from(mv.from.rank());
        let direction = if up * i16::from(position.turn().forward()) < 0 { 140 } else { 100 };
        let gain = mv.promotion().or_else(|| position.board().piece_at(mv.to).map(|piece| piece.kind));
        let value = 140 - gain.map_or(0, |kind| self.value_percent[kind.index()]);
        let attention = if last == Some(mv.from) {
            35
        } else if last == Some(mv.to) {
            20
        } else {
            100
        };
        let rate = [reach, direction, value, attention, self.strain]
            .into_iter()
            .fold(self.params.overlooked, |rate, percent| rate * percent / 100);
        self.lasting(ErrorKind::Overlooked, mv) < rate
    }

    /// Whether the player does not see that `mv` is mate.
    pub fn misses_mate(&self, mv: Move) -> bool {
        self.lasting(ErrorKind::MissedMate, mv) >= self.params.mates_seen
    }

    /// Pieces that the player wrongly assumes to be still defended after its move `mv`, which has not been made.
    ///
    /// The player may not notice that the piece that moves away has defended others.
    pub fn assumed_defended(&self, position: &Position, mv: Move) -> Bitboard {
        // The random number depends only on the square of the piece, so all moves of the piece have the same error.
        let any_move = Move::normal(mv.from, mv.from);
        if self.lasting(ErrorKind::MissedUndefended, any_move) >= self.params.missed_undefended {
            return Bitboard::EMPTY;
        }
        position.attacks_from(mv.from) & position.board().by_color(position.turn())
    }

    /// Random error in the evaluation of the player's own move `mv`, in thousandths of a pawn.
    pub fn eval_error(&self, mv: Move) -> Value {
        let squares = mv.from.index() as u64 * 256 + mv.to.index() as u64;
        let random = |number| self.random(ErrorKind::EvalNoise, [self.ply, squares, number]) as Value;
        // The sum of two random numbers below 1000 is mostly near 999, so large errors are rare.
        (random(0) + random(1) - 999) * (self.params.eval_noise * self.tension / 100) / 999
    }
}

/// Number of pieces of both sides that the other side attacks.
fn attacked(position: &Position) -> Value {
    let is_attacked = |color: Color| move |square: &Square| position.is_attacked(*square, !color);
    let count = |color| position.board().by_color(color).into_iter().filter(is_attacked(color)).count();
    Color::ALL.into_iter().map(|color| count(color) as Value).sum()
}

/// A random number that depends on `seed` and `numbers`, by the hash function of the random number generator SplitMix64 by
/// Steele, Lea and Flood.
pub(super) fn hash(seed: u64, numbers: &[u64]) -> u64 {
    numbers.iter().fold(splitmix(seed), |state, number| splitmix(state ^ splitmix(*number)))
}

fn splitmix(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}
