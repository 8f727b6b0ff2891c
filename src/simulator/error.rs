//! What can go wrong on the simulator's board.

use std::error::Error;
use std::fmt;

use crate::notation::text::shorten;
use crate::rules::Square;

/// A position at which a piece can neither be asked for nor put.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum IllegalPosition {
    /// The text is no square of the board.
    NoSquare(String),
    /// Another piece, called so, stands there.
    Occupied(Square, String),
}

impl fmt::Display for IllegalPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSquare(text) => write!(f, "{text:?} is no square of the board"),
            Self::Occupied(square, piece) => write!(f, "{square} is occupied by {piece}"),
        }
    }
}

impl Error for IllegalPosition {}

/// A move that cannot be made; the board is as before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum IllegalMove {
    /// It starts or ends off the board.
    Position(IllegalPosition),
    /// No piece stands where it starts.
    NoPiece(Square),
    /// The piece there may not go to where it ends.
    Forbidden {
        /// The piece, as files write it.
        piece: String,
        /// Where it stands.
        from: Square,
        /// Where it cannot go.
        to: Square,
    },
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Position(error) => error.fmt(f),
            Self::NoPiece(square) => write!(f, "no piece stands on {square}"),
            Self::Forbidden { piece, from, to } => write!(f, "{piece} cannot go from {from} to {to}"),
        }
    }
}

impl Error for IllegalMove {}

impl From<IllegalPosition> for IllegalMove {
    fn from(error: IllegalPosition) -> Self {
        Self::Position(error)
    }
}

/// A name that no registered kind of piece answers to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownPiece {
    /// The name.
    pub name: String,
    /// The symbols of all registered kinds.
    pub symbols: String,
}

impl fmt::Display for UnknownPiece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = shorten(self.name.as_bytes());
        write!(f, "{name:?} is no piece; b or w and one of {:?} are needed", self.symbols)
    }
}

impl Error for UnknownPiece {}
