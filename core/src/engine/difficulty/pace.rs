//! Pace: how long a player that plays like a person thinks before it makes a move.

use std::time::Duration;

use super::super::piece_value;
use super::sight::hash;
use super::table::{Difficulty, PlayStyle};
use crate::rules::{Color, Move, Position, Square};

/// Time for the hardest move in a game without clock.
const LONGEST: Duration = Duration::from_millis(2_500);
/// Time for the hardest move in a game with a clock, if there is enough time left.
const LONGEST_WITH_CLOCK: Duration = Duration::from_secs(15);
/// Time for a move that needs no thought.
const AT_ONCE: Duration = Duration::from_millis(400);
/// Part of the time left that a move takes at most.
const CLOCK_PART: u32 = 40;
/// Number of attacked pieces that makes a position as hard as it gets.
const MANY_ATTACKED: usize = 8;

/// How long a player of `level` thinks about `mv` in `position`, after a move to `last`. `left` is the time on its clock,
/// and `seed` varies the time. Returns `None` if the level moves as fast as its search allows.
///
/// Recaptures and only moves come at once, captures that win a piece and opening moves soon, moves in a position with many
/// attacked pieces late. With a clock it is a fortieth of the time left at most.
///
/// ```
/// # use std::time::Duration;
/// # use xxlchess_core::engine::difficulty::{Difficulty, thinking_time};
/// # use xxlchess_core::notation::{coords, fen, variants_ini::Variants};
/// let chess = Variants::built_in().get("chess").unwrap();
/// let position = fen::parse(&chess, "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1").unwrap();
/// let mv = coords::parse_move(&position, "e4d5").unwrap();
/// let think = |last| thinking_time(Difficulty::new(4), &position, last, mv, None, 1).unwrap();
/// assert!(think(Some(mv.to)) < Duration::from_millis(500), "a recapture");
/// assert!(think(None) > think(Some(mv.to)));
/// ```
pub fn thinking_time(
    level: Difficulty,
    position: &Position,
    last: Option<Square>,
    mv: Move,
    left: Option<Duration>,
    seed: u64,
) -> Option<Duration> {
    if !matches!(level.row().style, PlayStyle::HumanLike(_)) {
        return None;
    }
    // From 75 to 124 percent.
    let spread = 75 + (hash(seed, &[position.key()]) % 50) as u32;
    let time = match (effort(position, last, mv), left) {
        (0, None) => AT_ONCE,
        (0, Some(left)) => AT_ONCE.min(left / CLOCK_PART),
        (effort, None) => (LONGEST * effort / 100 * spread / 100).clamp(AT_ONCE, LONGEST),
        (effort, Some(left)) => {
            let most = left / CLOCK_PART;
            (most.min(LONGEST_WITH_CLOCK) * effort / 100 * spread / 100).max(AT_ONCE).min(most)
        }
    };
    Some(time)
}

/// How hard it is to choose `mv`, from 0 for a move that needs no thought to 100.
fn effort(position: &Position, last: Option<Square>, mv: Move) -> u32 {
    let is_recapture = position.is_capture(mv) && last == Some(mv.to);
    if is_recapture || position.count_legal_moves() == 1 {
        return 0;
    }
    let turn = position.turn();
    let value = |square| {
        let piece = position.board().piece_at(square);
        piece.and_then(|piece| piece_value::value(position.variant(), piece.kind)).unwrap_or(0)
    };
    let is_won = !position.is_attacked(mv.to, !turn) || value(mv.to) > value(mv.from);
    if position.is_capture(mv) && is_won {
        return 30;
    }
    let attacked = |color: Color| {
        let pieces = position.board().by_color(color).into_iter();
        pieces.filter(|&square| position.is_attacked(square, !color)).count()
    };
    let attacked = (attacked(turn) + attacked(!turn)).min(MANY_ATTACKED);
    // The number is at most `MANY_ATTACKED`.
    30 + (70 * attacked / MANY_ATTACKED) as u32
}
