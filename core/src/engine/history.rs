//! Histories: statistics of the moves that caused cutoffs. They serve for the order of moves and for reductions.

use arrayvec::ArrayVec;
use hugealloc::HugeAlloc;

use super::large_table::{self, LargeTable};
use super::parameters::SearchParameters;
use crate::rules::{Bitboard, Color, Move, Piece, PieceKind, Square, Variant};

/// Bound of the values of butterfly and capture history.
const HISTORY_MAX: i32 = 16_384;
/// Number of kinds of pieces that continuation histories distinguish. Further kinds share the entries of these.
const MAX_PIECE_KINDS: usize = 16;

/// Kind of a moved piece and its target square: the index of the continuation histories.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceTo(u32);

impl PieceTo {
    #[inline]
    pub const fn new(kind: PieceKind, square: Square) -> Self {
        Self(((kind.index() % MAX_PIECE_KINDS) << 8 | square.index()) as u32)
    }

    #[inline]
    pub const fn square(self) -> Square {
        Square::from_index((self.0 & 0xFF) as u8)
    }

    #[inline]
    const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Index of a move in the butterfly history: color, start and target square, and whether the opponent attacks each of these
/// squares before the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FromTo(u32);

impl FromTo {
    /// Number of values.
    const COUNT: usize = 1 << 19;

    /// `attacked` are the squares that the opponent of `color` attacks.
    #[inline]
    pub fn new(color: Color, mv: Move, attacked: Bitboard) -> Self {
        let threats = u32::from(attacked.contains(mv.from)) << 1 | u32::from(attacked.contains(mv.to));
        Self(threats << 17 | (color as u32) << 16 | (mv.from.index() << 8 | mv.to.index()) as u32)
    }

    #[inline]
    const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The moves one, two and four plies ago, for the continuation histories. `None` stands for a null move or no move.
pub type PreviousMoves = [Option<PieceTo>; 3];

/// A move that was searched, with the indices of its histories.
#[derive(Clone, Copy, Debug)]
pub struct SearchedMove {
    pub from_to: FromTo,
    pub piece_to: PieceTo,
    pub captured: Option<Piece>,
}

/// Moves of a node that were searched without a cutoff, for the history malus. The list has room for 32 moves.
pub type SearchedMoves = ArrayVec<SearchedMove, 32>;

/// Histories of one thread. A cutoff raises the value of the move that caused it, and lowers those of the moves that were
/// searched before.
#[derive(Debug)]
pub struct History {
    /// Butterfly history: values of quiet moves, whose index is a [`FromTo`].
    quiet: Vec<i16>,
    /// Capture history, by piece, target square and captured kind. Promotions and en passant captures share the entries of
    /// captures of kind 0.
    captures: Vec<i16>,
    /// Continuation history, by an earlier move and a move, both as [`PieceTo`].
    continuations: LargeTable<i16>,
    /// For each move, the quiet reply that last refuted it.
    counter_moves: Vec<Option<Move>>,
    /// Number of different values of [`PieceTo`].
    piece_to_count: usize,
    /// Bound of the values of `continuations`.
    continuation_max: i32,
}

impl History {
    pub fn new(variant: &Variant, parameters: &SearchParameters) -> Self {
        let piece_to_count = variant.kinds().count().min(MAX_PIECE_KINDS) * 256;
        let continuation_count = piece_to_count * piece_to_count;
        let capacity = large_table::capacity::<i16>(continuation_count);
        let mut continuations = LargeTable::with_capacity_in(capacity, HugeAlloc);
        continuations.resize(continuation_count, 0);
        Self {
            quiet: vec![0; FromTo::COUNT],
            captures: vec![0; piece_to_count * 32],
            continuations,
            counter_moves: vec![None; piece_to_count],
            piece_to_count,
            continuation_max: parameters.continuation_max,
        }
    }

    #[inline]
    fn capture_index(piece_to: PieceTo, captured: Option<Piece>) -> usize {
        piece_to.index() * 32 + captured.map_or(0, |piece| piece.kind.index())
    }

    #[inline]
    fn continuation_index(&self, earlier: PieceTo, piece_to: PieceTo) -> usize {
        earlier.index() * self.piece_to_count + piece_to.index()
    }

    #[inline]
    pub fn quiet(&self, from_to: FromTo) -> i32 {
        i32::from(self.quiet[from_to.index()])
    }

