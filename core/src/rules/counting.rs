//! Counting rules: the game is drawn if a side that is ahead does not give mate within a number of moves.
//!
//! They are the rules of Makruk and its relatives, as Fairy-Stockfish implements them. The count begins by itself, as soon
//! as the rule allows it.

use super::piece::PieceKind;

/// A counting rule. There is no count as long as a side has pawns.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CountingRule {
    /// Number of moves while both sides have pieces other than the king (board's honour); 0 if there is no count.
    pub board: u16,
    /// Numbers of moves after a side has only its king (pieces' honour). The first row that fits the opponent's pieces counts.
    pub rows: Vec<CountRow>,
    /// Number of moves after a side has only its king, if no row fits the opponent's pieces; 0 if there is no count.
    pub other_pieces: u16,
    /// Whether the count of a side that has only its king begins with the number of pieces on the board. It begins with 0
    /// otherwise.
    pub begins_with_pieces: bool,
}

/// Number of moves in which certain pieces must mate a lone king.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CountRow {
    /// The kind of the pieces.
    pub kind: PieceKind,
    /// The row fits a side that has at least this many pieces of the kind.
    pub pieces: u32,
    /// Number of moves.
    pub moves: u16,
}

/// A count that has begun.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// Plies that are counted so far.
    pub plies: u16,
    /// The game is drawn after more plies than this.
    pub limit: u16,
}

impl Count {
    /// Whether the game is drawn unless the last move gave mate.
    pub const fn is_over(self) -> bool {
        self.plies > self.limit
    }
}
