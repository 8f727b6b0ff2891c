//! Errors of the simulator's board.

use std::error::Error;
use std::fmt;

use crate::notation::text::shorten;
use crate::rules::Square;

/// A position that is not a square of the board, or is occupied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum IllegalPosition {
    /// Not a square of the board.
    NoSquare(String),
    /// Occupied by the piece with this name.
    Occupied(Square, String),
}

impl fmt::Display for IllegalPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSquare(text) => write!(f, "{text:?} is not a square of the board"),
            Self::Occupied(square, piece) => write!(f, "{square} is occupied by {piece}"),
        }
    }
}

impl Error for IllegalPosition {}

/// An illegal move. The board is unchanged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum IllegalMove {
    /// It starts or ends off the board.
    Position(IllegalPosition),
    /// There is no piece on the start square.
    NoPiece(Square),
    /// The piece cannot move there.
    Forbidden {
        /// Name of the piece, as in files.
        piece: String,
        /// Start square.
        from: Square,
        /// Target square.
        to: Square,
    },
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Position(error) => error.fmt(f),
            Self::NoPiece(square) => write!(f, "there is no piece on {square}"),
            Self::Forbidden { piece, from, to } => write!(f, "{piece} cannot move from {from} to {to}"),
        }
    }
}

impl Error for IllegalMove {}

impl From<IllegalPosition> for IllegalMove {
    fn from(error: IllegalPosition) -> Self {
        Self::Position(error)
    }
}

/// A name that is not that of a piece of a registered kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownPiece {
    /// The name as it was given.
    pub name: String,
    /// Symbols of all registered kinds.
    pub symbols: String,
}

impl fmt::Display for UnknownPiece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = shorten(self.name.as_bytes());
        let letters = self.symbols.chars().map(String::from).collect::<Vec<_>>().join(", ");
        match letters.as_str() {
            "" => write!(f, "{name:?} is not a piece; there are none in this game"),
            letters => {
                write!(f, "{name:?} is not a piece; write its colour (b or w) and its letter ({letters})")
            }
        }
    }
}

impl Error for UnknownPiece {}
