//! Goals: ends of the game other than checkmate, stalemate and draws.
//!
//! The rules are named after the keys of Fairy-Stockfish, which docs/variants.md explains.

use super::bitboard::Bitboard;
use super::color::{ByColor, Color};
use super::piece::PieceKind;

/// Result of the game for one side. Which side is meant depends on the rule.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GameValue {
    /// The game is drawn.
    #[default]
    Draw,
    /// The side wins.
    Win,
    /// The side loses.
    Loss,
}

impl GameValue {
    /// The winner of a game with this result for `side`.
    ///
    /// ```
    /// # use xxlchess_core::rules::{Color, goals::GameValue};
    /// assert_eq!(GameValue::Loss.winner(Color::White), Some(Color::Black));
    /// ```
    pub fn winner(self, side: Color) -> Option<Color> {
        match self {
            Self::Draw => None,
            Self::Win => Some(side),
            Self::Loss => Some(!side),
        }
    }
}

/// An end of the game other than checkmate, stalemate and draws.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Goal {
    /// A side has too few pieces of a kind.
    Extinction(Extinction),
    /// A piece reaches a region.
    Flag(Flag),
    /// A side has given the number of checks that the start position demands.
    Checks,
    /// Pieces stand in a row.
    Connection(Connection),
}

/// Extinction: a side has too few pieces of a kind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Extinction {
    /// Sets of kinds whose pieces are counted together.
    pub kinds: Vec<Vec<PieceKind>>,
    /// A side that has at most this many pieces of a set is extinct.
    pub most: u32,
    /// A side is extinct only if its opponent has at least this many pieces of the set.
    pub opponent_least: u32,
    /// Whether a side to move is extinct only if its opponent has one piece more than that, so that it can restore the
    /// balance by a capture.
    pub claim: bool,
    /// Result for the extinct side.
    pub value: GameValue,
}

impl Extinction {
    /// Whether the rule decides the game when a side has nothing but its king.
    pub fn is_bare_king(&self) -> bool {
        matches!(self.kinds.as_slice(), [all] if all.len() > 1 && self.most == 1)
    }
}

/// Capture the flag: pieces of a side reach a region.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Flag {
    /// The kinds that count.
    pub kinds: ByColor<Vec<PieceKind>>,
    /// The squares to reach.
    pub region: ByColor<Bitboard>,
    /// Number of pieces that must be in the region.
    pub count: u32,
    /// Whether one piece is enough if all other squares of the region are occupied.
    pub blocked_wins: bool,
    /// Whether the pieces must not be attacked.
    pub safe: bool,
    /// Whether the game goes on for one move of the other side. If Black's king reaches its region with this move, the game
    /// is drawn.
    pub last_move: bool,
}

/// Connection: pieces of a side stand in a row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Connection {
    /// The kinds that count.
    pub kinds: Vec<PieceKind>,
    /// Length of the row, 1 or more.
    pub length: u32,
    /// Directions of a row, each as the difference of files and ranks between two neighbours.
    pub directions: Vec<(i8, i8)>,
    /// Result for the side that has the row.
    pub value: GameValue,
}

/// Pseudo-royal pieces: the last pieces of a kind, which may not be left under attack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PseudoRoyal {
    /// The kinds whose last pieces are royal.
    pub kinds: Vec<PieceKind>,
    /// The pieces of a kind are royal as long as their side has at most this many of them.
    pub most: u32,
}

/// The rule of a goal that was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GoalRule {
    /// See [`Extinction`].
    Extinction,
    /// See [`Flag`].
    Flag,
    /// See [`Goal::Checks`].
    Checks,
    /// See [`Connection`].
    Connection,
    /// A repetition that is not a draw.
    Repetition,
}

impl GoalRule {
    /// All rules.
    pub const ALL: [Self; 5] =
        [Self::Extinction, Self::Flag, Self::Checks, Self::Connection, Self::Repetition];

    /// Name of the rule as the reason of a result, such as `extinction`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Extinction => "extinction",
            Self::Flag => "reaching the goal",
            Self::Checks => "checks",
            Self::Connection => "a row of pieces",
            Self::Repetition => "repetition",
        }
    }
}