    /// Continuation history of a move after an earlier one; 0 after a null move.
    #[inline]
    pub fn continuation(&self, earlier: Option<PieceTo>, piece_to: PieceTo) -> i32 {
        earlier.map_or(0, |earlier| i32::from(self.continuations[self.continuation_index(earlier, piece_to)]))
    }

    #[inline]
    pub fn capture(&self, piece_to: PieceTo, captured: Option<Piece>) -> i32 {
        i32::from(self.captures[Self::capture_index(piece_to, captured)])
    }

    /// The quiet move that last refuted `earlier`.
    #[inline]
    pub fn counter_move(&self, earlier: Option<PieceTo>) -> Option<Move> {
        earlier.and_then(|earlier| self.counter_moves[earlier.index()])
    }

    pub fn set_counter_move(&mut self, earlier: Option<PieceTo>, mv: Move) {
        if let Some(earlier) = earlier {
            self.counter_moves[earlier.index()] = Some(mv);
        }
    }

    /// Adds `bonus` to the butterfly history of a quiet move and to its continuation histories after `earlier_moves`.
    pub fn update_quiet(
        &mut self,
        from_to: FromTo,
        piece_to: PieceTo,
        earlier_moves: PreviousMoves,
        bonus: i32,
    ) {
        self.update_butterfly(from_to, bonus);
        self.update_continuations(earlier_moves, piece_to, bonus);
    }

    pub fn update_butterfly(&mut self, from_to: FromTo, bonus: i32) {
        update(&mut self.quiet[from_to.index()], bonus, HISTORY_MAX);
    }

    pub fn update_continuations(&mut self, earlier_moves: PreviousMoves, piece_to: PieceTo, bonus: i32) {
        for earlier in earlier_moves.into_iter().flatten() {
            let index = self.continuation_index(earlier, piece_to);
            update(&mut self.continuations[index], bonus, self.continuation_max);
        }
    }

    pub fn update_capture(&mut self, searched: &SearchedMove, bonus: i32) {
        let index = Self::capture_index(searched.piece_to, searched.captured);
        update(&mut self.captures[index], bonus, HISTORY_MAX);
    }
}

/// Bonus for the best move of a search to `depth` plies. The malus of the other moves is as large.
#[inline]
pub fn history_bonus(parameters: &SearchParameters, depth: i32) -> i32 {
    let bonus = (parameters.history_bonus_squared * depth + parameters.history_bonus_linear) * depth
        + parameters.history_bonus_constant;
    bonus.min(parameters.history_bonus_max)
}

/// Adds `bonus` to a history value. The nearer the value is to its bound, the less of the bonus is added ("gravity").
/// `bound` fits into 16 bits.
#[inline]
fn update(value: &mut i16, bonus: i32, bound: i32) {
    let bonus = bonus.clamp(-bound, bound);
    let old = i32::from(*value);
    // The result stays within the bound.
    *value = (old + bonus - old * bonus.abs() / bound) as i16;
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A move of either color has four indices, by which of its squares are attacked, and the table has them all.
    #[test]
    fn moves_of_attacked_pieces_have_histories_of_their_own() {
        let [from, to] = [Square::new(15, 15), Square::new(15, 14)];
        let mv = Move::normal(from, to);
        let all = Bitboard::from_square(from) | Bitboard::from_square(to);
        let attacked = [Bitboard::EMPTY, Bitboard::from_square(from), Bitboard::from_square(to), all];
        let index = |color| attacked.map(|squares| FromTo::new(color, mv, squares).index());
        let mut indices = [index(Color::White), index(Color::Black)].concat();
        indices.sort_unstable();
        indices.dedup();
        assert!(indices.len() == 8 && indices.iter().all(|&index| index < FromTo::COUNT), "{indices:?}");
    }

    /// A thousand bonuses do not raise a value above its bound, and a thousand maluses do not lower it below the negative
    /// bound.
    #[test]
    fn values_stay_within_their_bounds() {
        let mut value = 0;
        for _ in 0..1000 {
            update(&mut value, HISTORY_MAX * 2, HISTORY_MAX);
            assert!(value > 0 && i32::from(value) <= HISTORY_MAX);
        }
        for _ in 0..1000 {
            update(&mut value, -3000, HISTORY_MAX);
        }
        assert!((-HISTORY_MAX..0).contains(&i32::from(value)));
    }
}
