//! Zobrist keys: random numbers that are combined by exclusive or into the key of a position.
//!
//! A hash function computes them, because a table for 256 squares and 64 pieces would need 128 KiB of cache.

use super::color::Color;
use super::piece::Piece;
use super::square::Square;

/// Hash function in which every bit of the result depends on every bit of `number`.
#[inline]
const fn scramble(number: u64) -> u64 {
    let mut x = number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    x = (x ^ (x >> 32)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    x = (x ^ (x >> 32)).wrapping_mul(0xCA5A_8263_9512_1157);
    x ^ (x >> 32)
}

/// Key of `piece` on `square`.
#[inline]
pub const fn piece_key(piece: Piece, square: Square) -> u64 {
    scramble(1 + (square.index() | piece.kind.index() << 8 | (piece.color as usize) << 13) as u64)
}

/// Key that is part of a position's key if Black is to move.
pub const BLACK_TO_MOVE: u64 = scramble(1 << 20);

/// Key of the right of the piece on `square` to castle or to make its initial move.
#[inline]
pub const fn initial_move_right_key(square: Square) -> u64 {
    scramble(2 << 20 | square.index() as u64)
}

/// Key of the number of checks that `color` must still give to win.
pub const fn checks_left_key(color: Color, checks: u8) -> u64 {
    scramble(4 << 20 | (checks as u64) << 1 | color as u64)
}

/// Key of the en passant target `square`.
#[inline]
pub const fn en_passant_key(square: Square) -> u64 {
    scramble(3 << 20 | square.index() as u64)
}
