//! Sight of human-like players: which moves they overlook, and how wrong their evaluation is. The seed of the game
//! determines the errors.

use std::time::Duration;

use super::super::eval::Evaluator;
use super::super::player::SearchRequest;
use super::super::score::Value;
use super::super::see::see_ge;
use super::human_params::HumanParams;
use crate::rules::{Bitboard, Color, Move, Piece, Position, Square};

/// Number of plies for which a player overlooks the same move.
const BLIND_FOR: u64 = 10;
/// Gain in centipawns from which a capture is plain.
pub(super) const CLEAR_GAIN: Value = 200;
/// Value in centipawns from which a player sees that the opponent's last move attacks a piece: about that of a rook.
const STRONG_PIECE: Value = 450;
/// Greatest distance of an enemy piece, in moves of a king, from which a player sees what it attacks.
const NEAR: u8 = 2;
/// Material in centipawns with which a side is ahead.
pub(super) const AHEAD: Value = 300;
/// Time left with which a player overlooks more, and with which much more.
const LITTLE_TIME: [Duration; 2] = [Duration::from_secs(20), Duration::from_secs(8)];

/// Kinds of errors. Each has its own random numbers, so that the errors of one move are independent.
#[derive(Clone, Copy)]
enum ErrorKind {
    Overlooked = 1,
    MissedUndefended,
    EvalNoise,
    MissedMate,
    MissedPlain,
}

/// Errors of one search. The same seed gives the same errors for some plies.
#[derive(Clone, Debug)]
pub(super) struct Sight<'a> {
    evaluator: &'a Evaluator,
    params: HumanParams,
    seed: u64,
    /// Plies of the game, which change the error of the evaluation with each move.
    ply: u64,
    /// Number of pieces on the board before the player's own move.
    pieces: u32,
    /// Values of all kinds in percent of the strongest one.
    value_percent: Vec<u64>,
    /// Factor of all moves in percent: greater with little time.
    strain: u64,
    /// Factor of all errors in percent: greater where a great part of the pieces is attacked, and for a player
    /// that is behind.
    tension: Value,
}

impl<'a> Sight<'a> {
    pub fn new(params: HumanParams, evaluator: &'a Evaluator, request: &SearchRequest) -> Self {
        let position = &request.position;
        let values: Vec<_> = position.variant().kinds().map(|kind| evaluator.value(kind)).collect();
        let strongest = values.iter().copied().max().unwrap_or(0).max(1);
        let percent = |value: &Value| (100 * value / strongest).max(0) as u64;
        let full = position.variant().start().pieces.len().max(1) as u64;
        let hurry =
            LITTLE_TIME.iter().filter(|&&time| request.time_left.is_some_and(|left| left < time)).count();
        let turn = u64::from(position.turn() == Color::Black);
        let trouble = if lead(evaluator, position) <= -AHEAD { 40 } else { 0 };
        // A board has at most 256 squares.
        let part_attacked = 480 * attacked(position) / full as Value;
        Self {
            evaluator,
            params,
            // Levels with the same seed have different errors.
            seed: hash(request.seed, &[params.overlooked, params.missed_undefended]),
            ply: 2 * u64::from(position.fullmove_number()) + turn,
            pieces: position.board().occupied().count(),
            value_percent: values.iter().map(percent).collect(),
            strain: 100 + 50 * hurry as u64,
            tension: (20 + part_attacked + trouble).min(200),
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

    /// Whether the player overlooks the move `mv` of the side to move at `ply`. `last` has the targets of the last moves of
    /// the other side and of the side to move. Leaps, long lines and moves backwards are overlooked more often than others,
    /// captures of strong pieces and moves of the piece that has just moved less often.
    pub fn overlooks(&self, position: &Position, mv: Move, last: [Option<Square>; 2], ply: u32) -> bool {
        if self.params.overlooked == 0 {
            return false;
        }
        let length = distance(mv.from, mv.to);
        let is_leap = position.variant().geometry().line(mv.from, mv.to).is_empty();
        let reach = if is_leap { 160 } else { 15 + 15 * u64::from(length) };
        let up = i16::from(mv.to.rank()) - i16::from(mv.from.rank());
        let direction = if up * i16::from(position.turn().forward()) < 0 { 140 } else { 100 };
        let gain = mv.promotion().or_else(|| position.board().piece_at(mv.to).map(|piece| piece.kind));
        let value = 140 - gain.map_or(0, |kind| self.value_percent[kind.index()]);
        let attention = if last[1] == Some(mv.from) {
            35
        } else if last[0] == Some(mv.to) {
            20
        } else {
            100
        };
        let rate = [reach, direction, value, attention, self.strain, self.tension as u64]
            .into_iter()
            .fold(self.params.overlooked, |rate, percent| rate * percent / 100);
        self.lasting(ErrorKind::Overlooked, mv) < rate
            && (self.misses_plain(mv) || !self.is_plain(position, mv, last, ply))
    }

    /// Whether the capture or promotion `mv` of the side to move at `ply` is plain. The player's own move is plain if it
    /// recaptures, is made with the piece that it moved last, or wins two pawns. A reply is plain if the piece that the
    /// opponent moved last wins a strong piece or one nearby, or if it takes the piece just moved from nearby or recaptures.
    /// Where captures are mandatory, it does not matter what they win.
    pub fn is_plain(&self, position: &Position, mv: Move, last: [Option<Square>; 2], ply: u32) -> bool {
        let must_capture = position.variant().rules().must_capture;
        let wins = |threshold| must_capture || see_ge(self.evaluator, position, mv, threshold);
        if ply.is_multiple_of(2) {
            return last[0] == Some(mv.to) || last[1] == Some(mv.from) || wins(CLEAR_GAIN);
        }
        let captured = position.board().piece_at(mv.to).map_or(0, |piece| self.evaluator.value(piece.kind));
        let is_near = distance(mv.from, mv.to) <= NEAR;
        let is_recapture = position.board().occupied().count() < self.pieces;
        last[1] == Some(mv.from) && (captured >= STRONG_PIECE || is_near) && wins(CLEAR_GAIN)
            || last[0] == Some(mv.to) && (is_near || is_recapture) && wins(1)
    }

    /// Whether the player overlooks `mv` at this move of the game, even if it is plain or mate.
    pub fn misses_plain(&self, mv: Move) -> bool {
        let squares = [mv.from.index() as u64, mv.to.index() as u64];
        self.random(ErrorKind::MissedPlain, [self.ply, squares[0], squares[1]]) < self.params.plain_missed
    }

    /// Whether the player does not see that the move `mv` is mate or reaches a goal.
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

/// Distance in moves of a king.
pub(super) fn distance(from: Square, to: Square) -> u8 {
    from.file().abs_diff(to.file()).max(from.rank().abs_diff(to.rank()))
}

/// Material of the side to move without that of the other side, in centipawns.
pub(super) fn lead(evaluator: &Evaluator, position: &Position) -> Value {
    let value = |piece: Piece| {
        let value = evaluator.value(piece.kind);
        if piece.color == position.turn() { value } else { -value }
    };
    position.board().pieces().map(|(_, piece)| value(piece)).sum()
}

/// Number of pieces of both sides that the other side attacks.
fn attacked(position: &Position) -> Value {
    let is_attacked = |color: Color| move |square: &Square| position.is_attacked(*square, !color);
    let count = |color| position.board().by_color(color).into_iter().filter(is_attacked(color)).count();
    Color::ALL.into_iter().map(|color| count(color) as Value).sum()
}

/// A random number that depends on `seed` and `numbers`, by the hash function of the random number generator SplitMix64 by
/// Steele, Lea and Flood.
pub fn hash(seed: u64, numbers: &[u64]) -> u64 {
    numbers.iter().fold(splitmix(seed), |state, number| splitmix(state ^ splitmix(*number)))
}

fn splitmix(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}
